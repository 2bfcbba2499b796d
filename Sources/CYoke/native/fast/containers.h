// Opens and ends frames for the fast path. Handles only values without rules (aliases, values for null, and the like), and does for them
// the same as the events in bind/containers.c. Private to the fast path and native/entire_text.c.
#pragma once

#include "bind/binder.h"
#include "bind/in_place.h"
#include "base/platform.h"
#include "native/fast/fast_path.h"

/// True if nothing is left to do at the end of the object. Each field without a value then has its value for a missing key from the
/// template (the bytes of an empty instance). False if such a field is required, or if Swift code must make its initial value.
yoke_inline bool is_complete(const yoke_frame *f) {
    const yoke_object *object = f->object;
    if (yoke_likely(object->words == 1)) return ((object->required[0] | object->initials[0]) & ~f->seen[0]) == 0;
    uint64_t open = 0;
    for (uint32_t w = 0; w < object->words; w++) open |= (object->required[w] | object->initials[w]) & ~f->seen[w];
    return open == 0;
}

/// True if an earlier member of this object gave a value to the field with this index. In an object that is overwritten in place, `seen`
/// has the bits of all fields, and `unchanged` has the bits of the fields that the text has not set yet.
yoke_inline bool is_repeated(const yoke_frame *f, uint32_t index, const bool overwrites) {
    return yoke_bit(f->seen, index) && !(overwrites && f->is_in_place && yoke_bit(f->unchanged, index));
}

/// For an object that is overwritten in place: true if the text gave each field a new value.
yoke_inline bool is_all_in_place(const yoke_frame *f) {
    uint64_t left = 0;
    for (uint32_t w = 0; w < f->object->words; w++) left |= f->unchanged[w];
    return left == 0;
}

/// Copies `n` bytes: a template, the bytes of nil, or a short text. For up to 64 bytes, it makes no call: one copy of fixed size takes the
/// first bytes, and another the last bytes. The two copies may overlap.
yoke_inline void copy_short(uint8_t *to, const uint8_t *from, size_t n) {
    if (n < 8) {
        for (size_t i = 0; i < n; i++) to[i] = from[i];
    } else if (n > 64) {
        memcpy(to, from, n);
    } else if (n < 16) {
        memcpy(to, from, 8);
        memcpy(to + n - 8, from + n - 8, 8);
    } else if (n <= 32) {
        memcpy(to, from, 16);
        memcpy(to + n - 16, from + n - 16, 16);
    } else {
        memcpy(to, from, 32);
        memcpy(to + n - 32, from + n - 32, 32);
    }
}

/// True if an object may be read without a frame. After an unusual token the object gets a frame, so there must be room for the frame and
/// its bits `seen` (one for each field).
yoke_inline bool can_take_object(const yoke_binder *b, const yoke_object *object) {
    return object->is_plain && b->frame_count < b->frame_capacity &&
           (size_t)(b->stack.limit - b->stack.top) >= 2 * sizeof(uint64_t) && b->limits.members > 64;
}

/// Pushes the frame of a new model at `at`, as the binder's event for `{` does. The caller copies the template to `at`. Returns NULL if
/// memory runs out.
yoke_inline yoke_frame *open_object(yoke_binder *b, const yoke_slot *slot, uint8_t *at, uint64_t start) {
    const yoke_object *object = slot->type->object;
    yoke_frame *f = yoke_push_frame(b, YOKE_FRAME_OBJECT);
    if (yoke_unlikely(f == NULL)) return NULL;
    f->seen = (uint64_t *)(void *)yoke_stack_push(&b->stack, object->words * sizeof(uint64_t), sizeof(uint64_t));
    if (yoke_unlikely(f->seen == NULL)) {
        yoke_drop_frame(b); // the frame owns nothing yet
        yoke_fail_at(b, YOKE_ERROR_MEMORY, slot->type, YOKE_FOUND_OBJECT, start);
        return NULL;
    }
    f->seen[0] = 0;
    for (uint32_t w = 1; w < object->words; w++) f->seen[w] = 0;
    f->is_object = true;
    yoke_begin_object(b, f, slot, at, start);
    b->depth++;
    return f;
}

/// Pushes the frame of an object whose first members (see `begun`) were read without a frame. The caller has checked that there is room for
/// the frame.
yoke_inline yoke_frame *resume_object(yoke_binder *b, const yoke_slot *slot, uint8_t *at, uint64_t start, const yoke_begun *begun) {
    yoke_frame *f = open_object(b, slot, at, start);
    f->next = begun->next;
    f->count = (uint64_t)(begun->next - f->object->fields);
    f->field = f->count == 0 ? NULL : begun->next - 1;
    f->seen[0] = yoke_first_fields(f->object, begun->next);
    return f;
}

/// As `resume_object`, for an object that is overwritten in place. Returns NULL if memory runs out.
yoke_inline yoke_frame *resume_in_place(yoke_binder *b, const yoke_slot *slot, uint8_t *at, uint64_t start, const yoke_begun *begun) {
    yoke_frame *f = yoke_open_object_in_place(b, slot, at, start);
    if (yoke_unlikely(f == NULL)) return NULL;
    b->depth++;
    f->next = begun->next;
    f->count = (uint64_t)(begun->next - f->object->fields);
    if (f->count == 0) return f;
    f->field = begun->next - 1;
    f->unchanged[0] &= ~yoke_first_fields(f->object, begun->next);
    return f;
}

