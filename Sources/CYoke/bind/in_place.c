// Reading in place: overwrites an existing value, so that memory of the same shape is neither freed nor allocated again. The text
// gives the same value as anywhere else. Only the old value's memory stays, and the parts that are equal.
//
// Every slot in the old value holds a complete value at any time: the old one, or the one from the text. So a frame over a value
// owns nothing of the value. An error leaves a value that is partly old and partly new.
//
//     {"name": "Bo", "tags": ["a", "b", "c"], "home": {"zip": 1}, "link": "https://..."}
//       name    the same bytes: the String stays
//       tags    the array is not shared: elements overwrite its elements (ELEMENTS), further ones go to the value stack
//       home    a frame over the existing model
//       link    any other kind: bound elsewhere, and moved into its slot when complete (REPLACED)
//       level   missing: at the end of the object it becomes as in a new instance
#include <string.h>

#include "bind/binder.h"
#include "base/swift_layout.h"

static const yoke_type in_place_type = {.kind = YOKE_IN_PLACE};
static const yoke_slot in_place_slot = {.type = &in_place_type, .kind = YOKE_IN_PLACE, .trivial = true};

bool yoke_can_overwrite(const yoke_slot *slot) {
    // If elements were left out, elements of the old value would show up instead.
    if (slot->kind == YOKE_ARRAY) return slot->type->overwrites && (slot->rules & YOKE_RULE_LOSSY) == 0;
    return slot->kind == YOKE_STRING || (slot->kind == YOKE_OBJECT && slot->type->object->overwrites);
}

/// Opens a frame for a new value that is made elsewhere. It replaces the old value when it is complete.
static bool open_replaced(yoke_binder *b, yoke_target *target) {
    const yoke_slot *slot = target->slot;
    yoke_frame *f = yoke_push_frame(b, YOKE_FRAME_REPLACED);
    if (yoke_unlikely(f == NULL)) return false;
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
    yoke_pop_frame(b);
}

bool yoke_overwrite_target(yoke_binder *b, const yoke_slot *slot, uint8_t *at, yoke_target *target, enum yoke_found found) {
    *target = (yoke_target){slot, at};
    if (slot->trivial && slot->kind <= YOKE_RAW_STRING) return true;
    const enum yoke_found own = slot->kind == YOKE_STRING ? YOKE_FOUND_STRING : slot->kind == YOKE_ARRAY ? YOKE_FOUND_ARRAY : YOKE_FOUND_OBJECT;
    if (found != own || !yoke_can_overwrite(slot) || yoke_is_nil(b, slot, at)) return open_replaced(b, target);
    b->in_place = slot;
    target->slot = &in_place_slot;
    return true;
}

bool yoke_overwrite_field(yoke_binder *b, yoke_frame *f, yoke_target *target, enum yoke_found found) {
    const yoke_field *field = f->field;
    const yoke_slot *slot = &field->slot;
    uint8_t *at = f->base + slot->offset;
    // Null counts as a missing key here, so the field becomes as in a new instance.
    const bool is_missing = found == YOKE_FOUND_NULL && slot->null_bytes == NULL && slot->null_is_missing;
    yoke_put_bit(f->kept, field->index, is_missing);
    if (!is_missing) return yoke_overwrite_target(b, slot, at, target, found);
    *target = (yoke_target){slot, at};
    return true;
}

// MARK: - Strings

void yoke_overwrite_string(yoke_binder *b, uint8_t *at, const uint8_t *text, size_t n, bool ascii) {
    if (b->thunks->knows_strings) {
        const bool is_small = yoke_string_is_small(at);
        size_t count = yoke_string_small_count(at);
        const uint8_t *old = is_small ? at : yoke_string_large(at, &count);
        if (old != NULL && count == n && memcmp(old, text, n) == 0) return;
        if (is_small) {
            yoke_put_string(b->thunks, at, text, n, ascii); // a small String needs no destruction
            return;
        }
    }
    b->thunks->overwrite_string(at, text, n, ascii);
}

// MARK: - Objects

