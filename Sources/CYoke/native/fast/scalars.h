// Reads keys and scalars for the fast path and stores them. Private to the files in native/fast/.
#pragma once

#include "bind/binder.h"
#include "bind/in_place.h"
#include "number/digits.h"
#include "bind/find_field.h"
#include "number/number.h"
#include "native/strings.h"
#include "native/fast/fast_path.h"

/// True if the text at `p` is the field's key with its colon, exactly as the writer writes it, and a value can follow before `end`.
yoke_inline bool is_key_of(const yoke_binder *b, const yoke_field *field, const uint8_t *p, const uint8_t *end) {
#if YOKE_VECTOR
    unsigned same = yoke_v16_bits(yoke_v16_equal(yoke_v16_load(p), yoke_v16_load(field->head)));
    if ((same & field->head_bits) != field->head_bits) return false;
    const size_t length = field->literal_length;
    if (yoke_likely(length <= 16)) return p + length < end;
    if ((ptrdiff_t)length >= end - p || field->key_length >= b->string_bound) return false;
    const yoke_v16 tail = yoke_v16_load(field->literal + length - 16);
    if (yoke_v16_bits(yoke_v16_equal(yoke_v16_load(p + length - 16), tail)) != 0xFFFF) return false;
    return yoke_likely(length <= 32) || memcmp(p, field->literal, length) == 0;
#else
    if (field->head_bits == YOKE_HEAD_NEVER) return false;
    return (ptrdiff_t)field->literal_length < end - p && field->key_length < b->string_bound &&
           memcmp(p, field->literal, field->literal_length) == 0;
#endif
}

/// Reads up to 16 digits from `s` on, and stores the number that they form. Returns how many digits there are.
yoke_inline unsigned leading_digits(const uint8_t *s, uint64_t *value) {
#if YOKE_VECTOR
    // Computes the value of 16 digits, with k zeros in place of the bytes after the number. So the result is 10^k = 5^k * 2^k times too
    // large. To divide exactly, a shift removes 2^k, and a multiplication by the inverse of 5^k modulo 2^64 removes 5^k.
    const yoke_v16 digits = yoke_v16_subtract(yoke_v16_load(s), yoke_v16_fill('0'));
    const unsigned run = (unsigned)__builtin_ctz(yoke_non_digits(s) | 1u << 16), zeros = 16 - run;
    *value = (yoke_v16_join_sixteen(yoke_v16_and(digits, yoke_v16_load(yoke_first_bytes + zeros))) >> zeros) * yoke_fives_inverse[zeros];
    return run;
#else
    uint64_t bytes = yoke_load_digits(s);
    unsigned run = yoke_digit_run(bytes);
    if (run == 0) return 0;
    *value = yoke_digits_value(bytes, run);
    if (run < 8) return run;
    bytes = yoke_load_digits(s + 8);
    unsigned more = yoke_digit_run(bytes);
    if (more > 0) *value = *value * yoke_tens[more] + yoke_digits_value(bytes, more);
    return run + more;
#endif
}

/// Reads an integer of up to 18 digits, without fraction and exponent. Returns the address after it. Returns NULL for any other value, or
/// if the integer touches the window's end.
yoke_inline const uint8_t *read_integer(const uint8_t *p, const uint8_t *end, int64_t *out) {
    bool negative = *p == '-';
    const uint8_t *s = p + negative;
    uint64_t value;
    unsigned run = leading_digits(s, &value);
    if (yoke_unlikely(run - 1 >= 15)) {
        if (run == 0) return NULL;
        unsigned c = s[16] - '0', d = s[17] - '0';
        if (c <= 9) value = value * 10 + c, run++;
        if (c <= 9 && d <= 9) value = value * 10 + d, run++;
    }
    if (yoke_unlikely(yoke_load8(s) == '0') && run > 1) return NULL;
    s += run;
    if (yoke_unlikely(s >= end)) return NULL;
    if (*s != ',' && yoke_unlikely(!yoke_is_number_end(*s))) return NULL;
    *out = negative ? -(int64_t)value : (int64_t)value;
    return s;
}

/// These functions finish the reading of the number at `p`, which a fast scan has begun. They return the address after the number, or NULL
/// if the lexer must read it. `s`: the address at which the scan stopped; NULL if the scan failed. If the number does not end at `s`, they
/// read the entire number again.
yoke_inline const uint8_t *after_double(const uint8_t *s, const uint8_t *p, const uint8_t *end, double *out) {
    if (yoke_likely(s != NULL) && yoke_likely(yoke_is_number_end(*s))) return s < end ? s : NULL;
    return yoke_read_double(p, end, out);
}

yoke_inline const uint8_t *after_float(const uint8_t *s, const uint8_t *p, const uint8_t *end, float *out) {
    if (yoke_likely(s != NULL) && yoke_likely(yoke_is_number_end(*s))) return s < end ? s : NULL;
    return yoke_read_float(p, end, out);
}

/// Stores an integer of any kind other than signed 64 bits. Returns false if the value does not fit.
static inline bool store_integer(uint8_t kind, uint8_t *at, int64_t value) {
#define STORE(type)                         \
    {                                       \
        type narrow = (type)value;          \
        if ((int64_t)narrow != value) return false; \
        memcpy(at, &narrow, sizeof narrow); \
        return true;                        \
    }
    switch (kind) {
    case YOKE_I8: STORE(int8_t)
    case YOKE_I16: STORE(int16_t)
    case YOKE_I32: STORE(int32_t)
    case YOKE_U8: STORE(uint8_t)
    case YOKE_U16: STORE(uint16_t)
    case YOKE_U32: STORE(uint32_t)
    case YOKE_U64:
        if (value < 0) return false;
        memcpy(at, &value, sizeof value);
        return true;
    default: return false;
    }
#undef STORE
}

