// Splits a value into sixteen decimal digits at once, in a vector if the processor has one. Private to number/write.c.
#pragma once

#include "base/avx.h"
#include "number/digits_write.h"
#include "number/powers.h"

/// Sixteen digits as text. `head`: the first eight digits. `some`: a word whose highest set bit shows the last digit other than 0. Bit 0
/// stands for the first digit, bit 15 for the last one.
typedef struct sixteen_digits {
#if YOKE_SPLIT_SIXTEEN
    yoke_v16 text;
#else
    uint64_t tail;
#endif
    uint64_t head;
    uint32_t some;
} sixteen_digits;

/// A function that splits a value below 10^16 into its digits.
typedef sixteen_digits splitter(uint64_t value);

/// Returns value / 10^8. Uses a multiplication, because the compiler would emit a slow division if the caller splits two values at once.
yoke_inline uint64_t divide_by_eight_digits(uint64_t value) { return yoke_multiply(value, 0xABCC77118461CEFDu).high >> 26; }

yoke_inline sixteen_digits split_sixteen(uint64_t value) {
    uint32_t high = (uint32_t)divide_by_eight_digits(value);
    uint32_t low = (uint32_t)(value - (uint64_t)high * YOKE_EIGHT_DIGITS);
    sixteen_digits d;
#if YOKE_SPLIT_SIXTEEN
    yoke_v16 digits = yoke_v16_split_sixteen(high, low);
    d.some = ~yoke_v16_bits(yoke_v16_equal(digits, yoke_v16_fill(0))) & 0xFFFF;
    d.text = yoke_v16_or(digits, yoke_v16_fill('0'));
    d.head = yoke_v16_low(d.text);
#else
    uint64_t head = yoke_split_eight(high), tail = yoke_split_eight(low);
    // Set only one bit of `some`, for the last digit other than 0: callers use only the highest bit.
    d.some = tail != 0 ? 0x8000u >> __builtin_clzll(tail) / 8 : 0x80u >> __builtin_clzll(head) / 8;
    d.head = head | yoke_word_fill('0');
    d.tail = tail | yoke_word_fill('0');
#endif
    return d;
}

#if YOKE_WIDE

/// Returns the eight digits of a value below 10^8 as text, one digit in each lane. Lane i uses n = 8 - i. It computes the fraction of
/// value / 10^n, in units of 2^-52. The integer part of ten times this fraction is the lane's digit. To get the fraction, the lane
/// multiplies the value by 2^52 / 10^n, which is rounded:
/// - For n up to 7, this factor is rounded up, so the fraction is too great by less than 10^8. The digit is right nevertheless: exact
///   fractions are multiples of 2^52 / 10^n, and the error is smaller.
/// - For n = 8, the factor is rounded down, so the fraction is too small by at most 27,370,496. Adding 2^25 corrects the fraction.
/// All lanes add 2^25. For the lanes that round up, the error stays small enough.
YOKE_AVX512 yoke_inline __m512i split_eight_avx512(uint64_t value) {
    const uint64_t one = UINT64_C(1) << 52;
    const __m512i over_tens = _mm512_setr_epi64(one / 100000000, one / 10000000 + 1, one / 1000000 + 1, one / 100000 + 1, one / 10000 + 1,
                                                one / 1000 + 1, one / 100 + 1, one / 10 + 1);
    const __m512i fractions = _mm512_madd52lo_epu64(_mm512_set1_epi64(1 << 25), _mm512_set1_epi64((long long)value), over_tens);
    return _mm512_madd52hi_epu64(_mm512_set1_epi64('0'), fractions, _mm512_set1_epi64(10));
}

YOKE_AVX512 yoke_inline sixteen_digits split_sixteen_avx512(uint64_t value) {
    const uint64_t high = divide_by_eight_digits(value), low = value - high * YOKE_EIGHT_DIGITS;
    const __m128i first_bytes = _mm_setr_epi8(0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120);
    const __m512i text = _mm512_permutex2var_epi8(split_eight_avx512(high), _mm512_castsi128_si512(first_bytes), split_eight_avx512(low));
    sixteen_digits d;
    d.text = _mm512_castsi512_si128(text);
    d.some = _mm_cmpneq_epi8_mask(d.text, _mm_set1_epi8('0'));
    d.head = yoke_v16_low(d.text);
    return d;
}

#endif

yoke_inline void store_sixteen(sixteen_digits d, uint8_t *out) {
#if YOKE_SPLIT_SIXTEEN
    yoke_v16_store(out, d.text);
#else
    yoke_store_digits(out, d.head);
    yoke_store_digits(out + 8, d.tail);
#endif
}
