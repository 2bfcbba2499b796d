// The writer's frames. A frame is the state of an open container. A value that is written via a storage type (it is first converted to this
// type) has a frame too. Many objects never need a frame: see write/objects.h. This file also has the functions that begin containers.
// Private to write/writer.c.
#pragma once

#include "write/put.h"

// MARK: - Frames

/// Makes room for two frames: the next one, and one that an error may add for its path.
static bool reserve_frame(yoke_writer *w) {
    if (yoke_likely(w->frame_count + 1 < w->frame_capacity)) return true;
    size_t capacity = w->frame_capacity == 0 ? 16 : w->frame_capacity * 2;
    yoke_write_frame *frames = w->allocator->resize(w->allocator->context, w->frames,
                                                    w->frame_capacity * sizeof *frames, capacity * sizeof *frames);
    if (frames == NULL) return fail(w, YOKE_WRITE_MEMORY) != NULL;
    w->frames = frames;
    w->frame_capacity = capacity;
    return true;
}

/// Adds a frame. `reserve_frame` has made room for it.
static yoke_write_frame *add_frame(yoke_writer *w, const yoke_slot *slot, const uint8_t *base, size_t count) {
    yoke_write_frame *f = &w->frames[w->frame_count++];
    f->slot = slot;
    f->base = base;
    f->position = 0;
    f->count = count;
    f->kind = slot->kind;
    f->object = slot->type->object;
    return f;
}

static yoke_write_frame *push(yoke_writer *w, const yoke_slot *slot, const uint8_t *base, size_t count) {
    return reserve_frame(w) ? add_frame(w, slot, base, count) : NULL;
}

/// Pushes a frame of the kind YOKE_DICTIONARY or YOKE_VIA. Such a frame may own a value that Swift makes on the value stack (memory for
/// temporary values): an iterator or a storage. While `base` is NULL, the frame owns no such value.
static yoke_write_frame *push_iteration(yoke_writer *w, const yoke_slot *slot, uint8_t kind) {
    yoke_write_frame *f = push(w, slot, NULL, 0);
    if (f == NULL) return NULL;
    f->kind = kind;
    f->holds_value = false;
    f->mark = yoke_stack_mark_now(&w->stack);
    return f;
}

/// Returns the top frame. The frame may move in memory when another frame is added.
yoke_inline yoke_write_frame *top_frame(const yoke_writer *w) { return &w->frames[w->frame_count - 1]; }

/// Ends the top frame, and destroys the values that Swift made for it on the value stack.
static void pop(yoke_writer *w) {
    yoke_write_frame *f = &w->frames[--w->frame_count];
    if (f->kind != YOKE_VIA && f->kind != YOKE_DICTIONARY) return;
    const yoke_type *type = f->slot->type;
    if (f->kind == YOKE_VIA && f->base != NULL) {
        w->thunks->destroy(f->stored->value, (void *)f->base, 1);
    } else if (f->kind == YOKE_DICTIONARY && f->base != NULL) {
        if (f->holds_value) w->thunks->destroy(type->element.value, f->value, 1);
        w->thunks->iteration_end(type->context, (void *)f->base);
    }
    yoke_stack_pop(&w->stack, f->mark);
}

// MARK: - Containers

static bool is_nil_otherwise(const yoke_writer *w, const yoke_slot *slot, const uint8_t *at);

yoke_inline bool is_nil(const yoke_writer *w, const yoke_slot *slot, const uint8_t *at) {
    if (yoke_likely(slot->nil_test == YOKE_NEVER_NIL)) return false;
    if (slot->nil_test == YOKE_NIL_TAG) return at[slot->payload] != 0;
    if (slot->nil_test != YOKE_NIL_WORD) return is_nil_otherwise(w, slot, at);
    uintptr_t word;
    memcpy(&word, at + slot->nil_word, sizeof word);
    return word == 0;
}

