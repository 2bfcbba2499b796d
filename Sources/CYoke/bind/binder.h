// Private to the binder: the declarations that its files share, about targets, frames and errors.
#ifndef YOKE_BIND_BINDER_H
#define YOKE_BIND_BINDER_H

#include "base/platform.h"
#include "bind/bind.h"
#include "bind/convert.h"

/// The target: where the next value goes. If `slot` is NULL, the value is only checked and then dropped.
typedef struct yoke_target {
    const yoke_slot *slot;
    uint8_t *at;
} yoke_target;

static inline yoke_frame *yoke_top(yoke_binder *b) { return b->top; }

/// True for frames that stand for an open container of the text.
static inline bool yoke_is_container(uint8_t kind) {
    return kind != YOKE_FRAME_ROOT && kind != YOKE_FRAME_VIA && kind != YOKE_FRAME_CHOSEN && kind != YOKE_FRAME_REPLACED;
}

/// Removes the top frame.
static inline void yoke_drop_frame(yoke_binder *b) {
    b->frame_count--;
    b->top--;
}

/// Records an error at `offset`, unless one is recorded already. Returns 0, so that the engine stops.
int yoke_fail_at(yoke_binder *b, enum yoke_error_code code, const yoke_type *type, enum yoke_found found, uint64_t offset);
/// The same, at the first byte of the current event.
int yoke_fail(yoke_binder *b, enum yoke_error_code code, const yoke_type *type, enum yoke_found found);

/// Makes room for more frames. Returns false if memory runs out, after it recorded the error.
bool yoke_grow_frames(yoke_binder *b);

/// Pushes a new top frame. The caller sets the members that only some kinds of frames use. Returns NULL if memory runs out, after
/// it recorded the error.
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

/// Drops the top frame, and everything that was pushed on the value stack after it.
static inline void yoke_pop_frame(yoke_binder *b) {
    const yoke_frame *f = b->top;
    yoke_stack_pop(&b->stack, f->mark);
    b->keys.count = f->key_mark;
    if (yoke_unlikely(b->keyset.count != f->keyset_mark)) yoke_keyset_pop(&b->keyset, f->keyset_mark);
    yoke_drop_frame(b);
}

/// Makes room for one more element after the `count` elements of the frame. Returns NULL if memory runs out.
uint8_t *yoke_push_element(yoke_binder *b, yoke_frame *f, uint64_t count, size_t stride, size_t align);
/// Returns true if the frame's dictionary can have the key. Else records the error and returns false, and the key's value is
/// dropped.
bool yoke_accept_key(yoke_binder *b, yoke_frame *f, const uint8_t *key, size_t n);
/// Makes room for one more pair of a dictionary. Returns NULL if memory runs out.
uint8_t *yoke_push_pair(yoke_binder *b, yoke_frame *f);

/// Enters a key of the top frame into the key set, where keys must not repeat. Returns false for a repeated key, or if memory
/// runs out, after it recorded the error.
bool yoke_enter_key(yoke_binder *b, yoke_frame *f, const uint8_t *key, size_t n);

/// The slow halves of `yoke_next_target` and `yoke_value_done`.
bool yoke_next_target_slow(yoke_binder *b, yoke_target *target, enum yoke_found found);
int yoke_value_done_slow(yoke_binder *b);

/// For a repeated key whose later value wins: removes the earlier value with all its parts.
void yoke_forget_field(yoke_binder *b, yoke_frame *f, const yoke_field *field);
/// The next value is checked and dropped. Keeps the key for the path of an error. Returns 0 if memory runs out.
int yoke_drop_value(yoke_binder *b, yoke_frame *f, const uint8_t *key, size_t n);
/// The frame's field has no value after all. Keeps the field's key for error paths, as for a dropped value.
void yoke_leave_field(yoke_binder *b, yoke_frame *f);
/// Destroys everything that the frames above the first `count` own, and drops these frames.
void yoke_unwind_to(yoke_binder *b, size_t count);

// Events of the sink that are not in bind/events.c, but in bind/keys.c and bind/containers.c.
int yoke_on_key(void *binder, const unsigned char *text, size_t n);
int yoke_on_begin_object(void *binder);
int yoke_on_begin_array(void *binder);
int yoke_on_end_object(void *binder);
int yoke_on_end_array(void *binder);
/// Replaces bad UTF-8 in the text of a string or key. All later code relies on good UTF-8.
bool yoke_repair_text(yoke_binder *b, const uint8_t **text, size_t *n);
/// Turns the tape's value into dynamic JSON at `at`. Returns 0 after it recorded an error.
int yoke_make_document(yoke_binder *b, const yoke_slot *slot, uint8_t *at, uint64_t start);

