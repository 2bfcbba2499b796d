// Resolves the escapes of a string that is known to be valid.
#pragma once

#include "base/alloc.h"

/// Writes the text of a valid string, given without quotes, to `out` and resolves its escapes. May load 16 bytes after `end`.
/// Returns false if there is not enough memory.
bool yoke_unescape(yoke_buffer *out, const uint8_t *s, const uint8_t *end);
/// As `yoke_unescape`, but loads no byte after `end`. Cost: also one copy of the text.
bool yoke_unescape_alone(yoke_buffer *out, const uint8_t *s, const uint8_t *end);
