// A stand-in for musl's headers in scripts/check-apple. See Darwin/darwin.h for the rules. The types are musl's. musl's headers do not say
// which pointers may be NULL, so this file does not either.
#pragma once

typedef __SIZE_TYPE__ size_t;
typedef long ssize_t;
typedef long off_t;
typedef unsigned int mode_t;
typedef unsigned long nfds_t;
typedef unsigned int uid_t, gid_t;

// MARK: - Threads

typedef struct { long signature; char opaque[56]; } pthread_mutex_t;
typedef struct { long signature; char opaque[8]; } pthread_mutexattr_t;
typedef struct { long signature; char opaque[56]; } pthread_attr_t;
typedef struct __pthread *pthread_t;
typedef unsigned int pthread_key_t;

#define PTHREAD_MUTEX_RECURSIVE 1
int pthread_mutexattr_init(pthread_mutexattr_t *attributes);
int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int type);
int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes);
int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes);
int pthread_mutex_destroy(pthread_mutex_t *mutex);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
int pthread_key_create(pthread_key_t *key, void (*destructor)(void *));
int pthread_key_delete(pthread_key_t key);
void *pthread_getspecific(pthread_key_t key);
int pthread_setspecific(pthread_key_t key, const void *value);
int pthread_attr_init(pthread_attr_t *attributes);
int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size);
int pthread_attr_destroy(pthread_attr_t *attributes);
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                   void *(*body)(void *), void *argument);
int pthread_join(pthread_t thread, void **result);
int sched_yield(void);

// MARK: - Files

struct stat { mode_t st_mode; uid_t st_uid; gid_t st_gid; off_t st_size; int st_dev; unsigned long long st_ino; };
struct pollfd { int fd; short events, revents; };

#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_CREAT 0x0040
#define O_EXCL 0x0080
#define O_TRUNC 0x0200
#define O_CLOEXEC 0x01000000
static const mode_t S_IFMT = 0170000, S_IFDIR = 0040000, S_IFREG = 0100000;
#define POLLIN 0x0001
#define POLLOUT 0x0004
#define PROT_READ 0x01
#define MAP_PRIVATE 0x0002
#define MADV_SEQUENTIAL 2
extern void *const MAP_FAILED __attribute__((swift_attr("nonisolated(unsafe)")));

int open(const char *path, int flags) __attribute__((overloadable)); // variadic in C; the overlay gives Swift this form
int open(const char *path, int flags, mode_t mode) __attribute__((overloadable));
int close(int descriptor);
int stat(const char *path, struct stat *status);
int fchmod(int descriptor, mode_t mode);
int fchown(int descriptor, uid_t owner, gid_t group);
int getpid(void);
int fsync(int descriptor);
size_t strlen(const char *text);
int rename(const char *path, const char *other);
int unlink(const char *path);
char *realpath(const char *path, char *resolved);
ssize_t readlink(const char *path, char *buffer, size_t size);
void *realloc(void *memory, size_t size);
void free(void *memory);
int fstat(int descriptor, struct stat *status);
ssize_t read(int descriptor, void *buffer, size_t count);
ssize_t write(int descriptor, const void *buffer, size_t count);
int poll(struct pollfd *descriptors, nfds_t count, int timeout);
int isatty(int descriptor);
#define SEEK_CUR 1
off_t lseek(int descriptor, off_t offset, int from);
void *mmap(void *at, size_t count, int protection, int flags, int descriptor, off_t offset);
int munmap(void *at, size_t count);
int madvise(void *at, size_t count, int advice);

// MARK: - Text, environment, errors, signals

void *memchr(const void *bytes, int byte, size_t count);
char *strerror(int number);
char *getenv(const char *name);
_Noreturn void exit(int status);
typedef void (*sig_t)(int);
sig_t signal(int number, sig_t handler);
#define SIGPIPE 13
typedef struct { unsigned long bits[16]; } sigset_t;
#define SIG_BLOCK 0
#define SIG_SETMASK 2
int sigemptyset(sigset_t *signals);
int sigaddset(sigset_t *signals, int number);
int sigismember(const sigset_t *signals, int number);
int sigpending(sigset_t *signals);
int sigwait(const sigset_t *signals, int *number);
int pthread_sigmask(int how, const sigset_t *signals, sigset_t *old);
extern const sig_t SIG_IGN __attribute__((swift_attr("nonisolated(unsafe)")));
extern const int errno; // `const` only in this stand-in: the real errno is a variable
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define EACCES 13
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define ENOSPC 28
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define EDQUOT 69
