// Reads strings of the text that the native engine works on (the window).
#pragma once

#include "native/native.h"
#include "text/strings.h"

/// Reads the string whose first byte after the opening quote is at `s`. Returns false if the lexer must read the string.
yoke_inline bool yoke_read_any_string(yoke_native *e, const uint8_t *s, yoke_text *out) {
    return yoke_read_long_string(e->window, e->end, e->repairs_utf8, &e->unescaped, s, out);
}

/// Does the same as `yoke_read_any_string`, but faster for most keys and dates: an ASCII string of up to 31 bytes needs no call, and no
/// branch depends on its length.
yoke_inline bool yoke_read_string(yoke_native *e, const uint8_t *s, const uint8_t *end, yoke_text *out) {
    const uint32_t stops = yoke_string_stops(s) | (uint32_t)yoke_string_stops(s + 16) << 16;
    if (yoke_likely(stops != 0)) {
        const uint8_t *stop = s + __builtin_ctz(stops);
        if (yoke_likely(*stop == '"') && yoke_likely(stop < end)) {
            *out = (yoke_text){s, (size_t)(stop - s), stop + 1, true};
            return true;
        }
    }
    yoke_text text; // a separate variable: the caller's `out`, whose address is not passed on, can stay in registers
    if (!yoke_read_any_string(e, s, &text)) return false;
    *out = text;
    return true;
}
