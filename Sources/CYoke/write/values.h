// Writes values at once if possible, or begins them and pushes frames for them. Private to write/writer.c.
#pragma once

#include "write/frames.h"
#include "write/key_order.h"

yoke_inline const uint8_t *elements(yoke_writer *w, const yoke_type *type, const uint8_t *at, size_t *count) {
    if (yoke_likely(w->thunks->knows_arrays && type->item_align <= YOKE_TAIL_ALIGN))
        return yoke_array_elements(at, count);
    return w->thunks->elements(type->context, at, count);
}

/// True if the value is an array whose elements lie side by side in memory.
yoke_inline bool is_row(const yoke_slot *slot) { return slot->kind == YOKE_ARRAY && slot->type->iteration_size == 0; }

/// Writes the doubles of an array in pairs. Stops before a pair with a double that is not finite. `count` is the number of doubles, and
/// receives the number that was written.
yoke_inline uint8_t *put_doubles(yoke_writer *w, uint8_t *to, const uint8_t *base, size_t *count) {
    size_t i = 0;
    for (; *count - i >= 2; i += 2) {
        if ((to = room(w, to, 0)) == NULL) break;
        const size_t n = yoke_write_f64_pair(base + i * sizeof(double), to);
        if (n == 0) break;
        to += n;
        *to++ = ',';
    }
    *count = i;
    return to;
}

/// Writes the scalars of an array from index `i` on, and the array's end.
static uint8_t *put_rest(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *base, size_t i, size_t count) {
    const yoke_type *type = slot->type;
    const yoke_slot *element = &type->element;
    for (base += i * type->item_stride; i < count; i++, base += type->item_stride) {
        if ((to = begin_line(w, to, false)) == NULL) return NULL;
        if (is_nil(w, element, base)) {
            to = put_null(to);
            continue;
        }
        to = put_scalar(w, to, element->type, element->kind, base, false);
        if (yoke_unlikely(to == NULL)) {
            add_frame(w, slot, NULL, count)->position = i + 1;
            return NULL;
        }
        *to++ = ',';
    }
    return close_bracket(w, to, ']', false);
}

/// Writes an entire array of scalars. Adds a frame only after an error, because the error's path is made from the frames.
yoke_inline uint8_t *put_array(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *base, size_t count) {
    const yoke_slot *element = &slot->type->element;
    size_t i = 0;
    if ((to = open_bracket(w, to, '[')) == NULL) return NULL;
    if (w->style.indent == 0 && w->style.shortest_limit > 0 && element->kind == YOKE_F64 && element->nil_test == YOKE_NEVER_NIL) {
        i = count;
        if ((to = put_doubles(w, to, base, &i)) == NULL) return NULL;
        if (i == count) return close_bracket(w, to, ']', false);
    }
    return put_rest(w, to, slot, base, i, count);
}

/// Writes the opening bracket of the object in the top frame, and its tag if it has one. If the object's members come from several sources,
/// the frame gets the kind YOKE_OBJECT_WITH_RULES. The writer then records where each member begins, to sort and compare the members.
static uint8_t *open_with_rules(yoke_writer *w, uint8_t *to) {
    yoke_write_frame *f = top_frame(w);
    const bool is_tagged = w->tag_key != NULL;
    f->kind = f->object->is_mixed || (is_tagged && w->style.sorts_keys) ? YOKE_OBJECT_WITH_RULES : YOKE_OBJECT;
    f->may_repeat = f->object->repeats;
    f->count = w->members.count;
    if ((to = open_bracket(w, to, '{')) == NULL || !is_tagged) return to;
    if (f->kind == YOKE_OBJECT_WITH_RULES) yoke_note_member(w, (size_t)(to - w->out->bytes), YOKE_OWN_MEMBERS);
    return put_tag(w, to);
}

static uint8_t *begin_object(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *at) {
    yoke_write_frame *f = push(w, slot, at, 0);
    if (f == NULL) return NULL;
    f->kind = YOKE_OBJECT;
    const yoke_object *written = f->object->written;
    if (yoke_likely(written == NULL) && yoke_likely(w->tag_key == NULL)) return open_bracket(w, to, '{');
    if (written != NULL) f->object = written;
    return open_with_rules(w, to);
}

/// Pushes a frame of the given kind. Used for containers on a key path, members with a condition, models in array layout, and values whose
/// members stand in the object around them.
static yoke_write_frame *push_path_node(yoke_writer *w, const yoke_slot *slot, const uint8_t *at, uint8_t kind) {
    yoke_write_frame *f = push(w, slot, at, 0);
    if (f != NULL) f->kind = kind;
    return f;
}

