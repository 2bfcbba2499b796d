// Overwriting in place: the new value reuses the memory of an existing value of the same shape, instead of freeing and allocating.
// The result is the same as for a new value.
//
// Every slot holds a complete value at any time: the old value, or the new value from the text. So a frame that overwrites a value owns
// nothing. After an error the value is partly old and partly new.
//
//     {"name": "Bo", "tags": ["a", "b", "c"], "home": {"zip": 1}, "link": "https://..."}
//       name    The new bytes overwrite the old bytes, if the String has room and no other owner.
//       tags    The new elements overwrite the old elements, if no other array shares the memory (YOKE_FRAME_ELEMENTS). Further elements
//               go to the value stack.
//       home    A frame changes the existing model, also if the model is in a JSONBox that is not shared.
//       link    Any other kind of value (here a URL) is made on the value stack, and moved when it is complete (YOKE_FRAME_REPLACED).
//       level   The text does not name this field. At the end of the object, the field gets the value that it has in a new instance.
#include <string.h>

#include "bind/binder.h"
#include "bind/in_place.h"
#include "base/swift_layout.h"

static const yoke_type in_place_type = {.kind = YOKE_IN_PLACE};
static const yoke_slot in_place_slot = {.type = &in_place_type, .kind = YOKE_IN_PLACE, .trivial = true};

bool yoke_can_overwrite(const yoke_slot *slot) {
    // A lossy array drops invalid elements. Such an array is not overwritten, because the old element would stay in place of the dropped
    // one.
    if (slot->kind == YOKE_ARRAY) return slot->type->overwrites && (slot->rules & YOKE_RULE_LOSSY) == 0;
    return slot->kind == YOKE_STRING || (slot->kind == YOKE_OBJECT && slot->type->object->overwrites);
}

bool yoke_open_replaced(yoke_binder *b, yoke_target *target) {
    const yoke_slot *slot = target->slot;
    yoke_frame *f = yoke_push_frame(b, YOKE_FRAME_REPLACED);
    if (yoke_unlikely(f == NULL)) return false;
    b->is_replacing = true;
    f->slot = slot;
    f->destination = target->at;
    f->base = yoke_stack_push(&b->stack, slot->size, slot->type->align);
    if (yoke_unlikely(f->base == NULL)) return yoke_fail(b, YOKE_ERROR_MEMORY, slot->type, YOKE_FOUND_NULL);
    target->at = f->base;
    return true;
}

void yoke_finish_replaced(yoke_binder *b, yoke_frame *f) {
    const yoke_slot *slot = f->slot;
    if (slot->trivial) {
        memcpy(f->destination, f->base, slot->size);
    } else {
        b->thunks->destroy(slot->value, f->destination, 1);
        b->thunks->move(slot->value, f->destination, f->base, 1);
    }
    b->is_replacing = false;
    yoke_pop_frame(b);
}

uint8_t *yoke_own_box_value(const yoke_binder *b, const yoke_slot *slot, uint8_t *at) {
    const yoke_string_objects *const objects = &b->thunks->string_objects;
    if (slot->kind != YOKE_VIA || slot->type->box_offset == 0 || objects->type == NULL || yoke_is_nil(b, slot, at)) return NULL;
    return objects->is_held_once(yoke_box_value(at, 0)) ? yoke_box_value(at, slot->type->box_offset) : NULL;
}

bool yoke_overwrite_target(yoke_binder *b, const yoke_slot *slot, uint8_t *at, yoke_target *target, enum yoke_found found) {
    uint8_t *const in_box = found != YOKE_FOUND_NULL ? yoke_own_box_value(b, slot, at) : NULL;
    if (in_box != NULL) return yoke_overwrite_target(b, &slot->type->element, in_box, target, found);
    *target = (yoke_target){slot, at};
    if (slot->trivial && slot->kind <= YOKE_RAW_STRING) return true;
    const enum yoke_found own = slot->kind == YOKE_STRING ? YOKE_FOUND_STRING : slot->kind == YOKE_ARRAY ? YOKE_FOUND_ARRAY : YOKE_FOUND_OBJECT;
    if (found != own || !yoke_can_overwrite(slot) || yoke_is_nil(b, slot, at)) return yoke_open_replaced(b, target);
    b->in_place = slot;
    target->slot = &in_place_slot;
    return true;
}

bool yoke_overwrite_field(yoke_binder *b, yoke_frame *f, yoke_target *target, enum yoke_found found) {
    const yoke_field *field = f->field;
    const yoke_slot *slot = &field->slot;
    uint8_t *at = f->base + slot->offset;
    // If null counts as a missing key for this field, the field gets the value that it has in a new instance.
    const bool is_missing = found == YOKE_FOUND_NULL && slot->null_bytes == NULL && slot->null_is_missing;
    yoke_put_bit(f->unchanged, field->index, is_missing);
    if (!is_missing) return yoke_overwrite_target(b, slot, at, target, found);
    *target = (yoke_target){slot, at};
    return true;
}

