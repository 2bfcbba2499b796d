// Reads decimal digits, eight bytes at a time in one word (SWAR). Private to the C engine.
#pragma once

#include "base/platform.h"

/// 10^0...10^19: all powers of ten that fit in 64 bits. Defined in number/integer.c.
__attribute__((visibility("hidden"))) extern const uint64_t yoke_tens[20];

#if YOKE_VECTOR
/// The 16 bytes at `yoke_first_bytes + 16 - n` are a mask for the first `n` bytes of a vector.
__attribute__((visibility("hidden"))) extern const uint8_t yoke_first_bytes[32];
/// Entry n is the inverse of 5^n modulo 2^64. A multiple of 5^n, multiplied by entry n, is divided by 5^n. Defined in number/integer.c.
__attribute__((visibility("hidden"))) extern const uint64_t yoke_fives_inverse[17];

/// Returns one bit for each of the 16 bytes at `p`, set if the byte is not a digit.
yoke_inline unsigned yoke_non_digits(const uint8_t *p) {
    // The subtraction moves the bytes '0'...'9' to 0x80...0x89. In a comparison of signed bytes, these are the ten least values.
    const yoke_v16 moved = yoke_v16_subtract(yoke_v16_load(p), yoke_v16_fill('0' + 0x80));
    return yoke_v16_bits(yoke_v16_signed_greater(moved, yoke_v16_fill('9' - '0' + 0x80)));
}
#endif

/// Loads eight bytes into a word. The first byte becomes the lowest, whatever the host's byte order.
yoke_inline uint64_t yoke_load_digits(const uint8_t *p) {
    uint64_t x = yoke_load64(p);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap64(x);
#endif
    return x;
}

/// Returns how many digits come before the first byte that is not a digit. The text begins at the lowest byte.
yoke_inline unsigned yoke_digit_run(uint64_t bytes) {
    uint64_t d = bytes ^ 0x3030303030303030u;
    // In `d`, digits are 0...9. Adding 0x76 sets the top bit of each greater byte. A carry can only disturb bytes after the first
    // byte that is not a digit.
    uint64_t other = ((d + 0x7676767676767676u) | d) & 0x8080808080808080u;
    return other == 0 ? 8 : (unsigned)__builtin_ctzll(other) / 8;
}

/// Returns the value of eight digits, given as bytes 0...9, the first digit lowest. Joins digits to pairs, to fours, and to eight.
yoke_inline uint64_t yoke_eight_digits(uint64_t d) {
    d = d * 10 + (d >> 8);
    uint64_t odd = (d & 0x000000FF000000FFu) * (100u + (1000000ull << 32));
    uint64_t even = ((d >> 16) & 0x000000FF000000FFu) * (1u + (10000ull << 32));
    return (odd + even) >> 32;
}

/// Returns the value of the lowest `count` bytes, 1...8, which must be digits '0'...'9'.
yoke_inline uint64_t yoke_digits_value(uint64_t bytes, unsigned count) {
    return yoke_eight_digits((bytes ^ 0x3030303030303030u) << (64 - 8 * count));  // the shift puts zeros before the digits
}

/// True if all bytes of the three words are 0...9.
yoke_inline bool yoke_all_digits(uint64_t a, uint64_t b, uint64_t c) {
    const uint64_t add = 0x7676767676767676u;
    return (((a + add) | a | (b + add) | b | (c + add) | c) & 0x8080808080808080u) == 0;
}
