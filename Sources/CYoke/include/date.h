// Dates as text and as numbers, both ways, by arithmetic over the proleptic Gregorian calendar: no locale, no database of time
// zones, no formatter, no allocation. A date is seconds from 2001-01-01T00:00:00Z, as Foundation counts, negative before.
#ifndef YOKE_DATE_H
#define YOKE_DATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum yoke_date_style {
    /// What a format that could not be compiled has: nothing is read or written.
    YOKE_DATE_INVALID = 0,
    /// `2013-01-10T07:58:30.25+01:00` (RFC 3339): `T`, `t` or a space, any number of fraction digits or none, a zone. Digits of
    /// the second past the ninth are not looked at. Written in UTC with as few digits as read back the same, at most nine.
    YOKE_DATE_RFC3339,
    /// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 1123). Reading: the day's name may be missing and is not compared with the date; the
    /// zone is GMT, UTC, UT or as in +0100. Writing drops the second's fraction.
    YOKE_DATE_RFC1123,
    /// Numbers: seconds from 1970-01-01T00:00:00Z.
    YOKE_DATE_SECONDS,
    /// Numbers: milliseconds from 1970-01-01T00:00:00Z.
    YOKE_DATE_MILLISECONDS,
    /// A pattern, see `yoke_date_format_compile`.
    YOKE_DATE_FORMAT,
    /// Reading: `yyyy-MM-dd` alone, or with a time as in RFC 3339, of which the zone may be missing (UTC) or have no colon; RFC
    /// 1123; `Fri Sep 04 00:12:21 +0800 2015` with or without a fraction; numbers, also as text, from 1970: seconds below 1e11,
    /// milliseconds below 1e14, microseconds below 1e17, else nanoseconds. Written as RFC 3339.
    YOKE_DATE_AUTO
} yoke_date_style;

/// The most fields and bytes between them that a pattern can have.
enum { YOKE_DATE_ITEMS = 32 };

/// The most bytes that are written.
enum { YOKE_DATE_MAX = 352 };

/// A field and how wide it is, or a byte as it is.
typedef struct yoke_date_item {
    uint8_t field;
    uint8_t width;
} yoke_date_item;

/// A style; the items belong to YOKE_DATE_FORMAT. Holds no pointers: a copy is as good.
typedef struct yoke_date_format {
    yoke_date_style style;
    uint32_t count;
    yoke_date_item items[YOKE_DATE_ITEMS];
} yoke_date_format;

/// A format of any style but YOKE_DATE_FORMAT.
static inline yoke_date_format yoke_date_format_make(yoke_date_style style) {
    yoke_date_format format = {style, 0, {{0, 0}}};
    return format;
}

/// Compiles a pattern of Unicode TR35: yyyy yy (1969...2068) MMMM MMM MM M dd d EEEE EEE HH H hh h a mm m ss s S...SSSSSSSSS
/// Z ZZZ (+0800) ZZZZZ XXX (+08:00) XX (+0800) X (+08), 'quoted text', '' for a quote, and whatever is no ASCII letter as it is.
///
/// Names are English, of either case. Two letters are two digits, one letter is one or two. Every zone field reads `Z` and an
/// offset with or without a colon; what is written is in UTC (+0000 for Z, else `Z`). Without a zone field the text is in UTC.
/// A field that is not there is that of 2000-01-01T00:00:00; `a` without an hour is midnight or noon. Days' names are not compared with the date. What S has no digits
/// for is rounded, what has no S is dropped.
///
/// False, and `out` is YOKE_DATE_INVALID: another letter or count of letters, a quote without its end, no field, a field twice,
/// h without a, h beside H, a field of one digit or two (M d H h m s) directly before a digit, which could not be read back, or more than
/// YOKE_DATE_ITEMS items.
bool yoke_date_format_compile(const uint8_t *pattern, size_t n, yoke_date_format *out);

/// Reads a string's `n` bytes at `s`, any bytes; nothing outside of them is loaded. False, and `seconds` is as it was: no date
/// of that format, or one that in UTC is outside of the years that are written. Always false for SECONDS and MILLISECONDS.
bool yoke_date_read(const yoke_date_format *format, const uint8_t *s, size_t n, double *seconds);

/// Whether `s` has the form of the format's dates, and be it that of one that does not exist, such as the 30th of February. For the words of
/// an error: costs as much as reading.
bool yoke_date_has_form(const yoke_date_format *format, const uint8_t *s, size_t n);

/// The same as `yoke_date_read` for the text of a number literal, for SECONDS, MILLISECONDS and AUTO; false for the others. The decimal value is
/// moved to 2001 before it is rounded to a double, so that no digit is lost in the difference. AUTO, which is written as text,
/// takes none outside of the years 0...9999.
bool yoke_date_read_number(const yoke_date_format *format, const uint8_t *s, size_t n, double *seconds);

/// Writes the date and returns the count of bytes: a JSON number for SECONDS and MILLISECONDS, which reads back as the same
/// double and has no fraction that it does not need; else what is between a string's quotes before escaping (a pattern may hold
/// anything). 0: not finite, an invalid format, or text for what is outside of the years 0...9999 (yy: 1969...2068). All that is read
/// can be written.
size_t yoke_date_write(const yoke_date_format *format, double seconds, uint8_t out[YOKE_DATE_MAX]);

#endif
