// Converts UTF-16 and UTF-32 texts to UTF-8, for entry points that hold the entire text. The first bytes show a text's encoding. The text
// is converted before an engine sees it.
//
//     FF FE 5B 00 5D 00      UTF-16, little endian, mark of 2 bytes        -> 5B 5D
//     5B 00 5D 00            the same without a mark: JSON starts with ASCII, so the zeros show the encoding
#pragma once

#include "base/alloc.h"

typedef enum yoke_encoding {
    YOKE_UTF8 = 0,
    YOKE_UTF16_LITTLE,
    YOKE_UTF16_BIG,
    YOKE_UTF32_LITTLE,
    YOKE_UTF32_BIG
} yoke_encoding;

/// Returns the encoding of p[0..<n]. A byte order mark decides; `*mark` receives its length (0 without a mark, 3 for UTF-8). Without a
/// mark, the zero bytes in the first character decide (RFC 4627 section 3). This needs a first character that is ASCII and not NUL, as JSON
/// has; for any other text, the result is UTF-8. Looks at no more than 4 bytes.
///
/// Without a mark, a text is UTF-16 or UTF-32 only if `n` is a multiple of the unit's size (2 or 4 bytes). So `[`, NUL, `]` counts as
/// UTF-8, and the engine refuses the NUL. With a mark, `yoke_transcode` refuses a cut unit. JSON in UTF-8 never has a NUL, so a text of
/// even length whose second byte is NUL counts as UTF-16.
yoke_encoding yoke_detect_encoding(const uint8_t *p, size_t n, size_t *mark);

/// Appends p[0..<n] (the bytes after the mark) to `out` as UTF-8. YOKE_UTF8 is copied without a check. Byte order marks inside
/// the text are ordinary characters.
///
/// Returns false for a lone surrogate, for a value above U+10FFFF, and if the text ends inside a unit. `*bad_at` receives the offset in `p`
/// of the first unit that makes the text invalid. After a high surrogate, this is the unit that should be a low surrogate. If the text ends
/// after a high surrogate, `*bad_at` is `n`. If the text ends inside a unit, `*bad_at` is the start of the unit.
///
/// If the text is invalid, the text before the unit at `*bad_at` is appended. Also returns false if memory runs out: `out->failed` is then
/// set.
bool yoke_transcode(yoke_encoding encoding, const uint8_t *p, size_t n, yoke_buffer *out, size_t *bad_at);
