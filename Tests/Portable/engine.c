// Runs the native engine on entire texts and on chunks: values, errors and sinks.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "write/writer.h"
#include "sink/formatter.h"
#include "native/native.h"
#include "sink/statistics.h"
#include "subject.h"

/// A binder, which turns events into values, and its engine. They read many texts, as a reader does in Swift.
typedef struct reader {
    yoke_binder binder;
    yoke_native engine;
} reader;

static reader *readers[2];

static reader *reader_at(size_t i) {
    if (readers[i] == NULL) {
        reader *r = readers[i] = malloc(sizeof *r);
        if (r == NULL) abort();
        yoke_binder_init(&r->binder, &reading_thunks[0], yoke_libc(), 12345);
        r->binder.reparse = yoke_native_reparse;
        yoke_native_init(&r->engine, &r->binder, yoke_libc());
    }
    return readers[i];
}

void free_engines(void) {
    for (size_t i = 0; i < 2; i++) {
        if (readers[i] == NULL) continue;
        yoke_native_free(&readers[i]->engine);
        yoke_binder_free(&readers[i]->binder);
        free(readers[i]);
    }
}

typedef struct options {
    yoke_limits limits;
    enum yoke_duplicates duplicates;
    bool many_values, repairs, short_strings, skips_unchecked;
} options;

static const options usual = {.limits = {512, 1 << 30, 1 << 30, UINT64_MAX}};

static options choose_options(chance *c) {
    options o = usual;
    if (one_in(c, 3)) o.duplicates = (enum yoke_duplicates)below(c, 3);
    o.many_values = one_in(c, 6);
    o.repairs = one_in(c, 6);
    o.short_strings = one_in(c, 2);
    o.skips_unchecked = one_in(c, 3);
    if (one_in(c, 8)) o.limits.depth = below(c, 8);
    if (one_in(c, 8)) o.limits.string_bytes = one_in(c, 2) ? below(c, 40) : 1024;
    if (one_in(c, 8)) o.limits.number_digits = one_in(c, 2) ? below(c, 20) : 32;
    if (one_in(c, 8)) o.limits.members = below(c, 6);
    return o;
}

static void prepare(reader *r, const options *o, const yoke_sink *sink, void *sink_context) {
    r->binder.limits = o->limits;
    r->binder.duplicates = o->duplicates;
    r->binder.many_values = o->many_values;
    r->binder.repairs_strings = r->engine.repairs_utf8 = o->repairs;
    r->binder.thunks = &reading_thunks[o->short_strings];
    r->engine.allows_unchecked = o->skips_unchecked;
    r->binder.forward = sink;
    r->binder.forward_context = sink_context;
}

/// The result of reading a text. A value or an error is kept only as a hash.
typedef struct outcome {
    enum yoke_native_status status;
    hash hash;
    /// The error's code and offset, for messages.
    enum yoke_error_code code;
    uint64_t offset;
    /// True if a chunk was refused because its last token is too long, before the token's end was seen.
    bool is_early;
} outcome;

static void hash_frames(hash *h, const yoke_binder *b) {
    for (size_t i = 1; i < b->frame_count; i++) {
        const yoke_frame *f = &b->frames[i];
        hash_word(h, f->kind | (uint64_t)f->is_object << 8);
        if (f->kind == YOKE_FRAME_OBJECT) hash_word(h, f->field != NULL ? f->field->index : UINT64_MAX);
        if (f->kind == YOKE_FRAME_ARRAY) hash_word(h, f->count);
    }
    hash_bytes(h, b->keys.bytes, b->keys.count);
}

static void hash_error(hash *h, const yoke_binder *b) {
    const yoke_error *e = &b->error;
    hash_word(h, (uint64_t)e->code << 8 | (uint64_t)e->found);
    hash_word(h, e->offset);
    const char *name = e->type != NULL && e->type->identity != NULL ? e->type->identity : "";
    hash_bytes(h, name, strlen(name));
    hash_word(h, e->code == YOKE_ERROR_THUNK && e->failure != NULL);
    if (e->code == YOKE_ERROR_MISSING) hash_bytes(h, b->top->seen, b->top->object->words * 8);
    hash_frames(h, b);
}

