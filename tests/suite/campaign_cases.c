/* Campaigns of tasks: as a table, as Slurm's sacct and as Nextflow's trace write them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"

enum { KINDS = 3, NODES = 8, MOST_SLOTS = 64 };

struct task {
    int kind, index, node; /* index: among those of its kind */
    int tasks;             /* of its kind */
    double elapsed_s, cpu_share, memory_MB, requested_MB, submit_delay_s;
    const char *status, *earlier; /* of attempts before the last one; NULL: FAILED */
    int attempts;                 /* so many, of which the last has the status */
    double attempt_time;          /* of the former ones, × elapsed */
    bool runs_on;                 /* has no end */
    double overhead_s;            /* beside its run time, where the format has it */
    double pause_s;               /* until the next on its slot */
    int slot;
    double gpu_percent; /* utilization of the GPU of a task, where the format has it */
};

typedef void task_function(struct task *task);

struct campaign_case {
    void (*write)(FILE *file, int number, const struct task *task, int attempt, double start);
    const char *file, *header;
    task_function *bend;
};

static const char *const kind_names[KINDS] = {"align", "sort", "report"};

/* ---- formats ---- */

static const char *status_of(const struct task *task, int attempt)
{
    return attempt == task->attempts ? task->status : task->earlier ? task->earlier : "FAILED";
}

static double time_of(const struct task *task, int attempt)
{
    return attempt < task->attempts ? task->attempt_time * task->elapsed_s : task->elapsed_s;
}

static void write_row(FILE *file, int number, const struct task *task, int attempt, double start)
{
    double elapsed_s = time_of(task, attempt);
    fprintf(file, "%s,%d,%d,node%02d,%s,", kind_names[task->kind], number, attempt, task->node,
            suite_time(start - task->submit_delay_s));
    fprintf(file, "%s,", suite_time(start));
    if (task->runs_on)
        fputs(",,,", file);
    else
        fprintf(file, "%s,%.1f,%.1f,", suite_time(start + elapsed_s), elapsed_s,
                task->cpu_share * elapsed_s);
    fprintf(file, "1,%.0f,%.0f,%s\n", task->memory_MB, task->requested_MB,
            status_of(task, attempt));
}

/* Of a pool of workers, which run one task at a time. */
static void write_pool(FILE *file, int number, const struct task *task, int attempt, double start)
{
    double elapsed_s = time_of(task, attempt);
    fprintf(file, "%s,%d,w%02d,%.3f,%.3f,1,%s\n", kind_names[task->kind], number, task->slot, start,
            start + elapsed_s, status_of(task, attempt));
}

/* `job` and `batch` end their rows. */
static void write_job(FILE *file, int number, const struct task *task, int attempt, double start,
                      const char *job, const char *batch)
{
    double elapsed_s = time_of(task, attempt);
    int cpu_s = (int)(task->cpu_share * elapsed_s);
    const char *state = status_of(task, attempt);
    bool is_failure = strcmp(state, "FAILED") == 0;
    fprintf(file, "%d|%s|ada|%s|%d:0|%d|1|", 1000 + number, kind_names[task->kind], state,
            is_failure, (int)elapsed_s);
    fprintf(file, "%d:%02d:%02d||%.0fM|", cpu_s / 3600, cpu_s / 60 % 60, cpu_s % 60,
            task->requested_MB);
    fprintf(file, "%.19s|", suite_time(start - task->submit_delay_s));
    fprintf(file, "%.19s|", suite_time(start));
    fprintf(file, "%.19s|node%02d|1|01:00:00%s\n", suite_time(start + elapsed_s), task->node, job);
    fprintf(file, "%d.batch|batch||%s|%d:0|%d|1|", 1000 + number, state, is_failure,
            (int)elapsed_s);
    fprintf(file, "%d:%02d:%02d|%.0fM||", cpu_s / 3600, cpu_s / 60 % 60, cpu_s % 60,
            task->memory_MB);
    fprintf(file, "%.19s|", suite_time(start));
    fprintf(file, "%.19s|", suite_time(start));
    fprintf(file, "%.19s|node%02d|1|%s\n", suite_time(start + elapsed_s), task->node, batch);
}

static void write_sacct(FILE *file, int number, const struct task *task, int attempt, double start)
{
    write_job(file, number, task, attempt, start, "", "");
}

static void write_sacct_gpus(FILE *file, int number, const struct task *task, int attempt,
                             double start)
{
    char batch[120];
    snprintf(batch, sizeof batch, "|cpu=1,gres/gpu=1,mem=4G|cpu=00:01:00,gres/gpuutil=%.0f,mem=1G",
             task->gpu_percent);
    write_job(file, number, task, attempt, start, "|billing=8,cpu=1,gres/gpu=1,mem=4G,node=1|",
              batch);
}

