// The binding plan: the result of compiling a Swift type's mapping. It is flat, read-only memory, made once in a process for each type and
// for each set of options that changes the plan. All threads share the plan. Both engines (native and yajl) and the writer run it.
//
//     struct Tweet { id: UInt64; text: String; user: User?; tags: [String] }
//
//     yoke_type OBJECT ── yoke_object ── fields[0]  "id"    slot { U64,    +0  }
//                                        fields[1]  "text"  slot { STRING, +8  }
//                                        fields[2]  "user"  slot { OBJECT, +24, null bytes } ──> yoke_type of User
//                                        fields[3]  "tags"  slot { ARRAY,  +88 } ──> element slot { STRING }
//                                        fields[4]  sentinel: matches no key
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/alloc.h"
#include "date/date.h"
#include "plan/kind.h"

typedef struct yoke_type yoke_type;
typedef struct yoke_object yoke_object;

/// Stands for a class in `array_class` if C cannot make the arrays.
enum { YOKE_NO_CLASS = 1 };

/// The element type of an array. The fast path reads arrays of the three number types in one loop.
enum yoke_array_of { YOKE_ARRAY_OF_ANY, YOKE_ARRAY_OF_I64, YOKE_ARRAY_OF_F64, YOKE_ARRAY_OF_F32 };

/// How to find out if the value in an optional slot is nil.
enum yoke_nil_test {
    YOKE_NEVER_NIL,
    /// The value is nil if the tag byte after the payload is not 0.
    YOKE_NIL_TAG,
    /// The value is nil if the word at offset `nil_word`, of the size of a pointer, is 0. Used for String, arrays, references, and structs
    /// that have a property of such a type.
    YOKE_NIL_WORD,
    /// The value is nil if its only byte equals `nil_byte`: Bool and enums.
    YOKE_NIL_BYTE,
    /// The `is_nil` thunk says if the value is nil.
    YOKE_NIL_THUNK,
    /// A path node is nil if all fields below it are nil.
    YOKE_NIL_PATH_NODE,
    /// In the writer's tables, for a flattened value (its members stand in the object around it): nil if the value at `element` is nil.
    YOKE_NIL_ELEMENT,
    /// In the writer's tables, for a flattened value that some instances do not have. The value is nil if the `is_nil` thunk returns true
    /// for the instance, or if all members of the value are nil.
    YOKE_NIL_THUNK_OR_MEMBERS
};

/// A slot describes where and how one value is stored: its offset, its type, and the effect of null. It also describes the Optionals around
/// the type.
typedef struct yoke_slot {
    /// The type without its Optionals.
    const yoke_type *type;
    /// Thunk object (a Swift object that thunks get as their context) of the complete value, with its Optionals. It destroys the value and
    /// tells if the value is nil.
    void *value;
    /// The `size` bytes that null stores. NULL if null is refused or counts as missing.
    const uint8_t *null_bytes;
    uint32_t offset;
    /// `size`: size in bytes of the complete value, with its Optionals. `payload`: its size without them. The bytes from `payload` to
    /// `size` are tag bytes, which are all 0 if the value is not nil.
    uint32_t size;
    uint32_t payload;
    uint32_t nil_word;
    uint8_t nil_test;
    uint8_t nil_byte;
    /// The kind of the value, copied here for speed.
    uint8_t kind;
    /// True if null leaves the field missing, so that the field gets its declared initial value.
    bool null_is_missing;
    /// True if the value needs no destruction and can be copied byte by byte.
    bool trivial;
    /// A set of `yoke_slot_rule`s.
    uint8_t rules;
} yoke_slot;

