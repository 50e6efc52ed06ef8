#include "input/slurm/slurm_records.h"

#include <math.h>
#include <string.h>

#include "input/slurm/slurm_array.h"
#include "input/slurm/slurm_attempts.h"
#include "input/slurm/slurm_failed_steps.h"
#include "input/slurm/slurm_gpus.h"
#include "input/slurm/slurm_job_memory.h"
#include "input/slurm/slurm_jobs.h"
#include "input/slurm/slurm_repeats.h"
#include "input/slurm/slurm_state.h"
#include "input/slurm/slurm_step_use.h"
#include "input/text/cell.h"
#include "util/number.h"
#include "util/strbuf.h"

static void put_text(struct records *records, int column, struct text_slice text)
{
    if (text.size)
        records_put_text(records, column, text.text, text.size);
}

static void put_attribute(struct records *records, const char *name, struct text_slice text)
{
    if (text.size)
        put_text(records, records_attribute(records, name, RECORD_TEXT), text);
}

static void put_quantity(struct records *records, const char *name, double number)
{
    if (!isnan(number))
        records_put_number(records, records_attribute(records, name, RECORD_NUMBER), number);
}

/* "123_7" → "123", where it is of an array; else no name: such jobs may be of any programs.
 */
static struct text_slice array_of(struct text_slice id)
{
    const char *bar = id.size ? memchr(id.text, '_', id.size) : NULL;
    return bar ? (struct text_slice){id.text, (size_t)(bar - id.text)}
               : text_slice_of(RECORD_NO_NAME);
}

static void put_names(const struct slurm_jobs *jobs, const struct slurm_job *job,
                      struct text_slice id, struct records *records)
{
    struct text_slice name = slurm_row_said(&job->row, SLURM_TEXT_NAME);
    struct strbuf room;
    strbuf_init(&room);
    put_text(records, RECORD_TASK_COLUMN, name.size ? name : array_of(id));
    id = slurm_jobs_whole_id(jobs, id, slurm_row_said(&job->row, SLURM_TEXT_CLUSTER), &room);
    put_text(records, RECORD_ID_COLUMN, id);
    strbuf_release(&room);
    records_put_number(records, RECORD_ATTEMPT_COLUMN,
                       1 + fmax(job->row.numbers[SLURM_RESTARTS], job->number));
}

static enum record_ending put_ending(const struct slurm_jobs *jobs, const struct slurm_job *job,
                                     struct records *records)
{
    struct text_slice text = slurm_state_plain(slurm_row_said(&job->row, SLURM_TEXT_STATE));
    const struct slurm_state *state = slurm_state_of(text);
    enum record_ending ending = state                                     ? state->ending
                                : text.size || jobs->states || !job->seen ? ENDING_UNKNOWN
                                                                          : ENDING_UNSAID;
    const struct slurm_state *step = slurm_state_of(job->step_state);
    if (ending == ENDING_FAILED && ((step && step->ending == ENDING_OUT_OF_MEMORY) ||
                                    slurm_job_was_killed_for_memory(jobs, job)))
        ending = ENDING_OUT_OF_MEMORY;
    if (ending == ENDING_CANCELLED && step && step->ending == ENDING_OUT_OF_MEMORY)
        records_put_number(records, RECORD_MEMORY_RAN_OUT_COLUMN, 1);
    put_text(records, RECORD_OUTCOME_COLUMN, state ? text_slice_of(state->name) : text);
    records_put_ending(records, ending);
    if (ending != ENDING_UNFINISHED)
        records_put_number(records, RECORD_EXIT_CODE_COLUMN, job->row.numbers[SLURM_EXIT_CODE]);
    return ending;
}

/* The job's, else that of its steps; the sleep of the step extern says nothing of it. */
static double cpu_time(const struct slurm_job *job)
{
    double own = slurm_measured(slurm_row_cpu(&job->row)), steps = slurm_measured(job->cpu);
    bool is_of_extern = job->extern_cpu > 0 && isnan(steps) && !(own > job->extern_cpu);
    return is_of_extern ? NUMBER_MISSING : slurm_first_of(own, steps);
}

