// Makes a plan by hand, as PlanCompiler.swift compiles it from a mapping. The model has no C struct, so its offsets are computed here.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "lookup.h"

static uint32_t align_up(size_t n, size_t align) { return (uint32_t)((n + align - 1) & ~(align - 1)); }

/// Returns the size of a value of this kind in bytes. The alignment is the same, except for four kinds of 16 bytes that make_type aligns to
/// 8.
static uint32_t size_of(enum yoke_kind kind) {
    switch (kind) {
    case YOKE_BOOL: case YOKE_I8: case YOKE_U8: case YOKE_RAW_STRING: return 1;
    case YOKE_I16: case YOKE_U16: return 2;
    case YOKE_I32: case YOKE_U32: case YOKE_F32: return 4;
    case YOKE_I128: case YOKE_U128: case YOKE_STRING: case YOKE_TEXT: case YOKE_NUMBER: case YOKE_DOCUMENT: return 16;
    default: return 8;
    }
}

static thing *make_thing(size_t stride, const yoke_type *type, const yoke_slot *slot) {
    thing *t = zeroed(sizeof *t);
    *t = (thing){stride, type, slot};
    return t;
}

static yoke_type *make_type(enum yoke_kind kind, const char *name) {
    yoke_type *type = zeroed(sizeof *type);
    type->kind = (uint8_t)kind;
    type->identity = name;
    type->size = type->stride = size_of(kind);
    type->align = kind == YOKE_STRING || kind == YOKE_TEXT || kind == YOKE_NUMBER || kind == YOKE_DOCUMENT ? 8 : size_of(kind);
    type->context = make_thing(type->size, type, NULL);
    return type;
}

static bool is_trivial(const yoke_type *type) {
    if (type->kind == YOKE_OBJECT) {
        for (uint32_t i = 0; i < type->object->count; i++)
            if (!type->object->fields[i].slot.trivial) return false;
        return true;
    }
    return type->kind <= YOKE_F64 || type->kind == YOKE_RAW_STRING;
}

/// Returns the slot with a context for its thunks. Call this after all other fields of the slot are set.
static yoke_slot with_value(yoke_slot slot) {
    yoke_slot *kept = zeroed(sizeof *kept);
    *kept = slot;
    slot.value = make_thing(align_up(slot.size, slot.type->align), slot.type, kept);
    kept->value = slot.value;
    return slot;
}

static yoke_slot plain(const yoke_type *type) {
    yoke_slot slot = {.type = type, .size = type->size, .payload = type->size, .kind = type->kind, .trivial = is_trivial(type)};
    return with_value(slot);
}

/// Returns a slot of the type that can also be nil. As in Swift, nil is a bit pattern that no value has, or a byte after the value.
static yoke_slot nullable(const yoke_type *type) {
    yoke_slot slot = plain(type);
    uint8_t *nothing = zeroed(slot.size + 1);
    slot.null_bytes = nothing;
    switch (type->kind) {
    case YOKE_BOOL: *nothing = 2, slot.nil_test = YOKE_NIL_THUNK; break;
    case YOKE_RAW_STRING: *nothing = slot.nil_byte = 0xFF, slot.nil_test = YOKE_NIL_BYTE; break;
    case YOKE_STRING: case YOKE_TEXT: case YOKE_NUMBER: slot.nil_test = YOKE_NIL_WORD, slot.nil_word = 16 - sizeof(uintptr_t); break;
    case YOKE_ARRAY: case YOKE_DICTIONARY: case YOKE_VIA: slot.nil_test = YOKE_NIL_WORD; break;
    default: nothing[slot.payload] = 1, slot.size++, slot.nil_test = YOKE_NIL_TAG;
    }
    return with_value(slot);
}

static yoke_type *scalar(enum yoke_kind kind) {
    static yoke_type *made[YOKE_RAW_STRING];
    static const char *const names[YOKE_RAW_STRING] = {"Bool",  "Int8",  "Int16",  "Int32",   "Int64", "Int128", "UInt8",  "UInt16",
                                                       "UInt32", "UInt64", "UInt128", "Float", "Double", "String", "Text", "Number"};
    if (made[kind] == NULL) made[kind] = make_type(kind, names[kind]);
    return made[kind];
}

