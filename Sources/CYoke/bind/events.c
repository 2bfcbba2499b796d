// The events of the binder: the functions that an engine calls for each value, key and bracket. An event finds the target of its value, and
// stores the value or opens a container. A complete value is counted in the top frame. This file has the events of scalars. The other
// events are in bind/keys.c and bind/containers.c.
#include <math.h>
#include <string.h>

#include "bind/binder.h"
#include "bind/in_place.h"
#include "sink/document.h"
#include "number/number.h"
#include "text/repair.h"

bool yoke_repair_text(yoke_binder *b, const uint8_t **text, size_t *n) {
    b->repaired.count = 0;
    b->repaired.failed = false;
    if (!yoke_repair_utf8(&b->repaired, *text, *n)) return yoke_fail(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_STRING);
    if (*n > 0) *text = b->repaired.bytes;
    *n = b->repaired.count;
    return true;
}

/// The type of a function that sends one kind of scalar to a sink.
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

int yoke_make_document(yoke_binder *b, const yoke_slot *slot, uint8_t *at, uint64_t start) {
    yoke_tape *t = &b->tape;
    yoke_document document = {.nodes = NULL};
    bool is_made = yoke_tape_finish(t);
    if (is_made && !b->lends_tape && t->count > 0 && t->nodes->length > YOKE_MAX_MADE_LENGTH)
        is_made = yoke_document_take(&document, t);
    if (yoke_unlikely(!is_made)) return yoke_fail_at(b, YOKE_ERROR_MEMORY, slot->type, YOKE_FOUND_NULL, start);
    void *failure = b->thunks->document(slot->type->context, at, t, &document);
    yoke_tape_clear(t);
    if (yoke_unlikely(failure != NULL)) return yoke_fail_thunk(b, failure, slot->type, YOKE_FOUND_NULL, start);
    yoke_mark_present(slot, at);
    return 1;
}

bool yoke_open_via(yoke_binder *b, yoke_target *target) {
    const yoke_slot *slot = target->slot;
    // Limit the number of frames in proportion to the depth limit: a type whose storage type is the type itself would push frames without
    // end.
    if (yoke_unlikely(b->frame_count / 8 > b->limits.depth && b->frame_count > 1024))
        return yoke_fail(b, YOKE_ERROR_DEPTH, slot->type, YOKE_FOUND_NULL);
    yoke_frame *f = yoke_push_frame(b, YOKE_FRAME_VIA);
    if (yoke_unlikely(f == NULL)) return false;
    const yoke_type *type = slot->type;
    f->slot = slot;
    f->destination = target->at;
    f->start = yoke_source_event_start(&b->source);
    f->base = yoke_stack_push(&b->stack, type->element.size, type->item_align);
    if (yoke_unlikely(f->base == NULL)) return yoke_fail(b, YOKE_ERROR_MEMORY, type, YOKE_FOUND_NULL);
    *target = (yoke_target){&type->element, f->base};
    return true;
}

/// Stores NaN or an infinity, if the slot is a floating-point value.
static bool store_literal(const yoke_slot *slot, uint8_t *at, enum yoke_non_finite_kind literal) {
    const double value = literal == YOKE_NAN ? (double)NAN : literal == YOKE_INFINITY ? (double)INFINITY : -(double)INFINITY;
    const float narrow = (float)value;
    if (slot->kind == YOKE_F64) memcpy(at, &value, sizeof value);
    else if (slot->kind == YOKE_F32) memcpy(at, &narrow, sizeof narrow);
    else return false;
    yoke_mark_present(slot, at);
    return true;
}

/// If the string stands for NaN or an infinity, stores this number and returns true.
static bool store_named(const yoke_binder *b, yoke_target target, const uint8_t *text, size_t n) {
    const yoke_non_finite *names = b->non_finite;
    for (unsigned i = 0; names != NULL && i < YOKE_FINITE; i++)
        if (names->lengths[i] == n && (n == 0 || memcmp(names->texts[i], text, n) == 0))
            return store_literal(target.slot, target.at, (enum yoke_non_finite_kind)i);
    return false;
}

/// True if the error of a failed conversion says more than the error that the scalar itself gave.
static bool says_more(const yoke_error *error, const yoke_type *type) {
    switch (error->code) {
    case YOKE_ERROR_RANGE: case YOKE_ERROR_UNDERFLOW: case YOKE_ERROR_FRACTION: case YOKE_ERROR_MEMORY: return true;
    case YOKE_ERROR_THUNK: return type->kind == YOKE_NUMBER; // the string is a number, but the type refuses this number
    default: return false;
    }
}

/// Called after a conversion has stored the scalar: reports and counts it.
static int converted(yoke_binder *b, yoke_target target, enum yoke_found found) {
    yoke_report_to_swift(b, YOKE_REPORT_COERCED, found, target.slot);
    return yoke_value_done(b);
}

