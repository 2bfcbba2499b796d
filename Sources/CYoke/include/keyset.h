// The keys of all open objects, for the policy that refuses duplicates: one hash table in which an object's keys are the
// last ones entered, so that closing it undoes them in reverse order and linear probing needs no tombstones.
#ifndef YOKE_KEYSET_H
#define YOKE_KEYSET_H

#include "alloc.h"

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
    /// Indices into `entries` plus one; 0 is free. A power of two, at least twice `capacity`.
    size_t *slots;
    size_t slot_count;
    yoke_buffer text;
    uint64_t seed;
} yoke_keyset;

enum yoke_keyset_result { YOKE_KEY_NEW, YOKE_KEY_REPEATED, YOKE_KEY_NO_MEMORY };

/// An empty set; `seed` should not be known to whoever writes the JSON.
yoke_keyset yoke_keyset_make(const yoke_allocator *allocator, uint64_t seed);
void yoke_keyset_free(yoke_keyset *k);
/// Enters a key of the object numbered `object`. Cost: the key's length.
enum yoke_keyset_result yoke_keyset_add(yoke_keyset *k, uint64_t object, const uint8_t *s, size_t n);
/// Forgets all keys entered since there were `count`.
void yoke_keyset_pop(yoke_keyset *k, size_t count);

#endif
