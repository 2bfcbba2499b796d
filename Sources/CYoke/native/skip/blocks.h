// Shared code for scanning text in blocks of 64 bytes: finds escapes and strings as bit masks. Private to the files in native/skip/.
#pragma once

#include "base/cpu_level.h"
#include "base/avx.h"

#if YOKE_VECTOR

enum { BLOCK = 64 };

/// Returns the bits of the escaped bytes: each follows a backslash that is not escaped itself. `*is_escaped` must be 1 if the block's first
/// byte is escaped, else 0. The function sets `*is_escaped` for the next block. The method is by Langdale and Lemire, arXiv 1902.08318.
yoke_inline uint64_t find_escaped(uint64_t *is_escaped, uint64_t backslashes) {
    const uint64_t odd = UINT64_C(0xAAAAAAAAAAAAAAAA);
    const uint64_t beginnings = backslashes & ~*is_escaped;
    const uint64_t codes = (((beginnings << 1) | odd) - beginnings) ^ odd;
    const uint64_t escaped = codes ^ (backslashes | *is_escaped);
    *is_escaped = (codes & backslashes) >> 63;
    return escaped;
}

/// Returns a word in which a bit is 1 if `x` has an odd number of set bits up to and including this bit. If `x` marks quotes, the result
/// marks the bytes from each opening quote up to its closing quote.
yoke_inline uint64_t fill_between(uint64_t x) {
    for (unsigned i = 1; i < 64; i *= 2) x ^= x << i;
    return x;
}

#if YOKE_WIDE

/// As `fill_between`, with one instruction: a product by all ones, without carries, is the parity of the bits up to each bit.
YOKE_AVX2 yoke_inline uint64_t fill_between_wide(uint64_t x) {
    const __m128i product = _mm_clmulepi64_si128(_mm_set_epi64x(0, (long long)x), _mm_set1_epi8((char)0xFF), 0);
    return (uint64_t)_mm_cvtsi128_si64(product);
}

YOKE_AVX2 yoke_inline uint64_t mask_avx2(__m256i a, __m256i b) {
    return (uint64_t)(uint32_t)_mm256_movemask_epi8(a) | (uint64_t)(uint32_t)_mm256_movemask_epi8(b) << 32;
}

YOKE_AVX2 yoke_inline uint64_t equal_avx2(__m256i a, __m256i b, char c) {
    const __m256i byte = _mm256_set1_epi8(c);
    return mask_avx2(_mm256_cmpeq_epi8(a, byte), _mm256_cmpeq_epi8(b, byte));
}

#endif
#endif
