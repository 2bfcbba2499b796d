// NaN and the infinities. JSON has no numbers for them, so readers and writers follow a policy.
#ifndef YOKE_TEXT_LITERALS_H
#define YOKE_TEXT_LITERALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum yoke_literal { YOKE_NAN, YOKE_INFINITY, YOKE_NEGATIVE_INFINITY, YOKE_NO_LITERAL };

/// A text for each literal: the content of a string for readers, JSON text for writers.
typedef struct yoke_non_finite {
    const uint8_t *texts[YOKE_NO_LITERAL];
    size_t lengths[YOKE_NO_LITERAL];
} yoke_non_finite;

enum {
    /// The least bytes of a number that stands for a literal in a rewritten text.
    YOKE_LITERAL_LENGTH = 16
};

/// Tells which literal the text of a number stands for: 1e+0000999999999 is Infinity, 9e+0000999999999 is NaN. Other writers do
/// not use this spelling. The number 1e999999999 stays a number that is too large.
enum yoke_literal yoke_literal_of(const uint8_t *text, size_t n);

/// True if a compact text, which is JSON but for NaN and infinities, has such a number.
bool yoke_text_has_literals(const uint8_t *text, size_t n);

#endif
