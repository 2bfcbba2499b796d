// What Swift cannot ask the system for in a portable way.
#ifndef HARNESS_H
#define HARNESS_H

#include <stdint.h>

/// Nanoseconds of processor time that this thread has used.
uint64_t harness_thread_time(void);

/// Keeps this thread on one core, the last that it may use, and returns its number; -1 where the system cannot.
int harness_pin(void);

/// The most memory that this process had in use, in bytes. (getrusage would give that of the parent where it was more.)
uint64_t harness_peak_memory(void);

/// Makes the allocator keep what it has, so that no contender pays for another's memory being given back. Returns what was
/// set, for people.
const char *harness_settle_allocator(void);

#endif
