// Text and plan in one pass. The hot half of binding: what `bind.c` does for each event, without events, for the fields that
// carry no rule. Whatever is not as expected is left, untouched, to the lexer and the binder's events; so this file names
// no error and knows no option but by leaving what it concerns.
//
//     { "id" : 505874924095815681 , "text" : "..." , "user" : { ... } , ... }
//       │          │                  │
//       │          └ integer, stored at the field's offset
//       └ the next expected key: one compare with the literal that the writer uses
//
// The walk is compiled twice: for new values, and (`fills`) for those that are read over others, where a place may hold a value
// already (bind_refill.c). What only the second asks is not in the first.
//
// Invariant: at `leave` nothing in front of `p` is unaccounted for, and nothing behind it has been looked at for good.

#include "walk.h"

#include "bind_internal.h"
#include "digits.h"
#include "number.h"
#include "swift_layout.h"
#include "text.h"

/// Whether the text goes on with the field's key and colon, and a value behind them.
yoke_inline bool is_expected(const yoke_binder *b, const yoke_field *field, const uint8_t *p, const uint8_t *end) {
#if YOKE_VECTOR
    unsigned same = yoke_v16_bits(yoke_v16_equal(yoke_v16_load(p), yoke_v16_load(field->head)));
    if ((same & field->head_bits) != field->head_bits) return false;
    if (yoke_likely(field->literal_length <= 16)) return p + field->literal_length < end;
#else
    if (field->head_bits == YOKE_HEAD_NEVER) return false;
#endif
    return (ptrdiff_t)field->literal_length < end - p && field->key_length < b->string_bound &&
           memcmp(p, field->literal, field->literal_length) == 0;
}

/// The field of a key that was not expected, or NULL. Eight bytes from `key` on may be loaded.
yoke_inline const yoke_field *find_field(const yoke_object *object, const uint8_t *key, size_t n) {
    if (yoke_likely(object->hashed != NULL)) {
        uint32_t index = object->hashed[yoke_key_hash(key, n, object->hash_seed) & object->hash_mask];
        if (index == YOKE_NO_FIELD) return NULL;
        const yoke_field *field = object->fields + index;
        return field->key_length == n && yoke_same(field->key, key, n) ? field : NULL;
    }
    int32_t index = yoke_trie_find(&object->trie, key, n);
    return index < 0 ? NULL : object->fields + index;
}

yoke_inline bool is_number_end(uint8_t c) { return c == ',' || c == ']' || c == '}' || c <= ' '; }

/// An integer of up to 18 digits as it mostly is: no fraction, no exponent. NULL: something else, or the window's end.
yoke_inline const uint8_t *read_integer(const uint8_t *p, const uint8_t *end, int64_t *out) {
    bool negative = *p == '-';
    const uint8_t *s = p + negative;
    uint64_t bytes = yoke_load_digits(s);
    unsigned run = yoke_digit_run(bytes);
    if (yoke_unlikely(run == 0)) return NULL;
    uint64_t value = yoke_digits_value(bytes, run);
    if (run == 8) {
        bytes = yoke_load_digits(s + 8);
        unsigned more = yoke_digit_run(bytes);
        if (more > 0) value = value * yoke_tens[more] + yoke_digits_value(bytes, more);
        run += more;
        if (more == 8) {
            unsigned c = s[16] - '0', d = s[17] - '0';
            if (c <= 9) value = value * 10 + c, run++;
            if (c <= 9 && d <= 9) value = value * 10 + d, run++;
        }
    }
    if (yoke_unlikely(*s == '0' && run > 1)) return NULL;
    s += run;
    if (yoke_unlikely(!is_number_end(*s) || s >= end)) return NULL;
    *out = negative ? -(int64_t)value : (int64_t)value;
    return s;
}

