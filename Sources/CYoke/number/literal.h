// Scans number text: checks the grammar and collects the digits. Private to the files in number/.
//
// Invariant: nothing outside s[0..<n] is loaded. The cost is O(n), however great the exponent is.
#pragma once

#include "number/digits.h"
#include "number/powers.h"

#include <stdbool.h>

// MARK: Text, eight bytes at a time

/// The end of a text, and the text's last eight bytes. With these bytes, the code reads near the end without padding after the text, and
/// without a loop.
typedef struct text {
    const uint8_t *end;
    /// The last eight bytes of the text; the last one is the top byte. If the text is shorter, the lower bytes are zeros.
    uint64_t tail;
} text;

/// Loads a text of 1 <= n < 8 bytes with overlapping loads instead of a loop. Where loads overlap, their bits are equal.
yoke_inline uint64_t load_short(const uint8_t *p, size_t n) {
    if (n >= 4) {
        uint64_t a = p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24;
        const uint8_t *q = p + n - 4;
        uint64_t b = q[0] | (uint64_t)q[1] << 8 | (uint64_t)q[2] << 16 | (uint64_t)q[3] << 24;
        return a | b << (8 * (n - 4));
    }
    return p[0] | (uint64_t)p[n / 2] << (8 * (n / 2)) | (uint64_t)p[n - 1] << (8 * (n - 1));
}

yoke_inline text text_make(const uint8_t *s, size_t n) {
    return (text){s + n, n >= 8 ? yoke_load_digits(s + n - 8) : load_short(s, n) << (8 * (8 - n))};
}

/// Returns the eight bytes from `p` on, the first byte lowest. Bytes after the text's end are zeros: no zero byte is part of a number.
yoke_inline uint64_t window(const text *t, const uint8_t *p) {
    size_t left = (size_t)(t->end - p);
    if (left >= 8) return yoke_load_digits(p);
    return (t->tail >> 1) >> (63 - 8 * left);  // two shifts, because C does not allow one shift by 64 bits (if `left` is 0)
}

// MARK: Grammar

/// A number that follows RFC 8259 section 6. Its value is digits * 10^exponent, unless it has more than 19 digits.
typedef struct number {
    /// All digits as one integer, modulo 2^64.
    uint64_t digits;
    /// The exponent of ten by which the last digit counts: -2 for the 5 of 0.25.
    int64_t exponent;
    /// The digits stand at whole..<whole_end and fraction..<end. The point is between both ranges. Without a point, `whole_end`,
    /// `fraction` and `end` are equal.
    const uint8_t *whole, *whole_end, *fraction, *end;
    bool negative;
} number;

/// Appends the digits at `p` to the digits of `*value`: if 12 follow 345, the result is 34512. Returns the end of the digits.
yoke_inline const uint8_t *scan_digits(const text *t, const uint8_t *p, uint64_t *value) {
    for (;;) {
        uint64_t bytes = window(t, p);
        unsigned count = yoke_digit_run(bytes);
        if (count == 0) return p;
        *value = *value * yoke_tens[count] + yoke_digits_value(bytes, count);
        p += count;
        if (count < 8) return p;
    }
}

/// Adds the exponent at `p`, the address after the `e`, to `*exponent`. Returns the exponent's end, or NULL if it has no digits. The sum
/// cannot overflow, because the code ignores further digits of an exponent that is already huge.
yoke_inline const uint8_t *scan_exponent(const uint8_t *p, const uint8_t *end, int64_t *exponent) {
    bool negative = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+')) p++;
    const uint8_t *first = p;
    int64_t value = 0;
    for (; p < end && *p - '0' < 10u; p++)
        if (value < INT64_MAX / 40) value = value * 10 + (*p - '0');
    *exponent += negative ? -value : value;
    return p == first ? NULL : p;
}

/// Scans s[0..<n]. Returns false if the text is not a number.
yoke_inline bool scan(const uint8_t *s, size_t n, number *x) {
    if (n == 0) return false;
    text t = text_make(s, n);
    const uint8_t *p = s;
    x->negative = *p == '-';
    p += x->negative;
    x->whole = p;
    x->digits = 0;
    p = scan_digits(&t, p, &x->digits);
    x->whole_end = x->fraction = p;
    if (p == x->whole || (*x->whole == '0' && p != x->whole + 1)) return false;
    if (p < t.end && *p == '.') {
        x->fraction = ++p;
        p = scan_digits(&t, p, &x->digits);
        if (p == x->fraction) return false;
    }
    x->end = p;
    x->exponent = -(int64_t)(p - x->fraction);
    if (p < t.end && (*p | 0x20) == 'e') {
        p = scan_exponent(p + 1, t.end, &x->exponent);
        if (p == NULL) return false;
    }
    return p == t.end;
}

yoke_inline size_t digit_count(const number *x) {
    return (size_t)(x->whole_end - x->whole) + (size_t)(x->end - x->fraction);
}

/// Returns the number of digits from `p` to `end`. A point between them does not count.
yoke_inline size_t digits_between(const number *x, const uint8_t *p, const uint8_t *end) {
    return (size_t)(end - p) - (p <= x->whole_end && end > x->whole_end);
}

/// Reads `count` <= 19 digits as an integer and moves `p` to the address after them. At least `count` digits must follow `p`.
static inline uint64_t read_digits(const number *x, const uint8_t **p, size_t count) {
    uint64_t value = 0;
    while (count > 0) {
        if (*p == x->whole_end) *p = x->fraction;
        if (count >= 8 && (*p >= x->fraction || x->whole_end - *p >= 8)) {
            value = value * 100000000u + yoke_digits_value(yoke_load_digits(*p), 8);
            *p += 8;
            count -= 8;
            continue;
        }
        value = value * 10 + (uint64_t)(*(*p)++ - '0');
        count--;
    }
    return value;
}

/// Returns the address of the first digit that is not 0, or x->end.
static inline const uint8_t *first_significant(const number *x) {
    const uint8_t *p = x->whole;
    while (p < x->end && (*p == '0' || p == x->whole_end)) p++;
    return p;
}
