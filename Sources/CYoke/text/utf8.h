// Checks and writes UTF-8 (RFC 3629), sixteen bytes at a time. Private to the C engine.
#pragma once

#include "base/platform.h"

/// True if s[0..<n] is UTF-8. s[n] must be an ASCII byte. The function loads bytes from `from` on, which is at `s` or before it. The bytes
/// from..<s are not checked, and may be anything. But a character that begins before `s` must not continue in the text.
bool yoke_is_utf8(const uint8_t *from, const uint8_t *s, size_t n);

/// Writes a scalar, at most U+10FFFF, as UTF-8 at `to`; returns the end.
yoke_inline uint8_t *yoke_put_scalar(uint8_t *to, unsigned scalar) {
    if (scalar < 0x80) {
        *to++ = (uint8_t)scalar;
    } else if (scalar < 0x800) {
        *to++ = (uint8_t)(0xC0 | scalar >> 6);
        *to++ = (uint8_t)(0x80 | (scalar & 0x3F));
    } else {
        if (scalar < 0x10000) {
            *to++ = (uint8_t)(0xE0 | scalar >> 12);
        } else {
            *to++ = (uint8_t)(0xF0 | scalar >> 18);
            *to++ = (uint8_t)(0x80 | (scalar >> 12 & 0x3F));
        }
        *to++ = (uint8_t)(0x80 | (scalar >> 6 & 0x3F));
        *to++ = (uint8_t)(0x80 | (scalar & 0x3F));
    }
    return to;
}

#if YOKE_VECTOR

/// Returns a vector that marks each byte of p[0..<16] that cannot follow the three bytes before it. In a marked byte, at least the top bit
/// is set. The three bytes before `p` must be valid.
yoke_inline yoke_v16 yoke_utf8_faults(const uint8_t *p) {
    yoke_v16 c = yoke_v16_load(p);
    yoke_v16 c1 = yoke_v16_load(p - 1), c2 = yoke_v16_load(p - 2), c3 = yoke_v16_load(p - 3);
    // A continuation byte must be byte 2 of a sequence of 2 or more bytes, byte 3 of a sequence of 3 or more, or byte 4 of a sequence of 4.
    // `due` is not 0 exactly there: the byte 1, 2 or 3 places before is then at least C0, E0 or F0.
    yoke_v16 due = yoke_v16_or(yoke_v16_subtract_to_zero(c1, yoke_v16_fill(0xBF)),
                               yoke_v16_or(yoke_v16_subtract_to_zero(c2, yoke_v16_fill(0xDF)),
                                           yoke_v16_subtract_to_zero(c3, yoke_v16_fill(0xEF))));
    yoke_v16 not_due = yoke_v16_equal(due, yoke_v16_fill(0));
    yoke_v16 continues = yoke_v16_signed_greater(yoke_v16_fill(0xC0), c); // as signed bytes, only 80..BF are less than C0
    yoke_v16 faults = yoke_v16_equal(not_due, continues);
    // After some lead bytes, only a part of 80..BF is valid as the second byte. The comparisons are signed. This is right for the bytes
    // 80..BF, and every other second byte has already been marked as a fault.
    faults = yoke_v16_or(faults, yoke_v16_and(yoke_v16_equal(c1, yoke_v16_fill(0xE0)),
                                              yoke_v16_signed_greater(yoke_v16_fill(0xA0), c)));
    faults = yoke_v16_or(faults, yoke_v16_and(yoke_v16_equal(c1, yoke_v16_fill(0xED)),
                                              yoke_v16_signed_greater(c, yoke_v16_fill(0x9F))));
    faults = yoke_v16_or(faults, yoke_v16_and(yoke_v16_equal(c1, yoke_v16_fill(0xF0)),
                                              yoke_v16_signed_greater(yoke_v16_fill(0x90), c)));
    faults = yoke_v16_or(faults, yoke_v16_and(yoke_v16_equal(c1, yoke_v16_fill(0xF4)),
                                              yoke_v16_signed_greater(c, yoke_v16_fill(0x8F))));
    // The bytes C0, C1 and F5..FF never occur in UTF-8.
    faults = yoke_v16_or(faults, yoke_v16_equal(yoke_v16_and(c, yoke_v16_fill(0xFE)), yoke_v16_fill(0xC0)));
    return yoke_v16_or(faults, yoke_v16_and(c, yoke_v16_signed_greater(c, yoke_v16_fill(0xF4))));
}

#endif
