#include "text/utf8.h"

#include "base/cpu_level.h"
#include "base/avx.h"

/// Checks UTF-8 one byte at a time.
static bool is_utf8_by_bytes(const uint8_t *s, size_t n) {
    const uint8_t *end = s + n;
    while (s < end) {
        uint8_t lead = *s;
        if (lead < 0x80) {
            s++;
            continue;
        }
        if (lead < 0xC2 || lead > 0xF4) return false;
        size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        if ((size_t)(end - s) < length) return false;
        uint8_t low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
        uint8_t high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
        if (s[1] < low || s[1] > high) return false;
        for (size_t i = 2; i < length; i++)
            if ((s[i] & 0xC0) != 0x80) return false;
        s += length;
    }
    return true;
}

#if YOKE_WIDE

// Three table look-ups find the faults of two adjacent bytes (Keiser and Lemire, arXiv 2010.03090). A fault is present if all three
// results have its bit. The bits:
enum {
    TOO_SHORT = 1,       // after a lead byte: another lead byte, or ASCII
    TOO_LONG = 2,        // a continuation byte after ASCII
    OVERLONG_3 = 4,      // E0 80...9F
    TOO_LARGE = 8,       // F4...FF 90...BF
    SURROGATE = 16,      // ED A0...BF
    OVERLONG_2 = 32,     // C0, C1
    OVERLONG_4 = 64,     // F0 80...8F
    TOO_LARGE_1000 = 64, // F5...FF 80...8F
    TWO_CONTS = 128,     // two continuation bytes: allowed only after E0...FF
    CARRY = TOO_SHORT | TOO_LONG | TWO_CONTS
};

// The three tables. The upper four bits of the first of two adjacent bytes are the index of the first table. Its lower four bits are the
// index of the second table. The upper four bits of the second byte are the index of the third table.
enum { LARGE = CARRY | TOO_LARGE | TOO_LARGE_1000, SECOND = TOO_LONG | OVERLONG_2 | TWO_CONTS };
static const uint8_t first_high[16] = {
    TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TWO_CONTS, TWO_CONTS, TWO_CONTS, TWO_CONTS,
    TOO_SHORT | OVERLONG_2, TOO_SHORT, TOO_SHORT | OVERLONG_3 | SURROGATE, TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4};
static const uint8_t first_low[16] = {
    CARRY | OVERLONG_3 | OVERLONG_2 | OVERLONG_4, CARRY | OVERLONG_2, CARRY, CARRY, CARRY | TOO_LARGE, LARGE, LARGE, LARGE,
    LARGE, LARGE, LARGE, LARGE, LARGE, LARGE | SURROGATE, LARGE, LARGE};
static const uint8_t second_high[16] = {
    TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT,
    SECOND | OVERLONG_3 | TOO_LARGE_1000 | OVERLONG_4, SECOND | OVERLONG_3 | TOO_LARGE, SECOND | SURROGATE | TOO_LARGE,
    SECOND | SURROGATE | TOO_LARGE, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT};

YOKE_AVX2 static inline __m256i look_up(__m256i index, const uint8_t table[16]) {
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(yoke_v16_load(table)), index);
}

YOKE_AVX2 static inline __m256i high_halves(__m256i v) {
    return _mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(0x0F));
}

YOKE_AVX2 static inline __m256i load32(const uint8_t *p) { return _mm256_loadu_si256((const __m256i *)(const void *)p); }

/// Returns a vector that is not 0 in each byte of p[0..<32] that cannot follow the three bytes before it.
YOKE_AVX2 static inline __m256i faults32(const uint8_t *p) {
    __m256i c = load32(p), c1 = load32(p - 1), c2 = load32(p - 2), c3 = load32(p - 3);
    __m256i pair = _mm256_and_si256(
        _mm256_and_si256(look_up(high_halves(c1), first_high),
                         look_up(_mm256_and_si256(c1, _mm256_set1_epi8(0x0F)), first_low)),
        look_up(high_halves(c), second_high));
    // In the third and fourth bytes of a sequence, the top bit (TWO_CONTS) must be set. In all other bytes it is a fault. `due` has the top
    // bit in the third and fourth bytes.
    __m256i due = _mm256_or_si256(_mm256_subs_epu8(c2, _mm256_set1_epi8((char)(0xE0 - 0x80))),
                                  _mm256_subs_epu8(c3, _mm256_set1_epi8((char)(0xF0 - 0x80))));
    return _mm256_xor_si256(_mm256_and_si256(due, _mm256_set1_epi8((char)0x80)), pair);
}

