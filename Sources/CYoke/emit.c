// The walk over a model. Every value puts the comma behind itself; a closing bracket takes the last one's place:
//
//     {"a":[1,2,        ]  takes the comma's place and puts its own      {"a":[1,2],
//
// so that what is written of a container is seen in its last byte: a comma, or still the bracket.
#include "elements_sort.h"
#include "emit_frames.h"
#include "emit_order.h"

void yoke_writer_init(yoke_writer *w, yoke_buffer *out, const yoke_thunks *thunks, yoke_style style,
                      const yoke_allocator *allocator) {
    memset(w, 0, sizeof *w);
    w->out = out;
    w->thunks = thunks;
    w->style = style;
    w->stack = yoke_stack_make(allocator);
    w->members = yoke_buffer_make(allocator);
    w->places = yoke_buffer_make(allocator);
    w->moved = yoke_buffer_make(allocator);
    w->marks = yoke_buffer_make(allocator);
    w->allocator = allocator;
}

void yoke_writer_free(yoke_writer *w) {
    while (w->frame_count > 0) pop(w);
    if (w->frames != NULL)
        w->allocator->resize(w->allocator->context, w->frames, w->frame_capacity * sizeof *w->frames, 0);
    yoke_stack_free(&w->stack);
    yoke_buffer_free(&w->members);
    yoke_buffer_free(&w->places);
    yoke_buffer_free(&w->moved);
    yoke_buffer_free(&w->marks);
}

// MARK: - What thunks call

void yoke_writer_string(yoke_writer *w, const uint8_t *bytes, size_t n) {
    yoke_out_string(w->out, bytes, n, w->style.escapes_slashes);
}

void yoke_writer_raw(yoke_writer *w, const uint8_t *bytes, size_t n) { yoke_buffer_append(w->out, bytes, n); }

void yoke_writer_element(yoke_writer *w) {
    w->frames[w->frame_count - 1].position++;
    if (w->style.indent > 0) yoke_out_newline(w->out, w->depth, w->style.indent);
}

void yoke_writer_tag(yoke_writer *w, const uint8_t *key, size_t key_length, const uint8_t *value, size_t value_length) {
    w->tag_key = key;
    w->tag_key_length = key_length;
    w->tag_value = value;
    w->tag_value_length = value_length;
}

void yoke_writer_key(yoke_writer *w, const uint8_t *bytes, size_t n) {
    yoke_writer_element(w);
    w->frames[w->frame_count - 1].count = w->out->count;
    yoke_writer_string(w, bytes, n);
    yoke_buffer_append(w->out, ": ", w->style.indent > 0 ? 2 : 1);
}

// MARK: - Values

static const uint8_t *elements(yoke_writer *w, const yoke_type *type, const uint8_t *at, size_t *count) {
    // Arrays of objects may be Objective-C's.
    if (yoke_likely(w->thunks->knows_arrays && type->item_align <= YOKE_TAIL_ALIGN && type->element.kind != YOKE_THROUGH))
        return yoke_array_elements(at, count);
    return w->thunks->elements(type->context, at, count);
}

/// As many doubles of an array as come in pairs, up to one that is not finite; `count` becomes theirs.
static uint8_t *put_doubles(yoke_writer *w, uint8_t *to, const uint8_t *base, size_t *count) {
    size_t i = 0;
    for (; *count - i >= 2; i += 2) {
        double pair[2];
        memcpy(pair, base + i * sizeof *pair, sizeof pair);
        if (!__builtin_isfinite(pair[0]) || !__builtin_isfinite(pair[1]) || (to = room(w, to, 0)) == NULL) break;
        to += yoke_write_f64_pair(pair, to);
        *to++ = ',';
    }
    *count = i;
    return to;
}

