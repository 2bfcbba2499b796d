// The binding plan: the result of compiling a Swift type's mapping. It is flat, read-only memory, made once in a process for each
// type and for each set of options that changes the plan. All threads share the plan. Both engines and the writer run it.
//
//     struct Tweet { id: UInt64; text: String; user: User?; tags: [String] }
//
//     yoke_type OBJECT ── yoke_object ── fields[0]  "id"    slot { U64,    +0  }
//                                        fields[1]  "text"  slot { STRING, +8  }
//                                        fields[2]  "user"  slot { OBJECT, +24, null bytes } ──> yoke_type of User
//                                        fields[3]  "tags"  slot { ARRAY,  +88 } ──> element slot { STRING }
//                                        fields[4]  sentinel: matches no key
#ifndef YOKE_PLAN_PLAN_H
#define YOKE_PLAN_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/alloc.h"
#include "date/date.h"

typedef struct yoke_type yoke_type;
typedef struct yoke_object yoke_object;

/// The kinds of values. Scalars come first: every kind up to YOKE_RAW_STRING is finished by one event.
enum yoke_kind {
    YOKE_BOOL,
    YOKE_I8,
    YOKE_I16,
    YOKE_I32,
    YOKE_I64,
    YOKE_I128,
    YOKE_U8,
    YOKE_U16,
    YOKE_U32,
    YOKE_U64,
    YOKE_U128,
    YOKE_F32,
    YOKE_F64,
    YOKE_STRING,
    /// A Swift value that the `text` thunk makes from the text of a string.
    YOKE_TEXT,
    /// A Swift value that the `text` thunk makes from the text of a number literal.
    YOKE_NUMBER,
    /// A date as a double: seconds from 2001. Read from text or a number, as the `yoke_date_format` in the type's context says.
    YOKE_DATE,
    /// An enum whose cases are known by strings. The trie gives the index of a case, which finds the bytes of the case.
    YOKE_RAW_STRING,
    YOKE_ARRAY,
    YOKE_DICTIONARY,
    YOKE_OBJECT,
    /// An object with more to remember than its fields. Only an event opens it, never the fast path. Slots have this kind, types
    /// do not.
    YOKE_OBJECT_WITH_RULES,
    /// A type whose fields are bound to the elements of an array: see `position` of the fields.
    YOKE_POSITIONS,
    /// A value that the `make` thunk makes from a storage, which is bound first, on the value stack. Used for classes, structs
    /// with a storage type, raw values, and the elements of a stream. Stream elements are handed on instead of stored.
    YOKE_VIA,
    /// Dynamic JSON: its events go to the tape, then one `document` thunk makes the value.
    YOKE_DOCUMENT,
    /// Events go to the reader's sink (statistics, formatting). Nothing is stored.
    YOKE_FORWARD,
    /// Parts of a path to elements: `.key`, `[index]`, `[*]`.
    YOKE_PATH_KEY,
    YOKE_PATH_INDEX,
    YOKE_PATH_ALL,
    /// A path node: a container that leads to fields of the model around it. Its table is `object`. The fields of the table lie
    /// in that model.
    YOKE_PATH_NODE_KEY,
    YOKE_PATH_NODE_INDEX,
    /// One key for several fields: each field of `object` is given the same text.
    YOKE_SHARED_KEY,
    /// A value with its raw text. The `capture` thunk makes the value from the text, or says how to bind the text.
    YOKE_RAW_TEXT,
    /// A member that no field has. Its key and text go to the `extra` thunk.
    YOKE_EXTRA,
    /// A value that a merge patch changes or makes via its text: the `patch` thunk does so. No plan uses this kind.
    YOKE_PATCH,
    /// An existing value that is read in place. The binder's slot `in_place` says what kind of value it is. No plan uses this
    /// kind.
    YOKE_IN_PLACE,
    YOKE_KINDS
};

/// Arrays of plain numbers, which are read in a row. Swift makes those of 64 bits without knowing the type of their elements.
enum yoke_array_of { YOKE_ARRAY_OF_ANY, YOKE_ARRAY_OF_I64, YOKE_ARRAY_OF_F64, YOKE_ARRAY_OF_F32 };

/// How the writer finds out if an optional slot is nil.
enum yoke_nil_test {
    YOKE_NEVER_NIL,
    /// The tag byte after the payload is not 0.
    YOKE_NIL_TAG,
    /// The word at `nil_word`, as large as a pointer, is 0 (String, arrays, references, and structs that hold one).
    YOKE_NIL_WORD,
    /// The only byte is `nil_byte` (Bool, enums).
    YOKE_NIL_BYTE,
    /// Ask the `is_nil` thunk.
    YOKE_NIL_THUNK,
    /// A path node: everything below it is nil.
    YOKE_NIL_PATH_NODE,
    /// Members without a key of their own: the type's `element`, at its offset, is nil.
    YOKE_NIL_ELEMENT,
    /// Members without a key of their own that some objects leave out: ask the `is_nil` thunk, which gets the instance.
    YOKE_NIL_CHOICE
};

