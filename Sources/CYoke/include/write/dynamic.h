// Writes Strings of dynamic JSON directly from their memory, without a call to Swift.
#ifndef YOKE_WRITE_DYNAMIC_H
#define YOKE_WRITE_DYNAMIC_H

#include "base/alloc.h"

/// Appends the Swift String at `at` as a JSON string, and after it a colon if `is_key`. Returns false, and appends nothing, if the
/// String's bytes lie neither in the String nor in its object. Swift's layout of Strings must be the one in `swift_layout.h`.
bool yoke_out_swift_string(yoke_buffer *out, const void *at, bool is_key, bool slashes);

/// Appends a number. The Swift String at `at` holds its text, perhaps packed. Returns false, and appends nothing, for NaN, for
/// infinities, and if the String's bytes lie neither in the String nor in its object.
bool yoke_out_swift_number(yoke_buffer *out, const void *at);

#endif
