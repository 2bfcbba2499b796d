#include "text/transcode.h"

#include "base/platform.h"
#include "text/utf8.h"

// MARK: - Recognising

static bool starts_with(const uint8_t *p, size_t n, const char *bytes, size_t count) {
    return n >= count && memcmp(p, bytes, count) == 0;
}

yoke_inline bool is_first(uint8_t c) { return c != 0 && c < 0x80; }

yoke_encoding yoke_detect_encoding(const uint8_t *p, size_t n, size_t *mark) {
    // FF FE 00 00 begins UTF-32. It could also begin UTF-16 with a NUL as the first character, but JSON cannot begin with NUL.
    if (starts_with(p, n, "\xFF\xFE\0\0", 4)) return *mark = 4, YOKE_UTF32_LITTLE;
    if (starts_with(p, n, "\0\0\xFE\xFF", 4)) return *mark = 4, YOKE_UTF32_BIG;
    if (starts_with(p, n, "\xFF\xFE", 2)) return *mark = 2, YOKE_UTF16_LITTLE;
    if (starts_with(p, n, "\xFE\xFF", 2)) return *mark = 2, YOKE_UTF16_BIG;
    if (starts_with(p, n, "\xEF\xBB\xBF", 3)) return *mark = 3, YOKE_UTF8;
    *mark = 0;
    if (n < 2 || n % 2 != 0) return YOKE_UTF8;
    if (n % 4 == 0 && starts_with(p, n, "\0\0\0", 3) && is_first(p[3])) return YOKE_UTF32_BIG;
    if (n % 4 == 0 && is_first(p[0]) && starts_with(p + 1, n - 1, "\0\0\0", 3)) return YOKE_UTF32_LITTLE;
    if (p[0] == 0 && is_first(p[1])) return YOKE_UTF16_BIG;
    if (is_first(p[0]) && p[1] == 0) return YOKE_UTF16_LITTLE;
    return YOKE_UTF8;
}

// MARK: - Transcoding

yoke_inline uint32_t unit16(const uint8_t *p, bool big) {
    return big ? (uint32_t)(p[0] << 8 | p[1]) : (uint32_t)(p[1] << 8 | p[0]);
}

yoke_inline uint32_t unit32(const uint8_t *p, bool big) {
    return big ? unit16(p, true) << 16 | unit16(p + 2, true) : unit16(p + 2, false) << 16 | unit16(p, false);
}

/// Number of source bytes that are converted before room is reserved again. A UTF-16 unit of 2 bytes becomes at most 3 bytes, and a pair of
/// 4 bytes becomes 4. Room for the longest result of the entire text would waste memory, because ASCII becomes half as long.
enum { PIECE = 4096 };

yoke_inline bool from_utf16(const uint8_t *p, size_t n, bool big, yoke_buffer *out, size_t *bad_at) {
    size_t i = 0, whole = n - n % 2;
    while (i < whole) {
        size_t end = whole - i > PIECE ? i + PIECE : whole;
        if (!yoke_buffer_reserve(out, PIECE / 2 * 3 + 4)) return false;
        uint8_t *to = out->bytes + out->count;
        bool good = true;
        while (i < end) {
            uint32_t c = unit16(p + i, big);
            i += 2;
            if (yoke_unlikely(c >= 0xD800 && c < 0xE000)) {
                good = false;
                if (c >= 0xDC00) {
                    i -= 2;
                    break;
                }
                if (i == whole) break;
                uint32_t low = unit16(p + i, big);
                if (low < 0xDC00 || low >= 0xE000) break;
                good = true;
                i += 2;
                c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
            }
            to = yoke_put_scalar(to, c);
        }
        out->count = (size_t)(to - out->bytes);
        if (!good) {
            *bad_at = i;
            return false;
        }
    }
    *bad_at = whole;
    return whole == n;
}

yoke_inline bool from_utf32(const uint8_t *p, size_t n, bool big, yoke_buffer *out, size_t *bad_at) {
    size_t i = 0, whole = n - n % 4;
    while (i < whole) {
        size_t end = whole - i > PIECE ? i + PIECE : whole;
        if (!yoke_buffer_reserve(out, PIECE)) return false;
        uint8_t *to = out->bytes + out->count;
        uint32_t c = 0;
        for (; i < end; i += 4) {
            c = unit32(p + i, big);
            if (c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) break;
            to = yoke_put_scalar(to, c);
        }
        out->count = (size_t)(to - out->bytes);
        if (i < end) {
            *bad_at = i;
            return false;
        }
    }
    *bad_at = whole;
    return whole == n;
}

bool yoke_transcode(yoke_encoding encoding, const uint8_t *p, size_t n, yoke_buffer *out, size_t *bad_at) {
    *bad_at = 0;
    switch (encoding) {
    case YOKE_UTF16_LITTLE: return from_utf16(p, n, false, out, bad_at);
    case YOKE_UTF16_BIG: return from_utf16(p, n, true, out, bad_at);
    case YOKE_UTF32_LITTLE: return from_utf32(p, n, false, out, bad_at);
    case YOKE_UTF32_BIG: return from_utf32(p, n, true, out, bad_at);
    case YOKE_UTF8: break;
    }
    yoke_buffer_append(out, p, n);
    return !out->failed;
}
