// Converts numbers of JSON text to CBOR, and back. Each of these forms gives the JSON text of the number back exactly:
//
//     7  -1           integers; up to 128 bits as bignums
//     1.5             the shortest float that is exact: F9 3E00
//     0.1             a decimal, if that is shorter than the float: C4 82 20 01
//     all others (1.50 1E5 -0): the JSON text itself, as embedded JSON (tag 262)
#include <float.h>
#include <math.h>

#include "items.h"

// MARK: - Items

size_t yoke_cbor_head_size(uint64_t value) {
    return value < 24 ? 1 : value <= UINT8_MAX ? 2 : value <= UINT16_MAX ? 3 : value <= UINT32_MAX ? 5 : 9;
}

/// Writes the first byte of an item, and `size` bytes of `value` after it.
static void put(yoke_cbor_out *o, enum yoke_cbor_major major, unsigned info, size_t size, uint64_t value) {
    uint8_t bytes[9] = {(uint8_t)((unsigned)major << 5 | info)};
    for (size_t i = 0; i < size; i++) bytes[1 + i] = (uint8_t)(value >> 8 * (size - 1 - i));
    yoke_buffer_append(o->bytes, bytes, 1 + size);
}

void yoke_cbor_put_head(yoke_cbor_out *o, enum yoke_cbor_major major, uint64_t value) {
    size_t size = yoke_cbor_head_size(value) - 1;
    unsigned info = size == 0 ? (unsigned)value : size == 1 ? 24 : size == 2 ? 25 : size == 4 ? 26 : 27;
    put(o, major, info, size, value);
}

/// Writes a byte string.
static void put_bytes(yoke_cbor_out *o, const uint8_t *bytes, size_t n) {
    yoke_cbor_put_head(o, YOKE_CBOR_BYTES, n);
    yoke_buffer_append(o->bytes, bytes, n);
    o->strings += n >= yoke_cbor_least(o->strings);
}

void yoke_cbor_embed(yoke_cbor_out *o, const uint8_t *text, size_t n) {
    yoke_cbor_put_head(o, YOKE_CBOR_TAG, YOKE_CBOR_EMBEDDED);
    put_bytes(o, text, n);
}

void yoke_cbor_put_half(yoke_cbor_out *o, uint16_t bits) { put(o, YOKE_CBOR_SIMPLE, 25, 2, bits); }

// MARK: - Writing

/// Converts a float to half precision. Returns false if half precision cannot hold exactly this number.
static bool half_of(float value, uint16_t *half) {
    uint32_t bits;
    memcpy(&bits, &value, 4);
    int exponent = (int)(bits >> 23 & 0xFF) - 127;
    uint32_t fraction = bits & 0x7FFFFF, sign = bits >> 16 & 0x8000;
    if (exponent == -127 && fraction == 0) {
        *half = (uint16_t)sign;
        return true;
    }
    if (exponent < -24 || exponent > 15) return false;
    if (exponent >= -14) {
        *half = (uint16_t)(sign | (uint32_t)(exponent + 15) << 10 | fraction >> 13);
        return (fraction & 0x1FFF) == 0;
    }
    int shift = -exponent - 1;  // after this shift to the right, the last bit is worth 2^-24
    uint32_t all = fraction | 0x800000;
    *half = (uint16_t)(sign | all >> shift);
    return (all & ((1u << shift) - 1)) == 0;
}

typedef struct decimal {
    uint64_t digits;
    int64_t exponent;
} decimal;

/// Converts a literal without sign, as `yoke_write_f64` writes it: at most 17 digits, and perhaps a zero after the point.
static decimal decimal_of(const uint8_t *s, const uint8_t *end) {
    decimal d = {0, 0};
    bool after_point = false;
    for (; s < end && *s != 'e'; s++) {
        if (*s == '.') {
            after_point = true;
            continue;
        }
        d.digits = 10 * d.digits + (uint64_t)(*s - '0');
        d.exponent -= after_point;
    }
    if (s < end) {
        bool negative = s[1] == '-';
        int64_t exponent = 0;
        for (s += 1 + negative; s < end; s++) exponent = 10 * exponent + (*s - '0');
        d.exponent += negative ? -exponent : exponent;
    }
    for (; d.digits != 0 && d.digits % 10 == 0; d.digits /= 10) d.exponent++;
    return d;
}

/// Returns the value by which CBOR stores an integer: -1 - value for a negative integer.
static uint64_t coded(int64_t value) { return value < 0 ? (uint64_t)(-1 - value) : (uint64_t)value; }

/// Writes a double whose shortest text is s[0..<n].
static void put_double(yoke_cbor_out *o, double value, const uint8_t *s, size_t n) {
    bool is_single = value >= -FLT_MAX && value <= FLT_MAX && (double)(float)value == value;
    uint16_t half;
    if (is_single && half_of((float)value, &half)) return yoke_cbor_put_half(o, half);
    bool negative = *s == '-';  // the value is not 0, because 0 is a half
    decimal d = decimal_of(s + negative, s + n);
    size_t size = 2 + yoke_cbor_head_size(coded(d.exponent)) + yoke_cbor_head_size(d.digits - negative);
    if (is_single && size >= 5) {
        float single = (float)value;
        uint32_t bits;
        memcpy(&bits, &single, 4);
        put(o, YOKE_CBOR_SIMPLE, 26, 4, bits);
    } else if (size >= 9) {
        uint64_t bits;
        memcpy(&bits, &value, 8);
        put(o, YOKE_CBOR_SIMPLE, 27, 8, bits);
    } else {
        yoke_cbor_put_head(o, YOKE_CBOR_TAG, YOKE_CBOR_DECIMAL);
        yoke_cbor_put_head(o, YOKE_CBOR_ARRAY, 2);
        yoke_cbor_put_head(o, d.exponent < 0 ? YOKE_CBOR_NEGATIVE : YOKE_CBOR_UNSIGNED, coded(d.exponent));
        yoke_cbor_put_head(o, negative ? YOKE_CBOR_NEGATIVE : YOKE_CBOR_UNSIGNED, d.digits - negative);
    }
}

