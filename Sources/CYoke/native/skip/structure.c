// Skips values by their brackets, quotes and commas, for texts that the caller trusts. A skipped value ends at the first comma or
// closing bracket outside of its strings and brackets. Nothing else is checked: neither tokens, nor grammar, depth or lengths.
//
//     {"a":{"b":[1,tru}],"c":"\x","id":1}       skips a and c, and stops at the comma before id
//     0    1    2     10                        open brackets
//
// If a window ends inside a value, the engine's member `skipped` holds the state for the next window. The engine keeps no byte of the
// value, and the lexer never sees the value. So a chunk may end at any byte.

#include "bind/binder.h"
#include "bind/find_field.h"
#include "native/skip/blocks.h"
#include "native/skip/plain_key.h"
#include "native/skip/skip.h"

/// Says which members are not wanted, so that a skip drops them. Also counts the members that were dropped.
typedef struct member_filter {
    const yoke_native *e;
    /// The object whose members are skipped: the skip stops before a key that one of its fields has. NULL: no key is wanted, so everything
    /// up to the container's end is skipped.
    const yoke_object *object;
    /// `count`: the number of members so far; skipping stops at `max_count`. `key`: the last skipped key, or NULL.
    uint64_t count, max_count;
    const uint8_t *key;
    size_t key_length;
} member_filter;

/// If the object certainly drops the member whose key is at `p`, counts the member and returns true. Else returns false: the member may be
/// wanted.
yoke_not_for_size static bool drop_unusual(member_filter *filter, const uint8_t *p) {
    const uint8_t *const end = filter->e->end;
    if (p >= end || *p != '"' || filter->count >= filter->max_count) return false;
    const size_t n = yoke_plain_key_length(p + 1, end);
    if (n >= filter->e->binder->string_bound) return false;
    const uint8_t *colon = yoke_space(p + n + 2, end);
    if (*colon != ':' || colon >= end || yoke_find_field(filter->object, p + 1, n) != NULL) return false;
    filter->count++;
    filter->key = p + 1;
    filter->key_length = n;
    return true;
}

/// As `drop_unusual`, but white space may come before the member at `p`. Fast for keys of up to 31 bytes without white space around them.
yoke_inline bool drop_member(member_filter *filter, const uint8_t *p) {
    enum { USUAL = 48 };
    const uint8_t *const key = p + 1;
    const uint32_t stops = yoke_string_stops(key) | (uint32_t)yoke_string_stops(key + 16) << 16;
    const size_t n = (size_t)__builtin_ctz(stops | UINT32_C(1) << 31);
    if (yoke_unlikely(filter->e->end - p < USUAL) || *p != '"' || memcmp(key + n, "\":", 2) != 0 || filter->count >= filter->max_count)
        return drop_unusual(filter, yoke_space(p, filter->e->end));
    if (!yoke_has_no_such_key(filter->object, key, n) && yoke_find_field(filter->object, key, n) != NULL) return false;
    filter->count++;
    filter->key = key;
    filter->key_length = n;
    return true;
}

#if YOKE_VECTOR

/// The state of the scan between two blocks of 64 bytes. `depth`: number of open brackets. `in_string`: all ones inside a string.
/// `is_escaped`: 1 if the next block's first byte is escaped. The three members have a struct of their own, so that the compiler keeps them
/// in registers.
typedef struct scan {
    uint64_t depth, in_string, is_escaped;
} scan;

/// Kinds of bytes in a block of 64 bytes: one bit for each byte.
typedef struct masks {
    uint64_t quotes, backslashes, opening, closing, commas;
} masks;

/// Returns the bits of those bytes of the block at `p` that are before `end`.
yoke_inline uint64_t bits_before(const uint8_t *p, const uint8_t *end) {
    return end - p >= BLOCK ? ~UINT64_C(0) : (UINT64_C(1) << (end - p)) - 1;
}

/// Returns the bits of the quotes that begin or end strings. `valid` has the bits of the block's bytes before the window's end.
yoke_inline uint64_t find_quotes(scan *s, const masks *m, uint64_t valid) {
    const uint64_t backslashes = m->backslashes & valid;
    if (yoke_likely((backslashes | s->is_escaped) == 0)) return m->quotes & valid;
    const uint64_t escaped = find_escaped(&s->is_escaped, backslashes);
    if (valid != ~UINT64_C(0)) s->is_escaped = (escaped & ~valid) != 0;
    return m->quotes & valid & ~escaped;
}

/// Counts the brackets of a block. If one of them closes the last open bracket, returns true and sets `*after` to the bits of the
/// bytes after this bracket. Otherwise returns false.
yoke_inline bool close_all(scan *s, uint64_t opening, uint64_t closing, uint64_t *after) {
    const uint64_t n = (uint64_t)__builtin_popcountll(closing);
    if (yoke_unlikely(n >= s->depth)) {
        uint64_t closed = 0;
        for (uint64_t left = closing; left != 0; left &= left - 1) {
            const uint64_t before = (left ^ (left - 1)) >> 1;
            if (s->depth + (uint64_t)__builtin_popcountll(opening & before) > ++closed) continue;
            *after = ~(left ^ (left - 1));
            s->depth = 0;
            return true;
        }
    }
    s->depth += (uint64_t)__builtin_popcountll(opening) - n;
    return false;
}

