#include "text/unescape.h"

#include "text/utf8.h"

static unsigned hex_value(uint8_t c) { return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10u; }

static unsigned hex_word(const uint8_t *s) {
    return hex_value(s[0]) << 12 | hex_value(s[1]) << 8 | hex_value(s[2]) << 4 | hex_value(s[3]);
}

static uint8_t simple_escape(uint8_t c) {
    switch (c) {
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return c;
    }
}

bool yoke_unescape(yoke_buffer *out, const uint8_t *s, const uint8_t *end) {
    // An escape is never shorter than its text. The copy writes up to 16 bytes past the end.
    out->count = 0;
    if (!yoke_buffer_reserve(out, (size_t)(end - s) + 16)) return false;
    uint8_t *to = out->bytes;
    while (s < end) {
#if YOKE_VECTOR
        const yoke_v16 slash = yoke_v16_fill('\\');
        for (;;) {
            yoke_v16 v = yoke_v16_load(s);
            yoke_v16_store(to, v);
            unsigned bits = yoke_v16_bits(yoke_v16_equal(v, slash));
            size_t step = bits != 0 ? (size_t)__builtin_ctz(bits) : 16;
            if (step >= (size_t)(end - s)) {
                to += end - s;
                out->count = (size_t)(to - out->bytes);
                return true;
            }
            s += step;
            to += step;
            if (bits != 0) break;
        }
#else
        while (s < end && *s != '\\') *to++ = *s++;
        if (s == end) break;
#endif
        if (s[1] != 'u') {
            *to++ = simple_escape(s[1]);
            s += 2;
            continue;
        }
        unsigned c = hex_word(s + 2);
        s += 6;
        if (c >= 0xD800 && c < 0xDC00) {
            c = 0x10000 + ((c - 0xD800) << 10) + (hex_word(s + 2) - 0xDC00);
            s += 6;
        }
        to = yoke_put_scalar(to, c);
    }
    out->count = (size_t)(to - out->bytes);
    return true;
}

bool yoke_unescape_alone(yoke_buffer *out, const uint8_t *s, const uint8_t *end) {
    static const uint8_t padding[16] = {0};
    yoke_buffer padded = yoke_buffer_make(out->allocator);
    yoke_buffer_append(&padded, s, (size_t)(end - s));
    yoke_buffer_append(&padded, padding, sizeof padding);
    bool done = !padded.failed && yoke_unescape(out, padded.bytes, padded.bytes + (end - s));
    yoke_buffer_free(&padded);
    return done;
}
