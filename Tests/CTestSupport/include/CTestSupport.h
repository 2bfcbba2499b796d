// Counts heap allocations and instructions, so that tests can hold a path to its number.
#ifndef CTEST_SUPPORT_H
#define CTEST_SUPPORT_H

#include <stdbool.h>
#include <stdint.h>

/// Allocations that this thread has asked for so far (malloc, calloc, realloc, aligned ones). Always 0 where they are not
/// counted. Per thread, so that tests which run beside each other do not disturb each other: measure on one thread, with no
/// `await` between two readings.
int64_t yoke_test_allocations(void);

/// Blocks that this thread has given back so far.
int64_t yoke_test_deallocations(void);

/// Whether allocations are counted: on Linux with glibc, and not under a sanitizer, which has an allocator of its own.
bool yoke_test_counts_allocations(void);

/// Under callgrind, counts the instructions between the two calls and writes the count to its output file, with the label. Else they
/// do nothing.
void yoke_test_count_begin(void);
void yoke_test_count_end(const char *label);

#endif
