// `pthread_getattr_np` is not part of POSIX.
#define _GNU_SOURCE

#include "scalars.h"

#if defined(__APPLE__) || defined(__linux__)
#include <pthread.h>
#endif

uintptr_t yoke_stack_end(void) {
#if defined(__APPLE__)
    pthread_t self = pthread_self();
    return (uintptr_t)pthread_get_stackaddr_np(self) - pthread_get_stacksize_np(self);
#elif defined(__linux__)
    pthread_attr_t attributes;
    void *lowest = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
    if (pthread_attr_getstack(&attributes, &lowest, &size) != 0) lowest = NULL;
    pthread_attr_destroy(&attributes);
    return (uintptr_t)lowest;
#else
    return 0;
#endif
}
