/* Writes a merged metric file as the monitoring toolkit does, with made-up but lifelike samples:
 *
 *     make_metrics NODES SAMPLES [SEED] > cpu_metrics.json
 *
 * The job starts up, computes, waits a while, computes with checkpoints, and writes its results.
 * One node is slow from the middle on, and another has a gap. Counters start anywhere and grow;
 * energy counters wrap at their range. The same arguments give the same bytes. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INTERVAL_S = 30, CORES = 32, LINE_SIZE = 128, OUTPUT_SIZE = 1 << 20 };

static const int64_t START = 1718006400; /* 2024-06-10 08:00:00 UTC */
static const double MEMORY_BYTES = 201326592000.0;
static const double PACKAGE_RANGE_UJ = 262143328850.0, DRAM_RANGE_UJ = 65712999613.0;

struct random {
    uint64_t state;
};

/* xorshift64*: Vigna, "An experimental exploration of Marsaglia's xorshift generators" (2016). */
static double random_unit(struct random *random)
{
    random->state ^= random->state >> 12;
    random->state ^= random->state << 25;
    random->state ^= random->state >> 27;
    return (double)((random->state * 2685821657736338717u) >> 11) / 9007199254740992.0;
}

/* About normal: mean 0, deviation 1. */
static double random_noise(struct random *random)
{
    return (random_unit(random) + random_unit(random) + random_unit(random) - 1.5) * 2.0;
}

/* What the job does at one moment, as shares of what a node can do. */
struct activity {
    double compute, communicate, read, write, memory;
};

static struct activity activity_at(double progress)
{
    if (progress < 0.04)
        return (struct activity){0.04, 0.02, 1.0, 0.0, 0.2 + 10 * progress};
    if (progress < 0.36)
        return (struct activity){0.97, 0.25, 0.01, 0.0, 0.6 + 0.4 * progress};
    if (progress < 0.46)
        return (struct activity){0.003, 0.0, 0.0, 0.0, 0.75};
    if (progress < 0.90) {
        bool checkpoint = fmod(progress, 0.08) < 0.008;
        return (struct activity){checkpoint ? 0.3 : 0.9 + 0.06 * sin(60 * progress),
                                 checkpoint ? 0.05 : 0.6 + 0.3 * sin(40 * progress), 0.005,
                                 checkpoint ? 0.9 : 0.01, 0.7 + 0.3 * progress};
    }
    return (struct activity){0.35 * (1.0 - progress) * 10, 0.1, 0.0, 0.7, 0.97 - 0.3 * progress};
}

struct sample {
    int64_t time;
    double compute, memory_used, power_package, power_dram;
    double cpu_time, memory_bandwidth, energy_package, energy_dram;
    double net_sent, net_received, ib_sent, ib_received, bytes_read, bytes_written;
    int files;
};

static double noisy(struct random *random, double value, double spread)
{
    double result = value * (1.0 + spread * random_noise(random));
    return result > 0 ? result : 0;
}

static void sample_levels(struct sample *sample, const struct activity *activity, bool slow,
                          struct random *random)
{
    sample->compute = fmin(noisy(random, activity->compute * (slow ? 0.85 : 1.0), 0.02), 1.0);
    sample->memory_used = MEMORY_BYTES * noisy(random, 0.5 * activity->memory, 0.004);
    sample->memory_bandwidth =
        noisy(random, 8.4e10 * activity->compute * (slow ? 0.61 : 1.0), 0.03);
    sample->power_package = noisy(random, 58.0 + 165.0 * sample->compute, 0.015);
    sample->power_dram = noisy(random, 4.0 + 16.0 * sample->compute, 0.02);
    sample->files =
        40 + (int)(20 * activity->read + 30 * activity->write + 3 * random_unit(random));
}

/* Adds what happened since the sample before; counters hold their value where nothing did. */
static void sample_count(struct sample *sample, const struct activity *activity, double seconds,
                         struct random *random)
{
    sample->cpu_time += seconds * CORES * sample->compute;
    sample->energy_package =
        fmod(sample->energy_package + 1e6 * seconds * sample->power_package, PACKAGE_RANGE_UJ);
    sample->energy_dram =
        fmod(sample->energy_dram + 1e6 * seconds * sample->power_dram, DRAM_RANGE_UJ);
    sample->net_sent += seconds * noisy(random, 2e4 + 8e6 * activity->write, 0.04);
    sample->net_received += seconds * noisy(random, 3e4 + 2e7 * activity->read, 0.04);
    sample->ib_sent += seconds * noisy(random, 1e4 + 1.9e9 * activity->communicate, 0.04);
    sample->ib_received += seconds * noisy(random, 1e4 + 1.8e9 * activity->communicate, 0.04);
    sample->bytes_read += seconds * noisy(random, 9e8 * activity->read, 0.03);
    sample->bytes_written += seconds * noisy(random, 6e8 * activity->write, 0.03);
}

