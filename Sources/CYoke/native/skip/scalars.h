// Moves past strings, numbers and words (true, false, null): checks them, and copies them to a tape if wanted. Private to
// native/skip/skip.c and native/skip/indexed.c.
//
// Invariants:
// - `to` has room for the text before `end` and YOKE_TAPE_SLACK more bytes. No token is longer on the tape than in the text.
// - The functions for strings and numbers do not move past `end`, nor past a number that touches `end`. `pass_word` does not check `end`.
#pragma once

#include "number/digits.h"
#include "sink/tape.h"
#include "text/strings.h"
#include "text/text_out.h"
#include "text/utf8.h"

/// The position after a token: `p` in the text, and `to` on the tape (NULL: no tape). `p` is NULL if the token is unusual, or if
/// the window ends in the token.
typedef struct token_end {
    const uint8_t *p;
    uint8_t *to;
} token_end;

static const token_end no_token_end = {NULL, NULL};

/// Copies sixteen bytes of the text to the tape.
yoke_inline void copy16(uint8_t *to, const uint8_t *from) { memcpy(to, from, 16); }

/// Moves past the string whose first byte after the quote is at `start`. (`keeps`, in all these functions: true if the text is copied to
/// the tape.)
static __attribute__((noinline)) token_end pass_long_string(const yoke_native *e, const uint8_t *start, const uint8_t *end, uint8_t *to,
                                                            const bool keeps) {
    const uint8_t *s = start;
    bool ascii = true;
    if (keeps) *to++ = '"';
    for (;;) {
        if (s >= end) return no_token_end;
        if (keeps) copy16(to, s);
        unsigned tops, stops = yoke_text_stops(s, &tops);
        if ((tops & yoke_bits_before(stops)) != 0) ascii = false;
        if (stops == 0) {
            s += 16;
            if (keeps) to += 16;
            if (!keeps && s - start >= 64) s = yoke_pass_plain(s, end, &ascii); // a call: worth its cost only for a long string
            continue;
        }
        const unsigned step = (unsigned)__builtin_ctz(stops);
        s += step;
        if (keeps) to += step;
        if (*s == '"') break;
        if (*s != '\\') return no_token_end;
        do {
            s = keeps ? yoke_keep_escape(s, end, &to) : yoke_skip_escape(s, end);
            if (s == NULL) return no_token_end;
        } while (*s == '\\'); // often several escapes follow each other
    }
    const size_t n = (size_t)(s - start);
    if (s >= end || n >= e->binder->string_bound) return no_token_end;
    if (!ascii && (e->repairs_utf8 || !yoke_is_utf8(e->window, start, n))) return no_token_end;
    if (keeps) *to++ = '"';
    return (token_end){s + 1, to};
}

/// Returns one bit for each of the 16 bytes from `s` on: 1 if the scan of a string must stop at the byte (see `yoke_string_stops`). With
/// `keeps`, also copies the 16 bytes to the tape.
yoke_inline unsigned pass16(const uint8_t *s, uint8_t *to, const bool keeps) {
#if YOKE_VECTOR
    const yoke_v16 v = yoke_v16_load(s);
    if (keeps) yoke_v16_store(to, v);
    return yoke_stops_in(v);
#else
    if (keeps) copy16(to, s);
    return yoke_string_stops(s);
#endif
}

/// Moves past the string whose opening quote is at `p`. ASCII strings of up to 31 bytes need no call. Their length is not checked,
/// because this code runs only if longer strings are allowed.
yoke_inline token_end pass_string(yoke_native *e, const uint8_t *p, const uint8_t *end, uint8_t *to, const bool keeps) {
    const uint8_t *s = p + 1;
    if (keeps) *to = '"';
    unsigned stops = pass16(s, keeps ? to + 1 : NULL, keeps);
    if (stops == 0) {
        s += 16;
        stops = pass16(s, keeps ? to + 17 : NULL, keeps) | 1u << 16;
    }
    s += __builtin_ctz(stops);
    if (yoke_unlikely(*s != '"') || yoke_unlikely(s >= end))
        return keeps ? pass_long_string(e, p + 1, end, to, true) : pass_long_string(e, p + 1, end, to, false);
    if (keeps) to[s - p] = '"';
    return (token_end){s + 1, keeps ? to + (s + 1 - p) : NULL};
}

