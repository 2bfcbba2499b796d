// Recovers from invalid values. If a rule allows it, or if errors are collected, leaves out an invalid value. Reading goes on after the
// value.
#include <string.h>

#include "base/swift_layout.h"
#include "bind/binder.h"
#include "bind/in_place.h"

bool yoke_is_of_mapping(enum yoke_error_code code) {
    switch (code) {
    case YOKE_ERROR_MISMATCH: case YOKE_ERROR_RANGE: case YOKE_ERROR_UNDERFLOW: case YOKE_ERROR_FRACTION: case YOKE_ERROR_UNKNOWN_CASE:
    case YOKE_ERROR_MISSING: case YOKE_ERROR_THUNK: case YOKE_ERROR_UNKNOWN_KEY: case YOKE_ERROR_REFUSED_FIELD: case YOKE_ERROR_DATE:
    case YOKE_ERROR_NO_SUCH_DATE: case YOKE_ERROR_INCOMPLETE: return true;
    default: return false;
    }
}

void yoke_forget_error(yoke_binder *b) {
    if (b->error.failure != NULL) b->thunks->release(b->error.failure);
    b->error.failure = NULL;
    b->error.code = YOKE_ERROR_NONE;
    b->is_error_in_made = false;
    b->reparsed.count = 0;
}

/// Why a value is left out. BY_RULE: a rule of the model or of the call says so. BY_COLLECTING: no rule applies, and errors are collected.
enum reason { BY_RULE, BY_COLLECTING };

/// True if a rule says what becomes of an invalid value of the frame's field: another value replaces it, or the field counts as missing.
static bool has_rule(const yoke_binder *b, const yoke_frame *f) {
    const yoke_field *field = f->field;
    if (field == NULL) return false;
    if (field->rules != NULL && field->rules->invalid_default != NULL) return true;
    if (((field->slot.rules | b->rules) & YOKE_RULE_INVALID_IS_MISSING) == 0) return false;
    return !yoke_bit(f->object->required, field->index);
}

/// True if the frame's next value, which is invalid, may be left out for the reason `reason`. A model or dictionary that was read from an
/// array (YOKE_EMPTY_ARRAY_IS_OBJECT) has no members to leave out.
static bool can_leave_out(const yoke_binder *b, const yoke_frame *f, enum reason reason) {
    const bool collects = reason == BY_COLLECTING;
    switch (f->kind) {
    case YOKE_FRAME_ROOT: return collects;
    case YOKE_FRAME_PATH: return collects || ((b->rules & YOKE_RULE_LOSSY) != 0 && f->slot->kind == YOKE_PATH_ALL);
    case YOKE_FRAME_DICTIONARY:
        if (!f->is_object) return false;
        // fall through
    case YOKE_FRAME_ENTRIES:
    case YOKE_FRAME_ARRAY: return collects || ((f->slot->rules | b->rules) & YOKE_RULE_LOSSY) != 0;
    case YOKE_FRAME_OBJECT:
        if (!f->is_object) return false;
        // fall through
    case YOKE_FRAME_PATH_NODES: return collects || has_rule(b, f);
    default: return false;
    }
}

bool yoke_null_is_missing(yoke_binder *b) {
    yoke_frame *f = yoke_top(b);
    const bool is_object = f->kind == YOKE_FRAME_OBJECT || f->kind == YOKE_FRAME_PATH_NODES;
    if (!is_object || f->field == NULL || yoke_bit(f->object->required, f->field->index) || f->field->slot.kind == YOKE_EXTRA) return false;
    yoke_report_to_swift(b, YOKE_REPORT_DEFAULT_FOR_NULL, YOKE_FOUND_NULL, &f->field->slot);
    yoke_leave_field(b, f);
    return true;
}

/// Sets the field's left-out bit in `seen`, so that the field is not reported again as a missing key. For a path node (a container on a key
/// path), also sets the bits of all fields below it.
static void mark_left_out(yoke_frame *f, const yoke_field *field) {
    yoke_set_bit(f->seen + f->object->owner_words, field->index);
    if (!yoke_is_table(field->slot.kind)) return;
    const yoke_object *table = field->slot.type->object;
    for (uint32_t i = 0; i < table->keyed; i++) mark_left_out(f, &table->fields[i]);
}

