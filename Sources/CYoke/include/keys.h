// The two ways to find a key among those of an object, built from a list of keys: once a plan, in memory that the caller gives.
#ifndef YOKE_KEYS_H
#define YOKE_KEYS_H

#include "plan.h"

/// A key, and what is found by it.
typedef struct yoke_key {
    const uint8_t *bytes;
    size_t length;
    /// As of `yoke_key_mix`.
    uint64_t mix;
    uint32_t value;
} yoke_key;

/// Eight bytes are read of a key, however short it is.
static inline yoke_key yoke_key_make(const uint8_t *bytes, size_t length, uint32_t value) {
    return (yoke_key){bytes, length, yoke_key_mix(bytes, length), value};
}

/// Writes to `order` the keys' places in the order of their bytes; equal ones stay as they are. Whether all differ. Cost: n log n
/// comparisons.
bool yoke_keys_sort(const yoke_key *keys, size_t *order, size_t n);

/// Fills a table of `size` (a power of two) with the values by the keys' hashes; false when two keys meet there.
bool yoke_keys_hash(const yoke_key *keys, size_t n, uint64_t seed, uint16_t *table, size_t size);

/// The keys from `first` to `end`, in their order, which share their first `depth` bytes: what stands below a node.
typedef struct yoke_key_run {
    uint32_t first, end, depth;
} yoke_key_run;

/// Builds the radix trie over keys that differ: common prefixes are stored once, and a look-up touches each byte of a key once.
///
///     "id" "idx" "text"        root -+- "id" -> 0 -- "x" -> 1
///                                    +- "text" -> 2
/// - order: as of `yoke_keys_sort`.
/// - nodes, runs: room for 2n + 1; labels: for all bytes of all keys. The runs are of no use afterwards.
///
/// The count of nodes. Cost: linear in the keys' bytes.
size_t yoke_trie_build(
    const yoke_key *keys, const size_t *order, size_t n, yoke_trie_node *nodes, uint8_t *labels, yoke_key_run *runs);

#endif
