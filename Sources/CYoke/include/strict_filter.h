// The strict filter in front of an engine that is laxer than RFC 8259 (yajl): it looks at every byte once, in wide
// steps, over chunks that may end anywhere, and says how many of them are fine.
//
//     { "k": "\ud834\udd1e é" }      fine
//     { "k": "\ud834 é" }            up to the blank: a high surrogate must be followed by a low one
//     { "k": "\udd1e" }              up to the second d, which makes it a low surrogate
//     { "k": "<E0><80>..." }         up to the 80: overlong
//
// It keeps no string state: whatever is illegal only inside or only outside of strings is left to the engine behind
// (which also refuses bad escapes, such as \x and \u12G4, and backslashes outside of strings). So the caller passes on
// the fine bytes first and reports the gate's error only if the engine behind found nothing earlier in them.
#ifndef YOKE_STRICT_FILTER_H
#define YOKE_STRICT_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "commas.h"

typedef enum yoke_filter_error {
    YOKE_GATE_OK = 0,
    /// Raw form feed or vertical tab: white space to yajl, illegal everywhere in JSON.
    YOKE_GATE_CONTROL,
    /// Not UTF-8 (RFC 3629): overlong, surrogate, past U+10FFFF, stray or missing continuation byte.
    YOKE_GATE_UTF8,
    /// A \u escape of a surrogate without its other half.
    YOKE_GATE_SURROGATE,
    /// A block comment, UTF-8 sequence or surrogate pair that the text's end cuts.
    YOKE_GATE_CUT
} yoke_filter_error;

enum {
    /// Do not check UTF-8 (the caller repairs strings itself).
    YOKE_GATE_ANY_UTF8 = 1,
    /// Rewrite lone surrogate escapes to \ufffd instead of refusing them; needs `yoke_filter_rewrite`.
    YOKE_GATE_REPLACE_SURROGATES = 2,
    /// Overwrite // and /* */ comments by spaces (line feeds and carriage returns kept; either ends a // comment);
    /// needs `yoke_filter_rewrite`. Comments are held to the same UTF-8 and control rules as the rest, not to that of
    /// surrogates.
    YOKE_GATE_COMMENTS = 4,
    /// Overwrite commas behind the last element or member by spaces; needs `yoke_filter_rewrite`.
    YOKE_GATE_COMMAS = 8
};

/// The most bytes that `yoke_filter_rewrite` holds back, and the room that it needs in front of a chunk.
enum { YOKE_GATE_HELD_MAX = 8 };

/// State carried over chunks. Plain memory: copyable, nothing to free. Read `error`; leave the rest alone.
typedef struct yoke_filter {
    unsigned flags;
    /// Why the last call stopped short. Once set, every further call returns 0 and changes nothing.
    yoke_filter_error error;
    /// A UTF-8 sequence that the chunk's end cut: continuation bytes still due, and the bounds of the next one.
    uint8_t due, due_low, due_high;
    /// How far an escape has been seen; how far a comment or string (only with YOKE_GATE_COMMENTS).
    uint8_t escape, comment;
    /// Bytes taken but not handed out by `yoke_filter_rewrite`.
    uint8_t held;
    uint8_t held_bytes[YOKE_GATE_HELD_MAX];
    yoke_commas commas;
} yoke_filter;

/// Starts a text. `flags` is a sum of the YOKE_GATE_ flags.
void yoke_filter_init(yoke_filter *filter, unsigned flags);

/// Checks the text's next `n` bytes; returns how many of them are fine: `n`, or the index of the first byte that no
/// valid text could have there, with `gate->error` set. Reads nothing outside p[0..<n]. Not for a gate
/// with a rewriting flag. Cost is linear; any split into chunks gives the same answer.
size_t yoke_filter_check(yoke_filter *filter, const uint8_t *p, size_t n);

/// The same for the rewriting flags, in place: `p` is the caller's own copy of the chunk, with YOKE_GATE_HELD_MAX
/// writable bytes in front of `p`, and whether an escape is a lone surrogate (or a `/` starts a comment) may turn out
/// only in a later chunk. So up to 7 bytes of this chunk can be held back, and are put in front of the next one:
///
///     chunk 1   ["\ud834        handed out   ["\u          held   d834
///     chunk 2   x"]             handed out   fffdx"]       (starting 4 bytes in front of p)
///
/// Returns how many of the `n` bytes are fine, as above, and in `*out` and `*out_count` what to pass on now:
/// bytes that are contiguous, rewritten, of the original length, and whose first byte's offset in the text is p's
/// offset minus (p - *out). After an error everything up to the bad byte is handed out and nothing is held.
/// A column or snippet must be taken from the original bytes, since a comment's characters become several spaces each.
size_t yoke_filter_rewrite(yoke_filter *filter, uint8_t *p, size_t n, uint8_t **out, size_t *out_count);

/// Whether the next byte belongs to a comment: the engine behind is not to see it.
bool yoke_filter_in_comment(const yoke_filter *filter);

/// At the text's end, before `yoke_filter_finish`: copies the held bytes to `out` (room for YOKE_GATE_HELD_MAX) and
/// returns their count. They are to be passed on like the others; the text may turn out bad because of them (a final /).
size_t yoke_filter_flush(yoke_filter *filter, uint8_t *out);

/// Says that the text ends here. YOKE_GATE_CUT, also kept in `gate->error`, when it ends inside a UTF-8 sequence, a
/// surrogate pair or a block comment; else the error so far.
yoke_filter_error yoke_filter_finish(yoke_filter *filter);

#endif
