// Functions that overwrite or change an existing value.
#pragma once

#include "bind/binder.h"

// Overwriting a value in place: bind/in_place.c.

static inline bool yoke_overwrites(const yoke_binder *b) { return (b->updates & YOKE_OVERWRITES) != 0; }
/// True if the next value may overwrite an existing value: the call overwrites in place, and no YOKE_FRAME_REPLACED is open. (The parts of
/// a new value overwrite nothing.)
static inline bool yoke_has_old_values(const yoke_binder *b) { return yoke_overwrites(b) && !b->is_replacing; }
/// True if a value of the text can overwrite the slot's old value. The caller checks that the old value is not nil and that the kinds
/// agree.
bool yoke_can_overwrite(const yoke_slot *slot);
/// Returns the address of the value in the JSONBox at `at`. Returns NULL if `at` is not a JSONBox or is nil, or if the box has other
/// owners.
uint8_t *yoke_own_box_value(const yoke_binder *b, const yoke_slot *slot, uint8_t *at);

/// Finds the target for a new value of the kind `found`, which replaces or overwrites the value at `at`. Returns false after it recorded an
/// error.
bool yoke_overwrite_target(yoke_binder *b, const yoke_slot *slot, uint8_t *at, yoke_target *target, enum yoke_found found);
/// These functions find a target as `yoke_overwrite_target` does. The first finds the target of the next value of `f->field`, the second
/// finds the target of the next element of an array.
bool yoke_overwrite_field(yoke_binder *b, yoke_frame *f, yoke_target *target, enum yoke_found found);
bool yoke_element_in_place(yoke_binder *b, yoke_frame *f, yoke_target *target, enum yoke_found found);
/// Overwrites the String at `at` with the `n` bytes of `text`. Reuses the String's memory if possible.
void yoke_overwrite_string(yoke_binder *b, uint8_t *at, const uint8_t *text, size_t n, bool ascii);
/// The first function pushes a frame that overwrites the model at `at`, the second does so for an array. If memory runs out, records the
/// error and returns NULL. The caller must count the container in the binder's `depth`.
yoke_frame *yoke_open_object_in_place(yoke_binder *b, const yoke_slot *slot, uint8_t *at, uint64_t start);
yoke_frame *yoke_open_array_in_place(yoke_binder *b, const yoke_slot *slot, uint8_t *at);
/// Pushes the frame that overwrites the model or array at `at`, whose slot is the binder's `in_place`. Returns 0 after it recorded an
/// error.
int yoke_open_in_place(yoke_binder *b, uint8_t *at, bool is_object, uint64_t start);
/// At the end of the object: gives each field that the text did not name the bytes that it has in a new instance. The caller then sets
/// declared initial values. Returns false after it recorded an error.
bool yoke_complete_in_place(yoke_binder *b, yoke_frame *f);
/// Does the work of `yoke_complete_in_place`. But if the text has no value for a required field or for a field with a declared initial
/// value, changes nothing and returns false.
bool yoke_reset_unchanged(yoke_binder *b, yoke_frame *f);
/// Gives fields of the instance at `base` the bytes that they have in an empty instance (the template). `fields`: one bit for each of these
/// fields; bit 0 stands for the field with the index `first`.
void yoke_reset_fields(yoke_binder *b, const yoke_object *object, uint8_t *base, uint32_t first, uint64_t fields);
/// Returns word `w` of a bit set in which the bits of all fields are set.
static inline uint64_t yoke_all_fields(const yoke_object *object, uint32_t w) {
    const uint32_t first = 64 * w;
    if (object->count <= first) return 0;
    return object->count - first >= 64 ? UINT64_MAX : ((uint64_t)1 << (object->count - first)) - 1;
}
/// Keeps the first `kept` elements of the array at `at`, which is not nil. Replaces its other elements by the `n` elements at `from`. The
/// array takes ownership of these elements. `kept` must be 0 for arrays of trivial elements.
void yoke_overwrite_array(yoke_binder *b, const yoke_type *type, uint8_t *at, size_t kept, uint8_t *from, size_t n);
/// Ends an array that is overwritten: moves the elements that have no old element to overwrite from the value stack into the array. If
/// binding fails, `yoke_destroy_elements` destroys these elements instead.
void yoke_end_array_in_place(yoke_binder *b, yoke_frame *f);
void yoke_destroy_elements(yoke_binder *b, yoke_frame *f);
/// Pushes a frame for a new value. The value is made on the value stack, and replaces the target's old value when it is complete. `target`
/// then describes the new value's memory. Returns false after it recorded an error.
bool yoke_open_replaced(yoke_binder *b, yoke_target *target);
/// Ends a YOKE_FRAME_REPLACED whose new value is complete: destroys the old value, moves the new value to its address, and drops the frame.
void yoke_finish_replaced(yoke_binder *b, yoke_frame *f);

