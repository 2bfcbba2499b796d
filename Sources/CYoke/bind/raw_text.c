// Values that need their raw text (the unchanged bytes). The binder's source keeps this text while the engine parses and checks it. When
// the value ends, Swift gets the text and makes the value, or says how to bind the text. To bind the text, the native engine re-parses it
// with the same binder, inside the open frames. So paths, positions, limits and rules are the same as for text that is bound at its first
// parse.
#include <string.h>

#include "bind/binder.h"
#include "bind/cut_text.h"
#include "bind/in_place.h"
#include "text/member.h"

/// Copies the `n` bytes of raw text, because the buffer that holds them may be used again while this text is bound.
static yoke_buffer copy_of(yoke_binder *b, const uint8_t *text, size_t n) {
    yoke_buffer copy = yoke_buffer_make(b->allocator);
    yoke_buffer_append(&copy, text, n);
    return copy;
}

void yoke_keep_reparsed(yoke_binder *b, const uint8_t *text, size_t n, uint64_t start) {
    b->reparsed.count = 0;
    b->reparsed.failed = false;
    yoke_buffer_append(&b->reparsed, text, n);
    b->reparsed_start = start;
}

// Each value is read only once for all trials. (A trial tries to bind a text as one of several possible cases.) After a failed trial, Swift
// keeps the values that the trial has read. The next trial takes these values. Swift also remembers which values could not be read. So the
// trials of a value cost at most the product of the number of its cases and the length of its text.

void yoke_forget_results(yoke_binder *b) {
    if (!b->keeps_results) return;
    b->keeps_results = false;
    b->thunks->forget(b->reader);
}

/// Counts a value whose text of `n` bytes is about to be re-parsed. The outermost re-parsed text is not counted, because it sets the limit
/// (see YOKE_REPARSED_TIMES). If the limit is exceeded, records the error and returns false.
static bool count_reparsed(yoke_binder *b, size_t n, uint64_t start) {
    if (b->reparses == 0) return true;
    b->reparsed_bytes += n;
    return b->reparsed_bytes <= YOKE_REPARSED_TIMES * b->reparse_bound || yoke_fail_at(b, YOKE_ERROR_REPARSE_BYTES, NULL, YOKE_FOUND_OBJECT, start);
}

/// The origin of the text that is bound to a value. OWN: the value's own raw text. SHARED: the text of an object in which the value's
/// members stand. MADE: a hook or a merge patch has made the text.
enum text_of { OWN, SHARED, MADE };

/// The text that is bound, and its offset `start` in the text of the call. MADE: `from` is the text from which a hook or a patch made it.
typedef struct bound_text {
    enum text_of whose;
    const yoke_buffer *text;
    uint64_t start;
    const uint8_t *from;
    size_t from_length;
} bound_text;

/// Called if a MADE text could not be bound: converts the position of the error to a position in the original text.
static void leave_made(yoke_binder *b, yoke_made *made) {
    b->made = made->around;
    b->is_error_in_made = true;
    if (b->reparses == 0) yoke_keep_reparsed(b, made->from, made->from_length, made->start);
    if (b->trials > 0 && !b->reports) return; // only a report shows the position of an error in a trial
    b->error.offset = yoke_made_origin(made, b->error.offset, false);
    if (b->error.end > 0) b->error.end = yoke_made_origin(made, b->error.end, true);
}

/// True if the frame binds a flattened value: the value's members stand in the object of the frame before this frame (`f[-1]`).
static bool is_flattened(const yoke_frame *f) { return f->kind == YOKE_FRAME_CHOSEN && f->is_flattened; }

