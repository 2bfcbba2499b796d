// Checks the JSON grammar with a state machine, one token at a time. Also moves the window of text from which the tokens come.

#include "native/native.h"

#include <string.h>

#include "bind/binder.h"
#include "bind/in_place.h"
#include "native/lexer.h"
#include "native/expect.h"
#include "text/space.h"
#include "text/unescape.h"
#include "native/window.h"
#include "native/skip/skip.h"
#include "native/skip/token_index.h"
#include "native/fast/fast_path.h"

static size_t consumed(void *engine) {
    const yoke_native *e = engine;
    return (size_t)(e->token_end - e->window);
}

void yoke_native_init(yoke_native *e, yoke_binder *binder, const yoke_allocator *allocator) {
    memset(e, 0, sizeof *e);
    e->binder = binder;
    e->unescaped = yoke_buffer_make(allocator);
    e->kept = yoke_buffer_make(allocator);
}

void yoke_native_free(yoke_native *e) {
    yoke_buffer_free(&e->unescaped);
    yoke_buffer_free(&e->kept);
    const yoke_allocator *allocator = e->kept.allocator;
    if (e->tokens != NULL) allocator->resize(allocator->context, e->tokens, sizeof *e->tokens, 0);
}

void yoke_native_start(yoke_native *e, uint64_t offset) {
    e->expect = YOKE_EXPECT_ROOT;
    e->is_fast = yoke_may_run_fast(e->binder);
    e->skips_unchecked = e->allows_unchecked && e->is_fast && e->binder->duplicates != YOKE_DUPLICATES_REFUSED;
    e->skipped = (yoke_skipped){.depth = 0};
    e->is_last = false;
    e->text_end = offset;
    e->checked = 0;
    e->readable_after = 0;
    e->kept.count = 0;
    e->kept.failed = e->unescaped.failed = false;
    e->kept_from = 0;
    e->fault_at_end = false;
    yoke_source *source = &e->binder->source;
    yoke_source_restart(source, offset);
    source->engine = e;
    source->consumed = consumed;
    source->token = &e->token;
}

// MARK: - Grammar

/// True if the grammar allows `token` as the next token. `expect` is the state of the grammar. The answer is the same for numbers, null,
/// true and false, so a caller may pass YOKE_TOKEN_NUMBER for all of them.
static bool is_expected(enum yoke_expect expect, enum yoke_token token) {
    bool is_value = token <= YOKE_TOKEN_BEGIN_OBJECT || token == YOKE_TOKEN_BEGIN_ARRAY;
    switch (expect) {
    case YOKE_EXPECT_ROOT:
    case YOKE_EXPECT_VALUE: return is_value;
    case YOKE_EXPECT_ELEMENT_OR_END: return is_value || token == YOKE_TOKEN_END_ARRAY;
    case YOKE_EXPECT_COMMA_OR_ARRAY_END: return token == YOKE_TOKEN_COMMA || token == YOKE_TOKEN_END_ARRAY;
    case YOKE_EXPECT_KEY_OR_END: return token == YOKE_TOKEN_STRING || token == YOKE_TOKEN_END_OBJECT;
    case YOKE_EXPECT_KEY: return token == YOKE_TOKEN_STRING;
    case YOKE_EXPECT_COLON: return token == YOKE_TOKEN_COLON;
    case YOKE_EXPECT_COMMA_OR_OBJECT_END: return token == YOKE_TOKEN_COMMA || token == YOKE_TOKEN_END_OBJECT;
    }
    return false;
}

static enum yoke_native_status fail(yoke_native *e, enum yoke_native_status status, const uint8_t *at) {
    e->fault = e->offset + (uint64_t)(at - e->window);
    e->fault_at_end = at >= e->end;
    e->fault_byte = e->fault_at_end ? 0 : *at;
    return status;
}

/// Returns the kind of an unfinished token with the first byte `c`: YOKE_TOKEN_STRING, or YOKE_TOKEN_NUMBER, which stands for numbers,
/// null, true and false.
static enum yoke_token beginning(uint8_t c) { return c == '"' ? YOKE_TOKEN_STRING : YOKE_TOKEN_NUMBER; }

static enum yoke_native_status fail_token(yoke_native *e, yoke_lexed lexed) {
    // Record where the bad or unfinished token begins, and its first byte: an error message needs both.
    yoke_source *source = &e->binder->source;
    source->pending = e->offset + (uint64_t)(e->p - e->window);
    source->pending_first = *e->p;
    // If the grammar does not allow the token here, its first byte is the first error. So report the token as misplaced, and not the fault
    // inside it.
    bool has_begun = lexed.end > e->p;
    if (has_begun && !is_expected(e->expect, beginning(*e->p))) return fail(e, YOKE_NATIVE_MISPLACED, e->p);
    return fail(e, lexed.status, lexed.end);
}

