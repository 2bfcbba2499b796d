#include "text/base64.h"

/// The value of a byte that is not a base64 digit. The values of digits, 0 to 63, do not have this bit. So an OR of all values shows if
/// there was a bad byte.
enum { BAD = 0x80 };

#define DIGITS(plus, minus, slash, line)                                                          \
    {                                                                                             \
        BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD,           \
        BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD,           \
        BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, plus, BAD, minus, BAD, slash,      \
        52, 53, 54, 55, 56, 57, 58, 59, 60, 61, BAD, BAD, BAD, BAD, BAD, BAD,                     \
        BAD, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,                                    \
        15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, BAD, BAD, BAD, BAD, line,                     \
        BAD, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40,                          \
        41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, BAD, BAD, BAD, BAD, BAD,                      \
        [128 ... 255] = BAD,                                                                      \
    }

static const uint8_t standard[256] = DIGITS(62, BAD, 63, BAD), for_urls[256] = DIGITS(BAD, 62, BAD, 63);

ptrdiff_t yoke_read_base64(const uint8_t *s, size_t n, bool is_url, uint8_t *out) {
    const uint8_t *const values = is_url ? for_urls : standard;
    const size_t padding = n < 4 || s[n - 1] != '=' ? 0 : s[n - 2] != '=' ? 1 : 2;
    if (n % 4 != 0 && (!is_url || padding > 0)) return -1;
    n -= padding;
    unsigned all = 0;
    uint8_t *to = out;
    for (; n >= 4; s += 4, n -= 4, to += 3) {
        const uint32_t a = values[s[0]], b = values[s[1]], c = values[s[2]], d = values[s[3]];
        const uint32_t bytes = a << 18 | b << 12 | c << 6 | d;
        all |= a | b | c | d;
        to[0] = (uint8_t)(bytes >> 16);
        to[1] = (uint8_t)(bytes >> 8);
        to[2] = (uint8_t)bytes;
    }
    // Read the last one or two bytes from the last two or three digits. The bits of the last digit that belong to no byte must be 0.
    if (n == 1) return -1;
    if (n >= 2) {
        const uint32_t a = values[s[0]], b = values[s[1]], c = n == 3 ? values[s[2]] : 0;
        const uint32_t bytes = a << 18 | b << 12 | c << 6;
        all |= a | b | c;
        if ((bytes & (n == 2 ? 0xFFFF : 0xFF)) != 0) return -1;
        *to++ = (uint8_t)(bytes >> 16);
        if (n == 3) *to++ = (uint8_t)(bytes >> 8);
    }
    return all < BAD ? to - out : -1;
}
