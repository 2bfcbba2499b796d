#include "sink/document.h"

#include <string.h>

#include "base/platform.h"
#include "sink/items.h"
#include "text/escape.h"
#include "text/space.h"
#include "text/unescape.h"
#include "text/strings.h"
#include "text/text_out.h"

/// A document takes over the buffer of a tape if the tape's text has at least this many bytes and fills at least half of the buffer.
/// Otherwise the document gets a copy of the text.
enum { WORTH_TAKING = 16 * 1024 };

/// The upper limit of a tape's `usual`: the number of nodes for which the tape makes room at first, after a document took over its nodes.
enum { MAX_USUAL = 16 * 1024 };

static void *allocate(const yoke_allocator *a, size_t size) { return a->resize(a->context, NULL, 0, size); }

/// Copies a text of `n` bytes, and its `count` tape nodes (one for each container), into one block of memory.
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
    memset(own + n, 0, YOKE_TAPE_SLACK); // code that reads the text may load these bytes
    *d = (yoke_document){own, (yoke_tape_node *)(void *)nodes, 0, false, NULL, 0, size, a};
    return true;
}

/// Copies the container at `text`, and the tape nodes (one for each container) of this container and of the containers in it, from `node`
/// on.
static bool copy(
    yoke_document *d, const yoke_allocator *a, const uint8_t *text, const yoke_tape_node *node, size_t max_depth, bool has_literals) {
    if (!copy_parts(d, a, text, (size_t)node->length, node, node->nodes)) return false;
    d->max_depth = max_depth < node->nodes ? max_depth : node->nodes;
    d->has_literals = has_literals;
    return true;
}

/// Takes over the tape's nodes. If they fill less than half of their memory, copies them instead. Returns NULL if memory runs out.
static yoke_tape_node *take_nodes(yoke_tape *t, size_t *size) {
    yoke_tape_node *nodes = t->nodes;
    if (t->count < t->capacity / 2) {
        *size = t->count * sizeof *nodes;
        yoke_tape_node *own = allocate(t->text.allocator, *size);
        if (own != NULL) memcpy(own, nodes, *size);
        return own;
    }
    *size = t->capacity * sizeof *nodes;
    t->usual = t->capacity < MAX_USUAL ? t->capacity : MAX_USUAL;
    t->capacity = t->count = 0;
    t->nodes = NULL;
    return nodes;
}

bool yoke_document_take(yoke_document *d, yoke_tape *t) {
    const yoke_allocator *a = t->text.allocator;
    const size_t n = t->text.count;
    if (n < WORTH_TAKING || n < t->text.capacity / 2) return copy(d, a, t->text.bytes, t->nodes, t->max_depth, t->has_literals);
    size_t nodes_size;
    yoke_tape_node *nodes = take_nodes(t, &nodes_size);
    if (nodes == NULL) return false;
    *d = (yoke_document){t->text.bytes, nodes, t->max_depth, t->has_literals, t->text.bytes, t->text.capacity, nodes_size, a};
    t->text = yoke_buffer_make(a);
    t->key = 0;
    return true;
}

bool yoke_document_keep(yoke_document *d, const yoke_tape *t) {
    if (!copy_parts(d, t->text.allocator, t->text.bytes, t->text.count, t->nodes, t->count)) return false;
    d->max_depth = t->max_depth;
    d->has_literals = t->has_literals;
    return true;
}

bool yoke_document_copy(yoke_document *d, const yoke_document *of, const uint8_t *text, const yoke_tape_node *node) {
    return copy(d, of->allocator, text, node, of->max_depth, of->has_literals);
}

void yoke_document_free(yoke_document *d) {
    const yoke_allocator *a = d->allocator;
    a->resize(a->context, (void *)(uintptr_t)d->nodes, d->nodes_size, 0);
    if (d->memory != NULL) a->resize(a->context, d->memory, d->memory_size, 0);
}

yoke_item yoke_item_at(const uint8_t *p) {
    switch (*p) {
    case '"': return yoke_string_at(p + 1);
    case '{': return (yoke_item){.kind = YOKE_TAPE_OBJECT, .end = p};
    case '[': return (yoke_item){.kind = YOKE_TAPE_ARRAY, .end = p};
    case 'n': return (yoke_item){.kind = YOKE_TAPE_NULL, .end = p + 4};
    case 't': return (yoke_item){.kind = YOKE_TAPE_TRUE, .end = p + 4};
    case 'f': return (yoke_item){.kind = YOKE_TAPE_FALSE, .end = p + 5};
    default: {
        bool is_decimal = false;
        const uint8_t *s = yoke_number_end(p, &is_decimal);
        return (yoke_item){.kind = YOKE_TAPE_NUMBER, .bytes = p, .n = (size_t)(s - p), .end = s, .is_ascii = true};
    }
    }
}

