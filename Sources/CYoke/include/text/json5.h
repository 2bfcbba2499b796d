// Rewrites a text with the spellings of JSON5 to strict JSON, chunk by chunk, and maps offsets of the result to the original.
//
//     {a: +.5, 'b': 0x1F,}   // c       becomes       {"a": 0.5, "b": 31}
//
// The rewriter recognises tokens. It knows little of the grammar: only whether a key must come next, and which containers are open. A
// misplaced token goes to the engine, which reports it. The rewriter itself reports faults in tokens that only JSON5 has.
//
// For NaN or an infinity, the rewriter writes a number that is too large for every type. The binder recognises it: see text/literals.h.
#pragma once

#include "base/alloc.h"

enum {
    /// All of JSON5's tokens: identifiers as keys, single quotes, and JSON5's escapes, numbers and white space.
    YOKE_JSON5_TOKENS = 1,
    YOKE_JSON5_COMMENTS = 2,
    /// A comma may follow the last element or member.
    YOKE_JSON5_COMMAS = 4,
    /// NaN, Infinity and -Infinity are numbers.
    YOKE_JSON5_LITERALS = 8,
    /// Commas separate the values of the text, outside of containers.
    YOKE_JSON5_SEPARATED = 16,
    /// Strings and comments may have bytes that are not UTF-8, because the engine repairs strings.
    YOKE_JSON5_REPAIRED = 32
};

/// The most digits of a hexadecimal number, even if `max_digits` is larger, because the cost of the conversion is quadratic.
enum { YOKE_JSON5_MAX_HEX = 1 << 14 };

typedef enum yoke_json5_error {
    YOKE_JSON5_OK,
    YOKE_JSON5_CHARACTER,
    YOKE_JSON5_STRING,
    YOKE_JSON5_NUMBER,
    /// A hexadecimal number with more than YOKE_JSON5_MAX_HEX digits.
    YOKE_JSON5_HEX,
    YOKE_JSON5_UTF8,
    /// A value where a comma must stand (only with YOKE_JSON5_SEPARATED).
    YOKE_JSON5_NO_COMMA,
    YOKE_JSON5_MEMORY
} yoke_json5_error;

/// An offset of the result, and the matching offset of the original.
typedef struct yoke_offsets {
    uint64_t result;
    uint64_t original;
} yoke_offsets;