/// Resets a field whose value is left out. BY_COLLECTING: the field counts as left out. BY_RULE: the field gets the value that the rule
/// gives for an invalid value or, in an update, its old value. Without such values, it counts as missing.
static void reset_field(yoke_binder *b, yoke_frame *f, const yoke_field *field, enum reason reason) {
    if (reason == BY_COLLECTING) mark_left_out(f, field);
    const yoke_slot *slot = &field->slot;
    if (yoke_is_table(slot->kind) || slot->kind == YOKE_EXTRA) return;
    memcpy(f->base + slot->offset, f->object->template_bytes + slot->offset, slot->size);
    if (reason == BY_COLLECTING) return;
    if (field->rules == NULL || field->rules->invalid_default == NULL) {
        if (f->is_in_place) yoke_restore_field(b, f, field);
        return;
    }
    b->thunks->initial(field->rules->invalid_default, f->base + slot->offset);
    yoke_set_bit(f->seen, field->index);
}

/// Leaves out the value of the frame's field. If memory runs out, records the error and returns false.
static bool leave_out_field(yoke_binder *b, yoke_frame *f, enum reason reason) {
    const yoke_field *field = f->field;
    f->is_deferred = false;
    if (field == NULL) return true;
    yoke_leave_field(b, f);
    bool has_memory = !b->keys.failed;
    if (b->duplicates != YOKE_LAST_WINS && f->is_object && field->slot.kind != YOKE_EXTRA) {
        // The field has no value, so its bit in `seen` does not show that its key came. So enter the key into the key set, which finds
        // repetitions.
        has_memory = yoke_keyset_add(&b->keyset, f->serial, field->key, field->key_length) != YOKE_KEY_NO_MEMORY && has_memory;
        f->names_fields = true;
    }
    reset_field(b, f, field, reason);
    return has_memory || yoke_fail(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_KEY);
}

/// Leaves out the top frame's next value: resets its field, or frees its memory. If memory runs out, records the error and returns false.
static bool leave_out(yoke_binder *b, enum reason reason) {
    yoke_frame *f = yoke_top(b);
    if (b->updates != 0) b->thunks->roll_back(b->reader);
    switch (f->kind) {
    case YOKE_FRAME_OBJECT:
    case YOKE_FRAME_PATH_NODES: return leave_out_field(b, f, reason);
    case YOKE_FRAME_ARRAY: b->stack.top = f->base + f->count * f->stride; break;
    case YOKE_FRAME_DICTIONARY:
    case YOKE_FRAME_ENTRIES: break; // the key is dropped later, when its value has ended
    default: b->path_matched = true; break; // the path led to a value, although an invalid one
    }
    return true;
}

static void report_error(yoke_binder *b, const yoke_slot *slot) {
    if (b->error.code == YOKE_ERROR_INCOMPLETE) return;
    b->reported++;
    b->thunks->report(b->reader, YOKE_REPORT_ERROR, b->error.found, slot);
}

static void report(yoke_binder *b, const yoke_frame *f, enum reason reason) {
    const bool has_fields = f->kind == YOKE_FRAME_OBJECT || f->kind == YOKE_FRAME_PATH_NODES;
    const yoke_slot *slot = has_fields && f->field != NULL ? &f->field->slot : f->slot;
    if (reason == BY_RULE) {
        if (slot != NULL && slot->type->is_tag) return; // the tag of another case, which a later tag overrules
        yoke_report_to_swift(b, has_fields ? YOKE_REPORT_DEFAULT_FOR_INVALID : YOKE_REPORT_DROPPED, b->error.found, slot);
        return;
    }
    report_error(b, slot);
    if (f->kind != YOKE_FRAME_PATH && f->kind != YOKE_FRAME_ROOT) return;
    b->elements++;
    b->thunks->report(b->reader, YOKE_REPORT_LOST, b->error.found, slot);
}

