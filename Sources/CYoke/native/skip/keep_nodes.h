// Adds the tape's nodes (one for each container) for text that was copied with a token index. Does the work of `yoke_tape_open` and
// `yoke_tape_close` in less time: it makes room once for all nodes of a piece of text, and the levels say which containers are open.
// Private to native/skip/indexed.c.
//
// Invariant: the tape has room for as many nodes as the token index has unread tokens of the piece.
#pragma once

#include "native/skip/levels.h"
#include "sink/tape.h"

/// A copy of the tape's pointer to its nodes, and of their count. The loop over a piece of text works with this copy, and `end_nodes` then
/// writes the count back to the tape.
typedef struct nodes {
    yoke_tape *tape;
    uint8_t *text;
    yoke_tape_node *nodes;
    size_t count;
    /// The deepest level that the loop has opened so far.
    const yoke_skip_level *innermost;
} nodes;

yoke_inline nodes nodes_of(yoke_tape *t, const yoke_skip_level *l) { return (nodes){t, t->text.bytes, t->nodes, t->count, l}; }

/// Makes room for `more` nodes on the tape. Returns false if memory runs out.
yoke_inline bool keep_room(nodes *n, size_t more) {
    n->tape->count = n->count;
    if (!yoke_tape_reserve(n->tape, more)) return false;
    n->nodes = n->tape->nodes;
    return true;
}

/// Adds the tape's node of the container that `l` describes. The container's text on the tape begins at `to`.
yoke_inline void keep_start(nodes *n, yoke_skip_level *l, const uint8_t *to) {
    l->node = n->count++;
    n->nodes[l->node] = (yoke_tape_node){(uint64_t)(to - n->text), 0, (uint32_t)(l->node - l[-1].node)};
    if (l > n->innermost) n->innermost = l;
}

/// Completes the tape's node of the container that `l` describes. The container's closing bracket on the tape is at `to`, and it has
/// `count` members or elements.
yoke_inline void keep_end(nodes *n, const yoke_skip_level *l, const uint8_t *to, uint64_t count) {
    yoke_tape_node *node = &n->nodes[l->node];
    *node = (yoke_tape_node){(uint64_t)(to + 1 - n->text) - node->length, (uint32_t)count, (uint32_t)(n->count - l->node)};
}

/// Adds the tape's node of an empty container. It lies inside the container that `l` describes.
yoke_inline void keep_empty(nodes *n, const yoke_skip_level *l) {
    n->nodes[n->count++] = (yoke_tape_node){2, 0, 1};
    if (l + 1 > n->innermost) n->innermost = l + 1;
}

/// After the loop over a piece of text: tells the tape which containers are open now. `first` is the level (open container) at the start of
/// the loop, `last` the current level.
yoke_inline void end_nodes(const nodes *n, const yoke_skip_level *first, const yoke_skip_level *last) {
    yoke_tape *t = n->tape;
    const size_t levels = t->depth + (size_t)(n->innermost - first);
    if (levels > t->max_depth) t->max_depth = levels;
    t->depth += (size_t)(last - first);
    t->open = last->node;
    t->count = n->count;
}
