// Repairs bad UTF-8: replaces bytes that are not Unicode by U+FFFD, for calls that ask for this.
#ifndef YOKE_TEXT_REPAIR_H
#define YOKE_TEXT_REPAIR_H

#include "base/alloc.h"

/// Appends the `n` bytes at `s` to `out`. Replaces bad UTF-8 by U+FFFD, one for each maximal subpart (in Unicode's terms: the well-formed
/// start of a sequence, or one byte if there is none). Swift's decoding and the WHATWG do the same. Returns false if memory runs out.
bool yoke_repair_utf8(yoke_buffer *out, const uint8_t *s, size_t n);

#endif
