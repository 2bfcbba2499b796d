// Indices in an order, in memory that is there and without a worst case. Private to the C engine.
#ifndef YOKE_BASE_HEAP_SORT_H
#define YOKE_BASE_HEAP_SORT_H

#include <stdbool.h>
#include <stddef.h>

/// Whether what the index `a` stands for comes before that of `b`.
typedef bool (*yoke_precedes)(const void *context, size_t a, size_t b);

/// Writes 0..<n to `order`, sorted; which of two comes first that are equal is open. Cost: n log n comparisons.
void yoke_heap_sort(size_t *order, size_t n, yoke_precedes precedes, const void *context);

#endif
