// Numbers since 1970 to seconds from 2001 and back. The 978,307,200 seconds between are added to the decimal text, not to a
// double:
//
//     978307200.1 - 978307200   is 0.10000002384185791 with doubles, and 0.1 here
//
// so that a date's number and its RFC 3339 text are the same date, and every double comes back as it was.
#include <math.h>

#include "date_fields.h"
#include "digits.h"
#include "number.h"

/// A number in plain notation: `whole` and the digits, 0...9, behind the point, of which the last is not 0.
typedef struct decimal {
    bool negative;
    int64_t whole;
    size_t count;
    uint8_t fraction[YOKE_DATE_MAX];
} decimal;

/// No double needs more digits behind its point, and a whole number here stays below 10^18.
enum { FRACTION_MOST = 340, WHOLE_DIGITS = 18 };

/// More than any text has digits: of a greater exponent only the sign matters.
#define EXPONENT_MOST INT64_C(1000000000000000)

/// Where the exponent of a number's text begins, or its end.
static const uint8_t *find_exponent(const uint8_t *p, const uint8_t *end, int64_t *exponent) {
    *exponent = 0;
    while (p < end && (*p | 0x20) != 'e') p++;
    if (p == end) return end;
    const uint8_t *q = p + 1;
    bool negative = *q == '-';
    if (*q == '-' || *q == '+') q++;
    for (; q < end; q++)
        if (*exponent < EXPONENT_MOST) *exponent = *exponent * 10 + (*q - '0');
    if (negative) *exponent = -*exponent;
    return p;
}

/// Takes number text, known to be good, times 10^scale. False: the whole part has too many digits.
static bool decimal_make(const uint8_t *s, size_t n, int scale, decimal *d) {
    d->negative = *s == '-';
    const uint8_t *p = s + d->negative;
    int64_t place;  // how many digits are still in front of the point, once it is moved
    const uint8_t *end = find_exponent(p, s + n, &place), *point = memchr(p, '.', (size_t)(end - p));
    place += (point != NULL ? point : end) - p + scale;
    d->whole = 0;
    d->count = 0;
    for (; place < 0 && d->count < FRACTION_MOST; place++) d->fraction[d->count++] = 0;
    while (p < end || (place > 0 && d->whole > 0)) {
        uint8_t digit = p < end ? *p++ - '0' : 0;
        if (digit == (uint8_t)('.' - '0')) continue;
        if (place > 0) {
            if (d->whole >= (int64_t)yoke_tens[WHOLE_DIGITS - 1]) return false;
            d->whole = d->whole * 10 + digit;
            place--;
        } else if (d->count < FRACTION_MOST) {
            d->fraction[d->count++] = digit;
        }
    }
    while (d->count > 0 && d->fraction[d->count - 1] == 0) d->count--;
    return true;
}

/// Between 0.25 and -1 + 0.75, say: turns the sign of what is behind the point.
static void complement(decimal *d) {
    for (size_t i = 0; i + 1 < d->count; i++) d->fraction[i] = 9 - d->fraction[i];
    d->fraction[d->count - 1] = 10 - d->fraction[d->count - 1];
}

static void decimal_add(decimal *d, int64_t delta) {
    bool has_fraction = d->count > 0;
    int64_t floor = d->negative ? -d->whole - has_fraction : d->whole;
    bool was_negative = d->negative;
    floor += delta;
    d->negative = floor < 0;
    d->whole = d->negative ? -(floor + has_fraction) : floor;
    if (has_fraction && d->negative != was_negative) complement(d);
}

static size_t decimal_put(const decimal *d, uint8_t *out) {
    uint8_t *p = out;
    if (d->negative) *p++ = '-';
    p += yoke_write_i64(d->whole, p);
    if (d->count > 0) *p++ = '.';
    for (size_t i = 0; i < d->count; i++) *p++ = '0' + d->fraction[i];
    return (size_t)(p - out);
}

/// The unit of a number whose magnitude tells it.
static int scale_of(double value) {
    double magnitude = fabs(value);
    return magnitude < 1e11 ? 0 : magnitude < 1e14 ? 3 : magnitude < 1e17 ? 6 : 9;
}

/// An integral number.
static bool from_integer(int64_t value, int scale, double *seconds) {
    int64_t unit = (int64_t)yoke_tens[scale], moved;
    if (__builtin_sub_overflow(value, YOKE_REFERENCE * unit, &moved)) return false;
    const int64_t exact = (int64_t)1 << 53;
    if (-exact <= moved && moved <= exact) *seconds = (double)moved / (double)unit;
    else *seconds = (double)(moved / unit) + (double)(moved % unit) / (double)unit;
    return true;
}

bool yoke_date_from_number(const uint8_t *s, size_t n, int scale, double *seconds) {
    int64_t integer;
    yoke_number_status status = yoke_read_i64(s, n, &integer);
    if (status == YOKE_NUMBER_SYNTAX) return false;
    if (status == YOKE_NUMBER_OK && from_integer(integer, scale == YOKE_SCALE_AUTO ? scale_of((double)integer) : scale, seconds))
        return true;
    double value;
    if (yoke_read_f64(s, n, &value) != YOKE_NUMBER_OK) return false;
    if (scale == YOKE_SCALE_AUTO) scale = scale_of(value);
    decimal d;
    if (!decimal_make(s, n, 0, &d)) {
        *seconds = value / (double)yoke_tens[scale] - (double)YOKE_REFERENCE;
        return true;
    }
    decimal_add(&d, -YOKE_REFERENCE * (int64_t)yoke_tens[scale]);
    uint8_t text[YOKE_DATE_MAX + 32];
    size_t length = decimal_put(&d, text);
    text[length++] = 'e';
    text[length++] = '-';
    text[length++] = (uint8_t)('0' + scale);
    return yoke_read_f64(text, length, seconds) == YOKE_NUMBER_OK;
}

size_t yoke_date_to_number(double seconds, int scale, uint8_t *out) {
    if (!(fabs(seconds) <= 9e12)) return 0;  // thousandths of it are exact in a double
    uint8_t text[YOKE_NUMBER_MAX];
    decimal d;
    if (!decimal_make(text, yoke_write_f64(seconds, text), scale, &d)) return 0;
    decimal_add(&d, YOKE_REFERENCE * (int64_t)yoke_tens[scale]);
    return decimal_put(&d, out);
}
