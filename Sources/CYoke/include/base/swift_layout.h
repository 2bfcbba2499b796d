// The memory layout of Swift's String, Array and Dictionary. Because C knows the layout, the writer reads such values, and the reader
// makes Strings and Arrays, without a call to Swift.
//
// These are the layouts of the standard library on 64-bit systems. On Apple's systems they are fixed, because the ABI is stable. On other
// systems they have not changed since Swift 5. The engine does not trust this: at the first use, `ThunkTable` makes samples and compares
// the layout with Swift's answers. If anything differs, C calls thunks instead. C also calls thunks for single values that have another
// form.
//
//     String   small   |  up to 15 bytes of UTF-8, in place          | top byte: 1x10nnnn, n bytes; x: 1 if ASCII |
//              large   |  count, flags in the top 16 bits  |  object's address - flags in the top 4 bits |
//                                                              └─> object + 16: room for bytes and a zero; top bit: one more word follows
//                                                                  object + 24: count and flags again     object + 32: the bytes, a zero
//     [Element]        |  object's address  |
//                         └─> object + 16: the count       object + 24: the capacity times 2, and a flag   object + 32: the elements
//     [String: Value]  |  object's address  |
//                         └─> object + 16: the count       object + 32: a byte, the logarithm of the number of buckets
//                             object + 48: the address of the first bucket's key, then the address of its value
//                             object + 64: one bit for each bucket, in words of 64: 1 if the bucket holds a pair
//     JSONBox          |  object's address  |
//                         └─> object + 16: the value, at the next address of its alignment
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    YOKE_STRING_SIZE = 16,
    /// Offset of the elements or bytes in an object of the standard library. Elements with an alignment above YOKE_TAIL_ALIGN begin
    /// later.
    YOKE_TAIL_OFFSET = 32,
    YOKE_TAIL_ALIGN = 16
};

/// True if the String at `at` has the small form: at most 15 bytes, stored at `at` itself.
static inline bool yoke_string_is_small(const void *at) { return (((const uint8_t *)at)[15] & 0x20) != 0; }
static inline size_t yoke_string_small_count(const void *at) { return ((const uint8_t *)at)[15] & 0x0F; }

/// Returns the bytes of a String that is not small, and sets `*count` to their number. Returns NULL, and leaves `*count`, if the bytes do
/// not lie in the String's object, as with strings of Objective-C and strings that share other memory.
static inline const uint8_t *yoke_string_large(const void *at, size_t *count) {
    const uint64_t is_foreign = 1ull << 60, is_tail_allocated = 1ull << 60;
    uint64_t word[2];
    memcpy(word, at, sizeof word);
    if ((word[1] & is_foreign) != 0 || (word[0] & is_tail_allocated) == 0) return NULL;
    *count = (size_t)(word[0] & 0xFFFFFFFFFFFF);
    return (const uint8_t *)(uintptr_t)(word[1] & 0x0FFFFFFFFFFFFFFF) + YOKE_TAIL_OFFSET;
}

