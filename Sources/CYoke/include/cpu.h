// Which instructions the C engine may use. Found out once; what tests force stays until they force something else.
#ifndef YOKE_CPU_H
#define YOKE_CPU_H

enum yoke_cpu_level {
    /// Not asked yet; to force this is to ask again.
    YOKE_CPU_UNKNOWN,
    /// What every processor of the architecture has: SSE2, NEON, or nothing.
    YOKE_CPU_BASE,
    /// AVX2, BMI2 and carry-less multiplication (x86-64).
    YOKE_CPU_AVX2,
    /// AVX-512 with byte masks, VBMI, VBMI2 and IFMA beside that (Ice Lake, Zen 4, and later).
    YOKE_CPU_AVX512
};

/// For tests: uses no more than `level` from now on. Returns what will be used.
enum yoke_cpu_level yoke_cpu_force(enum yoke_cpu_level level);

#endif
