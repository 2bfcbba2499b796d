// Fields with rules: aliases (several keys for one field), keys on a path, values for null and for missing keys. Also members that no field
// has. The plan's tables say which key leads to which field.
//
//     @JSONKey("id", "ID", .path("data.id")) var id      the object's table               the path node's table
//                                                        "id"   rank 0 ──────┐            "id"  rank 2 ─┐
//                                                        "ID"   rank 1 ──────┼─> field 0  ...           └─> field 0 of the object
//                                                        "data" path node ───┼──────────> (frame over the same instance)
#include <string.h>

#include "bind/binder.h"
#include "bind/in_place.h"

// MARK: - Aliases

/// The ways to treat the next value of a field.
enum entry {
    TAKEN,    // the field has no value, and gets the new one
    DROPPED,  // the field keeps its value
    DEFERRED, // the new value decides when it is known
    REPEATED, // the field gets the new value in place of its value, which has the same key
};

/// True if an update changes the object, and the field is not a path node (a container on a key path). Then the decision must wait for the
/// new value, even if the field has no value yet. In a merge patch, null then removes nothing, and an object is a patch, not the value.
static bool updates_field(const yoke_binder *b, const yoke_frame *f, const yoke_field *field) {
    return f->is_in_place && !yoke_overwrites(b) && !yoke_is_table(field->slot.kind);
}

/// Decides what happens to the next value of the field. The field may have a value from an earlier member with the same key or another key
/// of the field.
static enum entry enter(yoke_binder *b, yoke_frame *f, const yoke_field *field) {
    const yoke_field_rules *rules = field->rules;
    bool is_alias = rules != NULL && rules->is_alias;
    if (!yoke_bit(f->seen, field->index)) {
        if (is_alias) f->ranks[field->index] = rules->rank;
        return updates_field(b, f, field) ? DEFERRED : TAKEN;
    }
    if (f->is_in_place && yoke_bit(f->unchanged, field->index)) return DEFERRED;
    if (is_alias) {
        uint8_t rank = f->ranks[field->index];
        // In a merge patch, null under the key for writing removes the old value, even if the field has a new one. So wait for the value.
        if (rank < rules->rank) return f->is_in_place && (b->updates & YOKE_UPDATE_MERGES) != 0 ? DEFERRED : DROPPED;
        // This key takes precedence over the key that gave the field's value. But a null does not replace this value. So wait for the new
        // value.
        if (rank > rules->rank) return DEFERRED;
    }
    return f->is_in_place ? DEFERRED : REPEATED;
}

int yoke_key_with_rules(yoke_binder *b, yoke_frame *f, const yoke_field *field, const uint8_t *key, size_t n) {
    switch (enter(b, f, field)) {
    case REPEATED:
        if (b->may_be_cut) return yoke_defer(b, f, field, key, n);
        yoke_forget_field(b, f, field);
        // fall through
    case TAKEN: return field->rules == NULL || field->rules->kept_position == 0 || yoke_defer(b, f, field, key, n);
    case DROPPED: return yoke_drop_value(b, f, key, n);
    case DEFERRED: return yoke_defer(b, f, field, key, n);
    }
    return 0;
}

int yoke_defer(yoke_binder *b, yoke_frame *f, const yoke_field *field, const uint8_t *key, size_t n) {
    f->next = field;
    f->is_deferred = true;
    return yoke_drop_value(b, f, key, n);
}

/// Removes the field's earlier value, which may come from another key of the field, and makes `field` the frame's current field.
static void replace(yoke_binder *b, yoke_frame *f, const yoke_field *field) {
    yoke_forget_field(b, f, field);
    if (field->rules != NULL && field->rules->is_alias) f->ranks[field->index] = field->rules->rank;
    f->field = field;
}

bool yoke_select_field(yoke_binder *b, yoke_frame *f, const yoke_field *field, bool is_null) {
    enum entry entry = enter(b, f, field);
    if (entry == DEFERRED && f->is_in_place) {
        f->field = NULL;
        f->next = field;
        f->is_deferred = true;
        return true;
    }
    if (entry == DROPPED || (entry == DEFERRED && is_null)) return false;
    f->field = field;
    if (entry == REPEATED) yoke_forget_field(b, f, field);
    if (entry == DEFERRED) replace(b, f, field);
    return true;
}

