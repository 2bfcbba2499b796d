// Reads dates from text. The fields of RFC 3339 have fixed widths, so a date of this form is read eight bytes at a time:
//
//     2013-01-10T07:58:30.25+01:00
//     |year-mo|   |hh:mm:ss|              two words, each compared with a shape: where a digit, `-` or `:` must stand
//
// All forms except RFC 3339 are lists of items, like compiled date patterns. Invariant: no function here loads a byte outside s[0..<n].
#include "date/fields.h"

typedef struct reader {
    const uint8_t *p, *end;
} reader;

typedef struct parts {
    unsigned year, month, day, hour, minute, second;
    /// The time zone's offset from UTC in seconds, positive to the east.
    int offset;
    /// Fraction of the second, in units of 10^-digits seconds.
    uint64_t fraction;
    unsigned digits;
} parts;

// MARK: - Arithmetic

static bool is_leap(unsigned year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

static unsigned days_in_month(unsigned year, unsigned month) {
    if (month == 2) return 28 + is_leap(year);
    return 30 + ((month + (month >> 3)) & 1);  // 31 and 30 alternate, and begin again in August
}

/// Returns the number of days from 1970-01-01 to the date.
yoke_inline int64_t days(unsigned year, unsigned month, unsigned day) {
    unsigned y = year + 400 - (month <= 2);  // 400 more, so that `y` is not negative
    unsigned day_of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    return (int64_t)(365 * y + y / 4 - y / 100 + y / 400 + day_of_year) - YOKE_ERA - YOKE_DAYS_TO_1970;
}

/// The range of the dates that a style can write, in seconds since 2001, in UTC.
typedef struct span {
    int64_t begin, end;
} span;

static const span any_year = {YOKE_YEARS_BEGIN, YOKE_YEARS_END};
/// The years that a pattern with two digits for the year can write: 1969 to 2068.
static const span two_digits = {-1009843200, 2145916800};

/// Returns the greatest double below `end`, which must be positive.
static double before(double end) {
    uint64_t bits;
    memcpy(&bits, &end, sizeof bits);
    bits--;
    memcpy(&end, &bits, sizeof bits);
    return end;
}

/// Converts the parts to seconds. Returns false if the date does not exist, or if its year in UTC is outside of `years`. If `seconds` is
/// NULL, only the form of the date matters, and the function always returns true.
/// A leap second becomes the first second of the next minute. The fraction of the very last second is never rounded up into the next
/// year.
yoke_inline bool finish(const parts *d, span years, double *seconds) {
    if (d->month - 1 >= 12 || d->day - 1 >= days_in_month(d->year, d->month)) return seconds == NULL;
    if (d->hour >= 24 || d->minute >= 60 || d->second > 60) return seconds == NULL;
    int64_t time = (int64_t)(d->hour * 3600 + d->minute * 60 + d->second) - d->offset;
    const int64_t whole = days(d->year, d->month, d->day) * YOKE_DAY + time - YOKE_REFERENCE;
    if (seconds == NULL || whole < years.begin || whole >= years.end) return seconds == NULL;
    *seconds = yoke_date_sum(whole, d->fraction, d->digits);
    if (yoke_unlikely(*seconds >= (double)years.end)) *seconds = before((double)years.end);
    return true;
}

// MARK: - Parts

static bool skip(reader *r, uint8_t c) {
    if (r->p == r->end || *r->p != c) return false;
    r->p++;
    return true;
}

/// Reads at least `least` and at most `most` digits.
static bool number(reader *r, unsigned least, unsigned most, unsigned *out) {
    unsigned value = 0, count = 0;
    for (; count < most && r->p < r->end && (uint8_t)(*r->p - '0') < 10; count++) value = value * 10 + (*r->p++ - '0');
    *out = value;
    return count >= least;
}

/// Reads the digits of a second's fraction, at least one. Digits after the ninth are ignored.
static bool fraction(reader *r, parts *d) {
    const uint8_t *first = r->p, *last = first; // after the last digit that is not 0
    d->fraction = 0;
    for (; r->p < r->end && (uint8_t)(*r->p - '0') < 10; r->p++)
        if (*r->p != '0' && r->p - first < 9) last = r->p + 1;
    for (const uint8_t *p = first; p < last; p++) d->fraction = d->fraction * 10 + (*p - '0');
    d->digits = (unsigned)(last - first);
    return r->p > first;
}

/// Skips `letters`, in upper or lower case. Returns false if other bytes are there.
static bool word(reader *r, const char *letters, size_t n) {
    if ((size_t)(r->end - r->p) < n) return false;
    for (size_t i = 0; i < n; i++)
        if ((r->p[i] | 0x20) != (letters[i] | 0x20)) return false;
    r->p += n;
    return true;
}

/// Reads one of the names: in full if `full`, else its first three letters. Stores the name's index.
static bool name(reader *r, const char names[][10], unsigned count, bool full, unsigned *out) {
    for (unsigned i = 0; i < count; i++) {
        if (!word(r, names[i], full ? strlen(names[i]) : 3)) continue;
        *out = i;
        return true;
    }
    return false;
}

static bool zone(reader *r, unsigned forms, int *offset) {
    *offset = 0;
    if ((forms & YOKE_ZONE_LETTER) && word(r, "Z", 1)) return true;
    if ((forms & YOKE_ZONE_NAME) && (word(r, "GMT", 3) || word(r, "UTC", 3) || word(r, "UT", 2))) return true;
    bool east = skip(r, '+');
    unsigned hours, minutes = 0;
    if (!(east || skip(r, '-')) || !number(r, 2, 2, &hours) || hours >= 24) return false;
    bool colon = (forms & YOKE_ZONE_COLON) && skip(r, ':');
    if (colon || (forms & YOKE_ZONE_BASIC)) {
        const uint8_t *before = r->p;
        bool there = number(r, 2, 2, &minutes);
        if (!there && (colon || before != r->p || !(forms & YOKE_ZONE_HOURS))) return false;
    } else if (!(forms & YOKE_ZONE_HOURS)) {
        return false;
    }
    if (minutes >= 60) return false;
    int seconds = (int)(hours * 3600 + minutes * 60);
    *offset = east ? seconds : -seconds;
    return true;
}

// MARK: - RFC 3339

/// True if eight bytes match `shape`: a digit where `shape` has '0', the same byte elsewhere. `room` has the hexadecimal byte 76 for each
/// digit of `shape`, and 7F for each other byte. If `room` is added to the XOR of the text and `shape`, the top bit is set in each byte
/// that does not match. Each byte of `out` is the two-digit number that begins at the same index.
yoke_inline bool pairs(const uint8_t *p, uint64_t shape, uint64_t room, uint64_t *out) {
    uint64_t d = yoke_load_digits(p) ^ shape;
    *out = d * 10 + (d >> 8);
    return (((d + room) | d) & yoke_word_fill(0x80)) == 0;
}

/// Reads a day such as 2013-01-10, ten bytes.
yoke_inline bool read_day(const uint8_t *p, parts *d) {
    uint64_t x;
    unsigned tens = p[8] - (unsigned)'0', ones = p[9] - (unsigned)'0';
    bool good = pairs(p, 0x2D30302D30303030, 0x7F76767F76767676, &x) && tens < 10 && ones < 10;
    d->year = (unsigned)((x & 0xFF) * 100 + (x >> 16 & 0xFF));
    d->month = x >> 40 & 0xFF;
    d->day = tens * 10 + ones;
    return good;
}

/// Reads a time such as 07:58:30, eight bytes.
yoke_inline bool read_time(const uint8_t *p, parts *d) {
    uint64_t x;
    bool good = pairs(p, 0x30303A30303A3030, 0x76767F76767F7676, &x);
    d->hour = x & 0xFF;
    d->minute = x >> 24 & 0xFF;
    d->second = x >> 48 & 0xFF;
    return good;
}

enum { DAY_LENGTH = 10, TIME_LENGTH = 8, DATE_LENGTH = DAY_LENGTH + 1 + TIME_LENGTH };

/// Reads the text after the seconds: fraction and zone. If `loose`, the zone may be missing, or have no colon.
static bool read_rest(reader r, bool loose, parts *d) {
    if (skip(&r, '.') && !fraction(&r, d)) return false;
    if (loose && r.p == r.end) return true;
    return zone(&r, YOKE_ZONE_LETTER | YOKE_ZONE_COLON | (loose ? YOKE_ZONE_BASIC : 0), &d->offset) && r.p == r.end;
}

/// Reads RFC 3339. If `loose`, also accepts a day without a time, a missing zone, and a zone without a colon.
yoke_inline bool read_rfc3339(const uint8_t *s, size_t n, bool loose, double *seconds) {
    parts d = {0};
    if (loose && n == DAY_LENGTH) return read_day(s, &d) && finish(&d, any_year, seconds);
    if (n < DATE_LENGTH + (size_t)!loose || !read_day(s, &d) || !read_time(s + DAY_LENGTH + 1, &d)) return false;
    if ((s[DAY_LENGTH] | 0x20) != 't' && s[DAY_LENGTH] != ' ') return false;
    if (yoke_likely(n == DATE_LENGTH + 1 && s[DATE_LENGTH] == 'Z')) return finish(&d, any_year, seconds);
    return read_rest((reader){s + DATE_LENGTH, s + n}, loose, &d) && finish(&d, any_year, seconds);
}

// MARK: - Items

/// `counts_to_23`: the pattern has an hour from 0 to 23. `has_half`: the pattern has AM or PM; `half` is 0 for AM and 1 for PM. The hour
/// is computed after all items are read, because AM or PM may come last.
typedef struct clock {
    bool counts_to_23, has_half;
    unsigned half;
} clock;

static bool read_item(reader *r, yoke_date_item item, parts *d, clock *c) {
    unsigned width = item.width, least = width, most = width < 2 ? 2 : width, unused;
    switch ((yoke_date_field)item.field) {
    case YOKE_FIELD_LITERAL: return skip(r, item.width);
    case YOKE_FIELD_YEAR:
        if (!number(r, least, most, &d->year)) return false;
        if (width == 2) d->year += d->year < YOKE_CENTURY % 100 ? 2000 : 1900;
        return true;
    case YOKE_FIELD_MONTH:
        if (width < 3) return number(r, least, most, &d->month);
        if (!name(r, yoke_month_names, 12, width == 4, &d->month)) return false;
        d->month++;
        return true;
    case YOKE_FIELD_DAY: return number(r, least, most, &d->day);
    case YOKE_FIELD_WEEKDAY: return name(r, yoke_weekday_names, 7, width == 4, &unused);
    case YOKE_FIELD_HOUR12:
        return number(r, least, most, &d->hour) && d->hour - 1 < 12;
    case YOKE_FIELD_HOUR:
        c->counts_to_23 = true;
        return number(r, least, most, &d->hour);
    case YOKE_FIELD_HALF:
        c->has_half = true;
        c->half = word(r, "PM", 2);
        return c->half || word(r, "AM", 2);
    case YOKE_FIELD_MINUTE: return number(r, least, most, &d->minute);
    case YOKE_FIELD_SECOND: return number(r, least, most, &d->second);
    case YOKE_FIELD_FRACTION:
        if (width == 0) return !skip(r, '.') || fraction(r, d);
        if ((size_t)(r->end - r->p) < width) return false;
        reader digits = {r->p, r->p + width};
        r->p += width;
        return fraction(&digits, d) && digits.p == digits.end;
    case YOKE_FIELD_ZONE: return zone(r, width, &d->offset);
    }
    return false;
}

static bool read_items(const yoke_date_item *items, size_t count, reader r, double *seconds) {
    parts d = {.year = 2000, .month = 1, .day = 1};
    clock c = {0};
    span years = any_year;
    for (size_t i = 0; i < count; i++) {
        if (!read_item(&r, items[i], &d, &c)) return false;
        if (items[i].field == YOKE_FIELD_YEAR && items[i].width == 2) years = two_digits;
    }
    if (r.p != r.end) return false;
    if (!c.counts_to_23) d.hour = d.hour % 12 + 12 * c.half;  // without an hour, AM is 0 o'clock and PM is 12
    if (c.has_half && (d.hour >= 12) != c.half) return false;
    return finish(&d, years, seconds);
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

/// Reads a date such as 06 Nov 1994 08:49:37 GMT, with or without a weekday before it.
static bool read_rfc1123(const uint8_t *s, size_t n, double *seconds) {
    static const yoke_date_item items[] = {{YOKE_FIELD_DAY, 1}, YOKE_LITERAL(' '), {YOKE_FIELD_MONTH, 3}, YOKE_LITERAL(' '),
                                           {YOKE_FIELD_YEAR, 4}, YOKE_LITERAL(' '), YOKE_CLOCK, YOKE_LITERAL(' '),
                                           {YOKE_FIELD_ZONE, YOKE_ZONE_NAME | YOKE_ZONE_BASIC}};
    reader r = {s, s + n};
    unsigned weekday;
    if (name(&r, yoke_weekday_names, 7, false, &weekday) && !(skip(&r, ',') && skip(&r, ' '))) return false;
    return read_items(items, COUNT(items), r, seconds);
}

/// Reads a date such as Fri Sep 04 00:12:21.000 +0800 2015.
static bool read_weekday_first(const uint8_t *s, size_t n, double *seconds) {
    static const yoke_date_item items[] = {{YOKE_FIELD_WEEKDAY, 3}, YOKE_LITERAL(' '), {YOKE_FIELD_MONTH, 3}, YOKE_LITERAL(' '),
                                           {YOKE_FIELD_DAY, 2}, YOKE_LITERAL(' '), YOKE_CLOCK, {YOKE_FIELD_FRACTION, 0},
                                           YOKE_LITERAL(' '), {YOKE_FIELD_ZONE, YOKE_ZONE_NAME | YOKE_ZONE_BASIC},
                                           YOKE_LITERAL(' '), {YOKE_FIELD_YEAR, 4}};
    return read_items(items, COUNT(items), (reader){s, s + n}, seconds);
}

/// True for texts such as 2013 and 20130110: rather a year or a day than a number of seconds.
static bool looks_like_day(const uint8_t *s, size_t n) {
    if (n != 4 && n != 8) return false;
    for (size_t i = 0; i < n; i++)
        if ((uint8_t)(s[i] - '0') >= 10) return false;
    return true;
}

/// Reads a number whose magnitude selects the unit. Refuses years that text cannot have, because the style AUTO writes dates as text.
static bool read_any_number(const uint8_t *s, size_t n, double *seconds) {
    double value;
    if (!yoke_date_from_number(s, n, YOKE_SCALE_AUTO, &value)) return false;
    if (value < (double)YOKE_YEARS_BEGIN || value >= (double)YOKE_YEARS_END) return false;
    *seconds = value;
    return true;
}

// MARK: - Public

bool yoke_date_read(const yoke_date_format *format, const uint8_t *s, size_t n, double *seconds) {
    if (n == 0) return false;
    switch (format->style) {
    case YOKE_DATE_RFC3339: return read_rfc3339(s, n, false, seconds);
    case YOKE_DATE_RFC1123: return read_rfc1123(s, n, seconds);
    case YOKE_DATE_FORMAT: return read_items(format->items, format->count, (reader){s, s + n}, seconds);
    case YOKE_DATE_AUTO:
        return read_rfc3339(s, n, true, seconds) || read_rfc1123(s, n, seconds) || read_weekday_first(s, n, seconds) ||
               (!looks_like_day(s, n) && read_any_number(s, n, seconds));
    case YOKE_DATE_SECONDS:
    case YOKE_DATE_MILLISECONDS:
    case YOKE_DATE_INVALID: return false;
    }
    return false;
}

bool yoke_date_has_form(const yoke_date_format *format, const uint8_t *s, size_t n) {
    double seconds;
    if (yoke_date_read(format, s, n, &seconds)) return true;
    if (n == 0) return false;
    // The text is not an existing date. Check if it has the form of a date: with NULL for `seconds`, the readers check only the form.
    switch (format->style) {
    case YOKE_DATE_RFC3339: return read_rfc3339(s, n, false, NULL);
    case YOKE_DATE_RFC1123: return read_rfc1123(s, n, NULL);
    case YOKE_DATE_FORMAT: return read_items(format->items, format->count, (reader){s, s + n}, NULL);
    case YOKE_DATE_AUTO: return read_rfc3339(s, n, true, NULL) || read_rfc1123(s, n, NULL) || read_weekday_first(s, n, NULL);
    default: return false;
    }
}

bool yoke_date_read_number(const yoke_date_format *format, const uint8_t *s, size_t n, double *seconds) {
    switch (format->style) {
    case YOKE_DATE_SECONDS: return yoke_date_from_number(s, n, 0, seconds);
    case YOKE_DATE_MILLISECONDS: return yoke_date_from_number(s, n, 3, seconds);
    case YOKE_DATE_AUTO: return read_any_number(s, n, seconds);
    default: return false;
    }
}
