// What the files of the binder share: targets, frames, failing. Not for anyone else.
#ifndef YOKE_BIND_BINDER_H
#define YOKE_BIND_BINDER_H

#include "base/platform.h"
#include "bind.h"
#include "convert.h"

/// Where the value that comes next goes. `slot` NULL: nowhere; it is only checked.
typedef struct yoke_target {
    const yoke_slot *slot;
    uint8_t *at;
} yoke_target;

static inline yoke_frame *yoke_top(yoke_binder *b) { return b->top; }

/// Takes the top frame off.
static inline void yoke_drop_frame(yoke_binder *b) {
    b->frame_count--;
    b->top--;
}

/// Notes an error at `offset` and returns 0, for the engine to stop.
int yoke_fail_at(yoke_binder *b, enum yoke_error_code code, const yoke_type *type, enum yoke_found found, uint64_t offset);
/// The same at the current event's first byte.
int yoke_fail(yoke_binder *b, enum yoke_error_code code, const yoke_type *type, enum yoke_found found);

/// Room for more frames. False: no memory, error noted.
bool yoke_grow_frames(yoke_binder *b);

/// A new top frame. What only some kinds use is set by whoever opens one. NULL: no memory, error noted.
static inline yoke_frame *yoke_push_frame(yoke_binder *b, enum yoke_frame_kind kind) {
    if (yoke_unlikely(b->frame_count == b->frame_capacity) && !yoke_grow_frames(b)) return NULL;
    yoke_frame *f = b->top = &b->frames[b->frame_count++];
    f->kind = (uint8_t)kind;
    f->is_object = false;
    f->wanted = false;
    f->names_fields = false;
    f->is_in_place = false;
    f->slot = NULL;
    f->base = NULL;
    f->count = 0;
    f->field = NULL;
    f->sink = NULL;
    f->start = 0;
    f->serial = 0;
    f->mark = yoke_stack_mark_now(&b->stack);
    f->key_mark = b->keys.count;
    f->keyset_mark = b->keyset.count;
    return f;
}

/// Drops the top frame and everything on the value stack since it was pushed.
static inline void yoke_pop_frame(yoke_binder *b) {
    const yoke_frame *f = b->top;
    yoke_stack_pop(&b->stack, f->mark);
    b->keys.count = f->key_mark;
    if (yoke_unlikely(b->keyset.count != f->keyset_mark)) yoke_keyset_pop(&b->keyset, f->keyset_mark);
    yoke_drop_frame(b);
}

/// Room for one more element behind `count` others of the frame; NULL: no memory.
uint8_t *yoke_push_element(yoke_binder *b, yoke_frame *f, uint64_t count, size_t stride, size_t align);
/// Whether the dictionary of the frame can have the key. False: error noted, and its value goes nowhere.
bool yoke_accept_key(yoke_binder *b, yoke_frame *f, const uint8_t *key, size_t n);
/// Room for one more pair of a dictionary; NULL: no memory.
uint8_t *yoke_push_pair(yoke_binder *b, yoke_frame *f);

/// Enters a key of the top frame, where none may come again. False: it has, or there is no memory; the error is noted.
bool yoke_enter_key(yoke_binder *b, yoke_frame *f, const uint8_t *key, size_t n);

/// The general halves of the two functions below.
bool yoke_next_target_slow(yoke_binder *b, yoke_target *target, enum yoke_found found);
int yoke_value_done_slow(yoke_binder *b);

/// A key that the object had before, and that wins: the earlier value goes, as a whole.
void yoke_forget_field(yoke_binder *b, yoke_frame *f, const yoke_field *field);
/// The value that comes next is checked and dropped. The key is kept for the path of an error. 0: no memory.
int yoke_drop_value(yoke_binder *b, yoke_frame *f, const uint8_t *key, size_t n);
/// The frame's field has no value after all; its key is kept for paths, as one that the value of is dropped.
void yoke_leave_field(yoke_binder *b, yoke_frame *f);
/// Destroys what the frames above the first `count` own, and drops them.
void yoke_unwind_to(yoke_binder *b, size_t count);