/// Returns the result of a text that ended with `status`. If there is a value, hashes and destroys it.
static outcome describe(reader *r, enum yoke_native_status status, const yoke_slot *root, void *memory) {
    yoke_binder *b = &r->binder;
    outcome o = {status, {0}, YOKE_ERROR_NONE, 0, false};
    hash *h = &o.hash;
    hash_word(h, status);
    hash_word(h, b->elements);
    switch (status) {
    case YOKE_NATIVE_OK:
        hash_word(h, b->values);
        hash_word(h, b->value_end);
        break;
    case YOKE_NATIVE_REFUSED:
        o.code = b->error.code;
        o.offset = b->error.offset;
        hash_error(h, b);
        break;
    case YOKE_NATIVE_NO_MEMORY: expect(false, "no memory"); break;
    case YOKE_NATIVE_CUT: break;
    default:
        o.offset = r->engine.fault;
        hash_word(h, r->engine.fault);
        hash_word(h, r->engine.fault_byte | (uint64_t)r->engine.fault_at_end << 8);
        if (status == YOKE_NATIVE_MISPLACED) hash_word(h, r->engine.expect);
    }
    if (status == YOKE_NATIVE_OK && memory != NULL) {
        expect(b->root_full, "a good text gives no value");
        b->root_full = false;
        hash_value(h, root, memory);
        destroy_value(root, memory);
    }
    yoke_binder_unwind(b);
    return o;
}

/// Returns YOKE_NATIVE_REFUSED, with an error, for a text that ends inside a token longer than the limit. Otherwise returns `status`.
static enum yoke_native_status judge_cut(reader *r, enum yoke_native_status status, size_t n) {
    if (status == YOKE_NATIVE_CUT && !yoke_binder_check_pending(&r->binder, n)) return YOKE_NATIVE_REFUSED;
    return status;
}

static outcome read_whole(chance *c, const options *o, const yoke_slot *root, void *memory, const uint8_t *bytes, size_t n,
                          const yoke_sink *sink, void *sink_context) {
    reader *r = reader_at(0);
    prepare(r, o, sink, sink_context);
    enum yoke_native_status status = yoke_native_read(&r->engine, root, memory, guarded(c, bytes, n), n);
    return describe(r, judge_cut(r, status, n), root, memory);
}

/// Feeds the next `n` bytes. In one call of three, the engine may also look at bytes after them. `rest` is the number of bytes that follow
/// in the text.
static enum yoke_native_status feed(reader *r, chance *c, const uint8_t *bytes, size_t n, size_t rest, bool *is_early) {
    size_t readable_after = one_in(c, 3) ? below(c, 130) : 0;
    if (readable_after > rest) readable_after = rest;
    r->engine.readable_after = readable_after;
    enum yoke_native_status status = yoke_native_feed(&r->engine, guarded(c, bytes, n + readable_after), n);
    if (status != YOKE_NATIVE_OK || yoke_binder_check_pending(&r->binder, r->engine.text_end)) return status;
    status = yoke_native_check_pending(&r->engine);
    *is_early = status == YOKE_NATIVE_OK;
    return *is_early ? YOKE_NATIVE_REFUSED : status;
}

static outcome read_chunks(chance *c, const options *wanted, const yoke_slot *root, void *memory, const uint8_t *bytes, size_t n,
                           const size_t *cuts, size_t cut_count, const yoke_sink *sink, void *sink_context) {
    reader *r = reader_at(1);
    prepare(r, wanted, sink, sink_context);
    expect(yoke_binder_start(&r->binder, root, memory), "no memory");
    yoke_native_start(&r->engine, 0);
    enum yoke_native_status status = YOKE_NATIVE_OK;
    bool is_early = false;
    size_t from = 0;
    for (size_t i = 0; i <= cut_count && status == YOKE_NATIVE_OK; i++) {
        size_t to = i < cut_count ? cuts[i] : n;
        status = feed(r, c, bytes + from, to - from, n - to, &is_early);
        from = to;
    }
    if (status == YOKE_NATIVE_OK) {
        status = yoke_native_finish(&r->engine);
        bool is_whole = r->binder.depth == 0 && r->binder.source.pending == YOKE_NO_OFFSET && r->binder.values > 0;
        if (status == YOKE_NATIVE_OK && !is_whole) status = YOKE_NATIVE_CUT;
        status = judge_cut(r, status, n);
    }
    outcome o = describe(r, status, root, memory);
    o.is_early = is_early;
    return o;
}

static void show(outcome o) {
    if (findings > 20) return;
    fprintf(stderr, "  status %d, error %d, at %llu, %016llx\n", (int)o.status, (int)o.code, (unsigned long long)o.offset,
            (unsigned long long)o.hash.state);
}

