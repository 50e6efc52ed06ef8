#include "util/path.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/list.h"
#include "util/texts.h"

const char *path_join(struct arena *arena, const char *directory, const char *name)
{
    size_t size = strlen(directory);
    bool joined = size == 0 || directory[size - 1] == '/';
    return arena_format(arena, "%s%s%s", directory, joined ? "" : "/", name);
}

const char *path_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static size_t without_slashes(const char *path, size_t size)
{
    while (size > 1 && path[size - 1] == '/')
        size--;
    return size;
}

const char *path_parent(struct arena *arena, const char *path)
{
    size_t size = without_slashes(path, strlen(path));
    while (size > 0 && path[size - 1] != '/')
        size--;
    if (size == 0)
        return ".";
    return arena_text_of_size(arena, path, without_slashes(path, size));
}

bool path_is_directory(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool path_exists(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0;
}

bool path_is_inside(const char *path, const char *directory)
{
    size_t size = strlen(directory);
    if (strncmp(path, directory, size) != 0)
        return false;
    return !path[size] || path[size] == '/' || (size && directory[size - 1] == '/');
}

bool path_says_absent(int reason)
{
    return reason == ENOENT || reason == ENOTDIR || reason == ELOOP || reason == EINVAL ||
           reason == ENXIO;
}

/* The next entry that is not hidden; NULL with errno 0 at the end. */
static const struct dirent *next_visible(DIR *stream)
{
    const struct dirent *entry;
    do {
        errno = 0;
        entry = readdir(stream);
    } while (entry && entry->d_name[0] == '.');
    return entry;
}

bool path_list(struct arena *arena, const char *directory, const char ***names, size_t *count,
               struct error *error)
{
    DIR *stream = opendir(directory);
    if (!stream)
        return error_set_errno(error, ERROR_INPUT, "cannot read the directory %s", directory);
    LIST_OF(const char *) found = {0};
    const struct dirent *entry;
    while ((entry = next_visible(stream)))
        *list_add(&found) = arena_text(arena, entry->d_name);
    bool complete = errno == 0 ||
                    error_set_errno(error, ERROR_INPUT, "cannot read the directory %s", directory);
    closedir(stream);
    *count = found.count;
    *names = arena_alloc_array(arena, *count, sizeof **names);
    if (*count) {
        memcpy(*names, found.items, *count * sizeof **names);
        qsort(*names, *count, sizeof **names, texts_compare);
    }
    free(found.items);
    return complete;
}

bool path_make_directory(const char *path, struct error *error)
{
    if (mkdir(path, 0777) == 0)
        return true;
    int reason = errno;
    if (reason == EEXIST && path_is_directory(path))
        return true;
    errno = reason;
    return error_set_errno(error, ERROR_OUTPUT, "cannot create the directory %s", path);
}

static bool remove_at(int parent, const char *name, struct error *error);

static bool remove_entries(DIR *stream, struct error *error)
{
    const struct dirent *entry;
    for (errno = 0; (entry = readdir(stream)); errno = 0) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (!remove_at(dirfd(stream), entry->d_name, error))
            return error_add_context(error, "%s", entry->d_name);
    }
    return errno == 0 || error_set_errno(error, ERROR_OUTPUT, "cannot read the directory");
}

static bool remove_directory_at(int parent, const char *name, struct error *error)
{
    int handle = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *stream = handle < 0 ? NULL : fdopendir(handle);
    if (!stream) {
        error_set_errno(error, ERROR_OUTPUT, "cannot read the directory");
        path_close(handle);
        return false;
    }
    bool emptied = remove_entries(stream, error);
    closedir(stream);
    if (!emptied)
        return false;
    return unlinkat(parent, name, AT_REMOVEDIR) == 0 ||
           error_set_errno(error, ERROR_OUTPUT, "cannot remove the directory");
}

static bool remove_at(int parent, const char *name, struct error *error)
{
    if (unlinkat(parent, name, 0) == 0 || errno == ENOENT)
        return true;
    if (errno == EISDIR || errno == EPERM)
        return remove_directory_at(parent, name, error);
    return error_set_errno(error, ERROR_OUTPUT, "cannot remove it");
}

bool path_remove_tree(const char *path, struct error *error)
{
    return remove_at(AT_FDCWD, path, error) || error_add_context(error, "%s", path);
}

bool path_read_handle(int handle, size_t limit, struct strbuf *content)
{
    for (size_t left = limit + 1; left > 0;) {
        size_t chunk = left < 1 << 16 ? left : 1 << 16;
        strbuf_reserve(content, chunk);
        ssize_t got = read(handle, content->text + content->size, chunk);
        if (got == 0)
            break;
        if (got < 0 && errno != EINTR)
            return false;
        if (got > 0) {
            content->size += (size_t)got;
            left -= (size_t)got;
        }
    }
    content->text[content->size] = '\0';
    return true;
}

/* Without O_NONBLOCK a FIFO would be waited for. */
static int open_regular(const char *path, struct error *error)
{
    struct stat status;
    int handle = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (handle < 0) {
        error_set_errno(error, ERROR_INPUT, "cannot open %s", path);
        return -1;
    }
    if (fstat(handle, &status) != 0)
        error_set_errno(error, ERROR_INPUT, "cannot read %s", path);
    else if (S_ISREG(status.st_mode))
        return handle;
    else
        error_set(error, ERROR_INPUT, "%s is not a regular file", path);
    close(handle);
    return -1;
}

bool path_read(const char *path, size_t limit, struct strbuf *content, struct error *error)
{
    size_t before = content->size;
    int handle = open_regular(path, error);
    if (handle < 0)
        return false;
    bool done = path_read_handle(handle, limit, content) ||
                error_set_errno(error, ERROR_INPUT, "cannot read %s", path);
    close(handle);
    if (done && content->size - before > limit)
        return error_set(error, ERROR_INPUT, "%s is larger than %zu bytes", path, limit);
    return done;
}

bool path_write_handle(int handle, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t put = write(handle, bytes, size);
        if (put < 0 && errno != EINTR)
            return false;
        if (put > 0) {
            bytes += put;
            size -= (size_t)put;
        }
    }
    return true;
}

void path_close(int handle)
{
    int reason = errno;
    if (handle >= 0)
        close(handle);
    errno = reason;
}

bool path_close_written(int handle)
{
    sync_file_range(handle, 0, 0, SYNC_FILE_RANGE_WRITE);
    return close(handle) == 0 || errno == EINTR;
}

bool path_write(const char *path, const char *bytes, size_t size, struct error *error)
{
    int handle = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (handle < 0)
        return error_set_errno(error, ERROR_OUTPUT, "cannot write %s", path);
    bool written = path_write_handle(handle, bytes, size) ||
                   error_set_errno(error, ERROR_OUTPUT, "cannot write %s", path);
    if (!path_close_written(handle) && written)
        return error_set_errno(error, ERROR_OUTPUT, "cannot write %s", path);
    return written;
}
