#include "text/repair.h"

/// Returns the length in bytes of the UTF-8 sequence at `s` if it is well-formed. Otherwise sets `*bad` and returns how many bytes one
/// U+FFFD replaces: the well-formed beginning of the sequence, or one byte that begins no sequence.
static size_t sequence(const uint8_t *s, size_t n, bool *bad) {
    uint8_t lead = s[0];
    if (lead < 0x80) return 1;
    size_t length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    // Limits of the second byte. They rule out overlong forms, surrogates, and scalars above U+10FFFF.
    uint8_t low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    uint8_t high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    for (size_t i = 1; i < length; i++) {
        if (i == n || s[i] < low || s[i] > high) {
            *bad = true;
            return i;
        }
        low = 0x80;
        high = 0xBF;
    }
    if (length > 0) return length;
    *bad = true;
    return 1;
}

bool yoke_repair_utf8(yoke_buffer *out, const uint8_t *s, size_t n) {
    for (size_t from = 0, i = 0;;) {
        bool bad = false;
        size_t length = i < n ? sequence(s + i, n - i, &bad) : 0;
        if (bad || i == n) {
            yoke_buffer_append(out, s + from, i - from);
            if (bad) yoke_buffer_append(out, "\xEF\xBF\xBD", 3);
            from = i + length;
        }
        if (i == n) return !out->failed;
        i += length;
    }
}
