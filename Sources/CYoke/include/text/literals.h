// NaN and the infinities, here called literals. JSON has no numbers for them, so an option says how they are read and written.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum yoke_non_finite_kind { YOKE_NAN, YOKE_INFINITY, YOKE_NEGATIVE_INFINITY, YOKE_FINITE };

/// The texts for NaN, Infinity and -Infinity. For readers: the content of a JSON string with this meaning. For writers: JSON text.
typedef struct yoke_non_finite {
    const uint8_t *texts[YOKE_FINITE];
    size_t lengths[YOKE_FINITE];
} yoke_non_finite;

enum {
    /// Length in bytes, without sign, of the number that the JSON5 rewriter writes in place of NaN or an infinity.
    YOKE_LITERAL_LENGTH = 16
};

/// Tells if the text of a number stands for NaN or an infinity: 1e+0000999999999 is Infinity, 9e+0000999999999 is NaN. Only the JSON5
/// rewriter uses this spelling. For any other number, also 1e999999999, returns YOKE_FINITE.
enum yoke_non_finite_kind yoke_non_finite_kind_of(const uint8_t *text, size_t n);

/// True if a value in a compact text (without white space) is NaN or an infinity. Apart from such values, the text must be JSON.
bool yoke_text_has_literals(const uint8_t *text, size_t n);