// Changing an existing value: bind/update.c.

/// Sets up the frame of an object that an update changes. Marks all fields as having a value, except the fields of flattened Optionals that
/// are nil.
void yoke_begin_in_place(yoke_binder *b, yoke_frame *f);
/// Called for a key if the binder must see the new value before it decides. Either the field has an earlier value that may still be needed,
/// for example if the new value is null or cut off. Or the new value's position must be kept. `yoke_deferred_target` then finds the value's
/// target. Returns 0 if memory runs out.
int yoke_defer(yoke_binder *b, yoke_frame *f, const yoke_field *field, const uint8_t *key, size_t n);
/// Called when a value comes whose key went to `yoke_defer`, in an update or when a value is overwritten in place. Finds where the new
/// value goes. In an update, the field may have its old value, a value from an earlier member of the text, or no value. `target->slot`
/// becomes NULL if the new value is null, and null is not stored. Returns false after it recorded an error.
bool yoke_update_target(yoke_binder *b, yoke_frame *f, yoke_target *target, enum yoke_found found);
/// In an update: prepares the target for an object of the text. `old`: the target's value before the update, or NULL. If the update changes
/// `old` instead of replacing it, copies `old` to the target. The frame that is pushed next then changes this copy. `is_part`: true if the
/// value is flattened (its members stand in the object around it). Returns false after it recorded an error.
bool yoke_change(yoke_binder *b, yoke_target *target, const uint8_t *old, bool is_part);
/// Returns the type inside all storages (YOKE_VIA) and hooks of `type`. The JSON of this inner type is the JSON of `type`.
const yoke_type *yoke_innermost(const yoke_type *type);
/// In an update: returns the old value that the top frame's next value changes or replaces. `slot`: the slot of both values. Returns NULL
/// if the old value was missing or nil.
const uint8_t *yoke_old_value(const yoke_binder *b, const yoke_slot *slot);
/// An update first only records the changes of class instances. This function applies the changes, or only those that `commit` of
/// `yoke_thunks` needs for `type` and `instance`. Call it before Swift looks at values that contain such instances. Returns false after it
/// recorded an error.
bool yoke_commit(yoke_binder *b, const yoke_type *type, const void *instance);
/// Gives the field the value that it had before the update.
void yoke_restore_field(yoke_binder *b, yoke_frame *f, const yoke_field *field);
/// For a merge patch that replaces the value of `step`: removes all values below `step`, if it is a path node (a container on a key path).
void yoke_remove_below(yoke_binder *b, yoke_frame *f, const yoke_field *step);

// Values that a merge patch has removed: bind/merge_patch.c.

/// Returns the first of the `required` fields (one bit for each field) whose value the merge patch has removed, or NULL.
const yoke_field *yoke_removed_field(const yoke_binder *b, const yoke_frame *f, const uint64_t *required);
/// At an object's end: makes a flattened Optional (its members stand in the object) nil if the patch removed its last member. Returns false
/// after it recorded an error.
bool yoke_remove_emptied(yoke_binder *b, yoke_frame *f);

// Entries of dictionaries: bind/update.c.

/// For an update that changes the entries of a dictionary. `yoke_open_entries` pushes the dictionary's frame. For each entry, the next
/// three functions take its key, find the target of its value, and finish it. `yoke_entry_left_out` leaves out the entry. A result of 0 or
/// false means: the function has recorded an error.
int yoke_open_entries(yoke_binder *b, yoke_target target, uint64_t start);
int yoke_entry_key(yoke_binder *b, yoke_frame *f, const uint8_t *key, size_t n);
bool yoke_entry_target(yoke_binder *b, yoke_frame *f, yoke_target *target, enum yoke_found found);
void yoke_entry_done(yoke_binder *b, yoke_frame *f);
void yoke_entry_left_out(yoke_binder *b, yoke_frame *f);
