// The strict filter before yajl.
//
// Invariant: the state is always as if a state machine had read all bytes up to this position one by one. This holds between two calls, and
// wherever a block of 64 bytes starts or ends. The state machine, `check_bytes`, is the only code that reports errors. `check_blocks`
// handles blocks of 64 bytes: it only proves that a block has no fault. If a block may have a fault, `check_bytes` continues there:
//
//     head of chunk   64 bytes   64 bytes   64 bytes with a surrogate pair   64 bytes   rest
//     bytes           block      block      block up to it, bytes over it    block      bytes
#include "yajl/strict_filter.h"

#include "text/space.h"
#include "text/utf8.h"

// MARK: - Bytes

/// How much of an escape the filter has read. In these names, D8 and D83 stand for the first two or three digits of any high surrogate, and
/// HIGH for all four digits.
enum escape {
    NO_ESCAPE,
    BACKSLASH,      // \                 (not itself escaped)
    ESCAPE_U,       // \u
    ESCAPE_UD,      // \ud
    ESCAPE_UD8,     // \ud8              certainly a high surrogate
    ESCAPE_UD83,    // \ud83
    HIGH,           // \ud834            a \ must follow
    HIGH_BACKSLASH, // \ud834\           a u must follow
    HIGH_U,         // \ud834\u          a d must follow
    HIGH_UD,        // \ud834\ud         one of c-f must follow
    REPLACED_2,     // \uff              two digits of a lone low surrogate are overwritten, two are still to come
    REPLACED_3      // \ufff
};

/// Flags: the kinds of faults that one pass over the text looks for. Each pass has a constant set of flags, so the compiler makes code of
/// its own for each pass.
enum { CHECK_UTF8 = 1, CHECK_CONTROL = 2, CHECK_ESCAPES = 4 };

/// Takes the next byte `c`, and updates the state of the UTF-8 sequence (`due`). Called for a byte of 80...FF, and for any byte inside a
/// sequence. Returns false if the byte is bad.
static bool utf8_step(yoke_filter *g, uint8_t c) {
    if (g->due > 0) {
        if (c < g->due_low || c > g->due_high) return false;
        g->due--;
        g->due_low = 0x80;
        g->due_high = 0xBF;
        return true;
    }
    if (c < 0xC2 || c > 0xF4) return false;
    g->due = c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
    g->due_low = c == 0xE0 ? 0xA0 : c == 0xF0 ? 0x90 : 0x80;
    g->due_high = c == 0xED ? 0x9F : c == 0xF4 ? 0x8F : 0xBF;
    return true;
}

yoke_inline bool is_hex(uint8_t c) {
    uint8_t lower = c | 0x20;
    return (c >= '0' && c <= '9') || (lower >= 'a' && lower <= 'f');
}

/// Takes the next byte `c`, and updates the state of the escape. `writable` is the byte's address if it may be overwritten, else NULL. At a
/// lone surrogate (half of a pair): returns false if `writable` is NULL, else overwrites the surrogate's four digits by fffd and returns
/// true.
static bool escape_step(yoke_filter *g, uint8_t c, uint8_t *writable) {
    uint8_t lower = c | 0x20;
    size_t back; // distance back to the first digit of a high surrogate without a low one
    for (;;) {
        switch ((enum escape)g->escape) {
        case NO_ESCAPE:
            if (c == '\\') g->escape = BACKSLASH;
            return true;
        case BACKSLASH:
            g->escape = c == 'u' ? ESCAPE_U : NO_ESCAPE;
            return true;
        case ESCAPE_U:
            if (lower != 'd') break;
            g->escape = ESCAPE_UD;
            return true;
        case ESCAPE_UD:
            if (c == '8' || c == '9' || lower == 'a' || lower == 'b') {
                g->escape = ESCAPE_UD8;
                return true;
            }
            if (lower < 'c' || lower > 'f') break;
            if (writable == NULL) return false;
            writable[-1] = writable[0] = 'f';
            g->escape = REPLACED_2;
            return true;
        case ESCAPE_UD8:
        case ESCAPE_UD83:
            if (!is_hex(c)) break;
            g->escape++;
            return true;
        case HIGH:
            if (c == '\\') {
                g->escape = HIGH_BACKSLASH;
                return true;
            }
            back = 4;
            g->escape = NO_ESCAPE;
            goto lone;
        case HIGH_BACKSLASH:
            if (c == 'u') {
                g->escape = HIGH_U;
                return true;
            }
            back = 5;
            g->escape = BACKSLASH;
            goto lone;
        case HIGH_U:
            if (lower == 'd') {
                g->escape = HIGH_UD;
                return true;
            }
            back = 6;
            g->escape = ESCAPE_U;
            goto lone;
        case HIGH_UD:
            if (lower >= 'c' && lower <= 'f') {
                g->escape = NO_ESCAPE;
                return true;
            }
            back = 7;
            g->escape = ESCAPE_UD;
        lone:
            if (writable == NULL) return false;
            memcpy(writable - back, "fffd", 4);
            continue; // and read the byte again, as if no surrogate stood before it
        case REPLACED_2:
        case REPLACED_3:
            if (!is_hex(c)) break;
            *writable = g->escape == REPLACED_2 ? 'f' : 'd';
            g->escape = g->escape == REPLACED_2 ? REPLACED_3 : NO_ESCAPE;
            return true;
        }
        g->escape = NO_ESCAPE; // not a hex digit: yajl refuses it
    }
}

