// The traversal of a model. Every value writes a comma after itself. A closing bracket replaces the last comma:
//
//     {"a":[1,2,        ]  replaces the comma and adds its own      {"a":[1,2],
//
// So the last byte tells if a container has elements: it is a comma, or still the opening bracket.
#include "text/space.h"
#include "write/sort_elements.h"
#include "write/objects.h"

const yoke_style *yoke_compact(void) {
    static const yoke_style style = {.depth_limit = 512, .shortest_limit = __builtin_huge_val()};
    return &style;
}

void yoke_writer_init(yoke_writer *w, yoke_buffer *out, const yoke_thunks *thunks, yoke_style style,
                      const yoke_allocator *allocator) {
    memset(w, 0, sizeof *w);
    w->out = out;
    w->thunks = thunks;
    w->style = style;
    w->stack = yoke_stack_make(allocator);
    w->members = yoke_buffer_make(allocator);
    w->spans = yoke_buffer_make(allocator);
    w->moved = yoke_buffer_make(allocator);
    w->marks = yoke_buffer_make(allocator);
    w->allocator = allocator;
}

void yoke_writer_end(yoke_writer *w) {
    while (w->frame_count > 0) pop(w);
}

void yoke_writer_free(yoke_writer *w) {
    yoke_writer_end(w);
    if (w->frames != NULL)
        w->allocator->resize(w->allocator->context, w->frames, w->frame_capacity * sizeof *w->frames, 0);
    yoke_stack_free(&w->stack);
    yoke_buffer_free(&w->members);
    yoke_buffer_free(&w->spans);
    yoke_buffer_free(&w->moved);
    yoke_buffer_free(&w->marks);
}

// MARK: - Functions for thunks

void yoke_writer_string(yoke_writer *w, const uint8_t *bytes, size_t n) {
    yoke_out_string(w->out, bytes, n, w->style.escapes_slashes);
}

void yoke_writer_raw(yoke_writer *w, const uint8_t *bytes, size_t n) {
    size_t start = 0;
    // In JSON text, slashes and backslashes stand only in strings. After a backslash, a slash is escaped already.
    for (size_t i = 0; w->style.escapes_slashes && i < n; i++) {
        if (bytes[i] == '/') {
            yoke_buffer_append(w->out, bytes + start, i - start);
            yoke_buffer_push(w->out, '\\');
            start = i;
        } else if (bytes[i] == '\\') i++;
    }
    yoke_buffer_append(w->out, bytes + start, n - start);
}

void yoke_writer_literal(yoke_writer *w, const uint8_t *bytes, size_t n) {
    uint8_t *to = enter(w);
    if (to != NULL && (to = put_literal(w, to, bytes, n)) != NULL) leave(w, to);
}

void yoke_writer_element(yoke_writer *w) {
    top_frame(w)->position++;
    const yoke_layout layout = {w->style.indent, 0, ' ', false};
    if (w->style.indent > 0) yoke_out_newline(w->out, w->depth, &layout);
}

void yoke_writer_tag(yoke_writer *w, const uint8_t *key, size_t key_length, const uint8_t *value, size_t value_length) {
    w->tag_key = key;
    w->tag_key_length = key_length;
    w->tag_value = value;
    w->tag_value_length = value_length;
}

void yoke_writer_unit(yoke_writer *w, const uint8_t *key, size_t key_length, const uint8_t *value, size_t value_length) {
    yoke_writer_tag(w, key, key_length, value, value_length);
    uint8_t *to = enter(w);
    if (to == NULL || (to = open_bracket(w, to, '{')) == NULL) return;
    if (key != NULL && (to = put_tag(w, to)) == NULL) return;
    if ((to = close_bracket(w, to, '}', false)) != NULL) leave(w, to - 1);  // without the comma
}

void yoke_writer_key(yoke_writer *w, const uint8_t *bytes, size_t n) {
    yoke_writer_element(w);
    top_frame(w)->count = w->out->count;
    yoke_writer_string(w, bytes, n);
    yoke_buffer_append(w->out, ": ", w->style.indent > 0 ? 2 : 1);
}

// MARK: - The traversal

