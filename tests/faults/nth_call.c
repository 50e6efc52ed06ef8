/* Fails the n-th call of a function, for tests: LD_PRELOAD=nth_call.so FAULT=function:n:errno.
 *
 * Calls are counted in the process and its children together, in memory that they share, from the
 * program's start on. n = 0 fails none; FAULT_COUNT names a file that gets the number of calls. A
 * function of that name alone is watched, and only as the program and its libraries call it, not
 * as libc calls itself: malloc, calloc, realloc and those of WATCH below, and open,
 * openat, close, pthread_create. */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct {
    char function[32];
    long nth;
    int number;
    atomic_long *count; /* shared by all processes */
    pid_t first;
} fault;

static long raw_mmap_shared(void)
{
    return syscall(SYS_mmap, NULL, sizeof(atomic_long), PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

__attribute__((constructor)) static void begin(void)
{
    const char *text = getenv("FAULT");
    if (!text || sscanf(text, "%31[^:]:%ld:%d", fault.function, &fault.nth, &fault.number) != 3)
        return;
    fault.first = getpid();
    fault.count = (atomic_long *)raw_mmap_shared(); // NOLINT(performance-no-int-to-ptr)
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("FAULT_COUNT");
    if (!fault.count || !path || getpid() != fault.first)
        return;
    char text[32];
    int size = snprintf(text, sizeof text, "%ld\n", atomic_load(fault.count));
    long handle = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    syscall(SYS_write, handle, text, size);
    syscall(SYS_close, handle);
}

static int fails(const char *function)
{
    if (!fault.count || strcmp(function, fault.function) != 0)
        return 0;
    if (atomic_fetch_add(fault.count, 1) + 1 != fault.nth)
        return 0;
    errno = fault.number;
    return 1;
}

/* ---- memory: below the program's own malloc, which never returns NULL, lies glibc's ---- */

typedef void *malloc_function(size_t size);
typedef void *calloc_function(size_t count, size_t size);
typedef void *realloc_function(void *memory, size_t size);

void *__libc_malloc(size_t size)
{
    static _Atomic(malloc_function *) next;
    if (!next)
        next = (malloc_function *)dlsym(RTLD_NEXT, "__libc_malloc");
    return fails("malloc") ? NULL : next(size);
}

void *__libc_calloc(size_t count, size_t size)
{
    static _Atomic(calloc_function *) next;
    if (!next)
        next = (calloc_function *)dlsym(RTLD_NEXT, "__libc_calloc");
    return fails("calloc") ? NULL : next(count, size);
}

void *__libc_realloc(void *memory, size_t size)
{
    static _Atomic(realloc_function *) next;
    if (!next)
        next = (realloc_function *)dlsym(RTLD_NEXT, "__libc_realloc");
    return fails("realloc") ? NULL : next(memory, size);
}

/* ---- all else ---- */

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define WATCH(result, name, failed, parameters, arguments)                                         \
    result name parameters                                                                         \
    {                                                                                              \
        return fails(#name) ? (failed) : NEXT(name) arguments;                                     \
    }

WATCH(ssize_t, read, -1, (int handle, void *bytes, size_t size), (handle, bytes, size))
WATCH(ssize_t, write, -1, (int handle, const void *bytes, size_t size), (handle, bytes, size))
WATCH(DIR *, opendir, NULL, (const char *path), (path))
WATCH(struct dirent *, readdir, NULL, (DIR * stream), (stream))
WATCH(DIR *, fdopendir, NULL, (int handle), (handle))
WATCH(void *, mmap, MAP_FAILED,
      (void *at, size_t size, int protection, int flags, int handle, off_t offset),
      (at, size, protection, flags, handle, offset))
WATCH(pid_t, fork, -1, (void), ())
WATCH(int, socketpair, -1, (int domain, int type, int protocol, int sockets[2]),
      (domain, type, protocol, sockets))
WATCH(int, rename, -1, (const char *from, const char *to), (from, to))
WATCH(int, renameat, -1, (int from_at, const char *from, int to_at, const char *to),
      (from_at, from, to_at, to))
WATCH(int, renameat2, -1,
      (int from_at, const char *from, int to_at, const char *to, unsigned flags),
      (from_at, from, to_at, to, flags))
WATCH(int, linkat, -1, (int from_at, const char *from, int to_at, const char *to, int flags),
      (from_at, from, to_at, to, flags))
WATCH(int, flock, -1, (int handle, int operation), (handle, operation))
WATCH(ssize_t, readlink, -1, (const char *path, char *text, size_t size), (path, text, size))
WATCH(char *, realpath, NULL, (const char *path, char *real), (path, real))
WATCH(int, fsync, -1, (int handle), (handle))
WATCH(int, mkdir, -1, (const char *path, mode_t mode), (path, mode))
WATCH(int, mkdirat, -1, (int handle, const char *path, mode_t mode), (handle, path, mode))
WATCH(int, stat, -1, (const char *path, struct stat *status), (path, status))
WATCH(int, lstat, -1, (const char *path, struct stat *status), (path, status))
WATCH(int, fstat, -1, (int handle, struct stat *status), (handle, status))
WATCH(int, fstatat, -1, (int handle, const char *path, struct stat *status, int flags),
      (handle, path, status, flags))
WATCH(int, unlink, -1, (const char *path), (path))
WATCH(int, unlinkat, -1, (int handle, const char *path, int flags), (handle, path, flags))

int close(int handle)
{
    int failed = fails("close"); /* as on a full disk: closed all the same */
    int result = NEXT(close)(handle);
    if (failed)
        errno = fault.number;
    return failed ? -1 : result;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *argument)
{
    return fails("pthread_create") ? fault.number
                                   : NEXT(pthread_create)(thread, attributes, run, argument);
}

static mode_t mode_of(int flags, va_list arguments)
{
    return flags & (O_CREAT | O_TMPFILE) ? (mode_t)va_arg(arguments, int) : 0;
}

int open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return fails("open") ? -1 : NEXT(open)(path, flags, mode);
}

int openat(int directory, const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return fails("openat") ? -1 : NEXT(openat)(directory, path, flags, mode);
}
