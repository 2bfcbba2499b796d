// Rewrites the numbers of JSON5 as numbers of JSON: +1, .5, 5. and 0x1F become 1, 0.5, 5 and 31.
#include <string.h>

#include "text/json5/rewriter.h"

// MARK: - Hexadecimal numbers

enum { LIMB = 1000000000, BLOCK_DIGITS = 7 };

/// Multiplies the decimal number in `limbs` by 16^block_count, and adds `block`: the value of the last `block_count` hexadecimal digits.
static void add_block(yoke_json5 *j) {
    uint64_t carry = j->block;
    for (size_t i = 0; i < j->limbs.count; i += sizeof(uint32_t)) {
        uint32_t limb;
        memcpy(&limb, j->limbs.bytes + i, sizeof limb);
        carry += (uint64_t)limb << 4 * j->block_count;
        limb = (uint32_t)(carry % LIMB);
        memcpy(j->limbs.bytes + i, &limb, sizeof limb);
        carry /= LIMB;
    }
    if (carry > 0) yoke_buffer_append(&j->limbs, &(uint32_t){(uint32_t)carry}, sizeof(uint32_t));
    j->block = j->block_count = 0;
}

static void put_hex(yoke_json5 *j) {
    add_block(j);
    uint8_t text[9];
    bool is_first = true;
    for (size_t i = j->limbs.count; i >= sizeof(uint32_t) && !j->limbs.failed; i -= sizeof(uint32_t)) {
        uint32_t limb;
        memcpy(&limb, j->limbs.bytes + i - sizeof limb, sizeof limb);
        for (size_t k = 9; k-- > 0; limb /= 10) text[k] = (uint8_t)('0' + limb % 10);
        size_t skip = 0;
        while (is_first && text[skip] == '0') skip++;
        // In the map of offsets, the first decimal digit belongs to the first byte of the hexadecimal number, and the last decimal digit to
        // the last hexadecimal digit.
        const bool is_last = i == sizeof(uint32_t);
        const size_t n = 9 - skip - is_last;
        for (size_t k = 0; k < n; k++) yoke_json5_put(j, text[skip + k], is_first && k == 0 ? j->start : j->out_end + j->difference);
        if (is_first && n == 0) yoke_json5_put_whole(j, text[8], j->start);
        else if (is_last) yoke_json5_put(j, text[8], j->at - 1);
        is_first = false;
    }
    if (is_first) yoke_json5_put_whole(j, '0', j->start);
}

static void take_hex(yoke_json5 *j, uint8_t c) {
    if (j->hex_count == 0 && c == '0') return;
    j->hex_count++;
    if (j->hex_count > j->max_digits) {
        // The hexadecimal number has more digits than the limit allows, and its decimal form has at least as many digits. Write a 1 for
        // each hexadecimal digit: the engine then refuses the number for its length.
        const bool is_first = j->hex_count - 1 == j->max_digits;
        for (uint64_t i = is_first ? j->hex_count : 1; i > 0; i--) yoke_json5_put(j, '1', i == j->hex_count ? j->start : j->out_end + j->difference);
        return;
    }
    if (j->hex_count > YOKE_JSON5_MAX_HEX) {
        j->error = YOKE_JSON5_HEX;
        return;
    }
    j->block = j->block << 4 | (uint32_t)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    if (++j->block_count == BLOCK_DIGITS) add_block(j);
}

// MARK: - Numbers

/// The part of a number that the rewriter is reading now. It is stored in the rewriter's field `left`.
enum part { BEGINNING, SIGN, ZERO, WHOLE, POINT, LONE_POINT, FRACTION, EXPONENT, EXPONENT_SIGN, EXPONENT_DIGITS, HEX_MARK, HEX };

void yoke_json5_begin_number(yoke_json5 *j) {
    j->state = NUMBER;
    j->left = BEGINNING;
}

/// Ends the number, because the byte `c` is not a part of it. The number is bad if `c` cannot follow a number.
static enum result end(yoke_json5 *j, uint8_t c) {
    if (yoke_is_word_byte(c) || c == '.' || c == '+' || c == '-') return yoke_json5_bad(j, YOKE_JSON5_NUMBER);
    j->state = OUTSIDE;
    return AGAIN;
}

static enum result enter_part(yoke_json5 *j, enum part part) {
    j->left = (uint8_t)part;
    return TAKEN;
}

