// Decodes base64 (RFC 4648).
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Decodes the `n` bytes at `s` to `out`, which has room for n / 4 * 3 + 2 bytes. If `is_url`, uses the alphabet for URLs, with
/// padding or without. Returns the number of decoded bytes. Returns -1 for a byte outside the alphabet, for wrong padding, and if
/// unused bits of the last digit are not 0.
ptrdiff_t yoke_read_base64(const uint8_t *s, size_t n, bool is_url, uint8_t *out);
