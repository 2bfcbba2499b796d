#include "base/value_stack.h"

enum { SEGMENT_ALIGN = 16 };

static void release(yoke_value_stack *s, yoke_segment *segment) {
    s->allocator->resize(s->allocator->context, segment, sizeof *segment + segment->capacity + SEGMENT_ALIGN, 0);
}

void yoke_stack_free(yoke_value_stack *s) {
    for (yoke_segment *segment = s->first; segment != NULL;) {
        yoke_segment *next = segment->next;
        release(s, segment);
        segment = next;
    }
    *s = yoke_stack_make(s->allocator);
}

/// Makes `segment` the stack's current segment. The segment has no values yet.
static void enter(yoke_value_stack *s, yoke_segment *segment) {
    s->segment = segment;
    s->top = segment->bytes;
    s->limit = segment->bytes + segment->capacity;
}

uint8_t *yoke_stack_push_slow(yoke_value_stack *s, size_t size, size_t align) {
    if (size > SIZE_MAX / 4) return NULL;
    size_t need = size + align;
    yoke_segment *kept = s->segment == NULL ? s->first : s->segment->next;
    if (kept != NULL && kept->capacity < need) {
        // The next segment is too small. It and all segments after it hold no values. Free them: one larger segment will replace them.
        if (s->segment == NULL) s->first = NULL;
        else s->segment->next = NULL;
        while (kept != NULL) {
            yoke_segment *next = kept->next;
            release(s, kept);
            kept = next;
        }
    }
    if (kept == NULL) {
        size_t capacity = s->segment == NULL ? s->first_capacity : s->segment->capacity * 2;
        if (capacity < need) capacity = need;
        kept = s->allocator->resize(s->allocator->context, NULL, 0, sizeof *kept + capacity + SEGMENT_ALIGN);
        if (kept == NULL) return NULL;
        uintptr_t bytes = ((uintptr_t)(kept + 1) + SEGMENT_ALIGN - 1) & ~(uintptr_t)(SEGMENT_ALIGN - 1);
        *kept = (yoke_segment){NULL, capacity, (uint8_t *)bytes};
        if (s->segment == NULL) s->first = kept;
        else s->segment->next = kept;
    }
    enter(s, kept);
    uintptr_t at = ((uintptr_t)s->top + (align - 1)) & ~(uintptr_t)(align - 1);
    s->top = (uint8_t *)at + size;
    return (uint8_t *)at;
}
