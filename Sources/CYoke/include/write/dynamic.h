// Writes Strings of dynamic JSON directly from their memory, without a call to Swift.
#ifndef YOKE_WRITE_DYNAMIC_H
#define YOKE_WRITE_DYNAMIC_H

#include "base/alloc.h"

/// Appends the Swift String at `at` as a JSON string, and after it a colon if `is_key`. Returns false, and appends nothing, if the
/// String's bytes do not lie in the String or in its object. Call it only if the layout of `swift_layout.h` is known to be Swift's.
bool yoke_out_swift_string(yoke_buffer *out, const void *at, bool is_key, bool slashes);

/// Appends the number whose text, perhaps packed, is the Swift String at `at`. Returns false, and appends nothing, for NaN, for
/// infinities, and if the String's bytes do not lie in the String or in its object.
bool yoke_out_swift_number(yoke_buffer *out, const void *at);

#endif
