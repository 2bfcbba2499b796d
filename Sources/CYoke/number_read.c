// Number text to machine numbers. One scanner checks the grammar and gathers the digits; from there
//   integers  take the digits as they are, or, with a fraction or an exponent, a slower exact path;
//   doubles   go through three paths, each taken when the one before it cannot be sure:
//
//     digits * 10^e --both exact in a double--> one IEEE operation            (Clinger, PLDI 1990)
//                   --else--> 128 bit product with a bracket of the error     (Eisel-Lemire, arXiv 2101.11408)
//                   --bracket holds a rounding boundary--> compare big integers on the stack
//
// Invariant: nothing outside s[0..<n] is loaded, and no loop runs longer than O(n), whatever the exponent says.
#include "number_wide.h"

#include "digits.h"

#include <float.h>
#include <stdbool.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))
#define COLD static __attribute__((noinline, cold))

// MARK: Tables

const yoke_wide yoke_pow10[YOKE_POW10_LAST - YOKE_POW10_FIRST + 1] = {
#include "pow10.inc"
};

const uint64_t yoke_tens[20] = {
    1u, 10u, 100u, 1000u, 10000u, 100000u, 1000000u, 10000000u, 100000000u, 1000000000u, 10000000000u, 100000000000u,
    1000000000000u, 10000000000000u, 100000000000000u, 1000000000000000u, 10000000000000000u, 100000000000000000u,
    1000000000000000000u, 10000000000000000000u};

// MARK: Text, eight bytes at a time

/// The text with its last eight bytes at hand, so that a load near the end needs neither padding nor a loop.
typedef struct text {
    const uint8_t *end;
    /// The last bytes, the very last on top; zeros below when there are fewer than eight.
    uint64_t tail;
} text;

/// For 1 <= n < 8: overlapping loads instead of a loop over the bytes. Where they overlap, both have the same bits.
INLINE uint64_t load_short(const uint8_t *p, size_t n) {
    if (n >= 4) {
        uint64_t a = p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24;
        const uint8_t *q = p + n - 4;
        uint64_t b = q[0] | (uint64_t)q[1] << 8 | (uint64_t)q[2] << 16 | (uint64_t)q[3] << 24;
        return a | b << (8 * (n - 4));
    }
    return p[0] | (uint64_t)p[n / 2] << (8 * (n / 2)) | (uint64_t)p[n - 1] << (8 * (n - 1));
}

INLINE text text_make(const uint8_t *s, size_t n) {
    return (text){s + n, n >= 8 ? yoke_load_digits(s + n - 8) : load_short(s, n) << (8 * (8 - n))};
}

/// The eight bytes from `p` on, the first one lowest; zeros, which no rule of the grammar accepts, behind the end.
INLINE uint64_t window(const text *t, const uint8_t *p) {
    size_t left = (size_t)(t->end - p);
    if (left >= 8) return yoke_load_digits(p);
    return (t->tail >> 1) >> (63 - 8 * left);  // in two steps, because left may be 0
}

// MARK: Grammar

/// A number that follows RFC 8259 section 6. Value: digits * 10^exponent, unless there are more than 19 digits.
typedef struct number {
    /// All digits as one integer, modulo 2^64.
    uint64_t digits;
    /// The power of ten of the last digit.
    int64_t exponent;
    /// The digits stand at whole..<whole_end and fraction..<end (a point is between them, or all three are equal).
    const uint8_t *whole, *whole_end, *fraction, *end;
    bool negative;
} number;

/// Appends the digits at `p` to `value` and returns their end.
INLINE const uint8_t *scan_digits(const text *t, const uint8_t *p, uint64_t *value) {
    for (;;) {
        uint64_t bytes = window(t, p);
        unsigned count = yoke_digit_run(bytes);
        if (count == 0) return p;
        *value = *value * yoke_tens[count] + yoke_digits_value(bytes, count);
        p += count;
        if (count < 8) return p;
    }
}

/// Stops growing far past any exponent that matters and far below overflow, however many digits come.
INLINE const uint8_t *scan_exponent(const uint8_t *p, const uint8_t *end, int64_t *exponent) {
    bool negative = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+')) p++;
    const uint8_t *first = p;
    int64_t value = 0;
    for (; p < end && *p - '0' < 10u; p++)
        if (value < INT64_MAX / 40) value = value * 10 + (*p - '0');
    *exponent += negative ? -value : value;
    return p == first ? NULL : p;
}

