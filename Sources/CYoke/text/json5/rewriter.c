// The JSON5 rewriter: a state machine that takes one byte at a time, so that a chunk may end anywhere.
//
// A number or an identifier has no end mark. So the rewriter takes the byte after it twice: the byte first ends this token, then begins the
// next one. Where a non-ASCII character may have a meaning, for example as white space, the rewriter first collects the character's bytes
// (see `collects`).
#include "text/json5/rewriter.h"

#include <string.h>

#include "text/commas.h"

static bool is_space(uint32_t c) {
    return c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
           c == 0x3000 || c == 0xFEFF;
}

/// True if a non-ASCII character ends a line: U+2028 and U+2029 do, if the rewriter reads JSON5's tokens.
static bool is_line_end(const yoke_json5 *j, uint32_t c) { return (c == 0x2028 || c == 0x2029) && yoke_has_tokens(j); }

// MARK: - Structure

static bool in_object(const yoke_json5 *j) {
    const uint64_t i = j->depth - 1;
    return j->depth > 0 && (j->objects.bytes[i / 8] >> i % 8 & 1) != 0;
}

static bool expects_key(const yoke_json5 *j) { return in_object(j) && !j->has_colon && (j->last == '{' || j->last == ','); }

/// Called at the next token, whose first byte is `next`. If the token before it is a comma, and this token closes the container, puts a
/// space in place of the comma.
static void put_comma(yoke_json5 *j, uint8_t next) {
    if (!j->has_comma) return;
    j->has_comma = false;
    const bool closes = next == '}' ? in_object(j) : next == ']' && !in_object(j);
    if (j->comma == SIZE_MAX) {
        if (!closes) yoke_json5_put(j, ',', j->comma_at);
    } else if (closes && j->comma < j->out.count) {
        j->out.bytes[j->comma] = ' ';
    }
}

/// Called at the end of a chunk. If the last token is a comma, moves the comma and the output after it to `held`. If this is more than
/// YOKE_COMMAS_HELD_MAX bytes, puts a space in place of the comma instead; the comma is written later, before the next token.
static void hold_comma(yoke_json5 *j) {
    if (!j->has_comma || j->comma == SIZE_MAX || j->comma >= j->out.count) return;
    const size_t n = j->out.count - j->comma;
    if (n > YOKE_COMMAS_HELD_MAX) {
        j->out.bytes[j->comma] = ' ';
        j->comma = SIZE_MAX;
        return;
    }
    yoke_buffer_append(&j->held, j->out.bytes + j->comma, n);
    j->out.count = j->comma;
    j->out_end -= n;
    j->comma = 0;
}

/// Begins the output of a chunk with the bytes that `hold_comma` has held back.
static void begin_output(yoke_json5 *j) {
    j->out.count = 0;
    yoke_buffer_append(&j->out, j->held.bytes, j->held.count);
    j->out_end += j->held.count;
    j->held.count = 0;
}

bool yoke_json5_give_held(yoke_json5 *j) {
    if (!j->has_comma || j->held.count < 2) return false;
    begin_output(j);
    if (j->out.count > 0) j->out.bytes[0] = ' ';
    j->comma = SIZE_MAX;
    return true;
}

/// Begins a value, or a key in quotes. Returns false if commas must separate the values at the top level, and the comma before this value
/// is missing.
static bool begin_value(yoke_json5 *j, uint8_t c) {
    if ((j->flags & YOKE_JSON5_SEPARATED) && j->depth == 0 && j->last == 'v') {
        yoke_json5_put(j, ' ', j->at); // ends the number before the missing comma
        return false;
    }
    j->is_key = expects_key(j);
    put_comma(j, c);
    j->last = 'v';
    j->start = j->at;
    return true;
}

static void open_container(yoke_json5 *j, uint8_t c) {
    const uint64_t i = j->depth++;
    if (i / 8 == j->objects.count) yoke_buffer_push(&j->objects, 0);
    if (j->objects.failed) return;
    const uint8_t bit = (uint8_t)(1u << i % 8);
    j->objects.bytes[i / 8] = c == '{' ? j->objects.bytes[i / 8] | bit : (uint8_t)(j->objects.bytes[i / 8] & ~bit);
    j->last = c;
    j->has_colon = false;
    yoke_json5_put(j, c, j->at);
}

