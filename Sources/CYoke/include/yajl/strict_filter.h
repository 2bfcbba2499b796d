// The strict filter checks the text before yajl gets it, because yajl accepts more than RFC 8259 allows. The filter checks every byte once,
// with vector instructions, and returns how many bytes are valid. Chunks may end anywhere. Calls with rewriting flags also use the filter
// before the native engine.
//
//     { "k": "\ud834\udd1e é" }      valid
//     { "k": "\ud834 é" }            valid up to the blank: a low surrogate must follow a high surrogate
//     { "k": "\udd1e" }              valid up to the second d, which shows that a low surrogate stands alone
//     { "k": "<E0><80>..." }         valid up to the 80: overlong
//
// The filter does not know which bytes are in strings. yajl refuses the bytes that are illegal only inside strings, or only
// outside. (yajl also refuses bad escapes, such as \x and \u12G4, and backslashes outside of strings.) So the caller first gives
// the valid bytes to yajl. The caller reports the filter's error only if yajl found no error in these bytes.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text/commas.h"

typedef enum yoke_filter_error {
    YOKE_FILTER_OK = 0,
    /// A raw form feed or vertical tab: white space for yajl, but illegal everywhere in JSON.
    YOKE_FILTER_CONTROL,
    /// Not UTF-8 (RFC 3629): an overlong form, a surrogate, a value above U+10FFFF, a stray or missing continuation byte.
    YOKE_FILTER_UTF8,
    /// A \u escape of a surrogate whose other half is missing.
    YOKE_FILTER_SURROGATE,
    /// A block comment, UTF-8 sequence or surrogate pair that the end of the text cuts.
    YOKE_FILTER_CUT
} yoke_filter_error;

enum {
    /// Do not check UTF-8, because the caller repairs strings itself.
    YOKE_FILTER_SKIP_UTF8 = 1,
    /// Rewrite lone surrogate escapes to \ufffd instead of refusing them. Needs `yoke_filter_rewrite`.
    YOKE_FILTER_REPLACE_SURROGATES = 2,
    /// Overwrite // and /* */ comments with spaces. Line feeds and carriage returns stay, and either of them ends a // comment.
    /// Needs `yoke_filter_rewrite`. The rules for UTF-8 and control characters also hold in comments. The rule for surrogates
    /// does not.
    YOKE_FILTER_COMMENTS = 4,
    /// Overwrite commas after the last element or member with spaces. Needs `yoke_filter_rewrite`.
    YOKE_FILTER_COMMAS = 8
};

/// The most bytes that `yoke_filter_rewrite` may keep for the next call. It needs as many writable bytes before each chunk.
enum { YOKE_FILTER_HELD_MAX = YOKE_COMMAS_HELD_MAX + 8 };

/// The state between chunks. Plain memory: it can be copied and needs no freeing. Callers read only `error`.
typedef struct yoke_filter {
    unsigned flags;
    /// The reason why the last call stopped early. After an error, every further call returns 0 and changes nothing.
    yoke_filter_error error;
    /// For a UTF-8 sequence that continues in the next chunk: number of bytes that must still come, and the limits of the next byte.
    uint8_t due, due_low, due_high;
    /// `escape`: which part of an escape sequence has come so far. `comment`: if the text so far ends in a comment or a string (used only
    /// with YOKE_FILTER_COMMENTS).
    uint8_t escape, comment;
    /// Number of bytes that `yoke_filter_rewrite` has read but not handed out yet. They are in `held_bytes`.
    uint8_t held;
    uint8_t held_bytes[YOKE_FILTER_HELD_MAX];
    yoke_commas commas;
} yoke_filter;

/// Starts a text. `flags` is a sum of YOKE_FILTER_ flags.
void yoke_filter_init(yoke_filter *filter, unsigned flags);

/// Checks the next `n` bytes of the text and returns how many of them are valid. If the result is less than `n`, it is the index of
/// the first byte that makes the text invalid, and `filter->error` is set. Reads nothing outside p[0..<n]. Not for a filter with a
/// rewriting flag. The cost is linear. Any split into chunks gives the same answer.
size_t yoke_filter_check(yoke_filter *filter, const uint8_t *p, size_t n);

/// As `yoke_filter_check`, for the rewriting flags. Rewrites in place: `p` is the caller's own copy of the chunk, with
/// YOKE_FILTER_HELD_MAX writable bytes before `p`. Only a later chunk may show if an escape is a lone surrogate, or if a `/` starts
/// a comment. So the filter may hold back up to 7 bytes of this chunk, and a comma with the white space after it. It puts the held
/// bytes before the next chunk:
///
///     chunk 1   ["\ud834        handed out   ["\u          held   d834
///     chunk 2   x"]             handed out   fffdx"]       (starting 4 bytes before p)
///
/// Returns how many of the `n` bytes are valid. `*out` and `*out_count` receive the bytes for the engine: contiguous, rewritten, and as
/// many as in the original. The offset of their first byte in the text is p's offset minus (p - *out). After an error the filter
/// hands out all bytes before the bad byte and holds nothing.
///
/// Take columns and snippets for errors from the original bytes. In the rewritten bytes, a character in a comment has become as many spaces
/// as it has bytes, and each space would count as a character.
size_t yoke_filter_rewrite(yoke_filter *filter, uint8_t *p, size_t n, uint8_t **out, size_t *out_count);

/// True if the text so far ends inside a comment. A byte that the filter refuses there must not go to the engine.
bool yoke_filter_in_comment(const yoke_filter *filter);
/// True if the text so far ends inside a block comment.
bool yoke_filter_in_block(const yoke_filter *filter);

/// If the held bytes are a comma and white space, copies this white space to `out`, which has room for YOKE_FILTER_HELD_MAX bytes, and
/// returns its length. The comma moves to the end of this white space. The engine needs the white space now, because white space ends a
/// number that stands before the comma. Call this only if no raw text is kept, because raw text needs the bytes in their order.
size_t yoke_filter_give_blanks(yoke_filter *filter, uint8_t *out);

/// At the end of the text, before `yoke_filter_finish`: copies the held bytes to `out`, which has room for YOKE_FILTER_HELD_MAX, and
/// returns their number. A lone high surrogate becomes fffd. The caller must give these bytes to the engine. The engine may refuse them,
/// for example a final /.
size_t yoke_filter_flush(yoke_filter *filter, uint8_t *out);

/// Ends the text. If the text ends inside a UTF-8 sequence, a surrogate pair or a block comment, returns YOKE_FILTER_CUT and stores it in
/// `filter->error`. Else returns the error so far.
yoke_filter_error yoke_filter_finish(yoke_filter *filter);
