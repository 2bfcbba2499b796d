// Reads a fraction in the middle of a text, without knowing where the number ends. Arrays of numbers use it. Private to the C
// engine.
#ifndef YOKE_NUMBER_SCAN_H
#define YOKE_NUMBER_SCAN_H

#include "number/round.h"
#include "base/platform.h"

#include <string.h>

/// As `yoke_scan_f64`, with words: one to six digits, a point, and up to 17 more digits; 18 digits in all.
const uint8_t *yoke_scan_f64_any(const uint8_t *p, double *out) __attribute__((visibility("hidden")));

#if YOKE_VECTOR
/// As `yoke_scan_f64`, with vectors for the usual number: one to three digits, a point, and up to 16 more digits. The function pads
/// the digits after the point with zeros to 16. So the power of ten is always the same, and no shift waits for the number's length.
yoke_inline const uint8_t *yoke_scan_fraction(const uint8_t *p, double *out) {
    enum { PLACES = 16 };
    const unsigned negative = *p == '-';
    const unsigned others = ((yoke_non_digits(p) | yoke_non_digits(p + 16) << 16) & ~negative) | 1u << 31;
    const unsigned point = (unsigned)__builtin_ctz(others), end = (unsigned)__builtin_ctz((others & (others - 1)) | 1u << 31);
    const unsigned places = end - point - 1, before = point - negative;
    const uint8_t *first = p + negative;
    if (before - 1 > 2 || p[point] != '.' || places - 1 > PLACES - 1 || (before > 1 && yoke_load8(first) == '0')) return yoke_scan_f64_any(p, out);
    yoke_v16 fraction = yoke_v16_subtract(yoke_v16_load(p + point + 1), yoke_v16_fill('0'));
    uint64_t digits = yoke_v16_join_sixteen(yoke_v16_and(fraction, yoke_v16_load(yoke_first_bytes + PLACES - places)));
    // The digits before the point, the last one in the top byte.
    uint64_t whole = ((yoke_load_digits(first) ^ 0x3030303030303030u) << (64 - 8 * before)) >> 40;
    digits += (((whole * 10 + (whole >> 8)) & 0xFF) * 10 + (whole >> 16)) * 10000000000000000u;
    if (digits == 0) return NULL;
    guess g = approximate(digits, -PLACES, binary64, false);
    if (__builtin_expect(g.side == UNSURE, 0)) return yoke_scan_f64_any(p, out);
    uint64_t bits = (g.below + g.side) | (uint64_t)negative << 63;
    memcpy(out, &bits, sizeof *out);
    return p + end;
}
#else
yoke_inline const uint8_t *yoke_scan_fraction(const uint8_t *p, double *out) { return yoke_scan_f64_any(p, out); }
#endif

#endif
