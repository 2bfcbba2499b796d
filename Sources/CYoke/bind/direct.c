// Direct reads of enum cases: a value is read as one of the cases before its entire text is known.
//
//     {"type":"circle","radius":1}   {"circle":{"radius":1}}      the start of the text names the case
//     {"radius":1}                                                an untagged enum: its first case has the text's first key
//
//     [ ... ][CHOSEN, is_direct][VIA][OBJECT]      the frames while a direct read goes on
//
// A later member may repeat the tag with another name, or may not fit the first case of an untagged enum. The object of a named case
// notices this: it refuses texts of other cases (`refuses_other_cases`). After any error about the value, what was read is dropped
// (`yoke_give_up_direct_read`), and the value is read from its raw text, which has been kept. So results and errors are the same as without
// direct reads. Exception: values that are read from raw text may be nested only YOKE_MAX_REPARSES levels deep.
#include "bind/binder.h"

/// The most bytes after the opening bracket in which the name of the case is searched.
enum { LOOKED_AT = 256 };

/// Text that no engine has checked yet. `p` may not pass `end`.
typedef struct cursor {
    const uint8_t *p, *end;
} cursor;

static void pass_space(cursor *c) {
    while (c->p < c->end && (*c->p == ' ' || *c->p == '\n' || *c->p == '\t' || *c->p == '\r')) c->p++;
}

/// Passes a byte, and the white space before and after it. Returns false if the text has another byte.
static bool pass(cursor *c, uint8_t byte) {
    pass_space(c);
    if (c->p == c->end || *c->p != byte) return false;
    c->p++;
    pass_space(c);
    return true;
}

/// Passes a string without escapes. `text` and `n` then describe its bytes. Returns false at any other text.
static bool pass_string(cursor *c, const uint8_t **text, size_t *n) {
    if (c->p == c->end || *c->p != '"') return false;
    const uint8_t *p = *text = c->p + 1;
    while (p < c->end && *p != '"' && *p != '\\') p++;
    if (p == c->end || *p != '"') return false;
    *n = (size_t)(p - *text);
    c->p = p + 1;
    pass_space(c);
    return true;
}

/// Passes a value that is not a container. Returns false at any other text.
static bool pass_scalar(cursor *c) {
    const uint8_t *text;
    size_t n;
    if (c->p < c->end && *c->p == '"') return pass_string(c, &text, &n);
    const uint8_t *from = c->p;
    while (c->p < c->end && *c->p != ',' && *c->p != '}' && *c->p != '{' && *c->p != '[') c->p++;
    return c->p > from;
}

/// Finds the name of the case in the members of an object, whose opening bracket has been passed. `type`: the enum's type. Returns false if
/// the name does not come early enough.
static bool find_name(const yoke_type *type, cursor *c, const uint8_t **name, size_t *n) {
    const uint8_t *key;
    size_t length;
    pass_space(c);
    if (type->path_key == NULL) return pass_string(c, name, n);
    for (;;) {
        if (!pass_string(c, &key, &length) || !pass(c, ':')) return false;
        if (length == type->path_key_length && yoke_same_bytes(key, type->path_key, length)) return pass_string(c, name, n);
        if (!pass_scalar(c) || !pass(c, ',')) return false;
    }
}

/// True if this call allows direct reads. If a direct read is given up, its value is read a second time. A report, collected errors and
/// rules for all values must not see a value twice, so calls with them do not allow direct reads. The other excluded calls are rare. Calls
/// without direct reads read these values from raw text.
static bool may_read_directly(const yoke_binder *b) {
    return b->reparses == 0 && b->trials == 0 && !b->keeps_results && !b->reports && !b->collects && b->rules == 0 && b->coercions == 0 &&
           (b->updates == 0 || b->is_replacing) && b->closing == NULL && !b->may_be_cut && b->duplicates != YOKE_DUPLICATES_REFUSED;
}

/// If a value of `slot` is made from a storage, returns the slot of this storage. If the storage is itself made from a storage, continues
/// with that storage. If the value is not made from a storage, returns `slot`.
static const yoke_slot *innermost(const yoke_slot *slot) {
    while (slot->kind == YOKE_VIA) slot = &slot->type->element;
    return slot;
}

static bool is_model(const yoke_slot *slot) { return slot->kind == YOKE_OBJECT || slot->kind == YOKE_OBJECT_WITH_RULES; }

