#include "text/space.h"

const uint8_t *yoke_skip_space(const uint8_t *p, const uint8_t *end) {
#if YOKE_VECTOR
    const yoke_v16 blank = yoke_v16_fill(' '), feed = yoke_v16_fill('\n'), carriage = yoke_v16_fill('\r'), tab = yoke_v16_fill('\t');
    while (p < end) {
        yoke_v16 v = yoke_v16_load(p);
        yoke_v16 space = yoke_v16_or(yoke_v16_or(yoke_v16_equal(v, blank), yoke_v16_equal(v, feed)),
                                     yoke_v16_or(yoke_v16_equal(v, carriage), yoke_v16_equal(v, tab)));
        unsigned other = ~yoke_v16_bits(space) & 0xFFFF;
        if (other != 0) {
            p += __builtin_ctz(other);
            return p < end ? p : end;
        }
        p += 16;
    }
    return end;
#else
    while (p < end && yoke_is_space(*p)) p++;
    return p;
#endif
}
