#include "emit.h"

#include <string.h>

#include "number.h"
#include "text_out.h"

void yoke_writer_init(yoke_writer *w, yoke_buffer *out, const yoke_thunks *thunks, yoke_style style,
                      const yoke_allocator *allocator) {
    memset(w, 0, sizeof *w);
    w->out = out;
    w->thunks = thunks;
    w->style = style;
    w->stack = yoke_stack_make(allocator);
    w->allocator = allocator;
}

static bool fail(yoke_writer *w, enum yoke_write_error error) {
    if (w->error == YOKE_WRITE_OK) w->error = error;
    return false;
}

static yoke_write_frame *push(yoke_writer *w, const yoke_slot *slot, const uint8_t *base) {
    if (w->frame_count == w->frame_capacity) {
        size_t capacity = w->frame_capacity == 0 ? 16 : w->frame_capacity * 2;
        yoke_write_frame *frames = w->allocator->resize(w->allocator->context, w->frames,
                                                        w->frame_capacity * sizeof *frames, capacity * sizeof *frames);
        if (frames == NULL) {
            fail(w, YOKE_WRITE_MEMORY);
            return NULL;
        }
        w->frames = frames;
        w->frame_capacity = capacity;
    }
    yoke_write_frame *f = &w->frames[w->frame_count++];
    memset(f, 0, sizeof *f);
    f->slot = slot;
    f->base = base;
    f->kind = slot->type->kind;
    f->mark = yoke_stack_mark_now(&w->stack);
    return f;
}

/// Ends a frame: what it made on the value stack is destroyed.
static void pop(yoke_writer *w) {
    yoke_write_frame *f = &w->frames[w->frame_count - 1];
    const yoke_type *type = f->slot->type;
    if (f->kind == YOKE_THROUGH && f->base != NULL) {
        w->thunks->destroy(type->element.value, (void *)f->base, 1);
    } else if (f->kind == YOKE_DICTIONARY && f->base != NULL) {
        if (f->holds_value) w->thunks->destroy(type->element.value, f->value, 1);
        w->thunks->walk_end(type->context, (void *)f->base);
    }
    yoke_stack_pop(&w->stack, f->mark);
    w->frame_count--;
}

void yoke_writer_free(yoke_writer *w) {
    while (w->frame_count > 0) pop(w);
    if (w->frames != NULL)
        w->allocator->resize(w->allocator->context, w->frames, w->frame_capacity * sizeof *w->frames, 0);
    yoke_stack_free(&w->stack);
}

void yoke_writer_string(yoke_writer *w, const uint8_t *bytes, size_t n) {
    yoke_out_string(w->out, bytes, n, w->style.escapes_slashes);
}

void yoke_writer_raw(yoke_writer *w, const uint8_t *bytes, size_t n) { yoke_buffer_append(w->out, bytes, n); }

/// The comma, and the line break when pretty, in front of a member or element.
static void separate(yoke_writer *w, yoke_write_frame *f) {
    if (f->any_written) yoke_buffer_push(w->out, ',');
    f->any_written = true;
    if (w->style.indent > 0) yoke_out_newline(w->out, w->depth, w->style.indent);
}

static void colon(yoke_writer *w) {
    yoke_buffer_push(w->out, ':');
    if (w->style.indent > 0) yoke_buffer_push(w->out, ' ');
}

void yoke_writer_element(yoke_writer *w) {
    yoke_write_frame *f = &w->frames[w->frame_count - 1];
    f->position++;
    separate(w, f);
}

void yoke_writer_key(yoke_writer *w, const uint8_t *bytes, size_t n) {
    yoke_write_frame *f = &w->frames[w->frame_count - 1];
    f->position++;
    separate(w, f);
    f->count = w->out->count;
    yoke_writer_string(w, bytes, n);
    colon(w);
}

/// Text of the plan: a string with its quotes, escaped but for slashes.
static void put_literal(yoke_writer *w, const uint8_t *text, size_t n) {
    if (!w->style.escapes_slashes || memchr(text, '/', n) == NULL) {
        yoke_buffer_append(w->out, text, n);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '/') yoke_buffer_push(w->out, '\\');
        yoke_buffer_push(w->out, text[i]);
    }
}

static bool is_nil(const yoke_writer *w, const yoke_slot *slot, const uint8_t *at) {
    switch (slot->nil_test) {
    case YOKE_NEVER_NIL: return false;
    case YOKE_NIL_TAG: return at[slot->payload] != 0;
    case YOKE_NIL_WORD: {
        uintptr_t word;
        memcpy(&word, at + slot->nil_word, sizeof word);
        return word == 0;
    }
    default: return w->thunks->is_nil(slot->value, at);
    }
}

