// Writes doubles with a fixed number of digits after the point. This is exact: a double below 1e17 is an integer of 64 bits plus a
// binary fraction. The next digit of the fraction is the integer part of ten times the fraction.
#include "base/platform.h"
#include "number/number.h"

/// A fraction below 1 in units of 2^-124, so that ten times the fraction fits in 128 bits.
typedef struct fraction {
    uint64_t high, low;
} fraction;

enum { UNITS = 124, HIGH_UNITS = UNITS - 64 };

/// Returns c * 2^q as a fraction. Returns 0 for q < -124: the fraction is then below 2^-71, and its first 20 digits are zeros.
static fraction fraction_of(uint64_t c, int q) {
    const int shift = q + UNITS;
    if (c == 0 || shift < 0) return (fraction){0, 0};
    if (shift >= 64) return (fraction){c << (shift - 64), 0};
    return (fraction){shift == 0 ? 0 : c >> (64 - shift), c << shift};
}

static unsigned next_digit(fraction *f) {
    const yoke_wide low = yoke_multiply(f->low, 10);
    const uint64_t high = f->high * 10 + low.high;
    *f = (fraction){high & (((uint64_t)1 << HIGH_UNITS) - 1), low.low};
    return (unsigned)(high >> HIGH_UNITS);
}

size_t yoke_write_fixed(double value, unsigned digits, bool is_float, uint8_t *out) {
    if (!(__builtin_fabs(value) < 1e17)) return is_float ? yoke_write_f32((float)value, out) : yoke_write_f64(value, out);
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const int biased = (int)(bits >> 52 & 0x7FF);
    uint64_t c = bits & (((uint64_t)1 << 52) - 1);
    if (biased > 0) c |= (uint64_t)1 << 52;
    const int q = (biased > 0 ? biased : 1) - 1075;
    uint64_t whole = q >= 0 ? c << q : q > -64 ? c >> -q : 0;
    fraction f = q >= 0 ? (fraction){0, 0} : fraction_of(q > -64 ? c - (whole << -q) : c, q);
    uint8_t after[YOKE_FRACTION_MAX];
    if (digits > YOKE_FRACTION_MAX) digits = YOKE_FRACTION_MAX;
    for (unsigned i = 0; i < digits; i++) after[i] = (uint8_t)('0' + next_digit(&f));
    const uint64_t half = (uint64_t)1 << (HIGH_UNITS - 1);
    const bool is_odd = digits > 0 ? after[digits - 1] & 1 : whole & 1;
    if (f.high > half || (f.high == half && (f.low > 0 || is_odd))) {
        unsigned i = digits;
        while (i > 0 && after[i - 1] == '9') after[--i] = '0';
        if (i > 0) after[i - 1]++;
        else whole++;
    }
    uint8_t *to = out;
    if (bits >> 63) *to++ = '-';
    to += yoke_write_u64(whole, to);
    if (digits > 0) *to++ = '.';
    memcpy(to, after, digits);
    return (size_t)(to - out) + digits;
}
