// Shared by the reader and the writer of CBOR. Private to CYokeArchives.
#pragma once

#include <stdbool.h>
#include <string.h>

#include "cbor.h"
#include "number/number.h"

/// The major type: the three top bits of an item's first byte.
enum yoke_cbor_major {
    YOKE_CBOR_UNSIGNED,
    YOKE_CBOR_NEGATIVE,
    YOKE_CBOR_BYTES,
    YOKE_CBOR_TEXT,
    YOKE_CBOR_ARRAY,
    YOKE_CBOR_MAP,
    YOKE_CBOR_TAG,
    YOKE_CBOR_SIMPLE
};

enum yoke_cbor_tag {
    YOKE_CBOR_POSITIVE_BIG = 2,
    YOKE_CBOR_NEGATIVE_BIG = 3,
    YOKE_CBOR_DECIMAL = 4,
    YOKE_CBOR_REFERRED = 25,
    YOKE_CBOR_STRINGS = 256,
    YOKE_CBOR_EMBEDDED = 262,
    YOKE_CBOR_SELF = 55799
};

enum {
    YOKE_CBOR_FALSE = 20,
    YOKE_CBOR_TRUE = 21,
    YOKE_CBOR_NULL = 22,
    YOKE_CBOR_UNDEFINED = 23,
    /// Value of the lower five bits of an item's first byte: the item has no length and ends with a break. The break itself has this value
    /// too.
    YOKE_CBOR_INDEFINITE = 31,
    YOKE_CBOR_BREAK = 0xFF
};

/// Returns the least length in bytes of a string that gets a number, so that references can name it. `count` strings have a number already.
/// A reference to the string is then not longer than the string.
static inline size_t yoke_cbor_least(uint64_t count) {
    return count < 24 ? 3 : count < 256 ? 4 : count < 65536 ? 5 : count < 4294967296 ? 7 : 11;
}

/// The output, and the number of strings in it that a reference can name.
typedef struct yoke_cbor_out {
    yoke_buffer *bytes;
    uint64_t strings;
} yoke_cbor_out;

/// An item's head: its first byte, and the bytes of its length or value. The first function returns the head's size, the second writes it.
size_t yoke_cbor_head_size(uint64_t value);
void yoke_cbor_put_head(yoke_cbor_out *o, enum yoke_cbor_major major, uint64_t value);
/// Embeds JSON text unchanged.
void yoke_cbor_embed(yoke_cbor_out *o, const uint8_t *text, size_t n);
/// Writes a floating point number of half precision, given by its 16 bits.
void yoke_cbor_put_half(yoke_cbor_out *o, uint16_t bits);
/// Writes a number so that reading gives the same literal (the number's text). Returns false if the literal is not a number.
bool yoke_cbor_put_number(yoke_cbor_out *o, const uint8_t *literal, size_t n);

/// Appends the literal of an integer. If `negative`, the integer is -1 - value. Returns false if the integer is too great.
bool yoke_cbor_integer_text(yoke_buffer *out, bool negative, yoke_wide value);
/// Appends the literal of digits * 10^exponent, or of (-1 - digits) * 10^exponent if `negative`. Returns false for digits beyond 64 bits.
bool yoke_cbor_decimal_text(yoke_buffer *out, bool negative, uint64_t digits, int64_t exponent);
/// Appends the literal of a floating point number of 2, 4 or 8 bytes.
void yoke_cbor_float_text(yoke_buffer *out, size_t size, uint64_t bits);
