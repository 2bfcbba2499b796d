// Which field a key names: by a perfect hash of the object's keys, or by their trie. Private to the native engine.
#ifndef YOKE_FIND_FIELD_H
#define YOKE_FIND_FIELD_H

#include "bind_internal.h"
#include "platform.h"

/// Whether a key that is not empty is for certain none of the object's.
yoke_inline bool yoke_has_no_such_key(const yoke_object *object, const uint8_t *key, size_t n) {
    return (object->absent_signs >> yoke_key_sign(key, n) & 1) != 0;
}

/// The field of a key, or NULL. Eight bytes from `key` on may be loaded.
yoke_inline const yoke_field *yoke_find_field(const yoke_object *object, const uint8_t *key, size_t n) {
    if (yoke_likely(object->hashed != NULL)) {
        uint32_t index = object->hashed[yoke_key_hash(key, n, object->hash_seed) & object->hash_mask];
        if (index == YOKE_NO_FIELD) return NULL;
        const yoke_field *field = object->fields + index;
        return field->key_length == n && yoke_same(field->key, key, n) ? field : NULL;
    }
    int32_t index = yoke_trie_find(&object->trie, key, n);
    return index < 0 ? NULL : object->fields + index;
}

#endif
