// CBOR (RFC 8949) of JSON text and back: what snapshots are kept in. No model has a part in it, so whatever a value's text says is kept,
// byte for byte.
//
//     {"id":7,"price":0.1,"id2":"Ada","ref":"Ada"}
//
//     D9D9F7                           here begins CBOR
//       D90100                         strings below have numbers (http://cbor.schmorp.de/stringref)
//         A4                           an object of 4; more than 23 are not counted, but ended by FF
//           62 6964       07
//           65 7072696365 C4 82 20 01  10^-1 times 1: doubles in the shortest form that gives their text back
//           63 696432     63 416461
//           63 726566     D819 02      the string number 2: those of three bytes and more are counted
//
// What CBOR cannot give back exactly (1.50, 1E5, "\u0041", the blanks in an array that is kept as it was) is embedded JSON: tag 262.
#ifndef YOKE_CBOR_H
#define YOKE_CBOR_H

#include "alloc.h"

typedef enum yoke_cbor_status {
    YOKE_CBOR_OK,
    YOKE_CBOR_MEMORY,
    /// The bytes end inside an item.
    YOKE_CBOR_CUT,
    /// Something stands behind the item.
    YOKE_CBOR_TRAILING,
    /// A byte that no item can have there; of text: it is no JSON.
    YOKE_CBOR_MALFORMED,
    /// An item that JSON has no text for.
    YOKE_CBOR_NOT_JSON,
    /// A reference to a string that there is not, or that is too long to be referred to.
    YOKE_CBOR_REFERENCE,
    /// Nested deeper than is allowed.
    YOKE_CBOR_DEEP,
    /// The text becomes longer than is allowed.
    YOKE_CBOR_TOO_LONG
} yoke_cbor_status;

enum {
    /// The longest string that is referred to, in bytes of JSON text: what a reader makes of few bytes is bounded by it.
    YOKE_CBOR_REFERRED_MOST = 64,
    /// Bytes in front of the item: tags 55799 and 256.
    YOKE_CBOR_HEADER = 6
};

/// Appends text[0..<n], one JSON value as the writer puts it (NaN and infinities too), to `out`, with the header. Memory in all: the
/// output, 24 to 96 bytes for each short string that is not a repetition, and a little for each open container.
yoke_cbor_status yoke_cbor_write(const uint8_t *text, size_t n, yoke_buffer *out);

/// Appends the JSON text of the item bytes[0..<n]. No length in the bytes is believed: memory is bounded by a multiple of `n`, and text
/// by `most` bytes. What is embedded and whether strings are UTF-8 is not looked at: the text is to be parsed.
///
/// - depth: the most containers that are open at one time.
/// - at: where in the bytes it failed.
yoke_cbor_status yoke_cbor_read(const uint8_t *bytes, size_t n, size_t depth, size_t most, yoke_buffer *out, size_t *at);

#endif
