// Updates: changes an existing value. The frame of a changed object works on a copy of the object's value. At first, the frame marks all
// fields of the copy as having a value, so that an error destroys the entire copy. The original, `old`, stays as it is.
//
// When the value of a field comes, the field's old value is destroyed and the new value is stored. If the field is a model and an object
// comes, the field first gets a copy of the model's old value. A new frame changes this copy in the same way. So a repeated key starts from
// the old value again, and only its last value counts.
//
//     update(json: {"name": "Bo", "home": {"zip": 1}})        name    home                          level
//         old      (others may hold it)                       "Al"    { street "A", zip 8010 }      3
//         base     (becomes the value)                        "Bo"    { street "A", zip 1 }         3       unchanged: only level and street
#include "bind/binder.h"
#include "bind/in_place.h"

/// True if the flattened Optional with the index `group` is a part of another flattened Optional that is nil. The memory of `group` then
/// holds no value, so code must not ask if it is nil.
static bool is_in_nil_group(const yoke_frame *f, uint32_t group) {
    const yoke_object *object = f->object;
    for (uint32_t g = 0; g < group; g++)
        for (uint32_t w = 0; w < object->words; w++)
            if ((object->groups[g].fields[w] & object->groups[group].fields[w]) != 0 && !yoke_bit(f->seen, object->group_bits + g)) return true;
    return false;
}

void yoke_begin_in_place(yoke_binder *b, yoke_frame *f) {
    const yoke_object *object = f->object;
    f->is_in_place = true;
    f->old = b->next_old;
    b->next_old = NULL;
    if (f->destination == b->root_memory) b->root_full = false;
    for (uint32_t i = 0; i < object->count; i++) yoke_set_bit(f->seen, i);
    for (uint32_t i = 0; i < object->count && object->ranks > 0; i++) f->ranks[i] = YOKE_RANK_OF_NULL;
    for (uint32_t g = 0; g < object->group_count; g++) {
        const yoke_group *group = &object->groups[g];
        if (!is_in_nil_group(f, g) && !b->thunks->is_nil(group->slot.value, f->base + group->slot.offset)) {
            yoke_set_bit(f->seen, object->group_bits + g);
            continue;
        }
        for (uint32_t i = 0; i < object->count; i++) {
            if (!yoke_bit(group->fields, i)) continue;
            yoke_clear_bit(f->seen, i);
            const yoke_slot *slot = &object->fields[i].slot;
            __builtin_memcpy(f->base + slot->offset, object->template_bytes + slot->offset, slot->size);
        }
    }
    for (uint32_t w = 0; w < object->words; w++) f->unchanged[w] = yoke_had_value(f)[w] = f->seen[w];
}

static void put_copy(const yoke_binder *b, const yoke_slot *slot, uint8_t *to, const uint8_t *from) {
    if (slot->trivial) {
        __builtin_memcpy(to, from, slot->size);
    } else {
        b->thunks->copy(slot->value, to, from);
    }
}

/// True if this key of the field is not the key for writing. Then a merge patch that removes this key does not remove the field's old value,
/// because the JSON of the old value has no member with this key.
static bool is_other_key(const yoke_field *field) {
    const yoke_field_rules *rules = field->rules;
    return rules != NULL && rules->is_alias && rules->rank != rules->written_rank;
}

/// Notes whether a merge patch has removed the field's old value. It does so if the last value under the key for writing is null. (A field
/// without aliases needs no note: its only key decides alone.)
static void note_removed(yoke_frame *f, const yoke_field *field, bool removed) {
    const bool is_alias = field->rules != NULL && field->rules->is_alias;
    if (is_alias && !is_other_key(field)) yoke_put_bit(yoke_removed(f), field->index, removed);
}

/// Resets the field: to missing if `removed`, else to its value before the update, or to missing if the patch has removed this value. For a
/// path node (a container on a key path), resets all fields below it. If the field has several keys, does so only if its value came under
/// this key, or before the update.
static void reset(yoke_binder *b, yoke_frame *f, const yoke_field *field, bool removed) {
    const yoke_slot *slot = &field->slot;
    const uint32_t index = field->index;
    if (yoke_is_table(slot->kind)) {
        const yoke_object *table = slot->type->object;
        for (uint32_t i = 0; i < table->keyed; i++) reset(b, f, &table->fields[i], removed);
        yoke_put_bit(f->seen, index, removed);
        return;
    }
    note_removed(f, field, removed);
    if (yoke_bit(f->unchanged, index) && (!removed || is_other_key(field))) return;
    if (field->rules != NULL && field->rules->is_alias) {
        if (f->ranks[index] != field->rules->rank && f->ranks[index] != YOKE_RANK_OF_NULL) return;
        f->ranks[index] = YOKE_RANK_OF_NULL;
    }
    const yoke_field *current = f->field;
    f->field = field;
    b->thunks->roll_back(b->reader); // undoes what the value changed in class instances
    f->field = current;
    yoke_forget_field(b, f, field);
    yoke_clear_bit(f->unchanged, index);
    if (removed || !yoke_bit(yoke_had_value(f), index) || yoke_bit(yoke_removed(f), index)) return;
    put_copy(b, slot, f->base + slot->offset, f->old + slot->offset);
    yoke_set_bit(f->seen, index);
    yoke_set_bit(f->unchanged, index);
}

