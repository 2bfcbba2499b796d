// Reads doubles exactly: if the 128-bit product of number/round.h does not show how to round, big integers decide. Private to the files in
// number/.
#pragma once

#include "number/literal.h"

/// An IEEE format: bits of the significand, including the hidden bit, and the bias of the exponent.
typedef struct format {
    int bits, bias;
} format;

yoke_inline uint64_t infinity_of(format f) { return (uint64_t)(2 * f.bias + 1) << (f.bits - 1); }

/// Returns the encoding (the IEEE bits without the sign) of the double or float that is nearest to the text's value. `below` encodes the
/// greatest value that is not above the text's value. To decide, the function compares the text's value with the midpoint between `below`
/// and the next greater value. It scales both to integers. Cost: at most about 5,000 multiplications of words.
yoke_cold uint64_t yoke_round_exactly(const number *x, uint64_t below, format f) __attribute__((visibility("hidden")));
