/* accounting: whether the CPU time and memory that a batch system counted for jobs are what their
 * nodes used meanwhile. Processes that it did not start, as those of ssh, are in no step of it.
 *
 * Compared are jobs that ended and were alone on all of their nodes, each of which has samples of
 * its load. What others may have used beside them, on cores that the job did not hold, is never
 * held against the accounting. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/allocations.h"
#include "analysis/analysis.h"
#include "analysis/node_names.h"
#include "analysis/nodes/capacity.h"
#include "analysis/nodes/node_load.h"
#include "analysis/nodes/signal_statistic.h"
#include "analysis/tasks/node_memory.h"
#include "analysis/tasks/task_rules.h"
#include "analysis/time_match.h"
#include "table/accounting.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

static const double MUCH = 0.25;       /* of what the job held: cannot be the same, */
static const double MISSED = 0.1;      /* nor be what others than the job do */
static const double COVERED = 0.9;     /* of the job's time: all of it */
static const double NEARLY_ALL = 0.87; /* of a node's cores: as of shared nodes */
static const double MOST_MEMORY = 0.5; /* of a node's, requested: hardly for a part of it */
static const double BRIEF_S = 60;      /* others on the nodes, at the ends of the job */
enum { LEAST_SAMPLES = 10 };

/* What the nodes of a record used; sums over those that were compared. */
struct use {
    size_t nodes;
    double cpu_s;           /* of the time with samples */
    double beyond_others_s; /* of that, what others cannot have used, on cores that the job held */
    double most_s; /* where all of its time has samples and the cores are known; else NaN */
    double memory_B, all_memory_B;
    bool may_be_part; /* of a node whose cores are not known */
};

struct search {
    const struct analysis_request *request;
    struct allocations allocations;
    const struct node_load *load;
    const struct signal_metric *memory[2]; /* bytes, % of the node's; NULL: none */
    double *cores;                         /* per node that each record held; NaN: not compared */
    struct use *uses;                      /* of each record */
};

/* ---- what a node used while a job held it ---- */

struct mean {
    double value, covered_s;
};

static struct mean mean_within(const struct signal *signal, struct held_time time)
{
    struct signal_mean mean = signal_mean_between(signal, time.start, time.end);
    if (mean.count < LEAST_SAMPLES)
        return (struct mean){NUMBER_MISSING, 0};
    return (struct mean){mean.mean,
                         fmin((double)mean.count * signal->interval_s, time.end - time.start)};
}

static struct mean mean_of(const struct search *search, const struct signal_metric *metric,
                           uint32_t node, struct held_time time)
{
    return metric ? mean_within(signals_of_node(search->request->signals, metric, node, node), time)
                  : (struct mean){NUMBER_MISSING, 0};
}

/* Cores of the node that the job did not hold: half of its hardware threads may be all cores. */
static double cores_of_others(const struct capacity *capacity, double held)
{
    double all = fmin(capacity->cores, capacity_cores(capacity));
    return held < NEARLY_ALL * all ? all - held : 0;
}

/* False where it is not known, as of a GPU. */
static bool add_cpu(struct search *search, struct use *use, uint32_t node, double held,
                    struct held_time time)
{
    const struct signals *signals = search->request->signals;
    const struct node_load *load = search->load;
    const struct capacity *capacity = &capacities_of(search->request)[node];
    struct mean mean = mean_of(search, node_load_metric(signals, load), node, time);
    if (load->kernel)
        mean.value +=
            fmax(mean_of(search, node_load_present(signals, load->kernel), node, time).value, 0);
    bool is_known = !isnan(capacity->cores);
    double cores = is_known ? capacity->cores : held;
    double busy = cores * node_load_share(load, mean.value, cores);
    if (isnan(busy))
        return false;
    use->nodes++;
    use->cpu_s += busy * mean.covered_s;
    use->beyond_others_s +=
        fmax(busy - (is_known ? cores_of_others(capacity, held) : 0), 0) * mean.covered_s;
    use->most_s +=
        (is_known || load->per_core > 0) && mean.covered_s >= COVERED * (time.end - time.start)
            ? busy * (time.end - time.start)
            : NUMBER_MISSING;
    use->may_be_part |= !is_known;
    return true;
}

static void add_memory(struct search *search, struct use *use, uint32_t node, struct held_time time)
{
    double all_B = capacities_of(search->request)[node].memory_B;
    double used_B = mean_of(search, search->memory[0], node, time).value;
    if (isnan(used_B))
        used_B = mean_of(search, search->memory[1], node, time).value / 100 * all_B;
    use->memory_B += used_B;
    use->all_memory_B += all_B;
}

/* ---- jobs that were alone ---- */

