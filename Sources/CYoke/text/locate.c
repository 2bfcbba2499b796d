// Finds the line, the column and the text around a position; see locate.h.
//
// The tail is a copy of the last 80 bytes of the text so far. Invariant: `lines` and `characters` describe the position where the tail
// starts, not where it ends. So the code can find any position inside the tail by counting forward. Each byte is counted once, when it
// leaves the tail.
//
//     counted, no longer in memory         | tail (80 bytes) | chunk
//     lines, characters count up to here --^                 ^-- offset
#include "text/locate.h"

#include "base/platform.h"

static const uint8_t MARK[3] = {0xEF, 0xBB, 0xBF};

// MARK: - Counting

yoke_inline bool continues(uint8_t c) { return (c & 0xC0) == 0x80; }

/// Counts the line feeds in p[0..<n].
static uint64_t count_line_feeds(const uint8_t *p, size_t n) {
    uint64_t count = 0;
    size_t i = 0;
#if YOKE_VECTOR
    const yoke_v16 feed = yoke_v16_fill('\n');
    while (n - i >= 64) {
        // A lane of the vector is one byte and can count up to 255 line feeds. So add up the lanes after at most 255 blocks.
        size_t blocks = (n - i) / 64;
        if (blocks > 255) blocks = 255;
        yoke_v16 a = yoke_v16_fill(0), b = a, c = a, d = a;
        for (; blocks > 0; blocks--, i += 64) {
            a = yoke_v16_subtract(a, yoke_v16_equal(yoke_v16_load(p + i), feed));
            b = yoke_v16_subtract(b, yoke_v16_equal(yoke_v16_load(p + i + 16), feed));
            c = yoke_v16_subtract(c, yoke_v16_equal(yoke_v16_load(p + i + 32), feed));
            d = yoke_v16_subtract(d, yoke_v16_equal(yoke_v16_load(p + i + 48), feed));
        }
        count += yoke_v16_sum(a) + yoke_v16_sum(b) + yoke_v16_sum(c) + yoke_v16_sum(d);
    }
#endif
    for (; i < n; i++) count += p[i] == '\n';
    return count;
}

/// Goes back from p[n] to the last line feed, or to p[0]. Returns the index at which the line starts. Sets `*characters` to the number of
/// characters from there to p[n].
static size_t count_back(const uint8_t *p, size_t n, uint64_t *characters) {
    uint64_t count = 0;
    size_t i = n;
#if YOKE_VECTOR
    const yoke_v16 feed = yoke_v16_fill('\n'), last = yoke_v16_fill(0xBF);
    bool found = false;
    while (i >= 64 && !found) {
        size_t blocks = i / 64;
        if (blocks > 255) blocks = 255;
        yoke_v16 sum[4] = {yoke_v16_fill(0), yoke_v16_fill(0), yoke_v16_fill(0), yoke_v16_fill(0)};
        for (; blocks > 0; blocks--, i -= 64) {
            yoke_v16 v[4], feeds = yoke_v16_fill(0);
            for (int k = 0; k < 4; k++) {
                v[k] = yoke_v16_load(p + i - 64 + 16 * k);
                feeds = yoke_v16_or(feeds, yoke_v16_equal(v[k], feed));
            }
            found = yoke_v16_any_top(feeds);
            if (found) break;
            for (int k = 0; k < 4; k++) sum[k] = yoke_v16_subtract(sum[k], yoke_v16_signed_greater(v[k], last));
        }
        for (int k = 0; k < 4; k++) count += yoke_v16_sum(sum[k]);
    }
#endif
    for (; i > 0 && p[i - 1] != '\n'; i--) count += !continues(p[i - 1]);
    *characters = count;
    return i;
}

/// Updates `lines` and `characters`, which describe the position of p[0], to describe the position of p[n].
static void count_over(uint64_t *lines, uint64_t *characters, const uint8_t *p, size_t n) {
    uint64_t count;
    size_t start = count_back(p, n, &count);
    if (start == 0) {
        *characters += count;
    } else {
        *characters = count;
        *lines += count_line_feeds(p, start);
    }
}

/// Returns how many bytes of a byte order mark (EF BB BF) the text begins with, 0 to 3. `mark` is this number for the first `offset` bytes
/// of the text; the bytes p[0..<n] follow them.
static uint32_t count_mark(uint32_t mark, uint64_t offset, const uint8_t *p, size_t n) {
    for (size_t i = 0; i < n && mark < 3 && offset + i == mark && p[i] == MARK[mark]; i++) mark++;
    return mark;
}

// MARK: - Interface

void yoke_position_init(yoke_position_tracker *tracker) { memset(tracker, 0, sizeof *tracker); }

void yoke_position_advance(yoke_position_tracker *tracker, const uint8_t *p, size_t n) {
    if (n == 0) return;
    if (tracker->offset < 3) tracker->mark = count_mark(tracker->mark, tracker->offset, p, n);
    tracker->offset += n;
    size_t kept = tracker->tail_count;
    size_t leaving = n >= YOKE_TRACKER_TAIL ? kept : kept + n > YOKE_TRACKER_TAIL ? kept + n - YOKE_TRACKER_TAIL : 0;
    count_over(&tracker->lines, &tracker->characters, tracker->tail, leaving);
    kept -= leaving;
    memmove(tracker->tail, tracker->tail + leaving, kept);
    if (n > YOKE_TRACKER_TAIL) {
        count_over(&tracker->lines, &tracker->characters, p, n - YOKE_TRACKER_TAIL);
        p += n - YOKE_TRACKER_TAIL;
        n = YOKE_TRACKER_TAIL;
    }
    memcpy(tracker->tail + kept, p, n);
    tracker->tail_count = (uint32_t)(kept + n);
}

