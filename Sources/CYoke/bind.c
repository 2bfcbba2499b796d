// The events of the binder. Each finds the value's target, stores or opens it, and reports it done to its frame.

#include "bind.h"

#include <string.h>

#include "bind_internal.h"
#include "number.h"
#include "repair.h"

/// Enters a key under the policy that refuses duplicates.
static int refuse_repeated(yoke_binder *b, const yoke_frame *f, const uint8_t *text, size_t n) {
    switch (yoke_keyset_add(&b->keyset, f->serial, text, n)) {
    case YOKE_KEY_NEW: return 1;
    case YOKE_KEY_REPEATED:
        b->keys.count = f->key_mark;
        yoke_buffer_append(&b->keys, text, n < YOKE_KEY_KEPT ? n : YOKE_KEY_KEPT);
        return yoke_fail(b, YOKE_ERROR_DUPLICATE, NULL, YOKE_FOUND_KEY);
    default: return yoke_fail(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_KEY);
    }
}

/// Replaces what is bad UTF-8 in a string's or key's text. Everything behind this takes it to be good.
static bool repair(yoke_binder *b, const uint8_t **text, size_t *n) {
    b->repaired.count = 0;
    b->repaired.failed = false;
    if (!yoke_repair_utf8(&b->repaired, *text, *n)) return yoke_fail(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_STRING);
    if (*n > 0) *text = b->repaired.bytes;
    *n = b->repaired.count;
    return true;
}

// MARK: - Keys

int yoke_drop_value(yoke_binder *b, yoke_frame *f, const uint8_t *text, size_t n) {
    f->field = NULL;
    b->keys.count = f->key_mark;
    yoke_buffer_append(&b->keys, text, n < YOKE_KEY_KEPT ? n : YOKE_KEY_KEPT);
    return YOKE_LIKELY(!b->keys.failed) || yoke_fail(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_KEY);
}

void yoke_leave_field(yoke_binder *b, yoke_frame *f) {
    const yoke_field *field = f->field;
    f->field = NULL;
    if (field == NULL || !f->is_object || field->slot.kind == YOKE_EXTRA) return; // an extra member's is there
    b->keys.count = f->key_mark;
    yoke_buffer_append(&b->keys, field->key, field->key_length < YOKE_KEY_KEPT ? field->key_length : YOKE_KEY_KEPT);
}

void yoke_forget_field(yoke_binder *b, yoke_frame *f, const yoke_field *field) {
    size_t index = field->index;
    const yoke_slot *slot = &field->slot;
    if (field->rules != NULL && field->rules->place > 0) yoke_places(b, f)[field->rules->place - 1] = 0;
    if (!yoke_bit(f->seen, index)) return;
    f->seen[index >> 6] &= ~((uint64_t)1 << (index & 63));
    if (YOKE_UNLIKELY(slot->kind >= YOKE_STEP_KEY && slot->kind <= YOKE_FAN)) {
        // What was set below it.
        const yoke_object *table = slot->type->object;
        for (uint32_t i = 0; i < table->keyed; i++) yoke_forget_field(b, f, &table->fields[i]);
        return;
    }
    if (!slot->trivial) b->thunks->destroy(slot->value, f->base + slot->offset, 1);
    memcpy(f->base + slot->offset, f->object->blank + slot->offset, slot->size);
}

static int object_key(yoke_binder *b, yoke_frame *f, const uint8_t *text, size_t n) {
    const yoke_field *field = f->next;
    if (YOKE_UNLIKELY(field->key_length != n || !yoke_same(field->key, text, n))) {
        int32_t index = yoke_trie_find(&f->object->trie, text, n);
        if (index < 0) return yoke_unknown_key(b, f, text, n);
        field = f->object->fields + index;
    }
    f->field = field;
    f->next = field + 1;
    if (YOKE_UNLIKELY(field->rules != NULL)) return yoke_ruled_key(b, f, field, text, n);
    if (YOKE_UNLIKELY(yoke_bit(f->seen, field->index))) {
        if (YOKE_UNLIKELY(f->is_over)) return yoke_ruled_key(b, f, field, text, n);
        yoke_tell(b, YOKE_NOTE_DUPLICATE_KEY, YOKE_FOUND_KEY, &field->slot);
        if (b->duplicates == YOKE_FIRST_WINS) return yoke_drop_value(b, f, text, n);
        yoke_forget_field(b, f, field);
    }
    return 1;
}

