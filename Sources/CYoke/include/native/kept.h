// Binders that serve many texts. Those with default options wait in a pool of the process, so that a small text pays for no buffers.
#ifndef YOKE_NATIVE_KEPT_H
#define YOKE_NATIVE_KEPT_H

#include "native/native.h"

typedef struct yoke_kept_reader {
    yoke_binder *binder;
    /// The engine that can get an entire text at once, up to `most` bytes. NULL: the options ask for something else.
    yoke_native *engine;
    size_t most;
    /// Memory for a value, until the caller takes the value. Its owner allocates it.
    void *room;
    size_t room_size;
    size_t room_align;
    /// Swift's side.
    void *owner;
    bool has_default_options;
} yoke_kept_reader;

/// Makes a reader without a room.
static inline yoke_kept_reader yoke_reader_make(yoke_binder *binder, yoke_native *engine, size_t most, void *owner, bool is_default) {
    yoke_kept_reader reader = {binder, engine, most, NULL, 0, 0, owner, is_default};
    return reader;
}

/// Takes a reader that waits; NULL if none is near.
yoke_kept_reader *yoke_reader_take(void);

/// Lets a reader wait for its next text. Returns the reader that the caller must keep or free instead, or NULL.
yoke_kept_reader *yoke_reader_give(yoke_kept_reader *k);

/// True if the reader's buffers are small. The buffers of a huge text are not worth keeping.
bool yoke_reader_is_small(const yoke_kept_reader *k);

/// True if `yoke_native_read` can read the text into the reader's room. The text must begin with ASCII: such a text has no byte
/// order mark, and is not UTF-16 or UTF-32.
static inline bool yoke_reader_takes(const yoke_kept_reader *k, size_t size, size_t align, const uint8_t *bytes, size_t n) {
    return k->engine != NULL && k->room != NULL && !k->binder->reports && size <= k->room_size && align <= k->room_align && n >= 2 && n <= k->most &&
           (uint8_t)(bytes[0] - 1) < 0x7F && bytes[1] != 0;
}

#endif
