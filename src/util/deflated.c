#include "util/deflated.h"

#include <libdeflate.h>

#include "util/memory.h"

size_t deflated_bound(size_t size)
{
    return libdeflate_zlib_compress_bound(NULL, size);
}

size_t deflated_gzip_bound(size_t size)
{
    return libdeflate_gzip_compress_bound(NULL, size);
}

static struct libdeflate_compressor *begin(int level)
{
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(level);
    if (!compressor)
        memory_exhausted();
    return compressor;
}

size_t deflated_gzip_write(const void *bytes, size_t size, int level, void *to, size_t room)
{
    struct libdeflate_compressor *compressor = begin(level);
    size_t written = libdeflate_gzip_compress(compressor, bytes, size, to, room);
    libdeflate_free_compressor(compressor);
    return written;
}

size_t deflated_write(const void *bytes, size_t size, int level, void *to, size_t room)
{
    struct libdeflate_compressor *compressor = begin(level);
    size_t written = libdeflate_zlib_compress(compressor, bytes, size, to, room);
    libdeflate_free_compressor(compressor);
    return written;
}

bool deflated_read(const void *packed, size_t packed_size, void *to, size_t size)
{
    struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
    if (!decompressor)
        memory_exhausted();
    enum libdeflate_result result =
        libdeflate_zlib_decompress(decompressor, packed, packed_size, to, size, NULL);
    libdeflate_free_decompressor(decompressor);
    return result == LIBDEFLATE_SUCCESS;
}

uint32_t deflated_crc32(const void *bytes, size_t size)
{
    return libdeflate_crc32(0, bytes, size);
}