/// Returns the slot of the case that the next bytes name, or NULL.
static const yoke_slot *named_case(const yoke_type *type, cursor *c) {
    const uint8_t *name;
    size_t n;
    if (!find_name(type, c, &name, &n)) return NULL;
    const int32_t index = yoke_trie_find(&type->cases, name, n);
    if (index < 0 || type->choices[index] == NULL) return NULL;
    const yoke_slot *inner = innermost(type->choices[index]);
    return is_model(inner) && inner->type->object->refuses_other_cases ? type->choices[index] : NULL;
}

/// For an untagged enum: finds the first case that can be read from an object. If the payload of this case is a model with the first key of
/// the text, returns the slot of the case. Else returns NULL.
static const yoke_slot *first_case(const yoke_type *type, cursor *c) {
    const uint8_t *key;
    size_t n;
    for (uint32_t i = 0; i < type->case_count; i++) {
        const yoke_slot *inner = innermost(type->choices[i]);
        if (inner->kind <= YOKE_ARRAY) continue; // refuses every object
        pass_space(c);
        const bool begins = is_model(inner) && pass_string(c, &key, &n) && yoke_trie_find(&inner->type->object->trie, key, n) >= 0;
        return begins ? type->choices[i] : NULL;
    }
    return NULL;
}

bool yoke_open_case(yoke_binder *b, yoke_target *target) {
    const yoke_type *type = target->slot->type;
    const bool has_names = type->cases.nodes != NULL;
    if ((!has_names && type->case_count == 0) || !may_read_directly(b)) return true;
    const yoke_source *s = &b->source;
    const uint8_t *from = s->chunk + s->consumed(s->engine), *end = s->chunk + s->chunk_length;
    cursor c = {from, end - from > LOOKED_AT ? from + LOOKED_AT : end};
    const yoke_slot *slot = has_names ? named_case(type, &c) : first_case(type, &c);
    if (slot == NULL) return true;
    yoke_frame *f = yoke_push_frame(b, YOKE_FRAME_CHOSEN);
    if (yoke_unlikely(f == NULL)) return false;
    f->is_direct = true;
    f->is_flattened = false;
    f->slot = target->slot;
    f->element = slot;
    f->count = 1;
    f->destination = target->at;
    f->old = NULL;
    f->start = yoke_source_capture_begin(&b->source);
    if (b->direct == 0) {
        b->direct = b->frame_count;
        b->given_up = 0;
    }
    target->slot = slot;
    return true;
}

void yoke_case_done(yoke_binder *b, yoke_frame *f) {
    yoke_mark_present(f->slot, f->destination);
    yoke_source_capture_drop(&b->source);
    if (b->direct == b->frame_count) b->direct = 0;
    yoke_pop_frame(b);
}

// MARK: - After an error

/// Chooses the direct read to give up after the read with the frame number `number` has failed. Returns the number of the chosen read's
/// frame, counted from 1. This is usually `number`. But if each of many nested reads were given up, the same bytes would be read again and
/// again. So if the given-up reads and this one have read more than twice as many bytes as the outermost read, the outermost is given up.
static size_t given_up(yoke_binder *b, size_t number) {
    const uint64_t end = yoke_source_event_end(&b->source);
    b->given_up += end - b->frames[number - 1].start;
    return b->given_up > 2 * (end - b->frames[b->direct - 1].start) ? b->direct : number;
}

bool yoke_give_up_direct_read(yoke_binder *b, size_t number, enum yoke_opened opened) {
    const size_t count = given_up(b, number) - 1;
    const yoke_frame chosen = b->frames[count];
    uint64_t open = b->depth;
    for (size_t i = 0; i < count; i++) open -= yoke_is_container(b->frames[i].kind);
    yoke_places places = yoke_places_of(b, count, open, opened);
    yoke_forget_error(b);
    yoke_unwind_to(b, count + 1);
    yoke_pop_frame(b); // the capture goes on
    if (b->direct > count) b->direct = 0;
    if (!yoke_push_places(b, &places, opened)) return false;
    if (open == 0)
        return yoke_finish_capture(b, (yoke_target){chosen.slot, chosen.destination}, chosen.start) || yoke_recover(b, YOKE_OPENED_NOTHING);
    b->frames[count].slot = chosen.slot;
    b->frames[count].destination = chosen.destination;
    return true;
}
