/* Gzip (RFC 1952): one stream or several, one after the other. */
#include <string.h>
#include <zlib.h>

#include "util/memory.h"
#include "util/packing.h"

static bool begins(const char *bytes, size_t size)
{
    return size >= 3 && memcmp(bytes, "\x1f\x8b\x08", 3) == 0;
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

static bool another_stream(const z_stream *stream, const struct region *packed)
{
    return begins((const char *)stream->next_in, left_behind(stream, packed));
}

/* Z_STREAM_END, Z_BUF_ERROR when the stream ends early, or zlib's error; also when the region has
 * exceeded its limit. */
static int inflate_all(z_stream *stream, const struct region *packed, struct region *region)
{
    size_t taken = 0;
    for (;;) {
        if (stream->avail_in == 0 && taken < packed->size) {
            const char *chunk;
            stream->avail_in = (uInt)packing_take(packed, &taken, &chunk);
            stream->next_in = (Bytef *)(size_t)chunk;
        }
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

static enum unpacked unpack(const struct region *packed, struct region *region, size_t *trailing,
                            struct error *error)
{
    enum { WITH_GZIP_HEADER = 16 + MAX_WBITS };
    z_stream stream = {0};
    int result = inflateInit2(&stream, WITH_GZIP_HEADER);
    if (result == Z_OK)
        result = inflate_all(&stream, packed, region);
    if (result == Z_MEM_ERROR)
        memory_exhausted();
    *trailing = 0;
    if (result == Z_STREAM_END)
        *trailing = packing_trailing((const char *)stream.next_in, left_behind(&stream, packed));
    inflateEnd(&stream);
    if (region->exceeded || result == Z_ERRNO)
        return UNPACKED_NO_ROOM;
    if (result == Z_STREAM_END)
        return UNPACKED_WHOLE;
    if (result == Z_BUF_ERROR)
        return UNPACKED_CUT;
    error_set(error, ERROR_INPUT, "damaged gzip file");
    return UNPACKED_FAILED;
}

const struct packing packing_gzip = {"gzip", begins, unpack};
