#define _GNU_SOURCE
#include "CHarness.h"

#include <time.h>

#ifdef __linux__
#include <malloc.h>
#include <sched.h>

int charness_pin(int processor) {
    cpu_set_t allowed, one;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return -1;
    if (processor < 0) {
        for (int i = 0; i < CPU_SETSIZE; i++) {
            if (CPU_ISSET(i, &allowed)) processor = i;
        }
    }
    if (processor < 0 || processor >= CPU_SETSIZE) return -1;
    CPU_ZERO(&one);
    CPU_SET(processor, &one);
    return sched_setaffinity(0, sizeof one, &one) == 0 ? processor : -1;
}
#else
int charness_pin(int processor) {
    (void)processor;
    return -1;
}
#endif

uint64_t charness_thread_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

#ifdef __GLIBC__
bool charness_keep_memory(void) {
    return mallopt(M_TRIM_THRESHOLD, 1 << 30) && mallopt(M_MMAP_THRESHOLD, 32 << 20) && mallopt(M_TOP_PAD, 16 << 20);
}
#else
bool charness_keep_memory(void) { return false; }
#endif
