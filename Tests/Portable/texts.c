// Tests the code around the engine: strict filter, positions, encodings, UTF-8, and the writing of strings.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "yajl/strict_filter.h"
#include "text/locate.h"
#include "text/repair.h"
#include "text/text_out.h"
#include "text/transcode.h"
#include "text/utf8.h"

static text make_subject(trial t) {
    text made = text_make();
    put_any(t.chance, &made, 5);
    if (!one_in(t.chance, 4)) mutate(t.chance, &made);
    hash_bytes(t.hash, made.bytes, made.count);
    return made;
}

/// Copies bytes[from..<to] into `room`. Leaves room before the copy for the bytes that the filter may put there. Returns the copy.
static uint8_t *copy_after(uint8_t *room, const uint8_t *bytes, size_t from, size_t to) {
    if (to > from) memcpy(room + YOKE_FILTER_HELD_MAX, bytes + from, to - from);
    return room + YOKE_FILTER_HELD_MAX;
}

// MARK: - Strict filter

typedef struct verdict {
    size_t fine;
    yoke_filter_error error, end;
} verdict;

static verdict run_filter(chance *c, unsigned flags, const uint8_t *bytes, size_t n, const size_t *cuts, size_t cut_count, text *out) {
    yoke_filter filter;
    yoke_filter_init(&filter, flags);
    bool rewrites = (flags & ~(unsigned)YOKE_FILTER_SKIP_UTF8) != 0;
    verdict v = {0, YOKE_FILTER_OK, YOKE_FILTER_OK};
    uint8_t *room = malloc(YOKE_FILTER_HELD_MAX + n);
    if (room == NULL) abort();
    size_t from = 0;
    for (size_t i = 0; i <= cut_count && filter.error == YOKE_FILTER_OK; i++) {
        size_t to = i < cut_count ? cuts[i] : n;
        if (rewrites) {
            uint8_t *given;
            size_t count;
            v.fine += yoke_filter_rewrite(&filter, copy_after(room, bytes, from, to), to - from, &given, &count);
            yoke_buffer_append(out, given, count);
        } else {
            v.fine += yoke_filter_check(&filter, guarded(c, bytes + from, to - from), to - from);
        }
        from = to;
    }
    uint8_t last[YOKE_FILTER_HELD_MAX];
    v.error = filter.error;
    yoke_buffer_append(out, last, yoke_filter_flush(&filter, last));
    v.end = yoke_filter_finish(&filter);
    free(room);
    return v;
}

void filter_text(trial t, const uint8_t *bytes, size_t n) {
    static size_t cuts[MAX_CUTS];
    for (unsigned flags = 0; flags < 8; flags++) {
        text whole = text_make(), chunks = text_make();
        verdict v = run_filter(t.chance, flags, bytes, n, NULL, 0, &whole);
        size_t cut_count = choose_cuts(t.chance, n, cuts);
        verdict w = run_filter(t.chance, flags, bytes, n, cuts, cut_count, &chunks);
        bool same = v.fine == w.fine && v.error == w.error && v.end == w.end && whole.count == chunks.count &&
                    (whole.count == 0 || memcmp(whole.bytes, chunks.bytes, whole.count) == 0);
        expect(same, "whole and in chunks differ");
        if (!same) report_text(bytes, n, v.fine);
        hash_word(t.hash, v.fine);
        hash_word(t.hash, v.error * 16 + v.end);
        hash_bytes(t.hash, whole.bytes, whole.count);
        if (flags == 0 && v.end == YOKE_FILTER_OK) ++*t.good;
        yoke_buffer_free(&whole);
        yoke_buffer_free(&chunks);
    }
}

void check_filter(trial t) {
    text subject = make_subject(t);
    filter_text(t, subject.bytes, subject.count);
    yoke_buffer_free(&subject);
}

// MARK: - Positions

/// Computes line and column byte by byte, for comparison.
static void count_place(const uint8_t *bytes, size_t n, size_t at, uint64_t *line, uint64_t *column) {
    size_t i = n >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    *line = *column = 1;
    for (; i < at; i++) {
        if (bytes[i] == '\n') ++*line, *column = 1;
        else if ((bytes[i] & 0xC0) != 0x80) ++*column;
    }
}

