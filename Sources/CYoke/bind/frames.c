// The stack of frames: pushes and drops frames, finds the target of the next value, and handles a value that is complete.

#include <string.h>

#include "bind/binder.h"
#include "bind/in_place.h"
#include "base/platform.h"

int yoke_fail_at(yoke_binder *b, enum yoke_error_code code, const yoke_type *type, enum yoke_found found, uint64_t offset) {
    if (b->error.code == YOKE_ERROR_NONE) b->error = (yoke_error){.code = code, .found = found, .offset = offset, .type = type};
    return 0;
}

int yoke_fail(yoke_binder *b, enum yoke_error_code code, const yoke_type *type, enum yoke_found found) {
    if (b->error.code != YOKE_ERROR_NONE) return 0;
    yoke_fail_at(b, code, type, found, yoke_source_event_start(&b->source));
    b->error.end = yoke_source_event_end(&b->source);
    return 0;
}

int yoke_fail_thunk(yoke_binder *b, void *failure, const yoke_type *type, enum yoke_found found, uint64_t offset) {
    if (b->error.code != YOKE_ERROR_NONE) return b->thunks->release(failure), 0;
    yoke_fail_at(b, YOKE_ERROR_THUNK, type, found, offset);
    b->error.failure = failure;
    return 0;
}

void yoke_binder_init(yoke_binder *b, const yoke_thunks *thunks, const yoke_allocator *allocator, uint64_t seed) {
    memset(b, 0, sizeof *b);
    yoke_source_init(&b->source, allocator);
    b->thunks = thunks;
    b->stack = yoke_stack_make(allocator);
    b->tape = yoke_tape_make(allocator);
    b->keys = yoke_buffer_make(allocator);
    b->keyset = yoke_keyset_make(allocator, seed);
    b->repaired = yoke_buffer_make(allocator);
    b->raw_text = yoke_buffer_make(allocator);
    b->reparsed = yoke_buffer_make(allocator);
    b->allocator = allocator;
}

void yoke_binder_free(yoke_binder *b) {
    yoke_binder_unwind(b);
    if (b->frames != NULL)
        b->allocator->resize(b->allocator->context, b->frames, b->frame_capacity * sizeof *b->frames, 0);
    yoke_stack_free(&b->stack);
    yoke_tape_free(&b->tape);
    yoke_buffer_free(&b->keys);
    yoke_buffer_free(&b->repaired);
    yoke_buffer_free(&b->raw_text);
    yoke_buffer_free(&b->reparsed);
    yoke_keyset_free(&b->keyset);
    yoke_source_free(&b->source);
}

bool yoke_binder_start(yoke_binder *b, const yoke_slot *root, void *memory) {
    yoke_binder_unwind(b);
    b->root = *root;
    b->root_memory = memory;
    b->string_bound = b->limits.string_bytes + 1;
    b->number_bound = b->limits.number_digits + 1;
    // The JSON5 rewriter, which runs before the engine, writes NaN and infinities as numbers of YOKE_LITERAL_LENGTH bytes, perhaps with a
    // sign. So lower `number_bound`: `on_number` then looks for NaN and infinities in numbers of at least this length.
    if (b->reads_literals && b->number_bound > YOKE_LITERAL_LENGTH) b->number_bound = YOKE_LITERAL_LENGTH;
    b->values = 0;
    b->scalar_end = YOKE_NO_OFFSET;
    b->path_matched = false;
    b->elements = b->overruled_elements = 0;
    b->updates = 0;
    b->always_fast = b->duplicates == YOKE_LAST_WINS;
    b->next_old = NULL;
    yoke_frame *f = yoke_push_frame(b, YOKE_FRAME_ROOT);
    if (f == NULL) return false;
    f->slot = &b->root;
    f->base = memory;
    return true;
}

bool yoke_binder_start_update(yoke_binder *b, const yoke_slot *root, void *memory, const void *old, uint8_t updates) {
    if (!yoke_binder_start(b, root, memory)) return false;
    b->updates = updates;
    b->always_fast = false;
    b->next_old = old;
    b->root_full = true;
    return true;
}

