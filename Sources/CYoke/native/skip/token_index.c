#include "native/skip/token_index.h"

#include "native/skip/blocks.h"
#include "native/skip/token_copy.h"
#include "text/strings.h"
#include "text/utf8.h"

#if YOKE_VECTOR

/// Kinds of bytes in a block of 64 bytes: one bit for each byte. `controls`: bytes below 0x20. `tops`: bytes 80...FF. `marks`: the bytes
/// { } [ ] : and comma, and some control characters, which `find_tokens` refuses.
typedef struct masks {
    uint64_t quotes, backslashes, controls, spaces, tops;
    uint64_t marks;
} masks;

/// The state of the scan between two blocks of 64 bytes.
typedef struct scan {
    const uint8_t *end;
    yoke_tokens *to;
    /// Where the next byte goes on the tape. NULL if the text is not copied.
    uint8_t *tape;
    /// All ones if the block begins inside a string, else 0.
    uint64_t in_string;
    /// `is_escaped`: 1 if the block's first byte is escaped. `is_scalar`: 1 if the block's first byte may continue a number or
    /// word.
    uint64_t is_escaped, is_scalar;
    /// The end of the last escape that has been checked.
    const uint8_t *escapes_seen;
    /// The first and the last block so far with bytes 80...FF. NULL: no block has such bytes.
    const uint8_t *first_tops, *last_tops;
    unsigned count;
} scan;

/// The bit masks found for a block: one bit for each byte.
typedef struct found {
    /// `escaped`: bytes that a backslash escapes. `quotes`: quotes that begin or end strings. `tokens`: first bytes of tokens.
    uint64_t escaped, quotes, tokens;
    /// Bytes in strings, including the opening quote but not the closing one.
    uint64_t inside;
} found;

/// If the window ends inside the block at `p`, changes the masks so that the bytes after the window's end count as white space.
yoke_inline void end_text(masks *m, const uint8_t *p, const uint8_t *end) {
    if (yoke_likely(end - p >= BLOCK)) return;
    const uint64_t valid = (UINT64_C(1) << (end - p)) - 1;
    m->quotes &= valid;
    m->backslashes &= valid;
    m->controls &= valid;
    m->tops &= valid;
    m->marks &= valid;
    m->spaces |= ~valid;
}

yoke_inline void find_quotes(scan *s, const masks *m, found *f) {
    f->escaped = yoke_unlikely((m->backslashes | s->is_escaped) != 0) ? find_escaped(&s->is_escaped, m->backslashes) : 0;
    f->quotes = m->quotes & ~f->escaped;
}

/// Finds the tokens of the block at `p`. Returns false if the block has a control character that JSON does not allow there.
yoke_inline bool find_tokens(scan *s, const uint8_t *p, const masks *m, found *f) {
    if (yoke_unlikely((m->controls & (f->inside | ~m->spaces)) != 0)) return false;
    if (m->tops != 0) {
        if (s->first_tops == NULL) s->first_tops = p;
        s->last_tops = p;
    }
    const uint64_t other = ~(m->marks | m->spaces);
    const uint64_t scalars = other & ~f->quotes;
    const uint64_t goes_on = scalars << 1 | s->is_scalar;
    f->tokens = (m->marks | (other & ~goes_on)) & ~(f->inside ^ f->quotes);
    s->is_scalar = scalars >> 63;
    return true;
}

