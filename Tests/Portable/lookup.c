// Makes the plan's memory, and the tables that lead from a key to a field. In Swift, PlanMemory.swift and KeyTable.swift do this.
#include "lookup.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

/// Header of an allocation for the plan. The list of all allocations is freed at the end of the program.
typedef union part {
    union part *next;
    max_align_t align;
} part;

static part *parts;

void *zeroed(size_t n) {
    part *p = calloc(1, sizeof *p + n);
    if (p == NULL) abort();
    p->next = parts;
    parts = p;
    return p + 1;
}

void free_model(void) {
    while (parts != NULL) {
        part *p = parts;
        parts = p->next;
        free(p);
    }
}

// MARK: - Tries

int compare_entries(const void *a, const void *b) {
    const entry *x = a, *y = b;
    int order = memcmp(x->key, y->key, x->n < y->n ? x->n : y->n);
    return order != 0 ? order : (x->n > y->n) - (x->n < y->n);
}

// Makes the nodes in breadth-first order, because the children of a node must be neighbours.
yoke_trie make_trie(entry *entries, size_t count) {
    qsort(entries, count, sizeof *entries, compare_entries);
    typedef struct work {
        size_t from, to, depth;
    } work;
    size_t bytes = 1;
    for (size_t i = 0; i < count; i++) bytes += entries[i].n;
    yoke_trie_node *nodes = zeroed((2 * count + 1) * sizeof *nodes);
    work *queue = zeroed((2 * count + 1) * sizeof *queue); // parallel to `nodes`
    uint8_t *labels = zeroed(bytes);
    uint32_t label = 0, made = 1;
    nodes[0].value = -1;
    queue[0] = (work){0, count, 0};
    for (uint32_t next = 0; next < made; next++) {
        work w = queue[next];
        if (w.from < w.to && entries[w.from].n == w.depth) nodes[next].value = entries[w.from++].value;
        nodes[next].first_child = made;
        while (w.from < w.to) {
            const entry *a = &entries[w.from];
            size_t end = w.from + 1, depth = w.depth + 1;
            while (end < w.to && entries[end].key[w.depth] == a->key[w.depth]) end++;
            const entry *b = &entries[end - 1];
            while (depth < a->n && depth < b->n && a->key[depth] == b->key[depth]) depth++;
            queue[made] = (work){w.from, end, depth};
            nodes[made++] = (yoke_trie_node){label, (uint32_t)(depth - w.depth), 0, 0, -1};
            memcpy(labels + label, a->key + w.depth, depth - w.depth);
            label += (uint32_t)(depth - w.depth);
            nodes[next].child_count++;
            w.from = end;
        }
    }
    return (yoke_trie){nodes, labels};
}

// MARK: - Hashes

// Tries seeds until no two keys collide, as KeyTable.swift does.
void add_hash(yoke_object *object) {
    object->missing_signatures = ~(uint64_t)0;
    for (uint32_t i = 0; i < object->keyed; i++) {
        const yoke_field *field = &object->fields[i];
        object->missing_signatures &= ~((uint64_t)1 << yoke_key_signature(field->key, field->key_length));
        if (field->key_length == 0) object->missing_signatures = 0;
    }
    for (size_t size = 4;; size *= 2) {
        uint16_t *table = zeroed(size * sizeof *table);
        uint64_t seed = UINT64_C(0x9E3779B97F4A7C15);
        bool good = false;
        for (int tries = 0; tries < 64 && !good; tries++) {
            seed = seed * UINT64_C(0xD1342543DE82EF95) | 1;
            memset(table, 0xFF, size * sizeof *table);
            good = true;
            for (uint32_t i = 0; i < object->keyed && good; i++) {
                const yoke_field *field = &object->fields[i];
                uint8_t key[128] = {0}; // yoke_key_hash loads eight bytes, even of a shorter key
                memcpy(key, field->key, field->key_length);
                uint16_t *slot = &table[yoke_key_hash(key, field->key_length, seed) & (size - 1)];
                good = *slot == YOKE_NO_FIELD;
                *slot = (uint16_t)i;
            }
        }
        if (!good) continue;
        object->hashed = table;
        object->hash_seed = seed;
        object->hash_mask = size - 1;
        return;
    }
}