/// Call this before the frames from index `count` on are dropped, if repeated keys are refused. Keeps the keys of the frames' objects in
/// the key set, because the rest of these objects must not repeat a key. In all other respects, the rest is only checked as JSON. If memory
/// runs out, records the error and returns false.
static bool keep_keys(yoke_binder *b, size_t count) {
    for (size_t at = count; at < b->frame_count; at++) {
        yoke_frame *f = &b->frames[at];
        f->keyset_mark = SIZE_MAX; // so that dropping the frame removes no keys
        if (f->kind != YOKE_FRAME_OBJECT || !f->is_object || f->is_in_place) continue;
        // The fast path (native/fast/) did not add the keys of fields without rules to the key set. Add them now, because the rest of the
        // object must not repeat them. The bits `seen` show which fields have values; `field` is the field whose value was invalid. The
        // first key of a path has an entry of its own, while the field at the path has no key.
        for (uint32_t i = 0; i < f->object->entries; i++) {
            const yoke_field *field = &f->object->fields[i];
            if (field->key_length >= SIZE_MAX / 2) continue; // no key of its own
            if (field->rules != NULL || field->slot.kind == YOKE_EXTRA || !(yoke_bit(f->seen, field->index) || field == f->field)) continue;
            if (yoke_keyset_add(&b->keyset, f->serial, field->key, field->key_length) == YOKE_KEY_NO_MEMORY)
                return yoke_fail(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_KEY);
        }
    }
    return true;
}

// MARK: - Places in open containers

// If a value fails, the frames of its open containers are dropped. Frames that drop all events take their place: the engine still checks
// the rest of the text. The path of a later error, and the limit of members, must be the same as if these frames had been there from the
// start. So each new frame gets the number of members so far, and the key of the current member.

/// The facts about one open container: see `yoke_places`. `key_end`: where the key of the current member ends in `keys` of `yoke_places`.
typedef struct place {
    bool is_object;
    uint64_t start, serial, count;
    size_t key_end;
} place;

/// Returns the String key of the last pair of a dictionary. Returns NULL if there is no pair, or if C cannot read the key.
static const uint8_t *pair_key(const yoke_binder *b, const yoke_frame *f, size_t *n) {
    const bool is_readable = b->thunks->short_strings && b->thunks->string_objects.type != NULL; // C made the String itself
    const uint64_t pairs = (f->kind == YOKE_FRAME_DICTIONARY ? f->count : 0) + f->has_key;
    if (pairs == 0 || !is_readable) return NULL;
    const uint8_t *at = f->base + (pairs - 1) * f->slot->type->item_stride;
    if (!yoke_string_is_small(at)) return yoke_string_large(at, n);
    *n = yoke_string_small_count(at);
    return at;
}

/// Returns the key of the frame's current member, and sets `*n` to its length. Returns NULL if the key is not known.
static const uint8_t *current_key(const yoke_binder *b, const yoke_frame *f, size_t *n) {
    if (f->kind == YOKE_FRAME_OBJECT && f->field != NULL && f->field->slot.kind != YOKE_EXTRA) {
        *n = f->field->key_length;
        return f->field->key;
    }
    if ((f->kind == YOKE_FRAME_DICTIONARY || f->kind == YOKE_FRAME_ENTRIES) && !f->skips_member) return pair_key(b, f, n);
    *n = (f == b->top ? b->keys.count : f[1].key_mark) - f->key_mark;
    return b->keys.bytes + f->key_mark;
}

/// Returns how many keys of the frame's object, or complete elements of its array, have come.
static uint64_t members(const yoke_binder *b, const yoke_frame *f) {
    switch (f->kind) {
    case YOKE_FRAME_ARRAY:
    case YOKE_FRAME_ELEMENTS: return f->count + f->serial;
    case YOKE_FRAME_DICTIONARY: return f->count + f->has_key + (b->limits.members - f->max_count) + f->skips_member;
    default: return f->count;
    }
}

