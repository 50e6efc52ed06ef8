#include "part_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/campaign/part_bytes.h"
#include "util/path.h"

static const char ending[] = ".part";
enum { MOST_BYTES = 1 << 30 };

bool part_file_is_named(const char *path)
{
    size_t size = strlen(path), ends = sizeof ending - 1;
    return size > ends && strcmp(path + size - ends, ending) == 0;
}

bool part_file_read(struct part *part, const char *path, struct error *error)
{
    struct strbuf bytes;
    strbuf_init(&bytes);
    bool good = path_read(path, MOST_BYTES, &bytes, error);
    if (good)
        good = part_read(part, path, bytes.text, bytes.size, error);
    else
        part_init(part);
    strbuf_release(&bytes);
    return good;
}

/* What stands there in a word or two; NULL: a file that may be replaced. */
static const char *what_it_is(const char *path, const struct stat *status)
{
    char begin[sizeof part_magic];
    if (S_ISDIR(status->st_mode))
        return "a directory";
    if (S_ISLNK(status->st_mode))
        return "a symbolic link";
    if (!S_ISREG(status->st_mode))
        return "a device, a pipe or the like";
    if (status->st_size == 0)
        return NULL;
    int handle = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    ssize_t size = handle < 0 ? -1 : read(handle, begin, sizeof begin);
    if (handle >= 0)
        close(handle);
    bool is_part = size == sizeof begin && memcmp(begin, part_magic, sizeof begin) == 0;
    return is_part ? NULL : "another file";
}

bool part_file_may_be_written(const char *path, struct error *error)
{
    struct stat status;
    if (lstat(path, &status) != 0)
        return errno == ENOENT || error_set_errno(error, ERROR_OUTPUT, "cannot write %s", path);
    const char *what = what_it_is(path, &status);
    return !what || error_set(error, ERROR_OUTPUT,
                              "%s is %s, no part of a campaign: it stays (give another --output)",
                              path, what);
}

static bool write_whole(const char *path, const struct strbuf *bytes)
{
    enum { MODE = 0666 };
    int handle = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, MODE);
    if (handle < 0)
        return false;
    bool good = path_write_handle(handle, bytes->text, bytes->size) && fsync(handle) == 0;
    int reason = errno;
    good = close(handle) == 0 && good;
    if (!good)
        errno = reason ? reason : errno;
    return good;
}

bool part_file_write(struct part *part, const char *path, struct arena *arena, struct error *error)
{
    if (!part_file_may_be_written(path, error))
        return false;
    const char *slash = strrchr(path, '/');
    int directory = slash ? (int)(slash - path) + 1 : 0;
    const char *beside =
        arena_format(arena, "%.*s.%s.%ld", directory, path, path_base_name(path), (long)getpid());
    struct strbuf bytes;
    strbuf_init(&bytes);
    part_write(part, &bytes);
    bool good = write_whole(beside, &bytes) && rename(beside, path) == 0;
    if (!good) {
        error_set_errno(error, ERROR_OUTPUT, "cannot write %s", path);
        unlink(beside);
    }
    strbuf_release(&bytes);
    return good;
}
