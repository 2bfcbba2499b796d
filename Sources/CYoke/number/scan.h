// Reads a number with a fraction in the middle of a text, without knowing where the number ends. Arrays of numbers use it. Private
// to the C engine.
#pragma once

#include "number/round.h"
#include "base/platform.h"

#include <string.h>

/// Slower versions of `yoke_scan_f64` and `yoke_scan_f32` (number.h), for numbers that `scan_usual` cannot read. They work on eight bytes
/// at a time. A number must have one to six digits, a point, and more digits, at most 18 in all. For other numbers, they return NULL.
const uint8_t *yoke_scan_f64_any(const uint8_t *p, double *out) __attribute__((visibility("hidden")));
const uint8_t *yoke_scan_f32_any(const uint8_t *p, float *out) __attribute__((visibility("hidden")));

/// Stores the bits of a rounded number as a double or float. `out` points to a double if `f` is `binary64`, else to a float.
yoke_inline void store_rounded(uint64_t rounded, uint64_t negative, format f, void *out) {
    if (f.bits == binary64.bits) {
        const uint64_t bits = rounded | negative << 63;
        memcpy(out, &bits, sizeof bits);
    } else {
        const uint32_t bits = (uint32_t)rounded | (uint32_t)negative << 31;
        memcpy(out, &bits, sizeof bits);
    }
}

#if YOKE_VECTOR
/// Scans the most common form of number with vectors: one to three digits, a point, and up to 16 more digits. Returns the number's end, or
/// NULL for any other number. The function pads the digits after the point with zeros to 16. So the power of ten is always the same, and no
/// shift waits for the number's length.
yoke_inline const uint8_t *scan_usual(const uint8_t *p, format f, void *out) {
    enum { PLACES = 16 };
    const unsigned negative = *p == '-';
    const unsigned others = ((yoke_non_digits(p) | yoke_non_digits(p + 16) << 16) & ~negative) | 1u << 31;
    const unsigned point = (unsigned)__builtin_ctz(others), end = (unsigned)__builtin_ctz((others & (others - 1)) | 1u << 31);
    const unsigned places = end - point - 1, before = point - negative;
    const uint8_t *first = p + negative;
    if (before - 1 > 2 || p[point] != '.' || places - 1 > PLACES - 1 || (before > 1 && yoke_load8(first) == '0')) return NULL;
    yoke_v16 fraction = yoke_v16_subtract(yoke_v16_load(p + point + 1), yoke_v16_fill('0'));
    uint64_t digits = yoke_v16_join_sixteen(yoke_v16_and(fraction, yoke_v16_load(yoke_first_bytes + PLACES - places)));
    // `whole` has the digits before the point in its three lowest bytes, with zeros in place of missing digits.
    uint64_t whole = ((yoke_load_digits(first) ^ 0x3030303030303030u) << (64 - 8 * before)) >> 40;
    digits += (((whole * 10 + (whole >> 8)) & 0xFF) * 10 + (whole >> 16)) * 10000000000000000u;
    if (digits == 0) return NULL;
    guess g = approximate(digits, -PLACES, f, false);
    if (__builtin_expect(g.side == UNSURE, 0)) return NULL;
    store_rounded(g.below + g.side, negative, f, out);
    return p + end;
}
#else
yoke_inline const uint8_t *scan_usual(const uint8_t *p, format f, void *out) {
    (void)p, (void)f, (void)out;
    return NULL;
}
#endif

yoke_inline const uint8_t *yoke_scan_double(const uint8_t *p, double *out) {
    const uint8_t *end = scan_usual(p, binary64, out);
    return __builtin_expect(end != NULL, 1) ? end : yoke_scan_f64_any(p, out);
}

yoke_inline const uint8_t *yoke_scan_float(const uint8_t *p, float *out) {
    const uint8_t *end = scan_usual(p, binary32, out);
    return __builtin_expect(end != NULL, 1) ? end : yoke_scan_f32_any(p, out);
}
