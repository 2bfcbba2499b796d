#include "tape.h"

#include "sink.h"

enum { FIRST_CAPACITY = 64 };

yoke_tape yoke_tape_make(const yoke_allocator *allocator) {
    yoke_tape t = {NULL, 0, 0, yoke_buffer_make(allocator), YOKE_NO_CONTAINER, false};
    return t;
}

void yoke_tape_free(yoke_tape *t) {
    const yoke_allocator *a = t->text.allocator;
    if (t->nodes != NULL) a->resize(a->context, t->nodes, t->capacity * sizeof *t->nodes, 0);
    yoke_buffer_free(&t->text);
    *t = yoke_tape_make(a);
}

static bool grow(yoke_tape *t) {
    const yoke_allocator *a = t->text.allocator;
    size_t capacity = t->capacity == 0 ? FIRST_CAPACITY : t->capacity * 2;
    yoke_tape_node *nodes =
        a->resize(a->context, t->nodes, t->capacity * sizeof *nodes, capacity * sizeof *nodes);
    if (nodes == NULL) {
        t->failed = true;
        return false;
    }
    t->nodes = nodes;
    t->capacity = capacity;
    return true;
}

/// Appends a node and counts it in the container that it stands in (a member is counted by its key).
static bool push(yoke_tape *t, enum yoke_tape_kind kind, size_t count, uint64_t value) {
    if (t->failed || count > UINT32_MAX) {
        t->failed = true;
        return false;
    }
    if (t->count == t->capacity && !grow(t)) return false;
    if (t->open != YOKE_NO_CONTAINER) {
        yoke_tape_node *parent = &t->nodes[t->open];
        if ((parent->kind == YOKE_TAPE_ARRAY) || kind == YOKE_TAPE_KEY) {
            if (parent->count == UINT32_MAX) {
                t->failed = true;
                return false;
            }
            parent->count++;
        }
    }
    t->nodes[t->count++] = (yoke_tape_node){kind, (uint32_t)count, value};
    return true;
}

bool yoke_tape_scalar(yoke_tape *t, enum yoke_tape_kind kind) { return push(t, kind, 0, 0); }

bool yoke_tape_text(yoke_tape *t, enum yoke_tape_kind kind, const uint8_t *bytes, size_t n) {
    size_t offset = t->text.count;
    yoke_buffer_append(&t->text, bytes, n);
    if (t->text.failed) t->failed = true;
    return push(t, kind, n, offset);
}

bool yoke_tape_begin(yoke_tape *t, enum yoke_tape_kind kind) {
    size_t parent = t->open;
    size_t index = t->count;
    if (!push(t, kind, 0, parent)) return false;
    t->open = index;
    return true;
}

bool yoke_tape_end(yoke_tape *t, bool *whole) {
    yoke_tape_node *container = &t->nodes[t->open];
    if (container->kind == YOKE_TAPE_OBJECT && t->nodes[t->count - 1].kind == YOKE_TAPE_KEY) {
        // The text was cut behind a key, and that is allowed: a member without a value is none.
        t->count--;
        container->count--;
    }
    t->open = container->value;
    container->value = t->count;
    *whole = t->open == YOKE_NO_CONTAINER;
    return true;
}

// MARK: - The tape as a sink

static int on_null(void *t) { return yoke_tape_scalar(t, YOKE_TAPE_NULL); }
static int on_boolean(void *t, int value) { return yoke_tape_scalar(t, value ? YOKE_TAPE_TRUE : YOKE_TAPE_FALSE); }
static int on_number(void *t, const char *text, size_t n) {
    return yoke_tape_text(t, YOKE_TAPE_NUMBER, (const uint8_t *)text, n);
}
static int on_string(void *t, const unsigned char *text, size_t n) { return yoke_tape_text(t, YOKE_TAPE_STRING, text, n); }
static int on_key(void *t, const unsigned char *text, size_t n) { return yoke_tape_text(t, YOKE_TAPE_KEY, text, n); }
static int on_begin_object(void *t) { return yoke_tape_begin(t, YOKE_TAPE_OBJECT); }
static int on_begin_array(void *t) { return yoke_tape_begin(t, YOKE_TAPE_ARRAY); }
static int on_end(void *t) {
    bool whole;
    return yoke_tape_end(t, &whole);
}

const yoke_sink yoke_tape_sink = {
    .null = on_null,
    .boolean = on_boolean,
    .number = on_number,
    .string = on_string,
    .begin_object = on_begin_object,
    .key = on_key,
    .end_object = on_end,
    .begin_array = on_begin_array,
    .end_array = on_end,
};