/// Sets the element of an array type. A recursive element is known only after its array type was made.
static void set_element(yoke_type *type, yoke_slot element) {
    type->element = element;
    type->item_align = element.type->align;
    type->item_stride = align_up(element.size, type->item_align);
    if (element.null_bytes == NULL && element.kind == YOKE_I64) type->array_of = YOKE_ARRAY_OF_I64;
    if (element.null_bytes == NULL && element.kind == YOKE_F64) type->array_of = YOKE_ARRAY_OF_F64;
    type->empty = empty_block();
}

static yoke_type *array_of(yoke_slot element) {
    yoke_type *type = make_type(YOKE_ARRAY, "Array");
    set_element(type, element);
    return type;
}

/// Returns the type of a dictionary: pairs of a String and a value. The type's context also has the stride of a pair, because the thunks
/// move pairs.
static yoke_type *dictionary_of(yoke_slot value) {
    yoke_type *type = make_type(YOKE_DICTIONARY, "Dictionary");
    type->element = value;
    type->element.offset = align_up(16, value.type->align);
    type->item_align = value.type->align > 8 ? value.type->align : 8;
    type->item_stride = align_up(type->element.offset + value.size, type->item_align);
    type->iteration_size = 16;
    type->empty = empty_block();
    ((thing *)type->context)->stride = type->item_stride;
    return type;
}

// MARK: - Objects and enums

static yoke_type *cases_of(const char *const *raw, uint32_t count) {
    yoke_type *type = make_type(YOKE_RAW_STRING, "Enum");
    entry entries[16];
    uint8_t *bytes = zeroed(count);
    const uint8_t **literals = zeroed(count * sizeof *literals);
    uint32_t *lengths = zeroed(count * sizeof *lengths);
    for (uint32_t i = 0; i < count; i++) {
        entries[i] = (entry){(const uint8_t *)raw[i], strlen(raw[i]), (int32_t)i};
        bytes[i] = (uint8_t)i;
        lengths[i] = (uint32_t)strlen(raw[i]) + 2;
        uint8_t *literal = zeroed(lengths[i]);
        literal[0] = literal[lengths[i] - 1] = '"';
        memcpy(literal + 1, raw[i], lengths[i] - 2);
        literals[i] = literal;
    }
    type->cases = make_trie(entries, count);
    type->case_bytes = bytes;
    type->case_literals = literals;
    type->case_lengths = lengths;
    type->case_count = count;
    return type;
}

enum { MAX_FIELDS = 96 };

typedef struct maker {
    yoke_field fields[MAX_FIELDS + 1];
    bool has_initial[MAX_FIELDS];
    uint32_t count, keyed, size, align;
} maker;

/// Adds a field. If `key` is NULL, the field has only an initial value; such fields come last.
static void add(maker *m, const char *key, yoke_slot slot, bool has_initial) {
    yoke_field *field = &m->fields[m->count];
    memset(field, 0, sizeof *field);
    field->slot = slot;
    field->slot.offset = align_up(m->size, slot.type->align);
    m->size = field->slot.offset + slot.size;
    if (slot.type->align > m->align) m->align = slot.type->align;
    field->index = m->count;
    // A field without a key must never match. So its `key_length` is longer than any key, and no comparison of 16 bytes has `head_bits` as
    // its result.
    field->key_length = SIZE_MAX;
    field->head_bits = 1u << 16;
    m->has_initial[m->count] = has_initial;
    if (has_initial) {
        field->initial = slot.value;
        field->slot.null_is_missing = slot.null_bytes == NULL;
    }
    if (key != NULL) {
        field->key_length = strlen(key);
        field->key = memcpy(zeroed(field->key_length + YOKE_LITERAL_PAD), key, field->key_length);
        text literal = text_make();
        yoke_buffer_push(&literal, '"');
        for (const char *p = key; *p != 0; p++) {
            if (*p == '"' || *p == '\\') yoke_buffer_push(&literal, '\\');
            yoke_buffer_push(&literal, (uint8_t)*p);
        }
        put(&literal, "\":");
        size_t head = literal.count < 16 ? literal.count : 16;
        memcpy(field->head, literal.bytes, head);
        field->head_bits = (1u << head) - 1;
        uint8_t *kept = zeroed(literal.count + YOKE_LITERAL_PAD);
        memcpy(kept, literal.bytes, literal.count);
        field->literal = kept;
        field->literal_length = literal.count;
        yoke_buffer_free(&literal);
        m->keyed++;
    }
    m->count++;
}

