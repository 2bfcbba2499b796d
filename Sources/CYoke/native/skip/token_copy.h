// Copies text whose tokens are being listed (indexed) to a tape, in blocks of 64 bytes: without the white space between tokens, and with
// escapes as the writer writes them. Private to token_index.c.
//
//     text    "a" : [1,  "\/\u00e9x"]
//     bytes   11101011100101110000111     a bit for each byte that goes to the tape; an escape has as many bits as it has bytes on the tape
//     tape    "a":[1,"/éx"]
//
// Invariant: `to` (the end of the tape) has room for the text before the piece's end and 64 bytes more. No token is longer on the tape than
// in the text.
#pragma once

#include "base/avx.h"
#include "text/strings.h"

#if YOKE_WIDE

/// The state of copying a block of 64 bytes to the tape. `to`: where the next byte goes.
typedef struct yoke_block_copy {
    uint8_t *to;
    /// The bytes that are copied, one bit each.
    uint64_t bytes;
    /// The end of the last escape that was copied.
    const uint8_t *seen;
} yoke_block_copy;

/// Returns a word whose lowest `n` bits are set; all 64 bits for a larger `n`.
yoke_inline uint64_t yoke_lowest(size_t n) { return n < 64 ? (UINT64_C(1) << n) - 1 : UINT64_MAX; }

/// Copies the bytes of the block at `p` whose bits are set in `bytes`, run by run. May overwrite up to 15 bytes after the copy.
/// Returns the end of the copy.
yoke_inline uint8_t *yoke_copy_runs(uint8_t *to, const uint8_t *p, uint64_t bytes) {
    while (bytes != 0) {
        const unsigned start = (unsigned)__builtin_ctzll(bytes);
        const uint64_t others = ~(bytes >> start);
        const unsigned n = others != 0 ? (unsigned)__builtin_ctzll(others) : 64;
        for (unsigned i = 0; i < n; i += 16) memcpy(to + i, p + start + i, 16);
        to += n;
        bytes &= ~(yoke_lowest(n) << start);
    }
    return to;
}

/// Copies the entire block at `p`, its \u escapes one by one. `unicode`: the positions of their backslashes. Several escapes in a row get
/// as many bits in `c->bytes` as they have bytes on the tape. Returns false if an escape is bad.
static bool yoke_copy_unicode(yoke_block_copy *c, const uint8_t *p, const uint8_t *end, uint64_t unicode) {
    uint8_t *to = c->to;
    size_t done = 0;
    while (unicode != 0) {
        const unsigned first = (unsigned)__builtin_ctzll(unicode);
        to = yoke_copy_runs(to, p, c->bytes & yoke_lowest(first) & ~yoke_lowest(done));
        const uint8_t *const before = to, *s = p + first;
        do { // often several escapes follow each other
            s = yoke_keep_escape(s, end, &to);
            if (s == NULL) return false;
        } while (s < p + 64 && s[0] == '\\' && s[1] == 'u');
        c->seen = s;
        done = (size_t)(s - p);
        c->bytes = (c->bytes & (yoke_lowest(first) | ~yoke_lowest(done))) | yoke_lowest((size_t)(to - before)) << first;
        unicode &= ~yoke_lowest(done);
    }
    c->to = yoke_copy_runs(to, p, c->bytes & ~yoke_lowest(done));
    return true;
}

/// Checks the escapes of the block at `p`, except \u and \/. `escaped`: the positions of the bytes after the backslashes of these escapes.
/// Returns false if an escape is bad.
yoke_inline bool yoke_are_plain(const uint8_t *p, uint64_t escaped) {
    for (; escaped != 0; escaped &= escaped - 1) {
        const uint8_t c = p[__builtin_ctzll(escaped)];
        if (c != 'n' && c != '"' && c != '\\' && c != 't' && c != 'r' && c != 'b' && c != 'f') return false;
    }
    return true;
}

/// Finds the \u escapes in the block at `p`. Marks in `*unicode` the beginnings of the \u escapes that are not copied yet. Clears the bits
/// in `c->bytes` of bytes that do not go to the tape: escapes that are already copied, and the backslash of \/, which needs no escape.
/// Returns false if an escape is bad. `escaped` marks the bytes after backslashes; `u` and `slashes` mark all bytes u and /. `goes_on`:
/// true if the next block begins with a byte after a backslash.
yoke_inline bool yoke_find_unicode(yoke_block_copy *c, const uint8_t *p, uint64_t escaped, bool goes_on, uint64_t u, uint64_t slashes,
                                   uint64_t *unicode) {
    const uint64_t done = c->seen > p ? yoke_lowest((size_t)(c->seen - p)) : 0;
    u &= escaped;
    slashes &= escaped;
    *unicode = (u >> 1 | (uint64_t)(goes_on && p[64] == 'u') << 63) & ~done;
    c->bytes &= ~(done | slashes >> 1 | (uint64_t)(goes_on && p[64] == '/') << 63);
    return yoke_are_plain(p, escaped & ~(u | slashes));
}

