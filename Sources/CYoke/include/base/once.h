// A pointer that is set (published) at most once and that any thread may read. Used for parts of a shared value that are made when they are
// first needed.
#pragma once

#include <stddef.h>

typedef struct yoke_once {
    void *pointer;
} yoke_once;

/// Returns the published pointer, or NULL.
static inline void *yoke_once_get(yoke_once *o) { return __atomic_load_n(&o->pointer, __ATOMIC_ACQUIRE); }

/// Publishes `pointer`, unless another thread was first. Returns the pointer that is published now.
static inline void *yoke_once_set(yoke_once *o, void *pointer) {
    void *published = NULL;
    if (__atomic_compare_exchange_n(&o->pointer, &published, pointer, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        return pointer;
    }
    return published;
}
