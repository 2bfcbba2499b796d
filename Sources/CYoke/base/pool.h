// A pool keeps objects for their next use. It has a few slots for one object each. Any thread may take and give objects, and no thread
// waits for another. The functions are inline in the file that owns the pool.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/platform.h"

enum {
    /// The most objects that a pool keeps.
    YOKE_POOL_SLOTS = 16,
    /// The number of slots at which one call of `yoke_pool_take` or `yoke_pool_give` looks.
    YOKE_POOL_TRIES = 4
};

/// A pool. It is empty if all its bytes are 0. Each slot fills a cache line, and different threads usually begin their search at different
/// slots. So several cores seldom access the same cache line.
typedef struct yoke_pool {
    struct {
        void *object;
        char rest[64 - sizeof(void *)];
    } slots[YOKE_POOL_SLOTS];
} yoke_pool;

/// Returns the slot that the thread tries in the attempt with the index `attempt`. The address of a thread-local variable selects the
/// thread's first slot.
yoke_inline void **yoke_pool_slot(yoke_pool *pool, unsigned attempt) {
    static _Thread_local char own;
    const unsigned first = (unsigned)((uint64_t)(uintptr_t)&own * 0x9E3779B97F4A7C15u >> 60);
    return &pool->slots[(first + attempt) % YOKE_POOL_SLOTS].object;
}

/// Marks a slot whose object is in use. No other thread changes such a slot until the object's user gives the object back or leaves the
/// slot. So giving back needs no atomic exchange, which would take as long as reading a short text.
#define YOKE_POOL_IN_USE ((void *)1)

/// Takes an object. Returns NULL if all slots that the thread tries are empty or in use. The thread sees all changes that other threads have
/// made to the object. `*taken` receives the object's slot. The caller must pass it to `yoke_pool_give` or to `yoke_pool_leave`.
yoke_inline void *yoke_pool_take(yoke_pool *pool, void ***taken) {
    for (unsigned i = 0; i < YOKE_POOL_TRIES; i++) {
        void **slot = yoke_pool_slot(pool, i);
        void *object = __atomic_load_n(slot, __ATOMIC_RELAXED);
        if (object == NULL || object == YOKE_POOL_IN_USE) continue;
        // Another thread may have changed the slot since the load. So check again: the slot may be empty, or its object may be in use.
        object = __atomic_exchange_n(slot, YOKE_POOL_IN_USE, __ATOMIC_ACQUIRE);
        if (object == NULL) __atomic_store_n(slot, NULL, __ATOMIC_RELAXED);
        if (object == NULL || object == YOKE_POOL_IN_USE) continue;
        *taken = slot;
        return object;
    }
    return NULL;
}

/// Empties the slot of an object that does not go back to the pool. `taken`: the object's slot, or NULL.
yoke_inline void yoke_pool_leave(void **taken) {
    if (taken != NULL) __atomic_store_n(taken, NULL, __ATOMIC_RELAXED);
}

/// Gives an object to the pool. `taken`: the slot from which the object came, or NULL if it is new. Returns false if the pool has no slot for
/// the object. The caller then has to free or use the object.
yoke_inline bool yoke_pool_give(yoke_pool *pool, void *object, void **taken) {
    if (yoke_likely(taken != NULL)) {
        __atomic_store_n(taken, object, __ATOMIC_RELEASE);
        return true;
    }
    for (unsigned i = 0; i < YOKE_POOL_TRIES; i++) {
        void *empty = NULL;
        if (__atomic_compare_exchange_n(yoke_pool_slot(pool, i), &empty, object, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) return true;
    }
    return false;
}