/// The state between chunks. Callers read only `out`, `out_end`, `error` and `bad`.
typedef struct yoke_json5 {
    unsigned flags;
    /// The most digits that a number may have. The engine refuses a longer number.
    uint64_t max_digits;
    /// Returns true if a character from U+0080 on may begin an identifier (if `begins`), or continue one (if not).
    bool (*is_identifier)(uint32_t scalar, bool begins);
    /// `out`: the part of the result that the last call made. `out_end`: the offset in the entire result at which `out` ends.
    yoke_buffer out;
    uint64_t out_end;
    /// After a fault: its kind, and the bad byte. The field `at` is then the bad byte's offset in the original.
    yoke_json5_error error;
    uint8_t bad;
    /// Offset of the next byte of the original.
    uint64_t at;
    /// The rewriter's state between two bytes: a `state` of json5/rewriter.h.
    uint8_t state;
    uint8_t quote;
    /// Stands for the last token: its byte for [, {, comma and colon, 'v' for any other token, and 0 at the start of the text.
    uint8_t last;
    /// True if, in an object, a colon came after the last comma.
    bool has_colon;
    /// True if the last token stood where a key must stand.
    bool is_key;
    /// True if the last token is a comma that may be a trailing one: the next token decides. `comma_at`: its offset in the original.
    bool has_comma;
    /// True if the current identifier has no character so far.
    bool is_empty;
    /// Progress in a token. `left`: in an escape, the number of hex digits that must still come; in a number, the current part of the
    /// number. `sequence`: the bytes so far of a UTF-8 sequence. `due`: the number of bytes that must still come in the sequence. `low`,
    /// `high`: limits of the next of these bytes. `scalar`: the value so far of a character or of an escape.
    uint8_t left;
    uint8_t due, low, high, sequence_count;
    uint8_t sequence[4];
    uint32_t scalar;
    /// `word`: the literal (NaN or Infinity) that the current word may be. `matched`: how many of its characters have come.
    const char *word;
    uint8_t matched;
    uint64_t comma_at;
    /// `comma`: the index in `out` of the last comma, while `has_comma`. SIZE_MAX: this comma is not in `out`. `held`: at the end of a
    /// chunk, this comma and the output after it wait here for the next chunk.
    size_t comma;
    yoke_buffer held;
    /// Offsets in the original text (before rewriting). `start`: where the current token or escape begins. `point`: where the decimal point
    /// of the current number is.
    uint64_t start, point;
    /// For a hexadecimal number. `hex_count`: the number of its significant digits so far. `block`: the value of its last `block_count`
    /// digits, which are not in `limbs` yet. `limbs`: the value of the other digits in decimal, nine digits in each limb, lowest first.
    uint64_t hex_count;
    uint32_t block, block_count;
    yoke_buffer limbs;
    /// One bit for each open container: 1 if it is an object.
    yoke_buffer objects;
    uint64_t depth;
    /// `pairs`: the map of offsets, as `yoke_offsets` in ascending order. `difference`: the original offset minus the result offset in the
    /// last pair.
    yoke_buffer pairs;
    uint64_t difference;
} yoke_json5;

void yoke_json5_init(yoke_json5 *j, const yoke_allocator *allocator, unsigned flags, uint64_t max_digits,
                     bool (*is_identifier)(uint32_t scalar, bool begins));
void yoke_json5_free(yoke_json5 *j);
/// Begins a text, or a record of a stream, whose first byte has the offset `offset`. Reuses the memory of the last text.
void yoke_json5_start(yoke_json5 *j, uint64_t offset);
/// Rewrites the next bytes to `out`. Returns false at a fault; `out` then has the text before the fault. Cost: linear, except for a
/// hexadecimal number: quadratic in its length, which is at most YOKE_JSON5_MAX_HEX.
bool yoke_json5_feed(yoke_json5 *j, const uint8_t *p, size_t n);
/// If a comma and white space after it wait for the next chunk, gives them to `out` now, with a space in place of the comma, and returns
/// true. The comma is written later, before the next token. The engine needs the white space now, because white space ends a number that
/// stands before the comma. Call this only if no raw text is kept, because raw text needs the bytes in their order.
bool yoke_json5_give_held(yoke_json5 *j);
/// Ends the text: `out` receives the bytes that waited for a next byte. Returns false if the text ends inside a block comment, a number,
/// NaN or Infinity. If it ends inside another token, returns true: the engine has the token's beginning, and reports the error.
bool yoke_json5_finish(yoke_json5 *j);

/// Converts an offset of the result to an offset of the original. `is_end`: true if the offset is the end of a value (the offset after its
/// last byte).
uint64_t yoke_json5_origin(const yoke_json5 *j, uint64_t offset, bool is_end);
/// To save memory, forgets the map of the offsets before offset `from` of the result, except for the `count` pairs `kept`, which are in
/// ascending order. Returns false, and forgets nothing, if there is not enough memory; the next `yoke_json5_feed` then fails.
bool yoke_json5_keep(yoke_json5 *j, const yoke_offsets *kept, size_t count, uint64_t from);
/// True if a key must come next, or if the current token stands where a key must stand.
bool yoke_json5_is_at_key(const yoke_json5 *j);
/// True if the text so far ends inside a comment.
bool yoke_json5_in_comment(const yoke_json5 *rewriter);
/// True if the text so far ends inside a block comment.
bool yoke_json5_in_block(const yoke_json5 *j);
