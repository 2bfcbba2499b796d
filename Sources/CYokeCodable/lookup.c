#include "lookup.h"

#include <string.h>

#include "base/wide.h"

/// Where the value of a member begins. `member` is the first byte of its key.
typedef struct member {
    const uint8_t *value;
    const yoke_tape_node *node;
} member;

struct yoke_key_index {
    /// Number of slots, a power of two. At least half of them are free.
    size_t capacity;
    size_t size;
    struct slot {
        /// NULL: a free slot.
        const uint8_t *member;
        const yoke_tape_node *node;
        uint64_t hash;
    } slots[];
};

static uint64_t load64(const uint8_t *p) {
    uint64_t x;
    memcpy(&x, p, sizeof x);
    return x;
}
static uint32_t load32(const uint8_t *p) {
    uint32_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

/// The first and the last bytes of a key, in two words. Reads no byte outside of the key.
static inline void ends_of(const uint8_t *s, size_t n, uint64_t *a, uint64_t *b) {
    if (n >= 8) {
        *a = load64(s);
        *b = load64(s + n - 8);
    } else if (n >= 4) {
        *a = load32(s);
        *b = load32(s + n - 4);
    } else {
        *a = n > 0 ? s[0] | (uint64_t)s[n / 2] << 8 | (uint64_t)s[n - 1] << 16 : 0;
        *b = 0;
    }
}

static inline uint16_t sign_of(const uint8_t *s, size_t n) {
    uint64_t a, b;
    ends_of(s, n, &a, &b);
    const uint64_t h = (a ^ n) * UINT64_C(0x9E3779B97F4A7C15) + b * UINT64_C(0xC2B2AE3D27D4EB4F);
    return (uint16_t)((h ^ h >> 29) * UINT64_C(0x165667B19E3779F9) >> 48);
}

bool yoke_key_is_ascii(const uint8_t *key, size_t n) {
    uint8_t all = 0;
    for (size_t i = 0; i < n; i++) all |= key[i];
    return all < 0x80;
}

uint16_t yoke_key_sign(const uint8_t *key, size_t n) { return sign_of(key, n); }

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

/// Non-zero if a byte of the word is a quote or a backslash. Zeros in the word are neither.
static inline uint64_t special(uint64_t x) {
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
    const uint64_t quote = x ^ ones * '"', slash = x ^ ones * '\\';
    return (((quote - ones) & ~quote) | ((slash - ones) & ~slash)) & tops;
}

/// True if the member at `p` has the key, and the key is written without escapes. `end` is the object's end.
static inline bool has_plain_key(const uint8_t *p, const uint8_t *end, const uint8_t *key, size_t n) {
    if ((size_t)(end - p) < n + 4) return false;
    const uint8_t *s = p + 1;
    if (s[n] != '"' || s[n + 1] != ':') return false;
    // A quote or a backslash in the key stands in the text only as an escape.
    if (n >= 8) {
        for (size_t i = 0; i + 8 <= n; i += 8) {
            const uint64_t word = load64(key + i);
            if (load64(s + i) != word || special(word) != 0) return false;
        }
        const uint64_t word = load64(key + n - 8);
        return load64(s + n - 8) == word && special(word) == 0;
    }
    uint64_t ours, its, ends;
    ends_of(key, n, &ours, &ends);
    if (n >= 4) ours |= ends << 32;
    ends_of(s, n, &its, &ends);
    if (n >= 4) its |= ends << 32;
    return ours == its && special(ours) == 0;
}

/// Appends the key's text without escapes to an empty buffer. Without escapes, returns the bytes in place.
static const uint8_t *text_of(const yoke_item *key, yoke_buffer *buffer, size_t *n) {
    *n = key->n;
    if (!key->is_escaped) return key->bytes;
    buffer->count = 0;
    yoke_item_unescape(buffer, key);
    *n = buffer->count;
    return buffer->bytes;
}

const uint8_t *yoke_pass_value(const uint8_t *p, const yoke_tape_node **node) {
    if (*p == '{' || *p == '[') {
        p += (*node)->length;
        *node += (*node)->nodes;
        return p;
    }
    return yoke_item_at(p).end;
}

void yoke_lookup_begin(yoke_lookup *l, const uint8_t *text, const yoke_tape_node *node) {
    if (l->index != NULL) yoke_lookup_free(l);
    l->text = text;
    l->end = text + node->length - 1;
    l->node = node;
    l->next = l->frontier = text + 1;
    l->next_node = l->frontier_node = node + 1;
    l->position = l->known = 0;
    l->pending = NULL;
    l->failed = false;
    l->is_large = node->length > UINT32_MAX;
}

void yoke_lookup_free(yoke_lookup *l) {
    const yoke_allocator *a = yoke_libc();
    if (l->index != NULL) a->resize(a->context, l->index, l->index->size, 0);
    l->index = NULL;
}

// MARK: - Objects with few members

/// Gives the next number to the member at `p`.
static inline void remember(yoke_lookup *l, uint16_t sign, const uint8_t *p, const yoke_tape_node *node) {
    l->signs[l->known] = sign;
    l->offsets[l->known] = (uint32_t)(p - l->text);
    l->nodes[l->known] = (uint32_t)(node - l->node);
    l->known++;
}

#define YOKE_IS_BIG_ENDIAN (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)

typedef uint16_t signs8 __attribute__((vector_size(16), aligned(2)));

/// Searches the members from `from` up to `count` for the sign. Returns the first that has it; `count` if none has it.
static inline uint32_t with_sign(const uint16_t *signs, uint32_t from, uint32_t count, uint16_t sign) {
    for (uint32_t i = from; i < count; i += 8) {
        const signs8 found = *(const signs8 *)(const void *)(signs + i) == sign;
        uint64_t halves[2];
        memcpy(halves, &found, sizeof halves);
        if ((halves[0] | halves[1]) == 0) continue;
        const uint64_t half = halves[0] != 0 ? halves[0] : halves[1];
        const uint32_t bit = (uint32_t)(YOKE_IS_BIG_ENDIAN ? __builtin_clzll(half) : __builtin_ctzll(half));
        const uint32_t place = i + (halves[0] != 0 ? 0 : 4) + bit / 16;
        return place < count ? place : count;
    }
    return count;
}

uint32_t yoke_find_sign(const uint16_t *signs, uint32_t from, uint32_t count, uint16_t sign) {
    return with_sign(signs, from, count, sign);
}

/// Compares the key with the key of the member at `p`, in any spelling.
static bool has_key(const uint8_t *p, const uint8_t *key, size_t n, yoke_item *item, yoke_buffer *buffer) {
    *item = yoke_item_at(p);
    size_t length;
    const uint8_t *text = text_of(item, buffer, &length);
    return length == n && (n == 0 || memcmp(text, key, n) == 0);
}

/// Finds the key among the members with a sign.
static member among_known(yoke_lookup *l, const uint8_t *key, size_t n, uint16_t sign, yoke_buffer *buffer) {
    for (uint32_t i = 0; (i = with_sign(l->signs, i, l->known, sign)) < l->known; i++) {
        yoke_item item;
        if (has_key(l->text + l->offsets[i], key, n, &item, buffer)) return (member){item.end, l->node + l->nodes[i]};
    }
    return (member){NULL, NULL};
}

// MARK: - Objects with many members

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
    yoke_buffer other = yoke_buffer_make(a); // `slot_for` unescapes into `buffer`
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

static member in_index(yoke_lookup *l, const uint8_t *key, size_t n, uint64_t seed, yoke_buffer *buffer) {
    if (l->index == NULL) l->index = make_index(l, seed, buffer);
    if (l->index == NULL) {
        l->failed = true;
        return (member){NULL, NULL};
    }
    const struct slot *slot = slot_for(l->index, key, n, hash_of(key, n, seed), buffer);
    if (slot->member == NULL) return (member){NULL, NULL};
    return (member){yoke_item_at(slot->member).end, slot->node};
}

// MARK: - Lookup

/// The value that was found last was not passed: passes it now.
static void pass_pending(yoke_lookup *l) {
    const uint8_t *value = l->pending;
    const yoke_tape_node *node = l->pending_node;
    yoke_lookup_passed(l, value, yoke_pass_value(value, &node), node);
}

/// Makes the member at `next` the one that was found.
static inline const uint8_t *found_next(yoke_lookup *l, const uint8_t *value) {
    l->pending = value;
    l->pending_node = l->found_node = l->next_node;
    return value;
}

static const uint8_t *search(yoke_lookup *l, const uint8_t *key, size_t n, uint16_t sign, uint64_t seed) {
    yoke_buffer buffer = yoke_buffer_make(yoke_libc());
    member found = among_known(l, key, n, sign, &buffer);
    while (found.value == NULL && l->frontier < l->end && l->known < YOKE_SIGNS && l->index == NULL && !l->is_large) {
        const uint8_t *p = l->frontier;
        const yoke_tape_node *node = l->frontier_node;
        const yoke_item item = yoke_item_at(p);
        size_t length;
        const uint8_t *text = text_of(&item, &buffer, &length);
        const uint16_t its = sign_of(text, length);
        const bool is_same = its == sign && length == n && (n == 0 || memcmp(text, key, n) == 0);
        remember(l, its, p, node);
        if (is_same) {
            l->next = p;
            l->next_node = node;
            l->position = l->known - 1;
            yoke_buffer_free(&buffer);
            return found_next(l, item.end);
        }
        p = yoke_pass_value(item.end, &node);
        l->frontier = *p == ',' ? p + 1 : p;
        l->frontier_node = node;
    }
    if (found.value == NULL && l->frontier < l->end) found = in_index(l, key, n, seed, &buffer);
    yoke_buffer_free(&buffer);
    l->found_node = found.node;
    return found.value;
}

const uint8_t *yoke_lookup_find(yoke_lookup *l, const uint8_t *key, size_t n, uint64_t seed) {
    if (l->pending != NULL) {
        const uint8_t *value = l->pending;
        // Often the same key is asked for again: first if it is null, then for its value.
        if (has_plain_key(l->next, l->end, key, n) && value == l->next + n + 3) return value;
        pass_pending(l);
    }
    const uint16_t sign = sign_of(key, n);
    if (has_plain_key(l->next, l->end, key, n) && l->position < YOKE_SIGNS && l->index == NULL && !l->is_large &&
        with_sign(l->signs, 0, l->position, sign) == l->position) {
        if (l->position == l->known) remember(l, sign, l->next, l->next_node);
        return found_next(l, l->next + n + 3);
    }
    return search(l, key, n, sign, seed);
}
