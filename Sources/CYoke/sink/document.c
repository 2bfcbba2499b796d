#include "sink/document.h"

#include <string.h>

#include "base/platform.h"
#include "text/space.h"
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
    *d = (yoke_document){own, (yoke_tape_node *)(void *)nodes, 0, false, NULL, 0, size, a};
    return true;
}

/// Copies a container.
static bool copy(yoke_document *d, const yoke_allocator *a, const uint8_t *text, const yoke_tape_node *node, size_t levels, bool has_literals) {
    if (!copy_parts(d, a, text, (size_t)node->length, node, node->nodes)) return false;
    d->levels = levels < node->nodes ? levels : node->nodes;
    d->has_literals = has_literals;
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
    if (n < WORTH_TAKING || n < t->text.capacity / 2) return copy(d, a, t->text.bytes, t->nodes, t->levels, t->has_literals);
    size_t nodes_size;
    yoke_tape_node *nodes = take_nodes(t, &nodes_size);
    if (nodes == NULL) return false;
    *d = (yoke_document){t->text.bytes, nodes, t->levels, t->has_literals, t->text.bytes, t->text.capacity, nodes_size, a};
    t->text = yoke_buffer_make(a);
    t->key = 0;
    return true;
}

bool yoke_document_keep(yoke_document *d, const yoke_tape *t) {
    if (!copy_parts(d, t->text.allocator, t->text.bytes, t->text.count, t->nodes, t->count)) return false;
    d->levels = t->levels;
    d->has_literals = t->has_literals;
    return true;
}

bool yoke_document_copy(yoke_document *d, const yoke_document *of, const uint8_t *text, const yoke_tape_node *node) {
    return copy(d, of->allocator, text, node, of->levels, of->has_literals);
}

void yoke_document_free(yoke_document *d) {
    const yoke_allocator *a = d->allocator;
    a->resize(a->context, (void *)(uintptr_t)d->nodes, d->nodes_size, 0);
    if (d->memory != NULL) a->resize(a->context, d->memory, d->memory_size, 0);
}

/// One bit for each quote and backslash among the 32 bytes at `s`. In `*tops`, one bit for each byte of 80...FF.
static inline unsigned string_stops(const uint8_t *s, unsigned *tops) {
#if YOKE_VECTOR
    const yoke_v16 quote = yoke_v16_fill('"'), slash = yoke_v16_fill('\\'), a = yoke_v16_load(s), b = yoke_v16_load(s + 16);
    *tops = yoke_v16_top_bits(a) | yoke_v16_top_bits(b) << 16;
    return yoke_v16_bits(yoke_v16_or(yoke_v16_equal(a, quote), yoke_v16_equal(a, slash)))
        | yoke_v16_bits(yoke_v16_or(yoke_v16_equal(b, quote), yoke_v16_equal(b, slash))) << 16;
#else
    unsigned more, stops = yoke_text_stops(s, tops) | yoke_text_stops(s + 16, &more) << 16;
    *tops |= more << 16;
    return stops;
#endif
}

