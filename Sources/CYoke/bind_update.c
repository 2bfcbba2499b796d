// Changing a value that is there. Its object's frame lies over it with every field seen, so that an error destroys what is left of it; a
// field that the text names is replaced when its value comes, or, if it is a model and an object comes, lain over in the same way.
#include "bind_internal.h"

/// Whether the group is a part of an earlier one that is nil, whose memory holds nothing.
static bool is_in_nil_group(const yoke_frame *f, uint32_t group) {
    const yoke_object *object = f->object;
    for (uint32_t g = 0; g < group; g++)
        for (uint32_t w = 0; w < object->words; w++)
            if ((object->groups[g].fields[w] & object->groups[group].fields[w]) != 0 && !yoke_bit(f->seen, object->group_bits + g)) return true;
    return false;
}

void yoke_take_over(yoke_binder *b, yoke_frame *f) {
    const yoke_object *object = f->object;
    b->is_over_value = false;
    if (f->destination == b->root_memory) b->root_full = false;
    for (uint32_t i = 0; i < object->count; i++) yoke_set_bit(f->seen, i);
    // Whatever candidate comes, it is newer.
    for (uint32_t i = 0; i < object->count && object->ranks > 0; i++) f->ranks[i] = YOKE_RANK_OF_NULL;
    for (uint32_t g = 0; g < object->group_count; g++) {
        const yoke_group *group = &object->groups[g];
        if (!is_in_nil_group(f, g) && !b->thunks->is_nil(group->slot.value, f->base + group->slot.offset)) {
            yoke_set_bit(f->seen, object->group_bits + g);
            continue;
        }
        for (uint32_t i = 0; i < object->count; i++) {
            if (!yoke_bit(group->fields, i)) continue;
            f->seen[i >> 6] &= ~((uint64_t)1 << (i & 63));
            const yoke_slot *slot = &object->fields[i].slot;
            __builtin_memcpy(f->base + slot->offset, object->blank + slot->offset, slot->size);
        }
    }
}

/// Whether the slot's value is a model, Optional or not, that can be changed.
static bool is_model(const yoke_binder *b, const yoke_slot *slot, const uint8_t *at) {
    const yoke_type *type = slot->type;
    while (type->kind == YOKE_THROUGH) type = type->element.type;
    if (type->kind != YOKE_OBJECT) return false;
    return slot->null_bytes == NULL || !b->thunks->is_nil(slot->value, at);
}

/// A staged model is changed by way of its storage, and made anew.
static bool store_through(yoke_binder *b, yoke_frame *f, yoke_target *target) {
    const uint8_t *value = target->at;
    const yoke_field *field = f->field;
    const size_t level = b->frame_count;
    // A chain of types, one through the other, is a chain of storages: only the innermost is filled from the one around it.
    while (target->slot->kind == YOKE_THROUGH) {
        const yoke_type *type = target->slot->type;
        if (!yoke_open_through(b, target)) return false;
        void *failure = b->thunks->store(type->context, target->at, value);
        if (failure != NULL) {
            yoke_fail(b, YOKE_ERROR_THUNK, type, YOKE_FOUND_OBJECT);
            b->error.failure = failure;
            return false;
        }
        value = target->at;
    }
    yoke_forget_field(b, &b->frames[level - 1], field);
    return true;
}

bool yoke_update_target(yoke_binder *b, yoke_frame *f, yoke_target *target, enum yoke_found found) {
    const yoke_field *field = f->field;
    uint8_t *at = f->base + field->slot.offset;
    if (found == YOKE_FOUND_NULL && (b->updates & YOKE_UPDATE_KEEPS_ON_NULL) != 0) {
        f->field = NULL;
        return true;
    }
    *target = (yoke_target){&field->slot, at};
    bool merges = found == YOKE_FOUND_OBJECT && (b->updates & YOKE_UPDATE_REPLACES_MODELS) == 0 && is_model(b, &field->slot, at);
    if (!merges) {
        yoke_forget_field(b, f, field);
        return true;
    }
    if (field->slot.kind == YOKE_THROUGH && !store_through(b, f, target)) return false;
    // The frame that comes owns its fields.
    b->is_over_value = true;
    f = &b->frames[b->frame_count - 1];
    if (f->kind == YOKE_FRAME_OBJECT) f->seen[field->index >> 6] &= ~((uint64_t)1 << (field->index & 63));
    return true;
}
