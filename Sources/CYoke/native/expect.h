// Sets which tokens may follow a value.
#pragma once

#include "native/native.h"

/// Sets which tokens may follow a value in the innermost open container. Called after each value.
static inline void yoke_native_expect_next(yoke_native *e) {
    const yoke_frame *f = e->binder->top;
    e->expect = f->kind == YOKE_FRAME_ROOT ? YOKE_EXPECT_ROOT
                : f->is_object             ? YOKE_EXPECT_COMMA_OR_OBJECT_END
                                           : YOKE_EXPECT_COMMA_OR_ARRAY_END;
}
