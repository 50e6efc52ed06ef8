/* The performance log of Work Queue and TaskVine, beside the transactions log: a line of column
 * names, then a line a sample; times in µs.
 *
 *     running    tasks_running, else tasks_on_workers
 *     waiting    tasks_waiting
 *     workers    workers_connected
 *     cores      total_cores
 *
 * Lines may lack their last columns. */
#include <stdlib.h>
#include <string.h>

#include "input/deferred_diagnostics.h"
#include "util/count_text.h"
#include "util/memory.h"
#include "util/number.h"

enum field { FIELD_TIME, FIELD_RUNNING, FIELD_WAITING, FIELD_WORKERS, FIELD_CORES, FIELDS };
enum { NO_COLUMN = -1 };

struct samples {
    const struct input *input;
    int columns[FIELDS];
    double *values[FIELDS];
    size_t capacities[FIELDS], count;
    size_t backwards;
    struct deferred_diagnostics deferred;
};

/* ---- words ---- */

/* Size 0 at the end. */
static size_t next_word(const char **at, const char *end)
{
    while (*at < end && (**at == ' ' || **at == '\t' || **at == '\r'))
        (*at)++;
    const char *stop = *at;
    while (stop < end && *stop != ' ' && *stop != '\t' && *stop != '\r')
        stop++;
    return (size_t)(stop - *at);
}

static int column_named(const char *at, const char *end, const char *name)
{
    size_t size;
    for (int column = 0; (size = next_word(&at, end)); column++) {
        if (size == strlen(name) && memcmp(at, name, size) == 0)
            return column;
        at += size;
    }
    return NO_COLUMN;
}

static bool is_header(const char *at, const char *end)
{
    return end - at > 2 && memcmp(at, "# ", 2) == 0 &&
           column_named(at + 2, end, "timestamp") == 0 &&
           column_named(at + 2, end, "tasks_waiting") != NO_COLUMN;
}

static void read_header(struct samples *samples, const char *at, const char *end)
{
    static const char *const names[FIELDS] = {"timestamp", "tasks_running", "tasks_waiting",
                                              "workers_connected", "total_cores"};
    for (int i = 0; i < FIELDS; i++)
        samples->columns[i] = column_named(at + 2, end, names[i]);
    if (samples->columns[FIELD_RUNNING] == NO_COLUMN)
        samples->columns[FIELD_RUNNING] = column_named(at + 2, end, "tasks_on_workers");
}

/* ---- samples ---- */

static bool read_sample(const struct samples *samples, const char *at, const char *end,
                        double values[FIELDS])
{
    size_t size;
    for (int i = 0; i < FIELDS; i++)
        values[i] = NUMBER_MISSING;
    for (int column = 0; (size = next_word(&at, end)); column++, at += size)
        for (int i = 0; i < FIELDS; i++)
            if (samples->columns[i] == column && !number_parse(at, size, &values[i]))
                return false;
    return values[FIELD_TIME] > 0;
}

static void add_sample(struct samples *samples, const double values[FIELDS])
{
    double time_s = values[FIELD_TIME] / 1e6;
    if (samples->count && time_s < samples->values[FIELD_TIME][samples->count - 1])
        samples->backwards++;
    for (int i = 0; i < FIELDS; i++) {
        memory_reserve(&samples->values[i], &samples->capacities[i], samples->count + 1,
                       sizeof *samples->values[i]);
        samples->values[i][samples->count] = i == FIELD_TIME ? time_s : values[i];
    }
    samples->count++;
}

static void read_line(struct samples *samples, const char *at, const char *end, bool cut)
{
    double values[FIELDS];
    const char *text = samples->input->content.bytes;
    if (is_header(at, end))
        read_header(samples, at, end);
    else if (at == end || *at == '#')
        return;
    else if (cut)
        deferred_note_end(&samples->deferred, DIAGNOSTIC_ENDS_UNFINISHED,
                          "truncated: the last line is ignored");
    else if (read_sample(samples, at, end, values))
        add_sample(samples, values);
    else
        deferred_reject(&samples->deferred, (uint64_t)(at - text), "",
                        "not a time stamp followed by the numbers of the header");
}

static void read_lines(struct samples *samples)
{
    const struct mapping *content = &samples->input->content;
    const char *at = content->bytes, *end = at + content->size;
    while (at < end) {
        const char *feed = memchr(at, '\n', (size_t)(end - at));
        read_line(samples, at, feed ? feed : end, !feed);
        at = feed ? feed + 1 : end;
    }
}

static const double *column_of(const struct samples *samples, enum field field)
{
    return samples->columns[field] == NO_COLUMN ? NULL : samples->values[field];
}

/* ---- the reader ---- */

static int recognise(const char *text, size_t size)
{
    const char *feed = memchr(text, '\n', size);
    return is_header(text, feed ? feed : text + size) ? 95 : 0;
}

static void report_left_out(const struct samples *samples, const struct reading *reading)
{
    deferred_tell(&samples->deferred, samples->input, reading->diagnostics);
    if (samples->backwards)
        diagnostics_note(reading->diagnostics, (struct place){samples->input->path, 0, 0},
                         "samples older than the one before them (the clock was set back): %s",
                         COUNT_TEXT(samples->backwards));
}

static long long read_samples(const struct input *input, const struct reading *reading,
                              struct error *error)
{
    struct samples samples = {.input = input};
    deferred_init(&samples.deferred);
    for (int i = 0; i < FIELDS; i++)
        samples.columns[i] = NO_COLUMN;
    read_lines(&samples);
    report_left_out(&samples, reading);
    if (samples.count)
        dataset_add_queue(
            reading->dataset,
            (struct queue_samples){.path = input->path,
                                   .count = samples.count,
                                   .times = samples.values[FIELD_TIME],
                                   .running = column_of(&samples, FIELD_RUNNING),
                                   .waiting = column_of(&samples, FIELD_WAITING),
                                   .workers = column_of(&samples, FIELD_WORKERS),
                                   .cores = column_of(&samples, FIELD_CORES),
                                   .end = samples.values[FIELD_TIME][samples.count - 1]});
    else
        error_set(error, ERROR_INPUT, "%s: no sample of a Work Queue or TaskVine performance log",
                  input->path);
    for (int i = 0; i < FIELDS; i++)
        free(samples.values[i]);
    deferred_release(&samples.deferred);
    return samples.count ? (long long)samples.count : -1;
}

const struct reader reader_queue_samples = {
    .name = "queue-samples",
    .description = "Work Queue or TaskVine performance log: tasks and workers over time",
    .turn = READ_LAST,
    .recognise = recognise,
    .read = read_samples,
};
