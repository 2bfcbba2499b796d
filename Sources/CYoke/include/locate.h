// Lines, columns and snippets. A stream's text is gone by the time an error needs them, so a tracker follows it chunk by
// chunk; a whole text is a stream of one chunk and needs no tracker beyond an empty one.
//
//     before     chunk
//     ..."ab",\n {"c": tru }
//                          ^ yoke_locate(&before, chunk, n, 11, ...): line 2, column 12
#ifndef YOKE_LOCATE_H
#define YOKE_LOCATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    /// Bytes of passed text that a tracker keeps.
    YOKE_PLACE_TAIL = 80,
    /// The most bytes of a snippet.
    YOKE_SNIPPET_MAX = 80
};

/// What is known of the text passed so far. Plain memory, to be used only through the functions below.
typedef struct yoke_place {
    /// Bytes passed.
    uint64_t offset;
    /// Line feeds in front of the tail, and characters between the last of them and the tail.
    uint64_t lines, characters;
    uint32_t tail_count;
    /// How many of the text's first three bytes are those of a byte order mark.
    uint32_t mark;
    /// The last bytes passed.
    uint8_t tail[YOKE_PLACE_TAIL];
} yoke_place;

/// A place in a text.
typedef struct yoke_location {
    /// Bytes in front of it, a byte order mark included.
    uint64_t offset;
    /// From 1. Only a line feed ends a line.
    uint64_t line;
    /// From 1: one more than the characters of the line that begin in front of the place. A character is a byte that is
    /// not 10xxxxxx (so a decomposed é is two); a byte order mark at the text's start is none.
    uint64_t column;
    /// Bytes in the snippet; bytes and characters of it in front of the place.
    size_t count, caret, caret_characters;
    /// Whether the line goes on in front of or behind the snippet (as far as is known: a line that goes on in the next
    /// chunk is not cut).
    bool cut_front, cut_back;
} yoke_location;

/// At the text's start.
void yoke_place_init(yoke_place *place);

/// Passes `n` bytes, the original ones (not those that the gate has rewritten). One pass in wide steps.
void yoke_place_advance(yoke_place *place, const uint8_t *p, size_t n);

/// Passes a whole line, its line feed at its end, of which no place will be asked for. Only its length counts.
void yoke_place_skip_line(yoke_place *place, const uint8_t *p, size_t n);

/// Describes the place `at` bytes behind the passed text: in `chunk`, which follows it and is not passed yet
/// (0 <= at <= n; it may be NULL when n is 0), or, negative, in the tail. False, with nothing written, when `at` is
/// outside chunk[0...n] and the tail (at most 80 bytes back).
/// `snippet`, NULL or room for YOKE_SNIPPET_MAX bytes, receives the raw bytes of the line around the place, cut between
/// characters, without byte order mark and line end. They may be anything: escape them before they are shown.
/// Costs one pass over the part of the chunk in front of the place.
bool yoke_locate(const yoke_place *before, const uint8_t *chunk, size_t n, ptrdiff_t at, yoke_location *out,
                 uint8_t *snippet);

#endif