/// Handles a scalar of an invalid kind or value: converts it, or records the error.
static int recover_scalar(yoke_binder *b, yoke_target target, enum yoke_found found, const uint8_t *text, size_t n) {
    const yoke_error error = b->error;
    b->error = (yoke_error){.code = YOKE_ERROR_NONE};
    if (found == YOKE_FOUND_STRING && store_named(b, target, text, n)) {
        if (error.failure != NULL) b->thunks->release(error.failure);
        return yoke_value_done(b);
    }
    if (!yoke_coerce(b, target.slot, target.at, found, text, n)) {
        b->error.found = found;
        if (!says_more(&b->error, target.slot->type)) {
            yoke_forget_error(b);
            b->error = error;
        } else if (error.failure != NULL) {
            b->thunks->release(error.failure);
        }
        yoke_fail(b, YOKE_ERROR_MISMATCH, target.slot->type, found);
        b->error.text_length = n;
        if (n > 0) memcpy(b->error_text, text, n < YOKE_ERROR_TEXT ? n : YOKE_ERROR_TEXT);
        return 0;
    }
    if (error.failure != NULL) b->thunks->release(error.failure);
    b->error.code = YOKE_ERROR_NONE;
    return converted(b, target, found);
}

/// True if the type only adds hooks to an object.
static bool is_object_with_hooks(const yoke_type *type) {
    if (!type->hooks) return false;
    while (type->hooks) type = type->element.type;
    return type->kind == YOKE_OBJECT;
}

/// Handles a scalar that cannot simply be stored. Its target is dynamic JSON, another sink, or a path to a stream's elements. Or its target
/// needs the raw text, is overwritten in place, or does not accept this kind of scalar.
static int other_scalar(yoke_binder *b, yoke_target target, enum yoke_found found, send_scalar send,
                        const uint8_t *text, size_t n) {
    const yoke_type *type = target.slot->type;
    switch (type->kind) {
    case YOKE_DOCUMENT:
        if (!send(&yoke_tape_sink, &b->tape, text, n)) return yoke_fail(b, YOKE_ERROR_MEMORY, type, found);
        if (!yoke_make_document(b, target.slot, target.at, b->source.offset)) return 0;
        return yoke_value_done(b);
    case YOKE_FORWARD:
        if (b->forward != NULL && !send(b->forward, b->forward_context, text, n))
            return yoke_fail(b, YOKE_ERROR_MEMORY, type, found);
        return yoke_value_done(b);
    case YOKE_PATH_KEY:
    case YOKE_PATH_INDEX:
    case YOKE_PATH_ALL:
        if (found != YOKE_FOUND_NULL) return yoke_fail(b, YOKE_ERROR_MISMATCH, type, found);
        b->path_matched = true; // a null on the path to the elements counts as an empty stream, not as an error
        return yoke_value_done(b);
    case YOKE_RAW_TEXT:
        // A model with hooks also becomes nil if a string stands for null.
        if (found == YOKE_FOUND_STRING && is_object_with_hooks(type) &&
            yoke_coerce(b, target.slot, target.at, found, text, n))
            return converted(b, target, found);
        return yoke_finish_capture(b, target, yoke_source_capture_begin(&b->source));
    case YOKE_SHARED_KEY:
    case YOKE_EXTRA:
    case YOKE_PATCH: return yoke_finish_capture(b, target, yoke_source_capture_begin(&b->source));
    case YOKE_IN_PLACE:
        yoke_overwrite_string(b, target.at, text, n, yoke_is_ascii(text, n));
        return yoke_value_done(b);
    default: return recover_scalar(b, target, found, text, n);
    }
}

/// Handles a scalar that no slot takes: sends it to the frame's sink, or drops it.
static int dynamic_scalar(yoke_binder *b, send_scalar send, enum yoke_found found, const uint8_t *text, size_t n) {
    yoke_frame *f = yoke_top(b);
    if (f->sink != NULL && !send(f->sink, f->sink_context, text, n)) return yoke_fail(b, YOKE_ERROR_MEMORY, NULL, found);
    return yoke_value_done(b);
}

/// For calls with the rule YOKE_RULE_NULL_IS_ZERO: true if a null for the frame's next value may become 0. False for a field with aliases,
/// because another alias may still give its value, or with a value for null. False for an element of an array, because these calls leave
/// out null elements.
static bool null_is_zero(const yoke_frame *f) {
    const yoke_field_rules *rules = f->field != NULL ? f->field->rules : NULL;
    return f->field != NULL && (rules == NULL || (!rules->is_alias && rules->null_default == NULL));
}

