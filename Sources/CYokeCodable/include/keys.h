// A table of the keys that one CodingKey type has used so far. Each key has a number, and its bytes as they stand in a text.
//
// Synthesised Codable code asks for the same keys in the same order again and again. So the table predicts the next key, and a search first
// compares the predicted key: the two words of its String, or its bytes in the text. A wrong prediction only costs time.
#pragma once

#include "base/alloc.h"

enum {
    /// Number of keys that a table can hold. All further keys have no number.
    YOKE_KNOWN_KEYS = 64,
    /// Number of keys that texts can add. The other half is kept for the keys that a type asks for, which a text with many other keys could
    /// use up otherwise.
    YOKE_KEYS_OF_TEXTS = YOKE_KNOWN_KEYS / 2,
    /// Stands for a key without a number.
    YOKE_NO_KEY = YOKE_KNOWN_KEYS,
    /// Before the first member, this stands for the number of the previous key. So `next[YOKE_FIRST_KEY]` is the number of the first key.
    YOKE_FIRST_KEY = YOKE_KNOWN_KEYS + 1,
    /// Length in bytes of the longest key that can have a number.
    YOKE_LONGEST_KNOWN = 256,
    /// Number of bytes after a key's text that may be loaded.
    YOKE_KNOWN_SLACK = 16
};

typedef struct yoke_known_key {
    /// The two words of a Swift String with the key. The table's owner keeps this String alive, so a String with the same words is equal.
    /// Both words are 0 if no String is known.
    uint64_t words[2];
    /// The key as it stands in a text: with its quotes, and followed by the table's `colon`. `length` is the length of these bytes.
    uint8_t *bytes;
    size_t length;
    /// Length of the key alone, in bytes.
    size_t n;
    bool is_ascii;
    uint16_t hash;
} yoke_known_key;

typedef struct yoke_known_keys {
    uint32_t count;
    /// The text between a key's second quote and its value: a colon, perhaps with white space.
    uint8_t colon[4];
    size_t colon_length;
    /// False if texts escape the slash, as in `\/`. Then no key with a slash has a number.
    bool has_slashes;
    /// `next[i]`: the number of the key that came last after key number `i`. This is the prediction for the next text. The last two entries
    /// are for `i` = YOKE_NO_KEY and `i` = YOKE_FIRST_KEY.
    uint8_t next[YOKE_KNOWN_KEYS + 2];
    /// The hash of each key (`yoke_key_hash16`). The last eight entries hold no keys: a search loads eight entries at once, so it may load
    /// these too.
    uint16_t hashes[YOKE_KNOWN_KEYS + 8];
    /// Memory for the bytes of the first keys. Its first `used` bytes are taken. The bytes of further keys are allocated.
    size_t used;
    uint8_t room[1024];
    yoke_known_key keys[YOKE_KNOWN_KEYS];
} yoke_known_keys;

#define YOKE_IS_BIG_ENDIAN (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)

/// Makes an empty table at `k`. `colon`, the text between a key and its value, has at most 4 bytes.
void yoke_known_init(yoke_known_keys *k, const uint8_t *colon, size_t colon_length, bool has_slashes);
void yoke_known_free(yoke_known_keys *k);

/// Returns the number of an unescaped key. If the key has none, gives it a number if the table has fewer than `most` keys and there is
/// memory, else returns YOKE_NO_KEY. `most` is at most YOKE_KNOWN_KEYS.
uint32_t yoke_known_number(yoke_known_keys *k, const uint8_t *key, size_t n, uint32_t most);
/// Searches for the key whose String has the words `a` and `b`. Begins after the key with the number `likely`. Returns the key's number, or
/// YOKE_NO_KEY.
uint32_t yoke_known_search(const yoke_known_keys *k, uint32_t likely, uint64_t a, uint64_t b);

/// Returns the number of the key whose String has the words `a` and `b`, or YOKE_NO_KEY. `likely` is a guess of the number.
static inline uint32_t yoke_known_string(const yoke_known_keys *k, uint32_t likely, uint64_t a, uint64_t b) {
    if (likely < k->count && k->keys[likely].words[0] == a && k->keys[likely].words[1] == b) return likely;
    return yoke_known_search(k, likely, a, b);
}

static inline yoke_known_key *yoke_known_at(yoke_known_keys *k, uint32_t number) { return &k->keys[number]; }

/// Appends the key with its quotes and colon, after a comma if `has_comma`.
static inline void yoke_known_put(yoke_buffer *out, const yoke_known_key *key, bool has_comma) {
    if (!yoke_buffer_reserve(out, key->length + YOKE_KNOWN_SLACK + 1)) return;
    uint8_t *to = out->bytes + out->count;
    *to = ',';
    to += has_comma;
    for (size_t i = 0; i < key->length; i += 16) __builtin_memcpy(to + i, key->bytes + i, 16);
    out->count += has_comma + key->length;
}

/// Returns a hash of 16 bits for a key.
uint16_t yoke_key_hash16(const uint8_t *key, size_t n);

/// Returns the first index, from `from` to before `count`, at which `hashes` holds `hash`. Returns `count` if none of these entries does.
/// May load up to 8 entries from index `count` on.
uint32_t yoke_find_hash16(const uint16_t *hashes, uint32_t from, uint32_t count, uint16_t hash);
