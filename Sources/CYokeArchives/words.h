// Works on eight bytes at a time. These are copies of functions of CYoke's platform.h, which is private to CYoke.
#pragma once

#include <stdint.h>
#include <string.h>

#define archives_inline static inline __attribute__((always_inline, unused))

/// Loads eight bytes as a word, in the host's byte order.
archives_inline uint64_t archives_load64(const uint8_t *p) {
    uint64_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

/// Returns 0 if no byte of `x` equals `byte`. Otherwise the lowest set bit of the result lies in the lowest equal byte; the bits above may
/// be wrong.
archives_inline uint64_t archives_word_has(uint64_t x, uint8_t byte) {
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t d = x ^ ones * byte;
    return (d - ones) & ~d & ones * 0x80;
}