/// Whether the value of this key is wanted by a path. Of a repeated key the policy takes one.
static bool path_key(yoke_binder *b, yoke_frame *f, const uint8_t *text, size_t n) {
    const yoke_type *type = f->slot->type;
    if (type->kind == YOKE_PATH_ALL) return true;
    if (type->path_key_length != n || memcmp(type->path_key, text, n) != 0) return false;
    if (f->met) {
        if (b->duplicates == YOKE_FIRST_WINS) return false;
        b->void_elements = b->elements;
    }
    f->met = true;
    return true;
}

bool yoke_accept_key(yoke_binder *b, yoke_frame *f, const uint8_t *text, size_t n) {
    const yoke_type *type = f->slot->type;
    void *failure = type->checks_keys ? b->thunks->key(type->context, text, n) : NULL;
    f->is_passing = failure != NULL;
    if (YOKE_LIKELY(!f->is_passing)) return true;
    if (!yoke_drop_value(b, f, text, n)) return b->thunks->release(failure), false;
    yoke_fail(b, YOKE_ERROR_THUNK, type, YOKE_FOUND_KEY);
    b->error.failure = failure;
    return false;
}

static int dictionary_key(yoke_binder *b, yoke_frame *f, const uint8_t *text, size_t n) {
    if (!yoke_accept_key(b, f, text, n)) return 0;
    uint8_t *pair = yoke_push_pair(b, f);
    if (YOKE_UNLIKELY(pair == NULL)) return yoke_fail(b, YOKE_ERROR_MEMORY, f->slot->type, YOKE_FOUND_KEY);
    static const yoke_type string = {.kind = YOKE_STRING};
    f->wanted = yoke_store_string(b, &string, pair, text, n);
    return f->wanted;
}

static int on_key(void *context, const unsigned char *text, size_t n) {
    yoke_binder *b = context;
    yoke_frame *f = yoke_top(b);
    yoke_source_note(&b->source, text, n, 1);
    b->source.after_key = true;
    if (YOKE_UNLIKELY(n >= b->string_bound)) return yoke_fail(b, YOKE_ERROR_STRING_LIMIT, NULL, YOKE_FOUND_STRING);
    if (YOKE_UNLIKELY(b->repairs_strings) && !repair(b, &text, &n)) return 0;
    if (f->kind != YOKE_FRAME_DICTIONARY && f->count++ >= b->limits.members)
        return yoke_fail(b, YOKE_ERROR_MEMBER_LIMIT, NULL, YOKE_FOUND_KEY);
    if (YOKE_UNLIKELY(b->duplicates == YOKE_DUPLICATES_REFUSED) && !refuse_repeated(b, f, text, n)) return 0;
    switch (f->kind) {
    case YOKE_FRAME_OBJECT: return object_key(b, f, text, n);
    case YOKE_FRAME_DICTIONARY:
        if (f->count >= b->limits.members) return yoke_fail(b, YOKE_ERROR_MEMBER_LIMIT, NULL, YOKE_FOUND_KEY);
        return dictionary_key(b, f, text, n);
    case YOKE_FRAME_ENTRIES: return yoke_entry_key(b, f, text, n);
    case YOKE_FRAME_PATH: f->wanted = path_key(b, f, text, n); break;
    default: break;
    }
    b->keys.count = f->key_mark;
    yoke_buffer_append(&b->keys, text, n < YOKE_KEY_KEPT ? n : YOKE_KEY_KEPT);
    if (YOKE_UNLIKELY(b->keys.failed)) return yoke_fail(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_KEY);
    if (f->sink != NULL && !f->sink->key(f->sink_context, text, n))
        return yoke_fail(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_KEY);
    return 1;
}

// MARK: - Scalars

/// Sends a scalar to a sink that stands on its own: a document or forwarded root that is no container.
typedef int (*send_scalar)(const yoke_sink *sink, void *context, const uint8_t *text, size_t n);

