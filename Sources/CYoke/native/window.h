// The windows of text that the native engine reads. Texts in chunks (engine.c) and entire texts (entire_text.c) both use windows.
#ifndef YOKE_NATIVE_WINDOW_H
#define YOKE_NATIVE_WINDOW_H

#include "native/native.h"

/// Begins a window of `n` bytes, followed by YOKE_PADDING loadable bytes. `offset` is the position of the window's first byte in
/// the text.
void yoke_open_window(yoke_native *e, const uint8_t *bytes, size_t n, uint64_t offset);
/// Reads the window from e->p on. Copies the bytes that a capture of raw text needs, because the window's memory may change
/// afterwards.
enum yoke_native_status yoke_run_window(yoke_native *e);
/// Searches the line feed from `from` on, ends the window after it, and clears `ends_at_feed`. If the window has no line feed, its end
/// stays.
void yoke_find_line_end(yoke_native *e, const uint8_t *from);
/// Records in the binder's source that the engine has read all text so far, except for the unfinished token in the `kept` buffer.
void yoke_close_window(yoke_native *e);
/// Appends bytes to the `kept` buffer, and padding after them. Returns false if there is not enough memory.
bool yoke_keep_bytes(yoke_native *e, const uint8_t *bytes, size_t n);
/// Reads the text in the `kept` buffer, which ends at offset `text_end`. Drops the bytes that were read.
enum yoke_native_status yoke_run_kept(yoke_native *e, uint64_t text_end);

#endif