void yoke_restore_field(yoke_binder *b, yoke_frame *f, const yoke_field *field) { reset(b, f, field, false); }

void yoke_remove_below(yoke_binder *b, yoke_frame *f, const yoke_field *step) {
    if ((b->updates & YOKE_UPDATE_MERGES) != 0 && yoke_is_table(step->slot.kind) && step->slot.kind != YOKE_SHARED_KEY) reset(b, f, step, true);
}

// MARK: - Objects that change an existing value

enum update_method {
    /// The update replaces the old value by the new value.
    REPLACED,
    /// The update changes a copy of the old value, field by field, in a frame.
    CHANGED,
    /// The update writes the old value as JSON text, applies the merge patch to this text, and reads the patched text.
    PATCHED
};

const yoke_type *yoke_innermost(const yoke_type *type) {
    while (type->kind == YOKE_VIA || type->hooks) type = type->element.type;
    return type;
}

/// True if the type has hooks. For a type that is read via a storage type (YOKE_VIA): true if the innermost storage type has hooks.
static bool has_hooks(const yoke_type *type) {
    while (type->kind == YOKE_VIA) type = type->element.type;
    return type->hooks;
}

static enum update_method method_for(const yoke_binder *b, const yoke_slot *slot, const uint8_t *old, bool is_part) {
    const bool merges = (b->updates & YOKE_UPDATE_MERGES) != 0;
    // A merge patch for a missing value changes an empty object. Nulls in the patch only remove members, so do not simply read the patch.
    if (old == NULL || b->thunks->is_nil(slot->value, old)) return merges ? PATCHED : REPLACED;
    switch (yoke_innermost(slot->type)->kind) {
    case YOKE_OBJECT: return (b->updates & YOKE_UPDATE_REPLACES_MODELS) != 0 && !is_part ? REPLACED : CHANGED;
    case YOKE_DICTIONARY:
        if (!merges) return REPLACED;
        return has_hooks(slot->type) ? PATCHED : CHANGED; // hooks look at the whole new dictionary
    case YOKE_DOCUMENT:
    case YOKE_RAW_TEXT: return merges ? PATCHED : REPLACED;
    default: return REPLACED;
    }
}

bool yoke_commit(yoke_binder *b, const yoke_type *type, const void *instance) {
    void *failure = b->thunks->commit(type != NULL ? type->context : NULL, b->reader, instance);
    if (failure == NULL) return true;
    yoke_fail(b, YOKE_ERROR_ASSIGN, type, YOKE_FOUND_OBJECT);
    b->error.failure = failure;
    return false;
}

/// For an old value at `*old` that is made from a storage: makes this storage, so that the update can change it. Pushes a YOKE_FRAME_VIA,
/// and room for the new storage on the value stack, which becomes the target. Puts the old storage after this room, and its address into
/// `*old`. Returns false after it recorded an error.
static bool push_old_storage(yoke_binder *b, yoke_target *target, const uint8_t **old) {
    void *failure = NULL;
    if (target->slot->type->subclasses != NULL) {
        // The old value may be an instance of a subclass. The update must not change its class, so use the subclass's slot.
        const yoke_slot *own = b->thunks->update_class(target->slot->type->subclasses, *old, &failure);
        if (own != NULL) target->slot = own;
    }
    const yoke_slot *slot = target->slot;
    const yoke_type *type = slot->type;
    uint8_t *at = target->at;
    const uint8_t *instance = *old;
    if (type->assigns && !yoke_commit(b, type, instance)) return false; // apply an earlier change of this instance, if one is recorded
    if (failure == NULL) {
        if (!yoke_open_via(b, target)) return false;
        uint8_t *apart = yoke_stack_push(&b->stack, type->element.size, type->item_align);
        if (apart == NULL) return yoke_fail(b, YOKE_ERROR_MEMORY, type, YOKE_FOUND_OBJECT);
        failure = b->thunks->store(type->context, apart, *old);
        *old = apart;
    }
    if (failure != NULL) {
        b->depth++; // count the object as open, so that recovery skips the rest of it
        yoke_fail(b, YOKE_ERROR_THUNK, type, YOKE_FOUND_OBJECT);
        b->error.failure = failure;
        return false;
    }
    if (type->assigns || type->amends) b->thunks->copy(slot->value, at, instance);
    b->top->is_in_place = true;
    b->top->old = *old;
    return true;
}