/* Of the parts of a node, in the order of their starts; tasks of the job are in it. */
static bool is_alone(struct held_parts parts, size_t place, double latest)
{
    struct held_time time = parts.items[place].time;
    size_t next = place + 1;
    while (next < parts.count && !parts.items[next].is_job)
        next++;
    return latest - time.start <= BRIEF_S &&
           (next == parts.count || time.end - parts.items[next].time.start <= BRIEF_S);
}

static void add_node(struct search *search, uint32_t node, struct held_parts parts)
{
    double latest = -INFINITY; /* end of those before */
    for (size_t i = 0; i < parts.count; i++) {
        const struct held_part *part = &parts.items[i];
        if (!part->is_job)
            continue;
        double cores = part->is_recorded ? search->cores[part->record] : NUMBER_MISSING;
        if (!isnan(cores) && isfinite(part->time.end) && is_alone(parts, i, latest) &&
            add_cpu(search, &search->uses[part->record], node, cores, part->time))
            add_memory(search, &search->uses[part->record], node, part->time);
        latest = fmax(latest, part->time.end);
    }
}

static void add_nodes(struct search *search, const struct tables *tables)
{
    const struct dataset *dataset = search->request->dataset;
    const struct shared_nodes_rows shared = shared_nodes_rows(tables);
    for (size_t i = 0; i < dataset->node_count; i++) {
        uint32_t host = node_names_find(&search->allocations.hosts, dataset->nodes[i].name);
        bool is_shared = shared.rows && rows_find(shared.rows, 0, shared.node,
                                                  dataset->nodes[i].name, NULL, NULL) < shared.rows;
        if (host && !is_shared)
            add_node(search, (uint32_t)i, search->allocations.parts[host]);
    }
}

/* ---- jobs ---- */

struct job {
    double nodes, cores, cpu_s, elapsed_s, memory_B; /* as counted */
    double node_cpu_s, node_memory_B;
    bool misses_cpu, misses_memory, exceeds_cpu;
};

/* Where a node may have more cores than the job held, others may work on them; not on several nodes
 * at once, nor where there is no memory left for them. */
static bool is_of_others(const struct use *use, double nodes, double requested_B)
{
    return use->may_be_part && nodes < 2 && !(requested_B >= MOST_MEMORY * use->all_memory_B);
}

/* From how many times of what was counted on the nodes' use says that some is missing (where the
 * ranks of one of two nodes are, it is twice); and either way what cannot be the same. */
struct far_off {
    double misses_cpu, misses_memory, exceeds_cpu;
};

static struct far_off far_off_of(const struct rules *rules)
{
    return (struct far_off){rules_number(rules, "accounting.cpu-time-missed", "warn"),
                            rules_number(rules, "accounting.memory-missed", "note"),
                            rules_number(rules, "accounting.does-not-fit-samples", "warn")};
}

static struct job compare(const struct use *use, const struct records_block *block, size_t row,
                          double nodes, const struct far_off *far_off)
{
    struct job job = {
        .nodes = nodes,
        .cores = records_number_at(block, RECORD_CORES_COLUMN, row),
        .cpu_s = records_number_at(block, RECORD_CPU_COLUMN, row),
        .elapsed_s = records_number_at(block, RECORD_ELAPSED_COLUMN, row),
        .memory_B = records_number_at(block, RECORD_MEMORY_COLUMN, row),
        .node_cpu_s = use->cpu_s,
        .node_memory_B = use->memory_B,
    };
    double held_s = job.cores * job.elapsed_s;
    bool is_others =
        is_of_others(use, nodes, records_number_at(block, RECORD_REQUESTED_MEMORY_COLUMN, row));
    job.misses_cpu = !is_others && use->beyond_others_s >= far_off->misses_cpu * job.cpu_s &&
                     use->beyond_others_s - job.cpu_s >= MISSED * held_s;
    job.misses_memory = !is_others && use->memory_B >= far_off->misses_memory * job.memory_B &&
                        use->memory_B - job.memory_B >= MUCH * use->all_memory_B;
    job.exceeds_cpu =
        job.cpu_s >= far_off->exceeds_cpu * use->most_s && job.cpu_s - use->most_s >= MUCH * held_s;
    return job;
}

/* Those of a kind. */
struct tally {
    size_t compared, misses_cpu, misses_memory, exceeds_cpu;
    struct job worst; /* which differs most from its nodes, of the first of these that there is */
    uint32_t worst_id;
};

static int rank_of(const struct job *job)
{
    return job->misses_cpu ? 3 : job->exceeds_cpu ? 2 : job->misses_memory ? 1 : 0;
}

static void add_job(struct tally *tally, const struct job *job, uint32_t id)
{
    int rank = rank_of(job), worst = rank_of(&tally->worst);
    double differs = fabs(job->node_cpu_s - job->cpu_s);
    tally->compared++;
    tally->misses_cpu += job->misses_cpu;
    tally->misses_memory += job->misses_memory;
    tally->exceeds_cpu += job->exceeds_cpu;
    if (!rank || rank < worst ||
        (rank == worst && !(differs > fabs(tally->worst.node_cpu_s - tally->worst.cpu_s))))
        return;
    tally->worst = *job;
    tally->worst_id = id;
}

