// Finds lines, columns and snippets for positions. When a stream reports an error, its earlier text is gone. So a tracker follows
// the text chunk by chunk. For a text in one piece, an empty tracker is enough: the text is then its only chunk.
//
//     before     chunk
//     ..."ab",\n {"c": tru }
//                          ^ yoke_locate(&before, chunk, n, 11, ...): line 2, column 12
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    /// Number of bytes in the tail: a tracker keeps the last bytes of the text that it has passed.
    YOKE_TRACKER_TAIL = 80,
    /// The most bytes that a snippet has.
    YOKE_SNIPPET_MAX = 80
};

/// A tracker: facts about the text that it has passed. It is plain memory. Only the functions below use its fields.
typedef struct yoke_position_tracker {
    /// Number of bytes of the text that the tracker has passed.
    uint64_t offset;
    /// `lines`: number of line feeds before the tail. `characters`: number of characters from the last of these line feeds to the tail.
    uint64_t lines, characters;
    uint32_t tail_count;
    /// How many bytes of a byte order mark (EF BB BF) stand at the start of the passed text: 0 to 3.
    uint32_t mark;
    /// The tail: the last bytes passed.
    uint8_t tail[YOKE_TRACKER_TAIL];
} yoke_position_tracker;

/// A position in a text.
typedef struct yoke_location {
    /// Number of bytes before the position, including a byte order mark.
    uint64_t offset;
    /// The line of the position, counted from 1. Only a line feed ends a line.
    uint64_t line;
    /// The column of the position, counted from 1: one more than the number of characters that begin before the position in its line. A
    /// character is a byte that is not 10xxxxxx, so a decomposed é counts as two. A byte order mark at the text's start does not count.
    uint64_t column;
    /// `count`: length of the snippet in bytes. `caret`, `caret_characters`: bytes and characters in the snippet before the
    /// position.
    size_t count, caret, caret_characters;
    /// `cut_front`, `cut_back`: true if the line has more text before (after) the snippet. Text of later chunks does not count.
    bool cut_front, cut_back;
} yoke_location;

/// Starts a tracker at the beginning of a text.
void yoke_position_init(yoke_position_tracker *tracker);

/// Moves the tracker over the next `n` bytes of the original text (not of the strict filter's output). Cost: one pass with vector
/// instructions.
void yoke_position_advance(yoke_position_tracker *tracker, const uint8_t *p, size_t n);

/// Moves the tracker over a complete line with its line feed. Faster than `yoke_position_advance`, but positions in this line can no
/// longer be located. Cost: constant, except at the text's start.
void yoke_position_skip_line(yoke_position_tracker *tracker, const uint8_t *p, size_t n);

/// Describes the position `at` bytes after the passed text. If `at` is not negative, the position is in `chunk`, which follows
/// the passed text (0 <= at <= n; `chunk` may be NULL if n is 0). If `at` is negative, the position is in the tail. Returns false
/// and writes nothing if `at` is outside chunk[0...n] and outside the tail (at most 80 bytes back).
///
/// `snippet` is NULL or has room for YOKE_SNIPPET_MAX bytes. It receives the raw bytes of the line around the position, cut
/// between characters, without byte order mark and line end. They may be any bytes: escape them before they are shown.
///
/// Cost: one pass over the part of the chunk before the position.
bool yoke_locate(const yoke_position_tracker *before, const uint8_t *chunk, size_t n, ptrdiff_t at, yoke_location *out,
                 uint8_t *snippet);
