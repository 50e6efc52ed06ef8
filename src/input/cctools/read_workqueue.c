/* Transactions logs of Work Queue and TaskVine: lines are read by threads, events then passed to
 * their managers one after the other, and attempts written as records by threads again. What the
 * lines say is described in workqueue_events.h, what a attempt is in workqueue_attempts.h, and what
 * goes where in workqueue_records.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/batches.h"
#include "input/cctools/supplements.h"
#include "input/cctools/workqueue_managers.h"
#include "input/cctools/workqueue_records.h"
#include "util/count_text.h"
#include "util/memory.h"
#include "util/texts.h"

enum { CHUNK_BYTES = 1 << 18, BATCH_CHUNKS = 32, RECOGNISED_LINES = 64 };

/* ---- lines ---- */

struct chunk {
    size_t begin, end;
    struct workqueue_event *events;
    size_t count, capacity;
    size_t unused; /* records of no use here */
    struct deferred_diagnostics deferred;
};

struct scan {
    const struct input *input;
    const struct reading *reading;
    struct workqueue_managers managers;
    struct deferred_diagnostics deferred;
    size_t cut; /* up to there, the lines are cut into chunks */
    size_t unused;
};

static void deferred_line(struct chunk *chunk, const struct workqueue_event *event, uint64_t offset,
                          struct text_slice line, const char *reason)
{
    enum { SHOWN = 60 };
    char shown[SHOWN + 1];
    bool unknown = strcmp(reason, WORKQUEUE_UNKNOWN_RECORD) == 0;
    struct text_slice text = unknown ? event->word : line;
    size_t size = text.size < SHOWN ? text.size : SHOWN;
    memcpy(shown, text.text, size);
    shown[size] = '\0';
    if (unknown)
        deferred_note(&chunk->deferred, shown, "%s, left out", reason);
    else
        deferred_reject(&chunk->deferred, offset, shown, "%s", reason);
}

static void read_line(struct chunk *chunk, const char *text, size_t size, uint64_t offset)
{
    const char *reason;
    while (size && (text[size - 1] == ' ' || text[size - 1] == '\r' || text[size - 1] == '\t'))
        size--;
    if (!size || *text == '#')
        return;
    memory_reserve(&chunk->events, &chunk->capacity, chunk->count + 1, sizeof *chunk->events);
    struct workqueue_event *event = &chunk->events[chunk->count];
    if (!workqueue_event_read(event, text, size, &reason))
        deferred_line(chunk, event, offset, (struct text_slice){text, size}, reason);
    else if (event->kind != EVENT_NONE)
        chunk->count++;
    else
        chunk->unused++;
}

/* A last line without its end may lack anything, unless it ends as objects do. */
static bool is_cut(const struct input *input, size_t begin)
{
    const struct mapping *content = &input->content;
    const char *text = content->bytes + begin;
    size_t size = content->size - begin;
    const char *last = content->bytes + content->size - 1;
    return size && *text != '#' && *last != '}' && !memchr(text, '\n', size) &&
           !(size > 4 && memcmp(last - 3, " END", 4) == 0);
}

static void read_chunk(void *context, void *chunk_pointer)
{
    struct scan *scan = context;
    struct chunk *chunk = chunk_pointer;
    const char *text = scan->input->content.bytes;
    for (size_t at = chunk->begin; at < chunk->end;) {
        const char *feed = memchr(text + at, '\n', chunk->end - at);
        size_t end = feed ? (size_t)(feed - text) : chunk->end;
        if (feed || !is_cut(scan->input, at))
            read_line(chunk, text + at, end - at, at);
        else
            deferred_note_end(&chunk->deferred, DIAGNOSTIC_ENDS_UNFINISHED,
                              "truncated: the last line is ignored");
        at = end + 1;
    }
    reading_progress(scan->reading, chunk->end - chunk->begin);
}

/* ---- chunks ---- */

static size_t line_end(const struct mapping *content, size_t at)
{
    if (at >= content->size)
        return content->size;
    const char *feed = memchr(content->bytes + at, '\n', content->size - at);
    return feed ? (size_t)(feed - content->bytes) + 1 : content->size;
}

static bool cut_chunk(void *context, void *chunk_pointer)
{
    struct scan *scan = context;
    struct chunk *chunk = chunk_pointer;
    chunk->begin = scan->cut;
    chunk->end = scan->cut = line_end(&scan->input->content, chunk->begin + CHUNK_BYTES);
    chunk->count = chunk->unused = 0;
    deferred_init(&chunk->deferred);
    return chunk->end > chunk->begin;
}

static bool take_chunk(void *context, void *chunk_pointer)
{
    struct scan *scan = context;
    struct chunk *chunk = chunk_pointer;
    for (size_t k = 0; k < chunk->count; k++)
        workqueue_managers_add(&scan->managers, &chunk->events[k]);
    scan->unused += chunk->unused;
    deferred_append(&scan->deferred, &chunk->deferred);
    deferred_release(&chunk->deferred);
    mapping_give_back(&scan->input->content, chunk->begin, chunk->end);
    return true;
}

