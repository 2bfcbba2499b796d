// The native engine: it reads the text and runs the plan in one pass.
//
//     feed ──> window ──> native/fast/fast_path.c   runs of members and elements, straight into fields, while all is as expected
//                │          │  anything else: one token
//                └──────> native/engine.c           the grammar as a state machine: exact tokens, exact faults, the binder's events
//                           │
//                         native/lexer.c            one token: its end, its text, or its fault
//
// A window is text with YOKE_PADDING readable bytes after it. Most windows are the caller's own bytes. The end of a chunk, and a
// token that a chunk cuts, are copied. A token that touches the end of a window is read in the next window. So a chunk may end at
// any byte, and memory is bounded by the largest token.
#pragma once

#include "bind/bind.h"

enum {
    /// Number of bytes after a window that the engine may load. Their values do not matter.
    YOKE_PADDING = 64,
    /// Number of guesses for the lengths of keys; see `key_lengths`.
    YOKE_KEY_LENGTHS = 256
};

/// The tokens that may come next.
enum yoke_expect {
    /// A value, or the end of the text.
    YOKE_EXPECT_ROOT,
    YOKE_EXPECT_VALUE,
    YOKE_EXPECT_ELEMENT_OR_END,
    YOKE_EXPECT_COMMA_OR_ARRAY_END,
    YOKE_EXPECT_KEY_OR_END,
    YOKE_EXPECT_KEY,
    YOKE_EXPECT_COLON,
    YOKE_EXPECT_COMMA_OR_OBJECT_END
};

enum yoke_native_status {
    /// No fault so far. All text was read, except for an unfinished token at its end.
    YOKE_NATIVE_OK,
    /// The binder stopped: see its `error`.
    YOKE_NATIVE_REFUSED,
    YOKE_NATIVE_NO_MEMORY,
    /// The text ends inside a token.
    YOKE_NATIVE_CUT,
    // Faults of the text, at offset `fault`.
    YOKE_NATIVE_BAD_CHARACTER,
    YOKE_NATIVE_BAD_STRING,
    YOKE_NATIVE_BAD_NUMBER,
    YOKE_NATIVE_BAD_UTF8,
    YOKE_NATIVE_LONE_SURROGATE,
    /// A token that the grammar does not allow at this place. The engine's `expect` says which tokens are allowed.
    YOKE_NATIVE_MISPLACED
};

/// The state of a skip without checks at the end of a window that ends inside the skipped value. The skip continues from this state in the
/// next window.
typedef struct yoke_skipped {
    /// Number of the value's open brackets.
    uint64_t depth;
    /// `in_string`: true if the window ended inside a string. `is_escaped`: true if the window's last byte was a backslash that escapes the
    /// next byte.
    bool in_string, is_escaped;
} yoke_skipped;

