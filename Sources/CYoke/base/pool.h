// A pool keeps objects for their next use. It has a few places for one object each. Any thread may take and give objects, and no thread
// waits for another. The functions are inline in the file that owns the pool.
#ifndef YOKE_BASE_POOL_H
#define YOKE_BASE_POOL_H

#include <stdint.h>

#include "base/platform.h"

enum {
    /// The most objects that a pool keeps.
    YOKE_POOL_PLACES = 16,
    /// The number of places at which one call of `yoke_pool_take` or `yoke_pool_give` looks.
    YOKE_POOL_TRIES = 4
};

/// A pool. It is empty if all its bytes are 0. Each place fills a cache line, and different threads usually begin their search at different
/// places. So several cores seldom access the same cache line.
typedef struct yoke_pool {
    struct {
        void *object;
        char rest[64 - sizeof(void *)];
    } places[YOKE_POOL_PLACES];
} yoke_pool;

/// Returns the place that the thread tries in the attempt with the index `attempt`. The address of a thread-local variable selects the
/// thread's first place.
yoke_inline void **yoke_pool_place(yoke_pool *pool, unsigned attempt) {
    static _Thread_local char own;
    const unsigned first = (unsigned)((uint64_t)(uintptr_t)&own * 0x9E3779B97F4A7C15u >> 60);
    return &pool->places[(first + attempt) % YOKE_POOL_PLACES].object;
}

/// Takes an object. Returns NULL if all places that the thread tries are empty. The thread sees all earlier changes to the object.
yoke_inline void *yoke_pool_take(yoke_pool *pool) {
    for (unsigned i = 0; i < YOKE_POOL_TRIES; i++) {
        void **place = yoke_pool_place(pool, i);
        if (__atomic_load_n(place, __ATOMIC_RELAXED) == NULL) continue;
        void *object = __atomic_exchange_n(place, NULL, __ATOMIC_ACQUIRE);
        if (object != NULL) return object;
    }
    return NULL;
}

/// Gives an object to the pool. Returns NULL, or an object for which no place was free: `object`, or an object that another thread gave.
yoke_inline void *yoke_pool_give(yoke_pool *pool, void *object) {
    for (unsigned i = 0; i < YOKE_POOL_TRIES && object != NULL; i++) {
        void **place = yoke_pool_place(pool, i);
        if (__atomic_load_n(place, __ATOMIC_RELAXED) != NULL) continue;
        // If another thread has filled the place in the meantime, the exchange returns that thread's object. The loop then looks for
        // another place for this object.
        object = __atomic_exchange_n(place, object, __ATOMIC_ACQ_REL);
    }
    return object;
}

#endif