static struct sample sample_first(struct random *random)
{
    struct sample first = {0};
    first.energy_package = PACKAGE_RANGE_UJ * random_unit(random);
    first.energy_dram = DRAM_RANGE_UJ * random_unit(random);
    first.net_sent = 4e14 * random_unit(random);
    first.net_received = 9e14 * random_unit(random);
    first.ib_sent = 8e14 * random_unit(random);
    first.ib_received = 8e14 * random_unit(random);
    first.bytes_read = 3e13 * random_unit(random);
    first.bytes_written = 2e13 * random_unit(random);
    return first;
}

/* Returns how many samples the node has: one of them has a gap. */
static size_t make_node(struct sample *samples, size_t node, size_t nodes, size_t count,
                        struct random *random)
{
    bool slow = node == nodes * 2 / 3, gap = node == nodes / 3;
    struct sample now = sample_first(random);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        double progress = count > 1 ? (double)i / (double)(count - 1) : 0.0;
        struct activity activity = activity_at(progress);
        sample_levels(&now, &activity, slow && progress > 0.55, random);
        sample_count(&now, &activity, INTERVAL_S, random);
        now.time = START + (int64_t)(i * INTERVAL_S) + (int64_t)(node % 3) + (int64_t)(i / 700);
        if (!(gap && progress > 0.62 && progress < 0.72))
            samples[kept++] = now;
    }
    return kept;
}

struct output {
    char bytes[OUTPUT_SIZE];
    size_t used;
};

static void output_flush(struct output *output)
{
    if (fwrite(output->bytes, 1, output->used, stdout) != output->used) {
        perror("make_metrics");
        exit(4);
    }
    output->used = 0;
}

static void put_text(struct output *output, const char *text)
{
    size_t size = strlen(text);
    if (output->used + size + LINE_SIZE > OUTPUT_SIZE)
        output_flush(output);
    memcpy(output->bytes + output->used, text, size);
    output->used += size;
}

static void put_integer(struct output *output, uint64_t number)
{
    char digits[24];
    size_t used = 0;
    do
        digits[used++] = (char)('0' + number % 10);
    while (number /= 10);
    while (used)
        output->bytes[output->used++] = digits[--used];
}

/* Like Python's repr of a float: at least one decimal, no zeros at the end. */
static void put_decimal(struct output *output, double number, int decimals)
{
    double whole = floor(number);
    put_integer(output, (uint64_t)whole);
    char *digits = output->bytes + output->used;
    uint64_t part = (uint64_t)((number - whole) * pow(10, decimals));
    digits[0] = '.';
    for (int i = decimals; i > 0; i--, part /= 10)
        digits[i] = (char)('0' + part % 10);
    while (decimals > 1 && digits[decimals] == '0')
        decimals--;
    output->used += (size_t)decimals + 1;
}

/* A metric: its path in the file, how many decimals (0: an integer), how to work it out. */
struct column {
    const char *group, *name;
    int decimals;
    double (*value)(const struct sample *sample);
};

#define COLUMN_VALUE(function, expression)                                                         \
    static double function(const struct sample *s)                                                 \
    {                                                                                              \
        return expression;                                                                         \
    }
COLUMN_VALUE(cpu_percent, s->compute * 100 * CORES)
COLUMN_VALUE(cpu_percent_sys, fmin(100, 100 * s->compute + 0.4))
COLUMN_VALUE(cpu_time, s->cpu_time)
COLUMN_VALUE(ib_received, floor(s->ib_received))
COLUMN_VALUE(ib_packets_received, floor(s->ib_received / 2048))
COLUMN_VALUE(ib_sent, floor(s->ib_sent))
COLUMN_VALUE(ib_packets_sent, floor(s->ib_sent / 2048))
COLUMN_VALUE(bytes_read, floor(s->bytes_read))
COLUMN_VALUE(read_count, floor(s->bytes_read / 1e6) + 654)
COLUMN_VALUE(bytes_written, floor(s->bytes_written))
COLUMN_VALUE(write_count, floor(s->bytes_written / 1e6) + 39)
COLUMN_VALUE(memory_bandwidth, s->memory_bandwidth)
COLUMN_VALUE(swap, 0 * s->compute)
COLUMN_VALUE(uss, 4096 * floor(s->memory_used / 4200))
COLUMN_VALUE(rss, 4096 * floor(s->memory_used / 4096))
COLUMN_VALUE(shared, 20746240 + 0 * s->compute)
COLUMN_VALUE(vms, 4096 * floor(s->memory_used / 3500))
COLUMN_VALUE(memory_percent, 100 * s->memory_used / MEMORY_BYTES)
COLUMN_VALUE(net_received, floor(s->net_received))
COLUMN_VALUE(net_sent, floor(s->net_sent))
COLUMN_VALUE(packets_received, floor(s->net_received / 1400))
COLUMN_VALUE(packets_sent, floor(s->net_sent / 1400))
COLUMN_VALUE(files, s->files)
COLUMN_VALUE(threads, s->compute > 0.02 ? CORES + 4 : 5)
COLUMN_VALUE(energy_dram, floor(s->energy_dram))
COLUMN_VALUE(energy_package, floor(s->energy_package))
COLUMN_VALUE(time_stamp, (double)s->time)

