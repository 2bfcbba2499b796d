#include "number/exact.h"

// The midpoint of two doubles has at most 768 digits. So the code reads only the first 800 digits of a number, and then only checks if all
// later digits are 0. The numbers here need less than 2,720 bits: the largest are an integer of 800 digits, and a significand times 5^1124.
enum { BIG_WORDS = 48, BIG_DIGITS = 800 };

typedef struct big {
    uint64_t word[BIG_WORDS];
    unsigned count;
} big;

static void big_multiply_add(big *b, uint64_t m, uint64_t carry) {
    for (unsigned i = 0; i < b->count; i++) {
        yoke_wide p = yoke_multiply(b->word[i], m);
        b->word[i] = p.low + carry;
        carry = p.high + (b->word[i] < carry);
    }
    if (carry != 0 && b->count < BIG_WORDS) b->word[b->count++] = carry;
}

static void big_multiply_power_of_five(big *b, int64_t n) {
    for (; n >= 27; n -= 27) big_multiply_add(b, 7450580596923828125u, 0);  // 5^27, the greatest power of five in a word
    uint64_t rest = 1;
    while (n-- > 0) rest *= 5;
    big_multiply_add(b, rest, 0);
}

static void big_shift_left(big *b, int64_t n) {
    for (; n >= 63; n -= 63) big_multiply_add(b, 1ull << 63, 0);
    big_multiply_add(b, 1ull << n, 0);
}

static int big_compare(const big *a, const big *b) {
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (unsigned i = a->count; i-- > 0;)
        if (a->word[i] != b->word[i]) return a->word[i] < b->word[i] ? -1 : 1;
    return 0;
}

uint64_t yoke_round_exactly(const number *x, uint64_t below, format f) {
    const uint8_t *p = first_significant(x);
    size_t total = digits_between(x, p, x->end), left = total < BIG_DIGITS ? total : BIG_DIGITS;
    int64_t ten = x->exponent + (int64_t)(total - left);
    big text_side, half;
    text_side.count = 0;
    while (left > 0) {
        size_t step = left < 19 ? left : 19;
        big_multiply_add(&text_side, yoke_tens[step], read_digits(x, &p, step));
        left -= step;
    }
    bool more = false;
    while (p < x->end && !more) more = read_digits(x, &p, 1) != 0;

    int biased = (int)(below >> (f.bits - 1));
    uint64_t significand = below & ((1ull << (f.bits - 1)) - 1);
    if (biased > 0) significand |= 1ull << (f.bits - 1);
    int64_t two = (biased > 0 ? biased : 1) - f.bias - f.bits;  // the midpoint has one bit more than the significand
    half.word[0] = 2 * significand + 1;
    half.count = 1;

    if (ten >= 0) big_multiply_power_of_five(&text_side, ten);
    else big_multiply_power_of_five(&half, -ten);
    if (ten >= two) big_shift_left(&text_side, ten - two);
    else big_shift_left(&half, two - ten);
    int order = big_compare(&text_side, &half);
    bool up = order > 0 || (order == 0 && (more || (below & 1)));
    return below + up;
}