/// Counts an object of an update whose key may be repeated. If the limit is exceeded, records the error and returns false.
static bool count_repeated(yoke_binder *b) {
    if (!b->top->repeats_key || ++b->repeated_patches <= YOKE_MAX_REPEATED_PATCHES) return true;
    return yoke_fail(b, YOKE_ERROR_REPEATED_PATCH, NULL, YOKE_FOUND_OBJECT);
}

static const yoke_slot patched = {.kind = YOKE_PATCH, .trivial = true};

bool yoke_change(yoke_binder *b, yoke_target *target, const uint8_t *old, bool is_part) {
    switch (method_for(b, target->slot, old, is_part)) {
    case REPLACED: return true;
    case PATCHED: target->slot = &patched; return count_repeated(b);
    case CHANGED: break;
    }
    if (!count_repeated(b)) return false;
    while (target->slot->kind == YOKE_VIA) {
        if (!push_old_storage(b, target, &old)) return false;
        if (b->thunks->is_nil(target->slot->value, old)) { // there is nothing to change, but a patch for nothing is applied to {}
            if ((b->updates & YOKE_UPDATE_MERGES) != 0) target->slot = &patched;
            return true;
        }
    }
    if (target->slot->type->hooks) return true; // change nothing here: hooks first need the entire text of the value
    put_copy(b, target->slot, target->at, old);
    b->next_old = old;
    return true;
}

/// True if the fields of the frame stand in an array on their path, and a merge patch replaces the array. Then their old values do not count.
static bool is_in_new_array(const yoke_binder *b, const yoke_frame *f) {
    if ((b->updates & YOKE_UPDATE_MERGES) == 0) return false;
    for (; yoke_is_table(f->slot->kind); f--)
        if (f->kind == YOKE_FRAME_PATH_NODES && !f->is_object) return true;
    return false;
}

static const uint8_t *old_value_address(const yoke_binder *b, const yoke_frame *f) {
    switch (f->kind) {
    case YOKE_FRAME_OBJECT:
    case YOKE_FRAME_PATH_NODES:
        if (!f->is_in_place || f->field == NULL || !yoke_bit(yoke_had_value(f), f->field->index) || is_in_new_array(b, f)) return NULL;
        return f->old + f->field->slot.offset;
    case YOKE_FRAME_ENTRIES: return f->has_old_value ? f->base + f->slot->type->item_stride + f->slot->type->element.offset : NULL;
    default: return f->is_in_place ? f->old : NULL;
    }
}

const uint8_t *yoke_old_value(const yoke_binder *b, const yoke_slot *slot) {
    const uint8_t *old = old_value_address(b, b->top);
    return old == NULL || b->thunks->is_nil(slot->value, old) ? NULL : old;
}

// MARK: - Fields