/// Copies the bytes of the block `v` whose bits are set in `bytes`. Always stores 64 bytes at `to`. Returns the end of the copy.
YOKE_AVX512 yoke_inline uint8_t *yoke_copy_block(uint8_t *to, __m512i v, uint64_t bytes) {
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi8(bytes, v));
    return to + __builtin_popcountll(bytes);
}

/// Joins surrogate pairs in `units`, which has one UTF-16 unit in each lane: replaces each high surrogate by the code point of its pair.
/// `surrogates`: the lanes of all surrogates. `first`: the positions of the escapes in the block. The last unit is never a high surrogate.
/// Returns the lanes of the high surrogates, or all ones if a surrogate is not part of a pair.
YOKE_AVX512 yoke_inline unsigned yoke_join_pairs(__m512i *units, unsigned surrogates, uint64_t first) {
    const __m512i half = _mm512_set1_epi32(0x3FF);
    const unsigned low = _mm512_mask_test_epi32_mask((__mmask16)surrogates, *units, _mm512_set1_epi32(0x400));
    const unsigned high = surrogates & ~low;
    if (_pdep_u64(low, first) != _pdep_u64(high, first) << 6) return UINT32_MAX;
    const __m512i next = _mm512_alignr_epi32(_mm512_setzero_si512(), *units, 1);
    const __m512i upper = _mm512_slli_epi32(_mm512_and_si512(*units, half), 10), lower = _mm512_and_si512(next, half);
    *units = _mm512_mask_add_epi32(*units, (__mmask16)high, _mm512_or_si512(upper, lower), _mm512_set1_epi32(0x10000));
    return high;
}