/// Calls `open` to push the frame of a value that is first made on the value stack, and later moved to its slot. (The value stack holds
/// values that are not in their slots yet.) Then `*slot` and `*at` describe the value on the stack. Returns NULL after an error was recorded.
yoke_inline yoke_frame *open_around(yoke_binder *b, const yoke_slot **slot, uint8_t **at, bool (*open)(yoke_binder *, yoke_target *)) {
    yoke_target target = {*slot, *at};
    if (!open(b, &target)) return NULL;
    *slot = target.slot;
    *at = target.at;
    return b->top;
}

/// Makes the array at `at` if all its elements are usual numbers. Otherwise makes no array, and only puts the numbers before the first
/// unusual element at the top of the value stack.
yoke_inline yoke_numbers read_number_array(yoke_binder *b, const yoke_slot *slot, uint8_t *at, const uint8_t *first, const uint8_t *end) {
    if (slot->type->array_of == YOKE_ARRAY_OF_ANY) return (yoke_numbers){.after = first};
    const yoke_numbers taken = yoke_read_numbers(b, slot->type, first, end);
    if (taken.is_whole) yoke_make_array(b, slot->type, at, taken.base, taken.count);
    return taken;
}

/// Pushes the frame of an array that goes to `at`. The array's first `count` elements already lie in the free memory at the top of the
/// value stack. The function moves the stack's top after them.
yoke_inline yoke_frame *open_array(yoke_binder *b, const yoke_slot *slot, uint8_t *at, size_t count) {
    yoke_frame *f = yoke_push_frame(b, YOKE_FRAME_ARRAY);
    if (yoke_unlikely(f == NULL)) return NULL;
    yoke_begin_elements(b, f, slot, at);
    if (count > 0) {
        f->count = count;
        b->stack.top = f->base + count * f->stride;
    }
    b->depth++;
    return f;
}

/// True if the next element of the array goes to the value stack. False if it overwrites an element of the old array in place.
yoke_inline bool is_on_stack(const yoke_frame *f, const bool overwrites) {
    return f->kind == YOKE_FRAME_ARRAY || (overwrites && f->kind == YOKE_FRAME_ELEMENTS && f->count >= f->old_count);
}

/// True if all elements of the array go to the value stack, so that none overwrites an old element.
yoke_inline bool is_all_on_stack(const yoke_frame *f, const bool overwrites) {
    return f->kind == YOKE_FRAME_ARRAY || (overwrites && f->kind == YOKE_FRAME_ELEMENTS && f->old_count == 0);
}

/// True if a repeated key is an error. Then keys that no field has must go to the key set, which finds repeated keys: no bit of `seen`
/// shows that such a key came.
yoke_inline bool refuses_repeated(const yoke_binder *b) { return b->duplicates == YOKE_DUPLICATES_REFUSED; }

/// True if, of several members with the same key, only the last counts. Then keys need not be entered in the key set, which finds repeated
/// keys.
yoke_inline bool last_wins(const yoke_binder *b) { return b->duplicates == YOKE_LAST_WINS; }

/// True if the object keeps its unknown members in a field (extras), and the fast path may add many of these members with one call.
yoke_inline bool keeps_members(const yoke_binder *b, const yoke_frame *f) {
    return f->object->unknown == YOKE_UNKNOWN_KEPT && !f->is_in_place && last_wins(b) && !b->reads_literals;
}

/// True if the frame's current field may stay without a value, although its key came. Reasons: the value at `p` is null or not in the
/// window yet, or a rule leaves out invalid values. Then no bit of `seen` will show that the key came. (False for fields with rules and for
/// extras, because the binder's events read their keys.)
yoke_inline bool may_leave_out(const yoke_binder *b, const yoke_frame *f, const uint8_t *p, const uint8_t *end) {
    const yoke_field *field = f->field;
    const bool is_recovered = ((field->slot.rules | b->rules) & YOKE_RULE_INVALID_IS_MISSING) != 0;
    if (f->names_fields || field->rules != NULL || field->slot.kind == YOKE_EXTRA) return false;
    if (yoke_bit(f->object->required, field->index)) return false;
    return is_recovered || p >= end || *p == 'n';
}

/// Leaves the value of the frame's current field to the lexer and the binder's events. Returns false after an error was recorded.
yoke_inline bool leave_field(yoke_binder *b, yoke_frame *f, const uint8_t *p, const uint8_t *end, const bool overwrites) {
    const yoke_field *field = f->field;
    if (yoke_unlikely(!last_wins(b)) && may_leave_out(b, f, p, end)) {
        f->names_fields = true;
        if (!yoke_enter_key(b, f, field->key, field->key_length)) return false;
    }
    if (!overwrites || !f->is_in_place) return true;
    // The field still has its old value. `yoke_defer` leaves the decision about the old value to the event that reads the new value.
    yoke_put_bit(f->unchanged, field->index, true);
    return yoke_defer(b, f, field, field->key, field->key_length);
}