/// Stores a String of fewer than 16 bytes.
yoke_inline void store_short(const yoke_thunks *thunks, uint8_t *at, const uint8_t *bytes, size_t n, bool ascii) {
    if (yoke_likely(thunks->short_strings)) {
        yoke_make_small_string(at, bytes, n, ascii);
    } else {
        thunks->string(at, bytes, n, ascii);
    }
}

/// Stores a String of any length.
yoke_inline void store_string(const yoke_thunks *thunks, uint8_t *at, const yoke_text *text) {
    if (text->n < 16) {
        store_short(thunks, at, text->bytes, text->n, text->ascii);
    } else {
        yoke_put_string(thunks, at, text->bytes, text->n, text->ascii);
    }
}

/// True if the String in the slot at `at` needs no destruction: it has no heap object, or the slot is nil.
yoke_inline bool is_without_object(const yoke_binder *b, const yoke_slot *slot, const uint8_t *at) {
    if (yoke_unlikely(slot->nil_test > YOKE_NIL_WORD) || yoke_unlikely(!b->thunks->knows_strings)) return yoke_is_nil(b, slot, at);
    return yoke_string_is_small(at) || yoke_is_nil(b, slot, at);
}

/// Reads a dictionary's key at `p`, and its colon. Returns the address after the colon. Returns NULL if the lexer must read the
/// key, or after an error was recorded.
yoke_inline const uint8_t *read_pair_key(yoke_native *e, yoke_frame *f, const uint8_t *p, const uint8_t *end) {
    yoke_binder *const b = e->binder;
    yoke_text text;
    if (f->slot->type->checks_keys || b->duplicates != YOKE_LAST_WINS || !yoke_read_string(e, p + 1, end, &text)) return NULL;
    const uint8_t *colon = yoke_space(text.end, end);
    if (*colon != ':' || colon >= end || f->count >= f->max_count || text.n >= b->string_bound) return NULL;
    uint8_t *pair = yoke_push_pair(b, f);
    if (yoke_unlikely(pair == NULL)) {
        yoke_fail(b, YOKE_ERROR_MEMORY, f->slot->type, YOKE_FOUND_KEY);
        return NULL;
    }
    store_string(b->thunks, pair, &text);
    f->has_key = true;
    return colon + 1;
}

/// Reads the scalar at `p`, before `end`, and stores it at `at` as a value of the kind `kind`. Returns the address after the
/// scalar. Returns NULL if the lexer must read it: it is invalid, may exceed a limit, touches the window's end, or has a kind that
/// the fast path does not read. In this case the caller must not use a value that was stored at `at`.
///
/// `over`: the slot, if `at` already holds a value; else NULL. An old String is destroyed only when a new String replaces it.
yoke_inline const uint8_t *read_scalar(yoke_native *e, uint8_t kind, uint8_t *at, const uint8_t *p, const uint8_t *end,
                                       const yoke_slot *const over) {
    switch (kind) {
    case YOKE_STRING: {
        if (*p != '"') return NULL;
        const size_t n = yoke_short_string(p + 1, end);
        if (yoke_likely(n < 16)) { // no check of the length: the fast path runs only if the limit for strings is far higher
            if (over == NULL || is_without_object(e->binder, over, at)) store_short(e->binder->thunks, at, p + 1, n, true);
            else yoke_overwrite_string(e->binder, at, p + 1, n, true);
            return p + n + 2;
        }
        yoke_text text;
        if (!yoke_read_any_string(e, p + 1, &text) || yoke_unlikely(text.n >= e->binder->string_bound)) return NULL;
        if (over == NULL || is_without_object(e->binder, over, at)) store_string(e->binder->thunks, at, &text);
        else yoke_overwrite_string(e->binder, at, text.bytes, text.n, text.ascii);
        return text.end;
    }
    // A number is stored only when its end is known. The first digits of a cut number must not become a value.
    case YOKE_F64: {
        double number;
        const uint8_t *after = after_double(yoke_scan_f64(p, &number), p, end, &number);
        if (yoke_likely(after != NULL)) memcpy(at, &number, sizeof number);
        return after;
    }
    case YOKE_F32: {
        float number;
        const uint8_t *after = after_float(yoke_scan_f32(p, &number), p, end, &number);
        if (yoke_likely(after != NULL)) memcpy(at, &number, sizeof number);
        return after;
    }
    case YOKE_I64: {
        int64_t integer;
        const uint8_t *after = read_integer(p, end, &integer);
        if (yoke_likely(after != NULL)) memcpy(at, &integer, sizeof integer);
        return after;
    }
    case YOKE_I8: case YOKE_I16: case YOKE_I32: case YOKE_U8: case YOKE_U16: case YOKE_U32: case YOKE_U64: {
        int64_t integer;
        const uint8_t *after = read_integer(p, end, &integer);
        return yoke_likely(after != NULL) && yoke_likely(store_integer(kind, at, integer)) ? after : NULL;
    }
    case YOKE_BOOL: {
        const bool is_true = yoke_is_word(p, "true");
        if (!is_true && (!yoke_is_word(p + 1, "alse") || *p != 'f')) return NULL;
        p += 5 - is_true;
        if (yoke_unlikely(p >= end)) return NULL;
        *at = is_true;
        return p;
    }
    default: return NULL;
    }
}
