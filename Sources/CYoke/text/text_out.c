// Writes JSON strings and indentation into a buffer.
//
//     a line"s end    The code copies 16 bytes at once. If a byte needs an escape (here the quote), only the bytes before this byte stay.
//            ^        The escape overwrites this byte and the bytes after it. The next 16 bytes begin after the quote.
//
// Invariant: before a block is copied, the buffer has room for six times the block's size, because a byte may become `\u00xx`. The buffer
// also has room for one vector more, because whole vectors are stored.
#include "text/text_out.h"

#include "text/escape.h"

enum { BLOCK = 4096, SLACK = 16 };

/// For each control character: the letter after the backslash in its escape; 'u' stands for `\u00xx`.
static const uint8_t escape_letter[33] = "uuuuuuuubtnufruuuuuuuuuuuuuuuuuu";

/// Writes the escape of a byte that needs one. Returns the address after the escape.
static uint8_t *put_escape(uint8_t *to, uint8_t byte) {
    *to++ = '\\';
    if (byte >= 0x20) {
        *to++ = byte;
        return to;
    }
    uint8_t letter = escape_letter[byte];
    *to++ = letter;
    if (letter != 'u') return to;
    memcpy(to, "00", 2);
    to[2] = (uint8_t)('0' + (byte >> 4));
    to[3] = (uint8_t)"0123456789abcdef"[byte & 15];
    return to + 4;
}

/// Copies `n` bytes to `to`, and escapes the bytes that JSON does not allow unescaped. Returns the end of the result. Up to SLACK bytes
/// after the result may be overwritten.
yoke_inline uint8_t *copy_block(uint8_t *to, const uint8_t *from, size_t n, bool slashes) {
    const uint8_t *end = from + n;
#if YOKE_VECTOR
    while (end - from >= 16) {
        yoke_v16 found = yoke_escapes_in_vector(yoke_v16_load(from), slashes);
        memcpy(to, from, 16);
        if (yoke_likely(!yoke_v16_any_top(found))) {
            from += 16;
            to += 16;
            continue;
        }
        yoke_v16 none = yoke_v16_fill(0);
        size_t clean = (size_t)__builtin_ctzll(yoke_v16_mask(found, none, none, none));
        to = put_escape(to + clean, from[clean]);
        from += clean + 1;
    }
#endif
    while (end - from >= 8) {
        uint64_t word = yoke_load64(from);
        memcpy(to, &word, 8);
        if (yoke_likely(yoke_escapes_in_word(word, slashes) == 0)) {
            from += 8;
            to += 8;
            continue;
        }
        while (!yoke_needs_escape(*from, slashes)) *to++ = *from++;
        to = put_escape(to, *from++);
    }
    for (; from != end; from++) {
        if (yoke_unlikely(yoke_needs_escape(*from, slashes))) to = put_escape(to, *from);
        else *to++ = *from;
    }
    return to;
}

uint8_t *yoke_put_escaped(uint8_t *to, const uint8_t *bytes, size_t n) { return copy_block(to, bytes, n, false); }

void yoke_out_escaped(yoke_buffer *out, const uint8_t *bytes, size_t n, bool slashes) {
    while (n > 0) {
        size_t block = n < BLOCK ? n : BLOCK;
        if (!yoke_buffer_reserve(out, 6 * block + SLACK)) return;
        uint8_t *start = out->bytes + out->count;
        uint8_t *to = slashes ? copy_block(start, bytes, block, true) : copy_block(start, bytes, block, false);
        out->count += (size_t)(to - start);
        bytes += block;
        n -= block;
    }
}

void yoke_out_string(yoke_buffer *out, const uint8_t *bytes, size_t n, bool slashes) {
    yoke_buffer_push(out, '"');
    yoke_out_escaped(out, bytes, n, slashes);
    yoke_buffer_push(out, '"');
}

/// Writes the non-ASCII character at `lead`, of `n` bytes, as one or two \u escapes that end before `to`. Returns where the escapes begin.
static uint8_t *put_units(uint8_t *to, const uint8_t *lead, size_t n) {
    static const uint8_t masks[5] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    uint32_t scalar = lead[0] & masks[n];
    for (size_t i = 1; i < n; i++) scalar = scalar << 6 | (lead[i] & 0x3F);
    const bool is_pair = scalar > 0xFFFF;
    for (uint32_t unit = is_pair ? 0xDC00 | (scalar & 0x3FF) : scalar, left = is_pair ? 2 : 1; left > 0; left--) {
        for (int i = 0; i < 4; i++, unit >>= 4) *--to = (uint8_t)"0123456789abcdef"[unit & 15];
        *--to = 'u';
        *--to = '\\';
        unit = 0xD800 | ((scalar - 0x10000) >> 10 & 0x3FF);
    }
    return to;
}

void yoke_out_ascii(yoke_buffer *out, size_t from) {
    size_t more = 0;
    for (size_t i = from; i < out->count; i++) {
        const uint8_t c = out->bytes[i];
        if (c >= 0xC0) more += c >= 0xF0 ? 12 : 6;
        if (c >= 0x80) more--;
    }
    if (more == 0 || !yoke_buffer_reserve(out, more)) return;
    const uint8_t *start = out->bytes + from, *p = out->bytes + out->count;
    uint8_t *to = out->bytes + (out->count += more);
    while (p > start) {
        const uint8_t *end = p--;
        if (*p < 0x80) {
            *--to = *p;
            continue;
        }
        while (p > start && *p < 0xC0 && end - p < 4) p--;
        to = put_units(to, p, (size_t)(end - p));
    }
}

void yoke_out_newline(yoke_buffer *out, size_t depth, const yoke_layout *layout) {
    size_t spaces, all;
    if (__builtin_mul_overflow(depth, (size_t)layout->indent, &spaces) || __builtin_add_overflow(spaces, 1, &all)) {
        out->failed = true;
        return;
    }
    if (!yoke_buffer_reserve(out, all)) return;
    uint8_t *to = out->bytes + out->count;
    *to = '\n';
    memset(to + 1, layout->blank, spaces);
    out->count += all;
}
