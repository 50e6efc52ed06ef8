#include "util/mapping.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "util/memory.h"

enum { FIRST_REGION_SIZE = 1 << 20, HASH_CHUNK_SIZE = 1 << 20 };

static size_t page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

static size_t whole_pages(size_t size)
{
    size_t page = page_size(), padded;
    if (__builtin_add_overflow(size, page - 1, &padded))
        memory_exhausted();
    return padded / page * page;
}

/* ---- a region of zeroed memory with padding that grows ---- */

struct region {
    char *bytes;
    size_t size, capacity; /* size: content; capacity: room for content, without the padding */
    bool is_file;
};

static size_t reserved_size(size_t capacity)
{
    if (capacity > SIZE_MAX - MAPPING_PADDING)
        memory_exhausted();
    return whole_pages(capacity + MAPPING_PADDING);
}

static void region_init(struct region *region, size_t capacity)
{
    void *start = mmap(NULL, reserved_size(capacity), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED)
        memory_exhausted();
    *region = (struct region){start, 0, capacity, false};
}

static void region_release(struct region *region)
{
    munmap(region->bytes, reserved_size(region->capacity));
}

static void region_grow(struct region *region)
{
    if (region->size < region->capacity)
        return;
    size_t capacity = region->capacity > SIZE_MAX / 2 ? SIZE_MAX : region->capacity * 2;
    void *moved = mremap(region->bytes, reserved_size(region->capacity), reserved_size(capacity),
                         MREMAP_MAYMOVE);
    if (moved == MAP_FAILED)
        memory_exhausted();
    region->bytes = moved;
    region->capacity = capacity;
}

static bool region_read(struct region *region, int handle)
{
    for (;;) {
        region_grow(region);
        ssize_t got = read(handle, region->bytes + region->size, region->capacity - region->size);
        if (got == 0)
            return true;
        if (got < 0 && errno != EINTR)
            return false;
        if (got > 0)
            region->size += (size_t)got;
    }
}

static bool region_map(struct region *region, int handle, size_t size)
{
    region_init(region, size);
    void *mapped = mmap(region->bytes, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, handle, 0);
    if (mapped == MAP_FAILED) {
        region_release(region);
        return false;
    }
    madvise(region->bytes, size, MADV_SEQUENTIAL);
    region->size = size;
    region->is_file = true;
    return true;
}

/* ---- gzip ---- */

static bool is_gzip(const struct region *region)
{
    return region->size >= 3 && memcmp(region->bytes, "\x1f\x8b\x08", 3) == 0;
}

static void offer(z_stream *stream, const struct region *packed, size_t *taken)
{
    size_t left = packed->size - *taken, chunk = left < 1u << 30 ? left : 1u << 30;
    stream->next_in = (Bytef *)(packed->bytes + *taken);
    stream->avail_in = (uInt)chunk;
    *taken += chunk;
}

static int inflate_some(z_stream *stream, struct region *region)
{
    region_grow(region);
    size_t room = region->capacity - region->size;
    uInt offered = room < 1u << 30 ? (uInt)room : 1u << 30;
    stream->next_out = (Bytef *)(region->bytes + region->size);
    stream->avail_out = offered;
    int result = inflate(stream, Z_NO_FLUSH);
    region->size += offered - stream->avail_out;
    return result;
}

/* A gzip file may be several streams one after the other; other bytes behind them are padding. */
static bool another_stream(const z_stream *stream, const struct region *packed)
{
    const char *next = (const char *)stream->next_in;
    size_t left = (size_t)(packed->bytes + packed->size - next);
    return left >= 3 && memcmp(next, "\x1f\x8b\x08", 3) == 0;
}

/* Z_STREAM_END, Z_BUF_ERROR when the stream ends early, or zlib's error. */
static int inflate_all(z_stream *stream, const struct region *packed, struct region *region)
{
    size_t taken = 0;
    for (;;) {
        if (stream->avail_in == 0 && taken < packed->size)
            offer(stream, packed, &taken);
        int result = inflate_some(stream, region);
        if (result == Z_STREAM_END && another_stream(stream, packed))
            inflateReset(stream);
        else if (result != Z_OK)
            return result;
        else if (stream->avail_in == 0 && taken == packed->size && stream->avail_out > 0)
            return Z_BUF_ERROR;
    }
}

