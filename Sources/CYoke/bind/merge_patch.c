// At the end of an object that a merge patch (RFC 7396) changes: handles the values that the patch has removed. It is an error to remove a
// required value. A flattened Optional (its members stand in the object) becomes nil if its last member was removed. The result is the same
// as if the value were written as JSON, this JSON were patched, and the patched JSON were read.
#include "bind/binder.h"
#include "bind/in_place.h"

const yoke_field *yoke_removed_field(const yoke_binder *b, const yoke_frame *f, const uint64_t *required) {
    if (!f->is_in_place || (b->updates & YOKE_UPDATE_MERGES) == 0) return NULL;
    for (uint32_t i = 0; i < f->object->count; i++)
        if (yoke_bit(required, i) && !yoke_bit(f->seen, i) && yoke_bit(yoke_had_value(f), i)) return &f->object->fields[i];
    return NULL;
}

/// True if the JSON text of the object before the patch would have a member for the field with the index `i`. False for extras, which have
/// no member of their own.
static bool was_member(const yoke_binder *b, const yoke_frame *f, uint32_t i) {
    const yoke_slot *slot = &f->object->fields[i].slot;
    if (i >= f->object->keyed && !yoke_is_whole(f->object, i)) return false;
    if (!yoke_bit(yoke_had_value(f), i)) return false;
    return (slot->rules & YOKE_RULE_WRITES_NULL) != 0 || !b->thunks->is_nil(slot->value, f->old + slot->offset);
}

/// True if the flattened Optional with the index `g` is `group` itself, or is a part of `group`.
static bool is_in(const yoke_object *object, uint32_t g, const yoke_group *group) {
    for (uint32_t w = 0; w < object->words; w++)
        if ((object->groups[g].fields[w] & ~group->fields[w]) != 0) return false;
    return true;
}

/// True if the flattened Optional with the index `g` was not nil before the patch, but had no presence key to write. The writer then writes
/// one member, its `null_marker`, as null, so that a reader sees that the Optional is not nil.
static bool was_null_marked(const yoke_binder *b, const yoke_frame *f, uint32_t g) {
    const yoke_object *object = f->object;
    const yoke_group *group = &object->groups[g];
    if (group->null_marker == NULL || !yoke_bit(yoke_had_value(f), object->group_bits + g)) return false;
    for (uint32_t i = 0; i < object->count; i++) {
        const bool shows_presence = yoke_bit(group->presence_keys, i) || yoke_is_whole(object, i);
        if (yoke_bit(group->fields, i) && shows_presence && was_member(b, f, i)) return false;
    }
    // If an inner flattened Optional was not nil, the writer wrote at least one member for it, maybe a null. So `g` had a member too.
    for (uint32_t inner = g + 1; inner < object->group_count; inner++)
        if (is_in(object, inner, group) && yoke_bit(yoke_had_value(f), object->group_bits + inner)) return false;
    return true;
}

/// True if the merge patch has removed at least one member of the flattened Optional with the index `g`, and no member is left.
static bool is_emptied(const yoke_binder *b, const yoke_frame *f, uint32_t g) {
    const yoke_object *object = f->object;
    const yoke_group *group = &object->groups[g];
    bool is_removed = false;
    for (uint32_t i = 0; i < object->count; i++) {
        const yoke_slot *slot = &object->fields[i].slot;
        if (!yoke_bit(group->fields, i)) continue;
        const bool was = was_member(b, f, i), is_unchanged = yoke_bit(f->unchanged, i);
        if (was && !is_unchanged) is_removed = true;
        if (!yoke_bit(f->seen, i) || !(yoke_bit(group->presence_keys, i) || yoke_is_whole(object, i))) continue;
        if ((was && is_unchanged) || !b->thunks->is_nil(slot->value, f->base + slot->offset)) return false;
    }
    for (uint32_t part = g; part < object->group_count; part++) {
        if (!is_in(object, part, group) || !was_null_marked(b, f, part)) continue;
        const uint32_t marker = object->groups[part].null_marker->index;
        const bool is_unchanged = marker < object->count ? yoke_bit(f->unchanged, marker) : !yoke_bit(f->seen, marker);
        if (is_unchanged && yoke_bit(group->presence_keys, marker)) return false;
        if (!is_unchanged) is_removed = true;
    }
    return is_removed;
}

