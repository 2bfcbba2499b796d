// Where the tokens of a piece of text begin, found 64 bytes at a time, as bit masks. Private to the native engine.
//
//     text    {"a" : [12, true ],"b\"":null}
//     kinds   {"   : [1 , t    ],"    :n   }     each token's first byte
//     places  0 1  5 7 8 ...
//
// Of strings only the quote that begins them is there: what is in them (escapes, control characters, UTF-8) has been checked. Whether a
// token may stand where it does, and what a number or a word is, remains to be seen.
#ifndef YOKE_NATIVE_SKIP_TOKEN_INDEX_H
#define YOKE_NATIVE_SKIP_TOKEN_INDEX_H

#include "native.h"
#include "base/platform.h"

enum {
    /// Bytes that are indexed at once, at least and at most: whole blocks.
    YOKE_PIECE_LEAST = 512,
    YOKE_PIECE_MOST = 4096,
    /// The kind of a string with escapes. (No token begins with a control character.)
    YOKE_ESCAPED = 1
};

/// The index of a piece. Memory is bounded by its size; whoever wants more goes from piece to piece.
typedef struct yoke_tokens {
    /// The piece, which begins outside of strings. NULL: there is none.
    const uint8_t *text;
    /// Where the first token begins, or white space in front of it, that is not in the index.
    const uint8_t *behind;
    /// How many bytes the next piece is to have.
    size_t size;
    unsigned count;
    /// The first token that nobody has asked for yet, and how many have been skipped.
    unsigned next, used;
    /// From `text` on; behind the last one, that of `behind`. (Tokens are written 64 at a time.)
    uint16_t places[YOKE_PIECE_MOST + 64];
    /// Behind the last one there is a 0, which is no token.
    uint8_t kinds[YOKE_PIECE_MOST + 64];
    /// Where each block of 64 bytes begins on the tape, if the text is copied there, and as many bits, from a token's first byte up to that of
    /// another one, as there are bytes between them on the tape.
    uint8_t *kept[YOKE_PIECE_MOST / 64 + 1];
    uint64_t bytes[YOKE_PIECE_MOST / 64 + 1];
} yoke_tokens;

/// Indexes the text from `p` on, in front of `end`, where a token or white space begins. Strings end in the piece, and behind numbers
/// and words another token is there; the index ends in front of a fault in a string, or a control character. How many tokens there
/// are; 0: not one that is whole, or bytes that are no UTF-8. `tape`, if not NULL (with AVX-512 only), is given the text without white
/// space, its escapes as the writer has them; there must be room for what is left in front of `end`, and 64 bytes more.
unsigned yoke_index_tokens(const yoke_native *e, yoke_tokens *tokens, const uint8_t *p, const uint8_t *end, uint8_t *tape);

/// Where on the tape the text from a token's place on begins.
yoke_inline uint8_t *yoke_kept_at(const yoke_tokens *tokens, size_t place) {
    const uint64_t in_front = (UINT64_C(1) << place % 64) - 1;
    return tokens->kept[place / 64] + __builtin_popcountll(tokens->bytes[place / 64] & in_front);
}

#endif
