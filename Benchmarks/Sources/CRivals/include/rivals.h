// libyajl with callbacks that do nothing: what its lexer and grammar cost whoever uses it.
#ifndef RIVALS_H
#define RIVALS_H

#include <stdbool.h>
#include <stddef.h>

/// Parses a text in chunks of `chunk` bytes. With `own_numbers` yajl makes integers and doubles of numbers, else it passes on
/// their text. Returns whether it is valid.
bool rivals_yajl_noop(const unsigned char *text, size_t count, size_t chunk, bool own_numbers);

/// The same for a file, read chunk by chunk. False also when it cannot be read.
bool rivals_yajl_noop_file(const char *path, size_t chunk);

/// yajl's version, as 10000 * major + 100 * minor + micro.
int rivals_yajl_version(void);

#endif
