// `pthread_getattr_np` is declared only with _GNU_SOURCE, because it is not part of POSIX.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "base/stack.h"

#include "base/platform.h"

#if YOKE_APPLE || YOKE_LINUX
#include <pthread.h>
#endif

/// Number of bytes of stack that stay free for calls that do not check the stack.
static const size_t room = 128 * 1024;

/// The part of this thread's stack that nested calls must leave free: from `lowest` up to `limit`. Both are 1 if they are not known.
typedef struct reserve {
    uintptr_t lowest, limit;
} reserve;

static reserve find_reserve(void) {
    const reserve unknown = {1, 1};
    uintptr_t lowest = 0;
    size_t size = 0;
#if YOKE_APPLE
    pthread_t self = pthread_self();
    size = pthread_get_stacksize_np(self);
    lowest = (uintptr_t)pthread_get_stackaddr_np(self) - size;
#elif YOKE_LINUX
    pthread_attr_t attributes;
    void *address = NULL;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return unknown;
    if (pthread_attr_getstack(&attributes, &address, &size) == 0) lowest = (uintptr_t)address;
    pthread_attr_destroy(&attributes);
#endif
    if (lowest == 0) return unknown;
    // musl reports only the mapped part of the main thread's stack, which is small at first. So keep only a part of it free.
    const size_t part = size / 8 * 3;
    return (reserve){lowest, lowest + (part < room ? part : room)};
}

bool yoke_stack_is_low(void) {
    static _Thread_local reserve own;
    const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (own.limit == 0) own = find_reserve();
    if (here >= own.limit) return false;
    // Below the entire stack, the code runs on another stack, for example the stack of a coroutine. Its size is not known.
    if (YOKE_TELLS_ENTIRE_STACK && here < own.lowest) return false;
    // On musl, the mapped part may have grown since the last call.
    own = find_reserve();
    return here < own.limit && here >= own.lowest;
}
