// Makes Sources/CYoke/number/powers.inc: the powers of five, for reading and for writing doubles.
//
//     clang -O2 -o /tmp/make_tables scripts/make_tables.c && /tmp/make_tables > Sources/CYoke/number/powers.inc
//
// The entry for e holds the first 128 bits of 5^e, cut and not rounded: floor(5^e * 2^s), with s such that the top bit is set. Only the
// entries for 0 <= e <= 55 are exact. The arithmetic is simple and slow, because the program runs only once.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// The exponents of the table. FIRST: numbers with up to 19 digits and a smaller exponent are rounded to 0, because 10^19 * 10^-343 is below
// half of the least double. LAST: the least double, 4.9e-324, is multiplied by 10^324.
enum { FIRST = -342, LAST = 324, WORDS = 32 };

// An integer in words of 32 bits, lowest word first. The 1,024 bits hold 5^342 (795 bits), and twice this number, as the division needs.
typedef struct { uint32_t word[WORDS]; } big;

static big power_of_five(int n) {
    big r = {{1}};
    while (n-- > 0) {
        uint64_t carry = 0;
        for (int i = 0; i < WORDS; i++) {
            carry += (uint64_t)r.word[i] * 5;
            r.word[i] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    return r;
}

static int bit(const big *b, int i) { return i < 0 ? 0 : (b->word[i / 32] >> (i % 32)) & 1; }

static int bit_length(const big *b) {
    int n = WORDS * 32;
    while (n > 0 && !bit(b, n - 1)) n--;
    return n;
}

static int compare(const big *a, const big *b) {
    for (int i = WORDS - 1; i >= 0; i--)
        if (a->word[i] != b->word[i]) return a->word[i] < b->word[i] ? -1 : 1;
    return 0;
}

static void subtract(big *a, const big *b) {
    uint64_t borrow = 0;
    for (int i = 0; i < WORDS; i++) {
        uint64_t d = (uint64_t)a->word[i] - b->word[i] - borrow;
        a->word[i] = (uint32_t)d;
        borrow = d >> 63;
    }
}

static void twice(big *a) {
    for (int i = WORDS - 1; i >= 0; i--) a->word[i] = a->word[i] << 1 | (i > 0 ? a->word[i - 1] >> 31 : 0);
}

int main(void) {
    printf("// Made by scripts/make_tables.c: do not edit. {low, high} of floor(5^e * 2^s), top bit set, e = "
           "%d...%d.\n",
           FIRST, LAST);
    for (int e = FIRST; e <= LAST; e++) {
        uint64_t high = 0, low = 0;
        big power = power_of_five(e < 0 ? -e : e);
        int length = bit_length(&power);
        // For e < 0, divides 2^(length + 127) by 5^-e. The quotient has 128 bits, and its first bit is 1.
        big rest;
        memset(&rest, 0, sizeof rest);
        rest.word[(length - 1) / 32] = 1u << ((length - 1) % 32);
        for (int i = 1; i <= 128; i++) {
            uint32_t next;
            if (e >= 0) {
                next = (uint32_t)bit(&power, length - i);
            } else {
                twice(&rest);
                next = compare(&rest, &power) >= 0;
                if (next) subtract(&rest, &power);
            }
            high = high << 1 | low >> 63;
            low = low << 1 | next;
        }
        printf("{0x%016llxu, 0x%016llxu}, // %d\n", (unsigned long long)low, (unsigned long long)high, e);
    }
    return 0;
}
