// The last resort of floating point: where the product leaves a doubt, big integers decide. Private to number_*.c.
#ifndef YOKE_NUMBER_EXACT_H
#define YOKE_NUMBER_EXACT_H

#include "number/literal.h"

/// An IEEE format: bits of the significand with the hidden one, and the bias of the exponent.
typedef struct format {
    int bits, bias;
} format;

yoke_inline uint64_t infinity_of(format f) { return (uint64_t)(2 * f.bias + 1) << (f.bits - 1); }

/// Rounds exactly, given the encoded value next below: is the text above or below the half between it and its
/// successor? Both sides are scaled to integers, so that this is one comparison. At most about 5,000 word products.
yoke_cold uint64_t yoke_round_exactly(const number *x, uint64_t below, format f) __attribute__((visibility("hidden")));

#endif
