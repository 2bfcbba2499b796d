// Converts JSON text to CBOR, in one pass from left to right. A container begins with one byte, its head: the type and, if there are fewer
// than 24, the number of members or elements. The writer completes the head when the container ends, because only then it knows the number.
//
// A container with white space directly in it is embedded as text, because CBOR cannot keep the white space. The writer sees the white
// space only after it has begun the container. So the writer then makes a second pass from the start of the text. Before this pass, it sets
// one bit for each container to be embedded. (Such texts are rare: only values that are kept verbatim have white space.)
#include "base/words.h"
#include "items.h"

typedef struct frame {
    size_t head;
    uint64_t count;
    bool is_object;
} frame;

/// A string that a reference can name: its position in the output. The entry is free if `length` is 0.
typedef struct known_string {
    size_t at;
    uint64_t number;
    uint32_t length;
    uint32_t hash;
} known_string;

typedef struct cbor_writer {
    const uint8_t *p;
    const uint8_t *end;
    yoke_cbor_out out;
    yoke_buffer frames;
    /// A hash table of known strings, whose size is a power of two. `known` is the number of strings in it.
    yoke_buffer table;
    size_t known;
    yoke_buffer unescaped;
    /// One bit for each container, in the order in which the containers begin: set if white space is directly in the container. Empty in
    /// the first pass.
    yoke_buffer spaced;
    size_t containers;
} cbor_writer;

// MARK: - Strings

static uint32_t hash_of(const uint8_t *s, size_t n) {
    uint64_t h = n;
    for (; n > 0; s++, n--) h = (h ^ *s) * 0x100000001B3u;
    return (uint32_t)(h ^ h >> 32);
}

/// Returns the string's entry. If the string has no entry, returns a free entry for the string, or NULL if no entry is free. Looks at only
/// eight entries. So a text that makes hashes collide on purpose makes the output longer, but not slower to write.
static known_string *find(const cbor_writer *w, const uint8_t *s, size_t n, uint32_t hash) {
    known_string *table = (known_string *)(void *)w->table.bytes;
    size_t mask = w->table.count / sizeof *table - 1;
    for (size_t i = 0; i < 8; i++) {
        known_string *e = &table[(hash + i) & mask];
        if (e->length == 0 || (e->hash == hash && e->length == n && memcmp(w->out.bytes->bytes + e->at, s, n) == 0)) return e;
    }
    return NULL;
}

static bool grow_table(cbor_writer *w) {
    yoke_buffer old = w->table;
    size_t size = old.count == 0 ? 64 * sizeof(known_string) : 2 * old.count;
    w->table = yoke_buffer_make(old.allocator);
    if (yoke_buffer_reserve(&w->table, size)) {
        memset(w->table.bytes, 0, size);
        w->table.count = size;
        const known_string *from = (const known_string *)(const void *)old.bytes;
        for (size_t i = 0; i < old.count / sizeof *from; i++) {
            if (from[i].length == 0) continue;
            known_string *to = find(w, w->out.bytes->bytes + from[i].at, from[i].length, from[i].hash);
            if (to != NULL) *to = from[i];
        }
    }
    yoke_buffer_free(&old);
    return !w->table.failed;
}

