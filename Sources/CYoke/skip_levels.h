// What is open while values are skipped, and the numbers among them. Private to the skipper's files.
#ifndef YOKE_SKIP_LEVELS_H
#define YOKE_SKIP_LEVELS_H

#include "digits.h"
#include "skip.h"
#include "text.h"

/// A container that is open.
typedef struct yoke_level {
    const uint8_t *start;
    /// The last member's key, and how many members or elements there have been.
    const uint8_t *key;
    uint64_t count;
    bool is_object;
} yoke_level;

/// How far a skip has come: what is next, in which level.
typedef struct yoke_skip_place {
    const uint8_t *p;
    yoke_level *level;
    enum yoke_expect expect;
} yoke_skip_place;

/// Skips on from a place, by an index of the tokens, up to the first one that is not as it should be, or where no index can be made;
/// from there on tokens are looked at one by one. True: that is where the skip ends, at a member of the first level that may be wanted,
/// or at its end. The first level is the top frame's, `object` what tells its members from those to skip, `deepest` the last one that
/// may be used.
bool yoke_skip_indexed(yoke_native *e, const yoke_object *object, yoke_level *levels, const yoke_level *deepest, yoke_skip_place *at);

/// A number of any form: behind it; NULL: it is none, too long, or touches the window's end.
const uint8_t *yoke_skip_any_number(const yoke_native *e, const uint8_t *p);

yoke_inline const uint8_t *yoke_skip_number(const yoke_native *e, const uint8_t *p) {
#if YOKE_VECTOR
    // Digits, or digits on both sides of a point; at most 32 bytes, which no limit that is walked under is below.
    const uint8_t *s = p + (*p == '-');
    unsigned run = (unsigned)__builtin_ctz(yoke_non_digits(s) | 1u << 16);
    if (run - 1 < 15 && (run == 1 || *s != '0')) {
        s += run;
        if (*s == '.') {
            run = (unsigned)__builtin_ctz(yoke_non_digits(++s) | 1u << 16);
            s += run;
        }
        if (yoke_likely(run - 1 < 15) && yoke_likely(yoke_is_number_end(*s)) && yoke_likely(s < e->end)) return s;
    }
#endif
    return yoke_skip_any_number(e, p);
}

#endif
