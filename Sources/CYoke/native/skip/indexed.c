// Skips values with a token index: a list of the tokens of a piece of text. Making the list has already handled strings and white space. So
// the loop only checks the grammar, with few instructions for each token. The same loop copies values to the tape: making the token index
// has copied their text, and the loop adds the tape's nodes. The loop stops before any unusual token, and the caller reads this token in
// another way.
//
// docs/states.md draws the states.
#include <string.h>

#include "bind/binder.h"
#include "base/cpu_level.h"
#include "bind/find_field.h"
#include "native/skip/keep_nodes.h"
#include "native/skip/levels.h"
#include "native/skip/scalars.h"
#include "native/skip/token_index.h"

#if YOKE_VECTOR

/// The words false, null and true: a mask of the bytes to compare, the bytes themselves, and the length. Bits 3 and 4 of a token's first
/// byte select the entry. The last entry equals no token.
static const struct word {
    uint64_t mask, text;
    unsigned length;
} words[4] = {{0xFFFFFFFFFF, 0x65736C6166, 5}, {0xFFFFFFFF, 0x6C6C756E, 4}, {0xFFFFFFFF, 0x65757274, 4}, {0, 1, 0}};

/// True if the token at `p` is a valid word. `n` is the distance to the next token: the word's length, unless white space follows.
yoke_inline bool is_word(const uint8_t *p, uint8_t kind, size_t n) {
    const struct word *w = &words[kind >> 3 & 3];
    return (yoke_load64(p) & w->mask) == w->text && (yoke_likely(n == w->length) || yoke_is_number_end(p[w->length]));
}

/// True if no open container can reach `most` members or elements within the next piece of text, even if each token of the piece were a
/// member or element.
static bool has_room(const yoke_skip_level *levels, const yoke_skip_level *last, uint64_t most) {
    for (const yoke_skip_level *l = levels; l <= last; l++)
        if (l->count + YOKE_MAX_PIECE >= most) return false;
    return true;
}

/// Returns the length of a key that has white space between its closing quote and its colon. Never looks before `key`.
static yoke_cold size_t find_key_end(const uint8_t *key, const uint8_t *colon) {
    const uint8_t *quote = colon - 1;
    while (*quote != '"' && quote > key) quote--; // the quote may be gone, if other code has changed the text's memory meanwhile
    return (size_t)(quote - key);
}

/// Returns the length of the key whose first byte is at `key` and whose colon is at `colon`.
yoke_inline size_t key_length(const uint8_t *key, const uint8_t *colon) {
    return yoke_likely(colon[-1] == '"') ? (size_t)(colon - 1 - key) : find_key_end(key, colon);
}

/// True if no field of the object has the key. The faster test before it (`yoke_has_no_such_key`) decides for most keys. So this test is a
/// function of its own, which leaves the calling loop more registers.
yoke_not_for_size static bool is_other_key(const yoke_object *object, const uint8_t *key, size_t n) {
    return yoke_find_field(object, key, n) == NULL;
}

/// True if the object drops the member whose key begins with the quote at `p`, because no field has this key.
yoke_inline bool is_unknown(const yoke_object *object, const uint8_t *p, const uint8_t *colon) {
    const uint8_t *key = p + 1;
    const size_t n = key_length(key, colon);
    return yoke_has_no_such_key(object, key, n) || is_other_key(object, key, n);
}

/// True if the token at `p` is a valid number. `n` is the distance to the next token. Fast for up to 16 digits.
yoke_inline bool is_number(yoke_native *e, const uint8_t *p, uint8_t kind, size_t n) {
    const bool are_digits = yoke_likely(n <= 16) && yoke_likely((yoke_non_digits(p) & ((1u << n) - 1)) == 0);
    if (are_digits && yoke_likely(kind != '0' || n == 1)) return true;
    return pass_number(e, p, e->end, NULL, false).p != NULL;
}

/// True if the token at position `*position` of the piece of text is a valid scalar. The position of the next token shows the token's
/// length.
yoke_inline bool is_scalar(yoke_native *e, const uint8_t *text, const uint16_t *position, uint8_t kind) {
    if (kind == '"') return true;
    if (kind < '-') return kind == YOKE_ESCAPED;
    const uint8_t *p = text + position[0];
    const size_t n = (size_t)(position[1] - position[0]);
    return kind >= 'a' ? is_word(p, kind, n) : is_number(e, p, kind, n); // false for brackets
}

/// The kind of a token is its first byte. The loop compares the kinds of four tokens at once with the kinds of the most common member: a
/// key, its colon, a scalar and a comma. (`string_member`: the scalar is a string.) This needs a little-endian processor. On other
/// processors this code is not compiled.
enum { KEY = '"' | ':' << 8, KEY_MASK = 0xFFFF };
static const uint32_t scalar_member = KEY | (uint32_t)',' << 24, scalar_member_mask = 0xFF00FFFF, string_member = scalar_member | '"' << 16;

yoke_inline uint32_t load_kinds(const uint8_t *kind) {
    uint32_t four;
    memcpy(&four, kind, sizeof four);
    return four;
}

