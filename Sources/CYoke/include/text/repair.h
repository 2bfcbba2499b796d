// Repairs bad UTF-8: replaces bytes that are not Unicode by U+FFFD, for calls that ask for this.
#ifndef YOKE_TEXT_REPAIR_H
#define YOKE_TEXT_REPAIR_H

#include "base/alloc.h"

/// Appends the `n` bytes at `s` to `out`. Replaces each maximal part of a bad sequence by one U+FFFD, as Swift's decoding and the WHATWG
/// do. Returns false if memory runs out.
bool yoke_repair_utf8(yoke_buffer *out, const uint8_t *s, size_t n);

#endif
