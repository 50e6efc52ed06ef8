#include "util/trusted_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/path.h"

/* By what is open, so that no other file can take its place meanwhile. */
static bool check(int handle, const char *path, struct error *error)
{
    struct stat status;
    if (fstat(handle, &status) != 0)
        return error_set_errno(error, ERROR_INPUT, "cannot read %s", path);
    if (!S_ISREG(status.st_mode))
        return error_set(error, ERROR_INPUT, "%s is not a regular file", path);
    if (status.st_uid != 0 && status.st_uid != geteuid())
        return error_set(error, ERROR_INPUT, "%s belongs to another user", path);
    return !(status.st_mode & S_IWOTH) ||
           error_set(error, ERROR_INPUT, "%s may be changed by everyone (chmod o-w)", path);
}

bool trusted_file_read(const char *path, size_t limit, struct strbuf *content, struct error *error)
{
    size_t before = content->size;
    /* Without O_NONBLOCK a FIFO would be waited for. */
    int handle = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (handle < 0)
        return error_set_errno(error, ERROR_INPUT, "cannot open %s", path);
    bool good =
        check(handle, path, error) && (path_read_handle(handle, limit, content) ||
                                       error_set_errno(error, ERROR_INPUT, "cannot read %s", path));
    close(handle);
    if (good && content->size - before > limit)
        return error_set(error, ERROR_INPUT, "%s is larger than %zu bytes", path, limit);
    return good;
}
