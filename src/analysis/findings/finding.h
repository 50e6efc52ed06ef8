/* Findings: the few things about a job that its people should read first.
 *
 * Each file findings_NAME.c looks at the result tables for one kind of trouble and adds what it
 * finds, with a weight, by which they are ordered. Adding one is such a file and a line in
 * findings.def. Sentences hold figures, thresholds, units and times, fit a
 * line or two, and name nothing longer than a person would read. */
#ifndef ANALYSIS_FINDINGS_FINDING_H
#define ANALYSIS_FINDINGS_FINDING_H

#include <stdbool.h>

#include "analysis/analysis.h"
#include "analysis/job_time.h"
#include "table/function_names.h"
#include "table/kind_names.h"
#include "table/rows.h"
#include "util/name_index.h"

struct finding {
    const char *id; /* "nodes.disk-full": of its rule, or given beside the others */
    double weight;
    double cost;       /* share of the time of the campaign that is lost; 0: not known */
    const char *level; /* "good", "note", "warn", "bad" */
    const char
        *section; /* the metric it is about, "data", or the section of tasks: "tasks-memory" */
    const char *text;
    const char *subject; /* the node, GPU, task kind … that the text names; "" or NULL: none */
    double value;        /* that passed the threshold, both in the unit */
    const char *unit;
    double threshold;
    bool explains_low_load; /* the trouble keeps cores idle, or more tasks would add to it */
    const char *advice;     /* one short clause, or "" */
    unsigned clue;          /* to how the job ended, of the enum; 0: none */
    const char *clue_about; /* what the clue is about: "memory of node7" */
};

/* What may be why a job ended as it did. */
enum finding_clue { FINDING_CLUE_MEMORY = 1, FINDING_CLUE_NODE = 2, FINDING_CLUE_HANG = 4 };

struct silences;
struct equipment;

struct findings {
    const struct analysis_request *request;
    const struct tables *tables;
    struct arena *arena;
    struct job_time time;
    struct job_time shown; /* the same with the time of the tasks: moments within one day of it have
                              no date */
    struct name_index kinds;     /* task kinds, missing ones as "", */
    const size_t *kind_rows;     /* their rows in the table tasks, */
    const bool *kinds_hold_gpus; /* and whether GPUs were allotted to them */
    struct kind_names kind_names;
    struct function_names function_names;
    struct finding *items;
    size_t count, capacity;
    const struct silences *silences;   /* nodes whose samples stop: silences.h */
    const struct equipment *equipment; /* the cores of the nodes: finding_hardware.c */
    size_t endings;                    /* of the items: how the job itself ended */
};

void finding_add(struct findings *findings, struct finding finding);
/* The heaviest finding so far that has one of the clues to how the job ended; NULL: none. */
const struct finding *finding_find_clue(const struct findings *findings, unsigned clues);
/* Whether one that was added says why few cores were busy: fewer cores, or more tasks on them,
 * would be the wrong advice then. */
bool finding_explains_low_load(const struct findings *findings);
/* Whether tasks of the kind are interactive sessions. */
bool finding_is_session(const struct findings *findings, const char *kind);
/* Whether some kinds are sessions and others are not. */
bool finding_mixes_sessions(const struct findings *findings);
/* Of all kinds that are sessions, or of all others. */
struct task_totals finding_totals_of(const struct findings *findings, bool of_sessions);
/* Of a table with a row a kind (`quantity`: only those of it) and one of all, "*": what all but
 * sessions have of a column; of all where all are sessions. */
double finding_without_sessions(const struct findings *findings, const struct table *table,
                                const char *quantity, const char *column);
/* Of what does not add up, such as quantiles: the row of all, but `kind`, a row, where sessions are
 * among them. */
size_t finding_row_to_judge(const struct findings *findings, const struct requested_rows *table,
                            const char *quantity, size_t kind);
/* The kind with most of a column, sessions only where there is no other; table->rows: none. */
size_t finding_most_but_sessions(const struct findings *findings, const struct table *table,
                                 const char *quantity, const char *column);

#define FINDINGS(name) void findings_of_##name(struct findings *findings);
#include "analysis/findings/findings.def"
#undef FINDINGS
/* Of nodes, when there is no other, or only how the job ended: then it is no good news. */
void findings_of_nothing(struct findings *findings);
void findings_of_no_task(struct findings *findings); /* of tasks, when there is no other */

void findings_of_unrecorded(struct findings *findings); /* of tasks, when there are others */

/* Tasks of which no source says how they ended: they count as succeeded. */
double finding_unrecorded(const struct findings *findings);

/* Whether what nodes, or GPUs, measured is of the jobs alone: of a section with such samples. */
bool finding_is_of_jobs(const struct findings *findings, const char *section);

/* Whether the clock of a node, a row of the table, is far from that of most nodes. */
bool finding_clock_is_off(const struct nodes_rows *nodes, size_t row);