/// Sends the text of a string or key to the binder.
static int send_string(yoke_native *e, yoke_lexed lexed, bool is_key) {
    yoke_binder *b = e->binder;
    const uint8_t *text = e->token + 1;
    size_t n = (size_t)(e->token_end - e->token) - 2;
    if (lexed.escaped) {
        if (!yoke_unescape(&e->unescaped, text, text + n)) return yoke_fail(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_STRING);
        text = e->unescaped.bytes;
        n = e->unescaped.count;
    }
    return (is_key ? yoke_binder_sink.key : yoke_binder_sink.string)(b, text, n);
}

/// Sends the event of a token that the grammar allows here to the binder, and sets which tokens may follow. Returns 0 if the binder
/// stopped.
static int deliver(yoke_native *e, yoke_lexed lexed) {
    const yoke_sink *sink = &yoke_binder_sink;
    yoke_binder *b = e->binder;
    int goes_on;
    switch (lexed.token) {
    case YOKE_TOKEN_COMMA:
        e->expect = e->expect == YOKE_EXPECT_COMMA_OR_OBJECT_END ? YOKE_EXPECT_KEY : YOKE_EXPECT_VALUE;
        return 1;
    case YOKE_TOKEN_COLON: e->expect = YOKE_EXPECT_VALUE; return 1;
    case YOKE_TOKEN_BEGIN_OBJECT: e->expect = YOKE_EXPECT_KEY_OR_END; return sink->begin_object(b);
    case YOKE_TOKEN_BEGIN_ARRAY: e->expect = YOKE_EXPECT_ELEMENT_OR_END; return sink->begin_array(b);
    case YOKE_TOKEN_STRING:
        if (e->expect == YOKE_EXPECT_KEY || e->expect == YOKE_EXPECT_KEY_OR_END) {
            e->expect = YOKE_EXPECT_COLON;
            return send_string(e, lexed, true);
        }
        goes_on = send_string(e, lexed, false);
        break;
    case YOKE_TOKEN_NUMBER:
        goes_on = sink->number(b, (const char *)e->token, (size_t)(e->token_end - e->token));
        break;
    case YOKE_TOKEN_NULL: goes_on = sink->null(b); break;
    case YOKE_TOKEN_TRUE: goes_on = sink->boolean(b, 1); break;
    case YOKE_TOKEN_FALSE: goes_on = sink->boolean(b, 0); break;
    case YOKE_TOKEN_END_OBJECT: goes_on = sink->end_object(b); break;
    case YOKE_TOKEN_END_ARRAY: goes_on = sink->end_array(b); break;
    default: return 0;
    }
    if (goes_on) yoke_native_expect_next(e);
    return goes_on;
}

/// Runs the fast path in a line whose end is not known. If a value must be skipped or copied next, only finds the line's end, because the
/// code that skips or copies values needs it. Returns false if the binder stopped.
static __attribute__((noinline)) bool run_in_line(yoke_native *e) {
    if (yoke_can_pass(e, NULL) || yoke_can_pass(e, &yoke_tape_sink) || yoke_skips_unchecked(e) || yoke_drops_next(e)) {
        yoke_find_line_end(e, e->p);
        return true;
    }
    if (yoke_has_old_values(e->binder)) return !yoke_fast_overwrite_can_start(e) || yoke_fast_overwrite_in_line(e);
    return !yoke_fast_path_can_start(e) || yoke_fast_path_in_line(e);
}

/// Moves on without the lexer if the engine's state allows it: runs the fast path, skips a value, or copies a dynamic value to the tape.
/// Otherwise does nothing. Returns false if the binder stopped.
yoke_inline bool run_fast_path(yoke_native *e) {
    // If the last window ended inside a string or long number, let the lexer continue this token. The lexer knows how many of the token's
    // bytes are already checked (`checked`), so it reads each byte once.
    if (yoke_unlikely(e->checked > 0) && e->checked_start == e->offset + (uint64_t)(e->p - e->window)) return true;
    if (yoke_unlikely(e->ends_at_feed)) {
        if (!run_in_line(e)) return false;
        if (e->ends_at_feed) return true;
    }
    if (yoke_unlikely(yoke_can_pass(e, NULL))) return yoke_skip(e);
    if (yoke_unlikely(yoke_skips_unchecked(e)) && yoke_drops_next(e) && !yoke_skip_members(e)) return false;
    if (yoke_unlikely(yoke_can_pass(e, &yoke_tape_sink)) && !e->binder->reads_literals) return yoke_keep_document(e);
    if (yoke_unlikely(yoke_has_old_values(e->binder))) return !yoke_fast_overwrite_can_start(e) || yoke_fast_overwrite(e);
    return !yoke_fast_path_can_start(e) || yoke_fast_path(e);
}

