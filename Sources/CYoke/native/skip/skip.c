#include "native/skip/skip.h"

#include <string.h>

#include "bind/binder.h"
#include "bind/find_field.h"
#include "native/skip/levels.h"
#include "native/skip/scalars.h"
#include "native/skip/token_index.h"
#include "text/unescape.h"

enum {
    /// Levels that a skip can handle without frames.
    LEVELS = 64,
    /// Bytes to read before an index is made; and after a useless index, bytes to read before the next one.
    UNINDEXED = 256,
    BETWEEN = 64,
    /// Number of guessed key lengths, indexed by the beginning of the previous key.
    GUESSES = 256,
    /// The least number of bytes for which the tape makes room at once.
    KEPT_AT_ONCE = 512 * 1024,
    /// More room is made only if less than this is left.
    KEPT_AT_LEAST = 4096
};

/// Keeps the last key of the top frame, for the path of an error.
static bool keep_key(yoke_native *e, const yoke_frame *f, const yoke_level *l) {
    yoke_binder *b = e->binder;
    const uint8_t *text = l->key;
    size_t n = l->key_length;
    if (memchr(text, '\\', n) != NULL) {
        if (!yoke_unescape(&e->unescaped, text, text + n)) return false;
        text = e->unescaped.bytes;
        n = e->unescaped.count;
    }
    b->keys.count = f->key_mark;
    yoke_buffer_append(&b->keys, text, n < YOKE_KEY_KEPT ? n : YOKE_KEY_KEPT);
    return !b->keys.failed;
}

/// The number of levels that a skip may open in the top frame.
yoke_inline size_t levels_left(const yoke_binder *b) {
    const uint64_t depth = b->depth < b->limits.depth ? b->limits.depth - b->depth : 0;
    return depth < LEVELS ? (size_t)depth : LEVELS;
}

/// Makes frames for the open levels. The first level has the top frame already.
static bool keep_levels(yoke_native *e, const yoke_level *levels, const yoke_level *last) {
    yoke_binder *b = e->binder;
    yoke_frame *f = b->top;
    const yoke_sink *const sink = f->sink;
    void *const sink_context = f->sink_context;
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
        f->sink = sink;
        f->sink_context = sink_context;
        f->serial = ++b->serial;
        f->start = e->offset + (uint64_t)(l[1].start - e->window);
        b->depth++;
    }
}

/// The length of a plain key from its first byte `s` on; SIZE_MAX if the key is not plain or does not end before `end`.
yoke_inline size_t key_length(const uint8_t *s, const uint8_t *end) {
    for (size_t n = 0; s + n < end; n += 16) {
        const unsigned stops = yoke_string_stops(s + n);
        if (stops == 0) continue;
        n += (size_t)__builtin_ctz(stops);
        return s[n] == '"' && s + n < end ? n : SIZE_MAX;
    }
    return SIZE_MAX;
}

/// Passes the key at `p` if the object certainly drops its member.
yoke_inline place skip_unknown_key(const yoke_native *e, const yoke_object *object, const uint8_t *p) {
    const size_t n = key_length(p + 1, e->end);
    const bool is_unknown =
        n < e->binder->string_bound && yoke_find_field(object, p + 1, n) == NULL && object->unknown == YOKE_UNKNOWN_SKIPPED;
    return is_unknown ? (place){p + n + 2, NULL} : nowhere;
}

/// Stores the counts of open containers in their nodes. Until a container or the loop ends, only the levels know the counts.
static void keep_counts(yoke_tape *t, const yoke_level *levels, const yoke_level *last) {
    size_t index = t->open;
    for (const yoke_level *l = last;; l--) {
        t->nodes[index].count = (uint32_t)(l->count + (l != last && !l->is_object)); // an open element counts too
        if (l == levels) return;
        index -= t->nodes[index].nodes;
    }
}