static int compare_keys(const void *a, const void *b) {
    const yoke_field *const *x = a, *const *y = b;
    entry l = {(*x)->key, (*x)->key_length, 0}, r = {(*y)->key, (*y)->key_length, 0};
    return compare_entries(&l, &r);
}

/// Completes an object type. If `is_hashed`, unexpected keys are looked up by a hash table, and otherwise by the trie.
static void finish(maker *m, yoke_type *type, const char *name, bool is_hashed) {
    yoke_object *object = zeroed(sizeof *object);
    uint32_t words = (m->count + 63) / 64;
    uint64_t *required = zeroed(words * sizeof *required), *initials = zeroed(words * sizeof *initials);
    type->kind = YOKE_OBJECT;
    type->identity = name;
    type->align = m->align;
    type->size = m->size;
    type->stride = align_up(m->size, m->align);
    uint8_t *blank = zeroed(type->stride);
    entry entries[MAX_FIELDS];
    for (uint32_t i = 0; i < m->count; i++) {
        const yoke_field *field = &m->fields[i];
        if (field->key != NULL) entries[i] = (entry){field->key, field->key_length, (int32_t)i};
        if (m->has_initial[i]) initials[i / 64] |= (uint64_t)1 << (i % 64);
        else if (field->slot.null_bytes != NULL) memcpy(blank + field->slot.offset, field->slot.null_bytes, field->slot.size);
        else required[i / 64] |= (uint64_t)1 << (i % 64);
    }
    // The sentinel after the last field. Its length and bits never match a key.
    m->fields[m->count] = (yoke_field){.key_length = SIZE_MAX, .head_bits = 1u << 16, .index = m->count};
    yoke_field *fields = zeroed((m->count + 1) * sizeof *fields);
    memcpy(fields, m->fields, (m->count + 1) * sizeof *fields);
    const yoke_field *order[MAX_FIELDS];
    for (uint32_t i = 0; i < m->keyed; i++) order[i] = &fields[i];
    qsort(order, m->keyed, sizeof *order, compare_keys);
    uint32_t *sorted = zeroed(m->keyed * sizeof *sorted);
    for (uint32_t i = 0; i < m->keyed; i++) sorted[i] = order[i]->index;
    yoke_trie trie = make_trie(entries, m->keyed);
    *object = (yoke_object){.fields = fields, .count = m->count, .keyed = m->keyed, .entries = m->count + 1,
                            .words = words, .owner_words = words, .template_bytes = blank,
                            .required = required, .initials = initials, .trie = trie, .sorted = sorted};
    object->is_plain = m->count < 64;
    for (uint32_t i = 0; i < m->count; i++)
        object->is_plain &= fields[i].rules == NULL && fields[i].slot.kind <= YOKE_ARRAY;
    if (is_hashed) add_hash(object);
    type->object = object;
    type->context = make_thing(type->stride, type, NULL);
}

// MARK: - The model

static const yoke_type *make_point(void) {
    maker m = {0};
    yoke_type *point = make_type(YOKE_OBJECT, NULL);
    add(&m, "x", plain(scalar(YOKE_F64)), false);
    add(&m, "y", plain(scalar(YOKE_F32)), false);
    add(&m, "a key of more than sixteen bytes", nullable(scalar(YOKE_I32)), false);
    finish(&m, point, "Point", true);
    return point;
}

/// Makes a model with more fields than a word has bits, and with keys that begin alike.
static const yoke_type *make_wide(void) {
    static char names[70][12];
    maker m = {0};
    yoke_type *wide = make_type(YOKE_OBJECT, NULL);
    for (unsigned i = 0; i < 70; i++) {
        memcpy(names[i], "field_", 6);
        names[i][6] = (char)('0' + i / 10);
        names[i][7] = (char)('0' + i % 10);
        add(&m, names[i], nullable(scalar(i % 3 == 0 ? YOKE_STRING : YOKE_I32)), false);
    }
    finish(&m, wide, "Wide", false);
    return wide;
}

