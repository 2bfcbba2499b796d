// Converts JSON text to CBOR (RFC 8949) and back, for snapshots. The conversion does not use models, so it keeps the text of every value
// byte for byte.
//
//     {"id":7,"price":0.1,"id2":"Ada","ref":"Ada"}
//
//     D9D9F7                           tag 55799: the bytes that follow are CBOR
//       D90100                         tag 256: the strings in the item get numbers (http://cbor.schmorp.de/stringref)
//         A4                           an object with 4 members; from 24 members on, FF ends the object instead of a count here
//           62 6964       07
//           65 7072696365 C4 82 20 01  10^-1 times 1: doubles in the shortest form that gives their text back
//           63 696432     63 416461
//           63 726566     D819 02      a reference to string 2, "Ada": strings of three bytes or more are numbered, from 0
//
// CBOR cannot give some texts back exactly: 1.50, 1E5, "\u0041", or a container with white space in it. Such a text is embedded as JSON,
// with tag 262.
#pragma once

#include "base/alloc.h"

typedef enum yoke_cbor_status {
    YOKE_CBOR_OK,
    YOKE_CBOR_MEMORY,
    /// The bytes end inside an item.
    YOKE_CBOR_CUT,
    /// More bytes follow the item.
    YOKE_CBOR_TRAILING,
    /// A byte that may not stand at its position. When text is converted: the text is not JSON.
    YOKE_CBOR_MALFORMED,
    /// An item that JSON has no text for.
    YOKE_CBOR_NOT_JSON,
    /// A reference to a string that does not exist, to a byte string, or to a string longer than YOKE_CBOR_MAX_REFERRED.
    YOKE_CBOR_REFERENCE,
    /// Containers are nested deeper than allowed.
    YOKE_CBOR_DEEP,
    /// The text becomes longer than allowed.
    YOKE_CBOR_TOO_LONG
} yoke_cbor_status;

enum {
    /// Length of the longest string that a reference may name, in bytes of JSON text. Without this limit, a few bytes of CBOR could become
    /// a very long text.
    YOKE_CBOR_MAX_REFERRED = 64,
    /// Number of bytes before the item: tags 55799 and 256.
    YOKE_CBOR_HEADER = 6
};

/// Appends text[0..<n] to `out`, with the header. The text is one JSON value as the writer puts it, perhaps with NaN and infinities.
/// Memory: the output, 24 to 96 bytes for each short string that is not a repetition, and 24 to 48 bytes for each open container.
yoke_cbor_status yoke_cbor_write(const uint8_t *text, size_t n, yoke_buffer *out);

/// Appends the JSON text of the item bytes[0..<n]. Does not trust any length in the bytes: memory is bounded by a multiple of
/// `n`, and the text by `most` bytes. Does not check embedded JSON, nor if strings are UTF-8: the caller must parse the text.
///
/// - depth: how many containers may be open at one time.
/// - at: receives the offset in the bytes at which reading failed.
yoke_cbor_status yoke_cbor_read(const uint8_t *bytes, size_t n, size_t depth, size_t most, yoke_buffer *out, size_t *at);
