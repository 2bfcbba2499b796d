// What has no place in a model: dropped, or kept as dynamic JSON; checked as all else is, at the speed of a scan. Private to the native
// engine.
#ifndef YOKE_NATIVE_SKIP_SKIP_H
#define YOKE_NATIVE_SKIP_SKIP_H

#include "native/skip/token_index.h"

/// Whether the top frame is of a container whose events go to `sink`, and that can be gone through without them.
static inline bool yoke_can_pass(const yoke_native *e, const yoke_sink *sink) {
    const yoke_frame *f = e->binder->top;
    return f->kind == YOKE_FRAME_DYNAMIC && f->sink == sink && e->is_fast && e->expect != YOKE_EXPECT_COLON &&
           e->binder->duplicates != YOKE_DUPLICATES_REFUSED;
}

/// Whether there is an index of the tokens from the one at `p` on, by which members can be told from those that are wanted.
static inline bool yoke_can_skip_members(const yoke_native *e, const uint8_t *p) {
    const yoke_tokens *t = e->tokens;
    return t != NULL && t->text != NULL && p >= t->text && p < t->behind && e->end - p >= 2 * YOKE_PADDING;
}

/// Skips on from `e->p`, up to the window's end or the first token that is unusual, or not for it: in a container of which nothing is
/// wanted, up to its end; in an object whose field for the member is none, where its value is due, over that and all further members that
/// the object has no field for; in front of a member of an object, if yoke_can_skip_members, over none or more of these. Then `e->p` and
/// `e->expect` are those of that token, and containers that are open have frames. False: no memory.
bool yoke_skip(yoke_native *e);

/// The same in a container that goes to the binder's tape, as its events would bring it there.
bool yoke_keep_document(yoke_native *e);

#endif