// Parts that only some plans need: bind/rules.c.

/// Handles a key of a field with rules.
int yoke_key_with_rules(yoke_binder *b, yoke_frame *f, const yoke_field *field, const uint8_t *key, size_t n);
/// Handles a key that no field has.
int yoke_unknown_key(yoke_binder *b, yoke_frame *f, const uint8_t *key, size_t n);
/// Finds the target for a deferred value, now that it has come. The value may replace the value of another alias.
bool yoke_deferred_target(yoke_binder *b, yoke_frame *f, yoke_target *target, enum yoke_found found);
/// A value for the field stands here. Sets `f->field` to the field, unless an earlier value must stay.
bool yoke_take_field(yoke_binder *b, yoke_frame *f, const yoke_field *field, bool is_null);
/// Finds the target for the next element of an array that is a path node or a model.
bool yoke_path_node_target(yoke_binder *b, yoke_frame *f, yoke_target *target, enum yoke_found found);
/// Returns the field of the next element of such an array, or NULL.
const yoke_field *yoke_element_field(const yoke_frame *f);
/// Handles null for a field with rules, or for a path node.
int yoke_null_with_rules(yoke_binder *b, yoke_target target);
/// Opens a path node: a container that leads to fields of the model around it. The caller has counted its depth.
int yoke_open_path_node(yoke_binder *b, yoke_target target, bool is_object, uint64_t start);
/// True if the frame is an array that is a model. Such a frame owns the fields.
static inline bool yoke_is_positional(const yoke_frame *f) {
    return f->kind == YOKE_FRAME_PATH_NODES && f->slot->kind == YOKE_POSITIONS;
}
// The memory at a frame's `seen`, in this order:
// - the bits of the fields;
// - if errors are collected: a second bit for each field, which tells that its value was left out;
// - if errors are collected: a word with the number of errors that were reported before the object began;
// - the positions of values;
// - the ranks.

static inline size_t yoke_bit_words(const yoke_binder *b, const yoke_object *object) {
    return b->collects ? 2 * (size_t)object->owner_words + 1 : object->owner_words;
}
/// Bytes for all of these parts.
static inline size_t yoke_seen_bytes(const yoke_binder *b, const yoke_object *object) {
    return (yoke_bit_words(b, object) + object->places) * sizeof(uint64_t) + object->ranks;
}
/// The kept positions of values, each plus one. 0: the value does not stand in the text.
static inline uint64_t *yoke_places(const yoke_binder *b, const yoke_frame *f) { return f->seen + yoke_bit_words(b, f->object); }
/// Keeps the position of the field's value, if the plan asks for it.
static inline void yoke_keep_place(const yoke_binder *b, const yoke_frame *f, const yoke_field *field, uint64_t start) {
    if (field->rules != NULL && field->rules->place > 0) yoke_places(b, f)[field->rules->place - 1] = start + 1;
}
/// Some required keys are missing: records the error and returns false.
bool yoke_missing(yoke_binder *b, yoke_frame *f, const uint64_t *required);
/// True if the field belongs to a group that is nil. Looks only at the groups from index `first` on.
bool yoke_is_in_nil(const yoke_frame *f, uint32_t first, uint32_t field);
/// Lets Swift look at an instance whose object has ended. `is_whole`: no part of the instance is missing.
bool yoke_look_at(yoke_binder *b, yoke_frame *f, bool is_whole);
/// Does the work that must wait for the end of the object: Optionals whose members stand in the object, and fields that are bound
/// to the object's entire text. Frames may move. Returns false after an error was recorded or, if errors are collected, reported.
bool yoke_complete_with_rules(yoke_binder *b, yoke_frame **frame);

/// For a value that is read via a storage type: makes room for the storage, and pushes the frame that hands the storage over. The
/// storage's slot becomes the target.
bool yoke_open_via(yoke_binder *b, yoke_target *target);
/// If the next value is read via storage types, pushes a frame for each of them.
static inline bool yoke_pass_through(yoke_binder *b, yoke_target *target) {
    if (yoke_likely(target->slot->kind != YOKE_VIA)) return true;
    yoke_target staged = *target; // a copy, so that the caller's target has no address and stays in registers
    while (staged.slot->kind == YOKE_VIA)
        if (!yoke_open_via(b, &staged)) return false;
    *target = staged;
    return true;
}