yoke_inline void keep_level(yoke_skip_level *l, uint64_t count, const uint16_t *key, const uint8_t *text) {
    l->count = count;
    if (key == NULL) return;
    l->key = text + key[0] + 1;
    l->key_length = key_length(l->key, text + key[1]);
}

/// Returns the engine's token index. The first call allocates it. Returns NULL if memory runs out.
static yoke_tokens *tokens_of(yoke_native *e) {
    if (yoke_likely(e->tokens != NULL)) return e->tokens;
    const yoke_allocator *allocator = e->kept.allocator;
    yoke_tokens *tokens = e->tokens = allocator->resize(allocator->context, NULL, 0, sizeof *tokens);
    if (tokens == NULL) return NULL;
    tokens->text = NULL;
    tokens->count = tokens->next = tokens->used = 0;
    tokens->size = YOKE_MIN_PIECE;
    return tokens;
}

/// Lists the tokens of the next piece of text from `p` on, before `end`. If more than half of the last token index was used, the piece is
/// twice as large as the last one, else half as large. Returns false if too little text is left, or if the piece has no complete token.
static bool index_piece(const yoke_native *e, yoke_tokens *tokens, const uint8_t *p, const uint8_t *end, uint8_t *tape) {
    if (tokens->used > tokens->count / 2) {
        if (tokens->size < YOKE_MAX_PIECE) tokens->size *= 2;
    } else if (tokens->size > YOKE_MIN_PIECE) {
        tokens->size /= 2;
    }
    return end - p >= 2 * YOKE_PADDING && yoke_index_tokens(e, tokens, p, end, tape) > 0;
}

/// The loop of `yoke_skip_indexed` and, if `keeps`, of `yoke_keep_indexed`. If `keeps`, the token index also copies its text to the tape.
/// The loop then adds the tape's nodes (one for each container), and stops before `end`.
yoke_inline bool pass_indexed(yoke_native *e, const uint8_t *end, const yoke_object *object, yoke_skip_level *levels,
                              const yoke_skip_level *deepest, yoke_skip_state *at, const bool keeps) {
    const uint64_t limit = e->binder->limits.members, most = keeps && limit > UINT32_MAX ? UINT32_MAX : limit;
    nodes kept = nodes_of(&e->binder->tape, at->level);
    yoke_tokens *const tokens = tokens_of(e);
    // The level (open container) whose keys are looked up in `object`, because its members may be wanted. NULL if no member may be wanted.
    const yoke_skip_level *const choosy = object == NULL ? NULL : levels;
    // The current level (open container). The local variable `count` holds its count, and `key` the position of its last key. `keep_level`
    // stores both in the level.
    yoke_skip_level *l = at->level;
    uint64_t count = l->count;
    const uint16_t *key = NULL;
    enum yoke_expect expect = at->expect;
    const uint8_t *p = at->p;
    // The next token: `position` points to its position in the token index, `kind` to its first byte. The piece of text begins at `text`.
    const uint16_t *position;
    const uint8_t *kind, *text;
    bool is_settled = false, is_first = true;

    if (tokens == NULL) return yoke_fail(e->binder, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_OBJECT);
    if (!has_room(levels, l, most) || (object != NULL && object->unknown != YOKE_UNKNOWN_SKIPPED)) return false;
    // Continue with the existing token index if it contains the position `p`.
    if (!keeps && tokens->text != NULL && p >= tokens->text && p < tokens->after) {
        while (tokens->next < tokens->count && tokens->text + tokens->positions[tokens->next] < p) tokens->next++;
        if (tokens->next < tokens->count && tokens->text + tokens->positions[tokens->next] == p) goto dispatch;
    }
another:
    if (!has_room(levels, l, most) || !index_piece(e, tokens, p, keeps ? end : e->end, keeps ? at->to : NULL)) {
        tokens->text = NULL;
        goto out;
    }
    if (keeps && !keep_room(&kept, tokens->count)) {
        yoke_fail(e->binder, YOKE_ERROR_MEMORY, NULL, YOKE_FOUND_OBJECT);
        goto out;
    }
dispatch:
    text = tokens->text;
    position = tokens->positions + tokens->next;
    kind = tokens->kinds + tokens->next;
    switch (expect) {
    case YOKE_EXPECT_KEY_OR_END: goto first_member;
    case YOKE_EXPECT_KEY: goto member;
    case YOKE_EXPECT_COMMA_OR_OBJECT_END: goto after_member;
    case YOKE_EXPECT_ELEMENT_OR_END: goto first_element;
    case YOKE_EXPECT_COMMA_OR_ARRAY_END: goto after_element;
    default: goto value;
    }

first_member:
    expect = YOKE_EXPECT_KEY_OR_END;
    if (*kind == '}') goto close;
member:
    {
        uint32_t four = load_kinds(kind);
        if (l == choosy) {
            if ((four & KEY_MASK) != KEY) goto stop;
            if (!is_unknown(object, text + position[0], text + position[1])) goto committed;
        } else {
            for (; four == string_member; four = load_kinds(kind)) {
                key = position;
                count++;
                kind += 4, position += 4;
                expect = YOKE_EXPECT_KEY;
            }
        }
        if (yoke_likely((four & scalar_member_mask) == scalar_member) && yoke_likely(is_scalar(e, text, position + 2, four >> 16 & 0xFF))) {
            key = position;
            count++;
            kind += 4, position += 4;
            expect = YOKE_EXPECT_KEY;
            goto member;
        }
    }
    if ((*kind != '"' && *kind != YOKE_ESCAPED) || kind[1] != ':') goto stop;
    key = position;
    count++;
    kind += 2, position += 2;
    expect = YOKE_EXPECT_VALUE;
value:
    if ((*kind | 0x20) == '{') {
        if (l == deepest) goto stop;
        if (kind[1] != *kind + 2) goto open;
        kind++, position++; // an empty container
        if (keeps) keep_empty(&kept, l);
    } else if (!is_scalar(e, text, position, *kind)) {
        goto stop;
    }
    kind++, position++;
    if (!l->is_object) goto counted;
after_member:
    expect = YOKE_EXPECT_KEY;
    if (yoke_likely(*kind == ',')) {
        kind++, position++;
        goto member;
    }
    expect = YOKE_EXPECT_COMMA_OR_OBJECT_END;
    if (*kind != '}') goto stop;
close: // at the closing bracket of the level
    if (l == levels) goto committed; // the first level has a frame, which must end too
    if (keeps) keep_end(&kept, l, yoke_kept_at(tokens, *position), count);
    l--;
    count = l->count;
    key = NULL;
    kind++, position++;
    if (l->is_object) goto after_member;
counted:
    count++;
after_element:
    expect = YOKE_EXPECT_VALUE;
    if (yoke_likely(*kind == ',')) {
        kind++, position++;
        goto value;
    }
    expect = YOKE_EXPECT_COMMA_OR_ARRAY_END;
    if (*kind != ']') goto stop;
    goto close;

first_element:
    expect = YOKE_EXPECT_ELEMENT_OR_END;
    if (*kind == ']') goto close;
    goto value;

open:
    keep_level(l, count, key, text);
    l++;
    l->start = text + *position;
    l->key = NULL;
    l->key_length = l->space = 0;
    l->is_object = *kind == '{';
    if (keeps) keep_start(&kept, l, yoke_kept_at(tokens, *position));
    count = 0;
    key = NULL;
    kind++, position++;
    if (l->is_object) goto first_member;
    goto first_element;

committed:
    is_settled = true;
stop:
    keep_level(l, count, key, text);
    if (keeps && key != NULL) at->key_to = yoke_kept_at(tokens, *key);
    key = NULL;
    tokens->used += (unsigned)(kind - tokens->kinds) - tokens->next;
    tokens->next = (unsigned)(kind - tokens->kinds);
    p = tokens->next < tokens->count ? text + *position : tokens->after;
    if (keeps) at->to = yoke_kept_at(tokens, (size_t)(p - text));
    // The loop also stops if it needs a token after the last one of the index. Then at most one token of the piece of text is left. Make a
    // token index of the next piece, from the current token on, and continue. If the loop used no token, try this only once.
    if (!is_settled && tokens->next + 1 >= tokens->count && (tokens->next > 0 || is_first)) {
        is_first = false;
        if (p < (keeps ? end : e->end)) goto another;
    }
out:
    if (keeps) {
        tokens->text = NULL; // drop the token index: other code may now add text to the tape
        end_nodes(&kept, at->level, l);
    }
    at->p = p;
    at->level = l;
    at->expect = expect;
    return is_settled;
}

