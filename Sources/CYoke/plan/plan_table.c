#include "plan/plan_table.h"

#include <stdatomic.h>
#include <stdlib.h>

typedef struct cell {
    _Atomic uintptr_t key;
    const void *plan;
} cell;

typedef struct cells {
    /// The smaller array that this array replaced. NULL: this is the table's first array.
    struct cells *older;
    size_t mask;
    cell at[];
} cells;

struct yoke_plan_table {
    /// The current array of cells. Before it would be more than half full, a larger array replaces it. Old arrays stay allocated, because
    /// other threads may still read them.
    _Atomic(cells *) cells;
    size_t count;
};

yoke_plan_table *yoke_plan_table_make(void) { return calloc(1, sizeof(yoke_plan_table)); }

void yoke_plan_table_free(yoke_plan_table *t) {
    for (cells *c = atomic_load_explicit(&t->cells, memory_order_acquire), *older; c != NULL; c = older) {
        older = c->older;
        free(c);
    }
    free(t);
}

static yoke_plan_table plans;

yoke_plan_table *yoke_plans(void) { return &plans; }

static size_t slot_index(uintptr_t key, size_t mask) {
    return (size_t)(((uint64_t)key >> 4) * 0x9E3779B97F4A7C15u >> 32) & mask;
}

static inline const void *find(yoke_plan_table *t, uintptr_t key) {
    cells *c = atomic_load_explicit(&t->cells, memory_order_acquire);
    if (c == NULL) return NULL;
    for (size_t i = slot_index(key, c->mask);; i = (i + 1) & c->mask) {
        // The thread that adds a plan stores the plan first and then the key. So a thread that sees the key also sees the plan.
        uintptr_t found = atomic_load_explicit(&c->at[i].key, memory_order_acquire);
        if (found == key) return c->at[i].plan;
        if (found == 0) return NULL;
    }
}

const void *yoke_plan_table_find(yoke_plan_table *t, uintptr_t key) { return find(t, key); }

const void *yoke_known_plan(uintptr_t key) { return find(&plans, key); }

static void put(cells *c, uintptr_t key, const void *plan) {
    size_t i = slot_index(key, c->mask);
    while (atomic_load_explicit(&c->at[i].key, memory_order_relaxed) != 0) i = (i + 1) & c->mask;
    c->at[i].plan = plan;
    atomic_store_explicit(&c->at[i].key, key, memory_order_release);
}

bool yoke_plan_table_add(yoke_plan_table *t, uintptr_t key, const void *plan) {
    cells *c = atomic_load_explicit(&t->cells, memory_order_relaxed);
    if (c == NULL || (t->count + 1) * 2 > c->mask + 1) {
        size_t size = c == NULL ? 64 : (c->mask + 1) * 2;
        cells *larger = calloc(1, sizeof *larger + size * sizeof(cell));
        if (larger == NULL) return false;
        larger->older = c;
        larger->mask = size - 1;
        if (c != NULL) {
            for (size_t i = 0; i <= c->mask; i++) {
                uintptr_t old = atomic_load_explicit(&c->at[i].key, memory_order_relaxed);
                if (old != 0) put(larger, old, c->at[i].plan);
            }
        }
        put(larger, key, plan);
        atomic_store_explicit(&t->cells, larger, memory_order_release);
    } else {
        put(c, key, plan);
    }
    t->count++;
    return true;
}
