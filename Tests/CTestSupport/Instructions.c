#include "CTestSupport.h"

#if defined(__has_include)
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#endif
#endif

#ifdef CALLGRIND_ZERO_STATS

void yoke_test_count_begin(void) {
    CALLGRIND_ZERO_STATS;
    CALLGRIND_TOGGLE_COLLECT;
}

void yoke_test_count_end(const char *label) {
    CALLGRIND_TOGGLE_COLLECT;
    CALLGRIND_DUMP_STATS_AT(label);
}

#else

void yoke_test_count_begin(void) {}
void yoke_test_count_end(const char *label) { (void)label; }

#endif