/// Checks the escapes of the block at `p`, and marks strings with escapes in `kinds`, the kinds of the block's tokens. `escaped`:
/// the bytes after backslashes. Escapes before `seen` were checked earlier. Returns the end of the last escape, or NULL if an
/// escape is bad.
yoke_not_for_size static const uint8_t *check_escapes(
    const uint8_t *p, const uint8_t *end, uint64_t escaped, uint64_t tokens, uint8_t *kinds, const uint8_t *seen) {
    for (uint64_t left = escaped; left != 0;) {
        // The first escape stands in the string that is the last token before it. (A quote directly after a number or word is not listed as
        // a token. Then the last token is this number or word, and its kind must stay.)
        const uint64_t in_front = left ^ (left - 1), later = tokens & ~in_front;
        uint8_t *kind = kinds + __builtin_popcountll(tokens & in_front) - 1;
        if (*kind == '"') *kind = YOKE_ESCAPED;
        left &= later == 0 ? 0 : ~(later ^ (later - 1)); // keep only escapes of later strings
    }
    for (; escaped != 0; escaped &= escaped - 1) {
        const uint8_t *second = p + __builtin_ctzll(escaped);
        if (*second == '"' || *second == 'n' || *second == '/') continue;
        if (second <= seen) continue; // the escape of a low surrogate, which was checked with the high one
        seen = yoke_skip_escape(second - 1, end);
        if (seen == NULL) break;
    }
    return seen;
}

/// Checks the escapes of the block at `p`, whose tokens are already in the token index. Returns false if an escape is bad.
yoke_inline bool pass_escapes(scan *s, const uint8_t *p, const found *f) {
    if (yoke_likely(f->escaped == 0)) return true;
    const uint64_t escaped = f->escaped & f->inside;
    const uint8_t *seen = check_escapes(p, s->end, escaped, f->tokens, s->to->kinds + s->count, s->escapes_seen);
    if (seen == NULL) return false;
    s->escapes_seen = seen;
    return true;
}

yoke_inline void end_block(scan *s, const found *f, unsigned tokens) {
    s->in_string = (uint64_t)((int64_t)f->inside >> 63);
    s->count += tokens;
}

// MARK: - One version for each processor level

// Each `index_blocks` function indexes the blocks from `p` to `stop`. The window's end may cut the last block. The function stops
// before the first block with a fault, and returns the address where it stopped.

static masks classify(const uint8_t *p) {
    yoke_v16 v[4], quotes[4], backslashes[4], controls[4], spaces[4], marks[4];
    for (unsigned i = 0; i < 4; i++) {
        v[i] = yoke_v16_load(p + 16 * i);
        quotes[i] = yoke_v16_equal(v[i], yoke_v16_fill('"'));
        backslashes[i] = yoke_v16_equal(v[i], yoke_v16_fill('\\'));
        controls[i] = yoke_v16_equal(yoke_v16_subtract_to_zero(v[i], yoke_v16_fill(0x1F)), yoke_v16_fill(0));
        spaces[i] = yoke_v16_or(yoke_v16_or(yoke_v16_equal(v[i], yoke_v16_fill(' ')), yoke_v16_equal(v[i], yoke_v16_fill('\n'))),
                                yoke_v16_or(yoke_v16_equal(v[i], yoke_v16_fill('\r')), yoke_v16_equal(v[i], yoke_v16_fill('\t'))));
        const yoke_v16 braces = yoke_v16_or(v[i], yoke_v16_fill(0x20)); // [ and ] become { and }
        marks[i] = yoke_v16_or(yoke_v16_or(yoke_v16_equal(braces, yoke_v16_fill('{')), yoke_v16_equal(braces, yoke_v16_fill('}'))),
                               yoke_v16_or(yoke_v16_equal(v[i], yoke_v16_fill(',')), yoke_v16_equal(v[i], yoke_v16_fill(':'))));
    }
    masks m;
    m.quotes = yoke_v16_mask(quotes[0], quotes[1], quotes[2], quotes[3]);
    m.backslashes = yoke_v16_mask(backslashes[0], backslashes[1], backslashes[2], backslashes[3]);
    m.controls = yoke_v16_mask(controls[0], controls[1], controls[2], controls[3]);
    m.spaces = yoke_v16_mask(spaces[0], spaces[1], spaces[2], spaces[3]);
    m.marks = yoke_v16_mask(marks[0], marks[1], marks[2], marks[3]);
    m.tops = (uint64_t)yoke_v16_top_bits(v[0]) | (uint64_t)yoke_v16_top_bits(v[1]) << 16 | (uint64_t)yoke_v16_top_bits(v[2]) << 32 |
             (uint64_t)yoke_v16_top_bits(v[3]) << 48;
    return m;
}

