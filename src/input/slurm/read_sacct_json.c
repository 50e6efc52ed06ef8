/* sacct --json of Slurm, of every version of its data_parser: jobs with their steps become one
 * record a job, as slurm_records.h says.
 *
 *     id               array.job_id and array.task_id, or array.task of tasks that wait; else
 *                      job_id, with + and the offset in a heterogeneous job
 *     CPU time         time.total, of which the microseconds may be more than a second
 *     cores, nodes     tres.allocated, else required.CPUs; allocation_nodes
 *     requested        tres.requested (memory in MB), else what `required` says; time.limit (min)
 *     memory, bytes    steps[].tres.requested has what was used, whatever its name, in bytes: max
 *                      of one task, total of all; in .consumed.total is what was written
 *
 * Numbers are plain or {set, infinite, number}; those from 2^60 on, negative ones, and the largest
 * ones of 16 and 32 bits stand for unknown or infinite. States are a text or a list. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/head.h"
#include "input/json/json_file.h"
#include "input/json/json_path.h"
#include "input/slurm/slurm_job_memory.h"
#include "input/slurm/slurm_jobs.h"
#include "input/slurm/slurm_records.h"
#include "input/slurm/slurm_repeats.h"
#include "input/text/amount.h"
#include "input/text/lines.h"
#include "util/count_text.h"
#include "util/list.h"
#include "util/number.h"
#include "util/utf8.h"

#define MEGABYTE 0x1p20

/* Numbers of a job or step that become one of a record only together with others. */
enum extra {
    EXTRA_JOB_ID,
    EXTRA_ARRAY_ID,
    EXTRA_ARRAY_TASK,
    EXTRA_HET_ID,
    EXTRA_HET_OFFSET,
    EXTRA_CPU_S,
    EXTRA_CPU_US,
    EXTRA_SIGNAL,
    EXTRA_PER_CPU,
    EXTRA_PER_NODE,
    EXTRA_REQUIRED_CPUS,
    EXTRAS,
};

struct entry { /* of tres: {"type": "fs", "name": "disk", "count": 1} */
    char type[16], name[16];
    double count;
};

struct unit_of_work { /* a job or a step */
    struct slurm_row row;
    double extras[EXTRAS];
};

struct dump {
    struct slurm_jobs jobs;
    struct arena arena; /* texts */
    struct unit_of_work job, step;
    LIST_OF(struct slurm_row) steps; /* of the job */
    bool in_step;
    struct entry entry;
    struct { /* {set, infinite, number} */
        bool unset, there;
        double number;
    } optional;
    struct deferred_diagnostics *deferred;
};

/* ---- what stands where ---- */

enum { NONE = -1 };

struct place_of_number {
    const char *path;
    int slot, extra; /* NONE: not this */
    double scale;
};

#define JOB_NUMBER(...)
#define STEP_NUMBER(...)
#define JOB_TEXT(...)
#define ENTRY(...)

static const struct place_of_number job_numbers[] = {
#undef JOB_NUMBER
#define JOB_NUMBER(path, slot, extra, scale) {path, slot, extra, scale},
#include "input/slurm/sacct_json_places.def"
#undef JOB_NUMBER
#define JOB_NUMBER(...)
};

static const struct place_of_number step_numbers[] = {
#undef STEP_NUMBER
#define STEP_NUMBER(path, slot, extra, scale) {path, slot, extra, scale},
#include "input/slurm/sacct_json_places.def"
#undef STEP_NUMBER
#define STEP_NUMBER(...)
};

static const struct {
    const char *path;
    enum slurm_slot slot;
} job_texts[] = {
#undef JOB_TEXT
#define JOB_TEXT(path, slot) {path, slot},
#include "input/slurm/sacct_json_places.def"
#undef JOB_TEXT
#define JOB_TEXT(...)
};

static const struct {
    const char *path, *type, *name;
    enum slurm_slot slot;
    double scale;
} entries[] = {
#undef ENTRY
#define ENTRY(path, type, name, slot, scale) {path, type, name, slot, scale},
#include "input/slurm/sacct_json_places.def"
};

/* Subtrees in which nothing of use stands. */
static const char *const left_out[] = {
    "jobs.comment",
    "jobs.flags",
    "jobs.reservation",
    "jobs.steps.nodes.list",
    "jobs.steps.CPU",
    "jobs.steps.tres.requested.min",
    "jobs.steps.tres.consumed.min",
    "jobs.steps.tres.consumed.max",
    "jobs.steps.tres.consumed.average",
};

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* ---- values ---- */

