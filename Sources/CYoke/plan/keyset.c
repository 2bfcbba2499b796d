#include "plan/keyset.h"

#include <string.h>

#include "base/wide.h"

yoke_keyset yoke_keyset_make(const yoke_allocator *allocator, uint64_t seed) {
    yoke_keyset k = {NULL, 0, 0, NULL, 0, yoke_buffer_make(allocator), seed};
    return k;
}

void yoke_keyset_free(yoke_keyset *k) {
    const yoke_allocator *a = k->text.allocator;
    if (k->entries != NULL) a->resize(a->context, k->entries, k->capacity * sizeof *k->entries, 0);
    if (k->slots != NULL) a->resize(a->context, k->slots, k->slot_count * sizeof *k->slots, 0);
    yoke_buffer_free(&k->text);
    *k = yoke_keyset_make(a, k->seed);
}

/// Multiplies `a` by `b`, and combines the two 64-bit words of the product. `hash` uses this function to mix a secret seed into each key.
/// So an attacker cannot prepare keys that collide.
static uint64_t mix(uint64_t a, uint64_t b) {
    const yoke_wide product = yoke_multiply(a, b);
    return product.low ^ product.high;
}

static uint64_t hash(const yoke_keyset *k, uint64_t object, const uint8_t *s, size_t n) {
    static const uint64_t odd = 0x9E3779B97F4A7C15u;
    uint64_t h = mix(k->seed ^ odd, object + odd) ^ n;
    for (; n >= 8; s += 8, n -= 8) {
        uint64_t word;
        memcpy(&word, s, 8);
        h = mix(h ^ word, k->seed | odd);
    }
    uint64_t word = 0;
    memcpy(&word, s, n);
    return mix(h ^ word, k->seed ^ (odd << 1 | 1));
}

static void enter(yoke_keyset *k, size_t index) {
    size_t mask = k->slot_count - 1;
    size_t slot = (size_t)k->entries[index].hash & mask;
    while (k->slots[slot] != 0) slot = (slot + 1) & mask;
    k->slots[slot] = index + 1;
    k->entries[index].slot = slot;
}

static bool grow(yoke_keyset *k) {
    const yoke_allocator *a = k->text.allocator;
    size_t capacity = k->capacity == 0 ? 32 : k->capacity * 2;
    size_t slot_count = capacity * 2;
    size_t *slots = a->resize(a->context, NULL, 0, slot_count * sizeof *slots);
    if (slots == NULL) return false;
    yoke_keyset_entry *entries =
        a->resize(a->context, k->entries, k->capacity * sizeof *entries, capacity * sizeof *entries);
    if (entries == NULL) {
        a->resize(a->context, slots, slot_count * sizeof *slots, 0);
        return false;
    }
    if (k->slots != NULL) a->resize(a->context, k->slots, k->slot_count * sizeof *k->slots, 0);
    memset(slots, 0, slot_count * sizeof *slots);
    k->entries = entries;
    k->capacity = capacity;
    k->slots = slots;
    k->slot_count = slot_count;
    for (size_t i = 0; i < k->count; i++) enter(k, i);
    return true;
}

enum yoke_keyset_result yoke_keyset_add(yoke_keyset *k, uint64_t object, const uint8_t *s, size_t n) {
    if (k->count == k->capacity && !grow(k)) return YOKE_KEY_NO_MEMORY;
    uint64_t h = hash(k, object, s, n);
    size_t mask = k->slot_count - 1;
    for (size_t slot = (size_t)h & mask; k->slots[slot] != 0; slot = (slot + 1) & mask) {
        const yoke_keyset_entry *e = &k->entries[k->slots[slot] - 1];
        if (e->hash == h && e->object == object && e->length == n && (n == 0 || memcmp(k->text.bytes + e->text, s, n) == 0))
            return YOKE_KEY_REPEATED;
    }
    size_t text = k->text.count;
    yoke_buffer_append(&k->text, s, n);
    if (k->text.failed) return YOKE_KEY_NO_MEMORY;
    k->entries[k->count] = (yoke_keyset_entry){h, object, text, n, 0};
    enter(k, k->count++);
    return YOKE_KEY_NEW;
}

void yoke_keyset_pop(yoke_keyset *k, size_t count) {
    while (k->count > count) {
        const yoke_keyset_entry *e = &k->entries[--k->count];
        k->slots[e->slot] = 0;
        k->text.count = e->text;
    }
}
