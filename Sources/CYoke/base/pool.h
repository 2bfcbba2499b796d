// Objects that wait for their next use. Any thread may take and give them, and none waits for another. The file that owns a pool has its
// functions inline.
#ifndef YOKE_BASE_POOL_H
#define YOKE_BASE_POOL_H

#include <stdint.h>

#include "base/platform.h"

enum {
    /// The most objects that a pool keeps.
    YOKE_POOL_PLACES = 16,
    /// The number of places at which a thread looks.
    YOKE_POOL_TRIES = 4
};

/// A pool. All bytes 0: empty. Each place has a cache line of its own, and each thread begins at a place of its own. So threads on
/// several cores do not wait for each other's memory.
typedef struct yoke_pool {
    struct {
        void *object;
        char rest[64 - sizeof(void *)];
    } places[YOKE_POOL_PLACES];
} yoke_pool;

/// The calling thread's place for a try. The first one comes from the address of a variable that each thread has.
yoke_inline void **yoke_pool_place(yoke_pool *pool, unsigned attempt) {
    static _Thread_local char own;
    const unsigned first = (unsigned)((uint64_t)(uintptr_t)&own * 0x9E3779B97F4A7C15u >> 60);
    return &pool->places[(first + attempt) % YOKE_POOL_PLACES].object;
}

/// Takes an object; NULL if none is near. The thread sees all earlier changes to the object.
yoke_inline void *yoke_pool_take(yoke_pool *pool) {
    for (unsigned i = 0; i < YOKE_POOL_TRIES; i++) {
        void **place = yoke_pool_place(pool, i);
        if (__atomic_load_n(place, __ATOMIC_RELAXED) == NULL) continue;
        void *object = __atomic_exchange_n(place, NULL, __ATOMIC_ACQUIRE);
        if (object != NULL) return object;
    }
    return NULL;
}

/// Gives an object. Returns the object that the pool has no place for, or NULL.
yoke_inline void *yoke_pool_give(yoke_pool *pool, void *object) {
    for (unsigned i = 0; i < YOKE_POOL_TRIES && object != NULL; i++) {
        void **place = yoke_pool_place(pool, i);
        if (__atomic_load_n(place, __ATOMIC_RELAXED) != NULL) continue;
        // Another thread may have filled the place since: then its object needs a place.
        object = __atomic_exchange_n(place, object, __ATOMIC_ACQ_REL);
    }
    return object;
}

#endif