/// A whole array of scalars, without a frame but for an error's place.
yoke_inline uint8_t *put_array(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *base, size_t count,
                               bool pretty) {
    const yoke_type *type = slot->type;
    const yoke_slot *element = &type->element;
    if ((to = open_bracket(w, to, '[')) == NULL) return NULL;
    size_t i = 0;
    if (!pretty && element->kind == YOKE_F64 && element->nil_test == YOKE_NEVER_NIL) {
        i = count;
        if ((to = put_doubles(w, to, base, &i)) == NULL) return NULL;
        base += i * type->item_stride;
    }
    for (; i < count; i++, base += type->item_stride) {
        if ((to = room(w, to, 0)) == NULL || (pretty && (to = put_line(w, to)) == NULL)) return NULL;
        if (is_nil(w, element, base)) {
            to = put_null(to);
            continue;
        }
        to = put_scalar(w, to, element->type, element->kind, base);
        if (yoke_unlikely(to == NULL)) {
            add_frame(w, slot, NULL, count)->position = i + 1;
            return NULL;
        }
        *to++ = ',';
    }
    return close_bracket(w, to, ']', pretty);
}

/// The bracket of the object in the frame on top, which may have members of several hands.
static uint8_t *open_ruled(yoke_writer *w, uint8_t *to) {
    yoke_write_frame *f = &w->frames[w->frame_count - 1];
    const bool is_tagged = w->tag_key != NULL;
    f->kind = f->object->is_mixed || (is_tagged && w->style.sorts_keys) ? YOKE_RULED_OBJECT : YOKE_OBJECT;
    f->may_repeat = f->object->repeats;
    f->count = w->members.count;
    if ((to = open_bracket(w, to, '{')) == NULL || !is_tagged) return to;
    if (f->kind == YOKE_RULED_OBJECT) yoke_note_member(w, (size_t)(to - w->out->bytes), YOKE_OWN_MEMBERS);
    return put_tag(w, to);
}

yoke_inline uint8_t *begin_object(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *at) {
    yoke_write_frame *f = push(w, slot, at, 0);
    if (f == NULL) return NULL;
    f->kind = YOKE_OBJECT;
    const yoke_object *written = f->object->written;
    if (yoke_likely(written == NULL) && yoke_likely(w->tag_key == NULL)) return open_bracket(w, to, '{');
    if (written != NULL) f->object = written;
    return open_ruled(w, to);
}

/// A container on the way to fields, or (FAN) none: they stand in the object around it.
static yoke_write_frame *push_step(yoke_writer *w, const yoke_slot *slot, const uint8_t *at, uint8_t kind) {
    yoke_write_frame *f = push(w, slot, at, 0);
    if (f != NULL) f->kind = kind;
    return f;
}

/// Members that stand in the object around.
static uint8_t *begin_fan(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *at) {
    yoke_write_frame *f = push_step(w, slot, at, YOKE_FAN);
    if (f == NULL) return NULL;
    f->count = (size_t)(to - w->out->bytes);
    return to;
}

/// A model as an array.
static uint8_t *begin_positions(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *at) {
    yoke_write_frame *f = push_step(w, slot, at, YOKE_STEP_INDEX);
    if (f == NULL) return NULL;
    f->object = f->object->written;
    return open_bracket(w, to, '[');
}

/// A value whose members are to stand in the object around it: it is written, and loses its brackets at its end.
static uint8_t *begin_members(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *at) {
    yoke_write_frame *f = push_step(w, slot, at, YOKE_EXTRA);
    if (f == NULL) return NULL;
    f->count = (size_t)(to - w->out->bytes);
    w->depth--;
    return to;
}

