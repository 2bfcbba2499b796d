#include "sink/tape.h"

#include <string.h>

#include "sink/sink.h"
#include "text/text_out.h"

enum { FIRST_CAPACITY = 64 };

yoke_tape yoke_tape_make(const yoke_allocator *allocator) {
    yoke_tape t = {.text = yoke_buffer_make(allocator), .open = YOKE_NO_CONTAINER};
    return t;
}

void yoke_tape_free(yoke_tape *t) {
    const yoke_allocator *a = t->text.allocator;
    if (t->nodes != NULL) a->resize(a->context, t->nodes, t->capacity * sizeof *t->nodes, 0);
    yoke_buffer_free(&t->text);
    *t = yoke_tape_make(a);
}

static bool fail(yoke_tape *t) {
    t->failed = true;
    return false;
}

bool yoke_tape_reserve(yoke_tape *t, size_t more) {
    const yoke_allocator *a = t->text.allocator;
    const size_t most = UINT32_MAX < SIZE_MAX / sizeof *t->nodes ? UINT32_MAX : SIZE_MAX / sizeof *t->nodes;
    if (t->capacity - t->count >= more) return true;
    if (more > most - t->count) return fail(t);
    size_t capacity = t->capacity > 0 ? t->capacity : t->usual > 0 ? t->usual : FIRST_CAPACITY;
    while (capacity < t->count + more) capacity = capacity < most / 2 ? capacity * 2 : most;
    yoke_tape_node *nodes =
        a->resize(a->context, t->nodes, t->capacity * sizeof *nodes, capacity * sizeof *nodes);
    if (nodes == NULL) return fail(t);
    t->nodes = nodes;
    t->capacity = capacity;
    return true;
}

/// Writes a comma before the next token, if the token needs one. Counts the token in the open container, if it is an element or a key.
static bool separate(yoke_tape *t, enum yoke_tape_kind kind) {
    if (t->failed || !yoke_buffer_reserve(&t->text, 1)) return fail(t);
    if (t->open == YOKE_NO_CONTAINER) return true;
    const uint8_t last = t->text.bytes[t->text.count - 1];
    if (last == ':') return true; // a member's value
    yoke_tape_node *container = &t->nodes[t->open];
    if (container->count == UINT32_MAX) return fail(t);
    container->count++;
    if (last != '{' && last != '[' && last != ',') yoke_buffer_push(&t->text, ',');
    if (kind == YOKE_TAPE_KEY) t->key = t->text.count;
    return true;
}

static bool append(yoke_tape *t, const char *text, size_t n) {
    yoke_buffer_append(&t->text, text, n);
    return !t->text.failed || fail(t);
}

bool yoke_tape_scalar(yoke_tape *t, enum yoke_tape_kind kind) {
    if (!separate(t, kind)) return false;
    switch (kind) {
    case YOKE_TAPE_NULL: return append(t, "null", 4);
    case YOKE_TAPE_FALSE: return append(t, "false", 5);
    default: return append(t, "true", 4);
    }
}

bool yoke_tape_text(yoke_tape *t, enum yoke_tape_kind kind, const uint8_t *bytes, size_t n) {
    if (!separate(t, kind)) return false;
    if (kind == YOKE_TAPE_NUMBER) return append(t, (const char *)bytes, n);
    yoke_out_string(&t->text, bytes, n, false);
    if (kind == YOKE_TAPE_KEY) yoke_buffer_push(&t->text, ':');
    return !t->text.failed || fail(t);
}

bool yoke_tape_open(yoke_tape *t, size_t start) {
    const size_t index = t->count;
    if (!yoke_tape_reserve(t, 1)) return false;
    t->nodes[t->count++] = (yoke_tape_node){start, 0, t->open == YOKE_NO_CONTAINER ? 0 : (uint32_t)(index - t->open)};
    t->open = index;
    if (++t->depth > t->max_depth) t->max_depth = t->depth;
    return true;
}

bool yoke_tape_begin(yoke_tape *t, enum yoke_tape_kind kind) {
    if (!separate(t, kind) || !yoke_tape_open(t, t->text.count)) return false;
    yoke_buffer_push(&t->text, kind == YOKE_TAPE_OBJECT ? '{' : '[');
    return !t->text.failed || fail(t);
}

bool yoke_tape_end(yoke_tape *t, bool *whole) {
    yoke_tape_node *container = &t->nodes[t->open];
    const bool is_object = t->text.bytes[container->length] == '{';
    if (t->text.bytes[t->text.count - 1] == ':') {
        t->text.count = t->key;
        container->count--;
    }
    if (t->text.bytes[t->text.count - 1] == ',') t->text.count--;
    yoke_buffer_push(&t->text, is_object ? '}' : ']');
    if (t->text.failed) return fail(t);
    yoke_tape_close(t, t->text.count);
    *whole = t->open == YOKE_NO_CONTAINER;
    return true;
}

bool yoke_tape_finish(yoke_tape *t) {
    if (t->failed || !yoke_buffer_reserve(&t->text, YOKE_TAPE_SLACK)) return fail(t);
    memset(t->text.bytes + t->text.count, 0, YOKE_TAPE_SLACK);
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
