#include "base/cpu_level.h"
#include "base/avx.h"

_Atomic int yoke_cpu_known = YOKE_CPU_UNKNOWN;

static enum yoke_cpu_level most(void) { return (enum yoke_cpu_level)(YOKE_CPU_BASE + yoke_wide_kinds()); }

static enum yoke_cpu_level set(enum yoke_cpu_level level) {
    atomic_store_explicit(&yoke_cpu_known, (int)level, memory_order_relaxed);
    return level;
}

yoke_cold enum yoke_cpu_level yoke_cpu_ask(void) { return set(most()); }

enum yoke_cpu_level yoke_cpu_force(enum yoke_cpu_level level) {
    if (level == YOKE_CPU_UNKNOWN) return yoke_cpu_ask();
    return set(level < most() ? level : most());
}
