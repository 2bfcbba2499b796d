#include "write/dynamic.h"

#include "base/swift_layout.h"
#include "number/packed.h"
#include "text/escape.h"
#include "text/text_out.h"

/// Room in bytes for a short string, or for what a long string needs besides its text: two quotes, a colon, and 32 bytes for stores of
/// entire vectors.
enum { SHORT_ROOM = 35 };

/// Writes the quote after a string, and a colon if the string is a key.
yoke_inline uint8_t *put_quote(uint8_t *to, bool is_key) {
    *to++ = '"';
    if (is_key) *to++ = ':';
    return to;
}

#if YOKE_VECTOR

/// Writes a string of 16 bytes or more without escapes, vector by vector. The last vector overlaps the vector before it. Returns false, and
/// appends nothing, if a byte needs an escape or memory runs out.
static bool put_plain(yoke_buffer *out, const uint8_t *bytes, size_t n, bool is_key, bool slashes) {
    if (n > SIZE_MAX / 2 || !yoke_buffer_reserve(out, n + SHORT_ROOM)) return false;
    uint8_t *to = out->bytes + out->count;
    *to++ = '"';
    for (size_t i = 0;;) {
        const yoke_v16 block = yoke_v16_load(bytes + i);
        if (yoke_unlikely(yoke_v16_any_top(yoke_escapes_in_vector(block, slashes)))) return false;
        yoke_v16_store(to + i, block);
        if (i + 16 == n) break;
        i = i + 32 <= n ? i + 16 : n - 16;
    }
    out->count = (size_t)(put_quote(to + n, is_key) - out->bytes);
    return true;
}

/// As `put_plain`, for a String of up to 15 bytes, which Swift stores without a heap object.
yoke_inline bool put_small(yoke_buffer *out, const void *at, size_t n, bool is_key, bool slashes) {
    const yoke_v16 block = yoke_v16_load(at);
    if (yoke_unlikely((yoke_v16_bits(yoke_escapes_in_vector(block, slashes)) & ((1u << n) - 1)) != 0)) return false;
    if (!yoke_buffer_reserve(out, SHORT_ROOM)) return false;
    uint8_t *to = out->bytes + out->count;
    *to++ = '"';
    yoke_v16_store(to, block);
    out->count = (size_t)(put_quote(to + n, is_key) - out->bytes);
    return true;
}

#endif

bool yoke_out_swift_string(yoke_buffer *out, const void *at, bool is_key, bool slashes) {
    const uint8_t *bytes = at;
    size_t n;
    if (yoke_string_is_small(at)) {
        n = yoke_string_small_count(at);
#if YOKE_VECTOR
        if (yoke_likely(put_small(out, at, n, is_key, slashes))) return true;
#endif
    } else {
        bytes = yoke_string_large(at, &n);
        if (yoke_unlikely(bytes == NULL)) return false;
#if YOKE_VECTOR
        if (yoke_likely(n >= 16) && yoke_likely(put_plain(out, bytes, n, is_key, slashes))) return true;
#endif
    }
    yoke_out_string(out, bytes, n, slashes);
    if (is_key) yoke_buffer_push(out, ':');
    return true;
}

bool yoke_out_swift_number(yoke_buffer *out, const void *at) {
    const uint8_t *bytes = at;
    size_t n;
    if (!yoke_string_is_small(at)) {
        bytes = yoke_string_large(at, &n);
        if (bytes == NULL || n < 2) return false;
    } else {
        n = yoke_string_small_count(at);
        if ((*bytes & YOKE_PACKED_MARK) != 0 && n == YOKE_PACKED_SIZE) {
            if (yoke_buffer_reserve(out, YOKE_PACKED_ROOM)) out->count += yoke_unpack_number(out->bytes + out->count, bytes);
            return true;
        }
    }
    const uint8_t first = bytes[*bytes == '-'];
    if (n == 0 || (uint8_t)(first - '0') > 9) return false;
    if (bytes == at && yoke_buffer_reserve(out, 16)) {
        memcpy(out->bytes + out->count, bytes, 16);
        out->count += n;
    } else {
        yoke_buffer_append(out, bytes, n);
    }
    return true;
}
