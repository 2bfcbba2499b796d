#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include <yajl/yajl_parse.h>
#include <yajl/yajl_version.h>

#include "rivals.h"

static int on_event(void *context) { (void)context; return 1; }
static int on_boolean(void *context, int value) { (void)context; (void)value; return 1; }
static int on_integer(void *context, long long value) { (void)context; (void)value; return 1; }
static int on_double(void *context, double value) { (void)context; (void)value; return 1; }
static int on_number(void *context, const char *text, size_t count) { (void)context; (void)text; (void)count; return 1; }
static int on_text(void *context, const unsigned char *text, size_t count) { (void)context; (void)text; (void)count; return 1; }

static const yajl_callbacks texts = {
    .yajl_null = on_event, .yajl_boolean = on_boolean, .yajl_number = on_number, .yajl_string = on_text,
    .yajl_start_map = on_event, .yajl_map_key = on_text, .yajl_end_map = on_event,
    .yajl_start_array = on_event, .yajl_end_array = on_event,
};

static const yajl_callbacks numbers = {
    .yajl_null = on_event, .yajl_boolean = on_boolean, .yajl_integer = on_integer, .yajl_double = on_double,
    .yajl_string = on_text, .yajl_start_map = on_event, .yajl_map_key = on_text, .yajl_end_map = on_event,
    .yajl_start_array = on_event, .yajl_end_array = on_event,
};

// The same settings as in Yoke's yajl engine. The engine checks UTF-8 itself, so yajl does not.
static yajl_handle start(bool own_numbers) {
    yajl_handle handle = yajl_alloc(own_numbers ? &numbers : &texts, NULL, NULL);
    if (!handle) return NULL;
    yajl_config(handle, yajl_allow_multiple_values, 1);
    yajl_config(handle, yajl_dont_validate_strings, 1);
    return handle;
}

static bool finish(yajl_handle handle, bool is_valid) {
    is_valid = is_valid && yajl_complete_parse(handle) == yajl_status_ok;
    yajl_free(handle);
    return is_valid;
}

bool rivals_yajl_noop(const unsigned char *text, size_t count, size_t chunk, bool own_numbers) {
    yajl_handle handle = start(own_numbers);
    if (!handle) return false;
    bool is_valid = true;
    for (size_t at = 0; is_valid && at < count; at += chunk) {
        is_valid = yajl_parse(handle, text + at, count - at < chunk ? count - at : chunk) == yajl_status_ok;
    }
    return finish(handle, is_valid);
}

bool rivals_yajl_noop_file(const char *path, size_t chunk) {
    int file = open(path, O_RDONLY);
    unsigned char *buffer = malloc(chunk);
    yajl_handle handle = start(false);
    bool is_valid = file >= 0 && buffer && handle;
    while (is_valid) {
        ssize_t count = read(file, buffer, chunk);
        if (count == 0) break;
        is_valid = count > 0 && yajl_parse(handle, buffer, (size_t)count) == yajl_status_ok;
    }
    if (handle) is_valid = finish(handle, is_valid);
    free(buffer);
    if (file >= 0) close(file);
    return is_valid;
}

int rivals_yajl_version(void) { return yajl_version(); }
