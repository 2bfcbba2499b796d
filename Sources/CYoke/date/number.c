// Converts numbers since 1970 to seconds since 2001 and back. The code adds or subtracts the 978,307,200 seconds from 1970 to 2001 in the
// decimal text, not in a double:
//
//     978307200.1 - 978307200   is 0.10000002384185791 with doubles, and 0.1 here
//
// So a date's number and its RFC 3339 text give the same date, and every double comes back unchanged.
#include <float.h>
#include <math.h>

#include "date/fields.h"
#include "number/digits.h"
#include "number/number.h"

/// A decimal number: (high * 10^18 + low + 0.fraction) * 10^tens. `high` and `low` together hold at most 36 digits. `fraction` holds
/// `count` more digits 0...9; the last is not 0. `tens` is above 0 only if the number has more than 36 digits before the point. Compared
/// with such a number, the 31 years from 1970 to 2001 are too small to count. So `decimal_add` does not change it.
typedef struct decimal {
    bool negative;
    int64_t high, low;
    int64_t tens;
    size_t count;
    uint8_t fraction[YOKE_DATE_MAX];
} decimal;

/// Greatest number of digits after the point. Further digits are dropped: no double needs them.
enum { MAX_FRACTION = 340 };

/// The limit of `low`: low < WORD.
#define WORD INT64_C(1000000000000000000)

/// Beyond this limit, `find_exponent` drops digits. No text has this many digits, so only the sign of so great an exponent matters.
#define MAX_EXPONENT INT64_C(1000000000000000)

/// Returns the address of the `e` in a number's text, or the text's end. Stores the exponent; 0 without an `e`.
static const uint8_t *find_exponent(const uint8_t *p, const uint8_t *end, int64_t *exponent) {
    *exponent = 0;
    while (p < end && (*p | 0x20) != 'e') p++;
    if (p == end) return end;
    const uint8_t *q = p + 1;
    bool negative = *q == '-';
    if (*q == '-' || *q == '+') q++;
    for (; q < end; q++)
        if (*exponent < MAX_EXPONENT) *exponent = *exponent * 10 + (*q - '0');
    if (negative) *exponent = -*exponent;
    return p;
}

/// Converts the text of a valid number to a decimal number, and multiplies the result by 10^scale.
static void decimal_make(const uint8_t *s, size_t n, int scale, decimal *d) {
    d->negative = *s == '-';
    const uint8_t *p = s + d->negative;
    int64_t integer_digits;  // digits still to come before the point, after scaling has moved it
    const uint8_t *end = find_exponent(p, s + n, &integer_digits), *point = memchr(p, '.', (size_t)(end - p));
    integer_digits += (point != NULL ? point : end) - p + scale;
    d->high = d->low = 0;
    d->count = 0;
    for (; integer_digits < 0 && d->count < MAX_FRACTION; integer_digits++) d->fraction[d->count++] = 0;
    while (p < end || (integer_digits > 0 && d->low + d->high > 0 && d->high < WORD / 10)) {
        uint8_t digit = p < end ? (uint8_t)(*p++ - '0') : 0;  // 254 for '.'
        if (digit == (uint8_t)('.' - '0')) continue;
        if (integer_digits > 0 && d->high < WORD / 10) {
            if (d->high > 0 || d->low >= WORD / 10) {
                d->high = d->high * 10 + d->low / (WORD / 10);
                d->low %= WORD / 10;
            }
            d->low = d->low * 10 + digit;
            integer_digits--;
        } else if (d->count < MAX_FRACTION) {
            d->fraction[d->count++] = digit;
        }
    }
    while (d->count > 0 && d->fraction[d->count - 1] == 0) d->count--;
    d->tens = integer_digits > 0 && d->high > 0 ? integer_digits : 0;
}

/// Replaces the fraction by 1 - fraction. Needed if the sign changes: -1 + 0.75 is -0.25.
static void complement(decimal *d) {
    for (size_t i = 0; i + 1 < d->count; i++) d->fraction[i] = 9 - d->fraction[i];
    d->fraction[d->count - 1] = 10 - d->fraction[d->count - 1];
}

/// Brings `low` into 0..<WORD, and changes `high` so that the number stays the same. `low` may be outside of this range by up to two WORDs.
static void carry(decimal *d) {
    for (; d->low < 0; d->high--) d->low += WORD;
    for (; d->low >= WORD; d->high++) d->low -= WORD;
}

