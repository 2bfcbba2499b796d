// Converts JSON number text to machine numbers and back. Exact, independent of the locale, without allocation and without
// globals.
#pragma once

#include "base/wide.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Result of the reading functions below. They write `out` only if they return YOKE_NUMBER_OK.
typedef enum yoke_number_status {
    YOKE_NUMBER_OK = 0,
    /// The value is out of range: beyond the limits of the integer type, or a double that would be infinite.
    YOKE_NUMBER_RANGE,
    /// The value has a fraction (1.5 for an integer). 1.0 and 1e2 do not count as fractions.
    YOKE_NUMBER_FRACTION,
    /// The text is not a JSON number (RFC 8259 section 6).
    YOKE_NUMBER_SYNTAX
} yoke_number_status;

/// Each function reads the `n` bytes at `s` as an exact integer. It reads no byte outside s[0..<n], so the text needs no terminator. It
/// accepts 1.0, 1e2 and 120e-1, because these numbers are integers. The cost is linear in n, whatever the exponent is.
yoke_number_status yoke_read_i64(const uint8_t *s, size_t n, int64_t *out);
yoke_number_status yoke_read_u64(const uint8_t *s, size_t n, uint64_t *out);
yoke_number_status yoke_read_i128(const uint8_t *s, size_t n, yoke_wide *out);
yoke_number_status yoke_read_u128(const uint8_t *s, size_t n, yoke_wide *out);

/// A number as Foundation's `Decimal` holds it: an integer times a power of ten.
typedef struct yoke_decimal {
    yoke_wide integer;
    int32_t exponent;
    bool negative;
} yoke_decimal;

enum { YOKE_DECIMAL_EXPONENT_FIRST = -128, YOKE_DECIMAL_EXPONENT_LAST = 127 };

/// Reads a number exactly, as integer * 10^exponent. The integer has no zero at its end, unless the exponent is
/// YOKE_DECIMAL_EXPONENT_LAST. Returns YOKE_NUMBER_RANGE if the number has no such form with an integer below 2^128.
yoke_number_status yoke_read_decimal(const uint8_t *s, size_t n, yoke_decimal *out);

/// Reads the nearest double or float, ties to even, for any number of digits. Keeps -0.0. Underflow gives 0, and overflow gives
/// YOKE_NUMBER_RANGE. Uses Clinger's exact path, Eisel-Lemire (arXiv 2101.11408) or big integers: see number/read.c.
yoke_number_status yoke_read_f64(const uint8_t *s, size_t n, double *out);
yoke_number_status yoke_read_f32(const uint8_t *s, size_t n, float *out);

/// Reads a number with a fraction, in a common form such as -65.613616999999977, at `p`. The caller need not know where the number ends.
/// Returns the end, or NULL for a number of another form. The caller must check that the byte at the end may follow a number. Loads up to
/// 33 bytes.
const uint8_t *yoke_scan_f64(const uint8_t *p, double *out);
const uint8_t *yoke_scan_f32(const uint8_t *p, float *out);

/// The most bytes that one of the functions below writes for a number.
enum { YOKE_NUMBER_MAX = 48 };

/// Each function writes `value` as text to `out`, which has room for YOKE_NUMBER_MAX bytes, and returns the number of bytes.
size_t yoke_write_i64(int64_t value, uint8_t *out);
size_t yoke_write_u64(uint64_t value, uint8_t *out);
size_t yoke_write_i128(yoke_wide value, uint8_t *out);
size_t yoke_write_u128(yoke_wide value, uint8_t *out);

/// Writes the shortest text that reads back as the same value (Schubfach). Finite values only. Examples: 1.0, -0.0, 0.1, and
/// 1e+300 as `1e300`. Decimal exponents -5..<17 use plain notation, all others scientific notation.
size_t yoke_write_f64(double value, uint8_t *out);
size_t yoke_write_f32(float value, uint8_t *out);

/// The most digits that `yoke_write_fixed` writes after the point.
enum { YOKE_FRACTION_MAX = 20 };

/// Writes a finite double with exactly `digits` digits after the point, and without a point if `digits` is 0. Rounds the exact binary
/// value, ties to even. From 1e17 on, where doubles have no fraction, writes the shortest text (for a float if `is_float`).
size_t yoke_write_fixed(double value, unsigned digits, bool is_float, uint8_t *out);

/// Writes the two doubles at `values` with a comma between them. Converts both at the same time, which is faster. `out` has room for
/// YOKE_NUMBER_MAX bytes for each. Returns 0 if one of the doubles is not finite.
size_t yoke_write_f64_pair(const void *values, uint8_t *out);
