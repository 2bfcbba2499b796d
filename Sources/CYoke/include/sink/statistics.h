// A sink (receiver of an engine's events) that counts the events and their bytes.
#pragma once

#include "sink/sink.h"

typedef struct yoke_statistics {
    uint64_t objects, arrays, keys, strings, numbers, booleans, nulls;
    uint64_t string_bytes, key_bytes;
    uint64_t depth, deepest;
    uint64_t last_key_bytes;
} yoke_statistics;

/// The events of the statistics. The context is a `yoke_statistics`.
extern const yoke_sink yoke_statistics_sink;
