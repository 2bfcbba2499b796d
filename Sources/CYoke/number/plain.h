// Reads the digits of a number without exponent: up to 19 digits, with at most seven of them before a point. Private to the files in
// number/.
//
//     -65.613616999999977    65613616999999977, with 15 digits after the point, negative
//
// The position of each digit follows from the length and from the position of the point. So nothing branches on digits, and no load waits
// for another.
#pragma once

#include "number/digits.h"
#include "number/packed.h"

/// A number: `digits` times 10^-`places`, with its sign. The text of a number with `places` 0 has no point.
typedef struct yoke_plain_number {
    uint64_t digits;
    unsigned places;
    bool negative;
} yoke_plain_number;

/// The first eight bytes of a number after its sign.
typedef struct yoke_number_head {
    uint64_t bytes;
    /// The position of the point times 8; 56 if there is no point.
    unsigned point;
    bool has_point;
} yoke_number_head;

yoke_inline yoke_number_head yoke_head_of_number(const uint8_t *p) {
    const uint64_t bytes = yoke_load_digits(p), other = bytes ^ 0x2E2E2E2E2E2E2E2Eu;
    const uint64_t point = (other - 0x0101010101010101u) & ~other & 0x8080808080808080u; // the lowest set bit marks the first point
    return (yoke_number_head){bytes, (unsigned)__builtin_ctzll(point | 1ull << 63) & 56, point != 0};
}

#if YOKE_VECTOR
/// As `yoke_read_plain`, for a number of 16 bytes or more with at most 16 digits after its point. The caller has set `x->places`, the
/// number of these digits. One vector, the last 16 bytes, contains all of them.
yoke_inline bool yoke_read_long_fraction(const uint8_t *s, size_t n, yoke_number_head head, yoke_plain_number *x) {
    if (x->places > 16 || x->places + head.point / 8 > 19) return false;
    const yoke_v16 last = yoke_v16_xor(yoke_v16_load(yoke_first_bytes + x->places), yoke_v16_fill(0xFF));
    const yoke_v16 fraction = yoke_v16_and(yoke_v16_subtract(yoke_v16_load(s + n - 16), yoke_v16_fill('0')), last);
    const uint64_t whole = (head.bytes ^ 0x3030303030303030u) << (64 - head.point);
    const yoke_v16 others = yoke_v16_equal(yoke_v16_subtract_to_zero(fraction, yoke_v16_fill(9)), yoke_v16_fill(0));
    if (yoke_v16_bits(others) != 0xFFFF || !yoke_all_digits(whole, 0, 0)) return false;
    x->digits = yoke_eight_digits(whole) * yoke_tens[x->places] + yoke_v16_join_sixteen(fraction);
    return true;
}
#endif

/// Reads the number of `n` bytes at `s`, 9 <= n. Returns false for a number of another form, and for bytes that are no number.
yoke_inline bool yoke_read_plain(const uint8_t *s, size_t n, yoke_plain_number *x) {
    // `last[i]` is a mask for the text's last eight bytes. The mask keeps the last i of them, because earlier loads contain the others.
    static const uint64_t last[8] = {0,
                                     0xFF00000000000000u,
                                     0xFFFF000000000000u,
                                     0xFFFFFF0000000000u,
                                     0xFFFFFFFF00000000u,
                                     0xFFFFFFFFFF000000u,
                                     0xFFFFFFFFFFFF0000u,
                                     0xFFFFFFFFFFFFFF00u};
    const bool negative = *s == '-';
    const uint8_t *const p = s + negative;
    const yoke_number_head head = yoke_head_of_number(p);
    size_t left = n - negative - 8;
    if (left + !head.has_point > 12 || head.point == 0) return false; // more than 19 digits, or none before the point
    if ((head.bytes & 0xFF) == '0' && (head.point > 8 || !head.has_point)) return false; // a leading zero: not a JSON number
    x->negative = negative;
    x->places = head.has_point ? (unsigned)left + 7 - head.point / 8 : 0;
#if YOKE_VECTOR
    if (yoke_likely(n >= 16 && head.has_point) && yoke_likely(yoke_read_long_fraction(s, n, head, x))) return true;
#endif
    const uint64_t before = (1ull << head.point) - 1, zeros = 0x3030303030303030u;
    // The digits among the first eight bytes. If there is a point, it is removed, and a zero comes before the seven other bytes.
    const uint64_t front = head.has_point ? (((head.bytes & before) | (head.bytes >> 8 & ~before)) << 8) ^ zeros << 8 : head.bytes ^ zeros;
    uint64_t middle = 0, scale = 1;
    if (left >= 8) {
        middle = yoke_load_digits(p + 8) ^ zeros;
        scale = 100000000u;
        left -= 8;
    }
    const uint64_t rest = (yoke_load_digits(s + n - 8) ^ zeros) & last[left];
    if (!yoke_all_digits(front, middle, rest)) return false;
    x->digits = (yoke_eight_digits(front) * scale + yoke_eight_digits(middle)) * yoke_tens[left] + yoke_eight_digits(rest);
    return true;
}

/// Sets `*x` to the digits of a packed number (packed.c). Returns false if the number is packed character by character: then the caller
/// must unpack its text.
bool yoke_packed_digits(const uint8_t packed[YOKE_PACKED_SIZE], yoke_plain_number *x) __attribute__((visibility("hidden")));
