// The windows of text that the native engine reads. Texts in chunks (engine.c) and entire texts (entire_text.c) both use windows.
#pragma once

#include "native/native.h"

/// Begins a window: the `n` bytes that the engine reads next. YOKE_PADDING more bytes must be readable after them. `offset`: the position
/// of the window's first byte in the text.
void yoke_open_window(yoke_native *e, const uint8_t *bytes, size_t n, uint64_t offset);
/// Reads the window from e->p on. If raw text (the unchanged bytes of a value) must be kept, copies it, because the window's memory may
/// change afterwards.
enum yoke_native_status yoke_run_window(yoke_native *e);
/// Searches for the first line feed from `from` on, ends the window after it, and clears `ends_at_feed`. If there is no line feed, the
/// window's end stays.
void yoke_find_line_end(yoke_native *e, const uint8_t *from);
/// Records in the binder's source that the engine has read all text so far, except for the unfinished token in the `kept` buffer.
void yoke_close_window(yoke_native *e);
/// Appends bytes to the `kept` buffer, and after them YOKE_PADDING bytes that are 0. Returns false if there is not enough memory.
bool yoke_keep_bytes(yoke_native *e, const uint8_t *bytes, size_t n);
/// Reads the text in the `kept` buffer, which ends at offset `text_end`. Drops the bytes that were read.
enum yoke_native_status yoke_run_kept(yoke_native *e, uint64_t text_end);
