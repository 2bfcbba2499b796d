// The tape: a document as one flat array of nodes in text order, the form in which dynamic JSON leaves the C engine.
//
//     {"a": [1, "x"]}      OBJECT 1   KEY "a"   ARRAY 2   NUMBER "1"   STRING "x"
//                          └ next=5             └ next=5
#ifndef YOKE_TAPE_H
#define YOKE_TAPE_H

#include "alloc.h"

enum yoke_tape_kind {
    YOKE_TAPE_NULL,
    YOKE_TAPE_FALSE,
    YOKE_TAPE_TRUE,
    YOKE_TAPE_NUMBER, // literal's text
    YOKE_TAPE_STRING, // unescaped UTF-8
    YOKE_TAPE_KEY,    // unescaped UTF-8; the member's value is the next node
    YOKE_TAPE_ARRAY,
    YOKE_TAPE_OBJECT
};

/// One node: 16 bytes.
typedef struct yoke_tape_node {
    uint32_t kind;
    /// Bytes of text; elements of an array; members of an object.
    uint32_t count;
    /// Offset of the text in `text`; for containers the index of the first node behind it.
    uint64_t value;
} yoke_tape_node;

static const size_t YOKE_NO_CONTAINER = SIZE_MAX;

/// A tape that is being filled or read. Text is one arena, so that no node owns memory.
typedef struct yoke_tape {
    yoke_tape_node *nodes;
    size_t count;
    size_t capacity;
    yoke_buffer text;
    /// Index of the innermost open container, whose `value` holds its parent's index while it is open; or YOKE_NO_CONTAINER.
    size_t open;
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
}
/// Gives the memory back.
void yoke_tape_free(yoke_tape *t);

/// Append events. False when there is no memory or a count passes 2^32 - 1.
bool yoke_tape_scalar(yoke_tape *t, enum yoke_tape_kind kind);
bool yoke_tape_text(yoke_tape *t, enum yoke_tape_kind kind, const uint8_t *bytes, size_t n);
bool yoke_tape_begin(yoke_tape *t, enum yoke_tape_kind kind);
/// Closes the innermost container; true in `*whole` when the tape now holds one complete value.
bool yoke_tape_end(yoke_tape *t, bool *whole);

#endif
