// The level of instructions, for example AVX2, that the C engine may use. The engine asks the processor once. A test can force a level,
// which the engine then uses until a test forces another one.
#pragma once

enum yoke_cpu_level {
    /// The processor has not been asked yet. A test forces this level to have the processor asked again.
    YOKE_CPU_UNKNOWN,
    /// The instructions that every processor of the architecture has: SSE2, NEON, or no vectors.
    YOKE_CPU_BASE,
    /// AVX2, BMI2 and carry-less multiplication (x86-64).
    YOKE_CPU_AVX2,
    /// All of YOKE_CPU_AVX2, and AVX-512 with byte masks, VBMI, VBMI2 and IFMA (Ice Lake, Zen 4, and later).
    YOKE_CPU_AVX512
};

/// For tests: from now on the engine uses no instructions above `level`. Returns the level that the engine will use.
enum yoke_cpu_level yoke_cpu_force(enum yoke_cpu_level level);
