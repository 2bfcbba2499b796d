// The memory of the storage of a JSON array or object: a Swift object (`Container.swift`), with more memory after it.
//
//     object | the parts, of a storage that was made from text and did not change
//     object | the cell of a lazy storage, perhaps with its text (`LazyElements.swift`)
#ifndef YOKE_BASE_STORAGE_H
#define YOKE_BASE_STORAGE_H

#include <stddef.h>
#include <stdint.h>

/// The words of the object, in the order of the properties of its classes.
typedef struct yoke_storage {
    _Alignas(8) const void *type; // what follows the object may need this
    uintptr_t references;
    void *lazy;
    void *next;
    /// The number of parts after the object; -1 if the parts are in `array`.
    intptr_t row_count;
    void *index;
    /// A ContiguousArray.
    const void *array;
} yoke_storage;

#endif
