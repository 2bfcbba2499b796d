// Reads an entire text at once, in two windows. The first window is the text without its last YOKE_PADDING bytes. The second window
// is a copy of these bytes, with padding after it. A text of at most YOKE_PADDING bytes has only the second window.
//
//     {"id":1234567,"name":"Mia","ok":true} 0 0 0 ...
//     └──────── yoke_read_object ────────┘ end: the value is complete, and the engine has not started the binder
//
// Programs read short texts by the million, and preparing the binder costs more than reading such a text. So if the entire text is
// one object of plain members (scalars, null, arrays of numbers), the engine reads it without the binder. At the first unusual
// token, the engine starts the binder, which continues after the members read so far.

#include <string.h>

#include "bind/binder.h"
#include "native/window.h"
#include "text/strings.h"
#include "native/fast/fast_path.h"
#include "native/fast/containers.h"

/// Copies the last `n` bytes of a text, at most YOKE_PADDING, to the `kept` buffer, with padding after them. Makes no calls if the buffer
/// is large enough, to be fast for short texts. Returns NULL if there is not enough memory.
yoke_inline const uint8_t *copy_last(yoke_native *e, const uint8_t *bytes, size_t n) {
    yoke_buffer *kept = &e->kept;
    if (yoke_unlikely(kept->capacity < 2 * YOKE_PADDING)) {
        kept->count = 0;
        kept->failed = false;
        if (!yoke_buffer_reserve(kept, 2 * YOKE_PADDING)) return NULL;
    }
    uint8_t *const to = kept->bytes;
    memset(to + n, 0, YOKE_PADDING);
    if (n > 0) copy_short(to, bytes, n);
    return to;
}

/// Reads the last bytes of the text, which are in the `kept` buffer.
static enum yoke_native_status read_last(yoke_native *e) {
    yoke_binder *b = e->binder;
    enum yoke_native_status status = yoke_run_window(e);
    if (status != YOKE_NATIVE_OK) return status;
    if (b->depth > 0 || b->values == 0) {
        e->kept_from = (size_t)(e->p - e->kept.bytes);
        yoke_close_window(e);
        return YOKE_NATIVE_CUT;
    }
    yoke_drop_frame(b); // the root's frame, which owns nothing: the value belongs to the caller
    return YOKE_NATIVE_OK;
}

/// True if the text may be read without the binder: it begins with `{`, and the members of the model are all plain (scalars, Strings,
/// arrays). Also, no earlier text may have left frames open.
yoke_inline bool may_be_plain(const yoke_binder *b, const yoke_slot *root, uint8_t first) {
    return root->kind == YOKE_OBJECT && first == '{' && b->frame_count == 0 && b->limits.depth > 0 && yoke_may_run_fast(b) &&
           can_take_object(b, root->type->object);
}

/// Reads the rest of the text with the binder. `after`: the address after the plain object. NULL: reading stopped inside the object, and
/// `begun` says which members were read.
static yoke_cold enum yoke_native_status read_rest(yoke_native *e, const yoke_slot *root, void *memory, size_t n,
                                                   const uint8_t *after, const yoke_begun *begun) {
    yoke_binder *b = e->binder;
    if (!yoke_binder_start(b, root, memory)) return YOKE_NATIVE_NO_MEMORY; // cannot fail: `may_be_plain` found room for the frame
    yoke_native_start(e, 0);
    e->kept.count = e->text_end = n;
    e->is_last = true;
    yoke_open_window(e, e->kept.bytes, n, 0);
    if (after != NULL) {
        yoke_root_done(b, (uint64_t)(after - e->window));
        e->p = after;
    } else {
        resume_object(b, &b->root, memory, 0, begun);
        e->p = begun->p;
        e->expect = begun->expect;
    }
    return read_last(e);
}

/// Reads a short text as an object of plain members. The text begins with `{`, and is already copied to the `kept` buffer.
yoke_inline enum yoke_native_status read_short(yoke_native *e, const yoke_slot *root, uint8_t *memory, const uint8_t *text,
                                               size_t n) {
    yoke_binder *const b = e->binder;
    const yoke_type *const type = root->type;
    const uint8_t *const end = text + n;
    size_t inner = 0, outer = 0;
    yoke_begun begun;
    e->window = text;
    e->end = end;
    copy_short(memory, type->object->template_bytes, type->size);
    const uint8_t *after = yoke_read_object(e, root, memory, text + 1, &inner, &outer, &begun);
    if (yoke_likely(after != NULL)) {
        yoke_mark_present(root, memory);
        if (yoke_likely(after == end) || yoke_skip_space(after, end) == end) {
            b->values = b->elements = 0;
            b->root_memory = memory;
            yoke_root_done(b, (uint64_t)(after - text));
            return YOKE_NATIVE_OK;
        }
    }
    return read_rest(e, root, memory, n, after, &begun);
}

/// For a text of more than LARGE_TEXT bytes, the value stack (the memory in which arrays grow) begins with a larger segment, of at most
/// MAX_EXPECTED bytes.
enum { LARGE_TEXT = 4 * YOKE_FIRST_SEGMENT, MAX_EXPECTED = 256 * 1024 };

yoke_inline enum yoke_native_status read_whole(yoke_native *e, const yoke_slot *root, void *memory, const uint8_t *bytes,
                                               size_t n, const bool overwrites) {
    yoke_binder *b = e->binder;
    size_t last = n;
    if (n <= YOKE_PADDING) {
        // Copy the text before all other work: a load directly after the copy would have to wait until the copied bytes have
        // reached memory.
        const uint8_t *text = copy_last(e, bytes, n);
        if (text == NULL) return YOKE_NATIVE_NO_MEMORY;
        if (!overwrites && yoke_likely(may_be_plain(b, root, text[0]))) return read_short(e, root, memory, text, n);
    }
    if (!(overwrites ? yoke_binder_start_overwrite : yoke_binder_start)(b, root, memory)) return YOKE_NATIVE_NO_MEMORY;
    yoke_native_start(e, 0);
    e->text_end = n;
    if (n > YOKE_PADDING) {
        // Make the value stack's first segment large, so that the long arrays of a large text do not move from segment to segment.
        if (n > LARGE_TEXT) b->stack.first_capacity = n / 4 < MAX_EXPECTED ? n / 4 : MAX_EXPECTED;
        yoke_open_window(e, bytes, n - YOKE_PADDING, 0);
        enum yoke_native_status status = yoke_run_window(e);
        if (status != YOKE_NATIVE_OK) return status;
        // The second window is a copy that begins with the first unread byte. So a token that the first window cut is complete in
        // the copy.
        last = (size_t)(bytes + n - e->p);
        bool is_kept = last <= YOKE_PADDING ? copy_last(e, e->p, last) != NULL : yoke_keep_bytes(e, e->p, last);
        if (!is_kept) return YOKE_NATIVE_NO_MEMORY;
    }
    e->kept.count = last;
    e->is_last = true;
    yoke_open_window(e, e->kept.bytes, last, n - last);
    return read_last(e);
}

enum yoke_native_status yoke_native_read(yoke_native *e, const yoke_slot *root, void *memory, const uint8_t *bytes, size_t n) {
    return read_whole(e, root, memory, bytes, n, false);
}

enum yoke_native_status yoke_native_overwrite(yoke_native *e, const yoke_slot *root, void *value, const uint8_t *bytes,
                                              size_t n) {
    return read_whole(e, root, value, bytes, n, true);
}
