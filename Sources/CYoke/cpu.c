#include "cpu.h"

#include <stdatomic.h>

/// The one state of the C engine: what the processor can do does not change.
static _Atomic int current = YOKE_CPU_UNKNOWN;

static enum yoke_cpu_level ask(void) {
    return (enum yoke_cpu_level)(YOKE_CPU_BASE + yoke_wide_kinds());
}

enum yoke_cpu_level yoke_cpu(void) {
    int level = atomic_load_explicit(&current, memory_order_relaxed);
    if (yoke_likely(level != YOKE_CPU_UNKNOWN)) return (enum yoke_cpu_level)level;
    level = (int)ask();
    atomic_store_explicit(&current, level, memory_order_relaxed);
    return (enum yoke_cpu_level)level;
}

enum yoke_cpu_level yoke_cpu_force(enum yoke_cpu_level level) {
    enum yoke_cpu_level most = ask();
    atomic_store_explicit(&current, (int)(level < most ? level : most), memory_order_relaxed);
    return yoke_cpu();
}
