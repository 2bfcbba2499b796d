// A set of the keys of all open objects, for calls that refuse, report or ignore repeated keys. One hash table holds all keys. The keys of
// the innermost object are always the last that were entered, and the end of an object removes them in reverse order. So the table, which
// uses linear probing, needs no marks for removed keys.
#pragma once

#include "base/alloc.h"

typedef struct yoke_keyset_entry {
    uint64_t hash;
    uint64_t object;
    size_t text;
    size_t length;
    size_t slot;
} yoke_keyset_entry;

typedef struct yoke_keyset {
    yoke_keyset_entry *entries;
    size_t count;
    size_t capacity;
    /// The hash table. Each slot is 0 (free), or an index into `entries` plus one. The number of slots is a power of two, and at least
    /// twice `capacity`.
    size_t *slots;
    size_t slot_count;
    yoke_buffer text;
    uint64_t seed;
} yoke_keyset;

enum yoke_keyset_result { YOKE_KEY_NEW, YOKE_KEY_REPEATED, YOKE_KEY_NO_MEMORY };

/// Makes an empty set. `seed` should be random, so that no author of JSON can prepare keys that collide.
yoke_keyset yoke_keyset_make(const yoke_allocator *allocator, uint64_t seed);
void yoke_keyset_free(yoke_keyset *k);
/// Enters a key of the object with the number `object`. Returns YOKE_KEY_REPEATED if the set already has this key of this object. Cost: the
/// key's length.
enum yoke_keyset_result yoke_keyset_add(yoke_keyset *k, uint64_t object, const uint8_t *s, size_t n);
/// Removes all keys except the first `count` that were entered.
void yoke_keyset_pop(yoke_keyset *k, size_t count);
