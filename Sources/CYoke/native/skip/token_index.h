// Finds where the tokens of a piece of text begin, 64 bytes at a time, with bit masks. Private to the native engine.
//
//     text    {"a" : [12, true ],"b\"":null}
//     kinds   {"   : [1 , t    ],"    :n   }     each token's first byte
//     places  0 1  5 7 8 ...
//
// The index has only the opening quote of a string. The string's content (escapes, control characters, UTF-8) has been checked. The
// user of the index still has to check that each token may stand at its position, and that numbers and words are valid.
#ifndef YOKE_NATIVE_SKIP_TOKEN_INDEX_H
#define YOKE_NATIVE_SKIP_TOKEN_INDEX_H

#include "native/native.h"
#include "base/platform.h"

enum {
    /// The least and the greatest number of bytes that are indexed at once: complete blocks.
    YOKE_PIECE_LEAST = 512,
    YOKE_PIECE_MOST = 4096,
    /// The kind of a string with escapes. (No token begins with a control character.)
    YOKE_ESCAPED = 1
};

/// The index of a piece. The size of a piece limits the memory. To read more text, index piece after piece.
typedef struct yoke_tokens {
    /// The piece, which begins outside of strings. NULL without an index.
    const uint8_t *text;
    /// Where the first token begins that is not in the index, or white space before it.
    const uint8_t *behind;
    /// Bytes that the next piece will have.
    size_t size;
    unsigned count;
    /// The next token that was not used yet, and the number of skipped tokens.
    unsigned next, used;
    /// Positions of the tokens, counted from `text`. After the last token comes the position of `behind`. (Tokens are written 64 at
    /// a time.)
    uint16_t places[YOKE_PIECE_MOST + 64];
    /// Kinds of the tokens. After the last token comes a 0, which is not a kind.
    uint8_t kinds[YOKE_PIECE_MOST + 64];
    /// If the text is copied to the tape: where each block of 64 bytes begins on the tape, and one bit for each byte that was
    /// copied. The bits between the first bytes of two tokens count the bytes between them on the tape.
    uint8_t *kept[YOKE_PIECE_MOST / 64 + 1];
    uint64_t bytes[YOKE_PIECE_MOST / 64 + 1];
} yoke_tokens;

/// Indexes the text from `p` on, before `end`. A token or white space must begin at `p`. Returns the number of tokens; 0 without a
/// complete token, or if the bytes are not UTF-8.
/// All strings of the index end in the piece, and another token follows each number and word. The index ends before a fault in a
/// string, and before a control character.
/// `tape`, if not NULL, receives the text without white space and with escapes in the writer's spelling. This needs AVX-512, and
/// room for the text before `end` and 64 bytes more.
unsigned yoke_index_tokens(const yoke_native *e, yoke_tokens *tokens, const uint8_t *p, const uint8_t *end, uint8_t *tape);

/// The position on the tape of the token at `place` in the piece.
yoke_inline uint8_t *yoke_kept_at(const yoke_tokens *tokens, size_t place) {
    const uint64_t in_front = (UINT64_C(1) << place % 64) - 1;
    return tokens->kept[place / 64] + __builtin_popcountll(tokens->bytes[place / 64] & in_front);
}

#endif
