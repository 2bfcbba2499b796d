// Private to the binder and the engines: the declarations that the files of the binder share.
#pragma once

#include "base/platform.h"
#include "bind/bind.h"
#include "bind/convert.h"

/// Where the next value goes: the memory `at`, which `slot` describes. If `slot` is NULL, the value's event goes to the `sink` of the top
/// frame. If the frame has no sink either, the value is dropped.
typedef struct yoke_target {
    const yoke_slot *slot;
    uint8_t *at;
} yoke_target;

static inline yoke_frame *yoke_top(yoke_binder *b) { return b->top; }

/// True for the kinds of frames that stand for an open container of the text. (The other frames stand for the root, or for one value that
/// is read in a special way.)
static inline bool yoke_is_container(uint8_t kind) {
    return kind != YOKE_FRAME_ROOT && kind != YOKE_FRAME_VIA && kind != YOKE_FRAME_CHOSEN && kind != YOKE_FRAME_REPLACED;
}

/// Removes the top frame.
static inline void yoke_drop_frame(yoke_binder *b) {
    b->frame_count--;
    b->top--;
}

/// Records an error at `offset` of the text, unless an earlier error is recorded. Always returns 0, so that an event can return this
/// result: 0 stops the engine.
int yoke_fail_at(yoke_binder *b, enum yoke_error_code code, const yoke_type *type, enum yoke_found found, uint64_t offset);
/// As `yoke_fail_at`, with the error `failure` that Swift code threw.
int yoke_fail_thunk(yoke_binder *b, void *failure, const yoke_type *type, enum yoke_found found, uint64_t offset);
/// As `yoke_fail_at`, with the offset of the current event's first byte.
int yoke_fail(yoke_binder *b, enum yoke_error_code code, const yoke_type *type, enum yoke_found found);

/// Makes room for more frames. If memory runs out, records the error and returns false.
bool yoke_grow_frames(yoke_binder *b);