/// Binds the text as a value of `slot` at `at`. `old`: the value before the update, or NULL. `tries`: the number of cases if `slot` is the
/// last of several cases to try; else 1. If binding fails, the value's frame (YOKE_FRAME_CHOSEN) and the failed frames above it stay,
/// because Swift makes the path for the error message from them.
static bool bind_as(yoke_binder *b, const yoke_slot *slot, uint8_t *at, const uint8_t *old, bound_text text, size_t tries) {
    const bool is_shared = text.whose == SHARED || is_flattened(b->top);
    // The value's members stand in an object that a merge patch changes. So the patch also applies to this value, even if the old value was
    // missing.
    const bool is_patch = text.whose == SHARED && b->top->is_in_place && (b->updates & YOKE_UPDATE_MERGES) != 0;
    yoke_frame *f = yoke_push_frame(b, YOKE_FRAME_CHOSEN);
    if (yoke_unlikely(f == NULL)) return false;
    f->is_flattened = is_shared;
    f->element = slot;
    f->count = tries;
    f->destination = at;
    f->start = text.start;
    f->is_in_place = old != NULL || is_patch;
    f->old = old;
    const uint64_t number = b->text;
    yoke_made made = {.from = text.from, .from_length = text.from_length, .text = text.text->bytes, .length = text.text->count,
                      .start = text.start, .around = b->made};
    if (text.whose == MADE) {
        b->text = ++b->texts;
        b->made = &made;
    }
    const bool is_bound = b->reparse(b, text.text->bytes, text.text->count, text.start);
    b->text = number;
    b->made = made.around;
    if (is_bound) yoke_pop_frame(b);
    else if (text.whose == MADE) leave_made(b, &made);
    return is_bound;
}

/// A trial: tries to bind the text as a value of the slot. Returns true if binding succeeds without errors. Only then does Swift report the
/// problems from which a rule recovered.
static bool try_as(yoke_binder *b, const yoke_slot *slot, uint8_t *at, bound_text text) {
    const bool collects = b->collects;
    b->collects = false;
    b->trials++;
    yoke_report_to_swift(b, YOKE_REPORT_TRIAL, YOKE_FOUND_NULL, slot);
    const bool fits = bind_as(b, slot, at, NULL, text, 1);
    if (b->reports || b->keeps_results) b->thunks->report(b->reader, fits ? YOKE_REPORT_TRIAL_FITS : YOKE_REPORT_TRIAL_FAILS, YOKE_FOUND_NULL, slot);
    b->trials--;
    b->collects = collects;
    return fits;
}

/// Binds the text as a value of the first slot of `choice` that fits. If no slot fits, the error of the last slot stays recorded. An error
/// that is not about the value, such as a limit, ends the search.
static bool bind_as_one_of(yoke_binder *b, const yoke_choice *choice, uint8_t *at, bound_text text) {
    const size_t frames = b->frame_count;
    const uint64_t depth = b->depth;
    size_t i = 0;
    for (; i + 1 < choice->count; i++) {
        if (try_as(b, choice->slots[i], at, text)) return true;
        if (!yoke_is_of_mapping(b->error.code)) return false;
        yoke_unwind_to(b, frames);
        b->depth = depth;
        yoke_forget_error(b);
    }
    return bind_as(b, choice->slots[i], at, NULL, text, choice->count);
}

/// Returns the slot of the frame's next value, in a frame whose next value may be changed by a merge patch.
static const yoke_slot *slot_in(const yoke_frame *f) {
    switch (f->kind) {
    case YOKE_FRAME_OBJECT:
    case YOKE_FRAME_PATH_NODES: return &f->field->slot;
    case YOKE_FRAME_CHOSEN: return f->element;
    default: return &f->slot->type->element;
    }
}

/// Makes a value at `target.at` from its raw text, the `n` bytes `bytes`. `old`: the value before the update, or NULL. If the text was
/// re-parsed, `fitting` receives a slot that describes the value. `is_open` becomes true if the value is invalid only because the text was
/// cut. Returns false after it recorded an error.
static bool make_from_raw_text(yoke_binder *b, yoke_target target, const uint8_t *old, const uint8_t *bytes, size_t n, uint64_t start,
                          const yoke_slot **fitting, bool *is_open) {
    const yoke_type *type = target.slot->type;
    yoke_choice choice = {.reader = b->reader, .choices = type->choices, .is_cut = yoke_is_cut(b, start + n)};
    void *failure = b->thunks->capture(type->context, target.at, bytes, n, &choice);
    *is_open = choice.is_open;
    if (yoke_unlikely(failure != NULL)) {
        yoke_fail_thunk(b, failure, type, YOKE_FOUND_OBJECT, start);
        if (b->reparses == 0) yoke_keep_reparsed(b, bytes, n, start); // the path for the error message may lead into this text
        return false;
    }
    if (choice.slots == NULL) return true;
    *fitting = choice.slots[choice.count - 1];
    yoke_buffer copy = copy_of(b, choice.text != NULL ? choice.text : bytes, choice.text != NULL ? choice.text_length : n);
    if (choice.owner != NULL) b->thunks->release(choice.owner);
    const bound_text text = {choice.owner != NULL ? MADE : OWN, &copy, start, bytes, n};
    b->is_open = false;
    const bool bound = !copy.failed && count_reparsed(b, n, start) &&
                       (old == NULL ? bind_as_one_of(b, &choice, target.at, text)
                                    : bind_as(b, &type->element, target.at, old, text, 1));
    if (copy.failed) yoke_fail_at(b, YOKE_ERROR_MEMORY, type, YOKE_FOUND_OBJECT, start);
    yoke_buffer_free(&copy);
    // The value without its hooks has the same text. So if only the cut makes that value invalid, the same is true with the hooks.
    if (!bound && type->hooks) *is_open = b->is_open;
    return bound;
}

