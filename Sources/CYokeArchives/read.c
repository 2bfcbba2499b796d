// Converts CBOR to JSON text, item by item. The reader keeps a frame for each open container in an array, so no function recurses. The
// reader uses a length only after it has checked that enough bytes follow.
#include "items.h"
#include "text/text_out.h"

typedef struct frame {
    /// Number of elements or members that are still to come. Not used if `indefinite`.
    uint64_t left;
    bool indefinite;
    bool is_map;
    bool is_empty;
    /// True if the next item, or the item that was read last, is a key. False again when the colon after the key is written.
    bool wants_value;
} frame;

/// A string that a reference can name. `at` is the address of its first byte, or NULL for a byte string, which JSON does not have.
typedef struct numbered {
    const uint8_t *at;
    size_t length;
} numbered;

typedef struct cbor_reader {
    const uint8_t *p;
    const uint8_t *end;
    yoke_buffer *out;
    yoke_buffer frames;
    /// The strings that references can name: entries of type `numbered`, in the order of the bytes.
    yoke_buffer strings;
    /// True after tag 256: strings get numbers.
    bool numbers_strings;
    yoke_buffer joined;
    /// The address at which the current item began.
    const uint8_t *item;
    yoke_cbor_status status;
} cbor_reader;

/// The head of an item: its type, and its length or value.
typedef struct head {
    enum yoke_cbor_major major;
    unsigned info;
    uint64_t value;
} head;

static bool fail(cbor_reader *r, yoke_cbor_status status) {
    r->status = status;
    return false;
}

static frame *top(const cbor_reader *r) {
    return r->frames.count == 0 ? NULL : (frame *)(void *)(r->frames.bytes + r->frames.count) - 1;
}

static bool read_head(cbor_reader *r, head *h) {
    if (r->p == r->end) return fail(r, YOKE_CBOR_CUT);
    h->major = (enum yoke_cbor_major)(*r->p >> 5);
    h->info = h->value = *r->p & 31;
    if (h->info >= 28) {
        bool may_be = h->info == YOKE_CBOR_INDEFINITE && h->major >= YOKE_CBOR_BYTES && h->major <= YOKE_CBOR_MAP;
        r->p += may_be;
        return may_be || fail(r, YOKE_CBOR_MALFORMED);
    }
    size_t size = h->info < 24 ? 0 : (size_t)1 << (h->info - 24);
    if ((size_t)(r->end - r->p) <= size) return fail(r, YOKE_CBOR_CUT);
    r->p++;
    if (size > 0) h->value = 0;
    for (; size > 0; size--) h->value = h->value << 8 | *r->p++;
    return true;
}

static bool is_indefinite(head h) { return h.info == YOKE_CBOR_INDEFINITE; }

// MARK: - Strings

/// Takes the bytes of a string whose head has been read, and returns the address of the first one. Gives the string a number if a reference
/// may name it. Returns NULL if not all of the bytes are there.
static const uint8_t *read_bytes(cbor_reader *r, head h) {
    const uint8_t *s = r->p;
    if (h.value > (uint64_t)(r->end - s)) {
        fail(r, YOKE_CBOR_CUT);
        return NULL;
    }
    r->p += h.value;
    if (r->numbers_strings && h.value >= yoke_cbor_least(r->strings.count / sizeof(numbered))) {
        numbered n = {h.major == YOKE_CBOR_TEXT ? s : NULL, (size_t)h.value};
        yoke_buffer_append(&r->strings, &n, sizeof n);
    }
    return s;
}

/// Joins the parts of a string of indefinite length, and takes the break after them.
static bool join(cbor_reader *r) {
    r->joined.count = 0;
    while (r->p < r->end && *r->p != YOKE_CBOR_BREAK) {
        head h;
        if (!read_head(r, &h)) return false;
        if (h.major != YOKE_CBOR_TEXT || is_indefinite(h)) return fail(r, YOKE_CBOR_MALFORMED);
        if (h.value > (uint64_t)(r->end - r->p)) return fail(r, YOKE_CBOR_CUT);
        yoke_buffer_append(&r->joined, r->p, (size_t)h.value);
        r->p += h.value;
    }
    if (r->p == r->end) return fail(r, YOKE_CBOR_CUT);
    r->p++;
    return true;
}

static bool read_text(cbor_reader *r, head h) {
    if (is_indefinite(h)) {
        if (!join(r)) return false;
        yoke_out_string(r->out, r->joined.bytes, r->joined.count, false);
        return true;
    }
    const uint8_t *s = read_bytes(r, h);
    if (s == NULL) return false;
    yoke_out_string(r->out, s, (size_t)h.value, false);
    return true;
}

