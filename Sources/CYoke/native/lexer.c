#include "native/lexer.h"

#include <string.h>

static yoke_lexed found(enum yoke_token token, const uint8_t *end) {
    return (yoke_lexed){token, YOKE_NATIVE_OK, end, false};
}

static yoke_lexed fault(enum yoke_native_status status, const uint8_t *at) {
    return (yoke_lexed){YOKE_TOKEN_FAULT, status, at, false};
}

static yoke_lexed cut(const uint8_t *end) {
    return (yoke_lexed){YOKE_TOKEN_CUT, YOKE_NATIVE_CUT, end, false};
}

/// True for a byte of 80...FF that cannot begin a UTF-8 sequence. Always false if strings need not be UTF-8 (`repairs_utf8`).
static bool is_no_lead(const yoke_native *e, uint8_t c) {
    return !e->repairs_utf8 && c >= 0x80 && (c < 0xC2 || c > 0xF4);
}

/// Returns the fault for a byte that may not stand at `at`, which is not inside a UTF-8 sequence. The fault is YOKE_NATIVE_BAD_UTF8 if the
/// byte cannot begin a UTF-8 sequence and is not ASCII. Else the fault is `status`.
static yoke_lexed bad_byte(const yoke_native *e, enum yoke_native_status status, const uint8_t *at) {
    return fault(is_no_lead(e, *at) ? YOKE_NATIVE_BAD_UTF8 : status, at);
}

static bool is_hex(uint8_t c) {
    uint8_t lower = c | 0x20;
    return (c >= '0' && c <= '9') || (lower >= 'a' && lower <= 'f');
}

static bool is_digit(uint8_t c) { return c >= '0' && c <= '9'; }

// MARK: - Strings

/// Reads the escape of a low surrogate at s + 6. The escape at `s` is its high surrogate.
static yoke_lexed lex_low_surrogate(const yoke_native *e, const uint8_t *s) {
    static const uint8_t wanted[3] = {'\\', 'u', 'd'};
    for (size_t i = 6; i < 12; i++) {
        if (s + i == e->end) return cut(e->end);
        uint8_t c = s[i], lower = c | 0x20;
        bool good = i < 8 ? c == wanted[i - 6] : i == 8 ? lower == 'd' : i == 9 ? lower >= 'c' && lower <= 'f' : is_hex(c);
        if (good) continue;
        if (i >= 10 || c == 0x0B || c == 0x0C) return bad_byte(e, YOKE_NATIVE_BAD_STRING, s + i);
        return bad_byte(e, YOKE_NATIVE_LONE_SURROGATE, s + i);
    }
    return found(YOKE_TOKEN_STRING, s + 12);
}

/// Reads an escape at `s`, or the two escapes of a surrogate pair. The result's `end` is the address after them.
static yoke_lexed lex_escape(const yoke_native *e, const uint8_t *s) {
    if (s + 1 == e->end) return cut(e->end);
    switch (s[1]) {
    case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't': return found(YOKE_TOKEN_STRING, s + 2);
    case 'u': break;
    default: return bad_byte(e, YOKE_NATIVE_BAD_STRING, s + 1);
    }
    bool is_high = false;
    for (size_t i = 2; i < 6; i++) {
        if (s + i == e->end) return cut(e->end);
        uint8_t c = s[i], lower = c | 0x20;
        if (i == 3 && (s[2] | 0x20) == 'd') {
            if (lower >= 'c' && lower <= 'f') return fault(YOKE_NATIVE_LONE_SURROGATE, s + i);
            is_high = c == '8' || c == '9' || lower == 'a' || lower == 'b';
        }
        if (!is_hex(c)) return bad_byte(e, YOKE_NATIVE_BAD_STRING, s + i);
    }
    return is_high ? lex_low_surrogate(e, s) : found(YOKE_TOKEN_STRING, s + 6);
}