static void compare(outcome whole, outcome chunks, const uint8_t *bytes, size_t n) {
    bool same = whole.status == chunks.status && whole.hash.state == chunks.hash.state;
    // In chunks, a token that is too long is refused before its end is read. If the entire text is read at once, the engine may report a
    // later fault in the same token instead.
    if (chunks.is_early && whole.status > YOKE_NATIVE_REFUSED && chunks.offset <= whole.offset) same = true;
    expect(same, "whole and in chunks differ");
    if (!same) {
        show(whole);
        show(chunks);
        report_text(bytes, n, whole.offset);
    }
    expect(live_blocks == 0, "values are left");
}

// MARK: - Writing

/// Writes the value in a random style, and reads it back.
static void write_and_read(trial t, const options *o, const yoke_slot *root, const void *value, uint64_t wanted) {
    static const yoke_style styles[] = {
        {.depth_limit = 600, .shortest_limit = __builtin_inf()},
        {.indent = 2, .sorts_keys = true, .sorts_collections = true, .depth_limit = 600, .shortest_limit = __builtin_inf()},
        {.escapes_slashes = true, .writes_nulls = true, .depth_limit = 600, .shortest_limit = __builtin_inf()},
        {.indent = 4, .writes_nulls = true, .depth_limit = 600, .shortest_limit = __builtin_inf()},
        {.indent = 1, .depth_limit = 3}};
    text out = text_make();
    yoke_writer w;
    yoke_writer_init(&w, &out, &writing_thunks, styles[below(t.chance, 5)], yoke_libc());
    bool good = yoke_writer_value(&w, root, value);
    hash_word(t.hash, good ? 0 : w.error);
    hash_bytes(t.hash, out.bytes, out.count);
    yoke_writer_free(&w);
    if (good && out.count <= MAX_GUARDED) {
        reader *r = reader_at(1);
        void *memory = malloc(the_model()->size);
        if (memory == NULL) abort();
        prepare(r, o, NULL, NULL);
        enum yoke_native_status status = yoke_native_read(&r->engine, root, memory, guarded(t.chance, out.bytes, out.count), out.count);
        hash again = {0};
        if (status == YOKE_NATIVE_OK) {
            r->binder.root_full = false;
            hash_value(&again, root, memory);
            destroy_value(root, memory);
        }
        yoke_binder_unwind(&r->binder);
        bool same = status == YOKE_NATIVE_OK && again.state == wanted;
        expect(same, "what is written is not what is read");
        if (!same) report_text(out.bytes, out.count, 0);
        free(memory);
    }
    yoke_buffer_free(&out);
}

static void write_good(trial t, const yoke_slot *root, void *memory, const uint8_t *bytes, size_t n) {
    reader *r = reader_at(0);
    options o = usual;
    o.short_strings = one_in(t.chance, 2);
    prepare(r, &o, NULL, NULL);
    if (yoke_native_read(&r->engine, root, memory, guarded(t.chance, bytes, n), n) == YOKE_NATIVE_OK) {
        r->binder.root_full = false;
        hash value = {0};
        hash_value(&value, root, memory);
        write_and_read(t, &o, root, memory, value.state);
        destroy_value(root, memory);
    }
    yoke_binder_unwind(&r->binder);
    expect(live_blocks == 0, "values are left");
}

// MARK: - Subjects

static void check_text(trial t, const yoke_slot *root, bool has_value, const uint8_t *bytes, size_t n) {
    static size_t cuts[MAX_CUTS];
    chance *c = t.chance;
    options o = choose_options(c);
    void *memory = has_value ? malloc(the_model()->size) : NULL;
    hash handed[2] = {{0}, {0}};
    handed_on = &handed[0];
    outcome whole = read_whole(c, &o, root, memory, bytes, n, NULL, NULL);
    size_t cut_count = choose_cuts(c, n, cuts);
    handed_on = &handed[1];
    outcome chunks = read_chunks(c, &o, root, memory, bytes, n, cuts, cut_count, NULL, NULL);
    compare(whole, chunks, bytes, n);
    expect(handed[0].state == handed[1].state, "whole and in chunks give other elements");
    hash_bytes(t.hash, bytes, n);
    hash_word(t.hash, whole.hash.state);
    hash_word(t.hash, handed[0].state);
    if (whole.status == YOKE_NATIVE_OK) ++*t.good;
    if (has_value && one_in(c, 3)) write_good(t, root, memory, bytes, n);
    free(memory);
}

static void check_slot(trial t, const yoke_slot *root, bool has_value) {
    text document = text_make();
    put_document(t.chance, &document, root);
    if (!one_in(t.chance, 4)) mutate(t.chance, &document);
    check_text(t, root, has_value, document.bytes, document.count);
    yoke_buffer_free(&document);
}

