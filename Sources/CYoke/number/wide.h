// Shared by reading and writing numbers, and by hashes of keys: 64 x 64 bit products and the powers of five. Private to the C engine.
#ifndef YOKE_NUMBER_WIDE_H
#define YOKE_NUMBER_WIDE_H

#include "number/number.h"
#include "base/platform.h"

enum {
    YOKE_POW10_FIRST = -342,
    YOKE_POW10_LAST = 324,
    /// The last power of ten whose table entry is exact (5^55 < 2^128). The first exact entry is 10^0.
    YOKE_POW10_EXACT = 55
};

/// The first 128 bits of 5^(i + YOKE_POW10_FIRST), rounded down, top bit set: 10^e = entry * 2^(floor(log2(10^e)) - 127). Defined
/// in number/read.c; scripts/make_tables.c makes number/powers.inc.
__attribute__((visibility("hidden"))) extern const yoke_wide
    yoke_pow10[YOKE_POW10_LAST - YOKE_POW10_FIRST + 1];

/// The full 128 bit product. Not every target of Swift has a 128 bit integer type (32 bit targets do not).
yoke_inline yoke_wide yoke_multiply(uint64_t a, uint64_t b) {
#ifdef __SIZEOF_INT128__
    unsigned __int128 p = (unsigned __int128)a * b;
    return (yoke_wide){(uint64_t)p, (uint64_t)(p >> 64)};
#else
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0, mid = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)mid;
    return (yoke_wide){other << 32 | (uint32_t)low, a1 * b1 + (mid >> 32) + (other >> 32)};
#endif
}

#endif
