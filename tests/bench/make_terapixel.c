/* Makes what a run of rendering tasks on cloud hosts with a GPU each leaves behind: its events, the
 * samples of its GPUs and where each tile lies. Five events a task, so ten rows of events; a sample
 * of each host about every two seconds. Usage: make_terapixel TASKS DIRECTORY */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { HOSTS = 1024, SIDE = 256, EVENTS = 5, SAMPLE_MS = 2150 };

static const char job[] = "1024-lvl12-7e026be3-5fd0-48ee-b7d1-abd61f747705";

/* xorshift64* (Vigna, 2016): the same rows on every machine. */
static uint64_t state = 42;

static uint64_t next_random(void)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * UINT64_C(2685821657736338717);
}

static double uniform(void)
{
    return (double)(next_random() >> 11) * 0x1p-53;
}

/* Rows nearly in time order: what happens in a second is written together. */
struct row {
    long ms;
    unsigned task;
    unsigned char event, stop;
    unsigned short host;
};

struct host {
    char name[40];
    unsigned long serial;
    double speed, warmth;
    long free_ms;
};

struct task {
    unsigned host;
    long begin, end; /* of rendering */
};

static struct host hosts[HOSTS];

static void make_hosts(void)
{
    for (unsigned i = 0; i < HOSTS; i++) {
        unsigned long a = next_random(), b = next_random();
        snprintf(hosts[i].name, sizeof hosts[i].name, "%016lx%016lx%06X", a, b, i);
        hosts[i].serial = 320118118607 + i * 1409UL;
        hosts[i].speed = 0.93 + 0.14 * uniform();
        hosts[i].warmth = 8 * uniform();
        hosts[i].free_ms = (long)(uniform() * 4000);
    }
}

static void write_time(FILE *out, long ms)
{
    long s = ms / 1000 + 8 * 3600;
    fprintf(out, "2018-11-%02ldT%02ld:%02ld:%02ld.%03ldZ", 8 + s / 86400, s / 3600 % 24,
            s / 60 % 60, s % 60, ms % 1000);
}

static void write_task(FILE *out, unsigned task)
{
    fprintf(out, "%08x-304c-4fbd-88a1-1346ef%06x", task * 2654435761u, task);
}

static int by_time(const void *left, const void *right)
{
    const struct row *a = left, *b = right;
    return a->ms != b->ms ? (a->ms < b->ms ? -1 : 1)
                          : (a->task != b->task ? (a->task < b->task ? -1 : 1) : 0);
}

/* Of each task: TotalRender around Saving Config, Render and Uploading; Tiling behind it. */
static void make_task(struct task *task, unsigned number, struct row *rows)
{
    struct host *host = &hosts[number % HOSTS];
    long begin = host->free_ms, save = 2 + (long)(3 * uniform());
    long render = (long)(1000 * host->speed * (24 + 30 * uniform() + 6 * sin(number / 900.0)));
    long upload = 300 + (long)(1400 * uniform()), tile = 950 + (long)(60 * uniform());
    long edges[EVENTS][2] = {{begin, begin + save + render + upload},
                             {begin, begin + save},
                             {begin + save, begin + save + render},
                             {begin + save + render, begin + save + render + upload},
                             {begin + save + render + upload,
                              begin + save + render + upload + tile}};
    for (unsigned i = 0; i < 2 * EVENTS; i++)
        rows[i] = (struct row){edges[i / 2][i % 2], number, (unsigned char)(i / 2),
                               (unsigned char)(i % 2), (unsigned short)(number % HOSTS)};
    *task = (struct task){number % HOSTS, begin + save, begin + save + render};
    host->free_ms = edges[4][1] + 20 + (long)(40 * uniform());
}

static void write_events(FILE *out, const struct row *rows, size_t count)
{
    static const char *const names[EVENTS] = {"TotalRender", "Saving Config", "Render", "Uploading",
                                              "Tiling"};
    fputs("timestamp,hostname,eventName,eventType,jobId,taskId\n", out);
    for (size_t i = 0; i < count; i++) {
        write_time(out, rows[i].ms);
        fprintf(out, ",%s,%s,%s,%s,", hosts[rows[i].host].name, names[rows[i].event],
                rows[i].stop ? "STOP" : "START", job);
        write_task(out, rows[i].task);
        fputc('\n', out);
    }
}

static void write_sample(FILE *out, unsigned number, long ms, int busy)
{
    const struct host *host = &hosts[number];
    double power = busy ? 95 + 40 * uniform() : 26 + 8 * uniform();
    write_time(out, ms);
    fprintf(out, ",%s,%lu,GPU-%08x-f615-a7c7-ab53-fb4a7a47%04x,%.2f,%.0f,%.0f,%.0f\n", host->name,
            host->serial, number * 2654435761u, number, power,
            36 + host->warmth + (busy ? 6 * uniform() : 0), busy ? 85 + 10 * uniform() : 0.0,
            busy ? 40 + 15 * uniform() : 0.0);
}

static void write_samples(FILE *out, const struct task *tasks, unsigned count, long last)
{
    static unsigned current[HOSTS];
    for (unsigned i = 0; i < HOSTS; i++)
        current[i] = i;
    fputs(
        "timestamp,hostname,gpuSerial,gpuUUID,powerDrawWatt,gpuTempC,gpuUtilPerc,gpuMemUtilPerc\n",
        out);
    for (long ms = 0; ms <= last; ms += SAMPLE_MS)
        for (unsigned i = 0; i < HOSTS; i++) {
            long moment = ms + (long)(500 * uniform());
            while (current[i] < count && tasks[current[i]].end < moment)
                current[i] += HOSTS;
            write_sample(out, i, moment, current[i] < count && tasks[current[i]].begin <= moment);
        }
}

static void write_attributes(FILE *out, unsigned count)
{
    fputs("taskId,jobId,x,y,level\n", out);
    for (unsigned i = 0; i < count; i++) {
        write_task(out, i);
        fprintf(out, ",%s,%u,%u,12\n", job, i % SIDE, i / SIDE);
    }
}

static FILE *open_in(const char *directory, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        exit(4);
    }
    return file;
}

static void done(FILE *file)
{
    int failed = ferror(file);
    if (fclose(file) != 0 || failed) {
        perror("writing");
        exit(4);
    }
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: %s TASKS DIRECTORY\n", argv[0]);
        return 2;
    }
    unsigned count = (unsigned)strtoul(argv[1], NULL, 10);
    struct task *tasks = calloc(count + 1, sizeof *tasks);
    struct row *rows = calloc(2 * EVENTS * (size_t)count + 1, sizeof *rows);
    if (!tasks || !rows) {
        free(tasks);
        free(rows);
        return 4;
    }
    make_hosts();
    for (unsigned i = 0; i < count; i++)
        make_task(&tasks[i], i, rows + 2 * EVENTS * (size_t)i);
    qsort(rows, 2 * EVENTS * (size_t)count, sizeof *rows, by_time);
    FILE *events = open_in(argv[2], "application-checkpoints.csv");
    write_events(events, rows, 2 * EVENTS * (size_t)count);
    done(events);
    FILE *samples = open_in(argv[2], "gpu.csv");
    write_samples(samples, tasks, count, count ? rows[2 * EVENTS * (size_t)count - 1].ms : 0);
    done(samples);
    FILE *attributes = open_in(argv[2], "task-x-y.csv");
    write_attributes(attributes, count);
    done(attributes);
    free(rows);
    free(tasks);
    return 0;
}
