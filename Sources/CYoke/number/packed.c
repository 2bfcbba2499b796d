#include "number/packed.h"

#include <string.h>

// A character takes 4 bits: 0...9 for digits, B for +, D for -, E for a point, A for e and F for E. So 24 characters are 96 bits, which
// stand in 14 bytes of 7 bits each. The byte before them has the length and three marks.

enum { HAS_LETTER = 0x10 };

static const uint64_t ones = 0x0101010101010101;

/// Returns the codes, 4 bits each, of 8 characters. Sets bits in `*marks` if a character is a letter or a point.
static uint32_t codes(const uint8_t *s, unsigned *marks) {
    uint64_t x;
    memcpy(&x, s, 8);
    const uint64_t letter = x >> 6 & ones, small = letter & x >> 5, no_point = x ^ '.' * ones;
    if (letter != 0) *marks |= HAS_LETTER | YOKE_PACKED_DECIMAL;
    if (((no_point - ones) & ~no_point & 0x80 * ones) != 0) *marks |= YOKE_PACKED_DECIMAL;
    x = (x & 15 * ones) + 10 * letter - 5 * small; // both letters have the low half 5
    x = (x | x >> 4) & 0x00FF00FF00FF00FF;
    x = (x | x >> 8) & 0x0000FFFF0000FFFF;
    return (uint32_t)(x | x >> 16);
}

/// Returns the 8 characters of 8 codes, with two exceptions that the caller replaces: * stands for e, and / stands for E.
static uint64_t characters(uint64_t x) {
    x = (x | x << 16) & 0x0000FFFF0000FFFF;
    x = (x | x << 8) & 0x00FF00FF00FF00FF;
    x = (x | x << 4) & 15 * ones;
    const uint64_t others = (x + 6 * ones) >> 4 & ones; // A to F
    return x + '0' * ones - 16 * others;
}

/// Puts 56 bits into 8 bytes, 7 bits in each.
static uint64_t spread(uint64_t x) {
    x = (x & 0xFFFFFFF) | (x >> 28) << 32;
    x = (x & 0x00003FFF00003FFF) | (x & 0x0FFFC0000FFFC000) << 2;
    return (x & 0x007F007F007F007F) | (x & 0x3F803F803F803F80) << 1;
}

static uint64_t gather(uint64_t x) {
    x = (x & 0x007F007F007F007F) | (x & 0x7F007F007F007F00) >> 1;
    x = (x & 0x00003FFF00003FFF) | (x & 0x3FFF00003FFF0000) >> 2;
    return (x & 0xFFFFFFF) | (x >> 32) << 28;
}

void yoke_pack_number(uint8_t packed[YOKE_PACKED_SIZE], const uint8_t *s, size_t n) {
    uint8_t text[YOKE_PACKED_MOST] = {0};
    memcpy(text, s, n);
    unsigned marks = 0;
    const uint64_t low = codes(text, &marks) | (uint64_t)codes(text + 8, &marks) << 32, high = codes(text + 16, &marks);
    const uint64_t bytes[2] = {spread(low & 0xFFFFFFFFFFFFFF), spread(low >> 56 | high << 8)};
    packed[0] = (uint8_t)(YOKE_PACKED_MARK | marks | (n - YOKE_PACKED_LEAST));
    memcpy(packed + 1, bytes, YOKE_PACKED_SIZE - 1);
}

size_t yoke_unpack_number(uint8_t to[YOKE_PACKED_MOST], const uint8_t packed[YOKE_PACKED_SIZE]) {
    uint64_t bytes[2] = {0, 0};
    memcpy(bytes, packed + 1, YOKE_PACKED_SIZE - 1);
    const uint64_t low = gather(bytes[0]), high = gather(bytes[1]), words = low | high << 56;
    const uint64_t text[3] = {characters(words & 0xFFFFFFFF), characters(words >> 32), characters(high >> 8)};
    memcpy(to, text, YOKE_PACKED_MOST);
    if ((packed[0] & HAS_LETTER) != 0) {
        for (int i = 0; i < YOKE_PACKED_MOST; i++) to[i] = to[i] == '*' ? 'e' : to[i] == '/' ? 'E' : to[i];
    }
    return (packed[0] & 15) + YOKE_PACKED_LEAST;
}
