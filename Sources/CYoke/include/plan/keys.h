// Builds the two structures that find a key among the keys of an object: a hash table and a trie. They are built once for each plan, in
// memory that the caller gives.
#pragma once

#include "plan/plan.h"

/// A key, and the number that a look-up of the key finds: for example, the index of the key's field.
typedef struct yoke_key {
    const uint8_t *bytes;
    size_t length;
    /// The key's `yoke_key_mix`, from which its hash is computed.
    uint64_t mix;
    uint32_t value;
} yoke_key;

/// Makes a key and computes its `mix`. Eight bytes at `bytes` must be readable, even if the key is shorter.
static inline yoke_key yoke_key_make(const uint8_t *bytes, size_t length, uint32_t value) {
    return (yoke_key){bytes, length, yoke_key_mix(bytes, length), value};
}

/// Writes to `order` the indices of the keys, sorted by the bytes of the keys. Equal keys keep their order. Returns true if all
/// keys differ. Cost: n log n comparisons.
bool yoke_keys_sort(const yoke_key *keys, size_t *order, size_t n);

/// Fills a hash table of `size` entries (a power of two) without collisions. The hash of a key, modulo `size`, is the index of the entry
/// that holds the key's `value`. All other entries hold YOKE_NO_FIELD. Returns false if two keys need the same entry.
bool yoke_keys_hash(const yoke_key *keys, size_t n, uint64_t seed, uint16_t *table, size_t size);

/// A run of the sorted keys, from index `first` up to, but not including, `end`. These keys share their first `depth` bytes. The trie node
/// of the run and the nodes below it find these keys.
typedef struct yoke_key_run {
    uint32_t first, end, depth;
} yoke_key_run;

/// Builds the radix trie over keys that all differ. Common prefixes are stored once. A look-up touches each byte of a key once.
///
///     "id" "idx" "text"        root -+- "id" -> 0 -- "x" -> 1
///                                    +- "text" -> 2
///
/// `order`: the result of `yoke_keys_sort`. `nodes` and `runs`: room for 2n + 1 elements each; the runs are not needed afterwards.
/// `labels`: room for all bytes of all keys.
///
/// Returns the number of the trie's nodes. Cost: linear in the number of bytes of the keys.
size_t yoke_trie_build(
    const yoke_key *keys, const size_t *order, size_t n, yoke_trie_node *nodes, uint8_t *labels, yoke_key_run *runs);
