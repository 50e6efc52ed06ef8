#include "util/mapping.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/packing.h"
#include "util/path.h"
#include "util/quantity.h"

enum { FIRST_REGION_SIZE = 1 << 20 };

size_t mapping_inflated_limit(size_t packed_size, struct mapping_limits limits)
{
    size_t most = limits.size ? limits.size : SIZE_MAX, by_ratio;
    if (!limits.ratio || __builtin_mul_overflow(packed_size, limits.ratio, &by_ratio))
        return most;
    if (by_ratio < MAPPING_ANY_RATIO_SIZE)
        by_ratio = MAPPING_ANY_RATIO_SIZE;
    return by_ratio < most ? by_ratio : most;
}

/* ---- the file ---- */

bool mapping_refuse_size(size_t most, bool packed, struct mapping_limits limits, const char *path,
                         struct error *error)
{
    char size[32];
    quantity_format((double)most, "B", UNITS_IEC, size, sizeof size);
    if (!packed || most == limits.size)
        return error_set(error, ERROR_INPUT,
                         "%s: larger than %s%s (the limit is set with --max-input)", path, size,
                         packed ? " when decompressed" : "");
    return error_set(
        error, ERROR_INPUT,
        "%s: decompresses to more than %s, over %zu times its size (set --max-input to read it)",
        path, size, limits.ratio);
}

static bool not_kept(const struct region *region, const char *holds, const char *path,
                     struct error *error)
{
    return error_set_errno(
        error, ERROR_INPUT,
        "%s: no room for more than %d MiB %sin %s (set TMPDIR to another directory)", path,
        REGION_IN_MEMORY >> 20, holds, region->scratch);
}

static bool can_be_read(const struct stat *status, bool in_directory)
{
    if (S_ISDIR(status->st_mode))
        errno = EISDIR;
    else if (in_directory && !S_ISREG(status->st_mode))
        errno = EINVAL;
    else
        return true;
    return false;
}

/* With errno where it cannot be read. Of a file that was opened before, what it was then. */
static bool load(int handle, struct mapping_limits limits, struct region *region,
                 struct file_state *state)
{
    struct stat status;
    size_t most = limits.size ? limits.size : SIZE_MAX;
    if (fstat(handle, &status) != 0 || !can_be_read(&status, limits.root))
        return false;
    if (limits.before)
        return region_map(region, handle, (size_t)state->size);
    bool is_large = S_ISREG(status.st_mode) && (size_t)status.st_size > most;
    if (S_ISREG(status.st_mode) && status.st_size > 0 && !is_large) {
        bool mapped = region_map(region, handle, (size_t)status.st_size);
        if (mapped)
            *state = file_state_of(&status, region->bytes);
        return mapped;
    }
    region_init(region, FIRST_REGION_SIZE, most); /* a pipe, or what hides its size as in /proc */
    region->scratch = limits.scratch;
    region->exceeded = is_large;
    if (region_read(region, handle) && region_settle(region))
        return true;
    int reason = errno;
    region_release(region);
    errno = reason;
    return false;
}

