// Converts number text to integers. Plain digits take a fast path; a fraction or an exponent takes a slower exact path.
#include "number/literal.h"

const uint64_t yoke_tens[20] = {
    1u, 10u, 100u, 1000u, 10000u, 100000u, 1000000u, 10000000u, 100000000u, 1000000000u, 10000000000u, 100000000000u,
    1000000000000u, 10000000000000u, 100000000000000u, 1000000000000000u, 10000000000000000u, 100000000000000000u,
    1000000000000000000u, 10000000000000000000u};

#if YOKE_VECTOR
const uint8_t yoke_first_bytes[32] = {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};
const uint64_t yoke_fives_inverse[17] = {
    0x0000000000000001u, 0xCCCCCCCCCCCCCCCDu, 0x8F5C28F5C28F5C29u, 0x1CAC083126E978D5u,
    0xD288CE703AFB7E91u, 0x5D4E8FB00BCBE61Du, 0x790FB65668C26139u, 0xE5032477AE8D46A5u,
    0xC767074B22E90E21u, 0x8E47CE423A2E9C6Du, 0x4FA7F60D3ED61F49u, 0x0FEE64690C913975u,
    0x3662E0E1CF503EB1u, 0xA47A2CF9F6433FBDu, 0x54186F653140A659u, 0x7738164770402145u,
    0xE4A4D1417CD9A041u};
#endif

/// Replaces `a` by a * m + b. Returns false if the result needs more than 128 bits.
static bool multiply_add(yoke_wide *a, uint64_t m, uint64_t b) {
    yoke_wide low = yoke_multiply(a->low, m), high = yoke_multiply(a->high, m);
    uint64_t sum = low.low + b, carry = sum < b;
    uint64_t top = low.high + carry;  // cannot wrap: the product's high word is at most 2^64 - 2
    uint64_t all = high.low + top;
    if (high.high != 0 || all < top) return false;
    *a = (yoke_wide){sum, all};
    return true;
}

/// The digits of a number without the zeros at both ends. `count` is 0 if the number is 0.
typedef struct significant {
    const uint8_t *first;
    size_t count;
    /// The exponent of ten by which the last digit counts: -2 for the 5 of 0.25.
    int64_t exponent;
} significant;

static significant significant_digits(const number *x) {
    const uint8_t *first = first_significant(x), *end = x->end;
    if (first == end) return (significant){first, 0, 0};
    while (end[-1] == '0' || end[-1] == '.') end--;
    return (significant){first, digits_between(x, first, end), x->exponent + (int64_t)digits_between(x, end, x->end)};
}

/// Reads the digits as an integer. Returns false if the integer needs more than 128 bits.
static bool read_significant(const number *x, significant digits, yoke_wide *out) {
    *out = (yoke_wide){0, 0};
    if (digits.count > 39) return false;  // 2^128 has 39 digits
    while (digits.count > 0) {
        size_t step = digits.count < 19 ? digits.count : 19;
        if (!multiply_add(out, yoke_tens[step], read_digits(x, &digits.first, step))) return false;
        digits.count -= step;
    }
    return true;
}

/// Reads the magnitude of an integer in any form, such as 1.20e3, up to 128 bits. First ignores the zeros at both ends of the digits. Then
/// the exponent and the number of the other digits show, before any arithmetic, if the value is an integer and if it is far too large.
static yoke_cold yoke_number_status read_magnitude(const uint8_t *s, size_t n, bool *negative, yoke_wide *out) {
    number x;
    if (!scan(s, n, &x)) return YOKE_NUMBER_SYNTAX;
    *negative = x.negative;
    const significant digits = significant_digits(&x);
    int64_t zeros = digits.exponent;
    if (zeros < 0) return YOKE_NUMBER_FRACTION;
    if (zeros > 39 || !read_significant(&x, digits, out)) return YOKE_NUMBER_RANGE;
    for (; zeros > 0; zeros -= zeros < 19 ? zeros : 19)
        if (!multiply_add(out, yoke_tens[zeros < 19 ? zeros : 19], 0)) return YOKE_NUMBER_RANGE;
    return YOKE_NUMBER_OK;
}