/// The string whose first byte is at `s`. The text is known to be valid, so the function looks only for the string's end.
static inline yoke_item string_at(const uint8_t *s) {
    yoke_item item = {.kind = YOKE_TAPE_STRING, .bytes = s, .is_ascii = true};
    for (;;) {
        unsigned tops, stops = string_stops(s, &tops);
        if ((tops & yoke_bits_before(stops)) != 0) item.is_ascii = false;
        if (stops == 0) {
            s += 32;
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

/// Returns the end of the number at `s`. Sets `*is_decimal` to true if it has a fraction or an exponent.
static inline const uint8_t *number_end(const uint8_t *s, bool *is_decimal) {
#if YOKE_VECTOR
    const yoke_v16 small = yoke_v16_fill(0x20), point = yoke_v16_fill('.'), e = yoke_v16_fill('e');
    for (;; s += 16) {
        // A number ends before a comma or a bracket, or before the 0 after a document that is only a number.
        const yoke_v16 v = yoke_v16_load(s), lower = yoke_v16_or(v, small);
        const yoke_v16 ends = yoke_v16_or(yoke_v16_equal(v, yoke_v16_fill(',')), yoke_v16_equal(lower, yoke_v16_fill('}')));
        const unsigned stops = yoke_v16_bits(yoke_v16_or(ends, yoke_v16_equal(v, yoke_v16_fill(0))));
        const unsigned decimal = yoke_v16_bits(yoke_v16_or(yoke_v16_equal(v, point), yoke_v16_equal(lower, e)));
        *is_decimal |= (decimal & yoke_bits_before(stops)) != 0;
        if (stops != 0) return s + __builtin_ctz(stops);
    }
#else
    for (; *s != ',' && *s != ']' && *s != '}' && *s != 0; s++) *is_decimal |= *s == '.' || (*s | 0x20) == 'e';
    return s;
#endif
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
        bool is_decimal = false;
        const uint8_t *s = number_end(p, &is_decimal);
        return (yoke_item){.kind = YOKE_TAPE_NUMBER, .bytes = p, .n = (size_t)(s - p), .end = s, .is_ascii = true};
    }
    }
}

/// True if the escaped string is `key`. False too if memory runs out.
static bool is_escaped_key(const yoke_item *item, const uint8_t *key, size_t n) {
    yoke_buffer plain = yoke_buffer_make(yoke_libc());
    const bool is_it = yoke_unescape_alone(&plain, item->bytes, item->bytes + item->n) && plain.count == n && (n == 0 || memcmp(plain.bytes, key, n) == 0);
    yoke_buffer_free(&plain);
    return is_it;
}

const uint8_t *yoke_document_member(const uint8_t *text, const yoke_tape_node **node, const uint8_t *key, size_t n) {
    const uint8_t *found = NULL, *p = text + 1;
    const yoke_tape_node *next = *node + 1;
    for (uint32_t left = (*node)->count; left > 0; left--) {
        yoke_item item = string_at(p + 1);
        p = item.end;
        if (item.is_escaped ? is_escaped_key(&item, key, n) : item.n == n && (n == 0 || memcmp(item.bytes, key, n) == 0)) {
            found = p;
            *node = next;
        }
        if (*p == '{' || *p == '[') {
            p += next->length;
            next += next->nodes;
        } else if (*p == '"') {
            p = string_at(p + 1).end;
        } else {
            bool is_decimal = false;
            p = number_end(p, &is_decimal); // words end like numbers
        }
        p++; // the comma
    }
    return found;
}

size_t yoke_item_extent(const uint8_t *p) {
    if (*p == '"') {
        const yoke_item item = string_at(p + 1);
        return (item.n + 2) << 2 | (size_t)item.is_escaped << 1 | !item.is_ascii;
    }
    bool is_decimal = false;
    const uint8_t *end = number_end(p, &is_decimal);
    return (size_t)(end - p) << 2 | (size_t)is_decimal << 1;
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

/// The end of an array of scalars at `p` that fits on one line; NULL for any other array.
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
        width += (size_t)(item.end - p);
        if (item.end > p) p = item.end - 1;
    }
    return NULL;
}

static void put_item(yoke_buffer *out, const yoke_item *item, const uint8_t *p, const yoke_layout *layout) {
    const uint8_t *end = item->end;
    if (item->kind == YOKE_TAPE_NUMBER)
        while (yoke_is_space(end[-1])) end--;
    if (layout->slashes) write_slashed(out, p, (size_t)(end - p)); // slashes stand only in strings
    else yoke_buffer_append(out, p, (size_t)(end - p));
}

void yoke_document_write(yoke_buffer *out, const uint8_t *text, size_t n, size_t depth, const yoke_layout *layout) {
    const uint8_t *joined = text; // the end of an array on one line
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
            p = item.end > p ? item.end : p + 1; // an empty number: text that a mapping has made and that is not JSON
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
