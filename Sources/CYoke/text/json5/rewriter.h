// The states of the JSON5 rewriter, and the functions that write its output. Private to this folder.
#pragma once

#include "base/platform.h"
#include "text/json5.h"

enum state {
    OUTSIDE,       // between tokens
    SLASH,         // between tokens, after a / that is not written yet
    LINE,          // in a comment of one line
    BLOCK,         // in a block comment
    STAR,          // in a block comment, after a *
    STRING,
    RAW_ESCAPE,    // in a string, after a \ that is written already (without YOKE_JSON5_TOKENS)
    ESCAPE,        // in a string, after a \ that is not written yet
    ESCAPE_HEX,    // in a string, after \x
    ESCAPE_U,      // in a string, after \u
    ESCAPE_ZERO,   // in a string, after \0
    ESCAPE_RETURN, // in a string, after \ and a carriage return
    KEY,
    KEY_ESCAPE, // in a key, after a backslash
    KEY_HEX,    // in a key, after \u
    WORD,       // a word or number that goes to the engine unchanged
    LITERAL,    // the beginning of NaN or Infinity, not written yet
    NUMBER      // in a number; `left` says in which part of it
};

/// The result of a function that takes a byte. TAKEN: pass the next byte. AGAIN: the byte has ended a token, so pass it once more. BAD: the
/// byte is an error.
enum result { TAKEN, AGAIN, BAD };

static inline enum result yoke_json5_bad(yoke_json5 *j, yoke_json5_error error) {
    j->error = error;
    return BAD;
}

static inline bool yoke_has_tokens(const yoke_json5 *j) { return (j->flags & YOKE_JSON5_TOKENS) != 0; }

/// True for an ASCII character that may be a part of an identifier, or for a backslash.
static inline bool yoke_is_word_byte(uint8_t c) {
    return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '$' || c == '_' || c == '\\';
}

/// True if the character `c` may begin an identifier (if `begins`), or continue one (if not).
bool yoke_json5_is_identifier(const yoke_json5 *j, uint32_t c, bool begins);

/// Adds a pair to the map of offsets: the next byte of the output belongs to offset `original` of the JSON5 text.
void yoke_json5_map(yoke_json5 *j, uint64_t original);
/// Writes a byte that belongs to offset `from` of the JSON5 text.
void yoke_json5_put(yoke_json5 *j, uint8_t c, uint64_t from);
/// Writes a byte that stands for several bytes of the JSON5 text: from offset `from` to the byte before `j->at`, the current offset.
void yoke_json5_put_whole(yoke_json5 *j, uint8_t c, uint64_t from);
/// Writes `n` bytes, n > 0. The first byte belongs to offset `from` of the JSON5 text, the second byte to the next offset, and so on.
void yoke_json5_put_text(yoke_json5 *j, const uint8_t *text, size_t n, uint64_t from);

/// Each of the next four functions takes one byte: of a string, of an escape in a string, of a key, or of NaN or Infinity.
enum result yoke_json5_string(yoke_json5 *j, uint8_t c);
enum result yoke_json5_escape(yoke_json5 *j, uint8_t c);
enum result yoke_json5_key(yoke_json5 *j, uint8_t c);
enum result yoke_json5_literal(yoke_json5 *j, uint8_t c);
/// Begins a word that may be NaN or Infinity. `c` is its first byte.
void yoke_json5_begin_literal(yoke_json5 *j, uint8_t c);

/// Begins a number at the current offset. Does not take the number's first byte: pass it to `yoke_json5_number` next.
void yoke_json5_begin_number(yoke_json5 *j);
enum result yoke_json5_number(yoke_json5 *j, uint8_t c);