bool yoke_binder_start_overwrite(yoke_binder *b, const yoke_slot *root, void *memory) {
    if (!yoke_binder_start(b, root, NULL)) return false;
    b->updates = YOKE_OVERWRITES;
    b->top->base = memory;
    return true;
}

bool yoke_grow_frames(yoke_binder *b) {
    size_t capacity = b->frame_capacity == 0 ? 16 : b->frame_capacity * 2;
    yoke_frame *frames = b->allocator->resize(b->allocator->context, b->frames,
                                              b->frame_capacity * sizeof *frames, capacity * sizeof *frames);
    if (frames == NULL) {
        yoke_fail_at(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_NULL, b->source.offset);
        return false;
    }
    // Set the new frames to 0, because a push does not set the frame's `space`, from which the fast path guesses the length of white space.
    // So a frame keeps the guess of the earlier frame at the same depth.
    memset(frames + b->frame_capacity, 0, (capacity - b->frame_capacity) * sizeof *frames);
    b->frames = frames;
    b->frame_capacity = capacity;
    return true;
}

/// If an update has made a storage from the old value, destroys this storage.
static void destroy_old_storage(yoke_binder *b, yoke_frame *f) {
    if (!f->is_in_place) return;
    f->is_in_place = false;
    b->thunks->destroy(f->slot->type->element.value, (void *)f->old, 1);
}

/// Destroys what a failed update has made from the old value: the storage, and the copy of the value or of the reference to the instance.
static void destroy_old_copy(yoke_binder *b, yoke_frame *f) {
    if (f->is_in_place && (f->slot->type->assigns || f->slot->type->amends)) b->thunks->destroy(f->slot->value, f->destination, 1);
    destroy_old_storage(b, f);
}

/// Destroys the values that a frame owns: for example the fields that have a value (their bits in `seen` are set), or complete elements or
/// pairs. A frame that overwrites a model in place owns nothing.
static void destroy_parts(yoke_binder *b, yoke_frame *f) {
    switch (f->kind) {
    case YOKE_FRAME_PATH_NODES:
        if (!yoke_is_positional(f)) break;
        // fall through
    case YOKE_FRAME_OBJECT:
        if (f->is_in_place && yoke_overwrites(b)) break;
        for (uint32_t i = 0; i < f->object->count; i++) {
            const yoke_slot *slot = &f->object->fields[i].slot;
            if (yoke_bit(f->seen, i) && !slot->trivial) b->thunks->destroy(slot->value, f->base + slot->offset, 1);
        }
        break;
    case YOKE_FRAME_ARRAY: {
        const yoke_slot *element = &f->slot->type->element;
        if (!element->trivial && f->count > 0) b->thunks->destroy(element->value, f->base, f->count);
        break;
    }
    case YOKE_FRAME_DICTIONARY:
        if (f->count > 0 || f->has_key)
            b->thunks->destroy_pairs(f->slot->type->context, f->base, f->count, f->has_key);
        break;
    case YOKE_FRAME_ROOT:
        if (b->root_full && !b->root.trivial) b->thunks->destroy(b->root.value, b->root_memory, 1);
        b->root_full = false;
        break;
    case YOKE_FRAME_VIA: destroy_old_copy(b, f); break;
    case YOKE_FRAME_ELEMENTS: yoke_destroy_elements(b, f); break;
    case YOKE_FRAME_REPLACED: b->is_replacing = false; break;
    case YOKE_FRAME_ENTRIES:
        yoke_entry_left_out(b, f);
        b->thunks->destroy(f->slot->value, f->destination, 1);
        break;
    default: break;
    }
}

void yoke_unwind_to(yoke_binder *b, size_t count) {
    while (b->frame_count > count) {
        yoke_frame *f = yoke_top(b);
        destroy_parts(b, f);
        if (yoke_is_capturing(f)) yoke_source_capture_drop(&b->source);
        yoke_pop_frame(b);
    }
    if (b->direct > count) b->direct = 0;
}