static bool is_known(double number)
{
    return number >= 0 && number < AMOUNT_LIMIT && number != 0xFFFE && number != 0xFFFF &&
           number != 0xFFFFFFFEu && number != 0xFFFFFFFFu;
}

static void take_number(struct unit_of_work *unit, const struct place_of_number *places,
                        size_t count, const char *path, double number)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(places[i].path, path) != 0)
            continue;
        if (places[i].slot >= 0)
            slurm_row_number(&unit->row, (enum slurm_slot)places[i].slot, number * places[i].scale);
        else
            unit->extras[places[i].extra] = number * places[i].scale;
        return;
    }
}

static void take_value(struct dump *dump, const char *path, double number)
{
    if (!is_known(number))
        return;
    if (dump->in_step)
        take_number(&dump->step, step_numbers, COUNT_OF(step_numbers), path, number);
    else
        take_number(&dump->job, job_numbers, COUNT_OF(job_numbers), path, number);
}

/* The last name of a path. */
static const char *last_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot ? dot + 1 : path;
}

static void copy_word(char word[16], const char *text, size_t size)
{
    size_t fits = size < 16 ? size : 0;
    memcpy(word, text, fits);
    word[fits] = '\0';
}

static void take_text(struct dump *dump, struct unit_of_work *unit, enum slurm_slot slot,
                      const char *text, size_t size)
{
    struct text_slice span = {text, size};
    if (size && !text_slice_is_word(span, "null") && !slurm_row_said(&unit->row, slot).size)
        slurm_row_text(&unit->row, slot,
                       (struct text_slice){arena_text_of_size(&dump->arena, text, size), size});
}

/* "batch", or "7.batch" as from v0.0.40 on. */
static void take_step_id(struct dump *dump, const char *text, size_t size)
{
    const char *dot = memrchr(text, '.', size);
    size_t before = dot ? (size_t)(dot + 1 - text) : 0;
    take_text(dump, &dump->step, SLURM_TEXT_STEP, text + before, size - before);
}

static bool is_step_id(const char *path)
{
    return strcmp(path, "jobs.steps.step.id") == 0 ||
           strcmp(path, "jobs.steps.step.id.step_id") == 0;
}

static void on_number(void *context, const char *path, double value)
{
    struct dump *dump = context;
    const char *last = last_of(path);
    if (strcmp(last, "number") == 0) {
        dump->optional.there = true;
        dump->optional.number = value;
    } else if (strcmp(last, "count") == 0 && strstr(path, ".tres.")) {
        dump->entry.count = value;
    } else if (dump->in_step && is_step_id(path) && value >= 0 && value < 0xFFFF0000u) {
        char number[16]; /* up to v0.0.38; larger ones are batch and extern */
        take_text(dump, &dump->step, SLURM_TEXT_STEP, number,
                  (size_t)snprintf(number, sizeof number, "%.0f", value));
    } else {
        take_value(dump, path, value);
    }
}

/* Of a number: "set": false, or "infinite": true. */
static bool says_unset(const char *last, struct text_slice text)
{
    return (strcmp(last, "set") == 0 && text_slice_is_word(text, "false")) ||
           (strcmp(last, "infinite") == 0 && text_slice_is_word(text, "true"));
}

static void take_job_text(struct dump *dump, const char *path, const char *text, size_t size)
{
    for (size_t i = 0; i < COUNT_OF(job_texts); i++)
        if (strcmp(job_texts[i].path, path) == 0)
            take_text(dump, &dump->job, job_texts[i].slot, text, size);
}

static void take_step_text(struct dump *dump, const char *path, const char *text, size_t size)
{
    if (strcmp(path, "jobs.steps.state") == 0)
        take_text(dump, &dump->step, SLURM_TEXT_STATE, text, size);
    else if (strcmp(path, "jobs.steps.step.name") == 0)
        take_text(dump, &dump->step, SLURM_TEXT_NAME, text, size);
}

static void on_text(void *context, const char *path, const char *text, size_t size)
{
    struct dump *dump = context;
    const char *last = last_of(path);
    dump->optional.unset |= says_unset(last, (struct text_slice){text, size});
    if (strcmp(last, "type") == 0)
        copy_word(dump->entry.type, text, size);
    else if (strcmp(last, "name") == 0 && strstr(path, ".tres."))
        copy_word(dump->entry.name, text, size);
    else if (is_step_id(path))
        take_step_id(dump, text, size);
    if (dump->in_step)
        take_step_text(dump, path, text, size);
    else
        take_job_text(dump, path, text, size);
}

