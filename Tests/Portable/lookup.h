// Memory of the plan, and lookup of keys.
#ifndef LOOKUP_H
#define LOOKUP_H

#include "plan/plan.h"

/// Zeroed memory that lives until the program ends.
void *zeroed(size_t n);

/// A key and its value.
typedef struct entry {
    const uint8_t *key;
    size_t n;
    int32_t value;
} entry;

/// Compares entries by the bytes of their keys; for qsort.
int compare_entries(const void *a, const void *b);
/// Sorts the entries, and makes a trie.
yoke_trie make_trie(entry *entries, size_t count);
/// Adds a perfect hash over the object's keyed fields.
void add_hash(yoke_object *object);

#endif
