// Finds members of an object by their keys, for Codable containers. The object is a part of a document (sink/document.h).
//
//     {"id":7,"user":{...},"tags":["a","b"]}
//             ^ next: the lookup has passed the members before it
//
// A lookup goes through the members up to the wanted key. For each member, it keeps the address of the value under the number of the key
// in the table of known keys (keys.h). So the lookups pass each member once. If an object repeats a key, the first member counts. A search
// for a key without a number makes an index over all keys of the object.
#pragma once

#include "keys.h"
#include "sink/document.h"

/// An index over the keys of an object: a hash table with open addressing. The hash depends on a secret seed.
typedef struct yoke_key_index yoke_key_index;

/// The state of the lookups in one object.
typedef struct yoke_lookup {
    /// The object in the document's text: its first byte, its closing bracket, and its tape node. `yoke_lookup_begin` sets them.
    const uint8_t *text;
    const uint8_t *end;
    const yoke_tape_node *node;
    /// The table of known keys whose numbers are used now. NULL before the first lookup.
    yoke_known_keys *keys;
    /// True if a second table of known keys has replaced the first one, because two CodingKey types share the object.
    bool is_shared;
    /// The number of the key that is probably looked up next.
    uint32_t likely;
    /// The number of the key of the last member that was passed.
    uint32_t last;
    /// One bit for each key number: 1 if the lookup has passed a member with this key.
    uint64_t seen;
    /// The number of keys in the table when the lookup last passed a member whose key has no number. UINT32_MAX: it has passed no such
    /// member.
    uint32_t known;
    /// The next member: its first byte (or `end`), and the first tape node at or after it.
    const uint8_t *next;
    const yoke_tape_node *next_node;
    /// The value of the member at `next`, if the member's key was read but the end of the value is not known yet. NULL otherwise.
    const uint8_t *pending;
    /// The first tape node at or after the last value that was found.
    const yoke_tape_node *found_node;
    /// The index over all keys, made by the first search that needs it. NULL before.
    yoke_key_index *index;
    /// True if memory for the index was not available.
    bool failed;
    /// For each key number in `seen`: the value of the key's first member, and the first tape node at or after this value. Not set for
    /// other numbers.
    const uint8_t *values[YOKE_KNOWN_KEYS];
    const yoke_tape_node *nodes[YOKE_KNOWN_KEYS];
} yoke_lookup;

/// Begins the lookups in the object at `text`, with the tape node `node`. Frees the index of the last object.
void yoke_lookup_begin(yoke_lookup *l, const uint8_t *text, const yoke_tape_node *node);
/// Frees the index.
void yoke_lookup_free(yoke_lookup *l);

/// From now on, the lookup uses the key numbers of the table `keys`. Returns false if the lookup has used two other tables for this object:
/// then only the index can find members.
bool yoke_lookup_take(yoke_lookup *l, yoke_known_keys *keys);
static inline bool yoke_lookup_uses(yoke_lookup *l, yoke_known_keys *keys) { return l->keys == keys || yoke_lookup_take(l, keys); }

/// Passes members until it finds the key with this number in `keys`. Returns the address of its value, or NULL if no further member has
/// this key.
const uint8_t *yoke_lookup_scan(yoke_lookup *l, uint32_t number);
/// Finds the first member with a key by the key's number. Returns the first byte of its value, or NULL if no member has the key.
/// `found_node` is then the first tape node at or after the value.
static inline const uint8_t *yoke_lookup_find(yoke_lookup *l, uint32_t number) {
    l->likely = number + 1;
    if ((l->seen >> number & 1) == 0) return yoke_lookup_scan(l, number);
    l->found_node = l->nodes[number];
    return l->values[number];
}
/// As `yoke_lookup_find`, for any key in UTF-8, with or without a number. Uses the index, and makes it first if needed. One `yoke_lookup`
/// needs the same `seed` in all calls. Sets `failed` if memory runs out.
const uint8_t *yoke_lookup_find_indexed(yoke_lookup *l, const uint8_t *key, size_t n, uint64_t seed);

/// Tells the lookup where a value ends, so that the lookup need not search for the end itself. `value` ends at `end`, and the next
/// container after `end` has the tape node `node`. Does nothing if `value` is not the value that was found last, or its end is known.
static inline void yoke_lookup_passed(yoke_lookup *l, const uint8_t *value, const uint8_t *end, const yoke_tape_node *node) {
    if (l->pending != value) return;
    l->pending = NULL;
    l->next = *end == ',' ? end + 1 : end;
    l->next_node = node;
}

/// Returns the address after the value at `p`. If the value is a container, moves `*node` past its tape nodes.
const uint8_t *yoke_pass_value(const uint8_t *p, const yoke_tape_node **node);
