#include "base/exchange.h"

void *yoke_exchange(void **place, void *with) { return __atomic_exchange_n(place, with, __ATOMIC_ACQ_REL); }
