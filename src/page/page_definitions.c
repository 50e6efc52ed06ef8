#include "page/pages.h"
#include "util/quantity.h"

/* What holds for every report; thresholds are those of the analysis. */
static const struct fact definitions[] = {
    {"Sample", "A value that a source measured on one node at one moment. A sample that is not "
               "there is missing: it is never taken as 0, is part of no statistic, and is "
               "counted."},
    {"Coverage", "Samples present ÷ samples due. Due is one sample of each metric a sampling "
                 "interval from the node's first moment to the end of the job."},
    {"Mean, min, max", "Of all samples present."},
    {"Quantile", "pNN is the value below which NN % of the samples lie; the median is p50. Between "
                 "two ordered samples it is interpolated linearly at h = (n − 1) p, the rule of "
                 "numpy and R (type 7). Exact, of all samples."},
    {"Standard deviation", "Of the sample, with n − 1; none for a single value."},
    {"Mean/node, max/node", "The mean over the nodes of each node's mean; the highest value that "
                            "any node reached."},
    {"p95/node", "The mean over the nodes, moment by moment, is below this for 95 % of the time."},
    {"Rate", "A counter is shown as its rate: the step between two samples of a node ÷ the time "
             "between them. Where a counter falls it was reset: the rate there is missing, never "
             "negative."},
    {"Power", "The rate of an energy counter. Where the counter wraps and its range is known the "
              "step is mended; else it is missing."},
    {"All nodes combined", "Nodes are brought to a common grid of one sampling interval. A metric "
                           "that adds up is the mean of the nodes present × the number of its "
                           "nodes, so that an absent node does not count as 0; other metrics are "
                           "the mean of the nodes present. Where fewer than half of the nodes are "
                           "present nothing is shown."},
    {"Band", "At each moment, over the nodes: the line is the median node, the inner band spans p5 "
             "to p95, the outer one the lowest to the highest node."},
    {"Balance", "The standard deviation of the nodes' means ÷ their mean. 0 % means that all nodes "
                "did alike."},
    {"Distance", "How far a node's mean lies from the median node's, in median absolute "
                 "deviations × 1.4826, which estimates a standard deviation without being moved by "
                 "the outstanding nodes themselves. A node stands out when both this distance and "
                 "its difference in per cent are large; each finding names its threshold."},
    {"Share of time", "The part of its samples in which an outstanding node lay beyond the "
                      "threshold."},
    {"Total", "The sum of a counter's steps, or the integral of a rate over time by trapezoids; "
              "gaps longer than three sampling intervals are left out."},
    {"Energy", "The total of power over time. The covered share says for how much of the job's "
               "time power was known; nothing is added for the rest."},
    {"Idle phase", "A stretch of time in which the load of every node stays under the threshold "
                   "that the finding names."},
    {"Units", "GiB, MiB and KiB are powers of 1,024; GB, MB and kB are powers of 1,000. All else "
              "uses powers of 1,000."},
};

/* Of reports on tasks. */
static const struct fact task_definitions[] = {
    {"Task", "Its last attempt decides: it ended well, or it failed. A cached result counts as one "
             "that ended well; an exit code other than 0 is a failure, whatever the manager calls "
             "it. Attempts count every try."},
    {"Elapsed, CPU hours", "Added up over the tasks that ended well. What other attempts took is "
                           "lost, and told apart."},
    {"CPU efficiency",
     "CPU time ÷ (elapsed time × cores allotted). Values over 100 % are kept. Where a source tells "
     "no cores a task had one; one that then used over 110 % had more, and its efficiency is not "
     "known. Of many tasks it is told where those with a known one have half of the CPU time."},
    {"First allocation",
     "Every task is first given the memory of a rule; one that needs more is lost at its end and "
     "tried again with the highest need of its kind. Throughput is what a worker that is kept "
     "full gets done, against giving each task the highest. The rules are those of Work Queue; "
     "its max_throughput counts on small tasks side by side and is a good choice only where needs "
     "differ little."},
    {"Lost", "An attempt that failed or whose worker went away, and the time that it took. One "
             "that had not ended when the records were written is open: neither kept nor lost."},
    {"Outlier", "A task whose peak memory is below p5 or above p95 of its kind, where the kind's "
                "interquartile range is above 0.5 GB (--outlier-iqr). A column tells "
                "outliers apart when their median there is outside the middle half of the others "
                "and 1.25 times as large or as small, or when a fifth of them, three at least, "
                "have a value that is half as frequent among the others."},
    {"Lane", "A place on a node or worker in which one task runs at a time: each takes the first "
             "that is free. Where places are many a lane is a whole worker, or neighbouring ones."},
    {"What stands out of tasks",
     "Lost: 5 % of elapsed time; failed or open: 1 % of tasks; retries: 5 % of attempts; a host: "
     "three failures, three times the others' share and 3 standard deviations beyond chance; idle "
     "cores: 10 % of core time in kinds under 60 % efficiency; memory: under half of what was "
     "asked for used and 1 GB h held for nothing, or any task above it; time: 95 % of tasks under "
     "a quarter of it; a long end: 20 % of the time at under 30 % of the most tasks; waiting: 10 % "
     "of the time beside a tenth of the workers without a task."},
    {"Peak memory", "The largest resident set of a task's processes."},
    {"Histogram",
     "40 equal bins from the lowest to the highest value, the last one closed; one bin "
     "when all values are equal."},
    {"Hull", "The smallest convex shape, on the logarithmic axes that are drawn, around all tasks "
             "of a kind."},
};

