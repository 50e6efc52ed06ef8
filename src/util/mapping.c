#include "util/mapping.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "util/memory.h"
#include "util/path.h"
#include "util/quantity.h"

enum { FIRST_REGION_SIZE = 1 << 20, PACKED_CHUNK_SIZE = 1 << 20 };

/* ---- gzip ---- */

static bool is_gzip(const struct region *region)
{
    return region->size >= 3 && memcmp(region->bytes, "\x1f\x8b\x08", 3) == 0;
}

/* What was taken before is given back: a file need not be in memory beside its content. */
static void offer(z_stream *stream, const struct region *packed, size_t *taken)
{
    size_t left = packed->size - *taken;
    size_t chunk = left < PACKED_CHUNK_SIZE ? left : PACKED_CHUNK_SIZE;
    if (packed->is_file && *taken)
        madvise(packed->bytes + *taken - PACKED_CHUNK_SIZE, PACKED_CHUNK_SIZE, MADV_DONTNEED);
    stream->next_in = (Bytef *)(packed->bytes + *taken);
    stream->avail_in = (uInt)chunk;
    *taken += chunk;
}

static int inflate_some(z_stream *stream, struct region *region)
{
    size_t room;
    char *to = region_room(region, &room);
    if (!to)
        return Z_ERRNO;
    uInt offered = room < 1u << 30 ? (uInt)room : 1u << 30;
    stream->next_out = (Bytef *)to;
    stream->avail_out = offered;
    int result = inflate(stream, Z_NO_FLUSH);
    region_fill(region, offered - stream->avail_out);
    return result;
}

static size_t left_behind(const z_stream *stream, const struct region *packed)
{
    return (size_t)(packed->bytes + packed->size - (const char *)stream->next_in);
}

/* A gzip file may be several streams one after the other; other bytes may follow the last. */
static bool another_stream(const z_stream *stream, const struct region *packed)
{
    return left_behind(stream, packed) >= 3 && memcmp(stream->next_in, "\x1f\x8b\x08", 3) == 0;
}

/* Zero bytes are padding, as tapes have it. */
static size_t trailing_bytes(const z_stream *stream, const struct region *packed)
{
    size_t left = left_behind(stream, packed);
    for (size_t i = 0; i < left; i++)
        if (stream->next_in[i])
            return left;
    return 0;
}

/* Z_STREAM_END, Z_BUF_ERROR when the stream ends early, or zlib's error; also when the region has
 * exceeded its limit. */
static int inflate_all(z_stream *stream, const struct region *packed, struct region *region)
{
    size_t taken = 0;
    for (;;) {
        if (stream->avail_in == 0 && taken < packed->size)
            offer(stream, packed, &taken);
        int result = inflate_some(stream, region);
        if (region->exceeded)
            return result;
        if (result == Z_STREAM_END && another_stream(stream, packed))
            inflateReset(stream);
        else if (result != Z_OK)
            return result;
        else if (stream->avail_in == 0 && taken == packed->size && stream->avail_out > 0)
            return Z_BUF_ERROR;
    }
}

size_t mapping_inflated_limit(size_t packed_size, struct mapping_limits limits)
{
    size_t most = limits.size ? limits.size : SIZE_MAX, by_ratio;
    if (!limits.ratio || __builtin_mul_overflow(packed_size, limits.ratio, &by_ratio))
        return most;
    if (by_ratio < MAPPING_ANY_RATIO_SIZE)
        by_ratio = MAPPING_ANY_RATIO_SIZE;
    return by_ratio < most ? by_ratio : most;
}

static int inflate_region(const struct region *packed, struct region *region, size_t *trailing)
{
    z_stream stream = {0};
    int result = inflateInit2(&stream, 15 + 16);
    if (result == Z_OK)
        result = inflate_all(&stream, packed, region);
    if (result == Z_MEM_ERROR)
        memory_exhausted();
    *trailing = result == Z_STREAM_END ? trailing_bytes(&stream, packed) : 0;
    inflateEnd(&stream);
    return result;
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
    int result = inflate_region(packed, &region, &mapping->trailing);
    bool whole = !region.exceeded && (result == Z_STREAM_END || result == Z_BUF_ERROR);
    bool kept = result != Z_ERRNO && (!whole || region_settle(&region));
    if (!kept)
        not_kept(&region, "of decompressed data ", path, error);
    region_release(packed);
    mapping->truncated = result == Z_BUF_ERROR;
    if (whole && kept) {
        adopt(mapping, &region);
        return true;
    }
    region_release(&region);
    if (!kept)
        return false;
    if (region.exceeded)
        return mapping_refuse_size(region.most, true, limits, path, error);
    return error_set(error, ERROR_INPUT, "%s: damaged gzip file", path);
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
    if (is_gzip(&region))
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
