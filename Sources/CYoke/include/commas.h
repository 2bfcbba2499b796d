// Commas behind the last element or member of a container, for texts in which they are no error.
#ifndef YOKE_COMMAS_H
#define YOKE_COMMAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// As deep as it is known which containers are open. Deeper, any bracket may follow a comma.
enum { YOKE_COMMAS_DEPTH = 512 };

/// State carried over chunks. Plain memory; all zero is a text's start.
typedef struct yoke_commas {
    /// One bit an open container: it is an object.
    uint64_t objects[YOKE_COMMAS_DEPTH / 64];
    uint64_t depth;
    /// The last byte that is no white space; a string's is its quote.
    uint8_t last;
    bool in_string;
    bool is_escaped;
    /// In an object: a colon has come since the last comma.
    bool has_colon;
    /// The last comma may be one of those: what follows it has not come.
    bool is_pending;
} yoke_commas;

/// Overwrites those commas of p[0..<n] by spaces. Returns 1 if the last byte is a comma of which that is not known yet: then it is to be
/// given again, as the first byte of the next call. Such a comma moves along with the white space behind it; the length stays.
size_t yoke_commas_blank(yoke_commas *commas, uint8_t *p, size_t n);

#endif
