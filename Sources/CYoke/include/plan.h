// The binding plan: what a Swift type's mapping is compiled to. Flat, read-only memory; made once a process for each
// type (and for what calls ask beside that), shared by all threads, run by both engines and by the writer.
//
//     struct Tweet { id: UInt64; text: String; user: User?; tags: [String] }
//
//     yoke_type OBJECT ── yoke_object ── fields[0]  "id"    slot { U64,    +0  }
//                                        fields[1]  "text"  slot { STRING, +8  }
//                                        fields[2]  "user"  slot { OBJECT, +24, null bytes } ──> yoke_type of User
//                                        fields[3]  "tags"  slot { ARRAY,  +88 } ──> element slot { STRING }
//                                        fields[4]  sentinel: matches no key
#ifndef YOKE_PLAN_H
#define YOKE_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "alloc.h"
#include "date.h"

typedef struct yoke_type yoke_type;
typedef struct yoke_object yoke_object;

/// What a value is made of. Scalars first: everything up to YOKE_RAW_STRING is finished by one event.
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
    /// A Swift value made from a string's text (`text` thunk).
    YOKE_TEXT,
    /// A Swift value made from a number literal's text (`text` thunk).
    YOKE_NUMBER,
    /// A double that counts seconds from 2001, from text or a number by the `yoke_date_format` that is the context.
    YOKE_DATE,
    /// An enum whose cases are known by string: the trie gives the index of the case's bytes.
    YOKE_RAW_STRING,
    YOKE_ARRAY,
    YOKE_DICTIONARY,
    YOKE_OBJECT,
    /// An object of which more than its fields has to be remembered: only an event opens it. Only slots say so.
    YOKE_OBJECT_WITH_RULES,
    /// A type that is bound field by field from the elements of an array: its fields' `position`s.
    YOKE_POSITIONS,
    /// A value made from another one, bound first on the value stack (`make` thunk): classes, staged structs, raw
    /// values, and the elements of a stream, which are handed on instead of stored.
    YOKE_VIA,
    /// Dynamic JSON: events go to the tape, then one `document` thunk.
    YOKE_DOCUMENT,
    /// Events go to the reader's sink (statistics, formatting); nothing is stored.
    YOKE_FORWARD,
    /// Steps of a path towards elements: `.key`, `[index]`, `[*]`.
    YOKE_PATH_KEY,
    YOKE_PATH_INDEX,
    YOKE_PATH_ALL,
    /// A container on the way to fields of the model around it: the table is `object`, whose fields lie in that model.
    YOKE_PATH_NODE_KEY,
    YOKE_PATH_NODE_INDEX,
    /// One key for several fields: each of `object`'s fields is given the same text.
    YOKE_SHARED_KEY,
    /// The value's own text goes to the `capture` thunk, which makes the value or says what the text is to be bound as.
    YOKE_RAW_TEXT,
    /// A member that no field has: its key and text go to the `extra` thunk.
    YOKE_EXTRA,
    /// A value that a merge patch changes, or makes, by way of its text: the `patch` thunk. No plan has it.
    YOKE_PATCH,
    /// A value that is read over one that is there: the binder's `filled` slot says of what kind. No plan has it.
    YOKE_IN_PLACE,
    YOKE_KINDS
};

/// Arrays that Swift makes without asking what their elements are.
enum yoke_array_of { YOKE_ARRAY_OF_ANY, YOKE_ARRAY_OF_I64, YOKE_ARRAY_OF_F64 };

/// How the writer finds out that an optional slot is nil.
enum yoke_nil_test {
    YOKE_NEVER_NIL,
    /// The tag byte behind the payload is not 0.
    YOKE_NIL_TAG,
    /// The pointer-sized word at `nil_word` is 0 (String, arrays, references, and structs that hold one).
    YOKE_NIL_WORD,
    /// The one byte is `nil_byte` (Bool, enums).
    YOKE_NIL_BYTE,
    /// Ask the `is_nil` thunk.
    YOKE_NIL_THUNK,
    /// A container on the way: everything below it is nil.
    YOKE_NIL_PATH_NODE,
    /// Members without a key of their own: the type's `element`, at its offset, is nil.
    YOKE_NIL_ELEMENT,
    /// Members without a key of their own that are left out of some objects: the `is_nil` thunk is asked, given the instance.
    YOKE_NIL_CHOICE
};

