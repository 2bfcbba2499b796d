#include "native/skip/skip.h"

#include <string.h>

#include "bind/binder.h"
#include "bind/find_field.h"
#include "native/skip/levels.h"
#include "native/skip/plain_key.h"
#include "native/skip/scalars.h"
#include "native/skip/token_index.h"
#include "text/unescape.h"

enum {
    /// The most open containers (levels) that a skip handles without frames.
    LEVELS = 64,
    /// UNINDEXED: number of bytes that a skip reads token by token before it makes its first token index (a list of tokens). BETWEEN:
    /// number of bytes that the skip reads token by token after a token index has ended, before it makes the next one. After useless token
    /// indexes, this number grows.
    UNINDEXED = 256,
    BETWEEN = 64,
    /// The tape makes room for at least this many bytes at once, unless less text is left.
    KEPT_AT_ONCE = 512 * 1024,
    /// The tape makes more room only if less than this many bytes are left.
    MIN_KEPT = 4096
};

/// Stores the last key of the level (open container) as the current key of its frame, for the path in error messages. Returns false if
/// memory runs out.
static bool keep_key(yoke_native *e, const yoke_frame *f, const yoke_skip_level *l) {
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

/// Returns how many nested containers (levels) a skip may open inside the container of the top frame.
yoke_inline size_t levels_left(const yoke_binder *b) {
    const uint64_t depth = b->depth < b->limits.depth ? b->limits.depth - b->depth : 0;
    return depth < LEVELS ? (size_t)depth : LEVELS;
}

/// Called where a skip stops: pushes frames for the open containers (levels). Only the first level already has a frame, the top frame.
/// Returns false after an error was recorded.
static bool keep_levels(yoke_native *e, const yoke_skip_level *levels, const yoke_skip_level *last) {
    yoke_binder *b = e->binder;
    yoke_frame *f = b->top;
    const yoke_sink *const sink = f->sink;
    void *const sink_context = f->sink_context;
    for (const yoke_skip_level *l = levels;; l++) {
        f->count = l->count;
        if (l->key != NULL && !keep_key(e, f, l)) return yoke_fail(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_KEY);
        if (l == last) return true;
        f = yoke_push_frame(b, YOKE_FRAME_DYNAMIC);
        if (f == NULL) return false;
        f->slot = NULL;
        f->destination = NULL;
        f->is_object = l[1].is_object;
        f->is_left_out = false;
        f->sink = sink;
        f->sink_context = sink_context;
        f->serial = ++b->serial;
        f->start = e->offset + (uint64_t)(l[1].start - e->window);
        b->depth++;
    }
}

/// Moves past the key at `p` if the object certainly drops the key's member. Else returns `no_token_end`.
yoke_inline token_end skip_unknown_key(const yoke_native *e, const yoke_object *object, const uint8_t *p) {
    const size_t n = yoke_plain_key_length(p + 1, e->end);
    const bool is_unknown =
        n < e->binder->string_bound && yoke_find_field(object, p + 1, n) == NULL && object->unknown == YOKE_UNKNOWN_SKIPPED;
    return is_unknown ? (token_end){p + n + 2, NULL} : no_token_end;
}

/// True if the object certainly keeps the member with the key at `p` as dynamic JSON.
yoke_inline bool is_kept_key(const yoke_native *e, const yoke_object *object, const uint8_t *p) {
    const size_t n = yoke_plain_key_length(p + 1, e->end);
    return n < e->binder->string_bound && yoke_find_field(object, p + 1, n) == NULL;
}

/// Stores the number of members or elements of each open container in the container's tape node. During the skip, only the levels (the
/// skip's own list of open containers) hold these numbers.
static void keep_counts(yoke_tape *t, const yoke_skip_level *levels, const yoke_skip_level *last) {
    size_t index = t->open;
    for (const yoke_skip_level *l = last;; l--) {
        t->nodes[index].count = (uint32_t)(l->count + (l != last && !l->is_object)); // an unfinished element counts too
        if (l == levels) return;
        index -= t->nodes[index].nodes;
    }
}

/// Always returns `end`, the end of the key at `p`. The function exists to save time. `*guess` is a guess of the key's length with quotes:
/// the length of the key that last came after the same previous key. If the guess is right, the function returns `p + *guess`, which equals
/// `end`. The processor predicts the comparison, so later instructions need not wait until `end` is known. If the guess is wrong, the
/// function stores the true length in `*guess`.
yoke_inline const uint8_t *as_guessed(const uint8_t *end, const uint8_t *p, uint8_t *guess) {
    size_t n = *guess;
    __asm__("" : "+r"(n)); // hides from the compiler that `p + n` equals `end`
    if (yoke_likely(end == p + n)) return p + n;
    *guess = (uint8_t)(end - p);
    return end;
}

#if YOKE_VECTOR

/// True if a token index can be made: strings are checked as UTF-8, no string in a piece can exceed the limit, and enough text is
/// left.
static bool can_index(const yoke_native *e) {
    return !e->repairs_utf8 && e->binder->string_bound > YOKE_MAX_PIECE && e->end - e->p >= 2 * YOKE_PADDING;
}

/// True if the last token index was useful, so that its pieces grew. Then the skip uses a token index from its first token on.
static bool is_indexed(const yoke_native *e) { return e->tokens != NULL && e->tokens->size > YOKE_MIN_PIECE; }

#else

static bool can_index(const yoke_native *e) { return (void)e, false; }
static bool is_indexed(const yoke_native *e) { return (void)e, false; }

#endif

/// Makes room on the tape for the text from `p` to `*end`. The skipped value may end long before `*end`. So if the text is long, the
/// function first moves `*end` nearer. The text then fits in the existing room, or has at most 512 KB or four times the length of the
/// tape's text. `*to` becomes the end of the tape, `*key_to` the address of its last key. Returns false if memory runs out.
yoke_inline bool make_room(yoke_binder *b, const uint8_t *p, const uint8_t **end, uint8_t **to, uint8_t **key_to) {
    yoke_tape *const t = &b->tape;
    const size_t room = t->text.capacity - t->text.count;
    size_t ahead = t->text.count < KEPT_AT_ONCE / 4 ? KEPT_AT_ONCE : t->text.count * 4;
    if (room >= MIN_KEPT && room - YOKE_TAPE_SLACK < ahead) ahead = room - YOKE_TAPE_SLACK;
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

/// Opens a level (an open container) for the opening bracket at `s->p`. Returns false if the skip must stop here.
yoke_inline bool open_level(yoke_tape *t, yoke_skip_state *s, const uint8_t *end, const yoke_skip_level *deepest, const bool keeps) {
    if (s->level == deepest) return false;
    if (keeps) {
        if (!yoke_tape_open(t, (size_t)(s->to - t->text.bytes))) return false;
        *s->to++ = *s->p;
    }
    yoke_skip_level *const l = ++s->level;
    l->start = s->p;
    l->key = NULL;
    l->count = 0;
    l->space = 0;
    l->is_object = *s->p == '{';
    l->node = t->open;
    s->expect = l->is_object ? YOKE_EXPECT_KEY_OR_END : YOKE_EXPECT_ELEMENT_OR_END;
    s->p = yoke_space(s->p + 1, end);
    return s->p < end;
}

/// Closes the innermost level (open container) at its closing bracket. Returns false if the skip must stop here.
yoke_inline bool close_level(yoke_tape *t, yoke_skip_state *s, const uint8_t *end, const bool keeps) {
    if (keeps) {
        *s->to++ = *s->p;
        t->nodes[t->open].count = (uint32_t)s->level->count;
        yoke_tape_close(t, (size_t)(s->to - t->text.bytes));
    }
    yoke_skip_level *const l = --s->level;
    s->expect = l->is_object ? YOKE_EXPECT_COMMA_OR_OBJECT_END : YOKE_EXPECT_COMMA_OR_ARRAY_END;
    if (!l->is_object) l->count++;
    s->p = yoke_space(s->p + 1, end);
    return s->p < end;
}

/// Moves past a key and its colon. `object`: an object whose keys are wanted; NULL: no key is wanted. `*guess`: a guess of the key's
/// length; see `as_guessed`. Returns false if the skip must stop here.
yoke_inline bool pass_key(yoke_native *e, const yoke_object *object, yoke_skip_state *s, const uint8_t *end, uint8_t **guess,
                          const bool keeps) {
    const uint8_t *p = s->p;
    token_end at;
    if (object == NULL) at = pass_string(e, p, end, s->to, keeps);
    else if (!keeps) at = skip_unknown_key(e, object, p);
    else at = is_kept_key(e, object, p) ? pass_string(e, p, end, s->to, keeps) : no_token_end;
    if (at.p == NULL) return false;
    if (keeps && object != NULL) s->member = (yoke_kept_member){p, s->to, e->binder->tape.count};
    at.p = as_guessed(at.p, p, *guess);
    *guess = &e->key_lengths[(yoke_load64(p) * 0x9E3779B97F4A7C15u) >> 56];
    s->level->key = p + 1;
    s->level->key_length = (size_t)(at.p - p) - 2;
    s->level->count++;
    if (keeps) {
        s->key_to = s->to;
        s->to = at.to;
        *s->to++ = ':';
    }
    s->expect = YOKE_EXPECT_COLON;
    s->p = yoke_space(at.p, end);
    if (s->p >= end || *s->p != ':') return false;
    s->expect = YOKE_EXPECT_VALUE;
    s->p = yoke_space(s->p + 1, end);
    return s->p < end;
}

/// Moves past a scalar in an object or in an array. Returns false if the skip must stop here.
yoke_inline bool pass_value(yoke_native *e, yoke_skip_state *s, const uint8_t *end, const bool in_object, const bool keeps) {
    const token_end at = pass_scalar(e, s->p, end, s->to, keeps);
    if (at.p == NULL || at.p >= end) return false;
    s->to = at.to;
    if (!in_object) s->level->count++;
    s->expect = in_object ? YOKE_EXPECT_COMMA_OR_OBJECT_END : YOKE_EXPECT_COMMA_OR_ARRAY_END;
    s->p = yoke_space(at.p, end);
    return s->p < end;
}

/// Moves past a comma. Returns false if the skip must stop after the comma.
yoke_inline bool pass_comma(yoke_skip_state *s, const uint8_t *end, const bool in_object, const bool keeps) {
    if (keeps) *s->to++ = ',';
    s->expect = in_object ? YOKE_EXPECT_KEY : YOKE_EXPECT_VALUE;
    s->p = yoke_space_again(s->p + 1, end, &s->level->space);
    return s->p < end;
}

/// Continues the skip at `s->p` with a token index. Returns false if the skip must stop where the token index stopped. Otherwise sets
/// `*index_from` to the position where the next token index should begin.
yoke_inline bool pass_by_index(yoke_native *e, const yoke_object *object, yoke_skip_level *levels, const yoke_skip_level *deepest,
                               const uint8_t *end, yoke_skip_state *s, const uint8_t **index_from, ptrdiff_t *between,
                               const bool keeps) {
    yoke_skip_state here = *s;
    const bool is_settled = keeps ? yoke_keep_indexed(e, end, levels, deepest, &here)
                                  : yoke_skip_indexed(e, object, levels, deepest, &here);
    // If a token index was useless (for example because a string is longer than a piece), wait longer before the next attempt.
    *between = here.p - s->p >= BETWEEN ? BETWEEN : *between < YOKE_MAX_PIECE ? 2 * *between : *between;
    *s = here;
    if (yoke_unlikely(e->binder->error.code != YOKE_ERROR_NONE)) return false; // not enough memory
    s->p = yoke_space(s->p, end);
    *index_from = s->p + *between;
    return !is_settled && s->p < end;
}

/// If the skip stopped because the tape has no more room, makes more room and returns true. Otherwise the lexer would read the next token.
/// The lexer does not copy commas to the tape. So if the next token were a comma, it would be missing on the tape.
yoke_inline bool makes_more_room(yoke_native *e, yoke_skip_state *s, const uint8_t **end) {
    if (s->p < *end || *end >= e->end) return false;
    *end = e->end;
    s->p = yoke_space(s->p, *end);
    if (s->p >= *end || s->expect == YOKE_EXPECT_COLON) return false;
    keep_ends(&e->binder->tape, s->to, s->key_to);
    return make_room(e->binder, s->p, end, &s->to, &s->key_to);
}

/// If the skip stopped inside a member of the first level, removes the member from the tape: the engine will read it again, token by token.
yoke_inline void take_back_member(yoke_tape *t, yoke_skip_level *levels, yoke_skip_state *s) {
    if (s->level == levels && (s->expect == YOKE_EXPECT_KEY || s->expect == YOKE_EXPECT_COMMA_OR_OBJECT_END)) return;
    t->depth -= (size_t)(s->level - levels);
    t->open = levels->node;
    t->count = s->member.nodes;
    s->p = s->member.p;
    s->to = s->key_to = s->member.to;
    s->expect = YOKE_EXPECT_KEY;
    s->level = levels;
    levels->count--;
}

/// Stores the position of the skip in the engine, in the tape and in new frames. Returns false if memory runs out.
yoke_inline bool leave(yoke_native *e, const yoke_skip_level *levels, const yoke_skip_state *s, const uint8_t *end, const bool keeps) {
    if (yoke_unlikely(e->binder->error.code != YOKE_ERROR_NONE)) return false;
    e->expect = (uint8_t)s->expect;
    e->p = s->p < end ? s->p : end;
    if (keeps) {
        keep_ends(&e->binder->tape, s->to, s->key_to);
        keep_counts(&e->binder->tape, levels, s->level);
    }
    return keep_levels(e, levels, s->level);
}

/// Skips text from `e->p` on, up to the first unusual token. Uses a token index from `index_from` on. `keeps`: true to copy the text to the
/// innermost container of the tape, instead of dropping it.
yoke_inline bool pass(yoke_native *e, const uint8_t *index_from, const bool keeps) {
    yoke_binder *const b = e->binder;
    yoke_tape *const t = &b->tape;
    const yoke_frame *const f = b->top;
    const uint8_t *end = e->end;
    const uint64_t most = b->limits.members < UINT32_MAX ? b->limits.members : UINT32_MAX;
    // The object of a model: the skip ends at the first member whose key one of its fields has. NULL: no key is wanted.
    const yoke_object *const object = f->kind == YOKE_FRAME_OBJECT ? f->object : NULL;
    uint8_t *guess = e->key_lengths;
    ptrdiff_t between = BETWEEN;
    yoke_skip_level levels[LEVELS + 1];
    const yoke_skip_level *const deepest = levels + levels_left(b);
    levels[0] = (yoke_skip_level){.count = f->count, .is_object = f->is_object, .node = t->open};
    yoke_skip_state s = {.p = yoke_space(e->p, end), .level = levels, .expect = (enum yoke_expect)e->expect};
    if (s.p >= end) {
        e->p = end;
        return true;
    }
    if (keeps && !make_room(b, s.p, &end, &s.to, &s.key_to)) return false;

next: // the next token
    if (s.p >= index_from && !pass_by_index(e, object, levels, deepest, end, &s, &index_from, &between, keeps)) goto stop;
    switch (s.expect) {
    case YOKE_EXPECT_KEY_OR_END: goto first_member;
    case YOKE_EXPECT_ELEMENT_OR_END: goto first_element;
    case YOKE_EXPECT_KEY: goto member;
    case YOKE_EXPECT_COMMA_OR_ARRAY_END: goto after_element;
    case YOKE_EXPECT_COMMA_OR_OBJECT_END: goto after_value;
    default: break;
    }
    if (s.level->is_object) goto value;
    goto element;

open:
    if (!open_level(t, &s, end, deepest, keeps)) goto stop;
    if (!s.level->is_object) goto first_element;
first_member:
    if (*s.p == '}') goto close;
member:
    if (*s.p != '"' || s.level->count >= most) goto stop;
    if (!pass_key(e, s.level == levels ? object : NULL, &s, end, &guess, keeps)) goto stop;
value:
    if (*s.p == '{' || *s.p == '[') goto open;
    if (!pass_value(e, &s, end, true, keeps)) goto stop;
after_value:
    if (*s.p != ',') goto end_of_object;
    if (!pass_comma(&s, end, true, keeps)) goto stop;
    if (s.p >= index_from) goto next;
    goto member;

first_element:
    if (*s.p == ']') goto close;
element:
    if (s.level->count >= most) goto stop;
    if (*s.p == '{' || *s.p == '[') goto open;
    if (!pass_value(e, &s, end, false, keeps)) goto stop;
after_element:
    if (*s.p != ',') goto end_of_array;
    if (!pass_comma(&s, end, false, keeps)) goto stop;
    if (s.p >= index_from) goto next;
    goto element;

end_of_object:
    if (*s.p == '}') goto close;
    goto stop;
end_of_array:
    if (*s.p != ']') goto stop;
close:
    if (s.level == levels) goto stop; // the first level has a frame, which must end too
    if (!close_level(t, &s, end, keeps)) goto stop;
    if (s.level->is_object) goto after_value;
    goto after_element;

stop:
    if (keeps && object != NULL) take_back_member(t, levels, &s);
    else if (keeps && makes_more_room(e, &s, &end)) goto next;
    return leave(e, levels, &s, end, keeps);
}

/// Starts at `e->p` and skips with the token index, until the skip is finished or an unusual token comes. Sets `*is_settled` to
/// true if the skip is finished. Returns false if memory runs out.
static bool skip_by_index(yoke_native *e, bool *is_settled) {
    const yoke_binder *b = e->binder;
    yoke_frame *f = b->top;
    const bool is_object = f->kind == YOKE_FRAME_OBJECT;
    yoke_skip_level levels[LEVELS + 1];
    levels[0] = (yoke_skip_level){.count = f->count, .is_object = f->is_object};
    yoke_skip_state at = {.p = yoke_space(e->p, e->end), .level = levels, .expect = (enum yoke_expect)e->expect};
    *is_settled = yoke_skip_indexed(e, is_object ? f->object : NULL, levels, levels + levels_left(b), &at);
    if (yoke_unlikely(b->error.code != YOKE_ERROR_NONE)) return false; // not enough memory
    if (is_object && levels[0].key != NULL) f->field = NULL;
    e->p = at.p;
    e->expect = (uint8_t)at.expect;
    return keep_levels(e, levels, at.level);
}

bool yoke_skip(yoke_native *e) {
    if (yoke_unlikely(yoke_skips_unchecked(e))) {
        if (e->binder->top->kind == YOKE_FRAME_OBJECT) return yoke_skip_members(e);
        yoke_skip_container(e);
        return true;
    }
    if (!yoke_has_index(e, e->p)) {
        if (!can_index(e)) return pass(e, e->end, false);
        if (!is_indexed(e)) return pass(e, e->p + UNINDEXED, false);
    }
    const uint8_t *p = e->p;
    bool is_settled;
    if (!skip_by_index(e, &is_settled)) return false;
    if (is_settled || e->p >= e->end || (e->p == p && e->expect == YOKE_EXPECT_KEY)) return true;
    return pass(e, e->p + BETWEEN, false);
}

bool yoke_keep_members(yoke_native *e, const uint8_t *p) {
    yoke_binder *const b = e->binder;
    yoke_tape *const t = &b->tape;
    yoke_frame *const f = b->top;
    const uint64_t count = f->count;
    bool is_whole;
    e->p = p;
    e->expect = YOKE_EXPECT_KEY;
    yoke_tape_clear(t);
    if (!yoke_tape_begin(t, YOKE_TAPE_OBJECT)) return yoke_fail(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_OBJECT);
    if (!pass(e, e->end, true)) return false;
    f->field = NULL;
    if (f->count > count) {
        t->nodes->count = (uint32_t)(f->count - count);
        if (!yoke_tape_end(t, &is_whole) || !yoke_tape_finish(t)) return yoke_fail(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_OBJECT);
        if (!yoke_store_extras(b, f, t, e->offset + (uint64_t)(e->p - e->window))) return false;
    }
    yoke_tape_clear(t);
    return true;
}

bool yoke_keep_document(yoke_native *e) {
    if (!can_index(e) || !yoke_can_keep_indexed()) return pass(e, e->end, true);
    return pass(e, e->p + (is_indexed(e) ? 0 : UNINDEXED), true);
}
