#include "export/text_write.h"

#include <errno.h>
#include <fcntl.h>

#include "util/parallel.h"
#include "util/path.h"

/* So many batches lie in memory as text at a time, and of these so many for each thread: they take
 * not equally long. */
enum { MOST_AT_ONCE = 16, SHARES = 4 };

struct text_batch {
    struct strbuf plain, packed;
    bool failed;
};

struct text_run {
    const struct export_source *source;
    const struct export_text *format;
    struct compressor compressor;
    size_t first; /* batch of those that are made now */
    struct text_batch batches[MOST_AT_ONCE];
};

static const struct strbuf *bytes_of(const struct text_run *run, size_t at)
{
    return run->compressor.compression == EXPORT_PLAIN ? &run->batches[at].plain
                                                       : &run->batches[at].packed;
}

static void make_batch(void *context, size_t at)
{
    struct text_run *run = context;
    struct text_batch *made = &run->batches[at];
    const struct export_source *source = run->source;
    struct arena arena;
    arena_init(&arena);
    strbuf_clear(&made->plain);
    strbuf_clear(&made->packed);
    if (run->first + at == 0 && run->format->head)
        run->format->head(&source->table, &made->plain);
    if (run->first + at < source->batches) {
        struct export_batch batch = source->batch(source, run->first + at, &arena);
        run->format->rows(&source->table, &batch, &made->plain);
    }
    if (run->compressor.compression != EXPORT_PLAIN)
        made->failed =
            !compressor_add(&run->compressor, made->plain.text, made->plain.size, &made->packed);
    arena_release(&arena);
}

/* A table without rows has a head all the same. */
static bool write_batches(struct text_run *run, int handle, int jobs)
{
    size_t count = run->source->batches ? run->source->batches : 1;
    size_t most = jobs < MOST_AT_ONCE / SHARES ? (size_t)jobs * SHARES : MOST_AT_ONCE;
    bool good = true;
    for (run->first = 0; run->first < count && good; run->first += most) {
        size_t now = count - run->first < most ? count - run->first : most;
        parallel_threads(jobs, now, make_batch, run);
        for (size_t i = 0; i < now && good; i++) {
            const struct strbuf *bytes = bytes_of(run, i);
            if (run->batches[i].failed)
                errno = EIO;
            good = !run->batches[i].failed && path_write_handle(handle, bytes->text, bytes->size);
        }
    }
    return good;
}

bool export_write_text(const struct export_source *source, const struct export_text *format,
                       enum export_compression compression, const char *path, int jobs,
                       struct error *error)
{
    struct text_run run = {.source = source, .format = format};
    if (!compressor_open(&run.compressor, compression, error))
        return false;
    int handle = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (handle < 0)
        return error_set_errno(error, ERROR_OUTPUT, "cannot write %s", path);
    for (size_t i = 0; i < MOST_AT_ONCE; i++) {
        strbuf_init(&run.batches[i].plain);
        strbuf_init(&run.batches[i].packed);
    }
    bool good = write_batches(&run, handle, jobs) ||
                error_set_errno(error, ERROR_OUTPUT, "cannot write %s", path);
    for (size_t i = 0; i < MOST_AT_ONCE; i++) {
        strbuf_release(&run.batches[i].plain);
        strbuf_release(&run.batches[i].packed);
    }
    if (!path_close_written(handle) && good)
        good = error_set_errno(error, ERROR_OUTPUT, "cannot write %s", path);
    return good;
}