static int send_null(const yoke_sink *sink, void *context, const uint8_t *text, size_t n) {
    (void)text, (void)n;
    return sink->null(context);
}
static int send_false(const yoke_sink *sink, void *context, const uint8_t *text, size_t n) {
    (void)text, (void)n;
    return sink->boolean(context, 0);
}
static int send_true(const yoke_sink *sink, void *context, const uint8_t *text, size_t n) {
    (void)text, (void)n;
    return sink->boolean(context, 1);
}
static int send_number(const yoke_sink *sink, void *context, const uint8_t *text, size_t n) {
    return sink->number(context, (const char *)text, n);
}
static int send_string(const yoke_sink *sink, void *context, const uint8_t *text, size_t n) {
    return sink->string(context, text, n);
}

/// Turns the tape's value into dynamic JSON at `at`.
static int make_document(yoke_binder *b, const yoke_slot *slot, uint8_t *at, uint64_t start) {
    void *failure = b->thunks->document(slot->type->context, at, &b->tape);
    yoke_tape_clear(&b->tape);
    if (YOKE_UNLIKELY(failure != NULL)) {
        yoke_fail_at(b, YOKE_ERROR_THUNK, slot->type, YOKE_FOUND_NULL, start);
        b->error.failure = failure;
        return 0;
    }
    yoke_mark_present(slot, at);
    return 1;
}

bool yoke_open_through(yoke_binder *b, yoke_target *target) {
    const yoke_slot *slot = target->slot;
    // A type that is bound through itself would push frames for ever.
    if (YOKE_UNLIKELY(b->frame_count / 8 > b->limits.depth && b->frame_count > 1024))
        return yoke_fail(b, YOKE_ERROR_DEPTH, slot->type, YOKE_FOUND_NULL);
    yoke_frame *f = yoke_push_frame(b, YOKE_FRAME_THROUGH);
    if (YOKE_UNLIKELY(f == NULL)) return false;
    const yoke_type *type = slot->type;
    f->slot = slot;
    f->destination = target->at;
    f->start = yoke_source_event_start(&b->source);
    f->base = yoke_stack_push(&b->stack, type->element.size, type->item_align);
    if (YOKE_UNLIKELY(f->base == NULL)) return yoke_fail(b, YOKE_ERROR_MEMORY, type, YOKE_FOUND_NULL);
    *target = (yoke_target){&type->element, f->base};
    return true;
}

/// A scalar that does not fit as it is.
static int mend_scalar(yoke_binder *b, yoke_target target, enum yoke_found found, const uint8_t *text, size_t n) {
    const yoke_error error = b->error;
    b->error = (yoke_error){.code = YOKE_ERROR_NONE};
    if (!yoke_coerce(b, target.slot, target.at, found, text, n)) {
        // That a converted value does not fit says more than that it was one of another kind.
        b->error.found = found;
        if (b->error.code != YOKE_ERROR_RANGE && b->error.code != YOKE_ERROR_FRACTION) {
            yoke_forget_error(b);
            b->error = error;
        } else if (error.failure != NULL) {
            b->thunks->release(error.failure);
        }
        return yoke_fail(b, YOKE_ERROR_MISMATCH, target.slot->type, found);
    }
    if (error.failure != NULL) b->thunks->release(error.failure);
    b->error.code = YOKE_ERROR_NONE;
    yoke_tell(b, YOKE_NOTE_COERCED, found, target.slot);
    return yoke_value_done(b);
}

/// A scalar whose target is dynamic or staged, or that does not fit.
static int other_scalar(yoke_binder *b, yoke_target target, enum yoke_found found, send_scalar send,
                        const uint8_t *text, size_t n) {
    const yoke_type *type = target.slot->type;
    switch (type->kind) {
    case YOKE_DOCUMENT:
        if (!send(&yoke_tape_sink, &b->tape, text, n)) return yoke_fail(b, YOKE_ERROR_MEMORY, type, found);
        if (!make_document(b, target.slot, target.at, b->source.offset)) return 0;
        return yoke_value_done(b);
    case YOKE_FORWARD:
        if (!send(b->forward, b->forward_context, text, n)) return yoke_fail(b, YOKE_ERROR_MEMORY, type, found);
        return yoke_value_done(b);
    case YOKE_PATH_KEY:
    case YOKE_PATH_INDEX:
    case YOKE_PATH_ALL:
        if (found != YOKE_FOUND_NULL) return yoke_fail(b, YOKE_ERROR_MISMATCH, type, found);
        b->path_matched = true; // null on the way: no elements
        return yoke_value_done(b);
    case YOKE_CAPTURE:
    case YOKE_FAN:
    case YOKE_EXTRA:
    case YOKE_PATCH: return yoke_finish_capture(b, target, yoke_source_capture_begin(&b->source));
    case YOKE_FILLED:
        yoke_refill_string(b, target.at, text, n, yoke_is_ascii(text, n));
        return yoke_value_done(b);
    default: return mend_scalar(b, target, found, text, n);
    }
}