/// Writes a value that is not nil, and its comma, or opens a frame for it.
yoke_inline uint8_t *put_value(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *at, bool pretty) {
    const yoke_type *type = slot->type;
    if (yoke_likely(slot->kind <= YOKE_RAW_STRING)) {
        if ((to = put_scalar(w, to, type, slot->kind, at)) != NULL) *to++ = ',';
        return to;
    }
    switch (slot->kind) {
    case YOKE_OBJECT:
    case YOKE_RULED_OBJECT: return begin_object(w, to, slot, at);
    case YOKE_POSITIONS: return begin_positions(w, to, slot, at);
    case YOKE_ARRAY: {
        if (type->walk_size > 0) return begin_walk(w, to, slot, at);
        size_t count;
        const uint8_t *base = elements(w, type, at, &count);
        if (count == 0 && w->depth < w->style.depth_limit) {
            memcpy(to, "[],", 3);
            return to + 3;
        }
        if (type->element.kind <= YOKE_RAW_STRING) return put_array(w, to, slot, base, count, pretty);
        return push(w, slot, base, count) != NULL ? open_bracket(w, to, '[') : NULL;
    }
    case YOKE_DICTIONARY: return begin_walk(w, to, slot, at);
    case YOKE_THROUGH: return begin_through(w, to, slot, at);
    case YOKE_CAPTURE: return begin_unfolded(w, to, slot, at);
    case YOKE_STEP_KEY: return push_step(w, slot, at, YOKE_OBJECT) != NULL ? open_ruled(w, to) : NULL;
    case YOKE_STEP_INDEX: return push_step(w, slot, at, YOKE_STEP_INDEX) != NULL ? open_bracket(w, to, '[') : NULL;
    case YOKE_FAN: return begin_fan(w, to, slot, at);
    case YOKE_EXTRA: return begin_members(w, to, slot, at);
    default:
        if ((to = lend_value(w, to, type, at)) != NULL) *to++ = ',';
        return to;
    }
}

static uint8_t *put_any(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *at, bool pretty) {
    return is_nil(w, slot, at) ? put_null(to) : put_value(w, to, slot, at, pretty);
}

// MARK: - The walk

/// Whether nil is written as null. (Members without a key of their own are not.)
yoke_inline bool writes_null(const yoke_writer *w, const yoke_slot *slot) {
    return (w->style.writes_nulls || yoke_unlikely(slot->rules & YOKE_RULE_WRITES_NULL)) && yoke_likely(slot->kind < YOKE_STEP_KEY || slot->kind == YOKE_CAPTURE);
}

/// A member that is null.
static uint8_t *put_sign(yoke_writer *w, uint8_t *to, const yoke_field *field, bool pretty) {
    if ((to = room(w, to, 0)) == NULL || (pretty && (to = put_line(w, to)) == NULL)) return NULL;
    if ((to = put_key(w, to, field->literal, field->literal_length)) == NULL) return NULL;
    if (pretty) *to++ = ' ';
    return put_null(to);
}

/// The members of an object from where it stopped, to the next one that opens a frame, or to its end.
yoke_inline uint8_t *put_members(yoke_writer *w, uint8_t *to, yoke_write_frame *f, bool pretty) {
    const yoke_object *object = f->object;
    const uint32_t *sorted = w->style.sorts_keys ? object->sorted : NULL;
    size_t level = w->frame_count, count = object->keyed;
    const uint8_t *base = f->base;
    for (size_t i = f->position; i < count;) {
        const yoke_field *field = &object->fields[sorted != NULL ? sorted[i] : i];
        const uint8_t *at = base + field->slot.offset;
        i++;
        bool nil = is_nil(w, &field->slot, at);
        if (nil && !writes_null(w, &field->slot)) continue;
        w->frames[level - 1].position = i;
        if ((to = room(w, to, 0)) == NULL || (pretty && (to = put_line(w, to)) == NULL)) return NULL;
        if ((to = put_key(w, to, field->literal, field->literal_length)) == NULL) return NULL;
        if (pretty) *to++ = ' ';
        to = nil ? put_null(to) : put_value(w, to, &field->slot, at, pretty);
        if (to == NULL || w->frame_count != level) return to;
    }
    pop(w);
    return close_bracket(w, to, '}', pretty);
}

/// The end of members that stand in the object around, or of that.
static uint8_t *end_mixed(yoke_writer *w, uint8_t *to, bool pretty) {
    const yoke_write_frame f = w->frames[w->frame_count - 1];
    const size_t end = (size_t)(to - w->out->bytes);
    pop(w);
    if (f.kind == YOKE_FAN) {
        if (f.object->sign == NULL || f.count != end) return to;
        yoke_note_member(w, end, YOKE_OWN_MEMBERS);
        return put_sign(w, to, f.object->sign, pretty);
    }
    if (f.may_repeat || w->style.sorts_keys) {
        const size_t mended = yoke_order_members(w, f.count, end);
        if (mended == SIZE_MAX) return fail(w, YOKE_WRITE_MEMORY);
        to = w->out->bytes + mended;
    }
    w->members.count = f.count;
    return close_bracket(w, to, '}', pretty);
}