/// True if a null for a field with these rules stores a value of the field's own type. False if it means nil, the value for null, or a
/// missing key: see `yoke_null_with_rules`.
static bool stores_null(const yoke_binder *b, const yoke_slot *slot, const yoke_field_rules *rules) {
    if (rules->null_default != NULL || rules->weak_null != NULL) return false;
    const uint8_t kind = yoke_innermost(slot->type)->kind;
    const bool is_nan = (b->rules & YOKE_RULE_NULL_IS_NAN) != 0 && (kind == YOKE_F64 || kind == YOKE_F32);
    return !rules->is_alias || rules->stores_null || is_nan;
}

static int on_null(void *context) {
    yoke_binder *b = context;
    yoke_target target;
    if (!yoke_next_target(b, &target, YOKE_FOUND_NULL)) return 0;
    for (;;) {
        const yoke_slot *slot = target.slot;
        if (slot == NULL) return dynamic_scalar(b, send_null, YOKE_FOUND_NULL, NULL, 0);
        if (yoke_unlikely(b->rules & YOKE_RULE_NULL_IS_MISSING) && (slot->rules & YOKE_RULE_KEEPS_NULL) == 0 && yoke_null_is_missing(b)) return yoke_value_done(b);
        if (yoke_unlikely(b->rules & YOKE_RULE_NULL_IS_ZERO) && null_is_zero(yoke_top(b)) && yoke_store_zero(slot, target.at)) {
            yoke_report_to_swift(b, YOKE_REPORT_COERCED, YOKE_FOUND_NULL, slot);
            return yoke_value_done(b);
        }
        if (slot->null_bytes != NULL) {
            memcpy(target.at, slot->null_bytes, slot->size);
            return yoke_value_done(b);
        }
        yoke_frame *f = yoke_top(b);
        const bool has_fields = f->kind == YOKE_FRAME_OBJECT || f->kind == YOKE_FRAME_PATH_NODES;
        const bool has_field = has_fields && f->field != NULL;
        const yoke_field_rules *rules = has_field ? f->field->rules : NULL;
        const bool may_store = rules == NULL || stores_null(b, slot, rules);
        if (may_store && rules != NULL && rules->is_alias) f->ranks[f->field->index] = YOKE_RANK_OF_NULL;
        if (yoke_unlikely(b->rules & YOKE_RULE_NULL_IS_NAN) && may_store && store_literal(slot, target.at, YOKE_NAN))
            return yoke_value_done(b);
        if (slot->null_is_missing || !may_store) return yoke_null_with_rules(b, target);
        if (slot->kind != YOKE_VIA)
            return other_scalar(b, target, YOKE_FOUND_NULL, send_null, NULL, 0);
        if (!yoke_open_via(b, &target)) return 0;
    }
}

static int on_boolean(void *context, int value) {
    yoke_binder *b = context;
    yoke_target target;
    if (!yoke_next_target(b, &target, YOKE_FOUND_BOOL)) return 0;
    send_scalar send = value ? send_true : send_false;
    if (target.slot == NULL) return dynamic_scalar(b, send, YOKE_FOUND_BOOL, NULL, 0);
    if (!yoke_open_vias(b, &target)) return 0;
    if (yoke_unlikely(target.slot->kind != YOKE_BOOL))
        return other_scalar(b, target, YOKE_FOUND_BOOL, send, (const uint8_t *)(value ? "true" : "false"), value ? 4 : 5);
    *target.at = value != 0;
    yoke_mark_present(target.slot, target.at);
    return yoke_value_done(b);
}

/// Handles a number that stands for NaN or an infinity.
static int on_literal(yoke_binder *b, enum yoke_non_finite_kind literal) {
    static const char *const words[] = {"NaN", "Infinity", "-Infinity"};
    const uint8_t *word = (const uint8_t *)words[literal];
    const size_t n = strlen(words[literal]);
    yoke_target target;
    b->tape.has_literals = true;
    if (!yoke_next_target(b, &target, YOKE_FOUND_NUMBER)) return 0;
    if (target.slot != NULL && !yoke_open_vias(b, &target)) return 0;
    if (target.slot != NULL && store_literal(target.slot, target.at, literal)) return yoke_value_done(b);
    if (target.slot == NULL ? dynamic_scalar(b, send_number, YOKE_FOUND_NON_FINITE, word, n)
                            : other_scalar(b, target, YOKE_FOUND_NON_FINITE, send_number, word, n))
        return 1;
    // The forward sink refused the value, because JSON has no number for NaN and infinities.
    if (b->forward != NULL && b->error.code == YOKE_ERROR_MEMORY) b->error.code = YOKE_ERROR_NON_FINITE;
    return 0;
}

