#include "node_jobs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"

static const double NOISE = 0.03;
static const double LINK_B_s = 1.22e9; /* what 10 Gbit/s carry */

static struct node_state steady_state(const struct job *job)
{
    struct node_state state = {
        .busy_cores = 0.95 * job->cores,
        .memory_B = 0.4 * job->memory_B,
        .cached_B = 0.1 * job->memory_B,
        .threads = job->cores,
        .network_B_s = 200e6,
        .files_B_s = 20e6,
        .memory_B_s = 90e9,
        .clock_Hz = 2.6e9,
    };
    for (int gpu = 0; gpu < job->gpus; gpu++)
        state.gpus[gpu] = (struct gpu_state){93, 1.7e9, 40e9, 62, 0, 0, 0};
    return state;
}

/* All states of a node, with noise. */
static struct node_state *states_of(const struct job *job, bend_function *bend, int node)
{
    struct node_state *states = calloc((size_t)job->samples, sizeof *states);
    for (int i = 0; i < job->samples; i++) {
        struct node_state *state = &states[i];
        *state = steady_state(job);
        bend(job, node, (double)i / (job->samples - 1), state);
        state->busy_cores *= suite_noise(NOISE);
        state->memory_B *= suite_noise(NOISE / 10);
        state->network_B_s = fmin(state->network_B_s * suite_noise(NOISE), LINK_B_s);
        state->files_B_s *= suite_noise(NOISE);
        state->memory_B_s *= suite_noise(NOISE);
        state->clock_Hz *= suite_noise(NOISE / 3);
        for (int gpu = 0; gpu < job->gpus; gpu++) {
            struct gpu_state *its = &state->gpus[gpu];
            its->utilization *= suite_noise(its->power_W > 0 ? 0 : NOISE);
            its->utilization = its->utilization > 100 ? 100 : its->utilization;
            its->clock_Hz *= suite_noise(NOISE);
            its->temperature *= suite_noise(NOISE / 2);
        }
    }
    return states;
}

/* ---- values ---- */

typedef double value_function(const struct job *job, const struct node_state *state, int gpu);

#define VALUE(name, expression)                                                                    \
    static double name(const struct job *job, const struct node_state *state, int gpu)             \
    {                                                                                              \
        (void)job, (void)gpu;                                                                      \
        return expression;                                                                         \
    }
VALUE(cpu_percent, 100 * state->busy_cores)
VALUE(machine_percent, 100 * state->busy_cores / job->cores)
VALUE(memory_percent, 100 * state->memory_B / job->memory_B)
VALUE(memory, state->memory_B)
VALUE(cached, state->cached_B)
VALUE(swap, state->swap_B)
VALUE(threads, state->threads)
VALUE(iowait, state->iowait)
VALUE(network, state->network_B_s)
VALUE(files, state->files_B_s)
VALUE(memory_rate, state->memory_B_s)
VALUE(load, state->busy_cores)
VALUE(clock_rate, state->clock_Hz)
VALUE(core_load, gpu == 3 && state->busiest_core > 0
                     ? state->busiest_core
                     : 100 * state->busy_cores / job->cores * (0.97 + 0.01 * (gpu % 7)))
VALUE(utilization, state->gpus[gpu].utilization)
VALUE(clock_MHz, state->gpus[gpu].clock_Hz / 1e6)
VALUE(gpu_memory, state->gpus[gpu].memory_B)
VALUE(temperature, state->gpus[gpu].temperature)
VALUE(corrected, state->gpus[gpu].corrected)
VALUE(uncorrected, state->gpus[gpu].uncorrected)
VALUE(power, state->gpus[gpu].power_W > 0 ? state->gpus[gpu].power_W
                                          : 100 + 3 * state->gpus[gpu].utilization)
VALUE(power_mW, 1e3 * power(job, state, gpu))

/* The samples that are there. */
static void write_values(FILE *file, const struct job *job, const struct node_state *states,
                         value_function *value, int gpu, bool is_counter)
{
    double sum = 1000;
    const char *joint = "";
    for (int i = 0; i < job->samples; i++) {
        double its = value(job, &states[i], gpu);
        sum += i ? its * job->interval_s : 0;
        if (states[i].is_missing)
            continue;
        fprintf(file, "%s%.*f", joint, is_counter || its > 1e6 ? 0 : 3, is_counter ? sum : its);
        joint = ", ";
    }
}

static void write_times(FILE *file, const struct job *job, const struct node_state *states)
{
    const char *joint = "";
    fputs("\"time_stamps\": [", file);
    for (int i = 0; i < job->samples; i++) {
        if (states[i].is_missing)
            continue;
        fprintf(file, "%s%.0f", joint, SUITE_START + (double)i * job->interval_s);
        joint = ", ";
    }
    fputs("]", file);
}