void locate_text(trial t, const uint8_t *bytes, size_t n) {
    static size_t cuts[MAX_CUTS];
    size_t cut_count = choose_cuts(t.chance, n, cuts), from = 0, wanted = n > 5000 ? 8 : 2;
    if (cut_count > 64) cut_count = 64;
    yoke_position_tracker tracker;
    yoke_position_init(&tracker);
    for (size_t i = 0; i <= cut_count; i++) {
        size_t to = i < cut_count ? cuts[i] : n;
        const uint8_t *chunk = guarded(t.chance, bytes + from, to - from);
        for (size_t k = 0; k < wanted; k++) {
            size_t back = from < YOKE_TRACKER_TAIL ? from : YOKE_TRACKER_TAIL;
            ptrdiff_t at = (ptrdiff_t)below(t.chance, back + (to - from) + 1) - (ptrdiff_t)back;
            yoke_location found;
            uint8_t snippet[YOKE_SNIPPET_MAX];
            bool good = yoke_locate(&tracker, chunk, to - from, at, &found, snippet);
            expect(good, "a place that is known is not found");
            if (!good) continue;
            uint64_t line, column;
            size_t offset = (size_t)((ptrdiff_t)from + at);
            if (offset >= 3 && n < 100000) {
                count_place(bytes, n, offset, &line, &column);
                expect(found.line == line && found.column == column && found.offset == offset, "a place is another one");
            }
            hash_word(t.hash, found.line);
            hash_word(t.hash, found.column);
            hash_word(t.hash, (uint64_t)found.caret << 32 | found.caret_characters << 8 | (size_t)found.cut_front << 1 | found.cut_back);
            hash_bytes(t.hash, snippet, found.count);
        }
        yoke_position_advance(&tracker, chunk, to - from);
        from = to;
    }
    hash_word(t.hash, tracker.lines);
    hash_word(t.hash, tracker.characters);
    ++*t.good;
}

void check_locate(trial t) {
    text subject = make_subject(t);
    locate_text(t, subject.bytes, subject.count);
    yoke_buffer_free(&subject);
}

// MARK: - UTF-8

static bool is_repaired(const uint8_t *bytes, size_t n, text *out) {
    expect(yoke_repair_utf8(out, bytes, n), "no memory");
    return out->count == n && (n == 0 || memcmp(out->bytes, bytes, n) == 0);
}

/// Checks the UTF-8 of a part of a string. Other text stands before this part, and a quote after it.
void check_utf8(trial t) {
    chance *c = t.chance;
    text window = text_make(), repaired = text_make();
    for (size_t front = below(c, 40); front > 0; front--) yoke_buffer_push(&window, 'x');
    yoke_buffer_push(&window, '"');
    size_t start = window.count;
    while (!one_in(c, 4)) put_string(c, &window);
    if (!one_in(c, 3)) {
        // Damage one or two bytes.
        for (size_t k = 1 + below(c, 2); k > 0 && window.count > start; k--) {
            size_t at = start + below(c, window.count - start);
            window.bytes[at] = (uint8_t)next_word(c);
        }
        if (one_in(c, 3)) window.count -= below(c, window.count - start + 1);
    }
    size_t n = window.count - start;
    yoke_buffer_push(&window, '"');
    const uint8_t *at = guarded(c, window.bytes, window.count);
    bool good = yoke_is_utf8(at, at + start, n);
    expect(good == is_repaired(at + start, n, &repaired), "UTF-8 is told wrongly");
    expect(yoke_is_utf8(at + start, at + start, n) == good, "UTF-8 is told otherwise without a window");
    if (good) ++*t.good;
    hash_word(t.hash, good);
    hash_bytes(t.hash, repaired.bytes, repaired.count);
    yoke_buffer_free(&window);
    yoke_buffer_free(&repaired);
}

// MARK: - UTF-16 and UTF-32

static void put_unit(text *t, uint32_t unit, size_t size, bool big) {
    for (size_t i = 0; i < size; i++) yoke_buffer_push(t, (uint8_t)(unit >> 8 * (big ? size - 1 - i : i)));
}

