// Containers: the binder's functions that open the frame of a container, and that complete its value at the closing bracket.
#include <string.h>

#include "bind/binder.h"
#include "bind/in_place.h"
#include "base/platform.h"

/// Returns the class of the object of the array at `at`, or YOKE_NO_CLASS if the array has another layout than swift_layout.h describes.
static uintptr_t learned_class(const yoke_binder *b, const yoke_type *type, const uint8_t *at, size_t count) {
    size_t said = 0, stored;
    const uint8_t *elements;
    if (b->thunks->string_objects.allocate == NULL) return YOKE_NO_CLASS;
    elements = b->thunks->elements(type->context, at, &said);
    if (yoke_array_elements(at, &stored) != elements || said != count || stored != count) return YOKE_NO_CLASS;
    return yoke_array_class(at);
}

void yoke_make_array_by_thunk(yoke_binder *b, const yoke_type *type, uint8_t *at, uint8_t *elements, uint64_t count) {
    b->thunks->array(type->context, at, elements, count);
    uintptr_t *class = type->array_class;
    if (class != NULL && __atomic_load_n(class, __ATOMIC_ACQUIRE) == 0)
        __atomic_store_n(class, learned_class(b, type, at, count), __ATOMIC_RELEASE);
}

static bool enter_container(yoke_binder *b, enum yoke_found found) {
    if (yoke_unlikely(b->depth >= b->limits.depth)) return yoke_fail(b, YOKE_ERROR_DEPTH, NULL, found);
    b->depth++;
    return true;
}

static uint64_t container_start(const yoke_binder *b) { return yoke_source_event_end(&b->source) - 1; }

/// Pushes a frame for a container whose events go to `sink`. If `sink` is NULL, the events are dropped.
static int open_dynamic(yoke_binder *b, const yoke_slot *slot, uint8_t *at, const yoke_sink *sink, void *sink_context,
                        bool is_object) {
    yoke_frame *f = yoke_push_frame(b, YOKE_FRAME_DYNAMIC);
    if (yoke_unlikely(f == NULL)) return 0;
    f->slot = slot;
    f->destination = at;
    f->is_object = is_object;
    f->is_left_out = false;
    f->sink = sink;
    f->sink_context = sink_context;
    f->serial = ++b->serial;
    f->start = container_start(b);
    if (sink == NULL || (is_object ? sink->begin_object : sink->begin_array)(sink_context)) return 1;
    return yoke_fail(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_OBJECT);
}

/// Opens a container that does not become a new model, array or dictionary. The binder drops the container, passes its events to a sink
/// (dynamic JSON: to the tape), or keeps its raw text (the unchanged bytes). Or the container is on the path to a stream's elements, is a
/// path node (a container on a key path), or overwrites an existing value.
static int open_other(yoke_binder *b, yoke_target target, bool is_object) {
    const yoke_slot *slot = target.slot;
    enum yoke_found found = is_object ? YOKE_FOUND_OBJECT : YOKE_FOUND_ARRAY;
    if (slot == NULL) {
        const yoke_frame *parent = yoke_top(b);
        return open_dynamic(b, NULL, NULL, parent->sink, parent->sink_context, is_object);
    }
    switch (slot->kind) {
    case YOKE_DOCUMENT: return open_dynamic(b, slot, target.at, &yoke_tape_sink, &b->tape, is_object);
    case YOKE_FORWARD: return open_dynamic(b, slot, NULL, b->forward, b->forward_context, is_object);
    case YOKE_PATH_KEY:
        if (!is_object) break;
        goto path;
    case YOKE_PATH_INDEX:
        if (is_object) break;
        goto path;
    case YOKE_PATH_ALL:
    path: {
        yoke_frame *f = yoke_push_frame(b, YOKE_FRAME_PATH);
        if (yoke_unlikely(f == NULL)) return 0;
        f->slot = slot;
        f->is_object = is_object;
        f->key_has_come = f->replaces_earlier = false;
        f->serial = ++b->serial;
        f->start = container_start(b);
        return 1;
    }
    case YOKE_PATH_NODE_KEY:
        if (!is_object) break;
        return yoke_open_path_node(b, target, true, container_start(b));
    case YOKE_PATH_NODE_INDEX:
        if (is_object) break;
        return yoke_open_path_node(b, target, false, container_start(b));
    case YOKE_RAW_TEXT:
    case YOKE_SHARED_KEY:
    case YOKE_EXTRA:
    case YOKE_PATCH:
        yoke_source_capture_begin(&b->source);
        return open_dynamic(b, slot, target.at, NULL, NULL, is_object);
    case YOKE_IN_PLACE: return yoke_open_in_place(b, target.at, is_object, container_start(b));
    default: break;
    }
    return yoke_fail(b, YOKE_ERROR_MISMATCH, slot->type, found);
}

