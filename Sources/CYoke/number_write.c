// Machine numbers to the shortest text. Integers two digits at a time; doubles and floats by Schubfach (R. Giulietti,
// "The Schubfach way to render doubles", 2020): the interval of all numbers that read back as the value is scaled by a
// power of ten until it holds one or two integers, and the answer is among them. No loop, no division but by constants.
#include "number_wide.h"

#include <stdbool.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

// MARK: Digits

static const char pairs[201] =
    "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
    "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";

INLINE void write_pair(uint32_t value, uint8_t *out) { memcpy(out, pairs + 2 * value, 2); }

/// Exactly eight digits of a value below 10^8.
INLINE void write_eight(uint32_t value, uint8_t *out) {
    uint32_t high = value / 10000, low = value % 10000;
    write_pair(high / 100, out);
    write_pair(high % 100, out + 2);
    write_pair(low / 100, out + 4);
    write_pair(low % 100, out + 6);
}

/// A value below 10^8 without zeros in front (0 is one digit).
INLINE size_t write_short(uint32_t value, uint8_t *out) {
    uint8_t *p = out;
    if (value >= 10000) {
        uint32_t high = value / 10000;
        value %= 10000;
        if (high >= 100) {
            if (high >= 1000) write_pair(high / 100, p), p += 2;
            else *p++ = (uint8_t)('0' + high / 100);
            write_pair(high % 100, p), p += 2;
        } else if (high >= 10) {
            write_pair(high, p), p += 2;
        } else {
            *p++ = (uint8_t)('0' + high);
        }
        write_pair(value / 100, p);
        write_pair(value % 100, p + 2);
        return (size_t)(p + 4 - out);
    }
    if (value >= 100) {
        if (value >= 1000) write_pair(value / 100, p), p += 2;
        else *p++ = (uint8_t)('0' + value / 100);
        write_pair(value % 100, p);
        return (size_t)(p + 2 - out);
    }
    if (value >= 10) {
        write_pair(value, p);
        return 2;
    }
    *p = (uint8_t)('0' + value);
    return 1;
}

INLINE size_t write_unsigned(uint64_t value, uint8_t *out) {
    const uint32_t eight = 100000000;
    if (value < eight) return write_short((uint32_t)value, out);
    uint64_t high = value / eight;
    size_t n;
    if (high < eight) {
        n = write_short((uint32_t)high, out);
    } else {
        n = write_short((uint32_t)(high / eight), out);
        write_eight((uint32_t)(high % eight), out + n);
        n += 8;
    }
    write_eight((uint32_t)(value % eight), out + n);
    return n + 8;
}

// MARK: Integers

size_t yoke_write_u64(uint64_t value, uint8_t *out) { return write_unsigned(value, out); }

size_t yoke_write_i64(int64_t value, uint8_t *out) {
    *out = '-';
    bool negative = value < 0;
    uint64_t magnitude = negative ? 0 - (uint64_t)value : (uint64_t)value;
    return negative + write_unsigned(magnitude, out + negative);
}

size_t yoke_write_u128(yoke_wide value, uint8_t *out) {
    if (value.high == 0) return write_unsigned(value.low, out);
    // Schoolbook division of four words of 32 bits: a division of 128 bits is a library call, and not there everywhere.
    uint32_t word[4] = {(uint32_t)value.low, (uint32_t)(value.low >> 32), (uint32_t)value.high,
                        (uint32_t)(value.high >> 32)};
    uint32_t part[3];  // the last three groups of eight digits
    for (int i = 0; i < 3; i++) {
        uint64_t rest = 0;
        for (int k = 3; k >= 0; k--) {
            rest = rest << 32 | word[k];
            word[k] = (uint32_t)(rest / 100000000);
            rest %= 100000000;
        }
        part[i] = (uint32_t)rest;
    }
    uint64_t front = (uint64_t)word[1] << 32 | word[0];  // below 2^128 / 10^24 < 2^49
    size_t n = front != 0 ? write_unsigned(front, out) : 0;
    for (int i = 2; i >= 0; i--) {
        if (n == 0) {
            // 2^64 has 20 digits: `front` is 0 only below 10^24, and part[2] is then not 0.
            n = write_short(part[i], out);
        } else {
            write_eight(part[i], out + n);
            n += 8;
        }
    }
    return n;
}

size_t yoke_write_i128(yoke_wide value, uint8_t *out) {
    if (value.high >> 63 == 0) return yoke_write_u128(value, out);
    *out = '-';
    yoke_wide magnitude = {0 - value.low, ~value.high + (value.low == 0)};
    return 1 + yoke_write_u128(magnitude, out + 1);
}

// MARK: Schubfach

/// digits * 10^exponent; digits may end in zeros.
typedef struct decimal {
    uint64_t digits;
    int exponent;
} decimal;

/// floor(g * value / 2^128) with the last bit set when something but noise was cut off: the paper's rounding to odd
/// keeps every comparison with an even integer right. g is too great by less than 1 in 2^128, which lifts an exact
/// product to 1 in the middle word and no further.
INLINE uint64_t scale(yoke_wide g, uint64_t value) {
    uint64_t low = yoke_multiply(g.low, value).high;
    yoke_wide high = yoke_multiply(g.high, value);
    uint64_t middle = high.low + low;
    return (high.high + (middle < low)) | (middle > 1);
}

