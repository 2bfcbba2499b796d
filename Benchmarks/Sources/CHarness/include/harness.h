// System calls that Swift cannot make in a portable way.
#pragma once

#include <stdint.h>

/// Processor time that this thread has used, in nanoseconds.
uint64_t harness_thread_time(void);

/// Keeps this thread on one core: the last core that it may use. Returns the core's number, or -1 if the system cannot do this.
int harness_pin(void);

/// Undoes `harness_pin`: lets this thread use all cores again. Threads and processes that this thread starts inherit its set of cores.
void harness_unpin(void);

/// Peak memory of this process in bytes. (getrusage would report the parent's peak if the parent used more.)
uint64_t harness_peak_memory(void);

/// Makes the allocator keep freed memory, so that no contender pays for returning another contender's memory to the system. Returns a
/// description of the settings.
const char *harness_settle_allocator(void);