bool yoke_update_target(yoke_binder *b, yoke_frame *f, yoke_target *target, enum yoke_found found) {
    const yoke_field *field = f->field;
    const yoke_slot *slot = &field->slot;
    const bool is_alias = field->rules != NULL && field->rules->is_alias;
    const bool is_null = found == YOKE_FOUND_NULL;
    if (yoke_overwrites(b)) return yoke_overwrite_field(b, f, target, found);
    *target = (yoke_target){NULL, NULL};
    if ((b->updates & YOKE_UPDATE_MERGES) != 0) note_removed(f, field, is_null);
    const bool has_new_value = yoke_bit(f->seen, field->index) && !yoke_bit(f->unchanged, field->index);
    if (is_alias && has_new_value) {
        const uint8_t rank = f->ranks[field->index];
        // Neither null nor a value under a key that comes later in the list replaces a value that came under another key of the field.
        if (is_null ? rank != field->rules->rank : rank < field->rules->rank) {
            yoke_leave_field(b, f);
            return true;
        }
    }
    if (is_null && (b->updates & YOKE_UPDATE_MERGES) != 0 && is_other_key(field) &&
        (has_new_value || yoke_bit(f->unchanged, field->index))) {
        reset(b, f, field, false); // undoes an earlier value under this key
        yoke_leave_field(b, f);
        return true;
    }
    if (!yoke_bit(f->unchanged, field->index)) b->thunks->roll_back(b->reader);
    if (yoke_is_table(slot->kind)) {
        // The key leads to a path node (a container on a key path). The text may repeat the key, so first give the fields below the node
        // their old values again.
        reset(b, f, field, false);
        *target = (yoke_target){slot, f->base};
        return found != YOKE_FOUND_OBJECT || count_repeated(b);
    }
    if (is_null && (b->updates & YOKE_UPDATE_KEEPS_ON_NULL) != 0) {
        reset(b, f, field, false);
        yoke_leave_field(b, f);
        return true;
    }
    yoke_forget_field(b, f, field);
    yoke_clear_bit(f->unchanged, field->index);
    if (is_alias) f->ranks[field->index] = field->rules->rank;
    if (is_null && (b->updates & YOKE_UPDATE_MERGES) != 0 && !is_in_new_array(b, f)) {
        // Null removes the value, except in an array, which the patch replaces as a whole. For a required field that is an error, unless
        // the field has other keys, which may still give a value.
        if (!is_alias && yoke_bit(f->object->required, field->index))
            return yoke_fail(b, YOKE_ERROR_MISMATCH, slot->type, YOKE_FOUND_NULL);
        if (is_alias) f->ranks[field->index] = YOKE_RANK_OF_NULL;
        yoke_leave_field(b, f);
        return true;
    }
    *target = (yoke_target){slot, f->base + slot->offset};
    if (found != YOKE_FOUND_OBJECT || is_in_new_array(b, f)) return true;
    return yoke_change(b, target, yoke_bit(yoke_had_value(f), field->index) ? f->old + slot->offset : NULL, false);
}

// MARK: - Entries of a dictionary

int yoke_open_entries(yoke_binder *b, yoke_target target, uint64_t start) {
    yoke_frame *f = yoke_push_frame(b, YOKE_FRAME_ENTRIES);
    if (yoke_unlikely(f == NULL)) return 0;
    const yoke_type *type = target.slot->type;
    f->has_old_value = f->skips_member = false;
    f->base = yoke_stack_push(&b->stack, 2 * (size_t)type->item_stride, type->item_align);
    if (yoke_unlikely(f->base == NULL)) {
        yoke_drop_frame(b);
        return yoke_fail(b, YOKE_ERROR_MEMORY, type, YOKE_FOUND_OBJECT);
    }
    f->is_object = true;
    f->slot = target.slot;
    f->destination = target.at;
    f->old = b->next_old;
    b->next_old = NULL;
    f->serial = ++b->serial;
    f->start = start;
    return 1;
}

int yoke_entry_key(yoke_binder *b, yoke_frame *f, const uint8_t *key, size_t n) {
    if (!yoke_accept_key(b, f, key, n)) return 0;
    static const yoke_type string = {.kind = YOKE_STRING};
    f->has_key = yoke_store_string(b, &string, f->base, key, n);
    return f->has_key;
}

static void drop_old_entry(yoke_binder *b, yoke_frame *f) {
    const yoke_type *type = f->slot->type;
    if (f->has_old_value) b->thunks->destroy(type->element.value, f->base + type->item_stride + type->element.offset, 1);
    f->has_old_value = false;
}

bool yoke_entry_target(yoke_binder *b, yoke_frame *f, yoke_target *target, enum yoke_found found) {
    *target = (yoke_target){NULL, NULL};
    if (!f->has_key) return true;
    b->thunks->roll_back(b->reader);
    const yoke_type *type = f->slot->type;
    if (found == YOKE_FOUND_NULL) {
        b->thunks->put(type->context, f->destination, f->base, false);
        f->has_key = false;
        return true;
    }
    uint8_t *value = f->base + type->element.offset, *old = value + type->item_stride;
    *target = (yoke_target){&type->element, value};
    if (found != YOKE_FOUND_OBJECT) return true;
    f->has_old_value = b->thunks->find(type->context, f->old, f->base, old);
    return yoke_change(b, target, f->has_old_value ? old : NULL, false);
}

void yoke_entry_done(yoke_binder *b, yoke_frame *f) {
    drop_old_entry(b, f);
    if (f->has_key) b->thunks->put(f->slot->type->context, f->destination, f->base, true);
    f->has_key = f->skips_member = false;
}

void yoke_entry_left_out(yoke_binder *b, yoke_frame *f) {
    drop_old_entry(b, f);
    if (f->has_key) b->thunks->destroy_pairs(f->slot->type->context, f->base, 0, true);
    f->has_key = false;
}