/// Ends the top frame: an object whose members come from several sources, or members with a condition (YOKE_SHARED_KEY, see `kind` in
/// writer.h). A YOKE_SHARED_KEY frame may have a `null_marker`. The marker is written as null if no written member shows a reader that the
/// flattened Optional is not nil.
static uint8_t *end_mixed(yoke_writer *w, uint8_t *to) {
    const yoke_write_frame f = *top_frame(w);
    const size_t end = (size_t)(to - w->out->bytes);
    pop(w);
    if (f.kind == YOKE_SHARED_KEY) {
        if (f.object->null_marker == NULL || yoke_has_member(w, &f.object->trie, f.count, end)) return to;
        const yoke_object *paths = f.object->presence_paths;
        if (paths != NULL && !is_empty_path_node(w, paths, f.base)) return to;
        yoke_note_member(w, end, YOKE_OWN_MEMBERS);
        return put_null_member(w, to, f.object->null_marker);
    }
    if (f.may_repeat || w->style.sorts_keys) {
        const size_t new_end = yoke_order_members(w, f.count, end);
        if (new_end == SIZE_MAX) return fail(w, YOKE_WRITE_MEMORY);
        to = w->out->bytes + new_end;
    }
    w->members.count = f.count;
    return close_bracket(w, to, '}', false);
}

/// Writes the members of the top frame, up to a value that needs a frame. The top frame is an object whose members come from several
/// sources, such as flattened values, or has the kind YOKE_SHARED_KEY (see `kind` in writer.h).
static uint8_t *put_mixed(yoke_writer *w, uint8_t *to) {
    const size_t level = w->frame_count;
    const yoke_object *object = w->frames[level - 1].object;
    const uint32_t *sorted = w->style.sorts_keys ? object->sorted : NULL;
    for (size_t i; (i = w->frames[level - 1].position) < object->keyed;) {
        const yoke_write_frame *f = &w->frames[level - 1];
        const yoke_field *field = &object->fields[sorted != NULL ? sorted[i] : i];
        const uint8_t *at = f->base + field->slot.offset;
        const bool nil = is_nil(w, &field->slot, at);
        w->frames[level - 1].position = i + 1;
        if (nil && !writes_null(w, &field->slot, false)) continue;
        if (field->literal != NULL) {
            yoke_note_member(w, (size_t)(to - w->out->bytes), YOKE_OWN_MEMBERS);
            if ((to = begin_line(w, to, false)) == NULL) return NULL;
            if ((to = put_key(w, to, field->literal, field->literal_length, false)) == NULL) return NULL;
        }
        to = nil ? put_null(to) : put_value(w, to, &field->slot, at);
        if (to == NULL || w->frame_count != level) return to;
    }
    return end_mixed(w, to);
}

/// Writes the elements of an array on a key path such as `a[2]`, or of a model in array layout. Writes null for an index without a value,
/// if an element comes after it.
static uint8_t *put_path_node_elements(yoke_writer *w, uint8_t *to, yoke_write_frame *f) {
    const yoke_object *table = f->object;
    size_t level = w->frame_count;
    while (f->position < table->keyed) {
        const yoke_field *field = &table->fields[f->position];
        const uint8_t *at = f->base + field->slot.offset;
        bool nil = is_nil(w, &field->slot, at);
        if (nil && !writes_null(w, &field->slot, false)) {
            f->position++;
            continue;
        }
        if ((to = begin_line(w, to, false)) == NULL) return NULL;
        if (f->count++ < field->index_or_length) {
            to = put_null(to);
            continue;
        }
        f->position++;
        to = nil ? put_null(to) : put_value(w, to, &field->slot, at);
        if (to == NULL || w->frame_count != level) return to;
        f = top_frame(w);
    }
    pop(w);
    return close_bracket(w, to, ']', false);
}

/// Records the members that a value has written into the object around it, and notes in this object's frame that keys may repeat. This
/// frame is the first one, from the top, whose kind is not YOKE_SHARED_KEY.
static void note_part(yoke_writer *w, size_t start, size_t n, bool is_extra) {
    if (is_extra) yoke_note_member(w, start, YOKE_EXTRA_MEMBERS + start);
    else yoke_note_members(w, start, start + n, start + 1);
    size_t i = w->frame_count - 1;
    while (w->frames[i].kind == YOKE_SHARED_KEY) i--;
    w->frames[i].may_repeat = true;
}