yoke_places yoke_places_of(yoke_binder *b, size_t count, uint64_t open, enum yoke_opened opened) {
    yoke_places places = {yoke_buffer_make(b->allocator), yoke_buffer_make(b->allocator)};
    uint64_t known = 0;
    for (const yoke_frame *f = &b->frames[count]; f <= b->top && known < open; f++) {
        if (!yoke_is_container(f->kind)) continue;
        size_t n = 0;
        const uint8_t *key = f->is_object ? current_key(b, f, &n) : NULL;
        if (key != NULL) yoke_buffer_append(&places.keys, key, n < YOKE_KEY_KEPT ? n : YOKE_KEY_KEPT);
        const place at = {f->is_object, f->start, f->is_object ? f->serial : ++b->serial, members(b, f), places.keys.count};
        yoke_buffer_append(&places.list, (const uint8_t *)&at, sizeof at);
        known++;
    }
    if (known < open) { // the failed event has counted a container, but has pushed no frame for it
        const place at = {opened == YOKE_OPENED_OBJECT, yoke_source_event_start(&b->source), ++b->serial, 0, places.keys.count};
        yoke_buffer_append(&places.list, (const uint8_t *)&at, sizeof at);
    }
    return places;
}

bool yoke_push_places(yoke_binder *b, yoke_places *places, enum yoke_opened opened) {
    const place *all = (const place *)(const void *)places->list.bytes;
    const size_t count = places->list.count / sizeof *all;
    bool has_memory = !places->list.failed && !places->keys.failed;
    size_t key = 0;
    for (size_t i = 0; i < count && has_memory; i++) {
        yoke_frame *f = yoke_push_frame(b, YOKE_FRAME_DYNAMIC);
        if (f == NULL) break;
        f->is_object = all[i].is_object;
        f->is_left_out = false;
        f->destination = NULL;
        f->start = all[i].start;
        f->serial = all[i].serial;
        f->count = all[i].count;
        yoke_buffer_append(&b->keys, places->keys.bytes + key, all[i].key_end - key);
        key = all[i].key_end;
        has_memory = !b->keys.failed;
    }
    // The failed event was an element, or ended one. (A key has been counted before it fails.)
    if (has_memory && count > 0 && opened == YOKE_OPENED_NOTHING && !b->top->is_object) b->top->count++;
    yoke_buffer_free(&places->list);
    yoke_buffer_free(&places->keys);
    return (has_memory && b->error.code == YOKE_ERROR_NONE) || yoke_fail(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_OBJECT);
}

// MARK: - Recovering

/// Finds the innermost frame whose next value may be left out, among the frames `least` to `count`, counted from 1. Returns its number, or
/// 0 if no such frame exists.
static size_t innermost(const yoke_binder *b, size_t least, size_t count, enum reason reason) {
    while (count >= least && !can_leave_out(b, &b->frames[count - 1], reason)) count--;
    return count >= least ? count : 0;
}

/// Returns what the frame with the index `i` adds to the number of open containers: 1 for a container, else 0. Exception: a flattened value
/// is read after its object has ended, while the object's frame is still there. The value's YOKE_FRAME_CHOSEN stands directly after this
/// frame. It adds -1 while its text is re-parsed, to subtract the ended object.
static int64_t open_containers(const yoke_binder *b, size_t i) {
    const yoke_frame *f = &b->frames[i];
    bool is_ended = f->kind == YOKE_FRAME_CHOSEN && f->is_flattened && i > 0 && i < b->first_reparsed_frame &&
                    yoke_is_container(f[-1].kind);
    return is_ended ? -1 : yoke_is_container(f->kind);
}

/// Returns the number of frames, from the root on, whose containers have not ended. An error at the end of an object is an error of the
/// object, and not of its last member. So the frame of an object that is just ending does not count.
static size_t standing_frames(const yoke_binder *b) {
    int64_t containers = 0;
    for (size_t i = 0; i < b->frame_count; i++) containers += open_containers(b, i);
    size_t count = b->frame_count;
    while (containers > (int64_t)b->depth && count > 0) containers -= open_containers(b, --count);
    return count;
}

/// Finds the frame whose next value is to be left out, and the reason. Returns the frame's number, counted from 1. Returns 0 if neither a
/// rule nor collecting allows it.
static size_t recovering_frame(const yoke_binder *b, enum reason *reason) {
    const size_t count = standing_frames(b);
    const size_t least = b->first_reparsed_frame > 0 ? b->first_reparsed_frame : 1;
    const size_t ruled = innermost(b, least, count, *reason = BY_RULE);
    if (ruled > 0 || !b->collects) return ruled;
    // If a frame outside of the re-parsed text has a rule that can recover from the error, do not collect the error. Return 0: the re-parse
    // then fails, and the rule applies to the value whose raw text was re-parsed.
    if (least > 1 && innermost(b, 1, least - 1, BY_RULE) > 0) return 0;
    return innermost(b, least, count, *reason = BY_COLLECTING);
}

