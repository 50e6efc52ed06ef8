/* Compression of exported texts, chunk by chunk: each chunk becomes a gzip member or a zstd frame
 * of its own, and one behind the other they are a file that every program reads as a whole. Bytes
 * depend on the content alone. */
#ifndef EXPORT_COMPRESSOR_H
#define EXPORT_COMPRESSOR_H

#include <stddef.h>

#include "export/export_list.h"
#include "util/error.h"
#include "util/strbuf.h"
#include "util/zstd_library.h"

struct compressor {
    enum export_compression compression;
    const struct zstd_library *zstd;
};

/* False when the extension that it needs is not there. */
bool compressor_open(struct compressor *compressor, enum export_compression compression,
                     struct error *error);
/* Adds the chunk to `out`; from any thread. False when the library fails. */
bool compressor_add(const struct compressor *compressor, const char *bytes, size_t size,
                    struct strbuf *out);

#endif