/// False when the text is not a number.
INLINE bool scan(const uint8_t *s, size_t n, number *x) {
    if (n == 0) return false;
    text t = text_make(s, n);
    const uint8_t *p = s;
    x->negative = *p == '-';
    p += x->negative;
    x->whole = p;
    x->digits = 0;
    p = scan_digits(&t, p, &x->digits);
    x->whole_end = x->fraction = p;
    if (p == x->whole || (*x->whole == '0' && p != x->whole + 1)) return false;
    if (p < t.end && *p == '.') {
        x->fraction = ++p;
        p = scan_digits(&t, p, &x->digits);
        if (p == x->fraction) return false;
    }
    x->end = p;
    x->exponent = -(int64_t)(p - x->fraction);
    if (p < t.end && (*p | 0x20) == 'e') {
        p = scan_exponent(p + 1, t.end, &x->exponent);
        if (p == NULL) return false;
    }
    return p == t.end;
}

INLINE size_t digit_count(const number *x) {
    return (size_t)(x->whole_end - x->whole) + (size_t)(x->end - x->fraction);
}

/// The digits from `p` to `end`, without the point when it is among them.
INLINE size_t digits_between(const number *x, const uint8_t *p, const uint8_t *end) {
    return (size_t)(end - p) - (p <= x->whole_end && end > x->whole_end);
}

/// Reads up to `count` <= 19 digits as an integer, moving `p`, which must not reach past the end of the digits.
static uint64_t take_digits(const number *x, const uint8_t **p, size_t count) {
    uint64_t value = 0;
    while (count > 0) {
        if (*p == x->whole_end) *p = x->fraction;
        value = value * 10 + (uint64_t)(*(*p)++ - '0');
        count--;
    }
    return value;
}

/// The first digit that is not 0, or x->end.
static const uint8_t *first_significant(const number *x) {
    const uint8_t *p = x->whole;
    while (p < x->end && (*p == '0' || p == x->whole_end)) p++;
    return p;
}

// MARK: Integers

/// a * m + b; false when that needs more than 128 bits.
static bool multiply_add(yoke_wide *a, uint64_t m, uint64_t b) {
    yoke_wide low = yoke_multiply(a->low, m), high = yoke_multiply(a->high, m);
    uint64_t sum = low.low + b, carry = sum < b;
    uint64_t top = low.high + carry;  // cannot wrap: the product's high word is at most 2^64 - 2
    uint64_t all = high.low + top;
    if (high.high != 0 || all < top) return false;
    *a = (yoke_wide){sum, all};
    return true;
}

/// Any integral form, 128 bits. Zeros at both ends are taken off first: what is left tells whether the value is
/// integral and whether it can fit, before any arithmetic.
COLD yoke_number_status read_magnitude(const uint8_t *s, size_t n, bool *negative, yoke_wide *out) {
    number x;
    if (!scan(s, n, &x)) return YOKE_NUMBER_SYNTAX;
    *negative = x.negative;
    *out = (yoke_wide){0, 0};
    const uint8_t *first = first_significant(&x);
    if (first == x.end) return YOKE_NUMBER_OK;
    const uint8_t *end = x.end;
    while (end[-1] == '0' || end[-1] == '.') end--;
    int64_t zeros = x.exponent + (int64_t)digits_between(&x, end, x.end);
    if (zeros < 0) return YOKE_NUMBER_FRACTION;
    size_t count = digits_between(&x, first, end);
    if (count > 39 || zeros > 39 - (int64_t)count) return YOKE_NUMBER_RANGE;  // 2^128 has 39 digits
    while (count > 0) {
        size_t step = count < 19 ? count : 19;
        if (!multiply_add(out, yoke_tens[step], take_digits(&x, &first, step))) return YOKE_NUMBER_RANGE;
        count -= step;
    }
    for (; zeros > 0; zeros -= zeros < 19 ? zeros : 19)
        if (!multiply_add(out, yoke_tens[zeros < 19 ? zeros : 19], 0)) return YOKE_NUMBER_RANGE;
    return YOKE_NUMBER_OK;
}

