// Takes the indentation out of a chunk: the blanks and tabs behind each line feed. yajl looks at every byte of them by
// itself, at a tenth of this speed. Line feeds stay, because one inside of a string is an error that yajl has to see; so
// nothing that is dropped can belong to a string of a valid text.
//
//     {\n    "a": [\n        1\n    ]\n}     ->     {\n"a": [\n1\n]\n}
#ifndef YOKE_COMPACT_H
#define YOKE_COMPACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    /// The most bytes of one call.
    YOKE_COMPACT_MOST = 64 * 1024,
    /// Room behind the output that may be overwritten.
    YOKE_COMPACT_SLACK = 16,
    YOKE_COMPACT_BLOCK = 4096
};

/// What is carried over calls, and what the last one did, block by block, so that a place can be traced back.
typedef struct yoke_compactor {
    /// The last call ended in indentation.
    bool in_run;
    /// The last call changed nothing.
    bool unchanged;
    uint32_t count;
    uint32_t kept[YOKE_COMPACT_MOST / YOKE_COMPACT_BLOCK];
    bool runs[YOKE_COMPACT_MOST / YOKE_COMPACT_BLOCK];
} yoke_compactor;

/// Compacts p[0..<n], n <= YOKE_COMPACT_MOST, into `out` (room for n + YOKE_COMPACT_SLACK) and returns the count of bytes
/// there. When the chunk's first lines are not indented, nothing is done: `unchanged` is set, and `p` itself is to be used.
size_t yoke_compact(yoke_compactor *c, const uint8_t *p, size_t n, uint8_t *out);

/// Where the byte at `index` of the last call's output was in its input; `n` for the index behind the last.
size_t yoke_compact_origin(const yoke_compactor *c, const uint8_t *p, size_t n, size_t index);

#endif