/// Pushes the frame for the object of a model.
static int open_model(yoke_binder *b, yoke_target target, bool is_object) {
    const yoke_type *type = target.slot->type;
    const yoke_object *object = type->object;
    yoke_frame *f = yoke_push_frame(b, YOKE_FRAME_OBJECT);
    if (yoke_unlikely(f == NULL)) return 0;
    const size_t seen_bytes = yoke_seen_bytes(b, object);
    const size_t bytes = seen_bytes + (b->next_old != NULL ? 3 * object->words * sizeof(uint64_t) : 0);
    f->seen = (uint64_t *)(void *)yoke_stack_push(&b->stack, bytes, sizeof(uint64_t));
    if (yoke_unlikely(f->seen == NULL)) {
        yoke_drop_frame(b); // the frame owns nothing yet
        return yoke_fail(b, YOKE_ERROR_MEMORY, type, YOKE_FOUND_OBJECT);
    }
    memset(f->seen, 0, bytes);
    f->ranks = (uint8_t *)(f->seen + yoke_bit_words(b, object) + object->kept_positions);
    if (yoke_unlikely(b->collects)) f->seen[2 * object->owner_words] = b->reported;
    f->is_object = is_object;
    yoke_begin_object(b, f, target.slot, target.at, container_start(b));
    f->is_captured = object->captures;
    if (yoke_unlikely(f->is_captured)) yoke_source_capture_begin(&b->source);
    if (yoke_unlikely(b->next_old != NULL)) {
        f->unchanged = f->seen + seen_bytes / sizeof(uint64_t);
        yoke_begin_in_place(b, f);
        return 1;
    }
    memcpy(f->base, object->template_bytes, type->size);
    return 1;
}

/// Pushes the frame for a model whose JSON is an array.
static int open_positions(yoke_binder *b, yoke_target target) {
    if (!open_model(b, target, false)) return 0;
    b->top->kind = YOKE_FRAME_PATH_NODES;
    return 1;
}

/// A field that matches no key. It is the expected field (`next`) of a dictionary's frame, so that code which compares a key with `next`
/// needs no test for dictionaries, which have no fields.
static const yoke_field no_field = {.head_bits = YOKE_HEAD_NEVER};

static int open_dictionary(yoke_binder *b, yoke_target target, bool is_object) {
    if (yoke_unlikely(b->next_old != NULL)) return yoke_open_entries(b, target, container_start(b));
    yoke_frame *f = yoke_push_frame(b, YOKE_FRAME_DICTIONARY);
    if (yoke_unlikely(f == NULL)) return 0;
    f->is_object = is_object;
    f->skips_member = false;
    f->max_count = b->limits.members;
    f->slot = target.slot;
    f->destination = target.at;
    f->next = &no_field;
    f->serial = ++b->serial;
    f->start = container_start(b);
    return 1;
}

/// Opens an array of the text whose target is not a Swift array. The target may be a model whose JSON is an array. If the call allows
/// YOKE_EMPTY_ARRAY_IS_OBJECT, an empty array is also read as a model or a dictionary.
static int open_other_array(yoke_binder *b, yoke_target target) {
    if (target.slot->kind == YOKE_POSITIONS) return open_positions(b, target);
    if ((b->coercions & YOKE_EMPTY_ARRAY_IS_OBJECT) == 0) return open_other(b, target, false);
    if (target.slot->type->kind == YOKE_OBJECT) return open_model(b, target, false);
    return target.slot->kind == YOKE_DICTIONARY ? open_dictionary(b, target, false) : open_other(b, target, false);
}

static int open_object(yoke_binder *b, yoke_target target) {
    if (target.slot == NULL) return open_other(b, target, true);
    if (!yoke_open_vias(b, &target)) return 0;
    if (yoke_unlikely(target.slot->kind == YOKE_RAW_TEXT) && (!yoke_open_case(b, &target) || !yoke_open_vias(b, &target))) return 0;
    if (target.slot->kind == YOKE_OBJECT || target.slot->kind == YOKE_OBJECT_WITH_RULES) return open_model(b, target, true);
    if (target.slot->kind == YOKE_DICTIONARY) return open_dictionary(b, target, true);
    return open_other(b, target, true);
}

