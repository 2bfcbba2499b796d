// Finds the bytes of a string that JSON escapes: `"`, `\`, control characters and, on request, `/`. Private to the C engine.
#pragma once

#include "base/platform.h"

yoke_inline bool yoke_needs_escape(uint8_t byte, bool slashes) {
    return byte < 0x20 || byte == '"' || byte == '\\' || (slashes && byte == '/');
}

/// Returns a word that is not 0 if one of the eight bytes needs an escape.
yoke_inline uint64_t yoke_escapes_in_word(uint64_t x, bool slashes) {
    uint64_t control = (x - yoke_word_fill(0x20)) & ~x & yoke_word_fill(0x80);
    uint64_t found = control | yoke_word_has(x, '"') | yoke_word_has(x, '\\');
    return slashes ? found | yoke_word_has(x, '/') : found;
}

#if YOKE_VECTOR
/// Returns FF in each byte that needs an escape, and 00 in all others.
yoke_inline yoke_v16 yoke_escapes_in_vector(yoke_v16 x, bool slashes) {
    // XOR with 0x02 turns the quote from 0x22 into 0x20. Control characters stay below 0x20. So one test for at most 0x20 finds both.
    yoke_v16 low = yoke_v16_xor(x, yoke_v16_fill('"' ^ 0x20));
    yoke_v16 found = yoke_v16_or(yoke_v16_equal(yoke_v16_subtract_to_zero(low, yoke_v16_fill(0x20)), yoke_v16_fill(0)), yoke_v16_equal(x, yoke_v16_fill('\\')));
    return slashes ? yoke_v16_or(found, yoke_v16_equal(x, yoke_v16_fill('/'))) : found;
}
#endif