/// True if the key `item`, which has escapes, equals `key` after unescaping. Returns false if memory runs out.
static bool is_escaped_key(const yoke_item *item, const uint8_t *key, size_t n) {
    yoke_buffer plain = yoke_buffer_make(yoke_libc());
    const bool is_equal = yoke_unescape_alone(&plain, item->bytes, item->bytes + item->n) && plain.count == n &&
                          (n == 0 || memcmp(plain.bytes, key, n) == 0);
    yoke_buffer_free(&plain);
    return is_equal;
}

#if YOKE_VECTOR

/// The greatest length in bytes of an object that `last_spelling` searches.
enum { MAX_SEARCHED = 512 };

/// Searches an object of `length` bytes, and the containers in it, for a key of `n` bytes in quotes and a colon after it. The key must need
/// no escapes. Returns the address of the last such key's opening quote, or `text` if the object has no such key. The quote at this address
/// may also end another string, so the caller must check that a key of the object begins there.
yoke_inline const uint8_t *last_spelling(const uint8_t *text, size_t length, const uint8_t *key, size_t n) {
    const yoke_v16 quote = yoke_v16_fill('"'), colon = yoke_v16_fill(':');
    if (length < n + 5) return text;
    for (size_t last = length - n - 5;;) { // at least a value of one byte and a bracket follow the colon
        const size_t first = last < 16 ? 0 : last - 15;
        const uint8_t *const p = text + first;
        const yoke_v16 colons = yoke_v16_equal(yoke_v16_load(p + n + 2), colon), ends = yoke_v16_equal(yoke_v16_load(p + n + 1), quote);
        unsigned matches = yoke_v16_bits(yoke_v16_and(yoke_v16_and(colons, ends), yoke_v16_equal(yoke_v16_load(p), quote)));
        while (matches != 0) {
            const unsigned position = 31 - (unsigned)__builtin_clz(matches);
            const uint8_t *const at = p + position;
            if (first + position <= last && (n == 0 || memcmp(at + 1, key, n) == 0)) return at;
            matches &= ~(1u << position);
        }
        if (first == 0) return text;
        last = first - 1;
    }
}

/// True if the writer uses no escape for this text.
yoke_inline bool is_plain(const uint8_t *key, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (yoke_needs_escape(key[i], false)) return false;
    return true;
}

#endif

const uint8_t *yoke_document_member(const uint8_t *text, const yoke_tape_node **node, const uint8_t *key, size_t n) {
    const uint8_t *found = NULL, *p = text + 1;
    const uint8_t *last = NULL; // if not NULL: no member after this address has the key
    const yoke_tape_node *next = *node + 1;
#if YOKE_VECTOR
    const size_t length = (size_t)(*node)->length;
    if (length <= MAX_SEARCHED && is_plain(key, n)) {
        last = last_spelling(text, length, key, n);
        if (last == text) return NULL;
    }
#endif
    for (uint32_t left = (*node)->count; left > 0; left--) {
        const uint8_t *const at = p;
        yoke_item item = yoke_string_at(p + 1);
        p = item.end;
        if (item.is_escaped ? is_escaped_key(&item, key, n) : item.n == n && (n == 0 || memcmp(item.bytes, key, n) == 0)) {
            found = p;
            *node = next;
            if (at == last) return found;
        }
        if (*p == '{' || *p == '[') {
            p += next->length;
            next += next->nodes;
        } else if (*p == '"') {
            p = yoke_string_at(p + 1).end;
        } else {
            bool is_decimal = false;
            p = yoke_number_end(p, &is_decimal); // true, false and null end like numbers
        }
        p++; // the comma
    }
    return found;
}

size_t yoke_item_extent(const uint8_t *p) {
    if (*p == '"') {
        const yoke_item item = yoke_string_at(p + 1);
        return (item.n + 2) << 2 | (size_t)item.is_escaped << 1 | !item.is_ascii;
    }
    bool is_decimal = false;
    const uint8_t *end = yoke_number_end(p, &is_decimal);
    return (size_t)(end - p) << 2 | (size_t)is_decimal << 1;
}

