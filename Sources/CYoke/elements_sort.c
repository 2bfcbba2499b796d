// The elements of a set have no order of their own. Where a text is to be one, they are put in that of their bytes when all of them have
// been written: each is moved with the line break in front of it and the comma behind it.
#include <string.h>

#include "elements_sort.h"

typedef struct element {
    const uint8_t *text;
    size_t length;
} element;

/// (None is the beginning of another one: each ends with a comma.)
static bool precedes(element a, element b) { return memcmp(a.text, b.text, a.length < b.length ? a.length : b.length) < 0; }

/// Lets the element at `root` sink in a heap of `count`, of which each precedes, or equals, the one above it.
static void sink(element *heap, size_t root, size_t count) {
    const element sinking = heap[root];
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && precedes(heap[child], heap[child + 1])) child++;
        if (!precedes(sinking, heap[child])) break;
        heap[root] = heap[child];
    }
    heap[root] = sinking;
}

static void sort(element *elements, size_t count) {
    for (size_t i = count / 2; i-- > 0;) sink(elements, i, count);
    while (count-- > 1) {
        const element last = elements[0];
        elements[0] = elements[count];
        elements[count] = last;
        sink(elements, 0, count);
    }
}

bool yoke_sort_elements(uint8_t *text, const size_t *marks, size_t count, const yoke_allocator *allocator) {
    if (count < 2) return true;
    uint8_t *const begin = text + marks[0];
    const size_t length = marks[count] - marks[0];
    // The elements, and behind them a copy of their texts.
    const size_t size = count * sizeof(element) + length;
    element *elements = allocator->resize(allocator->context, NULL, 0, size);
    if (elements == NULL) return false;
    uint8_t *copy = (uint8_t *)(elements + count);
    memcpy(copy, begin, length);
    for (size_t i = 0; i < count; i++) elements[i] = (element){copy + (marks[i] - marks[0]), marks[i + 1] - marks[i]};
    sort(elements, count);
    uint8_t *to = begin;
    for (size_t i = 0; i < count; i++) {
        memcpy(to, elements[i].text, elements[i].length);
        to += elements[i].length;
    }
    allocator->resize(allocator->context, elements, size, 0);
    return true;
}