static void close_container(yoke_json5 *j, uint8_t c) {
    put_comma(j, c);
    yoke_json5_put(j, c, j->at);
    if (j->depth > 0) j->depth--;
    j->last = 'v';
    j->has_colon = true; // the container was a member's value
}

static enum result take_comma(yoke_json5 *j) {
    const bool is_separator = (j->flags & YOKE_JSON5_SEPARATED) && j->depth == 0;
    if (is_separator && j->last != 'v') return yoke_json5_bad(j, YOKE_JSON5_CHARACTER);
    const bool is_after_item = j->depth > 0 && j->last == 'v' && (j->has_colon || !in_object(j));
    put_comma(j, ',');
    if (is_separator) {
        yoke_json5_put(j, ' ', j->at);
    } else if ((j->flags & YOKE_JSON5_COMMAS) && is_after_item) {
        j->has_comma = true;
        j->comma_at = j->at;
        j->comma = j->out.count;
        yoke_json5_put(j, ',', j->at);
    } else {
        yoke_json5_put(j, ',', j->at);
    }
    j->last = ',';
    j->has_colon = false;
    return TAKEN;
}

static void begin_key(yoke_json5 *j) {
    put_comma(j, 'a');
    j->is_key = true;
    j->last = 'v';
    j->state = KEY;
    j->is_empty = true;
    yoke_json5_put(j, '"', j->at);
}

static enum result begin_token(yoke_json5 *j, uint8_t c) {
    const bool has_tokens = yoke_has_tokens(j);
    if (has_tokens && expects_key(j) && (yoke_json5_is_identifier(j, c, true) || c == '\\')) {
        begin_key(j);
        return AGAIN;
    }
    const bool is_number = (c >= '0' && c <= '9') || c == '-' || (has_tokens && (c == '+' || c == '.'));
    if (!yoke_is_word_byte(c) && !is_number && c != '"' && !(has_tokens && c == '\'')) {
        put_comma(j, c);
        yoke_json5_put(j, c, j->at); // the engine refuses this byte
        return TAKEN;
    }
    if (!begin_value(j, c)) return yoke_json5_bad(j, YOKE_JSON5_NO_COMMA);
    if (c == '"' || c == '\'') {
        j->state = STRING;
        j->quote = c;
        yoke_json5_put(j, '"', j->at);
        return TAKEN;
    }
    const bool has_literals = (j->flags & YOKE_JSON5_LITERALS) != 0;
    if (has_literals && (c == 'N' || c == 'I')) yoke_json5_begin_literal(j, c);
    else if (is_number && (has_tokens || (c == '-' && has_literals))) yoke_json5_begin_number(j);
    else j->state = WORD;
    return AGAIN;
}

static enum result take_outside(yoke_json5 *j, uint8_t c) {
    switch (c) {
    case ' ': case '\t': case '\n': case '\r': yoke_json5_put(j, c, j->at); return TAKEN;
    case '{': case '[':
        if (!begin_value(j, c)) return yoke_json5_bad(j, YOKE_JSON5_NO_COMMA);
        open_container(j, c);
        return TAKEN;
    case '}': case ']': close_container(j, c); return TAKEN;
    case ',': return take_comma(j);
    case ':':
        put_comma(j, c);
        yoke_json5_put(j, c, j->at);
        j->last = c;
        j->has_colon = true;
        return TAKEN;
    case '/':
        if ((j->flags & YOKE_JSON5_COMMENTS) == 0) break;
        j->state = SLASH;
        return TAKEN;
    case 0x0B: case 0x0C:
        if (!yoke_has_tokens(j)) break;
        yoke_json5_put(j, ' ', j->at);
        return TAKEN;
    default: break;
    }
    return begin_token(j, c);
}

// MARK: - Comments and characters

static enum result take_in_word(yoke_json5 *j, uint8_t c) {
    if (!yoke_is_word_byte(c) && c != '.' && c != '-' && c != '+') {
        j->state = OUTSIDE;
        return AGAIN;
    }
    yoke_json5_put(j, c, j->at);
    return TAKEN;
}