yoke_not_for_size yoke_aligned bool yoke_skip_indexed(yoke_native *e, const yoke_object *object, yoke_skip_level *levels,
                                                      const yoke_skip_level *deepest, yoke_skip_state *at) {
    return pass_indexed(e, NULL, object, levels, deepest, at, false);
}

#else

bool yoke_skip_indexed(yoke_native *e, const yoke_object *object, yoke_skip_level *levels, const yoke_skip_level *deepest,
                       yoke_skip_state *at) {
    return (void)e, (void)object, (void)levels, (void)deepest, (void)at, false;
}

#endif

#if YOKE_WIDE

bool yoke_can_keep_indexed(void) { return yoke_cpu() >= YOKE_CPU_AVX512; }

/// Callers must check `yoke_can_keep_indexed` first. Compiled for AVX2, so that `yoke_kept_at` counts bits with one instruction.
YOKE_AVX2 yoke_not_for_size yoke_aligned bool yoke_keep_indexed(yoke_native *e, const uint8_t *end, yoke_skip_level *levels,
                                                         const yoke_skip_level *deepest, yoke_skip_state *at) {
    if (end - at->p < 3 * YOKE_PADDING) return false;
    return pass_indexed(e, end - YOKE_PADDING, NULL, levels, deepest, at, true); // stores of 64 bytes must not pass `end`
}

#else

bool yoke_can_keep_indexed(void) { return false; }

bool yoke_keep_indexed(yoke_native *e, const uint8_t *end, yoke_skip_level *levels, const yoke_skip_level *deepest, yoke_skip_state *at) {
    return (void)e, (void)end, (void)levels, (void)deepest, (void)at, false;
}

#endif
