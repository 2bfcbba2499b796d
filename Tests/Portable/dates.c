// Reads and writes dates, and compares the results with the C library's calendar.
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "date/date.h"

enum { REFERENCE = 978307200, FORMATS = 8 };

/// Returns the date format number `i`: 0 to 4 are the styles, the rest are patterns.
static yoke_date_format choose_format(size_t i) {
    static const char *const patterns[] = {"yyyy-MM-dd'T'HH:mm:ss.SSSSSSZ", "EEEE, d MMMM yy h:m:s a XXX", "yyyyMMddHHmmssX"};
    static const yoke_date_style styles[] = {YOKE_DATE_RFC3339, YOKE_DATE_RFC1123, YOKE_DATE_SECONDS, YOKE_DATE_MILLISECONDS,
                                             YOKE_DATE_AUTO};
    if (i < 5) return yoke_date_format_make(styles[i]);
    yoke_date_format format;
    const char *pattern = patterns[i - 5];
    expect(yoke_date_format_compile((const uint8_t *)pattern, strlen(pattern), &format), "a pattern is refused");
    return format;
}

static void hash_double(hash *h, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    hash_word(h, bits);
}

/// Reads the text as a date string, and again as a number. Returns true if at least one of the two readings gives a date.
static bool read_date(trial t, const yoke_date_format *format, const uint8_t *bytes, size_t n, double *out) {
    const uint8_t *at = guarded(t.chance, bytes, n);
    double number = 0;
    bool good = yoke_date_read(format, at, n, out), good_number = yoke_date_read_number(format, at, n, &number);
    const bool has_form = yoke_date_has_form(format, at, n);
    expect(has_form || !good, "a date has not its own form");
    hash_word(t.hash, (uint64_t)good << 1 | has_form);
    hash_double(t.hash, good ? *out : 0);
    hash_double(t.hash, number);
    if (!good && good_number) *out = number;
    return good || good_number;
}

void check_dates(trial t) {
    uint8_t out[YOKE_DATE_MAX];
    double value = (double)((uint64_t)below(t.chance, UINT32_MAX) * 70) - 63e9, back = 0;  // in the years 4 to 9532
    bool whole = !one_in(t.chance, 3);
    if (!whole) value = value / 100 + (double)below(t.chance, 1000) / 1000;
    for (size_t i = 0; i < FORMATS; i++) {
        yoke_date_format format = choose_format(i);
        size_t n = yoke_date_write(&format, value, out);
        hash_bytes(t.hash, out, n);
        expect(n > 0 || i == 6, "a date cannot be written");
        if (n > 0 && (whole || i == 2 || i == 3))
            expect(read_date(t, &format, out, n, &back) && back == value, "a date does not come back");
        if (i != 0 || !whole) continue;
        struct tm parts;
        char wanted[64];
        time_t seconds = (time_t)value + REFERENCE;
        gmtime_r(&seconds, &parts);
        size_t length = (size_t)snprintf(wanted, sizeof wanted, "%04d-%02d-%02dT%02d:%02d:%02dZ", parts.tm_year + 1900,
                                         parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
        expect(length == n && memcmp(wanted, out, n) == 0, "a date is not the library's");
    }
    ++*t.good;
}

void check_date_texts(trial t) {
    static const char *const texts[] = {
        "2013-01-10", "2013-01-10 07:58:30", "2013-01-10T07:58:30Z", "2013-01-10t07:58:30.123+0800",
        "2016-02-29T23:59:60.5-23:59", "Sun, 06 Nov 1994 08:49:37 GMT", "Fri Sep 04 00:12:21.000 +0800 2015", "1357804710.25",
        "1357804710123", "-1.5e-7", "Thursday, 10 January 13 7:58:30 AM +01:00", "20130110075830Z"};
    yoke_buffer text = text_make();
    put(&text, texts[below(t.chance, sizeof texts / sizeof *texts)]);
    for (size_t k = below(t.chance, 3); k > 0; k--) {
        uint64_t byte = one_in(t.chance, 4) ? next_word(t.chance) : '-' + below(t.chance, 14);  // one of - . / : or a digit
        text.bytes[below(t.chance, text.count)] = (uint8_t)byte;
    }
    if (one_in(t.chance, 4)) text.count = below(t.chance, text.count + 1);
    hash_bytes(t.hash, text.bytes, text.count);
    for (size_t i = 0; i < FORMATS; i++) {
        yoke_date_format format = choose_format(i);
        double value = 0;
        *t.good += read_date(t, &format, text.bytes, text.count, &value);
    }
    yoke_date_format damaged;
    bool good = yoke_date_format_compile(guarded(t.chance, text.bytes, text.count), text.count, &damaged);
    hash_word(t.hash, good);
    yoke_buffer_free(&text);
}
