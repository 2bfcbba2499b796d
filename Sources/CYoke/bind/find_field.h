// Finds the field of a key, with the object's perfect hash (a hash table without collisions) or its trie (search tree). Private to the
// native engine.
#pragma once

#include "bind/binder.h"
#include "base/platform.h"

/// A quick test of the key's signature (a number made from its length and first byte). True: no field of the object has the key. False: a
/// field may have the key. Reads the key's first byte, or the byte after an empty key.
yoke_inline bool yoke_has_no_such_key(const yoke_object *object, const uint8_t *key, size_t n) {
    return (object->missing_signatures >> yoke_key_signature(key, n) & 1) != 0;
}

/// True if `key` equals the key of the field. Both keys have `n` bytes. YOKE_LITERAL_PAD bytes must be readable at `key`.
yoke_inline bool yoke_is_key(const yoke_field *field, const uint8_t *key, size_t n) {
#if YOKE_VECTOR
    if (yoke_likely(n <= 32)) {
        const unsigned front = yoke_v16_bits(yoke_v16_equal(yoke_v16_load(key), yoke_v16_load(field->key)));
        const unsigned back = yoke_v16_bits(yoke_v16_equal(yoke_v16_load(key + 16), yoke_v16_load(field->key + 16)));
        const uint64_t other = ~(front | back << 16);
        return (other & (((uint64_t)1 << n) - 1)) == 0;
    }
#endif
    return yoke_same_bytes(field->key, key, n);
}

/// Returns the object's field with the key, or NULL if no field has the key. YOKE_LITERAL_PAD bytes must be readable at `key`.
yoke_inline const yoke_field *yoke_find_field(const yoke_object *object, const uint8_t *key, size_t n) {
    if (yoke_likely(object->hashed != NULL)) {
        uint32_t index = object->hashed[yoke_key_hash(key, n, object->hash_seed) & object->hash_mask];
        if (index == YOKE_NO_FIELD) return NULL;
        const yoke_field *field = object->fields + index;
        return field->key_length == n && yoke_is_key(field, key, n) ? field : NULL;
    }
    int32_t index = yoke_trie_find(&object->trie, key, n);
    return index < 0 ? NULL : object->fields + index;
}
