// The output of the JSON5 rewriter, and a map from offsets of the JSON output (the result) to offsets of the JSON5 text (the original). A
// pair of the map holds two matching offsets. From there to the next pair, each further byte of the result belongs to the next byte of the
// original.
//
//     original   {a:+1}      offsets 0 1 2 3 4 5
//     result     {"a":1}     pairs (0,0) (2,1) (3,1) (6,5): the 1, at offset 5 of the result, belongs to the sign, at offset 3
#include <string.h>

#include "text/json5/rewriter.h"

static yoke_offsets *pairs_of(const yoke_json5 *j) { return (yoke_offsets *)(void *)j->pairs.bytes; }
static size_t count_of(const yoke_json5 *j) { return j->pairs.count / sizeof(yoke_offsets); }

static void add_pair(yoke_json5 *j, uint64_t original) {
    const yoke_offsets pair = {j->out_end, original};
    yoke_buffer_append(&j->pairs, &pair, sizeof pair);
    j->difference = original - j->out_end;
}

void yoke_json5_map(yoke_json5 *j, uint64_t original) {
    // If the rewriter has written no byte since the last pair, the new pair replaces the last one.
    const size_t count = count_of(j);
    if (count > 0 && pairs_of(j)[count - 1].result == j->out_end) j->pairs.count -= sizeof(yoke_offsets);
    add_pair(j, original);
}

void yoke_json5_put(yoke_json5 *j, uint8_t c, uint64_t from) {
    if (yoke_unlikely(from - j->out_end != j->difference)) yoke_json5_map(j, from);
    yoke_buffer_push(&j->out, c);
    j->out_end++;
}

void yoke_json5_put_whole(yoke_json5 *j, uint8_t c, uint64_t from) {
    yoke_json5_map(j, from);
    add_pair(j, j->at - 1);
    yoke_buffer_push(&j->out, c);
    j->out_end++;
}

void yoke_json5_put_text(yoke_json5 *j, const uint8_t *text, size_t n, uint64_t from) {
    yoke_json5_put(j, text[0], from);
    yoke_buffer_append(&j->out, text + 1, n - 1);
    j->out_end += n - 1;
}

/// Returns the index of the last pair at or before an offset of the output.
static size_t index_of(const yoke_json5 *j, uint64_t offset) {
    const yoke_offsets *pairs = pairs_of(j);
    size_t low = 0, high = count_of(j);
    while (low + 1 < high) {
        const size_t middle = low + (high - low) / 2;
        if (pairs[middle].result <= offset) low = middle;
        else high = middle;
    }
    return low;
}

/// Returns the offset in the JSON5 text to which the byte at an offset of the output belongs. If the byte stands for several bytes of the
/// JSON5 text, returns the offset of the first one, or of the last one if `is_last`. (Such a byte has two pairs.)
static uint64_t origin(const yoke_json5 *j, uint64_t offset, bool is_last) {
    if (offset >= j->out_end || count_of(j) == 0) return j->at + (offset - j->out_end);
    const size_t i = index_of(j, offset);
    const yoke_offsets *p = pairs_of(j) + i;
    if (!is_last && i > 0 && p->result == offset && p[-1].result == offset) return p[-1].original;
    const uint64_t most = i + 1 < count_of(j) ? p[1].original : j->at, found = p->original + (offset - p->result);
    return found < most ? found : most;
}

uint64_t yoke_json5_origin(const yoke_json5 *j, uint64_t offset, bool is_end) {
    return is_end && offset > 0 ? origin(j, offset - 1, true) + 1 : origin(j, offset, false);
}

bool yoke_json5_keep(yoke_json5 *j, const yoke_offsets *kept, size_t count, uint64_t from) {
    const size_t pairs = count_of(j);
    if (from > j->out_end) from = j->out_end;
    while (count > 0 && kept[count - 1].result >= from) count--;
    if (pairs == 0) return true;
    // Replace the pairs before `first` by the pairs in `kept`, and let the pair at `first` begin at offset `from`. If the byte at `from`
    // has two pairs (see `origin`), keep both.
    size_t first = index_of(j, from);
    if (first > 0 && pairs_of(j)[first].result == from && pairs_of(j)[first - 1].result == from) first--;
    const size_t rest = pairs - first;
    const yoke_offsets *p = pairs_of(j) + first;
    const yoke_offsets start = from < p->result ? *p : (yoke_offsets){from, p->original + (from - p->result)};
    if (count > first && !yoke_buffer_reserve(&j->pairs, (count - first) * sizeof *p)) return false;
    yoke_offsets *to = pairs_of(j);
    if (count != first) memmove(to + count, to + first, rest * sizeof *to);
    if (count > 0) memcpy(to, kept, count * sizeof *to);
    to[count] = start;
    j->pairs.count = (count + rest) * sizeof *to;
    return true;
}