/// Writes a string, or a reference to an equal string that was written before.
/// - length: the string's length in bytes in the JSON text, with its escapes. References to longer strings than YOKE_CBOR_MAX_REFERRED are
///   not allowed.
static bool put_text(cbor_writer *w, const uint8_t *s, size_t n, size_t length) {
    if (n >= yoke_cbor_least(w->out.strings)) {
        if (length <= YOKE_CBOR_MAX_REFERRED) {
            if (2 * w->known >= w->table.count / sizeof(known_string) && !grow_table(w)) return false;
            uint32_t hash = hash_of(s, n);
            known_string *e = find(w, s, n, hash);
            if (e != NULL && e->length != 0) {
                yoke_cbor_put_head(&w->out, YOKE_CBOR_TAG, YOKE_CBOR_REFERRED);
                yoke_cbor_put_head(&w->out, YOKE_CBOR_UNSIGNED, e->number);
                return true;
            }
            if (e != NULL) {
                *e = (known_string){w->out.bytes->count + yoke_cbor_head_size(n), w->out.strings, (uint32_t)n, hash};
                w->known++;
            }
        }
        w->out.strings++;
    }
    yoke_cbor_put_head(&w->out, YOKE_CBOR_TEXT, n);
    yoke_buffer_append(w->out.bytes, s, n);
    return !w->out.bytes->failed;  // after a failure, the table may refer to missing bytes
}

/// Returns the address of the quote that ends a string, or NULL without such a quote before `end`. `p` is the address after the opening
/// quote. Sets `*escaped` to true if the string has escapes.
static const uint8_t *closing_quote(const uint8_t *p, const uint8_t *end, bool *escaped) {
    for (;;) {
        while (end - p >= 8) {
            uint64_t word = yoke_load64(p);
            if ((yoke_word_has(word, '"') | yoke_word_has(word, '\\')) != 0) break;
            p += 8;
        }
        if (p >= end) return NULL;
        if (*p == '"') return p;
        bool is_escape = *p == '\\';
        *escaped |= is_escape;
        p += 1 + is_escape;
    }
}

/// Resolves the escapes of s[0..<n]. Returns false if memory runs out, or if Yoke's writer would spell one of the escapes in another way:
/// then CBOR could not give the text back exactly.
static bool unescape(yoke_buffer *out, const uint8_t *s, size_t n) {
    static const uint8_t letters[] = "btnfr", controls[] = "\b\t\n\f\r";
    out->count = 0;
    if (!yoke_buffer_reserve(out, n)) return false;
    uint8_t *to = out->bytes;
    for (size_t i = 0; i < n; i++) {
        if (s[i] != '\\') {
            *to++ = s[i];
            continue;
        }
        uint8_t c = s[++i];  // exists, because at least the closing quote comes next
        const uint8_t *letter = c == 0 ? NULL : memchr(letters, c, 5);
        if (c == '"' || c == '\\') {
            *to++ = c;
        } else if (letter != NULL) {
            *to++ = controls[letter - letters];
        } else {
            if (n - i < 5 || memcmp(s + i, "u00", 3) != 0 || (s[i + 3] | 1) != '1') return false;
            uint8_t low = s[i + 4];
            if (!((low >= '0' && low <= '9') || (low >= 'a' && low <= 'f'))) return false;
            uint8_t control = (uint8_t)((s[i + 3] - '0') << 4 | (low <= '9' ? low - '0' : low - 'a' + 10));
            if (memchr(controls, control, 5) != NULL) return false;
            *to++ = control;
            i += 4;
        }
    }
    out->count = (size_t)(to - out->bytes);
    return true;
}

static bool put_string(cbor_writer *w) {
    const uint8_t *s = w->p + 1;
    bool escaped = false;
    const uint8_t *quote = closing_quote(s, w->end, &escaped);
    if (quote == NULL) return false;
    size_t n = (size_t)(quote - s);
    const uint8_t *start = w->p;
    w->p = quote + 1;
    if (!escaped) return put_text(w, s, n, n);
    if (unescape(&w->unescaped, s, n)) return put_text(w, w->unescaped.bytes, w->unescaped.count, n);
    yoke_cbor_embed(&w->out, start, n + 2);
    return true;
}

// MARK: - Numbers and words

static bool write_word(cbor_writer *w, const char *word, size_t n) {
    if ((size_t)(w->end - w->p) < n || memcmp(w->p, word, n) != 0) return false;
    w->p += n;
    return true;
}

static bool put_word(cbor_writer *w, unsigned value, const char *word, size_t n) {
    yoke_cbor_put_head(&w->out, YOKE_CBOR_SIMPLE, value);
    return write_word(w, word, n);
}