/// A scalar that is only checked, or sent on.
static int dynamic_scalar(yoke_binder *b, send_scalar send, enum yoke_found found, const uint8_t *text, size_t n) {
    yoke_frame *f = yoke_top(b);
    if (f->sink != NULL && !send(f->sink, f->sink_context, text, n)) return yoke_fail(b, YOKE_ERROR_MEMORY, NULL, found);
    return yoke_value_done(b);
}

/// Staged targets in front of a value: opens a frame for each.
static inline bool through(yoke_binder *b, yoke_target *target) {
    if (YOKE_LIKELY(target->slot->kind != YOKE_THROUGH)) return true;
    yoke_target staged = *target; // so that the address of the caller's stays unknown, and its parts in registers
    while (staged.slot->kind == YOKE_THROUGH)
        if (!yoke_open_through(b, &staged)) return false;
    *target = staged;
    return true;
}

/// Only a field is 0 for null: elements are left out, and of several candidates another one may have a value.
static bool null_is_zero(const yoke_frame *f) {
    return f->field != NULL && (f->field->rules == NULL || !f->field->rules->is_candidate);
}

static int on_null(void *context) {
    yoke_binder *b = context;
    yoke_target target;
    if (!yoke_next_target(b, &target, YOKE_FOUND_NULL)) return 0;
    for (;;) {
        const yoke_slot *slot = target.slot;
        if (slot == NULL) return dynamic_scalar(b, send_null, YOKE_FOUND_NULL, NULL, 0);
        if (YOKE_UNLIKELY(b->rules & YOKE_RULE_NULL_IS_MISSING) && (slot->rules & YOKE_RULE_KEEPS_NULL) == 0 && yoke_null_is_missing(b)) return yoke_value_done(b);
        if (YOKE_UNLIKELY(b->rules & YOKE_RULE_NULL_IS_ZERO) && null_is_zero(yoke_top(b)) && yoke_store_zero(slot, target.at))
            return yoke_value_done(b);
        if (slot->null_bytes != NULL) {
            memcpy(target.at, slot->null_bytes, slot->size);
            return yoke_value_done(b);
        }
        const yoke_frame *f = yoke_top(b);
        const bool has_fields = f->kind == YOKE_FRAME_OBJECT || f->kind == YOKE_FRAME_STEPS;
        const bool has_field = has_fields && f->field != NULL;
        const yoke_field_rules *rules = has_field ? f->field->rules : NULL;
        if (slot->null_is_missing || (rules != NULL && (rules->is_candidate || rules->for_null != NULL)) ||
            (has_field && yoke_null_is_nothing(b, f, slot)))
            return yoke_ruled_null(b, target);
        if (slot->kind != YOKE_THROUGH)
            return other_scalar(b, target, YOKE_FOUND_NULL, send_null, NULL, 0);
        if (!yoke_open_through(b, &target)) return 0;
    }
}

static int on_boolean(void *context, int value) {
    yoke_binder *b = context;
    yoke_target target;
    if (!yoke_next_target(b, &target, YOKE_FOUND_BOOL)) return 0;
    send_scalar send = value ? send_true : send_false;
    if (target.slot == NULL) return dynamic_scalar(b, send, YOKE_FOUND_BOOL, NULL, 0);
    if (!through(b, &target)) return 0;
    if (YOKE_UNLIKELY(target.slot->kind != YOKE_BOOL))
        return other_scalar(b, target, YOKE_FOUND_BOOL, send, (const uint8_t *)(value ? "true" : "false"), value ? 4 : 5);
    *target.at = value != 0;
    yoke_mark_present(target.slot, target.at);
    return yoke_value_done(b);
}

