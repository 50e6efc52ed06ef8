/* What the inputs hold: time series of nodes, records of tasks, and what programs and
 * devices did moment by moment, as the sources wrote them but in base units.
 *
 * Readers fill it; the analysis reads it. Nothing is worked out here: counters are still counters.
 * Nodes and metrics are numbered in order of appearance. A sample that the source did not measure
 * is NaN. All memory is the dataset's own. */
#ifndef TABLE_DATASET_H
#define TABLE_DATASET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "table/activity.h"
#include "table/facts.h"
#include "table/records.h"
#include "util/arena.h"
#include "util/name_index.h"

enum metric_kind {
    METRIC_LEVEL,   /* holds at the moment: %, bytes in use, °C */
    METRIC_RATE,    /* a level per second whose integral means something: B/s, W, F/s */
    METRIC_COUNTER, /* grows; shown as its rate; a fall is a reset */
    METRIC_ENERGY,  /* a counter of joules that wraps at its range; shown as power */
};

static inline bool metric_kind_counts(enum metric_kind kind)
{
    return kind == METRIC_COUNTER || kind == METRIC_ENERGY;
}

enum metric_combine { COMBINE_MEAN, COMBINE_TOTAL };

/* In names of metrics that are called like a known one, and whose values cannot be of it: what
 * they mean is not known. */
#define METRIC_AS_GIVEN " (as given)"

struct metric {
    const char *name;  /* the source's own, a path joined with dots */
    const char *label; /* what people read; NULL until a chart definition gives one */
    const char *unit;  /* base unit of the values; of a counter: of the counter ("B", not "B/s") */
    enum metric_kind kind;
    enum metric_combine combine;
    double counter_range; /* METRIC_ENERGY: the value at which it wraps, NaN when unknown */
    const char *part_of;  /* the metric into which parts of a node (sockets) are added, or NULL */
    const char *scope;    /* "node", or what its rows are ("socket", "core", "gpu") */
};

/* A time for which jobs held a node, with both ends; infinite where it has none. */
struct held_time {
    double start, end;
};

struct node {
    const char *name;
    bool listed;                  /* named by the job's own list of hosts */
    const struct held_time *held; /* ascending, apart; of no other time is any sample of the node */
    size_t held_count;            /* 0: not known */
    const double *held_again;     /* starts of all but the first: no counter's step leads there */
};

/* Moments at which a source sampled one node; shared by its series. */
struct timeline {
    uint32_t node;
    size_t count;
    double *times; /* Unix seconds, in the source's order */
};

struct series {
    uint32_t metric, node;
    const struct timeline *timeline;
    double *values; /* timeline->count of them */
};

/* A statistic that the source published about its own samples: a check on ours. */
struct published_statistic {
    const char *metric;
    const char *node;      /* NULL: over all nodes */
    const char *statistic; /* "min", "avg", "max" */
    double value;          /* in the metric's base unit */
    double step;           /* its last decimal place: how exact it can be; 0 when unknown */
};

/* How fast a node of a subcluster can be; NaN: unknown. */
struct peak_rates {
    const char *cluster, *subcluster;
    const char *nodes;          /* a list of hosts (util/hostlist.h), "" when unknown */
    double flops, scalar_flops; /* F/s, with vector instructions and without */
    double bandwidth;           /* of memory, B/s */
};

struct hardware_fact {
    const char *node, *key, *value;
};

/* What the manager of a queue counted of its tasks and workers, moment by moment. NaN: not counted
 * there; a whole column NULL: not counted at all. */
struct queue_samples {
    const char *path;
    size_t count;
    const double *times; /* Unix seconds, in the source's order */
    const double *running, *waiting, *workers;
    const double *cores; /* of all workers that are there */
    bool every_change;   /* of the workers is there, not samples now and then */
    double end;          /* what is said last holds until then */
};

/* A run of the manager of a queue, as its log tells it: from its start to its end, or to the last
 * line where the log does not have that. Texts NULL, moments NaN: not known. */
struct manager_run {
    const char *path;
    uint64_t pid;                                       /* of the manager's process */
    double start, end;                                  /* Unix seconds */
    bool has_ended;                                     /* the log says so */
    size_t tasks;                                       /* without libraries */
    size_t waiting, running;                            /* of them, at its end */
    size_t libraries, libraries_started, library_exits; /* copies of libraries on workers */
    double first_exit;                                  /* when a library exited first */
    const char *first_exit_host, *most_exits_host;      /* of the workers */
    size_t most_exits;                                  /* on that host */
    size_t next_exits;                                  /* the most on any other host */
};

/* When the series, events and device samples of an input are of. */
struct sampled_input {
    const char *path;
    double first, last;
};

