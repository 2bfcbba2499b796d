// The fast path: text and plan in one pass. It does the work of bind/events.c without events, for fields without rules. It leaves
// everything unexpected, and each case that an option changes, to the lexer and the binder's events. So this file has no error
// messages and implements no option.
//
//     { "id" : 505874924095815681 , "text" : "..." , "user" : { ... } , ... }
//       │          │                  │
//       │          └ integer, stored at the field's offset
//       └ the next expected key: one compare with the literal that the writer uses
//
// The function `run` is compiled twice: for new values, and (`overwrites`) for values that are overwritten in place
// (bind/in_place.c). The version for new values contains no test that only overwriting needs. docs/states.md draws the states.
//
// Invariant: at the label `leave`, all text before `p` has been handled completely, and no text from `p` on has had a lasting
// effect.

#include "native/fast/fast_path.h"
#include "native/expect.h"
#include "native/strings.h"
#include "native/skip/skip.h"
#include "base/swift_layout.h"
#include "native/fast/containers.h"
#include "native/fast/overwrite.h"
#include "native/fast/scalars.h"

#define LEAVE(state)        \
    do {                    \
        e->expect = (state); \
        goto leave;         \
    } while (0)

/// Sets the engine's current token. Needed before each event that is reported to the binder, because the binder may ask for the token's
/// position.
#define TOKEN(from, to) (e->token = (from), e->token_end = (to))