static void write_nextflow(FILE *file, int number, const struct task *task, int attempt,
                           double start)
{
    const char *state = status_of(task, attempt);
    bool was_killed = strcmp(state, "KILLED") == 0;
    int exit_code = was_killed ? 137 : strcmp(state, "FAILED") == 0;
    double elapsed_s = time_of(task, attempt);
    fprintf(file, "%d\t%02x/%06x\t%d\t%s (%d)\t%s\t", number, number % 256, number, number,
            kind_names[task->kind], task->index, was_killed ? "FAILED" : state);
    if (strcmp(state, "ABORTED") == 0) {
        fprintf(file, "-\t%.10s %.8s.000\t-\t-\t-\t-\t%.1f MB\t%d\n", suite_time(start),
                suite_time(start) + 11, task->requested_MB, attempt);
        return;
    }
    fprintf(file, "%d\t%.10s %.8s.000\t%.0fs\t%.0fs\t%.1f%%\t%.1f MB\t%.1f MB\t%d\n", exit_code,
            suite_time(start), suite_time(start) + 11, elapsed_s + task->overhead_s, elapsed_s,
            100 * task->cpu_share, task->memory_MB, task->requested_MB, attempt);
}

/* ---- the campaign ---- */

static struct task task_of(int kind, int index, int tasks)
{
    static const double elapsed_s[KINDS] = {300, 120, 60};
    static const double memory_MB[KINDS] = {2600, 1500, 600};
    return (struct task){.kind = kind,
                         .index = index,
                         .tasks = tasks,
                         .elapsed_s = elapsed_s[kind] * suite_noise(0.08),
                         .cpu_share = 0.92 * suite_noise(0.02),
                         .memory_MB = memory_MB[kind] * suite_noise(0.05),
                         .requested_MB = 1.35 * memory_MB[kind],
                         .submit_delay_s = 5,
                         .status = "COMPLETED",
                         .attempts = 1,
                         .attempt_time = 0.1,
                         .overhead_s = 2,
                         .pause_s = 1,
                         .gpu_percent = 85 * suite_noise(0.05)};
}

/* The slot that is free first. */
static int next_slot(const double *free_from, int slots)
{
    int best = 0;
    for (int slot = 1; slot < slots; slot++)
        if (free_from[slot] < free_from[best])
            best = slot;
    return best;
}

static void write(const struct suite_case *its, const char *directory, int variant)
{
    static const int tasks_of_kind[VARIANTS] = {96, 240, 320}, slots_of_node[VARIANTS] = {2, 4, 3};
    const struct campaign_case *campaign = its->more;
    int slots = NODES * slots_of_node[variant], number = 1;
    double free_from[MOST_SLOTS] = {0};
    FILE *file = suite_open(directory, campaign->file);
    fprintf(file, "%s\n", campaign->header);
    for (int index = 0; index < tasks_of_kind[variant]; index++)
        for (int kind = 0; kind < KINDS; kind++) {
            struct task task = task_of(kind, index, tasks_of_kind[variant]);
            int slot = next_slot(free_from, slots);
            task.node = slot % NODES + 1;
            task.slot = slot;
            campaign->bend(&task);
            for (int attempt = 1; attempt <= task.attempts; attempt++) {
                campaign->write(file, number, &task, attempt, SUITE_START + free_from[slot]);
                free_from[slot] += time_of(&task, attempt) + task.pause_s;
            }
            number++;
        }
    suite_close(file);
}

static void put(FILE *file, const struct campaign_case *campaign, struct task *task, int number,
                double start)
{
    task->node = number % NODES + 1;
    campaign->bend(task);
    campaign->write(file, number, task, 1, SUITE_START + start);
}

/* Tasks of one kind, for each of which there is a slot: the last starts minutes after the first. */
static void write_at_once(const struct suite_case *its, const char *directory, int variant)
{
    static const int tasks[VARIANTS] = {60, 150, 400};
    const struct campaign_case *campaign = its->more;
    FILE *file = suite_open(directory, campaign->file);
    fprintf(file, "%s\n", campaign->header);
    for (int index = 0; index < tasks[variant]; index++) {
        struct task task = task_of(0, index, tasks[variant]);
        double start = 180.0 * index / tasks[variant];
        task.elapsed_s *= 12;
        task.submit_delay_s = start;
        put(file, campaign, &task, index + 1, start);
    }
    suite_close(file);
}

