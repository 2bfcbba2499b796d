// The facts about the text that an engine must remember:
// - where a chunk lies in the text;
// - where the current token starts and ends;
// - the exact bytes of a value whose raw text is kept over the ends of chunks.
//
// Inside a callback, yajl tells only where a token ends. The source goes back in the chunk to find the start. For a token that
// began in an earlier chunk, `pending` was set when that chunk ended.
#ifndef YOKE_BIND_SOURCE_H
#define YOKE_BIND_SOURCE_H

#include "base/alloc.h"

static const uint64_t YOKE_NO_OFFSET = UINT64_MAX;

typedef struct yoke_source {
    const uint8_t *chunk;
    size_t chunk_length;
    /// Offset of the chunk's first byte in the text.
    uint64_t offset;
    /// Asks the engine how many bytes of the chunk it has used. Inside an event this is the end of the event's token.
    size_t (*consumed)(void *engine);
    void *engine;
    /// Address at which an engine keeps a pointer to the first byte of its token. NULL if the engine does not know that byte.
    const uint8_t *const *token;
    /// `last`: one past the last string or number seen in this chunk, or NULL. `last_start`: its first byte, or NULL if the chunk
    /// does not hold it in one piece.
    const uint8_t *last;
    const uint8_t *last_start;
    /// Offset of a token that began in an earlier chunk and has not ended. Else YOKE_NO_OFFSET.
    uint64_t pending;
    /// For the pending token: its first byte; how many bytes of a literal have come; the number, modulo two, of backslashes at
    /// the end of a string so far.
    uint8_t pending_first;
    uint8_t pending_seen;
    uint8_t pending_slashes;
    /// The last byte before the pending token (or the next chunk) that is not white space. 0 at the start of the text.
    uint8_t before;
    /// The last string was a key.
    bool after_key;
    /// Bytes kept for raw text: from offset `kept_from` to the start of the chunk.
    yoke_buffer kept;
    uint64_t kept_from;
    /// Keep the bytes of unfinished tokens, so that a capture can start with such a token.
    bool captures;
    /// Number of open captures, which are nested. A capture keeps the raw text of a value.
    uint32_t capturing;
} yoke_source;

void yoke_source_init(yoke_source *s, const yoke_allocator *allocator);
void yoke_source_free(yoke_source *s);
/// Forgets the text, and continues at `offset` as if a text began there: 0 at the start of a text, or the offset after a bad
/// record. Keeps the memory.
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

/// Call them before and after an engine gets a chunk. Call `end` only if no error happened in the chunk.
void yoke_source_begin_chunk(yoke_source *s, const uint8_t *bytes, size_t n);
bool yoke_source_end_chunk(yoke_source *s);
/// The engine stopped after `used` bytes of the chunk, perhaps inside a token. Finds out where that token began.
void yoke_source_stop(yoke_source *s, size_t used);

/// Tells if a string goes on for all of the bytes: they do not end the string, and none of them is wrong. `*escape` says how far
/// an escape sequence has come in the bytes before; 0 means: not in an escape. If the result is true, `*escape` is set for the
/// bytes after these. Cost: one pass.
bool yoke_string_goes_on(uint8_t *escape, const uint8_t *bytes, size_t n);

/// Return the offset of the current event's first byte, and the offset after its last byte. Only inside an event. Cost: the
/// token's length.
uint64_t yoke_source_event_start(const yoke_source *s);
/// The same for a token that the engine refused before the token became an event.
uint64_t yoke_source_refused_start(const yoke_source *s);
static inline uint64_t yoke_source_event_end(const yoke_source *s) {
    return s->offset + s->consumed(s->engine);
}

/// Notes the text of a string or number at `bytes`; `quotes` is 1 for strings. This is cheap. At the end of a chunk, the source
/// needs nothing else to find the start of an unfinished token.
static inline void yoke_source_note(yoke_source *s, const uint8_t *bytes, size_t n, size_t quotes) {
    if (__builtin_expect((uintptr_t)bytes - (uintptr_t)s->chunk < s->chunk_length, 1)) {
        s->last = bytes + n + quotes;
        s->last_start = bytes - quotes;
    } else {
        s->last = s->chunk + s->consumed(s->engine);
        s->last_start = NULL;
    }
}

/// Starts to keep the text, from the first byte of the current event on. Returns the offset of that byte.
uint64_t yoke_source_capture_begin(yoke_source *s);
/// Returns the bytes from `start` up to the end of the current event. They are valid until the next chunk or capture. If the
/// chunk does not hold them in one piece, they are joined in `joined`. Returns NULL if memory runs out.
const uint8_t *yoke_source_capture_end(yoke_source *s, uint64_t start, yoke_buffer *joined, size_t *n);
/// Gives up a capture.
static inline void yoke_source_capture_drop(yoke_source *s) { s->capturing -= s->capturing > 0; }
/// The text ends here. Cuts `kept` to the complete values of a capture: without an unfinished token, without a comma after the
/// last value, and, if `after_key`, without the last key. Returns false if memory runs out.
bool yoke_source_cut(yoke_source *s, bool after_key);
/// Keeps the part of the chunk's first `used` bytes that a capture needs. Returns false if memory runs out.
bool yoke_source_keep(yoke_source *s, size_t used);

#endif
