/* Traces of programs and samples of devices. */
#include <math.h>

#include "suite.h"

enum { LANES = 8 };

/* ---- Chrome traces: LANES workers on two hosts ---- */

struct trace_case {
    /* How many tasks of 1 s a worker has and how long its waits between them are. */
    void (*bend)(int lane, int tasks, int *count, double *length_s, double *wait_s);
    int long_lane; /* has one task as long as half of the run; -1: none */
    bool has_main; /* another thread waits for all the while */
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
    double end_s = 0;
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
        end_s = fmax(end_s, now_s);
    }
    if (trace->has_main)
        write_span(file, "run_all", LANES, 0, end_s + 0.01, false);
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

LANE(one_slow_to_end)
{
    UNUSED;
    *length_s = lane == 6 ? 3 : 1;
}
LANE(one_slow)
{
    UNUSED;
    *length_s = lane == 6 ? 3 : 1;
    *count = lane == 6 ? tasks / 3 : tasks;
}
LANE(ending_apart)
{
    UNUSED;
    *count -= lane == 6 ? 0 : tasks / 10;
    *length_s = lane % 2 ? 1.1 : 1;
}

/* ---- training on a GPU, as PyTorch's profiler writes it ---- */

struct training_case {
    const char *category; /* of the waits for the loader; NULL: they are not marked */
    bool is_hidden;       /* the GPU is busy with the batch before meanwhile */
};

static void write_op(FILE *file, const char *category, const char *name, int process,
                     double start_s, double length_s)
{
    fprintf(file,
            ",\n{\"ph\": \"X\", \"cat\": \"%s\", \"name\": \"%s\", \"pid\": %d, \"tid\": 7, "
            "\"ts\": %.0f, \"dur\": %.0f}",
            category, name, process, start_s * 1e6, length_s * 1e6);
}

/* A step waits for its data for 0.7 of its time, and computes for the rest. */
static void write_training(const struct suite_case *its, const char *directory, int variant)
{
    enum { OPS = 10 };
    static const int steps_of[VARIANTS] = {12, 80, 30};
    static const double steps_s[VARIANTS] = {0.5, 0.2, 4};
    const struct training_case *training = its->more;
    FILE *file = suite_open(directory, "rank.pt.trace.json");
    double step_s = steps_s[variant], now_s = SUITE_START;
    fputs("{\"traceEvents\": [\n{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": 0, "
          "\"args\": {\"name\": \"python\"}}",
          file);
    for (int step = 0; step < steps_of[variant]; step++, now_s += step_s) {
        double wait_s = 0.7 * step_s, op_s = (step_s - wait_s) / OPS;
        char name[40];
        snprintf(name, sizeof name, "ProfilerStep#%d", step);
        write_op(file, "user_annotation", name, 100, now_s, step_s);
        if (training->category)
            write_op(file, training->category,
                     "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", 100, now_s,
                     wait_s);
        for (int i = 0; i < OPS; i++) {
            double op_start_s = now_s + wait_s + i * op_s, kernel_s = op_s * suite_noise(0.05);
            write_op(file, "cpu_op", i % 2 ? "aten::conv2d" : "aten::mm", 100, op_start_s,
                     0.9 * op_s);
            if (training->is_hidden)
                write_op(file, "kernel", i % 2 ? "conv" : "gemm", 0,
                         now_s + wait_s + i * step_s / OPS, 0.95 * step_s / OPS);
            else
                write_op(file, "kernel", i % 2 ? "conv" : "gemm", 0, op_start_s, 0.8 * kernel_s);
        }
    }
    fputs("\n]}\n", file);
    suite_close(file);
}

/* ---- the same on several ranks, whose GPUs wait for each other in collectives ---- */

struct ranks_case {
    int slow_rank;     /* -1: none */
    double slower;     /* so many times as long for the same kernels */
    double collective; /* of a step, without waits */
    double loading_s;  /* in each step on the slow rank; nearly none on the others */
};

