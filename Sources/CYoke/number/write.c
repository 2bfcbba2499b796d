// Converts machine numbers to the shortest text that reads back as the same number.
//
// Integers take three digits at a time from a table.
//
// Doubles and floats use Schubfach (R. Giulietti, "The Schubfach way to render doubles", 2020). All numbers that read back as the
// value form an interval. A power of ten scales the interval to a width of 1 to 10. The answer is the multiple of ten in it or, without
// one, the integer nearest to the value. The code has no loop and divides only by constants. Most doubles take a shorter path: one
// product instead of three, if the bits that the product cuts off cannot change the answer.
#include "base/cpu_level.h"
#include "number/digits_sixteen.h"
#include "number/digits_write.h"
#include "number/powers.h"

// MARK: Integers

#define TEN(a, b) {a, b, '0', 0}, {a, b, '1', 0}, {a, b, '2', 0}, {a, b, '3', 0}, {a, b, '4', 0}, \
                  {a, b, '5', 0}, {a, b, '6', 0}, {a, b, '7', 0}, {a, b, '8', 0}, {a, b, '9', 0}
#define HUNDRED(a) TEN(a, '0'), TEN(a, '1'), TEN(a, '2'), TEN(a, '3'), TEN(a, '4'), \
                   TEN(a, '5'), TEN(a, '6'), TEN(a, '7'), TEN(a, '8'), TEN(a, '9')
const uint8_t yoke_triples[1000][4] = {HUNDRED('0'), HUNDRED('1'), HUNDRED('2'), HUNDRED('3'), HUNDRED('4'),
                                       HUNDRED('5'), HUNDRED('6'), HUNDRED('7'), HUNDRED('8'), HUNDRED('9')};

size_t yoke_write_u64(uint64_t value, uint8_t *out) { return yoke_write_unsigned(value, out); }

size_t yoke_write_i64(int64_t value, uint8_t *out) { return yoke_write_signed(value, out); }

size_t yoke_write_u128(yoke_wide value, uint8_t *out) {
    if (value.high == 0) return yoke_write_unsigned(value.low, out);
    // Schoolbook division of four words of 32 bits. A division of 128 bits is a library call that not every system has.
    uint32_t word[4] = {(uint32_t)value.low, (uint32_t)(value.low >> 32), (uint32_t)value.high,
                        (uint32_t)(value.high >> 32)};
    uint32_t part[3];  // the last three groups of eight digits
    for (int i = 0; i < 3; i++) {
        uint64_t rest = 0;
        for (int k = 3; k >= 0; k--) {
            rest = rest << 32 | word[k];
            word[k] = (uint32_t)(rest / 100000000);
            rest %= 100000000;
        }
        part[i] = (uint32_t)rest;
    }
    uint64_t front = (uint64_t)word[1] << 32 | word[0];  // below 2^128 / 10^24 < 2^49
    size_t n = front != 0 ? yoke_write_unsigned(front, out) : 0;
    for (int i = 2; i >= 0; i--) {
        if (n == 0) {
            // Here `front` is 0, so the value is below 10^24. The value is at least 2^64, which has 20 digits. So part[2], the
            // digits above 10^16, is not 0.
            n = yoke_write_unsigned(part[i], out);
        } else {
            yoke_write_eight(part[i], out + n);
            n += 8;
        }
    }
    return n;
}

size_t yoke_write_i128(yoke_wide value, uint8_t *out) {
    if (value.high >> 63 == 0) return yoke_write_u128(value, out);
    *out = '-';
    yoke_wide magnitude = {0 - value.low, ~value.high + (value.low == 0)};
    return 1 + yoke_write_u128(magnitude, out + 1);
}

// MARK: Schubfach

/// Returns value / 10. Uses a multiplication, because the compiler would emit a slow division if the caller writes two numbers at once.
yoke_inline uint64_t divide_by_ten(uint64_t value) { return yoke_multiply(value, 0xCCCCCCCCCCCCCCCDu).high >> 3; }

/// A decimal number: digits * 10^exponent. The digits may end in zeros.
typedef struct decimal {
    uint64_t digits;
    int exponent;
} decimal;

/// Returns floor(g * value / 2^128), but sets the last bit if the quotient has a fraction. The paper calls this rounding to odd: it
/// keeps every comparison with an even integer right. `g` is too great by less than 1 unit of its last bit. So if the product's middle
/// word is 1, the true quotient may have no fraction, and the function does not set the bit.
yoke_inline uint64_t scale(yoke_wide g, uint64_t value) {
    uint64_t low = yoke_multiply(g.low, value).high;
    yoke_wide high = yoke_multiply(g.high, value);
    uint64_t middle = high.low + low;
    return (high.high + (middle < low)) | (middle > 1);
}