/// Adds `delta`, whose magnitude is less than WORD, to the decimal number. A number with `tens` above 0 is too great to change.
static void decimal_add(decimal *d, int64_t delta) {
    if (d->tens > 0) return;
    const bool has_fraction = d->count > 0, was_negative = d->negative;
    if (was_negative) { // round down: -2.75 becomes -3, and the fraction counts up from there
        d->high = -d->high;
        d->low = -d->low - has_fraction;
    }
    d->low += delta;
    carry(d);
    d->negative = d->high < 0;
    if (d->negative) {
        d->high = -d->high;
        d->low = -d->low - has_fraction;
        carry(d);
    }
    if (has_fraction && d->negative != was_negative) complement(d);
}

/// Writes the number without the factor 10^tens. Returns the number of bytes.
static size_t decimal_put(const decimal *d, uint8_t *out) {
    uint8_t *p = out;
    if (d->negative) *p++ = '-';
    if (d->high > 0) {
        uint8_t low[YOKE_NUMBER_MAX];
        p += yoke_write_i64(d->high, p);
        const size_t n = yoke_write_i64(WORD + d->low, low) - 1;
        memcpy(p, low + 1, n); // with leading zeros
        p += n;
    } else {
        p += yoke_write_i64(d->low, p);
    }
    if (d->count > 0) *p++ = '.';
    for (size_t i = 0; i < d->count; i++) *p++ = '0' + d->fraction[i];
    return (size_t)(p - out);
}

/// Returns the scale of a number since 1970, guessed from its magnitude: 0 for seconds, 3 for milliseconds, 6 for microseconds, 9 for
/// nanoseconds.
static int scale_of(uint64_t magnitude) {
    return magnitude < yoke_tens[11] ? 0 : magnitude < yoke_tens[14] ? 3 : magnitude < yoke_tens[17] ? 6 : 9;
}

/// Converts an integer since 1970, in units of 10^-scale seconds, to seconds since 2001. Returns false if arithmetic on doubles would round
/// more than once.
static bool from_integer(int64_t value, int scale, double *seconds) {
    int64_t unit = (int64_t)yoke_tens[scale], moved;
    if (__builtin_sub_overflow(value, YOKE_REFERENCE * unit, &moved)) return false;
    const int64_t exact = (int64_t)1 << 53, whole = moved / unit;
    if ((-exact <= moved && moved <= exact) || unit == 1) *seconds = (double)moved / (double)unit;
    else if (-exact <= whole && whole <= exact) *seconds = (double)whole + (double)(moved % unit) / (double)unit;
    else return false;
    return true;
}

bool yoke_date_from_number(const uint8_t *s, size_t n, int scale, double *seconds) {
    int64_t integer;
    yoke_number_status status = yoke_read_i64(s, n, &integer);
    if (status == YOKE_NUMBER_SYNTAX) return false;
    if (status == YOKE_NUMBER_OK) {
        // The integer is not rounded to a double, because the double may be greater than the limit of the unit.
        if (scale == YOKE_SCALE_AUTO) scale = scale_of(integer < 0 ? -(uint64_t)integer : (uint64_t)integer);
        if (from_integer(integer, scale, seconds)) return true;
    }
    if (scale == YOKE_SCALE_AUTO) {
        double value = DBL_MAX; // for numbers greater than any double
        (void)yoke_read_f64(s, n, &value);
        scale = scale_of(fabs(value) < 1e18 ? (uint64_t)fabs(value) : UINT64_MAX);
    }
    decimal d;
    decimal_make(s, n, 0, &d);
    decimal_add(&d, -YOKE_REFERENCE * (int64_t)yoke_tens[scale]);
    uint8_t text[YOKE_DATE_MAX + 2 * YOKE_NUMBER_MAX];
    size_t length = decimal_put(&d, text);
    text[length++] = 'e';
    length += yoke_write_i64(d.tens - scale, text + length);
    return yoke_read_f64(text, length, seconds) == YOKE_NUMBER_OK;
}

size_t yoke_date_to_number(double seconds, int scale, uint8_t *out) {
    if (!(fabs(seconds) <= DBL_MAX)) return 0;
    uint8_t text[YOKE_NUMBER_MAX];
    const size_t n = yoke_write_f64(seconds, text);
    decimal d;
    decimal_make(text, n, scale, &d);
    if (d.tens > 0) { // too great to be changed by 31 years: keep the shortest digits
        int64_t exponent;
        const size_t length = (size_t)(find_exponent(text, text + n, &exponent) - text);
        memcpy(out, text, length);
        out[length] = 'e';
        return length + 1 + yoke_write_i64(exponent + scale, out + length + 1);
    }
    decimal_add(&d, YOKE_REFERENCE * (int64_t)yoke_tens[scale]);
    return decimal_put(&d, out);
}
