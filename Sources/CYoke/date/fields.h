// Shared by reading and writing dates: fields, calendar constants and names. Private to the C engine.
#pragma once

#include "date/date.h"
#include "base/platform.h"
#include "number/digits.h"

/// The `field` of a `yoke_date_item`. Unless said otherwise, the item's `width` is the number of letters in the pattern. Width 1 means one
/// or two digits. For months and weekdays, width 3 means the short name and width 4 the full name.
typedef enum yoke_date_field {
    /// A byte that stands for itself. `width` is this byte.
    YOKE_FIELD_LITERAL,
    YOKE_FIELD_YEAR,
    YOKE_FIELD_MONTH,
    YOKE_FIELD_DAY,
    YOKE_FIELD_WEEKDAY,
    YOKE_FIELD_HOUR,
    /// An hour from 1 to 12. The pattern must also have YOKE_FIELD_HALF.
    YOKE_FIELD_HOUR12,
    /// AM or PM.
    YOKE_FIELD_HALF,
    YOKE_FIELD_MINUTE,
    YOKE_FIELD_SECOND,
    /// A fraction of the second with `width` digits. Width 0 means a point with any number of digits, or no fraction.
    YOKE_FIELD_FRACTION,
    /// A time zone. `width` is the set of allowed spellings: flags of `yoke_date_zone`.
    YOKE_FIELD_ZONE
} yoke_date_field;

/// Spellings of an offset from UTC.
typedef enum yoke_date_zone {
    YOKE_ZONE_LETTER = 1,  // Z
    YOKE_ZONE_COLON = 2,   // +08:00
    YOKE_ZONE_BASIC = 4,   // +0800
    YOKE_ZONE_HOURS = 8,   // +08
    YOKE_ZONE_NAME = 16    // GMT
} yoke_date_zone;

enum {
    YOKE_DAY = 86400,
    /// Seconds from 1970 to 2001.
    YOKE_REFERENCE = 978307200,
    /// Days from 0000-03-01 to 1970-01-01. Years are counted from March, so that the leap day is the last day of a year.
    YOKE_DAYS_TO_1970 = 719468,
    /// Number of days in 400 years.
    YOKE_ERA = 146097,
    /// The first year that two digits can mean: 69 means 1969, and 68 means 2068.
    YOKE_CENTURY = 1969
};

/// Seconds from 2001 to the beginning of year 0, and to the end of year 9999. No text is read or written for dates outside this
/// range.
#define YOKE_YEARS_BEGIN INT64_C(-63145526400)
#define YOKE_YEARS_END INT64_C(252423993600)

/// Initialisers for the lists of date items that C code defines. YOKE_LITERAL is one byte, YOKE_CLOCK a time such as 08:49:37.
#define YOKE_LITERAL(byte) {YOKE_FIELD_LITERAL, byte}
#define YOKE_CLOCK {YOKE_FIELD_HOUR, 2}, YOKE_LITERAL(':'), {YOKE_FIELD_MINUTE, 2}, YOKE_LITERAL(':'), {YOKE_FIELD_SECOND, 2}

/// Names of months from January and of weekdays from Sunday, each ended by 0. The first three letters are the short name. Defined
/// in date/format.c.
__attribute__((visibility("hidden"))) extern const char yoke_month_names[12][10];
__attribute__((visibility("hidden"))) extern const char yoke_weekday_names[7][10];

/// Two functions for dates that are written as numbers: a count of units since 1970, with 10^scale units in a second.
/// `yoke_date_from_number` converts the number's text to seconds since 2001. For it, `scale` may also be YOKE_SCALE_AUTO: then the number's
/// magnitude selects the unit. `yoke_date_to_number` writes the number and returns its length, or 0 if the seconds are not finite. Both are
/// defined in date/number.c.
enum { YOKE_SCALE_AUTO = -1 };
bool yoke_date_from_number(const uint8_t *s, size_t n, int scale, double *seconds);
size_t yoke_date_to_number(double seconds, int scale, uint8_t *out);

/// Returns `whole` seconds and a fraction, in units of 10^-digits seconds, as a double. The result is rounded once, if the time in these
/// units fits a double's 53 bits: for whole milliseconds this holds for every year.
yoke_inline double yoke_date_sum(int64_t whole, uint64_t fraction, unsigned digits) {
    const int64_t scale = (int64_t)yoke_tens[digits], limit = ((int64_t)1 << 53) / scale - 1;
    if (whole >= -limit && whole <= limit) return (double)(whole * scale + (int64_t)fraction) / (double)scale;
    return (double)whole + (double)fraction / (double)scale;
}