bool yoke_deferred_target(yoke_binder *b, yoke_frame *f, yoke_target *target, enum yoke_found found) {
    const yoke_field *field = f->next;
    f->is_deferred = false;
    f->next = field + 1;
    *target = (yoke_target){NULL, NULL};
    const bool has_value = yoke_bit(f->seen, field->index);
    if (yoke_unlikely(f->is_in_place) && (has_value || updates_field(b, f, field))) {
        f->field = field;
        const size_t level = b->frame_count;
        if (!yoke_update_target(b, f, target, found)) return false;
        yoke_keep_position(b, &b->frames[level - 1], field, yoke_source_event_start(&b->source));
        return true;
    }
    const bool is_other = field->rules != NULL && field->rules->is_alias && f->ranks[field->index] != field->rules->rank;
    if (has_value && is_other && found == YOKE_FOUND_NULL) return true;
    replace(b, f, field);
    yoke_keep_position(b, f, field, yoke_source_event_start(&b->source));
    *target = (yoke_target){&field->slot, f->base + field->slot.offset};
    return true;
}

/// True if a flattened Optional needs this field to be present, so that the field has no initial value.
static bool is_required_in_group(const yoke_object *object, uint32_t field) {
    for (uint32_t g = 0; g < object->group_count; g++)
        if (yoke_bit(object->groups[g].required, field)) return true;
    return false;
}

int yoke_null_with_rules(yoke_binder *b, yoke_target target) {
    yoke_frame *f = yoke_top(b);
    const yoke_field *field = f->kind == YOKE_FRAME_OBJECT || f->kind == YOKE_FRAME_PATH_NODES ? f->field : NULL;
    const yoke_field_rules *rules = field != NULL ? field->rules : NULL;
    if (rules != NULL && rules->null_default != NULL) {
        b->thunks->initial(rules->null_default, target.at);
        if (rules->is_alias) f->ranks[field->index] = YOKE_RANK_OF_NULL;
        yoke_report_to_swift(b, YOKE_REPORT_DEFAULT_FOR_NULL, YOKE_FOUND_NULL, target.slot);
        return yoke_value_done(b);
    }
    if (rules != NULL && rules->is_alias && rules->weak_null != NULL) {
        memcpy(target.at, rules->weak_null, target.slot->size);
        f->ranks[field->index] = YOKE_RANK_OF_NULL;
        return yoke_value_done(b);
    }
    if (field != NULL && f->is_in_place) yoke_remove_below(b, f, field);
    if (!yoke_is_table(target.slot->kind) && (field == NULL || !is_required_in_group(f->object, field->index)))
        yoke_report_to_swift(b, YOKE_REPORT_DEFAULT_FOR_NULL, YOKE_FOUND_NULL, target.slot);
    yoke_leave_field(b, f);
    return yoke_value_done(b);
}

// MARK: - Keys that no field has

const yoke_frame *yoke_model_around(const yoke_frame *object) {
    const yoke_frame *f = object - 1;
    bool is_flattened = false;
    for (; f->kind == YOKE_FRAME_VIA || f->kind == YOKE_FRAME_CHOSEN; f--) is_flattened |= f->kind == YOKE_FRAME_CHOSEN && f->is_flattened;
    return is_flattened && f->start == object->start ? f : NULL; // a later start: the object is only a part, the content of a case
}

/// True if a model has already refused this key, because the object's type is flattened into this model. If a hook has made the text, the
/// text may have other keys.
static bool is_refused_around(const yoke_binder *b, const yoke_frame *object, const uint8_t *key, size_t n) {
    const yoke_frame *around = b->made == NULL ? yoke_model_around(object) : NULL;
    return around != NULL && around->kind == YOKE_FRAME_OBJECT && around->object->unknown == YOKE_UNKNOWN_REFUSED &&
           yoke_trie_find(&around->object->trie, key, n) < 0;
}

/// True if the model does not know the key, so that the report must name it. The caller has already found that no field has the key.
static bool is_unknown(const yoke_frame *f, const uint8_t *key, size_t n) {
    const yoke_object *object = f->object;
    if (object->unknown == YOKE_UNKNOWN_KEPT || object->knows_all) return false;
    if (object->unread != NULL && yoke_trie_find(object->unread, key, n) >= 0) return false;
    return yoke_model_around(f) == NULL;
}

