/* Writes a made-up job in the form of a ClusterCockpit job archive:
 *
 *     make_archive NODES SAMPLES DIRECTORY      (meta.json and data.json)
 *
 * The statistics in it are worked out from the samples as they are written. One node runs cool and
 * slow, another has samples missing, and the job waits for a while. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { TIMESTEP_S = 60, FIRST_NODE = 101, PATH_SIZE = 4096 };

static const long START = 1718092800; /* 2024-06-11 08:00:00 UTC */

struct metric {
    const char *name, *base, *prefix;
    double idle, busy, spread;
};

static const struct metric metrics[] = {
    {"cpu_load", "load", NULL, 0.4, 70.6, 0.01},  {"mem_used", "B", "G", 11.0, 96.0, 0.005},
    {"mem_bw", "B/s", "G", 0.6, 171.0, 0.04},     {"flops_any", "F/s", "G", 0.0, 894.0, 0.05},
    {"cpu_power", "W", NULL, 102.0, 478.0, 0.02}, {"clock", "Hz", "M", 1420.0, 2390.0, 0.01},
    {"ib_xmit", "B/s", "M", 0.01, 2310.0, 0.1},
};
enum { METRIC_COUNT = sizeof metrics / sizeof metrics[0] };

struct statistics {
    double least, sum, most;
    size_t count;
};

static double random_unit(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (double)((*state * 2685821657736338717u) >> 11) / 9007199254740992.0;
}

/* How busy the job is, from 0 to 1. */
static double busy_at(double progress)
{
    if (progress < 0.05)
        return 0.15;
    if (progress > 0.54 && progress < 0.66)
        return 0.005;
    return progress > 0.95 ? 0.3 : 0.93 + 0.05 * sin(30 * progress);
}

/* As written: two decimals. NaN where a sample is missing. */
static double value_at(const struct metric *metric, size_t node, size_t nodes, double progress,
                       uint64_t *random)
{
    double noise = 2 * random_unit(random) - 1;
    if (node == 1 && progress > 0.25 && progress < 0.36)
        return NAN;
    double busy = busy_at(progress) * (node == nodes * 3 / 4 ? 0.72 : 1.0);
    double value = metric->idle + (metric->busy - metric->idle) * busy;
    return round(100 * value * (1 + metric->spread * noise)) / 100;
}

static void statistics_add(struct statistics *statistics, double value)
{
    if (isnan(value))
        return;
    statistics->least = statistics->count ? fmin(statistics->least, value) : value;
    statistics->most = statistics->count ? fmax(statistics->most, value) : value;
    statistics->sum += value;
    statistics->count++;
}

static void statistics_merge(struct statistics *all, const struct statistics *part)
{
    all->least = all->count ? fmin(all->least, part->least) : part->least;
    all->most = all->count ? fmax(all->most, part->most) : part->most;
    all->sum += part->sum;
    all->count += part->count;
}

static void write_statistics(FILE *file, const struct statistics *statistics)
{
    fprintf(file, "{\"avg\":%.2f,\"min\":%.2f,\"max\":%.2f",
            statistics->sum / (double)statistics->count, statistics->least, statistics->most);
}

static void write_unit(FILE *file, const struct metric *metric)
{
    fprintf(file, "\"unit\":{\"base\":\"%s\"", metric->base);
    if (metric->prefix)
        fprintf(file, ",\"prefix\":\"%s\"", metric->prefix);
    fputs("}", file);
}

static struct statistics write_series(FILE *file, const double *values, size_t count, size_t node)
{
    struct statistics statistics = {0};
    for (size_t i = 0; i < count; i++)
        statistics_add(&statistics, values[i]);
    fprintf(file, "%s{\"hostname\":\"f%04zu\",\"statistics\":", node ? ",\n" : "",
            FIRST_NODE + node);
    write_statistics(file, &statistics);
    fputs("},\"data\":[", file);
    for (size_t i = 0; i < count; i++)
        if (isnan(values[i]))
            fprintf(file, "%snull", i ? "," : "");
        else
            fprintf(file, "%s%.12g", i ? "," : "", values[i]);
    fputs("]}", file);
    return statistics;
}

static struct statistics write_metric(FILE *file, const struct metric *metric, size_t nodes,
                                      double *values, size_t samples, uint64_t *random)
{
    struct statistics all = {0};
    fprintf(file, "\"%s\":{\"node\":{", metric->name);
    write_unit(file, metric);
    fprintf(file, ",\"timestep\":%d,\"series\":[\n", TIMESTEP_S);
    for (size_t node = 0; node < nodes; node++) {
        for (size_t i = 0; i < samples; i++)
            values[i] = value_at(metric, node, nodes, (double)i / (double)samples, random);
        struct statistics part = write_series(file, values, samples, node);
        statistics_merge(&all, &part);
    }
    fputs("]}}", file);
    return all;
}

static FILE *open_in(const char *directory, const char *name)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        exit(4);
    }
    return file;
}

static void close_checked(FILE *file)
{
    if (fclose(file) != 0) {
        perror("make_archive");
        exit(4);
    }
}

static void write_meta(FILE *file, const struct statistics *statistics, size_t nodes,
                       size_t samples)
{
    long duration = (long)samples * TIMESTEP_S;
    fprintf(
        file,
        "{\"jobId\":731200,\"user\":\"mira\",\"project\":\"turbulence\",\"cluster\":\"alder\","
        "\"subCluster\":\"main\",\"partition\":\"standard\",\"numNodes\":%zu,\"shared\":"
        "\"none\",\"jobState\":\"completed\",\"startTime\":%ld,\"duration\":%ld,\n\"resources\":[",
        nodes, START, duration);
    for (size_t i = 0; i < nodes; i++)
        fprintf(file, "%s{\"hostname\":\"f%04zu\"}", i ? "," : "", FIRST_NODE + i);
    fputs("],\n\"statistics\":{\n", file);
    for (size_t i = 0; i < METRIC_COUNT; i++) {
        fprintf(file, "%s\"%s\":", i ? ",\n" : "", metrics[i].name);
        write_statistics(file, &statistics[i]);
        fputs(",", file);
        write_unit(file, &metrics[i]);
        fputs("}", file);
    }
    fputs("}}\n", file);
}

static size_t parse_count(const char *text)
{
    char *end;
    unsigned long long count = strtoull(text, &end, 10);
    if (*end || count < 4 || count > 1000000) {
        fprintf(stderr, "make_archive: '%s' is not a count of 4 or more\n", text);
        exit(2);
    }
    return (size_t)count;
}

int main(int count, char **arguments)
{
    if (count != 4) {
        fputs("usage: make_archive NODES SAMPLES DIRECTORY\n", stderr);
        return 2;
    }
    size_t nodes = parse_count(arguments[1]), samples = parse_count(arguments[2]);
    double *values = calloc(samples, sizeof *values);
    struct statistics statistics[METRIC_COUNT];
    uint64_t random = 88172645463325252u;
    if (!values)
        return 4;
    FILE *file = open_in(arguments[3], "data.json");
    fputs("{", file);
    for (size_t i = 0; i < METRIC_COUNT; i++) {
        fputs(i ? ",\n" : "", file);
        statistics[i] = write_metric(file, &metrics[i], nodes, values, samples, &random);
    }
    fputs("}\n", file);
    close_checked(file);
    free(values);
    file = open_in(arguments[3], "meta.json");
    write_meta(file, statistics, nodes, samples);
    close_checked(file);
    return 0;
}