/// Tests texts that once gave wrong results.
void check_found(trial t) {
    static const char *const found[] = {
        // The test replaces `@` by many digits. The text ends inside the number, in an unknown member. An earlier engine read beyond the
        // padding here.
        "{\"unknown\":@", "{\"unknown\":-1.@", "{\"unknown\":[0,1e@", "{\"unknown\":{\"a\":1.5e+@",
        // The next expected field has no key. The empty key "" of the text must not match this field.
        "{\"id\":1,\"name\":\"\",\"children\":[],\"\":true}", "{\"id\":1,\"name\":\"\",\"children\":null,\"\":[true]}",
    };
    const char *p = found[below(t.chance, sizeof found / sizeof *found)];
    text document = text_make();
    for (; *p != 0; p++) {
        if (*p != '@') yoke_buffer_push(&document, (uint8_t)*p);
        else
            for (size_t n = 60 + below(t.chance, 80); n > 0; n--) yoke_buffer_push(&document, '7');
    }
    check_text(t, &the_model()->root, true, document.bytes, document.count);
    yoke_buffer_free(&document);
}

void check_model(trial t) { check_slot(t, &the_model()->root, true); }
void check_path(trial t) { check_slot(t, &the_model()->path, false); }

/// Passes a text through the formatter and the statistics, at once and in chunks of `chunk` bytes; 0 means random cuts.
void forward_text(trial t, const uint8_t *bytes, size_t n, size_t chunk) {
    static size_t cuts[MAX_CUTS];
    const yoke_slot *root = &the_model()->forward;
    chance *c = t.chance;
    options o = chunk > 0 ? usual : choose_options(c);
    yoke_formatter f = {.out = text_make(), .layout = {(uint32_t)below(c, 3), (uint32_t)below(c, 20), ' ', one_in(c, 3)}, .is_ascii = one_in(c, 3)};
    yoke_formatter g = f;
    outcome whole = read_whole(c, &o, root, NULL, bytes, n, &yoke_formatter_sink, &f);
    size_t cut_count = 0;
    if (chunk == 0) cut_count = choose_cuts(c, n, cuts);
    else
        for (size_t at = chunk; at < n && cut_count < MAX_CUTS; at += chunk) cuts[cut_count++] = at;
    outcome chunks = read_chunks(c, &o, root, NULL, bytes, n, cuts, cut_count, &yoke_formatter_sink, &g);
    compare(whole, chunks, bytes, n);
    expect(f.out.count == g.out.count && (f.out.count == 0 || memcmp(f.out.bytes, g.out.bytes, f.out.count) == 0),
           "whole and in chunks give other text");
    yoke_statistics s = {0};
    outcome counted = read_whole(c, &o, root, NULL, bytes, n, &yoke_statistics_sink, &s);
    compare(whole, counted, bytes, n);
    hash_bytes(t.hash, bytes, n);
    hash_word(t.hash, whole.hash.state);
    hash_bytes(t.hash, f.out.bytes, f.out.count);
    hash_bytes(t.hash, &s, sizeof s);
    if (whole.status == YOKE_NATIVE_OK) ++*t.good;
    yoke_buffer_free(&f.out);
    yoke_buffer_free(&g.out);
}

void check_forward(trial t) {
    text document = text_make();
    put_document(t.chance, &document, &the_model()->forward);
    if (!one_in(t.chance, 4)) mutate(t.chance, &document);
    forward_text(t, document.bytes, document.count, 0);
    yoke_buffer_free(&document);
}

/// Tests documents that are long enough for a token index, and sometimes for several.
void check_documents(trial t) {
    text document = text_make();
    const size_t least = 300 + below(t.chance, one_in(t.chance, 4) ? 20000 : 1000);
    yoke_buffer_push(&document, '[');
    while (document.count < least) {
        put_any(t.chance, &document, 4);
        yoke_buffer_append(&document, ", \n  ", 1 + below(t.chance, 5));
    }
    yoke_buffer_append(&document, "0]", 2);
    if (!one_in(t.chance, 4)) mutate(t.chance, &document);
    check_text(t, &the_model()->document, true, document.bytes, document.count);
    yoke_buffer_free(&document);
}

void document_text(trial t, const uint8_t *bytes, size_t n) {
    for (int round = 0; round < 2; round++) {
        text document = text_make();
        yoke_buffer_append(&document, bytes, n);
        if (round > 0) mutate(t.chance, &document);
        check_text(t, &the_model()->document, true, document.bytes, document.count);
        yoke_buffer_free(&document);
    }
}