static int on_begin_object(void *context) {
    yoke_binder *b = context;
    yoke_target target;
    if (!yoke_next_target(b, &target, YOKE_FOUND_OBJECT)) return 0;
    if (yoke_likely(enter_container(b, YOKE_FOUND_OBJECT) && open_object(b, target))) return 1;
    // An update may already have copied the old value to the target, to change the copy. No frame owns this copy yet, so destroy it. (The
    // root's value stays, because the binder owns it.)
    if (b->next_old != NULL && b->top->kind != YOKE_FRAME_ROOT) b->thunks->destroy(target.slot->value, target.at, 1);
    b->next_old = NULL; // if reading goes on after the error, the next object is a new value
    return 0;
}

static int on_begin_array(void *context) {
    yoke_binder *b = context;
    yoke_target target;
    if (!yoke_next_target(b, &target, YOKE_FOUND_ARRAY) || !enter_container(b, YOKE_FOUND_ARRAY)) return 0;
    if (target.slot == NULL) return open_other(b, target, false);
    if (!yoke_open_vias(b, &target)) return 0;
    if (target.slot->kind != YOKE_ARRAY) return open_other_array(b, target);
    yoke_frame *f = yoke_push_frame(b, YOKE_FRAME_ARRAY);
    if (yoke_unlikely(f == NULL)) return 0;
    yoke_begin_elements(b, f, target.slot, target.at);
    return 1;
}

/// At the end of an object with failed parts: records the object's error and returns false. If errors are collected, Swift first checks the
/// properties that have values.
static bool fail_object(yoke_binder *b, yoke_frame *f) {
    if (b->error.code != YOKE_ERROR_NONE && !yoke_collect(b, b->frame_count)) return false;
    if (f->object->after != NULL && !yoke_check_instance(b, f, false)) return false;
    return yoke_fail_at(b, YOKE_ERROR_INCOMPLETE, f->slot->type, YOKE_FOUND_OBJECT, f->start);
}

/// At the end of an object. If required keys are missing, records one error for all of them and returns false. Else stores the declared
/// initial values of fields without a value, and lets Swift check the instance if its type has checks (`after`).
static bool complete_object(yoke_binder *b, yoke_frame *f) {
    const yoke_object *object = f->object;
    bool is_good = true;
    if (yoke_unlikely(f->is_in_place)) {
        if (yoke_overwrites(b) && !yoke_complete_in_place(b, f)) return false;
        if (object->extras != NULL && (b->updates & YOKE_UPDATE_MERGES) != 0) yoke_end_extras(b, f);
    }
    if (yoke_unlikely(f->slot->kind == YOKE_OBJECT_WITH_RULES) && !yoke_complete_with_rules(b, &f)) {
        if (b->error.code != YOKE_ERROR_NONE) return false;
        is_good = false;
    }
    uint64_t missing = 0;
    for (uint32_t w = 0; w < object->words; w++) missing |= object->required[w] & ~f->seen[w];
    if (yoke_unlikely(missing != 0)) {
        yoke_fail_missing(b, f, object->required);
        is_good = false;
    }
    if (yoke_unlikely(!is_good)) return fail_object(b, f);
    for (uint32_t w = 0; w < object->words; w++) {
        uint64_t absent = object->initials[w] & ~f->seen[w];
        while (yoke_unlikely(absent != 0)) {
            size_t index = w * 64 + (size_t)__builtin_ctzll(absent);
            absent &= absent - 1;
            if (index >= object->count) {
                if (object->after != NULL && !yoke_check_instance(b, f, true)) return false;
                continue;
            }
            const yoke_field *field = &object->fields[index];
            b->thunks->initial(field->initial, f->base + field->slot.offset);
            yoke_set_bit(f->seen, index);
        }
    }
    return true;
}

static int end_dynamic(yoke_binder *b, yoke_frame *f) {
    if (f->sink != NULL && !(f->is_object ? f->sink->end_object : f->sink->end_array)(f->sink_context))
        return yoke_fail(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_OBJECT);
    const yoke_slot *slot = f->slot;
    uint8_t *at = f->destination;
    uint64_t start = f->start;
    bool is_left_out = f->is_left_out;
    if (slot != NULL && slot->kind == YOKE_DOCUMENT && !yoke_make_document(b, slot, at, start)) return 0;
    yoke_pop_frame(b);
    if (yoke_unlikely(is_left_out)) {
        yoke_count_left_out(b);
        return 1;
    }
    if (slot != NULL && yoke_unlikely(yoke_is_raw_text(slot->kind)))
        return yoke_finish_capture(b, (yoke_target){slot, at}, start);
    return yoke_value_done(b);
}

