// A document that is kept as its text: a tape that is complete, or the part of one that a container is. Its elements are made of the
// text when they are asked for, one level at a time; as text it is written by copying.
#ifndef YOKE_DOCUMENT_H
#define YOKE_DOCUMENT_H

#include "tape.h"

/// A container's text and nodes. Nobody changes them, so that any thread may read them.
typedef struct yoke_document {
    const uint8_t *text;
    /// The container's, followed by those in it.
    const yoke_tape_node *nodes;
    /// At least as many as there are containers in each other.
    size_t levels;
    /// The text's memory, if it is not the nodes'.
    void *memory;
    size_t memory_size;
    size_t nodes_size;
    /// Where the memory is from; must outlive the document.
    const yoke_allocator *allocator;
} yoke_document;

enum {
    /// A container whose text is not longer is made at once, without a document.
    YOKE_LONGEST_MADE = 256
};

/// Takes what the tape holds, which is one container and finished; the tape's text may be gone then. False: no memory.
bool yoke_document_take(yoke_document *d, yoke_tape *t);
/// The container at `text` and `node` of another document, copied. False: no memory.
bool yoke_document_copy(yoke_document *d, const yoke_document *of, const uint8_t *text, const yoke_tape_node *node);
void yoke_document_free(yoke_document *d);

/// A key or an element.
typedef struct yoke_item {
    enum yoke_tape_kind kind;
    /// Text of a number, or of a string between its quotes.
    const uint8_t *bytes;
    size_t n;
    /// Behind it, and a key's colon. Of a container: where it begins.
    const uint8_t *end;
    bool is_escaped;
    bool is_ascii;
} yoke_item;

/// What stands at `p` of a document's text, which no comma does.
yoke_item yoke_item_at(const uint8_t *p);
/// The text of a string with escapes. False: no memory.
bool yoke_item_unescape(yoke_buffer *out, const yoke_item *item);

/// Appends a document's text, laid out by so many blanks a level, with slashes escaped where that is asked for. `depth`: levels around
/// it.
void yoke_document_write(yoke_buffer *out, const uint8_t *text, size_t n, size_t depth, unsigned indent, bool slashes);

#endif
