// Declarations that the files of this program share. The program tests the C engine through its headers, without Swift. For each subject it
// prints a line with a hash of all results. Builds for different processors must print the same lines.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/alloc.h"
#include "plan/thunks.h"

// MARK: - Hashes, chance, findings (support.c)

typedef struct hash {
    uint64_t state;
} hash;

void hash_word(hash *h, uint64_t word);
/// Hashes the bytes and their number.
void hash_bytes(hash *h, const void *bytes, size_t n);

/// The generator splitmix64: the same seed gives the same numbers everywhere.
typedef struct chance {
    uint64_t state;
} chance;

uint64_t next_word(chance *c);
/// Returns a random number in 0..<bound; bound > 0.
size_t below(chance *c, size_t bound);
/// Returns true once in `n` times, on average.
bool one_in(chance *c, size_t n);

/// If `holds` is false, prints `what` with the current subject and trial to stderr. The program then ends with 1.
void expect(bool holds, const char *what);
/// Prints the text around an offset, to show where a trial failed.
void report_text(const uint8_t *bytes, size_t n, uint64_t at);

// MARK: - Texts

typedef struct piece {
    const char *bytes;
    size_t n;
} piece;

typedef yoke_buffer text;

static inline text text_make(void) { return yoke_buffer_make(yoke_libc()); }
void put(text *t, const char *terminated);

/// Copies `n` bytes to memory whose end, or whose start, adjoins a page that must not be touched. The copy is valid until the next call.
/// `n` is at most MAX_GUARDED.
uint8_t *guarded(chance *c, const uint8_t *bytes, size_t n);
enum { MAX_GUARDED = 8 << 20 };

/// Chooses offsets at which to cut a text of `n` bytes. They are ascending, some occur twice, and there are at most MAX_CUTS. Returns
/// their number.
enum { MAX_CUTS = 4096 };
size_t choose_cuts(chance *c, size_t n, size_t *cuts);

/// Damages a text, or leaves it unchanged. (mutate.c)
void mutate(chance *c, text *t);
extern const piece number_texts[];
extern const size_t number_text_count;

/// Each function appends a valid text: `put_document` a value for the slot, `put_any` any value, `put_string` a string with its quotes.
/// Defined in documents.c.
void put_document(chance *c, text *t, const yoke_slot *slot);
void put_any(chance *c, text *t, int depth);
void put_string(chance *c, text *t);

// MARK: - The model (model.c, values.c)

/// The context that each thunk gets: the distance in bytes between two values in an array, the type of the values, and their slot (NULL if
/// unknown).
typedef struct thing {
    size_t stride;
    const yoke_type *type;
    const yoke_slot *slot;
} thing;

typedef struct model {
    /// An object with fields of every kind.
    yoke_slot root;
    /// A stream's elements: the values at the path $.list[*] of an object like `root`.
    yoke_slot path;
    /// A value that is not stored: its events go to the binder's event receiver.
    yoke_slot forward;
    /// A dynamic value, which is built in a buffer (a tape).
    yoke_slot document;
    size_t size;
} model;

const model *the_model(void);
void free_model(void);

/// Two sets of thunks (callbacks that make and move values) for reading. With the second set, C makes short strings itself, without a
/// thunk. The thunks for writing copy values without the memory that the values own, so the copies need no release.
extern const yoke_thunks reading_thunks[2];
extern const yoke_thunks writing_thunks;

bool is_nil(const yoke_slot *slot, const void *at);
void hash_value(hash *h, const yoke_slot *slot, const void *at);
void destroy_value(const yoke_slot *slot, void *at);
/// Returns the address that each empty array or dictionary holds.
const void *empty_block(void);
/// Number of memory blocks that values own. It must be 0 at the end of a trial.
extern size_t live_blocks;
/// The hash to which a stream adds its elements.
extern hash *handed_on;

// MARK: - Subjects

typedef struct trial {
    chance *chance;
    hash *hash;
    /// Number of valid texts so far, for the printed line.
    size_t *good;
} trial;

void check_found(trial t);
void check_model(trial t);
void check_path(trial t);
void check_forward(trial t);
void check_documents(trial t);
void check_filter(trial t);
void check_locate(trial t);
void check_transcode(trial t);
void check_utf8(trial t);
void check_strings(trial t);
void check_doubles(trial t);
void check_integers(trial t);
void check_number_texts(trial t);
void check_dates(trial t);
void check_date_texts(trial t);
void check_json5(trial t);
void check_members(trial t);
void free_engines(void);

void forward_text(trial t, const uint8_t *bytes, size_t n, size_t chunk);
void document_text(trial t, const uint8_t *bytes, size_t n);
void filter_text(trial t, const uint8_t *bytes, size_t n);
void locate_text(trial t, const uint8_t *bytes, size_t n);
