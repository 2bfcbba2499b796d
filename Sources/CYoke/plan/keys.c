#include "plan/keys.h"

#include <string.h>

#include "base/heap_sort.h"

static bool precedes(const void *context, size_t a, size_t b) {
    const yoke_key *x = (const yoke_key *)context + a, *y = (const yoke_key *)context + b;
    const int order = memcmp(x->bytes, y->bytes, x->length < y->length ? x->length : y->length);
    if (order != 0) return order < 0;
    return x->length == y->length ? a < b : x->length < y->length;
}

bool yoke_keys_sort(const yoke_key *keys, size_t *order, size_t n) {
    yoke_heap_sort(order, n, precedes, keys);
    for (size_t i = 1; i < n; i++) {
        const yoke_key *a = keys + order[i - 1], *b = keys + order[i];
        if (a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0) return false;
    }
    return true;
}

bool yoke_keys_hash(const yoke_key *keys, size_t n, uint64_t seed, uint16_t *table, size_t size) {
    memset(table, 0xFF, size * sizeof *table);  // YOKE_NO_FIELD
    for (size_t i = 0; i < n; i++) {
        uint16_t *at = table + (yoke_mix_hash(keys[i].mix, seed) & (size - 1));
        if (*at != YOKE_NO_FIELD) return false;
        *at = (uint16_t)keys[i].value;
    }
    return true;
}

/// Returns the length of the prefix that all keys of a sorted run share. It is enough to compare the run's first key `a` with its last key
/// `b`, because the keys between them are sorted. They share at least `depth` bytes.
static uint32_t shared_length(const yoke_key *a, const yoke_key *b, uint32_t depth) {
    const size_t most = a->length < b->length ? a->length : b->length;
    while (depth < most && a->bytes[depth] == b->bytes[depth]) depth++;
    return depth;
}

size_t yoke_trie_build(
    const yoke_key *keys, const size_t *order, size_t n, yoke_trie_node *nodes, uint8_t *labels, yoke_key_run *runs) {
    uint32_t count = 1, written = 0;
    nodes[0] = (yoke_trie_node){.value = -1};
    runs[0] = (yoke_key_run){0, (uint32_t)n, 0};
    for (uint32_t node = 0; node < count; node++) {  // breadth first, so that the children of a node are neighbours
        const uint32_t depth = runs[node].depth, end = runs[node].end;
        uint32_t first = runs[node].first;
        if (first < end && keys[order[first]].length == depth) nodes[node].value = (int32_t)keys[order[first++]].value;
        nodes[node].first_child = count;
        while (first < end) {
            const yoke_key *key = keys + order[first];
            uint32_t next = first + 1;
            while (next < end && keys[order[next]].bytes[depth] == key->bytes[depth]) next++;
            const uint32_t shared = shared_length(key, keys + order[next - 1], depth + 1);
            nodes[count] = (yoke_trie_node){.label = written, .label_length = shared - depth, .value = -1};
            runs[count] = (yoke_key_run){first, next, shared};
            memcpy(labels + written, key->bytes + depth, shared - depth);
            written += shared - depth;
            nodes[node].child_count++;
            count++;
            first = next;
        }
    }
    return count;
}
