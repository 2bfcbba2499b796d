// Skips values that have no slot in a model, or copies them to the tape as dynamic JSON. Skipped values are checked like all other text,
// unless the call allows to skip values without checks. Private to the native engine.
#pragma once

#include "native/skip/token_index.h"

/// True if skipped values are not checked. While raw text is kept, they are always checked.
static inline bool yoke_skips_unchecked(const yoke_native *e) { return e->skips_unchecked && e->binder->source.capturing == 0; }

/// True if the next value is dropped, because no field of the object in the top frame has the key of this value.
static inline bool yoke_drops_next(const yoke_native *e) {
    const yoke_frame *f = e->binder->top;
    return f->kind == YOKE_FRAME_OBJECT && f->is_object && e->expect == YOKE_EXPECT_VALUE && f->field == NULL && !f->is_deferred;
}

/// True if the engine can read the container of the top frame without sending events. This is so if all its events would go to `sink` or,
/// if `sink` is NULL, would be dropped.
static inline bool yoke_can_pass(const yoke_native *e, const yoke_sink *sink) {
    const yoke_frame *f = e->binder->top;
    return f->kind == YOKE_FRAME_DYNAMIC && f->sink == sink && e->is_fast && e->expect != YOKE_EXPECT_COLON &&
           e->binder->duplicates != YOKE_DUPLICATES_REFUSED;
}

/// True if the engine has a token index that contains the position `p`.
static inline bool yoke_has_index(const yoke_native *e, const uint8_t *p) {
    const yoke_tokens *t = e->tokens;
    return t != NULL && t->text != NULL && p >= t->text && p < t->after;
}

/// True if the engine can look for wanted members at `p` without reading the other members token by token.
static inline bool yoke_can_skip_members(const yoke_native *e, const uint8_t *p) {
    return yoke_skips_unchecked(e) || yoke_has_index(e, p);
}

/// Skips text from `e->p` on, up to the window's end, the first unusual token or the first wanted member. In a container without
/// wanted members or elements, the function skips all text up to the container's end. At the value of a member without a field, it
/// skips this value and all further members without fields. Before a member, if `yoke_can_skip_members`, it skips all members
/// without fields, maybe zero.
///
/// After the skip, `e->p` and `e->expect` describe the token where it stopped, and open containers have frames. Returns false if
/// there is not enough memory.
bool yoke_skip(yoke_native *e);

/// Do the work of `yoke_skip` without checks. Call them only if `yoke_skips_unchecked` is true. `yoke_skip_container` is for a container
/// without wanted members or elements. `yoke_skip_members` is for an object with wanted members, and returns false if memory runs out.
void yoke_skip_container(yoke_native *e);
bool yoke_skip_members(yoke_native *e);

/// As `yoke_skip`, in a container of dynamic JSON: copies the text to the binder's tape instead of dropping it.
bool yoke_keep_document(yoke_native *e);

/// For an object that keeps unknown members: stores the members from `p` on in the object. Stops before the first member that has a field,
/// is incomplete, or must be read by the lexer; so it may store no member. Sets `e->p` and `e->expect` as `yoke_skip` does. Returns false
/// after an error was recorded.
bool yoke_keep_members(yoke_native *e, const uint8_t *p);
