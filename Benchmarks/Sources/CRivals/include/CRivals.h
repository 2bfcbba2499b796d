// libyajl alone, from C: its callbacks do nothing, so what is measured is what a binder on top of it cannot go below.
#ifndef CRIVALS_H
#define CRIVALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What Yoke's yajl engine sets, for every contender that runs yajl: several values (which is how a handle is used again),
/// strings unchecked (the engine's gate has checked them), and chunks of this size.
enum {
    CRIVALS_ALLOW_MULTIPLE_VALUES = 1,
    CRIVALS_DONT_VALIDATE_STRINGS = 1,
    CRIVALS_CHUNK = 64 * 1024,
};

typedef struct crivals_yajl crivals_yajl;

/// A parser whose callbacks do nothing. NULL: no memory. Freed by crivals_yajl_free, which takes NULL.
///
/// numbers_as_text: numbers come as text, else as yajl's own integers and doubles.
crivals_yajl *crivals_yajl_make(bool numbers_as_text);
void crivals_yajl_free(crivals_yajl *parser);

/// Parses a part of a text, in chunks. False: it is not JSON; the parser cannot be used any more.
bool crivals_yajl_feed(crivals_yajl *parser, const uint8_t *bytes, size_t count);

/// Ends the text, as Yoke's engine does: by a blank. The next one may begin.
bool crivals_yajl_finish(crivals_yajl *parser);

/// Counts the events of a whole text. 0: it is not JSON.
uint64_t crivals_yajl_count(const uint8_t *bytes, size_t count);

#endif
