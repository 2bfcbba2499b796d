#include "sink/document.h"

#include <string.h>

#include "text/unescape.h"
#include "text/strings.h"
#include "text/text_out.h"

/// Length in bytes from which a document takes the tape's memory. Shorter texts are copied, and so are texts that fill less than
/// half of the tape's memory.
enum { WORTH_TAKING = 16 * 1024 };

/// The most nodes that the tape makes room for at once for the next document, however many nodes the last document had.
enum { USUAL_MOST = 16 * 1024 };

static void *allocate(const yoke_allocator *a, size_t size) { return a->resize(a->context, NULL, 0, size); }

/// Copies a text of `n` bytes and its nodes into one block of memory.
static bool copy_parts(
    yoke_document *d, const yoke_allocator *a, const uint8_t *text, size_t n, const yoke_tape_node *node, size_t count) {
    const size_t nodes_size = count * sizeof *node;
    if (n > SIZE_MAX / 2 - nodes_size) return false;
    const size_t size = nodes_size + n + YOKE_TAPE_SLACK;
    uint8_t *nodes = allocate(a, size);
    if (nodes == NULL) return false;
    uint8_t *own = nodes + nodes_size;
    if (count > 0) memcpy(nodes, node, nodes_size);
    memcpy(own, text, n);
    memset(own + n, 0, YOKE_TAPE_SLACK); // after a container they are never used, but loaded
    *d = (yoke_document){own, (yoke_tape_node *)(void *)nodes, 0, NULL, 0, size, a};
    return true;
}

/// Copies a container.
static bool copy(yoke_document *d, const yoke_allocator *a, const uint8_t *text, const yoke_tape_node *node, size_t levels) {
    if (!copy_parts(d, a, text, (size_t)node->length, node, node->nodes)) return false;
    d->levels = levels < node->nodes ? levels : node->nodes;
    return true;
}

/// The tape's nodes, or a copy if they fill less than half of their memory. NULL: not enough memory.
static yoke_tape_node *take_nodes(yoke_tape *t, size_t *size) {
    yoke_tape_node *nodes = t->nodes;
    if (t->count < t->capacity / 2) {
        *size = t->count * sizeof *nodes;
        yoke_tape_node *own = allocate(t->text.allocator, *size);
        if (own != NULL) memcpy(own, nodes, *size);
        return own;
    }
    *size = t->capacity * sizeof *nodes;
    t->usual = t->capacity < USUAL_MOST ? t->capacity : USUAL_MOST;
    t->capacity = t->count = 0;
    t->nodes = NULL;
    return nodes;
}

bool yoke_document_take(yoke_document *d, yoke_tape *t) {
    const yoke_allocator *a = t->text.allocator;
    const size_t n = t->text.count;
    if (n < WORTH_TAKING || n < t->text.capacity / 2) return copy(d, a, t->text.bytes, t->nodes, t->levels);
    size_t nodes_size;
    yoke_tape_node *nodes = take_nodes(t, &nodes_size);
    if (nodes == NULL) return false;
    *d = (yoke_document){t->text.bytes, nodes, t->levels, t->text.bytes, t->text.capacity, nodes_size, a};
    t->text = yoke_buffer_make(a);
    t->key = 0;
    return true;
}

bool yoke_document_keep(yoke_document *d, const yoke_tape *t) {
    if (!copy_parts(d, t->text.allocator, t->text.bytes, t->text.count, t->nodes, t->count)) return false;
    d->levels = t->levels;
    return true;
}

bool yoke_document_copy(yoke_document *d, const yoke_document *of, const uint8_t *text, const yoke_tape_node *node) {
    return copy(d, of->allocator, text, node, of->levels);
}

void yoke_document_free(yoke_document *d) {
    const yoke_allocator *a = d->allocator;
    a->resize(a->context, (void *)(uintptr_t)d->nodes, d->nodes_size, 0);
    if (d->memory != NULL) a->resize(a->context, d->memory, d->memory_size, 0);
}

/// The string whose first byte is at `s`. The text is known to be valid, so the function looks only for the string's end.
static yoke_item string_at(const uint8_t *s) {
    yoke_item item = {.kind = YOKE_TAPE_STRING, .bytes = s, .is_ascii = true};
    for (;;) {
        unsigned tops, stops = yoke_text_stops(s, &tops);
        if ((tops & yoke_bits_before(stops)) != 0) item.is_ascii = false;
        if (stops == 0) {
            s += 16;
            continue;
        }
        s += __builtin_ctz(stops);
        if (*s == '"') break;
        item.is_escaped = true;
        s += 2; // the digits after \u are plain text here
    }
    item.n = (size_t)(s - item.bytes);
    item.end = s + 1;
    if (*item.end == ':') {
        item.kind = YOKE_TAPE_KEY;
        item.end++;
    }
    return item;
}

yoke_item yoke_item_at(const uint8_t *p) {
    switch (*p) {
    case '"': return string_at(p + 1);
    case '{': return (yoke_item){.kind = YOKE_TAPE_OBJECT, .end = p};
    case '[': return (yoke_item){.kind = YOKE_TAPE_ARRAY, .end = p};
    case 'n': return (yoke_item){.kind = YOKE_TAPE_NULL, .end = p + 4};
    case 't': return (yoke_item){.kind = YOKE_TAPE_TRUE, .end = p + 4};
    case 'f': return (yoke_item){.kind = YOKE_TAPE_FALSE, .end = p + 5};
    default: {
        const uint8_t *s = p;
        while (*s != ',' && *s != ']' && *s != '}' && *s != 0) s++; // 0: after a document that is only a number
        return (yoke_item){.kind = YOKE_TAPE_NUMBER, .bytes = p, .n = (size_t)(s - p), .end = s, .is_ascii = true};
    }
    }
}

bool yoke_item_unescape(yoke_buffer *out, const yoke_item *item) {
    return yoke_unescape(out, item->bytes, item->bytes + item->n);
}

/// Writes a token and escapes slashes. All other escapes are already in the token's text.
static void write_slashed(yoke_buffer *out, const uint8_t *s, size_t n) {
    for (const uint8_t *end = s + n; s < end; s++) {
        if (*s == '/') yoke_buffer_push(out, '\\');
        yoke_buffer_push(out, *s);
    }
}

void yoke_document_write(yoke_buffer *out, const uint8_t *text, size_t n, size_t depth, unsigned indent, bool slashes) {
    for (const uint8_t *p = text, *end = text + n; p < end && !out->failed;) {
        const bool is_open = *p == '{' || *p == '[';
        if (is_open || *p == ',') {
            yoke_buffer_push(out, *p++);
            if (is_open && (*p == '}' || *p == ']')) {
                yoke_buffer_push(out, *p++);
                continue;
            }
            depth += is_open;
            if (indent > 0) yoke_out_newline(out, depth, indent);
        } else if (*p == '}' || *p == ']') {
            depth--;
            if (indent > 0) yoke_out_newline(out, depth, indent);
            yoke_buffer_push(out, *p++);
        } else {
            const yoke_item item = yoke_item_at(p);
            const size_t length = (size_t)(item.end - p);
            if (slashes) write_slashed(out, p, length); // slashes stand only in strings
            else yoke_buffer_append(out, p, length);
            if (item.kind == YOKE_TAPE_KEY && indent > 0) yoke_buffer_push(out, ' ');
            p = item.end;
        }
    }
}
