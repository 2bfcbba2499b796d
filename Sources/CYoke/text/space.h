// Skips white space between tokens.
#pragma once

#include "base/platform.h"

yoke_inline bool yoke_is_space(uint8_t c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

/// Returns the end of the white space at `p`, at most `end`. May load 16 bytes after `end`.
const uint8_t *yoke_skip_space(const uint8_t *p, const uint8_t *end);

/// As `yoke_skip_space`, but stops at a line feed.
yoke_inline const uint8_t *yoke_skip_blanks(const uint8_t *p, const uint8_t *end) {
    while (p < end && *p != '\n' && yoke_is_space(*p)) p++;
    return p;
}
