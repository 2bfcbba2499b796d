#include "skip.h"

#include <string.h>

#include "bind_internal.h"
#include "find_field.h"
#include "skip_levels.h"
#include "token_index.h"
#include "utf8.h"

static __attribute__((noinline)) const uint8_t *skip_long_string(const yoke_native *e, const uint8_t *s) {
    const uint8_t *start = s;
    bool ascii = true;
    for (;;) {
        if (s >= e->end) return NULL;
        unsigned tops, stops = yoke_text_stops(s, &tops);
        if ((tops & yoke_bits_before(stops)) != 0) ascii = false;
        if (stops == 0) {
            s += 16;
            if (s - start >= 64) s = yoke_pass_plain(s, e->end, &ascii); // most are shorter than a call is worth
            continue;
        }
        const uint8_t *stop = s + __builtin_ctz(stops);
        if (*stop == '"') {
            if (stop >= e->end || (size_t)(stop - start) >= e->binder->string_bound) return NULL;
            if (!ascii && (e->any_utf8 || !yoke_is_utf8(e->window, start, (size_t)(stop - start)))) return NULL;
            return stop + 1;
        }
        if (*stop != '\\') return NULL;
        s = yoke_skip_escape(stop, e->end);
        if (s == NULL) return NULL;
    }
}

/// Behind the string at `p`, whose quote is there.
yoke_inline const uint8_t *skip_string(const yoke_native *e, const uint8_t *p) {
    const size_t n = yoke_short_string(p + 1, e->end); // no limit that is walked under is as low
    return yoke_likely(n < 16) ? p + n + 2 : skip_long_string(e, p + 1);
}

yoke_inline bool is_digit(uint8_t c) { return (uint8_t)(c - '0') <= 9; }

/// Behind the digits from `s` on; no further than the window's end, since digits may fill all that lies behind it.
yoke_inline const uint8_t *skip_digits(const uint8_t *s, const uint8_t *end) {
    while (is_digit(*s) && s < end) s++;
    return s;
}

const uint8_t *yoke_skip_any_number(const yoke_native *e, const uint8_t *p) {
    const uint8_t *s = p + (*p == '-');
    if (!is_digit(*s)) return NULL;
    if (*s++ != '0') s = skip_digits(s, e->end);
    if (*s == '.') {
        if (!is_digit(*++s)) return NULL;
        s = skip_digits(s, e->end);
    }
    if ((*s | 0x20) == 'e') {
        s++;
        if (*s == '+' || *s == '-') s++;
        if (!is_digit(*s)) return NULL;
        s = skip_digits(s, e->end);
    }
    return yoke_is_number_end(*s) && s < e->end && (size_t)(s - p) < e->binder->number_bound ? s : NULL;
}

/// Behind a string, number or word, or behind the window's end; what follows is not looked at.
yoke_inline const uint8_t *skip_scalar(const yoke_native *e, const uint8_t *p) {
    switch (*p) {
    case '"': return skip_string(e, p);
    case 't': return yoke_is_word(p, "true") ? p + 4 : NULL;
    case 'f': return yoke_is_word(p + 1, "alse") ? p + 5 : NULL;
    case 'n': return yoke_is_word(p, "null") ? p + 4 : NULL;
    default: return yoke_skip_number(e, p);
    }
}

enum {
    /// Levels that are gone through without frames.
    LEVELS = 64,
    /// Bytes that are gone through before an index is made, and where one was of no use, before another one is.
    UNINDEXED = 256,
    BETWEEN = 64
};

/// Keeps the last key of the top frame, for the path of an error.
static bool keep_key(yoke_native *e, const yoke_frame *f, const yoke_level *l) {
    yoke_binder *b = e->binder;
    const uint8_t *text = l->key;
    size_t n = yoke_short_string(text, e->end);
    if (n >= 16) {
        n = (size_t)(skip_long_string(e, text) - text) - 1; // it has been gone through before
        if (memchr(text, '\\', n) != NULL) {
            if (!yoke_unescape(&e->unescaped, text, text + n)) return false;
            text = e->unescaped.bytes;
            n = e->unescaped.count;
        }
    }
    b->keys.count = f->key_mark;
    yoke_buffer_append(&b->keys, text, n < YOKE_KEY_KEPT ? n : YOKE_KEY_KEPT);
    return !b->keys.failed;
}

/// Makes frames of the levels, the first of which is the top frame's.
static bool keep_levels(yoke_native *e, const yoke_level *levels, const yoke_level *last) {
    yoke_binder *b = e->binder;
    yoke_frame *f = b->top;
    for (const yoke_level *l = levels;; l++) {
        f->count = l->count;
        if (l->key != NULL && !keep_key(e, f, l)) return yoke_fail(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_KEY);
        if (l == last) return true;
        f = yoke_push_frame(b, YOKE_FRAME_DYNAMIC);
        if (f == NULL) return false;
        f->slot = NULL;
        f->destination = NULL;
        f->is_object = l[1].is_object;
        f->met = false;
        f->sink = NULL;
        f->sink_context = NULL;
        f->serial = ++b->serial;
        f->start = e->offset + (uint64_t)(l[1].start - e->window);
        b->depth++;
    }
}

/// A plain key's length, from its first byte `s` on; SIZE_MAX: it is none, or not plain.
yoke_inline size_t key_length(const uint8_t *s, const uint8_t *end) {
    for (size_t n = 0; s + n < end; n += 16) {
        const unsigned stops = yoke_string_stops(s + n);
        if (stops == 0) continue;
        n += (size_t)__builtin_ctz(stops);
        return s[n] == '"' && s + n < end ? n : SIZE_MAX;
    }
    return SIZE_MAX;
}

