/* Makes an event database of the Dask profiler: chunks of arrays that go through a chain of
 * functions on eight workers of two hosts, with what the workers hold and the monitor's samples.
 * All takes STRETCH times as long.
 * Usage: make_trace EVENTS [STRETCH] >FILE */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "msgpack_out.h"

enum { HOSTS = 2, WORKERS = 4, FUNCTIONS = 8, KEY_SIZE = 96 };

static const struct {
    const char *name;
    double mean_s;
    unsigned bytes;
} functions[FUNCTIONS] = {
    {"read-chunk", 0.034, 4000000},
    {"normalize", 0.012, 4000000},
    {"mean_chunk", 0.006, 376},
    {"mean_combine-partial", 0.002, 752},
    {"var", 0.011, 450},
    {"getitem", 0.0015, 400000},
    {"_kmeans_step", 0.042, 96},
    {"store-map", 0.021, 24},
};

struct worker {
    double now;
    unsigned held;
    unsigned long chunk;
    int step;
    char name[32], key[KEY_SIZE], last[KEY_SIZE];
};

struct host {
    char name[16];
    double offset, sampled; /* Unix time less the host's clock; when the monitor looked last */
    struct worker workers[WORKERS];
};

struct trace {
    struct msgpack_out out;
    uint64_t random;
    double stretch, sampling_s;
    struct host hosts[HOSTS];
};

/* xorshift64* (Vigna, 2016): the same trace on every machine. */
static uint64_t next_random(struct trace *trace)
{
    trace->random ^= trace->random >> 12;
    trace->random ^= trace->random << 25;
    trace->random ^= trace->random >> 27;
    return trace->random * UINT64_C(2685821657736338717);
}

static double uniform(struct trace *trace)
{
    return (double)(next_random(trace) >> 11) * 0x1p-53;
}

static void set_up(struct trace *trace)
{
    for (int i = 0; i < HOSTS; i++) {
        struct host *host = &trace->hosts[i];
        snprintf(host->name, sizeof host->name, "c%03d", 96 + i);
        host->offset = 1692107512.5 - 5000.0 * i;
        host->sampled = 3837.8 + 5000.0 * i;
        for (int k = 0; k < WORKERS; k++) {
            struct worker *worker = &host->workers[k];
            worker->now = host->sampled + 0.02 * k;
            snprintf(worker->name, sizeof worker->name, "worker-%s-%d", host->name, k);
        }
    }
}

/* A key of the chunk's: all its steps have tokens of their own. */
static void make_key(char key[KEY_SIZE], int step, unsigned long long token, unsigned long chunk)
{
    snprintf(key, KEY_SIZE, "('%s-%016llx%016llx', %lu, 0)", functions[step].name,
             token * 0x9e3779b97f4a7c15ULL, token * 0xd6e8feb86659fd93ULL, chunk);
}

static double duration_of(struct trace *trace, const struct worker *worker)
{
    double spread = exp(0.5 * (uniform(trace) + uniform(trace) - 1));
    double slow = uniform(trace) < 0.004 ? 6 : 1;
    return functions[worker->step].mean_s * spread * slow * trace->stretch;
}

static void run_task(struct trace *trace, struct host *host, struct worker *worker)
{
    double duration = duration_of(trace, worker);
    worker->now += duration + (0.0004 + 0.002 * uniform(trace)) * trace->stretch;
    make_key(worker->key, worker->step, (uint64_t)worker->step + 1 + worker->chunk / 512,
             worker->chunk);
    out_task(&trace->out, &(struct task_out){.host = host->name,
                                             .worker = worker->name,
                                             .key = worker->key,
                                             .name = functions[worker->step].name,
                                             .dtype = "float32",
                                             .type = "<class 'cupy._core.core.ndarray'>",
                                             .dependency = worker->step ? worker->last : NULL,
                                             .end = worker->now,
                                             .duration = duration,
                                             .size = functions[worker->step].bytes});
    memcpy(worker->last, worker->key, sizeof worker->last);
}

static void tell_memory(struct trace *trace, const struct host *host, struct worker *worker)
{
    double pull = worker->held > 24 ? 0.8 : worker->held < 6 ? 0.1 : 0.45;
    if (uniform(trace) < pull)
        worker->held -= worker->held > 0;
    else
        worker->held++;
    out_memory(&trace->out, worker->now, host->name, worker->name, worker->key,
               300000 + 4096 * (uint64_t)worker->held, worker->held);
}

static void sample(struct trace *trace, struct host *host)
{
    double load = uniform(trace);
    host->sampled += trace->sampling_s;
    out_usage(&trace->out, host->name,
              &(struct usage_out){.time = host->sampled,
                                  .cpu = 40 + 60 * load,
                                  .wall = host->sampled + host->offset,
                                  .net_read = 1e6 + 3e7 * load * load,
                                  .net_write = 1e6 + 2e7 * load,
                                  .disk_write = load > 0.9 ? 1e7 : 0,
                                  .memory = 2744729600 + (uint64_t)(1e8 * load),
                                  .files = 189 + (uint64_t)(8 * load),
                                  .gpu_utilization = (uint64_t)(30 + 65 * load),
                                  .gpu_memory = 3158966272 + (uint64_t)(5e8 * load)});
}

/* The worker of the host that is furthest behind. */
static struct worker *next_worker(struct host *host)
{
    struct worker *first = &host->workers[0];
    for (int i = 1; i < WORKERS; i++)
        if (host->workers[i].now < first->now)
            first = &host->workers[i];
    return first;
}

static unsigned long step(struct trace *trace, struct host *host, unsigned long *chunks)
{
    struct worker *worker = next_worker(host);
    unsigned long events = 2;
    if (worker->step == 0)
        worker->chunk = (*chunks)++;
    run_task(trace, host, worker);
    tell_memory(trace, host, worker);
    worker->step = (worker->step + 1) % FUNCTIONS;
    for (; host->sampled + trace->sampling_s < worker->now; events++)
        sample(trace, host);
    return events;
}

int main(int count, char **arguments)
{
    static char buffer[1 << 20];
    static struct trace trace = {.random = 20230815};
    unsigned long wanted = count > 1 ? strtoul(arguments[1], NULL, 10) : 1000, chunks = 0;
    trace.out.file = stdout;
    trace.stretch = count > 2 ? strtod(arguments[2], NULL) : 1;
    trace.sampling_s = 0.1 * sqrt(trace.stretch);
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    set_up(&trace);
    for (unsigned long events = 0, turn = 0; events < wanted; turn++)
        events += step(&trace, &trace.hosts[turn % HOSTS], &chunks);
    return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
