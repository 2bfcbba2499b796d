// Vector instructions that not every processor has, found out at run time. Private to the C engine.
#ifndef YOKE_BASE_CPU_LEVEL_H
#define YOKE_BASE_CPU_LEVEL_H

#include <stdatomic.h>

#include "base/cpu.h"
#include "base/platform.h"

/// The only state of the C engine. It may be global, because the processor's abilities do not change.
__attribute__((visibility("hidden"))) extern _Atomic int yoke_cpu_known;

/// Asks the processor for its level and remembers the answer.
enum yoke_cpu_level yoke_cpu_ask(void);

/// The level in force. Cost: one load after the first call.
yoke_inline enum yoke_cpu_level yoke_cpu(void) {
    const int level = atomic_load_explicit(&yoke_cpu_known, memory_order_relaxed);
    return yoke_likely(level != YOKE_CPU_UNKNOWN) ? (enum yoke_cpu_level)level : yoke_cpu_ask();
}

#endif