/// Behind the key at `p`, if it is for certain one that the object drops; else NULL.
yoke_inline const uint8_t *skip_unknown_key(const yoke_native *e, const yoke_object *object, const uint8_t *p) {
    const size_t n = key_length(p + 1, e->end);
    const bool is_unknown = n < e->binder->string_bound && yoke_find_field(object, p + 1, n) == NULL && object->unknown == YOKE_UNKNOWN_SKIPPED;
    return is_unknown ? p + n + 2 : NULL;
}

#if YOKE_VECTOR

/// Whether there is an index, or can be: of limits none may be met in a piece, and strings need to be UTF-8.
static bool can_index(const yoke_native *e) {
    return !e->any_utf8 && e->binder->string_bound > YOKE_PIECE_MOST && e->end - e->p >= 2 * YOKE_PADDING;
}

/// Whether it is of use from the first token on: the last one was.
static bool is_indexed(const yoke_native *e) {
    const yoke_tokens *t = e->tokens;
    return t != NULL && (t->size > YOKE_PIECE_LEAST || (t->text != NULL && e->p < t->behind));
}

#else

static bool can_index(const yoke_native *e) { return (void)e, false; }
static bool is_indexed(const yoke_native *e) { return (void)e, false; }
bool yoke_skip_indexed(
    yoke_native *e, const yoke_object *object, yoke_level *levels, const yoke_level *deepest, yoke_skip_place *at) {
    return (void)e, (void)object, (void)levels, (void)deepest, (void)at, false;
}

#endif

bool yoke_skip(yoke_native *e) {
    const yoke_binder *const b = e->binder;
    const yoke_frame *const f = b->top;
    const uint8_t *const end = e->end, *p = e->p;
    const uint64_t most = b->limits.members, depth = b->depth < b->limits.depth ? b->limits.depth - b->depth : 0;
    // Of an object, what tells its members from those that are skipped; nothing is skipped behind the first of others.
    const yoke_object *const object = f->kind == YOKE_FRAME_OBJECT ? f->object : NULL;

    const uint8_t *index_from = can_index(e) ? p + (is_indexed(e) ? 0 : UNINDEXED) : end;

    yoke_level levels[LEVELS + 1], *l = levels;
    const yoke_level *const deepest = levels + (depth < LEVELS ? depth : LEVELS);
    *l = (yoke_level){.count = f->count, .is_object = f->is_object};
    enum yoke_expect expect = (enum yoke_expect)e->expect;

next:
    p = yoke_space(p, end);
    if (p >= end) goto stop;
    if (p >= index_from) {
        yoke_skip_place at = {p, l, expect};
        const bool is_settled = yoke_skip_indexed(e, object, levels, deepest, &at);
        p = at.p;
        l = at.level;
        expect = at.expect;
        if (is_settled || p >= end) goto stop;
        index_from = p + BETWEEN;
    }
    switch (expect) {
    case YOKE_EXPECT_KEY_OR_END:
    case YOKE_EXPECT_ELEMENT_OR_END: goto first;
    case YOKE_EXPECT_KEY: goto key;
    case YOKE_EXPECT_COMMA_OR_ARRAY_END:
    case YOKE_EXPECT_COMMA_OR_OBJECT_END: goto done;
    default: goto value;
    }

first:
    if (*p == (l->is_object ? '}' : ']')) goto close;
    if (l->is_object) goto key;
value:
    if (!l->is_object && l->count >= most) goto stop;
    if (*p == '{' || *p == '[') {
        if (l == deepest) goto stop;
        l++;
        l->start = p;
        l->key = NULL;
        l->count = 0;
        l->is_object = *p == '{';
        expect = l->is_object ? YOKE_EXPECT_KEY_OR_END : YOKE_EXPECT_ELEMENT_OR_END;
        p = yoke_space(p + 1, end);
        if (p >= end) goto stop;
        goto first;
    } else {
        const uint8_t *behind = skip_scalar(e, p);
        if (behind == NULL || behind >= end) goto stop;
        p = behind;
    }
taken:
    l->count += !l->is_object;
    expect = l->is_object ? YOKE_EXPECT_COMMA_OR_OBJECT_END : YOKE_EXPECT_COMMA_OR_ARRAY_END;
    p = yoke_space(p, end);
    if (p >= end) goto stop;
done:
    if (*p == ',') {
        p++;
        expect = l->is_object ? YOKE_EXPECT_KEY : YOKE_EXPECT_VALUE;
        if (p >= index_from) goto next;
        p = yoke_space(p, end);
        if (p >= end) goto stop;
        if (!l->is_object) goto value;
        goto key;
    }
    if (*p != (l->is_object ? '}' : ']')) goto stop;
close:
    if (l == levels) goto stop; // its frame has to end too
    p++;
    l--;
    goto taken;

key:
    {
        if (*p != '"' || l->count >= most) goto stop;
        const uint8_t *behind = l == levels && object != NULL ? skip_unknown_key(e, object, p) : skip_string(e, p);
        if (behind == NULL) goto stop;
        l->key = p + 1;
        l->count++;
        expect = YOKE_EXPECT_COLON;
        p = yoke_space(behind, end);
        if (p >= end || *p != ':') goto stop;
        expect = YOKE_EXPECT_VALUE;
        p = yoke_space(p + 1, end);
        if (p >= end) goto stop;
        goto value;
    }

stop:
    e->expect = (uint8_t)expect;
    e->p = p < end ? p : end;
    return keep_levels(e, levels, l);
}