int yoke_unknown_key(yoke_binder *b, yoke_frame *f, const uint8_t *key, size_t n) {
    if (yoke_unlikely(b->reports) && is_unknown(f, key, n)) {
        if (!yoke_drop_value(b, f, key, n)) return 0;
        yoke_report_to_swift(b, YOKE_REPORT_UNKNOWN_KEY, YOKE_FOUND_KEY, f->slot);
    }
    switch (f->object->unknown) {
    case YOKE_UNKNOWN_REFUSED:
        if (!yoke_drop_value(b, f, key, n)) return 0;
        if (is_refused_around(b, f, key, n)) return 1;
        return yoke_fail(b, YOKE_ERROR_UNKNOWN_KEY, f->slot->type, YOKE_FOUND_KEY);
    case YOKE_UNKNOWN_KEPT:
        if (!yoke_drop_value(b, f, NULL, 0)) return 0;
        // Keep the entire key, and not only its first YOKE_KEY_KEPT bytes, because Swift gets the key together with the value.
        yoke_buffer_append(&b->keys, key, n);
        f->field = f->object->extras;
        return !b->keys.failed || yoke_fail(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_KEY);
    default: return yoke_drop_value(b, f, key, n);
    }
}

// MARK: - Paths

int yoke_open_path_node(yoke_binder *b, yoke_target target, bool is_object, uint64_t start) {
    yoke_frame *parent = yoke_top(b);
    uint8_t *base = parent->base, *ranks = parent->ranks;
    uint64_t *seen = parent->seen, *unchanged = parent->unchanged;
    const uint8_t *old = parent->old;
    const bool is_in_place = parent->is_in_place;
    // In an update, an array on a key path (a path node) replaces the old array, so remove the old values of the array's fields.
    if (is_in_place && !is_object) yoke_remove_below(b, parent, parent->field);
    yoke_frame *f = yoke_push_frame(b, is_object ? YOKE_FRAME_OBJECT : YOKE_FRAME_PATH_NODES);
    if (yoke_unlikely(f == NULL)) return 0;
    f->is_in_place = is_in_place;
    f->old = old;
    f->unchanged = unchanged;
    f->is_object = is_object;
    f->slot = target.slot;
    f->destination = f->base = base;
    f->seen = seen;
    f->ranks = ranks;
    f->object = target.slot->type->object;
    f->next = f->object->fields;
    f->serial = ++b->serial;
    f->start = start;
    return 1;
}

yoke_not_for_size const yoke_field *yoke_element_field(const yoke_frame *f) {
    const yoke_object *table = f->object;
    if (yoke_unlikely(yoke_is_positional(f) && f->count >= table->keyed)) return NULL;
    // In a model whose JSON is an array, field i belongs to element i. In an array on a key path (a path node), only some elements have a
    // field, so the loop searches for the next element's field.
    uint64_t i = yoke_is_positional(f) ? f->count : 0, end = yoke_is_positional(f) ? i + 1 : table->keyed;
    for (; i < end; i++)
        if (table->fields[i].index_or_length == f->count) return &table->fields[i];
    return NULL;
}

/// Handles an element of a model's array (YOKE_POSITIONS) after the elements that have fields. If the model refuses such elements, records
/// the error and returns false.
static bool unknown_element(yoke_binder *b, yoke_frame *f, enum yoke_found found) {
    yoke_report_to_swift(b, YOKE_REPORT_UNKNOWN_KEY, found, f->slot);
    if (f->object->unknown != YOKE_UNKNOWN_REFUSED) return true;
    // If the element is a container, count it as open, although it has no frame: recovery will skip the open containers.
    b->depth += found == YOKE_FOUND_OBJECT || found == YOKE_FOUND_ARRAY;
    return yoke_fail(b, YOKE_ERROR_UNKNOWN_KEY, f->slot->type, found);
}

