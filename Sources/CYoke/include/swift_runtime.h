// What Swift's runtime has for C. The C engine calls it by the pointers that Swift hands over, and never links to it.
#ifndef YOKE_SWIFT_RUNTIME_H
#define YOKE_SWIFT_RUNTIME_H

#include <stddef.h>

/// An object of a class and a size, held once.
extern void *swift_allocObject(const void *type, size_t size, size_t align_mask);

#endif
