// The traversal of objects that are written field by field, as nearly all are. It goes from object to object, and into nested
// objects, until it meets any other value. Private to write/writer.c.
//
//     [{"a":1,"b":{"c":2},"d":[true]},{"a":3}]
//      ^          ^     ^             ^ the next object: no frame is needed
//      │          │     the top frame tells where to continue
//      │          the object around `b` gets its frame now
//      only the array has a frame; an error before b's value would add one, for the error's path
#pragma once

#include "write/values.h"

/// True if nil is written as null. False for a value without a key of its own, such as a flattened one: it has no member to write.
yoke_inline bool writes_null(const yoke_writer *w, const yoke_slot *slot, bool plain) {
    return ((!plain && w->style.writes_nulls) || yoke_unlikely(slot->rules & YOKE_RULE_WRITES_NULL)) &&
           yoke_likely(slot->kind < YOKE_PATH_NODE_KEY || slot->kind == YOKE_RAW_TEXT);
}

static uint8_t *put_null_member(yoke_writer *w, uint8_t *to, const yoke_field *field) {
    if ((to = begin_line(w, to, false)) == NULL) return NULL;
    if ((to = put_key(w, to, field->literal, field->literal_length, false)) == NULL) return NULL;
    return put_null(to);
}

/// An object that is being written. It has no frame until one of its values needs a frame, or until an error needs the object's path.
typedef struct open_object {
    const yoke_slot *slot;
    const yoke_object *object;
    const uint8_t *base;
    /// The next field and the end of the fields. If keys are sorted, `next` only counts: its index selects an entry of `sorted`, which is
    /// the index of the field to write.
    const yoke_field *next;
    const yoke_field *end;
    bool has_frame;
    /// For an object in an array: the number of objects after it. An object begins `stride` bytes after the one before it.
    size_t left;
    size_t stride;
} open_object;

yoke_inline open_object open_at(const yoke_slot *slot, const yoke_object *object, const uint8_t *base, size_t position) {
    return (open_object){slot, object, base, object->fields + position, object->fields + object->keyed, false, 0, 0};
}

/// Stores in the object's frame which field is written next (its index). If the object has no frame, adds one; the caller has made room.
yoke_inline void note_place(yoke_writer *w, open_object *o) {
    if (!o->has_frame) {
        yoke_write_frame *f = add_frame(w, o->slot, o->base, 0);
        f->kind = YOKE_OBJECT;
        f->object = o->object;
        o->has_frame = true;
    }
    top_frame(w)->position = (size_t)(o->next - o->object->fields);
}

/// As `note_place`, but first makes room for the frame. The writer calls it before a value that may push a frame, because the object's
/// frame must be below the value's frame. Returns false if memory runs out.
yoke_inline bool keep_place(yoke_writer *w, open_object *o) {
    if (!o->has_frame && !reserve_frame(w)) return false;
    note_place(w, o);
    return true;
}

/// True if the value is an object that is written field by field.
yoke_inline bool is_plain_object(const yoke_slot *slot) {
    return (slot->kind == YOKE_OBJECT || slot->kind == YOKE_OBJECT_WITH_RULES) && slot->type->object->written == NULL;
}

/// True if the array's elements are plain objects, as in `is_plain_object`, and are never nil.
yoke_inline bool is_object_row(const yoke_slot *slot) {
    return is_plain_object(&slot->type->element) && slot->type->element.nil_test == YOKE_NEVER_NIL;
}

/// Writes a value that is not nil, if it needs no frame: a scalar, or Swift's empty array. Otherwise returns false and leaves `*to` as it
/// was. After an error, returns true and sets `*to` to NULL.
yoke_inline bool put_at_once(yoke_writer *w, uint8_t **to, const yoke_slot *slot, const uint8_t *at, bool plain) {
    if (slot->kind <= YOKE_RAW_STRING) {
        *to = put_scalar(w, *to, slot->type, slot->kind, at, plain);
        return true;
    }
    if (slot->kind != YOKE_ARRAY) return false;
    const void *array;
    memcpy(&array, at, sizeof array);
    if (array != slot->type->empty || w->depth >= w->style.depth_limit) return false;
    memcpy(*to, "[]", 2);
    *to += 2;
    return true;
}