bool yoke_item_unescape(yoke_buffer *out, const yoke_item *item) {
    return yoke_unescape(out, item->bytes, item->bytes + item->n);
}

/// Writes a token with an escape for each slash. The token's text already has all other escapes.
static void write_slashed(yoke_buffer *out, const uint8_t *s, size_t n) {
    for (const uint8_t *end = s + n; s < end; s++) {
        if (*s == '/') yoke_buffer_push(out, '\\');
        yoke_buffer_push(out, *s);
    }
}

/// Returns the end of the item without white space: a number's `end` is after the white space that follows it.
static const uint8_t *trimmed_end(const yoke_item *item) {
    const uint8_t *end = item->end;
    while (item->kind == YOKE_TAPE_NUMBER && yoke_is_space(end[-1])) end--;
    return end;
}

/// Returns the end of the array at `p`, if it has only scalars and fits on one line of `most` bytes. Returns NULL for any other array.
static const uint8_t *short_array_end(const uint8_t *p, const uint8_t *end, size_t most) {
    for (size_t width = 1; ++p < end && width < most;) {
        if (yoke_is_space(*p)) continue;
        if (*p == ']') return p + 1;
        if (*p == '[' || *p == '{') return NULL;
        if (*p == ',') {
            width += 2;
            continue;
        }
        const yoke_item item = yoke_item_at(p);
        width += (size_t)(trimmed_end(&item) - p);
        if (item.end > p) p = item.end - 1;
    }
    return NULL;
}

static void put_item(yoke_buffer *out, const yoke_item *item, const uint8_t *p, const yoke_layout *layout) {
    const uint8_t *end = trimmed_end(item);
    if (layout->slashes) write_slashed(out, p, (size_t)(end - p)); // slashes stand only in strings
    else yoke_buffer_append(out, p, (size_t)(end - p));
}

void yoke_document_write(yoke_buffer *out, const uint8_t *text, size_t n, size_t depth, const yoke_layout *layout) {
    const uint8_t *joined = text; // up to this address, the text stays on one line
    for (const uint8_t *p = text, *end = text + n; p < end && !out->failed;) {
        const uint8_t c = *p;
        const bool has_lines = layout->indent > 0 && p >= joined;
        if (c == '{' || c == '[') {
            const uint8_t *next = p + 1;
            while (next < end && yoke_is_space(*next)) next++;
            if (has_lines && c == '[' && layout->short_array > 0) {
                const uint8_t *last = short_array_end(p, end, layout->short_array);
                if (last != NULL) joined = last;
            }
            p = next;
            yoke_buffer_push(out, c);
            if (p < end && (*p == '}' || *p == ']')) {
                yoke_buffer_push(out, *p++);
                continue;
            }
            depth++;
            if (has_lines && p >= joined) yoke_out_newline(out, depth, layout);
        } else if (c == ',') {
            yoke_buffer_push(out, *p++);
            if (has_lines) yoke_out_newline(out, depth, layout);
            else if (layout->indent > 0) yoke_buffer_push(out, ' ');
        } else if (c == '}' || c == ']') {
            depth--;
            if (has_lines) yoke_out_newline(out, depth, layout);
            yoke_buffer_push(out, *p++);
        } else if (c == ':' || yoke_is_space(c)) {
            if (c == ':') yoke_buffer_append(out, ": ", layout->indent > 0 ? 2 : 1);
            p++;
        } else {
            const yoke_item item = yoke_item_at(p);
            put_item(out, &item, p, layout);
            if (item.kind == YOKE_TAPE_KEY && layout->indent > 0) yoke_buffer_push(out, ' ');
            p = item.end > p ? item.end : p + 1; // the item is empty if custom Swift code has written a text that is not JSON
        }
    }
}

void yoke_out_layout(yoke_buffer *out, size_t from, size_t depth, const yoke_layout *layout) {
    if (!yoke_buffer_reserve(out, YOKE_TAPE_SLACK)) return;
    memset(out->bytes + out->count, 0, YOKE_TAPE_SLACK);
    yoke_buffer laid = yoke_buffer_make(out->allocator);
    yoke_document_write(&laid, out->bytes + from, out->count - from, depth, layout);
    out->count = from;
    yoke_buffer_append(out, laid.bytes, laid.count);
    out->failed |= laid.failed;
    yoke_buffer_free(&laid);
}
