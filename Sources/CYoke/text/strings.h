// Reads strings and white space in their usual forms, for the fast path (native/fast). The lexer reads all other forms. Private to the C
// engine.
#pragma once

#include "base/alloc.h"
#include "base/platform.h"
#include "text/space.h"

/// The text of a string that has been read.
typedef struct yoke_text {
    const uint8_t *bytes;
    size_t n;
    /// Address after the closing quote.
    const uint8_t *end;
    bool ascii;
} yoke_text;

#if YOKE_VECTOR
/// Returns 16 bits, one for each byte: 1 if the byte stops the scan of a string (a quote, a backslash, a control character, 80...FF).
yoke_inline unsigned yoke_stops_in(yoke_v16 v) {
    // In a signed comparison, control characters and the bytes 80...FF (negative numbers) are less than a blank.
    return yoke_v16_bits(yoke_v16_or(yoke_v16_or(yoke_v16_equal(v, yoke_v16_fill('"')), yoke_v16_equal(v, yoke_v16_fill('\\'))),
                                     yoke_v16_signed_greater(yoke_v16_fill(' '), v)));
}
#endif

/// As `yoke_stops_in`, for the 16 bytes at `s`.
yoke_inline unsigned yoke_string_stops(const uint8_t *s) {
#if YOKE_VECTOR
    return yoke_stops_in(yoke_v16_load(s));
#else
    unsigned bits = 0;
    for (unsigned i = 0; i < 16; i++) bits |= (unsigned)(s[i] == '"' || s[i] == '\\' || s[i] < 0x20 || s[i] >= 0x80) << i;
    return bits;
#endif
}

/// As `yoke_string_stops`, but a byte of 80...FF does not stop the scan: its bit is not set in the result, but in `*tops`.
yoke_inline unsigned yoke_text_stops(const uint8_t *s, unsigned *tops) {
#if YOKE_VECTOR
    yoke_v16 v = yoke_v16_load(s);
    *tops = yoke_v16_top_bits(v);
    yoke_v16 control = yoke_v16_equal(yoke_v16_subtract_to_zero(v, yoke_v16_fill(0x1F)), yoke_v16_fill(0));
    return yoke_v16_bits(
        yoke_v16_or(yoke_v16_or(yoke_v16_equal(v, yoke_v16_fill('"')), yoke_v16_equal(v, yoke_v16_fill('\\'))), control));
#else
    unsigned bits = 0;
    *tops = 0;
    for (unsigned i = 0; i < 16; i++) {
        bits |= (unsigned)(s[i] == '"' || s[i] == '\\' || s[i] < 0x20) << i;
        *tops |= (unsigned)(s[i] >> 7) << i;
    }
    return bits;
#endif
}

/// Returns the bits below the lowest set bit of `stops`; all bits if `stops` is 0.
yoke_inline unsigned yoke_bits_before(unsigned stops) { return ~stops & (stops - 1); }

/// Returns the address of the first quote, backslash or control character from `s` on. Without such a byte, returns `end` or an
/// address after `end`. Sets `*ascii` to false if it passes a byte of 80...FF.
const uint8_t *yoke_pass_plain(const uint8_t *s, const uint8_t *end, bool *ascii);

/// Reads the string whose first byte, after the opening quote, is at `s`. No byte before `window` may be loaded. `unescaped` receives the
/// text of a string with escapes. Returns false if the lexer must read the string: it is bad, or does not end before `end`, or memory runs
/// out. `repairs_utf8`: true if the binder repairs bad UTF-8. Then only the lexer reads strings that are not ASCII.
bool yoke_read_long_string(
    const uint8_t *window, const uint8_t *end, bool repairs_utf8, yoke_buffer *unescaped, const uint8_t *s, yoke_text *out);

/// Returns the length in bytes of the string at `s`, if it has fewer than 16 bytes, is ASCII without escapes, and ends before `end`.
/// Returns 16 for any other string.
yoke_inline size_t yoke_short_string(const uint8_t *s, const uint8_t *end) {
    const size_t n = (size_t)__builtin_ctz(yoke_string_stops(s) | 1u << 16);
    return yoke_likely(s[n] == '"') && yoke_likely(s + n < end) ? n : 16;
}

#ifndef YOKE_IN_LINE
/// 1 in code that is compiled to read single lines (native/fast/lines.c). White space then ends before a line feed.
#define YOKE_IN_LINE 0
#endif

/// Skips white space, and returns the address of the next other byte. To save time, the first tests do not compare with `end`. So the
/// result may lie up to two bytes after `end`: the caller must compare.
yoke_inline const uint8_t *yoke_space(const uint8_t *p, const uint8_t *end) {
    if (*p > ' ') return p;
    if (*p == ' ' && p[1] > ' ') return p + 1;
    if (p >= end) return p;
#if YOKE_IN_LINE
    return yoke_skip_blanks(p, end);
#endif
#if YOKE_VECTOR
    // The usual white space: a line feed, then up to 47 spaces.
    const uint8_t *s = p + 1;
    for (int i = 0; i < 3; i++, s += 16) {
        unsigned other = ~yoke_v16_bits(yoke_v16_equal(yoke_v16_load(s), yoke_v16_fill(' '))) & 0xFFFF;
        if (yoke_unlikely(other == 0)) continue;
        s += __builtin_ctz(other);
        if (yoke_unlikely(*p != '\n') || yoke_unlikely(*s <= ' ') || yoke_unlikely(s > end)) break;
        return s;
    }
#endif
    return yoke_skip_space(p, end);
}

/// Returns the address after the escape at `s`; NULL if the escape is bad, or does not end before `end`.
const uint8_t *yoke_skip_escape(const uint8_t *s, const uint8_t *end);

/// As `yoke_skip_escape`; also writes the escaped character at `*to` in the way in which Yoke's writer writes it, and moves `*to` after it.
/// The written text is not longer than the escape, but up to 16 bytes after the text may be overwritten.
const uint8_t *yoke_keep_escape(const uint8_t *s, const uint8_t *end, uint8_t **to);

/// As `yoke_space`, for white space between members or elements. If each member or element stands on a line of its own, this white space
/// usually has the same length every time. So the function first tries the last length, `*before`. The processor then knows the next
/// token's address early, and compares the blanks meanwhile.
yoke_inline const uint8_t *yoke_space_again(const uint8_t *p, const uint8_t *end, size_t *before) {
#if YOKE_VECTOR && !YOKE_IN_LINE
    size_t n = *before;
    if (n - 1 <= 32) {
        const yoke_v16 blank = yoke_v16_fill(' ');
        unsigned blanks = yoke_v16_bits(yoke_v16_equal(yoke_v16_load(p + 1), blank));
        if (n > 17) blanks |= yoke_v16_bits(yoke_v16_equal(yoke_v16_load(p + 17), blank)) << 16;
        unsigned wanted = (unsigned)(((uint64_t)1 << (n - 1)) - 1);
        if (yoke_likely((blanks & wanted) == wanted && *p == '\n' && p[n] > ' ')) return p + n;
    }
#endif
    if (*p > ' ') return p;
    const uint8_t *after = yoke_space(p, end);
    if (!YOKE_IN_LINE) *before = (size_t)(after - p);
    return after;
}

/// True if the four bytes at `p` equal the word.
yoke_inline bool yoke_is_word(const uint8_t *p, const char word[4]) { return memcmp(p, word, 4) == 0; }

/// True if the byte `c` after a number ends the number.
yoke_inline bool yoke_is_number_end(uint8_t c) { return c == ',' || c == ']' || c == '}' || c <= ' '; }
