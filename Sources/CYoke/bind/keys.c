// Keys: the binder's functions that find the field, pair or dictionary entry for the value after a key.
#include <string.h>

#include "bind/binder.h"
#include "bind/in_place.h"

static bool fail_repeated(yoke_binder *b, const yoke_frame *f, const uint8_t *key, size_t n) {
    b->keys.count = f->key_mark;
    yoke_buffer_append(&b->keys, key, n < YOKE_KEY_KEPT ? n : YOKE_KEY_KEPT);
    return yoke_fail(b, YOKE_ERROR_DUPLICATE, NULL, YOKE_FOUND_KEY);
}

bool yoke_enter_key(yoke_binder *b, yoke_frame *f, const uint8_t *key, size_t n) {
    switch (yoke_keyset_add(&b->keyset, f->serial, key, n)) {
    case YOKE_KEY_NEW: return true;
    case YOKE_KEY_REPEATED: return fail_repeated(b, f, key, n);
    default: return yoke_fail(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_KEY);
    }
}

/// Drops a member with a repeated key, in calls where the first such member counts. The engine still checks the syntax of its value.
static int pass_repeated(yoke_binder *b, yoke_frame *f, const yoke_field *field, const uint8_t *key, size_t n) {
    if (f->kind == YOKE_FRAME_PATH) f->is_wanted = false;
    else f->skips_member = f->kind != YOKE_FRAME_OBJECT;
    if (!yoke_drop_value(b, f, key, n)) return 0;
    if (f->kind != YOKE_FRAME_OBJECT || yoke_model_around(f) == NULL)
        yoke_report_to_swift(b, YOKE_REPORT_DUPLICATE_KEY, YOKE_FOUND_KEY, field != NULL ? &field->slot : f->slot);
    return 1;
}

/// Enters a key of a dictionary into the key set. Keys that are equal as Swift strings lead to one entry of the dictionary, even if their
/// bytes differ. So Swift compares the keys that are not ASCII, and the keys that become values of another type.
static enum yoke_keyset_result enter_entry(yoke_binder *b, const yoke_frame *f, const uint8_t *key, size_t n) {
    const yoke_type *type = f->slot->type;
    if (type->checks_keys || !yoke_is_ascii(key, n)) return b->thunks->enter_key(b->reader, type->context, &b->keyset, f->serial, key, n);
    return yoke_keyset_add(&b->keyset, f->serial, key, n);
}

/// In an update, and for a report: finds out whether an earlier member of the object or dictionary has the same key. For a report: if the
/// key belongs to a field, reports it to Swift. It does not matter whether the field has the earlier value: this value may be null, or may
/// have been left out.
static int note_repeated(yoke_binder *b, yoke_frame *f, const uint8_t *key, size_t n) {
    if (f->kind != YOKE_FRAME_ENTRIES && !f->is_in_place && !(b->reports && f->kind == YOKE_FRAME_OBJECT)) return 1;
    const enum yoke_keyset_result entered =
        f->kind == YOKE_FRAME_ENTRIES ? enter_entry(b, f, key, n) : yoke_keyset_add(&b->keyset, f->serial, key, n);
    f->repeats_key = entered == YOKE_KEY_REPEATED;
    const bool is_reported = b->reports && f->repeats_key && f->kind == YOKE_FRAME_OBJECT && yoke_model_around(f) == NULL;
    const int32_t index = is_reported ? yoke_trie_find(&f->object->trie, key, n) : -1;
    if (index >= 0) {
        f->field = &f->object->fields[index];
        yoke_report_to_swift(b, YOKE_REPORT_DUPLICATE_KEY, YOKE_FOUND_KEY, &f->field->slot);
    }
    return entered != YOKE_KEY_NO_MEMORY || yoke_fail(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_KEY);
}

/// For calls that refuse repeated keys, or keep only the first: enters a key of the top frame into the key set, which finds repeated keys.
/// `*field` receives the key's field. For most fields, the fast path (native/fast/) enters no key into the set. So if such a field already
/// has a value, its key is also repeated.
static enum yoke_keyset_result enter_key(yoke_binder *b, yoke_frame *f, const uint8_t *key, size_t n, const yoke_field **field) {
    const bool refuses = b->duplicates == YOKE_DUPLICATES_REFUSED;
    if (f->kind == YOKE_FRAME_OBJECT) {
        const int32_t index = yoke_trie_find(&f->object->trie, key, n);
        if (index < 0) {
            // Reading keeps or drops all unknown members, also repeated ones. An update keeps one member for each key.
            if (!refuses && !(f->is_in_place && (b->updates & YOKE_UPDATES) != 0)) return YOKE_KEY_NEW;
        } else {
            *field = &f->object->fields[index];
            if ((*field)->rules == NULL) {
                if (!f->is_in_place && yoke_bit(f->seen, (*field)->index)) return YOKE_KEY_REPEATED;
                f->names_fields = true;
            }
        }
    } else if (f->kind == YOKE_FRAME_ENTRIES || (f->kind == YOKE_FRAME_DICTIONARY && !refuses)) {
        return enter_entry(b, f, key, n);
    } else if (!refuses) {
        const bool is_every = f->kind == YOKE_FRAME_PATH && f->slot->kind == YOKE_PATH_ALL; // `[*]`: each value is an element
        if (!is_every) return YOKE_KEY_NEW;
    }
    return yoke_keyset_add(&b->keyset, f->serial, key, n);
}

