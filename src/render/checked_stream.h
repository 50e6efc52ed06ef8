/* A checked stream for Cairo's *_create_for_stream: remembers the first failed write, which Cairo
 * itself would not report. */
#ifndef RENDER_CHECKED_STREAM_H
#define RENDER_CHECKED_STREAM_H

#include <cairo.h>
#include <stdbool.h>
#include <stddef.h>

#include "util/error.h"

struct checked_stream {
    int descriptor;
    char path[4096];
    char *buffer;
    size_t used;
    int failed_errno; /* 0: every write so far went well */
};
bool checked_stream_open(struct checked_stream *stream, const char *path, struct error *error);
cairo_status_t checked_stream_write(void *context, const unsigned char *bytes, unsigned int size);
/* Flushes and closes; false with *error when any write failed. */
bool checked_stream_close(struct checked_stream *stream, struct error *error);

#endif
