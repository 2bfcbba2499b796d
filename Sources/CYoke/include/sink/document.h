// A document is dynamic JSON that is kept as text: a complete tape (text and a list of its containers), or one container's part of a tape.
// Swift makes values from the text only when a program asks for them, one level at a time. The writer copies the text.
#pragma once

#include "text/text_out.h"
#include "sink/tape.h"

/// The text of a container, and its tape nodes (one for each container in it). They never change, so that any thread may read them.
typedef struct yoke_document {
    const uint8_t *text;
    /// The container's node, followed by the nodes of the containers in it.
    const yoke_tape_node *nodes;
    /// An upper bound for the nesting depth of the containers.
    size_t max_depth;
    /// True if the text may hold NaN or infinities, which JSON does not have.
    bool has_literals;
    /// The memory of the text. NULL if the text is in the same memory block as the nodes. Sizes are in bytes.
    void *memory;
    size_t memory_size;
    size_t nodes_size;
    /// Allocator of the memory. It must outlive the document.
    const yoke_allocator *allocator;
} yoke_document;

enum {
    /// If a container's text has at most this many bytes, Swift makes all elements of the container at once, without a document.
    YOKE_MAX_MADE_LENGTH = 256
};

/// Makes a document from a finished tape that holds one container. Copies the tape's content, or takes over its memory. Returns false if
/// memory runs out.
bool yoke_document_take(yoke_document *d, yoke_tape *t);
/// Copies the text and the nodes of a finished tape, which may also hold a scalar. Returns false if memory runs out.
bool yoke_document_keep(yoke_document *d, const yoke_tape *t);
/// Copies a container of the document `of`: the container's text is at `text`, and its tape node is at `node`. Returns false if memory runs
/// out.
bool yoke_document_copy(yoke_document *d, const yoke_document *of, const uint8_t *text, const yoke_tape_node *node);
void yoke_document_free(yoke_document *d);

/// A key or a value in a document's text.
typedef struct yoke_item {
    enum yoke_tape_kind kind;
    /// The text of a number, or the bytes of a string between its quotes.
    const uint8_t *bytes;
    size_t n;
    /// For a key: the address after its colon. For a scalar: the address after its text. For a container: the address of its first byte.
    const uint8_t *end;
    bool is_escaped;
    bool is_ascii;
} yoke_item;

/// Returns the item at `p` of a document's text. `p` must not point to a comma.
yoke_item yoke_item_at(const uint8_t *p);
/// Finds the last member with the key `key` (unescaped UTF-8) in the object at `text`, whose tape node is `*node`. Returns the address of
/// the member's value, or NULL if no member has the key. If a member has the key, sets `*node` to the first node at or after the value.
/// Cost: linear in the number of members and in the length of their scalars.
const uint8_t *yoke_document_member(const uint8_t *text, const yoke_tape_node **node, const uint8_t *key, size_t n);
/// Returns the length in bytes (with quotes) of the number or string at `p`, times 4, plus two flags. The flag 2 is set if the string has
/// escapes, or the number has a fraction or an exponent. The flag 1 is set if the string has a byte of 80...FF.
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
