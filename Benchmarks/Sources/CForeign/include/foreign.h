// What a contender written in another language offers: a table of functions, the same for C++ and Rust. It reads a text into
// structs of its own language that own their strings and arrays, and sums up what it has read, so that everyone's result can be
// compared.
#ifndef FOREIGN_H
#define FOREIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What is read; every contender has structs with every field of it. The Rust side repeats these numbers.
enum foreign_model {
    FOREIGN_TWITTER = 0,   // a search result
    FOREIGN_CITM = 1,      // a catalog
    FOREIGN_CANADA = 2,    // a collection of features
    FOREIGN_ACCOUNT = 3,   // the small object
    FOREIGN_STATUS = 4,    // a tweet
    FOREIGN_HEADLINE = 5,  // seven fields of a tweet
    FOREIGN_DOCUMENT = 6,  // anything, as the library's own tree; numbers are summed up as doubles, keys as strings
};

/// All scalars of a result. Sums are modulo 2^64, so that the order of dictionaries does not matter.
struct foreign_sum {
    uint64_t strings, text;        // how many, with keys of dictionaries; the sum of their FNV-1a hashes
    uint64_t integers, total;      // how many, and their sum
    uint64_t doubles, bits;        // how many, and the sum of their bit patterns
    uint64_t booleans, trues;      // how many, and how many of them are true
    uint64_t nothing;              // optional fields without a value
    uint64_t elements, members;    // of arrays and of dictionaries
};

/// What was in a stream.
struct foreign_stream {
    uint64_t elements;
    uint64_t ids;  // their sum
};

/// A contender. No function but these, and none throws or ends the process. A reader and its values stay on one thread.
struct foreign_table {
    /// For people: library, compiler, flags.
    const char *version;
    /// Bytes that must be readable after a text.
    size_t padding;
    /// A reader that is kept, or NULL.
    void *(*start)(void);
    void (*stop)(void *reader);
    /// The value of a text, or NULL when the text is not of the model. The caller releases it.
    void *(*read)(void *reader, int model, const uint8_t *text, size_t count);
    void (*release)(int model, void *value);
    void (*sum)(int model, const void *value, struct foreign_sum *sum);
    /// Reads and releases so many times, without a value on the heap of its own.
    bool (*repeat)(void *reader, int model, const uint8_t *text, size_t count, size_t times);
    /// The text of a value; the caller gives it back. NULL where the contender does not write.
    uint8_t *(*write)(int model, const void *value, size_t *count, size_t *capacity);
    void (*release_text)(uint8_t *text, size_t capacity);
    /// Reads the tweets of a file, FOREIGN_STATUS or FOREIGN_HEADLINE, one at a time: one in each line, or those of one array.
    bool (*lines)(void *reader, int model, const char *path, struct foreign_stream *stream);
    bool (*array)(void *reader, int model, const char *path, struct foreign_stream *stream);
};

/// Each is NULL where the contender was not built: scripts/setup-rivals says why.
const struct foreign_table *foreign_simdjson(void);
const struct foreign_table *foreign_serde(void);

#ifdef __cplusplus
}
#endif

#endif