/// Makes the String of s[0..<n] at `to`, n <= 15. The bytes must be valid UTF-8. `ascii` is true if no byte has its top bit set. 16 bytes
/// at `s` must be readable.
static inline void yoke_make_small_string(void *to, const uint8_t *s, size_t n, bool ascii) {
    static const uint8_t mask[32] = {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
    uint64_t text[2], keep[2];
    memcpy(text, s, 16);
    memcpy(keep, mask + 16 - n, 16);
    text[0] &= keep[0];
    text[1] = (text[1] & keep[1]) | (uint64_t)((ascii ? 0xE0 : 0xA0) + n) << 56;
    memcpy(to, text, 16);
}

/// The addresses in Swift's runtime that C needs to make and change the objects of large Strings and the memory of Arrays.
typedef struct yoke_string_objects {
    /// The class of large Strings' objects: the first word of each such object. NULL if this version of Swift has another memory layout;
    /// then C calls thunks.
    const void *type;
    /// A function of Swift's runtime: allocates an object of a class and size, with one reference. It never fails.
    void *(*allocate)(const void *type, size_t size, size_t align_mask);
    /// Functions of Swift's runtime. `is_held_once` returns true if an object has exactly one reference. `release` drops a reference.
    bool (*is_held_once)(const void *object);
    void (*release)(void *object);
} yoke_string_objects;

enum {
    /// A large String of at least this length in bytes has one more word after its bytes. The word is 0 at first. Swift keeps its
    /// breadcrumbs there, which speed up the UTF-16 view.
    YOKE_CRUMBS_FROM = 64
};

/// Copies s[0..<n] to `to`, n > 15. Copies up to 64 bytes as blocks from both ends, which may overlap, so that no loop is needed.
static inline void yoke_copy_large(uint8_t *to, const uint8_t *s, size_t n) {
    if (n > 64) {
        memcpy(to, s, n);
        return;
    }
    memcpy(to, s, 16);
    if (n > 32) {
        memcpy(to + 16, s + 16, 16);
        memcpy(to + n - 32, s + n - 32, 16);
    }
    memcpy(to + n - 16, s + n - 16, 16);
}

/// Returns the first word of a large String: its length in bytes and its flags.
static inline uint64_t yoke_large_count(size_t n, bool ascii) { return n | (uint64_t)(ascii ? 0xF : 0x3) << 60; }

/// Makes the String of s[0..<n] at `to`, n > 15. The bytes must be valid UTF-8. `ascii` is true if no byte has its top bit set.
static inline void yoke_make_large_string(const yoke_string_objects *objects, void *to, const uint8_t *s, size_t n, bool ascii) {
    const size_t room = (n + 8) & ~(size_t)7, crumbs = n >= YOKE_CRUMBS_FROM ? 8 : 0;
    uint8_t *object = (uint8_t *)objects->allocate(objects->type, YOKE_TAIL_OFFSET + room + crumbs, 7);
    const uint64_t head[2] = {room | (uint64_t)(crumbs != 0) << 63, yoke_large_count(n, ascii)};
    const uint64_t string[2] = {head[1], (uint64_t)(uintptr_t)object};
    uint8_t *tail = object + YOKE_TAIL_OFFSET;
    memcpy(object + 16, head, sizeof head);
    memset(tail + room - 8, 0, 8); // the zero at the end; the bytes then overwrite most of this word
    if (crumbs != 0) memset(tail + room, 0, 8);
    yoke_copy_large(tail, s, n);
    memcpy(to, string, sizeof string);
}

/// Returns the heap object of the String at `at`, if the String has the form that `yoke_make_large_string` makes. Otherwise returns NULL.
static inline uint8_t *yoke_string_object(const yoke_string_objects *objects, const void *at) {
    uint64_t word[2];
    const void *type;
    memcpy(word, at, sizeof word);
    if (word[1] >> 60 != 0 || (word[0] >> 60 & 3) != 3) return NULL;
    uint8_t *object = (uint8_t *)(uintptr_t)word[1];
    memcpy(&type, object, sizeof type);
    return type == objects->type ? object : NULL;
}

/// Overwrites the large String at `at` with the bytes s[0..<n], in its heap object `object`. Returns false, and changes nothing, if the
/// object has other owners or too little room, or holds Swift's breadcrumbs for the old bytes (see YOKE_CRUMBS_FROM).
static inline bool yoke_refill_large_string(const yoke_string_objects *objects, void *at, uint8_t *object, const uint8_t *s, size_t n,
                                            bool ascii) {
    uint64_t head, crumbs = 0;
    memcpy(&head, object + 16, sizeof head);
    const size_t room = (size_t)(head & 0xFFFFFFFFFFFF);
    if (n >= room) return false; // the object must also have room for the zero after the bytes
    if (head >> 63 != 0) memcpy(&crumbs, object + YOKE_TAIL_OFFSET + room, sizeof crumbs);
    if (crumbs != 0 || !objects->is_held_once(object)) return false;
    const uint64_t count = yoke_large_count(n, ascii);
    uint8_t *tail = object + YOKE_TAIL_OFFSET;
    if (n > 15) yoke_copy_large(tail, s, n);
    else memcpy(tail, s, n);
    tail[n] = 0;
    memcpy(object + 24, &count, sizeof count);
    memcpy(at, &count, sizeof count);
    return true;
}

/// Returns the address of an Array's elements, and sets `*count` to their number. The elements' alignment must be at most YOKE_TAIL_ALIGN.
/// The Array must not be bridged from Objective-C.
static inline const uint8_t *yoke_array_elements(const void *at, size_t *count) {
    const uint8_t *object;
    memcpy(&object, at, sizeof object);
    memcpy(count, object + 16, sizeof *count);
    return object + YOKE_TAIL_OFFSET;
}

/// The memory of an Array that no other Array shares. `count` and `capacity` count elements.
typedef struct yoke_own_array {
    uint8_t *elements;
    size_t count;
    size_t capacity;
} yoke_own_array;

/// Returns the memory of an Array. `elements` is NULL if another Array shares the memory. The Array must not be bridged from Objective-C.
static inline yoke_own_array yoke_array_memory(const yoke_string_objects *objects, const void *at) {
    uint8_t *object;
    size_t word[2];
    memcpy(&object, at, sizeof object);
    if (!objects->is_held_once(object)) return (yoke_own_array){NULL, 0, 0};
    memcpy(word, object + 16, sizeof word);
    return (yoke_own_array){object + YOKE_TAIL_OFFSET, word[0], word[1] >> 1};
}

/// Returns the class of an Array's object, with the flag of the capacity in the lowest bit, which is 0 in the class's own address.
static inline uintptr_t yoke_array_class(const void *at) {
    const uint8_t *object;
    uintptr_t word[4];
    memcpy(&object, at, sizeof object);
    memcpy(word, object, sizeof word);
    return word[0] | (word[3] & 1);
}

/// Makes the Array at `to` from `count` elements of `size` bytes in total, which move as plain bytes. `count` must not be 0. `class`: see
/// `yoke_array_class`.
static inline void yoke_make_array_object(const yoke_string_objects *objects, uintptr_t class, void *to, const uint8_t *elements,
                                          size_t count, size_t size) {
    const void *const type = (const void *)(class & ~(uintptr_t)1);
    uint8_t *object = (uint8_t *)objects->allocate(type, YOKE_TAIL_OFFSET + size, YOKE_TAIL_ALIGN - 1);
    const size_t head[2] = {count, count << 1 | (class & 1)};
    memcpy(object + 16, head, sizeof head);
    memcpy(object + YOKE_TAIL_OFFSET, elements, size);
    memcpy(to, &object, sizeof object);
}

static inline void yoke_set_array_count(const yoke_own_array *array, size_t count) {
    memcpy(array->elements - YOKE_TAIL_OFFSET + 16, &count, sizeof count);
}

/// Returns the offset in bytes of a value with this alignment in the object of its JSONBox. The first 16 bytes are Swift's own.
static inline uint32_t yoke_box_offset(uint32_t align) { return align <= 16 ? 16 : align; }

/// Returns the value in the JSONBox at `at`, which lies at `offset` in the box's object.
static inline uint8_t *yoke_box_value(const void *at, uint32_t offset) {
    uint8_t *object;
    memcpy(&object, at, sizeof object);
    return object + offset;
}

/// The buckets of a Dictionary whose keys are Strings.
typedef struct yoke_buckets {
    /// Number of pairs (`count`), and number of buckets (`capacity`).
    size_t count;
    size_t capacity;
    const uint8_t *keys;
    const uint8_t *values;
    const uint8_t *used;
} yoke_buckets;

/// Finds the buckets of the Dictionary at `at`. Returns false if one of the top 4 bits of its object's address is set, for example because
/// the Dictionary is bridged from Objective-C. The next 4 bits may be set: memory tagging uses them.
static inline bool yoke_dictionary_buckets(const void *at, yoke_buckets *buckets) {
    uint64_t word = 0;
    const uint8_t *object;
    memcpy(&word, at, sizeof object);
    if (word >> 60 != 0) return false;
    object = (const uint8_t *)(uintptr_t)word;
    memcpy(&buckets->count, object + 16, sizeof buckets->count);
    buckets->capacity = (size_t)1 << (object[32] & 63);
    memcpy(&buckets->keys, object + 48, sizeof buckets->keys);
    memcpy(&buckets->values, object + 56, sizeof buckets->values);
    buckets->used = object + 64;
    return true;
}

/// Returns the index of the first bucket from `i` on that holds a pair, or the capacity if no bucket does. Bits after the last bucket may
/// be set, so the function limits its result to the capacity.
static inline size_t yoke_next_bucket(const yoke_buckets *buckets, size_t i) {
    while (i < buckets->capacity) {
        uint64_t word;
        memcpy(&word, buckets->used + i / 64 * 8, sizeof word);
        word >>= i % 64;
        if (word != 0) {
            i += (size_t)__builtin_ctzll(word);
            break;
        }
        i = i / 64 * 64 + 64;
    }
    return i < buckets->capacity ? i : buckets->capacity;
}