static int on_number(void *context, const char *characters, size_t n) {
    yoke_binder *b = context;
    const uint8_t *text = (const uint8_t *)characters;
    yoke_target target;
    yoke_source_note(&b->source, text, n, 0);
    if (YOKE_UNLIKELY(n >= b->number_bound)) return yoke_fail(b, YOKE_ERROR_DIGIT_LIMIT, NULL, YOKE_FOUND_NUMBER);
    yoke_frame *f = b->top;
    if (f->kind == YOKE_FRAME_ARRAY && f->element->kind == YOKE_F64 && f->stride == sizeof(double) &&
        YOKE_LIKELY((size_t)(b->stack.limit - b->stack.top) >= sizeof(double)) && YOKE_LIKELY(f->count < b->limits.members) &&
        YOKE_LIKELY(yoke_read_f64(text, n, (double *)(void *)b->stack.top) == YOKE_NUMBER_OK)) {
        // Coordinates, samples, matrices: the element is the next double on the stack.
        b->stack.top += sizeof(double);
        f->count++;
        return 1;
    }
    if (!yoke_next_target(b, &target, YOKE_FOUND_NUMBER)) return 0;
    if (target.slot == NULL) return dynamic_scalar(b, send_number, YOKE_FOUND_NUMBER, text, n);
    if (!through(b, &target)) return 0;
    if (YOKE_UNLIKELY(target.slot->kind >= YOKE_ARRAY))
        return other_scalar(b, target, YOKE_FOUND_NUMBER, send_number, text, n);
    // The two that are everywhere; a number that does not fit goes the long way to its error.
    const uint8_t kind = target.slot->kind;
    bool stored = (kind == YOKE_F64 && yoke_read_f64(text, n, (double *)(void *)target.at) == YOKE_NUMBER_OK) ||
                  (kind == YOKE_I64 && yoke_read_i64(text, n, (int64_t *)(void *)target.at) == YOKE_NUMBER_OK);
    if (!stored && !yoke_store_number(b, target.slot->type, target.at, text, n))
        return mend_scalar(b, target, YOKE_FOUND_NUMBER, text, n);
    yoke_mark_present(target.slot, target.at);
    return yoke_value_done(b);
}

static int on_string(void *context, const unsigned char *text, size_t n) {
    yoke_binder *b = context;
    yoke_target target;
    yoke_source_note(&b->source, text, n, 1);
    b->source.after_key = false;
    if (YOKE_UNLIKELY(n >= b->string_bound)) return yoke_fail(b, YOKE_ERROR_STRING_LIMIT, NULL, YOKE_FOUND_STRING);
    if (YOKE_UNLIKELY(b->repairs_strings) && !repair(b, &text, &n)) return 0;
    if (!yoke_next_target(b, &target, YOKE_FOUND_STRING)) return 0;
    if (target.slot == NULL) return dynamic_scalar(b, send_string, YOKE_FOUND_STRING, text, n);
    if (!through(b, &target)) return 0;
    if (YOKE_UNLIKELY(target.slot->kind >= YOKE_ARRAY))
        return other_scalar(b, target, YOKE_FOUND_STRING, send_string, text, n);
    if (YOKE_UNLIKELY(!yoke_store_string(b, target.slot->type, target.at, text, n)))
        return mend_scalar(b, target, YOKE_FOUND_STRING, text, n);
    yoke_mark_present(target.slot, target.at);
    return yoke_value_done(b);
}

// MARK: - Containers

static bool enter_container(yoke_binder *b, enum yoke_found found) {
    if (YOKE_UNLIKELY(b->depth >= b->limits.depth)) return yoke_fail(b, YOKE_ERROR_DEPTH, NULL, found);
    b->depth++;
    return true;
}

static uint64_t container_start(const yoke_binder *b) { return yoke_source_event_end(&b->source) - 1; }

/// A frame for a container whose events go to `sink` (NULL: nowhere).
static int open_dynamic(yoke_binder *b, const yoke_slot *slot, uint8_t *at, const yoke_sink *sink, void *sink_context,
                        bool is_object) {
    yoke_frame *f = yoke_push_frame(b, YOKE_FRAME_DYNAMIC);
    if (YOKE_UNLIKELY(f == NULL)) return 0;
    f->slot = slot;
    f->destination = at;
    f->is_object = is_object;
    f->met = false;
    f->sink = sink;
    f->sink_context = sink_context;
    f->serial = ++b->serial;
    f->start = container_start(b);
    if (sink == NULL || (is_object ? sink->begin_object : sink->begin_array)(sink_context)) return 1;
    return yoke_fail(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_OBJECT);
}

