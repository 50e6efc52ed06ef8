/* A part of a campaign: what its tasks come to, as far as it can be put together with other parts.
 *
 * Everything in it is exact or of a bounded error, and the same whatever the order in which inputs
 * and parts were put together: counts, sums without rounding (statistics/exact_sum.h), least and
 * greatest values, and counts of values by bucket (statistics/sketch.h). A part has entries, each
 * of a class (part_classes.def) and of texts, such as a task kind and a step; of entries with the
 * same texts there is one. It names the inputs whose tasks are in it: an input is reduced by
 * itself, so attempts of a task are those within one input.
 *
 * Two inputs are the same when they have the same content, decompressed, and came to the same: by
 * what they are called, where they lie, and how they are compressed, they may differ. */
#ifndef ANALYSIS_CAMPAIGN_PART_H
#define ANALYSIS_CAMPAIGN_PART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/campaign/change_grid.h"
#include "analysis/campaign/task_sample.h"
#include "analysis/statistics/exact_sum.h"
#include "analysis/statistics/key_counts.h"
#include "analysis/tasks/task_outcomes.h"
#include "util/diagnostics.h"
#include "util/error.h"
#include "util/hash_index.h"
#include "util/interner.h"

/* Counts of a group of tasks: behind those of enum task_outcome. */
enum {
    PART_ATTEMPTS = OUTCOMES,
    PART_REPEATED,
    PART_SCRIPTS,
    PART_CACHED,
    PART_UNRECORDED,
    PART_UNTIMED,
    PART_NEVER_STARTED,
    PART_GROUP_COUNTS,
};
/* Its sums; its low is the first start, its highs are the last end and the most memory. */
enum {
    PART_ELAPSED,
    PART_CPU,
    PART_USED,
    PART_ALLOTTED,
    PART_CORE_ALLOTTED,
    PART_CORE_USED,
    PART_HELD_CORE,
    PART_HELD,
    PART_LOST_ELAPSED,
    PART_LOST_CPU,
    PART_GROUP_SUMS,
};
/* Sums of attempts that ended in the same way; their high is the most memory. */
enum { PART_COST_ELAPSED, PART_COST_CPU, PART_COST_ALLOTTED, PART_COST_USED, PART_COST_SUMS };
/* Of what was requested: tasks that used more; sums × the time it was held. */
enum { PART_REQUEST_ABOVE, PART_REQUEST_COUNTS };
enum { PART_REQUESTED, PART_REQUEST_USED, PART_REQUEST_WASTED, PART_REQUEST_SUMS };
/* Attempts that ended at a limit; the low and highs are the least and most that they requested, and
 * the most that they used; the top is of the attempt that used most of what it requested. */
enum {
    PART_LIMIT_ATTEMPTS,
    PART_LIMIT_HITS,
    PART_LIMIT_CANCELLED,
    PART_LIMIT_SEVERAL,
    PART_LIMIT_TIMED,
    PART_LIMIT_COUNTS,
};
/* Core time of all attempts, and of those that ended at the limit. */
enum { PART_LIMIT_CORE, PART_LIMIT_HIT_CORE, PART_LIMIT_SUMS };
enum { PART_LIMIT_RATIO, PART_LIMIT_USED, PART_LIMIT_REQUESTED, PART_LIMIT_TOPS };
/* Attempts that were killed, as in kill_rows.h: the low is the least memory that those requested
 * which were repeated, the highs are the most, and the most of all that were killed. */
enum {
    PART_KILL_ATTEMPTS,
    PART_KILL_REPEATED,
    PART_KILL_LOST,
    PART_KILL_FIRST,
    PART_KILL_FIRST_REPEATED,
    PART_KILL_COUNTS,
};
enum { PART_KILL_ELAPSED, PART_KILL_CORE, PART_KILL_SUMS };
enum { PART_KILL_REQUESTED, PART_KILL_TOO_LITTLE, PART_KILL_HIGHS };

/* Memory per node, as in node_memory_rows.h, of all attempts of a kind: only together with others
 * it shows whether any ran on several nodes. */
