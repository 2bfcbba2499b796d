// Swift's thunks, implemented in C. Each value owns blocks from malloc, so a sanitizer notices every leak and double free. The values are:
//
// - string  bytes, zeros, E0 + count               at most 15 bytes of ASCII, made by the C engine
//           pointer | count + F0 in the top byte   any other; nil has a second word of 0
// - array   pointer to a block; 0 is nil
// - box     pointer to the value; 0 is nil
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "sink/document.h"
#include "write/writer.h"
#include "sink/formatter.h"

size_t live_blocks;
hash *handed_on;

static void *take_block(size_t n) {
    void *p = malloc(n > 0 ? n : 1);
    if (p == NULL) abort();
    live_blocks++;
    return p;
}

static void free_block(void *p) {
    live_blocks--;
    free(p);
}

// MARK: - Strings

static const uint64_t COUNT_MASK = UINT64_C(0x00FFFFFFFFFFFFFF);

static const uint8_t *string_bytes(const void *at, size_t *n) {
    uint64_t words[2];
    memcpy(words, at, 16);
    if (words[1] >> 60 == 0xE || words[1] >> 60 == 0xA) {
        *n = words[1] >> 56 & 15;
        return at;
    }
    if (words[1] >> 60 == 0) return yoke_string_large(at, n);
    *n = (size_t)(words[1] & COUNT_MASK);
    return (const uint8_t *)(uintptr_t)words[0];
}

static void make_string(void *to, const uint8_t *bytes, size_t n, bool ascii) {
    uint8_t *block = take_block(n);
    bool is_ascii = true;
    for (size_t i = 0; i < n; i++) is_ascii = is_ascii && bytes[i] < 0x80;
    expect(ascii == is_ascii, "a string is said to be ASCII, or not, wrongly");
    if (n > 0) memcpy(block, bytes, n);
    uint64_t words[2] = {(uint64_t)(uintptr_t)block, n | UINT64_C(0xF0) << 56};
    memcpy(to, words, 16);
}

static void free_string(void *at) {
    uint64_t words[2];
    memcpy(words, at, 16);
    if (words[1] >> 56 == 0xF0) free_block((void *)(uintptr_t)words[0]);
    else if (words[1] >> 60 == 0) free_block((void *)(uintptr_t)words[1]);
}

/// Makes a custom scalar and returns NULL. For some texts, returns an error instead, to test refused values.
static void *make_text(void *context, void *to, const uint8_t *bytes, size_t n) {
    static int refused;
    if (n > 0 && (*bytes == '!' || (((thing *)context)->type->kind == YOKE_NUMBER && n == 27))) return &refused;
    bool ascii = true;
    for (size_t i = 0; i < n; i++) ascii = ascii && bytes[i] < 0x80;
    make_string(to, bytes, n, ascii);
    return NULL;
}

// MARK: - Blocks of elements

typedef struct block {
    size_t count;
    size_t padding;
    uint8_t items[];
} block;

static block no_items;

const void *empty_block(void) { return &no_items; }

static block *block_at(const void *at) {
    block *b;
    memcpy(&b, at, sizeof b);
    return b;
}

static block *make_block(void *to, const void *from, size_t n, size_t stride) {
    block *b = &no_items;
    if (n > 0) {
        b = take_block(sizeof *b + n * stride);
        b->count = n;
        memcpy(b->items, from, n * stride);
    }
    memcpy(to, &b, sizeof b);
    return b;
}

static void make_array(void *context, void *to, void *from, size_t n) {
    make_block(to, from, n, ((thing *)context)->type->item_stride);
}

static bool same_key(const void *a, const void *b) {
    size_t n, m;
    const uint8_t *x = string_bytes(a, &n), *y = string_bytes(b, &m);
    return n == m && (n == 0 || memcmp(x, y, n) == 0);
}