static void put_integer(yoke_cbor_out *o, bool negative, yoke_wide value) {
    if (negative) {
        value.high -= value.low == 0;
        value.low -= 1;
    }
    if (value.high == 0) return yoke_cbor_put_head(o, negative ? YOKE_CBOR_NEGATIVE : YOKE_CBOR_UNSIGNED, value.low);
    uint8_t bytes[16];
    for (unsigned i = 0; i < 8; i++) {
        bytes[i] = (uint8_t)(value.high >> (56 - 8 * i));
        bytes[8 + i] = (uint8_t)(value.low >> (56 - 8 * i));
    }
    size_t zeros = (size_t)__builtin_clzll(value.high) / 8;
    yoke_cbor_put_head(o, YOKE_CBOR_TAG, negative ? YOKE_CBOR_NEGATIVE_BIG : YOKE_CBOR_POSITIVE_BIG);
    put_bytes(o, bytes + zeros, 16 - zeros);
}

bool yoke_cbor_put_number(yoke_cbor_out *o, const uint8_t *literal, size_t n) {
    bool negative = n > 0 && *literal == '-', is_integer = n > negative;
    for (size_t i = negative; i < n; i++) is_integer &= literal[i] >= '0' && literal[i] <= '9';
    bool is_negative_zero = negative && n == 2 && literal[1] == '0';
    yoke_wide whole;
    if (is_integer && !is_negative_zero && yoke_read_u128(literal + negative, n - negative, &whole) == YOKE_NUMBER_OK) {
        put_integer(o, negative, whole);
        return true;
    }
    double value;
    yoke_number_status status = yoke_read_f64(literal, n, &value);
    if (status == YOKE_NUMBER_SYNTAX) return false;
    uint8_t text[YOKE_NUMBER_MAX];
    bool is_shortest = status == YOKE_NUMBER_OK && yoke_write_f64(value, text) == n && memcmp(text, literal, n) == 0;
    if (is_shortest) put_double(o, value, literal, n);
    else yoke_cbor_embed(o, literal, n);
    return true;
}

// MARK: - Reading

bool yoke_cbor_integer_text(yoke_buffer *out, bool negative, yoke_wide value) {
    if (negative) {
        value.low += 1;
        value.high += value.low == 0;
        if (value.low == 0 && value.high == 0) return false;
    }
    uint8_t text[1 + YOKE_NUMBER_MAX] = {'-'};
    yoke_buffer_append(out, text, negative);
    yoke_buffer_append(out, text, yoke_write_u128(value, text));
    return true;
}

static void append_double(yoke_buffer *out, double value) {
    uint8_t text[YOKE_NUMBER_MAX];
    yoke_buffer_append(out, text, yoke_write_f64(value, text));
}

bool yoke_cbor_decimal_text(yoke_buffer *out, bool negative, uint64_t digits, int64_t exponent) {
    const uint64_t most_of_double = 1000000000000000;  // 15 digits: two such decimals never give the same double
    if (negative && digits++ == UINT64_MAX) return false;
    // The number as a literal, for example 12e-3.
    uint8_t text[2 * YOKE_NUMBER_MAX] = {'-'};
    size_t n = negative;
    n += yoke_write_u64(digits, text + n);
    text[n++] = 'e';
    n += yoke_write_i64(exponent, text + n);
    double value;
    bool is_double = digits < most_of_double && yoke_read_f64(text, n, &value) == YOKE_NUMBER_OK && (value != 0 || digits == 0);
    if (is_double) append_double(out, value);
    else yoke_buffer_append(out, text, n);
    return true;
}

static double widened(uint16_t half) {
    int exponent = half >> 10 & 31;
    double fraction = half & 0x3FF;
    // In a half-precision number, the last bit of the fraction is worth 2^-24 times a power of two, which the exponent selects. All these
    // powers are exact.
    double unit = 1.0 / 16777216;
    double value = exponent == 0 ? fraction * unit : (fraction + 1024) * unit * (double)(1u << (exponent - 1));
    return half >> 15 != 0 ? -value : value;
}

void yoke_cbor_float_text(yoke_buffer *out, size_t size, uint64_t bits) {
    double value;
    if (size == 2 && (bits >> 10 & 31) != 31) {
        value = widened((uint16_t)bits);
    } else if (size == 2) {
        value = (bits & 0x3FF) != 0 ? (double)NAN : bits >> 15 != 0 ? -(double)INFINITY : (double)INFINITY;
    } else if (size == 4) {
        float single;
        uint32_t low = (uint32_t)bits;
        memcpy(&single, &low, 4);
        value = (double)single;
    } else {
        memcpy(&value, &bits, 8);
    }
    if (value != value) yoke_buffer_append(out, "NaN", 3);
    else if (value > DBL_MAX) yoke_buffer_append(out, "Infinity", 8);
    else if (value < -DBL_MAX) yoke_buffer_append(out, "-Infinity", 9);
    else append_double(out, value);
}