/// Reads a UTF-8 sequence of two to four bytes at `s` (RFC 3629). The result's `end` is the address after the sequence. If `repairs_utf8`,
/// takes the byte at `s` alone, without a check.
static yoke_lexed lex_sequence(const yoke_native *e, const uint8_t *s) {
    if (e->repairs_utf8) return found(YOKE_TOKEN_STRING, s + 1);
    uint8_t lead = *s;
    if (lead < 0xC2 || lead > 0xF4) return fault(YOKE_NATIVE_BAD_UTF8, s);
    size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    uint8_t low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    uint8_t high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    for (size_t i = 1; i < length; i++) {
        if (s + i == e->end) return cut(e->end);
        if (s[i] < low || s[i] > high) return fault(YOKE_NATIVE_BAD_UTF8, s + i);
        low = 0x80, high = 0xBF;
    }
    return found(YOKE_TOKEN_STRING, s + length);
}

/// Returns the address of the first byte from `s` on that is a quote, a backslash, a control character or not ASCII; `end` if no byte is.
static const uint8_t *skip_plain(const uint8_t *s, const uint8_t *end) {
#if YOKE_VECTOR
    const yoke_v16 quote = yoke_v16_fill('"'), slash = yoke_v16_fill('\\'), blank = yoke_v16_fill(' ');
    while (s < end) {
        yoke_v16 v = yoke_v16_load(s);
        // In this signed comparison, control characters and bytes 80...FF (as negative numbers) are all less than a space.
        yoke_v16 other = yoke_v16_or(yoke_v16_or(yoke_v16_equal(v, quote), yoke_v16_equal(v, slash)),
                                     yoke_v16_signed_greater(blank, v));
        unsigned bits = yoke_v16_bits(other);
        if (bits != 0) {
            s += __builtin_ctz(bits);
            break;
        }
        s += 16;
    }
    return s < end ? s : end;
#else
    while (s < end && *s != '"' && *s != '\\' && *s >= 0x20 && *s < 0x80) s++;
    return s;
#endif
}

static uint64_t token_offset(const yoke_native *e) { return e->offset + (uint64_t)(e->p - e->window); }

/// Returns how many bytes of the token at `e->p` were found valid in an earlier window, which ended inside the token.
static size_t known_bytes(const yoke_native *e) {
    return e->checked > 0 && e->checked_start == token_offset(e) ? e->checked : 0;
}

static yoke_lexed lex_string(yoke_native *e) {
    const size_t known = known_bytes(e), checked = known > 0 ? known : 1;
    if (checked > (size_t)(e->end - e->p)) return cut(e->end); // this window ends before the last byte that an earlier window checked
    const uint8_t *s = e->p + checked;
    for (;;) {
        s = skip_plain(s, e->end);
        yoke_lexed part;
        if (s == e->end) {
            part = cut(s);
        } else if (*s == '"') {
            yoke_lexed whole = found(YOKE_TOKEN_STRING, s + 1);
            whole.escaped = memchr(e->p, '\\', (size_t)(s - e->p)) != NULL;
            return whole;
        } else if (*s < 0x20) {
            return fault(YOKE_NATIVE_BAD_STRING, s);
        } else {
            part = *s == '\\' ? lex_escape(e, s) : lex_sequence(e, s);
        }
        if (part.token == YOKE_TOKEN_CUT) {
            e->checked = (size_t)(s - e->p);
            e->checked_start = token_offset(e);
        }
        if (part.token != YOKE_TOKEN_STRING) return part;
        s = part.end;
    }
}

// MARK: - Numbers and literals

/// Reads one or more digits. The result's `end` is the address after the digits. Returns a fault if the first byte is not a digit.
static yoke_lexed lex_digits(const yoke_native *e, const uint8_t *s) {
    if (s == e->end) return cut(s);
    if (!is_digit(*s)) return bad_byte(e, YOKE_NATIVE_BAD_NUMBER, s);
    while (s < e->end && is_digit(*s)) s++;
    return found(YOKE_TOKEN_NUMBER, s);
}