/// Replaces \u escapes in the block by the UTF-8 of their code points. `first` has the bits of their backslashes. The UTF-8 overwrites
/// the first bytes of an escape. The function clears the bits of the escape's other bytes in `bytes`. The last escape must not be a high
/// surrogate. Returns false if an escape is bad, if a surrogate stands alone, or if the writer might write a character as an escape.
YOKE_AVX512 yoke_inline bool yoke_put_scalars(__m512i *v, uint64_t first, uint64_t *bytes) {
    const __m512i digits = _mm512_maskz_compress_epi8(first << 2 | first << 3 | first << 4 | first << 5, *v);
    const __m512i letters = _mm512_sub_epi8(_mm512_or_si512(digits, _mm512_set1_epi8(0x20)), _mm512_set1_epi8('a'));
    const uint64_t is_letter = _mm512_cmplt_epu8_mask(letters, _mm512_set1_epi8(6));
    const uint64_t is_digit = _mm512_cmplt_epu8_mask(_mm512_sub_epi8(digits, _mm512_set1_epi8('0')), _mm512_set1_epi8(10));
    const unsigned n = (unsigned)__builtin_popcountll(first), all = (1u << n) - 1; // a block has room for ten escapes
    const __m512i low = _mm512_and_si512(digits, _mm512_set1_epi8(15));
    const __m512i fours = _mm512_mask_add_epi8(low, is_letter, low, _mm512_set1_epi8(9));
    const __m512i eights = _mm512_maddubs_epi16(fours, _mm512_set1_epi16(0x0110)); // joins pairs of digits: high * 16 + low
    __m512i units = _mm512_madd_epi16(eights, _mm512_set1_epi32(0x00010100)); // joins pairs of bytes: high * 256 + low
    const unsigned are_two = _mm512_cmpge_epu32_mask(units, _mm512_set1_epi32(0x80)) & all; // two bytes of UTF-8 or more
    const unsigned are_three = _mm512_cmpge_epu32_mask(units, _mm512_set1_epi32(0x800)) & all;
    const unsigned surrogates = _mm512_cmpeq_epi32_mask(_mm512_and_si512(units, _mm512_set1_epi32(0xF800)), _mm512_set1_epi32(0xD800)) & all;
    // Among ASCII characters, accept only the letters a to z, because they certainly need no escape.
    const unsigned are_plain = _mm512_cmpge_epu32_mask(units, _mm512_set1_epi32('a')) & _mm512_cmple_epu32_mask(units, _mm512_set1_epi32('z'));
    if ((~(is_letter | is_digit) & yoke_lowest(4 * n)) != 0 || (~(are_plain | are_two) & all) != 0) return false;
    const unsigned are_four = surrogates == 0 ? 0 : yoke_join_pairs(&units, surrogates, first);
    if (are_four == UINT32_MAX) return false;
    const __m512i six = _mm512_set1_epi32(0x3F), tens = _mm512_set1_epi32(0x80);
    const __m512i sixes = _mm512_or_si512(_mm512_and_si512(units, six), tens);
    const __m512i middle = _mm512_or_si512(_mm512_and_si512(_mm512_srli_epi32(units, 6), six), tens);
    const __m512i two = _mm512_or_si512(_mm512_or_si512(_mm512_srli_epi32(units, 6), _mm512_set1_epi32(0xC0)), _mm512_slli_epi32(sixes, 8));
    const __m512i end = _mm512_or_si512(_mm512_slli_epi32(middle, 8), _mm512_slli_epi32(sixes, 16)); // bytes 2 and 3 of a sequence of three
    const __m512i three = _mm512_or_si512(_mm512_or_si512(_mm512_srli_epi32(units, 12), _mm512_set1_epi32(0xE0)), end);
    __m512i utf8 = _mm512_mask_blend_epi32((__mmask16)are_three, _mm512_mask_blend_epi32((__mmask16)are_two, units, two), three);
    const uint64_t ones = 0x1111111111111111;
    uint64_t taken = _pdep_u64(all, ones) | _pdep_u64(are_two, ones << 1) | _pdep_u64(are_three, ones << 2);
    uint64_t put = first | _pdep_u64(are_two, first) << 1 | _pdep_u64(are_three, first) << 2;
    if (are_four != 0) {
        const __m512i upper = _mm512_or_si512(_mm512_and_si512(_mm512_srli_epi32(units, 12), six), tens);
        const __m512i front = _mm512_or_si512(_mm512_or_si512(_mm512_srli_epi32(units, 18), _mm512_set1_epi32(0xF0)), _mm512_slli_epi32(upper, 8));
        utf8 = _mm512_mask_or_epi32(utf8, (__mmask16)are_four, front, _mm512_slli_epi32(end, 8));
        // Until here, each half of a surrogate pair counts as three bytes of UTF-8. Now the high surrogate gets four bytes, the low
        // one none.
        const uint64_t second = _pdep_u64(are_four << 1, first);
        taken = (taken | _pdep_u64(are_four, ones << 3)) & ~(_pdep_u64(are_four << 1, ones) * 15);
        put = (put | _pdep_u64(are_four, first) << 3) & ~(second * 7);
    }
    *v = _mm512_mask_expand_epi8(*v, put, _mm512_maskz_compress_epi8(taken, utf8));
    *bytes &= ~(first * 63) | put;
    return true;
}

/// True if the \u escape at `s` is a high surrogate. The escape may be bad: it is checked later.
yoke_inline bool yoke_is_high(const uint8_t *s) {
    const uint8_t c = s[3] | 0x20;
    return (s[2] | 0x20) == 'd' && (c == '8' || c == '9' || c == 'a' || c == 'b');
}

/// Copies the block at `p`, whose bytes are also in `v` and which contains escapes. For the parameters see `yoke_find_unicode`. If
/// possible, converts all complete \u escapes at once: texts in some scripts have escapes for most characters. Returns false if an
/// escape is bad.
YOKE_AVX512 yoke_not_for_size static bool yoke_copy_escapes(
    yoke_block_copy *c, const uint8_t *p, const uint8_t *end, uint64_t escaped, bool goes_on, __m512i v) {
    const uint64_t u = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('u')), slashes = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('/'));
    uint64_t unicode;
    if (!yoke_find_unicode(c, p, escaped, goes_on, u, slashes, &unicode)) return false;
    uint64_t whole = unicode & yoke_lowest(59);
    if (whole != 0) {
        const unsigned last = 63 - (unsigned)__builtin_clzll(whole);
        if (yoke_is_high(p + last)) whole ^= UINT64_C(1) << last; // its low surrogate is in the next block, or missing
    }
    const uint64_t cut = unicode & ~whole;
    if (whole != 0 && !yoke_put_scalars(&v, whole, &c->bytes)) return yoke_copy_unicode(c, p, end, unicode);
    if (cut != 0) c->bytes &= (cut & -cut) - 1;
    c->to = yoke_copy_block(c->to, v, c->bytes);
    if (cut != 0) c->seen = yoke_keep_escape(p + __builtin_ctzll(cut), end, &c->to);
    return c->seen != NULL;
}

#endif
