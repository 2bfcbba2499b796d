// Handles eight bytes at a time. The functions are copies of functions in CYoke's platform.h, which is private to CYoke.
#ifndef YOKE_ARCHIVES_WORDS_H
#define YOKE_ARCHIVES_WORDS_H

#include <stdint.h>
#include <string.h>

#define archives_inline static inline __attribute__((always_inline, unused))

/// Loads eight bytes in the host's byte order.
archives_inline uint64_t archives_load64(const uint8_t *p) {
    uint64_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

/// Returns non-zero if a byte of `x` equals `byte`. Only the lowest set bit is exact.
archives_inline uint64_t archives_word_has(uint64_t x, uint8_t byte) {
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t d = x ^ ones * byte;
    return (d - ones) & ~d & ones * 0x80;
}

#endif