static bool put_not_finite(cbor_writer *w, uint16_t bits, const char *word, size_t n) {
    yoke_cbor_put_half(&w->out, bits);
    return write_word(w, word, n);
}

static bool put_number(cbor_writer *w) {
    const uint8_t *s = w->p;
    if (w->end - s > 1 && s[1] == 'I') return put_not_finite(w, 0xFC00, "-Infinity", 9);
    while (w->p < w->end && ((*w->p >= '0' && *w->p <= '9') || memchr("+-.eE", *w->p, 5) != NULL)) w->p++;
    return yoke_cbor_put_number(&w->out, s, (size_t)(w->p - s));
}

// MARK: - Containers

static frame *top(const cbor_writer *w) {
    return w->frames.count == 0 ? NULL : (frame *)(void *)(w->frames.bytes + w->frames.count) - 1;
}

static bool is_blank(uint8_t c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

/// Moves `w->p` after the container at `w->p`. Adds this container and the containers in it to `containers`.
static bool pass_container(cbor_writer *w) {
    size_t depth = 0;
    bool escaped = false;
    for (const uint8_t *p = w->p; p < w->end; p++) {
        switch (*p) {
        case '"':
            p = closing_quote(p + 1, w->end, &escaped);
            if (p == NULL) return false;
            break;
        case '{':
        case '[':
            depth++;
            w->containers++;
            break;
        case '}':
        case ']':
            if (--depth > 0) break;
            w->p = p + 1;
            return true;
        default: break;
        }
    }
    return false;
}

static bool put_key(cbor_writer *w) {
    if (w->p == w->end || *w->p != '"' || !put_string(w)) return false;
    if (w->p == w->end || *w->p != ':') return false;
    w->p++;
    return true;
}

static bool close_container(cbor_writer *w) {
    frame *f = top(w);
    if (w->out.bytes->failed) return false;
    w->out.bytes->bytes[f->head] |= f->count < 24 ? (uint8_t)f->count : YOKE_CBOR_INDEFINITE;
    if (f->count >= 24) yoke_buffer_push(w->out.bytes, YOKE_CBOR_BREAK);
    w->frames.count -= sizeof *f;
    w->p++;
    return true;
}

static bool open_container(cbor_writer *w, bool *is_open) {
    size_t number = w->containers;
    if (number / 8 < w->spaced.count && (w->spaced.bytes[number / 8] >> number % 8 & 1) != 0) {
        const uint8_t *start = w->p;
        if (!pass_container(w)) return false;
        yoke_cbor_embed(&w->out, start, (size_t)(w->p - start));
        return true;
    }
    w->containers++;
    frame f = {w->out.bytes->count, 0, *w->p == '{'};
    yoke_buffer_append(&w->frames, &f, sizeof f);
    yoke_buffer_push(w->out.bytes, (uint8_t)((f.is_object ? YOKE_CBOR_MAP : YOKE_CBOR_ARRAY) << 5));
    if (w->frames.failed || w->out.bytes->failed || ++w->p == w->end) return false;
    if (*w->p == (f.is_object ? '}' : ']')) return close_container(w);
    *is_open = true;
    return !f.is_object || put_key(w);
}

/// Writes an entire value, or only the beginning of a container. In the second case sets `is_open`: the container's first value comes next.
static bool put_value(cbor_writer *w, bool *is_open) {
    *is_open = false;
    switch (*w->p) {
    case '"': return put_string(w);
    case '{':
    case '[': return open_container(w, is_open);
    case 'n': return put_word(w, YOKE_CBOR_NULL, "null", 4);
    case 't': return put_word(w, YOKE_CBOR_TRUE, "true", 4);
    case 'f': return put_word(w, YOKE_CBOR_FALSE, "false", 5);
    case 'N': return put_not_finite(w, 0x7E00, "NaN", 3);
    case 'I': return put_not_finite(w, 0x7C00, "Infinity", 8);
    default: return put_number(w);
    }
}

/// Writes the entire text. Returns false at white space or a byte that is not JSON (`w->p` is then its address), if the text is not
/// complete, or if memory runs out.
static bool put_all(cbor_writer *w) {
    bool is_due = true;
    while (w->p < w->end) {
        if (is_due) {
            if (!put_value(w, &is_due)) return false;
            continue;
        }
        frame *f = top(w);
        if (f == NULL) return false;
        f->count++;
        if (*w->p == (f->is_object ? '}' : ']')) {
            if (!close_container(w)) return false;
        } else if (*w->p == ',') {
            w->p++;
            if (f->is_object && !put_key(w)) return false;
            is_due = true;
        } else {
            return false;
        }
    }
    return !is_due && top(w) == NULL;
}

/// Fills `spaced`: sets a container's bit if white space is directly in the container. Returns false if white space is outside of all
/// containers, a string has no end, or memory runs out.
static bool find_spaces(cbor_writer *w, const uint8_t *p) {
    w->containers = 0;
    w->frames.count = 0;
    bool escaped = false;
    for (; p < w->end; p++) {
        size_t number = w->containers;
        if (*p == '"') {
            p = closing_quote(p + 1, w->end, &escaped);
            if (p == NULL) return false;
        } else if (*p == '{' || *p == '[') {
            yoke_buffer_append(&w->frames, &number, sizeof number);
            if (w->containers++ % 8 == 0) yoke_buffer_push(&w->spaced, 0);
            if (w->frames.failed || w->spaced.failed) return false;
        } else if (w->frames.count == 0) {
            if (is_blank(*p)) return false;
        } else if (*p == '}' || *p == ']') {
            w->frames.count -= sizeof number;
        } else if (is_blank(*p)) {
            memcpy(&number, w->frames.bytes + w->frames.count - sizeof number, sizeof number);
            w->spaced.bytes[number / 8] |= (uint8_t)(1u << number % 8);
        }
    }
    return true;
}

/// Begins a pass over the text: drops the output of the pass before, which begins at offset `begin`, and writes the header.
static void start(cbor_writer *w, const uint8_t *text, size_t begin) {
    w->p = text;
    w->out.bytes->count = begin;
    yoke_cbor_put_head(&w->out, YOKE_CBOR_TAG, YOKE_CBOR_SELF);
    yoke_cbor_put_head(&w->out, YOKE_CBOR_TAG, YOKE_CBOR_STRINGS);
    w->frames.count = 0;
    w->containers = 0;
    w->out.strings = 0;
    w->known = 0;
    if (w->table.count > 0) memset(w->table.bytes, 0, w->table.count);
}

yoke_cbor_status yoke_cbor_write(const uint8_t *text, size_t n, yoke_buffer *out) {
    const yoke_allocator *a = out->allocator;
    cbor_writer w = {.end = text + n, .out = {out, 0}, .frames = yoke_buffer_make(a), .table = yoke_buffer_make(a),
                     .unescaped = yoke_buffer_make(a), .spaced = yoke_buffer_make(a)};
    size_t begin = out->count;
    start(&w, text, begin);
    bool done = put_all(&w);
    if (!done && w.p < w.end && is_blank(*w.p) && find_spaces(&w, text)) {
        start(&w, text, begin);
        done = put_all(&w);
    }
    bool failed = out->failed || w.frames.failed || w.table.failed || w.unescaped.failed || w.spaced.failed;
    yoke_buffer_free(&w.frames);
    yoke_buffer_free(&w.table);
    yoke_buffer_free(&w.unescaped);
    yoke_buffer_free(&w.spaced);
    return failed ? YOKE_CBOR_MEMORY : done ? YOKE_CBOR_OK : YOKE_CBOR_MALFORMED;
}
