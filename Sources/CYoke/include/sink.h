// Events: what an engine delivers and what anything behind it takes. The binder, the tape, statistics and the formatter
// are sinks; an engine knows no more of them than this table.
#ifndef YOKE_SINK_H
#define YOKE_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Functions of one sink; `context` is the sink. 0 stops the engine. Text is unescaped UTF-8, alive during the call.
/// The signatures are those of yajl's callbacks, so that yajl calls a sink without anything in between.
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
    /// The text ends after the last key, so that the key has no value: it is as if it had not come. NULL: nothing has to be done.
    void (*drop_key)(void *context);
} yoke_sink;

/// The tape's events; the context is a `yoke_tape`.
extern const yoke_sink yoke_tape_sink;

#endif
