#pragma once

#include <stddef.h>

typedef struct stand_in_thread *pthread_t;
pthread_t pthread_self(void);

#if defined(__APPLE__)
void *pthread_get_stackaddr_np(pthread_t thread);
size_t pthread_get_stacksize_np(pthread_t thread);
#else
typedef struct pthread_attr { void *parts[8]; } pthread_attr_t;
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);
int pthread_attr_getstack(const pthread_attr_t *attributes, void **lowest, size_t *size);
int pthread_attr_destroy(pthread_attr_t *attributes);
#endif