/// Pushes a new top frame. Sets only the members that most kinds of frames use; the caller must set the others that it needs. If memory
/// runs out, records the error and returns NULL.
static inline yoke_frame *yoke_push_frame(yoke_binder *b, enum yoke_frame_kind kind) {
    if (yoke_unlikely(b->frame_count == b->frame_capacity) && !yoke_grow_frames(b)) return NULL;
    yoke_frame *f = b->top = &b->frames[b->frame_count++];
    f->kind = (uint8_t)kind;
    f->is_object = false;
    f->is_deferred = false; // also clears `is_wanted`, `has_key` and `is_complete`: they share its memory
    f->names_fields = false; // also clears `is_direct`
    f->is_in_place = f->repeats_key = false;
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

/// Drops the top frame, and what was added since its push: memory on the value stack, entries of `keys` and `keyset`. Destroys no values.
static inline void yoke_pop_frame(yoke_binder *b) {
    const yoke_frame *f = b->top;
    yoke_stack_pop(&b->stack, f->mark);
    b->keys.count = f->key_mark;
    if (yoke_unlikely(b->keyset.count != f->keyset_mark)) yoke_keyset_pop(&b->keyset, f->keyset_mark);
    yoke_drop_frame(b);
}

/// Makes room on the value stack for one more element after the `count` elements of the frame's array. Returns the new element's address,
/// or NULL if memory runs out.
uint8_t *yoke_push_element(yoke_binder *b, yoke_frame *f, uint64_t count, size_t stride, size_t align);
/// Returns true if the string can be a key of the frame's dictionary. Otherwise makes the binder drop the value that follows the key,
/// records the error, and returns false.
bool yoke_accept_key(yoke_binder *b, yoke_frame *f, const uint8_t *key, size_t n);
/// Makes room on the value stack for one more pair of the frame's dictionary. Returns the new pair's address, or NULL if memory runs out.
uint8_t *yoke_push_pair(yoke_binder *b, yoke_frame *f);

/// Enters a key of the top frame into the key set (a hash table that finds repeated keys). If the key is repeated or memory runs out,
/// records the error and returns false.
bool yoke_enter_key(yoke_binder *b, yoke_frame *f, const uint8_t *key, size_t n);

/// Do the work of `yoke_next_target` and `yoke_value_done` for the kinds of frames that these two inline functions do not handle.
bool yoke_next_target_slow(yoke_binder *b, yoke_target *target, enum yoke_found found);
int yoke_value_done_slow(yoke_binder *b);

/// Destroys the field's value. The field then counts as missing, so that a later value can take its place. If `field` is a path node (a
/// container on a key path such as `a.b`), destroys the values of all fields below it.
void yoke_forget_field(yoke_binder *b, yoke_frame *f, const yoke_field *field);
/// Makes the binder drop the value that follows the key. (The engine still checks its syntax.) Keeps the key in the binder's `keys`, for
/// the path in error messages. Returns 0 if memory runs out.
int yoke_drop_value(yoke_binder *b, yoke_frame *f, const uint8_t *key, size_t n);
/// Called when the value of the frame's `field` is left out: sets `field` to NULL. Keeps the field's key in the binder's `keys`, for the
/// path in error messages.
void yoke_leave_field(yoke_binder *b, yoke_frame *f);
/// Keeps the first `count` frames. Destroys the values that the other frames own, and drops these frames.
void yoke_unwind_to(yoke_binder *b, size_t count);

// The binder's events for keys (bind/keys.c) and containers (bind/containers.c). bind/events.c has the other events.
int yoke_on_key(void *binder, const unsigned char *text, size_t n);
int yoke_on_begin_object(void *binder);
int yoke_on_begin_array(void *binder);
int yoke_on_end_object(void *binder);
int yoke_on_end_array(void *binder);
/// Replaces bad UTF-8 in the text of a string or key by U+FFFD: `*text` and `*n` then describe the repaired copy. All later code relies on
/// valid UTF-8. Returns false after it recorded an error.
bool yoke_repair_text(yoke_binder *b, const uint8_t **text, size_t *n);
/// Makes a `JSONValue` at `at` from the binder's tape, to which the value's text was copied. `start`: the value's offset, for errors.
/// Returns 0 after it recorded an error.
int yoke_make_document(yoke_binder *b, const yoke_slot *slot, uint8_t *at, uint64_t start);

// Rules that only some fields have, such as aliases (several keys for one field): bind/rules.c.

/// Called for a key whose field has rules (`yoke_field_rules`). Returns 0 after it recorded an error.
int yoke_key_with_rules(yoke_binder *b, yoke_frame *f, const yoke_field *field, const uint8_t *key, size_t n);
/// `object`: the frame of an object that is re-parsed. If the object's type is flattened into a model, returns the frame of this model. The
/// same object was read for the model before. Else returns NULL.
const yoke_frame *yoke_model_around(const yoke_frame *object);
/// Called for a key that no field has. Returns 0 after it recorded an error.
int yoke_unknown_key(yoke_binder *b, yoke_frame *f, const uint8_t *key, size_t n);
/// Called when a value comes whose key went to `yoke_defer`: finds the value's target. The field may have an earlier value, perhaps from
/// another alias (another key of the same field). If the new value must not replace the earlier value, `target->slot` becomes NULL. Returns
/// false after it recorded an error.
bool yoke_deferred_target(yoke_binder *b, yoke_frame *f, yoke_target *target, enum yoke_found found);
/// Called when a value for `field` comes: makes `field` the frame's current field, or sets `is_deferred` if `yoke_deferred_target` must
/// find the target. `is_null`: true if the value is null. Returns false if the field keeps its earlier value: the caller drops the new one.
bool yoke_select_field(yoke_binder *b, yoke_frame *f, const yoke_field *field, bool is_null);
/// Finds the target for the next element of an array. The array is a path node (a container on a key path such as `a[0]`), or a model whose
/// JSON is an array. Returns false after it recorded an error.
bool yoke_path_node_target(yoke_binder *b, yoke_frame *f, yoke_target *target, enum yoke_found found);
/// Returns the field to which the next element of the array belongs, or NULL if the element belongs to no field. The array is a path node,
/// or a model whose JSON is an array.
const yoke_field *yoke_element_field(const yoke_frame *f);
/// Handles a null that is not simply stored: the field has a rule for null, or null counts as missing or as no change. Also handles null
/// for a path node (a container on a key path). Returns 0 after it recorded an error.
int yoke_null_with_rules(yoke_binder *b, yoke_target target);
/// Pushes the frame of a path node: a container on a key path that leads to fields of the model around it. The caller has already counted
/// the container in the binder's `depth`. Returns 0 after it recorded an error.
int yoke_open_path_node(yoke_binder *b, yoke_target target, bool is_object, uint64_t start);
/// True if the frame is for a model whose JSON is an array. Such a frame owns the values of its fields. (The other frames of kind
/// YOKE_FRAME_PATH_NODES do not: their fields belong to the model around them.)
static inline bool yoke_is_positional(const yoke_frame *f) {
    return f->kind == YOKE_FRAME_PATH_NODES && f->slot->kind == YOKE_POSITIONS;
}
// The memory at a frame's `seen`, in this order:
// - bits: one for each field, set if the field has a value;
// - left-out bits, if errors are collected: one for each field, set if the field's value was left out;
// - count, if errors are collected: the number of errors that were reported before the object began;
// - positions: where the values of some fields begin in the text (`yoke_kept_positions`);
// - ranks, if a field has aliases (several keys): for each field one byte, the rank of the key under which its value came.

static inline size_t yoke_bit_words(const yoke_binder *b, const yoke_object *object) {
    return b->collects ? 2 * (size_t)object->owner_words + 1 : object->owner_words;
}
/// Returns the size in bytes of the memory at a frame's `seen`, which is described above.
static inline size_t yoke_seen_bytes(const yoke_binder *b, const yoke_object *object) {
    return (yoke_bit_words(b, object) + object->kept_positions) * sizeof(uint64_t) + object->ranks;
}
/// Returns the positions of values that the frame keeps for error messages. A position is the value's offset plus one, or 0 if the value
/// has not come.
static inline uint64_t *yoke_kept_positions(const yoke_binder *b, const yoke_frame *f) { return f->seen + yoke_bit_words(b, f->object); }
/// Stores `start`, the offset of the field's value, if the plan says that a later error message may need it.
static inline void yoke_keep_position(const yoke_binder *b, const yoke_frame *f, const yoke_field *field, uint64_t start) {
    if (field->rules != NULL && field->rules->kept_position > 0) yoke_kept_positions(b, f)[field->rules->kept_position - 1] = start + 1;
}
/// Records the error that some of the fields in `required` (one bit for each field) have no value. Returns false.
bool yoke_fail_missing(yoke_binder *b, yoke_frame *f, const uint64_t *required);
/// True if the field with the index `field` belongs to a flattened Optional that is nil. (The members of a flattened Optional stand in the
/// object around it.) Ignores the Optionals before index `first`.
bool yoke_is_in_nil(const yoke_frame *f, uint32_t first, uint32_t field);
/// Called when the object of an instance has ended: lets Swift check the instance. `is_whole`: true if no part of the instance is missing.
/// Returns false after it recorded an error.
bool yoke_check_instance(yoke_binder *b, yoke_frame *f, bool is_whole);
/// Binds the parts of an object that must wait for its end: flattened Optionals, and fields that are bound to the object's entire text.
/// Frames may move in memory; then `*frame` becomes the frame's new address. Returns false after an error, which was recorded, or reported
/// if errors are collected.
bool yoke_complete_with_rules(yoke_binder *b, yoke_frame **frame);

/// For a value that is made from another value, its storage (for example, a class from a struct). Makes room for the storage, which becomes
/// the target. Pushes the frame that later makes the value from the storage. Returns false after it recorded an error.
bool yoke_open_via(yoke_binder *b, yoke_target *target);
/// Calls `yoke_open_via` if the next value is made from a storage, and again if the storage itself is made from a storage. Returns false
/// after an error was recorded.
static inline bool yoke_open_vias(yoke_binder *b, yoke_target *target) {
    if (yoke_likely(target->slot->kind != YOKE_VIA)) return true;
    yoke_target staged = *target; // a copy: the caller's `target`, whose address is not passed on, can stay in registers
    while (staged.slot->kind == YOKE_VIA)
        if (!yoke_open_via(b, &staged)) return false;
    *target = staged;
    return true;
}

/// True if the value at `at`, which `slot` describes, is nil.
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
/// True if the raw text (the unchanged bytes) of the frame's value is being kept.
static inline bool yoke_is_capturing(const yoke_frame *f) {
    if (f->kind == YOKE_FRAME_OBJECT) return f->object->captures && f->is_captured;
    if (f->kind == YOKE_FRAME_CHOSEN) return f->is_direct;
    return f->kind == YOKE_FRAME_DYNAMIC && f->slot != NULL && yoke_is_raw_text(f->slot->kind);
}
/// Called at the end of a value whose raw text (the unchanged bytes) was kept. The value began at offset `start`, and ends with the current
/// event. Binds the raw text, or hands it to Swift. The caller has already dropped the value's frame, if there was one. Returns 0 after it
/// recorded an error.
int yoke_finish_capture(yoke_binder *b, yoke_target target, uint64_t start);
/// At the end of an object that a merge patch changes: gives the field `extras` its value, the unknown members after the patch. Before
/// that, the field has no value, because later members of the patch may still change the value.
void yoke_end_extras(yoke_binder *b, yoke_frame *f);
/// Gives the unknown members of an object, which `tape` holds, to the object's field `extras`. The object must be new, not updated.
/// `start`: the offset for an error. Returns false after it recorded an error.
bool yoke_store_extras(yoke_binder *b, yoke_frame *f, const yoke_tape *tape, uint64_t start);
/// After an object has ended: binds the fields that are made from the object's entire text. Frames may move in memory; then `*frame`
/// becomes the frame's new address. Returns false after an error, which was recorded, or reported if errors are collected.
bool yoke_bind_whole(yoke_binder *b, yoke_frame **frame);
/// After an error in re-parsed raw text: keeps a copy of this text in `reparsed`, from which Swift finds the path to the invalid value.
void yoke_keep_reparsed(yoke_binder *b, const uint8_t *text, size_t n, uint64_t start);
/// Frees the results of failed trials, if there are any. Call this when the outermost re-parsed text has ended: a later text may have other
/// values at the same offsets.
void yoke_forget_results(yoke_binder *b);

/// The container that an event opened, or tried to open, before it failed.
enum yoke_opened { YOKE_OPENED_NOTHING, YOKE_OPENED_ARRAY, YOKE_OPENED_OBJECT };

// Direct reads of enum cases: bind/direct.c.

/// For an object that needs its raw text, and whose `{` is the current event. If the next bytes tell the case of an enum, begins a direct
/// read: pushes a frame, and makes the case's own slot the target. Otherwise changes nothing. Returns false after it recorded an error.
bool yoke_open_case(yoke_binder *b, yoke_target *target);
/// Ends a direct read: called when its value is complete. Drops the frame.
void yoke_case_done(yoke_binder *b, yoke_frame *f);
/// Called after an event in a direct read has failed. `number`: the number of this read's frame, counted from 1. Gives up this read or, to
/// limit the cost, the outermost direct read around it: forgets the error, and destroys the values that were read. The rest of the value is
/// only checked as JSON. At its end, the value is read from its raw text. Returns false after it recorded an error. `opened`: as for
/// `yoke_recover`.
bool yoke_give_up_direct_read(yoke_binder *b, size_t number, enum yoke_opened opened);

// Invalid values: bind/recover.c, bind/convert.c.

/// True for errors about a single value: the text is valid JSON and within the limits. Another type may accept the value, or a rule may
/// leave it out.
bool yoke_is_of_mapping(enum yoke_error_code code);
/// Resets the recorded `error`, and releases its Swift error object.
void yoke_forget_error(yoke_binder *b);
/// Called after an event has failed. If a rule says so, or if errors are collected, leaves out the failed value and returns true: reading
/// goes on. `opened`: the container that the event opened, or tried to open, perhaps without a frame.
bool yoke_recover(yoke_binder *b, enum yoke_opened opened);
/// Facts about open containers whose frames are about to be dropped, such as the number of members of each and the key of its current
/// member.
typedef struct yoke_places {
    /// `list`: one entry for each container; the outermost comes first. `keys`: the keys of their current members, in the same order.
    yoke_buffer list, keys;
} yoke_places;

/// Call this after an event has failed, and before the frames from index `count` on are dropped. Returns the facts about the containers of
/// these frames that have not ended. `open`: the number of these containers. `opened`: the kind of the innermost one if it has no frame.
yoke_places yoke_places_of(yoke_binder *b, size_t count, uint64_t open, enum yoke_opened opened);
/// Pushes a frame for each container in `places`. These frames drop all events, so that the rest of the containers is only checked as JSON.
/// Frees `places`. Returns false after it recorded an error.
bool yoke_push_places(yoke_binder *b, yoke_places *places, enum yoke_opened opened);
/// Called at the end of an object if a part of the object has failed. If errors are collected, reports the recorded error and forgets it,
/// so that the object's other parts can be checked. `level`: the number of the object's frame, counted from 1. Returns false if the error
/// is not collected; the object then fails with this error.
bool yoke_collect(yoke_binder *b, size_t level);
/// Counts a value of the top frame that was left out, because such values count against the limits, too.
void yoke_count_left_out(yoke_binder *b);
/// Reports a recovered problem to Swift, if the call wants a report.
static inline void yoke_report_to_swift(yoke_binder *b, enum yoke_report note, enum yoke_found found, const yoke_slot *slot) {
    if (yoke_unlikely(b->reports)) b->thunks->report(b->reader, note, found, slot);
}
/// Called at a null if the call has the rule YOKE_RULE_NULL_IS_MISSING. If its field is not required, returns true: the field is missing.
bool yoke_null_is_missing(yoke_binder *b);
/// Called at a null if the call has the rule YOKE_RULE_NULL_IS_ZERO. For a number or Bool that is not optional, stores 0 and returns true.
bool yoke_store_zero(const yoke_slot *slot, uint8_t *at);
/// Converts a scalar to the kind of the slot (for example a string to a number), and stores the result. Returns false if no allowed
/// conversion is possible.
bool yoke_coerce(yoke_binder *b, const yoke_slot *slot, uint8_t *at, enum yoke_found found, const uint8_t *text, size_t n);

/// Convert the text of a scalar to a value of `type`, and store it at `at`. Return false after they recorded an error; then nothing was
/// stored.
bool yoke_store_number(yoke_binder *b, const yoke_type *type, uint8_t *at, const uint8_t *text, size_t n);
bool yoke_store_string(yoke_binder *b, const yoke_type *type, uint8_t *at, const uint8_t *text, size_t n);
/// Puts a String at `to`, like the thunk `string`. Calls the thunk only if C cannot make the String.
void yoke_put_string(const yoke_thunks *thunks, void *to, const uint8_t *text, size_t n, bool ascii);
/// True if all `n` bytes at `s` are ASCII.
bool yoke_is_ascii(const uint8_t *s, size_t n);

/// Clears the tag bytes after the payload of an Optional. So Swift sees the payload that was just stored, and not nil.
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
        // The array's earlier elements are at the top of the value stack. If the stack has room, the next element goes directly after them.
        uint8_t *end = b->stack.top;
        if (yoke_likely((size_t)(b->stack.limit - end) >= f->stride) && yoke_likely(f->count < f->max_count)) {
            b->stack.top = end + f->stride;
            *target = (yoke_target){f->element, end};
            return true;
        }
    }
    yoke_target other; // a separate variable: the caller's `target`, whose address is not passed on, can stay in registers
    if (!yoke_next_target_slow(b, &other, found)) return false;
    *target = other;
    return true;
}

