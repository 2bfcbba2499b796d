// Finds the end of a key without escapes. Private to the files in native/skip/.
#pragma once

#include "text/strings.h"

/// Returns the length of the key whose first byte is at `s`. Returns SIZE_MAX if the key has escapes, is not ASCII, or does not end before
/// `end`. For a key of up to 31 bytes, no branch depends on the length: that is faster.
yoke_inline size_t yoke_plain_key_length(const uint8_t *s, const uint8_t *end) {
    for (size_t n = 0; s + n < end; n += 32) {
        const uint32_t stops = yoke_string_stops(s + n) | (uint32_t)yoke_string_stops(s + n + 16) << 16;
        if (yoke_unlikely(stops == 0)) continue;
        n += (size_t)__builtin_ctz(stops);
        return s[n] == '"' && s + n < end ? n : SIZE_MAX;
    }
    return SIZE_MAX;
}
