// Makes the value of the beginning of a text that is still arriving. See `bind/growing.h`.
#include "bind/growing.h"

#include <string.h>

#include "bind/binder.h"
#include "bind/cut_text.h"
#include "text/unescape.h"

void yoke_growing_init(yoke_growing *g, yoke_binder *text, yoke_binder *copy) {
    *g = (yoke_growing){.text = text, .copy = copy, .string_start = YOKE_NO_OFFSET, .unescaped = yoke_buffer_make(text->allocator)};
}

// MARK: - Values kept between calls

static void forget_containers(yoke_growing *g, size_t count) {
    while (g->count > count) {
        yoke_growing_container *container = &g->containers[--g->count];
        const yoke_thunks *thunks = g->text->thunks;
        if (container->grows) thunks->destroy(container->slot->value, &container->value, 1);
        if (container->has_key) thunks->destroy_pairs(container->slot->type->context, container->key, 0, true);
    }
}

static void forget_string(yoke_growing *g) {
    if (g->string_start != YOKE_NO_OFFSET) g->text->thunks->destroy(g->string_slot->value, g->string, 1);
    g->string_start = YOKE_NO_OFFSET;
}

void yoke_growing_clear(yoke_growing *g) {
    const yoke_allocator *allocator = g->text->allocator;
    forget_containers(g, 0);
    forget_string(g);
    if (g->containers != NULL) allocator->resize(allocator->context, g->containers, g->capacity * sizeof *g->containers, 0);
    g->containers = NULL;
    g->capacity = 0;
    yoke_buffer_free(&g->unescaped);
}

/// Returns a number for the next value of the container `around`. The number is different for each value. In an array or a dictionary, a
/// value that is left out is not counted in `count`, but lowers `max_count`.
static uint64_t position(const yoke_frame *around) {
    const bool counts_down = around->kind == YOKE_FRAME_ARRAY || around->kind == YOKE_FRAME_DICTIONARY;
    return counts_down ? around->count - around->max_count : around->count;
}

/// Returns the data that is kept, from call to call, for the text's frame with the index `i`. (Index 1 is the outermost container.) If the
/// frame is new, makes empty data for it, and forgets the data of frames that have ended. Returns NULL if memory runs out.
static yoke_growing_container *container_of(yoke_growing *g, size_t i) {
    const yoke_frame *f = &g->text->frames[i];
    const yoke_growing_container current = {.start = f->start, .serial = f->kind == YOKE_FRAME_ARRAY ? 0 : f->serial,
                                            .parent_position = position(f - 1), .slot = f->slot, .kind = f->kind};
    if (i <= g->count) {
        yoke_growing_container *old = &g->containers[i - 1];
        if (old->start == current.start && old->serial == current.serial && old->parent_position == current.parent_position &&
            old->slot == current.slot && old->kind == current.kind)
            return old;
        forget_containers(g, i - 1);
    }
    if (g->count == g->capacity) {
        const yoke_allocator *a = g->text->allocator;
        const size_t capacity = g->capacity == 0 ? 16 : 2 * g->capacity;
        const size_t size = sizeof *g->containers;
        yoke_growing_container *containers = a->resize(a->context, g->containers, g->capacity * size, capacity * size);
        if (containers == NULL) return NULL;
        g->containers = containers;
        g->capacity = capacity;
    }
    g->containers[g->count] = current;
    return &g->containers[g->count++];
}

// MARK: - Copying the frames

/// The frame directly inside the frame `around` makes a value at the address `at`. Returns the address at which the copy of this inner
/// frame must make its value. `copied` is the copy of `around`.
static uint8_t *copied_address(const yoke_binder *copy, const yoke_frame *around, const yoke_frame *copied, uint8_t *at) {
    switch (around->kind) {
    case YOKE_FRAME_ROOT: return copy->root_memory;
    case YOKE_FRAME_ARRAY: return copied->base + copied->count * copied->stride;
    case YOKE_FRAME_DICTIONARY: return copied->base + copied->slot->type->element.offset;
    case YOKE_FRAME_DYNAMIC: return NULL;
    default: return at == NULL ? NULL : copied->base + (at - around->base);
    }
}

