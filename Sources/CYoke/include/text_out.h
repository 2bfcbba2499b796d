// JSON text into a yoke_buffer: escaping, scalars and indentation. Knows no models.
#ifndef YOKE_TEXT_OUT_H
#define YOKE_TEXT_OUT_H

#include "alloc.h"

/// Appends `bytes` as a JSON string: quotes, and escapes only where RFC 8259 section 7 demands them (`"`, `\`, control
/// characters: \b \t \n \f \r, else \u00xx), plus `/` when `slashes`. The bytes must be UTF-8. Copies 16 bytes a step.
void yoke_out_string(yoke_buffer *out, const uint8_t *bytes, size_t n, bool slashes);

/// The same without quotes.
void yoke_out_escaped(yoke_buffer *out, const uint8_t *bytes, size_t n, bool slashes);

/// The same, slashes as they are, to where there is room for the result and 16 bytes more. Returns the result's end.
uint8_t *yoke_put_escaped(uint8_t *to, const uint8_t *bytes, size_t n);

/// Appends a line feed and `depth` times `indent` spaces.
void yoke_out_newline(yoke_buffer *out, size_t depth, unsigned indent);

#endif