/* The columns of a group stand together; all in the order of their names. */
static const struct column columns[] = {
    {NULL, "cpu_percent", 12, cpu_percent},
    {NULL, "cpu_percent_sys", 13, cpu_percent_sys},
    {NULL, "cpu_time", 10, cpu_time},
    {"ib_io_counters", "port_rcv_data", 0, ib_received},
    {"ib_io_counters", "port_rcv_packets", 0, ib_packets_received},
    {"ib_io_counters", "port_xmit_data", 0, ib_sent},
    {"ib_io_counters", "port_xmit_packets", 0, ib_packets_sent},
    {"io_counters", "read_bytes", 0, bytes_read},
    {"io_counters", "read_count", 0, read_count},
    {"io_counters", "write_bytes", 0, bytes_written},
    {"io_counters", "write_count", 0, write_count},
    {NULL, "memory_bw", 5, memory_bandwidth},
    {"memory_full_info", "swap", 0, swap},
    {"memory_full_info", "uss", 0, uss},
    {"memory_info", "rss", 0, rss},
    {"memory_info", "shared", 0, shared},
    {"memory_info", "vms", 0, vms},
    {NULL, "memory_percent", 14, memory_percent},
    {"net_io_counters", "bytes_recv", 0, net_received},
    {"net_io_counters", "bytes_sent", 0, net_sent},
    {"net_io_counters", "packets_recv", 0, packets_received},
    {"net_io_counters", "packets_sent", 0, packets_sent},
    {NULL, "num_fds", 0, files},
    {NULL, "num_threads", 0, threads},
    {"rapl_powercap", "dram-0", 0, energy_dram},
    {"rapl_powercap", "package-0", 0, energy_package},
    {NULL, "time_stamps", 0, time_stamp},
};
enum { COLUMN_COUNT = sizeof columns / sizeof columns[0] };

static void put_array(struct output *output, const struct column *column,
                      const struct sample *samples, size_t count)
{
    const char *indent = column->group ? "                " : "            ";
    put_text(output, indent + 4);
    put_text(output, "\"");
    put_text(output, column->name);
    put_text(output, "\": [");
    for (size_t i = 0; i < count; i++) {
        put_text(output, i ? ",\n" : "\n");
        put_text(output, indent);
        if (column->decimals)
            put_decimal(output, column->value(&samples[i]), column->decimals);
        else
            put_integer(output, (uint64_t)column->value(&samples[i]));
    }
    put_text(output, "\n");
    put_text(output, indent + 4);
    put_text(output, "]");
}

static void put_node(struct output *output, const char *name, const struct sample *samples,
                     size_t count)
{
    put_text(output, "    \"");
    put_text(output, name);
    put_text(output, "\": {\n");
    for (size_t i = 0; i < COLUMN_COUNT; i++) {
        const char *group = columns[i].group;
        bool opens = group && (i == 0 || columns[i - 1].group != group);
        bool closes = group && (i + 1 == COLUMN_COUNT || columns[i + 1].group != group);
        if (opens) {
            put_text(output, "        \"");
            put_text(output, group);
            put_text(output, "\": {\n");
        }
        put_array(output, &columns[i], samples, count);
        put_text(output, closes ? "\n        }" : "");
        put_text(output, i + 1 < COLUMN_COUNT ? ",\n" : "\n");
    }
    put_text(output, "    },\n");
}

static void put_host_names(struct output *output, size_t nodes)
{
    char line[LINE_SIZE];
    put_text(output, "{\n    \"host_names\": [");
    for (size_t i = 0; i < nodes; i++) {
        snprintf(line, sizeof line, "%s\n        \"node-%zu\"", i ? "," : "", i + 1);
        put_text(output, line);
    }
    put_text(output, "\n    ],\n");
}

static size_t parse_count(const char *text)
{
    char *end;
    unsigned long long count = strtoull(text, &end, 10);
    if (*end || count < 1 || count > 100000000) {
        fprintf(stderr, "make_metrics: '%s' is not a count\n", text);
        exit(2);
    }
    return (size_t)count;
}

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory) {
        fputs("make_metrics: too little memory\n", stderr);
        exit(4);
    }
    return memory;
}

int main(int count, char **arguments)
{
    if (count < 3 || count > 4) {
        fputs("usage: make_metrics NODES SAMPLES [SEED]\n", stderr);
        return 2;
    }
    size_t nodes = parse_count(arguments[1]), sample_count_asked = parse_count(arguments[2]);
    struct random random = {88172645463325252u + (count > 3 ? parse_count(arguments[3]) : 0)};
    struct sample *samples = allocate(sample_count_asked, sizeof *samples);
    struct output *output = allocate(1, sizeof *output);
    put_host_names(output, nodes);
    for (size_t i = 0; i < nodes; i++) {
        char name[LINE_SIZE];
        snprintf(name, sizeof name, "node-%zu", i + 1);
        size_t kept = make_node(samples, i, nodes, sample_count_asked, &random);
        put_node(output, name, samples, kept);
    }
    put_text(output, "    \"sampling_frequency\": 30\n}\n");
    output_flush(output);
    free(samples);
    free(output);
    return fflush(stdout) == 0 ? 0 : 4;
}