static yoke_type *make_node(const yoke_type *point, const yoke_type *wide) {
    static const char *const colors[] = {"red", "green", "blue", "light blue, which is longer than sixteen", "gr\xC3\xBCn", ""};
    static const char *const integers[] = {"i8", "i16", "i32", "i64", "i128", "u8", "u16", "u32", "u64", "u128"};
    static char optional[10][8];
    maker m = {0};
    yoke_type *node = make_type(YOKE_OBJECT, NULL);
    yoke_type *color = cases_of(colors, 6), *box = make_type(YOKE_VIA, "Box");
    yoke_type *children = make_type(YOKE_ARRAY, "Array");
    add(&m, "id", plain(scalar(YOKE_I64)), false);
    add(&m, "name", plain(scalar(YOKE_STRING)), false);
    for (int i = 0; i < 10; i++) {
        memcpy(optional[i], integers[i], strlen(integers[i]));
        strcat(optional[i], "?");
        add(&m, integers[i], plain(scalar(YOKE_I8 + i)), true);
        add(&m, optional[i], nullable(scalar(YOKE_I8 + i)), false);
    }
    add(&m, "flag", plain(scalar(YOKE_BOOL)), true);
    add(&m, "flag?", nullable(scalar(YOKE_BOOL)), false);
    add(&m, "float", nullable(scalar(YOKE_F32)), false);
    add(&m, "double", plain(scalar(YOKE_F64)), true);
    add(&m, "double?", nullable(scalar(YOKE_F64)), false);
    add(&m, "title", nullable(scalar(YOKE_STRING)), false);
    add(&m, "\xC3\xA9t\xC3\xA9 \"quoted\" / slash", nullable(scalar(YOKE_STRING)), false);
    add(&m, "text", nullable(scalar(YOKE_TEXT)), false);
    add(&m, "number", nullable(scalar(YOKE_NUMBER)), false);
    add(&m, "color", plain(color), true);
    add(&m, "color?", nullable(color), false);
    add(&m, "colors", nullable(array_of(plain(color))), false);
    add(&m, "integers", plain(array_of(plain(scalar(YOKE_I64)))), true);
    add(&m, "doubles", nullable(array_of(plain(scalar(YOKE_F64)))), false);
    add(&m, "strings", nullable(array_of(plain(scalar(YOKE_STRING)))), false);
    add(&m, "bytes", nullable(array_of(plain(scalar(YOKE_U8)))), false);
    add(&m, "holes", nullable(array_of(nullable(scalar(YOKE_I64)))), false);
    add(&m, "rings", nullable(array_of(plain(array_of(plain(array_of(plain(scalar(YOKE_F64)))))))), false);
    add(&m, "point", nullable(point), false);
    add(&m, "points", nullable(array_of(plain(point))), false);
    add(&m, "wide", nullable(wide), false);
    add(&m, "counts", plain(dictionary_of(plain(scalar(YOKE_I64)))), true);
    add(&m, "places", nullable(dictionary_of(nullable(point))), false);
    add(&m, "any", nullable(array_of(plain(make_type(YOKE_DOCUMENT, "JSONValue")))), false);
    add(&m, "next", nullable(box), false);
    add(&m, "children", nullable(children), false);
    add(&m, NULL, plain(scalar(YOKE_STRING)), true);
    finish(&m, node, "Node", true);
    box->element = plain(node);
    box->item_align = node->align;
    set_element(children, plain(node));
    return node;
}

const model *the_model(void) {
    static model made;
    if (made.size > 0) return &made;
    yoke_type *node = make_node(make_point(), make_wide());
    yoke_type *element = make_type(YOKE_VIA, "Element"), *all = make_type(YOKE_PATH_ALL, NULL), *key = make_type(YOKE_PATH_KEY, NULL);
    element->element = plain(node);
    element->item_align = node->align;
    all->element = plain(element);
    key->element = plain(all);
    key->path_key = (const uint8_t *)"list";
    key->path_key_length = 4;
    made = (model){plain(node), plain(key), plain(make_type(YOKE_FORWARD, NULL)),
                   plain(make_type(YOKE_DOCUMENT, "JSONValue")), node->size};
    return &made;
}
