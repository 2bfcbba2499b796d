// Reads the elements or members of a container, one by one. The caller makes Swift values from them.
#ifndef YOKE_SINK_LEVEL_H
#define YOKE_SINK_LEVEL_H

#include "base/swift_layout.h"
#include "sink/document.h"

/// The next part, and how Strings are made.
typedef struct yoke_level_reader {
    /// The first byte of the next key or value.
    const uint8_t *next;
    /// True if C may make Strings of up to 15 bytes; and what it needs to make longer ones.
    bool makes_small;
    yoke_string_objects objects;
    /// The words of the String that was made.
    uint64_t string[2];
    /// The last key, string or number, unless it was made a String.
    yoke_item item;
} yoke_level_reader;

enum yoke_part {
    YOKE_PART_NULL,
    YOKE_PART_FALSE,
    YOKE_PART_TRUE,
    /// A number or a string, as a String in `string`. A number of 16 to 24 bytes is packed: see packed.h.
    YOKE_PART_MADE_NUMBER,
    YOKE_PART_MADE_STRING,
    /// The same in `item`.
    YOKE_PART_NUMBER,
    YOKE_PART_STRING,
    /// A container, which is not passed.
    YOKE_PART_ARRAY,
    YOKE_PART_OBJECT
};

/// Passes the next value, up to the comma or bracket after it.
enum yoke_part yoke_read_part(yoke_level_reader *r);
/// Passes the next key and its colon. Returns true if a String of up to 15 bytes was made.
bool yoke_read_key(yoke_level_reader *r);

#endif