/* Stages, each of which starts when all of the one before are done. */
static void write_stages(const struct suite_case *its, const char *directory, int variant)
{
    static const int widths[VARIANTS][KINDS] = {{40, 4, 1}, {128, 8, 1}, {96, 1, 3}};
    const struct campaign_case *campaign = its->more;
    FILE *file = suite_open(directory, campaign->file);
    double from = 0;
    fprintf(file, "%s\n", campaign->header);
    for (int kind = 0, number = 1; kind < KINDS; kind++) {
        double end = from;
        for (int index = 0; index < widths[variant][kind]; index++) {
            struct task task = task_of(kind, index, widths[variant][kind]);
            put(file, campaign, &task, number++, from);
            end = fmax(end, from + task.elapsed_s);
        }
        from = end + 1;
    }
    suite_close(file);
}

/* ---- troubles ---- */

#define BEND(name) static void name(struct task *task)
#define KIND(task) (task)->kind

BEND(node_fails)
{
    if (task->node == 7 && suite_uniform() < 0.4)
        task->status = "FAILED";
}
BEND(kind_fails)
{
    if (KIND(task) == 1 && suite_uniform() < 0.12)
        task->status = "FAILED";
}
/* Nodes differ in the kinds that they get: one runs most of what fails, or of what varies. */
BEND(node_gets_failing_kind)
{
    if (KIND(task) == 1) {
        task->node = suite_uniform() < 0.7 ? 7 : task->node;
        if (suite_uniform() < 0.3)
            task->status = "FAILED";
    }
}
BEND(node_gets_varied_kind)
{
    if (KIND(task) == 1) {
        task->node = suite_uniform() < 0.7 ? 7 : task->node;
        task->elapsed_s *= suite_uniform() < 0.5 ? 1 : 4;
    } else if (task->node == 7) {
        task->node = 6;
    }
}
/* Files pile up: the last takes 2.5 times as long as the first. */
BEND(run_time_grows)
{
    if (KIND(task) == 0)
        task->elapsed_s *= 1 + 1.5 * task->index / task->tasks;
}
BEND(many_fail)
{
    if (suite_uniform() < 0.3)
        task->status = "FAILED";
}
BEND(node_is_slow)
{
    if (task->node == 7)
        task->elapsed_s *= 10, task->cpu_share *= 0.1;
}
BEND(one_is_long)
{
    if (KIND(task) == 0 && task->index == task->tasks - 1)
        task->elapsed_s *= 40;
}
BEND(retries_cost)
{
    if (KIND(task) == 0 && suite_uniform() < 0.3)
        task->attempts = 2, task->attempt_time = 0.95;
}
BEND(idle_cores)
{
    task->cpu_share = 0.2;
}
/* Tasks of a few seconds, most of whose time goes into what passes around them. */
BEND(short_beside_overhead)
{
    task->elapsed_s = 3 * suite_noise(0.1);
    task->overhead_s = 45;
    task->pause_s = 46;
}
BEND(short_beside_gaps)
{
    task->elapsed_s = 5 * suite_noise(0.1);
    task->pause_s = 20 * suite_noise(0.1);
}
BEND(short_one_after_another)
{
    task->elapsed_s = 5 * suite_noise(0.1);
    task->overhead_s = 0.4;
    task->pause_s = 0.1;
}
BEND(over_request)
{
    if (KIND(task) == 0)
        task->memory_MB = 1.4 * task->requested_MB;
}
BEND(little_of_request)
{
    task->requested_MB = 20 * task->memory_MB;
}
BEND(some_run_on)
{
    task->runs_on = task->index > task->tasks * 0.9;
    if (task->runs_on)
        task->status = "RUNNING";
}
BEND(unknown_words)
{
    if (suite_uniform() < 0.2)
        task->status = "FROBNICATED";
}
BEND(some_time_out)
{
    if (KIND(task) == 0 && suite_uniform() < 0.25)
        task->status = "TIMEOUT", task->elapsed_s = 3600;
}
BEND(out_of_memory)
{
    if (KIND(task) == 0 && suite_uniform() < 0.25)
        task->status = "OUT_OF_MEMORY";
}
BEND(nodes_are_lost)
{
    if (task->node == 3 && suite_uniform() < 0.5)
        task->status = "NODE_FAIL";
}