// MARK: - Scalars

#define WRITE_NUMBER(type, writer)                                   \
    {                                                                \
        type value;                                                  \
        memcpy(&value, at, sizeof value);                            \
        if (!yoke_buffer_reserve(w->out, YOKE_NUMBER_MAX)) return true; \
        w->out->count += writer(value, w->out->bytes + w->out->count); \
        return true;                                                 \
    }

#define WRITE_FLOAT(type, writer)                                    \
    {                                                                \
        type value;                                                  \
        memcpy(&value, at, sizeof value);                            \
        if (!__builtin_isfinite(value)) return fail(w, YOKE_WRITE_NOT_FINITE); \
        if (!yoke_buffer_reserve(w->out, YOKE_NUMBER_MAX)) return true; \
        w->out->count += writer(value, w->out->bytes + w->out->count); \
        return true;                                                 \
    }

static bool write_case(yoke_writer *w, const yoke_type *type, const uint8_t *at) {
    for (uint32_t i = 0; i < type->case_count; i++) {
        if (memcmp(type->case_bytes + (size_t)i * type->size, at, type->size) != 0) continue;
        put_literal(w, type->case_literals[i], type->case_lengths[i]);
        return true;
    }
    // A case that the schema does not list.
    void *failure = w->thunks->lend_text(type->context, at, w);
    if (failure == NULL) return true;
    w->failure = failure;
    return fail(w, YOKE_WRITE_THUNK);
}

static bool write_scalar(yoke_writer *w, const yoke_type *type, const uint8_t *at) {
    switch (type->kind) {
    case YOKE_BOOL:
        if (*at) yoke_buffer_append(w->out, "true", 4);
        else yoke_buffer_append(w->out, "false", 5);
        return true;
    case YOKE_I8: WRITE_NUMBER(int8_t, yoke_write_i64)
    case YOKE_I16: WRITE_NUMBER(int16_t, yoke_write_i64)
    case YOKE_I32: WRITE_NUMBER(int32_t, yoke_write_i64)
    case YOKE_I64: WRITE_NUMBER(int64_t, yoke_write_i64)
    case YOKE_I128: WRITE_NUMBER(yoke_wide, yoke_write_i128)
    case YOKE_U8: WRITE_NUMBER(uint8_t, yoke_write_u64)
    case YOKE_U16: WRITE_NUMBER(uint16_t, yoke_write_u64)
    case YOKE_U32: WRITE_NUMBER(uint32_t, yoke_write_u64)
    case YOKE_U64: WRITE_NUMBER(uint64_t, yoke_write_u64)
    case YOKE_U128: WRITE_NUMBER(yoke_wide, yoke_write_u128)
    case YOKE_F32: WRITE_FLOAT(float, yoke_write_f32)
    case YOKE_F64: WRITE_FLOAT(double, yoke_write_f64)
    case YOKE_STRING: w->thunks->lend_string(at, w); return true;
    case YOKE_RAW_STRING: return write_case(w, type, at);
    case YOKE_DOCUMENT: w->thunks->write_document(type->context, at, w); return w->error == YOKE_WRITE_OK;
    default: {
        void *failure = w->thunks->lend_text(type->context, at, w);
        if (failure == NULL) return true;
        w->failure = failure;
        return fail(w, YOKE_WRITE_THUNK);
    }
    }
}

// MARK: - Containers

static bool open_bracket(yoke_writer *w, uint8_t bracket) {
    yoke_buffer_push(w->out, bracket);
    if (w->depth >= w->style.depth_limit) return fail(w, YOKE_WRITE_DEPTH);
    w->depth++;
    return true;
}

static void close_bracket(yoke_writer *w, uint8_t bracket) {
    bool any = w->frames[w->frame_count - 1].any_written;
    w->depth--;
    if (any && w->style.indent > 0) yoke_out_newline(w->out, w->depth, w->style.indent);
    yoke_buffer_push(w->out, bracket);
    pop(w);
}

