#include "sink/statistics.h"

static int on_null(void *context) {
    ((yoke_statistics *)context)->nulls++;
    return 1;
}

static int on_boolean(void *context, int value) {
    (void)value;
    ((yoke_statistics *)context)->booleans++;
    return 1;
}

static int on_number(void *context, const char *text, size_t n) {
    (void)text, (void)n;
    ((yoke_statistics *)context)->numbers++;
    return 1;
}

static int on_string(void *context, const unsigned char *text, size_t n) {
    (void)text;
    yoke_statistics *s = context;
    s->strings++;
    s->string_bytes += n;
    return 1;
}

static int on_key(void *context, const unsigned char *text, size_t n) {
    (void)text;
    yoke_statistics *s = context;
    s->keys++;
    s->key_bytes += n;
    s->last_key_bytes = n;
    return 1;
}

static void on_drop_key(void *context) {
    yoke_statistics *s = context;
    s->keys--;
    s->key_bytes -= s->last_key_bytes;
}

static int open_container(yoke_statistics *s) {
    if (++s->depth > s->deepest) s->deepest = s->depth;
    return 1;
}

static int on_begin_object(void *context) {
    yoke_statistics *s = context;
    s->objects++;
    return open_container(s);
}

static int on_begin_array(void *context) {
    yoke_statistics *s = context;
    s->arrays++;
    return open_container(s);
}

static int on_end(void *context) {
    ((yoke_statistics *)context)->depth--;
    return 1;
}

const yoke_sink yoke_statistics_sink = {
    .null = on_null,
    .boolean = on_boolean,
    .number = on_number,
    .string = on_string,
    .begin_object = on_begin_object,
    .key = on_key,
    .end_object = on_end,
    .begin_array = on_begin_array,
    .end_array = on_end,
    .drop_key = on_drop_key,
};
