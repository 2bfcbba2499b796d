// Damages texts: bytes, tokens, structure, Unicode, numbers. A short version of TestSupport/Parity/Mutator.swift.
#include <string.h>

#include "check.h"

#define P(literal) {literal, sizeof(literal) - 1}
#define COUNT(table) (sizeof(table) / sizeof *(table))

/// Bytes that an engine treats specially: syntax, digits, escapes, white space, control characters and UTF-8.
static const char bytes_of_interest[] =
    "{}[]\",:\\/0123456789.eE+-tfnulrs *\n\r\t'\0\x01\x0B\x0C\x1F\x7F\x80\xBF\xC0\xC2\xC3\xE0\xED\xEF\xF0\xF4\xF5\xFE\xFF";

static const piece tokens[] = {
    P("{"), P("}"), P("["), P("]"), P(","), P(":"), P("\""), P("\\"), P("{}"), P("[]"), P("\"\""), P("\"a\""), P("\"x\":"),
    P("\"a\":1,"), P(",\"b\":2"), P("null"), P("true"), P("false"), P("nul"), P("tru"), P("fals"), P("n"), P("t"), P("f"),
    P("nulll"), P("truefalse"), P("NaN"), P("'a'"), P("0"), P("1"), P("-"), P("-0"), P("+1"), P("01"), P("1."), P(".5"), P("1e"),
    P("1e+"), P("1-"), P("1 2"), P(" "), P("\n"), P("\r"), P("\t"), P("//"), P("// c\n"), P("/*"), P("*/"), P("/* \" */"), P("/"),
    P("\\u"), P("\\ud83d"), P("\\ude00"), P("\x0B"), P("\x0C"), P("\0"), P("#"), P("\xEF\xBB\xBF"), P("\xC3\xA9"),
    P("\n    "), P("\n\t\t"), P("]]"), P("}}"), P("[1]"), P("{\"a\":1}"), P("\x1E"), P("\xE2\x80\xA8"),
};

/// Invalid and unusual parts of strings: escapes, surrogates, UTF-8, control characters.
static const piece string_parts[] = {
    P("\\\""), P("\\\\"), P("\\/"), P("\\b\\f\\n\\r\\t"), P("\\u0041"), P("\\u0000"), P("\\uD83D\\uDE00"), P("\\ud83d"),
    P("\\ude00"), P("\\ud83d\\ud83d"), P("\\ud83d\\n"), P("\\ud83dx"), P("\\ud83d\\u0041"), P("\\ude00\\ud83d"), P("\\ud83d\\u"),
    P("\\ud83d\\"), P("\\ud8"), P("\\ud83d\\ude"), P("\\u"), P("\\u1"), P("\\u12"), P("\\u123"), P("\\u12g4"), P("\\uD"), P("\\x41"),
    P("\\'"), P("\\0"), P("\\"), P("\t"), P("\n"), P("\0"), P("\x01"), P("\x1F"), P("\x0B"), P("\x7F"), P("\xC3\xA9"),
    P("\xE2\x82\xAC"), P("\xF0\x9D\x84\x9E"), P("\xEF\xBF\xBF"), P("\xF4\x8F\xBF\xBF"), P("//"), P("/* */"), P("\\uDBFF\\uDFFF"),
    P("\\uD800\\uDC00"), P("\x80"), P("\xBF"), P("\xC0\x80"), P("\xC1\xBF"), P("\xC3"), P("\xC3("), P("\xE0\x80\x80"),
    P("\xE0\x9F\xBF"), P("\xE2\x82"), P("\xE2(\xA1"), P("\xED\xA0\x80"), P("\xED\xBF\xBF"), P("\xEF\xBF"), P("\xF0\x80\x80\x80"),
    P("\xF0\x9D\x84"), P("\xF0\x9D"), P("\xF4\x90\x80\x80"), P("\xF5\x80\x80\x80"), P("\xF8\x88\x80\x80\x80"), P("\xFE"), P("\xFF"),
    P("\\\x80"), P("\\\xC3\xA9"), P("\\u\xC3\xA9"), P("\\ud8\xC3"), P("\\ud83d\xC3\xA9"), P("\\ud83d\\\x80"), P("\\u1\x80"),
};