void check_transcode(trial t) {
    chance *c = t.chance;
    static const yoke_encoding encodings[] = {YOKE_UTF16_LITTLE, YOKE_UTF16_BIG, YOKE_UTF32_LITTLE, YOKE_UTF32_BIG};
    yoke_encoding encoding = encodings[below(c, 4)];
    size_t size = encoding <= YOKE_UTF16_BIG ? 2 : 4, mark, bad = 0;
    bool big = encoding == YOKE_UTF16_BIG || encoding == YOKE_UTF32_BIG;
    text plain = text_make(), wide = text_make(), back = text_make();
    put_string(c, &plain);
    put_any(c, &plain, 4);
    if (one_in(c, 2)) put_unit(&wide, 0xFEFF, size, big);
    size_t start = wide.count;
    for (size_t i = 0; i < plain.count;) {
        const uint8_t *p = plain.bytes + i;
        size_t length = *p < 0x80 ? 1 : *p < 0xE0 ? 2 : *p < 0xF0 ? 3 : 4;
        uint32_t scalar = length == 1 ? *p : *p & (0x3Fu >> (length - 1));
        for (size_t k = 1; k < length; k++) scalar = scalar << 6 | (p[k] & 0x3F);
        if (size == 2 && scalar >= 0x10000) {
            put_unit(&wide, 0xD7C0 + (scalar >> 10), 2, big);
            scalar = 0xDC00 | (scalar & 0x3FF);
        }
        put_unit(&wide, scalar, size, big);
        i += length;
    }
    const uint8_t *at = guarded(c, wide.bytes, wide.count);
    expect(yoke_detect_encoding(at, wide.count, &mark) == encoding && mark == start, "an encoding is taken for another");
    bool good = yoke_transcode(encoding, at + start, wide.count - start, &back, &bad);
    expect(good && back.count == plain.count && memcmp(back.bytes, plain.bytes, back.count) == 0, "a text is not what it was");
    mutate(c, &wide);
    back.count = 0;
    at = guarded(c, wide.bytes, wide.count);
    encoding = yoke_detect_encoding(at, wide.count, &mark);
    good = yoke_transcode(encoding, at + mark, wide.count - mark, &back, &bad);
    if (good && encoding != YOKE_UTF8) ++*t.good;
    hash_word(t.hash, encoding * 16 + mark);
    hash_word(t.hash, good ? 0 : bad + 1);
    hash_bytes(t.hash, back.bytes, back.count);
    yoke_buffer_free(&plain);
    yoke_buffer_free(&wide);
    yoke_buffer_free(&back);
}

// MARK: - Strings on their way out

static void escape_by_bytes(text *out, const uint8_t *bytes, size_t n, bool slashes) {
    static const char letters[] = "uuuuuuuubtnufruuuuuuuuuuuuuuuuuu", digits[] = "0123456789abcdef";
    yoke_buffer_push(out, '"');
    for (size_t i = 0; i < n; i++) {
        uint8_t byte = bytes[i];
        bool plain = byte >= 0x20 && byte != '"' && byte != '\\' && !(slashes && byte == '/');
        if (!plain) yoke_buffer_push(out, '\\');
        if (byte >= 0x20) yoke_buffer_push(out, byte);
        else yoke_buffer_push(out, (uint8_t)letters[byte]);
        if (byte >= 0x20 || letters[byte] != 'u') continue;
        put(out, "00");
        yoke_buffer_push(out, (uint8_t)digits[byte >> 4]);
        yoke_buffer_push(out, (uint8_t)digits[byte & 15]);
    }
    yoke_buffer_push(out, '"');
}

void check_strings(trial t) {
    chance *c = t.chance;
    text bytes = text_make(), out = text_make(), wanted = text_make();
    size_t n = one_in(c, 50) ? 4000 + below(c, 5000) : below(c, 120), rare = 1 + below(c, 40);
    for (size_t i = 0; i < n; i++) {
        uint8_t byte = (uint8_t)('#' + below(c, 40));
        if (one_in(c, rare)) byte = (uint8_t)(one_in(c, 3) ? below(c, 0x20) : (size_t)"\"\\/\x7F\x80\xFF"[below(c, 6)]);
        yoke_buffer_push(&bytes, byte);
    }
    bool slashes = one_in(c, 2);
    yoke_out_string(&out, guarded(c, bytes.bytes, n), n, slashes);
    escape_by_bytes(&wanted, bytes.bytes, n, slashes);
    expect(out.count == wanted.count && memcmp(out.bytes, wanted.bytes, out.count) == 0, "a string is escaped wrongly");
    hash_bytes(t.hash, out.bytes, out.count);
    ++*t.good;
    yoke_buffer_free(&bytes);
    yoke_buffer_free(&out);
    yoke_buffer_free(&wanted);
}
