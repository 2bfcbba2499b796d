// Converts number text to doubles and floats. There are three paths. A path leaves numbers that it cannot read, or cannot round with
// certainty, to the next path. Doubles of the most common forms (plain.h) begin with the second path.
//
//     digits * 10^e ──both exact in a double──> one IEEE operation            (Clinger, PLDI 1990)
//                   ──else──> 128 bit product, with a limit of its error      (Eisel-Lemire, arXiv 2101.11408)
//                   ──the error could change the rounding──> compare big integers (number/exact.c)
#include "number/plain.h"
#include "number/scan.h"

#include <float.h>
#include <string.h>

const yoke_wide yoke_pow10[YOKE_POW10_LAST - YOKE_POW10_FIRST + 1] = {
#include "number/powers.inc"
};

// MARK: The product, where it is in doubt

bool yoke_refine_product(yoke_wide *x, uint64_t w, uint64_t power) {
    if (x->low + w >= w) return true;
    yoke_wide y = yoke_multiply(w, power);
    x->low += y.high;
    if (x->low < y.high) {
        x->high += 1;  // the carry sets the half bit (see round.h) and clears all bits after it
        return true;
    }
    return !(x->low == UINT64_MAX && y.low + w < w);
}

// MARK: Rounding

/// For a number with more than 19 digits: keeps its first 19 significant digits. Returns true if a later digit is not 0.
static yoke_cold bool cut_to_19(number *x) {
    const uint8_t *p = first_significant(x);
    size_t count = digits_between(x, p, x->end);
    if (count <= 19) return false;  // all other digits are leading zeros, so x->digits has not overflowed
    x->digits = read_digits(x, &p, 19);
    x->exponent += (int64_t)(count - 19);
    while (p < x->end)
        if (read_digits(x, &p, 1) != 0) return true;
    return false;
}

/// Returns the encoding (the IEEE bits without the sign) of the double or float nearest to |x|. For an x with more than 19 digits, or for
/// which the 128-bit product does not show how to round. The caller checks for infinity.
static yoke_cold uint64_t decode_hard(const number *x, format f) {
    number y = *x;
    bool more = digit_count(x) > 19 && cut_to_19(&y);
    if (y.digits == 0 || y.exponent < YOKE_POW10_FIRST) return 0;
    if (y.exponent > 308) return infinity_of(f);
    guess g = approximate(y.digits, (int)y.exponent, f, true);
    if (g.below >= infinity_of(f)) return infinity_of(f);
    if (more && g.side != UNSURE) {
        // The true value lies between the number with these 19 digits and the next greater one. If both round to the same value, so
        // does the true value.
        guess h = approximate(y.digits + 1, (int)y.exponent, f, true);
        if (h.side == UNSURE || h.below + h.side != g.below + g.side) g.side = UNSURE;
    }
    return g.side == UNSURE ? yoke_round_exactly(x, g.below, f) : g.below + g.side;
}

/// Returns the encoding (the IEEE bits without the sign) of the double or float nearest to |x|. The caller checks for infinity.
yoke_inline uint64_t decode(const number *x, format f) {
    if (__builtin_expect(digit_count(x) <= 19, 1)) {
        if (x->digits == 0 || x->exponent < YOKE_POW10_FIRST) return 0;
        if (x->exponent > 308) return infinity_of(f);
        guess g = approximate(x->digits, (int)x->exponent, f, true);
        if (__builtin_expect(g.side != UNSURE, 1)) return g.below + g.side;
    }
    return decode_hard(x, f);
}

// Clinger's path: if the digits and the power of ten are both exact in the format, one multiplication or division rounds correctly.
// The processor must compute in this format (the x87 does not) and round to nearest, as at the start of every C program.
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

/// Reads a number of any form and checks its grammar.
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

/// Reads the most common forms fast (plain.h). All other numbers, and numbers whose rounding is unsure, go to `read_f64_any`, which is not
/// inlined, so that this function needs no stack frame.
yoke_number_status yoke_read_f64(const uint8_t *s, size_t n, double *out) {
    yoke_plain_number x;
    if (n - 9 > 11 || !yoke_read_plain(s, n, &x) || x.digits == 0) return read_f64_any(s, n, out);
    const guess g = approximate(x.digits, -(int)x.places, binary64, true);
    if (__builtin_expect(g.side == UNSURE, 0)) return read_f64_any(s, n, out);
    const uint64_t bits = (g.below + g.side) | (uint64_t)x.negative << 63;
    memcpy(out, &bits, sizeof *out);
    return YOKE_NUMBER_OK;
}

yoke_inline const uint8_t *scan_words(const uint8_t *p, format f, void *out) {
    uint64_t negative = *p == '-';
    const uint8_t *s = p + negative;
    uint64_t head = yoke_load_digits(s), next = yoke_load_digits(s + 8);
    uint64_t other = head ^ 0x2E2E2E2E2E2E2E2Eu;
    uint64_t point = (other - 0x0101010101010101u) & ~other & 0x8080808080808080u;
    unsigned bit = (unsigned)__builtin_ctzll(point | 1ull << 63) & 56; // the lowest set bit is the first point
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
    // The three numbers and their products do not depend on each other, so the processor computes them at the same time.
    uint64_t digits = yoke_eight_digits(front) * yoke_tens[places + run] + (middle * yoke_tens[run] + rest);
    if (digits == 0) return NULL;
    guess g = approximate(digits, (int)(bit / 8) + 1 - (int)(end - s), f, true);
    if (__builtin_expect(g.side == UNSURE, 0)) return NULL;
    store_rounded(g.below + g.side, negative, f, out);
    return end;
}

const uint8_t *yoke_scan_f64_any(const uint8_t *p, double *out) { return scan_words(p, binary64, out); }
const uint8_t *yoke_scan_f32_any(const uint8_t *p, float *out) { return scan_words(p, binary32, out); }

const uint8_t *yoke_scan_f64(const uint8_t *p, double *out) { return yoke_scan_double(p, out); }
const uint8_t *yoke_scan_f32(const uint8_t *p, float *out) { return yoke_scan_float(p, out); }

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