void yoke_binder_unwind(yoke_binder *b) {
    if (b->frame_count > 0) yoke_unwind_to(b, 0);
    b->made = NULL;
    b->is_error_in_made = false;
    b->first_reparsed_frame = 0;
    b->reparses = 0;
    b->reparse_bound = b->reparsed_bytes = b->repeated_patches = 0;
    b->trials = 0;
    yoke_forget_results(b);
    b->text = b->texts = b->path_hash = 0;
    b->reparsing = NULL;
    b->reparsed.count = 0;
    yoke_tape_clear(&b->tape);
    b->keys.count = 0;
    b->keys.failed = false;
    if (b->keyset.count > 0) yoke_keyset_pop(&b->keyset, 0);
    b->keyset.text.failed = false;
    b->depth = 0;
    b->error.code = YOKE_ERROR_NONE;
}

/// Makes room for one more element after the `count` elements of an array, or for one more pair of a dictionary (`is_pairs`). If the block
/// of the value stack that holds the elements is full, moves all of them to another block. Returns NULL if memory runs out.
static uint8_t *push_element(yoke_binder *b, yoke_frame *f, uint64_t count, size_t stride, size_t align, bool is_pairs) {
    uint8_t *end = f->base + count * stride;
    if (count > 0 && (size_t)(b->stack.limit - end) >= stride) {
        b->stack.top = end + stride;
        return end;
    }
    if (count == 0) return f->base = yoke_stack_push(&b->stack, stride, align);
    // All elements move to the value stack's next segment (block of memory), with room for twice as many. On 32-bit systems the doubled
    // size could overflow, so check the count first.
    if (count > SIZE_MAX / 4 / stride) return NULL;
    uint8_t *moved = yoke_stack_push_slow(&b->stack, ((size_t)count * 2 + 1) * stride, align);
    if (moved == NULL) return NULL;
    const yoke_type *type = f->slot->type;
    if (is_pairs) {
        b->thunks->move(type->context, moved, f->base, count);
    } else if (type->element.trivial) {
        memcpy(moved, f->base, count * stride);
    } else {
        b->thunks->move(type->element.value, moved, f->base, count);
    }
    f->base = moved;
    b->stack.top = moved + (count + 1) * stride;
    return moved + count * stride;
}

uint8_t *yoke_push_element(yoke_binder *b, yoke_frame *f, uint64_t count, size_t stride, size_t align) {
    return push_element(b, f, count, stride, align, false);
}

uint8_t *yoke_push_pair(yoke_binder *b, yoke_frame *f) {
    const yoke_type *type = f->slot->type;
    return push_element(b, f, f->count, type->item_stride, type->item_align, true);
}

/// True if the scalar of the current event begins at `end`, where the last top-level scalar ended. This is an error: two scalars need white
/// space between them.
static bool follows_directly(const yoke_source *s, uint64_t end) {
    if (s->token != NULL) return yoke_source_event_start(s) == end;
    if (end < s->offset) return s->pending == end;
    if (end - s->offset >= s->chunk_length) return s->pending == end; // after the end of the text, no chunk is left to look at
    switch (s->chunk[end - s->offset]) {
    case ' ': case '\t': case '\n': case '\r': return false;
    default: return true;
    }
}

static bool next_root(yoke_binder *b, yoke_frame *f, yoke_target *target, enum yoke_found found) {
    bool is_scalar = found != YOKE_FOUND_OBJECT && found != YOKE_FOUND_ARRAY;
    if (b->values > 0) {
        if (!b->many_values) return yoke_fail(b, YOKE_ERROR_TRAILING, NULL, found);
        if (is_scalar && b->scalar_end != YOKE_NO_OFFSET && follows_directly(&b->source, b->scalar_end))
            return yoke_fail_at(b, YOKE_ERROR_ADJACENT, NULL, found, b->scalar_end);
        if (b->root_full) {
            // A text may have several top-level values, but only the last value stays. So destroy the value before this one.
            if (!b->root.trivial) b->thunks->destroy(b->root.value, b->root_memory, 1);
            b->root_full = false;
        }
    }
    b->scalar_end = is_scalar ? yoke_source_event_end(&b->source) : YOKE_NO_OFFSET;
    if (yoke_overwrites(b)) return yoke_overwrite_target(b, f->slot, f->base, target, found);
    *target = (yoke_target){f->slot, f->base};
    return true;
}