/// Where a number ends, at most 32 bytes on; NULL: not there.
yoke_inline const uint8_t *number_end(const uint8_t *p) {
#if YOKE_VECTOR
    for (int i = 0; i < 2; i++, p += 16) {
        yoke_v16 v = yoke_v16_load(p);
        // ] and } differ by one bit; bytes of 80...FF end it too, and are found out by the caller.
        yoke_v16 bracket = yoke_v16_equal(yoke_v16_or(v, yoke_v16_fill(0x20)), yoke_v16_fill('}'));
        yoke_v16 ends = yoke_v16_or(yoke_v16_or(bracket, yoke_v16_equal(v, yoke_v16_fill(','))),
                                    yoke_v16_signed_greater(yoke_v16_fill('!'), v));
        unsigned bits = yoke_v16_bits(ends);
        if (bits != 0) return p + __builtin_ctz(bits);
    }
    return NULL;
#else
    for (int i = 0; i < 32; i++)
        if (is_number_end(p[i])) return p + i;
    return NULL;
#endif
}

yoke_inline const uint8_t *read_double(const uint8_t *p, const uint8_t *end, double *out) {
    const uint8_t *s = yoke_scan_f64(p, out);
    if (yoke_likely(s != NULL)) return is_number_end(*s) && s < end ? s : NULL;
    s = number_end(p);
    if (yoke_unlikely(s == NULL || s >= end || *s >= 0x80)) return NULL;
    return yoke_read_f64(p, (size_t)(s - p), out) == YOKE_NUMBER_OK ? s : NULL;
}

/// Stores an integer of another width than 64 bits, signed. False: it does not fit.
static bool store_integer(uint8_t kind, uint8_t *at, int64_t value) {
#define STORE(type)                         \
    {                                       \
        type narrow = (type)value;          \
        if ((int64_t)narrow != value) return false; \
        memcpy(at, &narrow, sizeof narrow); \
        return true;                        \
    }
    switch (kind) {
    case YOKE_I8: STORE(int8_t)
    case YOKE_I16: STORE(int16_t)
    case YOKE_I32: STORE(int32_t)
    case YOKE_U8: STORE(uint8_t)
    case YOKE_U16: STORE(uint16_t)
    case YOKE_U32: STORE(uint32_t)
    case YOKE_U64:
        if (value < 0) return false;
        memcpy(at, &value, sizeof value);
        return true;
    default: return false;
    }
#undef STORE
}

/// A String of fewer than 16 bytes of ASCII.
yoke_inline void store_short(const yoke_thunks *thunks, uint8_t *at, const uint8_t *bytes, size_t n) {
    if (yoke_likely(thunks->short_strings)) {
        yoke_put_short_string(at, bytes, n);
    } else {
        thunks->string(at, bytes, n, true);
    }
}

/// Whether nothing is to be done at the object's end: no absent key is required or has an initial value of its own.
yoke_inline bool is_complete(const yoke_frame *f) {
    const yoke_object *object = f->object;
    if (yoke_likely(object->words == 1)) return ((object->required[0] | object->initials[0]) & ~f->seen[0]) == 0;
    uint64_t open = 0;
    for (uint32_t w = 0; w < object->words; w++) open |= (object->required[w] | object->initials[w]) & ~f->seen[w];
    return open == 0;
}

/// Whether the key of the field was there before.
yoke_inline bool is_repeated(const yoke_frame *f, uint32_t index, const bool fills) {
    return yoke_bit(f->seen, index) && !(fills && f->is_over && yoke_bit(f->kept, index));
}

/// Of an object that is read over another one: nothing that was there is left over.
yoke_inline bool is_all_filled(const yoke_frame *f) {
    uint64_t left = 0;
    for (uint32_t w = 0; w < f->object->words; w++) left |= f->kept[w];
    return left == 0;
}

/// The frame of an object at `at`, as the binder's event makes it. NULL: no memory.
yoke_inline yoke_frame *open_object(yoke_binder *b, const yoke_slot *slot, uint8_t *at, uint64_t start) {
    const yoke_object *object = slot->type->object;
    yoke_frame *f = yoke_push_frame(b, YOKE_FRAME_OBJECT);
    if (YOKE_UNLIKELY(f == NULL)) return NULL;
    f->seen = (uint64_t *)(void *)yoke_stack_push(&b->stack, object->words * sizeof(uint64_t), sizeof(uint64_t));
    if (YOKE_UNLIKELY(f->seen == NULL)) {
        yoke_drop_frame(b); // it owns nothing yet
        yoke_fail_at(b, YOKE_ERROR_MEMORY, slot->type, YOKE_FOUND_OBJECT, start);
        return NULL;
    }
    f->seen[0] = 0;
    for (uint32_t w = 1; w < object->words; w++) f->seen[w] = 0;
    f->is_object = true;
    f->slot = slot;
    f->destination = f->base = at;
    f->object = object;
    f->next = object->fields;
    f->serial = ++b->serial;
    f->start = start;
    memcpy(at, object->blank, slot->type->size);
    b->depth++;
    return f;
}

