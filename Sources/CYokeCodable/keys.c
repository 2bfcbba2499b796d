#include "keys.h"

#include <string.h>

#include "base/words.h"

static uint32_t load32(const uint8_t *p) {
    uint32_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

uint16_t yoke_key_hash16(const uint8_t *s, size_t n) {
    // The first and the last bytes of the key, in two words. In a short key, they overlap.
    uint64_t a, b = 0;
    if (n >= 8) {
        a = yoke_load64(s);
        b = yoke_load64(s + n - 8);
    } else if (n >= 4) {
        a = load32(s);
        b = load32(s + n - 4);
    } else {
        a = n > 0 ? s[0] | (uint64_t)s[n / 2] << 8 | (uint64_t)s[n - 1] << 16 : 0;
    }
    const uint64_t h = (a ^ n) * UINT64_C(0x9E3779B97F4A7C15) + b * UINT64_C(0xC2B2AE3D27D4EB4F);
    return (uint16_t)((h ^ h >> 29) * UINT64_C(0x165667B19E3779F9) >> 48);
}

typedef uint16_t hashes8 __attribute__((vector_size(16), aligned(2)));

uint32_t yoke_find_hash16(const uint16_t *hashes, uint32_t from, uint32_t count, uint16_t hash) {
    for (uint32_t i = from; i < count; i += 8) {
        const hashes8 found = *(const hashes8 *)(const void *)(hashes + i) == hash;
        uint64_t halves[2];
        memcpy(halves, &found, sizeof halves);
        if ((halves[0] | halves[1]) == 0) continue;
        const uint64_t half = halves[0] != 0 ? halves[0] : halves[1];
        const uint32_t bit = (uint32_t)(YOKE_IS_BIG_ENDIAN ? __builtin_clzll(half) : __builtin_ctzll(half));
        const uint32_t index = i + (halves[0] != 0 ? 0 : 4) + bit / 16;
        return index < count ? index : count;
    }
    return count;
}

static bool is_ascii(const uint8_t *key, size_t n) {
    uint8_t all = 0;
    for (size_t i = 0; i < n; i++) all |= key[i];
    return all < 0x80;
}

void yoke_known_init(yoke_known_keys *k, const uint8_t *colon, size_t colon_length, bool has_slashes) {
    memset(k, 0, offsetof(yoke_known_keys, room));
    k->has_slashes = has_slashes;
    k->colon_length = colon_length;
    memcpy(k->colon, colon, colon_length);
    memset(k->next, YOKE_NO_KEY, sizeof k->next);
}

static size_t size_of(size_t length) { return length + YOKE_KNOWN_SLACK; }

static uint8_t *make_bytes(yoke_known_keys *k, size_t size) {
    if (size <= sizeof k->room - k->used) {
        uint8_t *bytes = k->room + k->used;
        k->used += size;
        return bytes;
    }
    const yoke_allocator *a = yoke_libc();
    return a->resize(a->context, NULL, 0, size);
}

void yoke_known_free(yoke_known_keys *k) {
    const yoke_allocator *a = yoke_libc();
    for (uint32_t i = 0; i < k->count; i++) {
        uint8_t *bytes = k->keys[i].bytes;
        if (bytes < k->room || bytes >= k->room + sizeof k->room) a->resize(a->context, bytes, size_of(k->keys[i].length), 0);
    }
    k->count = 0;
}

/// True if texts spell the key with an escape. Such a key gets no number, because its bytes in a text are not the key's own bytes.
static bool has_escapes(const yoke_known_keys *k, const uint8_t *key, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (key[i] < 0x20 || key[i] == '"' || key[i] == '\\' || (key[i] == '/' && !k->has_slashes)) return true;
    return false;
}

static uint32_t add(yoke_known_keys *k, const uint8_t *key, size_t n, uint16_t hash) {
    if (n > YOKE_LONGEST_KNOWN || has_escapes(k, key, n)) return YOKE_NO_KEY;
    const size_t length = n + 2 + k->colon_length;
    uint8_t *bytes = make_bytes(k, size_of(length));
    if (bytes == NULL) return YOKE_NO_KEY;
    memset(bytes, 0, size_of(length));
    bytes[0] = bytes[n + 1] = '"';
    if (n > 0) memcpy(bytes + 1, key, n);
    memcpy(bytes + n + 2, k->colon, k->colon_length);
    k->keys[k->count] = (yoke_known_key){{0, 0}, bytes, length, n, is_ascii(key, n), hash};
    k->hashes[k->count] = hash;
    return k->count++;
}

uint32_t yoke_known_number(yoke_known_keys *k, const uint8_t *key, size_t n, uint32_t most) {
    const uint16_t hash = yoke_key_hash16(key, n);
    for (uint32_t i = 0; (i = yoke_find_hash16(k->hashes, i, k->count, hash)) < k->count; i++)
        if (k->keys[i].n == n && (n == 0 || memcmp(k->keys[i].bytes + 1, key, n) == 0)) return i;
    return k->count < most ? add(k, key, n, hash) : YOKE_NO_KEY;
}

uint32_t yoke_known_search(const yoke_known_keys *k, uint32_t likely, uint64_t a, uint64_t b) {
    for (uint32_t left = k->count, i = likely; left > 0; left--) {
        if (++i >= k->count) i = 0;
        if (k->keys[i].words[0] == a && k->keys[i].words[1] == b) return i;
    }
    return YOKE_NO_KEY;
}
