// Writes dates as text, always in UTC.
#include "date/fields.h"

/// The fields of a date. `weekday` is 0 for Sunday.
typedef struct parts {
    unsigned year, month, day, weekday, hour, minute, second, fraction;
} parts;

// MARK: - Arithmetic

/// A time since 2001. `whole`: seconds, rounded down. `fraction`: the rest, rounded to units of 10^-digits seconds.
typedef struct moment {
    int64_t whole;
    uint64_t fraction;
    unsigned digits;
} moment;

static int64_t floor_of(double seconds) {
    int64_t whole = (int64_t)seconds;
    return whole - ((double)whole > seconds);
}

static moment rounded(double seconds, unsigned digits) {
    moment m = {floor_of(seconds), 0, digits};
    double scaled = (seconds - (double)m.whole) * (double)yoke_tens[digits];
    m.fraction = (uint64_t)scaled;
    m.fraction += scaled - (double)m.fraction >= 0.5;
    if (m.fraction < yoke_tens[digits]) return m;
    return (moment){m.whole + 1, 0, digits};
}

/// Rounds the time to the fewest digits of the fraction that read back as the same double. Nine digits are the most.
static moment shortest(double seconds) {
    for (unsigned digits = 0; digits < 9; digits++) {
        moment m = rounded(seconds, digits);
        if (yoke_date_sum(m.whole, m.fraction, digits) == seconds) return m;
    }
    moment m = rounded(seconds, 9);
    for (; m.digits > 0 && m.fraction % 10 == 0; m.digits--) m.fraction /= 10;
    return m;
}

/// Splits a time into fields. Returns false if the year is outside of 0...9999.
static bool split(moment m, parts *d) {
    // Days are counted from 400 years before 0000-03-01, so that year 0 needs no negative numbers.
    int64_t since = m.whole + YOKE_REFERENCE + (int64_t)(YOKE_DAYS_TO_1970 + YOKE_ERA) * YOKE_DAY;
    if (since < 0 || since >= (int64_t)YOKE_ERA * YOKE_DAY * 27) return false;
    unsigned days = (unsigned)(since / YOKE_DAY), time = (unsigned)(since % YOKE_DAY);
    unsigned day_of_era = days % YOKE_ERA;
    unsigned year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    unsigned day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    unsigned month = (5 * day_of_year + 2) / 153;  // counted from March
    unsigned year = days / YOKE_ERA * 400 + year_of_era + (month >= 10);
    *d = (parts){.year = year - 400,
                 .month = month < 10 ? month + 3 : month - 9,
                 .day = day_of_year - (153 * month + 2) / 5 + 1,
                 .weekday = (days + 3) % 7,  // 0000-03-01 was a Wednesday, and 400 years are 20,871 weeks
                 .hour = time / 3600,
                 .minute = time / 60 % 60,
                 .second = time % 60,
                 .fraction = (unsigned)m.fraction};
    return year >= 400 && year < 10400;
}

/// Rounds to `digits` digits of the fraction. If rounding up would give the year `end`, returns the fraction 99...9 of the same second
/// instead. `end` is at most 10000.
static moment fixed(double seconds, unsigned digits, unsigned end) {
    moment m = rounded(seconds, digits);
    const int64_t whole = floor_of(seconds);
    parts d;
    return m.whole == whole || (split(m, &d) && d.year != end) ? m : (moment){whole, yoke_tens[digits] - 1, digits};
}

// MARK: - Items

/// Writes `width` digits. For width 1, writes one digit or two, as needed.
static uint8_t *put(uint8_t *out, unsigned value, unsigned width) {
    if (width == 1 && value >= 10) width = 2;
    for (unsigned i = width; i-- > 0; value /= 10) out[i] = (uint8_t)('0' + value % 10);
    return out + width;
}

static uint8_t *put_word(uint8_t *out, const char *letters, size_t n) {
    memcpy(out, letters, n);
    return out + n;
}

static uint8_t *put_name(uint8_t *out, const char *name, unsigned width) {
    return put_word(out, name, width == 4 ? strlen(name) : 3);
}

