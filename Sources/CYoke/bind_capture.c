// Values whose own text is wanted: it is kept while it goes by, checked like any other, and at its end it is given to Swift, which makes
// the value of it or says what it is; or it is bound again, as if it came now, by the native engine and this binder, in the frames that
// are there. So paths, places, limits and rules are the same as for text that is bound at once.
#include <string.h>

#include "bind_internal.h"

/// A copy of a text, since binding it may capture others.
static yoke_buffer copy_of(yoke_binder *b, const uint8_t *text, size_t n) {
    yoke_buffer copy = yoke_buffer_make(b->allocator);
    yoke_buffer_append(&copy, text, n);
    return copy;
}

/// Binds the text as `slot`, at `at`. The frame that says so stays on top when it fails, with what failed above it.
static bool bind_as(yoke_binder *b, const yoke_slot *slot, uint8_t *at, const uint8_t *text, size_t n, uint64_t start) {
    yoke_frame *f = yoke_push_frame(b, YOKE_FRAME_CHOSEN);
    if (YOKE_UNLIKELY(f == NULL)) return false;
    f->element = slot;
    f->destination = at;
    f->start = start;
    if (!yoke_replay(b, text, n, start)) return false;
    yoke_pop_frame(b);
    return true;
}

/// As the first of the slots that fits.
static bool bind_as_one_of(yoke_binder *b, const yoke_choice *choice, uint8_t *at, const uint8_t *text, size_t n, uint64_t start) {
    const size_t frames = b->frame_count;
    const uint64_t depth = b->depth;
    for (size_t i = 0; i < choice->count; i++) {
        if (bind_as(b, choice->slots[i], at, text, n, start)) return true;
        if (i + 1 == choice->count || !yoke_is_of_mapping(b->error.code)) return false;
        yoke_unwind_to(b, frames);
        b->depth = depth;
        yoke_forget_error(b);
    }
    return false;
}

static int capture(yoke_binder *b, yoke_target target, const uint8_t *bytes, size_t n, uint64_t start) {
    const yoke_type *type = target.slot->type;
    yoke_choice choice = {.slots = NULL};
    void *failure = b->thunks->capture(type->context, target.at, bytes, n, &choice);
    if (YOKE_UNLIKELY(failure != NULL)) {
        yoke_fail_at(b, YOKE_ERROR_THUNK, type, YOKE_FOUND_OBJECT, start);
        b->error.failure = failure;
        return 0;
    }
    if (choice.slots != NULL) {
        yoke_buffer copy = copy_of(b, choice.text != NULL ? choice.text : bytes, choice.text != NULL ? choice.text_length : n);
        if (choice.text != NULL && choice.owner == NULL) start += (uint64_t)(choice.text - bytes);
        if (choice.owner != NULL) b->thunks->release(choice.owner);
        bool bound = !copy.failed && bind_as_one_of(b, &choice, target.at, copy.bytes, copy.count, start);
        if (copy.failed) yoke_fail_at(b, YOKE_ERROR_MEMORY, type, YOKE_FOUND_OBJECT, start);
        yoke_buffer_free(&copy);
        if (!bound) return 0;
    }
    yoke_mark_present(target.slot, target.at);
    return yoke_value_done(b);
}

/// One key for several fields.
static int fan(yoke_binder *b, yoke_target target, const uint8_t *bytes, size_t n, uint64_t start) {
    const yoke_field *whole = yoke_top(b)->field;
    const yoke_object *table = target.slot->type->object;
    yoke_buffer copy = copy_of(b, bytes, n);
    bool goes_on = !copy.failed || yoke_fail_at(b, YOKE_ERROR_MEMORY, target.slot->type, YOKE_FOUND_OBJECT, start);
    for (uint32_t i = 0; i < table->keyed && goes_on; i++) {
        if (!yoke_take_field(b, yoke_top(b), &table->fields[i], *copy.bytes == 'n')) continue;
        goes_on = yoke_replay(b, copy.bytes, copy.count, start);
    }
    yoke_buffer_free(&copy);
    if (!goes_on) return 0;
    yoke_top(b)->field = whole;
    return yoke_value_done(b);
}

