// JSON number text to machine numbers and back. Exact, locale-free, no allocation, no globals.
#ifndef YOKE_NUMBER_H
#define YOKE_NUMBER_H

#include <stddef.h>
#include <stdint.h>

/// What became of a conversion. `out` is written only with YOKE_NUMBER_OK.
typedef enum yoke_number_status {
    YOKE_NUMBER_OK = 0,
    /// The value does not fit: past an integer's ends, or a double that would be infinite.
    YOKE_NUMBER_RANGE,
    /// The value is not integral (1.5 into an integer). 1.0 and 1e2 are integral.
    YOKE_NUMBER_FRACTION,
    /// The text is not a JSON number (RFC 8259 section 6).
    YOKE_NUMBER_SYNTAX
} yoke_number_status;

/// 128 bits as two words, so that Swift on every system can read it.
typedef struct yoke_wide {
    uint64_t low;
    uint64_t high;
} yoke_wide;

/// Reads `n` bytes at `s` (need not be terminated, nothing outside s[0..<n] is read) as an exact integer.
/// 1.0, 1e2, 120e-1 are accepted because they are integral; cost is linear in n whatever the exponent.
yoke_number_status yoke_read_i64(const uint8_t *s, size_t n, int64_t *out);
yoke_number_status yoke_read_u64(const uint8_t *s, size_t n, uint64_t *out);
yoke_number_status yoke_read_i128(const uint8_t *s, size_t n, yoke_wide *out);
yoke_number_status yoke_read_u128(const uint8_t *s, size_t n, yoke_wide *out);

/// Reads the nearest double or float, ties to even, for any number of digits; -0.0 is kept, underflow gives 0,
/// overflow YOKE_NUMBER_RANGE. Clinger's exact path, then Eisel-Lemire (arXiv 2101.11408), then big integers.
yoke_number_status yoke_read_f64(const uint8_t *s, size_t n, double *out);
yoke_number_status yoke_read_f32(const uint8_t *s, size_t n, float *out);

/// The same for the number that begins at `p`, of which the end is not known, if it is a usual fraction (-65.613616999999977):
/// its end, behind which the caller must find what ends a number. NULL: not usual. Loads up to 33 bytes.
const uint8_t *yoke_scan_f64(const uint8_t *p, double *out);

/// The most bytes that a writer below puts at `out`.
enum { YOKE_NUMBER_MAX = 48 };

/// Write the number at `out` (room for YOKE_NUMBER_MAX bytes) and return the count of bytes.
size_t yoke_write_i64(int64_t value, uint8_t *out);
size_t yoke_write_u64(uint64_t value, uint8_t *out);
size_t yoke_write_i128(yoke_wide value, uint8_t *out);
size_t yoke_write_u128(yoke_wide value, uint8_t *out);

/// The shortest text that reads back as the same value (Schubfach), finite values only: 1.0, -0.0, 0.1, 1e+300 as
/// `1e300`; plain notation for decimal exponents -5..<17, else scientific.
size_t yoke_write_f64(double value, uint8_t *out);
size_t yoke_write_f32(float value, uint8_t *out);

/// The two doubles that lie at `values` with a comma between them, worked on side by side (room for YOKE_NUMBER_MAX bytes each);
/// 0: one is not finite.
size_t yoke_write_f64_pair(const void *values, uint8_t *out);

#endif