const piece number_texts[] = {
    P("0"), P("-0"), P("-0.0"), P("0e0"), P("1e1"), P("1E+2"), P("1e-2"), P("100e-2"), P("1.50e1"), P("127"), P("128"), P("-128"),
    P("-129"), P("255"), P("256"), P("-1"), P("32767"), P("32768"), P("65536"), P("2147483647"), P("2147483648"), P("4294967296"),
    P("9223372036854775807"), P("9223372036854775808"), P("-9223372036854775808"), P("-9223372036854775809"),
    P("18446744073709551615"), P("18446744073709551616"), P("170141183460469231731687303715884105727"),
    P("-170141183460469231731687303715884105728"), P("340282366920938463463374607431768211455"),
    P("340282366920938463463374607431768211456"), P("1e18"), P("1e19"), P("1e20"), P("1.0"), P("1.5"), P("0.1"), P("2.5e-1"),
    P("4.35"), P("0.30000000000000004"), P("1e22"), P("1e23"), P("9007199254740993"), P("9007199254740993.0000000001"), P("1e308"),
    P("1.7976931348623157e308"), P("1.7976931348623159e308"), P("1e309"), P("-1e400"), P("5e-324"), P("2e-324"), P("2.5e-324"),
    P("1e-400"), P("0e400"), P("2.2250738585072011e-308"), P("2.2250738585072014e-308"), P("123456789012345678901234567890"),
    P("0.000000000000000000000000000001"), P("1e99999999999999999999"), P("3.4028235e38"), P("3.5e38"), P("1.17549435e-38"),
    P("1e-45"), P("7e-46"), P("1e-99999999999999999999"), P("01"), P("00"), P("1."), P(".1"), P("-"), P("--1"), P("+1"), P("1e"),
    P("1e+"), P("1e+-1"), P("0x10"), P("1_000"), P("1,5"), P("1.2.3"), P("1e5e5"), P("- 1"), P("1\0"), P("1\x0C"), P("1\x80"),
    P("1e1.5"), P("0.1e"), P("-01"), P("-a"), P("1a"), P("12 34"), P("1\n2"), P("-65.613616999999977"), P("43.420273000000009"),
};
const size_t number_text_count = COUNT(number_texts);

/// Replaces t[at..<at + old] by `n` bytes, which may lie in the same text. Does nothing if the text is already long.
static void replace(text *t, size_t at, size_t old, const void *bytes, size_t n) {
    if (t->count > 200000) return;
    text copy = text_make();
    yoke_buffer_append(&copy, bytes, n);
    yoke_buffer_reserve(t, n);
    memmove(t->bytes + at + n, t->bytes + at + old, t->count - at - old);
    if (n > 0) memcpy(t->bytes + at, copy.bytes, n);
    t->count += n - old;
    yoke_buffer_free(&copy);
}

static void insert(text *t, size_t at, piece p) { replace(t, at, 0, p.bytes, p.n); }

static bool is_structure(uint8_t c) { return c != 0 && strchr("{}[],:\"", c) != NULL; }
static bool is_edge(uint8_t c) { return c != 0 && strchr("{[,]}", c) != NULL; }
static bool is_digit(uint8_t c) { return c >= '0' && c <= '9'; }
static bool is_quote(uint8_t c) { return c == '"'; }
static bool is_word(uint8_t c) { return c > ' ' && !is_structure(c); }
static bool is_letter(uint8_t c) { return c >= 'a' && c <= 'z'; }

/// Returns the offset of a wanted byte, searching from a random position; the length of the text if no byte is wanted.
static size_t find(chance *c, const text *t, bool (*is_wanted)(uint8_t)) {
    size_t start = below(c, t->count);
    for (size_t i = 0; i < t->count; i++) {
        size_t at = (start + i) % t->count;
        if (is_wanted(t->bytes[at])) return at;
    }
    return t->count;
}

/// Copies the text between two commas or brackets to another position, so that a member or an element repeats.
static void repeat_member(chance *c, text *t) {
    size_t from = find(c, t, is_edge), to = from + 1, target = find(c, t, is_edge);
    while (to < t->count && !is_edge(t->bytes[to])) to++;
    if (from >= t->count || to >= t->count || target >= t->count) return;
    text member = text_make();
    yoke_buffer_append(&member, t->bytes + from + 1, to - from - 1);
    yoke_buffer_push(&member, ',');
    replace(t, target + 1, 0, member.bytes, member.count);
    yoke_buffer_free(&member);
}