BEND(gpus_are_idle)
{
    if (KIND(task) == 0 && suite_uniform() < 0.6)
        task->gpu_percent = 0;
}
BEND(some_preempted)
{
    if (suite_uniform() < 0.3)
        task->status = "PREEMPTED";
}
/* At a checkpoint, which the next attempt resumes from. */
BEND(requeues_itself)
{
    if (suite_uniform() < 0.5)
        task->attempts = 2, task->attempt_time = 1, task->earlier = "REQUEUED";
}
BEND(killed_at_limit)
{
    if (KIND(task) == 0 && suite_uniform() < 0.2)
        task->status = "KILLED", task->memory_MB = 0.997 * task->requested_MB;
}
BEND(run_aborted)
{
    if (KIND(task) == 1 && task->index == task->tasks - 20)
        task->status = "FAILED";
    else if (KIND(task) > 0 && task->index > task->tasks - 20)
        task->status = "ABORTED";
}

/* Submitted one by one, hours before it starts. */
BEND(queued_for_hours)
{
    task->submit_delay_s = 6 * 3600 * suite_noise(0.2);
}

/* ---- no troubles ---- */

BEND(steady)
{
    (void)task;
}
BEND(mixed_lengths)
{
    static const double times[KINDS] = {3, 1, 0.1};
    task->elapsed_s *= times[KIND(task)];
}
/* One process feeds a GPU from one of its cores. */
BEND(cores_beside_gpus)
{
    task->cpu_share = 0.12;
}
BEND(queued_for_minutes)
{
    task->submit_delay_s = 100 * suite_noise(0.2);
}
BEND(some_cached)
{
    if (suite_uniform() < 0.3)
        task->status = "CACHED";
}
BEND(one_cancelled)
{
    if (KIND(task) == 2 && task->index == 5)
        task->status = "CANCELLED by 1000";
}
BEND(wide_noise)
{
    task->elapsed_s *= suite_noise(0.25);
}
/* Most take about as long, few up to 2.5 times as long. */
BEND(wide_spread)
{
    double beyond = suite_uniform();
    task->elapsed_s *= 1 + 1.5 * pow(beyond, 12);
}
/* Of two sizes of input in random order, and of another one from the middle on. */
BEND(sizes_mixed)
{
    if (KIND(task) == 0)
        task->elapsed_s *= suite_uniform() < 0.5 ? 1 : 2;
    if (KIND(task) == 1 && 2 * task->index >= task->tasks)
        task->elapsed_s *= 2;
}
BEND(other_words)
{
    static const char *const words[] = {"ok", "done", "Completed", "success"};
    task->status = words[task->index % 4];
}

#define TABLE_HEADER                                                                               \
    "task,id,attempt,node,submit,start,end,elapsed_s,cpu_time_s,cores,peak_memory_MB,"             \
    "requested_memory_MB,status"
#define STEPS_HEADER                                                                               \
    "stage,id,attempt,node,submit,start,end,elapsed_s,cpu_time_s,cores,peak_memory_MB,"            \
    "requested_memory_MB,status"
#define SACCT_HEADER                                                                               \
    "JobID|JobName|User|State|ExitCode|ElapsedRaw|AllocCPUS|TotalCPU|MaxRSS|ReqMem|Submit|Start|"  \
    "End|NodeList|NNodes|Timelimit"
#define GPUS_HEADER SACCT_HEADER "|AllocTRES|TRESUsageInAve"
#define NEXTFLOW_HEADER                                                                            \
    "task_id\thash\tnative_id\tname\tstatus\texit\tsubmit\tduration\trealtime\t%cpu\tpeak_rss\t"   \
    "memory\tattempt"
