// Objects whose members come from several hands: flattened values, extras, a tag. Their places in the output are noted while they are
// written; at the object's end what repeats another one's key is taken out, and all are put in the order of their keys, if that is wanted.
//
//     {"type":"b","y":1,"x":2,"z":3,"y":4,        y of the class is the second one; sorted:      {"type":"b","x":2,"y":1,"z":3,
//      ^ tag      ^ own ^ own ^ of a flattened class
#ifndef YOKE_WRITE_KEY_ORDER_H
#define YOKE_WRITE_KEY_ORDER_H

#include "writer.h"

/// Whose a member is: the object's own, one of a value that is written into it, or one of its extras. Of two with one key the first of
/// them in this order stays, then the first in the text.
#define YOKE_OWN_MEMBERS ((size_t)0)
#define YOKE_EXTRA_MEMBERS (SIZE_MAX / 2)

/// A member begins at the output's offset `start`, with the blanks in front of it.
void yoke_note_member(yoke_writer *w, size_t start, size_t source);
/// The same for all members between two offsets, each with its comma.
void yoke_note_members(yoke_writer *w, size_t start, size_t end, size_t source);
/// Mends the members that were noted behind the first `mark` bytes of `members`, the last of which ends at `end`. Returns where they end
/// now, or SIZE_MAX if there is no memory. Cost: n log n comparisons of keys, and a copy of the text if it changes.
size_t yoke_order_members(yoke_writer *w, size_t mark, size_t end);

#endif
