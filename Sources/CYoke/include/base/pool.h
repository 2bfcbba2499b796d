// Objects that wait for their next use. Any thread may take and give them, and none waits for another.
#ifndef YOKE_BASE_POOL_H
#define YOKE_BASE_POOL_H

#include <stddef.h>

enum {
    /// The most objects that a pool keeps.
    YOKE_POOL_PLACES = 16
};

/// A pool. All bytes 0: empty. Each place has a cache line of its own, and each thread begins at a place of its own. So threads on
/// several cores do not wait for each other's memory.
typedef struct yoke_pool {
    struct {
        void *object;
        char rest[64 - sizeof(void *)];
    } places[YOKE_POOL_PLACES];
} yoke_pool;

/// Takes an object; NULL if none is near. The thread sees all earlier changes to the object.
void *yoke_pool_take(yoke_pool *pool);

/// Gives an object. Returns the object that the pool has no place for, or NULL.
void *yoke_pool_give(yoke_pool *pool, void *object);

#endif