/// Makes a dictionary. A repeated key replaces the earlier pair. (The tests never ask for the first of equal keys, because here keys with
/// different bytes are never equal.) Returns the number of pairs.
static size_t make_dictionary(void *context, void *to, void *from, size_t n, bool keeps_first) {
    (void)keeps_first;
    const yoke_type *type = ((thing *)context)->type;
    size_t stride = type->item_stride, entries = 0;
    uint8_t *pairs = from;
    for (size_t i = 0; i < n; i++) {
        uint8_t *pair = pairs + i * stride, *known = pairs;
        while (known < pairs + entries * stride && !same_key(known, pair)) known += stride;
        if (known < pairs + entries * stride) {
            destroy_value(&type->element, known + type->element.offset);
            free_string(known);
            memcpy(known, pair, stride);
        } else {
            if (known != pair) memcpy(known, pair, stride);
            entries++;
        }
    }
    make_block(to, from, entries, stride);
    return entries;
}

/// Adds a key to a set of keys. Here only keys with the same bytes are equal.
static enum yoke_keyset_result enter_key(void *reader, void *context, yoke_keyset *keys, uint64_t object, const uint8_t *bytes, size_t n) {
    (void)reader, (void)context;
    return yoke_keyset_add(keys, object, bytes, n);
}

// MARK: - Life

bool is_nil(const yoke_slot *slot, const void *at) {
    const uint8_t *p = at;
    uintptr_t word;
    switch (slot->nil_test) {
    case YOKE_NIL_TAG: return p[slot->payload] != 0;
    case YOKE_NIL_WORD: memcpy(&word, p + slot->nil_word, sizeof word); return word == 0;
    case YOKE_NIL_BYTE: return *p == slot->nil_byte;
    case YOKE_NIL_THUNK: return memcmp(at, slot->null_bytes, slot->size) == 0;
    default: return false;
    }
}

static void free_items(block *b) {
    if (b != &no_items) free_block(b);
}

void destroy_value(const yoke_slot *slot, void *at) {
    if (is_nil(slot, at)) return;
    const yoke_type *type = slot->type;
    block *b;
    switch (slot->kind) {
    case YOKE_STRING: case YOKE_TEXT: case YOKE_NUMBER: case YOKE_DOCUMENT: free_string(at); break;
    case YOKE_ARRAY:
        b = block_at(at);
        for (size_t i = 0; i < b->count; i++) destroy_value(&type->element, b->items + i * type->item_stride);
        free_items(b);
        break;
    case YOKE_DICTIONARY:
        b = block_at(at);
        for (size_t i = 0; i < b->count; i++) {
            free_string(b->items + i * type->item_stride);
            destroy_value(&type->element, b->items + i * type->item_stride + type->element.offset);
        }
        free_items(b);
        break;
    case YOKE_OBJECT:
        for (uint32_t i = 0; i < type->object->count; i++) {
            const yoke_slot *field = &type->object->fields[i].slot;
            destroy_value(field, (uint8_t *)at + field->offset);
        }
        break;
    case YOKE_VIA: {
        void *box;
        memcpy(&box, at, sizeof box);
        destroy_value(&type->element, box);
        free_block(box);
        break;
    }
    default: break;
    }
}

static void destroy(void *context, void *at, size_t n) {
    const thing *t = context;
    if (t->slot == NULL) {
        yoke_slot whole = {.type = t->type, .kind = t->type->kind, .size = t->type->size, .payload = t->type->size};
        destroy_value(&whole, at);
        return;
    }
    for (size_t i = 0; i < n; i++) destroy_value(t->slot, (uint8_t *)at + i * t->stride);
}

static void destroy_pairs(void *context, void *at, size_t n, bool half) {
    const yoke_type *type = ((thing *)context)->type;
    uint8_t *pair = at;
    for (size_t i = 0; i < n; i++, pair += type->item_stride) {
        free_string(pair);
        destroy_value(&type->element, pair + type->element.offset);
    }
    if (half) free_string(pair);
}

static void move(void *context, void *to, void *from, size_t n) { memcpy(to, from, n * ((thing *)context)->stride); }

