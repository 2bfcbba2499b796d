#include "base/heap_sort.h"

/// Restores the order of a heap of `n` indices after the entry at `root` has changed: moves this entry down until no entry precedes one of
/// its children.
static void sink(size_t *heap, size_t root, size_t n, yoke_precedes precedes, const void *context) {
    const size_t sinking = heap[root];
    for (size_t child; (child = 2 * root + 1) < n; root = child) {
        if (child + 1 < n && precedes(context, heap[child], heap[child + 1])) child++;
        if (!precedes(context, sinking, heap[child])) break;
        heap[root] = heap[child];
    }
    heap[root] = sinking;
}

void yoke_heap_sort(size_t *order, size_t n, yoke_precedes precedes, const void *context) {
    for (size_t i = 0; i < n; i++) order[i] = i;
    for (size_t i = n / 2; i-- > 0;) sink(order, i, n, precedes, context);
    for (size_t end = n; end-- > 1;) {
        const size_t last = order[0];
        order[0] = order[end];
        order[end] = last;
        sink(order, 0, end, precedes, context);
    }
}
