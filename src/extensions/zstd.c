/* zstd: frames with a checksum, written at once and read in steps. */
#include <zstd.h>

#include "util/zstd_library.h"

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

/* Windows of more than the library's default (128 MB) are refused by it. */
static void *begin(void)
{
    return ZSTD_createDStream();
}

static const char *step(void *stream, struct zstd_step *step)
{
    ZSTD_inBuffer from = {step->from, step->from_size, 0};
    ZSTD_outBuffer to = {step->to, step->to_size, 0};
    size_t result = ZSTD_decompressStream(stream, &to, &from);
    step->from += from.pos;
    step->from_size -= from.pos;
    step->to += to.pos;
    step->to_size -= to.pos;
    step->is_end = result == 0;
    return ZSTD_isError(result) ? ZSTD_getErrorName(result) : NULL;
}

static void end(void *stream)
{
    ZSTD_freeDStream(stream);
}

__attribute__((visibility("default"))) extern const struct zstd_library jobreport_extension;
const struct zstd_library jobreport_extension = {most, compress, begin, step, end};