/// Begins members that are written only under a condition, and now must be written. Writes no bracket: the members stand in the object
/// around them.
static uint8_t *begin_shared_key(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *at) {
    yoke_write_frame *f = push_path_node(w, slot, at, YOKE_SHARED_KEY);
    if (f == NULL) return NULL;
    f->count = (size_t)(to - w->out->bytes);
    return to;
}

/// True if this field and the field after it are doubles that lie side by side in memory.
yoke_inline bool is_f64_pair(const yoke_field *field) {
    return field[0].slot.kind == YOKE_F64 && field[1].slot.kind == YOKE_F64 && field[1].slot.offset == field[0].slot.offset + sizeof(double);
}

/// Writes a model in array layout whose values are all scalars. Adds a frame only after an error, because the error's path is made from the
/// frames.
static uint8_t *put_scalar_row(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *at) {
    const yoke_object *row = slot->type->object->written;
    const bool pairs = w->style.indent == 0 && w->style.shortest_limit > 0;
    if ((to = open_bracket(w, to, '[')) == NULL) return NULL;
    for (uint32_t i = 0; i < row->keyed; i++) {
        const yoke_field *field = &row->fields[i];
        if ((to = begin_line(w, to, false)) == NULL) return NULL;
        const size_t n = pairs && i + 1 < row->keyed && is_f64_pair(field) ? yoke_write_f64_pair(at + field->slot.offset, to) : 0;
        uint8_t *end = to + n;
        if (n > 0) i++;
        else end = put_scalar(w, to, field->slot.type, field->slot.kind, at + field->slot.offset, false);
        if (yoke_unlikely(end == NULL)) {
            yoke_write_frame *f = add_frame(w, slot, at, i + 1);
            f->kind = YOKE_PATH_NODE_INDEX;
            f->object = row;
            f->position = i + 1;
            return NULL;
        }
        to = end;
        *to++ = ',';
    }
    return close_bracket(w, to, ']', false);
}

/// Begins a model in array layout: a model that is written as a JSON array of its values.
static uint8_t *begin_positions(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *at) {
    if (slot->type->object->written->is_scalar_row) return put_scalar_row(w, to, slot, at);
    yoke_write_frame *f = push_path_node(w, slot, at, YOKE_PATH_NODE_INDEX);
    if (f == NULL) return NULL;
    f->object = f->object->written;
    return open_bracket(w, to, '[');
}

/// Begins a value whose members must stand in the object around the value. The value is first written with brackets, which do not count for
/// the depth. `put_member_value` then removes them.
static uint8_t *begin_members(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *at) {
    yoke_write_frame *f = push_path_node(w, slot, at, YOKE_EXTRA);
    if (f == NULL) return NULL;
    f->count = (size_t)(to - w->out->bytes);
    w->depth--;
    return to;
}

/// Writes a value that is not nil, and its comma. If the value needs a frame, only begins the value and pushes the frame.
static uint8_t *put_value(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *at) {
    const yoke_type *type = slot->type;
    if (yoke_likely(slot->kind <= YOKE_RAW_STRING)) {
        if ((to = put_scalar(w, to, type, slot->kind, at, false)) != NULL) *to++ = ',';
        return to;
    }
    switch (slot->kind) {
    case YOKE_OBJECT:
    case YOKE_OBJECT_WITH_RULES: return begin_object(w, to, slot, at);
    case YOKE_POSITIONS: return begin_positions(w, to, slot, at);
    case YOKE_ARRAY: {
        if (type->iteration_size > 0) return begin_iteration(w, to, slot, at);
        size_t count;
        const uint8_t *base = elements(w, type, at, &count);
        if (count == 0 && w->depth < w->style.depth_limit) {
            memcpy(to, "[],", 3);
            return to + 3;
        }
        if (type->element.kind <= YOKE_RAW_STRING) return put_array(w, to, slot, base, count);
        return push(w, slot, base, count) != NULL ? open_bracket(w, to, '[') : NULL;
    }
    case YOKE_DICTIONARY: return begin_buckets(w, to, slot, at);
    case YOKE_VIA: return begin_via(w, to, slot, at);
    case YOKE_RAW_TEXT: return begin_projected(w, to, slot, at);
    case YOKE_PATH_NODE_KEY: return push_path_node(w, slot, at, YOKE_OBJECT) != NULL ? open_with_rules(w, to) : NULL;
    case YOKE_PATH_NODE_INDEX: return push_path_node(w, slot, at, YOKE_PATH_NODE_INDEX) != NULL ? open_bracket(w, to, '[') : NULL;
    case YOKE_SHARED_KEY: return begin_shared_key(w, to, slot, at);
    case YOKE_EXTRA: return begin_members(w, to, slot, at);
    default:
        if ((to = borrow_value(w, to, type, at)) != NULL) *to++ = ',';
        return to;
    }
}

static uint8_t *put_any(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *at) {
    return is_nil(w, slot, at) ? put_null(to) : put_value(w, to, slot, at);
}
