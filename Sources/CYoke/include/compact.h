// Takes the indentation out of a chunk: the blanks and tabs after each line feed. The yajl engine looks at each of these bytes
// one by one, at a tenth of this speed. Line feeds stay: a line feed in a string is an error, and the yajl engine must see it. So
// no dropped byte can belong to a string of a valid text.
//
//     {\n    "a": [\n        1\n    ]\n}     ->     {\n"a": [\n1\n]\n}
#ifndef YOKE_COMPACT_H
#define YOKE_COMPACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    /// The most bytes that one call takes.
    YOKE_COMPACT_MOST = 64 * 1024,
    /// Bytes after the output that may be overwritten.
    YOKE_COMPACT_SLACK = 16,
    YOKE_COMPACT_BLOCK = 4096
};

/// State between calls, and what the last call did, block by block, so that a position can be traced back to the input.
typedef struct yoke_compactor {
    /// The last call ended inside indentation.
    bool in_run;
    /// The last call changed nothing.
    bool unchanged;
    uint32_t count;
    uint32_t kept[YOKE_COMPACT_MOST / YOKE_COMPACT_BLOCK];
    bool runs[YOKE_COMPACT_MOST / YOKE_COMPACT_BLOCK];
} yoke_compactor;

/// Compacts p[0..<n], n <= YOKE_COMPACT_MOST, into `out`, which has room for n + YOKE_COMPACT_SLACK bytes. Returns the number of
/// bytes written. If the first lines of the chunk are not indented, the call does nothing and sets `unchanged`: use `p` itself
/// then.
size_t yoke_compact(yoke_compactor *c, const uint8_t *p, size_t n, uint8_t *out);

/// Returns where the byte at `index` of the last call's output was in its input. For the index after the last byte returns `n`.
size_t yoke_compact_origin(const yoke_compactor *c, const uint8_t *p, size_t n, size_t index);

#endif