/// Copies the unfinished object of the frame `f` to the frame `to`: the fields that have a value, and the bits `seen`. Returns false if
/// memory runs out.
static bool copy_object(yoke_binder *copy, const yoke_frame *f, yoke_frame *to) {
    const yoke_object *object = f->object;
    const size_t bytes = yoke_seen_bytes(copy, object);
    to->base = to->destination;
    to->seen = (uint64_t *)(void *)yoke_stack_push(&copy->stack, bytes, sizeof(uint64_t));
    if (to->seen == NULL) return false;
    memcpy(to->seen, f->seen, bytes);
    to->ranks = (uint8_t *)(to->seen + yoke_bit_words(copy, object) + object->kept_positions);
    memcpy(to->base, f->base, f->slot->type->size);
    for (uint32_t i = 0; i < object->count; i++) {
        const yoke_slot *slot = &object->fields[i].slot;
        if (!slot->trivial && yoke_bit(f->seen, i)) copy->thunks->copy(slot->value, to->base + slot->offset, f->base + slot->offset);
    }
    return true;
}

static bool copy_array(yoke_binder *copy, const yoke_frame *f, yoke_frame *to, yoke_growing_container *container) {
    const yoke_type *type = f->slot->type;
    const yoke_slot *element = &type->element;
    if (!container->grows && copy->thunks->grow(type->context, NULL, 0, NULL, 0)) {
        copy->thunks->array(type->context, &container->value, NULL, 0);
        container->grows = true;
    }
    if (container->grows) {
        const uint64_t done = container->done;
        copy->thunks->grow(type->context, &container->value, done, f->base + done * f->stride, f->count - done);
        container->done = f->count;
        to->count = 0;
    }
    to->base = yoke_stack_push(&copy->stack, (to->count + 1) * f->stride, type->item_align);
    if (to->base == NULL) return false;
    if (element->trivial && to->count != 0) memcpy(to->base, f->base, to->count * f->stride);
    else for (uint64_t i = 0; i < to->count; i++) copy->thunks->copy(element->value, to->base + i * f->stride, f->base + i * f->stride);
    return true;
}

static bool copy_dictionary(yoke_binder *copy, const yoke_frame *f, yoke_frame *to, yoke_growing_container *container) {
    const yoke_type *type = f->slot->type;
    const yoke_thunks *thunks = copy->thunks;
    to->base = yoke_stack_push(&copy->stack, type->item_stride, type->item_align);
    if (to->base == NULL) return false;
    if (!container->grows) thunks->dictionary(type->context, &container->value, NULL, 0, false);
    container->grows = true;
    if (container->has_key) thunks->put(type->context, &container->value, container->key, false);
    container->has_key = false;
    for (; container->done < f->count; container->done++) {
        thunks->copy_pair(type->context, to->base, f->base + container->done * type->item_stride, true);
        thunks->put(type->context, &container->value, to->base, true);
    }
    to->count = 0;
    if (f->has_key) thunks->copy_pair(type->context, to->base, f->base + f->count * type->item_stride, false);
    return true;
}

static bool copy_tape(yoke_tape *to, const yoke_tape *from) {
    yoke_tape_clear(to);
    if (!yoke_tape_reserve(to, from->count)) return false;
    yoke_buffer_append(&to->text, from->text.bytes, from->text.count);
    if (from->count > 0) memcpy(to->nodes, from->nodes, from->count * sizeof *from->nodes);
    to->count = from->count;
    to->open = from->open;
    to->key = from->key;
    to->depth = from->depth;
    to->max_depth = from->max_depth;
    to->has_literals = from->has_literals;
    return !to->text.failed;
}