// MARK: - Strings

void yoke_overwrite_string(yoke_binder *b, uint8_t *at, const uint8_t *text, size_t n, bool ascii) {
    const yoke_thunks *const thunks = b->thunks;
    if (yoke_unlikely(!thunks->knows_strings)) return thunks->overwrite_string(at, text, n, ascii);
    if (yoke_string_is_small(at)) return yoke_put_string(thunks, at, text, n, ascii); // a small String has no heap object to free
    // First try to overwrite the String's memory. Do not compare the old and new text before, because copying is as fast as comparing. If
    // the memory cannot be overwritten, compare: if the texts are equal, the old String stays.
    uint8_t *object = thunks->refills_strings ? yoke_string_object(&thunks->string_objects, at) : NULL;
    if (object != NULL && yoke_refill_large_string(&thunks->string_objects, at, object, text, n, ascii)) return;
    size_t count;
    const uint8_t *old = yoke_string_large(at, &count);
    if (old != NULL && count == n && memcmp(old, text, n) == 0) return;
    if (object == NULL) return thunks->overwrite_string(at, text, n, ascii);
    yoke_put_string(thunks, at, text, n, ascii);
    thunks->string_objects.release(object);
}

// MARK: - Objects

yoke_frame *yoke_open_object_in_place(yoke_binder *b, const yoke_slot *slot, uint8_t *at, uint64_t start) {
    const yoke_object *object = slot->type->object;
    const size_t bits = object->words * sizeof(uint64_t);
    yoke_frame *f = yoke_push_frame(b, YOKE_FRAME_OBJECT);
    if (yoke_unlikely(f == NULL)) return NULL;
    f->is_in_place = true;
    f->old = NULL;
    f->seen = (uint64_t *)(void *)yoke_stack_push(&b->stack, 2 * bits, sizeof(uint64_t));
    if (yoke_unlikely(f->seen == NULL)) {
        yoke_drop_frame(b);
        yoke_fail_at(b, YOKE_ERROR_MEMORY, slot->type, YOKE_FOUND_OBJECT, start);
        return NULL;
    }
    // The existing object has values for all fields, so set all bits of `seen`. A bit in `unchanged` is set while its field has its old
    // value.
    f->unchanged = f->seen + object->words;
    for (uint32_t w = 0; w < object->words; w++) f->seen[w] = f->unchanged[w] = yoke_all_fields(object, w);
    f->is_object = true;
    yoke_begin_object(b, f, slot, at, start);
    f->is_captured = false;
    return f;
}

void yoke_reset_fields(yoke_binder *b, const yoke_object *object, uint8_t *base, uint32_t first, uint64_t fields) {
    for (; fields != 0; fields &= fields - 1) {
        const yoke_slot *slot = &object->fields[first + (uint32_t)__builtin_ctzll(fields)].slot;
        uint8_t *at = base + slot->offset;
        const uint8_t *empty = object->template_bytes + slot->offset;
        if (!slot->trivial) {
            if (yoke_same_bytes(at, empty, slot->size)) continue; // the field already has the bytes of an empty instance
            b->thunks->destroy(slot->value, at, 1);
        }
        memcpy(at, empty, slot->size);
    }
}

yoke_not_for_size bool yoke_reset_unchanged(yoke_binder *b, yoke_frame *f) {
    const yoke_object *object = f->object;
    for (uint32_t w = 0; w < object->words; w++)
        if (yoke_unlikely(((object->required[w] | object->initials[w]) & f->unchanged[w]) != 0)) return false;
    for (uint32_t w = 0; w < object->words; w++) yoke_reset_fields(b, object, f->base, 64 * w, f->unchanged[w]);
    return true;
}

bool yoke_complete_in_place(yoke_binder *b, yoke_frame *f) {
    const yoke_object *object = f->object;
    for (uint32_t w = 0; w < object->words; w++) f->seen[w] &= ~f->unchanged[w];
    for (uint32_t w = 0; w < object->words; w++)
        if (yoke_unlikely((object->required[w] & ~f->seen[w]) != 0)) return yoke_fail_missing(b, f, object->required);
    // The text has no values for the fields in `unchanged`: give them the bytes of a new instance. The caller then sets declared initial
    // values.
    for (uint32_t w = 0; w < object->words; w++) yoke_reset_fields(b, object, f->base, 64 * w, f->unchanged[w]);
    return true;
}

