// Finds members of an object by their keys, for Codable containers. The object is a part of a document (sink/document.h).
//
//     {"id":7,"user":{...},"tags":["a","b"]}
//             ^ next: the member that follows the last one that was found
//
// Synthesised code asks for keys in the order of declaration, which is usually the order of the text. So a lookup first compares the
// key with the next member's key. Only if they differ, it searches. A key that an object repeats stands for its first member.
//
// The first members leave a sign, which is a hash of 16 bits, and their offset. So each member is scanned once. An object with more
// members gets an index over all keys.
#ifndef YOKE_CODABLE_LOOKUP_H
#define YOKE_CODABLE_LOOKUP_H

#include "sink/document.h"

enum {
    /// Number of members that leave a sign.
    YOKE_SIGNS = 64
};

/// An index over the keys of an object: open addressing, with a hash of a secret seed.
typedef struct yoke_key_index yoke_key_index;

/// The state of the lookups in one object.
typedef struct yoke_lookup {
    /// First byte of the object, the byte of its closing bracket, and its node. Set by `yoke_lookup_begin`.
    const uint8_t *text;
    const uint8_t *end;
    const yoke_tape_node *node;
    /// The next member: its first byte (or `end`), and the node of the next container from there on.
    const uint8_t *next;
    const yoke_tape_node *next_node;
    /// Number of members before `next`.
    uint32_t position;
    /// Number of members with a sign. They are the first ones.
    uint32_t known;
    /// The first member without a sign.
    const uint8_t *frontier;
    const yoke_tape_node *frontier_node;
    /// The value that was found last, if it is the value of the member at `next`. NULL otherwise.
    const uint8_t *pending;
    const yoke_tape_node *pending_node;
    /// The node of the next container from the value on that was found last.
    const yoke_tape_node *found_node;
    /// Made by the first search that needs it. NULL before.
    yoke_key_index *index;
    /// True if memory for the index was not available.
    bool failed;
    /// True if offsets in the object do not fit in 32 bits. Then every lookup uses the index.
    bool is_large;
    /// The last ones are not used, but loaded.
    uint16_t signs[YOKE_SIGNS + 8];
    uint32_t offsets[YOKE_SIGNS];
    uint32_t nodes[YOKE_SIGNS];
} yoke_lookup;

/// Begins the lookups in the object at `text` and `node`. Frees the index of the last object.
void yoke_lookup_begin(yoke_lookup *l, const uint8_t *text, const yoke_tape_node *node);
/// Frees the index.
void yoke_lookup_free(yoke_lookup *l);

/// Finds the first member with the key. Returns the first byte of its value; NULL if no member has the key. `found_node` is its node.
/// `seed` must be the same for one `yoke_lookup`.
const uint8_t *yoke_lookup_find(yoke_lookup *l, const uint8_t *key, size_t n, uint64_t seed);

/// Tells where the value ends that was found last: at `end`, and the next container's node is `node`. Saves a scan of the value.
static inline void yoke_lookup_passed(yoke_lookup *l, const uint8_t *value, const uint8_t *end, const yoke_tape_node *node) {
    if (l->pending != value) return;
    l->pending = NULL;
    l->next = *end == ',' ? end + 1 : end;
    l->next_node = node;
    l->position++;
    if (l->position == l->known) {
        l->frontier = l->next;
        l->frontier_node = node;
    }
}

/// True if no byte has its top bit set.
bool yoke_key_is_ascii(const uint8_t *key, size_t n);

/// The sign of a key: a hash of 16 bits.
uint16_t yoke_key_sign(const uint8_t *key, size_t n);

/// Returns the first place from `from` on that holds the sign; `count` if no place before `count` does. Loads up to 8 signs after the
/// last one.
uint32_t yoke_find_sign(const uint16_t *signs, uint32_t from, uint32_t count, uint16_t sign);

/// Returns the address after the value at `p`. Passes the nodes of a container.
const uint8_t *yoke_pass_value(const uint8_t *p, const yoke_tape_node **node);

#endif