/// Records that a top-level value of the text has ended at offset `end`.
static inline void yoke_root_done(yoke_binder *b, uint64_t end) {
    b->values++;
    b->value_end = end;
    b->root_full = b->root_memory != NULL;
}

/// Called when a value has been stored. Counts the value in the top frame, or sets its field's bit in `seen`. If the value is the storage
/// from which another value is made, makes that value. Returns 0 after it recorded an error.
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

/// Sets up the frame `f` of a model. `at`: the model's memory. `start`: the offset in the text at which its object begins. The caller has
/// already set `f->seen`.
static inline void yoke_begin_object(yoke_binder *b, yoke_frame *f, const yoke_slot *slot, uint8_t *at, uint64_t start) {
    const yoke_object *object = slot->type->object;
    f->slot = slot;
    f->destination = f->base = at;
    f->object = object;
    f->next = object->fields;
    f->serial = ++b->serial;
    f->start = start;
}

/// Sets up the frame of an array. The elements begin at the top of the value stack, where they stay until the array is complete. If the
/// stack's current block of memory is full, the push of the first element moves to another block.
yoke_not_for_size static inline void yoke_begin_elements(yoke_binder *b, yoke_frame *f, const yoke_slot *slot, uint8_t *at) {
    const yoke_type *type = slot->type;
    f->slot = slot;
    f->destination = at;
    f->element = &type->element;
    f->stride = type->item_stride;
    f->max_count = b->limits.members;
    size_t align = type->item_align;
    f->base = (uint8_t *)(((uintptr_t)b->stack.top + (align - 1)) & ~(uintptr_t)(align - 1));
    if (yoke_likely(f->base <= b->stack.limit)) b->stack.top = f->base;
}