static void write_ranks(const struct suite_case *its, const char *directory, int variant)
{
    enum { KERNELS = 4, MOST_RANKS = 8 };
    static const int ranks_of[VARIANTS] = {4, 2, 8}, steps_of[VARIANTS] = {30, 60, 25};
    const struct ranks_case *ranks = its->more;
    FILE *files[MOST_RANKS];
    double now_s = SUITE_START;
    for (int rank = 0; rank < ranks_of[variant]; rank++) {
        char name[40];
        snprintf(name, sizeof name, "rank%d.pt.trace.json", rank);
        files[rank] = suite_open(directory, name);
        fprintf(files[rank],
                "{\"distributedInfo\": {\"backend\": \"nccl\", \"rank\": %d, \"world_size\": "
                "%d}, \"traceEvents\": [\n{\"ph\": \"M\", \"name\": \"process_name\", "
                "\"pid\": 0, \"args\": {\"name\": \"python\"}}",
                rank, ranks_of[variant]);
    }
    for (int step = 0; step < steps_of[variant]; step++) {
        double ready_s[MOST_RANKS], last_s = now_s;
        for (int rank = 0; rank < ranks_of[variant]; rank++) {
            ready_s[rank] = now_s;
            if (ranks->loading_s > 0) {
                double length_s = rank == ranks->slow_rank ? ranks->loading_s : 0.002;
                write_op(files[rank], "user_annotation",
                         "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", 100,
                         now_s + 0.001, length_s);
                ready_s[rank] += 0.001 + length_s;
            }
            for (int i = 0; i < KERNELS; i++) {
                double length_s =
                    0.02 * suite_noise(0.03) * (rank == ranks->slow_rank ? ranks->slower : 1);
                write_op(files[rank], "kernel", i % 2 ? "conv" : "gemm", 0, ready_s[rank],
                         length_s);
                ready_s[rank] += length_s;
            }
            last_s = fmax(last_s, ready_s[rank]);
        }
        double end_s = last_s + ranks->collective;
        for (int rank = 0; rank < ranks_of[variant]; rank++) {
            char name[40];
            snprintf(name, sizeof name, "ProfilerStep#%d", step);
            write_op(files[rank], "user_annotation", name, 100, now_s, end_s - now_s);
            write_op(files[rank], "kernel",
                     "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)", 0,
                     ready_s[rank], end_s - ready_s[rank]);
            write_op(files[rank], "cpu_op", "aten::mm", 100, now_s, 0.001);
            write_op(files[rank], "cuda_runtime", "cudaDeviceSynchronize", 100, now_s + 0.002,
                     end_s - now_s - 0.003);
        }
        now_s = end_s;
    }
    for (int rank = 0; rank < ranks_of[variant]; rank++) {
        fputs("\n]}\n", files[rank]);
        suite_close(files[rank]);
    }
}

/* ---- samples of devices, as nvidia-smi writes them ---- */

struct device_case {
    double (*utilization)(int device, double share);
    int hot; /* the number of the device that gets hot and slow, from 1 on; 0: none */
    double (*memory_MiB)(int device, double share); /* in use; NULL: the same throughout */
    double (*power_W)(double share); /* drawn at any use; NULL, or 0: as much as that needs */
    const char *error;       /* in place of what the second device measures, from error_from on */
    double error_from;       /* share of the run */
    bool has_error_of_power; /* of power alone */
};

static bool has_error(const struct device_case *devices, int device, double share)
{
    return devices->error && device == 1 && share >= devices->error_from;
}

static void write_error(FILE *file, const char *error)
{
    fprintf(file, "%s, %s, %s, %s, 81920 MiB, %s, %s\n", error, error, error, error, error, error);
}

static void write_sample(FILE *file, const struct device_case *devices, int device, double share)
{
    double power_W = devices->power_W ? devices->power_W(share) : 0;
    double use =
        fmin(devices->utilization(device, share) * suite_noise(power_W > 0 ? 0 : 0.03), 100);
    bool is_hot = device + 1 == devices->hot && share > 0.2;
    double memory_MiB = devices->memory_MiB ? devices->memory_MiB(device, share) : 40000;
    bool is_wrong = has_error(devices, device, share);
    if (is_wrong && !devices->has_error_of_power) {
        write_error(file, devices->error);
        return;
    }
    fprintf(file, "GPU-a%d, %.0f %%, %.0f %%, %.0f MiB, 81920 MiB, ", device, use, use / 2,
            use > 0 ? memory_MiB * suite_noise(0.002) : 4.0);
    if (is_wrong)
        fprintf(file, "%s", devices->error);
    else
        fprintf(file, "%.2f W",
                is_hot        ? 210
                : power_W > 0 ? power_W * suite_noise(0.01)
                              : 60 + 3 * use);
    fprintf(file, ", %.0f\n", is_hot ? 91 : 35 + use / 4);
}