static void count_jobs(const struct search *search, struct tally *kinds)
{
    const struct task_groups *groups = search->request->tasks;
    struct node_memory_columns columns = node_memory_columns_of(groups->records);
    struct far_off far_off = far_off_of(search->request->rules);
    for (struct grouped_record at = task_records(groups); task_records_next(&at);) {
        const struct use *use = &search->uses[at.number];
        double nodes = node_memory_at(&columns, at.block, at.row).nodes;
        if (!use->nodes || (double)use->nodes != nodes)
            continue;
        struct job job = compare(use, at.block, at.row, nodes, &far_off);
        add_job(&kinds[at.kind], &job, records_text_at(at.block, RECORD_ID_COLUMN, at.row));
    }
}

/* Of those that are compared. What the last steps of attempts that were lost used is not counted.
 */
static void find_cores(struct search *search)
{
    const struct records *records = search->request->tasks->records;
    struct node_memory_columns columns = node_memory_columns_of(records);
    size_t record = 0;
    for (size_t i = 0; i < records->block_count; i++) {
        const struct records_block *block = &records->blocks[i];
        const uint8_t *endings = records_endings(block);
        for (size_t row = 0; row < block->rows; row++, record++) {
            bool has_ended =
                endings && (endings[row] == ENDING_FAILED || record_ending_is_final(endings[row]));
            search->cores[record] = has_ended && records_have_queue(records, block)
                                        ? records_number_at(block, RECORD_CORES_COLUMN, row) /
                                              node_memory_at(&columns, block, row).nodes
                                        : NUMBER_MISSING;
        }
    }
}

/* ---- the table ---- */

static void put_kind(struct tables *tables, const struct search *search, const char *task,
                     const struct tally *tally)
{
    const struct records *records = search->request->tasks->records;
    const struct job *worst = &tally->worst;
    struct accounting_row row = accounting_row_missing();
    row.task = task;
    row.compared = (double)tally->compared;
    row.misses_cpu = (double)tally->misses_cpu;
    row.misses_memory = (double)tally->misses_memory;
    row.exceeds_cpu = (double)tally->exceeds_cpu;
    row.worst = tally->worst_id ? records_text(records, tally->worst_id) : NULL;
    if (rank_of(worst)) {
        row.nodes = worst->nodes;
        row.cpu_s = worst->cpu_s;
        row.node_cpu_s = worst->node_cpu_s;
        row.memory_B = worst->memory_B;
        row.node_memory_B = worst->node_memory_B;
    }
    accounting_row_put(tables_at(tables, TABLE_accounting), &row);
}

static void search_jobs(struct search *search, struct tables *tables)
{
    const struct task_groups *groups = search->request->tasks;
    size_t records = 0;
    for (size_t i = 0; i < groups->records->block_count; i++)
        records += groups->records->blocks[i].rows;
    search->cores = memory_alloc_array(records + 1, sizeof *search->cores);
    search->uses = memory_alloc_array(records + 1, sizeof *search->uses);
    struct tally *kinds = memory_alloc_array(groups->kind_count + 1, sizeof *kinds);
    for (size_t i = 0; i < records; i++)
        search->uses[i] = (struct use){0};
    for (size_t k = 0; k < groups->kind_count; k++)
        kinds[k] = (struct tally){0};
    find_cores(search);
    add_nodes(search, tables);
    count_jobs(search, kinds);
    for (size_t k = 0; k < groups->kind_count; k++)
        if (kinds[k].compared)
            put_kind(tables, search, groups->kinds[k].task, &kinds[k]);
    free(kinds);
    free(search->uses);
    free(search->cores);
}

/* Jobs of which nobody knows where they ran may have run on any node. */
static bool has_job_anywhere(struct held_parts any)
{
    for (size_t i = 0; i < any.count; i++)
        if (any.items[i].is_job && any.items[i].is_recorded)
            return true;
    return false;
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct signals *signals = request->signals;
    struct search search = {.request = request};
    search.load = signals && request->tasks ? node_load_of(signals) : NULL;
    /* The load average is no CPU time. */
    if (!search.load || strcmp(search.load->metric, NODE_LOAD_AVERAGE) == 0 ||
        request->dataset->nodes_are_shared || time_match_of(request->dataset).differ ||
        !allocations_make(&search.allocations, request->dataset))
        return;
    search.memory[0] = node_load_present(signals, "mem_used");
    search.memory[1] = node_load_present(signals, "memory_percent");
    if (!has_job_anywhere(search.allocations.parts[0]))
        search_jobs(&search, tables);
    allocations_release(&search.allocations);
}

const struct analysis analysis_accounting = {"accounting", run};
