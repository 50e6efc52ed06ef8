/* Writes the files of a job on GPUs as the monitoring toolkit does, with made-up but lifelike
 * samples, and the file of the cluster that tells how fast its nodes can be:
 *
 *     make_gpu_job NODES GPUS SAMPLES DIRECTORY
 *
 * The job loads its data, trains in epochs with a pause for a checkpoint after each, and writes
 * its results. The last GPU of the first node becomes hot in the middle and is slowed; a GPU of
 * the last node corrects memory errors. The same arguments give the same bytes. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { INTERVAL_S = 20, CORES = 64, NAME_SIZE = 64, PATH_SIZE = 4096, MOST = 100000 };

static const int64_t START = 1731657600; /* 2024-11-15 08:00:00 UTC */
static const double GPU_MEMORY_BYTES = 85899345920.0;

struct job {
    size_t nodes, gpus, samples;
    const char *directory;
};

/* Where in the job a sample is: of a node, or of a GPU of it. */
struct place {
    const struct job *job;
    size_t node, gpu, sample;
};

static double progress_of(const struct place *place)
{
    return (double)place->sample / (double)(place->job->samples > 1 ? place->job->samples - 1 : 1);
}

/* 0 … 1, of the place and of what is asked for only (splitmix64, Steele et al., 2014). */
static double noise(const struct place *place, uint64_t salt)
{
    uint64_t state = salt * 0x9e3779b97f4a7c15u + place->node * 0xd1342543de82ef95u +
                     place->gpu * 0x2545f4914f6cdd1du + place->sample * 0xbf58476d1ce4e5b9u;
    state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9u;
    state = (state ^ (state >> 27)) * 0x94d049bb133111ebu;
    return (double)((state ^ (state >> 31)) >> 11) / 9007199254740992.0;
}

static double vary(const struct place *place, uint64_t salt, double value, double spread)
{
    return value * (1 + spread * (2 * noise(place, salt) - 1));
}

static bool is_training(const struct place *place)
{
    double progress = progress_of(place);
    return progress > 0.08 && progress < 0.93 && fmod(progress, 0.17) > 0.015;
}

static bool is_hot(const struct place *place)
{
    double progress = progress_of(place);
    return place->node == 0 && place->gpu + 1 == place->job->gpus && progress > 0.45 &&
           progress < 0.75 && is_training(place);
}

/* ---- GPUs ---- */

static double clock_of(const struct place *place)
{
    if (is_hot(place))
        return 15 * floor(vary(place, 1, 1035, 0.06) / 15);
    return is_training(place) ? 1410 - 15 * floor(2 * noise(place, 1)) : 1095;
}
static double clock_memory(const struct place *place)
{
    (void)place;
    return 1593;
}
static double ecc_corrected(const struct place *place)
{
    bool has_errors = place->node + 1 == place->job->nodes && place->gpu == 1;
    return has_errors ? 3 + (progress_of(place) > 0.31 ? 4 : 0) + (progress_of(place) > 0.7 ? 1 : 0)
                      : 0;
}
static double no_errors(const struct place *place)
{
    (void)place;
    return 0;
}
static double memory_used(const struct place *place)
{
    double share = fmin(0.05 + 8 * progress_of(place), 0.83);
    return floor(GPU_MEMORY_BYTES * share / 2097152) * 2097152;
}
static double memory_mapped(const struct place *place)
{
    return is_training(place) ? 12582912 : 4194304;
}
static double utilisation(const struct place *place)
{
    return is_training(place) ? floor(vary(place, 2, 95, 0.045)) : floor(8 * noise(place, 2));
}
static double memory_utilisation(const struct place *place)
{
    return is_training(place) ? floor(vary(place, 3, 58, 0.08)) : floor(3 * noise(place, 3));
}
static double power(const struct place *place)
{
    if (!is_training(place))
        return floor(vary(place, 4, 62000, 0.04));
    return floor(vary(place, 4, is_hot(place) ? 251000 : 372000, 0.04));
}
/* Nanoseconds below the clocks that were asked for, since the driver was loaded. */
static double violation(const struct place *place)
{
    double total = 81273000000.0 + 1e9 * (double)place->gpu;
    for (struct place earlier = *place; earlier.sample > 0; earlier.sample--)
        if (is_hot(&earlier))
            total += floor(vary(&earlier, 5, 0.86, 0.12) * INTERVAL_S * 1e9);
    return total;
}
static double temperature(const struct place *place)
{
    double warm = is_training(place) ? 61 + 4 * (double)(place->gpu % 4) : 41;
    return floor(is_hot(place) ? 87 + 2 * noise(place, 6) : vary(place, 6, warm, 0.02));
}
static double processes(const struct place *place)
{
    return progress_of(place) > 0.02 ? 1 : 0;
}
static double pci_send(const struct place *place)
{
    return floor(is_training(place) ? vary(place, 7, 1.9e6, 0.3) : vary(place, 7, 4.2e6, 0.3));
}
static double pci_receive(const struct place *place)
{
    return floor(is_training(place) ? vary(place, 8, 3.4e6, 0.3) : vary(place, 8, 9e5, 0.3));
}
static double time_stamp(const struct place *place)
{
    return (double)(START + (int64_t)place->sample * INTERVAL_S + (int64_t)(place->node % 2));
}