/// An unknown member, to the field that keeps them.
static int extra(yoke_binder *b, yoke_target target, const uint8_t *bytes, size_t n, uint64_t start) {
    yoke_frame *f = yoke_top(b);
    const yoke_field *field = f->field;
    if (!yoke_bit(f->seen, field->index)) {
        b->thunks->initial(field->initial, target.at);
        yoke_set_bit(f->seen, field->index);
    }
    const uint8_t *key = b->keys.bytes + f->key_mark;
    void *failure = b->thunks->extra(target.slot->type->context, target.at, key, b->keys.count - f->key_mark, bytes, n);
    f->field = NULL;
    if (YOKE_LIKELY(failure == NULL)) return yoke_value_done(b);
    yoke_fail_at(b, YOKE_ERROR_THUNK, target.slot->type, YOKE_FOUND_OBJECT, start);
    b->error.failure = failure;
    return 0;
}

int yoke_finish_capture(yoke_binder *b, yoke_target target, uint64_t start) {
    size_t n;
    const uint8_t *bytes = yoke_source_capture_end(&b->source, start, &b->captured, &n);
    if (YOKE_UNLIKELY(bytes == NULL)) return yoke_fail_at(b, YOKE_ERROR_MEMORY, target.slot->type, YOKE_FOUND_OBJECT, start);
    switch (target.slot->kind) {
    case YOKE_FAN: return fan(b, target, bytes, n, start);
    case YOKE_EXTRA: return extra(b, target, bytes, n, start);
    default: return capture(b, target, bytes, n, start);
    }
}

/// A flattened value that is there already: a model is changed by what the text has of its members, anything else made anew.
static bool update_whole(yoke_binder *b, size_t level, const yoke_field *field, const yoke_buffer *text, uint64_t start) {
    yoke_frame *f = &b->frames[level - 1];
    yoke_target target;
    f->field = field;
    bool goes_on = yoke_update_target(b, f, &target, YOKE_FOUND_OBJECT);
    b->frames[level - 1].field = NULL;
    if (!goes_on || !bind_as(b, target.slot, target.at, text->bytes, text->count, start)) return false;
    return b->frame_count == level || yoke_value_done(b);
}

bool yoke_bind_whole(yoke_binder *b, yoke_frame **frame) {
    const size_t level = b->frame_count;
    const uint64_t start = (*frame)->start;
    const yoke_object *object = (*frame)->object;
    size_t n;
    const uint8_t *bytes = yoke_source_capture_end(&b->source, start, &b->captured, &n);
    (*frame)->met = object->hands_text;
    b->source.capturing += object->hands_text; // it is asked for once more
    yoke_buffer copy = copy_of(b, bytes, bytes == NULL ? 0 : n);
    bool goes_on = (bytes != NULL && !copy.failed) || yoke_fail_at(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_OBJECT, start);
    for (uint32_t i = object->keyed; i < object->keyed + object->whole_count && goes_on; i++) {
        yoke_frame *f = &b->frames[level - 1];
        const yoke_slot *slot = &object->fields[i].slot;
        if (yoke_is_in_nil(f, 0, i)) continue;
        if (slot->kind == YOKE_CAPTURE && yoke_bit(f->seen, i)) continue; // an update says nothing of it as a whole: it stays
        f->field = NULL; // paths of errors go through this object, not through a member
        goes_on = YOKE_UNLIKELY(b->updates)
                      ? update_whole(b, level, &object->fields[i], &copy, start)
                      : bind_as(b, slot, f->base + slot->offset, copy.bytes, copy.count, start);
        if (goes_on) yoke_set_bit(b->frames[level - 1].seen, i);
    }
    yoke_buffer_free(&copy);
    *frame = &b->frames[level - 1];
    return goes_on;
}