yoke_not_for_size bool yoke_path_node_target(yoke_binder *b, yoke_frame *f, yoke_target *target, enum yoke_found found) {
    if (f->count >= b->limits.members) return yoke_fail(b, YOKE_ERROR_MEMBER_LIMIT, NULL, found);
    *target = (yoke_target){NULL, NULL};
    if (yoke_unlikely(yoke_is_positional(f) && f->count >= f->object->keyed)) {
        f->field = NULL;
        return unknown_element(b, f, found);
    }
    const yoke_field *field = f->field;
    // If several fields share this element, its text is re-parsed for each of them, and the field is selected already.
    if (b->first_reparsed_frame != b->frame_count) {
        f->field = NULL;
        field = yoke_element_field(f);
        if (field == NULL || !yoke_select_field(b, f, field, found == YOKE_FOUND_NULL)) return true;
    } else if (field == NULL && !f->is_deferred) {
        return true;
    }
    if (f->is_deferred) return yoke_deferred_target(b, f, target, found);
    yoke_keep_position(b, f, field, yoke_source_event_start(&b->source));
    *target = (yoke_target){&field->slot, f->base + field->slot.offset};
    return true;
}

// MARK: - The end of an object

bool yoke_fail_missing(yoke_binder *b, yoke_frame *f, const uint64_t *required) {
    const uint32_t words = f->object->words;
    bool is_incomplete = b->collects;
    for (uint32_t w = 0; w < words && is_incomplete; w++) is_incomplete = (required[w] & ~f->seen[w] & ~f->seen[words + w]) == 0;
    b->required = required;
    const yoke_field *removed = is_incomplete ? NULL : yoke_removed_field(b, f, required);
    if (removed != NULL) {
        f->field = removed;
        return yoke_fail_at(b, YOKE_ERROR_MISMATCH, removed->slot.type, YOKE_FOUND_NULL, f->start);
    }
    return yoke_fail_at(b, is_incomplete ? YOKE_ERROR_INCOMPLETE : YOKE_ERROR_MISSING, f->slot->type, f->is_object ? YOKE_FOUND_OBJECT : YOKE_FOUND_ARRAY,
                        f->start);
}

/// Called if a check of the model refused an instance: records the error `failure`. `index`: the index of the field that the check refused,
/// or YOKE_NO_FIELD. The error's position is the start of this field's value if it is known; else the start of the object.
static void refuse(yoke_binder *b, yoke_frame *f, uint32_t index, void *failure) {
    enum yoke_error_code code = YOKE_ERROR_THUNK;
    uint64_t start = f->start;
    if (index < f->object->keyed) {
        const yoke_field *field = f->field = &f->object->fields[index];
        const uint32_t kept = field->rules != NULL ? field->rules->kept_position : 0;
        const uint64_t position = kept > 0 ? yoke_kept_positions(b, f)[kept - 1] : 0;
        if (position > 0) start = position - 1;
        code = YOKE_ERROR_REFUSED_FIELD;
        if (f->kind == YOKE_FRAME_PATH_NODES) f->count = index;
    }
    yoke_fail_at(b, code, f->slot->type, YOKE_FOUND_OBJECT, start);
    b->error.failure = failure;
}

/// For calls that collect errors: true if at least one field of the object has its left-out bit set, because its value was left out.
static bool has_left_out(const yoke_frame *f) {
    uint64_t any = 0;
    for (uint32_t w = 0; w < f->object->words; w++) any |= f->seen[f->object->words + w];
    return any != 0;
}

/// Destroys the complete instance that a check or hook has refused. They may have stored values in fields that had none, and removed
/// others. So `seen` no longer says which fields to destroy.
static void destroy_refused(yoke_binder *b, yoke_frame *f) {
    if (f->is_in_place && yoke_overwrites(b)) return; // the caller owns the instance
    memset(f->seen, 0, f->object->words * sizeof *f->seen);
    if (f->slot->trivial) return;
    yoke_mark_present(f->slot, f->base);
    b->thunks->destroy(f->slot->value, f->base, 1);
}