/// The common integer: no point, no exponent, at most 19 digits, which 64 bits hold. False: not so.
INLINE bool read_plain(const uint8_t *s, size_t n, bool *negative, uint64_t *out) {
    if (n - 1 > 19) return false;  // 0 too
    text t = text_make(s, n);
    *negative = *s == '-';
    const uint8_t *whole = s + *negative;
    *out = 0;
    const uint8_t *p = scan_digits(&t, whole, out);
    size_t count = (size_t)(p - whole);
    return p == t.end && count - 1 < 19 && (*whole != '0' || count == 1);
}

yoke_number_status yoke_read_i64(const uint8_t *s, size_t n, int64_t *out) {
    bool negative;
    uint64_t plain;
    yoke_wide m;
    if (__builtin_expect(read_plain(s, n, &negative, &plain), 1)) {
        m = (yoke_wide){plain, 0};
    } else {
        yoke_number_status status = read_magnitude(s, n, &negative, &m);
        if (status != YOKE_NUMBER_OK) return status;
    }
    if (m.high != 0 || m.low > (uint64_t)INT64_MAX + negative) return YOKE_NUMBER_RANGE;
    *out = (int64_t)(negative ? 0 - m.low : m.low);
    return YOKE_NUMBER_OK;
}

yoke_number_status yoke_read_u64(const uint8_t *s, size_t n, uint64_t *out) {
    bool negative;
    uint64_t plain;
    yoke_wide m;
    if (__builtin_expect(read_plain(s, n, &negative, &plain), 1)) {
        m = (yoke_wide){plain, 0};
    } else {
        yoke_number_status status = read_magnitude(s, n, &negative, &m);
        if (status != YOKE_NUMBER_OK) return status;
    }
    if (m.high != 0 || (negative && m.low != 0)) return YOKE_NUMBER_RANGE;
    *out = m.low;
    return YOKE_NUMBER_OK;
}

yoke_number_status yoke_read_i128(const uint8_t *s, size_t n, yoke_wide *out) {
    bool negative;
    yoke_wide m = {0, 0};
    if (!read_plain(s, n, &negative, &m.low)) {
        m.low = 0;
        yoke_number_status status = read_magnitude(s, n, &negative, &m);
        if (status != YOKE_NUMBER_OK) return status;
    }
    const uint64_t top = 1ull << 63;
    if (m.high >= top && !(negative && m.high == top && m.low == 0)) return YOKE_NUMBER_RANGE;
    *out = negative ? (yoke_wide){0 - m.low, ~m.high + (m.low == 0)} : m;
    return YOKE_NUMBER_OK;
}

yoke_number_status yoke_read_u128(const uint8_t *s, size_t n, yoke_wide *out) {
    bool negative;
    yoke_wide m = {0, 0};
    if (!read_plain(s, n, &negative, &m.low)) {
        yoke_number_status status = read_magnitude(s, n, &negative, &m);
        if (status != YOKE_NUMBER_OK) return status;
    }
    if (negative && (m.low | m.high) != 0) return YOKE_NUMBER_RANGE;
    *out = m;
    return YOKE_NUMBER_OK;
}

// MARK: Floating point: the 128 bit product

/// An IEEE format: bits of the significand with the hidden one, and the bias of the exponent.
typedef struct format {
    int bits, bias;
} format;

static const format binary64 = {53, 1023}, binary32 = {24, 127};

INLINE uint64_t infinity_of(format f) { return (uint64_t)(2 * f.bias + 1) << (f.bits - 1); }

/// The encoded value at or next below the true one, and whether rounding goes up from it.
typedef struct guess {
    uint64_t below;
    enum { DOWN = 0, UP = 1, UNSURE = 2 } side;
} guess;

/// The product of `w` with the table's lower word added to `x`, where the bracket might reach the half. False: it does.
/// (Apart, because whether the low word carries is anyone's guess, and must not be asked for every number.)
COLD bool settle(yoke_wide *x, uint64_t w, uint64_t power) {
    if (x->low + w >= w) return true;
    yoke_wide y = yoke_multiply(w, power);
    x->low += y.high;
    if (x->low < y.high) {
        x->high += 1;  // r is 1 now and the rest 0
        return true;
    }
    return !(x->low == UINT64_MAX && y.low + w < w);
}