static void release_chunk(void *context, void *chunk_pointer)
{
    (void)context;
    free(((struct chunk *)chunk_pointer)->events);
}

static void read_lines(struct scan *scan)
{
    batches_read(&(struct batches){.jobs = scan->reading->jobs,
                                   .chunk_size = sizeof(struct chunk),
                                   .first = BATCH_CHUNKS,
                                   .most = BATCH_CHUNKS,
                                   .ahead = true,
                                   .context = scan,
                                   .cut = cut_chunk,
                                   .read = read_chunk,
                                   .take = take_chunk,
                                   .release = release_chunk});
    workqueue_managers_end(&scan->managers);
}

/* ---- what belongs together ---- */

static void take_sides(struct workqueue_log *log, struct supplements *sides)
{
    for (size_t i = 0; i < log->attempts.count && sides->count; i++) {
        struct workqueue_attempt *attempt = &log->attempts.items[i];
        if (attempt->left_out || !attempt->outcome)
            continue;
        struct side_wanted wanted = {attempt->id, attempt->start, attempt->end,
                                     interner_text(&log->texts, attempt->category)};
        attempt->node = supplements_take(sides, SIDE_NODE, &wanted);
        attempt->summary = supplements_take(sides, SIDE_SUMMARY, &wanted);
    }
}

/* Or no task that could wait for one. */
static bool has_workers(const struct workqueue_log *log)
{
    for (size_t i = 0; i < log->runs.count; i++)
        if (log->runs.items[i].workers.count)
            return true;
    for (size_t i = 0; i < log->attempts.count; i++)
        if (!isnan(log->attempts.items[i].start))
            return true;
    return !log->attempts.count;
}

/* A manager to which no worker ever came had none from its start on: where nothing ran, the log
 * does not just leave them out. */
static void add_empty_queue(const struct scan *scan, const struct workqueue_log *log)
{
    static const double none = 0;
    double start = log->runs.items[0].start;
    dataset_add_queue(scan->reading->dataset,
                      (struct queue_samples){.path = scan->input->path,
                                             .count = 1,
                                             .times = &start,
                                             .workers = &none,
                                             .cores = &none,
                                             .every_change = true,
                                             .end = log->runs.items[log->manager - 1].workers.end});
}

static void add_queues(const struct scan *scan, const struct workqueue_log *log)
{
    for (size_t i = 0; i < log->runs.count; i++) {
        const struct workqueue_workers *workers = &log->runs.items[i].workers;
        if (workers->count)
            dataset_add_queue(scan->reading->dataset,
                              (struct queue_samples){.path = scan->input->path,
                                                     .count = workers->count,
                                                     .times = workers->times,
                                                     .workers = workers->counts,
                                                     .cores = workers->cores,
                                                     .every_change = true,
                                                     .end = workers->end});
    }
    if (!has_workers(log))
        add_empty_queue(scan, log);
}

/* ---- runs of managers ---- */

static const char *name_of(const struct workqueue_log *log, uint32_t number)
{
    return number ? interner_text(&log->texts, number) : NULL;
}

static struct manager_run run_of(const struct scan *scan, const struct workqueue_log *log,
                                 const struct workqueue_run *run)
{
    return (struct manager_run){.path = scan->input->path,
                                .pid = run->pid,
                                .start = run->start,
                                .end = run->end,
                                .has_ended = run->ended,
                                .tasks = run->tasks,
                                .waiting = run->waiting,
                                .running = run->running,
                                .libraries = run->libraries,
                                .libraries_started = run->libraries_started,
                                .library_exits = run->library_exits,
                                .first_exit = run->first_exit,
                                .first_exit_host = name_of(log, run->first_exit_host),
                                .most_exits_host = name_of(log, run->most_exits_host),
                                .most_exits = run->most_exits,
                                .next_exits = run->next_exits};
}

/* Adds what the same manager did after a task that was done had begun again. */
static void go_on(struct manager_run *run, const struct manager_run *more)
{
    struct manager_run sum = *more;
    sum.start = run->start;
    sum.tasks += run->tasks;
    sum.waiting += run->waiting;
    sum.running += run->running;
    sum.libraries += run->libraries;
    sum.libraries_started += run->libraries_started;
    sum.library_exits += run->library_exits;
    if (!isnan(run->first_exit)) {
        sum.first_exit = run->first_exit;
        sum.first_exit_host = run->first_exit_host;
    }
    const struct manager_run *most = run->most_exits > more->most_exits ? run : more;
    const struct manager_run *less = most == run ? more : run;
    bool are_same = texts_equal(most->most_exits_host, less->most_exits_host);
    size_t behind = are_same ? less->next_exits : less->most_exits;
    sum.most_exits = most->most_exits;
    sum.most_exits_host = most->most_exits_host;
    sum.next_exits = behind > most->next_exits ? behind : most->next_exits;
    *run = sum;
}

