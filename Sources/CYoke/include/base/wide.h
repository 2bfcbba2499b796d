// Numbers of 128 bits as two words of 64 bits, because some systems (those with 32 bits) have no integer type of 128 bits.
#pragma once

#include <stdint.h>

/// A number of 128 bits in two words, so that Swift on every system can read it.
typedef struct yoke_wide {
    uint64_t low;
    uint64_t high;
} yoke_wide;

/// Returns the full product, 128 bits, of two numbers of 64 bits.
static inline __attribute__((always_inline, unused)) yoke_wide yoke_multiply(uint64_t a, uint64_t b) {
#ifdef __SIZEOF_INT128__
    unsigned __int128 p = (unsigned __int128)a * b;
    return (yoke_wide){(uint64_t)p, (uint64_t)(p >> 64)};
#else
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0, mid = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)mid;
    return (yoke_wide){other << 32 | (uint32_t)low, a1 * b1 + (mid >> 32) + (other >> 32)};
#endif
}