/// A slot for a value: its offset, its type, and the effect of null. Optionals are folded into the slot.
typedef struct yoke_slot {
    /// The type without its Optionals.
    const yoke_type *type;
    /// Thunk object of the complete value (with its Optionals). It destroys the value and tells if the value is nil.
    void *value;
    /// The `size` bytes that null stores. NULL if null is refused or counts as missing.
    const uint8_t *null_bytes;
    uint32_t offset;
    /// Bytes of the complete value. The bytes after `payload` are tags, which are 0 if a value is there.
    uint32_t size;
    uint32_t payload;
    uint32_t nil_word;
    uint8_t nil_test;
    uint8_t nil_byte;
    /// The kind of the value, copied here for speed.
    uint8_t kind;
    /// Null leaves the field unset, so that the field gets its declared initial value.
    bool null_is_missing;
    /// The value needs no destruction.
    bool trivial;
    /// `yoke_slot_rule`s.
    uint8_t rules;
} yoke_slot;

/// The treatment of an invalid value or null, for one slot.
enum yoke_slot_rule {
    /// An array or dictionary drops invalid elements.
    YOKE_RULE_LOSSY = 1,
    /// A field with an invalid value counts as missing.
    YOKE_RULE_INVALID_IS_MISSING = 2,
    /// A value of another kind is converted if the conversion loses nothing.
    YOKE_RULE_LENIENT = 4,
    /// nil is written as null, whatever the style says.
    YOKE_RULE_WRITES_NULL = 8,
    /// Null counts as a missing key, if the field may be missing.
    YOKE_RULE_NULL_IS_MISSING = 16,
    /// Null becomes 0 for a number, and false for a Bool.
    YOKE_RULE_NULL_IS_ZERO = 32,
    /// For a root: some value in it is read from its raw text.
    YOKE_RULE_RAW_TEXT = 64,
    /// Null is a value of its own here, whatever the rules of the call say about null.
    YOKE_RULE_KEEPS_NULL = 128,
    /// For a call: null becomes NaN for a floating-point value.
    YOKE_RULE_NULL_IS_NAN = 256
};

/// An index that no field has.
enum { YOKE_NO_FIELD = 0xFFFF };

/// Number of bytes of a key's literal that are copied, however long the literal is.
enum { YOKE_LITERAL_PAD = 32 };

/// Properties that only some fields have: several keys, paths, defaults of their own. Such a field is never expected, so that a
/// reader of plain fields has nothing to check.
typedef struct yoke_field_rules {
    /// `is_alias`: the field has several keys. `rank`: the rank of this key among them.
    bool is_alias;
    uint8_t rank;
    /// Fields with aliases: the bytes that null stores as long as no other alias has a value. NULL if null counts as missing.
    const uint8_t *weak_null;
    /// Says where the position of the field's value is kept, for the error of a check: an index into the object's positions,
    /// counted from 1. 0: the position is not kept.
    uint32_t place;
    /// Thunk objects that make the value for null and the value for an invalid value. NULL: the field does not have the rule.
    void *null_default;
    void *invalid_default;
} yoke_field_rules;

enum {
    /// A value of `head_bits` that never matches a text.
    YOKE_HEAD_NEVER = 1 << 16
};

/// A member of an object. Fields without a key come last: for example ignored ones, which have only an initial value.
typedef struct yoke_field {
    /// The first bytes of the literal.
    uint8_t head[16];
    yoke_slot slot;
    /// Tells which of sixteen bytes of the text must equal `head`. YOKE_HEAD_NEVER if the field must not be expected.
    uint32_t head_bits;
    /// Index among the object's fields.
    uint32_t index;
    /// The key as the writer puts it: quoted, escaped, with its colon. At least YOKE_LITERAL_PAD bytes are readable.
    size_t literal_length;
    const uint8_t *literal;
    /// The unescaped key, with as many readable bytes. NULL for the sentinel.
    ///
    /// A `key_length` of at least SIZE_MAX / 2, which no key has, means: the field has no key of its own in this table. Such
    /// fields are ignored ones, fields that are only written, and fields at the end of a path.
    const uint8_t *key;
    size_t key_length;
    /// Thunk object that makes the initial value, if the template (`blank`) does not hold it.
    void *initial;
    /// NULL for most fields. A field is two cache lines. A reader that expects the field needs the first line and the start of
    /// the second.
    const yoke_field_rules *rules;
    /// PATH_NODE_INDEX tables, POSITIONS: index of the element; UINT64_MAX: not an element. Fields without a key of their own:
    /// length of the name at `key` that errors show.
    uint64_t position;
} yoke_field;