yoke_frame *yoke_open_object_in_place(yoke_binder *b, const yoke_slot *slot, uint8_t *at, uint64_t start) {
    const yoke_object *object = slot->type->object;
    const size_t bits = object->words * sizeof(uint64_t);
    yoke_frame *f = yoke_push_frame(b, YOKE_FRAME_OBJECT);
    if (yoke_unlikely(f == NULL)) return NULL;
    f->is_in_place = true;
    f->old = NULL;
    f->seen = (uint64_t *)(void *)yoke_stack_push(&b->stack, 2 * bits + sizeof(yoke_slot), sizeof(uint64_t));
    if (yoke_unlikely(f->seen == NULL)) {
        yoke_drop_frame(b);
        yoke_fail_at(b, YOKE_ERROR_MEMORY, slot->type, YOKE_FOUND_OBJECT, start);
        return NULL;
    }
    // All fields have a value. `kept` has the fields for which the text has none yet.
    f->kept = f->seen + object->words;
    memset(f->seen, 0, 2 * bits);
    for (uint32_t i = 0; i < object->count; i += 64)
        f->seen[i >> 6] = f->kept[i >> 6] = object->count - i >= 64 ? UINT64_MAX : ((uint64_t)1 << (object->count - i)) - 1;
    // The end of this object needs more work than the end of a new one. The kind of the slot says so.
    yoke_slot *own = (yoke_slot *)(void *)(f->kept + object->words);
    *own = *slot;
    own->kind = YOKE_OBJECT_WITH_RULES;
    f->is_object = true;
    yoke_begin_object(b, f, own, at, start);
    f->met = false;
    return f;
}

bool yoke_complete_in_place(yoke_binder *b, yoke_frame *f) {
    const yoke_object *object = f->object;
    for (uint32_t w = 0; w < object->words; w++) f->seen[w] &= ~f->kept[w];
    for (uint32_t w = 0; w < object->words; w++)
        if (yoke_unlikely((object->required[w] & ~f->seen[w]) != 0)) return yoke_missing(b, f, object->required);
    // As in a new instance. The caller then sets declared initial values.
    for (uint32_t i = 0; i < object->count; i++) {
        if (!yoke_bit(f->kept, i)) continue;
        const yoke_slot *slot = &object->fields[i].slot;
        if (!slot->trivial) b->thunks->destroy(slot->value, f->base + slot->offset, 1);
        memcpy(f->base + slot->offset, object->template_bytes + slot->offset, slot->size);
    }
    return true;
}

// MARK: - Arrays

yoke_frame *yoke_open_array_in_place(yoke_binder *b, const yoke_slot *slot, uint8_t *at) {
    yoke_frame *f = yoke_push_frame(b, YOKE_FRAME_ELEMENTS);
    if (yoke_unlikely(f == NULL)) return NULL;
    yoke_begin_elements(b, f, slot, at);
    const yoke_type *type = slot->type;
    f->old = NULL;
    f->room = 0;
    // Elements that are plain bits go there all at once, at the end.
    if (!type->element.trivial) f->old = b->thunks->borrow(type->context, at, &f->room);
    return f;
}

bool yoke_element_in_place(yoke_binder *b, yoke_frame *f, yoke_target *target, enum yoke_found found) {
    const yoke_type *type = f->slot->type;
    if (yoke_unlikely(f->count >= f->most)) return yoke_fail(b, YOKE_ERROR_MEMBER_LIMIT, type, found);
    if (f->count < f->room) return yoke_overwrite_target(b, f->element, (uint8_t *)f->old + f->count * f->stride, target, found);
    uint8_t *at = yoke_push_element(b, f, f->count - f->room, f->stride, type->item_align);
    if (yoke_unlikely(at == NULL)) return yoke_fail(b, YOKE_ERROR_MEMORY, type, found);
    *target = (yoke_target){f->element, at};
    return true;
}

void yoke_end_array_in_place(yoke_binder *b, yoke_frame *f) {
    const yoke_type *type = f->slot->type;
    const uint64_t kept = f->count < f->room ? f->count : f->room, more = f->count - kept;
    if (kept > 0 && kept == f->room && more == 0) return; // as many elements as before
    switch (type->array_of) {
    case YOKE_ARRAY_OF_F64: b->thunks->overwrite_doubles(f->destination, (const double *)(void *)f->base, more); break;
    case YOKE_ARRAY_OF_I64: b->thunks->overwrite_integers(f->destination, (const int64_t *)(void *)f->base, more); break;
    default: b->thunks->overwrite(type->context, f->destination, kept, f->base, more);
    }
}

void yoke_destroy_elements(yoke_binder *b, yoke_frame *f) {
    const yoke_slot *element = &f->slot->type->element;
    if (f->count > f->room && !element->trivial) b->thunks->destroy(element->value, f->base, f->count - f->room);
}

int yoke_open_in_place(yoke_binder *b, uint8_t *at, bool is_object, uint64_t start) {
    if (is_object) return yoke_open_object_in_place(b, b->in_place, at, start) != NULL;
    return yoke_open_array_in_place(b, b->in_place, at) != NULL;
}
