#include "text/unescape.h"

#include "text/read_escape.h"
#include "text/utf8.h"

bool yoke_unescape(yoke_buffer *out, const uint8_t *s, const uint8_t *end) {
    // The unescaped text is never longer than the escaped string. Reserve 16 bytes more, because the loop stores 16 bytes at a time.
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
            *to++ = yoke_simple_escapes[s[1]];
            s += 2;
            continue;
        }
        unsigned scalar;
        s = yoke_read_unicode_escape(s, &scalar);
        if (yoke_unlikely(s == NULL)) return false;
        to = yoke_put_scalar(to, scalar);
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