/// The parts of a number that consist of digits.
enum number_part { WHOLE_PART, FRACTION, EXPONENT };

/// Called if the window ends inside a number, after a digit of `part`. For a long number, records how many of its bytes are in this window.
/// In the next window, the lexer then continues at the last of these bytes, and not at the number's first byte.
static yoke_lexed cut_number(yoke_native *e, enum number_part part) {
    enum { FAR = 64 };
    if (e->end - e->p > FAR) {
        e->checked = (size_t)(e->end - e->p);
        e->checked_start = token_offset(e);
        e->checked_part = (uint8_t)part;
    }
    return cut(e->end);
}

static yoke_lexed lex_number(yoke_native *e) {
    const size_t known = known_bytes(e);
    enum number_part part = known > 0 ? (enum number_part)e->checked_part : WHOLE_PART;
    const uint8_t *s = known > 0 ? e->p + known - 1 : e->p + (*e->p == '-');
    if (s >= e->end) return cut(e->end);
    yoke_lexed digits = lex_digits(e, s);
    if (digits.token != YOKE_TOKEN_NUMBER) return digits;
    s = known == 0 && *s == '0' ? s + 1 : digits.end;
    if (part < FRACTION && s < e->end && *s == '.') {
        digits = lex_digits(e, s + 1);
        if (digits.token != YOKE_TOKEN_NUMBER) return digits;
        s = digits.end;
        part = FRACTION;
    }
    if (part < EXPONENT && s < e->end && (*s | 0x20) == 'e') {
        s++;
        if (s < e->end && (*s == '+' || *s == '-')) s++;
        digits = lex_digits(e, s);
        if (digits.token != YOKE_TOKEN_NUMBER) return digits;
        s = digits.end;
        part = EXPONENT;
    }
    if (s == e->end) {
        const bool is_whole = e->is_last && (e->expect == YOKE_EXPECT_ROOT || e->ends_numbers);
        return is_whole ? found(YOKE_TOKEN_NUMBER, s) : cut_number(e, part);
    }
    if (is_no_lead(e, *s)) {
        // The byte after the number is not UTF-8. Report this fault now, so that it comes before any error about the number's
        // value.
        return fault(YOKE_NATIVE_BAD_UTF8, s);
    }
    return found(YOKE_TOKEN_NUMBER, s);
}

static yoke_lexed lex_literal(const yoke_native *e, const char *word, enum yoke_token token) {
    const uint8_t *s = e->p;
    for (; *word != 0; s++, word++) {
        if (s == e->end) return cut(s);
        if (*s != (uint8_t)*word) return bad_byte(e, YOKE_NATIVE_BAD_CHARACTER, s);
    }
    return found(token, s);
}

yoke_lexed yoke_lex(yoke_native *e) {
    const uint8_t *p = e->p;
    switch (*p) {
    case '"': return lex_string(e);
    case '{': return found(YOKE_TOKEN_BEGIN_OBJECT, p + 1);
    case '}': return found(YOKE_TOKEN_END_OBJECT, p + 1);
    case '[': return found(YOKE_TOKEN_BEGIN_ARRAY, p + 1);
    case ']': return found(YOKE_TOKEN_END_ARRAY, p + 1);
    case ',': return found(YOKE_TOKEN_COMMA, p + 1);
    case ':': return found(YOKE_TOKEN_COLON, p + 1);
    case 't': return lex_literal(e, "true", YOKE_TOKEN_TRUE);
    case 'f': return lex_literal(e, "false", YOKE_TOKEN_FALSE);
    case 'n': return lex_literal(e, "null", YOKE_TOKEN_NULL);
    case '-': case '0': case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9':
        return lex_number(e);
    default: return bad_byte(e, YOKE_NATIVE_BAD_CHARACTER, p);
    }
}