/* Asked of what was opened: a link may have been put in its place since it was found. */
static bool check_place(int handle, const char *root, const char *path, struct error *error)
{
    char link[64], real[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
    ssize_t size = readlink(link, real, sizeof real - 1);
    if (size < 0) /* without /proc: what was found is all that is known */
        return errno == ENOENT || error_set_errno(error, ERROR_INPUT, "cannot read %s", path);
    real[size] = '\0';
    return path_is_inside(real, root) ||
           error_set(error, ERROR_INPUT, "%s: a symbolic link to outside the input directory",
                     path);
}

static void adopt(struct mapping *mapping, const struct region *region)
{
    mapping->bytes = region->bytes;
    mapping->size = region->size;
    mapping->is_file = region->is_file;
    mapping->is_scratch = region->is_scratch;
    mapping->reserved = region->bytes;
    mapping->reserved_size = region_reserved_size(region->capacity);
}

/* What room is made at first: four times the size is usual. */
static size_t first_size(size_t packed, size_t most, bool has_scratch)
{
    size_t expected;
    if (__builtin_mul_overflow(packed, 4, &expected) || expected > most)
        expected = most;
    if (has_scratch && expected > REGION_IN_MEMORY)
        expected = REGION_IN_MEMORY;
    return expected < FIRST_REGION_SIZE ? FIRST_REGION_SIZE : expected;
}

static bool unpack(struct mapping *mapping, struct region *packed, struct mapping_limits limits,
                   const char *path, struct error *error)
{
    struct region region;
    size_t most = mapping_inflated_limit(packed->size, limits);
    region_init(&region, first_size(packed->size, most, limits.scratch), most);
    region.scratch = limits.scratch;
    enum unpacked result = mapping->packing->unpack(packed, &region, &mapping->trailing, error);
    bool lost = result == UNPACKED_NO_ROOM && !region.exceeded;
    if (result == UNPACKED_WHOLE || result == UNPACKED_CUT)
        lost = !region_settle(&region);
    if (lost)
        not_kept(&region, "of decompressed data ", path, error);
    region_release(packed);
    mapping->truncated = result == UNPACKED_CUT;
    if (!lost && (result == UNPACKED_WHOLE || result == UNPACKED_CUT)) {
        adopt(mapping, &region);
        return true;
    }
    region_release(&region);
    if (result == UNPACKED_FAILED)
        return error_add_context(error, "%s", path);
    return !lost && mapping_refuse_size(most, true, limits, path, error);
}

/* What is opened in a directory is a file; a pipe in its place must not be waited for. */
static bool region_open(struct region *region, const char *path, struct mapping_limits limits,
                        struct file_state *state, struct error *error)
{
    *state = limits.before ? *limits.before : (struct file_state){0};
    int handle = open(path, O_RDONLY | O_CLOEXEC | (limits.root ? O_NONBLOCK : 0));
    if (handle < 0)
        return error_set_errno(error, ERROR_INPUT, "cannot open %s", path);
    *region = (struct region){0};
    bool loaded = (!limits.root || check_place(handle, limits.root, path, error)) &&
                  (file_state_holds(state, handle) || file_state_refuse(path, error)) &&
                  (load(handle, limits, region, state) ||
                   (region->is_lost ? not_kept(region, "", path, error)
                                    : error_set_errno(error, ERROR_INPUT, "cannot read %s", path)));
    close(handle);
    if (!loaded || !region->exceeded)
        return loaded;
    region_release(region);
    return mapping_refuse_size(region->most, false, limits, path, error);
}

bool mapping_open_within(struct mapping *mapping, const char *path, struct mapping_limits limits,
                         struct error *error)
{
    struct region region;
    *mapping = (struct mapping){0};
    if (!region_open(&region, path, limits, &mapping->state, error))
        return false;
    mapping->file_size = region.size;
    mapping->packing = packing_of(&region);
    if (mapping->packing)
        return unpack(mapping, &region, limits, path, error);
    adopt(mapping, &region);
    return true;
}

bool mapping_open_packed(struct mapping *mapping, const char *path, const struct file_state *before,
                         struct error *error)
{
    struct region region;
    *mapping = (struct mapping){0};
    if (!region_open(&region, path, (struct mapping_limits){.before = before}, &mapping->state,
                     error))
        return false;
    mapping->file_size = region.size;
    adopt(mapping, &region);
    return true;
}

bool mapping_open(struct mapping *mapping, const char *path, struct error *error)
{
    return mapping_open_within(mapping, path, (struct mapping_limits){0}, error);
}

void mapping_close(struct mapping *mapping)
{
    if (mapping->reserved)
        munmap(mapping->reserved, mapping->reserved_size);
    *mapping = (struct mapping){0};
}

struct mapping mapping_of_region(const struct region *region)
{
    struct mapping mapping = {0};
    adopt(&mapping, region);
    return mapping;
}

void mapping_convert(struct mapping *mapping, size_t most, mapping_conversion *convert)
{
    struct region region;
    region_init(&region, most, SIZE_MAX);
    region.size = convert(region.bytes, mapping->bytes, mapping->size);
    if (mapping->reserved)
        munmap(mapping->reserved, mapping->reserved_size);
    adopt(mapping, &region);
}

void mapping_done_with(const struct mapping *mapping, size_t from, size_t to)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (to > mapping->size)
        to = mapping->size;
    if (from >= to || !mapping->reserved)
        return;
    from = (from + page - 1) / page * page;
    to = to / page * page;
    if (from < to)
        madvise((char *)mapping->reserved + from, to - from, MADV_DONTNEED);
}

void mapping_give_back(const struct mapping *mapping, size_t from, size_t to)
{
    if (mapping->is_file)
        mapping_done_with(mapping, from, to);
}