/* Of reports on GPUs; thresholds are those of the analysis. */
static const struct fact gpu_definitions[] = {
    {"GPU at work", "A sample of a GPU whose utilisation is at least 50 %."},
    {"Slowed", "Of a GPU at work: its driver says that it was below the clock asked for during at "
               "least a tenth of the time since the sample before (NVML's violation time, whatever "
               "the reason), or its clock is below 90 % of what it reaches under load, the 95th "
               "percentile of its own clock at work. A sample stands for the time since the one "
               "before, at most three intervals. A GPU that is slow all the time is seen by its "
               "driver only."},
    {"Memory errors of a GPU", "The device counts them since it is new. What the count grew by "
                               "during the job is the job's; where it falls it was set back. "
                               "Errors of one bit are corrected, those of two bits are not."},
};

static const struct fact box_definition[] = {
    {"Box plot", "The box spans the first to the third quartile, with a stroke at the median; "
                 "whiskers reach to the farthest value, at most 1.5 times the box beyond it."},
};

/* Of reports on events of tasks and on devices. */
static const struct fact device_definitions[] = {
    {"Event", "From a START to the STOP of the same host, event, job and task. An event encloses "
              "others where at least half of its time lies in other events of the same task, in at "
              "least half of its occurrences: it has no share, for its time would count twice."},
    {"Run time of a task", "The time in which any of its events was on."},
    {"What a device measured in an event", "The mean of the samples of its host from the event's "
                                           "start to its stop, both included. An event too short "
                                           "to hold a sample has none."},
    {"Tasks of a device",
     "A task belongs to the one device that was sampled on its host meanwhile, "
     "or else last before; where there are several, to none of them but to "
     "the host."},
    {"Beside the others", "A device is hotter or cooler, draws more or less, where its mean lies "
                          "outside the middle half of all devices."},
    {"Halves", "The events that take most time, in those up to the median of what was measured and "
               "those above."},
    {"Rank correlation", "Spearman's: the correlation of the ranks, equal values sharing one. The "
                         "interval is by Fisher's transformation with the standard error "
                         "√((1 + ρ² ÷ 2) ÷ (n − 3)) of Bonett and Wright (2000)."},
};

/* Of reports on counters of processors. */
static const struct fact counter_definitions[] = {
    {"Ratio of counters", "Instructions per cycle, shares of misses and of vectorised operations "
                          "are worked out sample by sample on each node. Of all nodes together "
                          "they are the sum of what is counted ÷ the sum of what it is counted in, "
                          "not the mean of the nodes' ratios. Where the divisor is 0 there is no "
                          "ratio: counters that were not measured are written as 0."},
    {"Vectorised operations", "Floating-point instructions that work on several values at once ÷ "
                              "all floating-point instructions."},
    {"Floating-point rate", "Operations of single and of double precision, each counted once, from "
                            "the rates that the source derives. Where a source gives only "
                            "flops_any, double ones are counted twice there."},
};

static const struct fact roofline_definitions[] = {
    {"Roofline", "Operations a byte of memory traffic (to the right) and operations a second "
                 "(upwards), both of one node, over stretches of time; a stretch counts the "
                 "samples that have both. The mean node has the means over the nodes, so that its "
                 "ratio is that of their sums. A node can do no more than the smaller of its peak "
                 "rate and its memory bandwidth × operations a byte."},
    {"Share of what is possible", "At each moment of the mean node, its rate ÷ that smaller one; "
                                  "the finding tells the median over moments in which it does "
                                  "operations or moves data at 10 % of its highest rate or more."},
};

static bool has_metric(const struct page_request *request, const char *metric)
{
    const struct table *table = tables_find(request->tables, "job_metrics");
    return table && table_find_row(table, 0, "metric", metric, NULL, NULL) < table->rows;
}