static bool inflate_region(const struct region *packed, struct region *region, bool *truncated)
{
    z_stream stream = {0};
    if (inflateInit2(&stream, 15 + 16) != Z_OK)
        memory_exhausted();
    region_init(region, packed->size * 4 + FIRST_REGION_SIZE);
    int result = inflate_all(&stream, packed, region);
    inflateEnd(&stream);
    if (result == Z_MEM_ERROR)
        memory_exhausted();
    *truncated = result == Z_BUF_ERROR;
    return result == Z_STREAM_END || result == Z_BUF_ERROR;
}

/* ---- the file ---- */

static bool load(int handle, struct region *region)
{
    struct stat status;
    if (fstat(handle, &status) != 0)
        return false;
    if (S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        return false;
    }
    if (S_ISREG(status.st_mode) && status.st_size > 0)
        return region_map(region, handle, (size_t)status.st_size);
    region_init(region, FIRST_REGION_SIZE); /* a pipe, or a file that hides its size as in /proc */
    if (region_read(region, handle))
        return true;
    region_release(region);
    return false;
}

static void adopt(struct mapping *mapping, const struct region *region)
{
    mapping->bytes = region->bytes;
    mapping->size = region->size;
    mapping->is_file = region->is_file;
    mapping->reserved = region->bytes;
    mapping->reserved_size = reserved_size(region->capacity);
}

static bool unpack(struct mapping *mapping, struct region *packed, const char *path,
                   struct error *error)
{
    struct region region;
    bool inflated = inflate_region(packed, &region, &mapping->truncated);
    region_release(packed);
    if (inflated) {
        adopt(mapping, &region);
        return true;
    }
    region_release(&region);
    return error_set(error, ERROR_INPUT, "%s is damaged: it begins as gzip and cannot be inflated",
                     path);
}

static bool region_open(struct region *region, const char *path, struct error *error)
{
    int handle = open(path, O_RDONLY | O_CLOEXEC);
    if (handle < 0)
        return error_set_errno(error, ERROR_INPUT, "cannot open %s", path);
    bool loaded =
        load(handle, region) || error_set_errno(error, ERROR_INPUT, "cannot read %s", path);
    close(handle);
    return loaded;
}

bool mapping_open(struct mapping *mapping, const char *path, struct error *error)
{
    struct region region;
    *mapping = (struct mapping){0};
    if (!region_open(&region, path, error))
        return false;
    mapping->file_size = region.size;
    if (is_gzip(&region))
        return unpack(mapping, &region, path, error);
    adopt(mapping, &region);
    return true;
}

void mapping_close(struct mapping *mapping)
{
    if (mapping->reserved)
        munmap(mapping->reserved, mapping->reserved_size);
    *mapping = (struct mapping){0};
}

void mapping_done_with(const struct mapping *mapping, size_t from, size_t to)
{
    size_t page = page_size();
    if (to > mapping->size)
        to = mapping->size;
    if (from >= to)
        return;
    from = (from + page - 1) / page * page;
    to = to / page * page;
    if (from < to)
        madvise((char *)mapping->reserved + from, to - from, MADV_DONTNEED);
}

/* ---- checksum ---- */

/* Pages are given back from the chunk before on: the system maps some that lie around as well. */
static void hash_region(const struct region *region, EVP_MD_CTX *digest)
{
    const size_t chunk = HASH_CHUNK_SIZE;
    for (size_t from = 0, to, seen = 0; from < region->size; seen = from, from = to) {
        to = region->size - from < chunk ? region->size : from + chunk;
        EVP_DigestUpdate(digest, region->bytes + from, to - from);
        madvise(region->bytes + seen, to - seen, MADV_DONTNEED);
    }
}

static void finish_hex(EVP_MD_CTX *digest, char hex[65])
{
    unsigned char sum[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    EVP_DigestFinal_ex(digest, sum, &size);
    for (unsigned i = 0; i < size && i < 32; i++)
        snprintf(hex + 2 * (size_t)i, 3, "%02x", sum[i]);
}

bool file_sha256(const char *path, char hex[65], struct error *error)
{
    struct region region;
    if (!region_open(&region, path, error))
        return false;
    EVP_MD_CTX *digest = EVP_MD_CTX_new();
    if (!digest || !EVP_DigestInit_ex(digest, EVP_sha256(), NULL))
        memory_exhausted();
    hash_region(&region, digest);
    finish_hex(digest, hex);
    EVP_MD_CTX_free(digest);
    region_release(&region);
    return true;
}
