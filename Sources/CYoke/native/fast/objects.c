// Reads objects of plain members. As long as the members come in the plan's order and none is missing, no frame is needed.
// Otherwise a frame takes over the members read so far.
#include "number/scan.h"
#include "native/fast/containers.h"
#include "native/fast/scalars.h"

yoke_inline const uint8_t *take_object(yoke_native *e, const yoke_slot *slot, uint8_t *at, const uint8_t *p, size_t *inner,
                                       size_t *outer, yoke_begun *begun) {
    const yoke_binder *const b = e->binder;
    const yoke_object *const object = slot->type->object;
    const uint8_t *const end = e->end;
    const yoke_field *field = object->fields;
    enum yoke_expect expect = YOKE_EXPECT_KEY_OR_END;

    p = yoke_space_again(p, end, inner);
    if (yoke_unlikely(p >= end) || yoke_unlikely(*p == '}')) goto stop;
member:
    {
        expect = YOKE_EXPECT_KEY;
        if (yoke_unlikely(!is_expected(b, field, p, end))) goto stop;
        const uint8_t *value = p + field->literal_length;
        if (*value <= ' ') {
            value = yoke_space(value, end);
            if (yoke_unlikely(value >= end)) goto stop;
        }
        const yoke_slot *const to = &field->slot;
        uint8_t *const place = at + to->offset;
        if (to->kind != YOKE_ARRAY) {
            const uint8_t *behind = take_scalar(e, to->kind, place, value, end);
            if (yoke_unlikely(behind == NULL)) goto other;
            value = behind;
        } else {
            // An array of numbers, or an empty array.
            if (yoke_unlikely(*value != '[') || b->depth + 1 >= b->limits.depth) goto other;
            const uint8_t *first = yoke_space(value + 1, end);
            if (*first == ']' && first < end) {
                memcpy(place, &to->type->empty, sizeof(void *));
                value = first + 1;
            } else {
                if (to->type->array_of == YOKE_ARRAY_OF_ANY) goto stop;
                const yoke_numbers taken = yoke_take_numbers(b, to->type, first, end);
                if (!taken.is_whole) goto stop;
                yoke_make_array(e->binder, to->type, place, taken.base, taken.count);
                value = taken.behind;
            }
        }
        yoke_mark_present(to, place);
        goto taken;
    other:
        if (!yoke_is_word(value, "null") || end - value <= 4 || to->null_bytes == NULL || to->kind > YOKE_ARRAY) goto stop;
        copy_short(place, to->null_bytes, to->size);
        value += 4;
    taken:
        field++;
        p = value;
    }
    if (yoke_unlikely(*p != ',') || yoke_unlikely(p >= end)) {
        p = yoke_space_again(p, end, outer);
        expect = YOKE_EXPECT_COMMA_OR_OBJECT_END;
        if (yoke_unlikely(p >= end)) goto stop;
        if (yoke_likely(*p == '}') && yoke_likely(((object->required[0] | object->initials[0]) & ~yoke_first_fields(object, field)) == 0)) return p + 1;
        if (*p != ',') goto stop;
    }
    p = yoke_space_again(p + 1, end, inner);
    goto member;

stop:
    *begun = (yoke_begun){p < end ? p : end, field, (uint8_t)expect}; // the next reader looks for white space again from here
    return NULL;
}

const uint8_t *yoke_take_object(yoke_native *e, const yoke_slot *slot, uint8_t *at, const uint8_t *p, size_t *inner, size_t *outer,
                                yoke_begun *begun) {
    return take_object(e, slot, at, p, inner, outer, begun);
}

yoke_not_for_size const uint8_t *yoke_take_elements(yoke_native *e, const uint8_t **last, yoke_begun *begun) {
    yoke_binder *const b = e->binder;
    yoke_frame *const f = b->top;
    const yoke_slot *const slot = f->element;
    const yoke_type *const type = slot->type;
    const uint8_t *const end = e->end;
    const uint8_t *p = *last, *behind;
    size_t inner = f[1].space, outer = f->space;
    for (;;) {
        uint8_t *const at = b->stack.top - f->stride;
        copy_short(at, type->object->template_bytes, type->size);
        behind = take_object(e, slot, at, p + 1, &inner, &outer, begun);
        if (yoke_unlikely(behind == NULL)) break;
        yoke_mark_present(slot, at);
        f->count++;
        if (*behind != ',' || behind >= end) break;
        const uint8_t *next = yoke_space_again(behind + 1, end, &outer);
        if (yoke_unlikely(next >= end) || yoke_unlikely(*next != '{') || yoke_unlikely(f->count >= f->most)) break;
        // There must be room for one more element, and for its bits in case it needs a frame.
        if (yoke_unlikely((size_t)(b->stack.limit - b->stack.top) < f->stride + 2 * sizeof(uint64_t))) break;
        b->stack.top += f->stride;
        p = next;
    }
    *last = p;
    f[1].space = inner;
    f->space = outer;
    return behind;
}