/// A dictionary, or a set: what has no elements in a row and is walked by an iterator.
static bool begin_walk(yoke_writer *w, const yoke_slot *slot, const uint8_t *at) {
    const yoke_type *type = slot->type;
    yoke_write_frame *f = push(w, slot, NULL);
    if (f == NULL) return false;
    f->kind = YOKE_DICTIONARY;
    f->value = yoke_stack_push(&w->stack, type->element.size, type->item_align);
    uint8_t *state = f->value == NULL ? NULL : yoke_stack_push(&w->stack, type->walk_size, 16);
    if (state == NULL) return fail(w, YOKE_WRITE_MEMORY);
    w->thunks->walk_begin(type->context, state, at, w->style.sorts_keys);
    f->base = state;
    return open_bracket(w, type->kind == YOKE_ARRAY ? '[' : '{');
}

/// Writes a scalar, or opens a frame for what contains others.
static bool begin_value(yoke_writer *w, const yoke_slot *slot, const uint8_t *at) {
    if (is_nil(w, slot, at)) {
        yoke_buffer_append(w->out, "null", 4);
        return true;
    }
    const yoke_type *type = slot->type;
    switch (type->kind) {
    case YOKE_OBJECT: {
        yoke_write_frame *f = push(w, slot, at);
        return f != NULL && open_bracket(w, '{');
    }
    case YOKE_ARRAY: {
        if (type->walk_size > 0) return begin_walk(w, slot, at);
        yoke_write_frame *f = push(w, slot, NULL);
        if (f == NULL) return false;
        f->base = w->thunks->elements(type->context, at, &f->count);
        return open_bracket(w, '[');
    }
    case YOKE_DICTIONARY: return begin_walk(w, slot, at);
    case YOKE_THROUGH: {
        yoke_write_frame *f = push(w, slot, NULL);
        if (f == NULL) return false;
        uint8_t *storage = yoke_stack_push(&w->stack, type->element.size, type->item_align);
        if (storage == NULL) return fail(w, YOKE_WRITE_MEMORY);
        // A chain of references that only store closures make can be endless, like one of containers.
        if (w->frame_count / 4 > w->style.depth_limit && w->frame_count > 16) return fail(w, YOKE_WRITE_DEPTH);
        w->thunks->store(type->context, storage, at);
        f->base = storage;
        return true;
    }
    default: return write_scalar(w, type, at);
    }
}

static bool next_member(yoke_writer *w, yoke_write_frame *f) {
    const yoke_object *object = f->slot->type->object;
    while (f->position < object->keyed) {
        size_t index = w->style.sorts_keys ? object->sorted[f->position] : f->position;
        f->position++;
        const yoke_field *field = &object->fields[index];
        const uint8_t *at = f->base + field->slot.offset;
        if (!w->style.writes_nulls && is_nil(w, &field->slot, at)) continue;
        separate(w, f);
        put_literal(w, field->literal, field->literal_length);
        if (w->style.indent > 0) yoke_buffer_push(w->out, ' ');
        return begin_value(w, &field->slot, at);
    }
    close_bracket(w, '}');
    return true;
}

static bool next_element(yoke_writer *w, yoke_write_frame *f) {
    if (f->position == f->count) {
        close_bracket(w, ']');
        return true;
    }
    const yoke_type *type = f->slot->type;
    const uint8_t *at = f->base + f->position * type->item_stride;
    f->position++;
    separate(w, f);
    return begin_value(w, &type->element, at);
}

static bool next_pair(yoke_writer *w, yoke_write_frame *f) {
    const yoke_type *type = f->slot->type;
    if (f->holds_value) {
        w->thunks->destroy(type->element.value, f->value, 1);
        f->holds_value = false;
    }
    if (!w->thunks->walk_next(type->context, (void *)f->base, f->value, w)) {
        close_bracket(w, type->kind == YOKE_ARRAY ? ']' : '}');
        return true;
    }
    f->holds_value = true;
    return begin_value(w, &type->element, f->value);
}

bool yoke_writer_value(yoke_writer *w, const yoke_slot *slot, const void *at) {
    if (!begin_value(w, slot, at)) return false;
    while (w->frame_count > 0) {
        yoke_write_frame *f = &w->frames[w->frame_count - 1];
        bool good;
        switch (f->kind) {
        case YOKE_OBJECT: good = next_member(w, f); break;
        case YOKE_ARRAY: good = next_element(w, f); break;
        case YOKE_DICTIONARY: good = next_pair(w, f); break;
        default: // THROUGH: the storage once, then done
            if (f->position == 0) {
                f->position = 1;
                good = begin_value(w, &f->slot->type->element, f->base);
            } else {
                pop(w);
                good = true;
            }
        }
        if (!good) return false;
        if (w->out->failed) return fail(w, YOKE_WRITE_MEMORY);
    }
    if (w->out->failed) return fail(w, YOKE_WRITE_MEMORY);
    return true;
}
