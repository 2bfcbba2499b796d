// A sink that writes a text in another layout, event by event. With `take`, it needs constant memory for any document. Numbers keep their
// text. Strings get as few escapes as RFC 8259 allows.
#pragma once

#include "base/alloc.h"
#include "sink/sink.h"
#include "text/literals.h"
#include "text/text_out.h"

typedef struct yoke_formatter {
    yoke_buffer out;
    yoke_layout layout;
    /// True if characters beyond ASCII are escaped.
    bool is_ascii;
    /// `is_joined`: true while the innermost container is an array that may still fit on one line. `array_start`: the offset in `out` at
    /// which the text of this array begins.
    bool is_joined;
    size_t array_start;
    /// The texts that the formatter writes for NaN and the infinities. NULL: the formatter refuses such numbers.
    const yoke_non_finite *non_finite;
    size_t depth;
    /// `fresh`: true if the innermost container has no element or member yet. `after_key`: true if a key has just been written. `any`: true
    /// after the first value of the text.
    bool fresh, after_key, any;
    /// For the last key: the offset in `out` at which its text begins, and the value that `fresh` had before the key.
    size_t key_start;
    bool key_was_fresh;
    /// Receives the finished bytes whenever there are many of them; NULL: they stay in `out`. A short text with deep arrays can have a very
    /// long output.
    void (*take)(void *context, const uint8_t *bytes, size_t n);
    void *take_context;
} yoke_formatter;

/// The formatter's events. The context is a `yoke_formatter`. Between chunks, the caller may remove finished bytes from `out` with
/// `yoke_formatter_drop`.
extern const yoke_sink yoke_formatter_sink;

/// Returns the number of bytes of `out` that will not change any more.
size_t yoke_formatter_ready(const yoke_formatter *f);
/// Removes the first `n` bytes of `out`.
void yoke_formatter_drop(yoke_formatter *f, size_t n);