// Changing an existing value: bind/update.c.

/// The frame lies over an existing value, so all its fields have values.
void yoke_take_in_place(yoke_binder *b, yoke_frame *f);
/// A key came for a field that already has a value, or whose value's position is kept. The treatment is deferred until its value
/// comes.
int yoke_defer(yoke_binder *b, yoke_frame *f, const yoke_field *field, const uint8_t *key, size_t n);
/// The deferred value has come: finds its target. Returns false after it recorded an error.
bool yoke_update_target(yoke_binder *b, yoke_frame *f, yoke_target *target, enum yoke_found found);
/// An object has come for the target, whose memory is empty and held `old` before. If `old` is to be changed, puts a copy there
/// again, and the next frame lies over this copy. `is_part`: the value is flattened into the object. Returns false after it
/// recorded an error.
bool yoke_change(yoke_binder *b, yoke_target *target, const uint8_t *old, bool is_part);
/// Returns the old value for the slot, which must be the next target of the top frame. NULL: there was nothing, or nil.
const uint8_t *yoke_old_value(const yoke_binder *b, const yoke_slot *slot);
/// Commits the noted changes of instances, before Swift looks at values that may contain them: see the `commit` thunk. Returns
/// false after it recorded an error.
bool yoke_commit(yoke_binder *b, const yoke_type *type, const void *instance);
/// Gives the field the value that it had before the update.
void yoke_put_back(yoke_binder *b, yoke_frame *f, const yoke_field *field);
/// If a merge patch replaces a path node: removes the values of all fields below it.
void yoke_remove_below(yoke_binder *b, yoke_frame *f, const yoke_field *step);
/// True if null leaves a missing value missing, because the update policy says so.
bool yoke_null_is_nothing(const yoke_binder *b, const yoke_frame *f, const yoke_slot *slot);

// Values that a merge patch has removed: bind/merge_patch.c.

/// Returns the first required field that the patch has removed, or NULL.
const yoke_field *yoke_removed(const yoke_binder *b, const yoke_frame *f, const uint64_t *required);
/// At the end of an object: an Optional whose members stand in the object becomes nil if its last member was removed. Returns
/// false after it recorded an error.
bool yoke_remove_emptied(yoke_binder *b, yoke_frame *f);

// Entries of dictionaries: bind/update.c.

/// Functions for a dictionary whose entries are changed. They push its frame, take a key, find the target of an entry, and finish
/// an entry or leave it out.
int yoke_open_entries(yoke_binder *b, yoke_target target, uint64_t start);
int yoke_entry_key(yoke_binder *b, yoke_frame *f, const uint8_t *key, size_t n);
bool yoke_entry_target(yoke_binder *b, yoke_frame *f, yoke_target *target, enum yoke_found found);
void yoke_entry_done(yoke_binder *b, yoke_frame *f);
void yoke_entry_left_out(yoke_binder *b, yoke_frame *f);

/// True if the value of the slot at `at` is nil.
static inline bool yoke_is_nil(const yoke_binder *b, const yoke_slot *slot, const uint8_t *at) {
    if (slot->nil_test == YOKE_NEVER_NIL) return false;
    if (slot->nil_test == YOKE_NIL_TAG) return at[slot->payload] != 0;
    if (slot->nil_test != YOKE_NIL_WORD) return b->thunks->is_nil(slot->value, at);
    uintptr_t word;
    __builtin_memcpy(&word, at + slot->nil_word, sizeof word);
    return word == 0;
}

// Raw text: bind/raw_text.c.

static inline bool yoke_is_raw_text(uint8_t kind) {
    return kind == YOKE_RAW_TEXT || kind == YOKE_SHARED_KEY || kind == YOKE_EXTRA || kind == YOKE_PATCH;
}
/// True if the raw text of the frame's value is being kept.
static inline bool yoke_is_capturing(const yoke_frame *f) {
    if (f->kind == YOKE_FRAME_OBJECT) return f->object->captures && f->met;
    return f->kind == YOKE_FRAME_DYNAMIC && f->slot != NULL && yoke_is_raw_text(f->slot->kind);
}
/// Uses the raw text of the current event's value, which is complete and began at `start`. The value's frame, if any, is already
/// dropped.
int yoke_finish_capture(yoke_binder *b, yoke_target target, uint64_t start);
/// An object that an update changes has ended: applies the merge patch of the members that no field has. Until then the field
/// `extras` has no value, so that no reader takes the object for complete.
void yoke_end_extras(yoke_binder *b, yoke_frame *f);
/// Gives the members on a finished tape to the field for unknown members of a new object. `start`: the offset for an error.
bool yoke_take_extras(yoke_binder *b, yoke_frame *f, const yoke_tape *tape, uint64_t start);
/// Binds the fields that use the text of their own object, after the object has ended. Frames may move. Returns false after an
/// error was recorded or reported.
bool yoke_bind_whole(yoke_binder *b, yoke_frame **frame);
/// Keeps the raw text that contains an error, to find the error's position.
void yoke_keep_reparsed(yoke_binder *b, const uint8_t *text, size_t n, uint64_t start);

