// The storage of a JSON array or object in memory: a Swift object (`Container.swift`). More memory may follow it, in one of two forms.
//
//     object | the elements or members, if the storage was made from text and has not changed since
//     object | for a container that is still text: a cell that will refer to the elements (`LazyElements.swift`), and a copy of the text
//            | if no document holds the text
#pragma once

#include <stddef.h>
#include <stdint.h>

/// A storage's Swift object as words: Swift's header (`type` and `references`), then the properties in the order in which the object's
/// classes declare them. `Container.swift` explains the properties.
typedef struct yoke_storage {
    _Alignas(8) const void *type; // the memory after the object needs this alignment
    uintptr_t references;
    void *lazy;
    void *next;
    /// The number of elements or members in the memory after the object. -1: the elements are in `array` instead.
    intptr_t row_count;
    void *index;
    /// A ContiguousArray of elements or members.
    const void *array;
} yoke_storage;
