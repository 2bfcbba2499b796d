// Writes Strings of dynamic JSON directly from their memory, without a call to Swift.
#pragma once

#include "base/alloc.h"

/// Appends the Swift String at `at` as a JSON string, and after it a colon if `is_key`. `slashes`: escapes `/` too. Returns false, and
/// appends nothing, if the UTF-8 lies neither in the String's own 16 bytes nor in its heap object, as with strings of Objective-C. Call
/// only if Swift's Strings have the layout in `swift_layout.h`.
bool yoke_out_swift_string(yoke_buffer *out, const void *at, bool is_key, bool slashes);

/// Appends a number. The Swift String at `at` holds its text, perhaps packed (number/packed.h). Returns false, and appends nothing, for
/// NaN, for infinities, and if the text lies neither in the String's own 16 bytes nor in its heap object.
bool yoke_out_swift_number(yoke_buffer *out, const void *at);
