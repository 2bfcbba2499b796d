// Writes text, value by value. The pointer to the end of the text stays in a register. Private to write/writer.c.
//
// Invariants:
// - Before each step, the output has room for YOKE_STEP_ROOM bytes, because the text so far ends at or before `limit`. A step is a line
//   break and its blanks up to LINE_PAD, a short key, a number or a literal, brackets and commas. Code that writes longer text first makes
//   room for it.
// - The `count` of the output buffer is current only during calls of thunks (callbacks into Swift): `leave` sets `count` before a call,
//   `enter` reads `count` after the call.
// - All functions that write return the address after the text so far, or NULL if `error` is set.
// - `plain` is a constant in each call. True: the style has no line breaks, escaped slashes or written nulls, and the compiler leaves out
//   the tests for them.
#pragma once

#include "number/digits_write.h"
#include "write/writer.h"
#include "text/escape.h"
#include "number/number.h"
#include "base/swift_layout.h"
#include "text/text_out.h"

enum { LINE_PAD = 32 };

static uint8_t *fail(yoke_writer *w, enum yoke_write_error error) {
    if (w->error == YOKE_WRITE_OK) w->error = error;
    return NULL;
}

// MARK: - Room

yoke_inline void leave(yoke_writer *w, const uint8_t *to) { w->out->count = (size_t)(to - w->out->bytes); }

/// Returns the end of the buffer's text. Makes room for `n` bytes after it, and for YOKE_STEP_ROOM bytes more.
static uint8_t *enter_with(yoke_writer *w, size_t n) {
    if (n > SIZE_MAX - YOKE_STEP_ROOM || !yoke_buffer_reserve(w->out, n + YOKE_STEP_ROOM)) return fail(w, YOKE_WRITE_MEMORY);
    w->limit = w->out->bytes + w->out->capacity - YOKE_STEP_ROOM;
    return w->out->bytes + w->out->count;
}

static uint8_t *enter(yoke_writer *w) { return enter_with(w, 0); }

static yoke_cold uint8_t *grow(yoke_writer *w, const uint8_t *to, size_t n) {
    leave(w, to);
    return enter_with(w, n);
}

/// Makes room for `n` bytes at `to`, and for YOKE_STEP_ROOM bytes after them. Returns the new `to`, because the buffer may move.
yoke_inline uint8_t *room(yoke_writer *w, uint8_t *to, size_t n) {
    if (yoke_unlikely((ptrdiff_t)n > w->limit - to)) return grow(w, to, n);
    if (to == NULL) __builtin_unreachable();
    return to;
}

// MARK: - Text

/// Writes a line break and the indentation of the current depth.
static uint8_t *put_line(yoke_writer *w, uint8_t *to) {
    size_t blanks = w->depth * w->style.indent;  // cannot overflow: memory limits the depth, as at least every second level has a frame
    *to = '\n';
    memset(to + 1, ' ', LINE_PAD);
    if (yoke_unlikely(blanks > LINE_PAD)) {
        if ((to = room(w, to, blanks)) == NULL) return NULL;
        memset(to + 1, ' ', blanks);
    }
    return to + 1 + blanks;
}

/// Writes text with an escape for each slash.
static yoke_cold uint8_t *put_slashed(yoke_writer *w, uint8_t *to, const uint8_t *text, size_t n) {
    if ((to = room(w, to, 2 * n)) == NULL) return NULL;
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '/') *to++ = '\\';
        *to++ = text[i];
    }
    return to;
}

/// Writes a string from the plan. Escapes its slashes if the style says so.
static uint8_t *put_literal(yoke_writer *w, uint8_t *to, const uint8_t *text, size_t n) {
    if (w->style.escapes_slashes) return put_slashed(w, to, text, n);
    if ((to = room(w, to, n)) == NULL) return NULL;
    memcpy(to, text, n);
    return to + n;
}

/// Begins a member or an element: makes room for YOKE_STEP_ROOM bytes, and starts a line if the style has line breaks. Returns the new end
/// of the text, or NULL if memory runs out.
yoke_inline uint8_t *begin_line(yoke_writer *w, uint8_t *to, bool plain) {
    to = room(w, to, 0);
    return !plain && w->style.indent > 0 && yoke_likely(to != NULL) ? put_line(w, to) : to;
}