static int on_number(void *context, const char *characters, size_t n) {
    yoke_binder *b = context;
    const uint8_t *text = (const uint8_t *)characters;
    yoke_target target;
    yoke_source_note(&b->source, text, n, 0);
    if (yoke_unlikely(n >= b->number_bound)) {
        const enum yoke_non_finite_kind literal = b->reads_literals ? yoke_non_finite_kind_of(text, n) : YOKE_FINITE;
        if (literal != YOKE_FINITE) return on_literal(b, literal);
        if (n > b->limits.number_digits) return yoke_fail(b, YOKE_ERROR_DIGIT_LIMIT, NULL, YOKE_FOUND_NUMBER);
    }
    yoke_frame *f = b->top;
    if (f->kind == YOKE_FRAME_ARRAY && f->element->kind == YOKE_F64 && f->stride == sizeof(double) && !b->refuses_underflow &&
        yoke_likely((size_t)(b->stack.limit - b->stack.top) >= sizeof(double)) && yoke_likely(f->count < f->max_count) &&
        yoke_likely(yoke_read_f64(text, n, (double *)(void *)b->stack.top) == YOKE_NUMBER_OK)) {
        // A shorter path for arrays of doubles, which are common (coordinates, samples). The last call in the condition above has already
        // put the number on the value stack, as the array's next element.
        b->stack.top += sizeof(double);
        f->count++;
        return 1;
    }
    if (!yoke_next_target(b, &target, YOKE_FOUND_NUMBER)) return 0;
    if (target.slot == NULL) return dynamic_scalar(b, send_number, YOKE_FOUND_NUMBER, text, n);
    if (!yoke_open_vias(b, &target)) return 0;
    if (yoke_unlikely(target.slot->kind >= YOKE_ARRAY))
        return other_scalar(b, target, YOKE_FOUND_NUMBER, send_number, text, n);
    // Double and Int64 are the most common kinds, so try them first. `yoke_store_number` stores all other kinds. It also finds out why a
    // number is invalid.
    const uint8_t kind = target.slot->kind;
    bool stored = (kind == YOKE_F64 && !b->refuses_underflow && yoke_read_f64(text, n, (double *)(void *)target.at) == YOKE_NUMBER_OK) ||
                  (kind == YOKE_I64 && yoke_read_i64(text, n, (int64_t *)(void *)target.at) == YOKE_NUMBER_OK);
    if (!stored && !yoke_store_number(b, target.slot->type, target.at, text, n))
        return recover_scalar(b, target, YOKE_FOUND_NUMBER, text, n);
    yoke_mark_present(target.slot, target.at);
    return yoke_value_done(b);
}

static int on_string(void *context, const unsigned char *text, size_t n) {
    yoke_binder *b = context;
    yoke_target target;
    yoke_source_note(&b->source, text, n, 1);
    b->source.after_key = false;
    if (yoke_unlikely(n >= b->string_bound)) return yoke_fail(b, YOKE_ERROR_STRING_LIMIT, NULL, YOKE_FOUND_STRING);
    if (yoke_unlikely(b->repairs_strings) && !yoke_repair_text(b, &text, &n)) return 0;
    if (!yoke_next_target(b, &target, YOKE_FOUND_STRING)) return 0;
    if (target.slot == NULL) return dynamic_scalar(b, send_string, YOKE_FOUND_STRING, text, n);
    if (!yoke_open_vias(b, &target)) return 0;
    if (yoke_unlikely(target.slot->kind >= YOKE_ARRAY))
        return other_scalar(b, target, YOKE_FOUND_STRING, send_string, text, n);
    if (yoke_unlikely(!yoke_store_string(b, target.slot->type, target.at, text, n)))
        return recover_scalar(b, target, YOKE_FOUND_STRING, text, n);
    yoke_mark_present(target.slot, target.at);
    return yoke_value_done(b);
}

// The binder's events, with recovery: if an event fails, `yoke_recover` may leave out the event's value.

static int try_null(void *context) {
    return yoke_likely(on_null(context)) || yoke_recover(context, YOKE_OPENED_NOTHING);
}

static int try_boolean(void *context, int value) {
    return yoke_likely(on_boolean(context, value)) || yoke_recover(context, YOKE_OPENED_NOTHING);
}

static int try_number(void *context, const char *characters, size_t n) {
    return yoke_likely(on_number(context, characters, n)) || yoke_recover(context, YOKE_OPENED_NOTHING);
}

static int try_string(void *context, const unsigned char *text, size_t n) {
    return yoke_likely(on_string(context, text, n)) || yoke_recover(context, YOKE_OPENED_NOTHING);
}

const yoke_sink yoke_binder_sink = {
    .null = try_null,
    .boolean = try_boolean,
    .number = try_number,
    .string = try_string,
    .begin_object = yoke_on_begin_object,
    .key = yoke_on_key,
    .end_object = yoke_on_end_object,
    .begin_array = yoke_on_begin_array,
    .end_array = yoke_on_end_array,
};