/* A job that node metrics are of. */
struct sampled_job {
    const char *id;   /* NULL: not told */
    const char *path; /* an input that is of it */
    const char **hosts;
    size_t host_count;  /* 0: not told */
    double first, last; /* Unix seconds, NaN when not told */
};

/* An input that was read: how many records were taken from it and how many were rejected meanwhile.
 * Of those taken some may be rejected later, as a start without its stop is. */
struct read_input {
    const char *path;
    double records, rejected;
    bool has_naive_times; /* that name no zone, and nobody said which: they were read as UTC */
};

/* The clocks of jobs and samples, by the work of the nodes. */
struct work_shift {
    double shift_s;     /* by how much times of jobs are later; 0: they are of one clock, or it is
                           not known */
    double first, last; /* of the jobs, by the samples' clock */
};

struct dataset {
    struct arena arena;
    struct facts facts;
    struct sampled_input *sampled;
    size_t sampled_count, sampled_capacity;
    struct read_input *read;
    size_t read_count, read_capacity;
    struct work_shift work_shift; /* once it was looked for, before samples are taken out */
    struct sampled_job *jobs;     /* the first is the dataset's; nothing is kept of the others */
    size_t job_count, job_capacity;
    struct metric *metrics;
    size_t metric_count, metric_capacity;
    struct node *nodes;
    size_t node_count, node_capacity;
    struct timeline **timelines;
    size_t timeline_count, timeline_capacity;
    struct series *series;
    size_t series_count, series_capacity;
    struct published_statistic *published;
    size_t published_count, published_capacity;
    struct hardware_fact *hardware;
    size_t hardware_count, hardware_capacity;
    struct peak_rates *peaks;
    size_t peak_count, peak_capacity;
    const char *subcluster; /* in which the job ran, or NULL */
    bool nodes_are_shared;  /* other jobs ran on its nodes, and may be in what was measured there */
    struct queue_samples *queues;
    size_t queue_count, queue_capacity;
    struct manager_run *manager_runs;
    size_t manager_run_count, manager_run_capacity;
    struct records *records;                    /* of tasks; NULL while there are none */
    struct activity *activity;                  /* NULL while there is none */
    struct name_index metric_names, node_names; /* private */
};

void dataset_init(struct dataset *dataset);
void dataset_release(struct dataset *dataset);

/* The number of the metric or node of that name, added when new: a metric as a level of no unit,
 * combined by its mean, in scope "node"; a node as not listed. */
uint32_t dataset_metric(struct dataset *dataset, const char *name);
uint32_t dataset_node(struct dataset *dataset, const char *name);
/* The number of the metric or node of that name, or NAME_INDEX_NONE. */
uint32_t dataset_find_metric(const struct dataset *dataset, const char *name);
uint32_t dataset_find_node(const struct dataset *dataset, const char *name);

void dataset_add_sampled(struct dataset *dataset, struct sampled_input input); /* copies the path */
void dataset_add_read(struct dataset *dataset, struct read_input input);       /* copies the path */
void dataset_add_job(struct dataset *dataset, struct sampled_job job); /* copies all of it */
/* Takes out nodes, where keep[node] is false, and all that is of them: nodes get new numbers.
 * `keep` has node_count values. */
void dataset_keep_nodes(struct dataset *dataset, const bool *keep);
struct timeline *dataset_add_timeline(struct dataset *dataset, uint32_t node, const double *times,
                                      size_t count);
/* Values shorter than the timeline are padded with missing ones, longer ones cut; says how many
 * were (negative: cut). */
long dataset_add_series(struct dataset *dataset, uint32_t metric, const struct timeline *timeline,
                        const double *values, size_t count);
void dataset_add_published(struct dataset *dataset, struct published_statistic published);
void dataset_add_hardware(struct dataset *dataset, const char *node, const char *key,
                          const char *value);

/* Both copy what they are given. */
void dataset_add_peaks(struct dataset *dataset, struct peak_rates peaks);
void dataset_add_queue(struct dataset *dataset, struct queue_samples samples);
/* Texts are copied. */
void dataset_add_manager_run(struct dataset *dataset, struct manager_run run);

/* The records of tasks, made when there are none yet. */
struct records *dataset_records(struct dataset *dataset);

/* The activity, made when there is none yet. */
struct activity *dataset_activity(struct dataset *dataset);

/* Moves everything from `part` into `dataset`, whose names win; facts fill what is still unknown.
 * `part` keeps its memory, which `dataset` adopts: release only `dataset` afterwards. */
void dataset_merge(struct dataset *dataset, struct dataset *part);

#endif