yoke_inline unsigned write_tokens(const scan *s, const uint8_t *p, uint64_t tokens) {
    uint16_t *position = s->to->positions + s->count;
    uint8_t *kind = s->to->kinds + s->count;
    const unsigned at = (unsigned)(p - s->to->text);
    for (; tokens != 0; tokens &= tokens - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(tokens);
        *position++ = (uint16_t)(at + i);
        *kind++ = p[i];
    }
    return (unsigned)(position - s->to->positions) - s->count;
}

yoke_not_for_size static const uint8_t *index_blocks(scan *all, const uint8_t *p, const uint8_t *stop) {
    scan s = *all;
    for (; p < stop; p += BLOCK) {
        masks m = classify(p);
        end_text(&m, p, s.end);
        found f;
        find_quotes(&s, &m, &f);
        f.inside = fill_between(f.quotes) ^ s.in_string;
        if (!find_tokens(&s, p, &m, &f)) break;
        const unsigned n = write_tokens(&s, p, f.tokens);
        if (!pass_escapes(&s, p, &f)) break;
        end_block(&s, &f, n);
    }
    *all = s;
    return p;
}

#if YOKE_WIDE

/// Tables that find the marks { } [ ] : and comma, and white space. The lower four bits of a byte select an entry, and the byte
/// must equal this entry. (Marks are compared with bit 0x20 of the byte set.) All other entries, and the 0 that bytes 80...FF get,
/// equal no byte.
#define MARK_TABLE 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ':', '{', ',', '}', 0, 0
#define SPACE_TABLE ' ', -1, -1, -1, -1, -1, -1, -1, -1, '\t', '\n', -1, -1, '\r', -1, -1

YOKE_AVX2 yoke_inline masks classify_avx2(const uint8_t *p) {
    const __m256i a = _mm256_loadu_si256((const __m256i *)(const void *)p);
    const __m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(p + 32));
    const __m256i space = _mm256_setr_epi8(SPACE_TABLE, SPACE_TABLE), mark = _mm256_setr_epi8(MARK_TABLE, MARK_TABLE);
    const __m256i low = _mm256_set1_epi8(0x20), last = _mm256_set1_epi8(0x1F);
    masks m;
    m.quotes = equal_avx2(a, b, '"');
    m.backslashes = equal_avx2(a, b, '\\');
    m.controls = mask_avx2(_mm256_cmpeq_epi8(_mm256_min_epu8(a, last), a), _mm256_cmpeq_epi8(_mm256_min_epu8(b, last), b));
    m.spaces = mask_avx2(_mm256_cmpeq_epi8(_mm256_shuffle_epi8(space, a), a), _mm256_cmpeq_epi8(_mm256_shuffle_epi8(space, b), b));
    m.marks = mask_avx2(_mm256_cmpeq_epi8(_mm256_shuffle_epi8(mark, a), _mm256_or_si256(a, low)),
                        _mm256_cmpeq_epi8(_mm256_shuffle_epi8(mark, b), _mm256_or_si256(b, low)));
    m.tops = mask_avx2(a, b);
    return m;
}

YOKE_AVX2 yoke_not_for_size static const uint8_t *index_blocks_avx2(scan *all, const uint8_t *p, const uint8_t *stop) {
    scan s = *all;
    for (; p < stop; p += BLOCK) {
        masks m = classify_avx2(p);
        end_text(&m, p, s.end);
        found f;
        find_quotes(&s, &m, &f);
        f.inside = fill_between_wide(f.quotes) ^ s.in_string;
        if (!find_tokens(&s, p, &m, &f)) break;
        const unsigned n = write_tokens(&s, p, f.tokens);
        if (!pass_escapes(&s, p, &f)) break;
        end_block(&s, &f, n);
    }
    *all = s;
    return p;
}

