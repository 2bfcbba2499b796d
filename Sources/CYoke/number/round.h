// The 128 bit product: digits times a power of ten to the nearest encoded value, by Eisel-Lemire (arXiv 2101.11408). Private to number_*.
#ifndef YOKE_NUMBER_ROUND_H
#define YOKE_NUMBER_ROUND_H

#include "number/exact.h"

static const format binary64 = {53, 1023}, binary32 = {24, 127};

/// The encoded value at or next below the true one, and whether rounding goes up from it.
typedef struct guess {
    uint64_t below;
    enum { DOWN = 0, UP = 1, UNSURE = 2 } side;
} guess;

/// The product of `w` with the table's lower word added to `x`, where the bracket might reach the half. False: it does.
/// (Apart, because whether the low word carries is anyone's guess, and must not be asked for every number.)
yoke_cold bool yoke_commit_product(yoke_wide *x, uint64_t w, uint64_t power) __attribute__((visibility("hidden")));

/// Rounds w * 10^e, w > 0, FIRST <= e <= 308, by Eisel-Lemire.
///
/// The table is cut, so the product is a lower bound, and the truth is less than w units of its last word above:
///
///     |1xxxxx...x|r|............|................|................|   192 bits
///      kept >> 1  ^half   rest        x.low            y.low
///
/// That matters only where the bracket reaches the half: r = 0 and all ones behind it. (All ones behind r = 1 reach
/// the next value, to which it is rounded anyway.)
yoke_inline guess approximate(uint64_t w, int e, format f, const bool settles) {
    int zeros = __builtin_clzll(w);
    w <<= zeros;
    const yoke_wide *power = &yoke_pow10[e - YOKE_POW10_FIRST];
    yoke_wide x = yoke_multiply(w, power->high);
    int top = (int)(x.high >> 63);
    int biased = ((217706 * e) >> 16) + 63 - zeros + top + f.bias;  // floor(e * log2(10)) for |e| <= 350
    int drop = 62 + top - f.bits;
    if (biased <= 0) {  // subnormal: the places are fixed, so fewer bits are kept
        drop += 1 - biased;
        biased = 1;
        if (drop > 63) return (guess){0, DOWN};  // below half of the least value
    }
    if (biased > 2 * f.bias) return (guess){infinity_of(f), DOWN};
    uint64_t mask = (1ull << drop) - 1;
    if (__builtin_expect((x.high & (mask | 1ull << drop)) == mask, 0) && !(settles && yoke_commit_product(&x, w, power->low)))
        return (guess){(x.high >> drop >> 1) + ((uint64_t)(biased - 1) << (f.bits - 1)), UNSURE};
    uint64_t kept = x.high >> drop;
    // The hidden bit adds one to the exponent of a normal value; a carry out of the significand does the same.
    guess g = {(kept >> 1) + ((uint64_t)(biased - 1) << (f.bits - 1)), (kept & 1) ? UP : DOWN};
    // Exactly half: only for an exact entry of one word (e <= 27), since no tie has a factor of 5^28 in 54 bits. With
    // a cut entry the truth is above the half.
    // (The low word first: it hardly ever is 0, the bits of `kept` are any.)
    if (__builtin_expect(x.low == 0 && (x.high & mask) == 0 && (kept & 3) == 1 && e >= 0 && e <= 27, 0)) g.side = DOWN;
    return g;
}

#endif