/// A place for a value: where it is, what goes there, and what null does. Optionals are folded into the slot.
typedef struct yoke_slot {
    /// The type under all Optionals.
    const yoke_type *type;
    /// Thunk object of the whole value (Optionals included) for destroying and asking nil.
    void *value;
    /// The `size` bytes that null stores, or NULL where null is refused or counts as missing.
    const uint8_t *null_bytes;
    uint32_t offset;
    /// Bytes of the whole value; those behind `payload` are tags that are 0 when a value is there.
    uint32_t size;
    uint32_t payload;
    uint32_t nil_word;
    uint8_t nil_test;
    uint8_t nil_byte;
    /// The kind of `type`, at hand.
    uint8_t kind;
    /// Null leaves the field unset, so that its declared initial value is taken.
    bool null_is_missing;
    /// Nothing to destroy.
    bool trivial;
    /// `yoke_slot_rule`s.
    uint8_t rules;
} yoke_slot;

/// What is done about a value that does not fit, at one slot.
enum yoke_slot_rule {
    /// An array or dictionary drops elements that do not fit.
    YOKE_RULE_LOSSY = 1,
    /// A field counts as absent where its value does not fit.
    YOKE_RULE_INVALID_IS_MISSING = 2,
    /// What can be converted without loss is.
    YOKE_RULE_LENIENT = 4,
    /// nil is written as null, whatever the style says.
    YOKE_RULE_WRITES_NULL = 8,
    /// Null leaves a field that may be absent as if it were.
    YOKE_RULE_NULL_IS_MISSING = 16,
    /// Null is 0 for a number, and false.
    YOKE_RULE_NULL_IS_ZERO = 32,
    /// Of a root: something in it is captured.
    YOKE_RULE_RAW_TEXT = 64,
    /// Null is a value of its own, whatever the rules of the call make of it elsewhere.
    YOKE_RULE_KEEPS_NULL = 128
};

/// What an index of a field never is.
enum { YOKE_NO_FIELD = 0xFFFF };

/// Bytes of a key's literal that are copied whatever its length.
enum { YOKE_LITERAL_PAD = 32 };

/// What only some fields have: more keys than one, paths, defaults of their own. Such a field is never expected, so that a reader
/// of plain fields has nothing to ask.
typedef struct yoke_field_rules {
    /// The key's place among the field's candidates, where there are several (`is_alias`).
    bool is_alias;
    uint8_t rank;
    /// Candidates: the bytes that null stores as long as no other candidate has a value; NULL where null counts as missing.
    const uint8_t *weak_null;
    /// Where its value stands in the text is kept, for the error of a check: which of the object's `places` has it, from 1; 0: none.
    uint32_t place;
    /// Thunk objects that make the value for null and for a value that does not fit; NULL: no rule.
    void *null_default;
    void *invalid_default;
} yoke_field_rules;

enum {
    /// A `head_bits` that no text has.
    YOKE_HEAD_NEVER = 1 << 16
};

/// A member of an object. Fields without a key (ignored ones, which only have an initial value) come last.
typedef struct yoke_field {
    /// The literal's first bytes.
    uint8_t head[16];
    yoke_slot slot;
    /// Which of the sixteen bytes of a text must equal `head`; YOKE_HEAD_NEVER where the field is not to be expected.
    uint32_t head_bits;
    /// Its place among the object's fields.
    uint32_t index;
    /// The key as the writer puts it: quoted, escaped, with its colon. At least YOKE_LITERAL_PAD bytes may be read.
    size_t literal_length;
    const uint8_t *literal;
    /// The key, unescaped, of which as many may be read; NULL for the sentinel. A `key_length` of at least SIZE_MAX / 2, which no key
    /// has: the field has no key of its own in this table (ignored ones, those that are only written, those at the end of a path).
    const uint8_t *key;
    size_t key_length;
    /// Thunk object that makes the initial value, for fields whose initial value is not in the template.
    void *initial;
    /// NULL for most. A field is two cache lines; a reader that expects it needs the first and the start of the second.
    const yoke_field_rules *rules;
    /// STEP_INDEX tables, POSITIONS: the element's index; UINT64_MAX: none. Fields without a key of their own: the length of what errors call them, at `key`.
    uint64_t position;
} yoke_field;