/// Rounds w * 10^e, w > 0, FIRST <= e <= 308, by Eisel-Lemire.
///
/// The table is cut, so the product is a lower bound, and the truth is less than w units of its last word above:
///
///     |1xxxxx...x|r|............|................|................|   192 bits
///      kept >> 1  ^half   rest        x.low            y.low
///
/// That matters only where the bracket reaches the half: r = 0 and all ones behind it. (All ones behind r = 1 reach
/// the next value, to which it is rounded anyway.)
INLINE guess approximate(uint64_t w, int e, format f) {
    int zeros = __builtin_clzll(w);
    w <<= zeros;
    const yoke_wide *power = &yoke_pow10[e - YOKE_POW10_FIRST];
    yoke_wide x = yoke_multiply(w, power->high);
    int top = (int)(x.high >> 63);
    int biased = ((217706 * e) >> 16) + 63 - zeros + top + f.bias;  // floor(e * log2(10)) for |e| <= 350
    int drop = 62 + top - f.bits;
    if (biased <= 0) {  // subnormal: the places are fixed, so fewer bits are kept
        drop += 1 - biased;
        biased = 1;
        if (drop > 63) return (guess){0, DOWN};  // below half of the least value
    }
    if (biased > 2 * f.bias) return (guess){infinity_of(f), DOWN};
    uint64_t mask = (1ull << drop) - 1;
    if (__builtin_expect((x.high & (mask | 1ull << drop)) == mask, 0) && !settle(&x, w, power->low))
        return (guess){(x.high >> drop >> 1) + ((uint64_t)(biased - 1) << (f.bits - 1)), UNSURE};
    uint64_t kept = x.high >> drop;
    // The hidden bit adds one to the exponent of a normal value; a carry out of the significand does the same.
    guess g = {(kept >> 1) + ((uint64_t)(biased - 1) << (f.bits - 1)), (kept & 1) ? UP : DOWN};
    // Exactly half: only for an exact entry of one word (e <= 27), since no tie has a factor of 5^28 in 54 bits. With
    // a cut entry the truth is above the half.
    // (The low word first: it hardly ever is 0, the bits of `kept` are any.)
    if (__builtin_expect(x.low == 0 && (x.high & mask) == 0 && (kept & 3) == 1 && e >= 0 && e <= 27, 0)) g.side = DOWN;
    return g;
}

// MARK: Floating point: big integers

// 800 digits, or 5^1124 times a significand, are under 2,720 bits. A half way between two doubles has at most 768
// digits, so that of more digits only "is one of them not 0" matters.
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
    for (; n >= 27; n -= 27) big_multiply_add(b, 7450580596923828125u, 0);  // 5^27, the greatest in a word
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