/// Copies the text's frame with the index `i`, and the values that it owns. Returns false if memory runs out, or if a frame of this kind
/// cannot be copied; its value then counts as missing.
static bool copy_frame(yoke_growing *g, size_t i) {
    yoke_binder *copy = g->copy;
    const yoke_frame *f = &g->text->frames[i];
    yoke_growing_container *container = container_of(g, i);
    yoke_frame *to = container != NULL ? yoke_push_frame(copy, (enum yoke_frame_kind)f->kind) : NULL;
    if (to == NULL) return false;
    const yoke_stack_mark mark = to->mark;
    *to = *f;
    to->mark = mark;
    to->keyset_mark = 0;
    to->destination = copied_address(copy, f - 1, to - 1, f->destination);
    bool is_copied = false;
    switch (f->kind) {
    case YOKE_FRAME_OBJECT:
    case YOKE_FRAME_PATH_NODES:
        if (yoke_is_table(f->slot->kind)) {
            to->base = to->destination = to[-1].base;
            to->seen = to[-1].seen;
            to->ranks = to[-1].ranks;
            is_copied = true;
        } else {
            is_copied = copy_object(copy, f, to);
        }
        break;
    case YOKE_FRAME_ARRAY: is_copied = copy_array(copy, f, to, container); break;
    case YOKE_FRAME_DICTIONARY: is_copied = copy_dictionary(copy, f, to, container); break;
    case YOKE_FRAME_VIA:
        to->base = yoke_stack_push(&copy->stack, f->slot->type->element.size, f->slot->type->item_align);
        is_copied = to->base != NULL;
        break;
    case YOKE_FRAME_DYNAMIC:
        if (f->sink != NULL) to->sink_context = &copy->tape;
        is_copied = f->sink == NULL || f[-1].kind == YOKE_FRAME_DYNAMIC || copy_tape(&copy->tape, &g->text->tape);
        break;
    default: break;
    }
    if (is_copied) copy->depth += yoke_is_container(f->kind);
    else yoke_pop_frame(copy); // the frame owns no values yet
    return is_copied;
}

static bool copy_source(const yoke_source *from, yoke_source *to) {
    to->chunk = from->chunk;
    to->chunk_length = from->chunk_length;
    to->offset = from->offset;
    to->pending = from->pending;
    to->captures = from->captures;
    to->capturing = from->capturing;
    to->kept_from = from->kept_from;
    to->kept.count = 0;
    if (from->capturing > 0) yoke_buffer_append(&to->kept, from->kept.bytes, from->kept.count);
    return !to->kept.failed;
}

// MARK: - Closing the copy

/// Ends an array or dictionary of the copy whose complete elements are in `container->value`. The top frame holds the unfinished element,
/// if the element could be completed. Returns 0 after an error.
static int end_growing(yoke_closing *closing, yoke_binder *copy, yoke_growing_container *container) {
    yoke_frame *f = copy->top;
    yoke_close_bracket(closing, copy);
    const yoke_type *type = f->slot->type;
    const yoke_thunks *thunks = copy->thunks;
    bool is_repeated = false;
    if (f->kind == YOKE_FRAME_ARRAY) {
        thunks->grow(type->context, &container->value, container->done, f->base, f->count);
        if (!type->element.trivial) thunks->destroy(type->element.value, f->base, f->count);
    } else if (f->count > 0) {
        uint8_t *old = yoke_stack_push(&copy->stack, type->element.size, type->item_align);
        if (old == NULL) return 0;
        is_repeated = thunks->find(type->context, &container->value, f->base, old);
        if (is_repeated) {
            // The dictionary already has an older value for this key, and the unfinished value may still be left out. So only the copy of
            // the dictionary gets the unfinished value.
            if (!type->element.trivial) thunks->destroy(type->element.value, old, 1);
        } else {
            thunks->copy_pair(type->context, container->key, f->base, false);
            container->has_key = true;
            thunks->put(type->context, &container->value, f->base, true);
        }
    } else if (f->has_key) {
        thunks->destroy_pairs(type->context, f->base, 0, true);
    }
    f->count = 0;
    f->has_key = false;
    thunks->copy(f->slot->value, f->destination, &container->value);
    yoke_mark_present(f->slot, f->destination);
    if (is_repeated) thunks->put(type->context, f->destination, f->base, true);
    copy->depth--;
    yoke_pop_frame(copy);
    return yoke_value_done(copy) || yoke_recover(copy, YOKE_OPENED_NOTHING);
}

