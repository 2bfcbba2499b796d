#include "CTestSupport.h"

#include <stddef.h>

#if defined(__linux__)
#include <features.h>
#endif

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)

#include <errno.h>

// The names under which glibc itself offers its allocator. The functions below replace malloc and its relatives in the entire process, and
// call these.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

static _Thread_local int64_t allocations;
static _Thread_local int64_t deallocations;

void *malloc(size_t size) {
    allocations += 1;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    allocations += 1;
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    allocations += 1;
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    allocations += 1;
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    void *made = memalign(alignment, size);
    if (made == NULL) return ENOMEM;
    *block = made;
    return 0;
}

void free(void *block) {
    if (block != NULL) deallocations += 1;
    __libc_free(block);
}

int64_t yoke_test_allocations(void) { return allocations; }
int64_t yoke_test_deallocations(void) { return deallocations; }
bool yoke_test_counts_allocations(void) { return true; }

#else

int64_t yoke_test_allocations(void) { return 0; }
int64_t yoke_test_deallocations(void) { return 0; }
bool yoke_test_counts_allocations(void) { return false; }

#endif
