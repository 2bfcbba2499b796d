// Rewrites texts with JSON5 syntax as strict JSON, at once and in chunks.
#include <string.h>

#include "check.h"
#include "text/json5.h"

static void put_space(chance *c, text *t) {
    static const char *const spaces[] = {" ", "\n", "\t", "// a comment\r\n", "/* , } */", "\xC2\xA0", "\xEF\xBB\xBF", "\xE2\x80\xA8"};
    while (one_in(c, 3)) put(t, spaces[below(c, sizeof spaces / sizeof *spaces)]);
}

static void put_key(chance *c, text *t) {
    static const char *const keys[] = {"a", "$_1", "\\u0061b", "\xC3\xA9t\xC3\xA9", "'it''s'", "\"plain\"", "'\"\\x41'", "null"};
    put(t, keys[below(c, sizeof keys / sizeof *keys)]);
}

static void put_scalar(chance *c, text *t) {
    static const char *const scalars[] = {
        "null", "true", "+1", ".5", "-5.", "1.e3", "NaN", "-Infinity", "+Infinity", "'a \\\n line'", "'\\0\\v\\x7f\\u00e9'", "\"\\\xE2\x80\xA9\"",
        "'\xF0\x9D\x84\x9E'", "0", "-0x0", "+.e", "0x", "Infinite",
    };
    if (!one_in(c, 4)) {
        put(t, scalars[below(c, sizeof scalars / sizeof *scalars)]);
        return;
    }
    put(t, one_in(c, 2) ? "-0x" : "0X");
    for (size_t n = 1 + below(c, one_in(c, 4) ? 80 : 12); n > 0; n--) yoke_buffer_push(t, (uint8_t)"0123456789abcdefABCDEF"[below(c, 22)]);
}

static void put_loose(chance *c, text *t, int depth) {
    put_space(c, t);
    const size_t kind = below(c, 3);
    if (depth == 0 || kind == 0) {
        put_scalar(c, t);
    } else {
        yoke_buffer_push(t, kind == 1 ? '[' : '{');
        for (size_t n = below(c, 5); n > 0; n--) {
            put_space(c, t);
            if (kind == 2) {
                put_key(c, t);
                put_space(c, t);
                yoke_buffer_push(t, ':');
            }
            put_loose(c, t, depth - 1);
            if (n > 1 || one_in(c, 3)) yoke_buffer_push(t, ',');
        }
        yoke_buffer_push(t, kind == 1 ? ']' : '}');
    }
    put_space(c, t);
}

static bool is_identifier(uint32_t scalar, bool begins) { return begins ? scalar == 0xE9 : scalar < 0x2000; }

/// Rewrites the text and appends the result to `out`. Returns a hash of the result and of the original offset of each of its bytes.
static uint64_t rewrite(unsigned flags, const text *t, const size_t *cuts, size_t cut_count, text *out) {
    yoke_json5 j;
    yoke_json5_init(&j, yoke_libc(), flags, 64, is_identifier);
    yoke_json5_start(&j, 0);
    bool goes_on = true;
    for (size_t i = 0, from = 0; i <= cut_count && goes_on; i++) {
        const size_t to = i < cut_count ? cuts[i] : t->count;
        goes_on = yoke_json5_feed(&j, t->bytes + from, to - from);
        yoke_buffer_append(out, j.out.bytes, j.out.count);
        from = to;
    }
    if (goes_on) {
        const bool is_whole = yoke_json5_finish(&j);
        yoke_buffer_append(out, j.out.bytes, j.out.count);
        yoke_buffer_push(out, is_whole ? 'w' : 'c');
    }
    hash h = {0};
    hash_bytes(&h, out->bytes, out->count);
    hash_word(&h, j.error);
    if (!goes_on) hash_word(&h, j.at << 8 | j.bad);
    for (uint64_t at = 0; at < j.out_end; at++) hash_word(&h, yoke_json5_origin(&j, at, false));
    yoke_json5_free(&j);
    return h.state;
}

void check_json5(trial t) {
    static size_t cuts[MAX_CUTS];
    chance *c = t.chance;
    text made = text_make(), entire = text_make(), pieces = text_make();
    put_loose(c, &made, 5);
    if (one_in(c, 2)) mutate(c, &made);
    const unsigned flags = one_in(c, 2) ? 31u : (unsigned)below(c, 32);
    const uint64_t wanted = rewrite(flags, &made, NULL, 0, &entire);
    const size_t cut_count = choose_cuts(c, made.count, cuts);
    expect(rewrite(flags, &made, cuts, cut_count, &pieces) == wanted, "entire and in chunks give other strict texts");
    hash_word(t.hash, wanted);
    if (entire.count > 0 && entire.bytes[entire.count - 1] == 'w') ++*t.good;
    yoke_buffer_free(&made);
    yoke_buffer_free(&entire);
    yoke_buffer_free(&pieces);
}
