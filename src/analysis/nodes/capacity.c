#include "analysis/nodes/capacity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "analysis/nodes/node_load.h"
#include "analysis/nodes/remembered.h"
#include "analysis/nodes/signal_order.h"
#include "analysis/statistics/statistic.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/quantity.h"

static const double MOST_CORES = 65536;
static const double LEAST_CPU_PERCENT = 50;       /* of one core: below it the ratio is noise */
static const double LEAST_MACHINE_PERCENT = 0.05; /* of all cores */
/* Of the load average: */
static const double BUSY_MACHINE_PERCENT = 50, FULL_MACHINE_PERCENT = 98;
static const double LITTLE_IOWAIT_PERCENT = 2, LOW_SAMPLE = 0.25;
enum { LEAST_SAMPLES = 5 };

/* What facts say of one node. */
struct facts_of_node {
    double cores, hardware_threads, sockets, cores_per_socket, threads_per_core, memory_B;
};

static const char *last_word(const char *key)
{
    const char *dot = strrchr(key, '.');
    return dot ? dot + 1 : key;
}

static bool is_one_of(const char *word, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcasecmp(word, words[i]) == 0)
            return true;
    return false;
}
#define IS_ONE_OF(word, words) is_one_of(word, words, sizeof(words) / sizeof(words)[0])

/* Linux writes the kB of MemTotal for KiB. */
static double bytes_of(const char *value)
{
    double bytes;
    if (!quantity_parse_bytes(value, &bytes) || !(bytes > 0))
        return NUMBER_MISSING;
    return strstr(value, "kB") ? bytes * 1.024 : bytes;
}

static double count_of(const char *value)
{
    double number;
    return number_parse(value, strlen(value), &number) && number >= 1 && number <= MOST_CORES
               ? number
               : NUMBER_MISSING;
}

static void add_fact(struct facts_of_node *facts, const struct hardware_fact *fact)
{
    static const char *const cores[] = {"CPU(s)",    "cpus",         "num_cpus",
                                        "cpu_count", "logical_cpus", "num_logical_cpus"};
    static const char *const hardware_threads[] = {"hardware_threads", "cpu_threads", "hwthreads"};
    static const char *const sockets[] = {"sockets", "Socket(s)"};
    static const char *const per_socket[] = {"cores_per_socket", "Core(s) per socket"};
    static const char *const threads[] = {"threads_per_core", "Thread(s) per core"};
    static const char *const memory[] = {"MemTotal", "mem_total", "memory_total", "total_bytes",
                                         "total_memory"};
    const char *word = last_word(fact->key);
    bool is_of_memory = strncasecmp(fact->key, "mem", 3) == 0;
    if (IS_ONE_OF(word, cores))
        facts->cores = fmax(facts->cores, count_of(fact->value));
    else if (IS_ONE_OF(word, hardware_threads))
        facts->hardware_threads = fmax(facts->hardware_threads, count_of(fact->value));
    else if (IS_ONE_OF(word, sockets))
        facts->sockets = count_of(fact->value);
    else if (IS_ONE_OF(word, per_socket))
        facts->cores_per_socket = count_of(fact->value);
    else if (IS_ONE_OF(word, threads))
        facts->threads_per_core = count_of(fact->value);
    else if (IS_ONE_OF(word, memory) || (is_of_memory && strcasecmp(word, "total") == 0))
        facts->memory_B = fmax(facts->memory_B, bytes_of(fact->value));
}

/* Without word of sockets and threads a processor is taken for a core, unless it is said to be a
 * hardware thread of one. */
static struct capacity capacity_of_facts(const struct facts_of_node *facts)
{
    double physical = facts->sockets * facts->cores_per_socket;
    double threads = facts->threads_per_core, cores = fmax(facts->cores, facts->hardware_threads);
    if (isnan(cores))
        cores = isnan(threads) ? physical : physical * threads;
    if (!isnan(threads))
        physical = cores / threads;
    if (isnan(physical) && isnan(facts->hardware_threads))
        physical = cores;
    if (isnan(threads) && facts->cores_per_socket * facts->sockets <= cores)
        threads = cores / physical;
    else if (isnan(threads) && facts->cores < facts->hardware_threads)
        threads = facts->hardware_threads / facts->cores;
    if (physical > cores) /* a job may have had a part of the node */
        physical = cores;
    return (struct capacity){.cores = cores,
                             .physical_cores = physical,
                             .threads_per_core = threads,
                             .memory_B = facts->memory_B};
}

static void read_facts(struct capacity *capacities, const struct analysis_request *request,
                       struct arena *arena)
{
    const struct dataset *dataset = request->dataset;
    size_t nodes = request->signals->node_count;
    struct facts_of_node *facts = arena_alloc_array(arena, nodes, sizeof *facts);
    for (size_t node = 0; node < nodes; node++)
        facts[node] = (struct facts_of_node){NUMBER_MISSING, NUMBER_MISSING, NUMBER_MISSING,
                                             NUMBER_MISSING, NUMBER_MISSING, NUMBER_MISSING};
    for (size_t i = 0; i < dataset->hardware_count; i++) {
        uint32_t node = dataset_find_node(dataset, dataset->hardware[i].node);
        if (node != NAME_INDEX_NONE)
            add_fact(&facts[node], &dataset->hardware[i]);
    }
    for (size_t node = 0; node < nodes; node++)
        capacities[node] = capacity_of_facts(&facts[node]);
}

/* ---- as samples show ---- */

