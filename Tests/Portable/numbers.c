// Reads and writes numbers. Compares the results with the C library where it has the same function.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "number/number.h"

static uint64_t bits_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint32_t bits_of_float(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/// Reads a number's text with every function that reads numbers.
static void read_number(trial t, const uint8_t *bytes, size_t n) {
    const uint8_t *at = guarded(t.chance, bytes, n);
    double d = 0, scanned = 0;
    float f = 0;
    int64_t i = 0;
    uint64_t u = 0;
    yoke_wide wide = {0, 0}, unsigned_wide = {0, 0};
    yoke_number_status status[] = {yoke_read_f64(at, n, &d),  yoke_read_f32(at, n, &f),      yoke_read_i64(at, n, &i),
                                   yoke_read_u64(at, n, &u), yoke_read_i128(at, n, &wide), yoke_read_u128(at, n, &unsigned_wide)};
    hash_bytes(t.hash, bytes, n);
    for (int k = 0; k < 6; k++) hash_word(t.hash, status[k]);
    hash_word(t.hash, bits_of(d));
    hash_word(t.hash, bits_of_float(f));
    hash_word(t.hash, (uint64_t)i);
    hash_word(t.hash, u);
    hash_word(t.hash, wide.low);
    hash_word(t.hash, wide.high);
    hash_word(t.hash, unsigned_wide.low);
    hash_word(t.hash, unsigned_wide.high);

    // The fast scanner needs a byte that ends the number, and padding after this byte.
    char padded[1024] = {0};
    if (n + 64 > sizeof padded) return;
    memcpy(padded, bytes, n);
    padded[n] = ',';
    const uint8_t *p = guarded(t.chance, (const uint8_t *)padded, n + 64), *end = yoke_scan_f64(p, &scanned);
    // (Which numbers the fast scanner accepts depends on the processor.)
    if (end == p + n && status[0] != YOKE_NUMBER_SYNTAX)
        expect(status[0] == YOKE_NUMBER_OK && bits_of(scanned) == bits_of(d), "a scanned number is another one");
    if (status[0] == YOKE_NUMBER_SYNTAX) {
        for (int k = 1; k < 6; k++) expect(status[k] == YOKE_NUMBER_SYNTAX, "what is no number is one");
        return;
    }
    padded[n] = 0;
    double library = strtod(padded, NULL);
    float narrow = strtof(padded, NULL);
    bool fits = !isinf(library), fits_float = !isinf(narrow);
    expect(fits == (status[0] == YOKE_NUMBER_OK) && (!fits || bits_of(d) == bits_of(library)), "a double is not the library's");
    expect(fits_float == (status[1] == YOKE_NUMBER_OK) && (!fits_float || bits_of_float(f) == bits_of_float(narrow)),
           "a float is not the library's");
    if (status[2] == YOKE_NUMBER_OK && memchr(bytes, '.', n) == NULL && memchr(bytes, 'e', n) == NULL && memchr(bytes, 'E', n) == NULL)
        expect(i == strtoll(padded, NULL, 10), "an integer is not the library's");
    ++*t.good;
}

static void put_digits(chance *c, text *t, size_t n) {
    for (; n > 0; n--) yoke_buffer_push(t, (uint8_t)('0' + below(c, one_in(c, 4) ? 1 : 10)));
}

void check_number_texts(trial t) {
    chance *c = t.chance;
    text number = text_make();
    if (one_in(c, 4)) {
        piece p = number_texts[below(c, number_text_count)];
        yoke_buffer_append(&number, p.bytes, p.n);
    } else {
        if (one_in(c, 3)) yoke_buffer_push(&number, '-');
        if (!one_in(c, 3)) yoke_buffer_push(&number, (uint8_t)('1' + below(c, 9)));
        else yoke_buffer_push(&number, '0');
        if (number.bytes[number.count - 1] != '0') put_digits(c, &number, one_in(c, 10) ? below(c, 400) : below(c, 22));
        if (!one_in(c, 3)) {
            yoke_buffer_push(&number, '.');
            put_digits(c, &number, 1 + (one_in(c, 10) ? below(c, 400) : below(c, 20)));
        }
        if (one_in(c, 2)) {
            char exponent[8];
            int n = snprintf(exponent, sizeof exponent, "e%d", (int)below(c, 700) - 350);
            yoke_buffer_append(&number, exponent, (size_t)n);
        }
    }
    if (one_in(c, 10) && number.count > 0) number.bytes[below(c, number.count)] = (uint8_t)next_word(c);
    read_number(t, number.bytes, number.count);
    yoke_buffer_free(&number);
}

// MARK: - Writing and reading back

static uint64_t random_bits(chance *c) {
    uint64_t bits = next_word(c);
    if (one_in(c, 4)) bits &= UINT64_MAX << below(c, 64); // few digits
    return bits;
}

void check_doubles(trial t) {
    uint8_t out[YOKE_NUMBER_MAX + 1];
    uint64_t bits = random_bits(t.chance);
    double value, back = 0;
    memcpy(&value, &bits, sizeof value);
    if (one_in(t.chance, 4)) value = (double)(int64_t)bits / 1000; // everyday numbers
    if (isfinite(value)) {
        size_t n = yoke_write_f64(value, out);
        hash_bytes(t.hash, out, n);
        expect(yoke_read_f64(guarded(t.chance, out, n), n, &back) == YOKE_NUMBER_OK && bits_of(back) == bits_of(value),
               "a double does not come back");
        out[n] = 0;
        expect(bits_of(strtod((char *)out, NULL)) == bits_of(value), "a double's text is another one's to the library");
        ++*t.good;
    }
    if (isfinite(value)) {
        // Writing a pair of numbers gives the same text as writing both numbers separately.
        uint8_t pair[2 * YOKE_NUMBER_MAX], wanted[2 * YOKE_NUMBER_MAX];
        double values[2] = {value, (double)(int64_t)next_word(t.chance) / 1e9};
        if (one_in(t.chance, 2)) values[1] = -value / 3;
        size_t first = yoke_write_f64(values[0], wanted);
        wanted[first] = ',';
        size_t n = first + 1 + yoke_write_f64(values[1], wanted + first + 1);
        expect(yoke_write_f64_pair(values, pair) == n && memcmp(pair, wanted, n) == 0, "two doubles are not each alone");
        values[below(t.chance, 2)] = one_in(t.chance, 2) ? NAN : -INFINITY;
        expect(yoke_write_f64_pair(values, pair) == 0, "what is not finite is written");
    }
    uint32_t narrow_bits = (uint32_t)(bits >> 32);
    float narrow, narrow_back = 0;
    memcpy(&narrow, &narrow_bits, sizeof narrow);
    if (!isfinite(narrow)) return;
    size_t n = yoke_write_f32(narrow, out);
    hash_bytes(t.hash, out, n);
    expect(yoke_read_f32(guarded(t.chance, out, n), n, &narrow_back) == YOKE_NUMBER_OK && bits_of_float(narrow_back) == narrow_bits,
           "a float does not come back");
    ++*t.good;
}

void check_integers(trial t) {
    uint8_t out[YOKE_NUMBER_MAX];
    char wanted[32];
    uint64_t bits = next_word(t.chance), low = next_word(t.chance), high = next_word(t.chance);
    bits >>= below(t.chance, 64);
    high >>= below(t.chance, 64);
    yoke_wide wide = {low, high}, back = {0, 0};
    int64_t i = one_in(t.chance, 2) ? (int64_t)bits : (int64_t)(0 - bits), i_back = 0;
    uint64_t u_back = 0;
    size_t n = yoke_write_i64(i, out);
    hash_bytes(t.hash, out, n);
    expect((size_t)snprintf(wanted, sizeof wanted, "%lld", (long long)i) == n && memcmp(out, wanted, n) == 0, "an integer is written wrongly");
    expect(yoke_read_i64(guarded(t.chance, out, n), n, &i_back) == YOKE_NUMBER_OK && i_back == i, "an integer does not come back");
    n = yoke_write_u64(bits, out);
    hash_bytes(t.hash, out, n);
    expect(yoke_read_u64(guarded(t.chance, out, n), n, &u_back) == YOKE_NUMBER_OK && u_back == bits, "an integer does not come back");
    n = yoke_write_u128(wide, out);
    hash_bytes(t.hash, out, n);
    expect(yoke_read_u128(guarded(t.chance, out, n), n, &back) == YOKE_NUMBER_OK && back.low == wide.low && back.high == wide.high,
           "128 bits do not come back");
    n = yoke_write_i128(wide, out);
    hash_bytes(t.hash, out, n);
    expect(yoke_read_i128(guarded(t.chance, out, n), n, &back) == YOKE_NUMBER_OK && back.low == wide.low && back.high == wide.high,
           "128 signed bits do not come back");
    ++*t.good;
}
