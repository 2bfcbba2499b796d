// Strings and white space as they nearly always are; for the walk, which leaves the rest to the lexer. Private to the native
// engine.
#ifndef YOKE_TEXT_STRINGS_H
#define YOKE_TEXT_STRINGS_H

#include "alloc.h"
#include "base/platform.h"
#include "text/space.h"

/// A string's text.
typedef struct yoke_text {
    const uint8_t *bytes;
    size_t n;
    /// Behind the closing quote.
    const uint8_t *end;
    bool ascii;
} yoke_text;

#if YOKE_VECTOR
/// One bit for each of 16 bytes that needs a look inside a string: quotes, backslashes, control characters, all of 80...FF.
yoke_inline unsigned yoke_stops_in(yoke_v16 v) {
    // Signed: control characters and 80...FF are less than a blank.
    return yoke_v16_bits(yoke_v16_or(yoke_v16_or(yoke_v16_equal(v, yoke_v16_fill('"')), yoke_v16_equal(v, yoke_v16_fill('\\'))),
                                     yoke_v16_signed_greater(yoke_v16_fill(' '), v)));
}
#endif

/// The same of the 16 bytes at `s`.
yoke_inline unsigned yoke_string_stops(const uint8_t *s) {
#if YOKE_VECTOR
    return yoke_stops_in(yoke_v16_load(s));
#else
    unsigned bits = 0;
    for (unsigned i = 0; i < 16; i++) bits |= (unsigned)(s[i] == '"' || s[i] == '\\' || s[i] < 0x20 || s[i] >= 0x80) << i;
    return bits;
#endif
}

/// The same without 80...FF, which are told by `*tops`.
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

/// The bits in front of the lowest one of `stops`, all of them if there is none.
yoke_inline unsigned yoke_bits_before(unsigned stops) { return ~stops & (stops - 1); }

/// The first byte from `s` on with which a string does not simply go on: a quote, a backslash, a control character; `end` or one behind it
/// when there is none. `*ascii` becomes false when one of 80...FF is passed.
const uint8_t *yoke_pass_plain(const uint8_t *s, const uint8_t *end, bool *ascii);

/// Reads the string whose first byte is at `s`, after its quote. `window` is the first byte that may be loaded; escapes are resolved
/// into `unescaped`. False: the lexer must look at the string; so must it at every string that is not ASCII if `any_utf8`.
bool yoke_read_long_string(
    const uint8_t *window, const uint8_t *end, bool any_utf8, yoke_buffer *unescaped, const uint8_t *s, yoke_text *out);

/// How many bytes it has, if they are fewer than 16, ASCII without escapes, and end in front of `end`; else 16 or more.
yoke_inline size_t yoke_short_string(const uint8_t *s, const uint8_t *end) {
    const size_t n = (size_t)__builtin_ctz(yoke_string_stops(s) | 1u << 16);
    return yoke_likely(s[n] == '"') && yoke_likely(s + n < end) ? n : 16;
}

/// Behind white space, at most `end` (or past it, by a byte or two).
yoke_inline const uint8_t *yoke_space(const uint8_t *p, const uint8_t *end) {
    if (*p > ' ') return p;
    if (*p == ' ' && p[1] > ' ') return p + 1;
    if (p >= end) return p;
#if YOKE_VECTOR
    // A new line, indented.
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

/// Behind the escape at `s`; NULL when it is bad or touches `end`.
const uint8_t *yoke_skip_escape(const uint8_t *s, const uint8_t *end);

/// The same, and the escape goes to `*to` as the writer has it: no longer, but up to 16 bytes behind it may be overwritten.
const uint8_t *yoke_keep_escape(const uint8_t *s, const uint8_t *end, uint8_t **to);

/// Behind white space as `yoke_space`, between members and elements, which stand in a column if they stand on lines: `*before` is how
/// long it was the last time. So where the next token begins is known before the blanks are looked at.
yoke_inline const uint8_t *yoke_space_again(const uint8_t *p, const uint8_t *end, size_t *before) {
#if YOKE_VECTOR
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
    const uint8_t *behind = yoke_space(p, end);
    *before = (size_t)(behind - p);
    return behind;
}

/// Four bytes of the text equal a word's.
yoke_inline bool yoke_is_word(const uint8_t *p, const char word[4]) { return memcmp(p, word, 4) == 0; }

/// What a number ends in front of.
yoke_inline bool yoke_is_number_end(uint8_t c) { return c == ',' || c == ']' || c == '}' || c <= ' '; }

#endif
