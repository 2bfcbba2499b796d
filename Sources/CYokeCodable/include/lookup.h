// Finds members of an object by their keys, for Codable containers. The object is a part of a document (sink/document.h).
//
//     {"id":7,"user":{...},"tags":["a","b"]}
//             ^ next: the members before it are known
//
// A lookup goes through the members, gives each key its number in the table of the type's keys (keys.h), and keeps the place of its
// value. So each member is passed once. A key that an object repeats stands for its first member. For a key without a number, the object
// gets an index over all keys.
#ifndef YOKE_CODABLE_LOOKUP_H
#define YOKE_CODABLE_LOOKUP_H

#include "keys.h"
#include "sink/document.h"

/// An index over the keys of an object: open addressing, with a hash of a secret seed.
typedef struct yoke_key_index yoke_key_index;

/// The state of the lookups in one object.
typedef struct yoke_lookup {
    /// First byte of the object, the byte of its closing bracket, and its node. Set by `yoke_lookup_begin`.
    const uint8_t *text;
    const uint8_t *end;
    const yoke_tape_node *node;
    /// The keys whose numbers count. NULL before the first lookup.
    yoke_known_keys *keys;
    /// True if a second table has replaced the first one.
    bool is_shared;
    /// The number that is probably asked for next.
    uint32_t likely;
    /// The number of the last member's key.
    uint32_t last;
    /// A bit for each number that a member has had.
    uint64_t seen;
    /// The next member: its first byte (or `end`), and the node of the next container from there on.
    const uint8_t *next;
    const yoke_tape_node *next_node;
    /// The value before `next`, if its end is not known yet: then `next` is the key of this value. NULL otherwise.
    const uint8_t *pending;
    /// The node of the next container from the value on that was found last.
    const yoke_tape_node *found_node;
    /// Made by the first search that needs it. NULL before.
    yoke_key_index *index;
    /// True if memory for the index was not available.
    bool failed;
    /// The values by the numbers of their keys, and the node of the next container from each on. Only those in `seen` are set.
    const uint8_t *values[YOKE_KNOWN_KEYS];
    const yoke_tape_node *nodes[YOKE_KNOWN_KEYS];
} yoke_lookup;

/// Begins the lookups in the object at `text` and `node`. Frees the index of the last object.
void yoke_lookup_begin(yoke_lookup *l, const uint8_t *text, const yoke_tape_node *node);
/// Frees the index.
void yoke_lookup_free(yoke_lookup *l);

/// Makes the numbers of a table count. Returns false if two other tables have counted before: then only the index can be used.
bool yoke_lookup_take(yoke_lookup *l, yoke_known_keys *keys);
static inline bool yoke_lookup_uses(yoke_lookup *l, yoke_known_keys *keys) { return l->keys == keys || yoke_lookup_take(l, keys); }

/// Goes through the members up to the first one with the key.
const uint8_t *yoke_lookup_scan(yoke_lookup *l, uint32_t number);
/// Finds the first member with a key by the key's number. Returns the first byte of its value; NULL if no member has the key.
/// `found_node` is its node.
static inline const uint8_t *yoke_lookup_find(yoke_lookup *l, uint32_t number) {
    l->likely = number + 1;
    if ((l->seen >> number & 1) == 0) return yoke_lookup_scan(l, number);
    l->found_node = l->nodes[number];
    return l->values[number];
}
/// The same for any key in UTF-8. `seed` must be the same for one `yoke_lookup`.
const uint8_t *yoke_lookup_find_indexed(yoke_lookup *l, const uint8_t *key, size_t n, uint64_t seed);

/// Tells where the value ends that was found last: at `end`, and the next container's node is `node`. Saves a scan of the value.
static inline void yoke_lookup_passed(yoke_lookup *l, const uint8_t *value, const uint8_t *end, const yoke_tape_node *node) {
    if (l->pending != value) return;
    l->pending = NULL;
    l->next = *end == ',' ? end + 1 : end;
    l->next_node = node;
}

/// Returns the address after the value at `p`. Passes the nodes of a container.
const uint8_t *yoke_pass_value(const uint8_t *p, const yoke_tape_node **node);

#endif