/* ---- counters of the processors ---- */

static double cycles(const struct place *place)
{
    return floor(vary(place, 11, is_training(place) ? 1.31e12 : 2.4e11, 0.05));
}
static double instructions(const struct place *place)
{
    double per_cycle = is_training(place) ? 1.72 - 0.35 * (double)(place->node % 2) : 0.64;
    return floor(cycles(place) * vary(place, 12, per_cycle, 0.03));
}
static double cache_references(const struct place *place)
{
    return floor(cycles(place) * 0.011);
}
static double cache_misses(const struct place *place)
{
    return floor(cache_references(place) * vary(place, 13, is_training(place) ? 0.31 : 0.52, 0.1));
}
static double branches(const struct place *place)
{
    return floor(instructions(place) * 0.12);
}
static double branch_misses(const struct place *place)
{
    return floor(branches(place) * vary(place, 14, 0.0071, 0.2));
}
static double context_switches(const struct place *place)
{
    return floor(vary(place, 15, is_training(place) ? 41000 : 93000, 0.1));
}
static double migrations(const struct place *place)
{
    return floor(vary(place, 16, 140, 0.5));
}
static double scalar_double(const struct place *place)
{
    return floor(vary(place, 17, is_training(place) ? 6.1e10 : 2.2e10, 0.1));
}
static double packed_double(const struct place *place)
{
    return floor(is_training(place) ? vary(place, 18, 4.4e11, 0.08) : vary(place, 18, 1e9, 0.2));
}
static double rate_double(const struct place *place)
{
    return (scalar_double(place) + 4 * packed_double(place)) / INTERVAL_S / 1e6;
}
static double scalar_single(const struct place *place)
{
    return floor(vary(place, 19, is_training(place) ? 2.7e10 : 4e9, 0.1));
}
static double packed_single(const struct place *place)
{
    return floor(is_training(place) ? vary(place, 20, 9e10, 0.1) : vary(place, 20, 3e8, 0.2));
}
static double rate_single(const struct place *place)
{
    return (scalar_single(place) + 8 * packed_single(place)) / INTERVAL_S / 1e6;
}
static double memory_bandwidth(const struct place *place)
{
    double share = is_training(place) ? 0.38 + 0.3 * fmod(progress_of(place), 0.17) / 0.17 : 0.04;
    return floor(vary(place, 21, 3.2e11 * share, 0.06));
}
static double l3_lines(const struct place *place)
{
    return floor(memory_bandwidth(place) * 2.3 * INTERVAL_S / 64);
}
static double l3_bandwidth(const struct place *place)
{
    return l3_lines(place) * 64 / INTERVAL_S / 1e6;
}
static double l2_lines(const struct place *place)
{
    return floor(memory_bandwidth(place) * 4.1 * INTERVAL_S / 64);
}
static double l2_bandwidth(const struct place *place)
{
    return l2_lines(place) * 64 / INTERVAL_S / 1e6;
}

/* ---- processes ---- */