/// Checks UTF-8, 32 bytes at a time. Needs n >= 32 and three loadable bytes before `s`.
YOKE_AVX2 static bool is_utf8_wide(const uint8_t *s, size_t n) {
    const uint8_t *end = s + n + 1;
    __m256i faults = faults32(end - 32);
    for (; end - s > 32; s += 32) faults = _mm256_or_si256(faults, faults32(s));
    return _mm256_testz_si256(faults, faults) != 0;
}

YOKE_AVX512 static inline __m512i look_up_64(__m512i index, const uint8_t table[16]) {
    return _mm512_shuffle_epi8(_mm512_broadcast_i32x4(yoke_v16_load(table)), index);
}

YOKE_AVX512 static inline __m512i high_halves_64(__m512i v) {
    return _mm512_and_si512(_mm512_srli_epi16(v, 4), _mm512_set1_epi8(0x0F));
}

/// As `faults32`, for p[0..<64].
YOKE_AVX512 static inline __m512i faults64(const uint8_t *p) {
    __m512i c = _mm512_loadu_si512(p), c1 = _mm512_loadu_si512(p - 1);
    __m512i c2 = _mm512_loadu_si512(p - 2), c3 = _mm512_loadu_si512(p - 3);
    __m512i pair = _mm512_and_si512(
        _mm512_and_si512(look_up_64(high_halves_64(c1), first_high),
                         look_up_64(_mm512_and_si512(c1, _mm512_set1_epi8(0x0F)), first_low)),
        look_up_64(high_halves_64(c), second_high));
    __m512i due = _mm512_or_si512(_mm512_subs_epu8(c2, _mm512_set1_epi8((char)(0xE0 - 0x80))),
                                  _mm512_subs_epu8(c3, _mm512_set1_epi8((char)(0xF0 - 0x80))));
    return _mm512_xor_si512(_mm512_and_si512(due, _mm512_set1_epi8((char)0x80)), pair);
}

/// Checks UTF-8, 64 bytes at a time. Needs n >= 64 and three loadable bytes before `s`.
YOKE_AVX512 static bool is_utf8_widest(const uint8_t *s, size_t n) {
    const uint8_t *end = s + n + 1;
    __m512i faults = faults64(end - 64);
    for (; end - s > 64; s += 64) faults = _mm512_or_si512(faults, faults64(s));
    return _mm512_test_epi8_mask(faults, faults) == 0;
}

#endif

bool yoke_is_utf8(const uint8_t *from, const uint8_t *s, size_t n) {
    // The bytes before `s` may be skipped text, which need not be UTF-8. So test here that no character continues from there.
    if (n > 0 && (s[0] & 0xC0) == 0x80) return false;
#if YOKE_WIDE
    if (n >= 32 && s - from >= 3 && yoke_cpu() >= YOKE_CPU_AVX2)
        return n >= 64 && yoke_cpu() >= YOKE_CPU_AVX512 ? is_utf8_widest(s, n) : is_utf8_wide(s, n);
#endif
#if YOKE_VECTOR
    // The last block includes the ASCII byte s[n] after the text. If the end of the text cuts a sequence, this byte is a fault.
    const uint8_t *end = s + n + 1;
    if (n >= 8 && end - from >= 16 + 3 && s - from >= 3) {
        yoke_v16 faults = yoke_utf8_faults(end - 16);
        for (; end - s > 16; s += 16) faults = yoke_v16_or(faults, yoke_utf8_faults(s));
        return !yoke_v16_any_top(faults);
    }
#endif
    (void)from;
    return is_utf8_by_bytes(s, n);
}
