#include "foreign.h"

// Stand-ins for the contenders that this machine does not have.

#ifndef HAS_SIMDJSON
const struct foreign_table *foreign_simdjson(void) { return NULL; }
#endif

#ifndef HAS_SERDE
const struct foreign_table *foreign_serde(void) { return NULL; }
#endif