/// Rules for one slot or, in the binder's `rules`, for every slot of a call. Most of them say what an invalid value or a null becomes.
enum yoke_slot_rule {
    /// An array or dictionary drops invalid elements.
    YOKE_RULE_LOSSY = 1,
    /// A field with an invalid value counts as missing.
    YOKE_RULE_INVALID_IS_MISSING = 2,
    /// A value of another kind is converted if the conversion loses nothing.
    YOKE_RULE_LENIENT = 4,
    /// nil is written as null, even if the write options leave nil out.
    YOKE_RULE_WRITES_NULL = 8,
    /// For a field that is not required, null counts as a missing key.
    YOKE_RULE_NULL_IS_MISSING = 16,
    /// Null becomes 0 for a number, and false for a Bool.
    YOKE_RULE_NULL_IS_ZERO = 32,
    /// Only in the slot of the root value: this value, or a value in it, needs its raw text (the unchanged bytes).
    YOKE_RULE_RAW_TEXT = 64,
    /// Null is an ordinary value for this slot: if the call has the rule YOKE_RULE_NULL_IS_MISSING, the rule does not apply to this slot.
    YOKE_RULE_KEEPS_NULL = 128,
    /// Only in the rules of a call: null becomes NaN for a floating-point value.
    YOKE_RULE_NULL_IS_NAN = 256
};

/// The index that stands for "no field".
enum { YOKE_NO_FIELD = 0xFFFF };

/// The writer copies at least this many bytes of a key's literal, even if the literal is shorter, because a copy of fixed size is faster.
enum { YOKE_LITERAL_PAD = 32 };

/// Properties that few fields have: aliases, a position that is kept for errors, values for null and for invalid values. The fast path
/// leaves every key of such a field to the binder, so only the binder handles these properties.
typedef struct yoke_field_rules {
    /// `is_alias`: true if the field has several keys. `rank`: the rank of this key among them. If the text has several of these keys, the
    /// key with the lowest rank wins.
    bool is_alias;
    uint8_t rank;
    /// The rank of the key under which the field is written.
    uint8_t written_rank;
    /// For a field with aliases (several keys): the bytes that a null stores until another alias gives a value. NULL: null means missing.
    const uint8_t *weak_null;
    /// For a field with aliases that is not Optional: true if null is a value of its type, for example of JSONValue. Then a null stores this
    /// value until another alias gives a value.
    bool stores_null;
    /// `kept_position`: if a later check or merge may refuse the value, the value's position in the text is kept for the error message. The
    /// position is at the index `kept_position` - 1 in `yoke_kept_positions`. 0: the position is not kept.
    uint32_t kept_position;
    /// Thunk objects that make the value for null and the value for an invalid value. NULL: the field does not have the rule.
    void *null_default;
    void *invalid_default;
} yoke_field_rules;

enum {
    /// The `head_bits` of a field whose key must never match. A comparison of the 16 bytes of `head` gives 16 bits; this is the bit after
    /// them, so the comparison never sets it.
    YOKE_HEAD_NEVER = 1 << 16
};

/// A property of a model. In a model's table, fields without a key come last: for example ignored properties, which have only an initial
/// value.
typedef struct yoke_field {
    /// The first bytes of `literal`.
    uint8_t head[16];
    yoke_slot slot;
    /// One bit for each byte of `head` that must equal the text. YOKE_HEAD_NEVER: no key in a text matches.
    uint32_t head_bits;
    /// Index among the object's fields.
    uint32_t index;
    /// The key as the writer writes it: quoted, escaped, with its colon. At least YOKE_LITERAL_PAD bytes are readable.
    size_t literal_length;
    const uint8_t *literal;
    /// The unescaped key. At least YOKE_LITERAL_PAD bytes are readable. NULL for the sentinel (the last entry, which matches no key).
    ///
    /// A `key_length` of at least SIZE_MAX / 2, which no key has, means that the field has no key of its own in this table. Examples:
    /// ignored fields, fields that are only written, and fields at the end of a path.
    const uint8_t *key;
    size_t key_length;
    /// Thunk object that makes the initial value. NULL if the object's `template_bytes` hold it.
    void *initial;
    /// Properties that few fields have; NULL for all other fields. (These properties are not in `yoke_field` itself, which fills two cache
    /// lines: to match a key, a reader loads only the first cache line and the start of the second.)
    const yoke_field_rules *rules;
    /// In the table of a YOKE_PATH_NODE_INDEX or YOKE_POSITIONS type: index of the array element for this field. UINT64_MAX: the field is
    /// not read. For a field without a key of its own: length of the field's name, which stands at `key`, for error messages.
    uint64_t index_or_length;
} yoke_field;