/* sacct gives a job that runs the moment it was asked as its end. */
static void put_times(const struct slurm_job *job, enum record_ending ending,
                      struct records *records)
{
    const double *numbers = job->row.numbers;
    bool open = ending == ENDING_UNFINISHED;
    double elapsed = slurm_first_of(numbers[SLURM_ELAPSED], job->elapsed);
    bool waits = open && !(elapsed > 0);
    records_put_number(records, RECORD_SUBMIT_COLUMN, numbers[SLURM_SUBMIT]);
    records_put_number(records, RECORD_START_COLUMN, waits ? NUMBER_MISSING : numbers[SLURM_START]);
    records_put_number(records, RECORD_END_COLUMN, open ? NUMBER_MISSING : numbers[SLURM_END]);
    records_put_number(records, RECORD_ELAPSED_COLUMN, waits ? NUMBER_MISSING : elapsed);
    double cpu = cpu_time(job), system = numbers[SLURM_SYSTEM_CPU];
    records_put_number(records, RECORD_CPU_COLUMN, cpu);
    records_put_number(records, RECORD_SYSTEM_CPU_COLUMN, system <= cpu ? system : NUMBER_MISSING);
    records_put_number(records, RECORD_REQUESTED_TIME_COLUMN, numbers[SLURM_LIMIT]);
}

static void put_resources(const struct slurm_job *job, struct records *records)
{
    const double *numbers = job->row.numbers;
    records_put_number(records, RECORD_CORES_COLUMN, slurm_measured(numbers[SLURM_CORES]));
    records_put_number(records, RECORD_REQUESTED_CORES_COLUMN,
                       slurm_measured(numbers[SLURM_REQUESTED_CORES]));
    records_put_number(records, RECORD_BYTES_READ_COLUMN,
                       slurm_first_of(job->read, numbers[SLURM_READ]));
    records_put_number(records, RECORD_BYTES_WRITTEN_COLUMN,
                       slurm_first_of(job->written, numbers[SLURM_WRITTEN]));
}

/* "a[1-2]@other,b@other": the cluster behind each item. */
static void put_node_list(const struct slurm_jobs *jobs, struct text_slice nodes,
                          struct text_slice cluster, struct records *records)
{
    struct strbuf list, room;
    bool inside = false;
    size_t from = 0;
    strbuf_init(&list);
    strbuf_init(&room);
    for (size_t i = 0; i <= nodes.size; i++) {
        char c = i < nodes.size ? nodes.text[i] : ',';
        inside = i < nodes.size && (c == '[' || (inside && c != ']'));
        if (c != ',' || inside)
            continue;
        struct text_slice item =
            slurm_jobs_whole_id(jobs, (struct text_slice){nodes.text + from, i - from}, cluster,
                                &room);
        strbuf_format(&list, "%s%.*s", from ? "," : "", (int)item.size, item.text);
        from = i + 1;
    }
    put_attribute(records, RECORD_NODE_LIST, (struct text_slice){list.text, list.size});
    strbuf_release(&list);
    strbuf_release(&room);
}

/* Nodes of several clusters may have the same names, as their jobs have the same numbers. */
static void put_nodes(const struct slurm_jobs *jobs, const struct slurm_job *job,
                      struct records *records)
{
    struct strbuf room;
    struct text_slice nodes = slurm_row_said(&job->row, SLURM_TEXT_NODES);
    bool several =
        nodes.size && (memchr(nodes.text, ',', nodes.size) || memchr(nodes.text, '[', nodes.size));
    if (several)
        put_node_list(jobs, nodes, slurm_row_said(&job->row, SLURM_TEXT_CLUSTER), records);
    if (several || text_slice_is_word(nodes, "None assigned") || !nodes.size)
        return;
    strbuf_init(&room);
    put_text(records, RECORD_NODE_COLUMN,
             slurm_jobs_whole_id(jobs, nodes, slurm_row_said(&job->row, SLURM_TEXT_CLUSTER),
                                 &room));
    strbuf_release(&room);
}

