// Reads numbers of unusual form, and arrays of numbers. An array needs no frame if it ends within the window (the text that the engine
// works on), as most do.
#include "number/scan.h"
#include "native/fast/scalars.h"

/// Returns the address after the number at `p`, which has at most 31 bytes. Returns NULL for a longer number.
yoke_inline const uint8_t *number_end(const uint8_t *p) {
#if YOKE_VECTOR
    for (int i = 0; i < 2; i++, p += 16) {
        yoke_v16 v = yoke_v16_load(p);
        // ] and } differ only in the bit 0x20. With this bit set, one comparison finds both. The comparison of signed bytes finds white
        // space, which is less than '!'. It also finds the bytes 80...FF, which are negative numbers here; the caller refuses them.
        yoke_v16 bracket = yoke_v16_equal(yoke_v16_or(v, yoke_v16_fill(0x20)), yoke_v16_fill('}'));
        yoke_v16 ends = yoke_v16_or(yoke_v16_or(bracket, yoke_v16_equal(v, yoke_v16_fill(','))),
                                    yoke_v16_signed_greater(yoke_v16_fill('!'), v));
        unsigned bits = yoke_v16_bits(ends);
        if (bits != 0) return p + __builtin_ctz(bits);
    }
    return NULL;
#else
    for (int i = 0; i < 32; i++)
        if (yoke_is_number_end(p[i])) return p + i;
    return NULL;
#endif
}

// The lexer reads a number that became 0 and has more than 4 bytes: it may be too small for its type, which may be an error.

yoke_not_for_size const uint8_t *yoke_read_double(const uint8_t *p, const uint8_t *end, double *out) {
    const uint8_t *s = number_end(p);
    if (yoke_unlikely(s == NULL || s >= end || *s >= 0x80)) return NULL;
    return yoke_read_f64(p, (size_t)(s - p), out) == YOKE_NUMBER_OK && (*out != 0 || s - p <= 4) ? s : NULL;
}

yoke_not_for_size const uint8_t *yoke_read_float(const uint8_t *p, const uint8_t *end, float *out) {
    const uint8_t *s = number_end(p);
    if (yoke_unlikely(s == NULL || s >= end || *s >= 0x80)) return NULL;
    return yoke_read_f32(p, (size_t)(s - p), out) == YOKE_NUMBER_OK && (*out != 0 || s - p <= 4) ? s : NULL;
}

const uint8_t *yoke_pass_number(const yoke_native *e, const uint8_t *p, const uint8_t *end) {
#if YOKE_VECTOR
    const unsigned negative = *p == '-';
    const uint64_t first = yoke_non_digits(p) | yoke_non_digits(p + 16) << 16;
    uint64_t others = first & ~(uint64_t)negative;
    if ((others & (others - 1)) == 0) others |= (uint64_t)(yoke_non_digits(p + 32) | yoke_non_digits(p + 48) << 16) << 32;
    others |= (uint64_t)1 << 63;
    unsigned n = (unsigned)__builtin_ctzll(others);
    const unsigned before = n - negative;
    if (p[n] == '.') n = (unsigned)__builtin_ctzll((others & (others - 1)) | (uint64_t)1 << 63);
    const bool is_sound = before > 0 && (before == 1 || p[negative] != '0') && p[n - 1] != '.' && n < 63;
    if (is_sound && yoke_is_number_end(p[n]) && p + n < end && n < e->binder->number_bound) return p + n;
#else
    (void)e, (void)p, (void)end;
#endif
    return NULL;
}

/// Reads the number at `p`, an element of an array, and stores it at `to`. Returns the address after it, or NULL if the lexer must read it.
yoke_inline const uint8_t *read_number(const uint8_t *p, const uint8_t *end, void *to, const enum yoke_array_of kind) {
    switch (kind) {
    case YOKE_ARRAY_OF_F64: return after_double(yoke_scan_double(p, to), p, end, to);
    case YOKE_ARRAY_OF_F32: return after_float(yoke_scan_float(p, to), p, end, to);
    default: return read_integer(p, end, to);
    }
}

yoke_inline yoke_numbers read_numbers(const yoke_binder *b, const uint8_t *p, const uint8_t *end, const enum yoke_array_of kind) {
    const size_t size = kind == YOKE_ARRAY_OF_F32 ? sizeof(float) : sizeof(uint64_t);
    uint8_t *const base = (uint8_t *)(((uintptr_t)b->stack.top + (size - 1)) & ~(uintptr_t)(size - 1));
    if (base > b->stack.limit) return (yoke_numbers){base, 0, p, false};
    size_t room = (size_t)(b->stack.limit - base) / size;
    if (room > b->limits.members) room = (size_t)b->limits.members;
    size_t space = 0;
    for (size_t n = 0; n < room; n++) {
        const uint8_t *s = read_number(p, end, base + n * size, kind);
        if (yoke_unlikely(s == NULL)) return (yoke_numbers){base, n, p, false};
        if (*s != ',') {
            s = yoke_space(s, end);
            if (s < end && *s == ']') return (yoke_numbers){base, n + 1, s + 1, true};
            if (s >= end || *s != ',') return (yoke_numbers){base, n, p, false};
        }
        s = yoke_space_again(s + 1, end, &space);
        if (yoke_unlikely(s >= end)) return (yoke_numbers){base, n, p, false};
        p = s;
    }
    return (yoke_numbers){base, room, p, false};
}

yoke_numbers yoke_read_numbers(const yoke_binder *b, const yoke_type *type, const uint8_t *p, const uint8_t *end) {
    switch (type->array_of) {
    case YOKE_ARRAY_OF_F64: return read_numbers(b, p, end, YOKE_ARRAY_OF_F64);
    case YOKE_ARRAY_OF_F32: return read_numbers(b, p, end, YOKE_ARRAY_OF_F32);
    default: return read_numbers(b, p, end, YOKE_ARRAY_OF_I64);
    }
}
