// Sorts indices in memory that the caller provides, in n log n steps even in the worst case. Private to the C engine.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Returns true if the element with the index `a` comes before the element with the index `b`.
typedef bool (*yoke_precedes)(const void *context, size_t a, size_t b);

/// Writes the indices 0..<n to `order`, in the order that `precedes` defines. Equal elements end in any order. Cost: n log n comparisons,
/// no allocation.
void yoke_heap_sort(size_t *order, size_t n, yoke_precedes precedes, const void *context);
