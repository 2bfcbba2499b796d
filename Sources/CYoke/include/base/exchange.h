// An atomic exchange: threads hand objects to each other through a pointer in shared memory.
#ifndef YOKE_BASE_EXCHANGE_H
#define YOKE_BASE_EXCHANGE_H

/// Stores `with` at `place` and returns the old content. Any thread may call it. The thread that gets an object sees all earlier changes
/// to the object.
void *yoke_exchange(void **place, void *with);

#endif
