// Reads numbers of unusual form, and arrays of plain numbers. Most arrays end within the window, and then need no frame.
#include "number/scan.h"
#include "native/fast/scalars.h"

/// The address where a number ends, at most 32 bytes after `p`; NULL if it does not end there.
yoke_inline const uint8_t *number_end(const uint8_t *p) {
#if YOKE_VECTOR
    for (int i = 0; i < 2; i++, p += 16) {
        yoke_v16 v = yoke_v16_load(p);
        // ] and } differ by one bit. Bytes 80...FF also end the number here; the caller detects them.
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

yoke_not_for_size const uint8_t *yoke_read_double(const uint8_t *p, const uint8_t *end, double *out) {
    const uint8_t *s = number_end(p);
    if (yoke_unlikely(s == NULL || s >= end || *s >= 0x80)) return NULL;
    return yoke_read_f64(p, (size_t)(s - p), out) == YOKE_NUMBER_OK ? s : NULL;
}

yoke_inline yoke_numbers read_numbers(uint8_t *base, size_t room, const uint8_t *p, const uint8_t *end, const bool are_doubles) {
    size_t space = 0;
    for (size_t n = 0; n < room; n++) {
        void *to = base + n * sizeof(uint64_t);
        const uint8_t *s = are_doubles ? behind_double(yoke_scan_fraction(p, to), p, end, to) : read_integer(p, end, to);
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

yoke_numbers yoke_take_numbers(const yoke_binder *b, const yoke_type *type, const uint8_t *p, const uint8_t *end) {
    const uintptr_t align = sizeof(uint64_t) - 1;
    uint8_t *base = (uint8_t *)(((uintptr_t)b->stack.top + align) & ~align);
    if (base > b->stack.limit) return (yoke_numbers){base, 0, p, false};
    size_t room = (size_t)(b->stack.limit - base) / sizeof(uint64_t);
    if (room > b->limits.members) room = (size_t)b->limits.members;
    return type->array_of == YOKE_ARRAY_OF_F64 ? read_numbers(base, room, p, end, true) : read_numbers(base, room, p, end, false);
}