yoke_number_status yoke_read_decimal(const uint8_t *s, size_t n, yoke_decimal *out) {
    number x;
    if (!scan(s, n, &x)) return YOKE_NUMBER_SYNTAX;
    const significant digits = significant_digits(&x);
    int64_t exponent = digits.exponent;
    yoke_wide integer;
    if (exponent < YOKE_DECIMAL_EXPONENT_FIRST || !read_significant(&x, digits, &integer)) return YOKE_NUMBER_RANGE;
    for (; exponent > YOKE_DECIMAL_EXPONENT_LAST; exponent--) // ends soon: the integer overflows 128 bits
        if (!multiply_add(&integer, 10, 0)) return YOKE_NUMBER_RANGE;
    *out = (yoke_decimal){integer, (int32_t)exponent, x.negative && digits.count > 0};
    return YOKE_NUMBER_OK;
}

/// Reads an integer of the most common form: no point, no exponent, at most 19 digits, so that 64 bits are enough. Returns false
/// for any other text.
yoke_inline bool read_plain(const uint8_t *s, size_t n, bool *negative, uint64_t *out) {
    if (n - 1 > 19) return false;  // also if n is 0, because n - 1 is then the greatest size_t
    text t = text_make(s, n);
    *negative = *s == '-';
    const uint8_t *whole = s + *negative;
    *out = 0;
    const uint8_t *p = scan_digits(&t, whole, out);
    size_t count = (size_t)(p - whole);
    return p == t.end && count - 1 < 19 && (*whole != '0' || count == 1);
}

yoke_inline yoke_number_status read_integer(const uint8_t *s, size_t n, bool *negative, yoke_wide *out) {
    uint64_t plain;
    if (!__builtin_expect(read_plain(s, n, negative, &plain), 1)) return read_magnitude(s, n, negative, out);
    *out = (yoke_wide){plain, 0};
    return YOKE_NUMBER_OK;
}

yoke_number_status yoke_read_i64(const uint8_t *s, size_t n, int64_t *out) {
    bool negative;
    yoke_wide m;
    yoke_number_status status = read_integer(s, n, &negative, &m);
    if (status != YOKE_NUMBER_OK) return status;
    if (m.high != 0 || m.low > (uint64_t)INT64_MAX + negative) return YOKE_NUMBER_RANGE;
    *out = (int64_t)(negative ? 0 - m.low : m.low);
    return YOKE_NUMBER_OK;
}

yoke_number_status yoke_read_u64(const uint8_t *s, size_t n, uint64_t *out) {
    bool negative;
    yoke_wide m;
    yoke_number_status status = read_integer(s, n, &negative, &m);
    if (status != YOKE_NUMBER_OK) return status;
    if (m.high != 0 || (negative && m.low != 0)) return YOKE_NUMBER_RANGE;
    *out = m.low;
    return YOKE_NUMBER_OK;
}

yoke_number_status yoke_read_i128(const uint8_t *s, size_t n, yoke_wide *out) {
    bool negative;
    yoke_wide m;
    yoke_number_status status = read_integer(s, n, &negative, &m);
    if (status != YOKE_NUMBER_OK) return status;
    const uint64_t top = 1ull << 63;
    if (m.high >= top && !(negative && m.high == top && m.low == 0)) return YOKE_NUMBER_RANGE;
    *out = negative ? (yoke_wide){0 - m.low, ~m.high + (m.low == 0)} : m;
    return YOKE_NUMBER_OK;
}

yoke_number_status yoke_read_u128(const uint8_t *s, size_t n, yoke_wide *out) {
    bool negative;
    yoke_wide m;
    yoke_number_status status = read_integer(s, n, &negative, &m);
    if (status != YOKE_NUMBER_OK) return status;
    if (negative && (m.low | m.high) != 0) return YOKE_NUMBER_RANGE;
    *out = m;
    return YOKE_NUMBER_OK;
}