static bool read_reference(cbor_reader *r) {
    head h;
    if (!read_head(r, &h)) return false;
    size_t begin = r->out->count;
    if (h.major != YOKE_CBOR_UNSIGNED || h.value >= r->strings.count / sizeof(numbered)) return fail(r, YOKE_CBOR_REFERENCE);
    numbered n;
    memcpy(&n, r->strings.bytes + h.value * sizeof n, sizeof n);
    if (n.at == NULL || n.length > YOKE_CBOR_MAX_REFERRED) return fail(r, YOKE_CBOR_REFERENCE);
    yoke_out_string(r->out, n.at, n.length, false);
    return r->out->count - begin <= YOKE_CBOR_MAX_REFERRED + 2 || fail(r, YOKE_CBOR_REFERENCE);
}

/// Takes the byte string that follows a tag. Returns its bytes and sets `*n` to their number, or returns NULL after an error.
static const uint8_t *read_tagged_bytes(cbor_reader *r, size_t *n) {
    head h;
    if (!read_head(r, &h)) return NULL;
    if (h.major != YOKE_CBOR_BYTES || is_indefinite(h)) {
        fail(r, YOKE_CBOR_NOT_JSON);
        return NULL;
    }
    *n = (size_t)h.value;
    return read_bytes(r, h);
}

// MARK: - Numbers

static bool read_big(cbor_reader *r, bool negative) {
    size_t n = 0;
    const uint8_t *s = read_tagged_bytes(r, &n);
    if (s == NULL) return false;
    for (; n > 0 && *s == 0; n--) s++;
    if (n > 16) return fail(r, YOKE_CBOR_NOT_JSON);
    yoke_wide value = {0, 0};
    for (; n > 0; n--) {
        value.high = value.high << 8 | value.low >> 56;
        value.low = value.low << 8 | *s++;
    }
    return yoke_cbor_integer_text(r->out, negative, value) || fail(r, YOKE_CBOR_NOT_JSON);
}

/// Reads the array of a decimal fraction: the exponent, then the digits as an integer.
static bool read_decimal(cbor_reader *r) {
    head array, exponent, digits;
    if (!read_head(r, &array)) return false;
    if (array.major != YOKE_CBOR_ARRAY || array.info != 2) return fail(r, YOKE_CBOR_NOT_JSON);
    if (!read_head(r, &exponent) || !read_head(r, &digits)) return false;
    bool are_integers = exponent.major <= YOKE_CBOR_NEGATIVE && digits.major <= YOKE_CBOR_NEGATIVE;
    if (!are_integers || exponent.value > INT64_MAX) return fail(r, YOKE_CBOR_NOT_JSON);
    int64_t power = exponent.major == YOKE_CBOR_NEGATIVE ? -1 - (int64_t)exponent.value : (int64_t)exponent.value;
    return yoke_cbor_decimal_text(r->out, digits.major == YOKE_CBOR_NEGATIVE, digits.value, power) || fail(r, YOKE_CBOR_NOT_JSON);
}

static bool read_simple(cbor_reader *r, head h) {
    switch (h.info) {
    case YOKE_CBOR_FALSE: yoke_buffer_append(r->out, "false", 5); return true;
    case YOKE_CBOR_TRUE: yoke_buffer_append(r->out, "true", 4); return true;
    case YOKE_CBOR_NULL:
    case YOKE_CBOR_UNDEFINED: yoke_buffer_append(r->out, "null", 4); return true;
    case 25:
    case 26:
    case 27: yoke_cbor_float_text(r->out, (size_t)1 << (h.info - 24), h.value); return true;
    default: return fail(r, h.info == 24 && h.value < 32 ? YOKE_CBOR_MALFORMED : YOKE_CBOR_NOT_JSON);
    }
}

// MARK: - Containers

static bool open_container(cbor_reader *r, head h) {
    frame f = {h.value, is_indefinite(h), h.major == YOKE_CBOR_MAP, true, false};
    yoke_buffer_append(&r->frames, &f, sizeof f);
    yoke_buffer_push(r->out, f.is_map ? '{' : '[');
    return true;
}