/// The frame of an array that is stored at `at`.
yoke_inline yoke_frame *open_array(yoke_binder *b, const yoke_slot *slot, uint8_t *at) {
    yoke_frame *f = yoke_push_frame(b, YOKE_FRAME_ARRAY);
    if (YOKE_UNLIKELY(f == NULL)) return NULL;
    yoke_begin_elements(b, f, slot, at);
    b->depth++;
    return f;
}

/// Whether the element that comes lies behind the others on the value stack.
yoke_inline bool is_on_stack(const yoke_frame *f, const bool fills) {
    return f->kind == YOKE_FRAME_ARRAY || (fills && f->kind == YOKE_FRAME_ELEMENTS && f->count >= f->room);
}

#define LEAVE(state)        \
    do {                    \
        e->expect = (state); \
        goto leave;         \
    } while (0)

/// For the events of the binder that are called from here: where their token is.
#define TOKEN(from, to) (e->token = (from), e->token_end = (to))

yoke_inline bool walk(yoke_native *e, const bool fills) {
    yoke_binder *const b = e->binder;
    const uint8_t *const end = e->end;
    const uint8_t *p = yoke_space(e->p, end);
    yoke_frame *f = b->top;
    const yoke_slot *slot;
    uint8_t *at;
    yoke_text text;

    if (p >= end) return true;
    switch (e->expect) {
    case YOKE_EXPECT_ROOT: // a text's only value, which is an object and to be one
        b->scalar_end = YOKE_NO_OFFSET;
        slot = f->slot;
        at = f->base;
        goto object;
    case YOKE_EXPECT_KEY_OR_END: goto first_member;
    case YOKE_EXPECT_KEY: goto member;
    case YOKE_EXPECT_COMMA_OR_OBJECT_END: goto after_member;
    case YOKE_EXPECT_ELEMENT_OR_END: goto first_element;
    case YOKE_EXPECT_COMMA_OR_ARRAY_END: goto after_element;
    default: break;
    }
    // A value is due: behind a key that the lexer took, or as an element.
    if (f->kind == YOKE_FRAME_ARRAY || (fills && f->kind == YOKE_FRAME_ELEMENTS)) goto element;
    if (f->kind == YOKE_FRAME_DICTIONARY && f->is_passing) LEAVE(YOKE_EXPECT_VALUE);
    if (f->kind == YOKE_FRAME_DICTIONARY) goto pair_value;
    if (f->field != NULL) goto field_value;
    if (f->wanted || !f->is_object) LEAVE(YOKE_EXPECT_VALUE);
    {
        const uint8_t *behind = yoke_skip_value(e, p);
        if (behind == NULL) LEAVE(YOKE_EXPECT_VALUE);
        p = behind;
        goto after_member;
    }

    // MARK: Members

first_member: // behind {
    p = yoke_space(p, end);
    if (p >= end) LEAVE(YOKE_EXPECT_KEY_OR_END);
    if (*p == '}') {
        p++;
        goto end_object;
    }
    goto member;

after_member:
    if (yoke_likely(*p == ',') && yoke_likely(p < end)) {
        p++;
    } else {
        p = yoke_space(p, end);
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
        if (yoke_likely(is_expected(b, field, p, end))) {
            value = p + field->literal_length;
        } else {
            if (p >= end || *p != '"') goto leave_key;
            if (f->kind == YOKE_FRAME_DICTIONARY) goto pair;
            if (!yoke_read_string(e, p + 1, end, &text)) goto leave_key;
            value = yoke_space(text.end, end);
            if (*value != ':' || value >= end || text.n >= b->string_bound) goto leave_key;
            value++;
            field = find_field(f->object, text.bytes, text.n);
            if (field == NULL) goto unknown;
            if (field->rules != NULL || value >= end) goto leave_key;
        }
        if (yoke_unlikely(is_repeated(f, field->index, fills)) || yoke_unlikely(f->count >= b->limits.members)) goto leave_key;
        f->count++;
        f->field = field;
        f->next = field + 1;
        p = value;
        if (yoke_unlikely(*p <= ' ')) {
            p = yoke_space(p, end);
            if (p >= end) goto leave_value;
        }
    }
field_value:
    slot = &f->field->slot;
    at = f->base + slot->offset;
    if (fills && f->is_over) {
        yoke_put_bit(f->kept, f->field->index, false);
        goto filled;
    }
    goto value;

unknown: // text.end is behind the key
    {
        if (f->count >= b->limits.members || f->object->unknown != YOKE_UNKNOWN_SKIPPED) goto leave_key;
        const uint8_t *from = yoke_space(yoke_space(text.end, end) + 1, end);
        const uint8_t *behind = from < end ? yoke_skip_value(e, from) : NULL;
        if (behind == NULL) goto leave_key;
        f->count++;
        f->field = NULL;
        b->keys.count = f->key_mark;
        yoke_buffer_append(&b->keys, text.bytes, text.n < YOKE_KEY_KEPT ? text.n : YOKE_KEY_KEPT);
        if (b->keys.failed) return yoke_fail(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_KEY);
        p = behind;
        goto after_member;
    }

pair:
    {
        if (f->slot->type->checks_keys) goto leave_key;
        if (!yoke_read_string(e, p + 1, end, &text)) goto leave_key;
        const uint8_t *value = yoke_space(text.end, end);
        if (*value != ':' || value >= end || f->count >= b->limits.members || text.n >= b->string_bound) goto leave_key;
        uint8_t *pair = yoke_push_pair(b, f);
        if (YOKE_UNLIKELY(pair == NULL)) return yoke_fail(b, YOKE_ERROR_MEMORY, f->slot->type, YOKE_FOUND_KEY);
        if (text.ascii && text.n < 16) {
            store_short(b->thunks, pair, text.bytes, text.n);
        } else {
            b->thunks->string(pair, text.bytes, text.n, text.ascii);
        }
        f->wanted = true;
        p = yoke_space(value + 1, end);
        if (p >= end) goto leave_value;
    }
pair_value:
    slot = &f->slot->type->element;
    at = f->base + f->count * f->slot->type->item_stride + slot->offset;
    goto value;

    // MARK: Elements

first_element: // behind [
    p = yoke_space(p, end);
    if (p >= end) LEAVE(YOKE_EXPECT_ELEMENT_OR_END);
    if (*p == ']') {
        p++;
        goto end_array;
    }
    goto element;

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
    if (fills && f->kind == YOKE_FRAME_ELEMENTS && f->count <= f->room && f->room > 0) {
        if (f->count == f->room) goto leave_value; // the first behind the array's own: the event finds where they begin
        at = (uint8_t *)f->old + f->count * f->stride;
        if (YOKE_UNLIKELY(f->count >= b->limits.members)) goto leave_value;
        goto filled;
    }
    at = b->stack.top;
    // Room for one more behind the others; the binder's event makes it where there is none.
    if (YOKE_UNLIKELY((size_t)(b->stack.limit - at) < f->stride) || YOKE_UNLIKELY(f->count >= b->limits.members)) goto leave_value;

    // MARK: Values

value: // in front of `end`
    switch (slot->kind) {
    case YOKE_STRING: {
        if (*p != '"') goto other;
        const size_t n = yoke_short_string(p + 1, end);
        if (yoke_likely(n < 16)) { // no limit that is walked under is as low
            store_short(b->thunks, at, p + 1, n);
            p += n + 2;
            goto stored;
        }
        yoke_text longer; // its address is known, and so it is in memory
        if (!yoke_read_long_string(e, p + 1, &longer) || YOKE_UNLIKELY(longer.n >= b->string_bound)) goto leave_value;
        p = longer.end;
        b->thunks->string(at, longer.bytes, longer.n, longer.ascii);
        goto stored;
    }
    case YOKE_F64: {
        const uint8_t *behind = read_double(p, end, (double *)(void *)at);
        if (behind == NULL) goto other;
        p = behind;
        goto stored;
    }
    case YOKE_I64: {
        int64_t integer;
        const uint8_t *behind = read_integer(p, end, &integer);
        if (behind == NULL) goto other;
        memcpy(at, &integer, sizeof integer);
        p = behind;
        goto stored;
    }
    case YOKE_I8: case YOKE_I16: case YOKE_I32: case YOKE_U8: case YOKE_U16: case YOKE_U32: case YOKE_U64: {
        int64_t integer;
        const uint8_t *behind = read_integer(p, end, &integer);
        if (behind == NULL || !store_integer(slot->kind, at, integer)) goto other;
        p = behind;
        goto stored;
    }
    case YOKE_BOOL:
        if (yoke_is_word(p, "true") && end - p > 4) {
            *at = 1;
            p += 4;
            goto stored;
        }
        if (yoke_is_word(p + 1, "alse") && *p == 'f' && end - p > 5) {
            *at = 0;
            p += 5;
            goto stored;
        }
        goto other;
    case YOKE_DATE:
        if (*p != '"') goto other;
        if (!yoke_read_string(e, p + 1, end, &text) || YOKE_UNLIKELY(text.n >= b->string_bound)) goto leave_value;
        if (!yoke_date_read(slot->type->context, text.bytes, text.n, (double *)(void *)at)) goto leave_value;
        p = text.end;
        goto stored;
    case YOKE_RAW_STRING: {
        if (*p != '"') goto other;
        if (!yoke_read_string(e, p + 1, end, &text) || YOKE_UNLIKELY(text.n >= b->string_bound)) goto leave_value;
        int32_t index = yoke_trie_find(&slot->type->cases, text.bytes, text.n);
        if (index < 0) goto leave_value;
        p = text.end;
        memcpy(at, slot->type->case_bytes + (size_t)index * slot->type->size, slot->type->size);
        goto stored;
    }
    case YOKE_OBJECT:
        if (*p != '{') goto other;
        if (YOKE_UNLIKELY(b->depth >= b->limits.depth)) goto leave_value;
        if (is_on_stack(f, fills)) b->stack.top = at + f->stride;
    object:
        f = open_object(b, slot, at, e->offset + (uint64_t)(p - e->window));
        if (YOKE_UNLIKELY(f == NULL)) return false;
        p++;
        goto first_member;
    case YOKE_ARRAY: {
        if (*p != '[') goto other;
        if (YOKE_UNLIKELY(b->depth >= b->limits.depth)) goto leave_value;
        const uint8_t *first = yoke_space(p + 1, end);
        if (*first == ']' && first < end) {
            memcpy(at, &slot->type->empty, sizeof(void *));
            p = first + 1;
            goto stored;
        }
        if (is_on_stack(f, fills)) b->stack.top = at + f->stride;
        f = open_array(b, slot, at);
        if (YOKE_UNLIKELY(f == NULL)) return false;
        p = first;
        if (yoke_unlikely(p >= end)) LEAVE(YOKE_EXPECT_ELEMENT_OR_END);
        goto element;
    }
    default: goto leave_value;
    }

filled: // the same where a value is
    if (slot->trivial && slot->kind <= YOKE_RAW_STRING) goto value;
    if (slot->kind == YOKE_ARRAY && memcmp(at, &slot->type->empty, sizeof(void *)) == 0) goto value; // no memory to keep
    if (yoke_is_nil(b, slot, at)) {
        // Nothing to destroy; but what is made piece by piece is made beside it.
        if (slot->kind == YOKE_STRING || slot->kind == YOKE_ARRAY) goto value;
        goto other;
    }
    if (!yoke_can_refill(slot)) goto leave_value;
    switch (slot->kind) {
    case YOKE_STRING:
        if (*p != '"') goto leave_value;
        if (!yoke_read_string(e, p + 1, end, &text) || YOKE_UNLIKELY(text.n >= b->string_bound)) goto leave_value;
        p = text.end;
        if (text.ascii && text.n < 16 && b->thunks->short_strings && b->thunks->knows_strings && yoke_string_is_small(at)) {
            yoke_put_short_string(at, text.bytes, text.n);
        } else {
            yoke_refill_string(b, at, text.bytes, text.n, text.ascii);
        }
        goto done;
    case YOKE_OBJECT:
        if (*p != '{' || YOKE_UNLIKELY(b->depth >= b->limits.depth)) goto leave_value;
        f = yoke_open_filled_object(b, slot, at, e->offset + (uint64_t)(p - e->window));
        if (YOKE_UNLIKELY(f == NULL)) return false;
        b->depth++;
        p++;
        goto first_member;
    default:
        if (*p != '[' || YOKE_UNLIKELY(b->depth >= b->limits.depth)) goto leave_value;
        f = yoke_open_filled_array(b, slot, at);
        if (YOKE_UNLIKELY(f == NULL)) return false;
        b->depth++;
        p++;
        goto first_element;
    }

other: // null, or something that does not fit
    if (!yoke_is_word(p, "null") || end - p <= 4 || slot->null_bytes == NULL) goto leave_value;
    memcpy(at, slot->null_bytes, slot->size);
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
    if (f->kind == YOKE_FRAME_ARRAY) {
        b->stack.top = at + f->stride;
        goto after_element;
    }
    if (fills && f->kind == YOKE_FRAME_ELEMENTS) {
        if (f->count > f->room) b->stack.top = at + f->stride;
        goto after_element;
    }
    f->wanted = false;
    goto after_member;

    // MARK: Ends

end_object:
    if (yoke_unlikely(f->kind != YOKE_FRAME_OBJECT) || yoke_unlikely(!is_complete(f)) ||
        (fills && f->is_over && !is_all_filled(f))) {
        TOKEN(p - 1, p);
        if (!yoke_binder_sink.end_object(b)) return false;
        goto closed;
    }
    b->depth--;
    yoke_mark_present(f->slot, f->destination);
    yoke_pop_frame(b);
    goto parent;

end_array:
    if (fills && f->kind == YOKE_FRAME_ELEMENTS) {
        b->depth--;
        yoke_end_filled_array(b, f);
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

parent: // of the container that has ended
    f = b->top;
    if (yoke_likely(f->kind == YOKE_FRAME_OBJECT)) {
        yoke_set_bit(f->seen, f->field->index);
        goto after_member;
    }
    if (yoke_likely(f->kind == YOKE_FRAME_ARRAY)) {
        f->count++;
        goto after_element;
    }
    if (yoke_likely(f->kind == YOKE_FRAME_ROOT)) {
        yoke_root_done(b, e->offset + (uint64_t)(p - e->window));
        LEAVE(YOKE_EXPECT_ROOT);
    }
    if (fills && f->kind == YOKE_FRAME_ELEMENTS) {
        f->count++;
        goto after_element;
    }
    TOKEN(p - 1, p);
    if (!yoke_value_done_slow(b) && !yoke_recover(b, YOKE_OPENED_NOTHING)) return false;
closed:
    f = b->top;
    if (f->kind == YOKE_FRAME_OBJECT || f->kind == YOKE_FRAME_DICTIONARY) goto after_member;
    if (f->kind == YOKE_FRAME_ARRAY || (fills && f->kind == YOKE_FRAME_ELEMENTS)) goto after_element;
    yoke_native_expect_next(e);
    goto leave;

leave_key: // not the end: that is looked for behind { only
    LEAVE(YOKE_EXPECT_KEY);

leave_value: // of a field, a pair or an element; nor is this the end of an array
    e->expect = YOKE_EXPECT_VALUE;
    if (fills && f->kind == YOKE_FRAME_OBJECT && f->is_over) {
        // Not yet; and what becomes of it depends on what comes.
        yoke_put_bit(f->kept, f->field->index, true);
        if (!yoke_await(b, f, f->field, f->field->key, f->field->key_length)) return false;
    }

leave:
    e->p = p < end ? p : end;
    return true;
}

bool yoke_walk(yoke_native *e) { return walk(e, false); }
bool yoke_walk_over(yoke_native *e) { return walk(e, true); }