/// True if a path node (a container on a key path such as `a.b`) writes nothing, because all fields in it are nil and none writes null.
static bool is_empty_path_node(const yoke_writer *w, const yoke_object *table, const uint8_t *base) {
    for (uint32_t i = 0; i < table->keyed; i++) {
        const yoke_slot *slot = &table->fields[i].slot;
        const bool shows_null = w->style.writes_nulls || (slot->rules & YOKE_RULE_WRITES_NULL) != 0;
        if (slot->kind == YOKE_SHARED_KEY && (is_nil(w, slot, base) || is_empty_path_node(w, slot->type->object, base))) continue;
        if ((shows_null && !yoke_is_table(slot->kind)) || !is_nil(w, slot, base + slot->offset)) return false;
    }
    return true;
}

static bool is_nil_otherwise(const yoke_writer *w, const yoke_slot *slot, const uint8_t *at) {
    switch (slot->nil_test) {
    case YOKE_NIL_BYTE: return *at == slot->nil_byte;
    case YOKE_NIL_PATH_NODE: return is_empty_path_node(w, slot->type->object, at);
    case YOKE_NIL_ELEMENT: return is_nil(w, &slot->type->element, at + slot->type->element.offset);
    case YOKE_NIL_THUNK_OR_MEMBERS: return w->thunks->is_nil(slot->value, at) || is_empty_path_node(w, slot->type->object, at);
    default: return w->thunks->is_nil(slot->value, at);
    }
}

yoke_inline uint8_t *put_null(uint8_t *to) {
    memcpy(to, "null,", 5);
    return to + 5;
}

yoke_inline uint8_t *open_bracket(yoke_writer *w, uint8_t *to, uint8_t bracket) {
    *to = bracket;
    if (yoke_unlikely(w->depth >= w->style.depth_limit)) return fail(w, YOKE_WRITE_DEPTH);
    w->depth++;
    return to + 1;
}

yoke_inline uint8_t *close_bracket(yoke_writer *w, uint8_t *to, uint8_t bracket, bool plain) {
    w->depth--;
    if (yoke_likely(to[-1] == ',')) {
        to--;
        if (!plain && w->style.indent > 0 && (to = begin_line(w, to, plain)) == NULL) return NULL;
    }
    to[0] = bracket;
    to[1] = ',';
    return to + 2;
}

/// Begins a dictionary or a set. Their elements do not lie side by side in memory, so Swift makes an iterator.
static uint8_t *begin_iteration(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *at) {
    const yoke_type *type = slot->type;
    yoke_write_frame *f = push_iteration(w, slot, YOKE_DICTIONARY);
    if (f == NULL) return NULL;
    f->value = yoke_stack_push(&w->stack, type->element.size, type->item_align);
    uint8_t *state = f->value == NULL ? NULL : yoke_stack_push(&w->stack, type->iteration_size, 16);
    if (state == NULL) return fail(w, YOKE_WRITE_MEMORY);
    w->thunks->iteration_begin(type->context, state, at, w->style.sorts_collections);
    f->base = state;
    if (type->kind == YOKE_ARRAY) f->count = w->marks.count;
    return open_bracket(w, to, type->kind == YOKE_ARRAY ? '[' : '{');
}

/// Begins a dictionary. If C can read the pairs where Swift stores them, the frame has no iterator, and its `value` is the address of the
/// dictionary's storage. If C cannot, or if the pairs are sorted, Swift makes an iterator.
static uint8_t *begin_buckets(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *at) {
    yoke_buckets buckets;
    if (!w->thunks->knows_dictionaries || w->style.sorts_collections || !yoke_dictionary_buckets(at, &buckets)) return begin_iteration(w, to, slot, at);
    yoke_write_frame *f = push_iteration(w, slot, YOKE_DICTIONARY);
    if (f == NULL) return NULL;
    memcpy(&f->value, at, sizeof f->value);
    return open_bracket(w, to, '{');
}

