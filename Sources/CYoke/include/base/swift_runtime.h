// The functions of Swift's runtime that C needs. The C engine calls them through pointers that Swift hands over, and never links
// to them.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Allocates an object of a class and a size, with one reference.
extern void *swift_allocObject(const void *type, size_t size, size_t align_mask);
/// True if an object has exactly one strong reference.
extern bool swift_isUniquelyReferenced_nonNull_native(const void *object);
extern void swift_release(void *object);