enum {
    PART_SPREAD_SEVERAL,  /* records of attempts on several nodes */
    PART_SPREAD_REQUESTS, /* whether the source says what memory was requested */
    PART_SPREAD_SUCCEEDED,
    PART_SPREAD_KNOWN,
    PART_SPREAD_PER_CPU, /* of those that succeeded: with a request per CPU, */
    PART_SPREAD_WHOLE,   /* with a whole number of CPUs per node */
    PART_SPREAD_LOST,
    PART_SPREAD_LOST_KNOWN,
    PART_SPREAD_COUNTS,
};
enum { PART_SPREAD_LEAST_REQUESTED, PART_SPREAD_LEAST_CPUS, PART_SPREAD_LOWS };
enum {
    PART_SPREAD_NODES,
    PART_SPREAD_REQUESTED,
    PART_SPREAD_CPUS,
    PART_SPREAD_LEAST,
    PART_SPREAD_MOST,
    PART_SPREAD_LOST_LEAST,
    PART_SPREAD_LOST_MOST,
    PART_SPREAD_HIGHS,
};

/* Attempts that held GPUs, by what these did (attempt_gpus.h); the high is the most that one held.
 */
enum { PART_GPUS_ATTEMPTS, PART_GPUS_UNCOUNTED, PART_GPUS_COUNTS };
/* GPU time, and of it what was used. */
enum { PART_GPUS_TIME, PART_GPUS_USED, PART_GPUS_SUMS };

/* What tasks needed of a resource: Σ run time, Σ peak × run time; and how many have a peak in each
 * bucket of a sketch, how many ms these took. */
enum { PART_NEED_TIME, PART_NEED_USED, PART_NEED_SUMS };
#define PART_NEED_TASKS "tasks"
#define PART_NEED_MS "ms"

/* Counts of a node: behind those of enum task_outcome; its low and high are the first start and the
 * last end. */
enum {
    PART_NODE_ATTEMPTS = OUTCOMES,
    PART_NODE_FAILED,
    PART_NODE_AT_LIMITS,
    PART_NODE_SHARED,
    PART_NODE_FAILURES,
    PART_NODE_COUNTS,
};
enum {
    PART_NODE_ELAPSED,
    PART_NODE_CPU,
    PART_NODE_LOST_ELAPSED,
    PART_NODE_LOST_CPU,
    PART_NODE_SUMS,
};

/* Attempts on a known node, and those of them that failed otherwise than at a limit or by the
 * scheduler: of each node, where those on several count on each; and of all, where they count once.
 */
enum { PART_TRIAL_ATTEMPTS, PART_TRIAL_FAILURES, PART_TRIAL_COUNTS };

enum part_class {
#define PART_CLASS(id, ...) PART_##id,
#include "analysis/campaign/part_classes.def"
#undef PART_CLASS
    PART_CLASSES,
};

/* Of the moments at which attempts failed on a node, the first are kept. */
enum { PART_FAILURE_MOMENTS = 20 };

enum {
    PART_TEXTS = 4,
    PART_MOST_SUMS = 16,
    PART_MOST_COUNTS = 16,
    PART_MOST_LOWS = 2,
    PART_MOST_HIGHS = PART_SPREAD_HIGHS,
    PART_MOST_TOPS = 3
};

struct part_shape {
    const char *name;
    int texts, counts, sums, lows, highs, values, examples, tops;
};
extern const struct part_shape part_shapes[PART_CLASSES];

struct part_key {
    enum part_class class;
    uint32_t texts[PART_TEXTS]; /* of the part's; 0: missing, and behind those of the class */
};

/* As many of each as its class has. Lows and highs are NaN where there is no value. */
struct part_entry {
    struct part_key key;
    uint64_t *counts;
    struct exact_sum *sums;
    double lows[PART_MOST_LOWS], highs[PART_MOST_HIGHS];
    struct key_counts values;
    double tops[PART_MOST_TOPS]; /* numbers that belong together: of several the greatest by the
                                    first, then the second and so on; NaN is less than any */
    uint32_t example;            /* a text, the least of those that were offered */
};

