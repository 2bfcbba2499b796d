// Looking into a text that is known to be JSON: which member has a key. For tags, which say what the value around them is.
#ifndef YOKE_MEMBER_H
#define YOKE_MEMBER_H

#include "alloc.h"

/// The value of the last member of the object text[0..<n] that has the key, or of the first one: where it begins and ends. False: no object, no such member,
/// or no memory for a key with escapes. Cost: one pass; nothing is checked again.
bool yoke_find_member(const uint8_t *text, size_t n, const uint8_t *key, size_t key_length, bool is_first, size_t *from, size_t *to);
/// The text of the first key of the object, with its quotes. False: no object, or an empty one.
bool yoke_first_key(const uint8_t *text, size_t n, size_t *from, size_t *to);
/// The text of the second of an array's two elements. False: no array, or not of two.
bool yoke_second_element(const uint8_t *text, size_t n, size_t *from, size_t *to);

/// The index behind the member that begins at `i`, maybe with white space, and where its key begins and ends, with its quotes. `n`: no
/// member is there.
size_t yoke_member_end(const uint8_t *text, size_t n, size_t i, size_t *from, size_t *to);

/// A text that a hook has made of the object `from`, which stands at `start` of the text around it.
typedef struct yoke_made {
    const uint8_t *from;
    size_t from_length;
    const uint8_t *text;
    size_t length;
    uint64_t start;
    /// The one that this one is in; NULL: none.
    struct yoke_made *around;
    /// How far both texts have been gone through: a token in each, the end of the member, and where it begins in `from`. Offsets mostly
    /// ascend.
    size_t i;
    size_t j;
    size_t end;
    size_t member;
} yoke_made;

/// Where the byte at `offset`, counted from `start`, stands in the text around: in a member that the hook left as it was, up to there, or
/// else at the object's beginning. `is_end`: the offset is that of a value's end. Cost: both texts.
uint64_t yoke_made_origin(yoke_made *made, uint64_t offset, bool is_end);

#endif