static void put_attributes(const struct slurm_job *job, struct records *records)
{
    static const struct {
        enum slurm_slot slot;
        const char *name;
    } texts[] = {
        {SLURM_TEXT_USER, "user"},
        {SLURM_TEXT_GROUP, "group"},
        {SLURM_TEXT_ACCOUNT, "account"},
        {SLURM_TEXT_PARTITION, "partition"},
        {SLURM_TEXT_CLUSTER, SLURM_CLUSTER},
        {SLURM_TEXT_QOS, "qos"},
        {SLURM_TEXT_REASON, "reason"},
        {SLURM_TEXT_WORK_DIRECTORY, "WorkDir"},
        {SLURM_TEXT_STDERR, "StdErr"},
        {SLURM_TEXT_STDOUT, "StdOut"},
        {SLURM_TEXT_STDERR_EXPANDED, "StdErrExpanded"},
        {SLURM_TEXT_STDOUT_EXPANDED, "StdOutExpanded"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct text_slice text = slurm_row_said(&job->row, texts[i].slot);
        if (!cell_is_missing(text))
            put_attribute(records, texts[i].name, text);
    }
    struct text_slice state = slurm_state_plain(slurm_row_said(&job->row, SLURM_TEXT_STATE));
    if (slurm_state_waits(state)) /* for an unknown reason, where none is said */
        records_attribute(records, "reason", RECORD_TEXT);
    if (slurm_state_of(job->step_state) != slurm_state_of(state))
        put_attribute(records, "step_state", job->step_state);
    struct text_slice by = slurm_canceller(slurm_row_said(&job->row, SLURM_TEXT_STATE));
    if (!by.size && text_slice_is_word(state, "CANCELLED"))
        by = slurm_row_said(&job->row, SLURM_TEXT_CANCELLER);
    put_attribute(records, RECORD_CANCELLED_BY, by);
    put_quantity(records, "eligible", job->row.numbers[SLURM_ELIGIBLE]);
    put_quantity(records, RECORD_NODES, slurm_row_nodes(&job->row));
    put_quantity(records, "processes", job->processes);
    put_quantity(records, "energy",
                 slurm_first_of(slurm_measured(job->row.numbers[SLURM_ENERGY]),
                                slurm_measured(job->row.numbers[SLURM_TRES_ENERGY])));
}

static void put_job(struct slurm_jobs *jobs, const struct slurm_job *job, struct text_slice id,
                    struct records *records)
{
    records_add(records);
    put_names(jobs, job, id, records);
    put_times(job, put_ending(jobs, job, records), records);
    slurm_job_put_memory(jobs, job, records);
    put_resources(job, records);
    if (job->steps)
        records_put_number(records, RECORD_JOB_STEPS_COLUMN,
                           (double)slurm_job_count_steps(jobs, job));
    if (job->has_script)
        records_put_number(records, RECORD_SCRIPT_COLUMN, 1);
    put_nodes(jobs, job, records);
    put_attributes(job, records);
    slurm_job_put_gpus(jobs, job, records);
    slurm_job_put_failed_steps(jobs, job, records);
    slurm_job_put_step_use(jobs, job, records);
    jobs->without_row += !job->seen;
    jobs->run_without_steps += !job->steps && job->row.numbers[SLURM_ELAPSED] > 0;
}

struct putting {
    struct slurm_jobs *jobs;
    struct records *records;
    slurm_job_more *more;
    void *context;
    long long count;
};

static void put_one(struct putting *putting, size_t number, struct text_slice id)
{
    put_job(putting->jobs, &putting->jobs->items[number], id, putting->records);
    if (putting->more)
        putting->more(putting->context, number, putting->records);
    putting->count++;
}

static void put_array(struct putting *putting, size_t number, struct slurm_array *array)
{
    struct strbuf id;
    unsigned long task;
    strbuf_init(&id);
    while (slurm_array_next(array, &task)) {
        strbuf_clear(&id);
        strbuf_format(&id, "%.*s_%lu", (int)array->job.size, array->job.text, task);
        put_one(putting, number, (struct text_slice){id.text, id.size});
    }
    strbuf_release(&id);
}

/* More waiting tasks than that in an input are damage, or harm. */
enum { MOST_LISTED = 1000000 };

long long slurm_jobs_put(struct slurm_jobs *jobs, struct records *records, slurm_job_more *more,
                         void *context)
{
    struct putting putting = {jobs, records, more, context, 0};
    unsigned long listed = 0;
    slurm_repeats_drop(jobs);
    slurm_attempts_number(jobs);
    for (size_t i = 0; i < jobs->count; i++) {
        if (jobs->items[i].dropped)
            continue;
        struct text_slice id = slurm_row_said(&jobs->items[i].row, SLURM_TEXT_ID);
        struct slurm_array array;
        bool cut;
        unsigned long tasks = slurm_array_count(id, &cut);
        bool ran = jobs->items[i].row.numbers[SLURM_ELAPSED] > 0;
        if (ran || !slurm_array_begin(&array, id) || !tasks || tasks > MOST_LISTED - listed) {
            put_one(&putting, i, id);
            jobs->arrays_cut += !ran && (cut || tasks != 1);
        } else {
            put_array(&putting, i, &array);
            jobs->arrays_cut += cut;
            listed += tasks;
        }
    }
    return putting.count;
}
