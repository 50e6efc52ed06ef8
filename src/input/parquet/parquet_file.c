#include "input/parquet/parquet_file.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "input/parquet/parquet_limits.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/parallel.h"
#include "util/strbuf.h"
#include "util/utf8.h"

bool parquet_file_is(const struct mapping *content)
{
    return content->size >= 4 && memcmp(content->bytes, "PAR1", 4) == 0;
}

/* ---- the open file ---- */

/* What was no file by itself. */
static int copy_to_file(const struct mapping *bytes)
{
    int handle = memfd_create("parquet", MFD_CLOEXEC);
    for (size_t written = 0; handle >= 0 && written < bytes->size;) {
        ssize_t more = write(handle, bytes->bytes + written, bytes->size - written);
        if (more < 0 && errno != EINTR) {
            close(handle);
            return -1;
        }
        written += more > 0 ? (size_t)more : 0;
    }
    return handle;
}

/* -1 with a sentence. */
static int open_again(const struct parquet_file *file, struct error *error)
{
    const struct mapping *bytes = &file->bytes;
    bool is_same = bytes->is_file && !bytes->is_scratch && bytes->state.is_known;
    int handle = is_same ? open(file->location, O_RDONLY | O_CLOEXEC) : copy_to_file(bytes);
    if (handle < 0)
        error_set_errno(error, ERROR_INPUT, "cannot open %s", file->path);
    else if (is_same && !file_state_holds(&bytes->state, handle)) {
        file_state_refuse(file->path, error);
        close(handle);
        handle = -1;
    }
    return handle;
}

/* ---- its columns ---- */

static struct parquet_limits limits_of(const struct parquet_file *file, uint32_t threads)
{
    return parquet_limits_of(file->bytes.size, file->limits, parquet_machine_memory(), threads);
}

static bool refuse_for_memory(const struct parquet_file *file, uint32_t threads,
                              struct error *error)
{
    if (parquet_service_memory_is_limited())
        return error_set(error, ERROR_OUTPUT,
                         "%s: too little memory to read this Parquet file: give the program more "
                         "(see ulimit -v and -d), or export the table as CSV",
                         file->path);
    struct parquet_limits allowed = limits_of(file, threads);
    return parquet_refuse_memory(&allowed, file->path, error);
}

static bool fail(const struct parquet_file *file, const struct parquet_message *message,
                 uint32_t threads, struct error *error)
{
    if (message && message->fault == PARQUET_NO_EXTENSION)
        return error_set(
            error, ERROR_INPUT,
            "%s: a Parquet file: to read it, have 'make duckdb' fetch DuckDB and build "
            "again, or export it as CSV (%s)",
            file->path, message->text);
    if (message && message->fault == PARQUET_FAULT_OF_FILE)
        return error_set(error, ERROR_INPUT, "%s: cannot be read as Parquet: %s", file->path,
                         message->text);
    struct parquet_ending ending = {.lacked_memory = message != NULL};
    if (!message)
        ending = parquet_service_stop(file->service, true);
    if (ending.lacked_memory)
        return refuse_for_memory(file, threads, error);
    if (ending.signal == SIGTERM || ending.signal == SIGHUP || ending.signal == SIGINT)
        return error_set(error, ERROR_OUTPUT,
                         "%s: the process that read it was stopped%s: try again", file->path,
                         ending.how);
    if (ending.signal == SIGKILL)
        return error_set(error, ERROR_OUTPUT,
                         "%s: the process that read it was killed, as it is where memory is short: "
                         "try again with more memory",
                         file->path);
    return error_set(error, ERROR_INPUT,
                     "%s: damaged Parquet file: the process that read it ended%s", file->path,
                     ending.how);
}

static void describe_left_out(struct parquet_file *file, struct strbuf *names,
                              struct text_slice name, struct text_slice type)
{
    enum { MOST_NAMED = 8, LONGEST_NAME = 60 };
    if (file->left_out_count++ < MOST_NAMED) {
        const char *text = arena_text_of_size(&file->arena, name.text, name.size);
        strbuf_format(names, "%s%s (%.*s)", names->size ? ", " : "",
                      utf8_shorten(&file->arena, utf8_clean(&file->arena, text), LONGEST_NAME),
                      (int)type.size, type.text);
    } else if (file->left_out_count == MOST_NAMED + 1) {
        strbuf_add_text(names, ", ...");
    }
}