/// Returns the slot for the class of the instance at `at`. This class may be a subclass of the class that `slot` describes.
static const yoke_slot *slot_of_instance(const yoke_writer *w, const yoke_slot *slot, const uint8_t *at) {
    const void *instance, *its_class;
    memcpy(&instance, at, sizeof instance);
    memcpy(&its_class, instance, sizeof its_class);
    // The first word of an instance may hold other bits besides the class. Then the comparison fails, and the call of the thunk finds the
    // class.
    if (yoke_likely(its_class == slot->type->identity)) return slot;
    const yoke_slot *own = w->thunks->own_class(slot->type->subclasses, at);
    return own != NULL ? own : slot;
}

/// Pushes a frame for a value that is converted to another type, its storage type, to be written. Returns memory for the converted value,
/// or NULL if an error is set.
static uint8_t *push_storage(yoke_writer *w, const yoke_slot *slot) {
    if (push_iteration(w, slot, YOKE_VIA) == NULL) return NULL;
    uint8_t *storage = yoke_stack_push(&w->stack, slot->type->element.size, slot->type->item_align);
    if (storage == NULL) return fail(w, YOKE_WRITE_MEMORY);
    // If `encode` closures follow a cycle of references, they make storages inside storages without end. The depth limit stops this, as it
    // stops containers that contain each other without end.
    if (w->frame_count / 4 > w->style.depth_limit && w->frame_count > 16) return fail(w, YOKE_WRITE_DEPTH);
    return storage;
}

/// Makes the top frame the owner of the finished storage, the converted value. `pop` then destroys the storage when the frame ends.
static void own_storage(yoke_writer *w, const uint8_t *storage, const yoke_slot *stored) {
    yoke_write_frame *f = top_frame(w);
    f->base = storage;
    f->stored = stored;
}

/// Begins a value, such as an enum, that can have different payloads. Swift either takes out the payload, which C then writes, or writes
/// the value itself.
static uint8_t *begin_projected(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *at) {
    const yoke_type *type = slot->type;
    uint8_t *storage = push_storage(w, slot);
    if (storage == NULL) return NULL;
    void *failure = NULL;
    leave(w, to);
    w->choices = type->choices;
    const yoke_slot *stored = w->thunks->project(type->context, storage, at, w, &failure);
    if (failure != NULL) {
        w->failure = failure;
        return fail(w, YOKE_WRITE_THUNK);
    }
    if (w->error != YOKE_WRITE_OK || (to = enter(w)) == NULL) return NULL;
    if (stored == NULL) {
        w->tag_key = NULL; // the text that Swift wrote has the tag
        pop(w);
        *to++ = ',';
        return to;
    }
    own_storage(w, storage, stored);
    return to;
}

static uint8_t *put_any(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *at);

static uint8_t *begin_via(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *at) {
    if (slot->type->box_offset > 0) return put_any(w, to, &slot->type->element, yoke_box_value(at, slot->type->box_offset));
    if (slot->type->subclasses != NULL) slot = slot_of_instance(w, slot, at);
    if (slot->kind == YOKE_RAW_TEXT) return begin_projected(w, to, slot, at); // a subclass with hooks
    const yoke_type *type = slot->type;
    uint8_t *storage = push_storage(w, slot);
    if (storage == NULL) return NULL;
    w->failure = w->thunks->store(type->context, storage, at);
    if (w->failure != NULL) return fail(w, YOKE_WRITE_THUNK);
    own_storage(w, storage, &type->element);
    return to;
}

/// Writes the tag as the first member of the object. A tag is the member that names the case of an enum.
static yoke_cold uint8_t *put_tag(yoke_writer *w, uint8_t *to) {
    const uint8_t *key = w->tag_key;
    w->tag_key = NULL;
    if ((to = begin_line(w, to, false)) == NULL) return NULL;
    if ((to = put_literal(w, to, key, w->tag_key_length)) == NULL) return NULL;
    if (w->style.indent > 0) *to++ = ' ';
    if ((to = put_literal(w, to, w->tag_value, w->tag_value_length)) == NULL) return NULL;
    *to++ = ',';
    return to;
}
