#include <string.h>

#include "plan/plan.h"

int32_t yoke_trie_find(const yoke_trie *trie, const uint8_t *s, size_t n) {
    const yoke_trie_node *node = trie->nodes;
    for (;;) {
        if (n < node->label_length || memcmp(s, trie->labels + node->label, node->label_length) != 0) return -1;
        s += node->label_length;
        n -= node->label_length;
        if (n == 0) return node->value;
        // Children are sorted by their first byte. A binary search narrows them to at most 8. These are then compared one by one.
        const yoke_trie_node *low = trie->nodes + node->first_child;
        size_t count = node->child_count;
        while (count > 8) {
            size_t half = count / 2;
            if (trie->labels[low[half].label] <= *s) {
                low += half;
                count -= half;
            } else {
                count = half;
            }
        }
        const yoke_trie_node *end = low + count;
        while (low < end && trie->labels[low->label] != *s) low++;
        if (low == end) return -1;
        node = low;
    }
}
