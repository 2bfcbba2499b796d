// Shared by reading and writing numbers: the powers of five. Private to the C engine.
#pragma once

#include "number/number.h"
#include "base/platform.h"

enum {
    YOKE_POW10_FIRST = -342,
    YOKE_POW10_LAST = 324,
    /// The last power of ten whose table entry is exact (5^55 < 2^128). The first exact entry is 10^0.
    YOKE_POW10_EXACT = 55
};

/// Entry i belongs to the exponent e = i + YOKE_POW10_FIRST. The entry is the first 128 bits of 5^e, rounded down. Its top bit is set. 10^e
/// is about entry * 2^(floor(log2(10^e)) - 127). Defined in number/read.c with number/powers.inc, which scripts/make_tables.c makes.
__attribute__((visibility("hidden"))) extern const yoke_wide
    yoke_pow10[YOKE_POW10_LAST - YOKE_POW10_FIRST + 1];
