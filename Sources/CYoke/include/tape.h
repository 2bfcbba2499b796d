// The tape: dynamic JSON as it leaves the C engine, a text without white space and a list of its containers.
//
//     {"a":[1,"x"],"b":{}}      text as the compact writer has it: what is written again is only copied
//     └ 20 bytes, 2 members, 3 nodes
//          └ 7 bytes, 2 elements, 1 node
//                      └ 2 bytes, 0 members, 1 node
//
// Nodes stand in the order of the text. Each says how far its container reaches, in bytes and in nodes, so that containers are
// passed over without a look at what is in them, and a container's part of text and nodes is itself a document.
#ifndef YOKE_TAPE_H
#define YOKE_TAPE_H

#include "alloc.h"

enum yoke_tape_kind {
    YOKE_TAPE_NULL,
    YOKE_TAPE_FALSE,
    YOKE_TAPE_TRUE,
    YOKE_TAPE_NUMBER, // literal's text
    YOKE_TAPE_STRING, // unescaped UTF-8
    YOKE_TAPE_KEY,    // unescaped UTF-8; the member's value comes next
    YOKE_TAPE_ARRAY,
    YOKE_TAPE_OBJECT
};

/// One container: 16 bytes.
typedef struct yoke_tape_node {
    /// Bytes of its text with the brackets; while it is open, where that begins.
    uint64_t length;
    /// Elements of an array; members of an object.
    uint32_t count;
    /// How many nodes it and the containers in it have; while it is open, how far behind the node of the one around it its own
    /// stands.
    uint32_t nodes;
} yoke_tape_node;

enum {
    /// Bytes behind a tape's or a document's text that may be loaded.
    YOKE_TAPE_SLACK = 32
};

static const size_t YOKE_NO_CONTAINER = SIZE_MAX;

/// A tape that is being filled or read.
typedef struct yoke_tape {
    yoke_tape_node *nodes;
    size_t count;
    size_t capacity;
    /// How many nodes there is first made room for; 0: nobody knows yet.
    size_t usual;
    yoke_buffer text;
    /// Index of the innermost open container, or YOKE_NO_CONTAINER.
    size_t open;
    /// Where the text of the last key begins.
    size_t key;
    /// Containers that are open, and the most that have been at one time.
    size_t level;
    size_t levels;
    bool failed;
} yoke_tape;

/// An empty tape; nothing is allocated until the first node.
yoke_tape yoke_tape_make(const yoke_allocator *allocator);
/// Drops the nodes and keeps the memory for the next document.
static inline void yoke_tape_clear(yoke_tape *t) {
    t->count = 0;
    t->text.count = 0;
    t->text.failed = t->failed = false;
    t->open = YOKE_NO_CONTAINER;
    t->key = 0;
    t->level = t->levels = 0;
}
/// Gives the memory back.
void yoke_tape_free(yoke_tape *t);

/// Append events. False when there is no memory or a count, that of all containers too, passes 2^32 - 1.
bool yoke_tape_scalar(yoke_tape *t, enum yoke_tape_kind kind);
bool yoke_tape_text(yoke_tape *t, enum yoke_tape_kind kind, const uint8_t *bytes, size_t n);
bool yoke_tape_begin(yoke_tape *t, enum yoke_tape_kind kind);
/// Closes the innermost container; true in `*whole` when the tape now holds one complete value. What a cut text has begun is
/// dropped: a key without a value, a comma with nothing behind it.
bool yoke_tape_end(yoke_tape *t, bool *whole);
/// To be called when the value is complete: YOKE_TAPE_SLACK zeros behind the text.
bool yoke_tape_finish(yoke_tape *t);

/// Makes room for so many nodes more. False as above.
bool yoke_tape_reserve(yoke_tape *t, size_t more);

/// The halves of `begin` and `end` that are about nodes: the container whose text begins at `start`; and that it ends at `end`.
bool yoke_tape_open(yoke_tape *t, size_t start);
static inline void yoke_tape_close(yoke_tape *t, size_t end) {
    yoke_tape_node *container = &t->nodes[t->open];
    const size_t parent = --t->level > 0 ? t->open - container->nodes : YOKE_NO_CONTAINER;
    container->length = end - container->length;
    container->nodes = (uint32_t)(t->count - t->open);
    t->open = parent;
}

#endif
