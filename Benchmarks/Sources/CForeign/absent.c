#include "foreign.h"

// Stand-ins for contenders that are not installed on this machine.

#ifndef HAS_SIMDJSON
const struct foreign_table *foreign_simdjson(void) { return NULL; }
#endif

#ifndef HAS_SERDE
const struct foreign_table *foreign_serde(void) { return NULL; }
#endif
