#include "number/packed.h"

#include "number/digits_sixteen.h"
#include "number/plain.h"

#include <string.h>

// A packed number is ASCII, so each byte holds 7 bits. The first byte has the length and three marks of one bit. There are two forms:
//
//     -65.613616999999977    The digits as one integer of eight bytes, 65613616999999977: bytes 1...8 have the lower 7 bits of each byte
//                            of the integer, bytes 9 and 10 the top bits. Byte 10 also has the number of digits after the point (15),
//                            byte 11 the sign, and byte 14 a mark for this form. Zeros before the integer follow from the length.
//     1.5e-300, others       Bytes 1...14 have 4 bits for each of up to 24 characters. The codes of digits are 0...9. The codes of the
//                            other characters are: A for e, B for +, D for -, E for a point, F for E.
//
// The first form is for the numbers that `yoke_read_plain` (plain.h) reads.

enum {
    /// A mark in the first byte: the text contains `e` or `E`.
    HAS_LETTER = 0x10,
    /// The mark of the first form, in the last byte.
    IS_INTEGER_FORM = 0x40
};

static const uint64_t ones = 0x0101010101010101;

/// Returns the codes of 8 characters, 4 bits each (see the top of this file). For a letter or a point, also sets marks of the first packed
/// byte in `*marks`.
static uint32_t codes(const uint8_t *s, unsigned *marks) {
    uint64_t x;
    memcpy(&x, s, 8);
    const uint64_t letter = x >> 6 & ones, small = letter & x >> 5, no_point = x ^ '.' * ones;
    if (letter != 0) *marks |= HAS_LETTER | YOKE_PACKED_DECIMAL;
    if (((no_point - ones) & ~no_point & 0x80 * ones) != 0) *marks |= YOKE_PACKED_DECIMAL;
    x = (x & 15 * ones) + 10 * letter - 5 * small; // the lower four bits of `e` and of `E` are 5
    x = (x | x >> 4) & 0x00FF00FF00FF00FF;
    x = (x | x >> 8) & 0x0000FFFF0000FFFF;
    return (uint32_t)(x | x >> 16);
}

