// Sorts the elements of a written set by their bytes.
#pragma once

#include "base/alloc.h"

/// Sorts `count` elements, which follow each other in `text`, by their bytes. Element i goes from offset marks[i] up to marks[i + 1].
/// Returns false and moves nothing if memory runs out. Cost: n log n comparisons, and a copy of the elements.
bool yoke_sort_elements(uint8_t *text, const size_t *marks, size_t count, const yoke_allocator *allocator);
