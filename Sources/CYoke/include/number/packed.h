// Packs a number's text of 16 to 24 characters into 15 bytes of ASCII, because a Swift String holds up to 15 bytes without a heap object.
// Every 64-bit integer, and the shortest text of every double, has at most 24 characters.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    YOKE_PACKED_SIZE = 15,
    /// The least and the greatest length, in characters, of texts that can be packed.
    YOKE_PACKED_MIN = 16,
    YOKE_PACKED_MAX = 24,
    /// Size in bytes of a buffer for an unpacked text. It is larger than the text, because unpacking also overwrites bytes after the text.
    YOKE_PACKED_ROOM = 48,
    /// Bits of the first packed byte. YOKE_PACKED_MARK is set in every packed number, and never in the first byte of a number's text.
    /// YOKE_PACKED_DECIMAL is set if the number has a fraction or an exponent.
    YOKE_PACKED_MARK = 0x40,
    YOKE_PACKED_DECIMAL = 0x20
};

/// Packs the number of `n` characters at `s`, with n from YOKE_PACKED_MIN to YOKE_PACKED_MAX.
void yoke_pack_number(uint8_t packed[YOKE_PACKED_SIZE], const uint8_t *s, size_t n);
/// Writes the packed number's text to `to` and returns its length.
size_t yoke_unpack_number(uint8_t to[YOKE_PACKED_ROOM], const uint8_t packed[YOKE_PACKED_SIZE]);
