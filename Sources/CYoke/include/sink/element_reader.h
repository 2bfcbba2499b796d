// Reads the elements or members of a container, one by one. The caller makes Swift values from them.
#pragma once

#include "base/swift_layout.h"
#include "sink/document.h"

/// A position in a container, the last key or value that was read, and the ways in which C may make Strings.
typedef struct yoke_element_reader {
    /// The first byte of the next key or value.
    const uint8_t *next;
    /// True if C may make Strings of up to 15 bytes. For longer Strings, C uses `objects`, unless the `type` of `objects` is NULL.
    bool makes_small;
    yoke_string_objects objects;
    /// The two words of the last String that C made.
    uint64_t string[2];
    /// The last key, string or number for which C made no String.
    yoke_item item;
} yoke_element_reader;

enum yoke_part {
    YOKE_PART_NULL,
    YOKE_PART_FALSE,
    YOKE_PART_TRUE,
    /// A number or a string whose text C has made into a String: see `string`. A number of 16 to 24 bytes is packed: see packed.h.
    YOKE_PART_MADE_NUMBER,
    YOKE_PART_MADE_STRING,
    /// A number or a string for which C made no String: `item` describes its text.
    YOKE_PART_NUMBER,
    YOKE_PART_STRING,
    /// A container. `next` still points to its opening bracket.
    YOKE_PART_ARRAY,
    YOKE_PART_OBJECT
};

/// Reads the next value and moves `next` to the comma or bracket after it.
enum yoke_part yoke_read_part(yoke_element_reader *r);
/// Reads the next key and moves `next` after its colon. Returns true if the key is a String in `string`, false if it is in `item`.
bool yoke_read_key(yoke_element_reader *r);
