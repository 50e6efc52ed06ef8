#include "export/compressor.h"

#include "util/deflated.h"
#include "util/extension.h"

bool compressor_open(struct compressor *compressor, enum export_compression compression,
                     struct error *error)
{
    *compressor = (struct compressor){.compression = compression};
    if (compression == EXPORT_ZST)
        compressor->zstd = extension_open("zstd", error);
    return compression != EXPORT_ZST || compressor->zstd;
}

/* Next to the size of zlib's usual level in a tenth of its time. */
static bool add_gzip(const char *bytes, size_t size, struct strbuf *out)
{
    enum { LEVEL = 1 };
    size_t room = deflated_gzip_bound(size);
    strbuf_reserve(out, room);
    size_t written = deflated_gzip_write(bytes, size, LEVEL, out->text + out->size, room);
    out->size += written;
    return written > 0;
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