/// Writes the members of an object. Continues with objects inside it, and with the objects that follow it in its array. Returns after the
/// last object of the array. Also returns when a value that is not a plain object (an array, a dictionary) has pushed a frame: the caller
/// continues with this frame.
yoke_inline uint8_t *put_members(yoke_writer *w, uint8_t *to, open_object *o, bool plain, bool sorts) {
    for (;;) {
        if (o->next == o->end) {
            if (o->has_frame) w->frame_count--;
            if ((to = close_bracket(w, to, '}', plain)) == NULL || o->left == 0) return to;
            o->left--;
            o->base += o->stride;
            o->next = o->object->fields;
            o->has_frame = false;
            top_frame(w)->position++;
            if ((to = begin_line(w, to, plain)) == NULL || (to = open_bracket(w, to, '{')) == NULL) return NULL;
            continue;
        }
        const yoke_field *field = o->next++;
        if (sorts) field = &o->object->fields[o->object->sorted[field - o->object->fields]];
        const uint8_t *at = o->base + field->slot.offset;
        if (is_nil(w, &field->slot, at)) {
            if (!writes_null(w, &field->slot, plain)) continue;
            to = put_null_member(w, to, field);
            if (yoke_unlikely(to == NULL)) break;
            continue;
        }
        if (yoke_unlikely((to = begin_line(w, to, plain)) == NULL) ||
            yoke_unlikely((to = put_key(w, to, field->literal, field->literal_length, plain)) == NULL)) break;
        if (yoke_likely(put_at_once(w, &to, &field->slot, at, plain))) {
            if (yoke_unlikely(to == NULL)) break;
            *to++ = ',';
            continue;
        }
        if (!keep_place(w, o)) return NULL;
        if (is_plain_object(&field->slot)) {
            *o = open_at(&field->slot, field->slot.type->object, at, 0);
            if ((to = open_bracket(w, to, '{')) == NULL) return NULL;
            continue;
        }
        const size_t level = w->frame_count;
        to = put_value(w, to, &field->slot, at);
        if (to == NULL || w->frame_count != level) return to;
    }
    note_place(w, o);
    return NULL;
}

/// Finds the object with which the top frame continues: the frame's own object, or the next element of an array. Ends arrays without a next
/// element. Returns false if another kind of value comes next, if no frame is left, or after an error, which sets `*to` to NULL.
yoke_inline bool next_object(yoke_writer *w, uint8_t **to, open_object *o, bool plain) {
    while (w->frame_count > 0) {
        if ((*to = room(w, *to, 0)) == NULL) return false; // makes room for the next bracket that this loop closes
        yoke_write_frame *f = top_frame(w);
        if (f->kind == YOKE_OBJECT) {
            *o = open_at(f->slot, f->object, f->base, f->position);
            o->has_frame = true;
            return true;
        }
        if (f->kind != YOKE_ARRAY || !is_object_row(f->slot)) return false;
        if (f->position < f->count) {
            const yoke_type *type = f->slot->type;
            const uint8_t *at = f->base + f->position++ * type->item_stride;
            *o = open_at(&type->element, type->element.type->object, at, 0);
            o->left = f->count - f->position;
            o->stride = type->item_stride;
            return (*to = begin_line(w, *to, plain)) != NULL && (*to = open_bracket(w, *to, '{')) != NULL;
        }
        w->frame_count--;
        if ((*to = close_bracket(w, *to, ']', plain)) == NULL) return false;
    }
    return false;
}

/// Writes objects, one after the other and nested, until another kind of value comes. Begins with the object of `slot` at `at`, which has
/// no frame. If `slot` is NULL, begins with the next object of the top frame.
yoke_inline uint8_t *put_objects(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *at, bool plain, bool sorts) {
    open_object o;
    if (slot != NULL) {
        o = open_at(slot, slot->type->object, at, 0);
        if ((to = open_bracket(w, to, '{')) == NULL) note_place(w, &o);
    }
    for (bool is_open = slot != NULL; to != NULL && (is_open || next_object(w, &to, &o, plain)); is_open = false)
        to = put_members(w, to, &o, plain, sorts);
    return to;
}

// Each writing style has its own function, so that a usual style does not lose time with tests for options that only other styles use.
static uint8_t *put_plain_objects(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *at) {
    return put_objects(w, to, slot, at, true, false);
}

static uint8_t *put_sorted_objects(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *at) {
    return put_objects(w, to, slot, at, true, true);
}

static uint8_t *put_styled_objects(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *at) {
    return put_objects(w, to, slot, at, false, w->style.sorts_keys);
}

typedef uint8_t *object_traversal(yoke_writer *w, uint8_t *to, const yoke_slot *slot, const uint8_t *at);

/// Returns the function that traverses objects in this style.
static object_traversal *traversal_for(const yoke_style *style) {
    if (style->indent > 0 || style->escapes_slashes || style->writes_nulls) return put_styled_objects;
    return style->sorts_keys ? put_sorted_objects : put_plain_objects;
}
