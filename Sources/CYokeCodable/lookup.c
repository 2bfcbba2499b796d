#include "lookup.h"

#include <string.h>

#include "base/wide.h"
#include "base/words.h"

struct yoke_key_index {
    /// Number of slots, a power of two. At least half of them are free.
    size_t capacity;
    size_t size;
    struct slot {
        /// The address of a member in the text. NULL: the slot is free.
        const uint8_t *member;
        const yoke_tape_node *node;
        uint64_t hash;
    } slots[];
};

/// A hash with a secret seed, so that a text cannot make keys collide on purpose.
static uint64_t hash_of(const uint8_t *s, size_t n, uint64_t seed) {
    uint64_t h = seed ^ n * UINT64_C(0x9E3779B97F4A7C15);
    for (; n > 0;) {
        uint64_t word = 0;
        const size_t step = n < 8 ? n : 8;
        memcpy(&word, s, step);
        const yoke_wide product = yoke_multiply(h ^ word ^ UINT64_C(0xA0761D6478BD642F), seed | 1);
        h = product.low ^ product.high ^ (h << 23 | h >> 41);
        s += step;
        n -= step;
    }
    return h ^ h >> 32;
}

/// True if the key of the member at `p` is `key`, spelled without escapes. At least YOKE_TAPE_SLACK bytes after the text may be loaded.
static inline bool has_known_key(const uint8_t *p, const uint8_t *end, const yoke_known_key *key) {
    const size_t length = key->length;
    if ((size_t)(end - p) < length) return false;
    if (length < 8) {
        const uint64_t difference = yoke_load64(p) ^ yoke_load64(key->bytes);
        return (YOKE_IS_BIG_ENDIAN ? difference >> (64 - 8 * length) : difference << (64 - 8 * length)) == 0;
    }
    for (size_t i = 8; i < length; i += 8)
        if (yoke_load64(p + i - 8) != yoke_load64(key->bytes + i - 8)) return false;
    return yoke_load64(p + length - 8) == yoke_load64(key->bytes + length - 8);
}

/// Returns the key's text without escapes, and sets `*n` to its length. A key with escapes is unescaped into `buffer`.
static const uint8_t *text_of(const yoke_item *key, yoke_buffer *buffer, size_t *n) {
    *n = key->n;
    if (!key->is_escaped) return key->bytes;
    buffer->count = 0;
    yoke_item_unescape(buffer, key);
    *n = buffer->count;
    return buffer->bytes;
}

const uint8_t *yoke_pass_value(const uint8_t *p, const yoke_tape_node **node) {
    switch (*p) {
    case '{':
    case '[':
        p += (*node)->length;
        *node += (*node)->nodes;
        return p;
    case 'n':
    case 't': return p + 4;
    default: return yoke_item_at(p).end;
    }
}

void yoke_lookup_begin(yoke_lookup *l, const uint8_t *text, const yoke_tape_node *node) {
    if (l->index != NULL) yoke_lookup_free(l);
    l->text = text;
    l->end = text + node->length - 1;
    l->node = node;
    l->keys = NULL;
    l->is_shared = false;
    l->failed = false;
}

void yoke_lookup_free(yoke_lookup *l) {
    const yoke_allocator *a = yoke_libc();
    if (l->index != NULL) a->resize(a->context, l->index, l->index->size, 0);
    l->index = NULL;
}

/// Goes back to the first member.
static void restart(yoke_lookup *l) {
    l->last = YOKE_FIRST_KEY;
    l->seen = 0;
    l->known = UINT32_MAX;
    l->next = l->text + 1;
    l->next_node = l->node + 1;
    l->pending = NULL;
}

bool yoke_lookup_take(yoke_lookup *l, yoke_known_keys *keys) {
    if (l->is_shared) return false;
    l->is_shared = l->keys != NULL;
    l->keys = keys;
    l->likely = 0;
    restart(l);
    return true;
}

// MARK: - Index

/// True if the member at `p` has the key, spelled with or without escapes. Sets `*item` to the member's key. May overwrite `buffer`.
static bool has_key(const uint8_t *p, const uint8_t *key, size_t n, yoke_item *item, yoke_buffer *buffer) {
    *item = yoke_item_at(p);
    size_t length;
    const uint8_t *text = text_of(item, buffer, &length);
    return length == n && (n == 0 || memcmp(text, key, n) == 0);
}

static bool has_member(const struct slot *slot, const uint8_t *key, size_t n, yoke_buffer *buffer) {
    yoke_item item;
    return has_key(slot->member, key, n, &item, buffer);
}