#define POOL_HEADER "task,id,worker,start,end,cores,status"
#define CASE(name, pattern, ...) CASE_BY(write, name, pattern, __VA_ARGS__)
#define CASE_BY(write_tasks, name, pattern, ...)                                                   \
    {                                                                                              \
        name, pattern, write_tasks, &(const struct campaign_case)                                  \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
#define TABLE(name, pattern, bend) CASE(name, pattern, write_row, "tasks.csv", TABLE_HEADER, bend)
#define POOL(name, pattern, bend) CASE(name, pattern, write_pool, "tasks.csv", POOL_HEADER, bend)
#define STEPS(name, pattern, bend) CASE(name, pattern, write_row, "tasks.csv", STEPS_HEADER, bend)
#define SACCT(name, pattern, bend) CASE(name, pattern, write_sacct, "sacct.txt", SACCT_HEADER, bend)
#define SACCT_GPUS(name, pattern, bend)                                                            \
    CASE(name, pattern, write_sacct_gpus, "sacct.txt", GPUS_HEADER, bend)
#define NEXTFLOW(name, pattern, bend)                                                              \
    CASE(name, pattern, write_nextflow, "trace.txt", NEXTFLOW_HEADER, bend)

const struct suite_case campaign_cases[] = {
    TABLE("table_node_fails", "failed on node07", node_fails),
    TABLE("table_kind_fails", "sort", kind_fails),
    TABLE("table_node_gets_failing_kind", "tasks of sort [(][0-9]+ %[)] failed",
          node_gets_failing_kind),
    TABLE("table_run_time_grows", "run time of align grows", run_time_grows),
    NEXTFLOW("nextflow_run_time_grows", "run time of align grows", run_time_grows),
    TABLE("table_many_fail", "[0-9]+ of [0-9]+ tasks .*failed", many_fail),
    TABLE("table_slow_node", "node07", node_is_slow),
    TABLE("table_long_tail", "long tail|few tasks ran", one_is_long),
    TABLE("table_retries", "align", retries_cost),
    TABLE("table_idle_cores", "idle", idle_cores),
    TABLE("table_memory_over_request", "used more memory than", over_request),
    TABLE("table_memory_unused", "of the memory", little_of_request),
    TABLE("table_unfinished", "unfinished", some_run_on),
    TABLE("table_unknown_status", "FROBNICATED|status", unknown_words),
    STEPS("steps_slow_node", "node07", node_is_slow),
    STEPS("steps_run_time_grows", "run time of align grows", run_time_grows),
    SACCT("sacct_time_outs", "tim", some_time_out),
    SACCT("sacct_out_of_memory", "memory", out_of_memory),
    SACCT("sacct_node_fails", "failed on node03", nodes_are_lost),
    SACCT("sacct_idle_cores", "idle", idle_cores),
    SACCT("sacct_many_fail", "failed", many_fail),
    SACCT("sacct_queue_waits", "attempts waited in the queue for 9", queued_for_hours),
    SACCT("sacct_preempted", "PREEMPTED", some_preempted),
    SACCT_GPUS("sacct_idle_gpus", "left their GPUs idle", gpus_are_idle),
    NEXTFLOW("nextflow_short_tasks",
             "short [(]median [23][.0-9]* s from start to end[)] and waited 45 s [(]median[)]. "
             "While [0-9]+ waited",
             short_beside_overhead),
    POOL("pool_short_tasks",
         "short [(]median [45][.0-9]* s from start to end[)].* workers were idle for (79|80|81)",
         short_beside_gaps),
    NEXTFLOW("nextflow_kind_fails", "sort", kind_fails),
    NEXTFLOW("nextflow_many_fail", "failed", many_fail),
    NEXTFLOW("nextflow_retries", "align", retries_cost),
    NEXTFLOW("nextflow_killed_at_limit", "align hit its memory limit", killed_at_limit),
    NEXTFLOW("nextflow_aborted", "1 of [0-9]+ tasks .*failed.* more tasks were cancelled",
             run_aborted),

    TABLE("benign_table", NULL, steady),
    CASE_BY(write_at_once, "benign_table_at_once", NULL, write_row, "tasks.csv", TABLE_HEADER,
            wide_spread),
    CASE_BY(write_at_once, "benign_sacct_at_once", NULL, write_sacct, "sacct.txt", SACCT_HEADER,
            wide_spread),
    CASE_BY(write_stages, "benign_table_stages", NULL, write_row, "tasks.csv", TABLE_HEADER,
            steady),
    CASE_BY(write_stages, "benign_nextflow_stages", NULL, write_nextflow, "trace.txt",
            NEXTFLOW_HEADER, steady),
    TABLE("benign_mixed_lengths", NULL, mixed_lengths),
    TABLE("benign_wide_noise", NULL, wide_noise),
    TABLE("benign_node_gets_varied_kind", NULL, node_gets_varied_kind),
    TABLE("benign_sizes_mixed", NULL, sizes_mixed),
    TABLE("benign_other_words", NULL, other_words),
    STEPS("benign_steps", NULL, mixed_lengths),
    SACCT("benign_sacct", NULL, steady),
    SACCT("benign_sacct_queued", NULL, queued_for_minutes),
    SACCT("benign_sacct_cancelled", NULL, one_cancelled),
    SACCT("benign_sacct_requeued", NULL, requeues_itself),
    SACCT_GPUS("benign_sacct_gpus", NULL, cores_beside_gpus),
    NEXTFLOW("benign_nextflow", NULL, steady),
    NEXTFLOW("benign_nextflow_short", NULL, short_one_after_another),
    POOL("benign_pool_short", NULL, short_one_after_another),
    TABLE("benign_table_short", NULL, short_one_after_another),
    NEXTFLOW("benign_nextflow_cached", NULL, some_cached),
};
const size_t campaign_case_count = sizeof campaign_cases / sizeof campaign_cases[0];