/// Called if a value is invalid only because the text was cut. A flattened value has no key that could be left out. If it is an Optional,
/// makes it nil, and returns true. `frames`: the number of frames around the value.
static bool leave_out_flattened(yoke_binder *b, yoke_target target, size_t frames) {
    if (b->trials > 0 || !is_flattened(&b->frames[frames - 1]) || target.slot->null_bytes == NULL) return false;
    yoke_forget_error(b);
    yoke_unwind_to(b, frames);
    memcpy(target.at, target.slot->null_bytes, target.slot->size);
    return true;
}

static int capture(yoke_binder *b, yoke_target target, const uint8_t *bytes, size_t n, uint64_t start) {
    const yoke_type *type = target.slot->type;
    const size_t frames = b->frame_count; // the frames of a value that could not be bound stay above these
    // Values of other types are read as new ones, so that the hooks after reading run.
    const uint8_t *old = type->hooks && yoke_innermost(type)->kind == YOKE_OBJECT ? yoke_old_value(b, target.slot) : NULL;
    uint32_t known = YOKE_RECALLED_NOTHING;
    const bool may_be_known = (b->trials > 0 || b->keeps_results) && n >= YOKE_MIN_RESULT && old == NULL;
    if (may_be_known) known = b->thunks->recall(b->reader, type, start, target.at);
    // An earlier trial could not read this value, so it fails now, too. Swift has kept the error for a report.
    if (known == YOKE_RECALLED_FAILURE && b->trials > 0)
        return yoke_fail_at(b, YOKE_ERROR_MISMATCH, type, YOKE_FOUND_OBJECT, start);
    if (known != YOKE_RECALLED_VALUE) {
        const yoke_slot *fitting = NULL;
        bool is_open = false;
        const bool is_made = make_from_raw_text(b, target, old, bytes, n, start, &fitting, &is_open);
        if (may_be_known && b->trials > 0 && known == YOKE_RECALLED_NOTHING) {
            b->keeps_results = true;
            b->thunks->remember(b->reader, fitting, is_made ? target.at : NULL);
        }
        if (b->reparses == 0) yoke_forget_results(b);
        if (!is_made && is_open && leave_out_flattened(b, target, frames)) return yoke_value_done(b);
        if (!is_made && is_open && yoke_leave_out_cut(b, frames)) return 1;
        b->is_open = is_open;
        if (!is_made) return 0;
    }
    yoke_mark_present(target.slot, target.at);
    return yoke_value_done(b);
}

/// Returns the `path_hash` for one of several properties that read the same text. `hash` is the `path_hash` of this text. Callers pass a
/// different `index` for each property, so that each gets its own hash. Swift looks up the values of failed trials (see CONTRIBUTING.md)
/// by this hash, so a property never gets a value that was read for another property.
static uint64_t hash_below(uint64_t hash, uint64_t index) { return index == 0 ? hash : hash * 0x9E3779B97F4A7C15u + index; }

