#include "compact.h"

#include <string.h>

#include "base/platform.h"

static bool is_indentation(uint8_t byte) { return byte == ' ' || byte == '\t'; }

/// Whether the chunk's first line feeds are followed by at least two blanks: else there is little to gain.
static bool is_indented(const uint8_t *p, size_t n) {
    const uint8_t *end = p + (n < 1024 ? n : 1024);
    for (int lines = 0; lines < 3; lines++) {
        const uint8_t *feed = memchr(p, '\n', (size_t)(end - p));
        if (feed == NULL || end - feed < 3) return false;
        if (is_indentation(feed[1]) && is_indentation(feed[2])) return true;
        p = feed + 1;
    }
    return false;
}

/// One block, from `in_run` on; returns the end of the output.
static uint8_t *compact_block(bool *in_run, const uint8_t *p, const uint8_t *end, uint8_t *out) {
    bool run = *in_run;
#if YOKE_VECTOR
    const yoke_v16 feed = yoke_v16_fill('\n'), blank = yoke_v16_fill(' '), tab = yoke_v16_fill('\t'), none = yoke_v16_fill(0);
    while (end - p >= 16) {
        yoke_v16 x = yoke_v16_load(p);
        if (run) {
            yoke_v16 dropped = yoke_v16_or(yoke_v16_equal(x, blank), yoke_v16_equal(x, tab));
            uint64_t kept = ~yoke_v16_mask(dropped, none, none, none) & 0xFFFF;
            if (kept == 0) {
                p += 16;
                continue;
            }
            p += __builtin_ctzll(kept);
            run = false;
            continue;
        }
        memcpy(out, p, 16);
        uint64_t feeds = yoke_v16_mask(yoke_v16_equal(x, feed), none, none, none);
        if (feeds == 0) {
            p += 16;
            out += 16;
            continue;
        }
        unsigned count = (unsigned)__builtin_ctzll(feeds) + 1;
        p += count;
        out += count;
        run = true;
    }
#endif
    for (; p < end; p++) {
        if (run && is_indentation(*p)) continue;
        *out++ = *p;
        run = *p == '\n';
    }
    *in_run = run;
    return out;
}

size_t yoke_compact(yoke_compactor *c, const uint8_t *p, size_t n, uint8_t *out) {
    c->unchanged = !c->in_run && !is_indented(p, n);
    c->count = (uint32_t)n;
    if (c->unchanged) {
        // A later chunk may begin with the indentation of this one's last line; it is kept then.
        return n;
    }
    uint8_t *to = out;
    for (size_t block = 0, at = 0; at < n; block++, at += YOKE_COMPACT_BLOCK) {
        c->kept[block] = (uint32_t)(to - out);
        c->runs[block] = c->in_run;
        size_t end = at + YOKE_COMPACT_BLOCK < n ? at + YOKE_COMPACT_BLOCK : n;
        to = compact_block(&c->in_run, p + at, p + end, to);
    }
    c->count = (uint32_t)(to - out);
    return c->count;
}

size_t yoke_compact_origin(const yoke_compactor *c, const uint8_t *p, size_t n, size_t index) {
    if (index >= c->count) return n;
    if (c->unchanged) return index;
    size_t block = 0;
    while ((block + 1) * YOKE_COMPACT_BLOCK < n && c->kept[block + 1] <= index) block++;
    bool run = c->runs[block];
    size_t kept = c->kept[block];
    for (size_t at = block * YOKE_COMPACT_BLOCK; at < n; at++) {
        if (run && is_indentation(p[at])) continue;
        if (kept++ == index) return at;
        run = p[at] == '\n';
    }
    return n;
}
