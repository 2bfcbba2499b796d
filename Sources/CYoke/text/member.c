#include "text/member.h"

#include <string.h>

#include "text/unescape.h"

// Callers pass JSON that was checked before. For safety, the code does not rely on this check: no function reads past the end of the text.

/// Returns the byte at index `i`; 0 if `i` is after the end.
static uint8_t byte_at(const uint8_t *s, size_t n, size_t i) { return i < n ? s[i] : 0; }

static size_t skip_space(const uint8_t *s, size_t n, size_t i) {
    while (i < n && (s[i] == ' ' || s[i] == '\n' || s[i] == '\t' || s[i] == '\r')) i++;
    return i;
}

/// Returns the index after the string whose opening quote is at `i`; `n` if the closing quote is missing.
static size_t skip_string(const uint8_t *s, size_t n, size_t i) {
    for (i++; i < n && s[i] != '"'; i++) i += s[i] == '\\';
    return i < n ? i + 1 : n;
}

/// Returns the index after the value that begins at `i`.
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

/// True if from..<to, a key of the JSON text without its quotes, equals `key` after unescaping.
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
        size_t after = skip_value(text, n, value);
        if (after >= n) break;
        if (is_key(text + i + 1, text + end - 1, key, key_length)) {
            *from = value;
            *to = after;
            if (is_first) return true;
            found = true;
        }
        i = skip_space(text, n, after);
        if (byte_at(text, n, i) != ',') break;
        i = skip_space(text, n, i + 1);
    }
    return found;
}

size_t yoke_key_end(const uint8_t *text, size_t n, size_t i, size_t *from) {
    *from = skip_space(text, n, i);
    return byte_at(text, n, *from) == '"' ? skip_string(text, n, *from) : n;
}

size_t yoke_member_end(const uint8_t *text, size_t n, size_t i, size_t *from, size_t *to) {
    *to = yoke_key_end(text, n, i, from);
    const size_t value = skip_space(text, n, skip_space(text, n, *to) + 1);
    return skip_space(text, n, skip_value(text, n, value));
}

// MARK: - Texts that hooks have made

typedef struct token {
    size_t from;
    size_t to;
} token;

/// Returns the token at `i`, after white space. Commas and brackets are tokens too. At the end of the text, the token is empty.
static token token_at(const uint8_t *s, size_t n, size_t i) {
    i = skip_space(s, n, i);
    const uint8_t c = byte_at(s, n, i);
    if (i >= n || c == '"') return (token){i, i < n ? skip_string(s, n, i) : n};
    if (strchr(",:[]{}", c) != NULL) return (token){i, i + 1};
    size_t end = i;
    while (end < n && strchr(",:[]{} \n\t\r\"", s[end]) == NULL) end++;
    return (token){i, end > i ? end : i + 1};
}

/// True if token `x` of the text `a` equals token `y` of the text `b`. Strings are compared after unescaping.
static bool is_same_token(const uint8_t *a, token x, const uint8_t *b, token y) {
    if (x.to - x.from == y.to - y.from && memcmp(a + x.from, b + y.from, x.to - x.from) == 0) return true;
    if (x.to - x.from < 2 || y.to - y.from < 2 || a[x.from] != '"' || b[y.from] != '"') return false;
    yoke_buffer plain = yoke_buffer_make(yoke_libc());
    const bool is_same = yoke_unescape_alone(&plain, a + x.from + 1, a + x.to - 1) &&
                         is_key(b + y.from + 1, b + y.to - 1, plain.bytes, plain.count);
    yoke_buffer_free(&plain);
    return is_same;
}

/// Returns the index of the first member from `i` on whose key equals the token `key` of `key_text`; `n` if no member has this key.
static size_t member_named(const uint8_t *s, size_t n, size_t i, const uint8_t *key_text, token key) {
    token name;
    for (size_t end; i < n; i = end + 1) {
        end = yoke_member_end(s, n, i, &name.from, &name.to);
        if (is_same_token(key_text, key, s, name)) return name.from;
    }
    return n;
}

/// The limits of `misses` and `returns` of a `yoke_made`. Each miss and each return makes `yoke_made_origin` pass over a part of the texts
/// again. So these limits bound the cost for hooks that change all keys (misses), and for many errors (returns).
enum { MOST_MISSES = 64, MOST_RETURNS = 64 };

/// Searches the hook's input for the member with this key of the made text. A hook usually keeps the order of the members, so the search
/// begins after the member that was found last. If several members have the same key, the search then finds them one after the other.
static void find_origin(yoke_made *m, token key, size_t misses) {
    token last;
    m->begin = m->i = key.from;
    m->depth = 0;
    m->j = m->from_length;
    if (m->misses >= misses) return;
    const size_t after = m->member == 0 ? 0 : yoke_member_end(m->from, m->from_length, m->member, &last.from, &last.to);
    m->j = member_named(m->from, m->from_length, after + 1, m->text, key);
    if (m->j >= m->from_length) {
        m->misses++;
        m->j = member_named(m->from, m->from_length, 1, m->text, key);
    }
    if (m->j < m->from_length) m->member = m->j;
}

/// Moves the comparison back, so that it can reach the earlier index `at` of the made text. (The start of an open container needs no move
/// back: the caller finds it in `open`.) Returns false if the comparison has already gone back MOST_RETURNS times.
static bool go_back(yoke_made *m, size_t at) {
    if (m->returns++ >= MOST_RETURNS) return false;
    m->depth = 0;
    if (at < m->begin) {
        m->end = m->i = m->j = m->member = 0;
    } else {
        m->i = m->begin;
        if (m->j < m->from_length) m->j = m->member;
    }
    return true;
}

uint64_t yoke_made_origin(yoke_made *m, uint64_t offset, bool is_end) {
    if (offset < m->start) return m->start;
    const size_t at = (size_t)(offset - m->start);
    if (at < m->i) {
        for (size_t k = m->depth; k > 0 && k + YOKE_MADE_OPEN > m->depth; k--) {
            const yoke_same *container = &m->open[k % YOKE_MADE_OPEN];
            if (container->i == at) return m->start + container->j;
        }
        if (!go_back(m, at)) return m->start;
    }
    while (at > m->end) {
        token key;
        m->end = yoke_member_end(m->text, m->length, m->end + 1, &key.from, &key.to);
        if (m->end >= m->length) {
            m->end = 0;
            return m->start;
        }
        find_origin(m, key, at > m->end ? MOST_MISSES : 2 * MOST_MISSES);
    }
    while (m->end > 0 && m->i <= m->end && m->j < m->from_length) {
        const token x = token_at(m->text, m->length, m->i), y = token_at(m->from, m->from_length, m->j);
        if (at < x.from || !is_same_token(m->text, x, m->from, y)) break;
        if (is_end && at == x.to) return m->start + y.to;
        if (at < x.to) return m->start + y.from;
        const uint8_t c = m->text[x.from];
        if (c == '{' || c == '[') m->open[++m->depth % YOKE_MADE_OPEN] = (yoke_same){x.from, y.from};
        else if ((c == '}' || c == ']') && m->depth > 0) m->depth--;
        m->i = x.to;
        m->j = y.to;
    }
    return m->start;
}

bool yoke_first_key(const uint8_t *text, size_t n, size_t *from, size_t *to) {
    if (n < 2 || *text != '{') return false;
    *from = skip_space(text, n, 1);
    if (byte_at(text, n, *from) != '"') return false;
    *to = skip_string(text, n, *from);
    return *to < n;
}