void yoke_count_left_out(yoke_binder *b) {
    yoke_frame *f = yoke_top(b);
    switch (f->kind) {
    case YOKE_FRAME_ARRAY:
        f->serial++; // the path in an error message needs the number of left-out elements
        f->max_count--;
        break;
    case YOKE_FRAME_DICTIONARY:
        f->max_count -= !f->skips_member; // a pair whose key was left out is counted later, when its value comes
        if (f->has_key) b->thunks->destroy_pairs(f->slot->type->context, f->base + f->count * f->slot->type->item_stride, 0, true);
        f->has_key = false;
        break;
    case YOKE_FRAME_ENTRIES: yoke_entry_left_out(b, f); break;
    case YOKE_FRAME_PATH_NODES: f->count++; break;
    case YOKE_FRAME_PATH: f->count += !f->is_object; break;
    case YOKE_FRAME_ROOT:
        b->values++;
        b->value_end = yoke_source_event_end(&b->source);
        break;
    default: break;
    }
}

/// Returns the number of the innermost direct read's frame, counted from 1, if the error ends this read. Returns 0 if it does not. An error
/// ends the read if the text is of another case, or if no rule inside the case recovers from the error.
static size_t failed_direct_read(const yoke_binder *b) {
    if (b->direct == 0 || b->first_reparsed_frame > 0) return 0;
    size_t number = b->frame_count;
    while (b->frames[number - 1].kind != YOKE_FRAME_CHOSEN || !b->frames[number - 1].is_direct) number--;
    const bool is_of_other_case = b->error.type != NULL && b->error.type->is_tag;
    return is_of_other_case || innermost(b, number + 1, standing_frames(b), BY_RULE) == 0 ? number : 0;
}

bool yoke_recover(yoke_binder *b, enum yoke_opened opened) {
    if (!yoke_is_of_mapping(b->error.code)) return false;
    const size_t direct = failed_direct_read(b);
    if (direct > 0) return yoke_give_up_direct_read(b, direct, opened);
    enum reason reason;
    const size_t count = recovering_frame(b, &reason), frames = b->frame_count;
    if (count == 0) return false;
    b->recovering = count;
    report(b, &b->frames[count - 1], reason);
    int64_t outside = 0;
    for (size_t i = 0; i < count; i++) outside += open_containers(b, i);
    const bool has_rest = (int64_t)b->depth > outside, keeps_keys = has_rest && count < frames && b->duplicates == YOKE_DUPLICATES_REFUSED;
    yoke_places places = yoke_places_of(b, count, has_rest ? b->depth - (uint64_t)outside : 0, opened);
    yoke_forget_error(b);
    const size_t keyset_mark = keeps_keys ? b->frames[count].keyset_mark : 0;
    const bool has_keys = !keeps_keys || keep_keys(b, count);
    if (has_keys) yoke_unwind_to(b, count);
    const size_t kept = b->keyset.count;
    const bool is_left_out = has_keys && leave_out(b, reason);
    if (!yoke_push_places(b, &places, opened) || !is_left_out) return false;
    if (has_rest) {
        b->frames[count].is_left_out = true;
        // When the first new frame ends, its pop removes the kept keys from the key set. But keys can be removed only from the end of the
        // set. If `leave_out` entered a key after the kept keys, all of them must stay.
        if (keeps_keys && b->keyset.count == kept) b->frames[count].keyset_mark = keyset_mark;
        return true;
    }
    yoke_count_left_out(b);
    return true;
}

bool yoke_collect(yoke_binder *b, size_t level) {
    if (!b->collects || !yoke_is_of_mapping(b->error.code)) return false;
    if (innermost(b, 1, standing_frames(b), BY_RULE) > 0) return false; // a rule of an outer frame will recover from the error
    report_error(b, b->frames[level - 1].slot);
    yoke_forget_error(b);
    yoke_unwind_to(b, level);
    return true;
}
