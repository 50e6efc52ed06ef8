/* Makes the two databases of the profiler's tutorial from what its tables say: durations, shares,
 * data sizes and throughputs of the ten rows of each table come out of these events, the other
 * tasks of the four workers are made. The events that the tutorial prints are there as they are.
 * Usage: make_seed_trace tasks|resources >FILE */
#include <stdbool.h>
#include <stdlib.h>

#include "msgpack_out.h"

enum { WORKERS = 4, KEY_SIZE = 120 };

static const char host[] = "c096";
static const char array_type[] = "<class 'cupy._core.core.ndarray'>";
static const char list_type[] = "<class 'list'>";

/* Compute time of each worker: what the printed durations and shares leave open is less than 1 µs.
 */
static const double totals_s[WORKERS] = {7.0678046, 6.9620000, 7.3126164, 7.0523311};

/* A function of a worker: `tasks` calls that take duration_s together. Half of them are quicker, so
 * that the mean of size / duration is throughput_MB_s. */
struct function {
    int worker;
    const char *name, *token;
    double duration_s, size_MB, throughput_MB_s;
    int tasks;
    bool whole_key; /* the key is one text, else a tuple with the number of the chunk */
    int first_chunk;
    unsigned result_bytes;
};

static const struct function functions[] = {
    {0, "_func_fit", "62a75b12-6b7a-49b0-b279-160a8ff3ee3b", 2.471439026, 0.16, 0, 1, true, 0, 48},
    {1, "_func_fit", "2d612856-11c9-4d72-8062-7dfff911cf37", 2.471328000, 0.20, 0, 1, true, 0, 48},
    {2, "_func_fit", "abdc6ba0-f141-4e3c-909e-059f1f2eed4f", 2.463677000, 0.24, 0, 1, true, 0, 48},
    {3, "_func_fit", "d813c7ea-7042-4c69-8a72-7bdafcec69fb", 2.463437145, 0.20, 0, 1, true, 0, 48},
    {1, "_update", "96127d18-5249-4874-accc-a95d91831a7f", 0.452483979, 0, 0, 1, true, 0, 92},
    {0, "_update", "988648be-51da-405b-a484-a25c9db01ee3", 0.430781277, 0, 0, 1, true, 0, 92},
    {2, "_update", "8c69b565-dc4d-4abc-80bb-e8085e2960bb", 0.426464697, 0, 0, 1, true, 0, 92},
    {3, "_update", "af7e6144-6bc1-4f85-9b66-4dd7e5f241d0", 0.425992251, 0, 0, 1, true, 0, 92},
    {3, "var", "e4678ef53eb782384180081aa58da0be", 0.363824824, 0.04, 0, 1, false, 13, 450},
    {2, "mean_chunk", "0ff2c4ec843f304adcd7d25ca35c47a7", 0.259242709, 0.04, 0, 1, false, 0, 376},
    {2, "var-partial", "51", 1.172958885, 0.000908, 0.619854, 685, false, 0, 450},
    {1, "var-partial", "52", 1.105951985, 0.000907, 0.624356, 670, false, 0, 450},
    {3, "var-partial", "53", 1.049220571, 0.000907, 0.617285, 639, false, 0, 450},
    {0, "var-partial", "54", 1.018736675, 0.000906, 0.623162, 570, false, 0, 450},
    {0, "mean_combine-partial", "55", 0.534139579, 0.000752, 1.198554, 674, false, 0, 376},
    /* With the call above the mean throughput of the worker's var is that of the table. */
    {3, "var", "e4678ef53eb782384180081aa58da0be", 0.461197628, 0.04, 70.661314370, 710, false, 14,
     450},
};
enum { FUNCTION_COUNT = sizeof functions / sizeof functions[0] };

/* ---- samples that the tutorial prints ---- */

static const struct usage_out samples[] = {
    {3869.01274743, 40.2, 1692111381.5415905, 10685583.118998485, 10673829.571746167, 0,
     134589.30723739465, 2744729600, 189, 0, 3158966272},
    {3869.018545822, 0, 1692111381.5495014, 24242915.31342638, 24415081.283950076, 0, 0, 2744729600,
     189, 0, 3158966272},
    {3869.118886256, 69.9, 1692111381.649612, 30272623.59462569, 28577096.880356316, 0,
     10024124.945820678, 2744729600, 189, 1, 3158966272},
    {3869.219099359, 10, 1692111381.7498834, 3102557.5490633715, 3103435.1666125604, 0, 0,
     2744995840, 193, 1, 3158966272},
    {3869.319312409, 0, 1692111381.850187, 5343.775123098109, 5622.927554901742, 0, 0, 2744995840,
     193, 0, 3158966272},
    {3869.418357631, 0, 1692111381.9493108, 2703.691829652832, 3147.58153302867, 0, 0, 2744995840,
     193, 0, 3158966272},
    {3869.518484708, 10, 1692111382.0494256, 19927.11012718611, 19927.11012718611, 0, 0, 2744995840,
     193, 0, 3158966272},
    {3869.620366242, 60.1, 1692111382.1493354, 2815376.423511278, 2813654.866414532, 0, 0,
     2745241600, 193, 0, 3194617856},
    {3869.721167103, 70, 1692111382.2492902, 3200509.781330604, 3200509.781330604, 0, 0, 2745511936,
     193, 0, 3194617856},
    {3869.821650885, 79.1, 1692111382.350485, 3472817.2998334193, 4041423.6761417557, 0, 0,
     2745782272, 193, 0, 3194617856},
};

