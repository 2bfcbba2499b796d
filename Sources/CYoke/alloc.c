#include "alloc.h"

#include <stdlib.h>

static void *libc_resize(void *context, void *pointer, size_t old_size, size_t new_size) {
    (void)context;
    (void)old_size;
    if (new_size == 0) {
        free(pointer);
        return NULL;
    }
    return realloc(pointer, new_size);
}

const yoke_allocator yoke_allocator_libc = {NULL, libc_resize};

bool yoke_buffer_grow(yoke_buffer *b, size_t more) {
    static const size_t most = (size_t)1 << (sizeof(size_t) * 8 - 2);
    if (b->failed || more > most || b->count > most - more) {
        b->failed = true;
        return false;
    }
    size_t need = b->count + more;
    size_t capacity = b->capacity < 256 ? 256 : b->capacity * 2;
    if (capacity < need) capacity = need;
    uint8_t *bytes = b->allocator->resize(b->allocator->context, b->bytes, b->capacity, capacity);
    if (bytes == NULL) {
        b->failed = true;
        return false;
    }
    b->bytes = bytes;
    b->capacity = capacity;
    return true;
}

void yoke_buffer_free(yoke_buffer *b) {
    if (b->bytes != NULL) b->allocator->resize(b->allocator->context, b->bytes, b->capacity, 0);
    *b = yoke_buffer_make(b->allocator);
}
