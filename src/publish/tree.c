#include "publish/tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/memory.h"
#include "util/path.h"
#include "util/texts.h"

enum { CHUNK = 1 << 17, LONGEST_NAME = 255 };

int tree_open_directory(int parent, const char *name)
{
    return openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

static int open_named(int parent, const char *name, size_t size)
{
    struct arena arena;
    arena_init(&arena);
    int handle = tree_open_directory(parent, arena_text_of_size(&arena, name, size));
    int reason = errno;
    arena_release(&arena);
    errno = reason;
    return handle;
}

/* Name by name: openat follows links in what stands before the last one. */
int tree_open_folder(int report, const char *folder)
{
    int handle = tree_open_directory(report, ".");
    while (handle >= 0 && *folder) {
        size_t size = strcspn(folder, "/");
        int next = open_named(handle, folder, size), reason = errno;
        close(handle);
        errno = reason;
        handle = next;
        folder += size + (folder[size] == '/');
    }
    return handle;
}

int tree_make_folder(int report, const char *folder)
{
    struct arena arena;
    arena_init(&arena);
    const char *last = path_base_name(folder);
    bool is_nested = last != folder;
    const char *above =
        is_nested ? arena_text_of_size(&arena, folder, (size_t)(last - folder) - 1) : "";
    int parent = is_nested ? tree_make_folder(report, above) : tree_open_folder(report, "");
    bool made = parent >= 0 && (!*last || mkdirat(parent, last, 0777) == 0 || errno == EEXIST);
    int reason = errno;
    path_close(parent);
    arena_release(&arena);
    errno = reason;
    return made ? tree_open_folder(report, folder) : -1;
}

bool tree_remove_folder(int report, const char *folder)
{
    struct arena arena;
    arena_init(&arena);
    const char *last = path_base_name(folder);
    size_t above = last == folder ? 0 : (size_t)(last - folder) - 1;
    int parent = tree_open_folder(report, arena_text_of_size(&arena, folder, above));
    bool removed = parent >= 0 && unlinkat(parent, last, AT_REMOVEDIR) == 0;
    path_close(parent);
    arena_release(&arena);
    return removed;
}

/* Without O_NONBLOCK a pipe would be waited for. */
int tree_open_file(int parent, const char *name)
{
    struct stat status;
    int handle = openat(parent, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (handle < 0)
        return -1;
    int reason = fstat(handle, &status) != 0 ? errno : S_ISREG(status.st_mode) ? 0 : EINVAL;
    if (!reason)
        return handle;
    close(handle);
    errno = reason;
    return -1;
}

bool tree_is_at(int directory, const char *path)
{
    struct stat ours, there;
    return fstat(directory, &ours) == 0 && stat(path, &there) == 0 && ours.st_dev == there.st_dev &&
           ours.st_ino == there.st_ino;
}

bool tree_file_state(int parent, const char *name, struct tree_file_state *state)
{
    struct stat status;
    if (fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return false;
    *state = (struct tree_file_state){status.st_dev, status.st_ino, status.st_size, status.st_mtim};
    return true;
}

bool tree_file_is(int parent, const char *name, const struct tree_file_state *state)
{
    struct tree_file_state now;
    return tree_file_state(parent, name, &now) && now.device == state->device &&
           now.number == state->number && now.size == state->size &&
           now.modified.tv_sec == state->modified.tv_sec &&
           now.modified.tv_nsec == state->modified.tv_nsec;
}

bool tree_is_mount_point(int parent, const char *name)
{
    struct statx status;
    return statx(parent, name, AT_SYMLINK_NOFOLLOW, STATX_TYPE, &status) == 0 &&
           (status.stx_attributes & STATX_ATTR_MOUNT_ROOT);
}

static bool is_self_or_parent(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

bool tree_list(int directory, struct arena *arena, const char ***names, size_t *count)
{
    int handle = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *stream = handle < 0 ? NULL : fdopendir(handle);
    if (!stream) {
        path_close(handle);
        return false;
    }
    const char **found = NULL;
    size_t capacity = 0;
    const struct dirent *entry;
    *count = 0;
    for (errno = 0; (entry = readdir(stream)); errno = 0) {
        if (is_self_or_parent(entry->d_name))
            continue;
        memory_reserve(&found, &capacity, *count + 1, sizeof *found);
        found[(*count)++] = arena_text(arena, entry->d_name);
    }
    int reason = errno;
    closedir(stream);
    *names = arena_alloc_array(arena, *count, sizeof **names);
    if (*count) {
        memcpy(*names, found, *count * sizeof **names);
        qsort(*names, *count, sizeof **names, texts_compare);
    }
    free(found);
    errno = reason;
    return reason == 0;
}

bool tree_name_is_plain(const char *name)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    size_t size = strspn(name, letters);
    return size > 0 && size <= LONGEST_NAME && name[size] == '\0' && name[0] != '.';
}

/* ---- copying --------------------------------------------------------------------------------- */

static bool copy_content(int from, int to, const char *name, struct error *error)
{
    char *chunk = memory_alloc(CHUNK);
    bool good = true;
    for (;;) {
        ssize_t got = read(from, chunk, CHUNK);
        if (got == 0)
            break;
        if (got < 0 && errno == EINTR)
            continue;
        good = got > 0 || error_set_errno(error, ERROR_INPUT, "%s", name);
        if (good && !path_write_handle(to, chunk, (size_t)got))
            good = error_set_errno(error, ERROR_OUTPUT, "%s", name);
        if (!good)
            break;
    }
    free(chunk);
    return good;
}

static bool copy_opened(int from, int directory, const char *name, struct error *error)
{
    int to = openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (to < 0)
        return error_set_errno(error, ERROR_OUTPUT, "%s", name);
    bool good = copy_content(from, to, name, error);
    if (!path_close_written(to) && good)
        return error_set_errno(error, ERROR_OUTPUT, "%s", name);
    return good;
}

static bool copy_file(struct tree_copy *copy, int from, int to, const char *name,
                      struct error *error)
{
    int handle = tree_open_file(from, name);
    if (handle < 0 && errno != ELOOP && errno != EINVAL && errno != ENXIO)
        return error_set_errno(error, ERROR_INPUT, "%s", name);
    if (handle < 0) {
        copy->left_out++;
        return true;
    }
    bool good = copy_opened(handle, to, name, error);
    copy->copied += good;
    close(handle);
    return good;
}

static bool copy_wanted(struct tree_copy *copy, int from, int to, const char *folder,
                        const char *const *names, size_t count, struct error *error)
{
    for (size_t i = 0; i < count; i++)
        if (copy->wants(copy->context, folder, names[i]) &&
            !copy_file(copy, from, to, names[i], error))
            return false;
    return true;
}

static bool copy_between(struct tree_copy *copy, int from, int to, const char *folder,
                         struct error *error)
{
    struct arena arena;
    const char **names;
    size_t count;
    arena_init(&arena);
    bool good = tree_list(from, &arena, &names, &count)
                    ? copy_wanted(copy, from, to, folder, names, count, error)
                    : error_set_errno(error, ERROR_INPUT, "cannot read the directory");
    arena_release(&arena);
    return good;
}

static bool copy_into_new(struct tree_copy *copy, int from, int parent, const char *folder,
                          struct error *error)
{
    int to = tree_make_folder(parent, folder);
    if (to < 0)
        return error_set_errno(error, ERROR_OUTPUT, "%s", folder);
    bool good = copy_between(copy, from, to, folder, error);
    close(to);
    return good || error_add_context(error, "%s", folder);
}

bool tree_copy_folder(struct tree_copy *copy, int from, int to, const char *folder,
                      struct error *error)
{
    if (!*folder)
        return copy_between(copy, from, to, folder, error);
    int handle = tree_open_folder(from, folder);
    if (handle < 0 && errno == ENOENT)
        return true;
    if (handle < 0 && (errno == ELOOP || errno == ENOTDIR)) {
        copy->left_out += !strchr(folder, '/'); /* once, however many are in it */
        return true;
    }
    if (handle < 0)
        return error_set_errno(error, ERROR_INPUT, "%s", folder);
    bool good = copy_into_new(copy, handle, to, folder, error);
    close(handle);
    return good;
}
