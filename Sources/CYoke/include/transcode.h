// UTF-16 and UTF-32 texts, for entry points that hold the whole text: recognised by their first bytes and turned into
// UTF-8 before an engine sees them.
//
//     FF FE 5B 00 5D 00      UTF-16, little endian, mark of 2 bytes        -> 5B 5D
//     5B 00 5D 00            the same without a mark: JSON starts with ASCII, so the zeros tell
#ifndef YOKE_TRANSCODE_H
#define YOKE_TRANSCODE_H

#include "alloc.h"

typedef enum yoke_encoding {
    YOKE_UTF8 = 0,
    YOKE_UTF16_LITTLE,
    YOKE_UTF16_BIG,
    YOKE_UTF32_LITTLE,
    YOKE_UTF32_BIG
} yoke_encoding;

/// Which encoding p[0..<n] starts in: by its byte order mark, whose length goes to `*mark` (0 when there is none; 3 for
/// UTF-8), else by where the zeros of its first character lie (RFC 4627 section 3, which looked at two characters; since
/// RFC 8259 the second may be any). The first character must be ASCII and not NUL, else it is UTF-8. Looks at no more than
/// 4 bytes. Without a mark n must be a whole number of units, so that `[`, NUL, `]` is bad UTF-8 whole as in chunks; behind
/// a mark a cut unit is an error of `yoke_transcode`. UTF-8 of even length whose second byte is NUL is never JSON and is
/// taken for UTF-16.
yoke_encoding yoke_detect_encoding(const uint8_t *p, size_t n, size_t *mark);

/// Appends p[0..<n] (the bytes behind the mark) to `out` as UTF-8; YOKE_UTF8 is copied as it is, unchecked.
/// False on lone surrogates, values past U+10FFFF and units that the end cuts, with the offset in `p` of the first unit
/// that no valid text could have there in `*bad_at` (of the unit that should have been a low surrogate; `n` when the end
/// cuts a pair, the cut unit's start when it cuts a unit); what precedes it has been appended.
/// False also without memory: then `out->failed` is set. Marks inside the text are characters like others.
bool yoke_transcode(yoke_encoding encoding, const uint8_t *p, size_t n, yoke_buffer *out, size_t *bad_at);

/// The offset in the source (without its mark) of the character that contains byte `at` of its transcoded form `utf8`,
/// or of the place behind the last one: for error messages, which are to speak of the bytes that the caller passed.
/// Cost is linear in `at`.
uint64_t yoke_transcode_source_offset(yoke_encoding encoding, const uint8_t *utf8, size_t at);

#endif