/// Makes the flattened Optional with the index `g` nil, even if the patch has keys of its members.
static void remove_group(yoke_binder *b, yoke_frame *f, uint32_t g) {
    const yoke_object *object = f->object;
    const yoke_group *group = &object->groups[g];
    for (uint32_t i = 0; i < object->group_bits; i++) {
        const bool is_field = i < object->count;
        if (is_field && yoke_bit(group->fields, i)) {
            yoke_forget_field(b, f, &object->fields[i]);
            yoke_clear_bit(f->unchanged, i);
        } else if (!is_field && yoke_bit(group->presence_keys, i)) {
            yoke_clear_bit(f->seen, i);
        }
    }
    yoke_clear_bit(f->seen, object->group_bits + g);
}

/// True if the patch has a presence key of the flattened Optional: a key which shows that the Optional is not nil. Checks only the keys of
/// values that are bound to the object's entire text: these keys have bits after the bits of the fields.
static bool is_named(const yoke_frame *f, const yoke_group *group) {
    for (uint32_t i = f->object->count; i < f->object->group_bits; i++)
        if (yoke_bit(group->presence_keys, i) && yoke_bit(f->seen, i)) return true;
    return false;
}

static bool is_same_slot(const yoke_slot *a, const yoke_slot *b) { return a->value == b->value && a->offset == b->offset; }

/// Handles flattened Optionals whose field is bound to the object's entire text, which here is the merge patch. Each such Optional becomes
/// nil if the patch leaves it without a member. Returns false after it recorded an error.
static bool remove_whole(yoke_binder *b, yoke_frame *f) {
    const yoke_object *object = f->object;
    size_t n;
    const uint8_t *text = yoke_source_capture_end(&b->source, f->start, &b->raw_text, &n);
    b->source.capturing++; // `yoke_source_capture_end` has ended the capture, but the raw text is needed again
    if (text == NULL) return yoke_fail_at(b, YOKE_ERROR_MEMORY, f->slot->type, YOKE_FOUND_OBJECT, f->start);
    for (uint32_t g = 0; g < object->group_count; g++) {
        const yoke_group *group = &object->groups[g];
        uint32_t i = object->keyed;
        while (yoke_is_whole(object, i) && !is_same_slot(&object->fields[i].slot, &group->slot)) i++;
        if (!yoke_is_whole(object, i) || !is_named(f, group)) continue;
        const yoke_slot *slot = &object->fields[i].slot;
        void *failure = NULL;
        const uint8_t *old = yoke_bit(f->seen, i) ? f->old + slot->offset : NULL;
        const bool is_left = b->thunks->leaves_member(b->patcher, slot, old, object, group, text, n, &failure);
        if (failure != NULL) return yoke_fail_thunk(b, failure, slot->type, YOKE_FOUND_OBJECT, f->start);
        if (!is_left) remove_group(b, f, g);
    }
    return true;
}

/// For a flattened Optional that was nil before the update: if the text gave null to one of its members, makes this member missing again.
static void forget_nulls(yoke_binder *b, yoke_frame *f, const yoke_group *group) {
    for (uint32_t i = 0; i < f->object->keyed; i++) {
        const yoke_field *field = &f->object->fields[i];
        const yoke_slot *slot = &field->slot;
        const bool is_new = yoke_bit(group->fields, i) && yoke_bit(f->seen, i) && !yoke_bit(yoke_had_value(f), i);
        if (!is_new || slot->null_bytes == NULL) continue;
        if (__builtin_memcmp(f->base + slot->offset, slot->null_bytes, slot->size) == 0) yoke_forget_field(b, f, field);
    }
}

bool yoke_remove_emptied(yoke_binder *b, yoke_frame *f) {
    const yoke_object *object = f->object;
    if (!f->is_in_place || (b->updates & (YOKE_UPDATE_MERGES | YOKE_UPDATE_KEEPS_ON_NULL)) == 0) return true;
    for (uint32_t g = 0; g < object->group_count; g++) forget_nulls(b, f, &object->groups[g]);
    if ((b->updates & YOKE_UPDATE_MERGES) == 0 || object->group_count == 0) return true;
    if (object->whole_count > 0 && (!yoke_commit(b, NULL, NULL) || !remove_whole(b, f))) return false;
    // Count down, so that inner Optionals come before the Optionals that contain them, which have smaller indices. The result for an outer
    // Optional depends on its inner ones.
    for (uint32_t g = object->group_count; g-- > 0;)
        if (yoke_bit(f->seen, object->group_bits + g) && is_emptied(b, f, g)) remove_group(b, f, g);
    return true;
}
