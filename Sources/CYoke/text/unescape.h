// The text of a string whose escapes are known to be good.
#ifndef YOKE_TEXT_UNESCAPE_H
#define YOKE_TEXT_UNESCAPE_H

#include "alloc.h"

/// Writes the text of a good string, given without its quotes, to `out`, with its escapes resolved. 16 bytes after `end` may be loaded.
/// False: no memory.
bool yoke_unescape(yoke_buffer *out, const uint8_t *s, const uint8_t *end);
/// The same for text after which nothing may be loaded. Cost: a copy.
bool yoke_unescape_alone(yoke_buffer *out, const uint8_t *s, const uint8_t *end);

#endif
