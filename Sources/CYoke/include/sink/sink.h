// Events: an engine sends an event for each value, key and bracket, and a sink takes the events. Sinks are the binder, the tape, the
// statistics and the formatter. An engine knows a sink only by its table of functions, `yoke_sink`.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Functions of a sink; `context` is the sink. A result of 0 stops the engine. Text is unescaped UTF-8 and is valid only during the call.
/// The parameters are the same as in yajl's callbacks, so that yajl calls a sink directly.
typedef struct yoke_sink {
    int (*null)(void *context);
    int (*boolean)(void *context, int value);
    int (*number)(void *context, const char *text, size_t n);
    int (*string)(void *context, const unsigned char *text, size_t n);
    int (*begin_object)(void *context);
    int (*key)(void *context, const unsigned char *text, size_t n);
    int (*end_object)(void *context);
    int (*begin_array)(void *context);
    int (*end_array)(void *context);
    /// Called if the text ends after a key, before the key's value. The sink must forget this key. NULL if the sink does not need this
    /// call.
    void (*drop_key)(void *context);
} yoke_sink;

/// The tape's events. The context is a `yoke_tape`.
extern const yoke_sink yoke_tape_sink;
