#include "utf8.h"

/// A byte at a time, with the short way for the three bytes of most of Asia's letters.
static bool is_utf8_by_bytes(const uint8_t *s, size_t n) {
    const uint8_t *end = s + n;
    while (s < end) {
        uint8_t lead = *s;
        if (lead < 0x80) {
            s++;
            continue;
        }
        if (lead < 0xC2 || lead > 0xF4) return false;
        size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        if ((size_t)(end - s) < length) return false;
        uint8_t low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
        uint8_t high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
        if (s[1] < low || s[1] > high) return false;
        for (size_t i = 2; i < length; i++)
            if ((s[i] & 0xC0) != 0x80) return false;
        s += length;
    }
    return true;
}

bool yoke_is_utf8(const uint8_t *from, const uint8_t *s, size_t n) {
#if YOKE_VECTOR
    // The last block ends with the ASCII byte behind the text, which shows a sequence to be cut.
    const uint8_t *end = s + n + 1;
    if (n >= 8 && end - from >= 16 + 3 && s - from >= 3) {
        yoke_v16 faults = yoke_utf8_faults(end - 16);
        for (; end - s > 16; s += 16) faults = yoke_v16_or(faults, yoke_utf8_faults(s));
        return !yoke_v16_any_top(faults);
    }
#endif
    (void)from;
    return is_utf8_by_bytes(s, n);
}