typedef struct yoke_native {
    yoke_binder *binder;
    /// The tokens that may come next: a `yoke_expect`.
    uint8_t expect;
    /// True if strings and keys need not be UTF-8, because the binder repairs them.
    bool repairs_utf8;
    /// True if the end of the text also ends a number inside open containers. This is so for raw text, which holds complete values. If
    /// false, the end of the text ends only a top-level number.
    bool ends_numbers;
    /// Number of readable bytes after the next chunk. If it is at least YOKE_PADDING, the engine need not copy the end of the chunk.
    size_t readable_after;
    /// True if the fast path may run: the call has no option that only the lexer and the binder implement.
    bool is_fast;
    /// True if the call allows the engine to skip unwanted values without checks.
    bool allows_unchecked;
    /// True if the engine skips unwanted values without checks: `allows_unchecked` and `is_fast` are true, and the call does not refuse
    /// repeated keys.
    bool skips_unchecked;
    yoke_skipped skipped;
    /// True if no more text comes after the window.
    bool is_last;
    /// True if the text to read is a line whose end is not known yet: it ends with the first line feed from `p` on, before `end`.
    bool ends_at_feed;
    /// The window is from `window` to `end`. `p`: the first byte that is not read yet. `offset`: the window's offset in the text.
    const uint8_t *window;
    const uint8_t *p;
    const uint8_t *end;
    uint64_t offset;
    /// Offset of the end of the text that the callers have given to the engine so far.
    uint64_t text_end;
    /// The token whose event is being delivered: its first byte, and the byte after its last one.
    const uint8_t *token;
    const uint8_t *token_end;
    /// For a string or long number that the end of a window cut: the token begins at offset `checked_start`, and its first `checked` bytes
    /// are valid. `checked_part`: in which part of the number (whole, fraction, exponent) these bytes end.
    size_t checked;
    uint64_t checked_start;
    uint8_t checked_part;
    /// The unescaped text of a string with escapes.
    yoke_buffer unescaped;
    /// A list of the tokens in a piece of the window (the token index), to skip values faster. NULL until it is first needed.
    struct yoke_tokens *tokens;
    /// A copy of the last chunk's bytes that are not read yet. They begin at index `kept_from`, and YOKE_PADDING bytes follow them.
    yoke_buffer kept;
    size_t kept_from;
    /// Offset of a fault, and the byte there.
    uint64_t fault;
    uint8_t fault_byte;
    /// True if the fault is at the end of the text. `fault_byte` is then 0.
    bool fault_at_end;
    /// Guesses for the lengths of keys in skipped text. A hash of the previous key's first eight bytes selects a guess.
    uint8_t key_lengths[YOKE_KEY_LENGTHS];
} yoke_native;

void yoke_native_init(yoke_native *e, yoke_binder *binder, const yoke_allocator *allocator);
void yoke_native_free(yoke_native *e);
/// Prepares the engine for a new text whose first byte has the offset `offset`.
void yoke_native_start(yoke_native *e, uint64_t offset);
/// Reads the next chunk. After any result but YOKE_NATIVE_OK, the engine cannot continue this text.
enum yoke_native_status yoke_native_feed(yoke_native *e, const uint8_t *bytes, size_t n);
/// As `yoke_native_feed`, for one line. The line ends with the first line feed of the `n` bytes. This line feed must exist, and at least
/// YOKE_PADDING of the bytes must follow it. The function finds the line feed while it reads, so it loads the text only once. Sets
/// `*length` to the length of the line.
enum yoke_native_status yoke_native_read_line(yoke_native *e, const uint8_t *bytes, size_t n, size_t *length);
/// The text may end inside a token. Checks if the grammar allows this unfinished token after the tokens before it. Returns YOKE_NATIVE_OK
/// or YOKE_NATIVE_MISPLACED.
enum yoke_native_status yoke_native_check_pending(yoke_native *e);
/// Tells the engine that the text ends after the last chunk.
enum yoke_native_status yoke_native_finish(yoke_native *e);

/// True if the text so far ends after a key, or after its colon.
bool yoke_native_is_after_key(const yoke_native *e);
/// If the text so far ends inside of a string value: returns the bytes of this string after its opening quote, and sets `*n` to their
/// number. Else returns NULL.
const uint8_t *yoke_native_cut_string(const yoke_native *e, size_t *n);

/// Reads an entire text and puts its value at `memory`, without calls of start, feed and finish. Copies only the last bytes.
enum yoke_native_status yoke_native_read(yoke_native *e, const yoke_slot *root, void *memory, const uint8_t *bytes, size_t n);
/// As `yoke_native_read`, but overwrites the existing value at `value` in place: see `yoke_binder_start_overwrite`.
enum yoke_native_status yoke_native_overwrite(yoke_native *e, const yoke_slot *root, void *value, const uint8_t *bytes, size_t n);

/// The binder's `reparse` function, for both engines (native and libyajl): binds raw text (the kept bytes of a value, which began at
/// offset `start`) to the binder's next slot. Returns false if binding fails: see the binder's `error`.
bool yoke_native_reparse(yoke_binder *b, const uint8_t *text, size_t n, uint64_t start);
