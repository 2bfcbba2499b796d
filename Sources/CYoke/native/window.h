// The windows of text that the native engine reads: in texts in chunks (engine.c) and in entire texts (entire_text.c).
#ifndef YOKE_NATIVE_WINDOW_H
#define YOKE_NATIVE_WINDOW_H

#include "native/native.h"

/// Begins a window of `n` bytes, followed by YOKE_PADDING loadable bytes. `offset` is the position of the first byte in the text.
void yoke_open_window(yoke_native *e, const uint8_t *bytes, size_t n, uint64_t offset);
/// Reads the window from e->p on. Copies the bytes that a capture of raw text needs, because the window's memory may change
/// afterwards.
enum yoke_native_status yoke_run_window(yoke_native *e);
/// Tells the source that all text so far is used, except for the unfinished token in the `kept` buffer.
void yoke_close_window(yoke_native *e);
/// Appends bytes to the `kept` buffer, and padding after them. Returns false if there is not enough memory.
bool yoke_keep_bytes(yoke_native *e, const uint8_t *bytes, size_t n);
/// Reads the `kept` buffer, whose text ends at offset `text_end`, and drops the used bytes.
enum yoke_native_status yoke_run_kept(yoke_native *e, uint64_t text_end);

#endif