bool yoke_check_instance(yoke_binder *b, yoke_frame *f, bool is_whole) {
    if (f->is_in_place && !yoke_commit(b, NULL, NULL)) return false;
    const yoke_object *object = f->object;
    yoke_check_request request = {.next = 0};
    if (object->hands_text && is_whole) {
        request.text = yoke_source_capture_end(&b->source, f->start, &b->raw_text, &request.text_length);
        f->is_captured = false;
        if (yoke_unlikely(request.text == NULL)) return yoke_fail_at(b, YOKE_ERROR_MEMORY, f->slot->type, YOKE_FOUND_OBJECT, f->start);
    }
    yoke_before before;
    if (f->is_in_place && !yoke_overwrites(b)) {
        before = (yoke_before){f->old, f->unchanged, f->unchanged + object->owner_words};
        request.before = &before;
    }
    if (yoke_unlikely(b->collects)) {
        request.only_fields = !is_whole || b->reported != f->seen[2 * object->owner_words];
        request.seen = is_whole && !has_left_out(f) ? NULL : f->seen;
    }
    const size_t level = b->frame_count;
    bool is_good = true;
    for (;;) {
        request.field = YOKE_NO_FIELD;
        void *failure = b->thunks->after(object->after, b->reader, f->base, &request);
        if (yoke_likely(failure == NULL)) break;
        refuse(b, f, request.field, failure);
        is_good = false;
        if (!yoke_collect(b, level)) break;
        request.only_fields = true;
    }
    if (is_good) return true;
    if (is_whole) destroy_refused(b, f);
    return b->error.code != YOKE_ERROR_NONE ? false : yoke_fail_at(b, YOKE_ERROR_INCOMPLETE, f->slot->type, YOKE_FOUND_OBJECT, f->start);
}

bool yoke_is_in_nil(const yoke_frame *f, uint32_t first, uint32_t field) {
    const yoke_object *object = f->object;
    for (uint32_t g = first; g < object->group_count; g++)
        if (yoke_bit(object->groups[g].fields, field) && !yoke_bit(f->seen, object->group_bits + g)) return true;
    return false;
}

static bool complete_group(yoke_binder *b, yoke_frame *f, uint32_t g) {
    const yoke_object *object = f->object;
    const yoke_group *group = &object->groups[g];
    uint8_t *at = f->base + group->slot.offset;
    bool is_present = yoke_bit(f->seen, object->group_bits + g);
    for (uint32_t w = 0; w < object->words; w++) {
        uint64_t keys = group->presence_keys[w] & f->seen[w];
        // In an update, a key that another property shares does not count if the text does not have it.
        if (f->is_in_place) keys &= ~f->unchanged[w] | group->fields[w];
        is_present = is_present || keys != 0;
    }
    if (!is_present) {
        // Destroy values that do not show that the Optional has a value: extras, and values of keys that other properties share.
        for (uint32_t i = 0; i < object->count; i++)
            if (yoke_bit(group->fields, i)) yoke_forget_field(b, f, &object->fields[i]);
        memcpy(at, group->slot.null_bytes, group->slot.size);
        return true;
    }
    for (uint32_t w = 0; w < object->words; w++)
        if (group->required[w] & ~f->seen[w]) return yoke_fail_missing(b, f, group->required);
    for (uint32_t i = 0; i < object->count; i++) {
        if (!yoke_bit(group->fields, i) || yoke_bit(f->seen, i) || yoke_is_whole(object, i) || yoke_is_in_nil(f, g + 1, i)) continue;
        const yoke_field *field = &object->fields[i];
        if (yoke_bit(group->initials, i)) b->thunks->initial(field->initial, f->base + field->slot.offset);
        yoke_set_bit(f->seen, i);
    }
    yoke_mark_present(&group->slot, at);
    yoke_set_bit(f->seen, object->group_bits + g);
    return true;
}

bool yoke_complete_with_rules(yoke_binder *b, yoke_frame **frame) {
    const yoke_object *object = (*frame)->object;
    if (!yoke_remove_emptied(b, *frame)) return false;
    bool is_good = true;
    // Count down, so that inner flattened Optionals come first: they have greater indices than the outer Optionals that contain them.
    for (uint32_t g = object->group_count; g-- > 0;) {
        if (complete_group(b, *frame, g)) continue;
        if (!yoke_collect(b, b->frame_count)) return false;
        is_good = false;
    }
    if (object->whole_count > 0 && !yoke_bind_whole(b, frame)) return false;
    return is_good;
}