/// Writes a value whose members stand in the object around it. The loop in `write_value` calls this function twice for a frame: first to
/// write the value, then to remove its brackets.
static uint8_t *put_member_value(yoke_writer *w, uint8_t *to, yoke_write_frame *f) {
    if (f->position++ == 0) return put_any(w, to, &f->slot->type->element, f->base);
    uint8_t *start = w->out->bytes + f->count, *end = to - 2; // the last bracket
    const bool is_extra = f->object->unknown == YOKE_UNKNOWN_KEPT;
    pop(w);
    w->depth++;
    if (*start == 'n') return start; // null
    if (*start != '{') return fail(w, YOKE_WRITE_NOT_MEMBERS);
    while (end > start + 1 && yoke_is_space(end[-1])) end--; // raw text may have any white space
    size_t n = (size_t)(end - start - 1);
    if (n == 0) return start;
    memmove(start, start + 1, n);
    start[n] = ',';
    note_part(w, (size_t)(start - w->out->bytes), n + 1, is_extra);
    return start + n + 1;
}

static uint8_t *put_elements(yoke_writer *w, uint8_t *to, yoke_write_frame *f) {
    const yoke_type *type = f->slot->type;
    const yoke_slot *element = &type->element;
    const bool are_rows = is_row(element) && element->nil_test == YOKE_NEVER_NIL && element->type->element.kind <= YOKE_RAW_STRING;
    size_t level = w->frame_count, count = f->count;
    for (size_t i = f->position; i < count; i++) {
        const uint8_t *at = f->base + i * type->item_stride;
        f->position = i + 1;
        if ((to = begin_line(w, to, false)) == NULL) return NULL;
        if (are_rows) {
            size_t inner;
            const uint8_t *base = elements(w, element->type, at, &inner);
            to = put_array(w, to, element, base, inner);
        } else {
            to = put_any(w, to, element, at);
        }
        if (to == NULL || w->frame_count != level) return to;
        f = top_frame(w);
    }
    pop(w);
    return close_bracket(w, to, ']', false);
}

/// Writes the last element of a set once more. `from`: the offset at which this element begins. It ends at the end of the output.
static bool repeat_element(yoke_writer *w, size_t from) {
    const size_t n = w->out->count - from;
    if (!yoke_buffer_reserve(w->out, n)) return false;
    memcpy(w->out->bytes + w->out->count, w->out->bytes + from, n);
    w->out->count += n;
    yoke_buffer_append(&w->marks, &w->out->count, sizeof w->out->count);
    return !w->marks.failed;
}

/// Records the offset `here`, at which an element of a set begins. At the end of the set, records where the last element ends, and sorts
/// all elements.
static bool mark_element(yoke_writer *w, const yoke_write_frame *f, size_t here, bool is_end) {
    yoke_buffer_append(&w->marks, &here, sizeof here);
    if (w->marks.failed) return false;
    if (!is_end) return true;
    size_t count = (w->marks.count - f->count) / sizeof here - 1;
    if (w->style.marks_sets && count > 0) {
        memcpy(&here, w->marks.bytes + w->marks.count - 2 * sizeof here, sizeof here);
        if (!repeat_element(w, here)) return false;
        count++;
    }
    const size_t *marks = (const size_t *)(const void *)(w->marks.bytes + f->count);
    w->marks.count = f->count;
    return yoke_sort_elements(w->out->bytes, marks, count, w->allocator);
}