/// At the end of a container whose elements are the stream's elements (`[*]`). If the container is empty, marks the path as matched,
/// because a stream without elements is not an error.
static void end_path(yoke_binder *b, const yoke_frame *f) {
    if (f->slot->kind == YOKE_PATH_ALL && f->count == 0) b->path_matched = true;
}

yoke_not_for_size static int on_end_object(void *context) {
    yoke_binder *b = context;
    yoke_frame *f = yoke_top(b);
    b->depth--;
    switch (f->kind) {
    case YOKE_FRAME_OBJECT:
        if (yoke_unlikely(!complete_object(b, f))) return 0;
        f = yoke_top(b);
        yoke_mark_present(f->slot, f->destination);
        if (yoke_unlikely(!f->is_object)) yoke_report_to_swift(b, YOKE_REPORT_COERCED, YOKE_FOUND_ARRAY, f->slot);
        break;
    case YOKE_FRAME_DICTIONARY: {
        const yoke_type *type = f->slot->type;
        uint64_t count = f->count;
        f->count = 0; // the dictionary owns the pairs now
        size_t entries = b->thunks->dictionary(type->context, f->destination, f->base, count, b->duplicates == YOKE_FIRST_WINS);
        if (yoke_unlikely(entries < count) && b->duplicates == YOKE_DUPLICATES_REFUSED) {
            // Two keys are equal as Swift strings, or as values of the dictionary's key type, but their bytes differ. The key set compares
            // bytes, so it found no repeated key.
            b->thunks->destroy(type->context, f->destination, 1);
            return yoke_fail_at(b, YOKE_ERROR_DUPLICATE, type, YOKE_FOUND_OBJECT, f->start);
        }
        // The call allows repeated keys, so only report them. `names_fields`: true if a repeated key of this dictionary was already
        // reported.
        if (yoke_unlikely(entries < count) && !f->names_fields) yoke_report_to_swift(b, YOKE_REPORT_DUPLICATE_KEY, YOKE_FOUND_OBJECT, f->slot);
        if (yoke_unlikely(!f->is_object)) yoke_report_to_swift(b, YOKE_REPORT_COERCED, YOKE_FOUND_ARRAY, f->slot);
        yoke_mark_present(f->slot, f->destination);
        break;
    }
    case YOKE_FRAME_DYNAMIC: return end_dynamic(b, f);
    case YOKE_FRAME_PATH: end_path(b, f); break;
    default: break;
    }
    yoke_pop_frame(b);
    return yoke_value_done(b);
}

static int on_end_array(void *context) {
    yoke_binder *b = context;
    yoke_frame *f = yoke_top(b);
    // An empty array that was read as an object (YOKE_EMPTY_ARRAY_IS_OBJECT) has the frame of an object, so it ends like an object.
    if (yoke_unlikely(f->kind == YOKE_FRAME_OBJECT || f->kind == YOKE_FRAME_DICTIONARY)) return on_end_object(b);
    b->depth--;
    if (f->kind == YOKE_FRAME_DYNAMIC) return end_dynamic(b, f);
    if (f->kind == YOKE_FRAME_ARRAY) yoke_end_elements(b, f);
    else if (f->kind == YOKE_FRAME_ELEMENTS) yoke_end_array_in_place(b, f);
    else if (f->kind == YOKE_FRAME_PATH) end_path(b, f);
    if (yoke_unlikely(yoke_is_positional(f))) {
        if (!complete_object(b, f)) return 0;
        yoke_mark_present(f->slot, f->destination);
    }
    yoke_pop_frame(b);
    return yoke_value_done(b);
}

// The events of containers. If an event fails, `yoke_recover` may leave out the container's value; reading then goes on.

int yoke_on_begin_object(void *context) {
    return yoke_likely(on_begin_object(context)) || yoke_recover(context, YOKE_OPENED_OBJECT);
}

yoke_not_for_size int yoke_on_begin_array(void *context) {
    yoke_binder *b = context;
    if (yoke_likely(on_begin_array(b))) return 1;
    b->next_old = NULL; // as in `on_begin_object`
    return yoke_recover(b, YOKE_OPENED_ARRAY);
}

int yoke_on_end_object(void *context) {
    return yoke_likely(on_end_object(context)) || yoke_recover(context, YOKE_OPENED_NOTHING);
}

int yoke_on_end_array(void *context) {
    return yoke_likely(on_end_array(context)) || yoke_recover(context, YOKE_OPENED_NOTHING);
}