static void add_manager_runs(const struct scan *scan, const struct workqueue_log *log)
{
    struct dataset *dataset = scan->reading->dataset;
    for (size_t i = 0; i < log->runs.count;) {
        struct manager_run run = run_of(scan, log, &log->runs.items[i++]);
        for (; i < log->runs.count && log->runs.items[i].goes_on; i++) {
            struct manager_run more = run_of(scan, log, &log->runs.items[i]);
            go_on(&run, &more);
        }
        dataset_add_manager_run(dataset, run);
    }
}

/* ---- notes ---- */

static void note(const struct scan *scan, size_t count, const char *one, const char *many)
{
    struct place place = {scan->input->path, 0, 0};
    if (count == 1)
        diagnostics_note(scan->reading->diagnostics, place, "%s", one);
    else if (count)
        diagnostics_note(scan->reading->diagnostics, place, "%s %s", COUNT_TEXT(count), many);
}

static void omit(const struct scan *scan, size_t count, const char *one, const char *many)
{
    struct place place = {scan->input->path, 0, 0};
    if (count == 1)
        diagnostics_omit(scan->reading->diagnostics, place, 1, "%s", one);
    else if (count)
        diagnostics_omit(scan->reading->diagnostics, place, count, "%s %s", COUNT_TEXT(count),
                         many);
}

static void report_scan(const struct scan *scan)
{
    const struct workqueue_totals totals = workqueue_managers_totals(&scan->managers);
    deferred_tell(&scan->deferred, scan->input, scan->reading->diagnostics);
    if (totals.runs > 1)
        note(scan, totals.runs, "",
             scan->managers.at_once ? "runs in the log, some at the same time, distinguished by "
                                      "the manager's process id: task ids are separate in each"
                                    : "consecutive runs in the log: task ids are separate in each");
    note(scan, totals.restarts, "a task that was done is waiting again: counted as a new run",
         "times a task that was done is waiting again: each counted as a new run");
    note(scan, totals.unfinished, "no MANAGER END: the manager was killed or is still running",
         "runs have no MANAGER END: their managers were killed or are still running");
    note(scan, totals.waiting, "1 task was waiting at the end", "tasks were waiting at the end");
    note(scan, totals.running, "1 task was running at the end", "tasks were running at the end");
    omit(scan, totals.libraries, "1 library task is left out", "library tasks are left out");
    note(scan, totals.library_exits, "1 library ended with LIBRARY_EXIT",
         "libraries ended with LIBRARY_EXIT");
    note(scan, scan->unused, "1 record of transfers, caches or the application is ignored",
         "records of transfers, caches and the application are ignored");
    note(scan, totals.backwards,
         "1 record is older than the one before it (the clock was set back)",
         "records are older than the one before them (the clock was set back)");
    omit(scan, totals.odd, "1 result of a task that was done already is left out",
         "results of tasks that were done already are left out");
}

/* ---- the reader ---- */

static bool is_header(struct text_slice line)
{
    static const char *const headers[] = {"# time manager_pid ", "# time master_pid "};
    for (size_t i = 0; i < 2; i++)
        if (line.size > strlen(headers[i]) &&
            memcmp(line.text, headers[i], strlen(headers[i])) == 0)
            return true;
    return false;
}

static int recognise(const char *text, size_t size)
{
    const char *end = text + size, *reason;
    struct workqueue_event event;
    for (int lines = 0; text < end && lines < RECOGNISED_LINES; lines++) {
        const char *feed = memchr(text, '\n', (size_t)(end - text));
        struct text_slice line = {text, (size_t)((feed ? feed : end) - text)};
        if (is_header(line))
            return 95;
        if (line.size && *text != '#')
            return workqueue_event_read(&event, line.text, line.size, &reason) ? 90 : 0;
        text += line.size + 1;
    }
    return 0;
}

static long long read_workqueue(const struct input *input, const struct reading *reading,
                                struct error *error)
{
    struct scan *scan = memory_alloc(sizeof *scan);
    scan->input = input;
    scan->reading = reading;
    scan->managers = (struct workqueue_managers){0};
    deferred_init(&scan->deferred);
    read_lines(scan);
    report_scan(scan);
    long long records = 0;
    for (size_t i = 0; i < scan->managers.count; i++) {
        struct workqueue_log *log = &scan->managers.items[i]->log;
        if (reading->sides)
            take_sides(log, reading->sides);
        records += workqueue_records_add(log, input, reading);
        add_queues(scan, log);
        add_manager_runs(scan, log);
    }
    if (!scan->managers.count) {
        error_set(error, ERROR_INPUT, "%s: no record of a manager, a worker or a task",
                  input->path);
        records = -1;
    } else if (!records)
        note(scan, 1, "a manager, but no task", "");
    deferred_release(&scan->deferred);
    workqueue_managers_release(&scan->managers);
    free(scan);
    return records;
}

const struct reader reader_workqueue = {
    .name = "workqueue",
    .description = "Work Queue or TaskVine transactions log: tasks, workers and resources",
    .turn = READ_SECOND,
    .recognise = recognise,
    .read = read_workqueue,
};
