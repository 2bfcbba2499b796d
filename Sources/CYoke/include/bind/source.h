// The source tells the binder where a chunk lies in the text, and where the current token starts and ends. It also keeps the exact bytes of
// a value (its raw text), even if the value continues in the next chunk.
//
// Inside a callback, yajl knows only where a token ends. So the source searches back in the chunk for the token's start. If the token began
// in an earlier chunk, `pending` holds the offset of its start.
#pragma once

#include "base/alloc.h"

static const uint64_t YOKE_NO_OFFSET = UINT64_MAX;

typedef struct yoke_source {
    const uint8_t *chunk;
    size_t chunk_length;
    /// Offset of the chunk's first byte in the text.
    uint64_t offset;
    /// Returns how many bytes of the chunk the engine has used. During an event this is the end of the event's token.
    size_t (*consumed)(void *engine);
    void *engine;
    /// Address of the engine's variable that points to the first byte of the current token. NULL if the engine does not know that byte.
    const uint8_t *const *token;
    /// `last`: the end of the last string or number in this chunk, or NULL. `last_start`: the first byte of this string or number. NULL if
    /// the engine passed a copy of the text, because the text has escapes or began in an earlier chunk.
    const uint8_t *last;
    const uint8_t *last_start;
    /// Offset of a token that began in an earlier chunk and has not ended. YOKE_NO_OFFSET: no such token.
    uint64_t pending;
    /// `pending_first`: the first byte of the pending token. `pending_seen`: if the token is true, false or null, the number of its bytes
    /// so far. `pending_slashes`: for a string, 1 if it ends, so far, with an odd number of backslashes, else 0.
    uint8_t pending_first;
    uint8_t pending_seen;
    uint8_t pending_slashes;
    /// The last byte before the pending token (or the next chunk) that is not white space. 0 at the start of the text.
    uint8_t before;
    /// True if the last string was a key.
    bool after_key;
    /// The bytes of the text from offset `kept_from` to the start of the chunk. They are needed if raw text is being kept, or if the
    /// unfinished token at the chunk's end may begin a value whose raw text will be kept.
    yoke_buffer kept;
    uint64_t kept_from;
    /// True if the bytes of an unfinished token are always kept, because the raw text of its value may be wanted.
    bool captures;
    /// Number of values, one inside the other, whose raw text is being kept. (To keep the raw text of one value is a capture.)
    uint32_t capturing;
} yoke_source;

void yoke_source_init(yoke_source *s, const yoke_allocator *allocator);
void yoke_source_free(yoke_source *s);
/// Forgets the text, but keeps the memory. Starts a new text at `offset`: 0, or the offset after a bad record (for example a bad line).
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

/// Makes the `n` bytes at `bytes` the current chunk. Call the function before an engine gets the chunk.
void yoke_source_begin_chunk(yoke_source *s, const uint8_t *bytes, size_t n);
/// Finds a token that the chunk's end cuts. If `captures`, also keeps the bytes that may be needed later. Call the function after an engine
/// has read the chunk without an error. Returns false if memory runs out.
bool yoke_source_end_chunk(yoke_source *s);
/// Call the function if the engine stopped, for example at an error, after `used` bytes of the chunk. If it stopped inside a token, finds
/// the token's start.
void yoke_source_stop(yoke_source *s, size_t used);

/// Returns true if the bytes continue a string: the string does not end in them, and no byte is bad. `*escape`: 0, or a state that says
/// which part of an escape has come before the bytes. If the function returns true, `*escape` becomes the state after the bytes. Cost: one
/// pass over the bytes.
bool yoke_string_goes_on(uint8_t *escape, const uint8_t *bytes, size_t n);

/// Returns the offset of the first byte of the current event's token. Call the function only during an event. Cost: the token's length.
/// (`yoke_source_event_end` returns the offset after the token's last byte.)
uint64_t yoke_source_event_start(const yoke_source *s);
/// Returns the offset of the first byte of a token that the engine refused before the token became an event.
uint64_t yoke_source_refused_start(const yoke_source *s);
static inline uint64_t yoke_source_event_end(const yoke_source *s) {
    return s->offset + s->consumed(s->engine);
}

/// Stores where the string or number with the text `bytes` ends. `quotes` is 1 for a string, 0 for a number. If the chunk ends inside a
/// later token, the source searches for the start of that token from here on.
static inline void yoke_source_note(yoke_source *s, const uint8_t *bytes, size_t n, size_t quotes) {
    if (__builtin_expect((uintptr_t)bytes - (uintptr_t)s->chunk < s->chunk_length, 1)) {
        s->last = bytes + n + quotes;
        s->last_start = bytes - quotes;
    } else {
        s->last = s->chunk + s->consumed(s->engine);
        s->last_start = NULL;
    }
}

/// Begins a capture: keeps the text from the first byte of the current event on. Returns the offset of that byte.
uint64_t yoke_source_capture_begin(yoke_source *s);
/// Ends a capture. Returns the `*n` bytes from offset `start` up to the end of the current event. They are valid until the next chunk or
/// capture. If the chunk does not hold all of them, they are joined in `joined`. Returns NULL if memory runs out.
const uint8_t *yoke_source_capture_end(yoke_source *s, uint64_t start, yoke_buffer *joined, size_t *n);
/// Ends a capture without taking its text.
static inline void yoke_source_capture_drop(yoke_source *s) { s->capturing -= s->capturing > 0; }
/// Called at the end of a cut text. Shortens `kept` to the complete values of a capture: drops an unfinished token, a comma after the last
/// value and, if `after_key`, the last key. Appends the dropped comma and key, but not the unfinished token, to `dropped`. Returns false if
/// memory runs out.
bool yoke_source_cut(yoke_source *s, bool after_key, yoke_buffer *dropped);
/// Appends to `kept` the bytes that an open capture or an unfinished token needs, from the chunk's first `used` bytes. Returns false if
/// memory runs out.
bool yoke_source_keep(yoke_source *s, size_t used);
