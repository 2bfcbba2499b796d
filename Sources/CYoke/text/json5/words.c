// Rewrites the strings and keys of JSON5, NaN and infinities as JSON.
#include <string.h>

#include "text/json5/rewriter.h"
#include "text/literals.h"
#include "text/utf8.h"

static int hex_value(uint8_t c) {
    const uint8_t lower = c | 0x20;
    return c >= '0' && c <= '9' ? c - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

bool yoke_json5_is_identifier(const yoke_json5 *j, uint32_t c, bool begins) {
    if (c < 0x80) return c != '\\' && yoke_is_word_byte((uint8_t)c) && !(begins && c >= '0' && c <= '9');
    return (!begins && (c == 0x200C || c == 0x200D)) || j->is_identifier(c, begins);
}

// MARK: - Strings

/// Writes a character of a string as `\u00xx`.
static void put_escape(yoke_json5 *j, uint32_t c) {
    static const char digits[] = "0123456789abcdef";
    const uint8_t text[6] = {'\\', 'u', '0', '0', (uint8_t)digits[c >> 4 & 15], (uint8_t)digits[c & 15]};
    yoke_json5_put_text(j, text, 6, j->start);
}

enum result yoke_json5_string(yoke_json5 *j, uint8_t c) {
    const bool has_tokens = yoke_has_tokens(j);
    j->start = j->at;
    if (c == j->quote) {
        yoke_json5_put(j, '"', j->at);
        j->state = OUTSIDE;
    } else if (c == '\\') {
        if (!has_tokens) yoke_json5_put(j, c, j->at);
        j->state = has_tokens ? ESCAPE : RAW_ESCAPE;
    } else if (c == '"') {
        yoke_json5_put_text(j, (const uint8_t *)"\\\"", 2, j->at);
    } else if (has_tokens && c < 0x20 && c != '\n' && c != '\r') {
        put_escape(j, c);
    } else {
        yoke_json5_put(j, c, j->at);
    }
    return TAKEN;
}

/// Takes the byte after a backslash. The backslash is at offset `j->start` of the JSON5 text.
static enum result take_escaped(yoke_json5 *j, uint8_t c) {
    j->state = STRING;
    j->left = c == 'u' ? 4 : 2;
    j->scalar = 0;
    switch (c) {
    case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't': case 'u':
        yoke_json5_put(j, '\\', j->start);
        yoke_json5_put(j, c, j->at);
        if (c == 'u') j->state = ESCAPE_U;
        break;
    case 'x': j->state = ESCAPE_HEX; break;
    case 'v': put_escape(j, 0x0B); break;
    case '0': j->state = ESCAPE_ZERO; break;
    case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9': return yoke_json5_bad(j, YOKE_JSON5_STRING);
    case '\n': break;
    case '\r': j->state = ESCAPE_RETURN; break;
    default:
        if (c < 0x20) put_escape(j, c);
        else yoke_json5_put(j, c, j->at);
    }
    return TAKEN;
}

/// Takes a hexadecimal digit of a \u or \x escape.
static enum result take_hex(yoke_json5 *j, uint8_t c) {
    const int digit = hex_value(c);
    if (digit < 0) return yoke_json5_bad(j, j->state == KEY_HEX ? YOKE_JSON5_CHARACTER : YOKE_JSON5_STRING);
    j->scalar = j->scalar << 4 | (uint32_t)digit;
    j->left--;
    if (j->state == ESCAPE_U) yoke_json5_put(j, c, j->at);
    if (j->left > 0) return TAKEN;
    if (j->state == KEY_HEX) {
        uint8_t text[4];
        if (!yoke_json5_is_identifier(j, j->scalar, j->is_empty)) return yoke_json5_bad(j, YOKE_JSON5_CHARACTER);
        yoke_json5_put_text(j, text, (size_t)(yoke_put_scalar(text, j->scalar) - text), j->start);
        j->is_empty = false;
        j->state = KEY;
        return TAKEN;
    }
    if (j->state == ESCAPE_HEX) put_escape(j, j->scalar);
    j->state = STRING;
    return TAKEN;
}

enum result yoke_json5_escape(yoke_json5 *j, uint8_t c) {
    switch ((enum state)j->state) {
    case ESCAPE: return take_escaped(j, c);
    case ESCAPE_ZERO:
        if (c >= '0' && c <= '9') return yoke_json5_bad(j, YOKE_JSON5_STRING);
        put_escape(j, 0);
        j->state = STRING;
        return AGAIN;
    case ESCAPE_RETURN:
        j->state = STRING;
        return c == '\n' ? TAKEN : AGAIN;
    case RAW_ESCAPE:
        yoke_json5_put(j, c, j->at);
        j->state = STRING;
        return TAKEN;
    default: return take_hex(j, c);
    }
}

// MARK: - Keys

enum result yoke_json5_key(yoke_json5 *j, uint8_t c) {
    if (j->state == KEY_HEX) return take_hex(j, c);
    if (j->state == KEY_ESCAPE) {
        if (c != 'u') return yoke_json5_bad(j, YOKE_JSON5_CHARACTER);
        j->state = KEY_HEX;
        j->left = 4;
        j->scalar = 0;
    } else if (c == '\\') {
        j->start = j->at;
        j->state = KEY_ESCAPE;
    } else if (yoke_json5_is_identifier(j, c, j->is_empty)) {
        yoke_json5_put(j, c, j->at);
        j->is_empty = false;
    } else {
        yoke_json5_put(j, '"', j->at - 1);
        j->state = OUTSIDE;
        return AGAIN;
    }
    return TAKEN;
}

// MARK: - Literals

static const char too_large[] = "e+0000999999999";

void yoke_json5_begin_literal(yoke_json5 *j, uint8_t c) {
    j->state = LITERAL;
    j->word = c == 'N' ? "NaN" : "Infinity";
    j->matched = 0;
}

/// Writes the number that stands for NaN or an infinity. `j->at` is the offset after the word.
static void put_literal(yoke_json5 *j) {
    uint8_t text[YOKE_LITERAL_LENGTH];
    text[0] = *j->word == 'N' ? '9' : '1';
    memcpy(text + 1, too_large, YOKE_LITERAL_LENGTH - 1);
    yoke_json5_put_text(j, text, YOKE_LITERAL_LENGTH - 1, j->start);
    yoke_json5_put(j, text[YOKE_LITERAL_LENGTH - 1], j->at - 1);
}

enum result yoke_json5_literal(yoke_json5 *j, uint8_t c) {
    if (j->word[j->matched] == 0) {
        if (yoke_is_word_byte(c) || c == '.' || c == '+' || c == '-') return yoke_json5_bad(j, YOKE_JSON5_CHARACTER);
        put_literal(j);
        j->state = OUTSIDE;
        return AGAIN;
    }
    if (c == (uint8_t)j->word[j->matched]) {
        j->matched++;
        return TAKEN;
    }
    // The word is not NaN or Infinity. The engine receives the word, and refuses it.
    if (j->matched > 0) yoke_json5_put_text(j, (const uint8_t *)j->word, j->matched, j->at - j->matched);
    j->state = WORD;
    return AGAIN;
}

enum yoke_non_finite_kind yoke_non_finite_kind_of(const uint8_t *text, size_t n) {
    const bool is_negative = n > 0 && *text == '-';
    if (n != YOKE_LITERAL_LENGTH + (size_t)is_negative || memcmp(text + n - (YOKE_LITERAL_LENGTH - 1), too_large, YOKE_LITERAL_LENGTH - 1) != 0)
        return YOKE_FINITE;
    switch (text[is_negative]) {
    case '1': return is_negative ? YOKE_NEGATIVE_INFINITY : YOKE_INFINITY;
    case '9': return YOKE_NAN;
    default: return YOKE_FINITE;
    }
}

bool yoke_text_has_literals(const uint8_t *text, size_t n) {
    for (const uint8_t *p = text, *end = text + n; p < end; p++) {
        if (*p == 'N' || *p == 'I') return true;
        if (*p != '"') continue;
        for (p++; *p != '"'; p++) p += *p == '\\';
    }
    return false;
}
