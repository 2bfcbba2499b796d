// Writes JSON text into a yoke_buffer: escaping, scalars and indentation. Knows no models.
#ifndef YOKE_TEXT_TEXT_OUT_H
#define YOKE_TEXT_TEXT_OUT_H

#include "base/alloc.h"

/// Appends `bytes` as a JSON string with quotes. Escapes only what RFC 8259 section 7 demands: `"`, `\`, and control characters
/// (as \b \t \n \f \r, else \u00xx). Also escapes `/` if `slashes`. The bytes must be UTF-8. Copies 16 bytes a step.
void yoke_out_string(yoke_buffer *out, const uint8_t *bytes, size_t n, bool slashes);

/// The same without quotes.
void yoke_out_escaped(yoke_buffer *out, const uint8_t *bytes, size_t n, bool slashes);

/// The same, without escaped slashes, to memory with room for the result and 16 bytes more. Returns the end of the result.
uint8_t *yoke_put_escaped(uint8_t *to, const uint8_t *bytes, size_t n);

/// Appends a line feed and `depth` times `indent` spaces.
void yoke_out_newline(yoke_buffer *out, size_t depth, unsigned indent);

#endif
