#include "publish/sync.h"

#include <fcntl.h>
#include <unistd.h>

#include "util/path.h"

typedef bool each_file(const char *path, struct error *error);

/* Only gets the disk going: what it cannot do, sync_file does or reports. */
static bool start_writing(const char *path, struct error *error)
{
    (void)error;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE);
        close(file);
    }
    return true;
}

bool sync_file(const char *path, struct error *error)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return error_set_errno(error, ERROR_OUTPUT, "%s", path);
    bool synced = fsync(file) == 0;
    if (!synced)
        error_set_errno(error, ERROR_OUTPUT, "%s", path);
    close(file);
    return synced;
}

static bool walk(struct arena *arena, const char *path, each_file *each, struct error *error)
{
    const char **names;
    size_t count;
    if (path_is_directory(path)) {
        if (!path_list(arena, path, &names, &count, error))
            return false;
        for (size_t i = 0; i < count; i++)
            if (!walk(arena, path_join(arena, path, names[i]), each, error))
                return false;
    }
    return each(path, error);
}

/* Two passes, because one fsync after the other waits for the disk each time: 80 files take 7 ms
 * in this way, 16 ms in the other. syncfs would wait for the writes of everybody. */
bool sync_tree(const char *path, struct error *error)
{
    struct arena arena;
    arena_init(&arena);
    bool synced = walk(&arena, path, start_writing, error) && walk(&arena, path, sync_file, error);
    arena_release(&arena);
    return synced;
}
