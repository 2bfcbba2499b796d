// The end of a cut text: closes the open containers, and binds the start of an unfinished string.
#include <string.h>

#include "bind/binder.h"
#include "bind/cut_text.h"
#include "bind/in_place.h"
#include "text/unescape.h"

/// The source's `consumed` function while a cut text is closed. The current chunk then consists of the closing brackets that were added so
/// far. All of them count as read, so returns their number.
static size_t brackets_used(void *brackets) { return ((const yoke_buffer *)brackets)->count; }

bool yoke_begin_closing(yoke_closing *closing, yoke_binder *b, yoke_cut cut, bool binds_string) {
    yoke_source *s = &b->source;
    *closing = (yoke_closing){.source = *s, .brackets = yoke_buffer_make(b->allocator), .tail = yoke_buffer_make(b->allocator)};
    yoke_frame *last = yoke_top(b);
    const bool drops_key = cut.after_key && !binds_string;
    if (drops_key && last->kind == YOKE_FRAME_PATH) last->count--;
    if (drops_key && last->sink != NULL && last->sink->drop_key != NULL) last->sink->drop_key(last->sink_context);
    bool begun = yoke_buffer_reserve(&closing->brackets, (size_t)b->depth) && yoke_source_cut(s, cut.after_key, &closing->tail);
    if (cut.string == NULL) {
        closing->tail.count = 0;
    } else if (s->capturing > 0) {
        yoke_buffer_push(&closing->tail, '"');
        yoke_buffer_append(&closing->tail, cut.string, cut.length);
        begun = begun && !closing->tail.failed;
    }
    if (!begun) yoke_fail_at(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_OBJECT, s->offset);
    yoke_source_begin_chunk(s, closing->brackets.bytes, 0);
    if (s->capturing > 0) s->offset = s->kept_from + s->kept.count;
    s->pending = YOKE_NO_OFFSET;
    s->token = NULL;
    s->consumed = brackets_used;
    s->engine = &closing->brackets;
    closing->start = s->offset;
    b->closing = closing;
    return begun;
}

void yoke_close_bracket(yoke_closing *closing, yoke_binder *b) {
    yoke_buffer_push(&closing->brackets, yoke_top(b)->is_object ? '}' : ']');
    b->source.chunk_length = closing->brackets.count;
}

int yoke_close_top(yoke_closing *closing, yoke_binder *b) {
    yoke_frame *f = yoke_top(b);
    yoke_close_bracket(closing, b);
    if (f->kind == YOKE_FRAME_DICTIONARY && f->has_key) {
        b->thunks->destroy_pairs(f->slot->type->context, f->base + f->count * f->slot->type->item_stride, 0, true);
        f->has_key = false;
    }
    if (f->kind == YOKE_FRAME_ENTRIES) yoke_entry_left_out(b, f);
    return (f->is_object ? yoke_on_end_object : yoke_on_end_array)(b);
}

void yoke_end_closing(yoke_closing *closing, yoke_binder *b) {
    yoke_source *s = &b->source;
    yoke_buffer_free(&closing->brackets);
    yoke_buffer_free(&closing->tail);
    b->closing = NULL;
    s->chunk = NULL;
    s->chunk_length = 0;
    s->token = closing->source.token;
    s->consumed = closing->source.consumed;
    s->engine = closing->source.engine;
}

// MARK: - The start of a string

/// `s` is the \u escape of a high surrogate. True if the escape of a low surrogate follows, or may still follow because the `n` bytes end
/// too early.
static bool may_be_low_surrogate(const uint8_t *s, size_t n) {
    return (n <= 6 || s[6] == '\\') && (n <= 7 || s[7] == 'u') && (n <= 8 || (s[8] | 0x20) == 'd') &&
           (n <= 9 || ((s[9] | 0x20) >= 'c' && (s[9] | 0x20) <= 'f'));
}

