// Everything that depends on the processor or the compiler. Private to the C engine.
//
// A vector is 16 bytes: SSE2 on x86-64, NEON on arm64. Every such processor has these instructions, so the code uses them without a
// check at run time. On other processors, and with -DYOKE_PORTABLE, YOKE_VECTOR is 0 and code works on bytes or words. Tests use
// -DYOKE_PORTABLE to compile a second engine for comparison.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/words.h"

#define yoke_likely(x) __builtin_expect(!!(x), 1)
#define yoke_unlikely(x) __builtin_expect(!!(x), 0)
#define yoke_inline static inline __attribute__((always_inline, unused))
#define yoke_cold __attribute__((noinline, cold))
/// Keeps clang from inlining a function, so that clang optimises it for speed and not for size. Without this: if all exits of a loop are
/// unlikely, clang regards the code after the loop as cold. It then regards the entire function as cold and optimises it for size.
/// scripts/check-cold finds such functions.
#define yoke_not_for_size __attribute__((noinline))
/// Aligns a function's address to a cache line. For functions whose loops are slower at other addresses, such as `yoke_keep_indexed` (8 %
/// slower).
#define yoke_aligned __attribute__((aligned(64)))

/// The systems whose threads tell the bounds of their call stack, each in its own way (see base/stack.c).
#if defined(__APPLE__)
#define YOKE_APPLE 1
#define YOKE_LINUX 0
#elif defined(__linux__)
#define YOKE_APPLE 0
#define YOKE_LINUX 1
#else
#define YOKE_APPLE 0
#define YOKE_LINUX 0
#endif
/// True if the system tells the bounds of the entire stack. musl tells only the mapped part of the main thread's stack.
#if YOKE_APPLE || defined(__GLIBC__)
#define YOKE_TELLS_ENTIRE_STACK 1
#else
#define YOKE_TELLS_ENTIRE_STACK 0
#endif

/// Loads the byte at `p` with a load instruction of its own. After a vector load from `p`, a compiler would otherwise extract the byte from
/// the vector, which is slower.
yoke_inline uint8_t yoke_load8(const uint8_t *p) {
    __asm__("" : "+r"(p));
    return *p;
}

// MARK: - Vectors

#if !defined(YOKE_PORTABLE) && defined(__SSE2__)

#include <emmintrin.h>
#define YOKE_VECTOR 1
typedef __m128i yoke_v16;

yoke_inline yoke_v16 yoke_v16_load(const uint8_t *p) { return _mm_loadu_si128((const __m128i *)(const void *)p); }
yoke_inline yoke_v16 yoke_v16_fill(uint8_t byte) { return _mm_set1_epi8((char)byte); }
yoke_inline yoke_v16 yoke_v16_or(yoke_v16 a, yoke_v16 b) { return _mm_or_si128(a, b); }
yoke_inline yoke_v16 yoke_v16_and(yoke_v16 a, yoke_v16 b) { return _mm_and_si128(a, b); }
yoke_inline yoke_v16 yoke_v16_xor(yoke_v16 a, yoke_v16 b) { return _mm_xor_si128(a, b); }
/// Comparisons return FF in each byte for which they hold, and 00 in all other bytes.
yoke_inline yoke_v16 yoke_v16_equal(yoke_v16 a, yoke_v16 b) { return _mm_cmpeq_epi8(a, b); }
/// Compares bytes as signed numbers: hexadecimal 80 is the least, 7F the greatest.
yoke_inline yoke_v16 yoke_v16_signed_greater(yoke_v16 a, yoke_v16 b) { return _mm_cmpgt_epi8(a, b); }
yoke_inline yoke_v16 yoke_v16_subtract(yoke_v16 a, yoke_v16 b) { return _mm_sub_epi8(a, b); }
/// Returns a - b for each unsigned byte; 0 where b is greater.
yoke_inline yoke_v16 yoke_v16_subtract_to_zero(yoke_v16 a, yoke_v16 b) { return _mm_subs_epu8(a, b); }
/// True if any byte of `a` has its top bit set.
yoke_inline bool yoke_v16_any_top(yoke_v16 a) { return _mm_movemask_epi8(a) != 0; }
yoke_inline void yoke_v16_store(uint8_t *p, yoke_v16 a) { _mm_storeu_si128((__m128i *)(void *)p, a); }
/// Returns one bit for each byte of a comparison's result. The first byte becomes the lowest bit.
yoke_inline unsigned yoke_v16_bits(yoke_v16 a) { return (unsigned)_mm_movemask_epi8(a); }
/// Returns the top bit of each of the 16 bytes. The bit of the first byte becomes the lowest bit.
yoke_inline unsigned yoke_v16_top_bits(yoke_v16 a) { return (unsigned)_mm_movemask_epi8(a); }
/// Returns the sum of the 16 bytes of `a`.
yoke_inline uint64_t yoke_v16_sum(yoke_v16 a) {
    __m128i s = _mm_sad_epu8(a, _mm_setzero_si128());
    return (uint64_t)_mm_cvtsi128_si64(s) + (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(s, s));
}
/// Returns one bit for each byte of four comparison results. The first byte of `a` becomes the lowest bit.
yoke_inline uint64_t yoke_v16_mask(yoke_v16 a, yoke_v16 b, yoke_v16 c, yoke_v16 d) {
    return (uint64_t)(uint32_t)_mm_movemask_epi8(a) | (uint64_t)(uint32_t)_mm_movemask_epi8(b) << 16 |
           (uint64_t)(uint32_t)_mm_movemask_epi8(c) << 32 | (uint64_t)(uint32_t)_mm_movemask_epi8(d) << 48;
}


