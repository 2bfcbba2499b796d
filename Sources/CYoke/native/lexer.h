// Reads one token of JSON text. Private to the native engine.
#pragma once

#include "native/native.h"
#include "base/platform.h"

enum yoke_token {
    YOKE_TOKEN_NULL,
    YOKE_TOKEN_TRUE,
    YOKE_TOKEN_FALSE,
    YOKE_TOKEN_NUMBER,
    YOKE_TOKEN_STRING,
    YOKE_TOKEN_BEGIN_OBJECT,
    YOKE_TOKEN_END_OBJECT,
    YOKE_TOKEN_BEGIN_ARRAY,
    YOKE_TOKEN_END_ARRAY,
    YOKE_TOKEN_COMMA,
    YOKE_TOKEN_COLON,
    /// The window ends inside the token, or directly after a number that may continue in the next window.
    YOKE_TOKEN_CUT,
    /// The token is not JSON: `status` says why.
    YOKE_TOKEN_FAULT
};

typedef struct yoke_lexed {
    enum yoke_token token;
    enum yoke_native_status status;
    /// The address after the token; for a fault, the address of the bad byte.
    const uint8_t *end;
    /// True if the string has escapes.
    bool escaped;
} yoke_lexed;

/// Reads the token at e->p, which must be before e->end. The byte at e->p must not be white space. Faster code leaves each token with a
/// fault to this function, because only this function finds the exact position and kind of a fault.
yoke_lexed yoke_lex(yoke_native *e);