// MARK: - Arrays

/// True if C may read and write arrays of this type without a thunk. C must know the layout of arrays (`knows_arrays`). C also
/// needs Swift's function that tests whether another array shares the memory: without it, `string_objects.type` is NULL. The layout is known
/// only for elements with an alignment of at most YOKE_TAIL_ALIGN.
static bool knows_memory(const yoke_binder *b, const yoke_type *type) {
    return b->thunks->knows_arrays && b->thunks->string_objects.type != NULL && type->item_align <= YOKE_TAIL_ALIGN;
}

/// Returns the address of the elements of the array at `at`, and their number. Returns NULL if another array shares the memory.
static uint8_t *own_elements(yoke_binder *b, const yoke_type *type, uint8_t *at, size_t *count) {
    if (yoke_unlikely(!knows_memory(b, type))) return b->thunks->borrow(type->context, at, count);
    const yoke_own_array own = yoke_array_memory(&b->thunks->string_objects, at);
    *count = own.count;
    return own.elements;
}

/// Does the work of the thunk `overwrite` without a call to Swift. Returns false, and changes nothing, if this is not possible, for example
/// because the array needs more memory.
static bool put_elements(yoke_binder *b, const yoke_type *type, uint8_t *at, size_t kept, uint8_t *from, size_t n) {
    if (yoke_unlikely(!knows_memory(b, type))) return false;
    const yoke_own_array own = yoke_array_memory(&b->thunks->string_objects, at);
    if (own.elements == NULL || own.capacity - kept < n) return false;
    const yoke_slot *element = &type->element;
    uint8_t *after = own.elements + kept * type->item_stride;
    if (element->trivial) {
        if (n > 0) memcpy(after, from, n * type->item_stride);
    } else {
        if (own.count > kept) b->thunks->destroy(element->value, after, own.count - kept);
        if (n > 0) b->thunks->move(element->value, after, from, n);
    }
    yoke_set_array_count(&own, kept + n);
    return true;
}

yoke_frame *yoke_open_array_in_place(yoke_binder *b, const yoke_slot *slot, uint8_t *at) {
    yoke_frame *f = yoke_push_frame(b, YOKE_FRAME_ELEMENTS);
    if (yoke_unlikely(f == NULL)) return NULL;
    yoke_begin_elements(b, f, slot, at);
    const yoke_type *type = slot->type;
    f->old = NULL;
    f->old_count = 0;
    // Trivial elements (plain bytes) reuse nothing, so `old_count` is 0. They go to the value stack, and at the array's end to the array.
    if (!type->element.trivial) f->old = own_elements(b, type, at, &f->old_count);
    return f;
}

bool yoke_element_in_place(yoke_binder *b, yoke_frame *f, yoke_target *target, enum yoke_found found) {
    const yoke_type *type = f->slot->type;
    if (yoke_unlikely(f->count >= f->max_count)) return yoke_fail(b, YOKE_ERROR_MEMBER_LIMIT, NULL, found);
    if (f->count < f->old_count) return yoke_overwrite_target(b, f->element, (uint8_t *)f->old + f->count * f->stride, target, found);
    uint8_t *at = yoke_push_element(b, f, f->count - f->old_count, f->stride, type->item_align);
    if (yoke_unlikely(at == NULL)) return yoke_fail(b, YOKE_ERROR_MEMORY, type, found);
    *target = (yoke_target){f->element, at};
    return true;
}

void yoke_overwrite_array(yoke_binder *b, const yoke_type *type, uint8_t *at, size_t kept, uint8_t *from, size_t n) {
    if (yoke_likely(put_elements(b, type, at, kept, from, n))) return;
    b->thunks->overwrite(type->context, at, kept, from, n);
}

void yoke_end_array_in_place(yoke_binder *b, yoke_frame *f) {
    const uint64_t kept = f->count < f->old_count ? f->count : f->old_count, more = f->count - kept;
    if (kept > 0 && kept == f->old_count && more == 0) return; // all old elements are overwritten, and there are no further ones
    yoke_overwrite_array(b, f->slot->type, f->destination, kept, f->base, more);
}

void yoke_destroy_elements(yoke_binder *b, yoke_frame *f) {
    const yoke_slot *element = &f->slot->type->element;
    if (f->count > f->old_count && !element->trivial) b->thunks->destroy(element->value, f->base, f->count - f->old_count);
}

int yoke_open_in_place(yoke_binder *b, uint8_t *at, bool is_object, uint64_t start) {
    if (is_object) return yoke_open_object_in_place(b, b->in_place, at, start) != NULL;
    return yoke_open_array_in_place(b, b->in_place, at) != NULL;
}
