// The windows that the native engine runs over, for texts in chunks (native/engine.c) and whole ones (native/entire_text.c). Private to these.
#ifndef YOKE_NATIVE_WINDOW_H
#define YOKE_NATIVE_WINDOW_H

#include "native.h"

/// Begins a window of `n` bytes, behind which there are YOKE_PADDING; the first one stands at `offset` in the text.
void yoke_open_window(yoke_native *e, const uint8_t *bytes, size_t n, uint64_t offset);
/// Runs over the window from e->p on, and keeps what a capture needs of it, for it is about to go.
enum yoke_native_status yoke_run_window(yoke_native *e);
/// Tells the source that all the text so far is behind it, but for a token that has begun.
void yoke_close_window(yoke_native *e);
/// Keeps bytes behind those that are kept already, and padding behind them.
bool yoke_keep_bytes(yoke_native *e, const uint8_t *bytes, size_t n);
/// Runs over what is kept, which ends at `text_end`; drops what is used.
enum yoke_native_status yoke_run_kept(yoke_native *e, uint64_t text_end);

#endif
