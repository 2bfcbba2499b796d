// Reads objects whose members are all plain (scalars, Strings, arrays), and models whose JSON is an array of such values. These objects
// need no frame while their members come in the plan's order, without a gap. At any other member, the functions here stop and return how
// far they came (`begun`). The caller then pushes a frame that continues there.
#include "number/scan.h"
#include "native/fast/containers.h"
#include "native/fast/overwrite.h"
#include "native/fast/scalars.h"

yoke_not_for_size const uint8_t *yoke_read_other_scalar(yoke_native *e, const yoke_slot *slot, uint8_t *at, const uint8_t *p, const uint8_t *end) {
    const yoke_type *const type = slot->type;
    yoke_text text;
    if (slot->kind == YOKE_NUMBER) {
        const uint8_t *after = yoke_pass_number(e, p, end);
        if (yoke_unlikely(after == NULL)) return NULL;
        text = (yoke_text){p, (size_t)(after - p), after, true};
    } else {
        if (*p != '"' || !yoke_read_string(e, p + 1, end, &text) || yoke_unlikely(text.n >= e->binder->string_bound)) return NULL;
    }
    if (slot->kind == YOKE_DATE) {
        return yoke_date_read(type->context, text.bytes, text.n, (double *)(void *)at) ? text.end : NULL;
    } else if (slot->kind == YOKE_RAW_STRING) {
        const int32_t index = yoke_trie_find(&type->cases, text.bytes, text.n);
        if (index < 0) return NULL;
        memcpy(at, type->case_bytes + (size_t)index * type->size, type->size);
        return text.end;
    }
    const yoke_thunks *const thunks = e->binder->thunks;
    void *failure = thunks->text(type->context, at, text.bytes, text.n);
    if (yoke_likely(failure == NULL)) return text.end;
    thunks->release(failure);
    return NULL;
}

/// Reads the value of a plain field: a scalar, an array of numbers, an empty array, or null. Returns the address after the value, or NULL
/// if the lexer and the binder's events must read it.
yoke_inline const uint8_t *read_plain(yoke_native *e, const yoke_slot *slot, uint8_t *at, const uint8_t *p, const uint8_t *end) {
    yoke_binder *const b = e->binder;
    const uint8_t *after = NULL;
    if (slot->kind != YOKE_ARRAY) {
        after = read_scalar(e, slot->kind, at, p, end, NULL);
        if (yoke_unlikely(after == NULL) && slot->kind > YOKE_STRING) after = yoke_read_other_scalar(e, slot, at, p, end);
    } else if (yoke_likely(*p == '[') && b->depth + 1 < b->limits.depth) {
        const uint8_t *first = yoke_space(p + 1, end);
        if (*first == ']' && first < end) {
            memcpy(at, &slot->type->empty, sizeof(void *));
            after = first + 1;
        } else if (slot->type->array_of != YOKE_ARRAY_OF_ANY) {
            const yoke_numbers taken = read_number_array(b, slot, at, first, end);
            if (!taken.is_whole) return NULL;
            after = taken.after;
        }
    }
    if (yoke_likely(after != NULL)) {
        yoke_mark_present(slot, at);
        return after;
    }
    if (!yoke_is_word(p, "null") || end - p <= 4 || slot->null_bytes == NULL || slot->kind > YOKE_ARRAY) return NULL;
    copy_short(at, slot->null_bytes, slot->size);
    return p + 4;
}

/// As `read_plain`, for a field that already has a value.
yoke_inline const uint8_t *overwrite_plain(yoke_native *e, const yoke_slot *slot, uint8_t *at, const uint8_t *p, const uint8_t *end) {
    if (slot->kind <= YOKE_STRING) {
        const uint8_t *after = read_scalar(e, slot->kind, at, p, end, slot);
        if (yoke_likely(after != NULL)) {
            yoke_mark_present(slot, at);
            return after;
        }
    } else if (slot->kind == YOKE_ARRAY ? *p == '[' && is_without_memory(e->binder, slot, at) : slot->trivial) {
        return read_plain(e, slot, at, p, end);
    }
    return overwrite_array(e, slot, at, p, end);
}

/// Reads an object without a frame. `overwrites`: true if the object overwrites an existing model.
yoke_inline const uint8_t *read_object(yoke_native *e, const yoke_slot *slot, uint8_t *at, const uint8_t *p, size_t *inner,
                                       size_t *outer, yoke_begun *begun, const bool overwrites) {
    yoke_binder *const b = e->binder;
    const yoke_object *const object = slot->type->object;
    const uint8_t *const end = e->end;
    const yoke_field *field = object->fields;
    enum yoke_expect expect = YOKE_EXPECT_KEY_OR_END;

    p = yoke_space_again(p, end, inner);
    if (yoke_unlikely(p >= end) || yoke_unlikely(*p == '}')) goto stop;
member:
    {
        expect = YOKE_EXPECT_KEY;
        if (yoke_unlikely(!is_key_of(b, field, p, end))) goto stop;
        const uint8_t *value = p + field->literal_length;
        if (*value <= ' ') {
            value = yoke_space(value, end);
            if (yoke_unlikely(value >= end)) goto stop;
        }
        const yoke_slot *const to = &field->slot;
        value = (overwrites ? overwrite_plain : read_plain)(e, to, at + to->offset, value, end);
        if (yoke_unlikely(value == NULL)) goto stop;
        field++;
        p = value;
    }
    if (yoke_unlikely(*p != ',') || yoke_unlikely(p >= end)) {
        p = yoke_space_again(p, end, outer);
        expect = YOKE_EXPECT_COMMA_OR_OBJECT_END;
        if (yoke_unlikely(p >= end)) goto stop;
        if (yoke_likely(*p == '}') && yoke_likely(((object->required[0] | object->initials[0]) & ~yoke_first_fields(object, field)) == 0)) {
            if (overwrites) yoke_reset_fields(b, object, at, 0, yoke_all_fields(object, 0) & ~yoke_first_fields(object, field));
            return p + 1;
        }
        if (*p != ',') goto stop;
    }
    p = yoke_space_again(p + 1, end, inner);
    goto member;

stop: // `p` may be after `end`, if white space reaches beyond the window: the next window then skips the rest of the white space
    *begun = (yoke_begun){.p = p < end ? p : end, .next = field, .expect = (uint8_t)expect};
    return NULL;
}