// The sink's events that do not stand in bind/events.c: bind/keys.c, bind/containers.c.

int yoke_on_key(void *binder, const unsigned char *text, size_t n);
int yoke_on_begin_object(void *binder);
int yoke_on_begin_array(void *binder);
int yoke_on_end_object(void *binder);
int yoke_on_end_array(void *binder);
/// Replaces what is bad UTF-8 in a string's or key's text. Everything behind this takes it to be good.
bool yoke_repair_text(yoke_binder *b, const uint8_t **text, size_t *n);
/// Turns the tape's value into dynamic JSON at `at`. 0: error noted.
int yoke_make_document(yoke_binder *b, const yoke_slot *slot, uint8_t *at, uint64_t start);

// What only some plans ask for: bind/rules.c.

/// A key of a field that has rules.
int yoke_key_with_rules(yoke_binder *b, yoke_frame *f, const yoke_field *field, const uint8_t *key, size_t n);
/// A key that no field has.
int yoke_unknown_key(yoke_binder *b, yoke_frame *f, const uint8_t *key, size_t n);
/// The value of a key that may take the place of another candidate's has come.
bool yoke_deferred_target(yoke_binder *b, yoke_frame *f, yoke_target *target, enum yoke_found found);
/// A value for the field stands here; `f->field` becomes it, unless an earlier value is to stay.
bool yoke_take_field(yoke_binder *b, yoke_frame *f, const yoke_field *field, bool is_null);
/// The next element of an array on the way.
bool yoke_path_node_target(yoke_binder *b, yoke_frame *f, yoke_target *target, enum yoke_found found);
/// Null for a field that has rules, or that is a step.
int yoke_null_with_rules(yoke_binder *b, yoke_target target);
/// A container on the way to fields of the model around it. Its depth is counted.
int yoke_open_path_node(yoke_binder *b, yoke_target target, bool is_object, uint64_t start);
/// An array that is a model, of which the frame owns the fields.
static inline bool yoke_is_positional(const yoke_frame *f) {
    return f->kind == YOKE_FRAME_PATH_NODES && f->slot->kind == YOKE_POSITIONS;
}
// Behind the bits of the fields: collecting errors, for each a second one, that its value was left out, and how many errors had been told
// of when the object began; then the places of values; then the ranks.

static inline size_t yoke_bit_words(const yoke_binder *b, const yoke_object *object) {
    return b->collects ? 2 * (size_t)object->owner_words + 1 : object->owner_words;
}
/// Bytes for all of that.
static inline size_t yoke_seen_bytes(const yoke_binder *b, const yoke_object *object) {
    return (yoke_bit_words(b, object) + object->places) * sizeof(uint64_t) + object->ranks;
}
/// Where the values stand whose places are kept; 0: in no text.
static inline uint64_t *yoke_places(const yoke_binder *b, const yoke_frame *f) { return f->seen + yoke_bit_words(b, f->object); }
/// Keeps where the value of the field stands, if that is asked for.
static inline void yoke_keep_place(const yoke_binder *b, const yoke_frame *f, const yoke_field *field, uint64_t start) {
    if (field->rules != NULL && field->rules->place > 0) yoke_places(b, f)[field->rules->place - 1] = start + 1;
}
/// Of the required keys, some are absent.
bool yoke_missing(yoke_binder *b, yoke_frame *f, const uint64_t *required);
/// Whether the field belongs to a group, of those from `first` on, that is nil.
bool yoke_is_in_nil(const yoke_frame *f, uint32_t first, uint32_t field);
/// Lets Swift look at an instance whose object has ended; `is_whole`: nothing of it is missing.
bool yoke_look_at(yoke_binder *b, yoke_frame *f, bool is_whole);
/// What has to wait for the object's end: Optionals whose members stand in it, and fields that are bound to all of its
/// text. Frames may move. False: error noted; or, collecting errors, told of.
bool yoke_complete_with_rules(yoke_binder *b, yoke_frame **frame);

