// Shared by reading and writing dates: fields, calendar constants and names. Private to the C engine.
#ifndef YOKE_DATE_FIELDS_H
#define YOKE_DATE_FIELDS_H

#include "date/date.h"
#include "base/platform.h"

/// The kind of a `yoke_date_item`. The item's `width` counts letters of the pattern: 1 stands for one or two digits. A width of 3
/// or 4 stands for the name of a month or weekday.
typedef enum yoke_date_field {
    /// `width` is the byte itself.
    YOKE_FIELD_LITERAL,
    YOKE_FIELD_YEAR,
    YOKE_FIELD_MONTH,
    YOKE_FIELD_DAY,
    YOKE_FIELD_WEEKDAY,
    YOKE_FIELD_HOUR,
    /// 1...12, together with `HALF`.
    YOKE_FIELD_HOUR12,
    /// AM or PM.
    YOKE_FIELD_HALF,
    YOKE_FIELD_MINUTE,
    YOKE_FIELD_SECOND,
    /// `width` digits. Width 0: a point with any number of digits, or nothing.
    YOKE_FIELD_FRACTION,
    /// `width` is a set of `yoke_date_zone` values.
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
    /// Days from 0000-03-01 to 1970-01-01. Years are counted from March, so that the leap day is the last day.
    YOKE_DAYS_TO_1970 = 719468,
    /// Days of 400 years.
    YOKE_ERA = 146097,
    /// The first year that two digits can mean.
    YOKE_CENTURY = 1969
};

/// Seconds from 2001 to the beginning of year 0, and to the end of year 9999. No text is read or written for dates outside this
/// range.
#define YOKE_YEARS_BEGIN INT64_C(-63145526400)
#define YOKE_YEARS_END INT64_C(252423993600)

/// Items for lists that are written by hand. YOKE_CLOCK is a time such as 08:49:37.
#define YOKE_LITERAL(byte) {YOKE_FIELD_LITERAL, byte}
#define YOKE_CLOCK {YOKE_FIELD_HOUR, 2}, YOKE_LITERAL(':'), {YOKE_FIELD_MINUTE, 2}, YOKE_LITERAL(':'), {YOKE_FIELD_SECOND, 2}

/// Names of months from January and of weekdays from Sunday, each ended by 0. The first three letters are the short name. Defined
/// in date/format.c.
__attribute__((visibility("hidden"))) extern const char yoke_month_names[12][10];
__attribute__((visibility("hidden"))) extern const char yoke_weekday_names[7][10];

/// Convert number text to seconds from 2001, and back. `scale` is the power of ten of the units in a second (0, 3, 6 or 9). With
/// YOKE_SCALE_AUTO the number's magnitude tells the unit. Defined in date/number.c.
enum { YOKE_SCALE_AUTO = -1 };
bool yoke_date_from_number(const uint8_t *s, size_t n, int scale, double *seconds);
size_t yoke_date_to_number(double seconds, int scale, uint8_t *out);

#endif