YOKE_AVX512 yoke_inline masks classify_avx512(__m512i v) {
    const __m512i space = _mm512_broadcast_i32x4(_mm_setr_epi8(SPACE_TABLE));
    const __m512i mark = _mm512_broadcast_i32x4(_mm_setr_epi8(MARK_TABLE));
    masks m;
    m.quotes = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('"'));
    m.backslashes = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('\\'));
    m.controls = _mm512_cmplt_epu8_mask(v, _mm512_set1_epi8(0x20));
    m.spaces = _mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(space, v), v);
    m.marks = _mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(mark, v), _mm512_or_si512(v, _mm512_set1_epi8(0x20)));
    m.tops = _mm512_movepi8_mask(v);
    return m;
}

static const uint8_t ascending[BLOCK] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                         22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
                                         44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};

/// Writes the tokens of a block to the token index. Returns their number. Most blocks have at most 16 tokens. For such a block, the
/// function stores fewer bytes, because a short store seldom crosses a cache line.
YOKE_AVX512 yoke_inline unsigned write_tokens_avx512(const scan *s, const uint8_t *p, __m512i v, uint64_t tokens) {
    const __m512i at = _mm512_set1_epi16((short)(p - s->to->text));
    const __m512i kinds = _mm512_maskz_compress_epi8(tokens, v);
    const __m512i bytes = _mm512_maskz_compress_epi8(tokens, _mm512_loadu_si512(ascending));
    const __m512i positions = _mm512_add_epi16(at, _mm512_cvtepu8_epi16(_mm512_castsi512_si256(bytes)));
    const unsigned n = (unsigned)__builtin_popcountll(tokens);
    uint8_t *kind = s->to->kinds + s->count;
    uint16_t *position = s->to->positions + s->count;
    if (yoke_likely(n <= 16)) {
        _mm_storeu_si128((__m128i *)(void *)kind, _mm512_castsi512_si128(kinds));
        _mm256_storeu_si256((__m256i *)(void *)position, _mm512_castsi512_si256(positions));
        return n;
    }
    _mm512_storeu_si512(kind, kinds);
    _mm512_storeu_si512(position, positions);
    if (n > 32) _mm512_storeu_si512(position + 32, _mm512_add_epi16(at, _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(bytes, 1))));
    return n;
}

/// Copies the block at `p` to the tape. Returns false if an escape is bad.
YOKE_AVX512 yoke_inline bool copy_block(scan *s, const uint8_t *p, const masks *m, const found *f, __m512i v) {
    yoke_block_copy copy = {s->tape, ~m->spaces | f->inside, s->escapes_seen};
    if (yoke_likely(m->backslashes == 0 && f->escaped == 0 && s->escapes_seen <= p)) {
        copy.to = yoke_copy_block(copy.to, v, copy.bytes);
    } else {
        const bool goes_on = s->is_escaped != 0 && f->inside >> 63 != 0;
        yoke_block_copy slow = copy; // a second variable for the call, so that `copy` stays in registers
        if (!yoke_copy_escapes(&slow, p, s->end, f->escaped & f->inside, goes_on, v)) return false;
        copy = slow;
    }
    const size_t block = (size_t)(p - s->to->text) / BLOCK;
    s->to->kept[block] = s->tape;
    s->to->bytes[block] = copy.bytes;
    s->tape = copy.to;
    s->escapes_seen = copy.seen;
    return true;
}

/// Replaces all bytes of a block after the first `n` by white space, so that bytes after the text's end give no tokens. 0 < n < 64.
YOKE_AVX512 yoke_inline __m512i end_text_avx512(__m512i v, ptrdiff_t n) {
    return _mm512_mask_blend_epi8((UINT64_C(1) << n) - 1, _mm512_set1_epi8(' '), v);
}

