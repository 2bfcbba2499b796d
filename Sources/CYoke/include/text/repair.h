// Repairs bad UTF-8: replaces bytes that are not Unicode by U+FFFD, for calls that ask for this.
#pragma once

#include "base/alloc.h"

/// Appends the `n` bytes at `s` to `out`. Each U+FFFD replaces one maximal subpart, as Unicode calls it: the well-formed start of a
/// sequence, or a single byte that starts no sequence. Swift and the WHATWG do the same. Returns false if memory runs out.
bool yoke_repair_utf8(yoke_buffer *out, const uint8_t *s, size_t n);