static void note_columns(struct parquet_file *file, const struct parquet_message *message)
{
    const char *at = file->service->channel.region;
    struct strbuf names;
    strbuf_init(&names);
    file->rows = message->rows;
    file->columns = arena_alloc_array(&file->arena, message->columns, sizeof *file->columns);
    for (uint32_t i = 0; i < message->columns; i++) {
        struct parquet_described described;
        memcpy(&described, at, sizeof described);
        at += sizeof described;
        struct text_slice name = {at, described.name_size};
        struct text_slice type = {at + described.name_size, described.type_size};
        at += described.name_size + described.type_size;
        if (described.kind == PARQUET_LEFT_OUT)
            describe_left_out(file, &names, name, type);
        else
            file->columns[file->column_count++] =
                (struct parquet_column){arena_text_of_size(&file->arena, name.text, name.size),
                                        {i, described.kind}};
    }
    file->left_out = file->left_out_count ? arena_text(&file->arena, names.text) : NULL;
    strbuf_release(&names);
}

static bool describe(struct parquet_file *file, struct error *error)
{
    struct parquet_message message;
    const struct parquet_request request = {.task = PARQUET_DESCRIBE,
                                            .readers = 1,
                                            .memory = limits_of(file, 1).memory};
    int handle = open_again(file, error);
    if (handle < 0)
        return false;
    bool asked = parquet_service_ask(file->service, &request, NULL, handle, error);
    close(handle);
    if (!asked)
        return false;
    if (!parquet_service_listen(file->service, &message))
        return fail(file, NULL, 1, error);
    if (message.word != PARQUET_DESCRIBED)
        return fail(file, &message, 1, error);
    note_columns(file, &message);
    return file->column_count ||
           error_set(error, ERROR_INPUT, "%s: none of its columns can be read: %s", file->path,
                     file->left_out ? file->left_out : "it has none");
}

struct parquet_file *parquet_file_open(struct parquet_service *service, const char *path,
                                       const char *location, struct mapping *bytes,
                                       struct mapping_limits limits, struct error *error)
{
    struct parquet_file *file = memory_alloc(sizeof *file);
    *file = (struct parquet_file){
        .service = service, .path = path, .location = location, .bytes = *bytes, .limits = limits};
    arena_init(&file->arena);
    if (describe(file, error)) {
        *bytes = (struct mapping){0};
        return file;
    }
    arena_release(&file->arena);
    free(file);
    return NULL;
}

void parquet_file_close(struct parquet_file *file)
{
    if (!file)
        return;
    mapping_close(&file->bytes);
    arena_release(&file->arena);
    free(file);
}

size_t parquet_file_text_size(const struct parquet_file *file)
{
    size_t size;
    if (__builtin_mul_overflow(file->rows, file->column_count * sizeof(union parquet_value), &size))
        return SIZE_MAX;
    return size;
}

/* ---- its rows ---- */

/* What was read before its turn came. */
struct early {
    uint64_t first, rows;
    void *part;
};

struct scan {
    const struct parquet_file *file;
    const struct parquet_consumer *consumer;
    struct parquet_wanted *wanted;
    size_t count, room;
    uint32_t threads;
    struct parquet_limits allowed;
    atomic_size_t bytes;  /* of values that came */
    pthread_mutex_t lock; /* of what follows */
    uint64_t expected;    /* the row whose turn it is */
    LIST_OF(struct early) early;
    struct parquet_message failure;
    bool failed, broken, exceeded; /* a message says so; the process has ended; by our limits */
};

static bool finish_next(struct scan *scan)
{
    for (size_t i = 0; i < scan->early.count; i++) {
        struct early next = scan->early.items[i];
        if (next.first != scan->expected)
            continue;
        scan->early.items[i] = scan->early.items[--scan->early.count];
        scan->expected = next.first + next.rows;
        scan->consumer->finish(scan->consumer->context, next.part, next.first);
        return true;
    }
    return false;
}

static void finish(struct scan *scan, struct early part)
{
    pthread_mutex_lock(&scan->lock);
    *list_add(&scan->early) = part;
    while (finish_next(scan))
        ;
    pthread_mutex_unlock(&scan->lock);
}

static void read_slot(struct scan *scan, const struct parquet_message *message)
{
    struct column_batch batch = {.slot = scan->file->service->channel.region +
                                         (size_t)message->slot * PARQUET_SLOT_BYTES,
                                 .room = scan->room,
                                 .columns = scan->wanted,
                                 .column_count = scan->count,
                                 .first = message->first,
                                 .rows = message->rows};
    struct early part = {message->first, message->rows,
                         scan->consumer->read(scan->consumer->context, &batch)};
    parquet_service_give_back(scan->file->service, message->slot);
    finish(scan, part);
}

