#include "write/key_order.h"

#include <string.h>

#include "base/heap_sort.h"
#include "text/unescape.h"
#include "text/member.h"

typedef struct noted {
    size_t start;
    size_t source;
} noted;

/// A member and its key. The key lies in the output, or in `moved` if it had escapes.
typedef struct place {
    size_t start;
    size_t end;
    size_t source;
    size_t key;
    size_t key_length;
    bool is_unescaped;
    bool is_left_out;
} place;

void yoke_note_member(yoke_writer *w, size_t start, size_t source) {
    const noted member = {start, source};
    yoke_buffer_append(&w->members, &member, sizeof member);
}

void yoke_note_members(yoke_writer *w, size_t start, size_t end, size_t source) {
    const uint8_t *text = w->out->bytes;
    while (start < end) {
        size_t from, to;
        yoke_note_member(w, start, source);
        start = yoke_member_end(text, end, start, &from, &to) + 1; // after the comma
    }
}

// MARK: - Order

static const uint8_t *key_of(const yoke_writer *w, const place *p) {
    return (p->is_unescaped ? w->moved.bytes : w->out->bytes) + p->key;
}

static int compare_keys(const yoke_writer *w, const place *a, const place *b) {
    const size_t n = a->key_length < b->key_length ? a->key_length : b->key_length;
    const int order = n == 0 ? 0 : memcmp(key_of(w, a), key_of(w, b), n);
    return order != 0 ? order : (a->key_length > b->key_length) - (a->key_length < b->key_length);
}

/// The members that are sorted.
typedef struct found {
    const yoke_writer *writer;
    const place *places;
} found;

static bool is_before(const void *context, size_t i, size_t j) {
    const found *f = context;
    const place *a = &f->places[i], *b = &f->places[j];
    const int order = compare_keys(f->writer, a, b);
    if (order != 0) return order < 0;
    return a->source != b->source ? a->source < b->source : a->start < b->start;
}

/// Marks members whose key a preferred member has too. Extras may repeat keys of other extras, because they were read that way.
static bool leave_out_repeated(const yoke_writer *w, place *places, const size_t *order, size_t n) {
    bool any = false;
    for (size_t i = 1, first = 0; i < n; i++) {
        const place *best = &places[order[first]];
        place *other = &places[order[i]];
        if (compare_keys(w, best, other) != 0) {
            first = i;
        } else if (other->source != best->source || best->source < YOKE_EXTRA_MEMBERS) {
            other->is_left_out = any = true;
        }
    }
    return any;
}

// MARK: - Members

/// Finds each member's end and key. Keys with escapes go to `moved`.
static void find_keys(yoke_writer *w, const noted *members, place *places, size_t n, size_t end) {
    const uint8_t *text = w->out->bytes;
    yoke_buffer plain = yoke_buffer_make(w->allocator);
    w->moved.count = 0;
    for (size_t i = 0; i < n; i++) {
        place *p = &places[i];
        size_t from, to;
        *p = (place){.start = members[i].start, .end = i + 1 < n ? members[i + 1].start : end, .source = members[i].source};
        yoke_member_end(text, p->end, p->start, &from, &to);
        p->key = from + 1;
        p->key_length = to - from - 2;
        if (memchr(text + p->key, '\\', p->key_length) == NULL) continue;
        if (!yoke_unescape_alone(&plain, text + p->key, text + to - 1)) continue; // keep the key as it is written
        p->is_unescaped = true;
        p->key = w->moved.count;
        p->key_length = plain.count;
        yoke_buffer_append(&w->moved, plain.bytes, plain.count);
    }
    if (plain.failed) w->moved.failed = true;
    yoke_buffer_free(&plain);
}

/// Writes the members again. With `order` NULL, in the order that they have.
static size_t move_members(yoke_writer *w, const place *places, const size_t *order, size_t n, size_t end) {
    const size_t start = places[0].start, copy = w->moved.count;
    yoke_buffer_append(&w->moved, w->out->bytes + start, end - start);
    if (w->moved.failed) return SIZE_MAX;
    size_t to = start;
    for (size_t i = 0; i < n; i++) {
        const place *p = &places[order != NULL ? order[i] : i];
        if (p->is_left_out) continue;
        memcpy(w->out->bytes + to, w->moved.bytes + copy + (p->start - start), p->end - p->start);
        to += p->end - p->start;
    }
    return to;
}

size_t yoke_order_members(yoke_writer *w, size_t mark, size_t end) {
    if (w->members.failed) return SIZE_MAX;
    const size_t n = (w->members.count - mark) / sizeof(noted);
    if (n < 2) return end;
    w->places.count = 0;
    if (n > SIZE_MAX / 128 || !yoke_buffer_reserve(&w->places, n * (sizeof(place) + sizeof(size_t)))) return SIZE_MAX;
    place *places = (place *)(void *)w->places.bytes;
    size_t *order = (size_t *)(void *)(places + n);
    find_keys(w, (const noted *)(const void *)(w->members.bytes + mark), places, n, end);
    if (w->moved.failed) return SIZE_MAX;
    yoke_heap_sort(order, n, is_before, &(found){w, places});
    bool changes = leave_out_repeated(w, places, order, n);
    for (size_t i = 0; i < n && w->style.sorts_keys; i++) changes = changes || order[i] != i;
    return changes ? move_members(w, places, w->style.sorts_keys ? order : NULL, n, end) : end;
}
