// Reading in place over an existing value: functions of bind/in_place.c.
#ifndef YOKE_BIND_IN_PLACE_H
#define YOKE_BIND_IN_PLACE_H

#include "bind/binder.h"

static inline bool yoke_overwrites(const yoke_binder *b) { return (b->updates & YOKE_OVERWRITES) != 0; }
/// True if the next value may stand over an existing one.
static inline bool yoke_has_old_values(const yoke_binder *b) { return yoke_overwrites(b) && !b->is_replacing; }
/// True if the existing value of the slot, which is not nil, can be overwritten by a value of the same kind.
bool yoke_can_overwrite(const yoke_slot *slot);
/// Finds the target for a value that comes for the address `at`, which holds a value. Returns false after it recorded an error.
bool yoke_overwrite_target(yoke_binder *b, const yoke_slot *slot, uint8_t *at, yoke_target *target, enum yoke_found found);
/// The same for `f->field`, and for the next element.
bool yoke_overwrite_field(yoke_binder *b, yoke_frame *f, yoke_target *target, enum yoke_found found);
bool yoke_element_in_place(yoke_binder *b, yoke_frame *f, yoke_target *target, enum yoke_found found);
/// Replaces the String at `at`.
void yoke_overwrite_string(yoke_binder *b, uint8_t *at, const uint8_t *text, size_t n, bool ascii);
/// Push a frame over the object or array at `at`. They do not count its depth. Return NULL if memory runs out, after they recorded
/// the error.
yoke_frame *yoke_open_object_in_place(yoke_binder *b, const yoke_slot *slot, uint8_t *at, uint64_t start);
yoke_frame *yoke_open_array_in_place(yoke_binder *b, const yoke_slot *slot, uint8_t *at);
/// The same for the binder's slot `in_place`. Returns 0 after it recorded an error.
int yoke_open_in_place(yoke_binder *b, uint8_t *at, bool is_object, uint64_t start);
/// Fields that the text does not name become as in a new instance. The caller then sets declared initial values. Returns false
/// after it recorded an error.
bool yoke_complete_in_place(yoke_binder *b, yoke_frame *f);
/// The same for the fields in `kept`, if none of them is required or has an initial value. Else returns false and changes nothing.
bool yoke_reset_kept(yoke_binder *b, yoke_frame *f);
/// Gives some fields of the instance at `base` the bytes of the template. `fields`: their bits, from the field `first` on.
void yoke_reset_fields(yoke_binder *b, const yoke_object *object, uint8_t *base, uint32_t first, uint64_t fields);
/// The bits of all fields, in the word `w` of a bit set.
static inline uint64_t yoke_all_fields(const yoke_object *object, uint32_t w) {
    const uint32_t first = 64 * w;
    if (object->count <= first) return 0;
    return object->count - first >= 64 ? UINT64_MAX : ((uint64_t)1 << (object->count - first)) - 1;
}
/// The array at `at`, which is not nil, keeps its first `kept` elements. After them it gets `n` elements from `from`, which it takes.
/// Arrays of plain bits keep no elements.
void yoke_overwrite_array(yoke_binder *b, const yoke_type *type, uint8_t *at, size_t kept, uint8_t *from, size_t n);
/// At its end, the array gets all elements that have come. If binding fails, `yoke_destroy_elements` destroys the elements that are
/// not in the array yet.
void yoke_end_array_in_place(yoke_binder *b, yoke_frame *f);
void yoke_destroy_elements(yoke_binder *b, yoke_frame *f);
/// Opens a frame for a new value that is made elsewhere, and replaces the target's old value when it is complete. Returns false
/// after it recorded an error.
bool yoke_open_replaced(yoke_binder *b, yoke_target *target);
/// Moves the new value to its address, and drops the frame.
void yoke_finish_replaced(yoke_binder *b, yoke_frame *f);

#endif
