/* Traces of programs and samples of devices. */
#include <math.h>

#include "suite.h"

enum { LANES = 8 };

/* ---- Chrome traces: LANES workers on two hosts ---- */

struct trace_case {
    /* How many tasks of 1 s a worker has and how long its waits between them are. */
    void (*bend)(int lane, int tasks, int *count, double *length_s, double *wait_s);
    int long_lane; /* has one task as long as half of the run; -1: none */
};

static void write_span(FILE *file, const char *name, int lane, double start_s, double length_s,
                       bool is_first)
{
    fprintf(file,
            "%s\n{\"name\": \"%s\", \"ph\": \"X\", \"pid\": %d, \"tid\": %d, \"ts\": %.0f, "
            "\"dur\": %.0f}",
            is_first ? "" : ",", name, lane / 4 + 1, lane % 4 + 1, start_s * 1e6, length_s * 1e6);
}

static void write_trace(const struct suite_case *its, const char *directory, int variant)
{
    static const char *const names[] = {"load", "solve", "store"};
    static const int tasks_of[VARIANTS] = {90, 240, 45};
    const struct trace_case *trace = its->more;
    FILE *file = suite_open(directory, "trace.json");
    fputs("[", file);
    for (int lane = 0; lane < LANES; lane++) {
        int count = tasks_of[variant];
        double length_s = 1, wait_s = 0.01, now_s = 0;
        trace->bend(lane, tasks_of[variant], &count, &length_s, &wait_s);
        if (lane == trace->long_lane) {
            write_span(file, "merge", lane, now_s, tasks_of[variant] / 2.0, lane == 0);
            now_s += tasks_of[variant] / 2.0;
            count /= 2;
        }
        for (int i = 0; i < count; i++) {
            double its_length_s = length_s * suite_noise(0.05);
            write_span(file, names[i % 3], lane, now_s, its_length_s, lane == 0 && now_s <= 0);
            now_s += its_length_s + wait_s;
        }
    }
    fputs("\n]\n", file);
    suite_close(file);
}

#define LANE(name)                                                                                 \
    static void name(int lane, int tasks, int *count, double *length_s, double *wait_s)
#define UNUSED (void)lane, (void)tasks, (void)count, (void)length_s, (void)wait_s

LANE(busy)
{
    UNUSED;
}
LANE(waiting)
{
    UNUSED;
    *wait_s = 4;
    *count /= 4;
}
LANE(uneven)
{
    UNUSED;
    if (lane != 2)
        *count = tasks / 3;
}
LANE(a_little_uneven)
{
    UNUSED;
    *count -= lane * tasks / 120;
}

/* ---- samples of devices, as nvidia-smi writes them ---- */

struct device_case {
    double (*utilization)(int device, double share);
};

static void write_devices(const struct suite_case *its, const char *directory, int variant)
{
    static const int devices_of[VARIANTS] = {2, 4, 8}, samples_of[VARIANTS] = {200, 120, 60};
    static const int interval_s[VARIANTS] = {5, 1, 30};
    const struct device_case *devices = its->more;
    FILE *file = suite_open(directory, "nvidia-smi.csv");
    fputs("timestamp, index, uuid, utilization.gpu [%], utilization.memory [%], memory.used [MiB], "
          "power.draw [W], temperature.gpu\n",
          file);
    for (int i = 0; i < samples_of[variant]; i++)
        for (int device = 0; device < devices_of[variant]; device++) {
            double share = (double)i / samples_of[variant];
            double use = fmin(devices->utilization(device, share) * suite_noise(0.03), 100);
            const char *time = suite_time(SUITE_START + i * interval_s[variant]);
            fprintf(file,
                    "%.4s/%.2s/%.2s %.8s.%03d, %d, GPU-a%d, %.0f %%, %.0f %%, %.0f MiB, %.2f W, "
                    "%.0f\n",
                    time, time + 5, time + 8, time + 11, 7 * device, device, device, use, use / 2,
                    use > 0 ? 40000.0 : 4.0, 60 + 3 * use, 35 + use / 4);
        }
    suite_close(file);
}

static double all_work(int device, double share)
{
    (void)device, (void)share;
    return 93;
}

static double one_is_idle(int device, double share)
{
    return device == 1 ? 0 : all_work(device, share);
}

static double differing_a_little(int device, double share)
{
    (void)share;
    return 95 - 2 * device;
}

#define TRACE(name, pattern, ...)                                                                  \
    {                                                                                              \
        name, pattern, write_trace, &(const struct trace_case)                                     \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
#define DEVICES(name, pattern, bend)                                                               \
    {                                                                                              \
        name, pattern, write_devices, &(const struct device_case)                                  \
        {                                                                                          \
            bend                                                                                   \
        }                                                                                          \
    }

const struct suite_case trace_cases[] = {
    TRACE("trace_idle_workers", "idle", waiting, -1),
    TRACE("trace_uneven", "idle|uneven|busy", uneven, -1),
    TRACE("trace_long_task", "merge", busy, 5),
    DEVICES("device_idle", "(GPU-a1|GPU 1).*idle", one_is_idle),

    TRACE("benign_trace", NULL, busy, -1),
    TRACE("benign_trace_a_little_uneven", NULL, a_little_uneven, -1),
    DEVICES("benign_devices", NULL, all_work),
    DEVICES("benign_device_spread", NULL, differing_a_little),
};
const size_t trace_case_count = sizeof trace_cases / sizeof trace_cases[0];