static void take_entry(struct dump *dump, const char *path)
{
    const struct entry *entry = &dump->entry;
    struct slurm_row *row = dump->in_step ? &dump->step.row : &dump->job.row;
    for (size_t i = 0; i < COUNT_OF(entries); i++)
        if (is_known(entry->count) && strcmp(entries[i].path, path) == 0 &&
            strcmp(entries[i].type, entry->type) == 0 &&
            (!*entries[i].name || strcmp(entries[i].name, entry->name) == 0))
            slurm_row_number(row, entries[i].slot, entry->count * entries[i].scale);
}

/* ---- jobs and steps ---- */

static void clear_unit(struct unit_of_work *unit)
{
    slurm_row_clear(&unit->row);
    for (int i = 0; i < EXTRAS; i++)
        unit->extras[i] = NUMBER_MISSING;
}

static void clear_parts(struct dump *dump)
{
    dump->optional.unset = dump->optional.there = false;
    dump->entry = (struct entry){.count = NUMBER_MISSING};
}

static void finish_cpu(struct unit_of_work *unit)
{
    double fraction = unit->extras[EXTRA_CPU_US];
    double cpu = unit->extras[EXTRA_CPU_S] + (isnan(fraction) ? 0 : fraction);
    if (cpu > 0)
        unit->row.numbers[SLURM_CPU] = cpu;
}

static void finish_exit(struct unit_of_work *unit)
{
    double signal = unit->extras[EXTRA_SIGNAL];
    double *code = &unit->row.numbers[SLURM_EXIT_CODE];
    if (!(*code > 0) && signal > 0)
        *code = signal < 65 ? 128 + signal : signal;
}

static void finish_requests(struct unit_of_work *job)
{
    struct slurm_row *row = &job->row;
    slurm_row_number(row, SLURM_REQUESTED_CORES, job->extras[EXTRA_REQUIRED_CPUS]);
    slurm_row_number(row, SLURM_CORES, job->extras[EXTRA_REQUIRED_CPUS]);
    if (!isnan(row->numbers[SLURM_REQUESTED_MEMORY]))
        return;
    bool per_cpu = job->extras[EXTRA_PER_CPU] > 0;
    row->memory_per = per_cpu ? 'c' : 'n';
    row->numbers[SLURM_REQUESTED_MEMORY] =
        per_cpu ? job->extras[EXTRA_PER_CPU] : job->extras[EXTRA_PER_NODE];
}

/* 0 stands for never. */
static void finish_moments(struct slurm_row *row)
{
    for (int i = SLURM_SUBMIT; i <= SLURM_END; i++)
        if (row->numbers[i] == 0)
            row->numbers[i] = NUMBER_MISSING;
}

static struct text_slice id_of(struct dump *dump)
{
    const double *extras = dump->job.extras;
    struct text_slice waiting = slurm_row_said(&dump->job.row, SLURM_TEXT_WAITING);
    const char *id = NULL;
    if (extras[EXTRA_ARRAY_ID] > 0 && extras[EXTRA_ARRAY_TASK] >= 0)
        id = arena_format(&dump->arena, "%.0f_%.0f", extras[EXTRA_ARRAY_ID],
                          extras[EXTRA_ARRAY_TASK]);
    else if (extras[EXTRA_ARRAY_ID] > 0 && waiting.size)
        id = arena_format(&dump->arena, "%.0f_[%.*s]", extras[EXTRA_ARRAY_ID], (int)waiting.size,
                          waiting.text);
    else if (extras[EXTRA_HET_ID] > 0 && extras[EXTRA_HET_OFFSET] >= 0)
        id =
            arena_format(&dump->arena, "%.0f+%.0f", extras[EXTRA_HET_ID], extras[EXTRA_HET_OFFSET]);
    else if (extras[EXTRA_JOB_ID] > 0)
        id = arena_format(&dump->arena, "%.0f", extras[EXTRA_JOB_ID]);
    return text_slice_of(id);
}

static void finish_job(struct dump *dump)
{
    struct text_slice id = id_of(dump);
    if (!id.size) {
        deferred_reject(dump->deferred, DEFERRED_NO_OFFSET, NULL, "job has no id");
        return;
    }
    finish_cpu(&dump->job);
    finish_exit(&dump->job);
    finish_requests(&dump->job);
    finish_moments(&dump->job.row);
    slurm_jobs_add(&dump->jobs, id, &dump->job.row);
    for (size_t i = 0; i < dump->steps.count; i++) {
        slurm_row_text(&dump->steps.items[i], SLURM_TEXT_CLUSTER,
                       slurm_row_said(&dump->job.row, SLURM_TEXT_CLUSTER));
        slurm_jobs_add_step(&dump->jobs, id, slurm_row_said(&dump->steps.items[i], SLURM_TEXT_STEP),
                            &dump->steps.items[i]);
    }
}

