#include "sink/element_reader.h"

#include "number/packed.h"
#include "sink/items.h"

/// Makes a Swift String of up to 15 bytes, which needs no heap object.
yoke_inline void make_small(yoke_element_reader *r, const uint8_t *s, size_t n, bool is_ascii) {
    yoke_make_small_string(r->string, s, n, is_ascii);
}

/// Reads the next string or key, if C can make a small String (up to 15 bytes) from it. Otherwise reads nothing and returns false.
yoke_inline bool read_short(yoke_element_reader *r) {
    const uint8_t *const s = r->next + 1;
    unsigned tops;
    const unsigned stops = yoke_string_stops_wide(s, &tops), n = (unsigned)__builtin_ctz(stops | 1u << 31);
    if (n > 15 || s[n] != '"' || !r->makes_small) return false;
    make_small(r, s, n, (tops & yoke_bits_before(stops)) == 0);
    r->next = s + n + 1;
    return true;
}

bool yoke_read_key(yoke_element_reader *r) {
    if (yoke_likely(read_short(r))) {
        r->next++;
        return true;
    }
    r->item = yoke_string_at(r->next + 1);
    r->next = r->item.end;
    return false;
}

yoke_inline enum yoke_part read_string(yoke_element_reader *r) {
    if (read_short(r)) return YOKE_PART_MADE_STRING;
    const yoke_item item = yoke_string_at(r->next + 1);
    r->next = item.end;
    if (yoke_likely(!item.is_escaped && item.n > 15 && r->objects.type != NULL)) {
        yoke_make_large_string(&r->objects, r->string, item.bytes, item.n, item.is_ascii);
        return YOKE_PART_MADE_STRING;
    }
    r->item = item;
    return YOKE_PART_STRING;
}

yoke_inline enum yoke_part read_number(yoke_element_reader *r) {
    const uint8_t *const s = r->next;
    bool is_decimal = false;
    r->next = yoke_number_end(s, &is_decimal);
    const size_t n = (size_t)(r->next - s);
    if (yoke_unlikely(n > YOKE_PACKED_MAX || !r->makes_small)) {
        r->item = (yoke_item){.kind = YOKE_TAPE_NUMBER, .bytes = s, .n = n, .end = r->next, .is_ascii = true};
        return YOKE_PART_NUMBER;
    }
    if (n < YOKE_PACKED_MIN) {
        make_small(r, s, n, true);
    } else {
        uint8_t packed[YOKE_PACKED_SIZE + 1];
        yoke_pack_number(packed, s, n);
        make_small(r, packed, YOKE_PACKED_SIZE, true);
    }
    return YOKE_PART_MADE_NUMBER;
}

enum yoke_part yoke_read_part(yoke_element_reader *r) {
    switch (*r->next) {
    case '"': return read_string(r);
    case '{': return YOKE_PART_OBJECT;
    case '[': return YOKE_PART_ARRAY;
    case 'n': r->next += 4; return YOKE_PART_NULL;
    case 't': r->next += 4; return YOKE_PART_TRUE;
    case 'f': r->next += 5; return YOKE_PART_FALSE;
    default: return read_number(r);
    }
}