/// Containers that are handled alike whether they are objects or arrays: unknown, dynamic, forwarded, paths.
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
        if (YOKE_UNLIKELY(f == NULL)) return 0;
        f->slot = slot;
        f->is_object = is_object;
        f->met = false;
        f->serial = ++b->serial;
        f->start = container_start(b);
        return 1;
    }
    case YOKE_STEP_KEY:
        if (!is_object) break;
        return yoke_open_step(b, target, true, container_start(b));
    case YOKE_STEP_INDEX:
        if (is_object) break;
        return yoke_open_step(b, target, false, container_start(b));
    case YOKE_CAPTURE:
    case YOKE_FAN:
    case YOKE_EXTRA:
    case YOKE_PATCH:
        yoke_source_capture_begin(&b->source);
        return open_dynamic(b, slot, target.at, NULL, NULL, is_object);
    case YOKE_FILLED: return yoke_open_filled(b, target.at, is_object, container_start(b));
    default: break;
    }
    return yoke_fail(b, YOKE_ERROR_MISMATCH, slot->type, found);
}

/// The frame of a model's object.
static int open_model(yoke_binder *b, yoke_target target, bool is_object) {
    const yoke_type *type = target.slot->type;
    const yoke_object *object = type->object;
    yoke_frame *f = yoke_push_frame(b, YOKE_FRAME_OBJECT);
    if (YOKE_UNLIKELY(f == NULL)) return 0;
    const size_t seen_bytes = yoke_seen_bytes(b, object);
    const size_t bytes = seen_bytes + (b->over != NULL ? 2 * object->words * sizeof(uint64_t) : 0);
    f->seen = (uint64_t *)(void *)yoke_stack_push(&b->stack, bytes, sizeof(uint64_t));
    if (YOKE_UNLIKELY(f->seen == NULL)) {
        yoke_drop_frame(b); // it owns nothing yet
        return yoke_fail(b, YOKE_ERROR_MEMORY, type, YOKE_FOUND_OBJECT);
    }
    memset(f->seen, 0, bytes);
    f->ranks = (uint8_t *)(f->seen + yoke_bit_words(b, object) + object->places);
    if (YOKE_UNLIKELY(b->collects)) f->seen[2 * object->owner_words] = b->told;
    f->is_object = is_object;
    f->slot = target.slot;
    f->destination = f->base = target.at;
    f->object = object;
    f->next = object->fields;
    f->serial = ++b->serial;
    f->start = container_start(b);
    f->met = object->captures;
    if (YOKE_UNLIKELY(f->met)) yoke_source_capture_begin(&b->source);
    if (YOKE_UNLIKELY(b->over != NULL)) {
        f->kept = f->seen + seen_bytes / sizeof(uint64_t);
        yoke_take_over(b, f);
        return 1;
    }
    memcpy(f->base, object->blank, type->size);
    return 1;
}

/// The frame of a model that stands as an array.
static int open_positions(yoke_binder *b, yoke_target target) {
    if (!open_model(b, target, false)) return 0;
    b->top->kind = YOKE_FRAME_STEPS;
    return 1;
}

/// What no key is: in a dictionary no next one is expected.
static const yoke_field no_field = {.head_bits = YOKE_HEAD_NEVER};

static int open_dictionary(yoke_binder *b, yoke_target target, bool is_object) {
    if (YOKE_UNLIKELY(b->over != NULL)) return yoke_open_entries(b, target, container_start(b));
    yoke_frame *f = yoke_push_frame(b, YOKE_FRAME_DICTIONARY);
    if (YOKE_UNLIKELY(f == NULL)) return 0;
    f->is_object = is_object;
    f->is_passing = false;
    f->slot = target.slot;
    f->destination = target.at;
    f->next = &no_field;
    f->serial = ++b->serial;
    f->start = container_start(b);
    return 1;
}

/// Arrays for models and dictionaries.
static int open_other_array(yoke_binder *b, yoke_target target) {
    if (target.slot->kind == YOKE_POSITIONS) return open_positions(b, target);
    if ((b->coercions & YOKE_EMPTY_ARRAY_IS_OBJECT) == 0) return open_other(b, target, false);
    if (target.slot->type->kind == YOKE_OBJECT) return open_model(b, target, false);
    return target.slot->kind == YOKE_DICTIONARY ? open_dictionary(b, target, false) : open_other(b, target, false);
}