static enum result take_in_comment(yoke_json5 *j, uint8_t c) {
    if (j->state == SLASH) {
        j->state = c == '/' ? LINE : c == '*' ? BLOCK : OUTSIDE;
        if (j->state == OUTSIDE) put_comma(j, '/');
        yoke_json5_put(j, j->state == OUTSIDE ? '/' : ' ', j->at - 1); // the engine refuses a / alone
        return j->state == OUTSIDE ? AGAIN : TAKEN;
    }
    if (j->state == LINE && (c == '\n' || c == '\r')) {
        j->state = OUTSIDE;
        return AGAIN;
    }
    if (j->state != LINE) j->state = j->state == STAR && c == '/' ? OUTSIDE : c == '*' ? STAR : BLOCK;
    return TAKEN;
}

static enum result take(yoke_json5 *j, uint8_t c) {
    switch ((enum state)j->state) {
    case OUTSIDE: return take_outside(j, c);
    case SLASH: case LINE: case BLOCK: case STAR: return take_in_comment(j, c);
    case STRING: return yoke_json5_string(j, c);
    case RAW_ESCAPE: case ESCAPE: case ESCAPE_HEX: case ESCAPE_U: case ESCAPE_ZERO: case ESCAPE_RETURN: return yoke_json5_escape(j, c);
    case KEY: case KEY_ESCAPE: case KEY_HEX: return yoke_json5_key(j, c);
    case WORD: return take_in_word(j, c);
    case LITERAL: return yoke_json5_literal(j, c);
    case NUMBER: return yoke_json5_number(j, c);
    }
    return BAD;
}

static void put_character(yoke_json5 *j) { yoke_json5_put_text(j, j->sequence, j->sequence_count, j->at); }

/// Takes a non-ASCII character that begins at the current offset: outside of strings, or after a backslash in a string.
static enum result take_character(yoke_json5 *j) {
    const uint32_t c = j->scalar;
    if (j->state == LINE || j->state == BLOCK || j->state == STAR) {
        j->state = j->state != LINE ? BLOCK : is_line_end(j, c) ? OUTSIDE : LINE;
        return TAKEN;
    }
    if (j->state == ESCAPE) {
        if (!is_line_end(j, c)) put_character(j);
        j->state = STRING;
        return TAKEN;
    }
    if (j->state == OUTSIDE && expects_key(j) && yoke_json5_is_identifier(j, c, true)) begin_key(j);
    if (j->state == KEY && yoke_json5_is_identifier(j, c, j->is_empty)) {
        put_character(j);
        j->is_empty = false;
        return TAKEN;
    }
    // Here the character is white space, or an error. `take` gets a blank instead of white space. But inside an escape of a key, white
    // space is an error too. In a number, `take` gets `$` instead of any other character, so that the error is about the number.
    enum result result = j->state == KEY_ESCAPE || j->state == KEY_HEX ? yoke_json5_bad(j, YOKE_JSON5_CHARACTER) : AGAIN;
    if (result == AGAIN && !is_space(c) && j->state != NUMBER) result = yoke_json5_bad(j, YOKE_JSON5_CHARACTER);
    while (result == AGAIN) result = take(j, is_space(c) ? ' ' : '$');
    return result;
}

static enum result take_sequence(yoke_json5 *j, uint8_t c);

/// Takes a byte that is not UTF-8. With YOKE_JSON5_REPAIRED, comments may have such bytes, and an escape in a string gives them to the
/// engine.
static enum result take_bad_byte(yoke_json5 *j, uint8_t c) {
    const bool is_in_comment = yoke_json5_in_comment(j);
    if (!(j->flags & YOKE_JSON5_REPAIRED) || !(is_in_comment || j->state == ESCAPE)) return yoke_json5_bad(j, YOKE_JSON5_UTF8);
    const bool is_first = j->due == 0;
    const size_t before = is_first ? 0 : j->sequence_count;
    j->due = 0;
    if (!is_in_comment) {
        if (before > 0) yoke_json5_put_text(j, j->sequence, before, j->at - before);
        if (is_first) yoke_json5_put(j, c, j->at);
        j->state = STRING;
        return is_first ? TAKEN : AGAIN;
    }
    if (j->state == STAR) j->state = BLOCK;
    return is_first ? TAKEN : c < 0x80 ? AGAIN : take_sequence(j, c);
}