static enum result put_and_enter_part(yoke_json5 *j, uint8_t c, enum part part) {
    yoke_json5_put(j, c, j->at);
    return enter_part(j, part);
}

/// Takes the first byte of a number, or the first byte after its sign. `j->start` is the offset in the original that belongs to the first
/// digit of the output. After a `-` it is the offset after the sign, because the `-` is written already. After a `+` it is the offset of
/// the `+`, because the `+` is left out.
static enum result begin(yoke_json5 *j, uint8_t c) {
    if (c >= '1' && c <= '9') {
        yoke_json5_put(j, c, j->start);
        return enter_part(j, WHOLE);
    }
    if (c == '0') return enter_part(j, ZERO);
    j->point = j->at;
    if (c == '.') return enter_part(j, LONE_POINT);
    if (c != 'N' && c != 'I') return yoke_json5_bad(j, YOKE_JSON5_NUMBER);
    yoke_json5_begin_literal(j, c);
    return AGAIN;
}

static enum result take_sign(yoke_json5 *j, uint8_t c) {
    if (c == '-') {
        yoke_json5_put(j, c, j->at);
        j->start = j->at + 1;
    }
    return enter_part(j, SIGN);
}

static enum result after_zero(yoke_json5 *j, uint8_t c, bool is_digit, bool is_e) {
    if (is_digit) return yoke_json5_bad(j, YOKE_JSON5_NUMBER);
    if ((c | 0x20) == 'x') {
        j->hex_count = j->block = j->block_count = 0;
        j->limbs.count = 0;
        return enter_part(j, HEX_MARK);
    }
    yoke_json5_put(j, '0', j->start);
    j->point = j->at;
    if (c == '.') return enter_part(j, POINT);
    return is_e ? put_and_enter_part(j, c, EXPONENT) : end(j, c);
}

enum result yoke_json5_number(yoke_json5 *j, uint8_t c) {
    const bool is_digit = c >= '0' && c <= '9', is_e = (c | 0x20) == 'e';
    const bool is_hex = is_digit || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
    switch ((enum part)j->left) {
    case BEGINNING: return c == '+' || c == '-' ? take_sign(j, c) : begin(j, c);
    case SIGN:
        // Without the flag YOKE_JSON5_TOKENS, -Infinity is the only word with a sign that the rewriter reads. All else after a sign goes to
        // the engine unchanged.
        if (!yoke_has_tokens(j) && c != 'I') {
            j->state = WORD;
            return AGAIN;
        }
        return begin(j, c);
    case ZERO: return after_zero(j, c, is_digit, is_e);
    case WHOLE:
        if (is_digit) return put_and_enter_part(j, c, WHOLE);
        j->point = j->at;
        if (c == '.') return enter_part(j, POINT);
        return is_e ? put_and_enter_part(j, c, EXPONENT) : end(j, c);
    case LONE_POINT:
        if (is_digit) yoke_json5_put(j, '0', j->start);
        // fall through
    case POINT:
        // A point without digits after it is left out of the output.
        if (is_digit) yoke_json5_put(j, '.', j->point);
        if (is_digit) return put_and_enter_part(j, c, FRACTION);
        if (j->left == LONE_POINT) return yoke_json5_bad(j, YOKE_JSON5_NUMBER);
        return is_e ? put_and_enter_part(j, c, EXPONENT) : end(j, c);
    case FRACTION:
        if (is_digit) return put_and_enter_part(j, c, FRACTION);
        return is_e ? put_and_enter_part(j, c, EXPONENT) : end(j, c);
    case EXPONENT:
        if (c == '+' || c == '-') return put_and_enter_part(j, c, EXPONENT_SIGN);
        // fall through
    case EXPONENT_SIGN: return is_digit ? put_and_enter_part(j, c, EXPONENT_DIGITS) : yoke_json5_bad(j, YOKE_JSON5_NUMBER);
    case EXPONENT_DIGITS: return is_digit ? put_and_enter_part(j, c, EXPONENT_DIGITS) : end(j, c);
    case HEX_MARK:
        if (!is_hex) return yoke_json5_bad(j, YOKE_JSON5_NUMBER);
        // fall through
    case HEX:
        if (!is_hex && j->hex_count <= j->max_digits) put_hex(j);
        if (!is_hex) return end(j, c);
        take_hex(j, c);
        return j->error == YOKE_JSON5_OK ? enter_part(j, HEX) : BAD;
    }
    return yoke_json5_bad(j, YOKE_JSON5_NUMBER);
}