/// Skips the block at `p`. `between` has the bits of the bytes between quotes, as if the block began outside of strings. Returns
/// the address at which the skip stops, or NULL to go on with the next block.
yoke_inline const uint8_t *pass_block(member_filter *filter, scan *s, const uint8_t *p, const masks *m, uint64_t between, uint64_t valid) {
    const uint64_t inside = between ^ s->in_string;
    uint64_t left = valid & ~inside;
    s->in_string = (uint64_t)((int64_t)inside >> 63);
    for (;;) {
        if (s->depth > 0 && !close_all(s, m->opening & left, m->closing & left, &left)) return NULL;
        left &= valid & ~inside;
        for (;;) {
            const uint64_t marks = left & (m->opening | m->closing | m->commas), mark = marks & (0 - marks);
            if (marks == 0) return NULL;
            left &= ~(mark | (mark - 1));
            if (yoke_unlikely((mark & m->opening) != 0)) break;
            const uint8_t *at = p + __builtin_ctzll(mark);
            if ((mark & m->commas) == 0 || !drop_member(filter, at + 1)) return at;
        }
        s->depth = 1;
    }
}

/// Returns the mask for the bits of commas: all ones if members may be wanted, else 0. Only then the skip must look at commas, because a
/// wanted member may follow a comma.
yoke_inline uint64_t commas_for(const member_filter *filter) { return filter->object != NULL ? ~UINT64_C(0) : 0; }

yoke_inline scan resume(const yoke_skipped *from) { return (scan){from->depth, from->in_string ? ~UINT64_C(0) : 0, from->is_escaped}; }

yoke_inline yoke_skipped suspend(const scan *s) { return (yoke_skipped){s->depth, s->in_string != 0, s->is_escaped != 0}; }

static masks classify(const uint8_t *p) {
    yoke_v16 quotes[4], backslashes[4], opening[4], closing[4], commas[4];
    for (unsigned i = 0; i < 4; i++) {
        const yoke_v16 v = yoke_v16_load(p + 16 * i), braces = yoke_v16_or(v, yoke_v16_fill(0x20)); // [ and ] become { and }
        quotes[i] = yoke_v16_equal(v, yoke_v16_fill('"'));
        backslashes[i] = yoke_v16_equal(v, yoke_v16_fill('\\'));
        opening[i] = yoke_v16_equal(braces, yoke_v16_fill('{'));
        closing[i] = yoke_v16_equal(braces, yoke_v16_fill('}'));
        commas[i] = yoke_v16_equal(v, yoke_v16_fill(','));
    }
    masks m;
    m.quotes = yoke_v16_mask(quotes[0], quotes[1], quotes[2], quotes[3]);
    m.backslashes = yoke_v16_mask(backslashes[0], backslashes[1], backslashes[2], backslashes[3]);
    m.opening = yoke_v16_mask(opening[0], opening[1], opening[2], opening[3]);
    m.closing = yoke_v16_mask(closing[0], closing[1], closing[2], closing[3]);
    m.commas = yoke_v16_mask(commas[0], commas[1], commas[2], commas[3]);
    return m;
}

yoke_not_for_size static const uint8_t *pass_blocks(member_filter *filter, yoke_skipped *state, const uint8_t *p) {
    scan s = resume(state);
    const uint64_t wanted = commas_for(filter);
    const uint8_t *const end = filter->e->end;
    const uint8_t *at = NULL;
    for (; at == NULL && p < end; p += BLOCK) {
        masks m = classify(p);
        m.commas &= wanted;
        const uint64_t valid = bits_before(p, end);
        at = pass_block(filter, &s, p, &m, fill_between(find_quotes(&s, &m, valid)), valid);
    }
    *state = suspend(&s);
    return at;
}

#if YOKE_WIDE

YOKE_AVX2 yoke_not_for_size static const uint8_t *pass_blocks_avx2(member_filter *filter, yoke_skipped *state, const uint8_t *p) {
    scan s = resume(state);
    const uint64_t wanted = commas_for(filter);
    const uint8_t *const end = filter->e->end;
    const uint8_t *at = NULL;
    for (; at == NULL && p < end; p += BLOCK) {
        const __m256i a = _mm256_loadu_si256((const __m256i *)(const void *)p);
        const __m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(p + 32));
        const __m256i low = _mm256_set1_epi8(0x20), c = _mm256_or_si256(a, low), d = _mm256_or_si256(b, low);
        const masks m = {equal_avx2(a, b, '"'), equal_avx2(a, b, '\\'), equal_avx2(c, d, '{'), equal_avx2(c, d, '}'),
                         equal_avx2(a, b, ',') & wanted};
        const uint64_t valid = bits_before(p, end);
        at = pass_block(filter, &s, p, &m, fill_between_wide(find_quotes(&s, &m, valid)), valid);
    }
    *state = suspend(&s);
    return at;
}

YOKE_AVX512 yoke_inline uint64_t equal_avx512(__m512i v, char c) { return _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(c)); }

