// Converts a scalar to the kind of its slot, for example a string to a number. The binder calls this code only if the scalar itself does
// not fit the slot.
#include <string.h>

#include "bind/binder.h"
#include "bind/convert.h"
#include "number/number.h"

static bool is_integer(uint8_t kind) { return kind >= YOKE_I8 && kind <= YOKE_U128; }
static bool is_number(uint8_t kind) { return is_integer(kind) || kind == YOKE_F32 || kind == YOKE_F64 || kind == YOKE_NUMBER; }

static bool is_digit(uint8_t c) { return c >= '0' && c <= '9'; }
static bool is_blank(uint8_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// True if the text equals `word`, without regard to the case of ASCII letters. `word` must be in lower case.
static bool is_word(const uint8_t *text, size_t n, const char *word) {
    if (strlen(word) != n) return false;
    for (size_t i = 0; i < n; i++)
        if ((text[i] | 0x20) != (uint8_t)word[i]) return false;
    return true;
}

static bool is_null_word(const uint8_t *text, size_t n) {
    if (n >= 2 && ((text[0] == '(' && text[n - 1] == ')') || (text[0] == '<' && text[n - 1] == '>'))) {
        text++;
        n -= 2;
        return is_word(text, n, "null");
    }
    return is_word(text, n, "nil") || is_word(text, n, "null");
}

/// True if the text is a JSON number. A custom type for numbers may get only such texts.
static bool is_number_text(const uint8_t *text, size_t n) {
    uint64_t ignored;
    return yoke_read_u64(text, n, &ignored) != YOKE_NUMBER_SYNTAX;
}

/// The text of a number, copied from the start of a string. The last digits of a long fraction are dropped, so that EXPONENT_ROOM bytes are
/// left for an exponent. More than 300 digits stay, far more than a double can hold.
typedef struct literal {
    uint8_t text[352];
    size_t n;
    /// True if the number is too long for `text`. The caller then refuses the string.
    bool is_cut;
} literal;

/// Returns the length in bytes of the decimal separator at the start of the text, or 0. The separator is a full stop or, if `comma` is
/// true, also a comma or the Arabic U+066B.
static size_t separator(const uint8_t *s, size_t n, bool comma) {
    if (n == 0) return 0;
    if (*s == '.' || (comma && *s == ',')) return 1;
    return comma && n > 1 && s[0] == 0xD9 && s[1] == 0xAB ? 2 : 0;
}

/// The number of bytes of a literal's `text` that a fraction leaves free, so that an exponent fits after the fraction.
enum { EXPONENT_ROOM = 32 };

static void put(literal *to, uint8_t c) {
    if (to->n < sizeof to->text) to->text[to->n++] = c;
    else to->is_cut = true;
}

/// Reads the number at the start of the text: blanks, a sign, digits, a fraction, an exponent. If the text does not start with a number,
/// the result is 0. `comma`: true if a comma may be the decimal separator.
static void read_prefix(const uint8_t *s, size_t n, bool comma, literal *to) {
    size_t i = 0, start;
    to->n = 0;
    to->is_cut = false;
    while (i < n && is_blank(s[i])) i++;
    const bool is_negative = i < n && s[i] == '-';
    if (i < n && (s[i] == '-' || s[i] == '+')) i++;
    // Without digits after the sign, the result is 0 and not -0.
    const size_t digits = i + separator(s + i, n - i, comma);
    if (is_negative && digits < n && is_digit(s[digits])) put(to, '-');
    while (i + 1 < n && s[i] == '0' && is_digit(s[i + 1])) i++; // a JSON number has no leading zeros
    for (start = i; i < n && is_digit(s[i]); i++) put(to, s[i]);
    if (i == start) put(to, '0');
    const size_t point = separator(s + i, n - i, comma);
    if (point > 0 && i + point < n && is_digit(s[i + point])) {
        put(to, '.');
        for (i += point; i < n && is_digit(s[i]); i++)
            if (to->n < sizeof to->text - EXPONENT_ROOM) put(to, s[i]);
    }
    size_t e = i + 1;
    if (i > start && e < n && (s[i] | 0x20) == 'e') {
        if (e + 1 < n && (s[e] == '-' || s[e] == '+')) e++;
        if (is_digit(s[e])) {
            for (; i < e; i++) put(to, s[i]);
            for (; i < n && is_digit(s[i]); i++) put(to, s[i]);
        }
    }
}

/// Returns the length of a number without its exponent.
static size_t length_before_exponent(const uint8_t *text, size_t n) {
    size_t i = 0;
    while (i < n && (text[i] | 0x20) != 'e') i++;
    return i;
}

/// Cuts a number to an integer: moves the point by the exponent, and drops the digits after the point. Returns false if the text is not a
/// number, or if the integer is too long for `to`.
static bool truncate_literal(const uint8_t *text, size_t n, literal *to) {
    if (!is_number_text(text, n)) return false;
    const size_t first = text[0] == '-', end = length_before_exponent(text, n);
    int64_t exponent = 0;
    for (size_t i = end + 1; i < n; i++)
        if (is_digit(text[i]) && exponent < INT32_MAX) exponent = exponent * 10 + (text[i] - '0');
    if (end + 1 < n && text[end + 1] == '-') exponent = -exponent;
    const uint8_t *point = memchr(text, '.', end);
    // The number of digits before the point that the exponent has moved.
    int64_t left = exponent + (point == NULL ? (int64_t)end : point - text) - (int64_t)first;
    to->n = 0;
    to->is_cut = false;
    if (first > 0) put(to, '-');
    for (const uint8_t *p = text + first; left > 0 && !to->is_cut; p++) {
        if (p == point) continue;
        const bool is_past_end = p >= text + end;
        const uint8_t digit = is_past_end ? '0' : *p;
        if (digit != '0' || to->n > first) put(to, digit); // a JSON number has no leading zeros
        else if (is_past_end) break;
        left--;
    }
    if (to->n == first) put(to, '0');
    return !to->is_cut;
}

static bool store_number(yoke_binder *b, const yoke_slot *slot, uint8_t *at, const uint8_t *text, size_t n, uint32_t coercions) {
    const yoke_type *type = slot->type;
    literal whole;
    if (yoke_store_number(b, type, at, text, n)) return true;
    if (!is_integer(type->kind)) return false;
    if ((coercions & (YOKE_NUMBER_TRUNCATES | YOKE_NUMBER_WRAPS)) == 0 || !truncate_literal(text, n, &whole)) return false;
    if ((coercions & YOKE_NUMBER_TRUNCATES) && yoke_store_number(b, type, at, whole.text, whole.n)) return true;
    int64_t narrow;
    yoke_wide wide;
    // C takes a number with an exponent for a double, and cannot convert a double that does not fit in 64 bits.
    if (length_before_exponent(text, n) < n && yoke_read_i64(whole.text, whole.n, &narrow) != YOKE_NUMBER_OK) return false;
    if ((coercions & YOKE_NUMBER_WRAPS) == 0 || yoke_read_i128(whole.text, whole.n, &wide) != YOKE_NUMBER_OK) return false;
    const uint64_t low = wide.low;
    switch (type->kind) {
    case YOKE_I8: case YOKE_U8: memcpy(at, &(uint8_t){(uint8_t)low}, 1); break;
    case YOKE_I16: case YOKE_U16: memcpy(at, &(uint16_t){(uint16_t)low}, 2); break;
    case YOKE_I32: case YOKE_U32: memcpy(at, &(uint32_t){(uint32_t)low}, 4); break;
    case YOKE_I64: case YOKE_U64: memcpy(at, &low, 8); break;
    default: memcpy(at, &wide, sizeof wide);
    }
    return true;
}

/// True if the text is the word true, yes, false or no. `*value` receives its meaning as a Bool.
static bool is_bool_word(const uint8_t *text, size_t n, bool *value) {
    *value = is_word(text, n, "true") || is_word(text, n, "yes");
    return *value || is_word(text, n, "false") || is_word(text, n, "no");
}

/// Stores the number if the entire content of the string is a number.
static bool store_whole(yoke_binder *b, const yoke_slot *slot, uint8_t *at, const uint8_t *text, size_t n, uint32_t coercions) {
    return (slot->type->kind != YOKE_NUMBER || is_number_text(text, n)) && store_number(b, slot, at, text, n, coercions);
}

/// Stores the number if the entire content of the string is a number whose decimal separator is a comma or U+066B.
static bool store_with_comma(yoke_binder *b, const yoke_slot *slot, uint8_t *at, const uint8_t *text, size_t n, uint32_t coercions) {
    size_t i = 0, comma = 0;
    while (i < n && (comma = separator(text + i, n - i, true)) == 0) i++;
    if (i == n || text[i] == '.') return false;
    yoke_buffer copy = yoke_buffer_make(b->allocator);
    yoke_buffer_append(&copy, text, i);
    yoke_buffer_push(&copy, '.');
    yoke_buffer_append(&copy, text + i + comma, n - i - comma);
    const bool is_stored = !copy.failed && store_whole(b, slot, at, copy.bytes, copy.count, coercions);
    if (copy.failed) {
        yoke_forget_error(b);
        yoke_fail(b, YOKE_ERROR_MEMORY, slot->type, YOKE_FOUND_STRING);
    }
    yoke_buffer_free(&copy);
    return is_stored;
}

static bool number_from_string(yoke_binder *b, const yoke_slot *slot, uint8_t *at, const uint8_t *text, size_t n, uint32_t coercions) {
    if ((coercions & (YOKE_NUMBER_FROM_STRING | YOKE_NUMBER_FROM_PREFIX)) == 0) return false;
    if (store_whole(b, slot, at, text, n, coercions)) return true;
    bool value;
    if ((coercions & YOKE_NUMBER_FROM_WORDS) != 0 && is_bool_word(text, n, &value))
        return store_number(b, slot, at, (const uint8_t *)(value ? "1" : "0"), 1, coercions);
    if ((coercions & YOKE_DECIMAL_COMMA) != 0 && store_with_comma(b, slot, at, text, n, coercions)) return true;
    if ((coercions & YOKE_NUMBER_FROM_PREFIX) == 0) return false;
    literal prefix;
    read_prefix(text, n, (coercions & YOKE_DECIMAL_COMMA) != 0, &prefix);
    return !prefix.is_cut && store_number(b, slot, at, prefix.text, prefix.n, coercions);
}

static bool bool_from_number(uint8_t *at, const uint8_t *text, size_t n, uint32_t coercions) {
    double value;
    int64_t bit;
    if (yoke_read_f64(text, n, &value) != YOKE_NUMBER_OK) return false;
    // The double may be rounded: 1e-400 becomes 0. So the exact integer decides.
    const bool is_bit = yoke_read_i64(text, n, &bit) == YOKE_NUMBER_OK && (bit == 0 || bit == 1);
    if ((coercions & YOKE_BOOL_FROM_NUMBER) == 0 && !((coercions & YOKE_BOOL_FROM_BIT) != 0 && is_bit)) return false;
    *at = value != 0;
    return true;
}

static bool bool_from_string(uint8_t *at, const uint8_t *text, size_t n, uint32_t coercions) {
    bool value;
    if ((coercions & YOKE_BOOL_FROM_WORDS) != 0 && is_bool_word(text, n, &value)) {
        *at = value;
        return true;
    }
    if (bool_from_number(at, text, n, coercions)) return true;
    if ((coercions & YOKE_BOOL_FROM_NUMBER) == 0) return false;
    literal prefix;
    read_prefix(text, n, false, &prefix);
    return !prefix.is_cut && bool_from_number(at, prefix.text, prefix.n, coercions);
}

/// Makes a value of a custom type from the text, without the white space at its ends. Returns false if the text has no such white space
/// (the type has already refused this text), or if the type refuses the shorter text too.
static bool store_trimmed(yoke_binder *b, const yoke_slot *slot, uint8_t *at, const uint8_t *text, size_t n) {
    size_t start = 0, end = n;
    while (end > 0 && is_blank(text[end - 1])) end--;
    while (start < end && is_blank(text[start])) start++;
    return end - start < n && yoke_store_string(b, slot->type, at, text + start, end - start);
}

static bool is_null_like(const uint8_t *text, size_t n, uint32_t coercions) {
    return (n == 0 && (coercions & YOKE_NULL_FROM_EMPTY) != 0) || ((coercions & YOKE_NULL_FROM_WORDS) != 0 && is_null_word(text, n));
}

bool yoke_store_zero(const yoke_slot *slot, uint8_t *at) {
    const uint8_t kind = slot->type->kind;
    // An Optional (`null_bytes` is set) is not changed to 0: there, null becomes nil.
    if (slot->null_bytes != NULL || (kind != YOKE_BOOL && !is_integer(kind) && kind != YOKE_F32 && kind != YOKE_F64)) return false;
    memset(at, 0, slot->size);
    return true;
}

bool yoke_coerce(yoke_binder *b, const yoke_slot *slot, uint8_t *at, enum yoke_found found, const uint8_t *text, size_t n) {
    const uint32_t coercions = b->coercions | (slot->rules & YOKE_RULE_LENIENT ? YOKE_LENIENT : 0);
    if (yoke_likely(coercions == 0)) return false;
    const uint8_t kind = slot->type->kind;
    bool stored = false;
    switch (found) {
    case YOKE_FOUND_STRING:
        if (slot->null_bytes != NULL && is_null_like(text, n, coercions)) {
            memcpy(at, slot->null_bytes, slot->size);
            return true;
        }
        if (kind == YOKE_BOOL) stored = bool_from_string(at, text, n, coercions);
        if (is_number(kind)) stored = number_from_string(b, slot, at, text, n, coercions);
        // If the date style reads numbers, the content of the string may be such a number. (AUTO reads such strings itself.)
        if (kind == YOKE_DATE && (coercions & YOKE_NUMBER_FROM_STRING) &&
            ((const yoke_date_format *)slot->type->context)->style != YOKE_DATE_AUTO)
            stored = yoke_date_read_number(slot->type->context, text, n, (double *)(void *)at);
        if (kind == YOKE_TEXT && (coercions & YOKE_TEXT_IS_TRIMMED)) stored = store_trimmed(b, slot, at, text, n);
        break;
    case YOKE_FOUND_NUMBER:
        if (kind == YOKE_BOOL) stored = bool_from_number(at, text, n, coercions);
        if ((kind == YOKE_STRING || kind == YOKE_TEXT || kind == YOKE_RAW_STRING) && (coercions & YOKE_STRING_FROM_NUMBER))
            stored = yoke_store_string(b, slot->type, at, text, n);
        if (is_number(kind)) stored = store_number(b, slot, at, text, n, coercions);
        break;
    case YOKE_FOUND_BOOL: {
        const uint8_t *digit = (const uint8_t *)(*text == 't' ? "1" : "0");
        if (is_number(kind) && (coercions & YOKE_NUMBER_FROM_BOOL)) stored = yoke_store_number(b, slot->type, at, digit, 1);
        if (kind == YOKE_STRING && (coercions & YOKE_STRING_FROM_BOOL)) stored = yoke_store_string(b, slot->type, at, digit, 1);
        break;
    }
    default: break;
    }
    if (stored) yoke_mark_present(slot, at);
    return stored;
}
