// What reader and writer of CBOR agree on. Private to the two.
#ifndef YOKE_ARCHIVE_ITEMS_H
#define YOKE_ARCHIVE_ITEMS_H

#include "cbor.h"
#include "number.h"
#include "base/platform.h"

/// The three top bits of an item's first byte.
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
    /// A length that is not known, or the end of such an item.
    YOKE_CBOR_INDEFINITE = 31,
    YOKE_CBOR_BREAK = 0xFF
};

/// The least length of a string that gets the number `count`: a reference to it is no longer than the string.
yoke_inline size_t yoke_cbor_least(uint64_t count) {
    return count < 24 ? 3 : count < 256 ? 4 : count < 65536 ? 5 : count < 4294967296 ? 7 : 11;
}

/// The bytes that are written, and how many of their strings have a number.
typedef struct yoke_cbor_out {
    yoke_buffer *bytes;
    uint64_t strings;
} yoke_cbor_out;

/// How many bytes the item's beginning takes, and the beginning itself.
size_t yoke_cbor_head_size(uint64_t value);
void yoke_cbor_put_head(yoke_cbor_out *o, enum yoke_cbor_major major, uint64_t value);
/// A string of bytes.
void yoke_cbor_put_bytes(yoke_cbor_out *o, const uint8_t *bytes, size_t n);
/// JSON as it stands there.
void yoke_cbor_embed(yoke_cbor_out *o, const uint8_t *text, size_t n);
/// NaN or an infinity.
void yoke_cbor_put_half(yoke_cbor_out *o, uint16_t bits);
/// A number's literal, so that it comes back as it is. False: it is none.
bool yoke_cbor_put_number(yoke_cbor_out *o, const uint8_t *literal, size_t n);

/// Appends literals. An integer is -1 - value when it is negative; false: it is too great.
bool yoke_cbor_integer_text(yoke_buffer *out, bool negative, yoke_wide value);
/// digits * 10^exponent; negative: (-1 - digits) * 10^exponent.
bool yoke_cbor_decimal_text(yoke_buffer *out, bool negative, uint64_t digits, int64_t exponent);
/// A floating point number of 2, 4 or 8 bytes.
void yoke_cbor_float_text(yoke_buffer *out, size_t size, uint64_t bits);

#endif
