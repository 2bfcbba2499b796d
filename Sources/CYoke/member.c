#include "member.h"

#include <string.h>

#include "lex.h"

// The text has been checked, and is not trusted all the same: nothing looks behind its end.

/// 0 behind the end.
static uint8_t byte_at(const uint8_t *s, size_t n, size_t i) { return i < n ? s[i] : 0; }

static size_t skip_space(const uint8_t *s, size_t n, size_t i) {
    while (i < n && (s[i] == ' ' || s[i] == '\n' || s[i] == '\t' || s[i] == '\r')) i++;
    return i;
}

/// Behind the string whose quote is at `i`.
static size_t skip_string(const uint8_t *s, size_t n, size_t i) {
    for (i++; i < n && s[i] != '"'; i++) i += s[i] == '\\';
    return i < n ? i + 1 : n;
}

/// Behind the value that begins at `i`.
static size_t skip_value(const uint8_t *s, size_t n, size_t i) {
    for (size_t depth = 0; i < n;) {
        switch (s[i]) {
        case '"':
            i = skip_string(s, n, i);
            if (depth == 0) return i;
            break;
        case '{': case '[':
            depth++;
            i++;
            break;
        case '}': case ']':
            if (depth == 0) return i;
            i++;
            if (--depth == 0) return i;
            break;
        case ',': case ' ': case '\n': case '\t': case '\r':
            if (depth == 0) return i;
            i++;
            break;
        default: i++;
        }
    }
    return i;
}

/// Whether the key between from and to, without its quotes, is this one.
static bool is_key(const uint8_t *from, const uint8_t *to, const uint8_t *key, size_t n) {
    if (memchr(from, '\\', (size_t)(to - from)) == NULL) return (size_t)(to - from) == n && memcmp(from, key, n) == 0;
    yoke_buffer plain = yoke_buffer_make(yoke_libc());
    bool same = yoke_unescape_alone(&plain, from, to) && plain.count == n && memcmp(plain.bytes, key, n) == 0;
    yoke_buffer_free(&plain);
    return same;
}

bool yoke_find_member(const uint8_t *text, size_t n, const uint8_t *key, size_t key_length, bool is_first, size_t *from, size_t *to) {
    bool found = false;
    if (n < 2 || *text != '{') return false;
    for (size_t i = skip_space(text, n, 1); byte_at(text, n, i) == '"';) {
        size_t end = skip_string(text, n, i);
        size_t value = skip_space(text, n, skip_space(text, n, end) + 1);
        size_t behind = skip_value(text, n, value);
        if (behind >= n) break;
        if (is_key(text + i + 1, text + end - 1, key, key_length)) {
            *from = value;
            *to = behind;
            if (is_first) return true;
            found = true;
        }
        i = skip_space(text, n, behind);
        if (byte_at(text, n, i) != ',') break;
        i = skip_space(text, n, i + 1);
    }
    return found;
}

size_t yoke_member_end(const uint8_t *text, size_t n, size_t i, size_t *from, size_t *to) {
    *from = skip_space(text, n, i);
    *to = byte_at(text, n, *from) == '"' ? skip_string(text, n, *from) : n;
    const size_t value = skip_space(text, n, skip_space(text, n, *to) + 1);
    return skip_space(text, n, skip_value(text, n, value));
}

bool yoke_second_element(const uint8_t *text, size_t n, size_t *from, size_t *to) {
    if (n < 2 || *text != '[') return false;
    size_t comma = skip_space(text, n, skip_value(text, n, skip_space(text, n, 1)));
    if (byte_at(text, n, comma) != ',') return false;
    *from = skip_space(text, n, comma + 1);
    *to = skip_value(text, n, *from);
    return skip_space(text, n, *to) == n - 1;
}

bool yoke_first_key(const uint8_t *text, size_t n, size_t *from, size_t *to) {
    if (n < 2 || *text != '{') return false;
    *from = skip_space(text, n, 1);
    if (byte_at(text, n, *from) != '"') return false;
    *to = skip_string(text, n, *from);
    return *to < n;
}