/// Stores the start of the unfinished string, which is the `n` bytes `cut`, in the copy. If the slot is a String, reads only the bytes that
/// came since the last call. Returns false if the string cannot be stored.
static bool store_cut_string(yoke_growing *g, const uint8_t *cut, size_t n) {
    yoke_binder *copy = g->copy;
    const uint64_t start = g->text->source.pending;
    const yoke_slot *slot = yoke_cut_string_slot(g->text);
    if (slot == NULL || slot->kind != YOKE_STRING) {
        forget_string(g);
        return yoke_unescape_alone(&g->unescaped, cut, cut + yoke_complete_length(cut, n)) &&
               yoke_binder_sink.string(copy, g->unescaped.bytes, g->unescaped.count);
    }
    if (g->string_start != start || g->string_slot != slot) {
        forget_string(g);
        copy->thunks->string(g->string, cut, 0, true);
        g->string_start = start;
        g->string_slot = slot;
        g->string_used = 0;
    }
    const uint8_t *more = cut + g->string_used;
    const size_t length = yoke_complete_length(more, n - g->string_used);
    if (!yoke_unescape_alone(&g->unescaped, more, more + length)) return false;
    g->string_used += length;
    const uint8_t *text = g->unescaped.bytes;
    size_t count = g->unescaped.count;
    if (copy->repairs_strings && !yoke_repair_text(copy, &text, &count)) return false;
    copy->thunks->append(g->string, text, count);
    yoke_target target;
    if (!yoke_next_target(copy, &target, YOKE_FOUND_STRING) || target.slot == NULL) return false;
    copy->thunks->copy(slot->value, target.at, g->string);
    yoke_mark_present(slot, target.at);
    return yoke_value_done(copy);
}

bool yoke_growing_take(yoke_growing *g, void *memory, bool after_key, const uint8_t *cut, size_t n) {
    yoke_binder *text = g->text, *copy = g->copy;
    if (text->root_full) {
        yoke_growing_clear(g);
        if (text->root.trivial) memcpy(memory, text->root_memory, text->root.size);
        else text->thunks->copy(text->root.value, memory, text->root_memory);
        return true;
    }
    if (!yoke_binder_start(copy, &text->root, memory) || !copy_source(&text->source, &copy->source)) return false;
    copy->depth = 0;
    copy->reported = text->reported; // copied frames compare `reported` with its value at their beginning
    yoke_buffer_append(&copy->keys, text->keys.bytes, text->keys.count);
    if (copy->keys.failed) return false;
    size_t i = 1;
    while (i < text->frame_count && copy_frame(g, i)) i++;
    forget_containers(g, i - 1);
    const bool is_whole = i == text->frame_count;
    const bool takes = is_whole && cut != NULL && yoke_takes_cut_string(text);
    if (!takes) forget_string(g);
    yoke_closing closing;
    yoke_reset_cut_field(copy);
    if (copy->top->kind == YOKE_FRAME_ARRAY) copy->stack.top = copy->top->base + copy->top->count * copy->top->stride;
    if (yoke_begin_closing(&closing, copy, is_whole ? (yoke_cut){after_key, cut, n} : (yoke_cut){false, NULL, 0}, takes)) {
        closing.drops_incomplete = true;
        if (takes && !store_cut_string(g, cut, n)) yoke_drop_frames(copy, copy->frame_count, 0);
        while (copy->frame_count > 1) {
            const size_t top = copy->frame_count - 1;
            yoke_growing_container *container = &g->containers[top - 1];
            // After an error, recovery may have replaced the top frame by a frame that skips the rest of a container. So check that the top
            // frame is still the frame of `container`.
            const bool is_kept = container->grows && copy->top->kind == container->kind && copy->top->slot == container->slot;
            const bool is_closed = copy->top->kind != YOKE_FRAME_VIA &&
                                   (is_kept ? end_growing(&closing, copy, container) : yoke_close_top(&closing, copy));
            if (!is_closed) yoke_drop_frames(copy, top, 0);
        }
    }
    yoke_end_closing(&closing, copy);
    const bool has_value = copy->root_full;
    copy->root_full = false;
    yoke_binder_unwind(copy);
    return has_value;
}
