// libyajl with callbacks that do nothing. Its time is the cost of yajl's lexer and grammar for every user of libyajl.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Parses a text in chunks of `chunk` bytes. With `own_numbers` yajl converts numbers to integers and doubles; otherwise yajl passes on
/// their text. Returns true if the text is valid.
bool rivals_yajl_noop(const unsigned char *text, size_t count, size_t chunk, bool own_numbers);

/// Parses a file chunk by chunk; numbers stay text. Returns true if the file can be read and is valid.
bool rivals_yajl_noop_file(const char *path, size_t chunk);

/// Version of libyajl as 10000 * major + 100 * minor + micro.
int rivals_yajl_version(void);