size_t yoke_complete_length(const uint8_t *s, size_t n) {
    size_t i = 0;
    while (i < n) {
        size_t length = 1, known = 1;
        if (s[i] == '\\') {
            if (n - i < 2) return i;
            length = known = s[i + 1] == 'u' ? 6 : 2;
            // The escape of a high surrogate is complete only with the escape of its low surrogate. So `length` includes both escapes,
            // unless other bytes already follow.
            if (length == 6 && n - i > 3 && (s[i + 2] | 0x20) == 'd' && s[i + 3] >= '8' && (s[i + 3] | 0x20) <= 'b' &&
                may_be_low_surrogate(s + i, n - i))
                length = known = 12;
        } else if (s[i] >= 0xC2) {
            // The bytes may be bad UTF-8, if the call wants it to be repaired. A bad sequence ends before the first byte that cannot
            // continue it.
            length = s[i] < 0xE0 ? 2 : s[i] < 0xF0 ? 3 : s[i] < 0xF5 ? 4 : 1;
            while (known < length && i + known < n && (s[i + known] & 0xC0) == 0x80) known++;
            if (known < length && i + known < n) length = known;
        }
        if (length > n - i) return i;
        i += length;
    }
    return n;
}

const yoke_slot *yoke_cut_string_slot(const yoke_binder *b) {
    const yoke_frame *f = b->top;
    const yoke_field *field;
    const yoke_slot *slot = NULL;
    switch (f->kind) {
    case YOKE_FRAME_OBJECT:
    case YOKE_FRAME_PATH_NODES:
        field = f->kind == YOKE_FRAME_PATH_NODES ? yoke_element_field(f) : f->is_deferred ? f->next : f->field;
        if (field != NULL) slot = &field->slot;
        break;
    case YOKE_FRAME_ARRAY:
    case YOKE_FRAME_ELEMENTS:
    case YOKE_FRAME_ENTRIES: slot = &f->slot->type->element; break;
    case YOKE_FRAME_DICTIONARY: slot = f->skips_member ? NULL : &f->slot->type->element; break;
    case YOKE_FRAME_PATH: {
        const yoke_type *type = f->slot->type;
        const bool is_wanted = f->is_object ? f->is_wanted : type->kind == YOKE_PATH_ALL || f->count == type->path_index;
        if (is_wanted) slot = &type->element;
        break;
    }
    case YOKE_FRAME_ROOT: slot = f->slot; break;
    default: break;
    }
    // A stream's element has a slot of kind YOKE_VIA: its thunk hands the element to the stream. The `element` of this slot's type is the
    // slot of the element's own type.
    if (slot != NULL && slot->kind == YOKE_VIA && (f->kind == YOKE_FRAME_PATH || (f->kind == YOKE_FRAME_ROOT && b->root_memory == NULL && b->updates == 0)))
        slot = &slot->type->element;
    if (slot == NULL) return NULL;
    return slot->kind == YOKE_STRING || slot->kind == YOKE_DOCUMENT || slot->kind == YOKE_FORWARD ? slot : NULL;
}

bool yoke_takes_cut_string(const yoke_binder *b) {
    if (b->top->kind == YOKE_FRAME_DYNAMIC) return b->top->sink != NULL;
    return yoke_cut_string_slot(b) != NULL;
}

// MARK: - Values that are left out

void yoke_reset_cut_field(yoke_binder *b) {
    const yoke_frame *f = b->top, *owner = f;
    if ((f->kind != YOKE_FRAME_OBJECT && f->kind != YOKE_FRAME_PATH_NODES) || f->field == NULL) return;
    const yoke_slot *slot = &f->field->slot;
    if (yoke_is_table(slot->kind) || yoke_bit(f->seen, f->field->index)) return;
    while (yoke_is_table(owner->slot->kind)) owner--;
    memcpy(owner->base + slot->offset, owner->object->template_bytes + slot->offset, slot->size);
}