/// Writes a key as the plan holds it: quoted, escaped, with its colon.
yoke_inline uint8_t *put_key(yoke_writer *w, uint8_t *to, const uint8_t *text, size_t n, bool plain) {
    if (!plain && w->style.escapes_slashes && memchr(text, '/', n) != NULL) {
        to = put_slashed(w, to, text, n);
    } else {
        memcpy(to, text, YOKE_LITERAL_PAD);
        if (yoke_unlikely(n > YOKE_LITERAL_PAD)) {
            if (yoke_unlikely(n > 2 * YOKE_LITERAL_PAD)) {
                if ((to = room(w, to, n)) == NULL) return NULL;
                memcpy(to, text, n);
            } else {
                memcpy(to + n - YOKE_LITERAL_PAD, text + n - YOKE_LITERAL_PAD, YOKE_LITERAL_PAD);
            }
        }
        to += n;
    }
    if (!plain && w->style.indent > 0 && to != NULL) *to++ = ' ';
    return to;
}

static uint8_t *borrow_string(yoke_writer *w, uint8_t *to, const uint8_t *at) {
    leave(w, to);
    w->thunks->borrow_string(at, w);
    return enter(w);
}

#if YOKE_VECTOR
/// Writes the rest of a string that needs escapes, and the closing quote. The rest begins at the first byte that needs an escape, or a few
/// bytes before it.
static uint8_t *put_escaped(yoke_writer *w, uint8_t *to, const uint8_t *bytes, size_t n) {
    leave(w, to);
    yoke_out_escaped(w->out, bytes, n, w->style.escapes_slashes);
    if ((to = enter(w)) != NULL) *to++ = '"';
    return to;
}

/// Writes a string of 16 bytes or more, vector by vector. The last vector overlaps the vector before it.
yoke_inline uint8_t *put_long(yoke_writer *w, uint8_t *to, const uint8_t *bytes, size_t n, bool slashes) {
    if ((to = room(w, to, n)) == NULL) return NULL;
    *to++ = '"';
    for (size_t i = 0;;) {
        yoke_v16 block = yoke_v16_load(bytes + i);
        if (yoke_unlikely(yoke_v16_any_top(yoke_escapes_in_vector(block, slashes))))
            return put_escaped(w, to + i, bytes + i, n - i);
        yoke_v16_store(to + i, block);
        if (i + 16 == n) break;
        i = i + 32 <= n ? i + 16 : n - 16;
    }
    to[n] = '"';
    return to + n + 1;
}
#endif

/// Writes a Swift String as a JSON string. Reads it directly from memory if Swift's layout is known.
yoke_inline uint8_t *put_string(yoke_writer *w, uint8_t *to, const uint8_t *at, bool plain) {
#if YOKE_VECTOR
    const bool slashes = !plain && w->style.escapes_slashes;
    if (yoke_likely(w->thunks->knows_strings)) {
        if (yoke_string_is_small(at)) {
            size_t n = yoke_string_small_count(at);
            yoke_v16 block = yoke_v16_load(at);
            unsigned escapes = yoke_v16_bits(yoke_escapes_in_vector(block, slashes));
            *to = '"';
            yoke_v16_store(to + 1, block);
            if (yoke_unlikely((escapes & ((1u << n) - 1)) != 0)) return put_escaped(w, to + 1, at, n);
            to[n + 1] = '"';
            return to + n + 2;
        }
        size_t n;
        const uint8_t *bytes = yoke_string_large(at, &n);
        if (yoke_likely(bytes != NULL && n >= 16)) return put_long(w, to, bytes, n, slashes);
    }
#else
    (void)plain;
#endif
    return borrow_string(w, to, at);
}

// MARK: - Scalars

/// Returns the index of the enum case at `at` in the mapping's list of cases, or the number of cases if the case is not in the list.
static uint32_t find_case(const yoke_type *type, const uint8_t *at) {
    if (type->size == 1) {
        const uint8_t *found = memchr(type->case_bytes, *at, type->case_count);
        return found != NULL ? (uint32_t)(found - type->case_bytes) : type->case_count;
    }
    uint32_t i = 0;
    while (i < type->case_count && memcmp(type->case_bytes + (size_t)i * type->size, at, type->size) != 0) i++;
    return i;
}

/// Lets Swift write a value that C cannot write.
static uint8_t *borrow_value(yoke_writer *w, uint8_t *to, const yoke_type *type, const uint8_t *at) {
    leave(w, to);
    if (type->kind == YOKE_DOCUMENT) {
        w->thunks->write_document(type->context, at, w);
        return w->error == YOKE_WRITE_OK ? enter(w) : NULL;
    }
    w->failure = w->thunks->borrow_text(type->context, at, w);
    return w->failure == NULL ? enter(w) : fail(w, YOKE_WRITE_THUNK);
}