/// Called for an element of an array that was read as an object: only an empty array may stand for an object. Records the error. If the
/// element is a container, counts it as open, because recovery will skip the open containers.
static bool fail_element(yoke_binder *b, const yoke_frame *f, enum yoke_found element) {
    b->depth += element == YOKE_FOUND_OBJECT || element == YOKE_FOUND_ARRAY;
    return yoke_fail_at(b, YOKE_ERROR_MISMATCH, f->slot->type, YOKE_FOUND_ARRAY, f->start);
}

bool yoke_next_target_slow(yoke_binder *b, yoke_target *target, enum yoke_found found) {
    yoke_frame *f = yoke_top(b);
    switch (f->kind) {
    case YOKE_FRAME_OBJECT:
        if (yoke_unlikely(!f->is_object)) return fail_element(b, f, found);
        if (f->field == NULL) {
            if (yoke_unlikely(f->is_deferred)) return yoke_deferred_target(b, f, target, found);
            *target = (yoke_target){NULL, NULL};
        } else {
            *target = (yoke_target){&f->field->slot, f->base + f->field->slot.offset};
        }
        return true;
    case YOKE_FRAME_ARRAY: {
        const yoke_type *type = f->slot->type;
        if (yoke_unlikely(f->count >= f->max_count)) return yoke_fail(b, YOKE_ERROR_MEMBER_LIMIT, NULL, found);
        uint8_t *at = push_element(b, f, f->count, type->item_stride, type->item_align, false);
        if (yoke_unlikely(at == NULL)) return yoke_fail(b, YOKE_ERROR_MEMORY, type, found);
        *target = (yoke_target){&type->element, at};
        return true;
    }
    case YOKE_FRAME_DICTIONARY: {
        if (yoke_unlikely(!f->is_object)) return fail_element(b, f, found);
        if (yoke_unlikely(f->skips_member)) {
            *target = (yoke_target){NULL, NULL};
            return true;
        }
        const yoke_type *type = f->slot->type;
        uint8_t *pair = f->base + f->count * type->item_stride;
        *target = (yoke_target){&type->element, pair + type->element.offset};
        return true;
    }
    case YOKE_FRAME_VIA:
        *target = (yoke_target){&f->slot->type->element, f->base};
        return true;
    case YOKE_FRAME_PATH: {
        if (!f->is_object) {
            if (f->count >= b->limits.members) return yoke_fail(b, YOKE_ERROR_MEMBER_LIMIT, NULL, found);
            const yoke_type *type = f->slot->type;
            f->is_wanted = type->kind == YOKE_PATH_ALL || f->count == type->path_index;
        } else if (f->is_wanted && f->replaces_earlier) {
            b->overruled_elements = b->elements;
        }
        *target = (yoke_target){f->is_wanted ? &f->slot->type->element : NULL, NULL};
        return true;
    }
    case YOKE_FRAME_DYNAMIC:
        if (!f->is_object && f->count >= b->limits.members)
            return yoke_fail(b, YOKE_ERROR_MEMBER_LIMIT, NULL, found);
        *target = (yoke_target){NULL, NULL};
        return true;
    case YOKE_FRAME_PATH_NODES: return yoke_path_node_target(b, f, target, found);
    case YOKE_FRAME_CHOSEN:
        *target = (yoke_target){f->element, f->destination};
        return !f->is_in_place || found != YOKE_FOUND_OBJECT || yoke_change(b, target, f->old, f->is_flattened);
    case YOKE_FRAME_ENTRIES: return yoke_entry_target(b, f, target, found);
    case YOKE_FRAME_ELEMENTS: return yoke_element_in_place(b, f, target, found);
    case YOKE_FRAME_REPLACED: *target = (yoke_target){f->slot, f->base}; return true;
    case YOKE_FRAME_ROOT: return next_root(b, f, target, found);
    default: return false;
    }
}

