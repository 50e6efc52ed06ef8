#include "export/compressor.h"

#include <stdint.h>
#include <zlib.h>

#include "util/extension.h"

bool compressor_open(struct compressor *compressor, enum export_compression compression,
                     struct error *error)
{
    *compressor = (struct compressor){.compression = compression};
    if (compression == EXPORT_ZST)
        compressor->zstd = extension_open("zstd", error);
    return compression != EXPORT_ZST || compressor->zstd;
}

/* The header has no time and no name. zlib counts in 32 bits. */
static bool add_gzip(const char *bytes, size_t size, struct strbuf *out)
{
    enum { WITH_GZIP_HEADER = 16 + MAX_WBITS, MEMORY = 8 };
    z_stream stream = {0};
    if (size > UINT32_MAX / 2 || deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED,
                                              WITH_GZIP_HEADER, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
        return false;
    size_t room = deflateBound(&stream, size);
    strbuf_reserve(out, room);
    stream.next_in = (unsigned char *)(size_t)bytes;
    stream.avail_in = (unsigned)size;
    stream.next_out = (unsigned char *)out->text + out->size;
    stream.avail_out = (unsigned)room;
    bool good = deflate(&stream, Z_FINISH) == Z_STREAM_END;
    out->size += stream.total_out;
    deflateEnd(&stream);
    return good;
}

static bool add_zstd(const struct zstd_library *zstd, const char *bytes, size_t size,
                     struct strbuf *out)
{
    size_t room = zstd->most(size);
    strbuf_reserve(out, room);
    size_t written = zstd->compress(out->text + out->size, room, bytes, size);
    out->size += written;
    return written > 0;
}

bool compressor_add(const struct compressor *compressor, const char *bytes, size_t size,
                    struct strbuf *out)
{
    switch (compressor->compression) {
    case EXPORT_GZ:
        return add_gzip(bytes, size, out);
    case EXPORT_ZST:
        return add_zstd(compressor->zstd, bytes, size, out);
    case EXPORT_PLAIN:
        strbuf_add(out, bytes, size);
    }
    return true;
}