static uint8_t *put_date(yoke_writer *w, uint8_t *to, const yoke_type *type, const uint8_t *at) {
    const yoke_date_format *format = type->context;
    uint8_t text[YOKE_DATE_MAX];
    double seconds;
    memcpy(&seconds, at, sizeof seconds);
    size_t n = yoke_date_write(format, seconds, text);
    const bool is_number = format->style == YOKE_DATE_SECONDS || format->style == YOKE_DATE_MILLISECONDS;
    if (n == 0) return fail(w, is_number ? YOKE_WRITE_NOT_FINITE : YOKE_WRITE_NO_DATE);
    if (is_number) {
        if (yoke_unlikely(n > YOKE_NUMBER_MAX)) {
            if ((to = room(w, to, n)) == NULL) return NULL;
            memcpy(to, text, n);
            return to + n;
        }
        memcpy(to, text, YOKE_NUMBER_MAX);
        return to + n;
    }
    leave(w, to);
    yoke_out_string(w->out, text, n, w->style.escapes_slashes);
    return enter(w);
}

/// Writes a case of an enum whose cases are strings in JSON.
static uint8_t *put_case(yoke_writer *w, uint8_t *to, const yoke_type *type, const uint8_t *at) {
    uint32_t i = find_case(type, at);
    if (i == type->case_count) return borrow_value(w, to, type, at);  // a case that the mapping does not list
    return put_literal(w, to, type->case_literals[i], type->case_lengths[i]);
}

/// Writes NaN or an infinity as the style's text for it. Fails if the style has no such text.
static yoke_cold uint8_t *put_not_finite(yoke_writer *w, uint8_t *to, double value) {
    const yoke_non_finite *texts = w->style.non_finite;
    if (texts == NULL) return fail(w, YOKE_WRITE_NOT_FINITE);
    const enum yoke_non_finite_kind literal = value != value ? YOKE_NAN : value > 0 ? YOKE_INFINITY : YOKE_NEGATIVE_INFINITY;
    const size_t n = texts->lengths[literal];
    if ((to = room(w, to, n)) == NULL) return NULL;
    memcpy(to, texts->texts[literal], n);
    return to + n;
}

/// Writes a floating point number that is not finite, or that the style writes with a fixed number of fraction digits.
static yoke_cold uint8_t *put_unusual(yoke_writer *w, uint8_t *to, double value, bool is_float) {
    if (!__builtin_isfinite(value)) return put_not_finite(w, to, value);
    if (w->style.fraction_digits > 0) return to + yoke_write_fixed(value, w->style.fraction_digits - 1, is_float, to);
    return to + (is_float ? yoke_write_f32((float)value, to) : yoke_write_f64(value, to));
}

#define PUT_NUMBER(type, write)          \
    {                                    \
        type value;                      \
        memcpy(&value, at, sizeof value); \
        return to + write(value, to);    \
    }

#define PUT_FLOAT(type, write)                                                 \
    {                                                                          \
        type value;                                                            \
        memcpy(&value, at, sizeof value);                                      \
        if (yoke_unlikely(!(__builtin_fabs(value) < w->style.shortest_limit)))                 \
            return put_unusual(w, to, value, sizeof value == sizeof(float));                   \
        return to + write(value, to);                                          \
    }

/// Writes a value that contains no other values.
yoke_inline uint8_t *put_scalar(yoke_writer *w, uint8_t *to, const yoke_type *type, uint8_t kind, const uint8_t *at, bool plain) {
    switch (kind) {
    case YOKE_BOOL:
        memcpy(to, *at ? "true\0" : "false", 5);
        return to + (*at ? 4 : 5);
    case YOKE_I8: PUT_NUMBER(int8_t, yoke_write_i64)
    case YOKE_I16: PUT_NUMBER(int16_t, yoke_write_i64)
    case YOKE_I32: PUT_NUMBER(int32_t, yoke_write_i64)
    case YOKE_I64: PUT_NUMBER(int64_t, yoke_write_signed)
    case YOKE_I128: PUT_NUMBER(yoke_wide, yoke_write_i128)
    case YOKE_U8: PUT_NUMBER(uint8_t, yoke_write_u64)
    case YOKE_U16: PUT_NUMBER(uint16_t, yoke_write_u64)
    case YOKE_U32: PUT_NUMBER(uint32_t, yoke_write_u64)
    case YOKE_U64: PUT_NUMBER(uint64_t, yoke_write_u64)
    case YOKE_U128: PUT_NUMBER(yoke_wide, yoke_write_u128)
    case YOKE_F32: PUT_FLOAT(float, yoke_write_f32)
    case YOKE_F64: PUT_FLOAT(double, yoke_write_f64)
    case YOKE_STRING: return put_string(w, to, at, plain);
    case YOKE_DATE: return put_date(w, to, type, at);
    case YOKE_RAW_STRING: return put_case(w, to, type, at);
    default: return borrow_value(w, to, type, at);
    }
}