/// Returns `end`, the end of the key at `p`, computed from a guess if the guess is right. Later instructions then need not wait for
/// the real end.
/// In objects of the same form, the same key follows a given key. So `guess`, the length of the last key after that given key, is
/// mostly right.
yoke_inline const uint8_t *as_guessed(const uint8_t *end, const uint8_t *p, uint8_t *guess) {
    size_t n = *guess;
    __asm__("" : "+r"(n)); // hides from the compiler that both values are equal
    if (yoke_likely(end == p + n)) return p + n;
    *guess = (uint8_t)(end - p);
    return end;
}

#if YOKE_VECTOR

/// True if an index exists or can be made. No limit may be so low that a piece can exceed it, and strings must be checked as UTF-8.
static bool can_index(const yoke_native *e) {
    return !e->any_utf8 && e->binder->string_bound > YOKE_PIECE_MOST && e->end - e->p >= 2 * YOKE_PADDING;
}

/// True if the index is used from the first token on, because the last index was useful.
static bool is_indexed(const yoke_native *e) {
    const yoke_tokens *t = e->tokens;
    return t != NULL && (t->size > YOKE_PIECE_LEAST || (t->text != NULL && e->p < t->behind));
}

#else

static bool can_index(const yoke_native *e) { return (void)e, false; }
static bool is_indexed(const yoke_native *e) { return (void)e, false; }

#endif

/// Makes room on the tape for the text from `p` to `*end`. If this is much, moves `*end` nearer: to the end of the existing room,
/// or else to a few times the tape's size. The value may end soon, so more room could be wasted. `*to` is where the tape continues,
/// `*key_to` where its last key is. Returns false if there is not enough memory.
yoke_inline bool make_room(yoke_binder *b, const uint8_t *p, const uint8_t **end, uint8_t **to, uint8_t **key_to) {
    yoke_tape *const t = &b->tape;
    const size_t room = t->text.capacity - t->text.count;
    size_t ahead = t->text.count < KEPT_AT_ONCE / 4 ? KEPT_AT_ONCE : t->text.count * 4;
    if (room >= KEPT_AT_LEAST && room - YOKE_TAPE_SLACK < ahead) ahead = room - YOKE_TAPE_SLACK;
    if ((size_t)(*end - p) > ahead) *end = p + ahead;
    if (!yoke_buffer_reserve(&t->text, (size_t)(*end - p) + YOKE_TAPE_SLACK))
        return yoke_fail(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_OBJECT);
    *to = t->text.bytes + t->text.count;
    *key_to = t->text.bytes + t->key;
    return true;
}

/// Sets the end of the tape to `to` and its last key to `key_to`.
yoke_inline void keep_ends(yoke_tape *t, const uint8_t *to, const uint8_t *key_to) {
    t->text.count = (size_t)(to - t->text.bytes);
    t->key = (size_t)(key_to - t->text.bytes);
}

