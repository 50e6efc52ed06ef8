#include "render/checked_stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/memory.h"
#include "util/path.h"

enum { BUFFER_SIZE = 64 * 1024 };

bool checked_stream_open(struct checked_stream *stream, const char *path, struct error *error)
{
    *stream = (struct checked_stream){.descriptor = -1};
    if ((size_t)snprintf(stream->path, sizeof stream->path, "%s", path) >= sizeof stream->path) {
        errno = ENAMETOOLONG;
        return error_set_errno(error, ERROR_OUTPUT, "cannot write %.200s…", path);
    }
    stream->descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (stream->descriptor < 0)
        return error_set_errno(error, ERROR_OUTPUT, "cannot write %s", path);
    stream->buffer = memory_alloc(BUFFER_SIZE);
    return true;
}

static void write_all(struct checked_stream *stream, const char *bytes, size_t size)
{
    if (!stream->failed_errno && !path_write_handle(stream->descriptor, bytes, size))
        stream->failed_errno = errno;
}

static void flush(struct checked_stream *stream)
{
    write_all(stream, stream->buffer, stream->used);
    stream->used = 0;
}

cairo_status_t checked_stream_write(void *context, const unsigned char *bytes, unsigned int size)
{
    struct checked_stream *stream = context;
    if (size == 0)
        return CAIRO_STATUS_SUCCESS;
    if (size > BUFFER_SIZE - stream->used)
        flush(stream);
    if (size > BUFFER_SIZE) {
        write_all(stream, (const char *)bytes, size);
    } else {
        memcpy(stream->buffer + stream->used, bytes, size);
        stream->used += size;
    }
    return stream->failed_errno ? CAIRO_STATUS_WRITE_ERROR : CAIRO_STATUS_SUCCESS;
}

bool checked_stream_close(struct checked_stream *stream, struct error *error)
{
    flush(stream);
    if (!path_close_written(stream->descriptor) && !stream->failed_errno)
        stream->failed_errno = errno;
    stream->descriptor = -1;
    free(stream->buffer);
    stream->buffer = NULL;
    if (stream->failed_errno == 0)
        return true;
    errno = stream->failed_errno;
    return error_set_errno(error, ERROR_OUTPUT, "cannot write %s", stream->path);
}
