// A document is dynamic JSON that is kept as text: a complete tape (text and a list of its containers), or one container's part of a tape.
// Elements are made from the text when they are asked for, one level at a time. To write a document, its text is copied.
#ifndef YOKE_SINK_DOCUMENT_H
#define YOKE_SINK_DOCUMENT_H

#include "text/text_out.h"
#include "sink/tape.h"

/// The text of a container, and its tape nodes (one for each container in it). They never change, so that any thread may read them.
typedef struct yoke_document {
    const uint8_t *text;
    /// The container's node, followed by the nodes of the containers in it.
    const yoke_tape_node *nodes;
    /// An upper limit of the nesting depth of the containers.
    size_t max_depth;
    /// True if the text may hold NaN or infinities, which JSON does not have.
    bool has_literals;
    /// The memory of the text, if it is separate from the memory of the nodes, else NULL. Sizes are in bytes.
    void *memory;
    size_t memory_size;
    size_t nodes_size;
    /// Allocator of the memory. It must outlive the document.
    const yoke_allocator *allocator;
} yoke_document;

enum {
    /// The elements of a container whose text has at most this many bytes are made at once, without a document.
    YOKE_MAX_MADE_LENGTH = 256
};

/// Makes a document from a finished tape that holds one container. Copies its content, or takes the tape's memory. Returns false if memory
/// runs out.
bool yoke_document_take(yoke_document *d, yoke_tape *t);
/// Copies the text and the nodes of a finished tape, which may also hold a scalar. Returns false if memory runs out.
bool yoke_document_keep(yoke_document *d, const yoke_tape *t);
/// Copies a container of another document: its text is at `text`, and its tape node is at `node`. Returns false if memory runs out.
bool yoke_document_copy(yoke_document *d, const yoke_document *of, const uint8_t *text, const yoke_tape_node *node);
void yoke_document_free(yoke_document *d);

/// A key or a value in a document's text.
typedef struct yoke_item {
    enum yoke_tape_kind kind;
    /// The text of a number, or the bytes of a string between its quotes.
    const uint8_t *bytes;
    size_t n;
    /// For a key: the address after its colon. For a scalar: the address after it. For a container: its first byte.
    const uint8_t *end;
    bool is_escaped;
    bool is_ascii;
} yoke_item;

/// Returns the item at `p` of a document's text. `p` must not point to a comma.
yoke_item yoke_item_at(const uint8_t *p);
/// Finds the last member with a key (unescaped UTF-8) in an object at `text` with the tape node `*node`. Returns the address of the
/// member's value, or NULL if no member has the key. Sets `*node` to the first node at or after the value. Cost: linear in the number of
/// members and in the length of their scalars.
const uint8_t *yoke_document_member(const uint8_t *text, const yoke_tape_node **node, const uint8_t *key, size_t n);
/// Returns 4 times the length in bytes (with quotes) of the number or string at `p`, plus two flags. Flag 2: the string has escapes, or the
/// number has a fraction or an exponent. Flag 1: the string has a byte of 80...FF.
size_t yoke_item_extent(const uint8_t *p);
/// Appends the unescaped text of a string with escapes. Returns false if memory runs out.
bool yoke_item_unescape(yoke_buffer *out, const yoke_item *item);

/// Appends a JSON text with the line breaks and indentation of `layout`. `depth`: how many containers are around the text. The text may
/// have white space, and may lack its last brackets. YOKE_TAPE_SLACK readable bytes must follow the text. The first of them must be 0 if
/// the text ends with a number.
void yoke_document_write(yoke_buffer *out, const uint8_t *text, size_t n, size_t depth, const yoke_layout *layout);
/// Rewrites the text of `out`, from offset `from` on, with the line breaks and indentation of `layout`. If memory runs out, sets
/// `out->failed`.
void yoke_out_layout(yoke_buffer *out, size_t from, size_t depth, const yoke_layout *layout);

#endif