void yoke_position_skip_line(yoke_position_tracker *tracker, const uint8_t *p, size_t n) {
    if (tracker->offset < 3) {
        yoke_position_advance(tracker, p, n);
        return;
    }
    count_over(&tracker->lines, &tracker->characters, tracker->tail, tracker->tail_count);
    tracker->offset += n;
    tracker->tail_count = 0;
    tracker->lines++;
    tracker->characters = 0;
}

/// The tail (the last bytes before the chunk) and the chunk, as one row of bytes. Index 0 is the first byte of the tail.
typedef struct row {
    const yoke_position_tracker *tracker;
    const uint8_t *chunk;
    size_t count;
} row;

yoke_inline uint8_t byte_at(const row *r, size_t i) {
    return i < r->tracker->tail_count ? r->tracker->tail[i] : r->chunk[i - r->tracker->tail_count];
}

/// Copies the part of the line around index `at` to `snippet` (unless it is NULL), and describes the part in `out`. `first` is the index of
/// the first byte that the snippet may contain. `whole_line` is true if a line starts at `first`.
static void cut_snippet(const row *r, size_t first, bool whole_line, size_t at, yoke_location *out, uint8_t *snippet) {
    // Find the ends of the line, but go at most YOKE_SNIPPET_MAX bytes away from the position.
    size_t low = at, high = at;
    while (low > first && at - low < YOKE_SNIPPET_MAX && byte_at(r, low - 1) != '\n') low--;
    while (high < r->count && high - at < YOKE_SNIPPET_MAX && byte_at(r, high) != '\n') high++;
    bool more_front = low > first ? byte_at(r, low - 1) != '\n' : !whole_line;
    bool more_back = high < r->count && byte_at(r, high) != '\n';
    if (!more_back && high < r->count && high > low && byte_at(r, high - 1) == '\r') high--;
    size_t caret = at < high ? at : high;

    // Keep at most 80 bytes: half of them before the position, or more if fewer bytes follow it.
    size_t start = low, end = high;
    if (end - start > YOKE_SNIPPET_MAX) {
        if (caret - low > YOKE_SNIPPET_MAX / 2) start = caret - YOKE_SNIPPET_MAX / 2;
        if (high - start < YOKE_SNIPPET_MAX) start = high - YOKE_SNIPPET_MAX;
        if (end - start > YOKE_SNIPPET_MAX) end = start + YOKE_SNIPPET_MAX;
    }
    more_front = more_front || start > low;
    more_back = more_back || end < high;
    // Do not cut a character in two: leave out a character that the snippet would have only in part. But never leave out the byte at the
    // position itself.
    if (more_front) {
        for (int k = 0; k < 3 && start < caret && continues(byte_at(r, start)); k++) start++;
    }
    if (more_back) {
        size_t back = end;
        for (int k = 0; k < 3 && back > caret && continues(byte_at(r, back)); k++) back--;
        if (back > caret && !continues(byte_at(r, back))) end = back;
    } else if (end == r->count) {
        for (size_t k = 1; k <= 3 && k <= end - caret; k++) {
            uint8_t c = byte_at(r, end - k);
            if (continues(c)) continue;
            if (k < (c < 0xC0 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4)) end -= k;
            break;
        }
    }
    out->count = end - start;
    out->caret = caret - start;
    out->caret_characters = 0;
    for (size_t i = start; i < caret; i++) out->caret_characters += !continues(byte_at(r, i));
    out->cut_front = more_front;
    out->cut_back = more_back;
    if (snippet == NULL) return;
    for (size_t i = start; i < end; i++) snippet[i - start] = byte_at(r, i);
}

bool yoke_locate(const yoke_position_tracker *before, const uint8_t *chunk, size_t n, ptrdiff_t at, yoke_location *out,
                 uint8_t *snippet) {
    size_t kept = before->tail_count;
    if (at < 0 ? (size_t)0 - (size_t)at > kept : (size_t)at > n) return false;
    row r = {before, chunk, kept + n};
    size_t index = kept + (size_t)at;
    uint64_t start = before->offset - kept; // offset of the row's first byte

    uint64_t lines = before->lines, characters = before->characters;
    count_over(&lines, &characters, before->tail, index < kept ? index : kept);
    if (at > 0) count_over(&lines, &characters, chunk, (size_t)at);

    uint32_t mark = before->offset < 3 ? count_mark(before->mark, before->offset, chunk, n) : before->mark;
    // The snippet must not contain the byte order mark. So if the row still holds a part of the mark, `first` is the index after the mark.
    // `characters` counts the mark as one character of the first line.
    size_t first = mark == 3 && start < 3 ? (size_t)(3 - start) : 0;
    bool whole_line = first > 0 || before->characters == (mark == 3 && before->lines == 0);
    out->offset = start + index;
    out->line = lines + 1;
    out->column = characters + 1;
    if (mark == 3 && lines == 0 && characters > 0) out->column--;
    cut_snippet(&r, first, whole_line, index < first ? first : index, out, snippet);
    return true;
}
