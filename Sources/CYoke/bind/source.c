#include "bind/source.h"

// The source of a text: finds where tokens begin in a chunk, and keeps the raw text of values that reach from one chunk into the next.

#include <string.h>

#include "base/platform.h"

void yoke_source_init(yoke_source *s, const yoke_allocator *allocator) {
    memset(s, 0, sizeof *s);
    s->kept = yoke_buffer_make(allocator);
    yoke_source_restart(s, 0);
}

void yoke_source_free(yoke_source *s) { yoke_buffer_free(&s->kept); }

void yoke_source_begin_chunk(yoke_source *s, const uint8_t *bytes, size_t n) {
    s->offset += s->chunk_length;
    s->chunk = bytes;
    s->chunk_length = n;
    s->last = s->last_start = NULL;
}

static bool is_letter(uint8_t c) { return c >= 'a' && c <= 'z'; }

static size_t literal_length(uint8_t first) { return first == 'f' ? 5 : 4; }

static bool is_between_tokens(uint8_t c) {
    switch (c) {
    case ' ': case '\t': case '\n': case '\r': case ',': case ':': case '[': case ']': case '{': case '}': return true;
    default: return false;
    }
}

/// If the chunk ends inside a token, sets `pending` to the token's offset. The search begins after the last complete string or number
/// (`last`): after it, only white space, structural characters, literals and the unfinished token can come.
static void find_pending(yoke_source *s) {
    const uint8_t *end = s->chunk + s->chunk_length;
    const uint8_t *p = s->last;
    if (p == NULL) {
        p = s->chunk;
        if (s->pending != YOKE_NO_OFFSET) {
            if (!is_letter(s->pending_first)) return; // the string or number continues in the next chunk
            while (p < end && s->pending_seen < literal_length(s->pending_first)) {
                p++;
                s->pending_seen++;
            }
            if (s->pending_seen < literal_length(s->pending_first)) return;
        }
    }
    s->pending = YOKE_NO_OFFSET;
    while (p < end) {
        if (is_between_tokens(*p)) {
            p++;
            continue;
        }
        size_t length = literal_length(*p);
        if (is_letter(*p) && (size_t)(end - p) >= length) {
            p += length;
            continue;
        }
        s->pending = s->offset + (uint64_t)(p - s->chunk);
        s->pending_first = *p;
        s->pending_seen = (uint8_t)(is_letter(*p) ? end - p : 0);
        return;
    }
}

/// Counts, modulo two, the backslashes at the end of an unfinished string, for `pending_slashes`. An odd number means that the next byte is
/// escaped, so that a quote there does not end the string.
static void count_slashes(yoke_source *s) {
    if (s->pending == YOKE_NO_OFFSET || s->pending_first != '"') return;
    bool is_earlier = s->pending < s->offset;
    const uint8_t *from = is_earlier ? s->chunk : s->chunk + (s->pending - s->offset);
    const uint8_t *end = s->chunk + s->chunk_length, *slash = end;
    while (slash > from && slash[-1] == '\\') slash--;
    uint8_t before = is_earlier && slash == from ? s->pending_slashes : 0;
    s->pending_slashes = (uint8_t)((before + (size_t)(end - slash)) & 1);
}

/// Sets the source's `before`: the last byte that is not white space before the pending token. Without a pending token, the search goes
/// back from the end of the chunk. `had_pending`: true if a token was pending at the start of the chunk.
static void find_before(yoke_source *s, bool had_pending) {
    const uint8_t *end = s->chunk + s->chunk_length;
    if (s->pending != YOKE_NO_OFFSET) {
        if (s->pending < s->offset) return;
        end = s->chunk + (s->pending - s->offset);
    }
    while (end > s->chunk) {
        end--;
        if (*end == ' ' || *end == '\t' || *end == '\n' || *end == '\r') continue;
        s->before = *end;
        return;
    }
    if (had_pending) s->before = '0'; // '0' stands for the last digit of a number that ended with an earlier chunk
}

static void find_ends(yoke_source *s) {
    bool had_pending = s->pending != YOKE_NO_OFFSET;
    find_pending(s);
    find_before(s, had_pending);
}

void yoke_source_stop(yoke_source *s, size_t used) {
    size_t length = s->chunk_length;
    s->chunk_length = used;
    find_ends(s);
    s->chunk_length = length;
}

