// The text that is being read, as far as an engine has to remember it: where a chunk lies in the whole, where the
// current token starts and ends, and the exact bytes of a value that is being captured over chunk ends.
//
// yajl tells only where a token ends, inside a callback. The start is found by walking back in the chunk; for a token
// that began in an earlier chunk, `pending` was noted when that chunk ended.
#ifndef YOKE_SOURCE_H
#define YOKE_SOURCE_H

#include "alloc.h"

static const uint64_t YOKE_NO_OFFSET = UINT64_MAX;

typedef struct yoke_source {
    const uint8_t *chunk;
    size_t chunk_length;
    /// Offset of the chunk's first byte in the text.
    uint64_t offset;
    /// Asks the engine how many bytes of the chunk it has used: inside an event, the end of its token.
    size_t (*consumed)(void *engine);
    void *engine;
    /// Where an engine that knows it keeps the first byte of its token; NULL for one that does not.
    const uint8_t *const *token;
    /// One past the last string or number seen in this chunk, or NULL; and its first byte, or NULL where it does not lie there
    /// in one piece.
    const uint8_t *last;
    const uint8_t *last_start;
    /// Offset of a token that began in an earlier chunk and has not ended, else YOKE_NO_OFFSET.
    uint64_t pending;
    /// Its first byte; how much of a literal has gone by; backslashes at the end of what a string has so far, modulo two.
    uint8_t pending_first;
    uint8_t pending_seen;
    uint8_t pending_slashes;
    /// The last byte in front of that token, or of the next chunk, that is no white space; 0 at the text's start.
    uint8_t before;
    /// The last string was a key.
    bool after_key;
    /// Bytes kept for a capture: from `kept_from` to the start of the chunk.
    yoke_buffer kept;
    uint64_t kept_from;
    /// Keep the bytes of unfinished tokens, so that a capture can start with one.
    bool captures;
    /// Captures that have begun and not ended, one in the other.
    uint32_t capturing;
} yoke_source;

void yoke_source_init(yoke_source *s, const yoke_allocator *allocator);
void yoke_source_free(yoke_source *s);
/// Forgets the text, and goes on at `offset` as if one began there: at a text's start 0, behind a bad record. Memory stays.
static inline void yoke_source_restart(yoke_source *s, uint64_t offset) {
    s->chunk = s->last = s->last_start = NULL;
    s->chunk_length = 0;
    s->offset = offset;
    s->pending = YOKE_NO_OFFSET;
    s->before = 0;
    s->after_key = s->kept.failed = false;
    s->kept.count = 0;
    s->capturing = 0;
}

/// Before and after an engine is given a chunk. `end` is called only when no error has happened in it.
void yoke_source_begin_chunk(yoke_source *s, const uint8_t *bytes, size_t n);
bool yoke_source_end_chunk(yoke_source *s);
/// The engine stopped, perhaps inside of a token, behind `used` bytes of the chunk: finds out where that token began.
void yoke_source_stop(yoke_source *s, size_t used);

/// Whether a string goes on for all of the bytes: they do not end it, and nothing in them is wrong. `*escape` says how far an escape has come
/// that the bytes before have begun, 0: none has; when the answer is true, it is set for the bytes after these. Cost: one pass.
bool yoke_string_goes_on(uint8_t *escape, const uint8_t *bytes, size_t n);

/// Offsets of the current event's first byte and of the byte behind it. Only inside an event. Cost: the token's length.
uint64_t yoke_source_event_start(const yoke_source *s);
/// The same for a token that the engine refused before it became an event.
uint64_t yoke_source_refused_start(const yoke_source *s);
static inline uint64_t yoke_source_event_end(const yoke_source *s) {
    return s->offset + s->consumed(s->engine);
}

/// Notes a string's or number's text at `bytes`, `quotes` 1 for strings: cheap, and all that is needed to know at the end
/// of a chunk where an unfinished token began.
static inline void yoke_source_note(yoke_source *s, const uint8_t *bytes, size_t n, size_t quotes) {
    if (__builtin_expect((uintptr_t)bytes - (uintptr_t)s->chunk < s->chunk_length, 1)) {
        s->last = bytes + n + quotes;
        s->last_start = bytes - quotes;
    } else {
        s->last = s->chunk + s->consumed(s->engine);
        s->last_start = NULL;
    }
}

/// Starts to keep the text from the current event's first byte on, and gives its offset.
uint64_t yoke_source_capture_begin(yoke_source *s);
/// The bytes from `start` up to the end of the current event; valid until the next chunk or capture. `joined` is where they are
/// put together if they do not lie in the chunk in one piece. NULL: no memory.
const uint8_t *yoke_source_capture_end(yoke_source *s, uint64_t start, yoke_buffer *joined, size_t *n);
/// A capture is given up.
static inline void yoke_source_capture_drop(yoke_source *s) { s->capturing -= s->capturing > 0; }
/// The text ends here. `kept` is from here on what a capture has of its complete values, without an unfinished token, without a comma
/// after the last value and (`after_key`) without a key that has no value. False: no memory.
bool yoke_source_cut(yoke_source *s, bool after_key);
/// Keeps what a capture needs of the first `used` bytes of the chunk. False: no memory.
bool yoke_source_keep(yoke_source *s, size_t used);

#endif
