/* Writes a small campaign as a table, a row a try of a task:
 *
 *     make_campaign > tasks.csv
 *
 * Five kinds of task run one after the other on twelve nodes with four places each. On one node
 * many tries fail; tasks of one band need more memory than was asked for and are tried again; a few
 * long tasks remain at the end. The same bytes each time. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { NODES = 12, PLACES = 4 * NODES, KINDS = 5, BAD_NODE = 6, MOST_TRIES = 4 };

static const int64_t START = 1772438400; /* 2026-03-02 08:00:00 UTC */

/* Seconds; MB (2^20 bytes) and their relative spread; CPU time ÷ elapsed time. */
static const struct kind {
    const char *step, *name;
    int tasks;
    double run_time, memory, spread, asked, efficiency;
} kinds[KINDS] = {
    {"prepare", "ingest", 96, 40, 300, 0.08, 2048, 0.35},
    {"prepare", "calibrate", 240, 150, 900, 0.08, 2048, 0.93},
    {"combine", "warp", 160, 210, 1400, 0.08, 4096, 0.88},
    {"combine", "coadd", 60, 420, 2600, 0.16, 4096, 0.81},
    {"publish", "catalog", 12, 240, 700, 0.08, 4096, 0.55},
};

static uint64_t state = 20260302;
static double free_from[PLACES];
static unsigned next_id = 1;

/* xorshift64*: Vigna, "An experimental exploration of Marsaglia's xorshift generators" (2016). */
static double random_unit(void)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (double)((state * 2685821657736338717u) >> 11) / 9007199254740992.0;
}

/* Log-normal about: median 1. */
static double random_factor(double spread)
{
    return exp(spread * (random_unit() + random_unit() + random_unit() - 1.5) * 2.0);
}

static int first_free_place(void)
{
    int place = 0;
    for (int i = 1; i < PLACES; i++)
        if (free_from[i] < free_from[place])
            place = i;
    return place;
}

static void print_moment(double seconds)
{
    char text[32];
    time_t moment = (time_t)(START + (int64_t)seconds);
    strftime(text, sizeof text, ",%Y-%m-%dT%H:%M:%SZ", gmtime(&moment));
    fputs(text, stdout);
}

struct task {
    unsigned id;
    char band;
    double run_time, memory;
};

/* Returns when it ended; *done when it ended well. */
static double run_try(const struct kind *kind, const struct task *task, int try, double submit,
                      int *done)
{
    int place = first_free_place(), node = place % NODES;
    double asked = try == 1 ? kind->asked : 4 * kind->asked;
    double start = fmax(free_from[place], submit), run_time = task->run_time;
    const char *outcome = "done";
    if (task->memory > asked) {
        outcome = "out_of_memory";
        run_time *= 0.7;
    } else if (random_unit() < (node == BAD_NODE ? 0.3 : 0.005)) {
        outcome = "failed";
        run_time *= random_unit();
    }
    *done = strcmp(outcome, "done") == 0;
    free_from[place] = start + run_time + 1;
    printf("%s,%s,%u,%d,node%02d", kind->step, kind->name, task->id, try, node + 1);
    print_moment(submit);
    print_moment(start);
    print_moment(start + run_time);
    printf(",%.1f,%.1f,1,%.0f,%.0f,%s,%c\n", run_time,
           run_time * kind->efficiency * random_factor(0.04), fmin(task->memory, asked), asked,
           outcome, task->band);
    return start + run_time;
}

static double run_task(const struct kind *kind, int number, double submit)
{
    struct task task = {.id = next_id++,
                        .band = "grizy"[number % 5],
                        .run_time = kind->run_time * random_factor(0.25),
                        .memory = kind->memory * random_factor(kind->spread)};
    int done = 0;
    if (strcmp(kind->name, "coadd") == 0 && task.band == 'y')
        task.memory *= 2.2;
    if (strcmp(kind->name, "catalog") == 0 && number < 3)
        task.run_time *= 4;
    for (int try = 1; !done && try <= MOST_TRIES; try++)
        submit = run_try(kind, &task, try, submit, &done);
    return submit;
}

int main(void)
{
    double step_start = 0, latest = 0;
    puts("step,task,id,attempt,node,submit,start,end,elapsed_s,cpu_time_s,cores,peak_memory_MB,"
         "requested_memory_MB,outcome,band");
    for (int k = 0; k < KINDS; k++) {
        if (k > 0 && strcmp(kinds[k].step, kinds[k - 1].step) != 0)
            step_start = latest;
        for (int i = 0; i < kinds[k].tasks; i++)
            latest = fmax(latest, run_task(&kinds[k], i, step_start));
    }
    return 0;
}