bool yoke_source_end_chunk(yoke_source *s) {
    find_ends(s);
    count_slashes(s);
    if (!s->captures) return true;
    return yoke_source_keep(s, s->chunk_length);
}

bool yoke_source_keep(yoke_source *s, size_t used) {
    uint64_t keep_from = s->capturing > 0 ? s->kept_from : s->pending;
    if (keep_from == YOKE_NO_OFFSET) {
        s->kept.count = 0;
        return true;
    }
    if (keep_from >= s->offset) {
        size_t skip = (size_t)(keep_from - s->offset);
        s->kept.count = 0;
        s->kept_from = keep_from;
        yoke_buffer_append(&s->kept, s->chunk + skip, used - skip);
    } else {
        yoke_buffer_append(&s->kept, s->chunk, used);
    }
    return !s->kept.failed;
}

static bool is_number_byte(uint8_t c) {
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

/// Returns the first byte of the token that ends at `end`, or `from` if the token began before the chunk. `in_number` is true if a number,
/// perhaps this token, began before the chunk. `slashes`: number, modulo two, of a string's backslashes directly before `from`.
static const uint8_t *token_start(const uint8_t *from, const uint8_t *end, bool in_number, size_t slashes) {
    const uint8_t *p = end;
    if (p == from) return from;
    uint8_t final = p[-1];
    if (final == '"') {
        // A quote inside a string stands after an odd number of backslashes; the opening quote stands after no backslash.
        p--;
        while (p > from) {
            p--;
            if (*p != '"') continue;
            const uint8_t *slash = p;
            while (slash > from && slash[-1] == '\\') slash--;
            size_t count = (size_t)(p - slash) + (slash == from ? slashes : 0);
            if ((count & 1) == 0) return p;
        }
        return from;
    }
    if (is_between_tokens(final)) return p - 1;
    if (is_number_byte(final) && final != 'e') {
        while (p > from && is_number_byte(p[-1])) p--;
        bool is_exponent = p == from && in_number;
        return *p == 'e' && !is_exponent ? p + 1 : p; // this e is not an exponent, but the end of true or false before this number
    }
    // The token is true, false (with an s before its last letter) or null. Letters of another literal may stand directly before it, so
    // count back by the token's length.
    size_t length = p - from >= 2 && p[-2] == 's' ? 5 : 4;
    return (size_t)(p - from) < length ? from : p - length;
}

/// Called when the search for the start of the current token has reached the chunk's first byte. Returns true if the token began in an
/// earlier chunk, so that it is the pending token. `used` is the number of bytes of this chunk up to the end of the token.
static bool continues_pending(const yoke_source *s, size_t used) {
    if (s->pending == YOKE_NO_OFFSET) return false;
    if (used == 0) return true; // no byte of this chunk was read: the number ended with the earlier chunk
    if (s->chunk[0] == '"') return s->pending_first == '"';
    return !(used == 1 && is_between_tokens(s->chunk[0]));
}

uint64_t yoke_source_event_start(const yoke_source *s) {
    if (s->token != NULL) return s->offset + (uint64_t)(*s->token - s->chunk);
    size_t used = s->consumed(s->engine);
    const uint8_t *end = s->chunk + used, *from = s->chunk;
    bool may_continue = true;
    if (s->last == end) {
        if (s->last_start != NULL) return s->offset + (uint64_t)(s->last_start - s->chunk);
    } else if (s->last != NULL) {
        // An earlier string or number ended in this chunk, so this token began after `last`.
        from = s->last;
        may_continue = false;
    }
    bool in_number = may_continue && s->pending != YOKE_NO_OFFSET && is_number_byte(s->pending_first) && s->pending_first != 'e';
    bool in_string = may_continue && s->pending != YOKE_NO_OFFSET && s->pending_first == '"';
    const uint8_t *start = token_start(from, end, in_number, in_string ? s->pending_slashes : 0);
    if (may_continue && start == from && continues_pending(s, used)) return s->pending;
    return s->offset + (uint64_t)(start - s->chunk);
}

uint64_t yoke_source_refused_start(const yoke_source *s) {
    // The refused token never became an event, so `last` is the end of an earlier token. The refused token begins after `last`.
    if (s->last == NULL) return yoke_source_event_start(s);
    const uint8_t *end = s->chunk + s->consumed(s->engine);
    if (end <= s->last) return s->offset + (uint64_t)(s->last - s->chunk);
    return s->offset + (uint64_t)(token_start(s->last, end, false, 0) - s->chunk);
}

uint64_t yoke_source_capture_begin(yoke_source *s) {
    uint64_t start = yoke_source_event_start(s);
    if (s->capturing++ > 0) return start; // a capture of an outer value already keeps the text
    if (start >= s->offset) s->kept.count = 0; // else the token began in an earlier chunk, and `kept` holds its start
    s->kept_from = start;
    return start;
}

const uint8_t *yoke_source_capture_end(yoke_source *s, uint64_t start, yoke_buffer *joined, size_t *n) {
    size_t used = s->consumed(s->engine);
    yoke_source_capture_drop(s);
    if (start >= s->offset) {
        size_t from = (size_t)(start - s->offset);
        *n = used - from;
        return s->chunk + from;
    }
    size_t from = (size_t)(start - s->kept_from);
    joined->count = 0;
    joined->failed = false;
    yoke_buffer_append(joined, s->kept.bytes + from, s->kept.count - from);
    yoke_buffer_append(joined, s->chunk, used);
    *n = joined->count;
    return joined->failed || s->kept.failed ? NULL : joined->bytes;
}

static const uint8_t *skip_space_back(const uint8_t *from, const uint8_t *end) {
    while (end > from && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\n' || end[-1] == '\r')) end--;
    return end;
}

bool yoke_source_cut(yoke_source *s, bool after_key, yoke_buffer *dropped) {
    if (s->capturing == 0) return true;
    const uint64_t end = s->pending != YOKE_NO_OFFSET ? s->pending : s->offset + s->chunk_length;
    const uint64_t kept_to = s->kept_from + s->kept.count;
    if (kept_to < end) {
        yoke_buffer_append(&s->kept, s->chunk + (kept_to - s->offset), (size_t)(end - kept_to));
    } else {
        s->kept.count = (size_t)(end - s->kept_from);
    }
    if (s->kept.failed) return false;
    // The kept text begins with the opening bracket of the captured value. Each backward search stops at this bracket, so it never reads
    // before the start of the text.
    const uint8_t *const from = s->kept.bytes;
    const uint8_t *p = skip_space_back(from, from + s->kept.count);
    if (after_key) {
        if (p[-1] == ':') p = skip_space_back(from, p - 1);
        p = skip_space_back(from, token_start(from, p, false, 0));
    }
    if (p[-1] == ',') p = skip_space_back(from, p - 1);
    yoke_buffer_append(dropped, p, s->kept.count - (size_t)(p - from));
    s->kept.count = (size_t)(p - from);
    return !dropped->failed;
}

/// Returns the address of the first quote, backslash or control character from `s` on, or `end`.
static const uint8_t *skip_plain(const uint8_t *s, const uint8_t *end) {
#if YOKE_VECTOR
    const yoke_v16 quote = yoke_v16_fill('"'), slash = yoke_v16_fill('\\'), least = yoke_v16_fill(0x1F), none = yoke_v16_fill(0);
    for (; end - s >= 16; s += 16) {
        yoke_v16 x = yoke_v16_load(s);
        yoke_v16 other = yoke_v16_or(yoke_v16_equal(x, quote), yoke_v16_equal(x, slash));
        other = yoke_v16_or(other, yoke_v16_equal(yoke_v16_subtract_to_zero(x, least), none));
        unsigned bits = yoke_v16_bits(other);
        if (bits != 0) return s + __builtin_ctz(bits);
    }
#endif
    while (s < end && *s != '"' && *s != '\\' && *s >= 0x20) s++;
    return s;
}

static bool is_hex(uint8_t c) {
    uint8_t lower = c | 0x20;
    return (c >= '0' && c <= '9') || (lower >= 'a' && lower <= 'f');
}

bool yoke_string_goes_on(uint8_t *escape, const uint8_t *bytes, size_t n) {
    enum { NONE = 0, DIGITS = 4, BACKSLASH = 5 };
    const uint8_t *s = bytes, *end = bytes + n;
    uint8_t state = *escape;
    for (; s < end; s++) {
        if (state == NONE) {
            s = skip_plain(s, end);
            if (s == end) break;
            if (*s != '\\') return false;
            state = BACKSLASH;
        } else if (state < BACKSLASH) {
            if (!is_hex(*s)) return false;
            state--; // `state` is now the number of hex digits still to come
        } else {
            switch (*s) {
            case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't': state = NONE; break;
            case 'u': state = DIGITS; break;
            default: return false;
            }
        }
    }
    *escape = state;
    return true;
}
