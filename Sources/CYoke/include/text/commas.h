// Removes commas after the last element or member of a container, for calls that allow such commas.
#ifndef YOKE_TEXT_COMMAS_H
#define YOKE_TEXT_COMMAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Down to this depth the kind of each open container is known. Deeper, either closing bracket may follow such a comma.
enum { YOKE_COMMAS_DEPTH = 512 };

/// State that is carried over chunks. Plain memory: all bytes zero is the start of a text.
typedef struct yoke_commas {
    /// One bit for each open container: 1 if it is an object.
    uint64_t objects[YOKE_COMMAS_DEPTH / 64];
    uint64_t depth;
    /// The last byte that is not white space. For a string this is the quote.
    uint8_t last;
    bool in_string;
    bool is_escaped;
    /// In an object: a colon came after the last comma.
    bool has_colon;
    /// The last comma may be one to remove: the byte that decides has not come yet.
    bool is_pending;
} yoke_commas;

/// Overwrites such commas in p[0..<n] with spaces. Returns 1 if the last byte is a comma and the next byte must decide. The
/// caller then gives this comma again, as the first byte of the next call. Such a comma moves to the end of the white space after
/// it. The length of the text stays the same.
size_t yoke_commas_blank(yoke_commas *commas, uint8_t *p, size_t n);

#endif