int yoke_drop_value(yoke_binder *b, yoke_frame *f, const uint8_t *text, size_t n) {
    f->field = NULL;
    b->keys.count = f->key_mark;
    yoke_buffer_append(&b->keys, text, n < YOKE_KEY_KEPT ? n : YOKE_KEY_KEPT);
    return yoke_likely(!b->keys.failed) || yoke_fail(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_KEY);
}

void yoke_leave_field(yoke_binder *b, yoke_frame *f) {
    const yoke_field *field = f->field;
    f->field = NULL;
    if (field == NULL || !f->is_object || field->slot.kind == YOKE_EXTRA) return; // `keys` already holds an unknown member's key
    b->keys.count = f->key_mark;
    yoke_buffer_append(&b->keys, field->key, field->key_length < YOKE_KEY_KEPT ? field->key_length : YOKE_KEY_KEPT);
}

void yoke_forget_field(yoke_binder *b, yoke_frame *f, const yoke_field *field) {
    size_t index = field->index;
    const yoke_slot *slot = &field->slot;
    if (field->rules != NULL && field->rules->kept_position > 0) yoke_kept_positions(b, f)[field->rules->kept_position - 1] = 0;
    if (!yoke_bit(f->seen, index)) return;
    yoke_clear_bit(f->seen, index);
    if (yoke_unlikely(yoke_is_table(slot->kind))) {
        // A path node (a container on a key path) has no value itself: remove the values of all fields below it. Do not remove a value that
        // came from another key of its field.
        const yoke_object *table = slot->type->object;
        for (uint32_t i = 0; i < table->keyed; i++) {
            const yoke_field_rules *rules = table->fields[i].rules;
            // A frame has ranks only if a field of its object has aliases.
            const uint8_t rank = rules != NULL && rules->is_alias ? f->ranks[table->fields[i].index] : YOKE_RANK_OF_NULL;
            const bool is_other = rank != YOKE_RANK_OF_NULL && rank != rules->rank;
            if (!is_other) yoke_forget_field(b, f, &table->fields[i]);
        }
        return;
    }
    if (!slot->trivial) b->thunks->destroy(slot->value, f->base + slot->offset, 1);
    memcpy(f->base + slot->offset, f->object->template_bytes + slot->offset, slot->size);
}

static int object_key(yoke_binder *b, yoke_frame *f, const uint8_t *text, size_t n) {
    const yoke_field *field = f->next;
    if (yoke_unlikely(field->key_length != n || !yoke_same_bytes(field->key, text, n))) {
        int32_t index = yoke_trie_find(&f->object->trie, text, n);
        if (index < 0) return yoke_unknown_key(b, f, text, n);
        field = f->object->fields + index;
    }
    f->field = field;
    f->next = field + 1;
    if (yoke_unlikely(field->rules != NULL)) return yoke_key_with_rules(b, f, field, text, n);
    if (yoke_unlikely(f->is_in_place | yoke_bit(f->seen, field->index))) {
        if (f->is_in_place) return yoke_key_with_rules(b, f, field, text, n);
        if (b->may_be_cut) return yoke_defer(b, f, field, text, n);
        yoke_forget_field(b, f, field);
    }
    return 1;
}

/// True if the path to a stream's elements leads through this key, so that the key's value is wanted. `*is_repeated` becomes true if an
/// earlier member has the same key; then the value is wanted only if the last of repeated keys wins.
static bool path_key(yoke_binder *b, yoke_frame *f, const uint8_t *text, size_t n, bool *is_repeated) {
    const yoke_type *type = f->slot->type;
    if (type->kind == YOKE_PATH_ALL) return true;
    if (type->path_key_length != n || memcmp(type->path_key, text, n) != 0) return false;
    *is_repeated = f->key_has_come;
    if (f->key_has_come && b->duplicates == YOKE_FIRST_WINS) return false;
    f->replaces_earlier = f->key_has_come;
    f->key_has_come = true;
    return true;
}