/// Radix trie over keys. The children of a node are adjacent, sorted by the first byte of their label.
typedef struct yoke_trie_node {
    uint32_t label;
    uint32_t label_length;
    uint32_t first_child;
    uint32_t child_count;
    /// Index of the key that ends here, or -1.
    int32_t value;
} yoke_trie_node;

typedef struct yoke_trie {
    const yoke_trie_node *nodes;
    const uint8_t *labels;
} yoke_trie;

/// Returns the index of the key `s[0..<n]`, or -1. Cost: the key's length, plus one search among the children of each node.
int32_t yoke_trie_find(const yoke_trie *trie, const uint8_t *s, size_t n);

/// Mixes the parts of a key that its hash uses: the length, the first eight bytes and the last eight bytes. A key shorter than
/// eight bytes is used twice. The bytes s[0] to s[7] are always loaded, even for a shorter key. Lengths come in any order, so the
/// function has no branch.
static inline uint64_t yoke_key_mix(const uint8_t *s, size_t n) {
    const size_t back = n < 8 ? 0 : n - 8;
    const uint64_t own = n < 8 ? ((uint64_t)1 << (8 * n & 63)) - 1 : ~(uint64_t)0;
    uint64_t first, last;
    __builtin_memcpy(&first, s, 8);
    __builtin_memcpy(&last, s + back, 8);
    first &= own;
    last &= own;
    return first ^ (last << 23 | last >> 41) ^ n;
}

static inline uint64_t yoke_mix_hash(uint64_t mix, uint64_t seed) {
    uint64_t h = mix * seed;
    return h ^ h >> 32;
}

/// The key signature: one of 64 numbers, made from the key's length and first byte. (For an empty key it depends on the byte
/// after the key.)
static inline unsigned yoke_key_signature(const uint8_t *s, size_t n) { return (unsigned)(s[0] + 9 * n) & 63; }

static inline uint64_t yoke_key_hash(const uint8_t *s, size_t n, uint64_t seed) { return yoke_mix_hash(yoke_key_mix(s, n), seed); }

/// The treatment of keys that no field has.
enum yoke_unknown_keys {
    /// Check the value and drop it.
    YOKE_UNKNOWN_SKIPPED,
    YOKE_UNKNOWN_REFUSED,
    /// Give key and text to the `extra` thunk of the field `extras`.
    YOKE_UNKNOWN_KEPT
};

/// The fields of an Optional whose members stand in the object around it. The Optional is nil if none of the members came.
typedef struct yoke_group {
    yoke_slot slot;
    /// Bit sets:
    /// - `fields`: the object's fields that belong to the Optional.
    /// - `signatures`: the bits, among all bits of the object, that tell that the Optional is there. They are the members from
    ///   which nothing else is read, if the Optional has such members.
    /// - `required`, `initials`: the fields that are required, or that have an initial value, if the Optional is there.
    const uint64_t *fields;
    const uint64_t *indicators;
    const uint64_t *required;
    const uint64_t *initials;
    /// The member that is written as null if the Optional has no other member. It is one of the members in `signatures`, and its
    /// `index` is its bit. NULL: no member is written then.
    const yoke_field *sign;
} yoke_group;