/// Makes the array at `at` by a thunk. At the first array of a type, learns the class of its object, so that C makes the next arrays.
void yoke_make_array_by_thunk(yoke_binder *b, const yoke_type *type, uint8_t *at, uint8_t *elements, uint64_t count);

/// Makes the array or set at `at` from `count` elements, and takes ownership of the elements.
static inline void yoke_make_array(yoke_binder *b, const yoke_type *type, uint8_t *at, uint8_t *elements, uint64_t count) {
    const uintptr_t class = type->array_class == NULL ? YOKE_NO_CLASS : __atomic_load_n(type->array_class, __ATOMIC_ACQUIRE);
    if (count == 0) memcpy(at, &type->empty, sizeof type->empty);
    else if (yoke_unlikely(class <= YOKE_NO_CLASS)) yoke_make_array_by_thunk(b, type, at, elements, count);
    else yoke_make_array_object(&b->thunks->string_objects, class, at, elements, count, count * type->item_stride);
}

/// Makes the array of the top frame `f` from the frame's elements.
static inline void yoke_end_elements(yoke_binder *b, yoke_frame *f) {
    uint64_t count = f->count;
    f->count = 0;
    yoke_make_array(b, f->slot->type, f->destination, f->base, count);
    yoke_mark_present(f->slot, f->destination);
}

