// Reads integers in a document's text, and checks the stack. A document is valid JSON, so the functions do not check the grammar.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// True if the byte `c` after a number of a document ends the number.
static inline bool yoke_ends_number(uint8_t c) { return c == ',' || c == ']' || c == '}' || c == 0; }

/// Reads an integer of at most 18 digits at `p`, and returns the address after it. Returns NULL for any other value.
static inline const uint8_t *yoke_scan_integer(const uint8_t *p, int64_t *out) {
    const bool is_negative = *p == '-';
    const uint8_t *s = p + is_negative;
    uint64_t value = 0;
    const uint8_t *start = s;
    for (uint8_t digit; (digit = (uint8_t)(*s - '0')) <= 9; s++) {
        if (s - start == 18) return NULL;
        value = value * 10 + digit;
    }
    if (s == start || !yoke_ends_number(*s)) return NULL;
    *out = is_negative ? -(int64_t)value : (int64_t)value;
    return s;
}