/* ---- the toolkit ---- */

struct toolkit_metric {
    const char *open, *name, *close; /* the group around it begins, ends */
    value_function *value;
    bool is_counter;
};

static void write_metrics(FILE *file, const struct job *job, const struct node_state *states,
                          const struct toolkit_metric *metrics, size_t count, int gpu)
{
    write_times(file, job, states);
    for (size_t i = 0; i < count; i++) {
        fprintf(file, ", %s\"%s\": [", metrics[i].open, metrics[i].name);
        write_values(file, job, states, metrics[i].value, gpu, metrics[i].is_counter);
        fprintf(file, "]%s", metrics[i].close);
    }
}

static void write_host_names(FILE *file, const struct job *job, int gpus)
{
    const char *joint = "";
    fputs("{\"host_names\": [", file);
    for (int node = 0; node < job->nodes; node++)
        for (int gpu = 0; gpu < (gpus ? gpus : 1); gpu++) {
            if (gpus)
                fprintf(file, "%s\"gpu-%d.n%02d\"", joint, gpu, node);
            else
                fprintf(file, "%s\"n%02d\"", joint, node);
            joint = ", ";
        }
    fprintf(file, "], \"sampling_frequency\": %d", job->interval_s);
}

static void write_cpu_metrics(const struct job *job, struct node_state *const *states,
                              const char *directory)
{
    static const struct toolkit_metric metrics[] = {
        {"", "cpu_percent", "", cpu_percent, false},
        {"", "cpu_percent_sys", "", machine_percent, false},
        {"", "memory_percent", "", memory_percent, false},
        {"\"memory_info\": {", "rss", "}", memory, false},
        {"\"memory_full_info\": {", "swap", "}", swap, false},
        {"\"net_io_counters\": {", "bytes_sent", "}", network, true},
        {"\"io_counters\": {", "read_bytes", "}", files, true},
        {"", "memory_bw", "", memory_rate, false},
        {"", "num_threads", "", threads, false},
    };
    FILE *file = suite_open(directory, "cpu_metrics.json");
    write_host_names(file, job, 0);
    for (int node = 0; node < job->nodes; node++) {
        fprintf(file, ",\n\"n%02d\": {", node);
        write_metrics(file, job, states[node], metrics, sizeof metrics / sizeof metrics[0], 0);
        fputs("}", file);
    }
    fputs("}\n", file);
    suite_close(file);
}

static void write_gpu_metrics(const struct job *job, struct node_state *const *states,
                              const char *directory)
{
    static const struct toolkit_metric metrics[] = {
        {"\"utilization_rates\": {", "gpu", "}", utilization, false},
        {"\"memory_used\": {", "gpu_memory", "}", gpu_memory, false},
        {"\"clock_info\": {", "sm", "}", clock_MHz, false},
        {"", "temperature", "", temperature, false},
        {"", "power_usage", "", power_mW, false},
        {"\"ecc_errors\": {", "sp", "", corrected, false},
        {"", "dp", "}", uncorrected, false},
    };
    FILE *file = suite_open(directory, "nv_gpu_metrics.json");
    write_host_names(file, job, job->gpus);
    for (int node = 0; node < job->nodes; node++)
        for (int gpu = 0; gpu < job->gpus; gpu++) {
            fprintf(file, ",\n\"gpu-%d.n%02d\": {", gpu, node);
            write_metrics(file, job, states[node], metrics, sizeof metrics / sizeof metrics[0],
                          gpu);
            fputs("}", file);
        }
    fputs("}\n", file);
    suite_close(file);
}

static void write_toolkit_facts(const struct job *job, const char *directory)
{
    FILE *file = suite_open(directory, "meta_data.json");
    write_host_names(file, job, 0);
    for (int node = 0; node < job->nodes; node++)
        fprintf(file,
                ",\n\"n%02d\": {\"cpu\": {\"sockets\": 2, \"cores_per_socket\": %d}, \"memory\": "
                "{\"total_bytes\": %.0f}, \"network\": {\"eth0\": {\"speed\": 10000}}}",
                node, job->cores / 2, job->memory_B);
    fputs("}\n", file);
    suite_close(file);
}

/* ---- ClusterCockpit ---- */

