#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

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

static void *lent_resize(void *context, void *pointer, size_t old_size, size_t new_size) {
    const yoke_lender *lender = context;
    const yoke_allocator *base = lender->base;
    if (pointer == NULL || pointer != lender->memory) return base->resize(base->context, pointer, old_size, new_size);
    if (new_size == 0) return NULL;
    void *own = base->resize(base->context, NULL, 0, new_size);
    if (own != NULL) memcpy(own, pointer, old_size < new_size ? old_size : new_size);
    return own;
}

void yoke_lender_init(yoke_lender *lender, const yoke_allocator *base, void *memory) {
    *lender = (yoke_lender){{lender, lent_resize}, base, memory};
}

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