/// Several fields share one key. Binds the value of this key, which has the text `bytes`, to each of these fields.
static int bind_shared_key(yoke_binder *b, yoke_target target, const uint8_t *bytes, size_t n, uint64_t start) {
    const yoke_field *whole = yoke_top(b)->field;
    const yoke_object *table = target.slot->type->object;
    const yoke_field *next = yoke_top(b)->next;
    yoke_buffer copy = copy_of(b, bytes, n);
    bool goes_on = !copy.failed || yoke_fail_at(b, YOKE_ERROR_MEMORY, target.slot->type, YOKE_FOUND_OBJECT, start);
    goes_on = goes_on && count_reparsed(b, n, start);
    const uint64_t path_hash = b->path_hash, count = yoke_top(b)->count;
    yoke_top(b)->repeats_key = false; // an update has counted the repeated key already
    for (uint32_t i = 0; i < table->keyed && goes_on; i++) {
        b->path_hash = hash_below(path_hash, 2 * (uint64_t)i);
        yoke_top(b)->count = count; // in an array, each field reads the same element
        if (!yoke_select_field(b, yoke_top(b), &table->fields[i], *copy.bytes == 'n')) continue;
        yoke_keep_position(b, yoke_top(b), &table->fields[i], start);
        goes_on = b->reparse(b, copy.bytes, copy.count, start);
    }
    b->path_hash = path_hash;
    yoke_buffer_free(&copy);
    if (!goes_on) return 0;
    yoke_top(b)->count = count;
    yoke_top(b)->field = whole;
    yoke_top(b)->next = next;
    return yoke_value_done(b);
}

/// Gives an unknown member, whose value has the text `bytes`, to the field that keeps such members (the object's `extras`).
static int extra(yoke_binder *b, yoke_target target, const uint8_t *bytes, size_t n, uint64_t start) {
    yoke_frame *f = yoke_top(b);
    const yoke_field *field = f->field;
    const bool merges = f->is_in_place && (b->updates & YOKE_UPDATE_MERGES) != 0;
    if (!merges && !yoke_bit(f->seen, field->index)) {
        b->thunks->initial(field->initial, target.at);
        yoke_set_bit(f->seen, field->index);
    }
    yoke_extra member = {.key = b->keys.bytes + f->key_mark, .key_length = b->keys.count - f->key_mark, .text = bytes, .text_length = n,
                         .updates = f->is_in_place ? b->updates : 0, .has_value = yoke_bit(f->seen, field->index), .object = f->serial,
                         .reader = b->reader};
    if (f->is_in_place) yoke_clear_bit(f->unchanged, field->index);
    void *failure = b->thunks->extra(target.slot->type->context, target.at, &member);
    yoke_put_bit(f->seen, field->index, member.has_value);
    f->field = NULL;
    if (yoke_likely(failure == NULL)) return yoke_value_done(b);
    return yoke_fail_thunk(b, failure, target.slot->type, YOKE_FOUND_OBJECT, start);
}

bool yoke_store_extras(yoke_binder *b, yoke_frame *f, const yoke_tape *tape, uint64_t start) {
    const yoke_field *field = f->object->extras;
    uint8_t *at = f->base + field->slot.offset;
    if (!yoke_bit(f->seen, field->index)) b->thunks->initial(field->initial, at);
    yoke_set_bit(f->seen, field->index);
    yoke_extra members = {.tape = tape, .has_value = true, .object = f->serial, .reader = b->reader};
    void *failure = b->thunks->extra(field->slot.type->context, at, &members);
    if (yoke_likely(failure == NULL)) return true;
    return yoke_fail_thunk(b, failure, field->slot.type, YOKE_FOUND_OBJECT, start);
}

void yoke_end_extras(yoke_binder *b, yoke_frame *f) {
    const yoke_field *field = f->object->extras;
    if (yoke_bit(f->seen, field->index)) return;
    yoke_extra end = {.updates = b->updates, .object = f->serial, .reader = b->reader};
    b->thunks->extra(field->slot.type->context, f->base + field->slot.offset, &end);
    yoke_put_bit(f->seen, field->index, end.has_value);
}

/// Applies a merge patch, which is the text `bytes`, to the old value of the frame's next value, and binds the result. Without an old
/// value, applies the patch to an empty object.
static int patch(yoke_binder *b, yoke_target target, const uint8_t *bytes, size_t n, uint64_t start) {
    const yoke_frame *f = b->top;
    const yoke_slot *slot = slot_in(f);
    const uint8_t *old = yoke_old_value(b, slot);
    if (old != NULL && !yoke_commit(b, NULL, NULL)) return 0;
    yoke_choice choice = {.slots = NULL};
    void *failure = b->thunks->patch(b->patcher, slot, old, is_flattened(f) ? f[-1].object : NULL, bytes, n, &choice);
    if (yoke_unlikely(failure != NULL)) return yoke_fail_thunk(b, failure, slot->type, YOKE_FOUND_OBJECT, start);
    const bool is_made = choice.owner != NULL;
    if (!is_made && old != NULL) {
        b->thunks->copy(slot->value, target.at, old);
        return yoke_value_done(b);
    }
    yoke_buffer copy = is_made ? copy_of(b, choice.text, choice.text_length) : copy_of(b, bytes, n);
    if (is_made) b->thunks->release(choice.owner);
    const bound_text text = {is_made ? MADE : OWN, &copy, start, bytes, n};
    bool bound = !copy.failed ? count_reparsed(b, n, start) && bind_as(b, slot, target.at, NULL, text, 1)
                              : yoke_fail_at(b, YOKE_ERROR_MEMORY, slot->type, YOKE_FOUND_OBJECT, start);
    yoke_buffer_free(&copy);
    return bound && yoke_value_done(b);
}

