// Stores scalars: turns text into the bytes of a field.

#include <string.h>

#include "bind/binder.h"
#include "number/number.h"
#include "base/platform.h"

static bool number_failed(yoke_binder *b, const yoke_type *type, yoke_number_status status) {
    enum yoke_error_code code = status == YOKE_NUMBER_RANGE      ? YOKE_ERROR_RANGE
                                : status == YOKE_NUMBER_FRACTION ? YOKE_ERROR_FRACTION
                                                                 : YOKE_ERROR_MISMATCH;
    yoke_fail(b, code, type, YOKE_FOUND_NUMBER);
    return false;
}

/// Reads an integer as the 64-bit type `wide`, then checks that it fits in the type `narrow`. So one signed and one unsigned `reader` are
/// enough for the types of less than 64 bits.
#define STORE_INTEGER(reader, wide, narrow)                                     \
    {                                                                           \
        wide value;                                                             \
        yoke_number_status status = reader(text, n, &value);                    \
        if (yoke_unlikely(status != YOKE_NUMBER_OK)) return number_failed(b, type, status); \
        narrow stored = (narrow)value;                                          \
        if (yoke_unlikely((wide)stored != value)) return number_failed(b, type, YOKE_NUMBER_RANGE); \
        memcpy(at, &stored, sizeof stored);                                     \
        return true;                                                            \
    }

/// True if the number is 0: all digits before the exponent are 0.
static bool is_zero(const uint8_t *text, size_t n) {
    for (size_t i = 0; i < n && (text[i] | 0x20) != 'e'; i++)
        if (text[i] >= '1' && text[i] <= '9') return false;
    return true;
}

#define STORE_FLOAT(reader, kind)                                               \
    {                                                                           \
        kind value;                                                             \
        yoke_number_status status = reader(text, n, &value);                    \
        if (yoke_unlikely(status != YOKE_NUMBER_OK)) return number_failed(b, type, status); \
        if (yoke_unlikely(value == 0) && b->refuses_underflow && !is_zero(text, n)) \
            return yoke_fail(b, YOKE_ERROR_UNDERFLOW, type, YOKE_FOUND_NUMBER); \
        memcpy(at, &value, sizeof value);                                       \
        return true;                                                            \
    }

#define STORE_WHOLE(reader, kind)                                               \
    {                                                                           \
        kind value;                                                             \
        yoke_number_status status = reader(text, n, &value);                    \
        if (yoke_unlikely(status != YOKE_NUMBER_OK)) return number_failed(b, type, status); \
        memcpy(at, &value, sizeof value);                                       \
        return true;                                                            \
    }

static bool store_text(yoke_binder *b, const yoke_type *type, uint8_t *at, const uint8_t *text, size_t n,
                       enum yoke_found found) {
    void *failure = b->thunks->text(type->context, at, text, n);
    if (yoke_likely(failure == NULL)) return true;
    yoke_forget_error(b); // an earlier attempt to store this text may have recorded an error
    yoke_fail(b, YOKE_ERROR_THUNK, type, found);
    b->error.failure = failure;
    return false;
}

/// Records the error for a string that does not have the form of the type's dates, or that names a date which does not exist. Returns
/// false.
static bool date_failed(yoke_binder *b, const yoke_type *type, const uint8_t *text, size_t n) {
    yoke_fail(b, yoke_date_has_form(type->context, text, n) ? YOKE_ERROR_NO_SUCH_DATE : YOKE_ERROR_DATE, type, YOKE_FOUND_STRING);
    return false;
}

bool yoke_store_number(yoke_binder *b, const yoke_type *type, uint8_t *at, const uint8_t *text, size_t n) {
    switch (type->kind) {
    case YOKE_I8: STORE_INTEGER(yoke_read_i64, int64_t, int8_t)
    case YOKE_I16: STORE_INTEGER(yoke_read_i64, int64_t, int16_t)
    case YOKE_I32: STORE_INTEGER(yoke_read_i64, int64_t, int32_t)
    case YOKE_I64: STORE_WHOLE(yoke_read_i64, int64_t)
    case YOKE_U8: STORE_INTEGER(yoke_read_u64, uint64_t, uint8_t)
    case YOKE_U16: STORE_INTEGER(yoke_read_u64, uint64_t, uint16_t)
    case YOKE_U32: STORE_INTEGER(yoke_read_u64, uint64_t, uint32_t)
    case YOKE_U64: STORE_WHOLE(yoke_read_u64, uint64_t)
    case YOKE_I128: STORE_WHOLE(yoke_read_i128, yoke_wide)
    case YOKE_U128: STORE_WHOLE(yoke_read_u128, yoke_wide)
    case YOKE_F32: STORE_FLOAT(yoke_read_f32, float)
    case YOKE_F64: STORE_FLOAT(yoke_read_f64, double)
    case YOKE_DATE:
        if (yoke_date_read_number(type->context, text, n, (double *)(void *)at)) return true;
        yoke_fail(b, YOKE_ERROR_DATE, type, YOKE_FOUND_NUMBER);
        return false;
    case YOKE_NUMBER: return store_text(b, type, at, text, n, YOKE_FOUND_NUMBER);
    default:
        yoke_fail(b, YOKE_ERROR_MISMATCH, type, YOKE_FOUND_NUMBER);
        return false;
    }
}

bool yoke_is_ascii(const uint8_t *s, size_t n) {
    uint64_t bits = 0;
#if YOKE_VECTOR
    yoke_v16 any = yoke_v16_fill(0);
    for (; n >= 16; s += 16, n -= 16) any = yoke_v16_or(any, yoke_v16_load(s));
    if (yoke_v16_any_top(any)) return false;
#endif
    for (; n >= 8; s += 8, n -= 8) {
        uint64_t word;
        memcpy(&word, s, 8);
        bits |= word;
    }
    for (; n > 0; s++, n--) bits |= *s;
    return (bits & 0x8080808080808080u) == 0;
}

void yoke_put_string(const yoke_thunks *thunks, void *to, const uint8_t *text, size_t n, bool ascii) {
    if (n > 15 && yoke_likely(thunks->string_objects.type != NULL)) {
        yoke_make_large_string(&thunks->string_objects, to, text, n, ascii);
    } else {
        thunks->string(to, text, n, ascii);
    }
}

bool yoke_store_string(yoke_binder *b, const yoke_type *type, uint8_t *at, const uint8_t *text, size_t n) {
    switch (type->kind) {
    case YOKE_STRING:
        yoke_put_string(b->thunks, at, text, n, yoke_is_ascii(text, n));
        return true;
    case YOKE_DATE:
        return yoke_date_read(type->context, text, n, (double *)(void *)at) || date_failed(b, type, text, n);
    case YOKE_TEXT: return store_text(b, type, at, text, n, YOKE_FOUND_STRING);
    case YOKE_RAW_STRING: {
        int32_t index = yoke_trie_find(&type->cases, text, n);
        if (yoke_unlikely(index < 0)) {
            // Keep the start of the text in `keys` for the error message, because the text is gone when Swift makes the message.
            b->keys.count = yoke_top(b)->key_mark;
            yoke_buffer_append(&b->keys, text, n < YOKE_KEY_KEPT ? n : YOKE_KEY_KEPT);
            yoke_fail(b, YOKE_ERROR_UNKNOWN_CASE, type, YOKE_FOUND_STRING);
            return false;
        }
        memcpy(at, type->case_bytes + (size_t)index * type->size, type->size);
        return true;
    }
    default:
        yoke_fail(b, YOKE_ERROR_MISMATCH, type, YOKE_FOUND_STRING);
        return false;
    }
}
