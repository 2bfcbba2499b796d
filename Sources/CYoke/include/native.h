// The native engine: text and plan in one pass.
//
//     feed ──> window ──> native/fast/fast_path.c      whole runs of members and elements, straight into fields, while all is as expected
//                │          │  anything else: one token
//                └──────> native/engine.c    the grammar as a state machine; every token and every fault exactly; binder's events
//                           │
//                         native/lexer.c       one token: its end, its text, or its fault
//
// A window is text with YOKE_PADDING readable bytes behind it: the caller's own bytes, or, for the last of them and for
// tokens that a chunk cuts, a copy. A token that touches a window's end is left for the next window, so a chunk may end at
// any byte, and memory is bounded by the largest token.
#ifndef YOKE_NATIVE_H
#define YOKE_NATIVE_H

#include "bind.h"

enum {
    /// Bytes that may be loaded behind a window; what they hold never matters.
    YOKE_PADDING = 64
};

/// What may come next.
enum yoke_expect {
    /// A value, or the text's end.
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
    /// All of the text was used, but for a token that it cuts.
    YOKE_NATIVE_OK,
    /// The binder stopped: see its `error`.
    YOKE_NATIVE_REFUSED,
    YOKE_NATIVE_NO_MEMORY,
    /// The text ends inside a token.
    YOKE_NATIVE_CUT,
    // Faults, at `fault`.
    YOKE_NATIVE_BAD_CHARACTER,
    YOKE_NATIVE_BAD_STRING,
    YOKE_NATIVE_BAD_NUMBER,
    YOKE_NATIVE_BAD_UTF8,
    YOKE_NATIVE_LONE_SURROGATE,
    /// A whole token that cannot stand where it does; `expect` says what could.
    YOKE_NATIVE_MISPLACED
};

typedef struct yoke_native {
    yoke_binder *binder;
    /// A `yoke_expect`.
    uint8_t expect;
    /// Strings and keys need not be UTF-8: the binder repairs them.
    bool any_utf8;
    /// A number that the text ends with is whole wherever it stands. Else, in a container, its last digits may be missing.
    bool ends_numbers;
    /// Readable bytes of the same memory behind the chunk that comes next: where there are enough, no end of it is copied.
    size_t behind;
    /// Nothing is asked for that `yoke_fast_path` leaves out.
    bool is_fast;
    /// No further text comes behind the window.
    bool is_last;
    /// The window, what is left of it, and its offset in the text.
    const uint8_t *window;
    const uint8_t *p;
    const uint8_t *end;
    uint64_t offset;
    /// Where the text given so far ends.
    uint64_t text_end;
    /// The token of the event that is being delivered.
    const uint8_t *token;
    const uint8_t *token_end;
    /// Of the string or long number that begins at `checked_start` in the text and that a window has cut: how many bytes are known to be
    /// good, and the part of the number that the last of them is in.
    size_t checked;
    uint64_t checked_start;
    uint8_t checked_part;
    /// The text of a string with escapes.
    yoke_buffer unescaped;
    /// Where tokens begin in a piece of the window, for skipping; NULL: none was asked for yet.
    struct yoke_tokens *tokens;
    /// A copy of what the last chunk left, and of what a window needs behind it.
    yoke_buffer kept;
    size_t kept_from;
    /// Where a fault is, and its byte.
    uint64_t fault;
    uint8_t fault_byte;
    /// The fault is at a byte that does not exist: the text ends.
    bool fault_at_end;
} yoke_native;

void yoke_native_init(yoke_native *e, yoke_binder *binder, const yoke_allocator *allocator);
void yoke_native_free(yoke_native *e);
/// Ready for a text that begins at `offset`.
void yoke_native_start(yoke_native *e, uint64_t offset);
/// Takes the next bytes. Anything but YOKE_NATIVE_OK ends this text.
enum yoke_native_status yoke_native_feed(yoke_native *e, const uint8_t *bytes, size_t n);
/// Whether the token that the text so far cuts may stand where it does: YOKE_NATIVE_OK or YOKE_NATIVE_MISPLACED.
enum yoke_native_status yoke_native_check_pending(yoke_native *e);
/// The text ends here.
enum yoke_native_status yoke_native_finish(yoke_native *e);

/// A whole text at once, whose value goes to `memory`: start, feed, finish, and the end of the value. No copy but of the last bytes.
enum yoke_native_status yoke_native_read(yoke_native *e, const yoke_slot *root, void *memory, const uint8_t *bytes, size_t n);
/// The same over the value that is at `value`: see `yoke_binder_start_overwrite`.
enum yoke_native_status yoke_native_overwrite(yoke_native *e, const yoke_slot *root, void *value, const uint8_t *bytes, size_t n);

/// The binder's `reparse`, with either engine: binds a value's text, which stood at `start`, to the next target. False: see the binder's error.
bool yoke_native_reparse(yoke_binder *b, const uint8_t *text, size_t n, uint64_t start);

#endif