/// A staged value: room for its storage, and a frame that hands it over. The storage's slot becomes the target.
bool yoke_open_via(yoke_binder *b, yoke_target *target);
/// Staged targets in front of a value: opens a frame for each.
static inline bool yoke_pass_through(yoke_binder *b, yoke_target *target) {
    if (yoke_likely(target->slot->kind != YOKE_VIA)) return true;
    yoke_target staged = *target; // so that the address of the caller's stays unknown, and its parts in registers
    while (staged.slot->kind == YOKE_VIA)
        if (!yoke_open_via(b, &staged)) return false;
    *target = staged;
    return true;
}

// Changing a value that is there: bind/update.c.

/// The frame lies over a value: all of its fields are there.
void yoke_take_in_place(yoke_binder *b, yoke_frame *f);
/// The value of a field that is there already: what becomes of it depends on what comes.
int yoke_await(yoke_binder *b, yoke_frame *f, const yoke_field *field, const uint8_t *key, size_t n);
/// It has come. False: error noted.
bool yoke_update_target(yoke_binder *b, yoke_frame *f, yoke_target *target, enum yoke_found found);
/// An object has come for the target, whose place is empty, and in which there was `old`: what is to be changed is put there again, under
/// the frame that comes. `is_part`: the object is the one around it, of which it is a part. False: error noted.
bool yoke_change(yoke_binder *b, yoke_target *target, const uint8_t *old, bool is_part);
/// What was there where the slot's value, which is the top frame's, belongs; NULL: nothing, or nil.
const uint8_t *yoke_old_value(const yoke_binder *b, const yoke_slot *slot);
/// Instances that are to be changed are, before Swift looks at values that they may be in: see the `settle` thunk. False: error noted.
bool yoke_commit(yoke_binder *b, const yoke_type *type, const void *instance);
/// The field has what it had before the update.
void yoke_put_back(yoke_binder *b, yoke_frame *f, const yoke_field *field);
/// What fields below a container on the way have goes, where a merge patch replaces it.
void yoke_remove_below(yoke_binder *b, yoke_frame *f, const yoke_field *step);
/// Whether null, for a value that is not there, leaves it so, which is how the policy reads it.
bool yoke_null_is_nothing(const yoke_binder *b, const yoke_frame *f, const yoke_slot *slot);

// What a merge patch has removed: bind/merge_patch.c.

/// The first of the required fields that it has; NULL: none.
const yoke_field *yoke_removed(const yoke_binder *b, const yoke_frame *f, const uint64_t *required);
/// The end of an object: Optionals whose members stand in it are nil where the last of them has gone. False: error noted.
bool yoke_remove_emptied(yoke_binder *b, yoke_frame *f);

// Entries of dictionaries: bind/update.c.

/// A dictionary of which entries are changed: its frame, a key, where a value goes, that it is there, and that it is not to be.
int yoke_open_entries(yoke_binder *b, yoke_target target, uint64_t start);
int yoke_entry_key(yoke_binder *b, yoke_frame *f, const uint8_t *key, size_t n);
bool yoke_entry_target(yoke_binder *b, yoke_frame *f, yoke_target *target, enum yoke_found found);
void yoke_entry_done(yoke_binder *b, yoke_frame *f);
void yoke_entry_left_out(yoke_binder *b, yoke_frame *f);

// Reading over a value that is there: bind/in_place.c.

