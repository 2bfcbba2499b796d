// What reading and writing dates share. Private to the C engine.
#ifndef YOKE_DATE_FIELDS_H
#define YOKE_DATE_FIELDS_H

#include "date.h"
#include "base/platform.h"

/// What a `yoke_date_item` is. A width counts letters: 1 is one or two digits, 3 and 4 of a month or weekday are names.
typedef enum yoke_date_field {
    /// `width` is the byte.
    YOKE_FIELD_LITERAL,
    YOKE_FIELD_YEAR,
    YOKE_FIELD_MONTH,
    YOKE_FIELD_DAY,
    YOKE_FIELD_WEEKDAY,
    YOKE_FIELD_HOUR,
    /// 1...12, with `HALF`.
    YOKE_FIELD_HOUR12,
    /// AM or PM.
    YOKE_FIELD_HALF,
    YOKE_FIELD_MINUTE,
    YOKE_FIELD_SECOND,
    /// `width` digits; 0: a point and any number of them, or nothing.
    YOKE_FIELD_FRACTION,
    /// `width` is a `yoke_date_zone`.
    YOKE_FIELD_ZONE
} yoke_date_field;

/// How an offset from UTC may be spelt.
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
    /// Days from 0000-03-01 to 1970-01-01. Years that begin in March have their leap day last.
    YOKE_DAYS_TO_1970 = 719468,
    /// Days of 400 years.
    YOKE_ERA = 146097,
    /// The first year that two digits can mean.
    YOKE_CENTURY = 1969
};

/// Seconds from 2001 to the beginning of year 0, and to the end of 9999: outside of them no text is read or written.
#define YOKE_YEARS_BEGIN INT64_C(-63145526400)
#define YOKE_YEARS_END INT64_C(252423993600)

/// Items of the lists that are made by hand; the second is 08:49:37.
#define YOKE_LITERAL(byte) {YOKE_FIELD_LITERAL, byte}
#define YOKE_CLOCK {YOKE_FIELD_HOUR, 2}, YOKE_LITERAL(':'), {YOKE_FIELD_MINUTE, 2}, YOKE_LITERAL(':'), {YOKE_FIELD_SECOND, 2}

/// January... and Sunday..., ended by 0. Their first three letters are the short names. Defined in date/format.c.
__attribute__((visibility("hidden"))) extern const char yoke_month_names[12][10];
__attribute__((visibility("hidden"))) extern const char yoke_weekday_names[7][10];

/// Number text to seconds from 2001, and back; `scale` is the power of ten of the unit in a second, YOKE_SCALE_AUTO by magnitude.
/// (date/number.c)
enum { YOKE_SCALE_AUTO = -1 };
bool yoke_date_from_number(const uint8_t *s, size_t n, int scale, double *seconds);
size_t yoke_date_to_number(double seconds, int scale, uint8_t *out);

#endif