/// Radix trie over keys. Children of a node are neighbours, sorted by the first byte of their label.
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

/// The index of the key `s[0..<n]`, or -1. Cost: the key's length plus one search among the children a node.
int32_t yoke_trie_find(const yoke_trie *trie, const uint8_t *s, size_t n);

/// What a key's hash is made of: its length, its first and its last eight bytes, all of a shorter one twice. The bytes from s[0] to s[7] are
/// loaded even of that. Lengths come in any order, so there is no branch.
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

/// One of 64 that a key has by its length and first byte. (That of an empty key depends on what is behind it.)
static inline unsigned yoke_key_signature(const uint8_t *s, size_t n) { return (unsigned)(s[0] + 9 * n) & 63; }

static inline uint64_t yoke_key_hash(const uint8_t *s, size_t n, uint64_t seed) { return yoke_mix_hash(yoke_key_mix(s, n), seed); }

/// What becomes of a key that no field has.
enum yoke_unknown_keys {
    /// Its value is checked and dropped.
    YOKE_UNKNOWN_SKIPPED,
    YOKE_UNKNOWN_REFUSED,
    /// Key and text go to the `extra` thunk of the field `extras`.
    YOKE_UNKNOWN_KEPT
};

/// The fields of an Optional whose members stand in the object around it: nil where none of them came.
typedef struct yoke_group {
    yoke_slot slot;
    /// Bit sets over the object's fields, and those over all its bits: what belongs to it, what tells that it is there (members that
    /// nothing else is read from, if it has such), and what is required and what has an initial value where it is.
    const uint64_t *fields;
    const uint64_t *signatures;
    const uint64_t *required;
    const uint64_t *initials;
    /// The member, a sign, that is written as null where there is none, with its bit for an index; NULL: nothing is.
    const yoke_field *sign;
} yoke_group;

