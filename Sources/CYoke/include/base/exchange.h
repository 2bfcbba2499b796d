// An atomic exchange: threads hand objects to each other through a pointer in shared memory.
#pragma once

/// Stores `with` at `place` and returns the old content. Any thread may call it. The thread that gets an object sees all earlier changes
/// to the object.
void *yoke_exchange(void **place, void *with);
