// Replaces existing values by arrays of numbers and by null, without a frame. Private to the files in native/fast/.
#pragma once

#include "native/fast/containers.h"
#include "native/fast/scalars.h"

/// True if the array at `at` has no memory to reuse: the array is empty or nil.
yoke_inline bool is_without_memory(const yoke_binder *b, const yoke_slot *slot, const uint8_t *at) {
    return memcmp(at, &slot->type->empty, sizeof(void *)) == 0 || yoke_is_nil(b, slot, at);
}

/// If the text at `p`, before `end`, is an array of numbers or null: replaces the value at `at` by this array or null. Returns the address
/// after the text's value. Returns NULL, and changes nothing, if the lexer and the binder's events must read the value.
yoke_inline const uint8_t *overwrite_array(yoke_native *e, const yoke_slot *slot, uint8_t *at, const uint8_t *p, const uint8_t *end) {
    yoke_binder *const b = e->binder;
    if (*p == '[') {
        if (slot->kind != YOKE_ARRAY || slot->type->array_of == YOKE_ARRAY_OF_ANY || b->depth + 1 >= b->limits.depth ||
            !slot->type->overwrites || is_without_memory(b, slot, at))
            return NULL;
        const uint8_t *first = yoke_space(p + 1, end);
        if (*first == ']' || first >= end) return NULL;
        const yoke_numbers taken = yoke_read_numbers(b, slot->type, first, end);
        if (!taken.is_whole) return NULL;
        yoke_overwrite_array(b, slot->type, at, 0, taken.base, taken.count);
        return taken.after;
    }
    if (!yoke_is_word(p, "null") || end - p <= 4 || slot->null_bytes == NULL) return NULL;
    if (!slot->trivial && !yoke_is_nil(b, slot, at)) b->thunks->destroy(slot->value, at, 1);
    copy_short(at, slot->null_bytes, slot->size);
    return p + 4;
}
