// The room that is left on the call stack.
#pragma once

#include <stdbool.h>

/// True if this thread's stack has little room left. Also false if the room is not known.
bool yoke_stack_is_low(void);
