#ifdef __linux__
#define _GNU_SOURCE
#include <sched.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

#include "harness.h"

uint64_t harness_thread_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

int harness_pin(void) {
#ifdef __linux__
    cpu_set_t cores;
    if (sched_getaffinity(0, sizeof cores, &cores) != 0) return -1;
    for (int core = CPU_SETSIZE - 1; core >= 0; core--) {
        if (!CPU_ISSET(core, &cores)) continue;
        CPU_ZERO(&cores);
        CPU_SET(core, &cores);
        return sched_setaffinity(0, sizeof cores, &cores) == 0 ? core : -1;
    }
#endif
    return -1;
}

void harness_unpin(void) {
#ifdef __linux__
    cpu_set_t cores;
    CPU_ZERO(&cores);
    for (int core = 0; core < CPU_SETSIZE; core++) CPU_SET(core, &cores);
    sched_setaffinity(0, sizeof cores, &cores); // if this call fails, the thread stays on one core, and its times show it
#endif
}

uint64_t harness_peak_memory(void) {
#ifdef __linux__
    FILE *status = fopen("/proc/self/status", "r");
    if (!status) return 0;
    char line[256];
    unsigned long long kilobytes = 0;
    while (fgets(line, sizeof line, status)) {
        if (sscanf(line, "VmHWM: %llu", &kilobytes) == 1) break;
    }
    fclose(status);
    return (uint64_t)kilobytes * 1024;
#else
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (uint64_t)usage.ru_maxrss : 0;
#endif
}

const char *harness_settle_allocator(void) {
#ifdef __GLIBC__
    // 32 MB is the largest M_MMAP_THRESHOLD that glibc accepts. M_TRIM_THRESHOLD and M_TOP_PAD have no such limit.
    if (mallopt(M_MMAP_THRESHOLD, 32 << 20) && mallopt(M_TRIM_THRESHOLD, 1 << 30) && mallopt(M_TOP_PAD, 16 << 20)) {
        return "glibc malloc, M_MMAP_THRESHOLD 32 MB, M_TRIM_THRESHOLD 1 GB, M_TOP_PAD 16 MB";
    }
#endif
    return "as the system sets it";
}
