// The tape: the form in which C gives dynamic JSON to Swift. It is a text without white space, and a list of the text's containers.
//
//     {"a":[1,"x"],"b":{}}      text as the compact writer makes it, so that writing it again is a copy
//     └ 20 bytes, 2 members, 3 nodes
//          └ 7 bytes, 2 elements, 1 node
//                      └ 2 bytes, 0 members, 1 node
//
// Nodes stand in the order of the text. Each node says how long its container is, in bytes and in nodes. So a reader can skip a container
// without a look at its content. The text of a container and its nodes form a document of their own.
#pragma once

#include "base/alloc.h"

enum yoke_tape_kind {
    YOKE_TAPE_NULL,
    YOKE_TAPE_FALSE,
    YOKE_TAPE_TRUE,
    YOKE_TAPE_NUMBER, // the text of the number
    YOKE_TAPE_STRING, // unescaped UTF-8
    YOKE_TAPE_KEY,    // unescaped UTF-8; the value of the member comes next
    YOKE_TAPE_ARRAY,
    YOKE_TAPE_OBJECT
};

/// One container: 16 bytes.
typedef struct yoke_tape_node {
    /// Length in bytes of the container's text with its brackets. While the container is open: the offset at which its text begins.
    uint64_t length;
    /// Number of elements of an array, or of members of an object.
    uint32_t count;
    /// Number of nodes of the container and of all containers in it. While the container is open: the distance in nodes back to the node of
    /// the container around it (0: no container is around it).
    uint32_t nodes;
} yoke_tape_node;

enum {
    /// Number of bytes after the text of a tape or document that readers may load, so that they can read whole vectors.
    YOKE_TAPE_SLACK = 32
};

static const size_t YOKE_NO_CONTAINER = SIZE_MAX;

/// A tape that is being filled or read.
typedef struct yoke_tape {
    yoke_tape_node *nodes;
    size_t count;
    size_t capacity;
    /// Number of nodes for which the first allocation makes room. 0: the default number.
    size_t usual;
    yoke_buffer text;
    /// Index of the innermost open container, or YOKE_NO_CONTAINER.
    size_t open;
    /// Offset of the last key's text.
    size_t key;
    /// `depth`: number of open containers. `max_depth`: the most containers that were open at one time.
    size_t depth;
    size_t max_depth;
    bool failed;
    /// True if the text may hold NaN or infinities, which JSON does not have.
    bool has_literals;
} yoke_tape;

/// Makes an empty tape. Nothing is allocated before the first node.
yoke_tape yoke_tape_make(const yoke_allocator *allocator);
/// Empties the tape, and keeps its memory for the next document.
static inline void yoke_tape_clear(yoke_tape *t) {
    t->count = 0;
    t->text.count = 0;
    t->text.failed = t->failed = t->has_literals = false;
    t->open = YOKE_NO_CONTAINER;
    t->key = 0;
    t->depth = t->max_depth = 0;
}
/// Frees the memory.
void yoke_tape_free(yoke_tape *t);

/// Each of these three functions appends one event to the tape. It returns false if memory runs out, if a container has more than 2^32 - 1
/// elements, or if there are more than 2^32 - 1 containers.
bool yoke_tape_scalar(yoke_tape *t, enum yoke_tape_kind kind);
bool yoke_tape_text(yoke_tape *t, enum yoke_tape_kind kind, const uint8_t *bytes, size_t n);
bool yoke_tape_begin(yoke_tape *t, enum yoke_tape_kind kind);
/// Closes the innermost container. Sets `*whole` to true if the tape now holds one complete value. If the text was cut, removes its
/// unfinished end: a key without a value, or a comma with nothing after it.
bool yoke_tape_end(yoke_tape *t, bool *whole);
/// Call this function when the value on the tape is complete. It puts YOKE_TAPE_SLACK bytes of 0 after the text. Returns false if memory
/// runs out.
bool yoke_tape_finish(yoke_tape *t);

/// Makes room for `more` further nodes. Returns false if memory runs out, or if there would be more than 2^32 - 1 nodes.
bool yoke_tape_reserve(yoke_tape *t, size_t more);

/// The parts of `yoke_tape_begin` and `yoke_tape_end` that handle nodes. The first function opens a node for a container whose text begins
/// at offset `start`. The second closes the node of the innermost container, whose text ends at offset `end`.
bool yoke_tape_open(yoke_tape *t, size_t start);
static inline void yoke_tape_close(yoke_tape *t, size_t end) {
    yoke_tape_node *container = &t->nodes[t->open];
    const size_t parent = --t->depth > 0 ? t->open - container->nodes : YOKE_NO_CONTAINER;
    container->length = end - container->length;
    container->nodes = (uint32_t)(t->count - t->open);
    t->open = parent;
}
