// Overwriting an existing value in place: the functions of bind/in_place.c.
#ifndef YOKE_BIND_IN_PLACE_H
#define YOKE_BIND_IN_PLACE_H

#include "bind/binder.h"

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

#endif
