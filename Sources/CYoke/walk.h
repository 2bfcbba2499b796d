// The way through a document that is as the plan expects it. Private to the native engine.
#ifndef YOKE_WALK_H
#define YOKE_WALK_H

#include "native.h"

/// Whether the state is one that `yoke_walk` knows.
static inline bool yoke_walk_can_start(const yoke_native *e) { (void)e; return false; }

/// Takes members and elements as long as nothing is unusual, and stops in front of the first token that is, or that
/// touches the window's end. False: the binder stopped.
static inline bool yoke_walk(yoke_native *e) { (void)e; return true; }

/// What may follow the value that the binder has just taken.
void yoke_native_expect_next(yoke_native *e);

#endif
