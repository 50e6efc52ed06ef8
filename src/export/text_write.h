/* A table as a file of text, which several threads make. */
#ifndef EXPORT_TEXT_WRITE_H
#define EXPORT_TEXT_WRITE_H

#include "export/compressor.h"
#include "export/export_source.h"

/* False with ERROR_OUTPUT when anything could not be written. */
bool export_write_text(const struct export_source *source, const struct export_text *format,
                       enum export_compression compression, const char *path, int jobs,
                       struct error *error);

#endif