/// Takes the next byte of a non-ASCII character. The last byte completes the character.
static enum result take_sequence(yoke_json5 *j, uint8_t c) {
    if (j->due == 0) {
        if (c < 0xC2 || c > 0xF4) return take_bad_byte(j, c);
        j->due = c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
        j->low = c == 0xE0 ? 0xA0 : c == 0xF0 ? 0x90 : 0x80;
        j->high = c == 0xED ? 0x9F : c == 0xF4 ? 0x8F : 0xBF;
        j->scalar = c & (0x3Fu >> j->due);
        j->sequence_count = 0;
    } else if (c < j->low || c > j->high) {
        return take_bad_byte(j, c);
    } else {
        j->low = 0x80;
        j->high = 0xBF;
        j->scalar = j->scalar << 6 | (c & 0x3F);
        j->due--;
    }
    j->sequence[j->sequence_count++] = c;
    if (j->due > 0) return TAKEN;
    const uint64_t last = j->at;
    j->at -= j->sequence_count - 1u;
    if (take_character(j) == BAD) {
        j->bad = j->sequence[0];
        return BAD;
    }
    j->at = last;
    return TAKEN;
}

/// True if the bytes of a non-ASCII character must be collected in this state. In other states, they go to the engine unchanged.
static bool collects(const yoke_json5 *j) {
    if (j->state == LINE || j->state == BLOCK || j->state == STAR) return true;
    return yoke_has_tokens(j) && (j->state == OUTSIDE || j->state == ESCAPE || j->state >= KEY);
}

// MARK: - Interface

void yoke_json5_init(yoke_json5 *j, const yoke_allocator *allocator, unsigned flags, uint64_t max_digits,
                     bool (*is_identifier)(uint32_t scalar, bool begins)) {
    memset(j, 0, sizeof *j);
    j->flags = flags;
    j->max_digits = max_digits;
    j->is_identifier = is_identifier;
    j->out = j->held = j->limbs = j->objects = j->pairs = yoke_buffer_make(allocator);
}

void yoke_json5_free(yoke_json5 *j) {
    yoke_buffer_free(&j->out);
    yoke_buffer_free(&j->held);
    yoke_buffer_free(&j->limbs);
    yoke_buffer_free(&j->objects);
    yoke_buffer_free(&j->pairs);
}

void yoke_json5_start(yoke_json5 *j, uint64_t offset) {
    j->at = j->out_end = offset;
    j->out.count = j->held.count = j->pairs.count = j->objects.count = 0;
    j->out.failed = j->held.failed = j->pairs.failed = j->objects.failed = j->limbs.failed = false;
    j->depth = 0;
    j->state = OUTSIDE;
    j->error = YOKE_JSON5_OK;
    j->last = j->due = 0;
    j->has_comma = j->has_colon = false;
    yoke_json5_map(j, offset);
}

static bool has_failed(const yoke_json5 *j) {
    return j->out.failed || j->held.failed || j->pairs.failed || j->objects.failed || j->limbs.failed;
}

bool yoke_json5_feed(yoke_json5 *j, const uint8_t *p, size_t n) {
    begin_output(j);
    for (size_t i = 0; i < n && j->error == YOKE_JSON5_OK; i++) {
        enum result result = AGAIN;
        j->bad = p[i];
        if (yoke_unlikely(j->due > 0 || (p[i] >= 0x80 && collects(j)))) result = take_sequence(j, p[i]);
        while (result == AGAIN) result = take(j, p[i]);
        if (yoke_unlikely(has_failed(j))) j->error = YOKE_JSON5_MEMORY;
        j->at += j->error == YOKE_JSON5_OK;
    }
    if (j->error == YOKE_JSON5_OK) hold_comma(j);
    return j->error == YOKE_JSON5_OK;
}

bool yoke_json5_is_at_key(const yoke_json5 *j) { return j->state <= STAR ? expects_key(j) : j->is_key; }

bool yoke_json5_in_block(const yoke_json5 *j) { return j->state == BLOCK || j->state == STAR; }

bool yoke_json5_in_comment(const yoke_json5 *j) { return j->state == LINE || yoke_json5_in_block(j); }

bool yoke_json5_finish(yoke_json5 *j) {
    begin_output(j);
    if (j->comma == SIZE_MAX) put_comma(j, 0);
    const bool is_cut = j->due > 0 && !(j->state == LINE && (j->flags & YOKE_JSON5_REPAIRED));
    const bool is_open = is_cut || j->state == BLOCK || j->state == STAR || (j->state == LITERAL && j->word[j->matched] != 0);
    if (is_open) return false;
    if (j->state != SLASH && j->state != NUMBER && j->state != LITERAL) return true;
    return take(j, ' ') != BAD;
}
