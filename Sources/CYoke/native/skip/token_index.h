// Finds where the tokens of a piece of text (up to 4096 bytes) begin, 64 bytes at a time, with bit masks. Private to the native engine.
//
//     text    {"a" : [12, true ],"b\"":null}
//     kinds   {"   : [1 , t    ],"    :n   }     each token's first byte
//     positions  0 1  5 7 8 ...
//
// For a string, the token index has only the opening quote. The string's content (escapes, control characters, UTF-8) has been checked. The
// code that uses the token index must still check that the grammar allows each token, and that numbers and words are valid.
#pragma once

#include "native/native.h"
#include "base/platform.h"

enum {
    /// The least and the greatest size of a piece, in bytes. Both are multiples of 64.
    YOKE_MIN_PIECE = 512,
    YOKE_MAX_PIECE = 4096,
    /// The kind of a string with escapes. (This value is free, because no token begins with a control character.)
    YOKE_ESCAPED = 1
};

/// The token index of a piece of text. A longer text gets one token index after another, each for one piece, so memory is limited.
typedef struct yoke_tokens {
    /// The first byte of the piece, which is never inside a string. NULL: no token index exists.
    const uint8_t *text;
    /// Where the token index ends: at the first token that it does not contain, or at white space before this token.
    const uint8_t *after;
    /// Size of the next piece in bytes.
    size_t size;
    unsigned count;
    /// `next`: index of the next token to read. `used`: number of tokens that were read.
    unsigned next, used;
    /// Positions of the tokens, counted from `text`, then the position of `after`. (The 64 further entries are room for stores that
    /// write a full block.)
    uint16_t positions[YOKE_MAX_PIECE + 64];
    /// Kinds of the tokens, then a 0, which is the kind of no token.
    uint8_t kinds[YOKE_MAX_PIECE + 64];
    /// For a text that is copied to the tape. `kept`: where each block of 64 bytes begins on the tape. `bytes`: one bit for each
    /// copied byte. The number of set bits between two tokens is their distance on the tape.
    uint8_t *kept[YOKE_MAX_PIECE / 64 + 1];
    uint64_t bytes[YOKE_MAX_PIECE / 64 + 1];
} yoke_tokens;

/// Lists the tokens of the text from `p` on, before `end`. A token or white space must begin at `p`. Returns the number of tokens, or 0 if
/// there is no complete token or the bytes are not UTF-8.
/// - The token index has only complete tokens: strings end inside the piece, and another token follows each number or word.
/// - The token index ends before a fault in a string, and before a control character.
/// - `tape`: NULL, or the address to which the text is copied, without white space between tokens and with escapes as the writer writes
///   them. Copying needs AVX-512, and room for the text before `end` and 64 bytes more.
unsigned yoke_index_tokens(const yoke_native *e, yoke_tokens *tokens, const uint8_t *p, const uint8_t *end, uint8_t *tape);

/// For text that was copied to the tape: returns the address on the tape of the token at position `position` of the piece. Counts the
/// copied bytes between the block's start and the token.
yoke_inline uint8_t *yoke_kept_at(const yoke_tokens *tokens, size_t position) {
    const uint64_t in_front = (UINT64_C(1) << position % 64) - 1;
    return tokens->kept[position / 64] + __builtin_popcountll(tokens->bytes[position / 64] & in_front);
}
