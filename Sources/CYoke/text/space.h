// White space between tokens.
#ifndef YOKE_TEXT_SPACE_H
#define YOKE_TEXT_SPACE_H

#include "base/platform.h"

yoke_inline bool yoke_is_space(uint8_t c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

/// The end of the white space at `p`, at most `end`. 16 bytes after `end` may be loaded.
const uint8_t *yoke_skip_space(const uint8_t *p, const uint8_t *end);

#endif