// Invalid values: bind/recover.c, bind/convert.c.

/// True for errors about one value in an otherwise good text. Another way to read the value may succeed.
bool yoke_is_of_mapping(enum yoke_error_code code);
/// Releases the content of `error`.
void yoke_forget_error(yoke_binder *b);
enum yoke_opened { YOKE_OPENED_NOTHING, YOKE_OPENED_ARRAY, YOKE_OPENED_OBJECT };
/// After a failed event: leaves the failed value out, if a rule or collecting allows this. Returns true if reading goes on.
bool yoke_recover(yoke_binder *b, enum yoke_opened opened);
/// When errors are collected: a part of an ended object has failed; the object's frame is the `level`th. Reports the recorded
/// error, so that the other parts can be checked. Returns false if errors are not collected here: the object then fails with this
/// error.
bool yoke_collect(yoke_binder *b, size_t level);
/// True if a rule inside the innermost case that is being tried leaves out the invalid value.
bool yoke_recovers_in_trial(const yoke_binder *b);
/// A value of the top frame was left out. It counts against the limits all the same.
void yoke_count_left_out(yoke_binder *b);
/// Reports something that was recovered to Swift.
static inline void yoke_report_to_swift(yoke_binder *b, enum yoke_report note, enum yoke_found found, const yoke_slot *slot) {
    if (yoke_unlikely(b->reports)) b->thunks->report(b->reader, note, found, slot);
}
/// For NULL_IS_MISSING: if the field of this null may be missing, makes it missing and returns true.
bool yoke_null_is_missing(yoke_binder *b);
/// For NULL_IS_ZERO: if the slot is a number or a Bool, stores 0 and returns true.
bool yoke_store_zero(const yoke_slot *slot, uint8_t *at);
/// Stores a scalar of another kind than the slot wants, if the allowed conversions can convert it.
bool yoke_coerce(yoke_binder *b, const yoke_slot *slot, uint8_t *at, enum yoke_found found, const uint8_t *text, size_t n);

/// Store the text of a scalar. Return false after they recorded an error; nothing was stored then.
bool yoke_store_number(yoke_binder *b, const yoke_type *type, uint8_t *at, const uint8_t *text, size_t n);
bool yoke_store_string(yoke_binder *b, const yoke_type *type, uint8_t *at, const uint8_t *text, size_t n);
/// Puts a String at `to`, like the thunk `string`. Asks the thunk if C cannot make the String.
void yoke_put_string(const yoke_thunks *thunks, void *to, const uint8_t *text, size_t n, bool ascii);
/// True if no byte has its top bit set.
bool yoke_is_ascii(const uint8_t *s, size_t n);

/// Clears the tag bytes after a payload that was just stored, so that Swift sees a value.
static inline void yoke_mark_present(const yoke_slot *slot, uint8_t *at) {
    for (uint32_t i = slot->payload; yoke_unlikely(i < slot->size); i++) at[i] = 0;
}

/// Finds the target of the next value and makes room for it. Returns false after it recorded an error.
static inline bool yoke_next_target(yoke_binder *b, yoke_target *target, enum yoke_found found) {
    yoke_frame *f = yoke_top(b);
    if (yoke_likely(f->kind == YOKE_FRAME_OBJECT) && yoke_likely(f->field != NULL)) {
        *target = (yoke_target){&f->field->slot, f->base + f->field->slot.offset};
        return true;
    }
    if (yoke_likely(f->kind == YOKE_FRAME_ARRAY)) {
        // The element goes after the others, which are on top of the stack, if there is room.
        uint8_t *end = b->stack.top;
        if (yoke_likely((size_t)(b->stack.limit - end) >= f->stride) && yoke_likely(f->count < f->most)) {
            b->stack.top = end + f->stride;
            *target = (yoke_target){f->element, end};
            return true;
        }
    }
    yoke_target other; // a local, so that the caller's target has no address and stays in registers
    if (!yoke_next_target_slow(b, &other, found)) return false;
    *target = other;
    return true;
}