static double processor_time(const struct place *place)
{
    return vary(place, 31, is_training(place) ? 0.52 * 100 * CORES : 0.11 * 100 * CORES, 0.04);
}
static double resident(const struct place *place)
{
    return 4096 *
           floor(fmin(2e9 + 9e11 * progress_of(place), vary(place, 32, 1.9e11, 0.01)) / 4096);
}
static double energy(const struct place *place)
{
    double total = 9.1e10 + 1e9 * (double)place->node;
    for (struct place earlier = *place; earlier.sample > 0; earlier.sample--)
        total +=
            floor(vary(&earlier, 33, is_training(&earlier) ? 318 : 171, 0.02) * INTERVAL_S * 1e6);
    return fmod(total, 262143328850.0);
}

/* ---- files ---- */

struct column {
    const char *group, *name;
    int decimals;
    double (*value)(const struct place *place);
};

static const struct column gpu_columns[] = {
    {"clock_info", "graphics", 0, clock_of},
    {"clock_info", "memory", 0, clock_memory},
    {"clock_info", "sm", 0, clock_of},
    {"ecc_errors", "dp", 0, no_errors},
    {"ecc_errors", "sp", 0, ecc_corrected},
    {"memory_used", "bar1_memory", 0, memory_mapped},
    {"memory_used", "gpu_memory", 0, memory_used},
    {NULL, "num_procs", 0, processes},
    {"pci_thgpt", "recv", 0, pci_receive},
    {"pci_thgpt", "send", 0, pci_send},
    {NULL, "power_usage", 0, power},
    {NULL, "temperature", 0, temperature},
    {NULL, "time_stamps", 0, time_stamp},
    {"utilization_rates", "gpu", 0, utilisation},
    {"utilization_rates", "memory", 0, memory_utilisation},
    {NULL, "violation", 0, violation},
};
static const struct column perf_columns[] = {
    {"FLOPS_DP", "FP_ARITH_INST_RETIRED_256B_PACKED_DOUBLE", 0, packed_double},
    {"FLOPS_DP", "FP_ARITH_INST_RETIRED_SCALAR_DOUBLE", 0, scalar_double},
    {"FLOPS_DP", "derv_DP_MFLOPS", 3, rate_double},
    {"FLOPS_SP", "FP_ARITH_INST_RETIRED_256B_PACKED_SINGLE", 0, packed_single},
    {"FLOPS_SP", "FP_ARITH_INST_RETIRED_SCALAR_SINGLE", 0, scalar_single},
    {"FLOPS_SP", "derv_SP_MFLOPS", 3, rate_single},
    {"L2", "L1D_REPLACEMENT", 0, l2_lines},
    {"L2", "derv_L2_bandwidth", 3, l2_bandwidth},
    {"L3", "L2_LINES_IN_ALL", 0, l3_lines},
    {"L3", "derv_L3_bandwidth", 3, l3_bandwidth},
    {"hardware_events", "branch-misses", 0, branch_misses},
    {"hardware_events", "branches", 0, branches},
    {"hardware_events", "cache-misses", 0, cache_misses},
    {"hardware_events", "cache-references", 0, cache_references},
    {"hardware_events", "cycles", 0, cycles},
    {"hardware_events", "instructions", 0, instructions},
    {"software_events", "context-switches", 0, context_switches},
    {"software_events", "cpu-migrations", 0, migrations},
    {NULL, "time_stamps", 0, time_stamp},
};
static const struct column cpu_columns[] = {
    {NULL, "cpu_percent", 1, processor_time}, {NULL, "memory_bw", 0, memory_bandwidth},
    {"memory_info", "rss", 0, resident},      {"rapl_powercap", "package-0", 0, energy},
    {NULL, "time_stamps", 0, time_stamp},
};