static const struct signal *signal_of(const struct signals *signals, const char *metric,
                                      uint32_t node)
{
    size_t number = signals_find(signals, metric);
    return number == (size_t)-1 ? NULL
                                : signals_of_node(signals, &signals->metrics[number], node, node);
}

/* Where another signal of the node is read at the moments of one, which it may begin after: rates
 * have no first sample. A NULL signal has no values. */
static struct nearest beside(const struct signal *signal)
{
    return signal ? (struct nearest){signal->times, signal->values, signal->count, 0}
                  : (struct nearest){0};
}

static double reach_of(const struct signal *signal)
{
    return fmax(0, signal->interval_s / 2);
}

/* The sum of the first ÷ that of the second, over samples that have both and a second of at least
 * so much; NaN when the sum of the first is below `least`. */
static double ratio_of(const struct signal *first, const struct signal *second, double least_second,
                       double least_mean)
{
    double sums[2] = {0, 0};
    size_t used = 0;
    if (!first || !second)
        return NUMBER_MISSING;
    struct nearest seconds = beside(second);
    for (size_t i = 0; i < first->count; i++) {
        double value = nearest_value(&seconds, first->times[i], reach_of(first));
        if (!(value >= least_second) || isnan(first->values[i]))
            continue;
        sums[0] += first->values[i];
        sums[1] += value;
        used++;
    }
    return used && sums[0] / (double)used >= least_mean ? sums[0] / sums[1] : NUMBER_MISSING;
}

/* Of one sample: by how many processes run while a known share of the processors is busy, of
 * moments in which half of them are for a while, and none is known to be waited for; else NaN. */
static double processes_per_use(double average, const struct signal *machine, double iowait,
                                bool knows_iowait, size_t i)
{
    bool is_busy = i && machine->values[i - 1] >= BUSY_MACHINE_PERCENT &&
                   machine->values[i] >= BUSY_MACHINE_PERCENT;
    bool is_waited_for = machine->values[i] > FULL_MACHINE_PERCENT ||
                         (knows_iowait && !(iowait <= LITTLE_IOWAIT_PERCENT));
    return is_busy && !is_waited_for ? 100 * average / machine->values[i] : NUMBER_MISSING;
}

/* By a low one of its samples, for what else is waited for is in the others. */
static double cores_of_load_average(const struct signals *signals, uint32_t node)
{
    const struct node_load *load = node_load_of(signals);
    if (!load || load->per_core > 0 || load->kernel)
        return NUMBER_MISSING;
    const struct signal_metric *its_iowait = node_load_iowait(signals);
    const struct signal *average = signal_of(signals, NODE_LOAD_AVERAGE, node);
    const struct signal *machine = signal_of(signals, load->metric, node);
    const struct signal *iowait =
        its_iowait ? signals_of_node(signals, its_iowait, node, node) : NULL;
    if (!average || !machine)
        return NUMBER_MISSING;
    struct nearest averages = beside(average), waits = beside(iowait);
    double *found = memory_alloc_array(machine->count + 1, sizeof *found);
    double cores = NUMBER_MISSING;
    size_t count = 0;
    for (size_t i = 0; i < machine->count; i++) {
        double time = machine->times[i], reach_s = reach_of(machine);
        found[count] = processes_per_use(nearest_value(&averages, time, reach_s), machine,
                                         nearest_value(&waits, time, reach_s), iowait != NULL, i);
        count += isnan(found[count]) ? 0 : 1;
    }
    if (count >= LEAST_SAMPLES)
        statistic_quantiles(found, count, &LOW_SAMPLE, 1, &cores);
    free(found);
    return cores;
}

static void estimate(struct capacity *capacity, const struct signals *signals, uint32_t node)
{
    if (isnan(capacity->cores)) {
        double cores = ratio_of(signal_of(signals, "cpu_percent", node),
                                signal_of(signals, "cpu_percent_sys", node), LEAST_MACHINE_PERCENT,
                                LEAST_CPU_PERCENT);
        capacity->cores = cores >= 1 && cores <= MOST_CORES ? round(cores) : NUMBER_MISSING;
        capacity->physical_cores = capacity->cores;
        capacity->cores_are_estimated = true;
    }
    capacity->rough_cores =
        isnan(capacity->cores) ? cores_of_load_average(signals, node) : capacity->cores;
    if (isnan(capacity->memory_B))
        capacity->memory_B =
            100 * ratio_of(signal_of(signals, "memory_info.rss", node),
                           signal_of(signals, "memory_percent", node), LEAST_MACHINE_PERCENT, 1);
}

double capacity_cores(const struct capacity *capacity)
{
    return isnan(capacity->physical_cores) ? capacity->cores : capacity->physical_cores;
}

static struct capacity *find(const struct analysis_request *request, struct arena *arena)
{
    const struct signals *signals = request->signals;
    struct capacity *capacities = arena_alloc_array(arena, signals->node_count, sizeof *capacities);
    read_facts(capacities, request, arena);
    for (size_t node = 0; node < signals->node_count; node++)
        estimate(&capacities[node], signals, (uint32_t)node);
    return capacities;
}

const struct capacity *capacities_of(const struct analysis_request *request)
{
    struct remembered *remembered = request->signals->remembered;
    pthread_mutex_lock(&remembered->lock);
    if (!remembered->capacities)
        remembered->capacities = find(request, &remembered->arena);
    pthread_mutex_unlock(&remembered->lock);
    return remembered->capacities;
}
