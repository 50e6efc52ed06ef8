/* Makes a Work Queue transactions log as a manager with monitored tasks writes it: RETRIEVED and
 * DONE carry the same measurements; one try in 500 is lost with its worker.
 * Usage: make_workqueue TASKS FILE */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { LANES = 200, AHEAD = 400, CATEGORIES = 4, LOST_OF = 500, STEP_US = 900 };

static const char *const categories[CATEGORIES] = {"preprocessing", "processing", "accumulating",
                                                   "plotting"};

struct log {
    FILE *out;
    uint64_t time_us, random;
    unsigned long lanes[LANES]; /* the task that runs there, from 1; 0: none */
};

/* xorshift64* (Vigna, 2016): the same log on every machine. */
static double uniform(struct log *log)
{
    log->random ^= log->random >> 12;
    log->random ^= log->random << 25;
    log->random ^= log->random >> 27;
    return (double)((log->random * UINT64_C(2685821657736338717)) >> 11) * 0x1p-53;
}

static void begin_line(struct log *log)
{
    log->time_us += (uint64_t)(STEP_US * (0.5 + uniform(log)));
    fprintf(log->out, "%llu 776910 ", (unsigned long long)log->time_us);
}

static const char *category_of(unsigned long task)
{
    return task % 10 == 0  ? categories[0]
           : task % 7 == 0 ? categories[2 + task % 2]
                           : categories[1];
}

static void write_address(struct log *log, unsigned lane)
{
    fprintf(log->out, "10.32.%u.%u:%u", 70 + lane / 100, 10 + lane % 100, 40000 + lane);
}

static void submit(struct log *log, unsigned long task)
{
    begin_line(log);
    fprintf(log->out,
            "TASK %lu WAITING %s FIRST_RESOURCES {\"cores\":[1,\"cores\"],\"gpus\":[0,\"gpus\"],"
            "\"memory\":[4000,\"MB\"],\"disk\":[5000,\"MB\"]}\n",
            task, category_of(task));
}

static void start(struct log *log, unsigned long task, unsigned lane)
{
    begin_line(log);
    fprintf(log->out, "TASK %lu RUNNING ", task);
    write_address(log, lane);
    fputs("  FIRST_RESOURCES {\"cores\":[1,\"cores\"],\"gpus\":[0,\"gpus\"],"
          "\"memory\":[4000,\"MB\"],\"disk\":[5000,\"MB\"]}\n",
          log->out);
}

static void write_measured(struct log *log, char *text, size_t size)
{
    double wall = 2 + 30 * -log1p(-uniform(log)), share = 0.3 + 0.7 * uniform(log);
    double start_s = (double)log->time_us / 1e6 - wall;
    int memory = 80 + (int)(400 * pow(uniform(log), 3));
    snprintf(text, size,
             "{\"start\":[%.0f,\"us\"],\"end\":[%llu,\"us\"],\"context_switches\":[%.0f,"
             "\"switches\"],\"cores_avg\":[%.3f,\"cores\"],\"cores\":[1,\"cores\"],\"gpus\":[0,"
             "\"gpus\"],\"wall_time\":[%.6f,\"s\"],\"cpu_time\":[%.6f,\"s\"],"
             "\"max_concurrent_processes\":[11,\"procs\"],\"total_processes\":[22,\"procs\"],"
             "\"memory\":[%d,\"MB\"],\"virtual_memory\":[%d,\"MB\"],\"swap_memory\":[0,\"MB\"],"
             "\"bytes_read\":[%.14f,\"MB\"],\"bytes_written\":[0.0390625,\"MB\"],"
             "\"bytes_received\":[%.16f,\"MB\"],\"bytes_sent\":[0.001483917236328125,\"MB\"],"
             "\"bandwidth\":[%.5f,\"Mbps\"],\"total_files\":[14,\"files\"],\"disk\":[318,\"MB\"],"
             "\"machine_cpus\":[24,\"cores\"],\"machine_load\":[%.2f,\"procs\"]}",
             start_s * 1e6, (unsigned long long)log->time_us, 500 * wall, share, wall, wall * share,
             memory, memory + 569, 40 * uniform(log), uniform(log), 5 * uniform(log),
             24 * uniform(log));
}

static void finish(struct log *log, unsigned long task, unsigned lane)
{
    char measured[2048];
    write_measured(log, measured, sizeof measured);
    begin_line(log);
    fprintf(log->out, "TASK %lu WAITING_RETRIEVAL ", task);
    write_address(log, lane);
    fputs(" \n", log->out);
    begin_line(log);
    fprintf(log->out, "TASK %lu RETRIEVED SUCCESS  0  {} %s\n", task, measured);
    begin_line(log);
    fprintf(log->out, "TASK %lu DONE SUCCESS  0  {} %s\n", task, measured);
}

static void empty_lane(struct log *log, unsigned lane)
{
    if (log->lanes[lane])
        finish(log, log->lanes[lane], lane);
    log->lanes[lane] = 0;
}

static void begin(struct log *log)
{
    fputs("# time manager_pid MANAGER START|END\n"
          "# time manager_pid TASK taskid WAITING category_name (FIRST_RESOURCES|MAX_RESOURCES) "
          "{resources_requested}\n\n",
          log->out);
    begin_line(log);
    fputs("MANAGER START\n", log->out);
    for (unsigned lane = 0; lane < LANES; lane++) {
        begin_line(log);
        fprintf(log->out, "WORKER worker-%032x ", lane);
        write_address(log, lane);
        fputs("  CONNECTION\n", log->out);
    }
}

static int write_log(struct log *log, unsigned long tasks)
{
    unsigned long submitted = 0;
    begin(log);
    for (unsigned long task = 1; task <= tasks; task++) {
        unsigned lane = (unsigned)(task % LANES);
        while (submitted < tasks && submitted < task + AHEAD)
            submit(log, ++submitted);
        empty_lane(log, lane);
        start(log, task, lane);
        if (task % LOST_OF == 0) {
            submit(log, task);
            start(log, task, lane);
        }
        log->lanes[lane] = task;
    }
    for (unsigned lane = 0; lane < LANES; lane++)
        empty_lane(log, lane);
    begin_line(log);
    fputs("MANAGER END\n", log->out);
    return ferror(log->out);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: %s TASKS FILE\n", argv[0]);
        return 2;
    }
    struct log log = {.out = fopen(argv[2], "w"),
                      .time_us = UINT64_C(1626271120401017),
                      .random = 42};
    if (!log.out) {
        perror(argv[2]);
        return 4;
    }
    int failed = write_log(&log, strtoul(argv[1], NULL, 10));
    if (fclose(log.out) != 0 || failed) {
        perror(argv[2]);
        return 4;
    }
    return 0;
}
