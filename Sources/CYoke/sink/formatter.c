#include "sink/formatter.h"

#include "text/text_out.h"

/// Writes the text between the last token and the next value or key.
static void separate(yoke_formatter *f) {
    if (f->after_key) {
        f->after_key = false;
        return;
    }
    if (f->depth == 0) {
        if (f->any) yoke_buffer_push(&f->out, '\n');
        f->any = true;
        return;
    }
    if (!f->fresh) yoke_buffer_push(&f->out, ',');
    f->fresh = false;
    if (f->indent > 0) yoke_out_newline(&f->out, f->depth, f->indent);
}

static int put(yoke_formatter *f, const void *text, size_t n) {
    separate(f);
    yoke_buffer_append(&f->out, text, n);
    return !f->out.failed;
}

static int on_null(void *context) { return put(context, "null", 4); }
static int on_boolean(void *context, int value) { return value ? put(context, "true", 4) : put(context, "false", 5); }
static int on_number(void *context, const char *text, size_t n) { return put(context, text, n); }

static int on_string(void *context, const unsigned char *text, size_t n) {
    yoke_formatter *f = context;
    separate(f);
    yoke_out_string(&f->out, text, n, f->escapes_slashes);
    return !f->out.failed;
}

static int on_key(void *context, const unsigned char *text, size_t n) {
    yoke_formatter *f = context;
    f->key_start = f->out.count;
    f->key_was_fresh = f->fresh;
    separate(f);
    yoke_out_string(&f->out, text, n, f->escapes_slashes);
    yoke_buffer_push(&f->out, ':');
    if (f->indent > 0) yoke_buffer_push(&f->out, ' ');
    f->after_key = true;
    return !f->out.failed;
}

static void on_drop_key(void *context) {
    yoke_formatter *f = context;
    f->out.count = f->key_start;
    f->fresh = f->key_was_fresh;
    f->after_key = false;
}

static int open_container(yoke_formatter *f, uint8_t bracket) {
    separate(f);
    yoke_buffer_push(&f->out, bracket);
    f->depth++;
    f->fresh = true;
    return !f->out.failed;
}

static int close_container(yoke_formatter *f, uint8_t bracket) {
    f->depth--;
    if (!f->fresh && f->indent > 0) yoke_out_newline(&f->out, f->depth, f->indent);
    f->fresh = false;
    yoke_buffer_push(&f->out, bracket);
    return !f->out.failed;
}

static int on_begin_object(void *context) { return open_container(context, '{'); }
static int on_end_object(void *context) { return close_container(context, '}'); }
static int on_begin_array(void *context) { return open_container(context, '['); }
static int on_end_array(void *context) { return close_container(context, ']'); }

const yoke_sink yoke_formatter_sink = {
    .null = on_null,
    .boolean = on_boolean,
    .number = on_number,
    .string = on_string,
    .begin_object = on_begin_object,
    .key = on_key,
    .end_object = on_end_object,
    .begin_array = on_begin_array,
    .end_array = on_end_array,
    .drop_key = on_drop_key,
};