/// Makes a value from its complete storage, or records the change of a class instance that an update changes. Drops the value's frame
/// (YOKE_FRAME_VIA). Returns false after it recorded an error.
static bool finish_via(yoke_binder *b, yoke_frame *f) {
    const yoke_slot *slot = f->slot;
    if (f->is_in_place && slot->type->assigns) {
        b->thunks->assign(slot->type->context, b->reader, f->destination, f->base, (void *)f->old);
        yoke_pop_frame(b);
        return true;
    }
    if (f->is_in_place && !yoke_commit(b, slot->type, NULL)) {
        b->thunks->destroy(slot->type->element.value, f->base, 1);
        return false;
    }
    void *failure = f->is_in_place && slot->type->amends
                        ? b->thunks->amend(slot->type->context, f->destination, f->base, f->old)
                        : b->thunks->make(slot->type->context, b->reader, f->destination, f->base);
    if (yoke_unlikely(failure != NULL)) return yoke_fail_thunk(b, failure, slot->type, YOKE_FOUND_OBJECT, f->start);
    if (f->destination != NULL) {
        yoke_mark_present(slot, f->destination);
    } else {
        b->path_matched = true;
        b->elements++;
    }
    destroy_old_storage(b, f);
    yoke_pop_frame(b);
    return true;
}

yoke_not_for_size int yoke_value_done_slow(yoke_binder *b) {
    for (;;) {
        yoke_frame *f = yoke_top(b);
        switch (f->kind) {
        case YOKE_FRAME_OBJECT:
            if (f->field != NULL) yoke_set_bit(f->seen, f->field->index);
            return 1;
        case YOKE_FRAME_DICTIONARY:
            if (f->skips_member) f->max_count--; // a pair that is left out still counts against the limit of members
            else f->count++;
            f->has_key = f->skips_member = false;
            return 1;
        case YOKE_FRAME_ARRAY:
        case YOKE_FRAME_ELEMENTS: f->count++; return 1;
        case YOKE_FRAME_REPLACED: yoke_finish_replaced(b, f); continue;
        case YOKE_FRAME_PATH:
        case YOKE_FRAME_DYNAMIC:
            if (!f->is_object) f->count++;
            return 1;
        case YOKE_FRAME_ROOT: yoke_root_done(b, yoke_source_event_end(&b->source)); return 1;
        case YOKE_FRAME_PATH_NODES:
            if (f->field != NULL) yoke_set_bit(f->seen, f->field->index);
            f->count++;
            return 1;
        case YOKE_FRAME_CHOSEN:
            if (f->is_direct) {
                yoke_case_done(b, f);
                continue;
            }
            f->is_complete = true;
            return 1;
        case YOKE_FRAME_ENTRIES: yoke_entry_done(b, f); return 1;
        case YOKE_FRAME_VIA:
            if (yoke_unlikely(!finish_via(b, f))) return 0;
            continue;
        default: return 0;
        }
    }
}

bool yoke_binder_check_pending(yoke_binder *b, uint64_t end) {
    const yoke_source *s = &b->source;
    if (s->pending == YOKE_NO_OFFSET) return true;
    uint64_t length = end - s->pending;
    if (s->pending_first == '"') {
        // An escape of six bytes may stand for one byte of the string. So an unfinished string of `length` bytes has at least length / 6
        // bytes of content. Only this lower bound can be compared with the limit.
        if (length / 6 <= b->limits.string_bytes) return true;
        return yoke_fail_at(b, YOKE_ERROR_STRING_LIMIT, NULL, YOKE_FOUND_STRING, s->pending);
    }
    // With a sign, the number that stands for NaN or an infinity has one byte more.
    const bool may_be_literal = b->reads_literals && b->limits.number_digits <= YOKE_LITERAL_LENGTH;
    const uint64_t most = may_be_literal ? YOKE_LITERAL_LENGTH + 1 : b->limits.number_digits;
    if (length <= most || (s->pending_first >= 'a' && s->pending_first <= 'z')) return true;
    return yoke_fail_at(b, YOKE_ERROR_DIGIT_LIMIT, NULL, YOKE_FOUND_NUMBER, s->pending);
}