/// Reads the tokens at which the fast path stopped, one by one, and tries the fast path again after each token. Returns YOKE_NATIVE_OK at
/// the window's end and at a token that touches this end. If the text is a single line (`ends_at_feed`), also at its line feed.
static __attribute__((noinline)) enum yoke_native_status run_tokens(yoke_native *e) {
    for (;;) {
        if (e->p < e->end && *e->p <= ' ') {
            e->p = e->ends_at_feed ? yoke_skip_blanks(e->p, e->end) : yoke_skip_space(e->p, e->end);
            if (e->ends_at_feed && *e->p == '\n') return YOKE_NATIVE_OK;
        }
        if (e->p == e->end) return YOKE_NATIVE_OK;
        yoke_lexed lexed = yoke_lex(e);
        if (lexed.token == YOKE_TOKEN_CUT) {
            if (!e->is_last) return YOKE_NATIVE_OK;
            return fail_token(e, lexed);
        }
        e->token = e->p;
        e->token_end = lexed.end;
        if (yoke_unlikely(lexed.token == YOKE_TOKEN_FAULT)) return fail_token(e, lexed);
        if (yoke_unlikely(!is_expected((enum yoke_expect)e->expect, lexed.token)))
            return fail(e, YOKE_NATIVE_MISPLACED, e->p);
        if (!deliver(e, lexed)) return YOKE_NATIVE_REFUSED;
        e->p = lexed.end;
        if (!run_fast_path(e)) return YOKE_NATIVE_REFUSED;
    }
}

// MARK: - Windows

void yoke_open_window(yoke_native *e, const uint8_t *bytes, size_t n, uint64_t offset) {
    yoke_source *source = &e->binder->source;
    e->window = e->p = bytes;
    e->end = bytes + n;
    e->offset = offset;
    e->token = e->token_end = bytes;
    if (e->tokens != NULL) e->tokens->text = NULL;
    source->chunk = bytes;
    source->chunk_length = n;
    source->offset = offset;
    source->pending = YOKE_NO_OFFSET;
}

bool yoke_keep_bytes(yoke_native *e, const uint8_t *bytes, size_t n) {
    yoke_buffer *kept = &e->kept;
    if (e->kept_from > 0) {
        kept->count -= e->kept_from;
        memmove(kept->bytes, kept->bytes + e->kept_from, kept->count);
        e->kept_from = 0;
    }
    if (!yoke_buffer_reserve(kept, n + YOKE_PADDING)) return false;
    if (n > 0) memcpy(kept->bytes + kept->count, bytes, n);
    kept->count += n;
    memset(kept->bytes + kept->count, 0, YOKE_PADDING);
    return true;
}

enum yoke_native_status yoke_run_window(yoke_native *e) {
    if (!run_fast_path(e)) return YOKE_NATIVE_REFUSED;
    enum yoke_native_status status = e->p < e->end ? run_tokens(e) : YOKE_NATIVE_OK;
    yoke_source *source = &e->binder->source;
    if (status == YOKE_NATIVE_OK && yoke_unlikely(source->capturing > 0) && !yoke_source_keep(source, (size_t)(e->p - e->window)))
        return YOKE_NATIVE_NO_MEMORY;
    return status;
}

enum yoke_native_status yoke_run_kept(yoke_native *e, uint64_t text_end) {
    size_t n = e->kept.count - e->kept_from;
    yoke_open_window(e, e->kept.bytes + e->kept_from, n, text_end - n);
    enum yoke_native_status status = yoke_run_window(e);
    if (status == YOKE_NATIVE_OK) e->kept_from = (size_t)(e->p - e->kept.bytes);
    return status;
}

void yoke_close_window(yoke_native *e) {
    yoke_source *source = &e->binder->source;
    size_t left = e->kept.count - e->kept_from;
    source->chunk = NULL;
    source->chunk_length = 0;
    source->offset = e->text_end;
    source->pending = left > 0 ? e->text_end - left : YOKE_NO_OFFSET;
    if (left > 0) source->pending_first = e->kept.bytes[e->kept_from];
}