/// A top-level value of the text ends at `end`.
static inline void yoke_root_done(yoke_binder *b, uint64_t end) {
    b->values++;
    b->value_end = end;
    b->root_full = b->root_memory != NULL;
}

/// Work after the top frame's value has been stored: counting, seen bits, storage types, elements.
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

/// The frame `f` makes the model at `at`, whose text begins at `start`. The seen bits have been made. The model's memory is still
/// empty.
static inline void yoke_begin_object(yoke_binder *b, yoke_frame *f, const yoke_slot *slot, uint8_t *at, uint64_t start) {
    const yoke_object *object = slot->type->object;
    f->slot = slot;
    f->destination = f->base = at;
    f->object = object;
    f->next = object->fields;
    f->serial = ++b->serial;
    f->start = start;
}

/// The elements of an array begin at the top of the value stack, if there is room. Else the first push finds room.
yoke_not_for_size static inline void yoke_begin_elements(yoke_binder *b, yoke_frame *f, const yoke_slot *slot, uint8_t *at) {
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

/// Makes the array from `count` elements, and takes them.
static inline void yoke_make_array(yoke_binder *b, const yoke_type *type, uint8_t *at, uint8_t *elements, uint64_t count) {
    switch (type->array_of) {
    case YOKE_ARRAY_OF_F64: b->thunks->doubles(at, (const double *)(void *)elements, count); break;
    case YOKE_ARRAY_OF_I64: b->thunks->integers(at, (const int64_t *)(void *)elements, count); break;
    default: b->thunks->array(type->context, at, elements, count);
    }
}

/// Makes the array from the top frame's elements.
static inline void yoke_end_elements(yoke_binder *b, yoke_frame *f) {
    uint64_t count = f->count;
    f->count = 0;
    yoke_make_array(b, f->slot->type, f->destination, f->base, count);
    yoke_mark_present(f->slot, f->destination);
}

/// True if two runs of `n` bytes are equal. Keys are short, so the function is inline.
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

/// True if the kind has a table of fields: a path node, or a key that several properties share.
static inline bool yoke_is_table(uint8_t kind) { return kind >= YOKE_PATH_NODE_KEY && kind <= YOKE_SHARED_KEY; }

static inline bool yoke_bit(const uint64_t *words, size_t i) { return (words[i >> 6] >> (i & 63)) & 1; }
static inline void yoke_set_bit(uint64_t *words, size_t i) { words[i >> 6] |= (uint64_t)1 << (i & 63); }
static inline void yoke_clear_bit(uint64_t *words, size_t i) { words[i >> 6] &= ~((uint64_t)1 << (i & 63)); }
static inline void yoke_put_bit(uint64_t *words, size_t i, bool bit) {
    words[i >> 6] = (words[i >> 6] & ~((uint64_t)1 << (i & 63))) | (uint64_t)bit << (i & 63);
}

/// For a frame that lies over a value: the bits of all fields that had a value. They stand after the bits of the unchanged
/// fields.
static inline uint64_t *yoke_was_there(const yoke_frame *f) { return f->kept + f->object->owner_words; }

// The end of a cut text: bind/closing.c.

/// The missing brackets of a cut text. They become the last chunk of the text. `source` is the source's state before.
typedef struct yoke_closing {
    yoke_source source;
    yoke_buffer brackets;
} yoke_closing;

/// Begins and ends the last chunk. `begin` returns false after it recorded an error. It is called where the closing will stay.
bool yoke_begin_closing(yoke_closing *closing, yoke_binder *b, bool after_key);
void yoke_end_closing(yoke_closing *closing, yoke_binder *b);
/// Adds the bracket of the innermost container to the source, for values around it that keep their raw text.
void yoke_close_bracket(yoke_closing *closing, yoke_binder *b);
/// Ends the innermost container, as if its bracket had come.
int yoke_close_top(yoke_closing *closing, yoke_binder *b);
/// Returns the number of bytes of a string's text that form complete characters and escapes.
size_t yoke_complete_length(const uint8_t *s, size_t n);
/// The slot that takes the start of a string. NULL: the next value takes only complete strings, or is dynamic JSON.
const yoke_slot *yoke_cut_string_slot(const yoke_binder *b);

#endif