/// The same where members come from several hands.
static uint8_t *put_mixed(yoke_writer *w, uint8_t *to, bool pretty) {
    const size_t level = w->frame_count;
    const yoke_object *object = w->frames[level - 1].object;
    const uint32_t *sorted = w->style.sorts_keys ? object->sorted : NULL;
    for (size_t i; (i = w->frames[level - 1].position) < object->keyed;) {
        const yoke_write_frame *f = &w->frames[level - 1];
        const yoke_field *field = &object->fields[sorted != NULL ? sorted[i] : i];
        const uint8_t *at = f->base + field->slot.offset;
        const bool nil = is_nil(w, &field->slot, at);
        w->frames[level - 1].position = i + 1;
        if (nil && !writes_null(w, &field->slot)) continue;
        if (field->literal != NULL) {
            yoke_note_member(w, (size_t)(to - w->out->bytes), YOKE_OWN_MEMBERS);
            if ((to = room(w, to, 0)) == NULL || (pretty && (to = put_line(w, to)) == NULL)) return NULL;
            if ((to = put_key(w, to, field->literal, field->literal_length)) == NULL) return NULL;
            if (pretty) *to++ = ' ';
        }
        to = nil ? put_null(to) : put_value(w, to, &field->slot, at, pretty);
        if (to == NULL || w->frame_count != level) return to;
    }
    return end_mixed(w, to, pretty);
}

/// The elements of an array on the way; null in front of those that have a value.
static uint8_t *put_step_elements(yoke_writer *w, uint8_t *to, yoke_write_frame *f, bool pretty) {
    const yoke_object *table = f->object;
    size_t level = w->frame_count;
    while (f->position < table->keyed) {
        const yoke_field *field = &table->fields[f->position];
        const uint8_t *at = f->base + field->slot.offset;
        bool nil = is_nil(w, &field->slot, at);
        if (nil && !writes_null(w, &field->slot)) {
            f->position++;
            continue;
        }
        if ((to = room(w, to, 0)) == NULL || (pretty && (to = put_line(w, to)) == NULL)) return NULL;
        if (f->count++ < field->position) {
            to = put_null(to);
            continue;
        }
        f->position++;
        to = nil ? put_null(to) : put_value(w, to, &field->slot, at, pretty);
        if (to == NULL || w->frame_count != level) return to;
    }
    pop(w);
    return close_bracket(w, to, ']', pretty);
}

/// Members that a value of its own has put into the object in the frame on top, or below its FANs.
static void note_part(yoke_writer *w, size_t start, size_t n, bool is_extra) {
    yoke_note_members(w, start, start + n, start + (is_extra ? YOKE_EXTRA_MEMBERS : 1));
    size_t i = w->frame_count - 1;
    while (w->frames[i].kind == YOKE_FAN) i--;
    w->frames[i].may_repeat = true;
}

/// The value of which only the members are wanted, then the end of it.
static uint8_t *put_member_value(yoke_writer *w, uint8_t *to, yoke_write_frame *f, bool pretty) {
    if (f->position++ == 0) return put_any(w, to, &f->slot->type->element, f->base, pretty);
    uint8_t *start = w->out->bytes + f->count, *end = to - 2; // the last bracket
    const bool is_extra = f->object->unknown == YOKE_UNKNOWN_KEPT;
    pop(w);
    w->depth++;
    if (*start == 'n') return start; // null
    if (*start != '{') return fail(w, YOKE_WRITE_NOT_MEMBERS);
    while (end > start + 1 && (end[-1] == ' ' || end[-1] == '\n')) end--;
    size_t n = (size_t)(end - start - 1);
    if (n == 0) return start;
    memmove(start, start + 1, n);
    start[n] = ',';
    note_part(w, (size_t)(start - w->out->bytes), n + 1, is_extra);
    return start + n + 1;
}