/// True if none of the eight bytes needs a check. The bytes 80...FF, 0B, 0C and the backslash need one.
yoke_inline bool is_plain_word(uint64_t x) {
    return ((x & yoke_word_fill(0x80)) | yoke_word_has(x, 0x0B) | yoke_word_has(x, 0x0C) | yoke_word_has(x, '\\')) == 0;
}

/// Reads bytes from index `i` on, one by one, at least up to `until`. If a UTF-8 sequence or an escape is incomplete there, continues to
/// its end or to the chunk's end. Returns the index at which it stopped. At an error, sets `g->error` and returns the index of the bad
/// byte.
yoke_inline size_t check_bytes(yoke_filter *g, const uint8_t *p, size_t i, size_t until, size_t n, uint8_t *writable, int checks) {
    while (i < n) {
        bool open = ((checks & CHECK_UTF8) && g->due != 0) || ((checks & CHECK_ESCAPES) && g->escape != NO_ESCAPE);
        if (i >= until && !open) break;
        if (!open && until >= 8 && i <= until - 8 && is_plain_word(yoke_load64(p + i))) {
            i += 8;
            continue;
        }
        uint8_t c = p[i];
        if ((checks & CHECK_UTF8) && (c >= 0x80 || g->due > 0) && !utf8_step(g, c)) {
            g->error = YOKE_FILTER_UTF8;
            return i;
        }
        if ((checks & CHECK_CONTROL) && (c == 0x0B || c == 0x0C)) {
            g->error = YOKE_FILTER_CONTROL;
            return i;
        }
        if ((checks & CHECK_ESCAPES) && !escape_step(g, c, writable == NULL ? NULL : writable + i)) {
            g->error = YOKE_FILTER_SURROGATE;
            return i;
        }
        i++;
    }
    return i;
}

// MARK: - Blocks

#if YOKE_VECTOR

enum { BLOCK = 64 };

/// Returns one bit for each byte of the block: 1 if the byte, after an OR with `bits`, equals `byte`.
yoke_inline uint64_t block_mask(const yoke_v16 v[4], uint8_t bits, uint8_t byte) {
    yoke_v16 or = yoke_v16_fill(bits), to = yoke_v16_fill(byte);
    return yoke_v16_mask(yoke_v16_equal(yoke_v16_or(v[0], or), to), yoke_v16_equal(yoke_v16_or(v[1], or), to),
                         yoke_v16_equal(yoke_v16_or(v[2], or), to), yoke_v16_equal(yoke_v16_or(v[3], or), to));
}

/// Returns one bit for each byte: 1 if it may be the hex digit after \ud that makes a surrogate, 8 to F. (Also 1 for the bytes 0x18 and
/// 0x19; `check_bytes` decides.)
yoke_inline uint64_t surrogate_digits(const yoke_v16 v[4]) {
    yoke_v16 hit[4];
    for (int k = 0; k < 4; k++) {
        yoke_v16 lower = yoke_v16_or(v[k], yoke_v16_fill(0x20));
        yoke_v16 eight = yoke_v16_equal(yoke_v16_or(lower, yoke_v16_fill(1)), yoke_v16_fill('9'));
        yoke_v16 letter = yoke_v16_and(yoke_v16_signed_greater(lower, yoke_v16_fill('a' - 1)),
                                       yoke_v16_signed_greater(yoke_v16_fill('g'), lower));
        hit[k] = yoke_v16_or(eight, letter);
    }
    return yoke_v16_mask(hit[0], hit[1], hit[2], hit[3]);
}

