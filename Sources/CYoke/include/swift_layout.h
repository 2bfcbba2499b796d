// Where the bytes of a Swift String, the elements of an Array and the pairs of a Dictionary lie, so that the writer needs no call to
// Swift for them, nor the reader to make a String.
//
// The layouts are those of the standard library for 64 bits. They are fixed on Apple's systems, where its ABI is stable, and
// have not changed elsewhere since Swift 5. That is not trusted: `ThunkTable` makes samples at the first use and compares what
// is found here with what Swift says; where anything differs, and for each value that is of another form, the thunks are asked.
//
//     String   small   |  up to 15 bytes of UTF-8, in place          | top byte: 1.1 nnnn, n bytes |
//              large   |  count, flags in the top 16 bits  |  object's address - flags in the top 4 bits |
//                                                              └─> object + 16: room for bytes and a zero, top bit: a word behind
//                                                                  object + 24: count and flags again     object + 32: the bytes, a zero
//     [Element]        |  object's address  |
//                         └─> object + 16: the count       object + 32: the elements
//     [String: Value]  |  object's address  |
//                         └─> object + 16: the count       object + 32: a byte, the logarithm of the count of places
//                             object + 48: the keys' and then the values' address, of the first place
//                             object + 64: a bit for each place, in words of 64, which says that a pair is there
#ifndef YOKE_SWIFT_LAYOUT_H
#define YOKE_SWIFT_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    YOKE_STRING_SIZE = 16,
    /// Bytes in front of what an object of the standard library holds at its tail; elements of greater alignment lie further.
    YOKE_TAIL_OFFSET = 32,
    YOKE_TAIL_ALIGN = 16
};

/// The String at `at` is one of at most 15 bytes, which are those at `at`.
static inline bool yoke_string_is_small(const void *at) { return (((const uint8_t *)at)[15] & 0x20) != 0; }
static inline size_t yoke_string_small_count(const void *at) { return ((const uint8_t *)at)[15] & 0x0F; }

/// The bytes of a String that is not small, or NULL where they do not lie behind its object: strings of Objective-C, and
/// those that share other memory.
static inline const uint8_t *yoke_string_large(const void *at, size_t *count) {
    const uint64_t is_foreign = 1ull << 60, is_tail_allocated = 1ull << 60;
    uint64_t word[2];
    memcpy(word, at, sizeof word);
    if ((word[1] & is_foreign) != 0 || (word[0] & is_tail_allocated) == 0) return NULL;
    *count = (size_t)(word[0] & 0xFFFFFFFFFFFF);
    return (const uint8_t *)(uintptr_t)(word[1] & 0x0FFFFFFFFFFFFFFF) + YOKE_TAIL_OFFSET;
}

/// Puts the String of s[0..<n], n <= 15, at `to`, of valid UTF-8; `ascii`: no byte has its top bit set. Loads 16 bytes from `s`.
static inline void yoke_make_small_string(void *to, const uint8_t *s, size_t n, bool ascii) {
    static const uint8_t mask[32] = {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
    uint64_t text[2], keep[2];
    memcpy(text, s, 16);
    memcpy(keep, mask + 16 - n, 16);
    text[0] &= keep[0];
    text[1] = (text[1] & keep[1]) | (uint64_t)((ascii ? 0xE0 : 0xA0) + n) << 56;
    memcpy(to, text, 16);
}

/// What makes the objects behind large Strings.
typedef struct yoke_string_objects {
    /// Their class, as the first word of an object has it; NULL: they are not laid out as is said here.
    const void *type;
    /// Swift's: an object of a class and size, held once. It never fails.
    void *(*allocate)(const void *type, size_t size, size_t align_mask);
} yoke_string_objects;

/// Puts the String of s[0..<n] at `to`, n > 15, of valid UTF-8; `ascii`: no byte has its top bit set.
static inline void yoke_make_large_string(const yoke_string_objects *objects, void *to, const uint8_t *s, size_t n, bool ascii) {
    // From there on a String has place for a word, nil at first, that helps its view of UTF-16.
    enum { HAS_CRUMBS_FROM = 64 };
    const size_t room = (n + 8) & ~(size_t)7, crumbs = n >= HAS_CRUMBS_FROM ? 8 : 0;
    uint8_t *object = (uint8_t *)objects->allocate(objects->type, YOKE_TAIL_OFFSET + room + crumbs, 7);
    const uint64_t head[2] = {room | (uint64_t)(crumbs != 0) << 63, n | (uint64_t)(ascii ? 0xF : 0x3) << 60};
    const uint64_t string[2] = {head[1], (uint64_t)(uintptr_t)object};
    uint8_t *tail = object + YOKE_TAIL_OFFSET;
    memcpy(object + 16, head, sizeof head);
    memset(tail + room - 8, 0, 8); // the zero at the end, before bytes take the most of it
    if (crumbs != 0) memset(tail + room, 0, 8);
    if (n > 64) {
        memcpy(tail, s, n);
    } else {
        // From both ends, so that there is nothing to count.
        memcpy(tail, s, 16);
        if (n > 32) {
            memcpy(tail + 16, s + 16, 16);
            memcpy(tail + n - 32, s + n - 32, 16);
        }
        memcpy(tail + n - 16, s + n - 16, 16);
    }
    memcpy(to, string, sizeof string);
}

/// The elements of an Array of anything but objects (those may be Objective-C's), aligned to at most YOKE_TAIL_ALIGN.
static inline const uint8_t *yoke_array_elements(const void *at, size_t *count) {
    const uint8_t *object;
    memcpy(&object, at, sizeof object);
    memcpy(count, object + 16, sizeof *count);
    return object + YOKE_TAIL_OFFSET;
}

/// The places of a Dictionary whose keys are Strings.
typedef struct yoke_buckets {
    /// Of pairs, and of places for them.
    size_t count;
    size_t capacity;
    const uint8_t *keys;
    const uint8_t *values;
    const uint8_t *used;
} yoke_buckets;

/// False: the dictionary is Objective-C's, or has another mark in its address.
static inline bool yoke_dictionary_buckets(const void *at, yoke_buckets *buckets) {
    uint64_t word = 0;
    const uint8_t *object;
    memcpy(&word, at, sizeof object);
    if (word >> 56 != 0) return false;
    object = (const uint8_t *)(uintptr_t)word;
    memcpy(&buckets->count, object + 16, sizeof buckets->count);
    buckets->capacity = (size_t)1 << (object[32] & 63);
    memcpy(&buckets->keys, object + 48, sizeof buckets->keys);
    memcpy(&buckets->values, object + 56, sizeof buckets->values);
    buckets->used = object + 64;
    return true;
}

/// The first place from `i` on at which there is a pair, or the capacity. (Bits behind that may be set.)
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

#endif
