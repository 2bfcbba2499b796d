// Writes JSON text to a yoke_buffer: strings with their escapes, and indentation. Knows no models.
#pragma once

#include "base/alloc.h"

/// Appends `bytes` as a JSON string with quotes. Escapes only what RFC 8259 section 7 demands: `"`, `\`, and control characters (as
/// \b \t \n \f \r, else \u00xx). Also escapes `/` if `slashes`. The bytes must be UTF-8. Copies 16 bytes at a time.
void yoke_out_string(yoke_buffer *out, const uint8_t *bytes, size_t n, bool slashes);

/// As `yoke_out_string`, without quotes.
void yoke_out_escaped(yoke_buffer *out, const uint8_t *bytes, size_t n, bool slashes);

/// Writes `bytes` to `to` with the escapes of a JSON string, but without quotes; `/` is not escaped. `to` must have room for the result and
/// 16 bytes more. Returns the end of the result.
uint8_t *yoke_put_escaped(uint8_t *to, const uint8_t *bytes, size_t n);

/// Rewrites the text from offset `from` on as ASCII: each character beyond ASCII becomes one or two escapes `\uXXXX`. The text must
/// be JSON in UTF-8, so such characters stand only in strings. Works in place, and changes nothing if memory runs out.
void yoke_out_ascii(yoke_buffer *out, size_t from);

/// The line breaks and the indentation of a text, and whether `/` is escaped.
typedef struct yoke_layout {
    /// Number of spaces or tabs for each level of nesting. 0: the text has no line breaks.
    uint32_t indent;
    /// Greatest length in bytes of an array of scalars on one line. A longer array takes several lines.
    uint32_t short_array;
    /// The character for indentation: a space or a tab.
    uint8_t blank;
    bool slashes;
} yoke_layout;

/// Appends a line feed and the indentation for `depth` levels.
void yoke_out_newline(yoke_buffer *out, size_t depth, const yoke_layout *layout);
