// The interface of a contender in another language: a table of functions, the same for C++ and Rust. A contender reads a text into
// structs of its own language, which own their strings and arrays. It also sums up all values, so that the results of all contenders
// can be compared.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The number of the model to read. Every contender has structs with all fields of each model. The Rust code uses the same numbers.
enum foreign_model {
    FOREIGN_TWITTER = 0,   // a search result
    FOREIGN_CITM = 1,      // a catalog
    FOREIGN_CANADA = 2,    // a collection of features
    FOREIGN_ACCOUNT = 3,   // the small object
    FOREIGN_STATUS = 4,    // a tweet
    FOREIGN_HEADLINE = 5,  // seven fields of a tweet
    FOREIGN_DOCUMENT = 6,  // any document, as the library's own tree; its numbers are summed up as doubles, its keys as strings
};

/// Counts and sums of all scalars in a result. Sums are modulo 2^64, so that the order of dictionaries does not matter.
struct foreign_sum {
    uint64_t strings, text;        // number of strings, with keys of dictionaries; sum of their FNV-1a hashes
    uint64_t integers, total;      // number of integers; their sum
    uint64_t doubles, bits;        // number of doubles; sum of their bit patterns
    uint64_t booleans, trues;      // number of booleans; number of `true`
    uint64_t nothing;              // number of optional fields without a value
    uint64_t elements, members;    // number of elements in arrays; number of members in dictionaries
};

/// The number of tweets in a stream, and the sum of their ids.
struct foreign_stream {
    uint64_t elements;
    uint64_t ids;  // sum of the ids
};

/// Counts and sums over all values of a document. A string is summed up by its length, and not by its bytes.
struct foreign_walk {
    uint64_t values;    // number of values
    uint64_t integers;  // sum of the integers, modulo 2^64
    uint64_t bytes;     // sum of the lengths of strings and keys
    uint64_t trues;
    double doubles;     // sum of the other numbers, in the order of the text
};

/// A contender: the functions that call its library. No function throws or ends the process. A reader and its values stay on one thread.
struct foreign_table {
    /// The library's version, the compiler and its flags, for the printed heading.
    const char *version;
    /// Number of bytes that must be readable after the end of a text, because the library loads past the end.
    size_t padding;
    /// Makes a reader for many texts, or returns NULL.
    void *(*start)(void);
    void (*stop)(void *reader);
    /// Reads a text. Returns the value, which the caller releases; NULL if the text does not fit the model.
    void *(*read)(void *reader, int model, const uint8_t *text, size_t count);
    void (*release)(int model, void *value);
    void (*sum)(int model, const void *value, struct foreign_sum *sum);
    /// Reads a text and releases its value, `times` times, because a single reading of a short text cannot be timed. Returns false if the
    /// text does not fit the model.
    bool (*repeat)(void *reader, int model, const uint8_t *text, size_t count, size_t times);
    /// Writes a value as JSON text, which the caller releases with `release_text`. The pointer `write` is NULL if the contender cannot
    /// write.
    uint8_t *(*write)(int model, const void *value, size_t *count, size_t *capacity);
    void (*release_text)(uint8_t *text, size_t capacity);
    /// Reads the tweets of a file one at a time, as FOREIGN_STATUS or FOREIGN_HEADLINE. For `lines`, each line of the file is a tweet. For
    /// `array`, the file is one array of tweets. Returns false if the file cannot be read, or if a tweet does not fit the model.
    bool (*lines)(void *reader, int model, const char *path, struct foreign_stream *stream);
    bool (*array)(void *reader, int model, const char *path, struct foreign_stream *stream);
    /// Reads any document as the library's own tree, sums up every value, and releases the tree.
    bool (*walk)(void *reader, const uint8_t *text, size_t count, struct foreign_walk *walk);
};

/// Returns the contender; NULL if it was not built, and then scripts/setup-rivals prints the reason.
const struct foreign_table *foreign_simdjson(void);
const struct foreign_table *foreign_serde(void);

#ifdef __cplusplus
}
#endif
