#include "CRivals.h"

#include <stdlib.h>
#include <yajl/yajl_parse.h>

// crivals_yajl is never complete: the pointer is yajl's handle, and only hides yajl from Swift.

// MARK: - Callbacks that do nothing

static int no_op(void *context) {
    (void)context;
    return 1;
}

static int no_op_int(void *context, int value) {
    (void)context, (void)value;
    return 1;
}

static int no_op_integer(void *context, long long value) {
    (void)context, (void)value;
    return 1;
}

static int no_op_double(void *context, double value) {
    (void)context, (void)value;
    return 1;
}

static int no_op_number(void *context, const char *text, size_t length) {
    (void)context, (void)text, (void)length;
    return 1;
}

static int no_op_string(void *context, const unsigned char *text, size_t length) {
    (void)context, (void)text, (void)length;
    return 1;
}

static const yajl_callbacks as_text = {
    .yajl_null = no_op,
    .yajl_boolean = no_op_int,
    .yajl_number = no_op_number,
    .yajl_string = no_op_string,
    .yajl_start_map = no_op,
    .yajl_map_key = no_op_string,
    .yajl_end_map = no_op,
    .yajl_start_array = no_op,
    .yajl_end_array = no_op,
};

static const yajl_callbacks as_numbers = {
    .yajl_null = no_op,
    .yajl_boolean = no_op_int,
    .yajl_integer = no_op_integer,
    .yajl_double = no_op_double,
    .yajl_string = no_op_string,
    .yajl_start_map = no_op,
    .yajl_map_key = no_op_string,
    .yajl_end_map = no_op,
    .yajl_start_array = no_op,
    .yajl_end_array = no_op,
};

// MARK: - Parsing

static yajl_handle make(const yajl_callbacks *callbacks, void *context) {
    yajl_handle handle = yajl_alloc(callbacks, NULL, context);
    if (!handle) return NULL;
    yajl_config(handle, yajl_allow_multiple_values, CRIVALS_ALLOW_MULTIPLE_VALUES);
    yajl_config(handle, yajl_dont_validate_strings, CRIVALS_DONT_VALIDATE_STRINGS);
    return handle;
}

static bool feed(yajl_handle handle, const uint8_t *bytes, size_t count) {
    while (count > 0) {
        size_t part = count < CRIVALS_CHUNK ? count : CRIVALS_CHUNK;
        if (yajl_parse(handle, bytes, part) != yajl_status_ok) return false;
        bytes += part;
        count -= part;
    }
    return true;
}

static bool finish(yajl_handle handle) {
    static const uint8_t blank = ' ';
    return yajl_parse(handle, &blank, 1) == yajl_status_ok;
}

crivals_yajl *crivals_yajl_make(bool numbers_as_text) {
    return (crivals_yajl *)make(numbers_as_text ? &as_text : &as_numbers, NULL);
}

void crivals_yajl_free(crivals_yajl *parser) {
    if (parser) yajl_free((yajl_handle)parser);
}

bool crivals_yajl_feed(crivals_yajl *parser, const uint8_t *bytes, size_t count) {
    return feed((yajl_handle)parser, bytes, count);
}

bool crivals_yajl_finish(crivals_yajl *parser) { return finish((yajl_handle)parser); }

// MARK: - Counting

static int count_event(void *context) {
    ++*(uint64_t *)context;
    return 1;
}

static int count_boolean(void *context, int value) {
    (void)value;
    return count_event(context);
}

static int count_number(void *context, const char *text, size_t length) {
    (void)text, (void)length;
    return count_event(context);
}

static int count_string(void *context, const unsigned char *text, size_t length) {
    (void)text, (void)length;
    return count_event(context);
}

uint64_t crivals_yajl_count(const uint8_t *bytes, size_t count) {
    static const yajl_callbacks counting = {
        .yajl_null = count_event,
        .yajl_boolean = count_boolean,
        .yajl_number = count_number,
        .yajl_string = count_string,
        .yajl_start_map = count_event,
        .yajl_map_key = count_string,
        .yajl_start_array = count_event,
    };
    uint64_t events = 0;
    yajl_handle handle = make(&counting, &events);
    if (!handle) return 0;
    bool is_fine = feed(handle, bytes, count) && finish(handle);
    yajl_free(handle);
    return is_fine ? events : 0;
}
