#include "util/file_state.h"

#include <fcntl.h>
#include <unistd.h>

#include "util/hash.h"
#include "util/path.h"

enum { END_SIZE = 4096 };

static size_t end_size(uint64_t size)
{
    return size < END_SIZE ? (size_t)size : END_SIZE;
}

static uint64_t hash_ends(const char *first, const char *last, size_t size)
{
    return hash_bytes(hash_bytes(HASH_START, first, size), last, size);
}

struct file_state file_state_of(const struct stat *status, const char *bytes)
{
    uint64_t size = (uint64_t)status->st_size;
    const char *last = bytes + size - end_size(size);
    return (struct file_state){true, size, status->st_mtim, status->st_ctim,
                               hash_ends(bytes, last, end_size(size))};
}

static bool is_same_time(struct timespec left, struct timespec right)
{
    return left.tv_sec == right.tv_sec && left.tv_nsec == right.tv_nsec;
}

static bool is_unwritten(const struct file_state *state, const struct stat *now)
{
    return (uint64_t)now->st_size == state->size && is_same_time(now->st_mtim, state->modified);
}

static bool is_untouched(const struct file_state *state, const struct stat *now)
{
    return is_unwritten(state, now) && is_same_time(now->st_ctim, state->changed);
}

static bool read_at(int handle, char *bytes, size_t size, uint64_t offset)
{
    return pread(handle, bytes, size, (off_t)offset) == (ssize_t)size;
}

/* Where more was appended, what was last before is still in its place; what was written anew has
 * other bytes there. */
static bool has_same_ends(const struct file_state *state, int handle)
{
    char first[END_SIZE], last[END_SIZE];
    size_t size = end_size(state->size);
    return read_at(handle, first, size, 0) && read_at(handle, last, size, state->size - size) &&
           hash_ends(first, last, size) == state->ends;
}

bool file_state_holds(const struct file_state *state, int handle)
{
    struct stat now;
    if (!state->is_known)
        return true;
    if (fstat(handle, &now) != 0)
        return false;
    return is_untouched(state, &now) ||
           (((uint64_t)now.st_size > state->size || is_unwritten(state, &now)) &&
            has_same_ends(state, handle));
}

bool file_state_refuse(const char *path, struct error *error)
{
    return error_set(error, ERROR_INPUT,
                     "%s: changed while it was read (try again when nothing writes to it)", path);
}

bool file_state_check(const struct file_state *state, const char *path, struct error *error)
{
    struct stat now;
    if (!state->is_known || (stat(path, &now) == 0 && is_untouched(state, &now)))
        return true;
    int handle = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    bool holds = handle >= 0 && file_state_holds(state, handle);
    path_close(handle);
    return holds || file_state_refuse(path, error);
}
