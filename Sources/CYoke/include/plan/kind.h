// The kinds of values that a plan knows: how the binder reads a value and the writer writes it.
#pragma once

#include <stdbool.h>
#include <stdint.h>

/// The kinds of values. Scalars come first: a value of any kind up to YOKE_RAW_STRING is complete with one event.
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
    /// A value of a custom Swift type that the `text` thunk makes from the content of a string.
    YOKE_TEXT,
    /// A value of a custom Swift type that the `text` thunk makes from the text of a number literal.
    YOKE_NUMBER,
    /// A date, stored as a double: seconds since 2001-01-01 00:00 UTC. It is read from a string or number, as the
    /// `yoke_date_format` at the type's `context` says.
    YOKE_DATE,
    /// An enum with one string for each case. The trie `cases` (a search tree) finds the index of the case for a string, and `case_bytes`
    /// holds the enum's value for each case.
    YOKE_RAW_STRING,
    YOKE_ARRAY,
    YOKE_DICTIONARY,
    YOKE_OBJECT,
    /// A model (see `yoke_object`) that needs more than one bit for each field while it is read. For example, a field has aliases (several
    /// keys), and the reader must know which alias gave the value. The fast path never opens such a model: the binder's events do. Only
    /// slots have this kind: the kind of the slot's type is YOKE_OBJECT.
    YOKE_OBJECT_WITH_RULES,
    /// A model whose JSON is an array: each field is bound to one element. See `index_or_length` of `yoke_field`.
    YOKE_POSITIONS,
    /// A value that is made from a value of another type, its storage. First the storage is bound, on the value stack. Then the `make`
    /// thunk makes the value from the storage. Used for classes, structs with a storage type, raw values, and stream elements. For a
    /// stream's element, the thunk hands the element to the stream, and stores nothing.
    YOKE_VIA,
    /// Dynamic JSON (`JSONValue`): its events go to the tape, which collects the text. Then one `document` thunk makes the value.
    YOKE_DOCUMENT,
    /// The binder passes the value's events to another sink (`forward` of `yoke_binder`), for example to count them, and stores nothing.
    YOKE_FORWARD,
    /// The parts of a path that leads to the elements of a stream: `.key`, `[index]` and `[*]`.
    YOKE_PATH_KEY,
    YOKE_PATH_INDEX,
    YOKE_PATH_ALL,
    /// A path node: a container on a key path such as `a.b`, which leads to fields of a model. The `object` of its type is the table of
    /// these fields. The offsets of their slots count from the start of the model.
    YOKE_PATH_NODE_KEY,
    YOKE_PATH_NODE_INDEX,
    /// A shared key: several fields are bound to one member's value. The `object` of its type is the table of these fields.
    YOKE_SHARED_KEY,
    /// A value that needs its raw text (the unchanged bytes). The `capture` thunk makes the value, or says to which slots C may bind the
    /// text.
    YOKE_RAW_TEXT,
    /// The field that keeps unknown members. The key and the raw text of each such member go to the `extra` thunk.
    YOKE_EXTRA,
    /// A value that the `patch` thunk makes: the thunk applies a merge patch to the old value's JSON text. The binder makes slots of this
    /// kind; plans have none.
    YOKE_PATCH,
    /// An existing value that is overwritten in place. The binder's `in_place` is the value's own slot. No slot of a plan has this kind.
    YOKE_IN_PLACE,
    YOKE_KINDS
};

/// True if a slot of this kind stands for several fields: a path node (a container on a key path), or a key that several properties share.
static inline bool yoke_is_table(uint8_t kind) { return kind >= YOKE_PATH_NODE_KEY && kind <= YOKE_SHARED_KEY; }
