// Multiplies digits by a power of ten in 128 bits and rounds to the nearest encoded value: Eisel-Lemire (arXiv 2101.11408). Private
// to the files in number/.
#pragma once

#include "number/exact.h"

static const format binary64 = {53, 1023}, binary32 = {24, 127};

/// How to round a number. `below`: the encoding of the greatest double or float that is not above the number. `side`: DOWN rounds to
/// `below`, UP to the next encoding. UNSURE means that the product of 128 bits does not show which one is right.
typedef struct guess {
    uint64_t below;
    enum { DOWN = 0, UP = 1, UNSURE = 2 } side;
} guess;

/// Makes the product `x` more exact if its error could change the rounding (see `approximate`): adds the product of `w` and `power`, the
/// lower word of the table's entry. Returns false if the remaining error could still change the rounding. The function is not inlined,
/// because most numbers do not need it, and its branch on a carry is unpredictable.
yoke_cold bool yoke_refine_product(yoke_wide *x, uint64_t w, uint64_t power) __attribute__((visibility("hidden")));

/// Rounds w * 10^e by Eisel-Lemire. Needs w > 0 and YOKE_POW10_FIRST <= e <= 308.
///
/// The table of powers rounds down. So the true value is the product, or above the product by less than w units of `x.low`. This range
/// is called the bracket. The half is the middle between two encoded values: bit r of the product is 1 from the half on. `y` is the
/// product with the entry's lower word, which only `yoke_refine_product` computes.
///
///     |1xxxxx...x|r|............|................|................|   192 bits
///      kept >> 1         rest         x.low            y.low
///
/// The rounding of the table matters only if the half may be in the bracket: r is 0 and all bits of `rest` are 1. (If r is 1 and all
/// bits of `rest` are 1, the next encoded value may be in the bracket. The function rounds the number to this value anyway.)
///
/// If the half may be in the bracket: `refines` narrows the bracket by `yoke_refine_product`. If the half may still be in the bracket,
/// the function returns UNSURE.
yoke_inline guess approximate(uint64_t w, int e, format f, const bool refines) {
    int zeros = __builtin_clzll(w);
    w <<= zeros;
    const yoke_wide *power = &yoke_pow10[e - YOKE_POW10_FIRST];
    yoke_wide x = yoke_multiply(w, power->high);
    int top = (int)(x.high >> 63);
    int biased = ((217706 * e) >> 16) + 63 - zeros + top + f.bias;  // floor(e * log2(10)) for |e| <= 350
    int drop = 62 + top - f.bits;
    if (biased <= 0) {  // subnormal: the last bit's position is fixed, so fewer bits are kept
        drop += 1 - biased;
        biased = 1;
        if (drop > 63) return (guess){0, DOWN};  // below half of the least value
    }
    if (biased > 2 * f.bias) return (guess){infinity_of(f), DOWN};
    uint64_t mask = (1ull << drop) - 1;
    if (__builtin_expect((x.high & (mask | 1ull << drop)) == mask, 0) && !(refines && yoke_refine_product(&x, w, power->low)))
        return (guess){(x.high >> drop >> 1) + ((uint64_t)(biased - 1) << (f.bits - 1)), UNSURE};
    uint64_t kept = x.high >> drop;
    // The significand of a normal value contains the hidden bit, which raises the exponent by one in this sum. So the sum uses
    // `biased - 1`. A carry out of the significand raises the exponent in the same way.
    guess g = {(kept >> 1) + ((uint64_t)(biased - 1) << (f.bits - 1)), (kept & 1) ? UP : DOWN};
    // A number exactly at the half rounds to even. Such a number needs an exact table entry of one word (e <= 27), because a tie
    // has only 54 bits, and 5^28 needs more. If the entry is rounded, the true value is above the half. The low word is tested
    // first: it is hardly ever 0, while the bits of `kept` are arbitrary.
    if (__builtin_expect(x.low == 0 && (x.high & mask) == 0 && (kept & 3) == 1 && e >= 0 && e <= 27, 0)) g.side = DOWN;
    return g;
}
