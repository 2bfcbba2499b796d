// Tests CYokeCodable: finds members of objects by their keys, and compares the results with a list of the members.
#include <lookup.h> // the header of CYokeCodable
#include <scalars.h>
#include <string.h>

#include "check.h"

enum { MAX_MEMBERS = 300, MAX_KEY = 24 };

typedef struct entry {
    uint8_t key[MAX_KEY];
    size_t n;
    /// A value's offset in the text, and the index of the first tape node at or after the offset.
    size_t value, node;
} entry;

static entry entries[MAX_MEMBERS];

/// Makes a random key. Two thirds are short, so that keys repeat. Some have characters that the text escapes.
static size_t put_key(chance *c, uint8_t *key) {
    static const char characters[] = "abcdefgh\"\\\n\xC3\xA9";
    const size_t n = below(c, one_in(c, 3) ? MAX_KEY : 4);
    for (size_t i = 0; i < n; i++) key[i] = (uint8_t)characters[below(c, one_in(c, 4) ? sizeof characters - 1 : 8)];
    return n;
}

static void put_member_value(chance *c, yoke_tape *t, int depth) {
    bool is_whole;
    switch (below(c, depth > 0 ? 5 : 3)) {
    case 0: yoke_tape_scalar(t, YOKE_TAPE_TRUE); break;
    case 1: yoke_tape_text(t, YOKE_TAPE_NUMBER, (const uint8_t *)"-12.5e3", 1 + below(c, 2) + 1); break;
    case 2: yoke_tape_text(t, YOKE_TAPE_STRING, (const uint8_t *)"a \"text\"\\", below(c, 10)); break;
    default:
        yoke_tape_begin(t, YOKE_TAPE_ARRAY);
        for (size_t n = below(c, 4); n > 0; n--) put_member_value(c, t, depth - 1);
        yoke_tape_end(t, &is_whole);
    }
}

static const entry *first_with(const uint8_t *key, size_t n, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (entries[i].n == n && memcmp(entries[i].key, key, n) == 0) return &entries[i];
    return NULL;
}

/// Finds the member with the key. Known keys have numbers, and are looked up by number. Other keys are looked up in an index of all
/// members. Returns NULL if the object has no such member.
static const uint8_t *find_member(yoke_lookup *l, yoke_known_keys *keys, const uint8_t *key, size_t n) {
    const uint32_t number = yoke_lookup_uses(l, keys) ? yoke_known_number(keys, key, n, YOKE_KNOWN_KEYS) : YOKE_NO_KEY;
    return number != YOKE_NO_KEY ? yoke_lookup_find(l, number) : yoke_lookup_find_indexed(l, key, n, UINT64_C(0x9E3779B97F4A7C15));
}

static void find_members(trial t, const yoke_document *d, size_t count) {
    chance *c = t.chance;
    yoke_lookup l = {0};
    yoke_known_keys keys;
    yoke_known_init(&keys, (const uint8_t *)":", 1, true);
    yoke_lookup_begin(&l, d->text, d->nodes);
    const bool is_ordered = one_in(c, 2);
    for (size_t i = 0; i < count + 8; i++) {
        uint8_t made[MAX_KEY];
        const entry *of = &entries[is_ordered || count == 0 ? i % MAX_MEMBERS : below(c, count)];
        const bool is_made = i >= count || one_in(c, 8);
        const uint8_t *key = is_made ? made : of->key;
        const size_t n = is_made ? put_key(c, made) : of->n;
        const entry *wanted = first_with(key, n, count);
        const uint8_t *value = find_member(&l, &keys, key, n);
        expect(value == (wanted == NULL ? NULL : d->text + wanted->value), "another member is found");
        if (value == NULL) continue;
        const yoke_tape_node *node = l.found_node;
        expect(node == d->nodes + wanted->node, "a found value has another node");
        if (one_in(c, 2)) yoke_lookup_passed(&l, value, yoke_pass_value(value, &node), node);
        int64_t integer = 0;
        hash_word(t.hash, (uint64_t)(value - d->text));
        hash_word(t.hash, yoke_scan_integer(value, &integer) != NULL ? (uint64_t)integer : 0);
    }
    yoke_lookup_free(&l);
    yoke_known_free(&keys);
}

void check_members(trial t) {
    chance *c = t.chance;
    yoke_tape tape = yoke_tape_make(yoke_libc());
    const size_t count = below(c, one_in(c, 4) ? MAX_MEMBERS : 20);
    yoke_tape_begin(&tape, YOKE_TAPE_OBJECT);
    for (size_t i = 0; i < count; i++) {
        entry *e = &entries[i];
        e->n = put_key(c, e->key);
        yoke_tape_text(&tape, YOKE_TAPE_KEY, e->key, e->n);
        e->value = tape.text.count;
        e->node = tape.count;
        hash_word(t.hash, yoke_key_hash16(e->key, e->n));
        put_member_value(c, &tape, 3);
    }
    bool is_whole = false;
    yoke_tape_end(&tape, &is_whole);
    yoke_document d;
    expect(yoke_tape_finish(&tape) && is_whole && yoke_document_keep(&d, &tape), "the object is not complete");
    yoke_tape_free(&tape);
    find_members(t, &d, count);
    ++*t.good;
    yoke_document_free(&d);
}