static inline bool yoke_overwrites(const yoke_binder *b) { return (b->updates & YOKE_OVERWRITES) != 0; }
/// Whether the value at a place, which is not nil, can be read over by one of the same kind.
bool yoke_can_overwrite(const yoke_slot *slot);
/// Where the value goes that comes for a place that holds one. False: error noted.
bool yoke_overwrite_target(yoke_binder *b, const yoke_slot *slot, uint8_t *at, yoke_target *target, enum yoke_found found);
/// The same for `f->field`, and for the next element.
bool yoke_overwrite_field(yoke_binder *b, yoke_frame *f, yoke_target *target, enum yoke_found found);
bool yoke_element_in_place(yoke_binder *b, yoke_frame *f, yoke_target *target, enum yoke_found found);
/// A String for the place of another one.
void yoke_overwrite_string(yoke_binder *b, uint8_t *at, const uint8_t *text, size_t n, bool ascii);
/// A frame over the object, or the array, at `at`, whose depth is not counted yet. NULL: no memory, error noted.
yoke_frame *yoke_open_object_in_place(yoke_binder *b, const yoke_slot *slot, uint8_t *at, uint64_t start);
yoke_frame *yoke_open_array_in_place(yoke_binder *b, const yoke_slot *slot, uint8_t *at);
/// The same of the binder's `filled` slot. 0: error noted.
int yoke_open_in_place(yoke_binder *b, uint8_t *at, bool is_object, uint64_t start);
/// What the text has nothing for becomes as in a new instance, but for initial values. False: error noted.
bool yoke_complete_in_place(yoke_binder *b, yoke_frame *f);
/// The array is what has come; or what is not yet in it is destroyed.
void yoke_end_array_in_place(yoke_binder *b, yoke_frame *f);
void yoke_destroy_elements(yoke_binder *b, yoke_frame *f);
/// Moves the value to its place, and drops the frame.
void yoke_finish_replaced(yoke_binder *b, yoke_frame *f);

/// Whether the value at a slot's place is nil.
static inline bool yoke_is_nil(const yoke_binder *b, const yoke_slot *slot, const uint8_t *at) {
    if (slot->nil_test == YOKE_NEVER_NIL) return false;
    if (slot->nil_test == YOKE_NIL_TAG) return at[slot->payload] != 0;
    if (slot->nil_test != YOKE_NIL_WORD) return b->thunks->is_nil(slot->value, at);
    uintptr_t word;
    __builtin_memcpy(&word, at + slot->nil_word, sizeof word);
    return word == 0;
}

// Captured text: bind/raw_text.c.

static inline bool yoke_is_raw_text(uint8_t kind) {
    return kind == YOKE_RAW_TEXT || kind == YOKE_SHARED_KEY || kind == YOKE_EXTRA || kind == YOKE_PATCH;
}
/// Whether the frame's own text is being kept.
static inline bool yoke_is_capturing(const yoke_frame *f) {
    if (f->kind == YOKE_FRAME_OBJECT) return f->object->captures && f->met;
    return f->kind == YOKE_FRAME_DYNAMIC && f->slot != NULL && yoke_is_raw_text(f->slot->kind);
}
/// The value of the current event, which is whole and began at `start`, to what captures it. Its frame, if it had one, is gone.
int yoke_finish_capture(yoke_binder *b, yoke_target target, uint64_t start);
/// An object that an update changes has ended: a merge patch of the members that no field has is applied. Until then the field has no value,
/// so that no reader takes the object for complete.
void yoke_end_extras(yoke_binder *b, yoke_frame *f);
/// The fields of an object that has ended that are bound to its own text. Frames may move. False: error noted, or told of.
bool yoke_bind_whole(yoke_binder *b, yoke_frame **frame);
/// Keeps the captured text that an error is in, for its place.
void yoke_keep_reparsed(yoke_binder *b, const uint8_t *text, size_t n, uint64_t start);

// Values that do not fit: bind/recover.c, bind/convert.c.