static int on_begin_object(void *context) {
    yoke_binder *b = context;
    yoke_target target;
    if (!yoke_next_target(b, &target, YOKE_FOUND_OBJECT) || !enter_container(b, YOKE_FOUND_OBJECT)) return 0;
    if (target.slot == NULL) return open_other(b, target, true);
    if (!through(b, &target)) return 0;
    if (target.slot->kind == YOKE_OBJECT || target.slot->kind == YOKE_RULED_OBJECT) return open_model(b, target, true);
    if (target.slot->kind == YOKE_DICTIONARY) return open_dictionary(b, target, true);
    return open_other(b, target, true);
}

static int on_begin_array(void *context) {
    yoke_binder *b = context;
    yoke_target target;
    if (!yoke_next_target(b, &target, YOKE_FOUND_ARRAY) || !enter_container(b, YOKE_FOUND_ARRAY)) return 0;
    if (target.slot == NULL) return open_other(b, target, false);
    if (!through(b, &target)) return 0;
    if (target.slot->kind != YOKE_ARRAY) return open_other_array(b, target);
    yoke_frame *f = yoke_push_frame(b, YOKE_FRAME_ARRAY);
    if (YOKE_UNLIKELY(f == NULL)) return 0;
    yoke_begin_elements(b, f, target.slot, target.at);
    return 1;
}

/// The object has failed with the error noted, or with those that were told of. Collecting errors, what is there of it is looked at.
static bool fail_object(yoke_binder *b, yoke_frame *f) {
    if (b->error.code != YOKE_ERROR_NONE && !yoke_collect(b, b->frame_count)) return false;
    if (f->object->after != NULL && !yoke_look_at(b, f, false)) return false;
    return yoke_fail_at(b, YOKE_ERROR_SPOILED, f->slot->type, YOKE_FOUND_OBJECT, f->start);
}

