#include "number/stored.h"

#include "base/swift_layout.h"
#include "number/digits.h"
#include "number/number.h"
#include "number/plain.h"
#include "number/round.h"

static bool knows_small_strings;

void yoke_stored_allow(void) { __atomic_store_n(&knows_small_strings, true, __ATOMIC_RELAXED); }

/// True if the String at `string` is small (its bytes lie in the String itself), and `yoke_stored_allow` has been called.
yoke_inline bool is_readable(const void *string) {
    return __atomic_load_n(&knows_small_strings, __ATOMIC_RELAXED) && yoke_string_is_small(string);
}

/// Number of bytes that `yoke_scan_f64` may load after a packed number's text.
enum { SCANNED = 40 };

yoke_inline bool is_packed(const uint8_t *text, size_t n) { return n == YOKE_PACKED_SIZE && (*text & YOKE_PACKED_MARK) != 0; }

/// Moves the lowest `n` bytes of a word, 0 <= n <= 8, to its top. The other bytes become zeros.
yoke_inline uint64_t last_bytes(uint64_t word, size_t n) { return n == 0 ? 0 : word << (64 - 8 * n); }

/// Reads the magnitude of an integer of up to 15 bytes. Returns false if there is a fraction or an exponent.
yoke_inline bool short_integer(const uint8_t *text, size_t n, uint64_t *out) {
    uint64_t low = yoke_load_digits(text), high = yoke_load_digits(text + 8);
    if (*text == '-') {
        low = low >> 8 | high << 56;
        high >>= 8;
        n--;
    }
    // Each word holds up to eight digits. Move the digits to the top of the word, so that zeros come before them.
    const size_t first = n < 8 ? n : 8, second = n - first;
    low = last_bytes(low ^ 0x3030303030303030u, first);
    high = last_bytes(high ^ 0x3030303030303030u, second);
    if (!yoke_all_digits(low, high, 0)) return false;
    *out = yoke_eight_digits(low) * yoke_tens[second] + yoke_eight_digits(high);
    return true;
}

yoke_inline yoke_stored answer(yoke_number_status status) { return status == YOKE_NUMBER_OK ? YOKE_STORED_VALUE : YOKE_STORED_NOTHING; }

yoke_inline bool is_literal(const uint8_t *text, size_t n) { return n == 0 || text[n - 1] > '9'; }

/// Reads an integer from the packed number at `text`. A number in the first form of packed.c is read directly. A number in the second form
/// is first unpacked to text.
yoke_inline yoke_stored packed_i64(const uint8_t *text, int64_t *out) {
    yoke_plain_number x;
    if (yoke_likely(yoke_packed_digits(text, &x))) {
        if (x.digits > (uint64_t)INT64_MAX + x.negative) return YOKE_STORED_NOTHING;
        *out = (int64_t)(x.negative ? -x.digits : x.digits);
        return YOKE_STORED_VALUE;
    }
    uint8_t unpacked[YOKE_PACKED_ROOM];
    return answer(yoke_read_i64(unpacked, yoke_unpack_number(unpacked, text), out));
}

yoke_inline yoke_stored packed_u64(const uint8_t *text, uint64_t *out) {
    yoke_plain_number x;
    if (yoke_likely(yoke_packed_digits(text, &x))) {
        *out = x.digits;
        return x.negative && x.digits != 0 ? YOKE_STORED_NOTHING : YOKE_STORED_VALUE;
    }
    uint8_t unpacked[YOKE_PACKED_ROOM];
    return answer(yoke_read_u64(unpacked, yoke_unpack_number(unpacked, text), out));
}

/// Reads a number that was packed as one integer (the first form in packed.c). Returns false for a number of the other form, for 0, and if
/// it is not certain how to round.
yoke_inline bool packed_f64(const uint8_t *text, double *out) {
    yoke_plain_number x;
    if (yoke_unlikely(!yoke_packed_digits(text, &x) || x.digits == 0)) return false;
    const guess g = approximate(x.digits, -(int)x.places, binary64, true);
    if (yoke_unlikely(g.side == UNSURE)) return false;
    const uint64_t bits = (g.below + g.side) | (uint64_t)x.negative << 63;
    memcpy(out, &bits, sizeof bits);
    return true;
}

yoke_not_for_size yoke_stored yoke_stored_i64(const void *string, int64_t *out) {
    const uint8_t *const text = string;
    if (!is_readable(string)) return YOKE_STORED_AS_TEXT;
    const size_t n = yoke_string_small_count(string);
    if (is_packed(text, n)) return (*text & YOKE_PACKED_DECIMAL) != 0 ? YOKE_STORED_NOTHING : packed_i64(text, out);
    uint64_t value;
    if (yoke_unlikely(is_literal(text, n))) return YOKE_STORED_AS_TEXT;
    if (!short_integer(text, n, &value)) return YOKE_STORED_NOTHING;
    *out = *text == '-' ? -(int64_t)value : (int64_t)value;
    return YOKE_STORED_VALUE;
}

yoke_not_for_size yoke_stored yoke_stored_u64(const void *string, uint64_t *out) {
    const uint8_t *const text = string;
    if (!is_readable(string)) return YOKE_STORED_AS_TEXT;
    const size_t n = yoke_string_small_count(string);
    if (is_packed(text, n)) return (*text & YOKE_PACKED_DECIMAL) != 0 ? YOKE_STORED_NOTHING : packed_u64(text, out);
    if (yoke_unlikely(is_literal(text, n))) return YOKE_STORED_AS_TEXT;
    return short_integer(text, n, out) && (*text != '-' || *out == 0) ? YOKE_STORED_VALUE : YOKE_STORED_NOTHING;
}

/// Reads the number of any small String from its text. If the text is packed, unpacks it first.
static yoke_not_for_size yoke_stored text_f64(const uint8_t *text, size_t n, double *out) {
    uint8_t copy[YOKE_PACKED_ROOM + SCANNED];
    memset(copy, 0, sizeof copy);
    if (is_packed(text, n)) {
        n = yoke_unpack_number(copy, text);
        memset(copy + n, 0, YOKE_PACKED_ROOM - n);
    } else {
        if (yoke_unlikely(is_literal(text, n))) return YOKE_STORED_AS_TEXT;
        memcpy(copy, text, YOKE_PACKED_SIZE);
        copy[n] = 0;
    }
    // A zero byte follows the text, so the scan cannot pass the text's end. At an exponent the scan ends earlier, and `yoke_read_f64` reads
    // the number.
    if (yoke_scan_f64(copy, out) == copy + n) return YOKE_STORED_VALUE;
    return answer(yoke_read_f64(copy, n, out));
}

yoke_stored yoke_stored_f64(const void *string, double *out) {
    if (!is_readable(string)) return YOKE_STORED_AS_TEXT;
    const size_t n = yoke_string_small_count(string);
    if (is_packed(string, n) && packed_f64(string, out)) return YOKE_STORED_VALUE;
    return text_f64(string, n, out);
}