/// True if the `n` bytes at `a` and at `b` are equal. Inline, because most keys are short.
static inline bool yoke_same_bytes(const uint8_t *a, const uint8_t *b, size_t n) {
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

/// True if the field with the index `i` is bound to the object's entire text, after the object has ended.
static inline bool yoke_is_whole(const yoke_object *object, uint32_t i) {
    return i >= object->keyed && i < object->keyed + object->whole_count;
}

static inline bool yoke_bit(const uint64_t *words, size_t i) { return (words[i >> 6] >> (i & 63)) & 1; }
static inline void yoke_set_bit(uint64_t *words, size_t i) { words[i >> 6] |= (uint64_t)1 << (i & 63); }
static inline void yoke_clear_bit(uint64_t *words, size_t i) { words[i >> 6] &= ~((uint64_t)1 << (i & 63)); }
static inline void yoke_put_bit(uint64_t *words, size_t i, bool bit) {
    words[i >> 6] = (words[i >> 6] & ~((uint64_t)1 << (i & 63))) | (uint64_t)bit << (i & 63);
}

/// For the frame of an update: returns one bit for each field, set if the field had a value before the update. These bits lie directly
/// after the bits that mark the unchanged fields.
static inline uint64_t *yoke_had_value(const yoke_frame *f) { return f->unchanged + f->object->owner_words; }
/// For fields with aliases: one bit for each field, set if a merge patch has removed the old value.
static inline uint64_t *yoke_removed(const yoke_frame *f) { return f->unchanged + 2 * f->object->owner_words; }