/// Closes the containers that end here, then writes the comma or colon before the next item.
static bool separate(cbor_reader *r) {
    for (;;) {
        frame *f = top(r);
        if (f == NULL) return true;
        bool ends = !f->wants_value && (f->indefinite ? r->p < r->end && *r->p == YOKE_CBOR_BREAK : f->left == 0);
        if (!ends) break;
        r->p += f->indefinite;
        yoke_buffer_push(r->out, f->is_map ? '}' : ']');
        r->frames.count -= sizeof *f;
    }
    frame *f = top(r);
    if (f->wants_value) {
        f->wants_value = false;
        yoke_buffer_push(r->out, ':');
        return true;
    }
    if (!f->is_empty) yoke_buffer_push(r->out, ',');
    f->is_empty = false;
    f->wants_value = f->is_map;
    f->left--;
    return true;
}

/// Reads an item without a tag. If `is_key`, the item must be a string.
static bool read_plain(cbor_reader *r, head h, bool is_key) {
    if (is_key && h.major != YOKE_CBOR_TEXT) return fail(r, YOKE_CBOR_NOT_JSON);
    switch (h.major) {
    case YOKE_CBOR_UNSIGNED:
    case YOKE_CBOR_NEGATIVE: return yoke_cbor_integer_text(r->out, h.major == YOKE_CBOR_NEGATIVE, (yoke_wide){h.value, 0});
    case YOKE_CBOR_TEXT: return read_text(r, h);
    case YOKE_CBOR_ARRAY:
    case YOKE_CBOR_MAP: return open_container(r, h);
    case YOKE_CBOR_SIMPLE: return read_simple(r, h);
    default: return fail(r, YOKE_CBOR_NOT_JSON);
    }
}

/// Reads an item with its tags. Unknown tags say nothing that JSON could express, so the reader ignores them.
static bool read_item(cbor_reader *r, bool is_key) {
    for (;;) {
        head h;
        r->item = r->p;
        if (!read_head(r, &h)) return false;
        if (h.major != YOKE_CBOR_TAG) return read_plain(r, h, is_key);
        size_t n = 0;
        const uint8_t *s;
        bool is_number = h.value >= YOKE_CBOR_POSITIVE_BIG && h.value <= YOKE_CBOR_DECIMAL;
        if (is_key && is_number) return fail(r, YOKE_CBOR_NOT_JSON);
        switch (h.value) {
        case YOKE_CBOR_POSITIVE_BIG: return read_big(r, false);
        case YOKE_CBOR_NEGATIVE_BIG: return read_big(r, true);
        case YOKE_CBOR_DECIMAL: return read_decimal(r);
        case YOKE_CBOR_REFERRED: return read_reference(r);
        case YOKE_CBOR_EMBEDDED:
            if ((s = read_tagged_bytes(r, &n)) == NULL) return false;
            yoke_buffer_append(r->out, s, n);
            return true;
        case YOKE_CBOR_STRINGS:
            // Tag 256 (stringref-namespace) is allowed once, around the entire item.
            if (top(r) != NULL || r->numbers_strings) return fail(r, YOKE_CBOR_NOT_JSON);
            r->numbers_strings = true;
            break;
        default: break;
        }
    }
}

static bool read_all(cbor_reader *r, size_t depth, size_t most) {
    do {
        frame *f = top(r);
        bool is_key = f != NULL && f->is_map && f->wants_value;
        if (!read_item(r, is_key)) return false;
        r->item = r->p;
        separate(r);
        if (r->out->failed || r->frames.failed || r->strings.failed || r->joined.failed) return fail(r, YOKE_CBOR_MEMORY);
        if (r->out->count > most) return fail(r, YOKE_CBOR_TOO_LONG);
        if (r->frames.count / sizeof(frame) > depth) return fail(r, YOKE_CBOR_DEEP);
    } while (top(r) != NULL);
    return r->p == r->end || fail(r, YOKE_CBOR_TRAILING);
}

yoke_cbor_status yoke_cbor_read(const uint8_t *bytes, size_t n, size_t depth, size_t most, yoke_buffer *out, size_t *at) {
    const yoke_allocator *a = out->allocator;
    cbor_reader r = {.p = bytes, .end = bytes + n, .out = out, .frames = yoke_buffer_make(a), .strings = yoke_buffer_make(a),
                     .joined = yoke_buffer_make(a), .item = bytes, .status = YOKE_CBOR_OK};
    size_t begin = out->count;
    read_all(&r, depth, most > SIZE_MAX - begin ? SIZE_MAX : begin + most);
    *at = (size_t)((r.status == YOKE_CBOR_CUT ? r.end : r.item) - bytes);
    yoke_buffer_free(&r.frames);
    yoke_buffer_free(&r.strings);
    yoke_buffer_free(&r.joined);
    return r.status;
}
