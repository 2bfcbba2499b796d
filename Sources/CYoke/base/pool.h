// A pool keeps objects for their next use. It has a few slots for one object each. Any thread may take and give objects, and no thread
// waits for another. The functions are inline in the file that owns the pool.
#ifndef YOKE_BASE_POOL_H
#define YOKE_BASE_POOL_H

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

/// Takes an object. Returns NULL if all slots that the thread tries are empty. The thread sees all changes that other threads have made
/// to the object.
yoke_inline void *yoke_pool_take(yoke_pool *pool) {
    for (unsigned i = 0; i < YOKE_POOL_TRIES; i++) {
        void **slot = yoke_pool_slot(pool, i);
        if (__atomic_load_n(slot, __ATOMIC_RELAXED) == NULL) continue;
        void *object = __atomic_exchange_n(slot, NULL, __ATOMIC_ACQUIRE);
        if (object != NULL) return object;
    }
    return NULL;
}

/// Gives an object to the pool. Returns NULL if every object found a slot. Otherwise returns an object that the caller has to free or use:
/// `object`, or one that another thread gave at the same time.
yoke_inline void *yoke_pool_give(yoke_pool *pool, void *object) {
    for (unsigned i = 0; i < YOKE_POOL_TRIES && object != NULL; i++) {
        void **slot = yoke_pool_slot(pool, i);
        if (__atomic_load_n(slot, __ATOMIC_RELAXED) != NULL) continue;
        // If another thread has filled the slot in the meantime, the exchange returns that thread's object. The loop then looks for
        // another slot for this object.
        object = __atomic_exchange_n(slot, object, __ATOMIC_ACQ_REL);
    }
    return object;
}

#endif