/// Returns one bit for each byte: 1 if a backslash escapes the byte (the method of simdjson, arXiv 1902.08318). `*carry` must be 1 if the
/// block's first byte is escaped, else 0. The function sets `*carry` for the next block.
yoke_inline uint64_t escaped_bytes(uint64_t backslashes, uint64_t *carry) {
    const uint64_t odd = UINT64_C(0xAAAAAAAAAAAAAAAA);
    uint64_t escapers = backslashes & ~*carry;
    uint64_t codes = (((escapers << 1) | odd) - escapers) ^ odd;
    uint64_t escaped = codes ^ (backslashes | *carry);
    *carry = (codes & backslashes) >> 63;
    return escaped;
}

/// Reads blocks from index `i` on as long as they have no faults. At `i`, no UTF-8 sequence or escape may be incomplete, and three bytes of
/// the chunk must come before `i`. Returns the index at which `check_bytes` must continue, and sets `g->escape` for this index.
/// `check_bytes` must then go at least up to `*until`.
yoke_inline size_t check_blocks(yoke_filter *g, const uint8_t *p, size_t i, size_t n, size_t *until, int checks) {
    uint64_t backslash = 0, u = 0, ud = 0; // 1 if the previous block ends with \, \u, \ud
    bool open = false;                     // the previous block ends inside a UTF-8 sequence
    *until = n;
    for (; n - i >= BLOCK; i += BLOCK) {
        yoke_v16 v[4], tops, controls = yoke_v16_fill(0), hits;
        for (int k = 0; k < 4; k++) v[k] = yoke_v16_load(p + i + 16 * k);
        tops = yoke_v16_or(yoke_v16_or(v[0], v[1]), yoke_v16_or(v[2], v[3]));
        if (checks & CHECK_CONTROL) {
            for (int k = 0; k < 4; k++) {
                controls = yoke_v16_or(controls, yoke_v16_or(yoke_v16_equal(v[k], yoke_v16_fill(0x0B)),
                                                             yoke_v16_equal(v[k], yoke_v16_fill(0x0C))));
            }
        }
        hits = controls;
        if (checks & CHECK_UTF8) hits = yoke_v16_or(hits, tops);
        if (checks & CHECK_ESCAPES) {
            for (int k = 0; k < 4; k++) hits = yoke_v16_or(hits, yoke_v16_equal(v[k], yoke_v16_fill('\\')));
        }
        if (!yoke_v16_any_top(hits) && !open && (backslash | u | ud) == 0) continue;

        bool faulty = yoke_v16_any_top(controls);
        bool was_open = open;
        if ((checks & CHECK_UTF8) && (open || yoke_v16_any_top(tops))) {
            yoke_v16 faults = yoke_v16_or(yoke_v16_or(yoke_utf8_faults(p + i), yoke_utf8_faults(p + i + 16)),
                                          yoke_v16_or(yoke_utf8_faults(p + i + 32), yoke_utf8_faults(p + i + 48)));
            faulty = faulty || yoke_v16_any_top(faults);
            open = p[i + 63] >= 0xC0 || p[i + 62] >= 0xE0 || p[i + 61] >= 0xF0;
        }
        if (yoke_unlikely(faulty)) {
            open = was_open;
            *until = i + BLOCK;
            break;
        }
        if (checks & CHECK_ESCAPES) {
            uint64_t backslashes = block_mask(v, 0, '\\');
            if ((backslashes | backslash | u | ud) == 0) continue;
            uint64_t us = escaped_bytes(backslashes, &backslash) & block_mask(v, 0, 'u');
            uint64_t after_u = us << 1 | u;
            u = us >> 63;
            if ((after_u | ud) == 0) continue;
            uint64_t uds = after_u & block_mask(v, 0x20, 'd');
            uint64_t after_ud = uds << 1 | ud;
            ud = uds >> 63;
            if (after_ud == 0) continue;
            uint64_t surrogates = after_ud & surrogate_digits(v);
            if (surrogates == 0) continue;
            i += (size_t)__builtin_ctzll(surrogates);
            *until = i + 1;
            g->escape = ESCAPE_UD;
            return i;
        }
    }
    if (checks & CHECK_ESCAPES) g->escape = backslash ? BACKSLASH : u ? ESCAPE_U : ud ? ESCAPE_UD : NO_ESCAPE;
    if (open) i -= p[i - 1] >= 0xC0 ? 1 : p[i - 2] >= 0xE0 ? 2 : 3; // back to the lead byte of the open sequence
    return i;
}