/// Errors that are about one value, with the text around it being as it should: another reading of it may have none.
bool yoke_is_of_mapping(enum yoke_error_code code);
/// What `error` holds is let go.
void yoke_forget_error(yoke_binder *b);
enum yoke_opened { YOKE_OPENED_NOTHING, YOKE_OPENED_ARRAY, YOKE_OPENED_OBJECT };
/// After a failed event: whether what failed can be left out and reading goes on; then it is.
bool yoke_recover(yoke_binder *b, enum yoke_opened opened);
/// Collecting errors: the one noted, in a part of the object that has ended, whose frame is the `level`th, is told of, so that its other
/// parts can be looked at. False: errors are not collected here, and the object fails with this one.
bool yoke_collect(yoke_binder *b, size_t level);
/// Whether a value that does not fit here is left out by a rule within the innermost case that is being tried.
bool yoke_recovers_in_trial(const yoke_binder *b);
/// A value of the frame on top was left out: it counts all the same.
void yoke_count_left_out(yoke_binder *b);
/// Tells Swift of something that was mended.
static inline void yoke_report_to_swift(yoke_binder *b, enum yoke_report note, enum yoke_found found, const yoke_slot *slot) {
    if (yoke_unlikely(b->reports)) b->thunks->report(b->reader, note, found, slot);
}
/// Under NULL_IS_MISSING: whether the field that null came for may be absent; then it is.
bool yoke_null_is_missing(yoke_binder *b);
/// Under NULL_IS_ZERO: whether the slot is a number or Bool; then it is 0.
bool yoke_store_zero(const yoke_slot *slot, uint8_t *at);
/// Stores a scalar of another kind than the slot wants, as far as the rules convert it.
bool yoke_coerce(yoke_binder *b, const yoke_slot *slot, uint8_t *at, enum yoke_found found, const uint8_t *text, size_t n);

/// Store a scalar's text. False: error noted; nothing was stored.
bool yoke_store_number(yoke_binder *b, const yoke_type *type, uint8_t *at, const uint8_t *text, size_t n);
bool yoke_store_string(yoke_binder *b, const yoke_type *type, uint8_t *at, const uint8_t *text, size_t n);
/// Puts a String at `to`, as the thunk `string` does, which is asked where C cannot make one.
void yoke_put_string(const yoke_thunks *thunks, void *to, const uint8_t *text, size_t n, bool ascii);
/// Whether no byte has its top bit set.
bool yoke_is_ascii(const uint8_t *s, size_t n);

/// Sets the tag bytes that say "a value is there" behind a payload just stored.
static inline void yoke_mark_present(const yoke_slot *slot, uint8_t *at) {
    for (uint32_t i = slot->payload; yoke_unlikely(i < slot->size); i++) at[i] = 0;
}

/// Finds where the next value goes and makes room for it. False: error noted.
static inline bool yoke_next_target(yoke_binder *b, yoke_target *target, enum yoke_found found) {
    yoke_frame *f = yoke_top(b);
    if (yoke_likely(f->kind == YOKE_FRAME_OBJECT) && yoke_likely(f->field != NULL)) {
        *target = (yoke_target){&f->field->slot, f->base + f->field->slot.offset};
        return true;
    }
    if (yoke_likely(f->kind == YOKE_FRAME_ARRAY)) {
        // One more element behind the others, when there is room: they are what was pushed last.
        uint8_t *end = b->stack.top;
        if (yoke_likely((size_t)(b->stack.limit - end) >= f->stride) && yoke_likely(f->count < f->most)) {
            b->stack.top = end + f->stride;
            *target = (yoke_target){f->element, end};
            return true;
        }
    }
    yoke_target other; // so that the address of the caller's stays unknown, and its parts in registers
    if (!yoke_next_target_slow(b, &other, found)) return false;
    *target = other;
    return true;
}

/// A value of the text itself ends at `end`.
static inline void yoke_root_done(yoke_binder *b, uint64_t end) {
    b->values++;
    b->value_end = end;
    b->root_full = b->root_memory != NULL;
}

/// What follows when the value for the top frame is stored: counting, seen bits, staged types, elements.
static inline int yoke_value_done(yoke_binder *b) {
    yoke_frame *f = yoke_top(b);
    if (yoke_likely(f->kind == YOKE_FRAME_OBJECT)) {
        if (f->field != NULL) f->seen[f->field->index >> 6] |= (uint64_t)1 << (f->field->index & 63);
        return 1;
    }
    if (yoke_likely(f->kind == YOKE_FRAME_ARRAY)) {
        f->count++;
        return 1;
    }
    return yoke_value_done_slow(b);
}

