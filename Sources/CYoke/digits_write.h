// Integers below 2^64 to decimal digits, eight at a time in one word (SWAR), without a branch on how many there are.
// Private to the C engine.
//
//     12345678     two lanes of 32 bits hold 1234 and 5678, four of 16 bits 12 34 56 78, eight bytes 1 2 3 4 5 6 7 8;
//                  each step divides all lanes at once, by a product and a shift
#ifndef YOKE_DIGITS_WRITE_H
#define YOKE_DIGITS_WRITE_H

#include "platform.h"

enum { YOKE_EIGHT_DIGITS = 100000000 };

/// The eight digits of a value below 10^8 as bytes 0...9, the first digit lowest.
yoke_inline uint64_t yoke_split_eight(uint32_t value) {
    uint64_t x = ((uint64_t)value << 32) - (uint64_t)(value / 10000) * ((10000ull << 32) - 1);
    x = (x << 16) - ((x * 10486) >> 20 & 0x0000007F0000007Full) * ((100ull << 16) - 1);
    return (x << 8) - ((x * 103) >> 10 & 0x000F000F000F000Full) * ((10ull << 8) - 1);
}

/// Stores a word so that its lowest byte comes first.
yoke_inline void yoke_store_digits(uint8_t *out, uint64_t bytes) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    memcpy(out, &bytes, 8);
}

/// Exactly eight digits of a value below 10^8.
yoke_inline void yoke_write_eight(uint32_t value, uint8_t *out) {
    yoke_store_digits(out, yoke_split_eight(value) | yoke_word_fill('0'));
}

/// A value below 10^8 without zeros in front (0 is one digit). Eight bytes are stored.
yoke_inline size_t yoke_write_short(uint32_t value, uint8_t *out) {
    uint64_t digits = yoke_split_eight(value);
    unsigned zeros = (unsigned)__builtin_ctzll(digits | 1ull << 56) / 8;
    yoke_store_digits(out, (digits | yoke_word_fill('0')) >> (8 * zeros));
    return 8 - zeros;
}

/// Any value, at most 20 digits; no byte behind the 24th is touched.
yoke_inline size_t yoke_write_unsigned(uint64_t value, uint8_t *out) {
    if (value < YOKE_EIGHT_DIGITS) return yoke_write_short((uint32_t)value, out);
    uint64_t high = value / YOKE_EIGHT_DIGITS;
    size_t n;
    if (high < 10) {
        *out = (uint8_t)('0' + high);
        n = 1;
    } else if (high < YOKE_EIGHT_DIGITS) {
        n = yoke_write_short((uint32_t)high, out);
    } else {
        n = yoke_write_short((uint32_t)(high / YOKE_EIGHT_DIGITS), out);
        yoke_write_eight((uint32_t)(high % YOKE_EIGHT_DIGITS), out + n);
        n += 8;
    }
    yoke_write_eight((uint32_t)(value % YOKE_EIGHT_DIGITS), out + n);
    return n + 8;
}

yoke_inline size_t yoke_write_signed(int64_t value, uint8_t *out) {
    *out = '-';
    size_t negative = value < 0;
    uint64_t magnitude = negative ? 0 - (uint64_t)value : (uint64_t)value;
    return negative + yoke_write_unsigned(magnitude, out + negative);
}

#endif