int yoke_finish_capture(yoke_binder *b, yoke_target target, uint64_t start) {
    size_t n;
    const uint8_t *bytes = yoke_source_capture_end(&b->source, start, &b->raw_text, &n);
    if (yoke_unlikely(bytes == NULL)) return yoke_fail_at(b, YOKE_ERROR_MEMORY, target.slot->type, YOKE_FOUND_OBJECT, start);
    switch (target.slot->kind) {
    case YOKE_SHARED_KEY: return bind_shared_key(b, target, bytes, n, start);
    case YOKE_EXTRA: return extra(b, target, bytes, n, start);
    case YOKE_PATCH: return patch(b, target, bytes, n, start);
    default: return capture(b, target, bytes, n, start);
    }
}

/// True if an update changes the old flattened value of this slot instead of replacing it: a model, or, in a merge patch, any value.
static bool changes_whole(const yoke_binder *b, const yoke_slot *slot) {
    return yoke_innermost(slot->type)->kind != YOKE_RAW_TEXT || (b->updates & YOKE_UPDATE_MERGES) != 0;
}

/// True if the text has the tag (the member that names the case) of a flattened enum. The text then holds a new value of the enum, also in
/// an update.
static bool names_case(const yoke_slot *slot, const yoke_buffer *text) {
    size_t from, to;
    const yoke_type *type = yoke_innermost(slot->type);
    return type->path_key != NULL && yoke_find_member(text->bytes, text->count, type->path_key, type->path_key_length, true, &from, &to);
}

bool yoke_bind_whole(yoke_binder *b, yoke_frame **frame) {
    const size_t level = b->frame_count;
    const uint64_t start = (*frame)->start;
    const yoke_object *object = (*frame)->object;
    size_t n;
    const uint8_t *bytes = yoke_source_capture_end(&b->source, start, &b->raw_text, &n);
    (*frame)->is_captured = object->hands_text;
    b->source.capturing += object->hands_text; // the capture has just ended, but the `after` thunk needs the raw text too
    yoke_buffer copy = copy_of(b, bytes, bytes == NULL ? 0 : n);
    bool goes_on = (bytes != NULL && !copy.failed) || yoke_fail_at(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_OBJECT, start);
    bool is_good = goes_on = goes_on && count_reparsed(b, n, start);
    for (uint32_t i = object->keyed; i < object->keyed + object->whole_count && goes_on; i++) {
        yoke_frame *f = &b->frames[level - 1];
        const yoke_slot *slot = &object->fields[i].slot;
        if (yoke_is_in_nil(f, 0, i)) continue;
        const uint8_t *old = yoke_bit(f->seen, i) ? f->old + slot->offset : NULL; // outside of an update, the field has no value yet
        if (old != NULL && !changes_whole(b, slot)) {
            if (!names_case(slot, &copy)) continue; // the old value stays
            old = NULL;
        }
        yoke_forget_field(b, f, &object->fields[i]);
        f->field = NULL; // the path in an error message leads to this object, not to one of its members
        const uint64_t path_hash = b->path_hash;
        b->path_hash = hash_below(path_hash, 2 * (uint64_t)(i - object->keyed) + 1);
        const bool is_bound = bind_as(b, slot, f->base + slot->offset, old, (bound_text){SHARED, &copy, start, NULL, 0}, 1);
        b->path_hash = path_hash;
        if (is_bound) {
            yoke_set_bit(b->frames[level - 1].seen, i);
            continue;
        }
        is_good = false;
        goes_on = yoke_collect(b, level);
    }
    yoke_buffer_free(&copy);
    *frame = &b->frames[level - 1];
    return is_good;
}
