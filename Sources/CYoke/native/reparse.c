// Kept text is parsed again, by an engine of its own, for the same binder.

#include "bind/binder.h"
#include "native/window.h"

bool yoke_native_reparse(yoke_binder *b, const uint8_t *text, size_t n, uint64_t start) {
    // A text in a text in a text: this is the one place where the input's nesting is the machine's stack.
    if (b->reparses >= YOKE_REPARSES_MOST) return yoke_fail_at(b, YOKE_ERROR_REPARSE_DEPTH, NULL, YOKE_FOUND_OBJECT, start);
    const uint64_t bound = b->reparse_bound, reparsed = b->reparsed_bytes;
    if (n > bound) { // the outermost one, or one that a hook has made longer
        b->reparse_bound = n;
        b->reparsed_bytes = 0;
    }
    const size_t floor = b->floor;
    const uint64_t depth = b->depth;
    yoke_source around = b->source;
    yoke_source_init(&b->source, b->allocator);
    b->source.captures = around.captures; // offsets are the text's own
    b->floor = b->frame_count;
    if (b->reparses == 0) {
        b->reparsing = b->made != NULL ? b->made->from : text;
        b->reparsing_length = b->made != NULL ? b->made->from_length : n;
        b->reparsed_start = start;
        b->reparsing_in = around.capturing > 0 ? around.kept_from : start;
    }
    b->reparses++;
    yoke_native e;
    yoke_native_init(&e, b, b->allocator);
    e.any_utf8 = b->repairs_strings;
    e.ends_numbers = true; // it has been told from what is behind it
    yoke_native_start(&e, start);
    e.expect = YOKE_EXPECT_VALUE;
    e.is_last = true;
    e.text_end = start + n;
    enum yoke_native_status status = yoke_keep_bytes(&e, text, n) ? yoke_run_kept(&e, start + n) : YOKE_NATIVE_NO_MEMORY;
    if (status != YOKE_NATIVE_OK) {
        // The text has been checked: what is left are refusals, and memory.
        yoke_fail_at(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_OBJECT, start);
        if (b->reparses == 1) yoke_keep_reparsed(b, text, n, start);
        b->depth = depth;
    }
    yoke_native_free(&e);
    // What a text that failed has left open is given up when its frames are, and these do not know whose captures they had.
    around.capturing += b->source.capturing;
    yoke_source_free(&b->source);
    b->source = around;
    b->floor = floor;
    if (n > bound) {
        b->reparse_bound = bound;
        b->reparsed_bytes = reparsed;
    }
    if (--b->reparses == 0) b->reparsing = NULL;
    return status == YOKE_NATIVE_OK;
}