/// Returns the slot with the key, or the free slot for it.
static struct slot *slot_for(yoke_key_index *index, const uint8_t *key, size_t n, uint64_t hash, yoke_buffer *buffer) {
    const size_t mask = index->capacity - 1;
    for (size_t i = hash & mask;; i = (i + 1) & mask) {
        struct slot *slot = &index->slots[i];
        if (slot->member == NULL || (slot->hash == hash && has_member(slot, key, n, buffer))) return slot;
    }
}

static yoke_key_index *make_index(const yoke_lookup *l, uint64_t seed, yoke_buffer *buffer) {
    size_t capacity = 16;
    while (capacity < (size_t)l->node->count * 2) capacity *= 2;
    const yoke_allocator *a = yoke_libc();
    const size_t size = sizeof(yoke_key_index) + capacity * sizeof(struct slot);
    yoke_key_index *index = a->resize(a->context, NULL, 0, size);
    if (index == NULL) return NULL;
    memset(index, 0, size);
    index->capacity = capacity;
    index->size = size;
    yoke_buffer other = yoke_buffer_make(a); // a second buffer for `key`, because `slot_for` overwrites `buffer`
    const yoke_tape_node *node = l->node + 1;
    for (const uint8_t *p = l->text + 1; p < l->end;) {
        const yoke_item item = yoke_item_at(p);
        size_t n;
        const uint8_t *key = text_of(&item, &other, &n);
        const uint64_t hash = hash_of(key, n, seed);
        struct slot *slot = slot_for(index, key, n, hash, buffer);
        if (slot->member == NULL) *slot = (struct slot){p, node, hash};
        p = yoke_pass_value(item.end, &node);
        if (*p == ',') p++;
    }
    yoke_buffer_free(&other);
    return index;
}

const uint8_t *yoke_lookup_find_indexed(yoke_lookup *l, const uint8_t *key, size_t n, uint64_t seed) {
    yoke_buffer buffer = yoke_buffer_make(yoke_libc());
    if (l->index == NULL) l->index = make_index(l, seed, &buffer);
    l->failed = l->index == NULL;
    const struct slot *slot = l->failed ? NULL : slot_for(l->index, key, n, hash_of(key, n, seed), &buffer);
    yoke_buffer_free(&buffer);
    if (slot == NULL || slot->member == NULL) return NULL;
    l->found_node = slot->node;
    return yoke_item_at(slot->member).end;
}

// MARK: - Numbers

/// Returns the number of the key of the member at `p`. `*value` receives the address at which the value begins. Records the key as the
/// successor of the last key, to predict it in the next text.
static uint32_t number_of(yoke_lookup *l, const uint8_t *p, const uint8_t **value) {
    const yoke_item item = yoke_item_at(p);
    *value = item.end;
    yoke_buffer buffer = yoke_buffer_make(yoke_libc());
    size_t n;
    const uint8_t *key = text_of(&item, &buffer, &n);
    const uint32_t number = yoke_known_number(l->keys, key, n, YOKE_KEYS_OF_TEXTS);
    yoke_buffer_free(&buffer);
    l->keys->next[l->last] = (uint8_t)number;
    return number;
}

const uint8_t *yoke_lookup_scan(yoke_lookup *l, uint32_t wanted) {
    yoke_known_keys *keys = l->keys;
    // The table has given a number to a further key. An earlier member may have this key, so search from the first member again.
    if (keys->count > l->known) restart(l);
    for (;;) {
        if (l->pending != NULL) {
            const yoke_tape_node *node = l->next_node;
            const uint8_t *end = yoke_pass_value(l->pending, &node);
            yoke_lookup_passed(l, l->pending, end, node);
        }
        const uint8_t *p = l->next, *value;
        if (p == l->end) return NULL;
        uint32_t number = keys->next[l->last];
        if (number < YOKE_KNOWN_KEYS && has_known_key(p, l->end, &keys->keys[number])) value = p + keys->keys[number].length;
        else number = number_of(l, p, &value);
        l->last = number;
        l->pending = value;
        if (number == YOKE_NO_KEY) l->known = keys->count;
        if (number == YOKE_NO_KEY || (l->seen >> number & 1) != 0) continue;
        l->seen |= UINT64_C(1) << number;
        l->values[number] = value;
        l->nodes[number] = l->next_node;
        if (number != wanted) continue;
        l->found_node = l->next_node;
        return value;
    }
}