/// Lists the tokens of the blocks from `p` to `stop`. `keeps`: true to copy the blocks to the tape, too.
YOKE_AVX512 yoke_inline const uint8_t *scan_blocks_avx512(scan *all, const uint8_t *p, const uint8_t *stop, const bool keeps) {
    scan s = *all;
    for (; p < stop; p += BLOCK) {
        __m512i v = _mm512_loadu_si512(p);
        if (yoke_unlikely(!keeps && s.end - p < BLOCK)) v = end_text_avx512(v, s.end - p); // a copy to the tape has only full blocks
        const masks m = classify_avx512(v);
        found f;
        find_quotes(&s, &m, &f);
        f.inside = fill_between_wide(f.quotes) ^ s.in_string;
        if (!find_tokens(&s, p, &m, &f)) break;
        const unsigned n = write_tokens_avx512(&s, p, v, f.tokens);
        if (!(keeps ? copy_block(&s, p, &m, &f, v) : pass_escapes(&s, p, &f))) break;
        end_block(&s, &f, n);
    }
    *all = s;
    return p;
}

YOKE_AVX512 yoke_not_for_size static const uint8_t *index_blocks_avx512(scan *s, const uint8_t *p, const uint8_t *stop) {
    return scan_blocks_avx512(s, p, stop, false);
}

YOKE_AVX512 yoke_not_for_size static const uint8_t *keep_blocks_avx512(scan *s, const uint8_t *p, const uint8_t *stop) {
    return scan_blocks_avx512(s, p, stop, true);
}

#endif

static const uint8_t *index_at_level(scan *s, const uint8_t *p, const uint8_t *stop) {
#if YOKE_WIDE
    if (s->tape != NULL) return keep_blocks_avx512(s, p, stop);
    const enum yoke_cpu_level level = yoke_cpu();
    if (level >= YOKE_CPU_AVX512) return index_blocks_avx512(s, p, stop);
    if (level >= YOKE_CPU_AVX2) return index_blocks_avx2(s, p, stop);
#endif
    return index_blocks(s, p, stop);
}

yoke_inline bool is_mark(uint8_t c) { return c == ',' || c == ':' || (c | 0x20) == '{' || (c | 0x20) == '}'; }

/// Stores the tape's end as the tape address of the block after the last one. So `yoke_kept_at` also works for the position at which the
/// token index ends.
static void end_kept(const scan *s, const uint8_t *p) {
    const size_t block = (size_t)(p - s->to->text) / BLOCK;
    s->to->kept[block] = s->tape;
    s->to->bytes[block] = 0;
}

unsigned yoke_index_tokens(const yoke_native *e, yoke_tokens *to, const uint8_t *p, const uint8_t *end, uint8_t *tape) {
    const size_t left = (size_t)(end - p);
    const uint8_t *stop = p + (left > to->size ? to->size : tape != NULL ? left / BLOCK * BLOCK : left);
    to->text = p;
    to->next = to->used = 0;
    scan s = {.end = end, .to = to, .tape = tape, .escapes_seen = p};
    const uint8_t *after = index_at_level(&s, p, stop);
    if (after > end) after = end;
    if (tape != NULL) end_kept(&s, after);
    // The end of the piece may lie inside its last token (a string, number or word). Then remove this token from the token index.
    if (s.count > 0) {
        const uint8_t last = to->kinds[s.count - 1];
        const bool is_string = last == '"' || last == YOKE_ESCAPED;
        if (is_string ? s.in_string != 0 : !is_mark(last)) after = p + to->positions[--s.count];
    }
    if (s.first_tops != NULL && s.first_tops < after) {
        // `yoke_is_utf8` needs an ASCII byte at `last`. Tokens begin with ASCII, and no byte 80...FF comes after the block `last_tops`. So
        // another byte is a fault. (Bytes 80...FF outside of strings are refused later, because no token may have them.)
        const uint8_t *last = s.last_tops + BLOCK < after ? s.last_tops + BLOCK : after;
        if (*last >= 0x80 || !yoke_is_utf8(e->window, s.first_tops, (size_t)(last - s.first_tops))) {
            s.count = 0;
            after = p;
        }
    }
    to->after = after;
    to->kinds[s.count] = 0;
    to->positions[s.count] = (uint16_t)(after - p);
    return to->count = s.count;
}

#endif
