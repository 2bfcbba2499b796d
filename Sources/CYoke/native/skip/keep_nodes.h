// The nodes of containers that go to a tape by an index: what `yoke_tape_open` and `yoke_tape_close` do, with the levels' help, and for a
// whole piece at once. Private to native/skip/indexed.c.
//
// Invariant: as many nodes as tokens are left in the piece have room.
#ifndef YOKE_NATIVE_SKIP_KEEP_NODES_H
#define YOKE_NATIVE_SKIP_KEEP_NODES_H

#include "native/skip/levels.h"
#include "tape.h"

/// A tape's nodes while a piece is gone through.
typedef struct nodes {
    yoke_tape *tape;
    uint8_t *text;
    yoke_tape_node *nodes;
    size_t count;
    /// The innermost level that there has been.
    const yoke_level *innermost;
} nodes;

yoke_inline nodes nodes_of(yoke_tape *t, const yoke_level *l) { return (nodes){t, t->text.bytes, t->nodes, t->count, l}; }

/// Makes room for so many nodes more. False: the tape has failed.
yoke_inline bool keep_room(nodes *n, size_t more) {
    n->tape->count = n->count;
    if (!yoke_tape_reserve(n->tape, more)) return false;
    n->nodes = n->tape->nodes;
    return true;
}

/// The level's container begins at `to`.
yoke_inline void keep_start(nodes *n, yoke_level *l, const uint8_t *to) {
    l->node = n->count++;
    n->nodes[l->node] = (yoke_tape_node){(uint64_t)(to - n->text), 0, (uint32_t)(l->node - l[-1].node)};
    if (l > n->innermost) n->innermost = l;
}

/// Its bracket is at `to`.
yoke_inline void keep_end(nodes *n, const yoke_level *l, const uint8_t *to, uint64_t count) {
    yoke_tape_node *node = &n->nodes[l->node];
    *node = (yoke_tape_node){(uint64_t)(to + 1 - n->text) - node->length, (uint32_t)count, (uint32_t)(n->count - l->node)};
}

/// An empty one, in the level.
yoke_inline void keep_empty(nodes *n, const yoke_level *l) {
    n->nodes[n->count++] = (yoke_tape_node){2, 0, 1};
    if (l + 1 > n->innermost) n->innermost = l + 1;
}

/// The tape knows what is open, from the level that was `first` to `last`.
yoke_inline void end_nodes(const nodes *n, const yoke_level *first, const yoke_level *last) {
    yoke_tape *t = n->tape;
    const size_t levels = t->level + (size_t)(n->innermost - first);
    if (levels > t->levels) t->levels = levels;
    t->level += (size_t)(last - first);
    t->open = last->node;
    t->count = n->count;
}

#endif
