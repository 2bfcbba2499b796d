// Reads the escapes of a string: tables, and `\u` with its surrogate pairs.
#pragma once

#include "base/platform.h"

/// The value of a hexadecimal digit plus one; 0 for any other byte.
static const uint8_t yoke_hex[256] = {
    ['0'] = 1,  ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,  ['6'] = 7,  ['7'] = 8,
    ['8'] = 9,  ['9'] = 10, ['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16,
    ['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16};

/// Returns the value of four hexadecimal digits, or more than FFFF if a byte is not a hexadecimal digit.
yoke_inline unsigned yoke_hex_word(const uint8_t *s) {
    // The table has 0 for a byte that is not a digit. 0 - 1 sets all bits, so the result is more than FFFF.
    return (yoke_hex[s[0]] - 1u) << 12 | (yoke_hex[s[1]] - 1u) << 8 | (yoke_hex[s[2]] - 1u) << 4 | (yoke_hex[s[3]] - 1u);
}

/// The character that a backslash and `c` stand for; 0 if `c` is `u`, or if JSON has no escape with `c`.
static const uint8_t yoke_simple_escapes[256] = {
    ['"'] = '"', ['\\'] = '\\', ['/'] = '/', ['b'] = '\b', ['f'] = '\f', ['n'] = '\n', ['r'] = '\r', ['t'] = '\t'};

/// Reads the escape whose `\u` is at `s`, and a second escape if the first is a high surrogate. Stores the character in `*scalar`. Returns
/// the address after the escapes, or NULL if an escape is bad.
yoke_inline const uint8_t *yoke_read_unicode_escape(const uint8_t *s, unsigned *scalar) {
    *scalar = yoke_hex_word(s + 2);
    if (*scalar > 0xFFFF) return NULL;
    s += 6;
    if (yoke_unlikely(*scalar >= 0xD800 && *scalar < 0xE000)) {
        unsigned low = s[0] == '\\' && s[1] == 'u' ? yoke_hex_word(s + 2) : 0;
        if (*scalar >= 0xDC00 || low < 0xDC00 || low > 0xDFFF) return NULL;
        s += 6;
        *scalar = 0x10000 + ((*scalar - 0xD800) << 10) + (low - 0xDC00);
    }
    return s;
}