const uint8_t *yoke_read_object(yoke_native *e, const yoke_slot *slot, uint8_t *at, const uint8_t *p, size_t *inner, size_t *outer,
                                yoke_begun *begun) {
    return read_object(e, slot, at, p, inner, outer, begun, false);
}

const uint8_t *yoke_overwrite_objects(yoke_native *e, const yoke_slot *slot, uint8_t *at, const uint8_t *p, yoke_begun *begun) {
    yoke_frame *const f = e->binder->top;
    const uint8_t *const end = e->end;
    size_t inner = f[1].space, outer = f->space;
    const uint8_t *after;
    for (;;) {
        after = read_object(e, slot, at, p + 1, &inner, &outer, begun, true);
        if (yoke_unlikely(after == NULL)) break;
        if (f->kind != YOKE_FRAME_ELEMENTS || *after != ',' || after >= end) break;
        const uint8_t *next = yoke_space_again(after + 1, end, &outer);
        if (yoke_unlikely(next >= end) || *next != '{' || f->count + 1 >= f->old_count || yoke_unlikely(f->count + 1 >= f->max_count))
            break;
        if (yoke_is_nil(e->binder, slot, at + f->stride)) break;
        f->count++;
        at += f->stride;
        p = next;
    }
    f[1].space = inner;
    f->space = outer;
    begun->start = p;
    begun->at = at;
    return after;
}

/// As `read_object`, for a new model whose JSON is an array.
yoke_inline const uint8_t *read_positions(yoke_native *e, const yoke_slot *slot, uint8_t *at, const uint8_t *p, yoke_begun *begun) {
    const yoke_object *const object = slot->type->object;
    const uint8_t *const end = e->end;
    const yoke_field *field = object->fields, *const last = field + object->keyed;
    enum yoke_expect expect = YOKE_EXPECT_ELEMENT_OR_END;
    p = yoke_space(p, end);
    for (; yoke_likely(field != last) && yoke_likely(p < end); field++) {
        const uint8_t *after = read_plain(e, &field->slot, at + field->slot.offset, p, end);
        if (yoke_unlikely(after == NULL)) goto stop;
        p = yoke_space(after, end);
        expect = YOKE_EXPECT_COMMA_OR_ARRAY_END;
        if (*p != ',' || yoke_unlikely(p >= end)) {
            field++;
            break;
        }
        p = yoke_space(p + 1, end);
        expect = YOKE_EXPECT_VALUE;
    }
    if (yoke_likely(*p == ']') && yoke_likely(p < end) && yoke_likely(expect == YOKE_EXPECT_COMMA_OR_ARRAY_END) &&
        yoke_likely(((object->required[0] | object->initials[0]) & ~yoke_first_fields(object, field)) == 0))
        return p + 1;
stop:
    *begun = (yoke_begun){.p = p < end ? p : end, .next = field, .expect = (uint8_t)expect};
    return NULL;
}

const uint8_t *yoke_read_positions(yoke_native *e, const yoke_slot *slot, uint8_t *at, const uint8_t *p, yoke_begun *begun) {
    return read_positions(e, slot, at, p, begun);
}

yoke_inline const uint8_t *read_elements(yoke_native *e, const uint8_t **last, yoke_begun *begun, const bool are_positions) {
    yoke_binder *const b = e->binder;
    yoke_frame *const f = b->top;
    const yoke_slot *const slot = f->element;
    const yoke_type *const type = slot->type;
    const uint8_t *const end = e->end;
    const uint8_t *p = *last, *after;
    size_t inner = f[1].space, outer = f->space;
    for (;;) {
        uint8_t *const at = b->stack.top - f->stride;
        copy_short(at, type->object->template_bytes, type->size);
        after = are_positions ? read_positions(e, slot, at, p + 1, begun) : read_object(e, slot, at, p + 1, &inner, &outer, begun, false);
        if (yoke_unlikely(after == NULL)) break;
        yoke_mark_present(slot, at);
        f->count++;
        if (*after != ',' || after >= end) break;
        const uint8_t *next = yoke_space_again(after + 1, end, &outer);
        if (yoke_unlikely(next >= end) || yoke_unlikely(*next != (are_positions ? '[' : '{')) || yoke_unlikely(f->count >= f->max_count))
            break;
        // The value stack must have room for one more element. If this element needs a frame, there must also be room for the frame's bits
        // `seen`.
        if (yoke_unlikely((size_t)(b->stack.limit - b->stack.top) < f->stride + 2 * sizeof(uint64_t))) break;
        b->stack.top += f->stride;
        p = next;
    }
    *last = p;
    f[1].space = inner;
    f->space = outer;
    return after;
}

yoke_not_for_size const uint8_t *yoke_read_elements(yoke_native *e, const uint8_t **last, yoke_begun *begun) {
    return e->binder->top->element->kind == YOKE_POSITIONS ? read_elements(e, last, begun, true) : read_elements(e, last, begun, false);
}