static void nest(chance *c, text *t, size_t at) {
    static const char *const open[] = {"[", "{\"a\":", "[[],", "{\"next\":", "[{\"k\":"};
    static const char *const close[] = {"]", "}", "]", "}", "}]"};
    static const size_t counts[] = {1, 2, 3, 8, 20, 64, 65, 100, 511, 512, 513};
    size_t which = below(c, COUNT(open)), count = counts[below(c, COUNT(counts))];
    text nested = text_make();
    for (size_t i = 0; i < count; i++) put(&nested, open[which]);
    put(&nested, one_in(c, 2) ? "1" : "");
    for (size_t i = 0; i < count && !one_in(c, 200); i++) put(&nested, close[which]);
    replace(t, at, 0, nested.bytes, nested.count);
    yoke_buffer_free(&nested);
}

static void replace_number(chance *c, text *t) {
    size_t from = find(c, t, is_digit), to = from;
    while (to < t->count && (is_digit(t->bytes[to]) || (t->bytes[to] != 0 && strchr(".eE+-", t->bytes[to]) != NULL))) to++;
    piece p = number_texts[below(c, number_text_count)];
    replace(t, from, to - from, p.bytes, p.n);
}

/// Repeats a byte of a token, so that the token is longer than a vector, a window, or a growing buffer.
static void lengthen(chance *c, text *t) {
    static const size_t counts[] = {15, 16, 17, 60, 64, 100, 130, 300};
    size_t at = find(c, t, is_word);
    if (at >= t->count) return;
    size_t count = one_in(c, 100) ? 20000 + below(c, 20000) : counts[below(c, COUNT(counts))];
    text run = text_make();
    for (size_t i = 0; i < count; i++) yoke_buffer_push(&run, t->bytes[at]);
    replace(t, at, 0, run.bytes, run.count);
    yoke_buffer_free(&run);
}

static void insert_blanks(chance *c, text *t, size_t at) {
    char blanks[81];
    size_t n = 1 + below(c, 80);
    bool is_line = one_in(c, 2);
    for (size_t i = 0; i < n; i++) blanks[i] = is_line ? (i == 0 ? '\n' : ' ') : "  \n\t\r"[below(c, 5)];
    replace(t, at, 0, blanks, n);
}

static void change(chance *c, text *t) {
    if (t->count == 0) {
        insert(t, 0, tokens[below(c, COUNT(tokens))]);
        return;
    }
    size_t at = below(c, t->count), left = t->count - at, place;
    switch (below(c, 22)) {
    case 0: t->bytes[at] ^= (uint8_t)(1 << below(c, 8)); break;
    case 1: t->bytes[at] = (uint8_t)bytes_of_interest[below(c, sizeof bytes_of_interest - 1)]; break;
    case 2: replace(t, at, 1, NULL, 0); break;
    case 3: place = 1 + below(c, 20); replace(t, at, place < left ? place : left, NULL, 0); break;
    case 4: case 5: case 6: insert(t, at, tokens[below(c, COUNT(tokens))]); break;
    case 7: insert(t, at, (piece){bytes_of_interest + below(c, sizeof bytes_of_interest - 1), 1}); break;
    case 8: place = 1 + below(c, 40); replace(t, below(c, t->count), 0, t->bytes + at, place < left ? place : left); break;
    case 9: t->count = at; break;
    case 10: case 11: repeat_member(c, t); break;
    case 12: nest(c, t, at); break;
    case 13: case 14: replace_number(c, t); break;
    case 15: case 16:
        place = find(c, t, is_quote);
        if (place < t->count) insert(t, place + 1, string_parts[below(c, COUNT(string_parts))]);
        break;
    case 17: {
        // Replaces a letter by its escape.
        place = find(c, t, is_letter);
        if (place >= t->count) break;
        uint8_t letter = t->bytes[place];
        char escape[6] = {'\\', 'u', '0', '0', (char)('0' + (letter >> 4)), "0123456789abcdef"[letter & 15]};
        replace(t, place, 1, escape, 6);
        break;
    }
    case 18: insert_blanks(c, t, at); break;
    case 19: lengthen(c, t); break;
    case 20: insert(t, 0, (piece){"\xEF\xBB\xBF", 1 + below(c, 3)}); break;
    default:
        place = find(c, t, is_structure);
        if (place < t->count) t->bytes[place] = (uint8_t)"{}[],:\""[below(c, 7)];
    }
}

void mutate(chance *c, text *t) {
    static const int counts[] = {0, 1, 1, 1, 1, 2, 2, 3, 5};
    for (int n = counts[below(c, COUNT(counts))]; n > 0; n--) change(c, t);
}