/* False: nobody shall go on. */
static bool take(struct scan *scan, const struct parquet_message *message)
{
    if (message->word == PARQUET_ROWS) {
        size_t bytes = message->rows * scan->count * sizeof(union parquet_value) + message->texts;
        if (atomic_fetch_add(&scan->bytes, bytes) + bytes <= scan->allowed.content) {
            read_slot(scan, message);
            return true;
        }
    }
    pthread_mutex_lock(&scan->lock);
    scan->failed |= message->word == PARQUET_FAILED;
    scan->exceeded |= message->word == PARQUET_ROWS;
    if (message->word == PARQUET_FAILED)
        scan->failure = *message;
    pthread_mutex_unlock(&scan->lock);
    if (message->word == PARQUET_ROWS)
        parquet_service_cancel(scan->file->service);
    return false;
}

static void read_messages(void *context, size_t number)
{
    struct scan *scan = context;
    struct parquet_message message;
    bool more = true;
    (void)number;
    while (more) {
        bool heard = parquet_service_listen(scan->file->service, &message);
        if (!heard) {
            pthread_mutex_lock(&scan->lock);
            scan->broken = true;
            pthread_mutex_unlock(&scan->lock);
        }
        more = heard && take(scan, &message);
    }
}

static bool conclude(struct scan *scan, struct error *error)
{
    const struct parquet_file *file = scan->file;
    for (size_t i = 0; i < scan->early.count; i++)
        scan->consumer->discard(scan->consumer->context, scan->early.items[i].part);
    if (scan->exceeded) {
        parquet_service_stop(file->service, false);
        return parquet_refuse_content(&scan->allowed, file->limits, file->path, error);
    }
    if (scan->failed)
        return fail(file, &scan->failure, scan->threads, error);
    if (scan->broken)
        return fail(file, NULL, scan->threads, error);
    return true;
}

static bool scan_rows(struct scan *scan, uint64_t rows, struct error *error)
{
    uint32_t threads = scan->threads;
    const struct parquet_request request = {.task = PARQUET_READ,
                                            .threads = threads,
                                            .readers = threads,
                                            .columns = (uint32_t)scan->count,
                                            .rows = rows,
                                            .memory = scan->allowed.memory};
    bool has_texts = false;
    for (size_t i = 0; i < scan->count; i++)
        has_texts |= scan->wanted[i].kind == PARQUET_TEXT;
    scan->room = parquet_slot_room(scan->count, has_texts);
    if (!scan->room)
        return error_set(error, ERROR_INPUT, "%s: it has too many columns", scan->file->path);
    int handle = open_again(scan->file, error);
    if (handle < 0)
        return false;
    bool asked = parquet_service_ask(scan->file->service, &request, scan->wanted, handle, error);
    close(handle);
    if (!asked)
        return false;
    parallel_threads((int)threads, threads, read_messages, scan);
    return conclude(scan, error);
}

/* Each thread that decodes holds a slot to its end: with more threads than slots, some would wait
 * for those of others that are done. */
static uint32_t threads_of(int jobs)
{
    return jobs < 1 ? 1 : jobs < PARQUET_SLOTS ? (uint32_t)jobs : PARQUET_SLOTS;
}

static bool scan_columns(const struct parquet_file *file, const size_t *columns, size_t count,
                         uint64_t rows, int jobs, const struct parquet_consumer *consumer,
                         struct error *error)
{
    uint32_t threads = threads_of(jobs);
    struct scan scan = {
        .file = file,
        .consumer = consumer,
        .wanted = memory_alloc_array(count, sizeof *scan.wanted),
        .count = count,
        .threads = threads,
        .allowed = limits_of(file, threads),
        .lock = PTHREAD_MUTEX_INITIALIZER,
    };
    for (size_t i = 0; i < count; i++)
        scan.wanted[i] = file->columns[columns ? columns[i] : i].wanted;
    size_t known;
    bool fits = rows != UINT64_MAX ||
                (!__builtin_mul_overflow(file->rows, count * sizeof(union parquet_value), &known) &&
                 known <= scan.allowed.content);
    bool good = fits ? scan_rows(&scan, rows, error)
                     : parquet_refuse_content(&scan.allowed, file->limits, file->path, error);
    free(scan.early.items);
    free(scan.wanted);
    return good;
}

bool parquet_file_scan(const struct parquet_file *file, const size_t *columns, size_t count,
                       int jobs, const struct parquet_consumer *consumer, struct error *error)
{
    return scan_columns(file, columns, count, UINT64_MAX, jobs, consumer, error);
}

bool parquet_file_scan_first(const struct parquet_file *file, uint64_t rows,
                             const struct parquet_consumer *consumer, struct error *error)
{
    return scan_columns(file, NULL, file->column_count, rows, 1, consumer, error);
}
