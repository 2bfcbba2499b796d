// The containers that are open while a value is skipped. They are used instead of frames, which cost more. Private to the files in
// native/skip/.
#pragma once

#include "native/skip/skip.h"

/// An open container.
typedef struct yoke_skip_level {
    const uint8_t *start;
    /// `key`: the last member's key as it stands in the text, or NULL. `count`: the number of members or elements so far.
    const uint8_t *key;
    size_t key_length;
    uint64_t count;
    /// Length of the white space before the last member or element: a guess for the next one.
    size_t space;
    bool is_object;
    /// Index of the container's node on the tape, if the text goes to the tape.
    size_t node;
} yoke_skip_level;

/// Where the last member of the outermost open container begins: its address in the text, its address on the tape, and the number of tape
/// nodes before it. A skip that stops inside this member uses them to remove the member from the tape.
typedef struct yoke_kept_member {
    const uint8_t *p;
    uint8_t *to;
    size_t nodes;
} yoke_kept_member;

/// The state of a skip: the next token is at `p`, in the container `level`, and `expect` says which tokens may come. If the text goes to
/// the tape: `to` is the tape's end, and `key_to` is the address of the tape's last key. `member` is used only if an object of a model
/// keeps its unknown members.
typedef struct yoke_skip_state {
    const uint8_t *p;
    yoke_skip_level *level;
    enum yoke_expect expect;
    uint8_t *to, *key_to;
    yoke_kept_member member;
} yoke_skip_state;

/// Continues a skip with a token index (a list of the tokens in a piece of text). Stops at the first unusual token, or where no token index
/// can be made; the caller then continues token by token. Returns true if the skip is finished: at a member of the first level that may be
/// wanted, or at the first level's end. Records an error if memory for the token index runs out.
/// - levels: room for the open containers; the first one is the container of the top frame.
/// - object: an object whose fields have the wanted keys of the first level. NULL: no member is wanted.
/// - deepest: the deepest level that the skip may open.
bool yoke_skip_indexed(yoke_native *e, const yoke_object *object, yoke_skip_level *levels, const yoke_skip_level *deepest,
                       yoke_skip_state *at);

/// True if the processor can copy text to the tape with a token index. This needs AVX-512, whose compress instruction moves selected bytes
/// of a vector together. On other processors, the engine copies faster token by token.
bool yoke_can_keep_indexed(void);

/// As `yoke_skip_indexed`, but copies the text to the tape. The tape must have room for the text before `end`.
bool yoke_keep_indexed(yoke_native *e, const uint8_t *end, yoke_skip_level *levels, const yoke_skip_level *deepest, yoke_skip_state *at);