/// Returns the shortest decimal that rounds to c * 2^q. If there are several, returns the nearest one. `closer_below`: true if the gap to
/// the next lower value is half of the gap to the next higher one. This is so if c is the least significand, a power of two.
static decimal shortest(uint64_t c, int q, bool closer_below) {
    // All values are multiplied by four, so that the ends of the interval are integers. If c is even, both ends belong to the
    // interval, because ties go to even.
    uint64_t odd = c & 1, value = 4 * c, below = value - 2 + closer_below, above = value + 2;
    // k = floor(log10(width of the interval)). The width is 2^q, or 3/4 of 2^q if `closer_below`.
    int k = (q * 1262611 - (closer_below ? 524031 : 0)) >> 22;
    int shift = q + ((-k * 1741647) >> 19) + 1;  // q + floor(log2(10^-k)) + 1, which is 1...4
    yoke_wide g = yoke_pow10[-k - YOKE_POW10_FIRST];
    if (-k < 0 || -k > YOKE_POW10_EXACT) {  // the table rounds down, but the paper rounds up
        g.low += 1;
        g.high += g.low == 0;
    }
    uint64_t low = scale(g, below << shift) + odd;
    uint64_t middle = scale(g, value << shift);
    uint64_t high = scale(g, above << shift) - odd;

    uint64_t s = middle / 4;
    // Try one digit less: take the multiple of ten in the interval, if there is one. The interval holds at most one.
    if (s >= 10) {
        uint64_t tenth = s / 10;
        bool down = low <= 40 * tenth, up = 40 * tenth + 40 <= high;
        if (down != up) return (decimal){tenth + up, k + 1};
    }
    bool down = low <= 4 * s, up = 4 * s + 4 <= high;
    if (down != up) return (decimal){s + up, k};
    // The interval holds both candidates, s and s + 1, or neither. Take the candidate that is nearer to the value. If both are equally
    // near, take the even one.
    uint64_t half = 4 * s + 2;
    return (decimal){s + (middle > half || (middle == half && (s & 1))), k};
}

/// A decimal number: (10 * digits + last) * 10^exponent. It has 16 or 17 digits, including zeros at the end.
typedef struct long_decimal {
    uint64_t digits;
    uint64_t last;
    int exponent;
} long_decimal;

/// As `shortest`, for a double whose gaps to the next lower and the next higher double are equal. Needs only one product: c times the power
/// of ten. If a multiple of ten is nearer to the product than half a gap, this multiple is the answer. Else the nearest integer is the
/// answer. The result's `digits` are 0 if the bits that were cut off could change the answer.
///
///     the product             4839201746520 3 7 . 83146...
///     a multiple of ten               ...20 3 0 ^ fraction
///     is within half a gap?          distance ^ digit
yoke_inline long_decimal shortest_fast(uint64_t c, int q) {
    int k = (q * 1262611) >> 22;
    int shift = q + ((-k * 1741647) >> 19) + 1;
    yoke_wide g = yoke_pow10[-k - YOKE_POW10_FIRST];
    // Compute the product of c << shift and the power of ten. `whole` is its integer part, and `fraction` the next 64 bits. The bits after
    // these are cut off, and the table rounds the power down, by less than 1 in 2^128. So the true product is equal, or greater by at most
    // 2 units of 2^-64.
    yoke_wide low = yoke_multiply(g.low, c << shift), high = yoke_multiply(g.high, c << shift);
    uint64_t fraction = high.low + low.high, whole = high.high + (fraction < low.high);

    // `distance`, `half_gap` and `ten` are in units of 2^-60, so their top four bits hold the integer part. Four bits are enough: the
    // distance is below 10, and half a gap is below 5. (A gap is the distance to the neighbouring double.) `fraction` and `middle`, which
    // is one half, stay in units of 2^-64.
    const uint64_t ten = 10ull << 60, middle = 1ull << 63;
    uint64_t tenth = divide_by_ten(whole), digit = whole - 10 * tenth, distance = digit << 60 | fraction >> 4;
    uint64_t half_gap = g.high >> (5 - shift);
    // The table's rounding makes some values too small. The distance, half a gap and the fraction lose at most 2 units each. The
    // sum of distance and half gap loses at most 3. Comparisons that are closer than this are unsure.
    bool unsure = distance - half_gap + 2 <= 4 || ten - (distance + half_gap) <= 3 || middle - fraction <= 2;
    if (yoke_unlikely(unsure)) return (long_decimal){0, 0, 0};
    // If a multiple of ten is nearer than half a gap, it also reads back as this double, and needs one digit less. (Half a gap is
    // at least 1/2. So without such a multiple, a last digit 9 is never rounded up to ten.)
    bool down = distance < half_gap, up = distance + half_gap > ten;
    return (long_decimal){tenth + up, (down | up) ? 0 : digit + (fraction > middle), k};
}