void yoke_drop_frames(yoke_binder *b, size_t count, uint64_t depth) {
    yoke_forget_error(b);
    yoke_unwind_to(b, count);
    b->depth = depth;
    for (size_t i = b->first_reparsed_frame; i < b->frame_count; i++) b->depth += yoke_is_container(b->frames[i].kind);
    yoke_reset_cut_field(b);
}

/// The frames from index `count` on belong to one value. Returns the number of frames up to the container around this value, inclusive.
/// Returns 0 if the value cannot be left out of a container: for example, it is the root or the entire value of a re-parsed text.
static size_t frames_around(const yoke_binder *b, size_t count) {
    while (b->frames[count - 1].kind == YOKE_FRAME_VIA || b->frames[count - 1].kind == YOKE_FRAME_REPLACED) count--;
    switch (b->frames[count - 1].kind) {
    case YOKE_FRAME_OBJECT: case YOKE_FRAME_PATH_NODES: case YOKE_FRAME_ARRAY: case YOKE_FRAME_ELEMENTS:
    case YOKE_FRAME_DICTIONARY: case YOKE_FRAME_ENTRIES: return count;
    case YOKE_FRAME_PATH: return b->frames[count - 1].slot->kind == YOKE_PATH_ALL ? count : 0;
    default: return 0;
    }
}

bool yoke_leave_out_cut(yoke_binder *b, size_t count) {
    // In a trial, leave out no value: the trial must fail, because another case of the enum may fit the cut text.
    count = b->trials == 0 ? frames_around(b, count) : 0;
    if (count == 0) return false;
    yoke_forget_error(b);
    yoke_unwind_to(b, count);
    yoke_frame *f = b->top;
    b->path_matched |= f->kind == YOKE_FRAME_PATH;
    const bool has_fields = f->kind == YOKE_FRAME_OBJECT || f->kind == YOKE_FRAME_PATH_NODES;
    if (!has_fields || !f->is_in_place || f->field == NULL) return true;
    // An update gives the field its old value back. In a call that overwrites in place, mark the field as unchanged, so that the end of the
    // object resets it.
    if (yoke_overwrites(b)) yoke_set_bit(f->unchanged, f->field->index);
    else yoke_restore_field(b, f, f->field);
    return true;
}

// MARK: - Closing

/// Called if the container of the frame with the index `top` could not be completed: leaves the container out. Returns false if it must not
/// be left out. `depth`: see `yoke_drop_frames`.
static bool drop_incomplete(yoke_binder *b, size_t top, uint64_t depth) {
    const size_t count = b->trials == 0 ? frames_around(b, top) : 0;
    if (count < b->first_reparsed_frame || count == 0) return false;
    yoke_drop_frames(b, count, depth);
    return true;
}

bool yoke_close_to(yoke_binder *b, uint64_t depth, yoke_cut cut, bool drops_incomplete) {
    const bool binds_string = cut.string != NULL && yoke_takes_cut_string(b);
    yoke_closing closing;
    bool is_good = yoke_begin_closing(&closing, b, cut, binds_string);
    closing.drops_incomplete = drops_incomplete;
    if (is_good && binds_string) {
        yoke_buffer text = yoke_buffer_make(b->allocator);
        if (yoke_unescape_alone(&text, cut.string, cut.string + yoke_complete_length(cut.string, cut.length)))
            is_good = yoke_binder_sink.string(b, text.bytes, text.count);
        else is_good = yoke_fail_at(b, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_STRING, b->source.offset);
        yoke_buffer_free(&text);
        if (!is_good && drops_incomplete) is_good = drop_incomplete(b, b->frame_count, depth);
    }
    while (is_good && b->depth > depth) {
        const size_t top = b->frame_count - 1;
        is_good = yoke_close_top(&closing, b);
        if (!is_good && drops_incomplete) is_good = drop_incomplete(b, top, depth);
    }
    yoke_end_closing(&closing, b);
    return is_good;
}

bool yoke_binder_close_all(yoke_binder *b, bool after_key, const uint8_t *cut, size_t n) {
    return yoke_close_to(b, 0, (yoke_cut){after_key, cut, n}, false);
}