struct maker {
    struct msgpack_out out;
    double now[WORKERS], busy[WORKERS];
};

static const char *worker_name(int worker)
{
    static const char *const names[WORKERS] = {"worker-c096-0", "worker-c096-1", "worker-c096-2",
                                               "worker-c096-3"};
    return names[worker];
}

/* The name as the profiler writes it: the key up to a comma, without two characters before and one
 * behind, and without its last piece. */
static const char *written_name(const char *key)
{
    static char name[KEY_SIZE];
    const char *comma = strchr(key, ',');
    size_t size = comma ? (size_t)(comma - key) : strlen(key);
    snprintf(name, sizeof name, "%.*s", size > 3 ? (int)size - 3 : 0, key + (size > 2 ? 2 : size));
    char *piece = strrchr(name, '-');
    *(piece ? piece : name) = '\0';
    return name;
}

static void put_at(struct maker *maker, int worker, const char *key, double end, double duration,
                   uint64_t size, const char *dependency, const char *type)
{
    maker->busy[worker] += duration;
    out_task(&maker->out, &(struct task_out){.host = host,
                                             .worker = worker_name(worker),
                                             .key = key,
                                             .name = written_name(key),
                                             .dtype = type == list_type ? "unknown" : "float32",
                                             .type = type,
                                             .dependency = dependency,
                                             .end = end,
                                             .duration = duration,
                                             .size = size});
}

static void put(struct maker *maker, int worker, const char *key, double duration, uint64_t size,
                const char *dependency)
{
    maker->now[worker] += duration + 1e-4;
    put_at(maker, worker, key, maker->now[worker], duration, size, dependency, array_type);
}

/* ---- functions of the tables ---- */