/* Whether the rest of some input is lost: what is missing may be there. */
bool finding_input_ends_early(const struct findings *findings);

/* Whether inputs are of times far apart: what is said of the time between them means nothing. */
bool finding_times_are_apart(const struct findings *findings);

/* Of the time, for which all GPUs were idle at once; 0 where that is too little to be reported. */
double finding_gpu_rest_share(const struct findings *findings);
/* Seconds of the interval for which it is reported that all GPUs were idle. */
double finding_gpu_rests_within(const struct findings *findings, double start, double end);
/* Seconds of the pauses for which it is reported that processors and GPUs waited together. */
double finding_gpu_waiting_s(const struct findings *findings);
/* Mean utilisation of all GPUs that were used; NaN: not known. */
double finding_gpu_mean(const struct findings *findings);
/* Whether work of the job is done on GPUs. */
bool finding_gpus_work(const struct findings *findings);
/* "16.0 of 64 cores per node were busy (25 %)", on average; "" where it is not known. */
const char *finding_busy_cores(const struct findings *findings);
/* "64 cores": what so many busy processors are of. Where more are busy than there are physical
 * cores, or these are not known (NaN), "128 hardware threads". */
const char *finding_processors(const struct findings *findings, double busy, double processors,
                               double physical_cores, bool are_estimated);

/* The share of the run in idle phases; from so much on it is all of it. */
#define FINDING_WHOLE_RUN 0.95
double finding_idle_share(const struct findings *findings);

/* Whether the node or GPU is among those that stopped to work long before the others. */
bool finding_reports_stop(const struct findings *findings, const char *node);
/* Whether waits bound the run, so that faster tasks would not make it shorter. */
bool finding_reports_waits(const struct findings *findings);
/* Whether it is among those that work on, but whose load fell for good long before the others'. */
bool finding_reports_lasting_fall(const struct findings *findings, const char *node);
/* Whether the node is among those that do little beside others that work. */
bool finding_reports_little_work(const struct findings *findings, const char *node);

/* Whether it is reported that memory grew steadily on the node, by which the metric of its memory
 * differs from the others'. */
/* What is said of growth of memory where it is no finding. */
const char *finding_small_growth(const struct findings *findings);
bool finding_reports_growth(const struct findings *findings, const char *node, const char *metric);
/* Whether it is reported that memory of nodes, that no other jobs share, grew or was nearly full.
 */
bool finding_reports_node_memory(const struct findings *findings);

/* Whether it is reported that the GPU was throttled. */
bool finding_reports_throttling(const struct findings *findings, const char *gpu);

/* Whether it is reported that most nodes were idle while a few worked. */
bool finding_reports_few_at_work(const struct findings *findings);
/* Whether a node whose mean is `ratio` of the median node's is like the others outside of that. */
bool finding_few_at_work_explains(const struct findings *findings, const char *metric,
                                  const char *node, double ratio);

/* Of all nodes, once for all findings, in their arena. */
const struct equipment *finding_find_equipment(const struct findings *findings);
/* Whether the node differs from most as it has more or fewer cores, of which as many are busy. */
bool finding_hardware_explains_node(const struct findings *findings, const char *node);
/* Whether the metric varies with the cores of the nodes alone, all of them being as busy. */
bool finding_hardware_explains_spread(const struct findings *findings, const char *metric);

/* Of a table whose rows are stretches of time with start, end and duration_s; NULL: of none. */
struct phase_sums {
    double total_s;
    size_t longest; /* row */
};
struct phase_sums finding_sum_phases(const struct table *phases);
/* How much of the time from start to end is in one of them, in seconds. */
double finding_phase_within(const struct table *phases, size_t row, double start, double end);
/* In all of them; 0 of none. */
double finding_phases_within(const struct table *phases, double start, double end);
/* How much of the time from start to end the nodes waited for I/O amid the run, in seconds. */
double finding_waiting_within(const struct findings *findings, double start, double end);
/* How much of it any node swapped, where that is reported, in seconds. */
double finding_swapping_within(const struct findings *findings, double start, double end);
/* The same of one node whose load is lower meanwhile, which is reported with it. */
double finding_slow_swapping_within(const struct findings *findings, const char *node, double start,
                                    double end);
/* How long the node swapped, where that is reported; 0: it did not. */
double finding_node_swapping_s(const struct findings *findings, const char *node);
/* "from 10:50 to 11:12 (22 min, 25 % of the run)", or how many phases and when the longest was. */
const char *finding_phases_span(const struct findings *findings, const struct table *phases,
                                const struct phase_sums *sums);
/* The same of `count` stretches of which the longest is from `start` to `end`: "in 8 intervals (2
 * h, 50 % of the run; the longest from 10:50 to 11:05)". */
const char *finding_intervals(const struct findings *findings, size_t count, double start,
                              double end, double total_s);