/* An input whose tasks are in the part. */
struct part_input {
    const char *name, *format; /* name: the path by which it was read, with its place the least */
    const char *checksum;      /* of the file, as the manifest of a report has it */
    const char *content;       /* of its content, decompressed; equal to that of other inputs */
    uint64_t size, records, rejected;
    enum diagnostic_end end;
    uint64_t reduced; /* a hash of what it came to */
    uint64_t place;   /* a hash of its path from the root, without links; 0: not known */
};

/* What inputs have to be reduced by alike. */
struct part_settings {
    double small_memory, medium_memory; /* bytes */
};

/* What records of a source are, as struct records_source says. */
enum {
    PART_SOURCE_QUEUE = 1,
    PART_SOURCE_JOB_IDS = 2,
    PART_SOURCE_LACKS_KINDS = 4,
    PART_SOURCE_SORTS = 8,
};

/* Which counts change over time. */
enum part_change { PART_RUNNING, PART_WAITING, PART_CHANGES };
extern const char *const part_change_names[PART_CHANGES];

struct part {
    struct interner texts;
    struct part_settings settings;
    struct part_entry *entries;
    size_t entry_count, entry_capacity;
    struct hash_index by_key, by_input; /* private */
    struct part_input *inputs;
    size_t input_count, input_capacity;
    struct change_grid changes[PART_CHANGES];
    struct task_sample sample; /* of tasks that have an identity: reducers.h */
    /* Whether some source names steps, times of submission, reasons why tasks wait. */
    bool has_steps, has_submits, has_reasons;
    uint64_t sources; /* which sorts of sources there are: bit n, n a sum of PART_SOURCE_… */
};

void part_init(struct part *part);
void part_release(struct part *part);

/* The number of a text; 0 of NULL. */
uint32_t part_text(struct part *part, const char *text);
/* The same without adding it: 0 of NULL and of a text that is not there. */
uint32_t part_find_text(const struct part *part, const char *text);

/* The entry, added when new. Good until another one is added. */
struct part_entry *part_entry(struct part *part, const struct part_key *key);
/* NULL when it is not there. */
struct part_entry *part_find(const struct part *part, const struct part_key *key);
struct part_entry *part_entry_of(struct part *part, enum part_class class, const char *first,
                                 const char *second, const char *third, const char *fourth);

/* False, and nothing is added, where the same is there. */
bool part_add_input(struct part *part, const struct part_input *input);

/* A hash of what makes inputs the same; not 0. */
uint64_t part_input_hash(const struct part_input *input);
/* The number of the input, once they are in order; HASH_INDEX_NONE: there is none. */
uint32_t part_input_of_hash(const struct part *part, uint64_t hash);

/* Offers an example to an entry. */
void part_offer_example(struct part *part, struct part_entry *entry, const char *text);

/* What the inputs of a part are to those of another one. */
enum part_relation {
    PART_IS_NEW,   /* none of them is there */
    PART_IS_KNOWN, /* all of them are */
    PART_OVERLAPS, /* some of them are, so that the others cannot be had */
};
/* *shared: an input of `more` that `part` has, NULL when there is none. */
enum part_relation part_relation_of(const struct part *part, const struct part *more,
                                    const struct part_input **shared);

/* Offers numbers that belong together to an entry, as many as its class has. */
void part_offer_tops(struct part_entry *entry, const double *tops);

/* Adds all entries and inputs of another part, which is new, and of the same settings. */
void part_add(struct part *part, struct part *more);
/* Of a part that is known: of inputs that are the same the one with the least name is kept,
 * whichever part comes first. */
void part_add_names(struct part *part, const struct part *more);

/* Brings inputs, and entries by class and their texts, into the one order that they have, and sums
 * into their one form. Missing texts come first. */
void part_settle(struct part *part);

/* The entries of a class, once they are in order: neighbours. */
struct part_entries {
    struct part_entry *items;
    size_t count;
};
struct part_entries part_entries_of(const struct part *part, enum part_class class);

#endif
