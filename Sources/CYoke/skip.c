// Values of which nothing is wanted: checked as all others are, at the speed of a scan.

#include "bind_internal.h"
#include "text.h"
#include "utf8.h"
#include "walk.h"

enum { DEEPEST = 512 };

static const uint8_t *skip_string(const yoke_native *e, const uint8_t *s) {
    const uint8_t *start = s;
    bool ascii = true;
    for (;;) {
        if (s >= e->end) return NULL;
        unsigned tops, stops = yoke_text_stops(s, &tops);
        if ((tops & yoke_bits_before(stops)) != 0) ascii = false;
        if (stops == 0) {
            s = yoke_pass_plain(s + 16, e->end, &ascii);
            continue;
        }
        const uint8_t *stop = s + __builtin_ctz(stops);
        if (*stop == '"') {
            if (stop >= e->end || (size_t)(stop - start) >= e->binder->string_bound) return NULL;
            if (!ascii && (e->any_utf8 || !yoke_is_utf8(e->window, start, (size_t)(stop - start)))) return NULL;
            return stop + 1;
        }
        if (*stop != '\\') return NULL;
        s = yoke_skip_escape(stop, e->end);
        if (s == NULL) return NULL;
    }
}

yoke_inline bool is_digit(uint8_t c) { return (uint8_t)(c - '0') <= 9; }

/// Behind the digits from `s` on; no further than the window's end, since digits may fill all that lies behind it.
yoke_inline const uint8_t *skip_digits(const uint8_t *s, const uint8_t *end) {
    while (is_digit(*s) && s < end) s++;
    return s;
}

static const uint8_t *skip_number(const yoke_native *e, const uint8_t *p) {
    const uint8_t *s = p + (*p == '-');
    if (!is_digit(*s)) return NULL;
    if (*s++ != '0') s = skip_digits(s, e->end);
    if (*s == '.') {
        if (!is_digit(*++s)) return NULL;
        s = skip_digits(s, e->end);
    }
    if ((*s | 0x20) == 'e') {
        s++;
        if (*s == '+' || *s == '-') s++;
        if (!is_digit(*s)) return NULL;
        s = skip_digits(s, e->end);
    }
    bool ends = *s == ',' || *s == ']' || *s == '}' || *s <= ' ';
    return ends && s < e->end && (size_t)(s - p) < e->binder->number_bound ? s : NULL;
}

const uint8_t *yoke_skip_value(const yoke_native *e, const uint8_t *p) {
    const yoke_binder *b = e->binder;
    const uint8_t *const end = e->end;
    uint64_t is_object[DEEPEST / 64];
    uint64_t allowed = b->limits.depth - b->depth;
    if (allowed > DEEPEST) allowed = DEEPEST;
    // A count of members cannot pass the limit where there are fewer bytes than that.
    if ((uint64_t)(end - p) >= b->limits.members) return NULL;
    uint64_t depth = 0;
    bool in_object = false;

value:
    p = yoke_space(p, end);
    if (p >= end) return NULL;
    switch (*p) {
    case '"': p = skip_string(e, p + 1); break;
    case '{':
    case '[': {
        if (depth == allowed) return NULL;
        bool opens_object = *p == '{';
        if (depth > 0) {
            uint64_t bit = (uint64_t)1 << (depth & 63);
            is_object[depth >> 6] = in_object ? is_object[depth >> 6] | bit : is_object[depth >> 6] & ~bit;
        } else {
            memset(is_object, 0, sizeof is_object);
        }
        depth++;
        in_object = opens_object;
        p = yoke_space(p + 1, end);
        if (p >= end) return NULL;
        if (*p == (in_object ? '}' : ']')) goto close;
        if (in_object) goto key;
        goto value;
    }
    case 't': p = yoke_is_word(p, "true") ? p + 4 : NULL; break;
    case 'f': p = yoke_is_word(p + 1, "alse") ? p + 5 : NULL; break;
    case 'n': p = yoke_is_word(p, "null") ? p + 4 : NULL; break;
    default: p = skip_number(e, p);
    }
done:
    if (p == NULL || p >= end) return NULL;
    if (depth == 0) return p;
    p = yoke_space(p, end);
    if (p >= end) return NULL;
    if (*p == ',') {
        p++;
        if (!in_object) goto value;
        p = yoke_space(p, end);
        if (p >= end) return NULL;
        goto key;
    }
    if (*p != (in_object ? '}' : ']')) return NULL;
close:
    p++;
    depth--;
    in_object = (is_object[depth >> 6] >> (depth & 63)) & 1;
    goto done;

key:
    if (*p != '"') return NULL;
    p = skip_string(e, p + 1);
    if (p == NULL) return NULL;
    p = yoke_space(p, end);
    if (p >= end || *p != ':') return NULL;
    p++;
    goto value;
}
