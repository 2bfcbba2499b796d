#include "sink/formatter.h"

#include <string.h>

#include "sink/document.h"

/// Writes the text between the last token and the next value or key: a comma, a line break or blanks.
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
    if (!f->fresh) yoke_buffer_append(&f->out, ", ", f->is_joined ? 2 : 1);
    f->fresh = false;
    if (f->layout.indent > 0 && !f->is_joined) yoke_out_newline(&f->out, f->depth, &f->layout);
}

/// If the open array is still on one line, gives each element a line of its own, because the array is too long or holds containers.
static void split(yoke_formatter *f) {
    if (!f->is_joined) return;
    f->is_joined = false;
    const yoke_layout layout = {f->layout.indent, 0, f->layout.blank, false};
    if (!f->fresh) yoke_out_layout(&f->out, f->array_start, f->depth - 1, &layout);
}

/// Number of finished bytes that `take` receives at least.
enum { LARGE = 64 * 1024 };

/// Ends an event: hands the finished bytes over if there are many. Returns 0 if the memory ran out.
static int end_event(yoke_formatter *f) {
    if (f->out.count >= LARGE && f->take != NULL) {
        const size_t ready = yoke_formatter_ready(f);
        if (ready >= LARGE) {
            f->take(f->take_context, f->out.bytes, ready);
            yoke_formatter_drop(f, ready);
        }
    }
    return !f->out.failed;
}

/// Ends a scalar whose text begins at offset `start` of the output. If `is_ascii`, escapes the characters that are not ASCII. If the array
/// becomes too long for one line, gives each element a line of its own.
static int end_scalar(yoke_formatter *f, size_t start) {
    if (f->is_ascii) yoke_out_ascii(&f->out, start);
    if (f->is_joined && f->out.count - f->array_start >= f->layout.short_array) split(f);
    return end_event(f);
}

static int put(yoke_formatter *f, const void *text, size_t n) {
    separate(f);
    const size_t start = f->out.count;
    yoke_buffer_append(&f->out, text, n);
    return end_scalar(f, start);
}

static int on_null(void *context) { return put(context, "null", 4); }
static int on_boolean(void *context, int value) { return value ? put(context, "true", 4) : put(context, "false", 5); }
static int on_number(void *context, const char *text, size_t n) {
    // NaN and infinities come as names, such as `NaN`, which end with a letter. JSON numbers end with a digit.
    if (text[n - 1] <= '9') return put(context, text, n);
    const yoke_non_finite *texts = ((yoke_formatter *)context)->non_finite;
    if (texts == NULL) return 0;
    const enum yoke_non_finite_kind literal = *text == 'N' ? YOKE_NAN : *text == 'I' ? YOKE_INFINITY : YOKE_NEGATIVE_INFINITY;
    return put(context, (const char *)texts->texts[literal], texts->lengths[literal]);
}

static int on_string(void *context, const unsigned char *text, size_t n) {
    yoke_formatter *f = context;
    separate(f);
    const size_t start = f->out.count;
    yoke_out_string(&f->out, text, n, f->layout.slashes);
    return end_scalar(f, start);
}

static int on_key(void *context, const unsigned char *text, size_t n) {
    yoke_formatter *f = context;
    f->key_start = f->out.count;
    f->key_was_fresh = f->fresh;
    separate(f);
    const size_t start = f->out.count;
    yoke_out_string(&f->out, text, n, f->layout.slashes);
    if (f->is_ascii) yoke_out_ascii(&f->out, start);
    yoke_buffer_append(&f->out, ": ", f->layout.indent > 0 ? 2 : 1);
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
    split(f);
    separate(f);
    f->is_joined = bracket == '[' && f->layout.indent > 0 && f->layout.short_array > 0;
    f->array_start = f->out.count;
    yoke_buffer_push(&f->out, bracket);
    f->depth++;
    f->fresh = true;
    return end_event(f);
}

static int close_container(yoke_formatter *f, uint8_t bracket) {
    f->depth--;
    if (!f->fresh && f->layout.indent > 0 && !f->is_joined) yoke_out_newline(&f->out, f->depth, &f->layout);
    f->fresh = f->is_joined = false;
    yoke_buffer_push(&f->out, bracket);
    return end_event(f);
}

static int on_begin_object(void *context) { return open_container(context, '{'); }
static int on_end_object(void *context) { return close_container(context, '}'); }
static int on_begin_array(void *context) { return open_container(context, '['); }
static int on_end_array(void *context) { return close_container(context, ']'); }

size_t yoke_formatter_ready(const yoke_formatter *f) {
    // A key is ready only together with its value: if the text ends between them, the formatter removes the key. An array that is still on
    // one line is ready only at its end, because `split` may have to give each element a line of its own.
    return f->after_key ? f->key_start : f->is_joined ? f->array_start : f->out.count;
}

void yoke_formatter_drop(yoke_formatter *f, size_t n) {
    if (n == 0) return;
    memmove(f->out.bytes, f->out.bytes + n, f->out.count - n);
    f->out.count -= n;
    f->key_start -= f->key_start < n ? f->key_start : n;
    f->array_start -= f->array_start < n ? f->array_start : n;
}

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
