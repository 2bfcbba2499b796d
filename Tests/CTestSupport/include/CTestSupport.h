// Counts heap allocations and instructions, so that tests can check that code stays within a limit.
#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Returns the number of allocations of the calling thread so far (malloc, calloc, realloc, aligned ones); always 0 where allocations are
/// not counted. Concurrent tests do not disturb each other. Subtract two results only if one thread got both, with no `await` between them.
int64_t yoke_test_allocations(void);

/// Returns the number of blocks that the calling thread has freed so far.
int64_t yoke_test_deallocations(void);

/// Returns true if allocations are counted: on Linux with glibc, and not under a sanitizer, which has its own allocator.
bool yoke_test_counts_allocations(void);

/// Under callgrind, counts the instructions from `yoke_test_count_begin` to `yoke_test_count_end`, and writes the count with the label to
/// callgrind's output file. Without callgrind, both functions do nothing.
void yoke_test_count_begin(void);
void yoke_test_count_end(const char *label);
