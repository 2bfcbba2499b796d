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

/// Returns the lowest address of this thread's stack that nested calls may reach. Returns 1 if the address is not known: all addresses are
/// above 1, so no stack then counts as low.
static uintptr_t find_limit(void) {
    uintptr_t lowest = 0;
    size_t size = 0;
#if YOKE_APPLE
    pthread_t self = pthread_self();
    size = pthread_get_stacksize_np(self);
    lowest = (uintptr_t)pthread_get_stackaddr_np(self) - size;
#elif YOKE_LINUX
    pthread_attr_t attributes;
    void *address = NULL;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 1;
    if (pthread_attr_getstack(&attributes, &address, &size) == 0) lowest = (uintptr_t)address;
    pthread_attr_destroy(&attributes);
#endif
    if (lowest == 0) return 1;
    // musl reports only the mapped part of the main thread's stack, which is small at first. So keep at most a quarter of it free.
    return lowest + (size / 4 < room ? size / 4 : room);
}

bool yoke_stack_is_low(void) {
    static _Thread_local uintptr_t limit;
    const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (limit == 0) limit = find_limit();
    if (here >= limit) return false;
    // On musl, the mapped part may have grown since the last call.
    limit = find_limit();
    return here < limit;
}
