// A stand-in for Darwin's C library in scripts/check-apple. It declares the names that Yoke's Swift code uses, as Swift sees them in
// Apple's headers. The fields of its structs differ from Apple's. If Yoke uses any other name, such as a name of Linux, the check fails.
#pragma once

#pragma clang assume_nonnull begin

typedef __SIZE_TYPE__ size_t;
typedef long ssize_t;
typedef long long off_t;
typedef unsigned short mode_t;
typedef unsigned int nfds_t;
typedef unsigned int uid_t, gid_t;

// MARK: - Threads

typedef struct { long signature; char opaque[56]; } pthread_mutex_t;
typedef struct { long signature; char opaque[8]; } pthread_mutexattr_t;
typedef struct { long signature; char opaque[56]; } pthread_attr_t;
typedef struct _opaque_pthread_t { long signature; char opaque[8176]; } *pthread_t;
typedef unsigned long pthread_key_t;

#define PTHREAD_MUTEX_RECURSIVE 2
int pthread_mutexattr_init(pthread_mutexattr_t *attributes);
int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int type);
int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes);
int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *_Nullable attributes);
int pthread_mutex_destroy(pthread_mutex_t *mutex);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
int pthread_key_create(pthread_key_t *key, void (*_Nullable destructor)(void *));
int pthread_key_delete(pthread_key_t key);
void *_Nullable pthread_getspecific(pthread_key_t key);
int pthread_setspecific(pthread_key_t key, const void *_Nullable value);
int pthread_attr_init(pthread_attr_t *attributes);
int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size);
int pthread_attr_destroy(pthread_attr_t *attributes);
int pthread_create(pthread_t _Nullable *_Nonnull thread, const pthread_attr_t *_Nullable attributes,
                   void *_Nullable (*body)(void *), void *_Nullable argument);
int pthread_join(pthread_t thread, void *_Nullable *_Nullable result);
int sched_yield(void);

// MARK: - Files

struct stat { mode_t st_mode; uid_t st_uid; gid_t st_gid; off_t st_size; int st_dev; unsigned long long st_ino; };
struct pollfd { int fd; short events, revents; };

#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_CREAT 0x0200
#define O_TRUNC 0x0400
#define O_EXCL 0x0800
#define O_CLOEXEC 0x01000000
static const mode_t S_IFMT = 0170000, S_IFDIR = 0040000, S_IFREG = 0100000;
#define POLLIN 0x0001
#define POLLOUT 0x0004
#define PROT_NONE 0x00
#define PROT_READ 0x01
#define PROT_WRITE 0x02
#define MAP_PRIVATE 0x0002
#define MAP_ANON 0x1000
#define MADV_SEQUENTIAL 2
extern void *const MAP_FAILED __attribute__((swift_attr("nonisolated(unsafe)")));

double strtod(const char *text, char *_Nullable *_Nullable end);
int vsnprintf(char *_Nullable to, size_t size, const char *format, __builtin_va_list arguments);
float strtof(const char *text, char *_Nullable *_Nullable end);
int open(const char *path, int flags) __attribute__((overloadable)); // variadic in C; Apple's overlay gives Swift this form
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
char *_Null_unspecified realpath(const char *_Null_unspecified path, char *_Null_unspecified resolved);
ssize_t readlink(const char *_Null_unspecified path, char *_Null_unspecified buffer, size_t size);
void *_Null_unspecified realloc(void *_Null_unspecified memory, size_t size);
void free(void *_Null_unspecified memory);
int fstat(int descriptor, struct stat *status);
ssize_t read(int descriptor, void *_Nullable buffer, size_t count);
ssize_t write(int descriptor, const void *_Nullable buffer, size_t count);
int poll(struct pollfd *_Nullable descriptors, nfds_t count, int timeout);
#define _SC_PAGESIZE 29
long sysconf(int name);
int isatty(int descriptor);
#define SEEK_SET 0
#define SEEK_CUR 1
off_t lseek(int descriptor, off_t offset, int from);
void *_Nullable mmap(void *_Nullable at, size_t count, int protection, int flags, int descriptor, off_t offset);
int mprotect(void *at, size_t count, int protection);
int munmap(void *_Nullable at, size_t count);
int madvise(void *_Nullable at, size_t count, int advice);

// Only Yoke's tests use the names from here on.
#define F_GETFD 1
#define F_SETFL 4
#define F_GETPATH 50
#define O_NONBLOCK 0x0004
#define PATH_MAX 1024
unsigned int geteuid(void);
int getdtablesize(void);
int chmod(const char *path, mode_t mode);
int truncate(const char *path, off_t length);
int mkfifo(const char *path, mode_t mode);
int pipe(int *ends);
int usleep(unsigned int microseconds);
int fcntl(int descriptor, int command) __attribute__((overloadable)); // variadic in C, as `open` is
int fcntl(int descriptor, int command, int value) __attribute__((overloadable));
int fcntl(int descriptor, int command, void *value) __attribute__((overloadable));

// MARK: - Text, environment, errors, signals

void *_Nullable memchr(const void *bytes, int byte, size_t count);
char *_Null_unspecified strerror(int number);
char *_Nullable getenv(const char *name);
_Noreturn void exit(int status);
typedef void (*sig_t)(int);
sig_t _Nullable signal(int number, sig_t _Nullable handler);
#define SIGPIPE 13
typedef unsigned int sigset_t;
#define SIG_BLOCK 1
#define SIG_SETMASK 3
int sigemptyset(sigset_t *signals);
int sigaddset(sigset_t *signals, int number);
int sigismember(const sigset_t *signals, int number);
int sigpending(sigset_t *signals);
int sigwait(const sigset_t *_Nonnull signals, int *_Nonnull number);
int pthread_sigmask(int how, const sigset_t *_Nullable signals, sigset_t *_Nullable old);
extern const sig_t _Nullable SIG_IGN __attribute__((swift_attr("nonisolated(unsafe)")));
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

#pragma clang assume_nonnull end
