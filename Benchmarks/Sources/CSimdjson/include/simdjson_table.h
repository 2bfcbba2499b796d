// The C interface of this target: foreign_simdjson().
#include "foreign.h"
