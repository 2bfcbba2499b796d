// Plans by metatype: an open-addressing table that is read without a lock, while one writer at a time adds to it.
#ifndef YOKE_PLAN_TABLE_H
#define YOKE_PLAN_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct yoke_plan_table yoke_plan_table;

/// An empty table. NULL: no memory.
yoke_plan_table *yoke_plan_table_make(void);

/// Frees a table that no thread looks at. The plans are others' business.
void yoke_plan_table_free(yoke_plan_table *t);

/// The plan under `key`, or NULL. From any thread.
const void *yoke_plan_table_find(yoke_plan_table *t, uintptr_t key);

/// Adds a plan. Only one thread at a time, and never a key twice. False: no memory.
bool yoke_plan_table_add(yoke_plan_table *t, uintptr_t key, const void *plan);

#endif