/// A node of a radix trie: a search tree over keys, in which each node has a part of a key as its label. The children of a node are
/// adjacent, sorted by the first byte of their label.
typedef struct yoke_trie_node {
    uint32_t label;
    uint32_t label_length;
    uint32_t first_child;
    uint32_t child_count;
    /// Index of the key that ends at this node, or -1 if no key ends here.
    int32_t value;
} yoke_trie_node;

typedef struct yoke_trie {
    const yoke_trie_node *nodes;
    const uint8_t *labels;
} yoke_trie;

/// Returns the index of the key `s[0..<n]`, or -1. Cost: the key's length, plus one search among the children of each node.
int32_t yoke_trie_find(const yoke_trie *trie, const uint8_t *s, size_t n);

/// Mixes a key's length, its first eight bytes and its last eight bytes into one word, from which the key's hash is computed. A key of up
/// to eight bytes is used entirely. Always loads s[0] to s[7]. Has no branch, because a processor cannot predict the lengths of keys.
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

/// Returns the key's signature: a number below 64, made from the key's length and first byte. For many unknown keys, the signature alone
/// shows that no field has the key. So the reader computes no hash. (An empty key's signature depends on the byte after the key.)
static inline unsigned yoke_key_signature(const uint8_t *s, size_t n) { return (unsigned)(s[0] + 9 * n) & 63; }

static inline uint64_t yoke_key_hash(const uint8_t *s, size_t n, uint64_t seed) { return yoke_mix_hash(yoke_key_mix(s, n), seed); }

/// The treatment of keys that no field has.
enum yoke_unknown_keys {
    /// The reader drops the member with the unknown key.
    YOKE_UNKNOWN_SKIPPED,
    YOKE_UNKNOWN_REFUSED,
    /// The `extra` thunk of the field `extras` gets the key and the text of the unknown member.
    YOKE_UNKNOWN_KEPT
};

/// A flattened Optional: its members stand in the object around it. It is nil if the object has none of them.
typedef struct yoke_group {
    yoke_slot slot;
    /// Bit sets, with one bit for each field of the object. `fields`: the fields that belong to the Optional. `presence_keys`: the members
    /// whose presence shows that the Optional is not nil. These are the members that no property outside of the Optional reads. If every
    /// member is also read outside, all members are presence keys. `required`, `initials`: the fields that are required, or have an initial
    /// value, if the Optional is not nil.
    const uint64_t *fields;
    const uint64_t *presence_keys;
    const uint64_t *required;
    const uint64_t *initials;
    /// The presence key that is written as null if the Optional is not nil, but has no presence key to write. Its `index` is its bit in bit
    /// sets. NULL: nothing is written in this case.
    const yoke_field *null_marker;
} yoke_group;

