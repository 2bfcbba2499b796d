// The instructions for functions marked YOKE_AVX2 or YOKE_AVX512 (base/platform.h), and the test whether the processor has them. This is a
// separate header, because few files need the headers of these instructions, and a compiler takes most of a second to read those headers.
#pragma once

#include "base/platform.h"

#if YOKE_WIDE

#include <cpuid.h>
#include <immintrin.h>

/// Returns which functions may be called: 0 for no marked functions, 1 for those marked YOKE_AVX2, 2 for all. An instruction set counts
/// only if the operating system saves its registers. Cost: in a virtual machine, each `cpuid` takes as long as thousands of instructions.
/// So the function does not ask which leaves (numbered answers of `cpuid`) exist: leaf 1 exists on all of x86-64, and leaf 7 on every
/// processor with XSAVE.
yoke_inline int yoke_wide_kinds(void) {
    const unsigned base = bit_OSXSAVE | bit_AVX | bit_PCLMUL | bit_POPCNT, extended = bit_AVX2 | bit_BMI | bit_BMI2;
    const unsigned wide = bit_AVX512F | bit_AVX512BW | bit_AVX512VL | bit_AVX512IFMA;
    const unsigned wider = bit_AVX512VBMI | bit_AVX512VBMI2;
    unsigned a, b, c, d, kept, high;
    __cpuid(1, a, b, c, d);
    if ((c & base) != base) return 0;
    __asm__ volatile("xgetbv" : "=a"(kept), "=d"(high) : "c"(0));
    (void)high;
    __cpuid_count(7, 0, a, b, c, d);
    if ((b & extended) != extended || (kept & 6) != 6) return 0;
    return (b & wide) == wide && (c & wider) == wider && (kept & 0xE6) == 0xE6 ? 2 : 1;
}

#else
yoke_inline int yoke_wide_kinds(void) { return 0; }
#endif
