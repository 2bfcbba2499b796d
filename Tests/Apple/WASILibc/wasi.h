// A stand-in for wasi-libc in scripts/check-apple. See Darwin/darwin.h for the rules. WebAssembly has no threads, signals, `mmap` or
// `poll`.
#pragma once

typedef __SIZE_TYPE__ size_t;
typedef long ssize_t;
typedef long long off_t;
typedef unsigned int mode_t;

struct stat { mode_t st_mode; off_t st_size; };

static const int O_RDONLY = 0x04000000, O_WRONLY = 0x10000000, O_CREAT = 1 << 12, O_EXCL = 4 << 12, O_TRUNC = 8 << 12;
static const mode_t S_IFMT = 0170000, S_IFDIR = 0040000, S_IFREG = 0100000;

int open(const char *path, int flags) __attribute__((overloadable)); // variadic in C; the overlay gives Swift this form
int open(const char *path, int flags, mode_t mode) __attribute__((overloadable));
int close(int descriptor);
ssize_t write(int descriptor, const void *buffer, size_t count);
int fsync(int descriptor);
int rename(const char *path, const char *other);
int unlink(const char *path);
int stat(const char *path, struct stat *status);
int fstat(int descriptor, struct stat *status);
ssize_t read(int descriptor, void *buffer, size_t count);
void *memchr(const void *bytes, int byte, size_t count);
char *strerror(int number);
char *getenv(const char *name);
extern const int errno; // `const` only in this stand-in: the real errno is a variable
static const int EINTR = 27, EINVAL = 28, EISDIR = 31, ENOENT = 44;
