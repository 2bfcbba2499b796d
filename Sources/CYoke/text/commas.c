// Replaces each trailing comma (after the last element or member of a container) by a space. Only the next token shows if a comma is a
// trailing one. So at the end of a chunk, the caller holds back the comma and the white space after it, until this token has come:
//
//     chunk 1   [1,.       goes on      [1         held back   ,.
//     chunk 2   .],2       goes on      ...],2            (blanks are dots)
//
// All other bytes stay as they are, so that raw text has the bytes of the original. There is one exception: if more white space comes after
// the comma than the caller can hold back, the comma moves to the end of this white space.
//
// Only a comma after a complete element or member may be removed. Any other comma stays, and the engine reports it as an error.
#include "text/commas.h"

#include <string.h>

#include "text/space.h"

/// True if the innermost open container is known to be an object. False if it is deeper than YOKE_COMMAS_DEPTH.
static bool in_object(const yoke_commas *c) {
    uint64_t i = c->depth - 1;
    return c->depth > 0 && c->depth <= YOKE_COMMAS_DEPTH && (c->objects[i / 64] >> (i % 64) & 1) != 0;
}

static bool is_after_item(const yoke_commas *c) {
    if (c->depth == 0 || c->last == '[' || c->last == '{' || c->last == ',' || c->last == ':') return false;
    return c->has_colon || !in_object(c);
}

static bool closes(const yoke_commas *c, uint8_t byte) {
    if (byte != ']' && byte != '}') return false;
    return c->depth > YOKE_COMMAS_DEPTH || (byte == '}') == in_object(c);
}

static void open_container(yoke_commas *c, bool is_object) {
    if (c->depth < YOKE_COMMAS_DEPTH) {
        uint64_t bit = (uint64_t)1 << (c->depth % 64), *word = &c->objects[c->depth / 64];
        *word = is_object ? *word | bit : *word & ~bit;
    }
    c->depth++;
    c->has_colon = false;
}

/// Updates the filter's state with the next byte, which is outside of strings and not white space.
static void take(yoke_commas *c, uint8_t byte) {
    switch (byte) {
    case '"': c->in_string = true; break;
    case '{':
    case '[': open_container(c, byte == '{'); break;
    case '}':
    case ']':
        if (c->depth > 0) c->depth--;
        c->has_colon = true; // the container was a member's value
        break;
    case ':': c->has_colon = true; break;
    case ',': c->has_colon = false; break;
    default: break;
    }
    c->last = byte;
}

static void take_in_string(yoke_commas *c, uint8_t byte) {
    if (c->is_escaped) c->is_escaped = false;
    else if (byte == '\\') c->is_escaped = true;
    else if (byte == '"') c->in_string = false;
}

size_t yoke_commas_blank(yoke_commas *c, uint8_t *p, size_t n) {
    size_t comma = 0; // the index of the last comma, if `is_pending`
    for (size_t i = c->is_pending; i < n; i++) {
        uint8_t byte = p[i];
        if (c->in_string) {
            take_in_string(c, byte);
        } else if (!yoke_is_space(byte)) {
            if (c->is_pending && closes(c, byte)) p[comma] = ' ';
            c->is_pending = byte == ',' && is_after_item(c);
            comma = i;
            take(c, byte);
        }
    }
    if (!c->is_pending || n - comma <= YOKE_COMMAS_HELD_MAX) return c->is_pending ? n - comma : 0;
    memmove(p + comma, p + comma + 1, n - comma - 1);
    p[n - 1] = ',';
    return 1;
}