/// Skips usual text from `e->p` on, and uses an index from `index_from` on. `keeps`: the text goes to the tape, in the tape's
/// innermost container. Otherwise the text is dropped.
yoke_inline bool pass(yoke_native *e, const uint8_t *index_from, const bool keeps) {
    yoke_binder *const b = e->binder;
    yoke_tape *const t = &b->tape;
    const yoke_frame *const f = b->top;
    const uint8_t *end = e->end, *p = e->p;
    const uint64_t most = b->limits.members < UINT32_MAX ? b->limits.members : UINT32_MAX;
    // For an object: tells its wanted members from members to skip. The skip ends at the first wanted member.
    const yoke_object *const object = f->kind == YOKE_FRAME_OBJECT ? f->object : NULL;
    place at;
    uint8_t *to = NULL, *key_to = NULL;
    uint8_t guesses[GUESSES] = {0}, *guess = guesses;
    ptrdiff_t between = BETWEEN;

    yoke_level levels[LEVELS + 1], *l = levels;
    const yoke_level *const deepest = levels + levels_left(b);
    *l = (yoke_level){.count = f->count, .is_object = f->is_object, .node = t->open};
    enum yoke_expect expect = (enum yoke_expect)e->expect;

    p = yoke_space(p, end);
    if (p >= end) {
        e->p = end;
        return true;
    }
    if (keeps && !make_room(b, p, &end, &to, &key_to)) return false;
next: // the next token
    if (p >= index_from) {
        const uint8_t *const from = p;
        yoke_skip_place here = {p, l, expect, to, key_to};
        const bool is_settled = keeps ? yoke_keep_indexed(e, end, levels, deepest, &here)
                                      : yoke_skip_indexed(e, object, levels, deepest, &here);
        l = here.level;
        expect = here.expect;
        to = here.to;
        key_to = here.key_to;
        if (yoke_unlikely(b->error.code != YOKE_ERROR_NONE)) return false; // not enough memory
        p = yoke_space(here.p, end);
        if (is_settled || p >= end) goto stop;
        // An index was useless if a string is too long for a piece. Then wait longer before the next attempt.
        between = here.p - from >= BETWEEN ? BETWEEN : between < YOKE_PIECE_MOST ? 2 * between : between;
        index_from = p + between;
    }
    switch (expect) {
    case YOKE_EXPECT_KEY_OR_END: goto first_member;
    case YOKE_EXPECT_ELEMENT_OR_END: goto first_element;
    case YOKE_EXPECT_KEY: goto member;
    case YOKE_EXPECT_COMMA_OR_ARRAY_END: goto behind_element;
    case YOKE_EXPECT_COMMA_OR_OBJECT_END: goto behind_value;
    default: break;
    }
    if (l->is_object) goto value;
    goto element;

open:
    if (l == deepest) goto stop;
    if (keeps) {
        if (!yoke_tape_open(t, (size_t)(to - t->text.bytes))) goto stop;
        *to++ = *p;
    }
    l++;
    l->start = p;
    l->key = NULL;
    l->count = 0;
    l->space = 0;
    l->is_object = *p == '{';
    l->node = t->open;
    p = yoke_space(p + 1, end);
    if (!l->is_object) {
        expect = YOKE_EXPECT_ELEMENT_OR_END;
        if (p >= end) goto stop;
    first_element:
        if (*p == ']') goto close;
        goto element;
    }
    expect = YOKE_EXPECT_KEY_OR_END;
    if (p >= end) goto stop;
first_member:
    if (*p == '}') goto close;
member:
    if (*p != '"' || l->count >= most) goto stop;
    if (!keeps && l == levels && object != NULL) at = skip_unknown_key(e, object, p);
    else at = pass_string(e, p, end, to, keeps);
    if (at.p == NULL) goto stop;
    at.p = as_guessed(at.p, p, guess);
    guess = &guesses[(yoke_load64(p) * 0x9E3779B97F4A7C15u) >> 56];
    l->key = p + 1;
    l->key_length = (size_t)(at.p - p) - 2;
    l->count++;
    if (keeps) {
        key_to = to;
        to = at.to;
        *to++ = ':';
    }
    expect = YOKE_EXPECT_COLON;
    p = yoke_space(at.p, end);
    if (p >= end || *p != ':') goto stop;
    expect = YOKE_EXPECT_VALUE;
    p = yoke_space(p + 1, end);
    if (p >= end) goto stop;
value:
    if (*p == '{' || *p == '[') goto open;
    at = pass_scalar(e, p, end, to, keeps);
    if (at.p == NULL || at.p >= end) goto stop;
    p = at.p;
    to = at.to;
    expect = YOKE_EXPECT_COMMA_OR_OBJECT_END;
    p = yoke_space(p, end);
    if (p >= end) goto stop;
behind_value:
    if (*p == ',') {
        if (keeps) *to++ = ',';
        expect = YOKE_EXPECT_KEY;
        p = yoke_space_again(p + 1, end, &l->space);
        if (p >= end) goto stop;
        if (p >= index_from) goto next;
        goto member;
    }
    if (*p == '}') goto close;
    goto stop;

element:
    if (l->count >= most) goto stop;
    if (*p == '{' || *p == '[') goto open;
    at = pass_scalar(e, p, end, to, keeps);
    if (at.p == NULL || at.p >= end) goto stop;
    p = at.p;
    to = at.to;
    l->count++;
    expect = YOKE_EXPECT_COMMA_OR_ARRAY_END;
    p = yoke_space(p, end);
    if (p >= end) goto stop;
behind_element:
    if (*p == ',') {
        if (keeps) *to++ = ',';
        expect = YOKE_EXPECT_VALUE;
        p = yoke_space_again(p + 1, end, &l->space);
        if (p >= end) goto stop;
        if (p >= index_from) goto next;
        goto element;
    }
    if (*p != ']') goto stop;

close:
    if (l == levels) goto stop; // its frame must end too
    if (keeps) {
        *to++ = *p;
        t->nodes[t->open].count = (uint32_t)l->count;
        yoke_tape_close(t, (size_t)(to - t->text.bytes));
    }
    l--;
    if (l->is_object) {
        expect = YOKE_EXPECT_COMMA_OR_OBJECT_END;
        p = yoke_space(p + 1, end);
        if (p >= end) goto stop;
        goto behind_value;
    }
    l->count++;
    expect = YOKE_EXPECT_COMMA_OR_ARRAY_END;
    p = yoke_space(p + 1, end);
    if (p >= end) goto stop;
    goto behind_element;

stop:
    if (keeps && p >= end && end < e->end) {
        // The room on the tape ends here: make more and continue. The lexer cannot take a comma instead, because its commas do not
        // go to the tape.
        end = e->end;
        p = yoke_space(p, end);
        if (p < end && expect != YOKE_EXPECT_COLON) {
            keep_ends(t, to, key_to);
            if (!make_room(b, p, &end, &to, &key_to)) return false;
            goto next;
        }
    }
    e->expect = (uint8_t)expect;
    e->p = p < end ? p : end;
    if (keeps) {
        keep_ends(t, to, key_to);
        keep_counts(t, levels, l);
    }
    return keep_levels(e, levels, l);
}