/* Of reports on traces. */
static const struct fact trace_definitions[] = {
    {"Worker, function, task", "A worker is what the trace calls one: a Dask worker, a thread, a "
                               "card. A function is what runs under one name, a task one run of "
                               "it on some data."},
    {"Time, share",
     "Durations added up. The share of a function on a worker is of the durations of all tasks of "
     "that worker. Of runs inside each other each counts with its whole duration."},
    {"Busy, idle",
     "A worker is busy while anything runs on it, however many runs there are side by side. It is "
     "idle for the rest of the time from the first start to the last end of any worker."},
    {"Data size, throughput",
     "What goes into a task is the size of the results of the tasks that it needs, each once; "
     "missing when one of them is not known. Throughput is the mean over tasks of this size ÷ "
     "duration; a task of no duration has none. MB are 1,000,000 bytes."},
    {"Card in a function", "A sample of a host's card belongs to every run on that host from whose "
                           "start to whose end, both included, it was taken. A function's mean is "
                           "over the samples of all its runs; without a sample it is missing."},
    {"Tasks in memory",
     "What a worker last told holds until it tells again; before it first tells it is missing. A "
     "row a second, or several seconds where there would be over 100,000 rows. Imbalance is the "
     "fullest worker over the mean of all, less 1."},
    {"Start and stop", "Ends of a span that stand apart are paired. By host, name, job and task a "
                       "stop closes what was opened last before it; of spans that nest, what was "
                       "opened last on the same lane. What has no other side is set aside and "
                       "listed with the rejected records."},
    {"Clocks", "Clocks of hosts are brought to Unix time by the median of the offsets that the "
               "traces tell. A clock without any is moved so that its first moment is the first "
               "of all."},
    {"trace-compat",
     "With {\"trace-compat\": true} in the file given by --config, or --trace-compat, tables are "
     "counted as the profiler's own analyser does: a sample belongs to the first run, on any host, "
     "in whose window it falls, which begins where the run ends; functions without samples have 0; "
     "names are cut from keys, which parts plain ones wrongly; an input of unknown size is 0; "
     "seconds in which no worker tells anything are left out, and a worker that tells nothing in a "
     "second has 0; clocks stay as written."},
};

static void add_list(struct document *document, struct section *section, const struct fact *facts,
                     size_t count)
{
    struct block *block = section_add_block(document, section, BLOCK_DEFINITIONS);
    block->facts = facts;
    block->count = count;
}

/* Limits that a report may have been made with stand in its tables. */
static void add_limits(const struct page_request *request, struct document *document,
                       struct section *section)
{
    const struct table *classes = tables_find(request->tables, "memory_classes");
    const struct table *kinds = tables_find(request->tables, "outlier_kinds");
    struct arena *arena = document->arena;
    struct fact *facts = arena_alloc_array(arena, 2, sizeof *facts);
    size_t count = 0;
    if (classes && classes->rows >= 2) {
        const double *high = table_numbers(classes, "high_GB");
        char small[32], medium[32];
        quantity_format_number(high[0], 6, small, sizeof small);
        quantity_format_number(high[1], 6, medium, sizeof medium);
        facts[count++] = (struct fact){
            "Memory class",
            arena_format(arena,
                         "By peak memory: small up to %s GB, medium up to %s GB, large above.",
                         small, medium)};
    }
    if (kinds && kinds->rows) {
        char iqr[32];
        quantity_format_number(table_numbers(kinds, "threshold")[0] / 1e9, 6, iqr, sizeof iqr);
        facts[count++] = (struct fact){
            "Outlier", arena_format(arena,
                                    "A task whose peak memory is below p5 or above p95 of its "
                                    "kind. Told of kinds whose interquartile range is over %s GB.",
                                    iqr)};
    }
    if (count)
        add_list(document, section, facts, count);
}

static void add_definitions(const struct page_request *request, struct document *document)
{
    struct section *section =
        document_add_section(document, "definitions", "Definitions", "data", false);
    add_list(document, section, definitions, sizeof definitions / sizeof definitions[0]);
    if (tables_find(request->tables, "gpus"))
        add_list(document, section, gpu_definitions,
                 sizeof gpu_definitions / sizeof gpu_definitions[0]);
    if (has_metric(request, "ipc") || has_metric(request, "flops"))
        add_list(document, section, counter_definitions,
                 sizeof counter_definitions / sizeof counter_definitions[0]);
    if (tables_find(request->tables, "roofline"))
        add_list(document, section, roofline_definitions,
                 sizeof roofline_definitions / sizeof roofline_definitions[0]);
    if (tables_find(request->tables, "event_time") ||
        tables_find(request->tables, "device_metrics"))
        add_list(document, section, device_definitions,
                 sizeof device_definitions / sizeof device_definitions[0]);
    if (tables_find(request->tables, "event_devices") || tables_find(request->tables, "boxplots"))
        add_list(document, section, box_definition, 1);
    if (tables_find(request->tables, "trace"))
        add_list(document, section, trace_definitions,
                 sizeof trace_definitions / sizeof trace_definitions[0]);
    if (!tables_find(request->tables, "tasks"))
        return;
    add_list(document, section, task_definitions,
             sizeof task_definitions / sizeof task_definitions[0]);
    add_limits(request, document, section);
}

const struct page page_definitions = {"definitions", add_definitions};
