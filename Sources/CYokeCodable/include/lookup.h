// Finds members of an object by their keys, for Codable containers. The object is a part of a document (sink/document.h).
//
//     {"id":7,"user":{...},"tags":["a","b"]}
//             ^ next: the members before it are known
//
// A lookup scans the members, gives each key its number in the table of the type's keys (keys.h), and stores the position of its value. So
// each member is scanned once. A key that an object repeats stands for its first member. For a key without a number, the object gets an
// index over all keys.
#ifndef YOKE_CODABLE_LOOKUP_H
#define YOKE_CODABLE_LOOKUP_H

#include "keys.h"
#include "sink/document.h"

/// An index over the keys of an object: a hash table with open addressing and a secret seed.
typedef struct yoke_key_index yoke_key_index;

/// The state of the lookups in one object.
typedef struct yoke_lookup {
    /// First byte of the object, the byte of its closing bracket, and its node. Set by `yoke_lookup_begin`.
    const uint8_t *text;
    const uint8_t *end;
    const yoke_tape_node *node;
    /// The table that gives keys their numbers. NULL before the first lookup.
    yoke_known_keys *keys;
    /// True if a second table has replaced the first table.
    bool is_shared;
    /// The number of the key that is probably looked up next.
    uint32_t likely;
    /// The number of the last member's key.
    uint32_t last;
    /// The numbers that members so far have had: one bit for each number.
    uint64_t seen;
    /// The next member: its first byte (or `end`), and the node of the next container from there on.
    const uint8_t *next;
    const yoke_tape_node *next_node;
    /// The value before `next`, if its end is not known yet. Then `next` is the first byte of this value's key. NULL otherwise.
    const uint8_t *pending;
    /// The node of the next container from the value on that was found last.
    const yoke_tape_node *found_node;
    /// The index; NULL before the first search that needs it.
    yoke_key_index *index;
    /// True if memory for the index was not available.
    bool failed;
    /// For each number of a key: the value, and the node of the next container from this value on. Set only for numbers in `seen`.
    const uint8_t *values[YOKE_KNOWN_KEYS];
    const yoke_tape_node *nodes[YOKE_KNOWN_KEYS];
} yoke_lookup;

/// Begins the lookups in the object at `text` and `node`. Frees the index of the last object.
void yoke_lookup_begin(yoke_lookup *l, const uint8_t *text, const yoke_tape_node *node);
/// Frees the index.
void yoke_lookup_free(yoke_lookup *l);

/// Uses the numbers of this table from now on. Returns false if two other tables were used before. Then only the index can be used.
bool yoke_lookup_take(yoke_lookup *l, yoke_known_keys *keys);
static inline bool yoke_lookup_uses(yoke_lookup *l, yoke_known_keys *keys) { return l->keys == keys || yoke_lookup_take(l, keys); }

/// Scans the members up to the first one whose key has this number. Returns the same as `yoke_lookup_find`.
const uint8_t *yoke_lookup_scan(yoke_lookup *l, uint32_t number);
/// Finds the first member whose key has this number. Returns the first byte of its value; NULL if no member has the key. Sets `found_node`
/// to the node of the next container from the value on.
static inline const uint8_t *yoke_lookup_find(yoke_lookup *l, uint32_t number) {
    l->likely = number + 1;
    if ((l->seen >> number & 1) == 0) return yoke_lookup_scan(l, number);
    l->found_node = l->nodes[number];
    return l->values[number];
}
/// The same for any key in UTF-8, without a number. `seed` must be the same in all calls for one `yoke_lookup`.
const uint8_t *yoke_lookup_find_indexed(yoke_lookup *l, const uint8_t *key, size_t n, uint64_t seed);

/// Tells the lookup where the value that was found last ends: at `end`, where `node` is the node of the next container. Saves a scan.
static inline void yoke_lookup_passed(yoke_lookup *l, const uint8_t *value, const uint8_t *end, const yoke_tape_node *node) {
    if (l->pending != value) return;
    l->pending = NULL;
    l->next = *end == ',' ? end + 1 : end;
    l->next_node = node;
}

/// Returns the address after the value at `p`. Moves `*node` past the nodes of a container.
const uint8_t *yoke_pass_value(const uint8_t *p, const yoke_tape_node **node);

#endif