/* What each of the quicker half takes: the mean of 1 / duration is throughput / size. */
static double quick_duration(const struct function *function, int quick)
{
    double low = 0, high = function->duration_s / function->tasks;
    double wanted = function->throughput_MB_s / function->size_MB * function->tasks;
    for (int i = 0; i < 200; i++) {
        double middle = (low + high) / 2;
        double other = (function->duration_s - quick * middle) / (function->tasks - quick);
        if (quick / middle + (function->tasks - quick) / other > wanted)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

/* The tutorial's table gives the mean of the samples 2 and 3 to this function: they lie behind the
 * end of its first two calls, where the analyser looks. */
static bool put_before_sample(struct maker *maker, const struct function *function, int call,
                              const char *key, double duration, const char *input)
{
    if (strcmp(function->name, "mean_combine-partial") != 0 || call >= 2)
        return false;
    put_at(maker, function->worker, key, samples[2 + call].time - duration / 2, duration,
           function->result_bytes, input, array_type);
    return true;
}

static const char *input_key(double size_MB)
{
    static char key[KEY_SIZE];
    if (size_MB <= 0)
        return NULL;
    snprintf(key, sizeof key, "('block-%032x', 0)", (unsigned)(size_MB * 1e6 + 0.5));
    return key;
}

static void put_function(struct maker *maker, const struct function *function)
{
    char key[KEY_SIZE];
    int quick = function->tasks / 2;
    double quicker = quick ? quick_duration(function, quick) : 0;
    double slower = (function->duration_s - quick * quicker) / (function->tasks - quick);
    for (int i = 0; i < function->tasks; i++) {
        if (function->whole_key)
            snprintf(key, sizeof key, "%s-%s", function->name, function->token);
        else
            snprintf(key, sizeof key, "('%s-%s', %d, 0)", function->name, function->token,
                     function->first_chunk + i);
        double duration = i < quick ? quicker : slower;
        const char *input = input_key(function->size_MB);
        if (!put_before_sample(maker, function, i, key, duration, input))
            put(maker, function->worker, key, duration, function->result_bytes, input);
    }
}

/* The data that the functions take: their sizes are those of the tables. */
static void put_inputs(struct maker *maker)
{
    for (int i = 0; i < FUNCTION_COUNT; i++)
        if (functions[i].size_MB > 0)
            put(maker, functions[i].worker, input_key(functions[i].size_MB), 1e-5,
                (uint64_t)(functions[i].size_MB * 1e6 + 0.5), NULL);
}

/* ---- events that the tutorial prints ---- */

static void put_first(struct maker *maker)
{
    static const char key[] = "getGPUs-42237764-1836-4be8-ae62-948ce02e1d6a";
    put_at(maker, 2, key, 3837.884328029, 0.050518035888671875, 280, NULL, list_type);
}

static void put_last(struct maker *maker)
{
    static const char original[] = "original-array-64bef1cc631f078a2e8f3d2c24d62e99";
    static const char other[] = "original-array-808dd9f17eb2378b6fb7a3aeddc6cb36";
    static const char reshaped[] = "('array-reshape-22612059257db170fa304ae3f488407c', 0, 0)";
    static const char reshaped_other[] = "('array-reshape-f70b70b2e4718d09ca3086bb97bec087', 0, 0)";
    const char *worker = worker_name(1);
    struct msgpack_out *out = &maker->out;
    out_memory(out, 3907.782270047, host, worker,
               "('reshape-b1532816c7b1745efbdc8cb9a24f29f9', 0, 0)", 300048, 17);
    put_at(maker, 1, original, 3907.792064168, 8.106231689453125e-06, 8, NULL, array_type);
    out_memory(out, 3907.792064168, host, worker, original, 300032, 15);
    put_at(maker, 1, other, 3907.792960693, 5.4836273193359375e-06, 8, NULL, array_type);
    out_memory(out, 3907.792960693, host, worker, other, 300040, 16);
    put_at(maker, 1, reshaped, 3907.803720107, 5.698204040527344e-05, 8, original, array_type);
    out_memory(out, 3907.803720107, host, worker, reshaped, 300032, 15);
    put_at(maker, 1, reshaped_other, 3907.804997844, 4.4345855712890625e-05, 8, other, array_type);
    out_memory(out, 3907.804997844, host, worker, reshaped_other, 300040, 16);
    put_at(maker, 1, "('reshape-22612059257db170fa304ae3f488407c', 0, 0)", 3907.811160065,
           5.245208740234375e-06, 8, reshaped, array_type);
}

/* ---- tasks in memory: second, then a number a worker; -1: no event ---- */

static const int balance[][1 + WORKERS] = {
    {0, -1, -1, 1, 1},   {1, 10, 12, 16, 11},  {6, 33, 13, 15, 35},  {7, 8, 14, 32, 17},
    {8, 32, 15, 31, 20}, {9, 32, 30, 19, 19},  {10, 14, 14, 14, 15}, {11, 13, 15, 14, 21},
    {12, 16, 19, 9, 16}, {13, 18, 15, 17, 20},
};

static void put_balance(struct maker *maker)
{
    for (size_t i = 0; i < sizeof balance / sizeof balance[0]; i++)
        for (int worker = 0; worker < WORKERS; worker++)
            if (balance[i][1 + worker] >= 0)
                out_memory(&maker->out, 3837.885 + balance[i][0] + 0.01 * worker, host,
                           worker_name(worker), "k", 300000, (unsigned)balance[i][1 + worker]);
}

/* ---- the rest of each worker's time: small tasks that are in no table ---- */

static void put_rest(struct maker *maker, int worker)
{
    enum { FUNCTIONS = 12, TASKS = 20 };
    static const char *const names[FUNCTIONS] = {"getitem", "astype",    "sub",   "truediv",
                                                 "mul",     "sum",       "stack", "concatenate",
                                                 "rechunk", "blockwise", "where", "finalize"};
    char key[KEY_SIZE];
    double each = (totals_s[worker] - maker->busy[worker]) / (FUNCTIONS * TASKS);
    for (int i = 0; i < FUNCTIONS; i++)
        for (int k = 0; k < TASKS; k++) {
            snprintf(key, sizeof key, "('%s-%032x', %d, 0)", names[i], 0xabc00 + i,
                     worker * TASKS + k);
            put(maker, worker, key, each, 8, NULL);
        }
}

static void put_tasks(struct maker *maker)
{
    put_first(maker);
    for (int worker = 0; worker < WORKERS; worker++)
        maker->now[worker] = 3838;
    put_inputs(maker);
    for (int i = 0; i < FUNCTION_COUNT; i++)
        put_function(maker, &functions[i]);
    put_balance(maker);
    put_last(maker);
    for (int worker = 0; worker < WORKERS; worker++)
        put_rest(maker, worker);
}

int main(int count, char **arguments)
{
    static struct maker maker;
    maker.out.file = stdout;
    if (count > 1 && strcmp(arguments[1], "resources") == 0)
        for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++)
            out_usage(&maker.out, host, &samples[i]);
    else
        put_tasks(&maker);
    return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