static uint8_t *put_item(uint8_t *out, yoke_date_item item, const parts *d) {
    unsigned width = item.width;
    switch ((yoke_date_field)item.field) {
    case YOKE_FIELD_LITERAL: *out = item.width; return out + 1;
    case YOKE_FIELD_YEAR: return put(out, width == 2 ? d->year % 100 : d->year, width);
    case YOKE_FIELD_MONTH: return width < 3 ? put(out, d->month, width) : put_name(out, yoke_month_names[d->month - 1], width);
    case YOKE_FIELD_DAY: return put(out, d->day, width);
    case YOKE_FIELD_WEEKDAY: return put_name(out, yoke_weekday_names[d->weekday], width);
    case YOKE_FIELD_HOUR: return put(out, d->hour, width);
    case YOKE_FIELD_HOUR12: return put(out, (d->hour + 11) % 12 + 1, width);
    case YOKE_FIELD_HALF: return put_word(out, d->hour < 12 ? "AM" : "PM", 2);
    case YOKE_FIELD_MINUTE: return put(out, d->minute, width);
    case YOKE_FIELD_SECOND: return put(out, d->second, width);
    case YOKE_FIELD_FRACTION: return put(out, d->fraction, width);
    case YOKE_FIELD_ZONE:
        if ((width & YOKE_ZONE_LETTER) == 0) return put_word(out, "GMT", 3);
        return (width & YOKE_ZONE_NAME) ? put_word(out, "+0000", 5) : put_word(out, "Z", 1);
    }
    return out;
}

static size_t write_items(const yoke_date_item *items, size_t count, double seconds, uint8_t *out) {
    moment m = {floor_of(seconds), 0, 0};
    bool has_short_year = false;
    for (size_t i = 0; i < count; i++) has_short_year |= items[i].field == YOKE_FIELD_YEAR && items[i].width == 2;
    for (size_t i = 0; i < count; i++)
        if (items[i].field == YOKE_FIELD_FRACTION) m = fixed(seconds, items[i].width, has_short_year ? YOKE_CENTURY + 100 : 10000);
    parts d;
    if (!split(m, &d)) return 0;
    if (has_short_year && (d.year < YOKE_CENTURY || d.year >= YOKE_CENTURY + 100)) return 0;
    uint8_t *p = out;
    for (size_t i = 0; i < count; i++) p = put_item(p, items[i], &d);
    return (size_t)(p - out);
}

// MARK: - Styles

static size_t write_rfc1123(double seconds, uint8_t *out) {
    static const yoke_date_item items[] = {{YOKE_FIELD_WEEKDAY, 3}, YOKE_LITERAL(','), YOKE_LITERAL(' '), {YOKE_FIELD_DAY, 2},
                                           YOKE_LITERAL(' '), {YOKE_FIELD_MONTH, 3}, YOKE_LITERAL(' '), {YOKE_FIELD_YEAR, 4},
                                           YOKE_LITERAL(' '), YOKE_CLOCK, YOKE_LITERAL(' '), {YOKE_FIELD_ZONE, YOKE_ZONE_NAME}};
    return write_items(items, sizeof items / sizeof *items, seconds, out);
}

/// Writes a date as RFC 3339. `count` is 0 for as few fraction digits as needed; else it is the number of fraction digits plus one.
static size_t write_rfc3339(double seconds, uint32_t count, uint8_t *out) {
    moment m = count == 0 ? shortest(seconds) : fixed(seconds, count - 1, 10000);
    parts d;
    if (!split(m, &d)) return 0;
    uint8_t *p = put(out, d.year, 4);
    *p++ = '-';
    p = put(p, d.month, 2);
    *p++ = '-';
    p = put(p, d.day, 2);
    *p++ = 'T';
    p = put(p, d.hour, 2);
    *p++ = ':';
    p = put(p, d.minute, 2);
    *p++ = ':';
    p = put(p, d.second, 2);
    if (m.digits > 0) {
        *p++ = '.';
        p = put(p, d.fraction, m.digits);
    }
    *p++ = 'Z';
    return (size_t)(p - out);
}

/// True if the date is less than about 9,500 years from 2001, so that its seconds fit in a 64-bit integer. All other dates have years that
/// no style can write as text.
static bool is_near(double seconds) { return seconds > -3e11 && seconds < 3e11; }

size_t yoke_date_write(const yoke_date_format *format, double seconds, uint8_t out[YOKE_DATE_MAX]) {
    switch (format->style) {
    case YOKE_DATE_SECONDS: return yoke_date_to_number(seconds, 0, out);
    case YOKE_DATE_MILLISECONDS: return yoke_date_to_number(seconds, 3, out);
    case YOKE_DATE_AUTO:
    case YOKE_DATE_RFC3339: return is_near(seconds) ? write_rfc3339(seconds, format->count, out) : 0;
    case YOKE_DATE_RFC1123: return is_near(seconds) ? write_rfc1123(seconds, out) : 0;
    case YOKE_DATE_FORMAT: return is_near(seconds) ? write_items(format->items, format->count, seconds, out) : 0;
    case YOKE_DATE_INVALID: return 0;
    }
    return 0;
}