/// Moves a value to a box on the heap. If `to` is NULL, the value is an element of a stream, and is hashed and destroyed instead. Returns
/// an error for a node whose id is 13, otherwise NULL.
static void *make(void *context, void *reader, void *to, void *from) {
    (void)reader;
    static int refused;
    const yoke_slot *slot = &((thing *)context)->type->element;
    int64_t id;
    memcpy(&id, from, sizeof id); // the first field of a node
    if (to == NULL && id != 13) hash_value(handed_on, slot, from);
    if (to == NULL || id == 13) destroy_value(slot, from);
    if (id == 13) return &refused;
    if (to == NULL) return NULL;
    uint8_t *box = take_block(slot->size);
    memcpy(box, from, slot->size);
    memcpy(to, &box, sizeof box);
    return NULL;
}

static void initial(void *context, void *to) {
    const yoke_slot *slot = ((thing *)context)->slot;
    memset(to, 0, slot->size);
    if (slot->kind == YOKE_STRING) make_string(to, (const uint8_t *)"initial", 7, true);
    else if (slot->kind == YOKE_ARRAY || slot->kind == YOKE_DICTIONARY) make_block(to, NULL, 0, 0);
    else *(uint8_t *)to = 1;
}

// MARK: - Documents, which are kept as text

/// Checks the tape nodes of the container at `p` and of all containers inside it. Returns the end of the container.
static const uint8_t *check_container(const yoke_tape_node *nodes, size_t *node, const uint8_t *p) {
    const yoke_tape_node *container = &nodes[*node];
    const size_t first = (*node)++;
    const uint8_t *start = p++;
    uint32_t count = 0;
    for (; *p != ']' && *p != '}'; count++) {
        p += *p == ',';
        yoke_item item = yoke_item_at(p);
        if (item.kind == YOKE_TAPE_KEY) item = yoke_item_at(item.end);
        const bool is_container = item.kind >= YOKE_TAPE_ARRAY;
        p = is_container ? check_container(nodes, node, item.end) : item.end;
    }
    expect(container->count == count, "a container has another count of elements");
    expect(container->nodes == *node - first, "a container has another count of nodes");
    expect(container->length == (size_t)(p + 1 - start), "a container ends elsewhere");
    return p + 1;
}

static void *make_document(void *context, void *to, const yoke_tape *tape, const yoke_document *document) {
    bool ascii = true;
    const bool is_taken = document->nodes != NULL;
    const yoke_tape_node *nodes = is_taken ? document->nodes : tape->nodes;
    const uint8_t *text = is_taken ? document->text : tape->text.bytes;
    const uint8_t *end = text + (is_taken ? (size_t)nodes->length : tape->text.count);
    const size_t count = is_taken ? nodes->nodes : tape->count;
    size_t checked = 0;
    if (count > 0) expect(check_container(nodes, &checked, text) == end, "a tape holds more than its value");
    expect(checked == count, "a tape has more containers than its value");
    for (const uint8_t *p = text; p < end; p++) ascii = ascii && *p < 0x80;
    (void)context;
    make_string(to, text, (size_t)(end - text), ascii);
    yoke_document taken = *document;
    if (is_taken) yoke_document_free(&taken);
    return NULL;
}

// MARK: - Writing

static bool ask_nil(void *context, const void *at) { return is_nil(((thing *)context)->slot, at); }

static void borrow_string(const void *at, yoke_writer *w) {
    size_t n;
    const uint8_t *bytes = string_bytes(at, &n);
    yoke_writer_string(w, bytes, n);
}

static void *borrow_text(void *context, const void *at, yoke_writer *w) {
    size_t n;
    const uint8_t *bytes = string_bytes(at, &n);
    if (((thing *)context)->type->kind == YOKE_TEXT) yoke_writer_string(w, bytes, n);
    else yoke_writer_raw(w, bytes, n);
    return NULL;
}

static void write_document(void *context, const void *at, yoke_writer *w) { borrow_text(context, at, w); }

static const void *elements(void *context, const void *at, size_t *count) {
    const block *b = block_at(at);
    (void)context;
    *count = b->count;
    return b->items;
}

typedef struct walk {
    const block *block;
    size_t next;
} walk;

