// A sink that writes the events as text again, in another layout, as they come: constant memory for any document.
// Numbers keep their text; strings are escaped anew, as little as RFC 8259 allows.
#ifndef YOKE_FORMATTER_H
#define YOKE_FORMATTER_H

#include "alloc.h"
#include "sink.h"

typedef struct yoke_formatter {
    yoke_buffer out;
    /// Spaces a level; 0 is compact.
    uint32_t indent;
    bool escapes_slashes;
    size_t depth;
    /// The innermost container has no member yet; a key has just been written; a value has been written before.
    bool fresh, after_key, any;
    /// The last key: where what stands for it begins in `out`, and what `fresh` was before it.
    size_t key_start;
    bool key_was_fresh;
} yoke_formatter;

/// The events; the context is a `yoke_formatter`, whose `out` may be emptied between chunks: with
/// `after_key` only up to `key_start`, which is 0 then.
extern const yoke_sink yoke_formatter_sink;

#endif
