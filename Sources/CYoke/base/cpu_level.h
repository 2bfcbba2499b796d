// Instructions beyond the processor's base, found out at run time. Private to the C engine.
#ifndef YOKE_BASE_CPU_LEVEL_H
#define YOKE_BASE_CPU_LEVEL_H

#include <stdatomic.h>

#include "cpu.h"
#include "base/platform.h"

/// The one state of the C engine: what the processor can do does not change.
__attribute__((visibility("hidden"))) extern _Atomic int yoke_cpu_known;

/// Finds out.
enum yoke_cpu_level yoke_cpu_ask(void);

/// The level in force: a load.
yoke_inline enum yoke_cpu_level yoke_cpu(void) {
    const int level = atomic_load_explicit(&yoke_cpu_known, memory_order_relaxed);
    return yoke_likely(level != YOKE_CPU_UNKNOWN) ? (enum yoke_cpu_level)level : yoke_cpu_ask();
}

#endif
