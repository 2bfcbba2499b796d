// A stand-in for the C library in scripts/check-apple. It declares the functions that the C engine uses; any other name fails the check.
#pragma once

#include <stddef.h>

void *memchr(const void *bytes, int byte, size_t count);
int memcmp(const void *a, const void *b, size_t count);
void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int byte, size_t count);
char *strchr(const char *text, int byte);
size_t strlen(const char *text);