/// A model: a type that is bound field by field into its memory. Also the table of a path node or shared key: it lists fields of the model
/// around it, each with its `index` in that model. `count` and `words` of such a table are 0.
struct yoke_object {
    /// `count` fields, then a sentinel that matches no key, then more keys of the same fields, and path nodes (containers on key paths)
    /// that lead to fields. These are `entries` entries in all.
    const yoke_field *fields;
    uint32_t count;
    uint32_t entries;
    /// Number of fields with a key. They come before the fields without a key.
    uint32_t keyed;
    /// `words`: number of 64-bit words of a bit set. The set has one bit for each field, then for the object's end, the path nodes and
    /// shared keys, a tag, and the flattened Optionals. `owner_words`: in a table of a path node or shared key, the `words` of the model
    /// around it; else equal to `words`.
    uint32_t words;
    uint32_t owner_words;
    /// The template: reading copies these bytes, as many as the type's `size`, to the memory of a new instance. They hold the values of
    /// missing keys that are known when the plan is compiled (nil and literals), and zeros elsewhere.
    const uint8_t *template_bytes;
    /// Bit sets, with one bit for each field. `required`: it is an error if the key is missing. `initials`: if the key is missing, the
    /// `initial` thunk makes the value.
    const uint64_t *required;
    const uint64_t *initials;
    yoke_trie trie;
    /// A perfect hash table of the keys (without collisions), or NULL if no seed was found. `hashed[hash & hash_mask]` is a field's index,
    /// or YOKE_NO_FIELD.
    const uint16_t *hashed;
    uint64_t hash_seed;
    uint64_t hash_mask;
    /// Indices of the fields with a key, sorted by the bytes of the keys.
    const uint32_t *sorted;
    /// Size in bytes of `ranks` in the object's frame, which has one byte for each field. 0: no field has aliases.
    uint32_t ranks;
    /// Number of fields whose value's position in the text is kept.
    uint32_t kept_positions;
    /// `unknown`: a `yoke_unknown_keys`. `extras`: the field that keeps unknown members.
    uint8_t unknown;
    const yoke_field *extras;
    /// `unread`: the model's keys that are not read, because they are only written, or because the call leaves their fields out. A report
    /// must not call these keys unknown. NULL: the model has no such keys. `knows_all`: true if a report must not call any key unknown,
    /// because a flattened or unread value keeps all other members.
    const yoke_trie *unread;
    bool knows_all;
    /// The flattened Optionals; outer ones come before inner ones. Bit `group_bits` + g of a frame's `seen` is 1 if Optional g is not nil.
    const yoke_group *groups;
    uint32_t group_count;
    uint32_t group_bits;
    /// Number of fields that are bound to the object's entire text when the object has ended. These are flattened values that are not plain
    /// structs. They come first among the fields without a key.
    uint32_t whole_count;
    /// `captures`: true if the object's raw text (its unchanged bytes) is kept, for the `whole_count` fields or for the `after` thunk.
    /// `hands_text`: true if the `after` thunk gets the text.
    bool captures;
    bool hands_text;
    /// Thunk object whose thunk `after` checks, changes or refuses the finished instance, or NULL. If any work is left for an object's end,
    /// the plan also sets a bit in `initials`, after the bits of the fields. So the usual test of `initials` finds this work too.
    void *after;
    /// The table that the writer uses instead of this one. NULL: the writer writes this table's fields with a key, in their order.
    const yoke_object *written;
    /// For the writer. `is_mixed`: true if some fields are flattened values. The keys of a flattened value are known only when the value is
    /// written. So the writer sorts the members after it has written all of them. `repeats`: true if some members may have the same key.
    bool is_mixed;
    bool repeats;
    /// For the writer, in the table of a model that is an array: true if each element is a scalar that is never nil.
    bool is_scalar_row;
    /// For reading: true if an instance can be overwritten in place. Each key leads to exactly one field without rules. The model has no
    /// flattened Optionals, no extras, and no fields bound to its entire text.
    bool overwrites;
    /// True if the fast path may read the model without a frame. It has fewer than 64 fields. Each is a scalar, a String or an array, and
    /// has exactly one key (for YOKE_POSITIONS: an element that is read) and no rules. It has no flattened Optionals, no extras, and no
    /// fields bound to its entire text.
    bool is_plain;
    /// For the writer, in the table of a flattened Optional: the member that is written as null if a reader would else take the Optional
    /// for nil. The other written members show that it is not nil if a key of them is in `trie`, or a member is in `presence_paths`. NULL
    /// for other tables, and if no member can be written as null.
    const yoke_field *null_marker;
    /// The members at paths which show that the Optional is not nil. The objects on their paths may have other members, too. So the keys of
    /// these objects are not in `trie`. NULL if no such member exists.
    const yoke_object *presence_paths;
    /// One bit for each key signature (`yoke_key_signature`): 1 if no key of the object has the signature. The word is 0 if a key is empty,
    /// or if the signatures are not known.
    uint64_t missing_signatures;
    /// True if the object holds the members of an enum case, and a text of another case is certainly an error. Either the object has a
    /// field for the tag, whose only value is the case's name; or it allows no key but the case's name.
    bool refuses_other_cases;
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
    /// The slot of the value inside: an array's element, a dictionary's value, the storage of a YOKE_VIA type, or the next part of a path.
    /// For a type with hooks: the slot of the same value without the hooks.
    yoke_slot element;
    /// Stride and alignment in bytes on the value stack. Arrays: of an element. Dictionaries: of a pair, which is a String key and, at
    /// `element.offset`, the value. YOKE_VIA: `item_align` is the storage's alignment.
    uint32_t item_stride;
    uint32_t item_align;
    /// Dictionaries: distance in bytes between two values in the memory of a Swift Dictionary.
    uint32_t value_stride;
    /// Arrays: a `yoke_array_of`.
    uint8_t array_of;
    /// Arrays: true if the thunks can overwrite an existing array in place.
    bool overwrites;
    /// Dictionaries: true if the keys become values of another type than String. The `key` thunk checks such keys, and `enter_key` compares
    /// them.
    bool checks_keys;
    /// For a YOKE_VIA type: true for a class whose instance stays in an update: the update changes it with the `assign` thunk.
    bool assigns;
    /// For a YOKE_VIA type: true for a value type that an update changes with the `amend` thunk. An update first copies the old value, so
    /// that the copy keeps what the storage does not hold.
    bool amends;
    /// For the YOKE_VIA type of a JSONBox: the offset in bytes of the box's value in the box's heap object. With this offset, C writes the
    /// value, or overwrites it in place, without a thunk. 0: not a JSONBox, or Swift's layout is not known.
    uint32_t box_offset;
    /// For a YOKE_RAW_TEXT type: true if the type only adds hooks (code of the user around reading and writing) to the type of `element`.
    /// The value of `element` then has the same address as this value.
    bool hooks;
    /// For a YOKE_OBJECT type: true if this object holds the payload of an enum case. `case_literals` then has the case's name.
    bool wraps_case;
    /// Arrays: true for a set. Its elements have no order, so sorted output sorts their texts.
    bool is_set;
    /// Arrays that C may make without a thunk: the address of the class of the array's object (see `yoke_array_class`). 0: no array was made
    /// yet. YOKE_NO_CLASS: a thunk must make the arrays after all. One thread may write the class while others read it, so all access is
    /// atomic. NULL: a thunk makes the arrays.
    uintptr_t *array_class;
    /// Arrays and dictionaries: the pointer that represents an empty value. Its object is not reference-counted.
    const void *empty;
    /// Dictionaries, sets, and arrays that may not be contiguous: size in bytes of the iterator with which the writer visits the
    /// elements. Its alignment is at most 16 bytes. 0: the writer reads the elements in memory, without an iterator.
    uint32_t iteration_size;
    const yoke_object *object;
    /// For enums of raw strings: `cases` is the trie over the strings. For each case, `case_bytes` holds the `size` bytes of the enum's
    /// value, and `case_literals` the quoted string. For a YOKE_RAW_TEXT type: the trie over the names of the cases, if the JSON names the
    /// case. The trie's `nodes` are NULL if it does not; for an untagged enum, `case_count` is then the number of cases with a payload.
    yoke_trie cases;
    const uint8_t *case_bytes;
    const uint8_t *const *case_literals;
    const uint32_t *case_lengths;
    uint32_t case_count;
    /// For the type of a tag's field: true. The field stores nothing, and its only value is the name of the object's own case. If the case
    /// was chosen from the entire text, other values are left out.
    bool is_tag;
    /// For a YOKE_RAW_TEXT type with n cases: n slots to which the text may be bound, then n slots for the writer. Then comes a pointer
    /// that only lazy values (`JSONLazy`) use. NULL in place of a slot: the case has no payload. (If the text has a tag, also a case
    /// without a payload has a slot for reading, which only direct reads use: see bind/direct.c.)
    const yoke_slot *const *choices;
    /// For a YOKE_VIA type that is a class: the thunk object that knows the plans of subclasses. NULL: not a class.
    void *subclasses;
    /// For a part of a path: the key. For a YOKE_RAW_TEXT type with a tag (a member that names the enum case): the tag's key. For the type
    /// of the payload of a tagged case: the tag's key, which is not a member of the payload.
    const uint8_t *path_key;
    size_t path_key_length;
    uint64_t path_index;
};