/// Writes the pairs of a dictionary, which C reads from Swift's storage. Returns early if a value has opened a frame.
static uint8_t *put_buckets(yoke_writer *w, uint8_t *to, yoke_write_frame *f) {
    const yoke_type *type = f->slot->type;
    const size_t level = w->frame_count;
    yoke_buckets buckets;
    yoke_dictionary_buckets(&f->value, &buckets);
    for (size_t i = f->position; (i = yoke_next_bucket(&buckets, i)) < buckets.capacity;) {
        const uint8_t *key = buckets.keys + i * YOKE_STRING_SIZE, *value = buckets.values + i * type->value_stride;
        f->position = ++i;
        if ((to = begin_line(w, to, false)) == NULL) return NULL;
        f->count = (size_t)(to - w->out->bytes);
        if ((to = put_string(w, to, key, false)) == NULL) return NULL;
        *to++ = ':';
        if (w->style.indent > 0) *to++ = ' ';
        leave(w, to);
        to = put_any(w, to, &type->element, value);
        if (to == NULL || w->frame_count != level) return to;
        f = top_frame(w);
    }
    pop(w);
    return close_bracket(w, to, '}', false);
}

/// Writes the next pair of a dictionary or the next element of a set. If nothing is left, ends the container.
static uint8_t *put_pair(yoke_writer *w, uint8_t *to, yoke_write_frame *f) {
    if (f->base == NULL) return put_buckets(w, to, f);
    const yoke_type *type = f->slot->type;
    const bool sorts = w->style.sorts_collections && type->is_set;
    if (f->holds_value) {
        w->thunks->destroy(type->element.value, f->value, 1);
        f->holds_value = false;
    }
    leave(w, to);
    const size_t here = w->out->count;
    f->holds_value = w->thunks->iteration_next(type->context, (void *)f->base, f->value, w);
    if (sorts && !mark_element(w, f, here, !f->holds_value)) return fail(w, YOKE_WRITE_MEMORY);
    if ((to = enter(w)) == NULL) return NULL;
    if (f->holds_value) return put_any(w, to, &type->element, f->value);
    pop(w);
    return close_bracket(w, to, type->kind == YOKE_ARRAY ? ']' : '}', false);
}

/// Writes a value via its storage, the value of another type to which it was converted. The loop in `write_value` calls this function twice
/// for a frame: first to write the storage, then to end the frame.
static uint8_t *put_storage(yoke_writer *w, uint8_t *to, yoke_write_frame *f) {
    if (f->position++ == 0) return put_any(w, to, f->stored, f->base);
    pop(w);
    return to;
}

yoke_inline bool write_value(yoke_writer *w, const yoke_slot *slot, const void *at) {
    uint8_t *to = enter(w);
    if (to == NULL || !reserve_frame(w)) return false;
    object_traversal *const objects = traversal_for(&w->style);
    const bool is_object = is_plain_object(slot) && slot->nil_test == YOKE_NEVER_NIL;
    to = is_object ? objects(w, to, slot, at) : put_any(w, to, slot, at);
    while (to != NULL && w->frame_count > 0) {
        if ((to = room(w, to, 0)) == NULL) break;
        yoke_write_frame *f = top_frame(w);
        switch (f->kind) {
        case YOKE_OBJECT: to = objects(w, to, NULL, NULL); break;
        case YOKE_OBJECT_WITH_RULES:
        case YOKE_SHARED_KEY: to = put_mixed(w, to); break;
        case YOKE_ARRAY: to = is_object_row(f->slot) ? objects(w, to, NULL, NULL) : put_elements(w, to, f); break;
        case YOKE_DICTIONARY: to = put_pair(w, to, f); break;
        case YOKE_PATH_NODE_INDEX: to = put_path_node_elements(w, to, f); break;
        case YOKE_EXTRA: to = put_member_value(w, to, f); break;
        default: to = put_storage(w, to, f);
        }
    }
    if (to == NULL) return false;
    leave(w, to - 1);  // without the comma
    return true;
}

bool yoke_writer_value(yoke_writer *w, const yoke_slot *slot, const void *at) { return write_value(w, slot, at); }

bool yoke_writer_text(yoke_writer *w, yoke_buffer *out, const yoke_style *style, size_t depth, const yoke_slot *slot, const void *at) {
    w->out = out;
    w->style = *style;
    w->depth = depth;
    w->tag_key = NULL;
    w->members.count = w->spans.count = w->moved.count = w->marks.count = 0;
    w->error = YOKE_WRITE_OK;
    return write_value(w, slot, at);
}
