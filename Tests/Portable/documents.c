// Makes valid texts: values that the plan wants, and unwanted values between them.
#include <stdio.h>
#include <string.h>

#include "check.h"

/// The way in which a text is laid out.
typedef struct layout {
    chance *chance;
    text *out;
    enum { COMPACT, PRETTY, LOOSE } spaces;
    int depth;
    /// `shuffles` is true if members come in any order, `adds_keys` if unknown members come between them.
    bool shuffles, adds_keys;
} layout;

static void space(layout *l, bool is_line) {
    if (l->spaces == PRETTY && is_line) {
        yoke_buffer_push(l->out, '\n');
        for (int i = 0; i < l->depth; i++) put(l->out, "  ");
    } else if (l->spaces == LOOSE) {
        while (one_in(l->chance, 3)) yoke_buffer_push(l->out, (uint8_t)"  \n\t\r"[below(l->chance, 5)]);
    }
}

static void separate(layout *l, size_t *count) {
    if ((*count)++ > 0) {
        space(l, false);
        yoke_buffer_push(l->out, ',');
    }
    space(l, true);
}

static void open_bracket(layout *l, char bracket) {
    yoke_buffer_push(l->out, (uint8_t)bracket);
    l->depth++;
}

static void close_bracket(layout *l, char bracket, size_t count) {
    l->depth--;
    space(l, count > 0);
    yoke_buffer_push(l->out, (uint8_t)bracket);
}

static void colon(layout *l) {
    space(l, false);
    yoke_buffer_push(l->out, ':');
    if (l->spaces == PRETTY) yoke_buffer_push(l->out, ' ');
    space(l, false);
}

// MARK: - Scalars

static void put_string_part(chance *c, text *t) {
    static const char *const scalars[] = {"\xC3\xA9", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xE2\x82\xAC", "\xE6\xBC\xA2\xE5\xAD\x97",
                                          "\xED\x9F\xBF", "\xEE\x80\x80", "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF0\x9D\x84\x9E",
                                          "\xF4\x8F\xBF\xBF", "\x7F"};
    static const char *const escapes[] = {"\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t", "\\u0041", "\\u0000", "\\u00e9",
                                          "\\u20AC", "\\uD834\\udd1e", "\\udbff\\uDFFF", "\\uFFFF", "\\u001f"};
    size_t n;
    switch (below(c, 8)) {
    case 0: put(t, escapes[below(c, sizeof escapes / sizeof *escapes)]); break;
    case 1: put(t, scalars[below(c, sizeof scalars / sizeof *scalars)]); break;
    case 2:
        for (n = below(c, 30); n > 0; n--) put(t, scalars[below(c, sizeof scalars / sizeof *scalars)]);
        break;
    default:
        for (n = below(c, one_in(c, 8) ? 90 : 20); n > 0; n--)
            yoke_buffer_push(t, (uint8_t)"abcdefghijklmnopqrstuvwxyz ABC-_/.:,{}[]0123456789!"[below(c, 51)]);
    }
}

void put_string(chance *c, text *t) {
    yoke_buffer_push(t, '"');
    for (size_t n = below(c, 4); n > 0; n--) put_string_part(c, t);
    yoke_buffer_push(t, '"');
}

static void put_digits(chance *c, text *t, size_t n) {
    for (; n > 0; n--) yoke_buffer_push(t, (uint8_t)('0' + below(c, 10)));
}

/// Appends a random double. On average, one double in `rare` has an exponent.
static void put_double(chance *c, text *t, size_t rare) {
    if (one_in(c, 2)) yoke_buffer_push(t, '-');
    if (one_in(c, 4)) {
        yoke_buffer_push(t, '0');
    } else {
        yoke_buffer_push(t, (uint8_t)('1' + below(c, 9)));
        put_digits(c, t, one_in(c, 6) ? below(c, 30) : below(c, 4));
    }
    if (!one_in(c, 5)) {
        yoke_buffer_push(t, '.');
        put_digits(c, t, 1 + (one_in(c, 6) ? below(c, 60) : below(c, 18)));
    }
    if (one_in(c, rare)) {
        static const char *const signatures[] = {"e", "E", "e+", "E-", "e-"};
        put(t, signatures[below(c, 5)]);
        put_digits(c, t, 1);
        put_digits(c, t, below(c, 2));
    }
}

static void put_integer(chance *c, text *t, unsigned bits, bool is_signed) {
    if (is_signed) bits--;
    if (one_in(c, 400)) bits = 128; // usually too large
    char digits[24];
    bool negative = is_signed && one_in(c, 3);
    uint64_t value = next_word(c);
    value >>= below(c, 64);
    if (bits < 64) value &= (UINT64_C(1) << bits) - 1;
    if (negative && value > 0) yoke_buffer_push(t, '-');
    int n = snprintf(digits, sizeof digits, "%llu", (unsigned long long)value);
    yoke_buffer_append(t, digits, (size_t)n);
    if (bits > 64 && one_in(c, 2)) put_digits(c, t, below(c, 19));
    if (one_in(c, 40)) put(t, ".0");
    if (one_in(c, 40)) put(t, "e0");
}

// MARK: - Anything