static void finish_step(struct dump *dump)
{
    finish_cpu(&dump->step);
    finish_exit(&dump->step);
    finish_moments(&dump->step.row);
    *list_add(&dump->steps) = dump->step.row;
}

static bool on_enter(void *context, const char *path, bool is_array)
{
    struct dump *dump = context;
    for (size_t i = 0; i < COUNT_OF(left_out); i++)
        if (strcmp(left_out[i], path) == 0)
            return false;
    clear_parts(dump);
    if (!is_array && strcmp(path, "jobs") == 0) {
        clear_unit(&dump->job);
        dump->steps.count = 0;
    } else if (!is_array && strcmp(path, "jobs.steps") == 0) {
        clear_unit(&dump->step);
        dump->in_step = true;
    }
    return true;
}

static void on_leave(void *context, const char *path, bool is_array)
{
    struct dump *dump = context;
    if (!is_array && dump->optional.there && !dump->optional.unset)
        take_value(dump, path, dump->optional.number);
    if (!is_array && dump->entry.type[0])
        take_entry(dump, path);
    clear_parts(dump);
    if (!is_array && strcmp(path, "jobs.steps") == 0) {
        finish_step(dump);
        dump->in_step = false;
    } else if (!is_array && strcmp(path, "jobs") == 0) {
        finish_job(dump);
    }
}

/* ---- the reader ---- */

static void walk(struct dump *dump, const struct input *input, const struct json_members *members)
{
    static const struct json_path_handler handler = {on_enter, on_leave, on_number, on_text};
    for (size_t i = 0; i < members->count; i++)
        if (text_slice_is(members->items[i].key, "jobs"))
            json_path_walk(input, &members->items[i], &handler, dump, dump->deferred);
}

static long long put_jobs(struct dump *dump, const struct input *input,
                          const struct reading *reading)
{
    struct records *records = dataset_records(reading->dataset);
    records_begin_source(records, input->path);
    records_mark_queue(records);
    long long count = slurm_jobs_put(&dump->jobs, records, NULL, NULL);
    if (!dump->jobs.count)
        deferred_note(dump->deferred, NULL, "no job in the file");
    if (dump->jobs.unknown_totals)
        deferred_note(
            dump->deferred, NULL,
            "total memory unknown for %s of %s jobs: only the peak of one task is reported",
            COUNT_TEXT(dump->jobs.unknown_totals), COUNT_TEXT(dump->jobs.count));
    if (dump->jobs.apart_totals)
        deferred_note(dump->deferred, NULL, SLURM_MEMORY_APART, COUNT_TEXT(dump->jobs.apart_totals),
                      COUNT_TEXT(dump->jobs.count));
    if (dump->jobs.repeated)
        deferred_note(dump->deferred, NULL,
                      dump->jobs.repeated == 1 ? SLURM_REPEATED_ONE : SLURM_REPEATED,
                      COUNT_TEXT(dump->jobs.repeated));
    if (dump->jobs.arrays_cut)
        deferred_note(dump->deferred, NULL,
                      "%s rows of pending array tasks do not list all task ids",
                      COUNT_TEXT(dump->jobs.arrays_cut));
    return count;
}

static long long read_dump(const struct input *input, const struct reading *reading,
                           const struct json_members *members,
                           struct deferred_diagnostics *deferred)
{
    struct dump dump = {.deferred = deferred};
    slurm_jobs_init(&dump.jobs, reading->dataset->records);
    dump.jobs.states = true;
    arena_init(&dump.arena);
    clear_unit(&dump.job);
    clear_unit(&dump.step);
    walk(&dump, input, members);
    long long count = put_jobs(&dump, input, reading);
    slurm_jobs_release(&dump.jobs);
    arena_release(&dump.arena);
    free(dump.steps.items);
    return count;
}

static long long read(const struct input *input, const struct reading *reading, struct error *error)
{
    return json_file_read(input, reading, read_dump, error);
}

static int recognise(const char *text, size_t size)
{
    (void)size;
    if (!head_is_object(text) || !head_has_array(text, "jobs"))
        return 0;
    bool job = head_has_key(text, "job_id") && head_has_key(text, "time") &&
               (head_has_key(text, "steps") || head_has_key(text, "tres"));
    bool slurm =
        head_has_key(text, "meta") && (head_has_key(text, "Slurm") || head_has_key(text, "slurm"));
    return job ? 95 : slurm ? 60 : 0;
}

const struct reader reader_sacct_json = {
    .name = "sacct-json",
    .description = "Slurm sacct --json: jobs and their steps",
    .recognise = recognise,
    .read = read,
};
