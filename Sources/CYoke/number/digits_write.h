// Writes integers below 2^64 as decimal digits: three at a time from a table, or exactly eight at a time in one word (SWAR). For integers
// below 10^6, no branch depends on the number of digits. Private to the C engine.
//
//     123456789    123 456 789, each computed from the entire value: no division waits for another
//     12345678     two lanes of 32 bits hold 1234 and 5678, four of 16 bits 12 34 56 78, eight bytes 1 2 3 4 5 6 7 8;
//                  each step divides all lanes at once, by a product and a shift
#pragma once

#include "base/platform.h"

// MARK: - Eight digits

enum { YOKE_EIGHT_DIGITS = 100000000 };

/// Returns the eight digits of a value below 10^8 as bytes 0...9. The first digit is the lowest byte.
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

/// Writes exactly eight digits of a value below 10^8.
yoke_inline void yoke_write_eight(uint32_t value, uint8_t *out) {
    yoke_store_digits(out, yoke_split_eight(value) | yoke_word_fill('0'));
}

// MARK: - Three digits at a time

/// The three digits of every value below 1000, followed by a zero byte.
extern const uint8_t yoke_triples[1000][4];

/// Loads an entry of `yoke_triples`. Its first byte is the lowest.
yoke_inline uint32_t yoke_load_triple(const uint8_t *digits) {
    uint32_t word;
    memcpy(&word, digits, 4);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap32(word);
#endif
    return word;
}

/// Writes exactly three digits. Stores four bytes.
yoke_inline void yoke_write_triple(uint32_t value, uint8_t *out) { memcpy(out, yoke_triples[value], 4); }

/// Writes a value below 1000 without leading zeros (0 is one digit), and returns the number of digits. Always stores four bytes.
yoke_inline size_t yoke_write_head(uint32_t value, uint8_t *out) {
    size_t zeros = (size_t)(value < 10) + (value < 100);
    memcpy(out, yoke_triples[value] + zeros, 4);
    return 3 - zeros;
}

/// Writes exactly nine digits of a value below 10^9. Computes each group of three from the value itself. Stores ten bytes.
yoke_inline void yoke_write_nine(uint32_t value, uint8_t *out) {
    uint32_t millions = value / 1000000, thousands = value / 1000;
    yoke_write_triple(millions, out);
    yoke_write_triple(thousands - 1000 * millions, out + 3);
    yoke_write_triple(value - 1000 * thousands, out + 6);
}

/// Writes a value below 10^6 without leading zeros (0 is one digit), and returns the number of digits. No branch depends on this number.
/// Always stores eight bytes.
yoke_inline size_t yoke_write_short(uint32_t value, uint8_t *out) {
    uint32_t thousands = value / 1000;
    uint64_t digits = yoke_load_triple(yoke_triples[thousands]) | (uint64_t)yoke_load_triple(yoke_triples[value - 1000 * thousands]) << 24;
    size_t zeros = (size_t)(value < 10) + (value < 100) + (value < 1000) + (value < 10000) + (value < 100000);
    yoke_store_digits(out, digits >> (8 * zeros));
    return 6 - zeros;
}

/// Writes a value below 10^9 without leading zeros.
yoke_inline size_t yoke_write_below_billion(uint32_t value, uint8_t *out) {
    if (value < 1000000) return yoke_write_short(value, out);
    uint32_t millions = value / 1000000, thousands = value / 1000;
    size_t n = yoke_write_head(millions, out);
    yoke_write_triple(thousands - 1000 * millions, out + n);
    yoke_write_triple(value - 1000 * thousands, out + n + 3);
    return n + 6;
}

/// Writes any value without leading zeros: at most 20 digits. Stores no byte after the 24th.
yoke_inline size_t yoke_write_unsigned(uint64_t value, uint8_t *out) {
    const uint64_t billion = 1000000000;
    if (value < billion) return yoke_write_below_billion((uint32_t)value, out);
    uint64_t high = value / billion;
    size_t n;
    if (high < billion) {
        n = yoke_write_below_billion((uint32_t)high, out);
    } else {
        n = yoke_write_head((uint32_t)(high / billion), out);
        yoke_write_nine((uint32_t)(high % billion), out + n);
        n += 9;
    }
    yoke_write_nine((uint32_t)(value % billion), out + n);
    return n + 9;
}

yoke_inline size_t yoke_write_signed(int64_t value, uint8_t *out) {
    *out = '-';
    size_t negative = value < 0;
    uint64_t magnitude = negative ? 0 - (uint64_t)value : (uint64_t)value;
    return negative + yoke_write_unsigned(magnitude, out + negative);
}