#define YOKE_SPLIT_SIXTEEN 1
/// Returns the decimal digits of two values below 10^8 as bytes 0...9: eight digits of `first`, then eight of `second`. Divides by 10000,
/// then by 100, then by 10. Each division is a product and a shift of all lanes at once, as in digits_write.h.
yoke_inline yoke_v16 yoke_v16_split_sixteen(uint32_t first, uint32_t second) {
    __m128i x = _mm_set_epi64x(second, first);
    __m128i fours = _mm_srli_epi64(_mm_mul_epu32(x, _mm_set1_epi64x(3518437209)), 45);
    x = _mm_sub_epi64(x, _mm_mul_epu32(fours, _mm_set1_epi64x(10000)));
    x = _mm_or_si128(fours, _mm_slli_epi64(x, 32));
    __m128i twos = _mm_srli_epi16(_mm_mulhi_epu16(x, _mm_set1_epi16(5243)), 3);
    x = _mm_sub_epi16(x, _mm_mullo_epi16(twos, _mm_set1_epi16(100)));
    x = _mm_or_si128(twos, _mm_slli_epi32(x, 16));
    __m128i ones = _mm_mulhi_epu16(x, _mm_set1_epi16(6554));
    return _mm_sub_epi16(_mm_slli_epi16(x, 8), _mm_mullo_epi16(ones, _mm_set1_epi16(10 * 256 - 1)));
}
yoke_inline uint64_t yoke_v16_low(yoke_v16 a) { return (uint64_t)_mm_cvtsi128_si64(a); }
/// Returns the value of the decimal number with 16 digits, given as bytes 0...9, the most significant first. Joins neighbours to pairs,
/// then to groups of four and eight.
yoke_inline uint64_t yoke_v16_join_sixteen(yoke_v16 a) {
    // The lower byte of each 16-bit lane holds the value of a pair of digits. The upper byte is meaningless; the next line masks it out.
    __m128i twos = _mm_add_epi16(_mm_mullo_epi16(a, _mm_set1_epi16(10)), _mm_srli_epi16(a, 8));
    __m128i fours = _mm_madd_epi16(_mm_and_si128(twos, _mm_set1_epi16(0xFF)), _mm_set1_epi32(100 | 1 << 16));
    __m128i eights = _mm_madd_epi16(_mm_packs_epi32(fours, fours), _mm_set1_epi32(10000 | 1 << 16));
    uint64_t x = (uint64_t)_mm_cvtsi128_si64(eights);
    return (x & 0xFFFFFFFF) * 100000000 + (x >> 32);
}

#elif !defined(YOKE_PORTABLE) && defined(__aarch64__) && defined(__ARM_NEON) &&                                       \
    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

#include <arm_neon.h>
#define YOKE_VECTOR 1
typedef uint8x16_t yoke_v16;

