// Re-parses raw text (the kept bytes of one value), with a new native engine and the same binder.

#include "base/stack.h"
#include "bind/binder.h"
#include "bind/cut_text.h"
#include "native/window.h"

bool yoke_native_reparse(yoke_binder *b, const uint8_t *text, size_t n, uint64_t start) {
    // Raw text may contain values that need their own raw text. To read them, this function calls itself, which uses the thread's stack. So
    // the depth of these calls is limited.
    if (b->reparses >= YOKE_MAX_REPARSES) return yoke_fail_at(b, YOKE_ERROR_REPARSE_DEPTH, NULL, YOKE_FOUND_OBJECT, start);
    if (yoke_stack_is_low()) return yoke_fail_at(b, YOKE_ERROR_STACK, NULL, YOKE_FOUND_OBJECT, start);
    const uint64_t bound = b->reparse_bound, reparsed = b->reparsed_bytes;
    if (n > bound) { // the outermost raw text, or a text that a hook has made longer than those around it: begin a new count of bytes
        b->reparse_bound = n;
        b->reparsed_bytes = 0;
    }
    // If the text was cut inside this value, the raw text ends with added brackets. Leave these out, append the unfinished string, if there
    // is one (`tail`), and close the open containers again after reading.
    const yoke_closing *closing = b->closing;
    const bool is_cut = yoke_is_cut(b, start + n);
    const size_t length = is_cut ? (size_t)(closing->start - start) : n, tail = is_cut ? closing->tail.count : 0;
    b->closing = NULL;
    const size_t first_reparsed_frame = b->first_reparsed_frame;
    const uint64_t depth = b->depth;
    yoke_source around = b->source;
    yoke_source_init(&b->source, b->allocator);
    b->source.captures = around.captures; // if the outer source may keep raw text, so may the new source
    b->first_reparsed_frame = b->frame_count;
    if (b->reparses == 0) {
        b->reparsing = b->made != NULL ? b->made->from : text;
        b->reparsing_length = b->made != NULL ? b->made->from_length : n;
        b->reparsed_start = start;
        b->reparsing_in = around.capturing > 0 ? around.kept_from : start;
    }
    b->reparses++;
    yoke_native e;
    yoke_native_init(&e, b, b->allocator);
    e.repairs_utf8 = b->repairs_strings;
    e.ends_numbers = true; // the end of the raw text also ends its last number
    yoke_native_start(&e, start);
    e.expect = YOKE_EXPECT_VALUE;
    e.is_last = tail == 0;
    e.text_end = start + length + tail;
    const bool has_memory = yoke_keep_bytes(&e, text, length) && (tail == 0 || yoke_keep_bytes(&e, closing->tail.bytes, tail));
    enum yoke_native_status status = has_memory ? yoke_run_kept(&e, e.text_end) : YOKE_NATIVE_NO_MEMORY;
    if (status == YOKE_NATIVE_OK && is_cut) {
        yoke_close_window(&e);
        yoke_cut cut = {.after_key = yoke_native_is_after_key(&e)};
        cut.string = yoke_native_cut_string(&e, &cut.length);
        if (!yoke_close_to(b, depth, cut, closing->drops_incomplete)) status = YOKE_NATIVE_REFUSED;
    }
    if (status != YOKE_NATIVE_OK) {
        // Raw text is valid JSON. So either the binder has recorded an error, which `yoke_fail_at` keeps, or memory has run out.
        yoke_fail_at(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_OBJECT, start);
        if (b->reparses == 1) yoke_keep_reparsed(b, text, n, start);
        b->depth = depth;
    }
    yoke_native_free(&e);
    // After a failure, frames that this call pushed may still keep raw text. They are dropped later, and each then ends its capture in the
    // outer source. So the outer source must count these captures too.
    around.capturing += b->source.capturing;
    yoke_source_free(&b->source);
    b->source = around;
    b->first_reparsed_frame = first_reparsed_frame;
    b->closing = closing;
    if (n > bound) {
        b->reparse_bound = bound;
        b->reparsed_bytes = reparsed;
    }
    if (--b->reparses == 0) {
        b->reparsing = NULL;
        if (b->trials == 0) yoke_forget_results(b);
    }
    return status == YOKE_NATIVE_OK;
}
