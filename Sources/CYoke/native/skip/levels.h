// What is open while values are skipped. Private to the skipper's files.
#ifndef YOKE_NATIVE_SKIP_LEVELS_H
#define YOKE_NATIVE_SKIP_LEVELS_H

#include "native/skip/skip.h"

/// A container that is open.
typedef struct yoke_level {
    const uint8_t *start;
    /// The last member's key, and how many members or elements there have been.
    const uint8_t *key;
    size_t key_length;
    uint64_t count;
    /// How long the white space in front of the last member or element was.
    size_t space;
    bool is_object;
    /// Its node on the tape, if it goes there.
    size_t node;
} yoke_level;

/// How far a skip has come: what is next, in which level. On the tape, if it goes there: where that goes on, and has its last key.
typedef struct yoke_skip_place {
    const uint8_t *p;
    yoke_level *level;
    enum yoke_expect expect;
    uint8_t *to, *key_to;
} yoke_skip_place;

/// Skips on from a place, by an index of the tokens, up to the first one that is not as it should be, or where no index can be
/// made; from there on tokens are looked at one by one. True: that is where the skip ends, at a member of the first level that
/// may be wanted, or at its end. An error is noted if there is no memory for the index. The first level is the top frame's,
/// `object` what tells its members from those to skip, `deepest` the last one that may be used.
bool yoke_skip_indexed(yoke_native *e, const yoke_object *object, yoke_level *levels, const yoke_level *deepest, yoke_skip_place *at);

/// Whether text may go to the tape by an index: where bytes cannot be picked out of a vector (below AVX-512), a copy token by token is
/// faster than one by blocks.
bool yoke_can_keep_indexed(void);

/// The same to the tape, if it can, which has room for what is in front of `end`.
bool yoke_keep_indexed(yoke_native *e, const uint8_t *end, yoke_level *levels, const yoke_level *deepest, yoke_skip_place *at);

#endif