/// Absent keys: an error that names them all, or the declared initial values.
static bool complete_object(yoke_binder *b, yoke_frame *f) {
    const yoke_object *object = f->object;
    bool is_good = true;
    if (YOKE_UNLIKELY(f->slot->kind == YOKE_RULED_OBJECT) && !yoke_complete_ruled(b, &f)) {
        if (b->error.code != YOKE_ERROR_NONE) return false;
        is_good = false;
    }
    uint64_t missing = 0;
    for (uint32_t w = 0; w < object->words; w++) missing |= object->required[w] & ~f->seen[w];
    if (YOKE_UNLIKELY(missing != 0)) {
        yoke_missing(b, f, object->required);
        is_good = false;
    }
    if (YOKE_UNLIKELY(!is_good)) return fail_object(b, f);
    for (uint32_t w = 0; w < object->words; w++) {
        uint64_t absent = object->initials[w] & ~f->seen[w];
        while (YOKE_UNLIKELY(absent != 0)) {
            size_t index = w * 64 + (size_t)__builtin_ctzll(absent);
            absent &= absent - 1;
            if (index >= object->count) {
                if (object->after != NULL && !yoke_look_at(b, f, true)) return false;
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
    bool is_left_out = f->met;
    if (slot != NULL && slot->kind == YOKE_DOCUMENT && !make_document(b, slot, at, start)) return 0;
    yoke_pop_frame(b);
    if (YOKE_UNLIKELY(is_left_out)) {
        yoke_count_left_out(b);
        return 1;
    }
    if (slot != NULL && YOKE_UNLIKELY(yoke_is_captured(slot->kind)))
        return yoke_finish_capture(b, (yoke_target){slot, at}, start);
    return yoke_value_done(b);
}

/// A list on the way that is empty is no path that leads nowhere.
static void end_path(yoke_binder *b, const yoke_frame *f) {
    if (f->slot->kind == YOKE_PATH_ALL && f->count == 0) b->path_matched = true;
}

static int on_end_object(void *context) {
    yoke_binder *b = context;
    yoke_frame *f = yoke_top(b);
    b->depth--;
    switch (f->kind) {
    case YOKE_FRAME_OBJECT:
        if (YOKE_UNLIKELY(!complete_object(b, f))) return 0;
        f = yoke_top(b);
        yoke_mark_present(f->slot, f->destination);
        break;
    case YOKE_FRAME_DICTIONARY: {
        const yoke_type *type = f->slot->type;
        uint64_t count = f->count;
        f->count = 0; // the pairs belong to the dictionary now
        size_t entries = b->thunks->dictionary(type->context, f->destination, f->base, count,
                                               b->duplicates == YOKE_FIRST_WINS);
        if (YOKE_UNLIKELY(entries < count) && b->duplicates == YOKE_DUPLICATES_REFUSED) {
            // Keys of different bytes that are equal as Swift strings.
            b->thunks->destroy(type->context, f->destination, 1);
            return yoke_fail_at(b, YOKE_ERROR_DUPLICATE, type, YOKE_FOUND_OBJECT, f->start);
        }
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
    // An array that stands for an object.
    if (YOKE_UNLIKELY(f->kind == YOKE_FRAME_OBJECT || f->kind == YOKE_FRAME_DICTIONARY)) return on_end_object(b);
    b->depth--;
    if (f->kind == YOKE_FRAME_DYNAMIC) return end_dynamic(b, f);
    if (f->kind == YOKE_FRAME_ARRAY) yoke_end_elements(b, f);
    else if (f->kind == YOKE_FRAME_ELEMENTS) yoke_end_filled_array(b, f);
    else if (f->kind == YOKE_FRAME_PATH) end_path(b, f);
    if (YOKE_UNLIKELY(yoke_is_positional(f))) {
        if (!complete_object(b, f)) return 0;
        yoke_mark_present(f->slot, f->destination);
    }
    yoke_pop_frame(b);
    return yoke_value_done(b);
}

// What fails may be left out by a rule.

static int try_null(void *context) {
    return YOKE_LIKELY(on_null(context)) || yoke_recover(context, YOKE_OPENED_NOTHING);
}

static int try_boolean(void *context, int value) {
    return YOKE_LIKELY(on_boolean(context, value)) || yoke_recover(context, YOKE_OPENED_NOTHING);
}

static int try_number(void *context, const char *characters, size_t n) {
    return YOKE_LIKELY(on_number(context, characters, n)) || yoke_recover(context, YOKE_OPENED_NOTHING);
}

static int try_string(void *context, const unsigned char *text, size_t n) {
    return YOKE_LIKELY(on_string(context, text, n)) || yoke_recover(context, YOKE_OPENED_NOTHING);
}

static int try_key(void *context, const unsigned char *text, size_t n) {
    return YOKE_LIKELY(on_key(context, text, n)) || yoke_recover(context, YOKE_OPENED_NOTHING);
}

static int try_begin_object(void *context) {
    return YOKE_LIKELY(on_begin_object(context)) || yoke_recover(context, YOKE_OPENED_OBJECT);
}

static int try_begin_array(void *context) {
    return YOKE_LIKELY(on_begin_array(context)) || yoke_recover(context, YOKE_OPENED_ARRAY);
}

static int try_end_object(void *context) {
    return YOKE_LIKELY(on_end_object(context)) || yoke_recover(context, YOKE_OPENED_NOTHING);
}

static int try_end_array(void *context) {
    return YOKE_LIKELY(on_end_array(context)) || yoke_recover(context, YOKE_OPENED_NOTHING);
}

const yoke_sink yoke_binder_sink = {
    .null = try_null,
    .boolean = try_boolean,
    .number = try_number,
    .string = try_string,
    .begin_object = try_begin_object,
    .key = try_key,
    .end_object = try_end_object,
    .begin_array = try_begin_array,
    .end_array = try_end_array,
};

bool yoke_binder_close_all(yoke_binder *b) {
    while (b->depth > 0) {
        yoke_frame *f = yoke_top(b);
        if (yoke_is_capturing(f)) return yoke_fail_at(b, YOKE_ERROR_CUT, f->slot->type, YOKE_FOUND_OBJECT, f->start);
        if (f->kind == YOKE_FRAME_DICTIONARY && f->wanted) {
            b->thunks->destroy_pairs(f->slot->type->context, f->base + f->count * f->slot->type->item_stride, 0, true);
            f->wanted = false;
        }
        if (f->kind == YOKE_FRAME_ENTRIES) yoke_entry_left_out(b, f);
        if (!(f->is_object ? on_end_object(b) : on_end_array(b))) return false;
    }
    return true;
}
