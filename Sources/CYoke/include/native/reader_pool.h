// Reusable readers: a reader is a binder with its engine, and reads one text after another. A pool keeps readers with default
// options, so that small texts need not allocate buffers.
#pragma once

#include "native/native.h"

typedef struct yoke_pooled_reader {
    yoke_binder *binder;
    /// The engine for entire texts of up to `max_length` bytes. NULL: the options do not allow to read an entire text at once.
    yoke_native *engine;
    size_t max_length;
    /// Memory for the value: the engine makes the value there, and the caller moves it out. Swift allocates the memory. NULL: none so far.
    void *room;
    size_t room_size;
    size_t room_align;
    /// The Swift object that owns the binder.
    void *owner;
    bool has_default_options;
    /// The slot of the pool from which the reader was taken; NULL if it is new.
    void **slot;
} yoke_pooled_reader;

/// Makes a reader without memory for a value (`room`).
static inline yoke_pooled_reader yoke_reader_make(
    yoke_binder *binder, yoke_native *engine, size_t max_length, void *owner, bool is_default) {
    yoke_pooled_reader reader = {binder, engine, max_length, NULL, 0, 0, owner, is_default, NULL};
    return reader;
}

/// Takes a reader from the pool. Returns NULL if the thread finds no reader. (A thread looks at only a few slots of the pool.) The caller
/// must give the reader back.
yoke_pooled_reader *yoke_reader_take(void);

/// Gives a reader to the pool. Returns false if the pool does not keep it. Then the caller must keep or free the reader.
bool yoke_reader_give(yoke_pooled_reader *k);

/// True if the reader has less than 1 MB in each buffer, fewer than 4096 frames, and at most one segment in its value stack. A larger
/// reader has read a huge text, and is not worth keeping.
bool yoke_reader_is_small(const yoke_pooled_reader *k);

/// True if `yoke_native_read` can read the text, with the reader's `room` as memory for the value. The first byte must be ASCII, and the
/// first two bytes must not be 0. So the text has no byte order mark, and is not UTF-16 or UTF-32.
static inline bool yoke_reader_takes(const yoke_pooled_reader *k, size_t size, size_t align, const uint8_t *bytes, size_t n) {
    return k->engine != NULL && k->room != NULL && !k->binder->reports && size <= k->room_size && align <= k->room_align && n >= 2 &&
           n <= k->max_length && (uint8_t)(bytes[0] - 1) < 0x7F && bytes[1] != 0;
}
