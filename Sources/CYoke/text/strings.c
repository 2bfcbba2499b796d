#include "text/strings.h"

#include "base/cpu_level.h"
#include "base/avx.h"
#include "text/read_escape.h"
#include "text/text_out.h"
#include "text/utf8.h"

const uint8_t *yoke_skip_escape(const uint8_t *s, const uint8_t *end) {
    if (s[1] != 'u') return yoke_simple_escapes[s[1]] != 0 && end - s > 2 ? s + 2 : NULL;
    unsigned scalar;
    s = yoke_read_unicode_escape(s, &scalar);
    return s != NULL && s < end ? s : NULL;
}

const uint8_t *yoke_keep_escape(const uint8_t *s, const uint8_t *end, uint8_t **to) {
    const uint8_t c = s[1];
    if (c != 'u') {
        if (yoke_simple_escapes[c] == 0 || end - s <= 2) return NULL;
        **to = '\\';
        *to += c != '/'; // a slash needs no escape: overwrite the backslash
        *(*to)++ = c;
        return s + 2;
    }
    unsigned scalar;
    s = yoke_read_unicode_escape(s, &scalar);
    if (s == NULL || s >= end) return NULL;
    if (yoke_unlikely(scalar < 0x80)) {
        const uint8_t byte = (uint8_t)scalar;
        *to = yoke_put_escaped(*to, &byte, 1);
    } else {
        *to = yoke_put_scalar(*to, scalar);
    }
    return s;
}

enum { FRONT = 32 }; // bytes before the unescaped text that `yoke_is_utf8` may load

/// Reads a string with escapes, from its first byte `s` on. The first escape is at `stop`. `ascii` is true if the bytes before `stop` are
/// ASCII. Returns false if the lexer must read the string.
static bool read_escaped(
    yoke_buffer *buffer, const uint8_t *s, const uint8_t *stop, const uint8_t *end, bool ascii, bool repairs_utf8, yoke_text *out) {
    buffer->count = 0;
    size_t room = (size_t)(stop - s) + 256;
    if (!yoke_buffer_reserve(buffer, FRONT + room + 32)) return false;
    memset(buffer->bytes, 0, FRONT);
    uint8_t *to = buffer->bytes + FRONT, *limit = to + room;
    memcpy(to, s, (size_t)(stop - s));
    to += stop - s;
    s = stop;
    for (;;) {
        // One round of the loop writes 16 bytes of text, or at most four bytes for an escape. So room for 32 bytes is always enough.
        if (yoke_unlikely(limit - to < 32)) {
            buffer->count = (size_t)(to - buffer->bytes);
            if (!yoke_buffer_reserve(buffer, buffer->count * 2 + 64)) return false;
            to = buffer->bytes + buffer->count;
            limit = buffer->bytes + buffer->capacity - 32;
        }
        if (s >= end) return false;
        if (*s == '\\') {
            uint8_t c = s[1];
            if (c != 'u') {
                uint8_t plain = yoke_simple_escapes[c];
                if (plain == 0) return false;
                *to++ = plain;
                s += 2;
                continue;
            }
            unsigned scalar;
            s = yoke_read_unicode_escape(s, &scalar);
            if (s == NULL) return false;
            to = yoke_put_scalar(to, scalar);
            ascii = ascii && scalar < 0x80;
            continue;
        }
        // Copy text up to the next backslash or quote.
        memcpy(to, s, 16);
        unsigned tops, stops = yoke_text_stops(s, &tops);
        if ((tops & yoke_bits_before(stops)) != 0) ascii = false;
        if (stops == 0) {
            s += 16;
            to += 16;
            continue;
        }
        unsigned step = (unsigned)__builtin_ctz(stops);
        s += step;
        to += step;
        if (*s == '"') break;
        if (*s != '\\') return false;
    }
    if (s >= end) return false;
    *to = '"';
    const uint8_t *text = buffer->bytes + FRONT;
    size_t n = (size_t)(to - text);
    if (!ascii && (repairs_utf8 || !yoke_is_utf8(buffer->bytes, text, n))) return false;
    *out = (yoke_text){text, n, s + 1, ascii};
    return true;
}

#if YOKE_WIDE

/// Returns one bit for each of 32 bytes that is a quote, a backslash or a control character. Bytes 80...FF do not count.
YOKE_AVX2 static inline uint64_t stops32(__m256i v) {
    const __m256i quote = _mm256_set1_epi8('"'), slash = _mm256_set1_epi8('\\'), last = _mm256_set1_epi8(0x1F);
    const __m256i control = _mm256_cmpeq_epi8(_mm256_subs_epu8(v, last), _mm256_setzero_si256());
    const __m256i stops = _mm256_or_si256(_mm256_or_si256(_mm256_cmpeq_epi8(v, quote), _mm256_cmpeq_epi8(v, slash)), control);
    return (uint32_t)_mm256_movemask_epi8(stops);
}

/// As `yoke_pass_plain`, 64 bytes at a time. Strings of most lengths then take the same branches, which the processor predicts. May load up
/// to 63 bytes after `end`.
YOKE_AVX2 static const uint8_t *pass_wide(const uint8_t *s, const uint8_t *end, bool *ascii) {
    uint64_t all_tops = 0;
    for (; s < end; s += 64) {
        const __m256i low = _mm256_loadu_si256((const __m256i *)(const void *)s);
        const __m256i high = _mm256_loadu_si256((const __m256i *)(const void *)(s + 32));
        const uint64_t stops = stops32(low) | stops32(high) << 32;
        const uint64_t tops = (uint32_t)_mm256_movemask_epi8(low) | (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
        if (stops != 0) {
            all_tops |= tops & ~stops & (stops - 1);
            s += __builtin_ctzll(stops);
            break;
        }
        all_tops |= tops;
    }
    if (all_tops != 0) *ascii = false;
    return s;
}

#endif

const uint8_t *yoke_pass_plain(const uint8_t *s, const uint8_t *end, bool *ascii) {
#if YOKE_WIDE
    if (yoke_cpu() >= YOKE_CPU_AVX2) return pass_wide(s, end, ascii);
#endif
    for (; s < end; s += 16) {
        unsigned tops, stops = yoke_text_stops(s, &tops);
        if ((tops & yoke_bits_before(stops)) != 0) *ascii = false;
        if (stops != 0) return s + __builtin_ctz(stops);
    }
    return s;
}

bool yoke_read_long_string(
    const uint8_t *window, const uint8_t *end, bool repairs_utf8, yoke_buffer *unescaped, const uint8_t *start, yoke_text *out) {
    bool ascii = true;
    const uint8_t *stop = yoke_pass_plain(start, end, &ascii);
    if (stop >= end) return false;
    if (*stop == '\\') return read_escaped(unescaped, start, stop, end, ascii, repairs_utf8, out);
    if (*stop != '"') return false;
    size_t n = (size_t)(stop - start);
    if (!ascii && (repairs_utf8 || !yoke_is_utf8(window, start, n))) return false;
    *out = (yoke_text){start, n, stop + 1, ascii};
    return true;
}