#endif

/// Runs one pass over a chunk, which looks for the faults in `checks`. Returns the number of bytes before the first fault, or `n`.
yoke_inline size_t scan(yoke_filter *g, const uint8_t *p, size_t n, uint8_t *writable, int checks) {
    size_t i = 0, until = YOKE_VECTOR && n > 3 ? 3 : n;
    for (;;) {
        i = check_bytes(g, p, i, until, n, writable, checks);
        if (i == n || g->error != YOKE_FILTER_OK) return i;
        until = n;
#if YOKE_VECTOR
        if (n - i >= BLOCK) i = check_blocks(g, p, i, n, &until, checks);
#endif
    }
}

// MARK: - Comments

enum comment { OUTSIDE, IN_STRING, IN_STRING_ESCAPE, SLASH, LINE, BLOCK_COMMENT, BLOCK_STAR };

/// Returns the index of the first byte of p[i..<n] that is `a` or `b`, else n.
yoke_inline size_t find_either(const uint8_t *p, size_t i, size_t n, uint8_t a, uint8_t b) {
#if YOKE_VECTOR
    while (n - i >= 16) {
        yoke_v16 v = yoke_v16_load(p + i);
        if (yoke_v16_any_top(yoke_v16_or(yoke_v16_equal(v, yoke_v16_fill(a)), yoke_v16_equal(v, yoke_v16_fill(b))))) break;
        i += 16;
    }
#endif
    while (i < n && p[i] != a && p[i] != b) i++;
    return i;
}

/// Overwrites the comments in p[0..<n] with spaces. If the chunk before ended with a / that begins a comment, overwrites this / too: it
/// stands at p[-1].
static void blank_comments(yoke_filter *g, uint8_t *p, size_t n) {
    size_t i = 0;
    enum comment state = (enum comment)g->comment;
    while (i < n) {
        uint8_t c = p[i];
        switch (state) {
        case OUTSIDE:
            i = find_either(p, i, n, '"', '/');
            if (i < n) state = p[i++] == '"' ? IN_STRING : SLASH;
            break;
        case IN_STRING:
            i = find_either(p, i, n, '"', '\\');
            if (i < n) state = p[i++] == '"' ? OUTSIDE : IN_STRING_ESCAPE;
            break;
        case IN_STRING_ESCAPE:
            i++;
            state = IN_STRING;
            break;
        case SLASH:
            state = c == '/' ? LINE : c == '*' ? BLOCK_COMMENT : OUTSIDE;
            if (state == OUTSIDE) break;
            (p + i)[-1] = p[i] = ' ';
            i++;
            break;
        case LINE:
        case BLOCK_COMMENT:
        case BLOCK_STAR:
            if (c == '\n' || c == '\r') {
                state = state == LINE ? OUTSIDE : BLOCK_COMMENT;
            } else {
                p[i] = ' ';
                if (state != LINE) state = c == '*' ? BLOCK_STAR : c == '/' && state == BLOCK_STAR ? OUTSIDE : BLOCK_COMMENT;
            }
            i++;
            break;
        }
    }
    g->comment = (uint8_t)state;
}

// MARK: - Interface

void yoke_filter_init(yoke_filter *g, unsigned flags) {
    memset(g, 0, sizeof *g);
    g->flags = flags;
}

/// Checks in one fast pass if the first `n` bytes are UTF-8. Up to four bytes at the end are left out, because the next chunk may complete
/// their character. Returns the number of checked bytes; 0 if they are not UTF-8. The first three bytes must be checked already.
static size_t sure_utf8(const uint8_t *p, size_t n) {
    size_t sure = n;
    for (int k = 0; k < 4 && sure > 3 && p[sure - 1] >= 0x80; k++) sure--;
    return sure > 3 && p[sure - 1] < 0x80 && yoke_is_utf8(p, p + 3, sure - 4) ? sure : 0;
}

