// Reads and writes dates as text and as numbers, by arithmetic over the proleptic Gregorian calendar. Needs no locale, no
// database of time zones, no formatter and no allocation. A date is a number of seconds from 2001-01-01T00:00:00Z, as in
// Foundation. Earlier dates are negative.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum yoke_date_style {
    /// The style of a format that could not be compiled: it reads and writes nothing.
    YOKE_DATE_INVALID = 0,
    /// RFC 3339: `2013-01-10T07:58:30.25+01:00`. The reader accepts `T`, `t` or a space before the time, any number of fraction digits, and
    /// requires a zone. It ignores fraction digits after the ninth. The writer uses UTC. It writes as few fraction digits as give the same
    /// date when read, at most nine; or a fixed number of digits, rounded.
    YOKE_DATE_RFC3339,
    /// RFC 1123: `Sun, 06 Nov 1994 08:49:37 GMT`. The name of the day may be missing, and the reader does not compare it with the date. The
    /// zone is GMT, UTC, UT or of the form +0100. The writer drops the fraction of the second.
    YOKE_DATE_RFC1123,
    /// Numbers: seconds since 1970-01-01T00:00:00Z.
    YOKE_DATE_SECONDS,
    /// Numbers: milliseconds since 1970-01-01T00:00:00Z.
    YOKE_DATE_MILLISECONDS,
    /// A pattern: see `yoke_date_format_compile`.
    YOKE_DATE_FORMAT,
    /// Reads many forms, and writes RFC 3339. Reads `yyyy-MM-dd` alone or with a time as in RFC 3339; the zone may be missing (then it is
    /// UTC) or have no colon. Also reads RFC 1123, and `Fri Sep 04 00:12:21 +0800 2015` with or without a fraction. Also reads numbers
    /// since 1970, even as text: seconds below 1e11, milliseconds below 1e14, microseconds below 1e17, else nanoseconds.
    YOKE_DATE_AUTO
} yoke_date_style;

/// The most items that a pattern can have. An item is a field, or a byte between fields.
enum { YOKE_DATE_ITEMS = 32 };

/// The most bytes that a written date has.
enum { YOKE_DATE_MAX = 352 };

/// A field of a date pattern and its width, or one literal byte. `field` is a `yoke_date_field` of date/fields.h.
typedef struct yoke_date_item {
    uint8_t field;
    uint8_t width;
} yoke_date_item;

/// A date style; YOKE_DATE_FORMAT also has the items of its pattern. `count`: the number of items. For YOKE_DATE_RFC3339, `count` is 0 to
/// write as few fraction digits as needed, else the number of fraction digits plus one.
typedef struct yoke_date_format {
    yoke_date_style style;
    uint32_t count;
    yoke_date_item items[YOKE_DATE_ITEMS];
} yoke_date_format;

/// Makes a format of any style but YOKE_DATE_FORMAT.
static inline yoke_date_format yoke_date_format_make(yoke_date_style style) {
    yoke_date_format format = {style, 0, {{0, 0}}};
    return format;
}

/// Compiles a pattern of Unicode TR35: yyyy yy (1969...2068) MMMM MMM MM M dd d EEEE EEE HH H hh h a mm m ss s S...SSSSSSSSS Z
/// ZZZ (+0800) ZZZZZ XXX (+08:00) XX (+0800) X (+08), 'quoted text', '' for a quote. A byte that is not an ASCII letter stands
/// for itself.
///
/// Names of months and days are English, in upper or lower case. Names of days are not compared with the date. In a field of digits, two
/// letters (MM) mean two digits, and one letter (M) means one digit or two. Every zone field reads `Z`, and an offset with or without a
/// colon. Dates are written in UTC: with `+0000` for Z, ZZ and ZZZ, else with `Z`. Without a zone field the text is in UTC. A field that
/// the pattern does not have is taken from 2000-01-01T00:00:00. `a` without an hour is midnight or noon. The writer rounds the fraction of
/// a second to the digits of S, and drops the fraction without an S.
///
/// Returns false and makes `out` YOKE_DATE_INVALID for a bad pattern. A pattern is bad if it has a letter or a count of letters that is not
/// listed above, a quote without its end, no field, or a field twice. It is also bad with h but no a, with both h and H, and with more than
/// YOKE_DATE_ITEMS items. A one-letter field (M d H h m s) must not stand directly before a digit: the field's one or two digits could not
/// be read back.
bool yoke_date_format_compile(const uint8_t *pattern, size_t n, yoke_date_format *out);

/// Reads a date from the `n` bytes of a string at `s`. The bytes need not be UTF-8, and the function loads no other bytes. Returns false
/// and leaves `seconds` unchanged if the text is not a date of the format, or if the format cannot write the date's year in UTC. Always
/// returns false for SECONDS and MILLISECONDS.
bool yoke_date_read(const yoke_date_format *format, const uint8_t *s, size_t n, double *seconds);

/// True if `s` has the form of the format's dates, even if the date does not exist, as with the 30th of February. Used for error
/// messages. Costs at most as much as reading twice.
bool yoke_date_has_form(const yoke_date_format *format, const uint8_t *s, size_t n);

/// Reads a date from the text of a number literal, as `yoke_date_read` does from a string, for the styles SECONDS, MILLISECONDS and AUTO.
/// Returns false for other styles. Subtracts the seconds from 1970 to 2001 before it rounds to a double, so that the difference loses no
/// digit. AUTO reads only dates in the years 0...9999: it writes dates as text, which has no other years.
bool yoke_date_read_number(const yoke_date_format *format, const uint8_t *s, size_t n, double *seconds);

/// Writes the date to `out` and returns the number of bytes. SECONDS and MILLISECONDS write a JSON number that reads back as the same
/// double and has no unneeded fraction. Other styles write the content of a string, without quotes. The caller escapes this content, since
/// a pattern may hold any character.
///
/// Returns 0 if the date is not finite, if the format is invalid, or if a style that writes text gets a year outside of 0...9999 (yy:
/// 1969...2068). Every date that can be read can be written.
size_t yoke_date_write(const yoke_date_format *format, double seconds, uint8_t out[YOKE_DATE_MAX]);