/// A type that is bound field by field, in place. Also the table of a path node or a shared key: its fields are fields of the
/// model around it, with the indices of that model. Such a table has no fields of its own (`count` 0, `words` 0).
struct yoke_object {
    /// `count` fields and a sentinel that matches no key. After the sentinel come more keys of the same fields, and path nodes
    /// that lead to fields: `entries` in all.
    const yoke_field *fields;
    uint32_t count;
    uint32_t entries;
    /// Number of fields with a key. They are the first ones.
    uint32_t keyed;
    /// Words of a bit set over the fields. `owner_words`: the same for the model around a table.
    uint32_t words;
    uint32_t owner_words;
    /// The template: the bytes of an empty instance (as many as the type's `size`).
    const uint8_t *template_bytes;
    /// Bit sets over the fields. `required`: a missing key is an error. `initials`: a missing key needs the `initial` thunk.
    const uint64_t *required;
    const uint64_t *initials;
    yoke_trie trie;
    /// A perfect hash of the keys, if a seed was found. The lowest bits of a key's hash select the field's index, or
    /// YOKE_NO_FIELD.
    const uint16_t *hashed;
    uint64_t hash_seed;
    uint64_t hash_mask;
    /// Fields with a key, in the order of their keys' bytes.
    const uint32_t *sorted;
    /// Bytes after the bit set, one for each field: the rank of the alias that gave the field's value. 0: no field has aliases.
    uint32_t ranks;
    /// Number of fields whose value's position in the text is kept.
    uint32_t places;
    /// `unknown`: a `yoke_unknown_keys`. `extras`: the field that keeps unknown members.
    uint8_t unknown;
    const yoke_field *extras;
    /// For reports. `unread`: keys of the model that no field is read from, because they are only written, or because the call
    /// leaves their fields out. NULL without such keys. `knows_all`: a value that is not read here keeps all other members, so no
    /// key is unknown.
    const yoke_trie *unread;
    bool knows_all;
    /// Outer Optionals come before inner ones. From bit `group_bits` on, each has a bit that tells that the Optional is there.
    const yoke_group *groups;
    uint32_t group_count;
    uint32_t group_bits;
    /// Number of fields that are bound to the object's own text when the object has ended: flattened values that are not plain
    /// structs. They are the first fields without a key.
    uint32_t whole_count;
    /// The object's raw text is kept: for the fields above, or for the `after` thunk (`hands_text`).
    bool captures;
    bool hands_text;
    /// Thunk object whose `after` looks at the finished instance, changes it or refuses it. NULL: no such thunk. Work at the end
    /// of the object has a bit in `initials`, after the bits of the fields, so that a reader of plain fields has nothing to
    /// check.
    void *after;
    /// The table to write instead, if the keyed fields in their order are not what is written. Else NULL.
    const yoke_object *written;
    /// Writing. `is_mixed`: some fields are members without a key of their own, so keys can be put in order only after all are
    /// written. `repeats`: some members may have the same key.
    bool is_mixed;
    bool repeats;
    /// Writing, for the table of an array: its values are scalars that are never nil, one for each position.
    bool is_scalar_row;
    /// Reading: each key leads only to its field, so that an instance can be read in place over another one.
    bool overwrites;
    /// All members are plain scalars or arrays, so that the object (or the array, for POSITIONS) is mostly read without a frame.
    bool is_plain;
    /// Writing, for the table of an Optional whose members stand in another object. This member is written as null if no other
    /// member is written, because an Optional without any member would be read back as nil. NULL: not such a table, or no such
    /// member.
    const yoke_field *sign;
    /// The key signatures that no key has, one bit for each. 0 if a key is empty, or if nothing is known.
    uint64_t missing_signatures;
};

struct yoke_type {
    uint8_t kind;
    /// Swift's metatype. Errors get the type's name from it. NULL for parts of a path.
    const void *identity;
    uint32_t size;
    uint32_t stride;
    uint32_t align;
    /// Thunk object for the operations that only Swift can do with this type. Not retained; it lives as long as the plan.
    void *context;
    /// Element of an array, value of a dictionary, storage of a VIA type, next part of a path, or the value that hooks are
    /// around.
    yoke_slot element;
    /// Arrays: stride and alignment of an element on the value stack. Dictionaries: the same for a pair, which is a String key
    /// and, at `element.offset`, the value.
    uint32_t item_stride;
    uint32_t item_align;
    /// Dictionaries: distance in bytes between two values in Swift's own memory.
    uint32_t value_stride;
    /// Arrays: a `yoke_array_of`.
    uint8_t array_of;
    /// Arrays: the thunks can read in place over an existing array.
    bool overwrites;
    /// Dictionaries: not every string can be a key, so the `key` thunk is asked.
    bool checks_keys;
    /// VIA: an update changes the instance itself, with the `assign` thunk.
    bool assigns;
    /// RAW_TEXT: only hooks around the `element`, which is the same value.
    bool hooks;
    /// OBJECT: the object around the payload of a case.
    bool wraps_case;
    /// Arrays: a set. Its elements have no order of their own, so sorted output sorts their texts.
    bool is_set;
    /// Arrays and dictionaries: the pointer that represents an empty one. It counts no references.
    const void *empty;
    /// Dictionaries, sets, and arrays whose elements may not lie in a row: the writer uses an iterator. This is its size in bytes.
    /// Its alignment is at most 16 bytes. 0: the writer reads the elements in memory.
    uint32_t iteration_size;
    const yoke_object *object;
    /// Raw strings: the trie over the raw values. For each case its `size` bytes and its quoted literal.
    yoke_trie cases;
    const uint8_t *case_bytes;
    const uint8_t *const *case_literals;
    const uint32_t *case_lengths;
    uint32_t case_count;
    /// RAW_TEXT: slots that a text may be bound as, then slots that may be written. An entry is NULL if it is never bound.
    const yoke_slot *const *choices;
    /// VIA types that are classes: the thunk object that knows the plans of subclasses. NULL: not a class.
    void *subclasses;
    /// Parts of a path: the key. The type as which a tagged case is bound: the tag, which is not a member of the payload.
    /// RAW_TEXT types with a tag: the tag.
    const uint8_t *path_key;
    size_t path_key_length;
    uint64_t path_index;
};

#endif