/// The frame `f` makes the model at `at`, whose text begins at `start`. Its seen bits are there; its memory holds nothing yet.
static inline void yoke_begin_object(yoke_binder *b, yoke_frame *f, const yoke_slot *slot, uint8_t *at, uint64_t start) {
    const yoke_object *object = slot->type->object;
    f->slot = slot;
    f->destination = f->base = at;
    f->object = object;
    f->next = object->fields;
    f->serial = ++b->serial;
    f->start = start;
}

/// The elements of an array begin where the value stack ends, if there is room; pushing the first one sees to it.
static inline void yoke_begin_elements(yoke_binder *b, yoke_frame *f, const yoke_slot *slot, uint8_t *at) {
    const yoke_type *type = slot->type;
    f->slot = slot;
    f->destination = at;
    f->element = &type->element;
    f->stride = type->item_stride;
    f->most = b->limits.members;
    size_t align = type->item_align;
    f->base = (uint8_t *)(((uintptr_t)b->stack.top + (align - 1)) & ~(uintptr_t)(align - 1));
    if (yoke_likely(f->base <= b->stack.limit)) b->stack.top = f->base;
}

/// Makes the array of `count` elements, which belong to it from here on.
static inline void yoke_make_array(yoke_binder *b, const yoke_type *type, uint8_t *at, uint8_t *elements, uint64_t count) {
    switch (type->array_of) {
    case YOKE_ARRAY_OF_F64: b->thunks->doubles(at, (const double *)(void *)elements, count); break;
    case YOKE_ARRAY_OF_I64: b->thunks->integers(at, (const int64_t *)(void *)elements, count); break;
    default: b->thunks->array(type->context, at, elements, count);
    }
}

/// The array of the top frame's elements.
static inline void yoke_end_elements(yoke_binder *b, yoke_frame *f) {
    uint64_t count = f->count;
    f->count = 0;
    yoke_make_array(b, f->slot->type, f->destination, f->base, count);
    yoke_mark_present(f->slot, f->destination);
}

/// Whether two runs of `n` bytes are the same. Keys are short: no call.
static inline bool yoke_same(const uint8_t *a, const uint8_t *b, size_t n) {
    uint64_t x, y, v, w;
    if (n > 16) return __builtin_memcmp(a, b, n) == 0;
    if (n >= 8) {
        __builtin_memcpy(&x, a, 8), __builtin_memcpy(&y, b, 8);
        __builtin_memcpy(&v, a + n - 8, 8), __builtin_memcpy(&w, b + n - 8, 8);
        return ((x ^ y) | (v ^ w)) == 0;
    }
    if (n >= 4) {
        uint32_t p, q, r, s;
        __builtin_memcpy(&p, a, 4), __builtin_memcpy(&q, b, 4);
        __builtin_memcpy(&r, a + n - 4, 4), __builtin_memcpy(&s, b + n - 4, 4);
        return ((p ^ q) | (r ^ s)) == 0;
    }
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i]) return false;
    return true;
}

/// Whether the kind is that of a table of fields: a node of a path, or a key that several properties share.
static inline bool yoke_is_table(uint8_t kind) { return kind >= YOKE_PATH_NODE_KEY && kind <= YOKE_SHARED_KEY; }

static inline bool yoke_bit(const uint64_t *words, size_t i) { return (words[i >> 6] >> (i & 63)) & 1; }
static inline void yoke_set_bit(uint64_t *words, size_t i) { words[i >> 6] |= (uint64_t)1 << (i & 63); }
static inline void yoke_clear_bit(uint64_t *words, size_t i) { words[i >> 6] &= ~((uint64_t)1 << (i & 63)); }
static inline void yoke_put_bit(uint64_t *words, size_t i, bool bit) {
    words[i >> 6] = (words[i >> 6] & ~((uint64_t)1 << (i & 63))) | (uint64_t)bit << (i & 63);
}

/// Of a frame that lies over a value, behind the bits of the fields that are as they were: those of all that were there.
static inline uint64_t *yoke_was_there(const yoke_frame *f) { return f->kept + f->object->owner_words; }

#endif
