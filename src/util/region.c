#include "util/region.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/memory.h"
#include "util/path.h"

enum { SPOOL_CHUNK = 4 << 20 };

static size_t whole_pages(size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), padded;
    if (__builtin_add_overflow(size, page - 1, &padded))
        memory_exhausted();
    return padded / page * page;
}

size_t region_reserved_size(size_t capacity)
{
    if (capacity > SIZE_MAX - REGION_PADDING)
        memory_exhausted();
    return whole_pages(capacity + REGION_PADDING);
}

/* Memory is taken when it is written: what is reserved and never filled costs nothing, and must not
 * be refused. */
static char *reserve(size_t capacity)
{
    void *start = mmap(NULL, region_reserved_size(capacity), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED)
        memory_exhausted();
    return start;
}

void region_init(struct region *region, size_t capacity, size_t most)
{
    if (capacity > most)
        capacity = most < SIZE_MAX ? most + 1 : most;
    *region = (struct region){.bytes = reserve(capacity), .capacity = capacity, .most = most};
}

void region_release(struct region *region)
{
    munmap(region->bytes, region_reserved_size(region->capacity));
    if (region->spool)
        close(region->spool);
    region->spool = 0;
}

static void set_capacity(struct region *region, size_t capacity)
{
    void *moved = mremap(region->bytes, region_reserved_size(region->capacity),
                         region_reserved_size(capacity), MREMAP_MAYMOVE);
    if (moved == MAP_FAILED)
        memory_exhausted();
    region->bytes = moved;
    region->capacity = capacity;
}

/* A file that grows has other bytes behind those that were asked for: this page becomes our own. */
static void end_with_zeros(const struct region *region)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), used = region->size % page;
    char *last = region->bytes + region->size - used;
    if (!used || mprotect(last, page, PROT_READ | PROT_WRITE) != 0)
        return;
    memset(last + used, 0, page - used);
    mprotect(last, page, PROT_READ);
}

bool region_map(struct region *region, int handle, size_t size)
{
    region_init(region, size, SIZE_MAX);
    void *mapped = mmap(region->bytes, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, handle, 0);
    if (mapped == MAP_FAILED) {
        int reason = errno;
        region_release(region);
        errno = reason;
        return false;
    }
    madvise(region->bytes, size, MADV_SEQUENTIAL);
    region->size = size;
    region->is_file = true;
    end_with_zeros(region);
    return true;
}

/* ---- what does not stay in memory ---- */

/* Some file systems of other machines have only files with names. */
static int open_named(const char *directory)
{
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/jobreport-XXXXXX", directory) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int handle = mkostemp(path, O_CLOEXEC);
    if (handle >= 0)
        unlink(path);
    return handle;
}

static bool open_spool(struct region *region)
{
    int handle = open(region->scratch, O_TMPFILE | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
    if (handle < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL))
        handle = open_named(region->scratch);
    region->spool = handle < 0 ? 0 : handle;
    return handle >= 0;
}

static bool spool(struct region *region)
{
    region->is_lost =
        (!region->spool && !open_spool(region)) ||
        !path_write_handle(region->spool, region->bytes, region->size - region->spooled);
    if (!region->is_lost)
        region->spooled = region->size;
    return !region->is_lost;
}

bool region_settle(struct region *region)
{
    if (!region->spool)
        return true;
    struct region whole;
    if (!spool(region) || !region_map(&whole, region->spool, region->size))
        return false;
    whole.is_scratch = true;
    region_release(region);
    *region = whole;
    return true;
}

/* ---- growing ---- */

static size_t twice(const struct region *region)
{
    size_t capacity = region->capacity > SIZE_MAX / 2 ? SIZE_MAX : region->capacity * 2;
    if (region->scratch && capacity > REGION_IN_MEMORY)
        capacity = REGION_IN_MEMORY;
    if (capacity > region->most)
        capacity = region->most < SIZE_MAX ? region->most + 1 : region->most;
    return capacity;
}

static bool make_room(struct region *region)
{
    if (region->size - region->spooled < region->capacity)
        return true;
    if (!region->scratch || (!region->spool && region->capacity < REGION_IN_MEMORY)) {
        set_capacity(region, twice(region));
        return true;
    }
    if (!spool(region))
        return false;
    if (region->capacity > SPOOL_CHUNK)
        set_capacity(region, SPOOL_CHUNK);
    return true;
}

char *region_room(struct region *region, size_t *room)
{
    if (!make_room(region))
        return NULL;
    size_t used = region->size - region->spooled;
    *room = region->capacity - used;
    return region->bytes + used;
}

void region_fill(struct region *region, size_t more)
{
    region->size += more;
    region->exceeded = region->size > region->most;
}

bool region_read(struct region *region, int handle)
{
    while (!region->exceeded) {
        size_t room;
        char *to = region_room(region, &room);
        if (!to)
            return false;
        ssize_t got = read(handle, to, room);
        if (got == 0)
            return true;
        if (got < 0 && errno != EINTR)
            return false;
        if (got > 0)
            region_fill(region, (size_t)got);
    }
    return true;
}