/* The names in a column of texts; "" of none. */
const char *finding_names(const struct table *table, const char *column, size_t row);

/* The first name of such a list; NULL: none is left. The list goes on behind it. */
const char *finding_next_name(const struct findings *findings, const char **names);
/* "floating-point rate and memory bandwidth" of "flops_any; mem_bw". */
const char *finding_labels(const struct findings *findings, const char *names);

/* Parts of sentences, in the findings' arena. */
const char *finding_label(const struct findings *findings, const char *metric); /* "memory used" */
/* Of the thing that has it: "GPU power" of a GPU is its "power". */
const char *finding_own_label(const struct findings *findings, const char *metric);
/* Of a kind of task as it is called everywhere in a report. */
const char *finding_kind_name(const struct findings *findings, const char *kind);
const char *finding_name(const struct findings *findings, const char *name);
const char *finding_path(const struct findings *findings, const char *path);
const char *finding_quantity(const struct findings *findings, double value, const char *unit);
/* Of bytes or seconds that are needed: what to request, rounded up. */
const char *finding_request(const struct findings *findings, double needed, const char *unit);
/* What was requested, to be requested again: exact. */
const char *finding_requested(const struct findings *findings, double amount, const char *unit);
/* finding_quantity of a metric; of a load in % of a core "21.5 of 32 cores busy", where all nodes
 * have as many ("21.5 of 32" for a value that is not the first of its sentence). */
const char *finding_value(const struct findings *findings, const char *metric, double value,
                          const char *unit, bool is_first);
/* Of the load of a node: "21.5 cores" of one in % of a core. */
const char *finding_load(const struct findings *findings, const char *metric, double load);
const char *finding_share(const struct findings *findings, double ratio); /* "61 %", "3.2 times" */
const char *finding_hundredths(const struct findings *findings, double number); /* "1.25" */
const char *finding_percent(const struct findings *findings, double share);     /* "0.4 %" */
const char *finding_moment(const struct findings *findings, double instant);
const char *finding_span(const struct findings *findings, double from, double to);
const char *finding_list(const struct findings *findings, const char *const *items, size_t count);
/* The word that agrees with a count: its first form where that is 1. */
const char *finding_plural(double count, const char *one, const char *many);
const char *finding_capital(const struct findings *findings, const char *text);

/* Of the metric's row in job_metrics; NaN when there is none. */
double finding_number(const struct findings *findings, const char *metric, const char *column);
const char *finding_unit(const struct findings *findings, const char *metric);
/* Is it a measure of how much a node works (not of files, packets, threads)? */
bool finding_is_work(const char *metric);
/* Does it measure the load of the nodes, for which another metric stands? */
bool finding_is_same_load(const struct findings *findings, const char *metric);
/* Is it of whole nodes or GPUs, sampled often enough, and of a size to matter beside the metrics of
 * its unit? */
bool finding_matters(const struct findings *findings, const char *metric);
/* What a difference of a metric between nodes or GPUs is worth: of percentages of a whole, points
 * below which nobody acts on it, however large the ratio. */
enum difference { DIFFERENCE_NONE, DIFFERENCE_SMALL, DIFFERENCE_LARGE };
enum difference finding_difference(const struct findings *findings, const char *metric, double one,
                                   double other);
const char *finding_thing(const char *metric); /* what has it: "node" or "GPU" */

/* Of a row of the tables stops and memory_growth: the name of its node or GPU, and the section that
 * shows its metric. Samples of devices are of GPUs that are no nodes of the report. */
const char *finding_worker_of(const struct findings *findings, const char *metric,
                              const char *node);
const char *finding_worker(const struct findings *findings, const struct table *table, size_t row);
const char *finding_worker_section(const struct findings *findings, const struct table *table,
                                   size_t row);
/* "GPU 1 of node7": of a row of a table with the columns host, serial and uuid. */
const char *finding_gpu(const struct findings *findings, const struct table *uses, size_t row);
/* Where the report shows the metric. */
const char *finding_metric_section(const struct findings *findings, const char *metric);
/* What samples of devices hold, "gpu.power"; NULL: another metric, or one of nodes. */
const struct device_metric_row *finding_device_metric(const struct findings *findings,
                                                      const char *metric);
/* As tables of all GPUs name it: of a row of such a table. */
const char *finding_device_name(const struct table *devices, size_t row);
/* Whether the same GPUs were sampled as nodes of the report, for which all is found as well. */
bool finding_devices_are_nodes(const struct findings *findings, const struct device_use_rows *uses);
/* From this share of its time on a GPU is reported as throttled. */
double finding_least_throttling(const struct findings *findings);
/* Whether it is reported that the GPU of such samples got hot, and drew little power. */
bool finding_reports_heat(const struct findings *findings, const char *gpu);
/* The row of device_use of such a GPU; its row count when it is none. */
size_t finding_device_row(const struct table *uses, const struct table *table, size_t row);

#endif
