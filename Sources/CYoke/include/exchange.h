// A place through which threads hand something to each other.
#ifndef YOKE_EXCHANGE_H
#define YOKE_EXCHANGE_H

/// Puts `with` into the place, and gives what was there. From any thread; whoever gets an object sees all that was done to it before.
void *yoke_exchange(void **place, void *with);

#endif