static void iteration_begin(void *context, void *state, const void *at, bool sorted) {
    (void)context, (void)sorted;
    *(walk *)state = (walk){block_at(at), 0};
}

static bool iteration_next(void *context, void *state, void *value, yoke_writer *w) {
    const yoke_type *type = ((thing *)context)->type;
    walk *here = state;
    if (here->next == here->block->count) return false;
    const uint8_t *pair = here->block->items + here->next++ * type->item_stride;
    size_t n;
    const uint8_t *key = string_bytes(pair, &n);
    yoke_writer_key(w, key, n);
    memcpy(value, pair + type->element.offset, type->element.size);
    return true;
}

static void iteration_end(void *context, void *state) { (void)context, (void)state; }

static void *store(void *context, void *to, const void *at) {
    const uint8_t *box;
    memcpy(&box, at, sizeof box);
    memcpy(to, box, ((thing *)context)->type->element.size);
    return NULL;
}

/// Does nothing, because the errors that these thunks return are static variables.
static void release(void *owner) { (void)owner; }

static void keep(void *context, void *at, size_t n) { (void)context, (void)at, (void)n; }

/// Makes the heap object of a String.
static void *make_object(const void *type, size_t size, size_t align_mask) {
    uint8_t *object = take_block(size);
    expect(align_mask == 7, "an object of a String is aligned otherwise");
    memcpy(object, &type, sizeof type);
    return object;
}

static const char string_type;

/// Returns false, because these objects have no reference count. So no String is overwritten in place.
static bool is_held_once(const void *object) {
    (void)object;
    return false;
}

#define READING(short_ones)                                                                                              \
    {.short_strings = short_ones, .string_objects = {(short_ones) ? &string_type : NULL, make_object, is_held_once, NULL}, .release = release, .string = make_string, .text = make_text, .destroy = destroy, .move = move,            \
     .array = make_array, .dictionary = make_dictionary,                                                                  \
     .enter_key = enter_key, .destroy_pairs = destroy_pairs, .make = make, .initial = initial, .document = make_document}

// C makes Strings only in the memory layout of 64-bit systems. On other systems, both sets of thunks for reading are equal.
const yoke_thunks reading_thunks[2] = {READING(false), READING(sizeof(void *) == 8)};

const yoke_thunks writing_thunks = {
    .destroy = keep, .is_nil = ask_nil, .borrow_string = borrow_string, .borrow_text = borrow_text, .elements = elements,
    .iteration_begin = iteration_begin, .iteration_next = iteration_next, .iteration_end = iteration_end, .store = store, .write_document = write_document};

// MARK: - What a value is

void hash_value(hash *h, const yoke_slot *slot, const void *at) {
    const yoke_type *type = slot->type;
    const uint8_t *bytes;
    const block *b;
    size_t n;
    hash_word(h, slot->kind);
    if (is_nil(slot, at)) return;
    switch (slot->kind) {
    case YOKE_STRING: case YOKE_TEXT: case YOKE_NUMBER: case YOKE_DOCUMENT:
        bytes = string_bytes(at, &n);
        hash_bytes(h, bytes, n);
        break;
    case YOKE_ARRAY: case YOKE_DICTIONARY:
        b = block_at(at);
        hash_word(h, b->count);
        for (size_t i = 0; i < b->count; i++) {
            const uint8_t *item = b->items + i * type->item_stride;
            if (slot->kind == YOKE_DICTIONARY) {
                bytes = string_bytes(item, &n);
                hash_bytes(h, bytes, n);
                item += type->element.offset;
            }
            hash_value(h, &type->element, item);
        }
        break;
    case YOKE_OBJECT:
        for (uint32_t i = 0; i < type->object->count; i++) {
            const yoke_slot *field = &type->object->fields[i].slot;
            hash_value(h, field, (const uint8_t *)at + field->offset);
        }
        break;
    case YOKE_VIA: {
        const uint8_t *box;
        memcpy(&box, at, sizeof box);
        hash_value(h, &type->element, box);
        break;
    }
    default: hash_bytes(h, at, slot->payload);
    }
}
