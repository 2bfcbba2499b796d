// Finds members and keys in a text that is known to be valid JSON. Used, for example, to find a tag: the member that names an enum's case.
#pragma once

#include "base/alloc.h"

/// Finds the last member with the key in the object text[0..<n], or the first one if `is_first`. `from` and `to` receive the
/// beginning and end of the member's value. Returns false if the text is not an object, if no member has the key, or if memory for
/// a key with escapes runs out. Cost: one pass.
bool yoke_find_member(const uint8_t *text, size_t n, const uint8_t *key, size_t key_length, bool is_first, size_t *from, size_t *to);
/// Finds the first key of the object text[0..<n]. `from` and `to` receive the key's beginning and end, with quotes. Returns false if the
/// text is not an object, or is an empty object.
bool yoke_first_key(const uint8_t *text, size_t n, size_t *from, size_t *to);

/// Returns the index after the member at index `i` and after the white space that follows the member: a comma or } stands there. White
/// space may stand before the member too. `from` and `to` receive the beginning and end of the member's key, with quotes. Returns `n` or
/// more if no member is there.
size_t yoke_member_end(const uint8_t *text, size_t n, size_t i, size_t *from, size_t *to);

/// Returns the index after the key of the member at `i`, or `n` if no key is there. `from` receives the index at which the key begins.
size_t yoke_key_end(const uint8_t *text, size_t n, size_t i, size_t *from);

/// The same token in two texts: its index in each.
typedef struct yoke_same {
    size_t i;
    size_t j;
} yoke_same;

/// The number of open containers that a `yoke_made` remembers: the innermost ones.
enum { YOKE_MADE_OPEN = 16 };

/// A text that a hook (code of the user) made. The hook got `from`, the text of an object, and returned `text`. `start`: the offset at
/// which the object begins in the text that contains the object.
typedef struct yoke_made {
    const uint8_t *from;
    size_t from_length;
    const uint8_t *text;
    size_t length;
    uint64_t start;
    /// The text that contains the object, if a hook has made that text too. NULL: the object is in the text that the caller passed.
    struct yoke_made *around;
    /// The position up to which `text` has been compared with `from`. Callers mostly ask for offsets in ascending order, so the next
    /// comparison continues at this position. `i`, `j`: where the next tokens begin in `text` and `from`. `begin`, `end`: where the current
    /// member begins and ends in `text`. `member`: where the same member begins in `from`.
    size_t i;
    size_t j;
    size_t begin;
    size_t end;
    size_t member;
    /// The `depth` containers of the current member in which the token at `i` stands. Container number `k`, counted from 1, is in
    /// `open[k % YOKE_MADE_OPEN]`. A missing key is an error at the start of its object, after the errors inside the object.
    yoke_same open[YOKE_MADE_OPEN];
    size_t depth;
    /// `misses`: how many searches for a member found no such member after the member that was found last. `returns`: how often the
    /// comparison went back to an earlier offset.
    size_t misses;
    size_t returns;
} yoke_made;

/// Converts an offset in the made text to an offset in the text that contains the object. `offset` is `start` plus the index in
/// `text`. The result is exact if the hook left the member unchanged up to this byte, and the cost allows it. Otherwise the result is
/// `start`. `is_end`: true if the offset is the end of a value. Cost: linear in both texts, for all calls together.
uint64_t yoke_made_origin(yoke_made *made, uint64_t offset, bool is_end);
