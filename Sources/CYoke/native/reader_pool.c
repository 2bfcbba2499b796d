#include "base/pool.h"
#include "native/reader_pool.h"

static yoke_pool pool;

yoke_pooled_reader *yoke_reader_take(void) {
    void **slot;
    yoke_pooled_reader *k = yoke_pool_take(&pool, &slot);
    if (k != NULL) k->slot = slot;
    return k;
}

bool yoke_reader_give(yoke_pooled_reader *k) {
    void **slot = k->slot;
    k->slot = NULL;
    if (k->has_default_options && yoke_reader_is_small(k)) return yoke_pool_give(&pool, k, slot);
    yoke_pool_leave(slot);
    return false;
}

bool yoke_reader_is_small(const yoke_pooled_reader *k) {
    enum { MOST = 1 << 20, MAX_FRAMES = 4096 };
    const yoke_binder *b = k->binder;
    const yoke_segment *segment = b->stack.first;
    size_t bytes = b->tape.text.capacity | b->tape.capacity * sizeof(yoke_tape_node) | k->room_size;
    if (segment != NULL) bytes |= segment->capacity;
    if (k->engine != NULL) bytes |= k->engine->kept.capacity | k->engine->unescaped.capacity;
    return bytes < MOST && b->frame_capacity < MAX_FRAMES && (segment == NULL || segment->next == NULL);
}