enum yoke_native_status yoke_native_check_pending(yoke_native *e) {
    const yoke_source *source = &e->binder->source;
    if (source->pending == YOKE_NO_OFFSET || is_expected(e->expect, beginning(source->pending_first))) return YOKE_NATIVE_OK;
    e->fault = source->pending;
    e->fault_byte = source->pending_first;
    e->fault_at_end = false;
    return YOKE_NATIVE_MISPLACED;
}

enum yoke_native_status yoke_native_feed(yoke_native *e, const uint8_t *bytes, size_t n) {
    const uint64_t start = e->text_end;
    size_t used = 0;
    enum yoke_native_status status;
    e->text_end += n;
    // The `kept` buffer may end with the start of a token that the end of the last chunk cut. Complete this token with few bytes of the new
    // chunk, so that the rest of the chunk need not be copied.
    size_t step = 2 * YOKE_PADDING;
    while (e->kept.count > e->kept_from && used < n) {
        size_t more = step < n - used ? step : n - used;
        if (!yoke_keep_bytes(e, bytes + used, more)) return YOKE_NATIVE_NO_MEMORY;
        used += more;
        step *= 2;
        status = yoke_run_kept(e, start + used);
        if (status != YOKE_NATIVE_OK) return status;
        size_t now = e->kept.count - e->kept_from;
        if (now <= used) {
            // All unread bytes of the `kept` buffer come from the new chunk. So empty the buffer, and read these bytes from the
            // chunk itself.
            used -= now;
            e->kept.count = e->kept_from = 0;
        }
    }
    // Read the rest of the chunk without copying it. A window needs YOKE_PADDING loadable bytes after its end. If the caller does
    // not promise them, the window ends YOKE_PADDING bytes before the chunk does.
    size_t padding = e->readable_after >= YOKE_PADDING ? 0 : YOKE_PADDING;
    e->readable_after = 0;
    if (n - used > padding) {
        yoke_open_window(e, bytes + used, n - used - padding, start + used);
        status = yoke_run_window(e);
        if (status != YOKE_NATIVE_OK) return status;
        used = (size_t)(e->p - bytes);
    }
    if (used < n) {
        if (!yoke_keep_bytes(e, bytes + used, n - used)) return YOKE_NATIVE_NO_MEMORY;
        status = yoke_run_kept(e, start + n);
        if (status != YOKE_NATIVE_OK) return status;
    }
    yoke_close_window(e);
    return YOKE_NATIVE_OK;
}

void yoke_find_line_end(yoke_native *e, const uint8_t *from) {
    const uint8_t *feed = memchr(from, '\n', (size_t)(e->end - from));
    if (feed != NULL) e->end = feed + 1;
    e->binder->source.chunk_length = (size_t)(e->end - e->window);
    e->ends_at_feed = false;
}

enum yoke_native_status yoke_native_read_line(yoke_native *e, const uint8_t *bytes, size_t n, size_t *length) {
    yoke_open_window(e, bytes, n, e->text_end);
    e->ends_at_feed = true;
    const enum yoke_native_status status = yoke_run_window(e);
    if (e->ends_at_feed) yoke_find_line_end(e, e->p);
    *length = (size_t)(e->end - bytes);
    e->text_end += *length;
    if (status == YOKE_NATIVE_OK) yoke_close_window(e);
    return status;
}

enum yoke_native_status yoke_native_finish(yoke_native *e) {
    e->is_last = true;
    if (e->kept.count == e->kept_from && !yoke_keep_bytes(e, NULL, 0)) return YOKE_NATIVE_NO_MEMORY;
    enum yoke_native_status status = yoke_run_kept(e, e->text_end);
    if (status == YOKE_NATIVE_OK) yoke_close_window(e);
    return status;
}

// MARK: - The end of a cut text

bool yoke_native_is_after_key(const yoke_native *e) {
    return e->expect == YOKE_EXPECT_COLON || (e->expect == YOKE_EXPECT_VALUE && e->binder->top->is_object);
}

const uint8_t *yoke_native_cut_string(const yoke_native *e, size_t *n) {
    const size_t count = e->kept.count - e->kept_from;
    if (count == 0 || e->kept.bytes[e->kept_from] != '"' || !is_expected((enum yoke_expect)e->expect, YOKE_TOKEN_NUMBER)) return NULL;
    *n = count - 1;
    return e->kept.bytes + e->kept_from + 1;
}