yoke_inline yoke_v16 yoke_v16_load(const uint8_t *p) { return vld1q_u8(p); }
yoke_inline yoke_v16 yoke_v16_fill(uint8_t byte) { return vdupq_n_u8(byte); }
yoke_inline yoke_v16 yoke_v16_or(yoke_v16 a, yoke_v16 b) { return vorrq_u8(a, b); }
yoke_inline yoke_v16 yoke_v16_and(yoke_v16 a, yoke_v16 b) { return vandq_u8(a, b); }
yoke_inline yoke_v16 yoke_v16_xor(yoke_v16 a, yoke_v16 b) { return veorq_u8(a, b); }
yoke_inline yoke_v16 yoke_v16_equal(yoke_v16 a, yoke_v16 b) { return vceqq_u8(a, b); }
yoke_inline yoke_v16 yoke_v16_signed_greater(yoke_v16 a, yoke_v16 b) {
    return vcgtq_s8(vreinterpretq_s8_u8(a), vreinterpretq_s8_u8(b));
}
yoke_inline yoke_v16 yoke_v16_subtract(yoke_v16 a, yoke_v16 b) { return vsubq_u8(a, b); }
yoke_inline yoke_v16 yoke_v16_subtract_to_zero(yoke_v16 a, yoke_v16 b) { return vqsubq_u8(a, b); }
yoke_inline bool yoke_v16_any_top(yoke_v16 a) { return vmaxvq_u8(a) >= 0x80; }
yoke_inline void yoke_v16_store(uint8_t *p, yoke_v16 a) { vst1q_u8(p, a); }
yoke_inline unsigned yoke_v16_bits(yoke_v16 a) {
    static const uint8_t bit[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t bits = vandq_u8(a, vld1q_u8(bit));
    return (unsigned)vaddv_u8(vget_low_u8(bits)) | (unsigned)vaddv_u8(vget_high_u8(bits)) << 8;
}
yoke_inline unsigned yoke_v16_top_bits(yoke_v16 a) { return yoke_v16_bits(vcltzq_s8(vreinterpretq_s8_u8(a))); }
yoke_inline uint64_t yoke_v16_sum(yoke_v16 a) { return vaddlvq_u8(a); }
yoke_inline uint64_t yoke_v16_mask(yoke_v16 a, yoke_v16 b, yoke_v16 c, yoke_v16 d) {
    static const uint8_t bit[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t bits = vld1q_u8(bit);
    uint8x16_t low = vpaddq_u8(vandq_u8(a, bits), vandq_u8(b, bits));
    uint8x16_t high = vpaddq_u8(vandq_u8(c, bits), vandq_u8(d, bits));
    uint8x16_t all = vpaddq_u8(low, high);
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(all, all)), 0);
}
yoke_inline uint64_t yoke_v16_join_sixteen(yoke_v16 a) {
    static const uint8_t tens[16] = {10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1};
    static const uint16_t hundreds[8] = {100, 1, 100, 1, 100, 1, 100, 1};
    static const uint32_t thousands[4] = {10000, 1, 10000, 1};
    uint16x8_t twos = vpaddlq_u8(vmulq_u8(a, vld1q_u8(tens)));
    uint32x4_t fours = vpaddlq_u16(vmulq_u16(twos, vld1q_u16(hundreds)));
    uint64x2_t eights = vpaddlq_u32(vmulq_u32(fours, vld1q_u32(thousands)));
    return vgetq_lane_u64(eights, 0) * 100000000 + vgetq_lane_u64(eights, 1);
}

#else
#define YOKE_VECTOR 0
#endif

// MARK: - Wider vectors

// `yoke_wide_kinds` tells which functions marked YOKE_AVX2 or YOKE_AVX512 the processor can run. `yoke_cpu` remembers this answer; ask
// `yoke_cpu`. If YOKE_WIDE is 0, such functions are not compiled. base/avx.h includes the intrinsics that these functions use.
#if YOKE_VECTOR && defined(__x86_64__)
#define YOKE_WIDE 1
#define YOKE_AVX2 __attribute__((target("avx2,bmi,bmi2,pclmul,popcnt")))
// (`yoke_wide_kinds` does not ask for lzcnt: every processor with VBMI2 has it.)
#define YOKE_AVX512 \
    __attribute__((target("avx2,bmi,bmi2,lzcnt,pclmul,popcnt,avx512f,avx512bw,avx512vl,avx512ifma,avx512vbmi,avx512vbmi2")))
#else
#define YOKE_WIDE 0
#endif
