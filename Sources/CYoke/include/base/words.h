// Eight bytes at a time, as a word. Used by CYoke and by the C code of YokeArchives and YokeFoundation.
#pragma once

#include <stdint.h>
#include <string.h>

/// Loads eight bytes as a word, in the host's byte order.
static inline __attribute__((always_inline, unused)) uint64_t yoke_load64(const uint8_t *p) {
    uint64_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

/// Returns a word with `byte` in each of its eight bytes.
static inline __attribute__((always_inline, unused)) uint64_t yoke_word_fill(uint8_t byte) {
    return UINT64_C(0x0101010101010101) * byte;
}

/// Returns 0 if no byte of `x` equals `byte`. Otherwise the lowest set bit of the result lies in the lowest byte that equals `byte`; higher
/// bits may be wrong.
static inline __attribute__((always_inline, unused)) uint64_t yoke_word_has(uint64_t x, uint8_t byte) {
    uint64_t d = x ^ yoke_word_fill(byte);
    return (d - yoke_word_fill(0x01)) & ~d & yoke_word_fill(0x80);
}
