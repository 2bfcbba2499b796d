// Finds strings and numbers in the text of a document. The text is known to be valid JSON. Private to the C engine.
#pragma once

#include "base/platform.h"
#include "sink/document.h"
#include "text/strings.h"

/// Returns one bit for each of the 32 bytes at `s`: 1 for a quote or a backslash. `*tops` also receives one bit for each byte: 1 for a byte
/// from 80 to FF, which is not ASCII.
yoke_inline unsigned yoke_string_stops_wide(const uint8_t *s, unsigned *tops) {
#if YOKE_VECTOR
    const yoke_v16 quote = yoke_v16_fill('"'), slash = yoke_v16_fill('\\'), a = yoke_v16_load(s), b = yoke_v16_load(s + 16);
    *tops = yoke_v16_top_bits(a) | yoke_v16_top_bits(b) << 16;
    return yoke_v16_bits(yoke_v16_or(yoke_v16_equal(a, quote), yoke_v16_equal(a, slash)))
        | yoke_v16_bits(yoke_v16_or(yoke_v16_equal(b, quote), yoke_v16_equal(b, slash))) << 16;
#else
    unsigned more, stops = yoke_text_stops(s, tops) | yoke_text_stops(s + 16, &more) << 16;
    *tops |= more << 16;
    return stops;
#endif
}

/// Returns the string or key whose first byte, after the quote, is at `s`. The text is valid, so the function looks only for the end.
yoke_inline yoke_item yoke_string_at(const uint8_t *s) {
    yoke_item item = {.kind = YOKE_TAPE_STRING, .bytes = s, .is_ascii = true};
    for (;;) {
        unsigned tops, stops = yoke_string_stops_wide(s, &tops);
        if ((tops & yoke_bits_before(stops)) != 0) item.is_ascii = false;
        if (stops == 0) {
            s += 32;
            continue;
        }
        s += __builtin_ctz(stops);
        if (*s == '"') break;
        item.is_escaped = true;
        s += 2; // the four digits after \u need no special case
    }
    item.n = (size_t)(s - item.bytes);
    item.end = s + 1;
    if (*item.end == ':') {
        item.kind = YOKE_TAPE_KEY;
        item.end++;
    }
    return item;
}

/// Returns the end of the number at `s`. Sets `*is_decimal` to true if it has a fraction or an exponent.
yoke_inline const uint8_t *yoke_number_end(const uint8_t *s, bool *is_decimal) {
#if YOKE_VECTOR
    const yoke_v16 small = yoke_v16_fill(0x20), point = yoke_v16_fill('.'), e = yoke_v16_fill('e');
    for (;; s += 16) {
        // A number ends before a comma or a bracket. (`lower` turns ']' into '}', so one comparison finds both.) After a document that is
        // only a number comes a 0 byte.
        const yoke_v16 v = yoke_v16_load(s), lower = yoke_v16_or(v, small);
        const yoke_v16 ends = yoke_v16_or(yoke_v16_equal(v, yoke_v16_fill(',')), yoke_v16_equal(lower, yoke_v16_fill('}')));
        const unsigned stops = yoke_v16_bits(yoke_v16_or(ends, yoke_v16_equal(v, yoke_v16_fill(0))));
        const unsigned decimal = yoke_v16_bits(yoke_v16_or(yoke_v16_equal(v, point), yoke_v16_equal(lower, e)));
        *is_decimal |= (decimal & yoke_bits_before(stops)) != 0;
        if (stops != 0) return s + __builtin_ctz(stops);
    }
#else
    for (; *s != ',' && *s != ']' && *s != '}' && *s != 0; s++) *is_decimal |= *s == '.' || (*s | 0x20) == 'e';
    return s;
#endif
}