/// A type that is bound field by field, in place. Also the table of a container on the way (STEP, FAN): its fields are those of
/// the model around it, with their indices, and it has none of its own (`count` 0, `words` 0).
struct yoke_object {
    /// `count` fields and a sentinel that matches no key; behind it further keys of the same fields, and steps towards them: `entries` in all.
    const yoke_field *fields;
    uint32_t count;
    uint32_t entries;
    /// Fields with a key: the first `keyed` ones.
    uint32_t keyed;
    /// Words of a bit set over the fields, and over those of the model around a table.
    uint32_t words;
    uint32_t owner_words;
    /// The bytes of an empty instance (the type's `size` of them).
    const uint8_t *blank;
    /// Bit sets over the fields: an absent key is an error; an absent key needs its `initial` thunk.
    const uint64_t *required;
    const uint64_t *initials;
    yoke_trie trie;
    /// A perfect hash of the keys, where a seed was found: the fields' indices (or YOKE_NO_FIELD) by the hash's lowest bits.
    const uint16_t *hashed;
    uint64_t hash_seed;
    uint64_t hash_mask;
    /// Keyed fields in the order of their keys' bytes.
    const uint32_t *sorted;
    /// Bytes behind the bit set, one a field: the rank of the candidate that a value came from. 0: no field has candidates.
    uint32_t ranks;
    /// Of how many fields the place of the value in the text is kept.
    uint32_t places;
    /// A `yoke_unknown_keys`, and the field that keeps them.
    uint8_t unknown;
    const yoke_field *extras;
    /// For reports: keys of the model that no field is read from, since they are only written or the call leaves their fields out (NULL: there
    /// are none); and whether a value that is not read here keeps whatever else there is.
    const yoke_trie *unread;
    bool knows_all;
    /// Outer ones before inner ones. Behind the other bits each has one, which says that it is there: from `group_bits` on.
    const yoke_group *groups;
    uint32_t group_count;
    uint32_t group_bits;
    /// Fields that are bound to the object's own text, when it has ended: flattened ones that are no plain structs. They are the
    /// first of the ignored ones.
    uint32_t whole_count;
    /// The object's own text is kept: for those fields, or (`hands_text`) for the `after` thunk.
    bool captures;
    bool hands_text;
    /// Thunk object that looks at, changes or refuses the finished instance (`after`); NULL: none. What is to be done at the
    /// end has a bit of `initials` behind those of the fields, so that a reader of plain fields has nothing to ask.
    void *after;
    /// What is written instead, where it is not the keyed fields in their order; NULL: they are.
    const yoke_object *written;
    /// Writing: members without a key of their own are among the fields, so that keys are in order only when all are written; and some
    /// of those that are there may have the same.
    bool is_mixed;
    bool repeats;
    /// Reading: no key leads to more than its field, so that an instance may be read over another one.
    bool overwrites;
    /// All of its members are plain scalars or arrays, so that it is mostly read without a frame.
    bool is_plain;
    /// What is written of an Optional whose members stand in another object: the one that is put as null where there is no other,
    /// since nothing would be nil. NULL: none.
    const yoke_field *sign;
    /// The signs that no key has, a bit each; 0 where a key is empty, or nothing is known.
    uint64_t missing_signatures;
};

struct yoke_type {
    uint8_t kind;
    /// Swift's metatype, of which errors ask the name; NULL for steps of a path.
    const void *identity;
    uint32_t size;
    uint32_t stride;
    uint32_t align;
    /// Thunk object for what only Swift can do with this type; unretained, lives as long as the plan.
    void *context;
    /// Element of an array, value of a dictionary, storage of a through type, next step of a path, what hooks are around.
    yoke_slot element;
    /// Arrays: stride and alignment of an element on the value stack. Dictionaries: of a pair, which is a String key
    /// and the value at `element.offset`.
    uint32_t item_stride;
    uint32_t item_align;
    /// Dictionaries: how far values are apart where Swift stores them.
    uint32_t value_stride;
    /// Arrays: a `yoke_array_of`.
    uint8_t array_of;
    /// Arrays: there are thunks for reading over one that is there.
    bool overwrites;
    /// Dictionaries: not every string is a key of it: the `key` thunk is asked.
    bool checks_keys;
    /// THROUGH: an update changes the instance itself, by the `assign` thunk.
    bool assigns;
    /// CAPTURE: nothing but hooks around the `element`, which is the same value.
    bool hooks;
    /// OBJECT: what is around a case's payload.
    bool wraps_case;
    /// Arrays and dictionaries: the pointer that an empty one is. It counts no references.
    const void *empty;
    /// Dictionaries and sets: bytes of the iterator with which the writer walks them, at most 16-byte aligned.
    uint32_t iteration_size;
    const yoke_object *object;
    /// Raw strings: the trie over the raw values and, for each case, its `size` bytes and its quoted literal.
    yoke_trie cases;
    const uint8_t *case_bytes;
    const uint8_t *const *case_literals;
    const uint32_t *case_lengths;
    uint32_t case_count;
    /// Captured types: what a text may be bound as, then what may be written. NULL for what is never bound.
    const yoke_slot *const *choices;
    /// Through types that are classes: the thunk object that knows the plans of subclasses. NULL: no class.
    void *subclasses;
    /// Path steps. What a tagged case is bound as: the tag, which is no member of the payload. Captured types with a tag: that.
    const uint8_t *path_key;
    size_t path_key_length;
    uint64_t path_index;
};

#endif
