// The level of vector instructions that the processor has, found at run time. Private to the C engine.
#pragma once

#include <stdatomic.h>

#include "base/cpu.h"
#include "base/platform.h"

/// The level of vector instructions that the engine uses, or YOKE_CPU_UNKNOWN before the first call of `yoke_cpu`. Threads may share this
/// variable, because every thread finds the same level.
__attribute__((visibility("hidden"))) extern _Atomic int yoke_cpu_known;

/// Asks the processor for its level and remembers the answer.
enum yoke_cpu_level yoke_cpu_ask(void);

/// Returns the level that the engine uses: the processor's level, or a level that a test has forced. Cost: one load after the first call.
yoke_inline enum yoke_cpu_level yoke_cpu(void) {
    const int level = atomic_load_explicit(&yoke_cpu_known, memory_order_relaxed);
    return yoke_likely(level != YOKE_CPU_UNKNOWN) ? (enum yoke_cpu_level)level : yoke_cpu_ask();
}