YOKE_AVX512 yoke_inline masks classify_avx512(const uint8_t *p) {
    const __m512i v = _mm512_loadu_si512(p), braces = _mm512_or_si512(v, _mm512_set1_epi8(0x20));
    return (masks){equal_avx512(v, '"'), equal_avx512(v, '\\'), equal_avx512(braces, '{'), equal_avx512(braces, '}'), equal_avx512(v, ',')};
}

/// Skips complete blocks. Stops before a block that may close the last open bracket, or that has a backslash. Returns the address
/// of this block.
YOKE_AVX512 yoke_inline const uint8_t *pass_deep_avx512(scan *s, const uint8_t *p, const uint8_t *end) {
    for (; end - p >= BLOCK; p += BLOCK) {
        const masks m = classify_avx512(p);
        if (yoke_unlikely((m.backslashes | s->is_escaped) != 0)) break;
        const uint64_t inside = fill_between_wide(m.quotes) ^ s->in_string;
        const uint64_t closing = (uint64_t)__builtin_popcountll(m.closing & ~inside);
        if (closing >= s->depth) break;
        s->depth += (uint64_t)__builtin_popcountll(m.opening & ~inside) - closing;
        s->in_string = (uint64_t)((int64_t)inside >> 63);
    }
    return p;
}

YOKE_AVX512 yoke_not_for_size static const uint8_t *pass_blocks_avx512(member_filter *filter, yoke_skipped *state, const uint8_t *p) {
    scan s = resume(state);
    const uint64_t wanted = commas_for(filter);
    const uint8_t *const end = filter->e->end;
    const uint8_t *at = NULL;
    for (; at == NULL && p < end; p += BLOCK) {
        if (s.depth > 0) {
            p = pass_deep_avx512(&s, p, end);
            if (p >= end) break;
        }
        masks m = classify_avx512(p);
        m.commas &= wanted;
        const uint64_t valid = bits_before(p, end);
        at = pass_block(filter, &s, p, &m, fill_between_wide(find_quotes(&s, &m, valid)), valid);
    }
    *state = suspend(&s);
    return at;
}

#endif

/// Skips from `p` on. Returns the address at which the skip stops: the comma before a member that may be wanted, or a bracket that
/// closes more than was opened. Returns NULL at the window's end; `s` then holds the state for the next window.
static const uint8_t *pass(member_filter *filter, yoke_skipped *s, const uint8_t *p) {
#if YOKE_WIDE
    const enum yoke_cpu_level level = yoke_cpu();
    if (level >= YOKE_CPU_AVX512) return pass_blocks_avx512(filter, s, p);
    if (level >= YOKE_CPU_AVX2) return pass_blocks_avx2(filter, s, p);
#endif
    return pass_blocks(filter, s, p);
}

#else

static const uint8_t *pass(member_filter *filter, yoke_skipped *s, const uint8_t *p) {
    for (; p < filter->e->end; p++) {
        const uint8_t c = *p, brace = c | 0x20;
        const bool was_escaped = s->is_escaped;
        s->is_escaped = c == '\\' && !was_escaped;
        if (c == '"' && !was_escaped) s->in_string = !s->in_string;
        if (s->in_string) continue;
        if (brace == '{') s->depth++;
        else if (brace == '}' && s->depth-- == 0) return p;
        else if (c == ',' && s->depth == 0 && filter->object != NULL && !drop_member(filter, p + 1)) return p;
    }
    return NULL;
}

#endif

static enum yoke_expect after_value(const yoke_native *e) {
    return e->binder->top->is_object ? YOKE_EXPECT_COMMA_OR_OBJECT_END : YOKE_EXPECT_COMMA_OR_ARRAY_END;
}

/// Continues the skip at `e->p`. Then sets `e->p` to the position at which the skip stopped, and `e->expect` to the tokens that may come
/// there. If the window ends first, `e->expect` becomes `in_value`.
static void continue_skip(yoke_native *e, member_filter *filter, enum yoke_expect in_value) {
    const uint8_t *at = pass(filter, &e->skipped, e->p);
    if (at != NULL) e->skipped = (yoke_skipped){.depth = 0};
    e->p = at != NULL ? at : e->end;
    e->expect = (uint8_t)(at != NULL ? after_value(e) : in_value);
}

void yoke_skip_container(yoke_native *e) {
    member_filter filter = {.e = e};
    continue_skip(e, &filter, after_value(e));
}

bool yoke_skip_members(yoke_native *e) {
    yoke_binder *const b = e->binder;
    yoke_frame *const f = b->top;
    const uint64_t max_count = f->object->unknown == YOKE_UNKNOWN_SKIPPED ? b->limits.members : 0;
    member_filter filter = {.e = e, .object = f->object, .count = f->count, .max_count = max_count};
    if (e->expect == YOKE_EXPECT_KEY && !drop_member(&filter, e->p)) return true;
    continue_skip(e, &filter, YOKE_EXPECT_VALUE); // also skips the key: it has no brackets or commas outside of its quotes
    f->count = filter.count;
    return filter.key == NULL || yoke_drop_value(b, f, filter.key, filter.key_length);
}