/// The shortest decimal that rounds to c * 2^q, the nearest one where there are two. `closer_below`: c is a power of
/// two, so that the gap to the value below is half of the gap above.
static decimal shortest(uint64_t c, int q, bool closer_below) {
    // Everything times four, so that the ends of the interval are integers. An end belongs to it when c is even,
    // because ties go to even.
    uint64_t odd = c & 1, value = 4 * c, below = value - 2 + closer_below, above = value + 2;
    // k = floor(log10(width of the interval)), which is 2^q, or 3/4 of it.
    int k = (q * 1262611 - (closer_below ? 524031 : 0)) >> 22;
    int shift = q + ((-k * 1741647) >> 19) + 1;  // q + floor(log2(10^-k)) + 1, which is 1...4
    yoke_wide g = yoke_pow10[-k - YOKE_POW10_FIRST];
    if (-k < 0 || -k > YOKE_POW10_EXACT) {  // the table is cut and the paper rounds up
        g.low += 1;
        g.high += g.low == 0;
    }
    uint64_t low = scale(g, below << shift) + odd;
    uint64_t middle = scale(g, value << shift);
    uint64_t high = scale(g, above << shift) - odd;

    uint64_t s = middle / 4;
    // One digit less: at most one multiple of ten is in the interval.
    if (s >= 10) {
        uint64_t tenth = s / 10;
        bool down = low <= 40 * tenth, up = 40 * tenth + 40 <= high;
        if (down != up) return (decimal){tenth + up, k + 1};
    }
    bool down = low <= 4 * s, up = 4 * s + 4 <= high;
    if (down != up) return (decimal){s + up, k};
    // Both are in, or neither: the nearer one, at a tie the even one.
    uint64_t half = 4 * s + 2;
    return (decimal){s + (middle > half || (middle == half && (s & 1))), k};
}

// MARK: Floating point text

// The least and the first too great exponent of the first digit in plain notation.
enum { PLAIN_FIRST = -5, PLAIN_END = 17 };

/// Writes `d`, not 0, with `.0` when it is integral and in plain notation. Copies whole blocks instead of digits: the
/// bytes at `out` behind the text are overwritten, never past YOKE_NUMBER_MAX.
INLINE size_t write_decimal(decimal d, uint8_t *out) {
    uint8_t text[40];
    memset(text, '0', sizeof text);  // the zeros that fill 12e3 up
    int count = (int)write_unsigned(d.digits, text);
    int first = count - 1 + d.exponent;  // exponent of the first digit
    while (text[count - 1] == '0') count--;
    if (first >= PLAIN_FIRST && first < 0) {
        memcpy(out, "0.000000", 8);
        memcpy(out + 1 - first, text, 20);
        return (size_t)(1 - first + count);
    }
    if (first >= 0 && first < PLAIN_END) {
        memcpy(out, text, 20);
        memcpy(out + first + 2, text + first + 1, 20);
        out[first + 1] = '.';
        return (size_t)(count > first + 1 ? count + 1 : first + 3);
    }
    out[0] = text[0];
    out[1] = '.';
    memcpy(out + 2, text + 1, 20);
    uint8_t *p = out + (count > 1 ? count + 1 : 1);
    *p++ = 'e';
    *p = '-';
    p += first < 0;
    return (size_t)(p - out) + write_short((uint32_t)(first < 0 ? -first : first), p);
}

/// c * 2^q, not 0, where `closer_below` says that the next lower value is only half as far as the next higher one.
INLINE size_t write_binary(uint64_t c, int q, bool closer_below, uint8_t *out) {
    // An integer of at most 53 bits is its own shortest text: another decimal of fewer digits is 1 or more away.
    if (q <= 0 && q > -53 && (c & ((1ull << -q) - 1)) == 0) {
        size_t n = write_unsigned(c >> -q, out);
        out[n] = '.';
        out[n + 1] = '0';
        return n + 2;
    }
    return write_decimal(shortest(c, q, closer_below), out);
}

static size_t write_zero(uint8_t *out) {
    memcpy(out, "0.0", 3);
    return 3;
}

size_t yoke_write_f64(double value, uint8_t *out) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    size_t sign = bits >> 63;
    *out = '-';
    out += sign;
    int biased = (int)(bits >> 52 & 0x7FF);
    uint64_t fraction = bits & ((1ull << 52) - 1);
    if (biased == 0) {
        if (fraction == 0) return sign + write_zero(out);
        return sign + write_binary(fraction, -1074, false, out);
    }
    return sign + write_binary(fraction | 1ull << 52, biased - 1075, fraction == 0 && biased > 1, out);
}

size_t yoke_write_f32(float value, uint8_t *out) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    size_t sign = bits >> 31;
    *out = '-';
    out += sign;
    int biased = (int)(bits >> 23 & 0xFF);
    uint32_t fraction = bits & ((1u << 23) - 1);
    if (biased == 0) {
        if (fraction == 0) return sign + write_zero(out);
        return sign + write_binary(fraction, -149, false, out);
    }
    return sign + write_binary(fraction | 1u << 23, biased - 150, fraction == 0 && biased > 1, out);
}
