// NaN and the infinities. JSON has no numbers for them, so readers and writers follow a policy.
#ifndef YOKE_TEXT_LITERALS_H
#define YOKE_TEXT_LITERALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum yoke_non_finite_kind { YOKE_NAN, YOKE_INFINITY, YOKE_NEGATIVE_INFINITY, YOKE_FINITE };

/// A text for each literal. For readers: the content of a JSON string that means the literal. For writers: JSON text.
typedef struct yoke_non_finite {
    const uint8_t *texts[YOKE_FINITE];
    size_t lengths[YOKE_FINITE];
} yoke_non_finite;

enum {
    /// Length in bytes, without sign, of the number that the JSON5 rewriter writes in place of a literal.
    YOKE_LITERAL_LENGTH = 16
};

/// Returns the literal that the text of a number stands for: 1e+0000999999999 is Infinity, 9e+0000999999999 is NaN. Other writers do not
/// use this spelling. For any other number, also 1e999999999, returns YOKE_FINITE.
enum yoke_non_finite_kind yoke_non_finite_kind_of(const uint8_t *text, size_t n);

/// True if a value in a compact text is NaN or an infinity. Apart from such values, the text must be JSON.
bool yoke_text_has_literals(const uint8_t *text, size_t n);

#endif
