// The windows that the native engine runs over: for texts in chunks (native/engine.c) and for entire texts (native/entire_text.c).
#ifndef YOKE_NATIVE_WINDOW_H
#define YOKE_NATIVE_WINDOW_H

#include "native/native.h"

/// Begins a window of `n` bytes, followed by YOKE_PADDING loadable bytes. `offset` is the position of the first byte in the text.
void yoke_open_window(yoke_native *e, const uint8_t *bytes, size_t n, uint64_t offset);
/// Runs over the window from e->p on. The window's bytes are about to go, so the function keeps the bytes that a capture of raw
/// text needs.
enum yoke_native_status yoke_run_window(yoke_native *e);
/// Tells the source that all text so far is used, except for a token that began in it.
void yoke_close_window(yoke_native *e);
/// Appends bytes to the `kept` buffer, and padding after them. Returns false if there is not enough memory.
bool yoke_keep_bytes(yoke_native *e, const uint8_t *bytes, size_t n);
/// Runs over the `kept` buffer, whose text ends at `text_end`, and drops the used bytes.
enum yoke_native_status yoke_run_kept(yoke_native *e, uint64_t text_end);

#endif