yoke_inline uint8_t *put_elements(yoke_writer *w, uint8_t *to, yoke_write_frame *f, bool pretty) {
    const yoke_type *type = f->slot->type;
    size_t level = w->frame_count, count = f->count;
    for (size_t i = f->position; i < count; i++) {
        f->position = i + 1;
        if ((to = room(w, to, 0)) == NULL || (pretty && (to = put_line(w, to)) == NULL)) return NULL;
        to = put_any(w, to, &type->element, f->base + i * type->item_stride, pretty);
        if (to == NULL || w->frame_count != level) return to;
    }
    pop(w);
    return close_bracket(w, to, ']', pretty);
}

/// Notes where an element of a set begins, or the last one ends, and then puts all in order.
static bool mark_element(yoke_writer *w, const yoke_write_frame *f, const uint8_t *to, bool is_end) {
    const size_t here = (size_t)(to - w->out->bytes);
    yoke_buffer_append(&w->marks, &here, sizeof here);
    if (w->marks.failed) return false;
    if (!is_end) return true;
    const size_t *marks = (const size_t *)(const void *)(w->marks.bytes + f->count);
    const size_t count = (w->marks.count - f->count) / sizeof here - 1;
    w->marks.count = f->count;
    return yoke_sort_elements(w->out->bytes, marks, count, w->allocator);
}

static uint8_t *put_pair(yoke_writer *w, uint8_t *to, yoke_write_frame *f, bool pretty) {
    const yoke_type *type = f->slot->type;
    const bool sorts = w->style.sorts_keys && type->kind == YOKE_ARRAY;
    if (f->holds_value) {
        w->thunks->destroy(type->element.value, f->value, 1);
        f->holds_value = false;
    }
    leave(w, to);
    const size_t here = w->out->count;
    f->holds_value = w->thunks->walk_next(type->context, (void *)f->base, f->value, w);
    if (sorts && !mark_element(w, f, w->out->bytes + here, !f->holds_value)) return fail(w, YOKE_WRITE_MEMORY);
    if ((to = enter(w)) == NULL) return NULL;
    if (f->holds_value) return put_any(w, to, &type->element, f->value, pretty);
    pop(w);
    return close_bracket(w, to, type->kind == YOKE_ARRAY ? ']' : '}', pretty);
}

/// The storage once, then nothing.
static uint8_t *put_storage(yoke_writer *w, uint8_t *to, yoke_write_frame *f, bool pretty) {
    if (f->position++ == 0) return put_any(w, to, f->stored, f->base, pretty);
    pop(w);
    return to;
}

yoke_inline uint8_t *put_whole(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *at, bool pretty) {
    to = put_any(w, to, slot, at, pretty);
    while (to != NULL && w->frame_count > 0) {
        if ((to = room(w, to, 0)) == NULL) break;
        yoke_write_frame *f = &w->frames[w->frame_count - 1];
        switch (f->kind) {
        case YOKE_OBJECT: to = put_members(w, to, f, pretty); break;
        case YOKE_RULED_OBJECT:
        case YOKE_FAN: to = put_mixed(w, to, pretty); break;
        case YOKE_ARRAY: to = put_elements(w, to, f, pretty); break;
        case YOKE_DICTIONARY: to = put_pair(w, to, f, pretty); break;
        case YOKE_STEP_INDEX: to = put_step_elements(w, to, f, pretty); break;
        case YOKE_EXTRA: to = put_member_value(w, to, f, pretty); break;
        default: to = put_storage(w, to, f, pretty);
        }
    }
    return to;
}

static uint8_t *put_compact(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *at) {
    return put_whole(w, to, slot, at, false);
}

static uint8_t *put_pretty(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *at) {
    return put_whole(w, to, slot, at, true);
}

bool yoke_writer_value(yoke_writer *w, const yoke_slot *slot, const void *at) {
    uint8_t *to = enter(w);
    if (to == NULL || !reserve_frame(w)) return false;
    to = w->style.indent > 0 ? put_pretty(w, to, slot, at) : put_compact(w, to, slot, at);
    if (to == NULL) return false;
    leave(w, to - 1);  // without the comma
    return true;
}