// MARK: Floating point text

// Plain notation is for numbers whose first digit has an exponent from PLAIN_FIRST to before PLAIN_END.
enum { PLAIN_FIRST = -5, PLAIN_END = 17 };

/// Writes `d`, which is not 0. In plain notation, an integer ends with `.0`. The function copies blocks of a fixed size, so it also
/// overwrites bytes after the text, but never past YOKE_NUMBER_MAX.
static size_t write_decimal(decimal d, uint8_t *out) {
    uint8_t text[40];
    int count = (int)yoke_write_unsigned(d.digits, text);
    memset(text + count, '0', 20);  // for example, 12 * 10^3 needs zeros: it is written 12000.0
    int first = count - 1 + d.exponent;  // exponent of the first digit
    while (text[count - 1] == '0') count--;
    if (first >= PLAIN_FIRST && first < 0) {
        memcpy(out, "0.000000", 8);
        memcpy(out + 1 - first, text, 20);
        return (size_t)(1 - first + count);
    }
    if (first >= 0 && first < PLAIN_END) {
        memcpy(out, text, 20);
        memcpy(out + first + 2, text + first + 1, 20);
        out[first + 1] = '.';
        return (size_t)(count > first + 1 ? count + 1 : first + 3);
    }
    out[0] = text[0];
    out[1] = '.';
    memcpy(out + 2, text + 1, 20);
    uint8_t *p = out + (count > 1 ? count + 1 : 1);
    *p++ = 'e';
    *p = '-';
    p += first < 0;
    return (size_t)(p - out) + yoke_write_short((uint32_t)(first < 0 ? -first : first), p);
}

/// True if the number has the form of most doubles: plain notation, with at most seven digits before the point.
yoke_inline bool is_usual(long_decimal d) { return d.digits != 0 && d.exponent >= PLAIN_FIRST - 15 && d.exponent <= 6 - 16; }

/// A number for which `is_usual` is true, ready to be written: 16 digits in registers, and one more digit in `last`. `count`: the
/// number of digits without the zeros at the end.
typedef struct spelling {
    sixteen_digits digits;
    uint8_t last;
    int first;  // exponent of the first digit
    int count;
} spelling;

/// Makes the spelling of a number for `write_usual`. `is_usual` must be true for the number. `split` is the function that splits the number
/// into digits; there is one for each instruction set.
yoke_inline spelling spell(long_decimal d, splitter *split) {
    bool is_short = d.digits < 1000000000000000u;
    uint64_t last = is_short ? 0 : d.last;
    spelling s;
    s.digits = split(is_short ? 10 * d.digits + d.last : d.digits);
    s.last = (uint8_t)('0' + last);
    s.first = d.exponent + 16 - is_short;
    s.count = 32 - __builtin_clz(s.digits.some | (uint32_t)(last != 0) << 16);
    return s;
}

/// Writes a number for which `is_usual` is true, in plain notation, such as 12.5 or 0.001. The digits go from registers straight to `out`.
yoke_inline size_t write_usual(spelling s, uint8_t *out) {
    if (yoke_likely(s.first >= 0)) {
        // Store all digits one byte further to the right. Then overwrite the start with the digits before the point, and the point.
        int bits = 8 * (s.first + 1);
        uint64_t front = ((uint64_t)1 << bits) - 1, head = s.digits.head;
        store_sixteen(s.digits, out + 1);
        out[17] = s.last;
        yoke_store_digits(out, (head & front) | (head & ~front) << 8 | (uint64_t)'.' << bits);
        return (size_t)(s.count > s.first + 1 ? s.count + 1 : s.first + 3);
    }
    memcpy(out, "0.000000", 8);
    store_sixteen(s.digits, out + 1 - s.first);
    out[17 - s.first] = s.last;
    return (size_t)(1 - s.first + s.count);
}

/// True if c * 2^q is an integer of at most 53 bits. Its digits are then the shortest text, because a decimal with fewer digits
/// differs by 1 or more.
yoke_inline bool is_integral(uint64_t c, int q) { return q <= 0 && __builtin_ctzll(c) >= -q; }

yoke_inline size_t write_integral(uint64_t value, uint8_t *out) {
    size_t n = yoke_write_unsigned(value, out);
    out[n] = '.';
    out[n + 1] = '0';
    return n + 2;
}

/// Writes c * 2^q, which is not 0. `closer_below` is true if the next lower value is only half as far away as the next higher one.
static size_t write_binary(uint64_t c, int q, bool closer_below, uint8_t *out) {
    if (is_integral(c, q)) return write_integral(c >> -q, out);
    return write_decimal(shortest(c, q, closer_below), out);
}

