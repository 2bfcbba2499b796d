// A filter that overwrites the comma after the last element or member of a container, for calls that allow such commas.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text/locate.h"

/// Greatest nesting depth at which the filter knows whether an open container is an object. In a deeper container, the filter removes a
/// comma before either bracket, ] or }.
enum { YOKE_COMMAS_DEPTH = 512 };

/// The most bytes that wait for the next chunk: a comma, and the white space after it. If this comma is an error, the error's position must
/// still be in the tail. (The tail is the end of the earlier chunks, which a position tracker keeps.) So the limit is the tail's length.
enum { YOKE_COMMAS_HELD_MAX = YOKE_TRACKER_TAIL };

/// The filter's state between two chunks of a text. The caller sets all its bytes to zero at the start of a text.
typedef struct yoke_commas {
    /// One bit for each open container: 1 if it is an object.
    uint64_t objects[YOKE_COMMAS_DEPTH / 64];
    uint64_t depth;
    /// The last byte so far that is not white space; after a string, the quote.
    uint8_t last;
    bool in_string;
    bool is_escaped;
    /// True if, in an object, a colon came after the last comma.
    bool has_colon;
    /// True if the last comma may have to be removed. The next byte that is not white space decides.
    bool is_pending;
} yoke_commas;

/// Overwrites commas after a last element or member in p[0..<n] with spaces. Returns how many bytes at the end must wait, because only the
/// next chunk can decide about the last comma: this comma and the white space after it. The caller must begin the next chunk with them.
size_t yoke_commas_blank(yoke_commas *commas, uint8_t *p, size_t n);
