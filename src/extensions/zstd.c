/* zstd: frames with a checksum. */
#include <zstd.h>

#include "export/compressor.h"

static size_t most(size_t size)
{
    return ZSTD_compressBound(size);
}

static size_t compress(char *to, size_t room, const char *bytes, size_t size)
{
    enum { LEVEL = 3 };
    size_t written = 0;
    ZSTD_CCtx *context = ZSTD_createCCtx();
    if (context && !ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, LEVEL)) &&
        !ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)))
        written = ZSTD_compress2(context, to, room, bytes, size);
    ZSTD_freeCCtx(context);
    return ZSTD_isError(written) ? 0 : written;
}

__attribute__((visibility("default"))) extern const struct export_zstd jobreport_extension;
const struct export_zstd jobreport_extension = {most, compress};
