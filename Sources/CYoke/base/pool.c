#include "base/pool.h"

#include <stdint.h>

enum {
    /// The number of places at which a thread looks.
    TRIES = 4
};

/// The first place of the calling thread, from the address of a variable that each thread has.
static unsigned first_place(void) {
    static _Thread_local char own;
    return (unsigned)((uint64_t)(uintptr_t)&own * 0x9E3779B97F4A7C15u >> 60);
}

void *yoke_pool_take(yoke_pool *pool) {
    const unsigned first = first_place();
    for (unsigned i = 0; i < TRIES; i++) {
        void **place = &pool->places[(first + i) % YOKE_POOL_PLACES].object;
        if (__atomic_load_n(place, __ATOMIC_RELAXED) == NULL) continue;
        void *object = __atomic_exchange_n(place, NULL, __ATOMIC_ACQUIRE);
        if (object != NULL) return object;
    }
    return NULL;
}

void *yoke_pool_give(yoke_pool *pool, void *object) {
    const unsigned first = first_place();
    for (unsigned i = 0; i < TRIES && object != NULL; i++) {
        void **place = &pool->places[(first + i) % YOKE_POOL_PLACES].object;
        if (__atomic_load_n(place, __ATOMIC_RELAXED) != NULL) continue;
        // Another thread may have filled the place since: then its object needs a place.
        object = __atomic_exchange_n(place, object, __ATOMIC_ACQ_REL);
    }
    return object;
}