size_t yoke_filter_check(yoke_filter *g, const uint8_t *p, size_t n) {
    if (n == 0 || g->error != YOKE_FILTER_OK) return 0;
    if (g->flags & YOKE_FILTER_SKIP_UTF8) return scan(g, p, n, NULL, CHECK_CONTROL | CHECK_ESCAPES);
    const int all = CHECK_UTF8 | CHECK_CONTROL | CHECK_ESCAPES;
    size_t fine = 0;
    if (n >= 256) {
        fine = check_bytes(g, p, 0, 3, 3, NULL, all);
        const size_t sure = fine == 3 && g->due == 0 ? sure_utf8(p, n) : 0;
        if (sure > 0) fine += scan(g, p + 3, sure - 3, NULL, CHECK_CONTROL | CHECK_ESCAPES);
        if (g->error != YOKE_FILTER_OK) return fine;
    }
    return fine + scan(g, p + fine, n - fine, NULL, all);
}

/// Returns how many bytes at the end of the text so far the filter must hold back, because later bytes decide what they mean. Such bytes
/// are a / that may begin a comment, or (after a \u) the start of a surrogate or of a pair.
static size_t bytes_to_hold(const yoke_filter *g) {
    if (g->comment == SLASH) return 1;
    bool replaces = (g->flags & YOKE_FILTER_REPLACE_SURROGATES) != 0;
    return replaces && g->escape >= ESCAPE_UD && g->escape <= HIGH_UD ? (size_t)(g->escape - ESCAPE_UD) + 1 : 0;
}

size_t yoke_filter_rewrite(yoke_filter *g, uint8_t *p, size_t n, uint8_t **out, size_t *out_count) {
    *out = p;
    *out_count = 0;
    if (g->error != YOKE_FILTER_OK) return 0;
    size_t before = g->held, fine;
    memcpy(p - before, g->held_bytes, before);
    // Comments must be UTF-8 too, but a backslash in a comment is not an escape. So UTF-8 is checked before the comments are overwritten,
    // and escapes are checked after that.
    if (g->flags & YOKE_FILTER_SKIP_UTF8) {
        fine = scan(g, p, n, NULL, CHECK_CONTROL);
    } else {
        fine = scan(g, p, n, NULL, CHECK_UTF8 | CHECK_CONTROL);
    }
    if (g->flags & YOKE_FILTER_COMMENTS) blank_comments(g, p, fine);
    yoke_filter_error found = g->error;
    g->error = YOKE_FILTER_OK;
    fine = scan(g, p, fine, g->flags & YOKE_FILTER_REPLACE_SURROGATES ? p : NULL, CHECK_ESCAPES);
    if (g->error == YOKE_FILTER_OK) g->error = found;

    size_t total = before + fine;
    size_t hold = g->error == YOKE_FILTER_OK ? bytes_to_hold(g) : 0;
    *out = p - before;
    if (g->flags & YOKE_FILTER_COMMAS) {
        size_t comma = yoke_commas_blank(&g->commas, *out, total - hold);
        if (g->error == YOKE_FILTER_OK) hold += comma;
    }
    *out_count = total - hold;
    memcpy(g->held_bytes, *out + *out_count, hold);
    g->held = (uint8_t)hold;
    return fine;
}

bool yoke_filter_in_comment(const yoke_filter *g) { return g->comment >= LINE; }
bool yoke_filter_in_block(const yoke_filter *g) { return g->comment >= BLOCK_COMMENT; }

size_t yoke_filter_give_blanks(yoke_filter *g, uint8_t *out) {
    if (!g->commas.is_pending || g->held < 2) return 0;
    size_t n = 0;
    for (; n + 1 < g->held && yoke_is_space(g->held_bytes[n + 1]); n++) out[n] = g->held_bytes[n + 1];
    g->held = (uint8_t)(g->held - n);
    memmove(g->held_bytes + 1, g->held_bytes + 1 + n, g->held - 1u);
    return n;
}

size_t yoke_filter_flush(yoke_filter *g, uint8_t *out) {
    size_t count = g->held;
    memcpy(out, g->held_bytes, count);
    if (g->escape >= HIGH && g->escape <= HIGH_UD && count >= 4) memcpy(out, "fffd", 4);
    g->held = 0;
    return count;
}

yoke_filter_error yoke_filter_finish(yoke_filter *g) {
    if (g->error != YOKE_FILTER_OK) return g->error;
    bool half = g->escape >= ESCAPE_UD8 && g->escape <= HIGH_UD && !(g->flags & YOKE_FILTER_REPLACE_SURROGATES);
    if (g->due > 0 || half || yoke_filter_in_block(g)) g->error = YOKE_FILTER_CUT;
    return g->error;
}