struct file {
    const char *name;
    const struct column *columns;
    size_t column_count;
    bool of_gpus;
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void put_array(FILE *to, const struct column *column, struct place place)
{
    fprintf(to, "      \"%s\": [", column->name);
    for (place.sample = 0; place.sample < place.job->samples; place.sample++)
        fprintf(to, "%s%.*f", place.sample ? "," : "", column->decimals, column->value(&place));
    fputs("]", to);
}

static void put_host(FILE *to, const struct file *file, struct place place)
{
    for (size_t i = 0; i < file->column_count; i++) {
        const struct column *column = &file->columns[i];
        bool opens = column->group && (i == 0 || file->columns[i - 1].group != column->group);
        bool closes = column->group &&
                      (i + 1 == file->column_count || file->columns[i + 1].group != column->group);
        if (opens)
            fprintf(to, "    \"%s\": {\n", column->group);
        put_array(to, column, place);
        fprintf(to, "%s%s\n", closes ? "}" : "", i + 1 < file->column_count ? "," : "");
    }
}

static void put_name(FILE *to, const struct file *file, const struct place *place)
{
    if (file->of_gpus)
        fprintf(to, "\"gpu-%zu.", place->gpu);
    fprintf(to, "%sg%02zu\"", file->of_gpus ? "" : "\"", place->node + 1);
}

static FILE *open_file(const struct job *job, const char *name)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s", job->directory, name);
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        exit(4);
    }
    return file;
}

static void close_file(FILE *file)
{
    if (fclose(file) != 0) {
        perror("make_gpu_job");
        exit(4);
    }
}

static void write_file(const struct job *job, const struct file *file)
{
    FILE *to = open_file(job, file->name);
    size_t gpus = file->of_gpus ? job->gpus : 1, hosts = job->nodes * gpus;
    fputs("{\n  \"host_names\": [", to);
    for (size_t i = 0; i < hosts; i++) {
        struct place place = {job, i / gpus, i % gpus, 0};
        fputs(i ? ", " : "", to);
        put_name(to, file, &place);
    }
    fprintf(to, "],\n  \"sampling_frequency\": %d,\n", INTERVAL_S);
    for (size_t i = 0; i < hosts; i++) {
        struct place place = {job, i / gpus, i % gpus, 0};
        fputs("  ", to);
        put_name(to, file, &place);
        fputs(": {\n", to);
        put_host(to, file, place);
        fprintf(to, "  }%s\n", i + 1 < hosts ? "," : "");
    }
    fputs("}\n", to);
    close_file(to);
}

/* Peak rates of a node, as the file of a ClusterCockpit archive gives them. */
static void write_cluster(const struct job *job)
{
    FILE *to = open_file(job, "cluster.json");
    fprintf(to,
            "{\n  \"name\": \"ada\",\n  \"subClusters\": [\n    {\n"
            "      \"name\": \"gpu\",\n      \"nodes\": \"g[01-%02zu]\",\n"
            "      \"socketsPerNode\": 2,\n      \"coresPerSocket\": %d,\n"
            "      \"flopRateScalar\": {\"unit\": {\"prefix\": \"G\", \"base\": \"F/s\"}, "
            "\"value\": 410},\n"
            "      \"flopRateSimd\": {\"unit\": {\"prefix\": \"G\", \"base\": \"F/s\"}, "
            "\"value\": 3280},\n"
            "      \"memoryBandwidth\": {\"unit\": {\"prefix\": \"G\", \"base\": \"B/s\"}, "
            "\"value\": 320}\n    }\n  ],\n  \"metricConfig\": []\n}\n",
            job->nodes, CORES / 2);
    close_file(to);
}

static size_t parse_count(const char *text)
{
    char *end;
    unsigned long long count = strtoull(text, &end, 10);
    if (*end || count < 1 || count > MOST) {
        fprintf(stderr, "make_gpu_job: '%s' is not a count\n", text);
        exit(2);
    }
    return (size_t)count;
}

int main(int count, char **arguments)
{
    static const struct file files[] = {
        {"nv_gpu_metrics.json", gpu_columns, COUNT(gpu_columns), true},
        {"perf_metrics.json", perf_columns, COUNT(perf_columns), false},
        {"cpu_metrics.json", cpu_columns, COUNT(cpu_columns), false},
    };
    if (count != 5) {
        fputs("usage: make_gpu_job NODES GPUS SAMPLES DIRECTORY\n", stderr);
        return 2;
    }
    struct job job = {parse_count(arguments[1]), parse_count(arguments[2]),
                      parse_count(arguments[3]), arguments[4]};
    for (size_t i = 0; i < COUNT(files); i++)
        write_file(&job, &files[i]);
    write_cluster(&job);
    return 0;
}