yoke_inline bool run(yoke_native *e, const bool overwrites) {
    yoke_binder *const b = e->binder;
    const uint8_t *const end = e->end;
    const uint8_t *p = yoke_space(e->p, end), *after;
    yoke_frame *f = b->top;
    const yoke_slot *slot;
    uint8_t *at;
    yoke_text text;
    yoke_begun begun;

    if (p >= end) return true;
    switch (e->expect) {
    case YOKE_EXPECT_ROOT: // the text's only value begins: an object, as the plan expects
        b->scalar_end = YOKE_NO_OFFSET;
        slot = f->slot;
        at = f->base;
        if (overwrites) goto in_place;
        goto object;
    case YOKE_EXPECT_KEY_OR_END: goto first_member;
    case YOKE_EXPECT_KEY: goto member;
    case YOKE_EXPECT_COMMA_OR_OBJECT_END: goto after_member;
    case YOKE_EXPECT_ELEMENT_OR_END: goto first_element;
    case YOKE_EXPECT_COMMA_OR_ARRAY_END: goto after_element;
    default: break;
    }
    // The next token is a value: a member's value, after a key that the lexer read, or an element.
    if (f->kind == YOKE_FRAME_ARRAY || (overwrites && f->kind == YOKE_FRAME_ELEMENTS)) goto element;
    if (f->kind == YOKE_FRAME_DICTIONARY && f->skips_member) LEAVE(YOKE_EXPECT_VALUE);
    if (f->kind == YOKE_FRAME_DICTIONARY) goto pair_value;
    if (overwrites && f->is_deferred && f->is_in_place && f->next->rules == NULL) { // its field has an old value, so the value was deferred
        f->is_deferred = false;
        f->field = f->next++;
    }
    if (f->field != NULL) goto field_value;
    if (f->is_deferred || !f->is_object || refuses_repeated(b)) LEAVE(YOKE_EXPECT_VALUE);
    goto dropped;

    // MARK: Members

first_member: // after {
    p = yoke_space_again(p, end, &f->space);
    if (p >= end) LEAVE(YOKE_EXPECT_KEY_OR_END);
    if (*p != '}') goto member;
    p++;
    goto end_object;

after_member:
    if (yoke_likely(*p == ',') && yoke_likely(p < end)) {
        p++;
    } else {
        p = yoke_space_again(p, end, &f[-1].space); // the } usually has the same indentation as the members around its object
        if (p >= end) LEAVE(YOKE_EXPECT_COMMA_OR_OBJECT_END);
        if (*p == '}') {
            p++;
            goto end_object;
        }
        if (*p != ',') LEAVE(YOKE_EXPECT_COMMA_OR_OBJECT_END);
        p++;
    }
    p = yoke_space_again(p, end, &f->space);
member:
    {
        const yoke_field *field = f->next;
        const uint8_t *value;
        if (yoke_likely(is_key_of(b, field, p, end))) {
            value = p + field->literal_length;
        } else {
            if (p >= end || yoke_load8(p) != '"') goto leave_key;
            if (f->kind == YOKE_FRAME_DICTIONARY) goto pair;
            if (yoke_can_skip_members(e, p)) {
                e->p = p;
                e->expect = YOKE_EXPECT_KEY;
                if (!yoke_skip(e)) return false;
                if (e->p != p) goto skipped;
            }
            if (!yoke_read_string(e, p + 1, end, &text)) goto leave_key;
            value = yoke_space(text.end, end);
            if (*value != ':' || value >= end || text.n >= b->string_bound) goto leave_key;
            value++;
            field = yoke_find_field(f->object, text.bytes, text.n);
            if (field == NULL) {
                if (YOKE_IN_LINE) {
                    yoke_find_line_end(e, p);
                    goto leave_key;
                }
                if (f->count >= b->limits.members || refuses_repeated(b)) goto leave_key;
                if (yoke_unlikely(f->object->unknown != YOKE_UNKNOWN_SKIPPED)) {
                    if (!keeps_members(b, f)) goto leave_key;
                    if (!yoke_keep_members(e, p)) return false;
                    if (e->p == p) goto leave_key;
                    goto skipped;
                }
                p = value;
                goto unknown;
            }
            if (field->rules != NULL || value >= end) goto leave_key;
        }
        if (yoke_unlikely(is_repeated(f, field->index, overwrites)) || yoke_unlikely(f->count >= b->limits.members)) goto leave_key;
        f->count++;
        f->field = field;
        f->next = field + 1;
        p = value;
        if (*p <= ' ') {
            p = yoke_space(p, end);
            if (p >= end) goto leave_value;
        }
        if (!overwrites) {
            slot = &field->slot;
            at = f->base + slot->offset;
            goto value;
        }
    }
field_value:
    slot = &f->field->slot;
    at = f->base + slot->offset;
    if (overwrites && f->is_in_place) {
        yoke_put_bit(f->unchanged, f->field->index, false);
        goto in_place;
    }
    goto value;

unknown: // `text` is the key
    f->count++;
    if (!yoke_drop_value(b, f, text.bytes, text.n)) return false;
dropped: // a value without a field
    e->p = p;
    e->expect = YOKE_EXPECT_VALUE;
    if (!yoke_skip(e)) return false;
skipped:
    f = b->top;
    p = e->p;
    if (f->kind == YOKE_FRAME_OBJECT && e->expect == YOKE_EXPECT_KEY) goto member;
    if (f->kind == YOKE_FRAME_OBJECT && e->expect == YOKE_EXPECT_COMMA_OR_OBJECT_END) goto after_member;
    return true;

pair:
    {
        const uint8_t *value = read_pair_key(e, f, p, end);
        if (value == NULL && b->error.code != YOKE_ERROR_NONE) return false;
        if (value == NULL) goto leave_key;
        p = yoke_space(value, end);
        if (p >= end) goto leave_value;
    }
pair_value:
    slot = &f->slot->type->element;
    at = f->base + f->count * f->slot->type->item_stride + slot->offset;
    goto value;

    // MARK: Elements

first_element: // after [
    p = yoke_space(p, end);
    if (p >= end) LEAVE(YOKE_EXPECT_ELEMENT_OR_END);
    if (*p != ']') goto element;
    p++;
    goto end_array;

after_element:
    if (yoke_likely(*p == ',') && yoke_likely(p < end)) {
        p++;
    } else {
        p = yoke_space(p, end);
        if (p >= end) LEAVE(YOKE_EXPECT_COMMA_OR_ARRAY_END);
        if (*p == ']') {
            p++;
            goto end_array;
        }
        if (*p != ',') LEAVE(YOKE_EXPECT_COMMA_OR_ARRAY_END);
        p++;
    }
    p = yoke_space_again(p, end, &f->space);
element:
    if (yoke_unlikely(p >= end)) goto leave_value;
    slot = f->element;
    if (overwrites && f->kind == YOKE_FRAME_ELEMENTS) {
        if (f->count < f->old_count) {
            at = (uint8_t *)f->old + f->count * f->stride;
            if (yoke_unlikely(f->count >= f->max_count)) goto leave_value;
            goto in_place;
        }
        if (f->count == f->old_count && yoke_unlikely(b->stack.top != f->base)) goto leave_value; // an event must first set `f->base`
    }
    at = b->stack.top;
    // The value stack must have room for one more element. If it has none, the binder's event makes room.
    if (yoke_unlikely((size_t)(b->stack.limit - at) < f->stride) || yoke_unlikely(f->count >= f->max_count)) goto leave_value;

    // MARK: Values

value: // reads the value at `p`, which is before `end`, into `at`
    if (yoke_likely(slot->kind <= YOKE_STRING)) {
        after = read_scalar(e, slot->kind, at, p, end, NULL);
    scalar:
        if (after == NULL) goto other;
        p = after;
        goto stored;
    }
    switch (slot->kind) {
    case YOKE_VIA: // a value made from another value, its storage: here only if the storage is an object
        if (*p != '{' || slot->type->element.kind != YOKE_OBJECT || yoke_unlikely(b->depth >= b->limits.depth)) goto leave_value;
        if (is_on_stack(f, overwrites)) b->stack.top = at + f->stride;
        TOKEN(p, p + 1);
        f = open_around(b, &slot, &at, yoke_open_via);
        if (yoke_unlikely(f == NULL)) return false;
        goto object;
    case YOKE_POSITIONS:
    case YOKE_OBJECT:
        if (*p != (slot->kind == YOKE_OBJECT ? '{' : '[')) goto other;
        if (yoke_unlikely(b->depth >= b->limits.depth)) goto leave_value;
        if (is_on_stack(f, overwrites)) b->stack.top = at + f->stride;
    object:
        if (yoke_likely(can_take_object(b, slot->type->object))) {
            if (is_all_on_stack(f, overwrites) && f->count > 0) { // from the second element on: many arrays have only one
                const uint8_t *last = p;
                after = yoke_read_elements(e, &last, &begun);
                if (yoke_likely(after != NULL)) {
                    p = after;
                    goto after_element;
                }
                p = last;
                at = b->stack.top - f->stride;
            } else {
                copy_short(at, slot->type->object->template_bytes, slot->type->size);
                after = slot->kind == YOKE_OBJECT ? yoke_read_object(e, slot, at, p + 1, &f[1].space, &f->space, &begun)
                                                   : yoke_read_positions(e, slot, at, p + 1, &begun);
                if (yoke_likely(after != NULL)) {
                    yoke_mark_present(slot, at);
                    p = after;
                    goto parent;
                }
            }
            f = resume_object(b, slot, at, e->offset + (uint64_t)(p - e->window), &begun);
            if (slot->kind != YOKE_POSITIONS) goto resumed;
            p = begun.p;
            f->kind = YOKE_FRAME_PATH_NODES; // the fast path cannot continue in this kind of frame, but the events can
            f->is_object = f->is_captured = false;
            LEAVE(begun.expect);
        }
        if (slot->kind == YOKE_POSITIONS) {
            if (is_on_stack(f, overwrites)) b->stack.top = at;
            goto leave_value;
        }
        f = open_object(b, slot, at, e->offset + (uint64_t)(p - e->window));
        if (yoke_unlikely(f == NULL)) return false;
        copy_short(at, slot->type->object->template_bytes, slot->type->size);
        p++;
        goto first_member;
    case YOKE_ARRAY: {
        if (*p != '[') goto other;
        if (yoke_unlikely(b->depth >= b->limits.depth)) goto leave_value;
        const uint8_t *first = yoke_space(p + 1, end);
        if (*first == ']' && first < end) {
            memcpy(at, &slot->type->empty, sizeof(void *));
            p = first + 1;
            goto stored;
        }
        if (is_on_stack(f, overwrites)) b->stack.top = at + f->stride;
        const yoke_numbers taken = read_number_array(b, slot, at, first, end);
        p = taken.after;
        if (taken.is_whole) goto stored;
        f = open_array(b, slot, at, taken.count);
        if (yoke_unlikely(f == NULL)) return false;
        if (yoke_unlikely(p >= end)) LEAVE(YOKE_EXPECT_ELEMENT_OR_END);
        goto element;
    }
    default:
        if (slot->kind > YOKE_RAW_STRING) goto leave_value;
        after = yoke_read_other_scalar(e, slot, at, p, end);
        goto scalar;
    }

in_place: // overwrites the value that the slot already holds with the value at `p`
    if (yoke_likely(slot->kind <= YOKE_STRING)) {
        after = read_scalar(e, slot->kind, at, p, end, slot);
        if (yoke_likely(after != NULL)) {
            p = after;
            goto stored;
        }
    } else if (slot->trivial && slot->kind <= YOKE_RAW_STRING) {
        goto value;
    }
    uint8_t *const in_box = slot->kind == YOKE_VIA && *p != 'n' ? yoke_own_box_value(b, slot, at) : NULL;
    if (in_box != NULL) {
        if (f->kind != YOKE_FRAME_OBJECT) goto leave_value;
        slot = &slot->type->element;
        at = in_box;
        goto in_place;
    }
    if (*p == '{') {
        if (slot->kind != YOKE_OBJECT || !slot->type->object->overwrites || yoke_is_nil(b, slot, at)) {
            f = open_around(b, &slot, &at, yoke_open_replaced);
            if (yoke_unlikely(f == NULL)) return false;
            goto value;
        }
        if (yoke_unlikely(b->depth >= b->limits.depth)) goto leave_value;
        begun = (yoke_begun){p + 1, slot->type->object->fields, YOKE_EXPECT_KEY_OR_END, p, at};
        after = can_take_object(b, slot->type->object) ? yoke_overwrite_objects(e, slot, at, p, &begun) : NULL;
        if (yoke_likely(after != NULL)) {
            p = after;
            goto parent;
        }
        f = resume_in_place(b, slot, begun.at, e->offset + (uint64_t)(begun.start - e->window), &begun);
        if (yoke_unlikely(f == NULL)) return false;
    resumed: // an object whose first members were read without a frame
        p = begun.p;
        if (begun.expect == YOKE_EXPECT_KEY) goto member;
        if (begun.expect == YOKE_EXPECT_COMMA_OR_OBJECT_END) goto after_member;
        goto first_member;
    }
    const uint8_t *const overwritten = overwrite_array(e, slot, at, p, end);
    if (yoke_likely(overwritten != NULL)) {
        p = overwritten;
        goto done;
    }
    if (slot->kind != YOKE_ARRAY || *p != '[' || yoke_unlikely(b->depth >= b->limits.depth)) goto leave_value;
    if (is_without_memory(b, slot, at)) goto value;
    if (!yoke_can_overwrite(slot)) goto leave_value;
    f = yoke_open_array_in_place(b, slot, at);
    if (yoke_unlikely(f == NULL)) return false;
    b->depth++;
    p++;
    goto first_element;

other: // null, or an invalid value
    if (!yoke_is_word(p, "null") || end - p <= 4 || slot->null_bytes == NULL) goto leave_value;
    copy_short(at, slot->null_bytes, slot->size);
    p += 4;
    goto done;

stored:
    yoke_mark_present(slot, at);
done:
    if (yoke_likely(f->kind == YOKE_FRAME_OBJECT)) {
        yoke_set_bit(f->seen, f->field->index);
        goto after_member;
    }
    f->count++;
    if (f->kind == YOKE_FRAME_ARRAY || (overwrites && f->kind == YOKE_FRAME_ELEMENTS)) {
        if (f->kind == YOKE_FRAME_ARRAY || f->count > f->old_count) b->stack.top = at + f->stride;
        goto after_element;
    }
    f->has_key = false;
    goto after_member;

    // MARK: Ends

end_object:
    if (yoke_unlikely(f->kind != YOKE_FRAME_OBJECT) || yoke_unlikely(!is_complete(f)) ||
        (overwrites && f->is_in_place && !is_all_in_place(f) && !yoke_reset_unchanged(b, f))) {
        TOKEN(p - 1, p);
        if (!yoke_binder_sink.end_object(b)) return false;
        goto closed;
    }
    b->depth--;
    yoke_mark_present(f->slot, f->destination);
    yoke_pop_frame(b);
    goto parent;

end_array:
    if (overwrites && f->kind == YOKE_FRAME_ELEMENTS) {
        b->depth--;
        yoke_end_array_in_place(b, f);
        yoke_pop_frame(b);
        goto parent;
    }
    if (yoke_unlikely(f->kind != YOKE_FRAME_ARRAY)) {
        TOKEN(p - 1, p);
        if (!yoke_binder_sink.end_array(b)) return false;
        goto closed;
    }
    b->depth--;
    yoke_end_elements(b, f);
    yoke_pop_frame(b);

parent: // the container around the value that has ended
    f = b->top;
    if (yoke_likely(f->kind == YOKE_FRAME_OBJECT)) {
        yoke_set_bit(f->seen, f->field->index);
        if (yoke_unlikely(!yoke_may_run_fast_keys(b, f))) LEAVE(YOKE_EXPECT_COMMA_OR_OBJECT_END);
        goto after_member;
    }
    if (yoke_likely(f->kind == YOKE_FRAME_ARRAY || (overwrites && f->kind == YOKE_FRAME_ELEMENTS))) {
        f->count++;
        goto after_element;
    }
    if (yoke_likely(f->kind == YOKE_FRAME_ROOT)) {
        yoke_root_done(b, e->offset + (uint64_t)(p - e->window));
        LEAVE(YOKE_EXPECT_ROOT);
    }
    TOKEN(p - 1, p);
    if (!yoke_value_done_slow(b) && !yoke_recover(b, YOKE_OPENED_NOTHING)) return false;
closed:
    f = b->top;
    if (!overwrites && yoke_unlikely(yoke_has_old_values(b))) { // an old value was replaced: `yoke_fast_overwrite` continues
        yoke_native_expect_next(e);
        goto leave;
    }
    if (f->kind == YOKE_FRAME_OBJECT && !yoke_may_run_fast_keys(b, f)) LEAVE(YOKE_EXPECT_COMMA_OR_OBJECT_END);
    if (f->kind == YOKE_FRAME_OBJECT || f->kind == YOKE_FRAME_DICTIONARY) goto after_member;
    if (f->kind == YOKE_FRAME_ARRAY || (overwrites && f->kind == YOKE_FRAME_ELEMENTS)) goto after_element;
    yoke_native_expect_next(e);
    goto leave;

leave_key: // leaves the token at `p` to the lexer, where a key must stand
    LEAVE(YOKE_EXPECT_KEY);

leave_value: // leaves the token at `p` to the lexer, where a value must stand
    e->expect = YOKE_EXPECT_VALUE;
    if (f->kind == YOKE_FRAME_OBJECT && !leave_field(b, f, p, end, overwrites)) return false;

leave:
    e->p = p < end ? p : end;
    return true;
}

bool yoke_fast_path(yoke_native *e) { return run(e, false); }
yoke_not_for_size bool yoke_fast_overwrite(yoke_native *e) { return run(e, true); }
