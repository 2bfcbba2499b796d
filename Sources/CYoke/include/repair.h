// Bad UTF-8 made good, for texts that are read with U+FFFD in the place of what is not Unicode.
#ifndef YOKE_REPAIR_H
#define YOKE_REPAIR_H

#include "alloc.h"

/// Appends the `n` bytes at `s` with one U+FFFD for each maximal part of a sequence that is none (as Swift's decoding and
/// the WHATWG's do it). False: no memory.
bool yoke_repair_utf8(yoke_buffer *out, const uint8_t *s, size_t n);

#endif
