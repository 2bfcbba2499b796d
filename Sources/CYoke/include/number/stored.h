// Reads numbers as `JSONNumber` stores them: a String of up to 15 bytes with the text, or with the packed text (packed.h). The String has
// the layout of swift_layout.h.
#pragma once

#include <stdint.h>

typedef enum yoke_stored {
    /// The stored number is not a value of the wanted type.
    YOKE_STORED_NOTHING,
    YOKE_STORED_VALUE,
    /// The function cannot read the number, so the caller must convert the number's text. Reasons: the String is longer than 15 bytes, the
    /// number is NaN or an infinity, or `yoke_stored_allow` has not been called.
    YOKE_STORED_AS_TEXT
} yoke_stored;

/// Allows the functions below to read Strings. Call it after a test has shown that Strings have the expected layout. Before this call, the
/// functions return YOKE_STORED_AS_TEXT.
void yoke_stored_allow(void);

/// The two functions read an integer from the String at `string`. They return YOKE_STORED_NOTHING for a number with a fraction or an
/// exponent.
yoke_stored yoke_stored_i64(const void *string, int64_t *out);
yoke_stored yoke_stored_u64(const void *string, uint64_t *out);
/// Reads the nearest double from the String.
yoke_stored yoke_stored_f64(const void *string, double *out);