bool yoke_accept_key(yoke_binder *b, yoke_frame *f, const uint8_t *text, size_t n) {
    const yoke_type *type = f->slot->type;
    void *failure = type->checks_keys ? b->thunks->key(type->context, text, n) : NULL;
    f->skips_member = failure != NULL;
    if (yoke_likely(!f->skips_member)) return true;
    if (!yoke_drop_value(b, f, text, n)) return b->thunks->release(failure), false;
    yoke_fail(b, YOKE_ERROR_THUNK, type, YOKE_FOUND_KEY);
    b->error.failure = failure;
    return false;
}

static int dictionary_key(yoke_binder *b, yoke_frame *f, const uint8_t *text, size_t n) {
    if (!yoke_accept_key(b, f, text, n)) return 0;
    uint8_t *pair = yoke_push_pair(b, f);
    if (yoke_unlikely(pair == NULL)) return yoke_fail(b, YOKE_ERROR_MEMORY, f->slot->type, YOKE_FOUND_KEY);
    static const yoke_type string = {.kind = YOKE_STRING};
    f->has_key = yoke_store_string(b, &string, pair, text, n);
    return f->has_key;
}

/// If an earlier entry of the dictionary has the same key, reports the key to Swift. Returns 0 if memory runs out.
static int report_repeated(yoke_binder *b, yoke_frame *f, const uint8_t *text, size_t n) {
    switch (yoke_keyset_add(&b->keyset, f->serial, text, n)) {
    case YOKE_KEY_NEW: return 1;
    case YOKE_KEY_REPEATED:
        f->names_fields = true;
        yoke_report_to_swift(b, YOKE_REPORT_DUPLICATE_KEY, YOKE_FOUND_KEY, &f->slot->type->element);
        return 1;
    default: return yoke_fail(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_KEY);
    }
}

static int on_key(void *context, const unsigned char *text, size_t n) {
    yoke_binder *b = context;
    yoke_frame *f = yoke_top(b);
    yoke_source_note(&b->source, text, n, 1);
    b->source.after_key = true;
    if (yoke_unlikely(n >= b->string_bound)) return yoke_fail(b, YOKE_ERROR_STRING_LIMIT, NULL, YOKE_FOUND_STRING);
    if (yoke_unlikely(b->repairs_strings) && !yoke_repair_text(b, &text, &n)) return 0;
    if (f->kind == YOKE_FRAME_DICTIONARY ? f->count >= f->max_count : f->count++ >= b->limits.members)
        return yoke_fail(b, YOKE_ERROR_MEMBER_LIMIT, NULL, YOKE_FOUND_KEY);
    if (yoke_unlikely(b->duplicates != YOKE_LAST_WINS)) {
        const yoke_field *field = NULL;
        const enum yoke_keyset_result entered = enter_key(b, f, text, n, &field);
        if (entered == YOKE_KEY_NO_MEMORY) return yoke_fail(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_KEY);
        if (entered == YOKE_KEY_REPEATED)
            return b->duplicates == YOKE_FIRST_WINS ? pass_repeated(b, f, field, text, n) : fail_repeated(b, f, text, n);
    } else if (yoke_unlikely(b->reports || (b->updates & YOKE_UPDATES) != 0)) {
        if (!note_repeated(b, f, text, n)) return 0;
    }
    bool is_repeated = false;
    switch (f->kind) {
    case YOKE_FRAME_OBJECT: return object_key(b, f, text, n);
    case YOKE_FRAME_DICTIONARY:
        if (!dictionary_key(b, f, text, n)) return 0;
        return yoke_likely(!b->reports) || b->duplicates != YOKE_LAST_WINS || report_repeated(b, f, text, n);
    case YOKE_FRAME_ENTRIES: return yoke_entry_key(b, f, text, n);
    case YOKE_FRAME_PATH: f->is_wanted = path_key(b, f, text, n, &is_repeated); break;
    default: break;
    }
    b->keys.count = f->key_mark;
    yoke_buffer_append(&b->keys, text, n < YOKE_KEY_KEPT ? n : YOKE_KEY_KEPT);
    if (yoke_unlikely(b->keys.failed)) return yoke_fail(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_KEY);
    if (yoke_unlikely(is_repeated)) yoke_report_to_swift(b, YOKE_REPORT_DUPLICATE_KEY, YOKE_FOUND_KEY, &f->slot->type->element);
    if (f->sink != NULL && !f->sink->key(f->sink_context, text, n))
        return yoke_fail(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_KEY);
    return 1;
}

int yoke_on_key(void *context, const unsigned char *text, size_t n) {
    return yoke_likely(on_key(context, text, n)) || yoke_recover(context, YOKE_OPENED_NOTHING);
}
