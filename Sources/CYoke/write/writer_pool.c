// The process's pool of unused writers, and the guesses of text lengths (see writer.h).
#include "base/pool.h"
#include "write/writer.h"

static yoke_pool pool;

/// True if the writer may go back to the pool: it has never run out of memory, and its buffers are small.
static bool is_worth_keeping(const yoke_pooled_writer *k) {
    enum { MAX_BITS = 20, MAX_FRAMES = 1024 };
    const yoke_writer *w = &k->writer;
    const yoke_segment *segment = w->stack.first;
    size_t capacities = k->own.capacity | w->members.capacity | w->spans.capacity | w->moved.capacity | w->marks.capacity;
    if (segment != NULL) capacities |= segment->capacity;
    const bool has_failed = k->own.failed | w->members.failed | w->spans.failed | w->moved.failed | w->marks.failed;
    return capacities >> MAX_BITS == 0 && !has_failed && w->frame_capacity <= MAX_FRAMES && (segment == NULL || segment->next == NULL);
}

yoke_pooled_writer *yoke_writer_take(void) {
    void **slot;
    yoke_pooled_writer *k = yoke_pool_take(&pool, &slot);
    if (k == NULL) return NULL;
    k->slot = slot;
    k->own.count = 0;
    return k;
}

bool yoke_writer_give(yoke_pooled_writer *k) {
    void **slot = k->slot;
    k->slot = NULL;
    if (is_worth_keeping(k)) return yoke_pool_give(&pool, k, slot);
    yoke_pool_leave(slot);
    return false;
}

// MARK: - Guesses

static size_t *guess_of(const yoke_slot *root) {
    enum { COUNT = 256 };
    static size_t guesses[COUNT];
    const uintptr_t address = (uintptr_t)root;
    return &guesses[(address >> 5 ^ address >> 13) % COUNT];
}

static size_t room_for(size_t guess) { return guess == 0 ? 0 : guess + guess / 16 + 2 * YOKE_STEP_ROOM; }

static void note(size_t *guess, size_t last, size_t length) {
    enum { MOST = 64 << 20 };
    size_t next = 4 * last + 1024;
    if (next > length) next = length;
    if (next > MOST) next = MOST;
    if (next != last) __atomic_store_n(guess, next, __ATOMIC_RELAXED);
}

size_t yoke_length_room(const yoke_slot *root) { return room_for(__atomic_load_n(guess_of(root), __ATOMIC_RELAXED)); }

void yoke_length_note(const yoke_slot *root, size_t length) {
    size_t *guess = guess_of(root);
    note(guess, __atomic_load_n(guess, __ATOMIC_RELAXED), length);
}

bool yoke_pooled_write(yoke_pooled_writer *k, const yoke_style *style, const yoke_slot *root, const void *at) {
    size_t *guess = guess_of(root);
    const size_t last = __atomic_load_n(guess, __ATOMIC_RELAXED);
    yoke_buffer_reserve(&k->own, room_for(last)); // if this fails, the writer reports it
    if (!yoke_writer_text(&k->writer, &k->own, style, 0, root, at)) return false;
    note(guess, last, k->own.count);
    return true;
}
