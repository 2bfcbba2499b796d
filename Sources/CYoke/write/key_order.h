// Sorts the members of an object, and removes repeated ones, if the members come from several sources: flattened values, extras (unknown
// members that were kept), a tag. The writer records the members' positions in the output. At the object's end, it removes members that
// repeat a key. If keys are sorted, it also sorts all members.
//
//     {"type":"b","y":1,"x":2,"z":3,"y":4,        the second y is removed; sorted:               {"type":"b","x":2,"y":1,"z":3,
//      ^ tag      ^ own ^ own ^ of a flattened class
#pragma once

#include "write/writer.h"

/// Sources of a member: the object itself (0), then values that are written into the object, then the object's extras (YOKE_EXTRA_MEMBERS
/// or more). If two members have the same key, the lower source wins. If both have the same source, the first member in the text wins; but
/// extras may repeat a key.
#define YOKE_OWN_MEMBERS ((size_t)0)
#define YOKE_EXTRA_MEMBERS (SIZE_MAX / 2)

/// Records a member from `source`. The member and the white space before it begin at the output's offset `start`. All extras of an object
/// are recorded as one member.
void yoke_note_member(yoke_writer *w, size_t start, size_t source);
/// Records all members between two offsets of the output. Each member ends with a comma.
void yoke_note_members(yoke_writer *w, size_t start, size_t end, size_t source);
/// True if one of the members between two offsets of the output has a key in `keys`. Each member ends with a comma.
bool yoke_has_member(yoke_writer *w, const yoke_trie *keys, size_t start, size_t end);
/// Removes repeated keys among the members that are recorded after the first `mark` bytes of `members`, and sorts these members on request.
/// The last member ends at `end`. Returns the new end, or SIZE_MAX if there is not enough memory. Cost: n log n comparisons of keys, and a
/// copy of the text if it changes.
size_t yoke_order_members(yoke_writer *w, size_t mark, size_t end);