static void write_devices(const struct suite_case *its, const char *directory, int variant)
{
    static const int devices_of[VARIANTS] = {2, 4, 8}, samples_of[VARIANTS] = {200, 120, 60};
    static const int interval_s[VARIANTS] = {5, 10, 30};
    const struct device_case *devices = its->more;
    FILE *file = suite_open(directory, "nvidia-smi.csv");
    fputs("timestamp, index, uuid, utilization.gpu [%], utilization.memory [%], memory.used [MiB], "
          "memory.total [MiB], power.draw [W], temperature.gpu\n",
          file);
    for (int i = 0; i < samples_of[variant]; i++)
        for (int device = 0; device < devices_of[variant]; device++) {
            const char *time = suite_time(SUITE_START + i * interval_s[variant]);
            fprintf(file, "%.4s/%.2s/%.2s %.8s.%03d, %d, ", time, time + 5, time + 8, time + 11,
                    7 * device, device);
            write_sample(file, devices, device, (double)i / samples_of[variant]);
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

static double one_stops(int device, double share)
{
    return device == 1 && share > 0.4 ? 0 : all_work(device, share);
}

static double all_end_apart(int device, double share)
{
    return share < 0.85 + 0.02 * device ? all_work(device, share) : 0;
}

static double one_leaks(int device, double share)
{
    return device == 1 ? 20000 + 55000 * share : 40000;
}

static double fills_at_first(int device, double share)
{
    (void)device;
    return 40000 * fmin(share / 0.1, 1);
}

static double mostly_waiting(int device, double share)
{
    return fmod(share * 12, 1) < 0.1 ? all_work(device, share) : 3;
}

static double all_rest_late(int device, double share)
{
    return share < 0.5 ? all_work(device, share) : 0;
}

static double all_hang(int device, double share)
{
    return share < 0.3 ? all_work(device, share) : 100;
}

static double power_of_hang_W(double share)
{
    return share < 0.3 ? 0 : 98;
}

static double all_light_late(int device, double share)
{
    return share < 0.3 ? all_work(device, share) : 40;
}

static double all_rest_at_first(int device, double share)
{
    return share > 0.4 ? all_work(device, share) : 0;
}

static double all_rest_shortly(int device, double share)
{
    return share > 0.15 ? all_work(device, share) : 0;
}

static double differing_a_little(int device, double share)
{
    (void)share;
    return 95 - 2 * device;
}

/* ---- events of tasks on GPUs, one GPU per host or four ---- */

enum { GPUS = 8 };

struct event_case {
    int gpus_of_host;     /* 1: events name the host alone; else each names its GPU */
    int idle_gpu;         /* gets no task; -1: none */
    int only_gpu;         /* gets all tasks; -1: all do */
    int slow_gpu;         /* takes twice as long for the same work; -1: none */
    int large_inputs_gpu; /* gets inputs of twice the size; -1: none */
};

static const char *stamp(double instant)
{
    static char text[40];
    snprintf(text, sizeof text, "%.19s.%03dZ", suite_time(instant),
             (int)((instant - floor(instant)) * 1000));
    return text;
}

static void write_event(FILE *file, const struct event_case *events, int gpu, int task,
                        const char *event, const char *side, double time)
{
    fprintf(file, "%s,host%02d,", stamp(SUITE_START + time),
            events->gpus_of_host > 1 ? gpu / events->gpus_of_host : gpu);
    if (events->gpus_of_host > 1)
        fprintf(file, "GPU-b%d,", gpu);
    fprintf(file, "%s,%s,job-1,task-%04d\n", event, side, task);
}

static bool runs_tasks(const struct event_case *events, int gpu)
{
    return gpu != events->idle_gpu && (events->only_gpu < 0 || gpu == events->only_gpu);
}

static void write_samples(FILE *file, const struct event_case *events, int gpu, double end)
{
    for (double time = 0; time < end; time += 10) {
        double use = runs_tasks(events, gpu) ? 80 * suite_noise(0.03) : 0;
        fprintf(file, "%s,host%02d,GPU-b%d,%.2f,%.1f,%.1f,%.1f\n", stamp(SUITE_START + time),
                events->gpus_of_host > 1 ? gpu / events->gpus_of_host : gpu, gpu, 50 + use,
                35 + use / 4, use, use / 2);
    }
}

/* A task has its input read, is rendered, and its result is written; a total encloses them. */
static double write_task(FILE *file, FILE *attributes, const struct event_case *events, int gpu,
                         int task, double start)
{
    static const char *const names[] = {"Read", "Render", "Write"};
    static const double lengths_s[] = {1, 20, 2};
    double size = gpu == events->large_inputs_gpu ? 2 : 1, time = start;
    double slow = gpu == events->slow_gpu ? 2 : 1;
    size *= 1 + 0.05 * suite_uniform();
    fprintf(attributes, "task-%04d,job-1,%.1f\n", task, 100 * size);
    write_event(file, events, gpu, task, "Total", "START", start);
    for (int i = 0; i < 3; i++) {
        write_event(file, events, gpu, task, names[i], "START", time);
        time += lengths_s[i] * (i == 1 ? slow * size : 1) * suite_noise(0.04);
        write_event(file, events, gpu, task, names[i], "STOP", time);
    }
    write_event(file, events, gpu, task, "Total", "STOP", time);
    return time;
}

static void write_events(const struct suite_case *its, const char *directory, int variant)
{
    static const int tasks_of[VARIANTS] = {20, 45, 30};
    const struct event_case *events = its->more;
    FILE *file = suite_open(directory, "events.csv");
    FILE *samples = suite_open(directory, "gpu.csv");
    FILE *attributes = suite_open(directory, "tasks.csv");
    double end = 0;
    int task = 0;
    fprintf(file, "timestamp,hostname,%seventName,eventType,jobId,taskId\n",
            events->gpus_of_host > 1 ? "gpuUUID," : "");
    fputs("timestamp,hostname,gpuUUID,powerDrawWatt,gpuTempC,gpuUtilPerc,gpuMemUtilPerc\n",
          samples);
    fputs("taskId,jobId,input_MB\n", attributes);
    for (int gpu = 0; gpu < GPUS; gpu++) {
        double time = 0.5 * gpu;
        for (int i = 0; runs_tasks(events, gpu) && i < tasks_of[variant]; i++)
            time = write_task(file, attributes, events, gpu, task++, time) + 0.2;
        end = fmax(end, time);
    }
    for (int gpu = 0; gpu < GPUS; gpu++)
        write_samples(samples, events, gpu, end);
    suite_close(file);
    suite_close(samples);
    suite_close(attributes);
}

#define EVENTS(name, pattern, ...)                                                                 \
    {                                                                                              \
        name, pattern, write_events, &(const struct event_case)                                    \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
#define TRACE(name, pattern, ...)                                                                  \
    {                                                                                              \
        name, pattern, write_trace, &(const struct trace_case)                                     \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
#define TRAINING(name, pattern, ...)                                                               \
    {                                                                                              \
        name, pattern, write_training, &(const struct training_case)                               \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
#define RANKS(name, pattern, ...)                                                                  \
    {                                                                                              \
        name, pattern, write_ranks, &(const struct ranks_case)                                     \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
#define DEVICES(name, pattern, ...)                                                                \
    {                                                                                              \
        name, pattern, write_devices, &(const struct device_case)                                  \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }

const struct suite_case trace_cases[] = {
    TRACE("trace_idle_workers", "idle", waiting, -1, false),
    TRACE("trace_uneven", "idle|uneven|busy", uneven, -1, false),
    TRACE("trace_long_task", "merge", busy, 5, false),
    TRACE("trace_straggler", "process 2 thread 3 ended .* after the other 7 workers",
          one_slow_to_end, -1, false),
    TRACE("trace_slow_worker", "process 2 thread 3 is slow", one_slow, -1, false),
    TRAINING("trace_input_annotated", "input data .DataLoader. for 70 % of elapsed time",
             "user_annotation", false),
    TRAINING("trace_input_wait", "input data .DataLoader. for 70 % of elapsed time", "cpu_op",
             false),
    TRAINING("trace_wait_of_all", "Both workers were idle", NULL, false),
    RANKS("trace_slow_rank", "rank 1 is a straggler: .* in NCCL or RCCL kernels", 1, 1.6, 0.01, 0),
    RANKS("trace_slow_rank_of_communication", "rank 0 is a straggler: .* in NCCL or RCCL kernels",
          0, 2, 0.03, 0),
    RANKS("trace_slow_input_of_rank", "rank 1 is a straggler: .*DataLoader.* takes", 1, 1, 0.01,
          0.08),
    DEVICES("device_idle", "(GPU-a1|GPU 1).*idle", .utilization = one_is_idle),
    DEVICES("device_hot", "(GPU-a1|GPU 1) reached 91 .*throttled", .utilization = all_work,
            .hot = 2),
    DEVICES("device_stops", "(GPU-a1|GPU 1) stopped at .* and was idle", .utilization = one_stops),
    DEVICES("device_memory_grows", "GPU memory in use grows steadily on (GPU-a1|GPU 1)",
            .utilization = all_work, .memory_MiB = one_leaks),
    DEVICES("devices_wait", "GPU utilisation is [12][0-9] % on average",
            .utilization = mostly_waiting),
    DEVICES("device_lost",
            "(GPU-a1|GPU 1) was lost at .* samples have .*GPU is lost.* in place of measurements",
            .utilization = all_work, .error = "[GPU is lost]", .error_from = 0.6),
    DEVICES("device_lost_from_start", "GPU 1 was lost at .* all its .* samples",
            .utilization = all_work, .error = "[GPU requires reset]"),
    DEVICES("device_unreadable", "(GPU-a1|GPU 1) could not be read at .*Unknown Error",
            .utilization = all_work, .error = "[Unknown Error]", .error_from = 0.3),
    DEVICES("device_power_unreadable", "(GPU-a1|GPU 1): power could not be read in .*ERR!",
            .utilization = all_work, .error = "ERR!", .error_from = 0.5,
            .has_error_of_power = true),
    DEVICES("devices_rest_late",
            "(Both|All [48]) GPUs were idle from 10:.* to 10:.*(49|50|51) % of the time",
            .utilization = all_rest_late),
    DEVICES("devices_hang",
            "(Both|All [48]) GPUs drew [23][0-9] % of their former power from .* to the end.*may "
            "hang",
            .utilization = all_hang, .power_W = power_of_hang_W),
    DEVICES("devices_rest_at_first", "(Both|All [48]) GPUs were idle from 10:00 to",
            .utilization = all_rest_at_first),
    EVENTS("events_gpu_idle", "GPU-b5.*idle", 4, 5, -1, -1, -1),
    EVENTS("events_gpu_of_host_idle", "GPU-b5.*idle", 1, 5, -1, -1, -1),
    EVENTS("events_gpu_slow", "GPU-b2 is slow", 4, -1, -1, 2, -1),
    EVENTS("events_host_slow", "GPU-b2 is slow", 1, -1, -1, 2, -1),
    EVENTS("events_one_gpu_works", "7 of 8 GPUs.*idle", 4, -1, 3, -1, -1),

    TRACE("benign_trace", NULL, busy, -1, false),
    TRACE("benign_trace_a_little_uneven", NULL, a_little_uneven, -1, false),
    TRACE("benign_trace_ending_apart", NULL, ending_apart, -1, false),
    TRACE("benign_trace_with_main", NULL, busy, -1, true),
    TRAINING("benign_trace_input_meanwhile", NULL, "user_annotation", true),
    EVENTS("benign_events", NULL, 4, -1, -1, -1, -1),
    EVENTS("benign_events_larger_inputs", NULL, 1, -1, -1, -1, 6),
    RANKS("benign_ranks", NULL, -1, 1, 0.02, 0),
    RANKS("benign_ranks_one_a_little_slower", NULL, 1, 1.04, 0.02, 0),
    DEVICES("benign_devices", NULL, .utilization = all_work),
    DEVICES("benign_device_without_power", NULL, .utilization = all_work,
            .error = "[Not Supported]", .has_error_of_power = true),
    DEVICES("benign_device_power_missing", NULL, .utilization = all_work, .error = "[N/A]",
            .error_from = 0.5, .has_error_of_power = true),
    DEVICES("benign_device_dcgm_blank", NULL, .utilization = all_work,
            .error = "9223372036854775794", .has_error_of_power = true),
    DEVICES("benign_device_power_never_readable", NULL, .utilization = all_work, .error = "ERR!",
            .has_error_of_power = true),
    DEVICES("benign_devices_set_up", NULL, .utilization = all_rest_shortly),
    DEVICES("benign_devices_light_late", NULL, .utilization = all_light_late),
    DEVICES("benign_devices_end", NULL, .utilization = all_end_apart),
    DEVICES("benign_device_memory", NULL, .utilization = all_work, .memory_MiB = fills_at_first),
    DEVICES("benign_device_spread", NULL, .utilization = differing_a_little),
};
const size_t trace_case_count = sizeof trace_cases / sizeof trace_cases[0];
