#include "publish/claim.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Off the numbers of the standard streams, which may have been closed. */
static int open_file(const char *path, int flags)
{
    int handle = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | flags, 0600);
    if (handle < 0 || handle > STDERR_FILENO)
        return handle;
    int moved = fcntl(handle, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    int reason = errno;
    close(handle);
    errno = reason;
    return moved;
}

/* Between opening and locking another may have removed the file, or put a new one there. */
static bool is_still_at(int handle, const char *path)
{
    struct stat ours, there;
    return fstat(handle, &ours) == 0 && lstat(path, &there) == 0 && ours.st_dev == there.st_dev &&
           ours.st_ino == there.st_ino;
}

int claim_new(const char *path, bool *is_locked)
{
    int handle = open_file(path, O_CREAT | O_EXCL);
    if (handle < 0)
        return -1;
    *is_locked = flock(handle, LOCK_EX | LOCK_NB) == 0;
    bool is_taken = !*is_locked && errno == EWOULDBLOCK;
    if (!is_taken && is_still_at(handle, path))
        return handle;
    close(handle);
    errno = EEXIST;
    return -1;
}

/* Whoever may write into the directory can make a file of such a name. */
static bool is_of_this_user(int handle)
{
    struct stat status;
    return fstat(handle, &status) == 0 && status.st_uid == geteuid();
}

int claim_of_the_dead(const char *path)
{
    int handle = open_file(path, 0);
    if (handle < 0)
        return -1;
    if (is_of_this_user(handle) && flock(handle, LOCK_EX | LOCK_NB) == 0 &&
        is_still_at(handle, path))
        return handle;
    close(handle);
    return -1;
}

int claim_of_the_dying(const char *path)
{
    int handle = open_file(path, 0);
    if (handle < 0)
        return -1;
    while (flock(handle, LOCK_EX) != 0 && errno == EINTR)
        continue;
    if (is_still_at(handle, path))
        return handle;
    close(handle);
    return -1;
}

void claim_release(int handle, const char *path)
{
    if (handle < 0)
        return;
    unlink(path);
    close(handle);
}
