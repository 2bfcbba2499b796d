#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"
#include "subject.h"

// MARK: - Hashes and chance

void hash_word(hash *h, uint64_t word) {
    h->state = (h->state ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    h->state ^= h->state >> 29;
}

void hash_bytes(hash *h, const void *bytes, size_t n) {
    const uint8_t *p = bytes;
    hash_word(h, n);
    for (; n >= 8; p += 8, n -= 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        hash_word(h, word);
    }
    uint64_t word = 0;
    if (n > 0) memcpy(&word, p, n);
    hash_word(h, word);
}

uint64_t next_word(chance *c) {
    uint64_t z = c->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

size_t below(chance *c, size_t bound) { return (size_t)((next_word(c) >> 32) * bound >> 32); }

bool one_in(chance *c, size_t n) { return below(c, n) == 0; }

// MARK: - Findings

const char *current_subject = "";
size_t current_trial;
size_t findings;

void expect(bool holds, const char *what) {
    if (holds) return;
    if (findings++ < 20) fprintf(stderr, "check: %s, trial %zu: %s\n", current_subject, current_trial, what);
}

void report_text(const uint8_t *bytes, size_t n, uint64_t at) {
    if (findings > 20) return;
    fprintf(stderr, "  of %zu bytes, around %llu: ", n, (unsigned long long)at);
    for (size_t i = at > 200 ? (size_t)at - 200 : 0; i < n && i < at + 200; i++) {
        if (bytes[i] < 0x20 || bytes[i] >= 0x7F) fprintf(stderr, "<%02X>", bytes[i]);
        else fputc(bytes[i], stderr);
    }
    fputc('\n', stderr);
}

// MARK: - Texts

void put(text *t, const char *terminated) { yoke_buffer_append(t, terminated, strlen(terminated)); }

uint8_t *guarded(chance *c, const uint8_t *bytes, size_t n) {
    static uint8_t *room;
    if (room == NULL) {
        size_t page = (size_t)sysconf(_SC_PAGESIZE);
        uint8_t *all = mmap(NULL, MAX_GUARDED + 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (all == MAP_FAILED || mprotect(all, page, PROT_NONE) != 0 ||
            mprotect(all + page + MAX_GUARDED, page, PROT_NONE) != 0) {
            fputs("check: no memory with guard pages\n", stderr);
            exit(1);
        }
        room = all + page;
    }
    if (n > MAX_GUARDED) {
        fputs("check: a text is too long\n", stderr);
        exit(1);
    }
    // Three of four copies end directly before a page that must not be touched, to catch reads past the end. The other copies begin
    // directly after such a page.
    uint8_t *at = one_in(c, 4) ? room : room + MAX_GUARDED - n;
    if (n > 0) memcpy(at, bytes, n);
    return at;
}

size_t choose_cuts(chance *c, size_t n, size_t *cuts) {
    // Chunks of these sizes end near the ends of the engine's vectors (16 bytes or more) and windows (64 bytes or more).
    static const size_t sizes[] = {15, 16, 17, 31, 63, 64, 65, 66, 127, 128, 129, 191, 192, 200};
    size_t count = 0, step;
    switch (below(c, 6)) {
    case 0: cuts[0] = below(c, n + 1); return 1;
    case 1: step = 1 + below(c, 3); break;
    case 2: step = sizes[below(c, sizeof sizes / sizeof *sizes)]; break;
    default:
        count = 1 + below(c, 8);
        for (size_t i = 0; i < count; i++) {
            size_t cut = below(c, n + 1), k = i;
            for (; k > 0 && cuts[k - 1] > cut; k--) cuts[k] = cuts[k - 1];
            cuts[k] = cut;
        }
        return count;
    }
    for (size_t at = step; at < n && count < MAX_CUTS; at += step) cuts[count++] = at;
    return count;
}
