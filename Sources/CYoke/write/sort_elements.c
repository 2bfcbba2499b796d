// Sorts the elements of a set in the written text. A set has no order of its own. Where the text must be the same for equal sets,
// the elements are sorted by their bytes after all are written. Each element moves with the line break before it and the comma
// after it.
#include <string.h>

#include "write/sort_elements.h"
#include "base/heap_sort.h"

/// A copy of the elements' texts, and marks: where each text begins and where the last ends, as offsets in the written text. The first mark
/// need not be 0.
typedef struct texts {
    const uint8_t *copy;
    const size_t *marks;
} texts;

static const uint8_t *text_of(const texts *t, size_t i) { return t->copy + (t->marks[i] - t->marks[0]); }
static size_t length_of(const texts *t, size_t i) { return t->marks[i + 1] - t->marks[i]; }

/// True if element `a` comes before element `b`. No text is a prefix of another, because each ends with a comma.
static bool precedes(const void *context, size_t a, size_t b) {
    const texts *t = context;
    const size_t m = length_of(t, a), n = length_of(t, b);
    return memcmp(text_of(t, a), text_of(t, b), m < n ? m : n) < 0;
}

bool yoke_sort_elements(uint8_t *text, const size_t *marks, size_t count, const yoke_allocator *allocator) {
    if (count < 2) return true;
    const size_t length = marks[count] - marks[0];
    // One block of memory: the order of the elements, followed by the copy of their texts.
    const size_t size = count * sizeof(size_t) + length;
    size_t *order = allocator->resize(allocator->context, NULL, 0, size);
    if (order == NULL) return false;
    const texts all = {(const uint8_t *)(order + count), marks};
    memcpy(order + count, text + marks[0], length);
    yoke_heap_sort(order, count, precedes, &all);
    uint8_t *to = text + marks[0];
    for (size_t i = 0; i < count; i++) {
        memcpy(to, text_of(&all, order[i]), length_of(&all, order[i]));
        to += length_of(&all, order[i]);
    }
    allocator->resize(allocator->context, order, size, 0);
    return true;
}