/// Returns the 8 characters of 8 codes, which have 4 bits each. But returns * for e and / for E: the caller must replace these two.
static uint64_t characters(uint64_t x) {
    x = (x | x << 16) & 0x0000FFFF0000FFFF;
    x = (x | x << 8) & 0x00FF00FF00FF00FF;
    x = (x | x << 4) & 15 * ones;
    const uint64_t others = (x + 6 * ones) >> 4 & ones; // 1 in each byte with a code A to F
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

yoke_inline void store(uint8_t packed[YOKE_PACKED_SIZE], unsigned marks, size_t n, uint64_t low, uint64_t high) {
    const uint64_t bytes[2] = {low, high};
    packed[0] = (uint8_t)(YOKE_PACKED_MARK | marks | (n - YOKE_PACKED_MIN));
    memcpy(packed + 1, bytes, YOKE_PACKED_SIZE - 1);
}

/// `top_bits` returns the top bits of the eight bytes of `x` as one byte. `as_top_bits` is the inverse function.
yoke_inline uint64_t top_bits(uint64_t x) { return (x >> 7 & ones) * 0x0102040810204080u >> 56; }
yoke_inline uint64_t as_top_bits(uint64_t bits) { return ((bits * ones & 0x8040201008040201u) + 0x7F * ones) & 0x80 * ones; }

void yoke_pack_number(uint8_t packed[YOKE_PACKED_SIZE], const uint8_t *s, size_t n) {
    yoke_plain_number x;
    if (yoke_likely(yoke_read_plain(s, n, &x))) {
        const uint64_t tops = top_bits(x.digits), tenth = tops >> 7 | x.places << 1;
        store(packed, x.places == 0 ? 0 : YOKE_PACKED_DECIMAL, n, x.digits & 0x7F * ones,
              (tops & 0x7F) | tenth << 8 | (uint64_t)x.negative << 16 | (uint64_t)IS_INTEGER_FORM << 40);
        return;
    }
    uint8_t text[YOKE_PACKED_MAX] = {0};
    memcpy(text, s, n);
    unsigned marks = 0;
    const uint64_t low = codes(text, &marks) | (uint64_t)codes(text + 8, &marks) << 32, high = codes(text + 16, &marks);
    store(packed, marks, n, spread(low & 0xFFFFFFFFFFFFFF), spread(low >> 56 | high << 8));
}

bool yoke_packed_digits(const uint8_t packed[YOKE_PACKED_SIZE], yoke_plain_number *x) {
    if ((packed[YOKE_PACKED_SIZE - 1] & IS_INTEGER_FORM) == 0) return false;
    uint64_t bytes[2] = {0, 0};
    memcpy(bytes, packed + 1, YOKE_PACKED_SIZE - 1);
    x->digits = bytes[0] | as_top_bits((bytes[1] & 0x7F) | (bytes[1] >> 8 & 1) << 7);
    x->places = (unsigned)(bytes[1] >> 9) & 31;
    x->negative = (bytes[1] >> 16 & 1) != 0;
    return true;
}

yoke_inline sixteen_digits load_sixteen(const uint8_t *text) {
    sixteen_digits d = {.head = yoke_load_digits(text)};
#if YOKE_SPLIT_SIXTEEN
    d.text = yoke_v16_load(text);
#else
    d.tail = yoke_load_digits(text + 8);
#endif
    return d;
}

/// Writes the text of a number of the first form (see the top of this file). If there is a point, first writes all digits one byte further
/// to the right. Then overwrites the first eight bytes by the digits before the point, the point, and the next digits.
static void write_digits(uint8_t to[YOKE_PACKED_ROOM], const yoke_plain_number *x, size_t n) {
    const uint64_t sixteen = YOKE_EIGHT_DIGITS * (uint64_t)YOKE_EIGHT_DIGITS, high = x->digits / sixteen;
    sixteen_digits last = split_sixteen(x->digits - high * sixteen);
    // The digits before the last sixteen as text. The first digit is the lowest byte.
    uint64_t first = 0;
    const size_t count = n - x->negative - (x->places != 0), more = count > 16 ? count - 16 : 0;
    if (yoke_likely(more > 0)) first = yoke_load_triple(yoke_triples[high]) >> (24 - 8 * more);
    if (yoke_unlikely(count < 16)) {
        uint8_t text[32] = {0};
        store_sixteen(last, text);
        last = load_sixteen(text + 16 - count);
    }
    *to = '-';
    to += x->negative;
    uint8_t *const digits = to + (x->places != 0);
    yoke_store_digits(digits, first);
    store_sixteen(last, digits + more);
    if (x->places == 0) return;
    const unsigned point = 8 * (unsigned)(count - x->places);
    const uint64_t before = (1ull << point) - 1, eight = first | last.head << (8 * more);
    yoke_store_digits(to, (eight & before) | (uint64_t)'.' << point | (eight & ~before) << 8);
}

size_t yoke_unpack_number(uint8_t to[YOKE_PACKED_ROOM], const uint8_t packed[YOKE_PACKED_SIZE]) {
    const size_t n = (packed[0] & 15) + YOKE_PACKED_MIN;
    yoke_plain_number x;
    if (yoke_likely(yoke_packed_digits(packed, &x))) {
        write_digits(to, &x, n);
        return n;
    }
    uint64_t bytes[2] = {0, 0};
    memcpy(bytes, packed + 1, YOKE_PACKED_SIZE - 1);
    const uint64_t low = gather(bytes[0]), high = gather(bytes[1]), words = low | high << 56;
    const uint64_t text[3] = {characters(words & 0xFFFFFFFF), characters(words >> 32), characters(high >> 8)};
    memcpy(to, text, YOKE_PACKED_MAX);
    if ((packed[0] & HAS_LETTER) != 0) {
        for (int i = 0; i < YOKE_PACKED_MAX; i++) to[i] = to[i] == '*' ? 'e' : to[i] == '/' ? 'E' : to[i];
    }
    return n;
}