yoke_inline bool is_digit(uint8_t c) { return (uint8_t)(c - '0') <= 9; }

/// Returns the end of the digits from `s` on, or `end` if `end` comes first. Without `end`, the loop could read digits after the
/// window.
yoke_inline const uint8_t *skip_digits(const uint8_t *s, const uint8_t *end) {
    while (is_digit(*s) && s < end) s++;
    return s;
}

static __attribute__((noinline)) token_end pass_any_number(const yoke_native *e, const uint8_t *p, const uint8_t *end, uint8_t *to,
                                                           const bool keeps) {
    const uint8_t *s = p + (*p == '-');
    if (!is_digit(*s)) return no_token_end;
    if (*s++ != '0') s = skip_digits(s, end);
    if (*s == '.') {
        if (!is_digit(*++s)) return no_token_end;
        s = skip_digits(s, end);
    }
    if ((*s | 0x20) == 'e') {
        s++;
        if (*s == '+' || *s == '-') s++;
        if (!is_digit(*s)) return no_token_end;
        s = skip_digits(s, end);
    }
    const size_t n = (size_t)(s - p);
    if (!yoke_is_number_end(*s) || s >= end || n >= e->binder->number_bound) return no_token_end;
    if (keeps) memcpy(to, p, n);
    return (token_end){s, keeps ? to + n : NULL};
}

yoke_inline token_end pass_number(const yoke_native *e, const uint8_t *p, const uint8_t *end, uint8_t *to, const bool keeps) {
#if YOKE_VECTOR
    // First try the most common numbers: at most 30 bytes, digits with perhaps a sign and a point. Their length is not compared
    // with the limit, because this code runs only if longer numbers are allowed.
    const unsigned negative = *p == '-';
    const unsigned others = ((yoke_non_digits(p) | yoke_non_digits(p + 16) << 16) & ~negative) | 1u << 31;
    unsigned n = (unsigned)__builtin_ctz(others);
    const unsigned before = n - negative;
    if (p[n] == '.') n = (unsigned)__builtin_ctz((others & (others - 1)) | 1u << 31);
    const bool is_sound = before > 0 && (before == 1 || p[negative] != '0') && p[n - 1] != '.' && n < 31;
    if (yoke_likely(is_sound) && yoke_likely(yoke_is_number_end(p[n])) && yoke_likely(p + n < end)) {
        if (keeps) {
            copy16(to, p);
            copy16(to + 16, p + 16);
        }
        return (token_end){p + n, keeps ? to + n : NULL};
    }
#endif
    return pass_any_number(e, p, end, to, keeps);
}

/// Moves past true, false or null: a word of `n` bytes. `is_match`: the result of the caller's test for this word at `p`. If it is false,
/// returns `no_token_end`.
yoke_inline token_end pass_word(const uint8_t *p, uint8_t *to, unsigned n, bool is_match, const bool keeps) {
    if (!is_match) return no_token_end;
    if (keeps) copy16(to, p);
    return (token_end){p + n, keeps ? to + n : NULL};
}

/// Moves past a string, number or word. After a word, the result may be after `end`. Any byte may come after the token. So the caller must
/// check the result's position and the byte there.
yoke_inline token_end pass_scalar(yoke_native *e, const uint8_t *p, const uint8_t *end, uint8_t *to, const bool keeps) {
    if (*p == '"') return pass_string(e, p, end, to, keeps);
    switch (*p) {
    case 't': return pass_word(p, to, 4, yoke_is_word(p, "true"), keeps);
    case 'f': return pass_word(p, to, 5, yoke_is_word(p + 1, "alse"), keeps);
    case 'n': return pass_word(p, to, 4, yoke_is_word(p, "null"), keeps);
    default: return pass_number(e, p, end, to, keeps);
    }
}