static void write_cockpit_series(FILE *file, const struct job *job,
                                 struct node_state *const *states, value_function *value,
                                 double scale, int parts)
{
    const char *joint = "";
    for (int node = 0; node < job->nodes; node++)
        for (int part = 0; part < (parts ? parts : 1); part++) {
            fprintf(file, "%s\n{\"hostname\": \"n%02d\", ", joint, node);
            if (parts)
                fprintf(file, "\"id\": \"%d\", ", part);
            fputs("\"data\": [", file);
            for (int i = 0; i < job->samples; i++) {
                const struct node_state *state = &states[node][i];
                fputs(i ? ", " : "", file);
                if (state->is_missing)
                    fputs("null", file);
                else
                    fprintf(file, "%.5g", value(job, state, part) / scale);
            }
            fputs("]}", file);
            joint = ",";
        }
}

static void write_cockpit_data(const struct job *job, struct node_state *const *states,
                               const char *directory)
{
    static const struct {
        const char *name, *scope, *unit;
        value_function *value;
        double scale;
    } metrics[] = {
        {"cpu_load", "node", "{\"base\": \"\"}", load, 1},
        {"mem_used", "node", "{\"base\": \"B\", \"prefix\": \"G\"}", memory, 1e9},
        {"mem_cached", "node", "{\"base\": \"B\", \"prefix\": \"G\"}", cached, 1e9},
        {"mem_bw", "node", "{\"base\": \"B/s\", \"prefix\": \"G\"}", memory_rate, 1e9},
        {"clock", "node", "{\"base\": \"Hz\", \"prefix\": \"M\"}", clock_rate, 1e6},
        {"ib_recv", "node", "{\"base\": \"B/s\"}", network, 1},
        {"file_bw", "node", "{\"base\": \"B/s\", \"prefix\": \"M\"}", files, 1e6},
        {"cpu_iowait", "node", "{\"base\": \"%\"}", iowait, 1},
        {"cpu_user", "core", "{\"base\": \"%\"}", core_load, 1},
        {"acc_utilization", "accelerator", "{\"base\": \"%\"}", utilization, 1},
        {"acc_power", "accelerator", "{\"base\": \"W\"}", power, 1},
    };
    const char *joint = "";
    FILE *file = suite_open(directory, "data.json");
    fputs("{", file);
    for (size_t i = 0; i < sizeof metrics / sizeof metrics[0]; i++) {
        bool is_of_gpus = strcmp(metrics[i].scope, "accelerator") == 0;
        bool is_of_cores = strcmp(metrics[i].scope, "core") == 0;
        if ((is_of_gpus && !job->gpus) || (is_of_cores && job->source != COCKPIT_CORES))
            continue;
        fprintf(file, "%s\n\"%s\": {\"%s\": {\"unit\": %s, \"timestep\": %d, \"series\": [", joint,
                metrics[i].name, metrics[i].scope, metrics[i].unit, job->interval_s);
        write_cockpit_series(file, job, states, metrics[i].value, metrics[i].scale,
                             is_of_gpus    ? job->gpus
                             : is_of_cores ? job->cores
                                           : 0);
        fputs("]}}", file);
        joint = ",";
    }
    fputs("}\n", file);
    suite_close(file);
}

static void write_cockpit_meta(const struct job *job, const char *directory)
{
    FILE *file = suite_open(directory, "meta.json");
    fprintf(file,
            "{\"jobId\": 4711, \"user\": \"ada\", \"cluster\": \"c\", \"numNodes\": %d, "
            "\"startTime\": %.0f, \"duration\": %d, \"jobState\": \"completed\", ",
            job->nodes, SUITE_START, (job->samples - 1) * job->interval_s);
    if (job->has_facts)
        fprintf(file, "\"numHwthreads\": %d, ", job->nodes * job->cores);
    fputs("\"resources\": [", file);
    for (int node = 0; node < job->nodes; node++)
        fprintf(file, "%s{\"hostname\": \"n%02d\"}", node ? ", " : "", node);
    fputs("]}\n", file);
    suite_close(file);
}

void node_job_write(const struct job *job, bend_function *bend, const char *directory)
{
    struct node_state **states = calloc((size_t)job->nodes, sizeof *states);
    for (int node = 0; node < job->nodes; node++)
        states[node] = states_of(job, bend, node);
    if (job->source != TOOLKIT) {
        write_cockpit_meta(job, directory);
        if (job->samples)
            write_cockpit_data(job, states, directory);
    } else {
        write_cpu_metrics(job, states, directory);
        if (job->gpus)
            write_gpu_metrics(job, states, directory);
        if (job->has_facts)
            write_toolkit_facts(job, directory);
    }
    for (int node = 0; node < job->nodes; node++)
        free(states[node]);
    free(states);
}