/// Skips by an index from `e->p` on, as far as possible. `is_settled`: the skip is finished. Returns false if there is not enough
/// memory.
static bool skip_by_index(yoke_native *e, bool *is_settled) {
    const yoke_binder *b = e->binder;
    yoke_frame *f = b->top;
    const bool is_object = f->kind == YOKE_FRAME_OBJECT;
    yoke_level levels[LEVELS + 1];
    levels[0] = (yoke_level){.count = f->count, .is_object = f->is_object};
    yoke_skip_place at = {.p = yoke_space(e->p, e->end), .level = levels, .expect = (enum yoke_expect)e->expect};
    *is_settled = yoke_skip_indexed(e, is_object ? f->object : NULL, levels, levels + levels_left(b), &at);
    if (yoke_unlikely(b->error.code != YOKE_ERROR_NONE)) return false; // not enough memory
    if (is_object && levels[0].key != NULL) f->field = NULL;
    e->p = at.p;
    e->expect = (uint8_t)at.expect;
    return keep_levels(e, levels, at.level);
}

bool yoke_skip(yoke_native *e) {
    if (!can_index(e)) return pass(e, e->end, false);
    if (!is_indexed(e)) return pass(e, e->p + UNINDEXED, false);
    const uint8_t *p = e->p;
    bool is_settled;
    if (!skip_by_index(e, &is_settled)) return false;
    if (is_settled || e->p >= e->end || (e->p == p && e->expect == YOKE_EXPECT_KEY)) return true;
    return pass(e, e->p + BETWEEN, false);
}

bool yoke_keep_document(yoke_native *e) {
    if (!can_index(e) || !yoke_can_keep_indexed()) return pass(e, e->end, true);
    return pass(e, e->p + (is_indexed(e) ? 0 : UNINDEXED), true);
}
