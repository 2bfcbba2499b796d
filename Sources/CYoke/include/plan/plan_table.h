// A hash table that finds the plan of a type by its metatype. Threads read it without a lock, while one thread at a time adds to it.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct yoke_plan_table yoke_plan_table;

/// Makes an empty table. Returns NULL if memory runs out.
yoke_plan_table *yoke_plan_table_make(void);

/// Frees a table that no thread reads any more. Does not free the plans.
void yoke_plan_table_free(yoke_plan_table *t);

/// Returns the process's table for plans that are made from a type's own mapping. The table is never freed.
yoke_plan_table *yoke_plans(void);

/// Returns the plan for `key` (the address of a metatype), or NULL. Any thread may call it.
const void *yoke_plan_table_find(yoke_plan_table *t, uintptr_t key);

/// As `yoke_plan_table_find`, in the process's table.
const void *yoke_known_plan(uintptr_t key);

/// Adds a plan. Only one thread at a time may call this function, and never twice for the same key. Returns false if memory runs out.
bool yoke_plan_table_add(yoke_plan_table *t, uintptr_t key, const void *plan);