/// Rounds exactly, given the encoded value next below: is the text above or below the half between it and its
/// successor? Both sides are scaled to integers, so that this is one comparison. At most about 5,000 word products.
COLD uint64_t round_exactly(const number *x, uint64_t below, format f) {
    const uint8_t *p = first_significant(x);
    size_t total = digits_between(x, p, x->end), left = total < BIG_DIGITS ? total : BIG_DIGITS;
    int64_t ten = x->exponent + (int64_t)(total - left);
    big text_side, half;
    text_side.count = 0;
    while (left > 0) {
        size_t step = left < 19 ? left : 19;
        big_multiply_add(&text_side, yoke_tens[step], take_digits(x, &p, step));
        left -= step;
    }
    bool more = false;
    while (p < x->end && !more) more = take_digits(x, &p, 1) != 0;

    int biased = (int)(below >> (f.bits - 1));
    uint64_t significand = below & ((1ull << (f.bits - 1)) - 1);
    if (biased > 0) significand |= 1ull << (f.bits - 1);
    int64_t two = (biased > 0 ? biased : 1) - f.bias - f.bits;  // of the half: one place below the last
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

// MARK: Floating point: the way through

/// More than 19 digits: keeps the first 19 that count. True when one of the others is not 0.
COLD bool cut_to_19(number *x) {
    const uint8_t *p = first_significant(x);
    size_t count = digits_between(x, p, x->end);
    if (count <= 19) return false;  // zeros in front: x->digits did not wrap
    x->digits = take_digits(x, &p, 19);
    x->exponent += (int64_t)(count - 19);
    while (p < x->end)
        if (take_digits(x, &p, 1) != 0) return true;
    return false;
}

/// The encoding of |x| with more than 19 digits, or where the product left a doubt. The caller checks for infinity.
COLD uint64_t decode_hard(const number *x, format f) {
    number y = *x;
    bool more = digit_count(x) > 19 && cut_to_19(&y);
    if (y.digits == 0 || y.exponent < YOKE_POW10_FIRST) return 0;
    if (y.exponent > 308) return infinity_of(f);
    guess g = approximate(y.digits, (int)y.exponent, f);
    if (g.below >= infinity_of(f)) return infinity_of(f);
    if (more && g.side != UNSURE) {
        // The truth is between these 19 digits and the next ones: when both round to the same, so does it.
        guess h = approximate(y.digits + 1, (int)y.exponent, f);
        if (h.side == UNSURE || h.below + h.side != g.below + g.side) g.side = UNSURE;
    }
    return g.side == UNSURE ? round_exactly(x, g.below, f) : g.below + g.side;
}

/// The encoding of |x|.
INLINE uint64_t decode(const number *x, format f) {
    if (__builtin_expect(digit_count(x) <= 19, 1)) {
        if (x->digits == 0 || x->exponent < YOKE_POW10_FIRST) return 0;
        if (x->exponent > 308) return infinity_of(f);
        guess g = approximate(x->digits, (int)x->exponent, f);
        if (__builtin_expect(g.side != UNSURE, 1)) return g.below + g.side;
    }
    return decode_hard(x, f);
}

// Clinger's path: one operation on two exact operands rounds once, if the machine computes in the format itself (the
// x87 does not) and rounds to nearest, which is how every C program starts.
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD == 0
static const double exact_double[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
static const float exact_float[11] = {1e0f, 1e1f, 1e2f, 1e3f, 1e4f, 1e5f, 1e6f, 1e7f, 1e8f, 1e9f, 1e10f};
#define EXACT_PATH(x, power, bits_of_type)                                                         \
    (digit_count(x) <= 19 && (x)->digits <= 1ull << (bits_of_type) && (x)->exponent >= -(power) && \
     (x)->exponent <= (power))
#else
static const double exact_double[1] = {1};
static const float exact_float[1] = {1};
#define EXACT_PATH(x, power, bits_of_type) false
#endif

/// Any form, checked as it goes.
static __attribute__((noinline)) yoke_number_status read_f64_any(const uint8_t *s, size_t n, double *out) {
    number x;
    if (!scan(s, n, &x)) return YOKE_NUMBER_SYNTAX;
    if (EXACT_PATH(&x, 22, 53)) {
        double d = (double)x.digits;
        d = x.exponent < 0 ? d / exact_double[-x.exponent] : d * exact_double[x.exponent];
        *out = x.negative ? -d : d;
        return YOKE_NUMBER_OK;
    }
    uint64_t bits = decode(&x, binary64);
    if (bits >= infinity_of(binary64)) return YOKE_NUMBER_RANGE;
    bits |= (uint64_t)x.negative << 63;
    memcpy(out, &bits, sizeof *out);
    return YOKE_NUMBER_OK;
}

/// The usual fraction, -65.613616999999977: one to six digits, a point, more digits, 8 to 19 bytes. What lies where follows
/// from `n` and the point's place, so nothing branches on digits and no load waits for another. All else goes the way of
/// any number; so this has no stack frame.
yoke_number_status yoke_read_f64(const uint8_t *s, size_t n, double *out) {
    // Of the text's last eight bytes, those that neither of the first two loads has.
    static const uint64_t last[8] = {0,
                                     0xFF00000000000000u,
                                     0xFFFF000000000000u,
                                     0xFFFFFF0000000000u,
                                     0xFFFFFFFF00000000u,
                                     0xFFFFFFFFFF000000u,
                                     0xFFFFFFFFFFFF0000u,
                                     0xFFFFFFFFFFFFFF00u};
    if (n - 9 > 11) return read_f64_any(s, n, out);
    uint64_t negative = *s == '-';
    const uint8_t *p = s + negative;
    size_t left = n - negative - 8;
    if (left > 11) return read_f64_any(s, n, out);
    uint64_t head = yoke_load_digits(p), tail = yoke_load_digits(s + n - 8);
    uint64_t other = head ^ 0x2E2E2E2E2E2E2E2Eu;
    uint64_t point = (other - 0x0101010101010101u) & ~other & 0x8080808080808080u;
    unsigned bit = (unsigned)__builtin_ctzll(point | 1ull << 63) & 56; // exact for the first point
    uint64_t before = (1ull << bit) - 1;
    // The first eight bytes without the point: a zero and seven digits.
    uint64_t front = ((head & before) | (head >> 8 & ~before)) << 8 ^ 0x3030303030303000u;
    uint64_t middle = 0, scale = 1;
    int exponent = (int)(bit / 8) + 1 - (int)(left + 8);
    if (left >= 8) {
        middle = yoke_load_digits(p + 8) ^ 0x3030303030303030u;
        scale = 100000000u;
        left -= 8;
    }
    uint64_t rest = (tail ^ 0x3030303030303030u) & last[left];
    if (bit - 8 > 40 || ((head & 0xFF) == '0' && bit > 8) || !yoke_all_digits(front, middle, rest)) return read_f64_any(s, n, out);
    uint64_t digits = (yoke_eight_digits(front) * scale + yoke_eight_digits(middle)) * yoke_tens[left] + yoke_eight_digits(rest);
    if (digits == 0) return read_f64_any(s, n, out);
    guess g = approximate(digits, exponent, binary64);
    if (__builtin_expect(g.side == UNSURE, 0)) return read_f64_any(s, n, out);
    uint64_t bits = (g.below + g.side) | negative << 63;
    memcpy(out, &bits, sizeof *out);
    return YOKE_NUMBER_OK;
}

const uint8_t *yoke_scan_f64(const uint8_t *p, double *out) {
    uint64_t negative = *p == '-';
    const uint8_t *s = p + negative;
    uint64_t head = yoke_load_digits(s), next = yoke_load_digits(s + 8);
    uint64_t other = head ^ 0x2E2E2E2E2E2E2E2Eu;
    uint64_t point = (other - 0x0101010101010101u) & ~other & 0x8080808080808080u;
    unsigned bit = (unsigned)__builtin_ctzll(point | 1ull << 63) & 56; // exact for the first point
    uint64_t before = (1ull << bit) - 1;
    uint64_t front = ((head & before) | (head >> 8 & ~before)) << 8 ^ 0x3030303030303000u;
    if (bit - 8 > 40 || ((head & 0xFF) == '0' && bit > 8) || !yoke_all_digits(front, 0, 0)) return NULL;
    unsigned run = yoke_digit_run(next), places = 0;
    uint64_t middle = 0;
    const uint8_t *end = s + 8;
    if (run == 8) {
        middle = yoke_eight_digits(next ^ 0x3030303030303030u);
        places = 8;
        end += 8;
        next = yoke_load_digits(end);
        run = yoke_digit_run(next);
        if (run > 3) return NULL; // more than 18 digits
    }
    end += run;
    uint64_t rest = yoke_eight_digits((next ^ 0x3030303030303030u) << (56 - 8 * (run & 7)) << 8);
    // Three products side by side, not one behind the other: the time of all this is that of its longest chain.
    uint64_t digits = yoke_eight_digits(front) * yoke_tens[places + run] + (middle * yoke_tens[run] + rest);
    if (digits == 0) return NULL;
    guess g = approximate(digits, (int)(bit / 8) + 1 - (int)(end - s), binary64);
    if (__builtin_expect(g.side == UNSURE, 0)) return NULL;
    uint64_t bits = (g.below + g.side) | negative << 63;
    memcpy(out, &bits, sizeof *out);
    return end;
}

yoke_number_status yoke_read_f32(const uint8_t *s, size_t n, float *out) {
    number x;
    if (!scan(s, n, &x)) return YOKE_NUMBER_SYNTAX;
    if (EXACT_PATH(&x, 10, 24)) {
        float d = (float)x.digits;
        d = x.exponent < 0 ? d / exact_float[-x.exponent] : d * exact_float[x.exponent];
        *out = x.negative ? -d : d;
        return YOKE_NUMBER_OK;
    }
    uint64_t wide = decode(&x, binary32);
    if (wide >= infinity_of(binary32)) return YOKE_NUMBER_RANGE;
    uint32_t bits = (uint32_t)wide | (uint32_t)x.negative << 31;
    memcpy(out, &bits, sizeof *out);
    return YOKE_NUMBER_OK;
}
