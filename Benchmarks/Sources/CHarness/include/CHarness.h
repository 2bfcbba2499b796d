// The system's part of measuring: where a thread runs, its clock, and malloc's settings.
#ifndef CHARNESS_H
#define CHARNESS_H

#include <stdbool.h>
#include <stdint.h>

/// Binds the calling thread to one processor; the last of those that are allowed when `processor` is negative. Returns the
/// processor, or -1 where that cannot be done.
int charness_pin(int processor);

/// Nanoseconds of processor time that the calling thread has used.
uint64_t charness_thread_time(void);

/// Makes malloc keep what is freed: no trimming, no mappings of their own for allocations up to 32 MiB (glibc's largest
/// setting), 16 MiB more whenever the heap grows. Without it the page faults of large results are most of the noise. False
/// where malloc has no such settings.
bool charness_keep_memory(void);

#endif
