#include "write/key_order.h"

#include <string.h>

#include "base/heap_sort.h"
#include "text/unescape.h"
#include "text/member.h"

typedef struct member_start {
    size_t start;
    size_t source;
} member_start;

/// A member and its key. The key lies in the output, or in `moved` if it had escapes.
typedef struct member_span {
    size_t start;
    size_t end;
    size_t source;
    size_t key;
    size_t key_length;
    bool is_unescaped;
    bool is_left_out;
} member_span;

void yoke_note_member(yoke_writer *w, size_t start, size_t source) {
    const member_start member = {start, source};
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

bool yoke_has_member(yoke_writer *w, const yoke_trie *keys, size_t start, size_t end) {
    const uint8_t *text = w->out->bytes;
    for (size_t from, to; start < end; start = yoke_member_end(text, end, start, &from, &to) + 1) {
        to = yoke_key_end(text, end, start, &from);
        if (to < from + 2) continue; // raw text that custom code made may have no key
        const uint8_t *key = text + from + 1;
        size_t n = to - from - 2;
        if (memchr(key, '\\', n) != NULL && yoke_unescape_alone(&w->moved, key, key + n)) {
            key = w->moved.bytes;
            n = w->moved.count;
        }
        if (yoke_trie_find(keys, key, n) >= 0) return true;
    }
    return false;
}

// MARK: - Order

static const uint8_t *key_of(const yoke_writer *w, const member_span *p) {
    return (p->is_unescaped ? w->moved.bytes : w->out->bytes) + p->key;
}

static int compare_keys(const yoke_writer *w, const member_span *a, const member_span *b) {
    const size_t n = a->key_length < b->key_length ? a->key_length : b->key_length;
    const int order = n == 0 ? 0 : memcmp(key_of(w, a), key_of(w, b), n);
    return order != 0 ? order : (a->key_length > b->key_length) - (a->key_length < b->key_length);
}

/// The input of `is_before`: the members to sort, and the writer with their texts.
typedef struct sort_context {
    const yoke_writer *writer;
    const member_span *spans;
} sort_context;

static bool is_before(const void *context, size_t i, size_t j) {
    const sort_context *f = context;
    const member_span *a = &f->spans[i], *b = &f->spans[j];
    const int order = compare_keys(f->writer, a, b);
    if (order != 0) return order < 0;
    return a->source != b->source ? a->source < b->source : a->start < b->start;
}

/// Marks the members to leave out, because a member of a preferred source has the same key. Returns true if it marks any. Extras (unknown
/// members that were kept) of the same value may repeat a key, because the text from which they were read repeated the key too.
static bool leave_out_repeated(const yoke_writer *w, member_span *spans, const size_t *order, size_t n) {
    bool any = false;
    for (size_t i = 1, first = 0; i < n; i++) {
        const member_span *best = &spans[order[first]];
        member_span *other = &spans[order[i]];
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
static void find_keys(yoke_writer *w, const member_start *members, member_span *spans, size_t n, size_t end) {
    const uint8_t *text = w->out->bytes;
    yoke_buffer plain = yoke_buffer_make(w->allocator);
    w->moved.count = 0;
    for (size_t i = 0; i < n; i++) {
        member_span *p = &spans[i];
        size_t from, to;
        *p = (member_span){.start = members[i].start, .end = i + 1 < n ? members[i + 1].start : end, .source = members[i].source};
        yoke_member_end(text, p->end, p->start, &from, &to);
        p->key = from + 1;
        p->key_length = to > from + 1 ? to - from - 2 : 0; // raw text that custom code made may have no key
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

/// Writes the members again, in `order`, but without the members to leave out. If `order` is NULL, keeps their present order. Returns the
/// new end, or SIZE_MAX if there is not enough memory.
static size_t move_members(yoke_writer *w, const member_span *spans, const size_t *order, size_t n, size_t end) {
    const size_t start = spans[0].start, copy = w->moved.count;
    yoke_buffer_append(&w->moved, w->out->bytes + start, end - start);
    if (w->moved.failed) return SIZE_MAX;
    size_t to = start;
    for (size_t i = 0; i < n; i++) {
        const member_span *p = &spans[order != NULL ? order[i] : i];
        if (p->is_left_out) continue;
        memcpy(w->out->bytes + to, w->moved.bytes + copy + (p->start - start), p->end - p->start);
        to += p->end - p->start;
    }
    return to;
}

// MARK: - Extras

/// A Bloom filter: one of 1024 bits is set for each key. A key whose bit is not set is certainly new.
typedef struct key_filter {
    uint64_t words[16];
} key_filter;

/// Returns true if the bit of the key text[from..<to] is set, and sets it if `adds`.
static bool is_in_filter(key_filter *f, const uint8_t *text, size_t from, size_t to, bool adds) {
    uint64_t hash = to - from;
    for (size_t i = from; i < to; i++) hash = (hash ^ text[i]) * 0x9E3779B97F4A7C15u;
    const size_t bit = (size_t)(hash >> 54);
    const bool is_in = (f->words[bit / 64] >> bit % 64 & 1) != 0;
    if (adds) f->words[bit / 64] |= (uint64_t)1 << bit % 64;
    return is_in;
}

/// True if a member that is not an extra has the key text[from..<to], in the same spelling.
static bool is_noted_key(const uint8_t *text, const member_start *members, size_t n, size_t end, size_t from, size_t to) {
    for (size_t i = 0; i < n; i++) {
        size_t start;
        if (members[i].source >= YOKE_EXTRA_MEMBERS) continue;
        const size_t after = yoke_key_end(text, end, members[i].start, &start);
        if (after - start == to - from && memcmp(text + start, text + from, to - from) == 0) return true;
    }
    return false;
}

/// A fast test. True if certainly no key is repeated, except among the extras. False if a key is repeated, or if the test cannot decide;
/// then the caller must compare all members. The test cannot decide if the object has no extras, if several values have extras, if a member
/// comes from a flattened value, or if a key has escapes. Cost: linear in the text of the extras.
static bool are_apart(const yoke_writer *w, const member_start *members, size_t n, size_t end) {
    const uint8_t *text = w->out->bytes;
    const member_start *extras = NULL;
    key_filter filter = {{0}};
    for (size_t i = 0; i < n; i++) {
        if (members[i].source >= YOKE_EXTRA_MEMBERS && extras == NULL) {
            extras = &members[i];
            continue;
        }
        size_t from, to = yoke_key_end(text, end, members[i].start, &from);
        if (members[i].source != YOKE_OWN_MEMBERS || memchr(text + from, '\\', to - from) != NULL) return false;
        if (is_in_filter(&filter, text, from, to, true)) return false;
    }
    if (extras == NULL) return false;
    if (n == 1) return true;
    const size_t after = extras + 1 < members + n ? extras[1].start : end;
    for (size_t i = extras->start; i < after; i++) {
        size_t from, to;
        i = yoke_member_end(text, after, i, &from, &to);
        if (memchr(text + from, '\\', to - from) != NULL) return false;
        if (is_in_filter(&filter, text, from, to, false) && is_noted_key(text, members, n, end, from, to)) return false;
    }
    return true;
}

/// Until now, `members` has one entry for all extras of an object. Replaces this entry by one entry for each extra member.
static void expand_extras(yoke_writer *w, size_t mark, size_t end) {
    const size_t old = w->members.count, n = (old - mark) / sizeof(member_start);
    for (size_t i = 0; i < n && !w->members.failed; i++) {
        const member_start *members = (const member_start *)(const void *)(w->members.bytes + mark);
        const member_start member = members[i];
        const size_t after = i + 1 < n ? members[i + 1].start : end;
        if (member.source < YOKE_EXTRA_MEMBERS) yoke_note_member(w, member.start, member.source);
        else yoke_note_members(w, member.start, after, member.source);
    }
    if (w->members.failed) return;
    w->members.count -= old - mark;
    memmove(w->members.bytes + mark, w->members.bytes + old, w->members.count - mark);
}

size_t yoke_order_members(yoke_writer *w, size_t mark, size_t end) {
    const size_t noted_count = (w->members.count - mark) / sizeof(member_start);
    if (w->members.failed) return SIZE_MAX;
    if (!w->style.sorts_keys && are_apart(w, (const member_start *)(const void *)(w->members.bytes + mark), noted_count, end)) return end;
    expand_extras(w, mark, end);
    if (w->members.failed) return SIZE_MAX;
    const size_t n = (w->members.count - mark) / sizeof(member_start);
    if (n < 2) return end;
    w->spans.count = 0;
    if (n > SIZE_MAX / 128 || !yoke_buffer_reserve(&w->spans, n * (sizeof(member_span) + sizeof(size_t)))) return SIZE_MAX;
    member_span *spans = (member_span *)(void *)w->spans.bytes;
    size_t *order = (size_t *)(void *)(spans + n);
    find_keys(w, (const member_start *)(const void *)(w->members.bytes + mark), spans, n, end);
    if (w->moved.failed) return SIZE_MAX;
    yoke_heap_sort(order, n, is_before, &(sort_context){w, spans});
    bool changes = leave_out_repeated(w, spans, order, n);
    for (size_t i = 0; i < n && w->style.sorts_keys; i++) changes = changes || order[i] != i;
    return changes ? move_members(w, spans, w->style.sorts_keys ? order : NULL, n, end) : end;
}
