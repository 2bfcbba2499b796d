// A sink that writes the events as text again, in another layout, as they come. Needs constant memory for any document. Numbers
// keep their text. Strings are escaped anew, as little as RFC 8259 allows.
#ifndef YOKE_SINK_FORMATTER_H
#define YOKE_SINK_FORMATTER_H

#include "base/alloc.h"
#include "sink/sink.h"

typedef struct yoke_formatter {
    yoke_buffer out;
    /// Spaces for each level. 0 is compact.
    uint32_t indent;
    bool escapes_slashes;
    size_t depth;
    /// `fresh`: the innermost container has no member yet. `after_key`: a key has just been written. `any`: a value has been
    /// written before.
    bool fresh, after_key, any;
    /// For the last key: the offset in `out` where its text begins, and the value of `fresh` before it.
    size_t key_start;
    bool key_was_fresh;
} yoke_formatter;

/// The formatter's events. The context is a `yoke_formatter`. Its `out` may be emptied between chunks. While `after_key` is set,
/// it may be emptied only up to `key_start`, which then becomes 0.
extern const yoke_sink yoke_formatter_sink;

#endif
