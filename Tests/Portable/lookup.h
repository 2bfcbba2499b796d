// Memory for the plan, and tables for the lookup of keys.
#pragma once

#include "plan/plan.h"

/// Returns zeroed memory that lives until the end of the program.
void *zeroed(size_t n);

/// A key, and the value that the trie gives for it.
typedef struct entry {
    const uint8_t *key;
    size_t n;
    int32_t value;
} entry;

/// Compares two entries by the bytes of their keys. For qsort.
int compare_entries(const void *a, const void *b);
/// Sorts the entries, and returns a trie of them.
yoke_trie make_trie(entry *entries, size_t count);
/// Adds a perfect hash table of the object's keys.
void add_hash(yoke_object *object);