static size_t write_zero(uint8_t *out) {
    memcpy(out, "0.0", 3);
    return 3;
}

/// Writes a double of any form, without its sign.
static size_t write_unusual(uint64_t bits, uint8_t *out) {
    int biased = (int)(bits >> 52 & 0x7FF);
    uint64_t fraction = bits & ((1ull << 52) - 1);
    if (biased != 0) return write_binary(fraction | 1ull << 52, biased - 1075, fraction == 0 && biased > 1, out);
    return fraction != 0 ? write_binary(fraction, -1074, false, out) : write_zero(out);
}

/// Returns the shortest digits of a double, without its sign. `digits` of the result is 0 if the fast method cannot find them: for 0,
/// subnormal numbers, powers of two, and integers below 2^53, and if rounding is unsure.
yoke_inline long_decimal shortest_f64(uint64_t bits) {
    int biased = (int)(bits >> 52 & 0x7FF);
    uint64_t fraction = bits & ((1ull << 52) - 1), c = fraction | 1ull << 52;
    if (yoke_unlikely(biased == 0 || fraction == 0 || is_integral(c, biased - 1075))) return (long_decimal){0, 0, 0};
    return shortest_fast(c, biased - 1075);
}

yoke_inline size_t write_signed(uint64_t bits, spelling s, uint8_t *out) {
    size_t sign = bits >> 63;
    *out = '-';
    return sign + write_usual(s, out + sign);
}

yoke_inline size_t write_f64(double value, uint8_t *out, splitter *split) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const long_decimal d = shortest_f64(bits);
    if (yoke_likely(is_usual(d))) return write_signed(bits, spell(d, split), out);
    *out = '-';
    return (bits >> 63) + write_unusual(bits, out + (bits >> 63));
}

static yoke_cold size_t write_unusual_pair(const void *values, uint8_t *out) {
    double pair[2];
    memcpy(pair, values, sizeof pair);
    if (!__builtin_isfinite(pair[0]) || !__builtin_isfinite(pair[1])) return 0;
    size_t n = yoke_write_f64(pair[0], out);
    out[n++] = ',';
    return n + yoke_write_f64(pair[1], out + n);
}

yoke_inline size_t write_f64_pair(const void *values, uint8_t *out, splitter *split) {
    uint64_t bits[2];
    memcpy(bits, values, sizeof bits);
    // Each line below works on both numbers, so that the processor has two independent chains of operations.
    long_decimal a = shortest_f64(bits[0]), b = shortest_f64(bits[1]);
    if (yoke_unlikely(!is_usual(a) || !is_usual(b))) return write_unusual_pair(values, out);
    spelling first = spell(a, split), second = spell(b, split);
    size_t n = write_signed(bits[0], first, out);
    out[n++] = ',';
    return n + write_signed(bits[1], second, out + n);
}

// There is one writing function for each instruction set. A separate small function chooses among them, so that the choice needs no
// registers of the writing functions.

yoke_not_for_size static size_t write_f64_base(double value, uint8_t *out) { return write_f64(value, out, split_sixteen); }

yoke_not_for_size static size_t write_f64_pair_base(const void *values, uint8_t *out) { return write_f64_pair(values, out, split_sixteen); }

#if YOKE_WIDE

YOKE_AVX512 yoke_not_for_size static size_t write_f64_avx512(double value, uint8_t *out) { return write_f64(value, out, split_sixteen_avx512); }

YOKE_AVX512 yoke_not_for_size static size_t write_f64_pair_avx512(const void *values, uint8_t *out) {
    return write_f64_pair(values, out, split_sixteen_avx512);
}

size_t yoke_write_f64(double value, uint8_t *out) {
    return yoke_cpu() >= YOKE_CPU_AVX512 ? write_f64_avx512(value, out) : write_f64_base(value, out);
}

size_t yoke_write_f64_pair(const void *values, uint8_t *out) {
    return yoke_cpu() >= YOKE_CPU_AVX512 ? write_f64_pair_avx512(values, out) : write_f64_pair_base(values, out);
}

#else

size_t yoke_write_f64(double value, uint8_t *out) { return write_f64_base(value, out); }

size_t yoke_write_f64_pair(const void *values, uint8_t *out) { return write_f64_pair_base(values, out); }

#endif

size_t yoke_write_f32(float value, uint8_t *out) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    size_t sign = bits >> 31;
    *out = '-';
    out += sign;
    int biased = (int)(bits >> 23 & 0xFF);
    uint32_t fraction = bits & ((1u << 23) - 1);
    if (biased == 0) {
        if (fraction == 0) return sign + write_zero(out);
        return sign + write_binary(fraction, -149, false, out);
    }
    return sign + write_binary(fraction | 1u << 23, biased - 150, fraction == 0 && biased > 1, out);
}