static void put_value(layout *l, int deep) {
    chance *c = l->chance;
    size_t count = 0;
    switch (below(c, deep > 0 ? 9 : 6)) {
    case 0: put(l->out, "null"); break;
    case 1: put(l->out, "true"); break;
    case 2: put(l->out, "false"); break;
    case 3: put_double(c, l->out, 6); break;
    case 4: put_integer(c, l->out, 64, true); break;
    case 5: put_string(c, l->out); break;
    case 6: case 7:
        open_bracket(l, '[');
        for (size_t n = below(c, 6); n > 0; n--) separate(l, &count), put_value(l, deep - 1);
        close_bracket(l, ']', count);
        break;
    default:
        open_bracket(l, '{');
        for (size_t n = below(c, 6); n > 0; n--) {
            separate(l, &count);
            put_string(c, l->out);
            colon(l);
            put_value(l, deep - 1);
        }
        close_bracket(l, '}', count);
    }
}

void put_any(chance *c, text *t, int depth) {
    layout l = {.chance = c, .out = t};
    l.spaces = below(c, 3);
    put_value(&l, depth);
}

// MARK: - What a slot asks for

static void put_wanted(layout *l, const yoke_slot *slot, int deep);

/// Appends an unwanted value. Some of them are so long that the engine skips them by a token index.
static void put_unasked(layout *l) {
    if (!one_in(l->chance, 6)) {
        put_value(l, 3);
        return;
    }
    size_t count = 0;
    open_bracket(l, '[');
    while (count < 100) {
        separate(l, &count);
        put_value(l, 3);
    }
    close_bracket(l, ']', count);
}

static void put_members(layout *l, const yoke_object *object, int deep) {
    chance *c = l->chance;
    size_t count = 0, start = l->shuffles ? below(c, object->keyed) : 0;
    // Most texts have only some of the members. One text in five has all.
    size_t rare = one_in(c, 5) ? 1 : 2 + below(c, 6);
    open_bracket(l, '{');
    for (uint32_t i = 0; i < object->keyed; i++) {
        const yoke_field *field = &object->fields[(start + i) % object->keyed];
        bool required = (object->required[field->index / 64] >> (field->index % 64)) & 1;
        bool heavy = field->slot.kind >= YOKE_OBJECT && field->slot.kind != YOKE_DOCUMENT;
        if (!required && (!one_in(c, rare) || (heavy && deep <= 0))) continue;
        if (l->adds_keys && one_in(c, 4)) {
            separate(l, &count);
            put_string(c, l->out);
            colon(l);
            put_unasked(l);
        }
        separate(l, &count);
        yoke_buffer_append(l->out, field->literal, field->literal_length - 1);
        colon(l);
        put_wanted(l, &field->slot, deep - 1);
    }
    close_bracket(l, '}', count);
}

static void put_wanted(layout *l, const yoke_slot *slot, int deep) {
    static const unsigned widths[] = {1, 8, 16, 32, 64, 128, 8, 16, 32, 64, 128};
    chance *c = l->chance;
    const yoke_type *type = slot->type;
    size_t count = 0, n;
    if (slot->null_bytes != NULL && one_in(c, 6)) {
        put(l->out, "null");
        return;
    }
    switch (slot->kind) {
    case YOKE_BOOL: put(l->out, one_in(c, 2) ? "true" : "false"); break;
    case YOKE_F32: put_double(c, l->out, 200); break; // most exponents are too large for a float
    case YOKE_F64: case YOKE_NUMBER: put_double(c, l->out, 6); break;
    case YOKE_STRING: case YOKE_TEXT: put_string(c, l->out); break;
    case YOKE_RAW_STRING:
        n = below(c, type->case_count);
        yoke_buffer_append(l->out, type->case_literals[n], type->case_lengths[n]);
        break;
    case YOKE_ARRAY:
        open_bracket(l, '[');
        for (n = below(c, one_in(c, 10) && type->element.kind < YOKE_ARRAY ? 300 : 5); n > 0; n--) separate(l, &count), put_wanted(l, &type->element, deep - 2);
        close_bracket(l, ']', count);
        break;
    case YOKE_DICTIONARY:
        open_bracket(l, '{');
        for (n = below(c, one_in(c, 10) ? 60 : 5); n > 0; n--) {
            separate(l, &count);
            put_string(c, l->out);
            colon(l);
            put_wanted(l, &type->element, deep - 2);
        }
        close_bracket(l, '}', count);
        break;
    case YOKE_OBJECT: put_members(l, type->object, deep); break;
    case YOKE_VIA: put_wanted(l, &type->element, deep); break;
    case YOKE_DOCUMENT: case YOKE_FORWARD: put_value(l, 4); break;
    case YOKE_PATH_KEY:
        open_bracket(l, '{');
        do {
            separate(l, &count);
            n = below(c, 3);
            put(l->out, n == 0 ? "\"list\"" : "\"other\"");
            colon(l);
            if (n == 0) put_wanted(l, &type->element, deep);
            else put_value(l, 3);
        } while (n != 0 || one_in(c, 3));
        close_bracket(l, '}', count);
        break;
    case YOKE_PATH_ALL:
        open_bracket(l, '[');
        for (n = below(c, 4); n > 0; n--) separate(l, &count), put_wanted(l, &type->element, deep);
        close_bracket(l, ']', count);
        break;
    default:
        put_integer(c, l->out, widths[slot->kind], slot->kind < YOKE_U8);
    }
}

void put_document(chance *c, text *t, const yoke_slot *slot) {
    layout l = {.chance = c, .out = t};
    l.spaces = below(c, 3);
    l.shuffles = one_in(c, 4);
    l.adds_keys = one_in(c, 3);
    put_wanted(&l, slot, 4);
    if (one_in(c, 4)) put(t, "\n");
}
