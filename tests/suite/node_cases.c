/* Jobs on nodes and GPUs: each case bends the steady state of its nodes in one way. */
#include <math.h>

#include "node_jobs.h"
#include "suite.h"

struct node_case {
    enum source source;
    int nodes; /* at least; 0: as the variant has it, two at least; negative: just so many */
    int gpus;
    bool has_facts;
    bend_function *bend;
    int samples; /* 0: as the variant has it */
};

/* A function of the job, the node and the share of its time that is over. */
#define BEND(name)                                                                                 \
    static void name(const struct job *job, int node, double share, struct node_state *state)
#define UNUSED (void)job, (void)node, (void)share

static void rest(struct node_state *state)
{
    state->busy_cores = 0.05;
    state->network_B_s = 5e4;
    state->files_B_s = 1e4;
    state->memory_B_s = 1e8;
    for (int gpu = 0; gpu < MOST_GPUS; gpu++)
        state->gpus[gpu].utilization = 0;
}

/* ---- troubles ---- */

BEND(leak)
{
    UNUSED;
    state->memory_B = (0.1 + 0.7 * share) * job->memory_B;
}
BEND(leak_of_one)
{
    if (node == 1)
        leak(job, node, share, state);
}
BEND(slow_leak)
{
    UNUSED;
    state->memory_B = (0.1 + 0.08 * share) * job->memory_B;
}
BEND(leak_of_gpu)
{
    UNUSED;
    state->gpus[1].memory_B = (4 + 60 * share) * 1e9;
}
BEND(leak_kills)
{
    UNUSED;
    state->memory_B = (0.1 + 0.86 * share / 0.65) * job->memory_B;
    if (share < 0.65)
        return;
    rest(state);
    state->memory_B = 0.02 * job->memory_B;
}
BEND(leak_kills_one)
{
    if (node == 1)
        leak_kills(job, node, share, state);
}
BEND(leak_fills)
{
    UNUSED;
    state->memory_B = (share < 0.7 ? 0.1 + 0.89 * share / 0.7 : 0.99) * job->memory_B;
}
BEND(memory_of_a_phase)
{
    UNUSED;
    state->memory_B = (share < 0.65 ? 0.1 + 0.86 * share / 0.65 : 0.1) * job->memory_B;
    if (state->memory_B > 0.85 * job->memory_B)
        state->memory_B = 0.85 * job->memory_B;
}
BEND(memory_full)
{
    UNUSED;
    state->memory_B = (share > 0.5 ? 0.99 : 0.6) * job->memory_B;
}
BEND(swapping)
{
    UNUSED;
    state->memory_B = 0.96 * job->memory_B;
    if (share <= 0.4)
        return;
    state->swap_B = (share - 0.4) * 0.2 * job->memory_B;
    state->busy_cores *= 0.15;
}
BEND(idle_always)
{
    UNUSED;
    rest(state);
}
BEND(idle_middle)
{
    UNUSED;
    if (share > 0.3 && share < 0.6)
        rest(state);
}
BEND(idle_end)
{
    UNUSED;
    if (share > 0.7)
        rest(state);
}
BEND(serial)
{
    UNUSED;
    state->busy_cores = 1;
    state->threads = 1;
}
BEND(serial_end)
{
    if (share > 0.75)
        serial(job, node, share, state);
}
BEND(one_goes_on)
{
    UNUSED;
    if (share > 0.6 && node != 3)
        rest(state);
}
BEND(serial_end_on_one)
{
    if (share > 0.6)
        serial(job, node, share, state);
    one_goes_on(job, node, share, state);
}
BEND(one_begins)
{
    UNUSED;
    if (share < 0.3 && node != 0)
        rest(state);
}
BEND(three_in_the_middle)
{
    UNUSED;
    if (share > 0.3 && share < 0.6 && node > 2)
        rest(state);
}
BEND(third_used)
{
    UNUSED;
    if (3 * node >= job->nodes)
        rest(state);
}
BEND(gpus_go_on)
{
    UNUSED;
    if (share < 0.6 || node == 3)
        return;
    rest(state);
    for (int gpu = 0; gpu < MOST_GPUS; gpu++)
        state->gpus[gpu].utilization = 90;
}
BEND(one_ends_later)
{
    UNUSED;
    if (share > 0.92 && node != 3)
        rest(state);
}
BEND(rates_fall)
{
    UNUSED;
    if (share < 0.5)
        return;
    state->memory_B_s *= 0.2;
    state->network_B_s *= 0.3;
}
BEND(rates_fall_at_times)
{
    rates_fall(job, node, fmod(share * 5, 1), state);
}
BEND(rates_fall_late)
{
    rates_fall(job, node, share - 0.35, state);
}
BEND(rates_fall_early)
{
    rates_fall(job, node, share + 0.4, state);
}
BEND(rates_fall_slowly)
{
    UNUSED;
    state->memory_B_s *= 1 - 0.9 * share;
}
BEND(rates_fall_with_load)
{
    rates_fall(job, node, share, state);
    if (share >= 0.5)
        state->busy_cores *= 0.6;
}
/* Nearly idle from amid the run on: all that is measured falls in step. */
BEND(all_falls)
{
    UNUSED;
    if (share < 0.55)
        return;
    state->busy_cores *= 0.08;
    state->memory_B_s *= 0.08;
    state->network_B_s *= 0.08;
}
BEND(all_halves)
{
    UNUSED;
    if (share < 0.66)
        return;
    state->busy_cores *= 0.5;
    state->memory_B_s *= 0.5;
    state->network_B_s *= 0.5;
}
BEND(load_alone_halves) /* another kind of work begins */
{
    UNUSED;
    if (share >= 0.5)
        state->busy_cores *= 0.4;
}
BEND(writes_for_long)
{
    UNUSED;
    if (share < 0.78)
        return;
    state->busy_cores *= 0.3;
    state->memory_B_s *= 0.1;
    state->network_B_s = 5e6;
    state->files_B_s = 0.4e9;
}
BEND(waits_for_one_core)
{
    UNUSED;
    state->busy_cores = 0.55 * job->cores;
    state->busiest_core = 98;
}
BEND(network_full)
{
    UNUSED;
    if (share > 0.3)
        state->network_B_s = 5e9; /* as if there were no limit */
}
BEND(network_of_one_full)
{
    if (node == 1)
        network_full(job, node, share, state);
}
BEND(clocks_halved)
{
    UNUSED;
    if (share > 0.6)
        state->clock_Hz *= 0.5;
}
BEND(serial_twice)
{
    if (fmod(share, 0.5) > 0.4)
        serial(job, node, share, state);
}
BEND(quarter)
{
    UNUSED;
    state->busy_cores = 0.15 * job->cores;
}
BEND(threads_32_per_core)
{
    UNUSED;
    state->threads = 32 * job->cores;
}
BEND(overload)
{
    UNUSED;
    state->busy_cores = 4 * job->cores;
}
BEND(file_bound)
{
    UNUSED;
    state->busy_cores = 0.08 * job->cores;
    state->files_B_s = 1.2e9;
}
BEND(file_bound_half)
{
    if (fmod(share * 10, 1) < 0.5)
        file_bound(job, node, share, state);
}
BEND(iowait_third)
{
    UNUSED;
    state->iowait = 35;
    state->busy_cores *= 0.6;
}
/* The nodes do next to nothing amid the run. */
static bool pauses(double share, struct node_state *state)
{
    if (share < 0.45 || share > 0.6)
        return false;
    state->memory_B_s *= 0.01;
    state->network_B_s = 2e5;
    state->files_B_s = 1e4;
    return true;
}
BEND(spins_amid)
{
    UNUSED;
    pauses(share, state);
}
BEND(rests_amid)
{
    UNUSED;
    if (pauses(share, state))
        state->busy_cores = 0.06 * job->cores;
}
BEND(waits_in_load) /* which counts processes that wait */
{
    UNUSED;
    if (pauses(share, state))
        state->iowait = 60;
}
BEND(waits_at_one_core)
{
    UNUSED;
    if (!pauses(share, state))
        return;
    state->busy_cores = 1.2;
    state->iowait = 45;
}
BEND(waits_for_files_amid)
{
    waits_in_load(job, node, share, state);
    if (state->iowait > 0)
        state->files_B_s = 1.5e9;
}
BEND(waits_to_the_end)
{
    waits_at_one_core(job, node, share > 0.8 ? 0.5 : 0, state);
}
BEND(one_stops)
{
    UNUSED;
    if (node == 1 && share > 0.5)
        rest(state);
}
BEND(one_goes_silent)
{
    UNUSED;
    state->is_missing = node == 1 && share > 0.5;
}
BEND(one_idles)
{
    UNUSED;
    if (node == 1)
        rest(state);
}
/* One hands out the work of the others, with a core or less. */
BEND(one_leads)
{
    UNUSED;
    if (node != 1)
        return;
    rest(state);
    state->busy_cores = 1.2;
}
BEND(one_leads_by_network)
{
    UNUSED;
    if (node != 1)
        return;
    double network = state->network_B_s;
    rest(state);
    state->network_B_s = network > 100e6 ? network : 100e6;
}
BEND(a_third_little)
{
    UNUSED;
    if (node >= 4)
        one_leads(job, 1, share, state);
}
BEND(only_one_works)
{
    UNUSED;
    if (node == 0)
        return;
    rest(state);
    state->busy_cores = 0.015 * job->cores;
}
BEND(half_idle)
{
    UNUSED;
    if (2 * node >= job->nodes)
        rest(state);
}
BEND(one_is_slow)
{
    UNUSED;
    if (node != 1)
        return;
    state->busy_cores *= 0.6;
    state->memory_B_s *= 0.6;
}
BEND(one_gets_slow)
{
    if (share > 0.4)
        one_is_slow(job, node, share, state);
}
BEND(uneven)
{
    UNUSED;
    state->busy_cores *= 0.35 + 0.65 * node / (job->nodes - 1);
}
BEND(a_fifth_missing)
{
    UNUSED;
    state->is_missing = node == 0 && share > 0.4 && share < 0.65;
}
BEND(gpu_idle)
{
    UNUSED;
    state->gpus[1].utilization = 0;
}
BEND(gpu_nearly_idle)
{
    UNUSED;
    state->gpus[1].utilization = share > 0.02 ? 0 : 30;
}
BEND(gpus_rest_late)
{
    UNUSED;
    for (int gpu = 0; gpu < MOST_GPUS && share > 0.5; gpu++)
        state->gpus[gpu].utilization = 0;
}
BEND(gpus_rest_shortly)
{
    UNUSED;
    for (int gpu = 0; gpu < MOST_GPUS && share < 0.15; gpu++)
        state->gpus[gpu].utilization = 0;
}
BEND(gpus_low)
{
    UNUSED;
    for (int gpu = 0; gpu < MOST_GPUS; gpu++)
        state->gpus[gpu].utilization = 12;
}
BEND(gpu_idle_on_one)
{
    UNUSED;
    if (node == 0)
        state->gpus[1].utilization = 0;
}
BEND(gpus_starved)
{
    UNUSED;
    state->busy_cores = 0.25 * job->cores;
    for (int gpu = 0; gpu < MOST_GPUS; gpu++)
        state->gpus[gpu].utilization = 40;
}
BEND(gpu_stops)
{
    UNUSED;
    if (node == 0 && share > 0.45)
        state->gpus[1].utilization = 0;
}
BEND(gpu_hot)
{
    UNUSED;
    if (node != 0 || share < 0.3 || share > 0.7)
        return;
    state->gpus[0].clock_Hz *= 0.7;
    state->gpus[0].temperature = 88;
}
BEND(gpu_corrected)
{
    UNUSED;
    if (node == 0)
        state->gpus[0].corrected = 3 + floor(share * 5);
}
BEND(gpu_uncorrected)
{
    UNUSED;
    if (node == 0)
        state->gpus[0].uncorrected = share > 0.5;
}

/* Far below the usual load, all that is measured in step: at the start, amid, at the end. */
static void dip(struct node_state *state, double part)
{
    state->busy_cores *= part;
    state->memory_B_s *= part;
    state->network_B_s *= part;
    state->files_B_s *= part;
}
BEND(low_at_first)
{
    UNUSED;
    if (share < 0.4)
        dip(state, 0.05);
}
BEND(low_amid)
{
    UNUSED;
    if (share > 0.33 && share < 0.66)
        dip(state, 0.05);
}
BEND(less_amid)
{
    UNUSED;
    if (share > 0.33 && share < 0.66)
        dip(state, 0.25);
}
BEND(low_at_times)
{
    UNUSED;
    if (fmod(share * 4, 1) > 0.5)
        dip(state, 0.05);
}
BEND(network_amid)
{
    UNUSED;
    if (share < 0.3 || share > 0.65)
        return;
    dip(state, 0.12);
    state->network_B_s = 1.15e9;
}
/* Two times of file I/O, and the network between them. */
BEND(files_and_network)
{
    UNUSED;
    bool is_network = share > 0.45 && share < 0.6;
    if (!is_network && fabs(share - 0.3) > 0.07 && fabs(share - 0.75) > 0.07)
        return;
    dip(state, 0.05);
    if (is_network)
        state->network_B_s = 1.15e9;
    else
        state->files_B_s = 0.2e9;
}
BEND(reads_at_first)
{
    UNUSED;
    if (share > 0.4)
        return;
    dip(state, 0.05);
    state->files_B_s = 0.2e9;
}

/* ---- no troubles ---- */

BEND(steady)
{
    UNUSED;
    (void)state;
}
BEND(warm_up)
{
    UNUSED;
    if (share < 0.03)
        rest(state);
}
BEND(staggered)
{
    UNUSED;
    state->is_missing = share < 0.15 * node / job->nodes;
}
BEND(gpus_with_cpus_at_rest)
{
    UNUSED;
    state->busy_cores = 0.9;
    state->network_B_s = 2e6;
    state->files_B_s = 1e6;
}
BEND(hangs)
{
    UNUSED;
    if (share < 0.6)
        return;
    state->memory_B_s = 2e8;
    state->network_B_s = 1e4;
    state->files_B_s = 0;
}
BEND(gpus_hang)
{
    UNUSED;
    for (int gpu = 0; gpu < MOST_GPUS && share > 0.4; gpu++) {
        state->gpus[gpu].utilization = 100;
        state->gpus[gpu].power_W = 110;
    }
    if (share > 0.4)
        state->network_B_s = 1e4;
}
BEND(gpus_light_late)
{
    UNUSED;
    for (int gpu = 0; gpu < MOST_GPUS && share > 0.4; gpu++)
        state->gpus[gpu].utilization = 25;
}
BEND(writes_at_the_end)
{
    UNUSED;
    if (share < 0.85)
        return;
    state->memory_B_s = 1e9;
    state->files_B_s = 1.5e9;
}
BEND(checkpoints)
{
    UNUSED;
    if (fmod(share * 12, 1) > 0.06)
        return;
    state->busy_cores *= 0.05;
    state->files_B_s = 2e9;
}
BEND(waits_at_first)
{
    UNUSED;
    if (share > 0.08)
        return;
    state->busy_cores = 2.5;
    state->iowait = 50;
    state->memory_B_s = 1e9;
}
BEND(waits_at_last)
{
    waits_at_first(job, node, 1 - share, state);
}
BEND(waits_for_a_moment)
{
    waits_at_one_core(job, node, fabs(share - 0.5) < 0.008 ? 0.5 : 0, state);
}
BEND(checkpoints_in_iowait)
{
    UNUSED;
    if (fmod(share * 12, 1) > 0.06)
        return;
    state->busy_cores *= 0.05;
    state->memory_B_s *= 0.05;
    state->files_B_s = 2e9;
    state->iowait = 50;
}
BEND(short_serial_end)
{
    if (share > 0.93)
        serial(job, node, share, state);
}
BEND(cores_half_used)
{
    UNUSED;
    state->busy_cores = 0.55 * job->cores;
}
BEND(one_core_feeds_gpus)
{
    UNUSED;
    state->busy_cores = 0.2 * job->cores;
    state->busiest_core = 98;
}
BEND(network_busy)
{
    UNUSED;
    state->network_B_s = 0.7e9;
}
BEND(network_full_at_times)
{
    if (fmod(share * 8, 1) < 0.1)
        network_full(job, node, 1, state);
}
BEND(clocks_at_rest)
{
    UNUSED;
    if (fmod(share * 6, 1) > 0.6)
        return;
    state->busy_cores *= 0.6;
    state->clock_Hz *= 0.5;
}
BEND(clocks_of_vectors)
{
    UNUSED;
    if (share > 0.6)
        state->clock_Hz *= 0.7;
}
BEND(gpus_after_cpus)
{
    UNUSED;
    bool is_late = share > 0.5;
    state->busy_cores = is_late ? 1 : 0.95 * job->cores;
    for (int gpu = 0; gpu < MOST_GPUS; gpu++)
        state->gpus[gpu].utilization = is_late ? 93 : 30;
}
BEND(plateau)
{
    UNUSED;
    state->memory_B = (0.1 + 0.5 * fmin(share / 0.4, 1)) * job->memory_B;
}
BEND(page_cache)
{
    UNUSED;
    state->cached_B = (0.1 + 0.5 * share) * job->memory_B;
}
BEND(sawtooth)
{
    UNUSED;
    state->memory_B = (0.3 + 0.2 * fmod(share * 9, 1)) * job->memory_B;
}
BEND(one_sample_missing)
{
    UNUSED;
    state->is_missing = node == 0 && fabs(share - 0.5) < 0.5 / (job->samples - 1);
}
BEND(ramp_down)
{
    UNUSED;
    if (share > 0.7 + 0.3 * (node + 1) / job->nodes)
        rest(state);
}
BEND(small_spread)
{
    UNUSED;
    state->busy_cores *= 1 - 0.04 * node / job->nodes;
}
BEND(gpus_of_other_loads)
{
    UNUSED;
    for (int gpu = 0; gpu < MOST_GPUS; gpu++)
        state->gpus[gpu].utilization = 85 + 3 * gpu;
}
BEND(old_swap)
{
    UNUSED;
    state->swap_B = 2e9;
}
BEND(low_for_a_moment) /* set-up */
{
    UNUSED;
    if (share < 0.045)
        dip(state, 0.1);
}
BEND(phases_of_less_load)
{
    UNUSED;
    if (share < 0.3 || (share > 0.5 && share < 0.7))
        dip(state, 0.72);
}
BEND(phases_of_half_load)
{
    UNUSED;
    if (fmod(share * 6, 1) < 0.4)
        state->busy_cores *= 0.6;
}

static void write(const struct suite_case *its, const char *directory, int variant)
{
    static const struct {
        int nodes, samples, interval_s, cores;
    } shapes[VARIANTS] = {{4, 240, 30, 64}, {8, 180, 10, 32}, {2, 150, 60, 128}};
    const struct node_case *its_case = its->more;
    int nodes = shapes[variant].nodes;
    if (its_case->nodes)
        nodes = its_case->nodes < 0       ? -its_case->nodes
                : nodes < its_case->nodes ? its_case->nodes
                                          : nodes;
    struct job job = {
        .source = its_case->source,
        .nodes = nodes,
        .samples = its_case->samples < 0   ? 0
                   : its_case->samples > 0 ? its_case->samples
                                           : shapes[variant].samples,
        .interval_s = shapes[variant].interval_s,
        .cores = shapes[variant].cores,
        .memory_B = 4e9 * shapes[variant].cores,
        .gpus = its_case->gpus,
        .has_facts = its_case->has_facts,
    };
    node_job_write(&job, its_case->bend, directory);
}

#define CASE(name, pattern, ...)                                                                   \
    {                                                                                              \
        name, pattern, write, &(const struct node_case)                                            \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }

const struct suite_case node_cases[] = {
    CASE("toolkit_leak", "memory in use grows", TOOLKIT, 0, 0, true, leak, 0),
    CASE("toolkit_leak_without_facts", "memory in use grows", TOOLKIT, 0, 0, false, leak, 0),
    CASE("toolkit_leak_of_one_node", "memory in use grows.* on n01", TOOLKIT, 0, 0, true,
         leak_of_one, 0),
    CASE("toolkit_slow_leak", "memory in use grows", TOOLKIT, 0, 0, true, slow_leak, 0),
    CASE("cockpit_leak", "memory in use grows", COCKPIT, 0, 0, true, leak, 0),
    CASE("gpu_memory_leak", "GPU memory in use grows.*gpu-1", TOOLKIT, 0, 2, true, leak_of_gpu, 0),
    CASE("leak_that_kills", "memory in use grew .* nearly full .* probably killed", TOOLKIT, 0, 0,
         true, leak_kills, 0),
    CASE("leak_that_kills_without_facts", "memory in use grew .* may have been killed", COCKPIT, 0,
         0, false, leak_kills, 0),
    CASE("leak_that_fills", "memory in use grew .* nearly full .* to the end", TOOLKIT, 0, 0, true,
         leak_fills, 0),
    CASE("leak_that_kills_one", "memory in use grew .* on n01 .* probably killed", TOOLKIT, 0, 0,
         true, leak_kills_one, 0),
    CASE("memory_full", "memory of (n[0-9]+|[0-9]+ of [0-9]+ nodes) was nearly full", TOOLKIT, 0, 0,
         true, memory_full, 0),
    CASE("swapping", "n[0-9]+ swapped", TOOLKIT, 0, 0, true, swapping, 0),
    CASE("swapping_without_facts", "n[0-9]+ swapped", TOOLKIT, 0, 0, false, swapping, 0),
    CASE("toolkit_idle", "idle for the whole run", TOOLKIT, 0, 0, false, idle_always, 0),
    CASE("cockpit_idle", "idle for the whole run", COCKPIT, 0, 0, true, idle_always, 0),
    CASE("one_idle_node", "n00 was idle for the whole run", TOOLKIT, -1, 0, true, idle_always, 0),
    CASE("gpus_idle_too", "idle for the whole run.*GPUs", TOOLKIT, 0, 2, true, idle_always, 0),
    CASE("toolkit_idle_phase", "all nodes were idle from", TOOLKIT, 0, 0, true, idle_middle, 0),
    CASE("cockpit_idle_phase", "all nodes were idle from", COCKPIT, 0, 0, true, idle_middle, 0),
    CASE("idle_at_the_end", "all nodes were idle from", TOOLKIT, 0, 0, false, idle_end, 0),
    CASE("toolkit_hangs", "to the end.*may hang", TOOLKIT, 0, 0, true, hangs, 0),
    CASE("toolkit_gpus_hang", "GPUs drew .* % of their former power from .*may hang", TOOLKIT, 0, 2,
         true, gpus_hang, 0),
    CASE("cockpit_gpus_hang", "GPUs drew .* % of their former power from .*may hang", COCKPIT, 0, 4,
         true, gpus_hang, 0),
    CASE("cockpit_hangs", "to the end.*may hang", COCKPIT, 0, 0, true, hangs, 0),
    CASE("toolkit_serial", "CPU load: on average (1|0.9).* cores .*were busy", TOOLKIT, -1, 0, true,
         serial, 0),
    CASE("toolkit_serial_without_facts", "CPU load: on average .* about .* cores", TOOLKIT, 0, 0,
         false, serial, 0),
    CASE("cockpit_serial", "CPU load: .* hardware threads .*were busy", COCKPIT, 0, 0, true, serial,
         0),
    CASE("toolkit_serial_end", "serial work: about one core was busy on every node from", TOOLKIT,
         0, 0, true, serial_end, 0),
    CASE("cockpit_serial_end", "serial work: about one core was busy on every node from", COCKPIT,
         0, 0, true, serial_end, 0),
    CASE("serial_end_of_one_node", "serial work: about one core was busy from", TOOLKIT, -1, 0,
         false, serial_end, 0),
    CASE("serial_phases", "serial work: about one core was busy on every node in 2 phases", TOOLKIT,
         0, 0, true, serial_twice, 0),
    CASE("toolkit_one_goes_on",
         "15 of 16 nodes were idle from .* while n03 worked. (3[789]|40) % of the no", TOOLKIT, -16,
         0, true, one_goes_on, 0),
    CASE("cockpit_one_goes_on",
         "15 of 16 nodes were idle from .* while n03 worked. (3[789]|40) % of the no", COCKPIT, -16,
         0, true, one_goes_on, 0),
    CASE("serial_end_on_one", "5 of 6 nodes were idle from .* while n03 worked", TOOLKIT, -6, 0,
         true, serial_end_on_one, 0),
    CASE("one_begins", "nodes were idle from 10:00 .* while n00 worked", COCKPIT, 4, 0, true,
         one_begins, 0),
    CASE("three_in_the_middle", "5 of 8 nodes were idle from .* while n00, n01, n02 worked",
         TOOLKIT, -8, 0, false, three_in_the_middle, 0),
    CASE(
        "third_used",
        "6 of 9 nodes were idle for the whole run, while n00, n01, n02 worked.* n03, .* and 2 more",
        TOOLKIT, -9, 0, true, third_used, 0),
    CASE("gpus_go_on", " of n03 is on average", TOOLKIT, 6, 2, true, gpus_go_on, 0),
    CASE("gpus_of_cockpit_go_on", " of n03 is on average", COCKPIT, 6, 2, true, gpus_go_on, 0),
    CASE("toolkit_rates_fall", "memory bandwidth .* fell at .* and stayed low to the end", TOOLKIT,
         0, 0, true, rates_fall, 0),
    CASE("cockpit_rates_fall", "memory bandwidth .* fell at .* and stayed low to the end", COCKPIT,
         0, 0, true, rates_fall, 0),
    CASE("rates_of_one_node_fall", "memory bandwidth .* fell at [0-9:]* and stayed", COCKPIT, -1, 0,
         false, rates_fall, 0),
    CASE("toolkit_load_falls",
         "low CPU load .* to the end .* per node.*memory bandwidth.* fell too", TOOLKIT, 0, 0, true,
         all_falls, 0),
    CASE("cockpit_load_falls",
         "low load average .* to the end .* per node.*memory bandwidth.* fell too", COCKPIT, 0, 0,
         true, all_falls, 0),
    CASE("load_of_one_node_falls",
         "low CPU load .* to the end .*: [0-9.]* instead of [0-9.]* cores[.]", TOOLKIT, -1, 0,
         false, all_falls, 0),
    CASE("load_halves", "low load average .* to the end .* per node.*memory bandwidth.* fell too",
         COCKPIT, 0, 0, true, all_halves, 0),
    CASE("cockpit_low_at_first", "low load average from 10:00 to .* per node.* fell too", COCKPIT,
         0, 0, true, low_at_first, 0),
    CASE("toolkit_low_at_first", "low CPU load from 10:00 to .* per node.* fell too", TOOLKIT, 0, 0,
         true, low_at_first, 0),
    CASE("cockpit_low_amid", "low load average from .* instead of .*interconnect.* fell too",
         COCKPIT, 0, 0, true, low_amid, 0),
    CASE("toolkit_low_amid", "low CPU load from .* instead of .*network send rate.* fell too",
         TOOLKIT, 0, 0, true, low_amid, 0),
    CASE("less_load_amid", "low load average from .* instead of", COCKPIT, 0, 0, true, less_amid,
         0),
    CASE("low_at_times", "low CPU load in 4 intervals .* (49|50) % of the run", TOOLKIT, 0, 0, true,
         low_at_times, 0),
    CASE("network_amid", "low CPU load from .*network send rate rose from", TOOLKIT, 0, 0, true,
         network_amid, 0),
    CASE("files_and_network",
         "low CPU load in 2 intervals .* 2[78] % of .*file (read|write) rate rose from", TOOLKIT, 0,
         0, true, files_and_network, 0),
    CASE("reads_at_first", "low CPU load from 10:00 to .*file read rate rose from", TOOLKIT, 0, 0,
         true, reads_at_first, 0),
    CASE("throttled_cpus", "CPUs of all nodes were throttled", COCKPIT, 0, 0, true, clocks_halved,
         0),
    CASE("throttled_cpus_of_one_node", "CPUs were throttled", COCKPIT, -1, 0, false, clocks_halved,
         0),
    CASE("saturated_network", "network send rate is saturated on [0-9]+ nodes: n", TOOLKIT, 0, 0,
         true, network_full, 0),
    CASE("saturated_network_of_one_node", "network send rate is saturated: n01", TOOLKIT, 0, 0,
         true, network_of_one_full, 0),
    CASE("straggling_core", "on n[0-9]+ core 3 was busy for 98 % of the time, the other",
         COCKPIT_CORES, 0, 0, true, waits_for_one_core, 0),
    CASE("straggling_core_of_one_node", "on n00 core 3 was busy", COCKPIT_CORES, -1, 0, true,
         waits_for_one_core, 0),
    CASE("few_cores", "CPU load: .* cores per node were busy", TOOLKIT, 0, 0, true, quarter, 0),
    CASE("too_many_threads", "oversubscribed: .*threads on [0-9]+ cores", TOOLKIT, 0, 0, true,
         threads_32_per_core, 0),
    CASE("too_many_threads_without_facts", "oversubscribed: .*threads on about [0-9]+ cores",
         TOOLKIT, 0, 0, false, threads_32_per_core, 0),
    CASE("too_much_load", "oversubscribed: the load average is", COCKPIT, 0, 0, true, overload, 0),
    CASE("toolkit_waits_for_files", "file I/O bound", TOOLKIT, 0, 0, true, file_bound, 0),
    CASE("cockpit_waits_for_files", "file I/O bound", COCKPIT, 0, 0, true, file_bound, 0),
    CASE("waits_for_files_at_times", "file I/O bound", TOOLKIT, 0, 0, false, file_bound_half, 0),
    CASE("iowait", "CPUs waited for I/O", COCKPIT, 0, 0, true, iowait_third, 0),
    CASE("waits_for_io_amid", "waited for I/O from .* while load average stayed", COCKPIT, 0, 0,
         true, waits_in_load, 0),
    CASE("waits_for_io_at_one_core", "waited for I/O from .*load average fell from", COCKPIT, 0, 0,
         true, waits_at_one_core, 0),
    CASE("waits_for_io_with_traffic", "waited for I/O from", COCKPIT, 0, 0, true,
         waits_for_files_amid, 0),
    CASE("waits_for_io_of_one_node", "The node waited for I/O from", COCKPIT, -1, 0, false,
         waits_in_load, 0),
    CASE("waits_for_io_to_the_end", "waited for I/O from", COCKPIT, 0, 0, true, waits_to_the_end,
         0),
    CASE("cockpit_spins_amid", "did little work from .*memory bandwidth.* fell", COCKPIT, 0, 0,
         true, spins_amid, 0),
    CASE("toolkit_spins_amid", "did little work from .*memory bandwidth.* fell", TOOLKIT, 0, 0,
         true, spins_amid, 0),
    CASE("toolkit_rests_amid", "low CPU load from .* instead of", TOOLKIT, 0, 0, true, rests_amid,
         0),
    CASE("toolkit_node_stops", "n01 stopped at", TOOLKIT, 0, 0, true, one_stops, 0),
    CASE("cockpit_node_stops", "n01 stopped at", COCKPIT, 0, 0, true, one_stops, 0),
    CASE("node_goes_silent", "n01 stopped at .*no samples", TOOLKIT, 0, 0, true, one_goes_silent,
         0),
    CASE("node_idles", "n01 was idle for the whole run", TOOLKIT, 0, 0, true, one_idles, 0),
    CASE("a_third_with_one_process",
         "2 of 6 nodes were mostly idle .* n04 \\(1.2 of [0-9]+ cores busy", COCKPIT, -6, 0, true,
         a_third_little, 0),
    CASE("one_of_four_does_little", "n01 was mostly idle .* 2[0-9] % of the core-hours", COCKPIT,
         -4, 0, true, one_leads, 0),
    CASE("only_one_works", "5 of 6 nodes were idle .* while n00 worked.*n01, n02, ", COCKPIT, -6, 0,
         true, only_one_works, 0),
    CASE("half_the_nodes_idle", "of [0-9]+ nodes were idle for the whole run", COCKPIT, 6, 0, true,
         half_idle, 0),
    CASE("toolkit_slow_node", "of n01 is .* below the median node", TOOLKIT, 4, 0, true,
         one_is_slow, 0),
    CASE("cockpit_slow_node", "of n01 is .* below the median node", COCKPIT, 4, 0, true,
         one_is_slow, 0),
    CASE("node_gets_slow", "of n01 is .* below the median node", TOOLKIT, 6, 0, true, one_gets_slow,
         0),
    CASE("uneven_nodes", "nodes vary by .* in CPU load", TOOLKIT, 4, 0, false, uneven, 0),
    CASE("missing_samples", "n00 is missing", TOOLKIT, 0, 0, true, a_fifth_missing, 0),
    CASE("idle_gpu", "GPUs (was|were) never used", TOOLKIT, 0, 4, true, gpu_idle, 0),
    CASE("nearly_idle_gpu", "GPUs (was|were) hardly used", TOOLKIT, 0, 4, true, gpu_nearly_idle, 0),
    CASE("little_used_gpus", "GPU utilisation is 1[12]", TOOLKIT, 0, 2, true, gpus_low, 0),
    CASE("cockpit_little_used_gpus", "GPU utilisation is 1[12]", COCKPIT, 0, 2, true, gpus_low, 0),
    CASE("cockpit_gpu_hardly_used", "n.. accelerator .*GPUs (was|were) (never|hardly) used",
         COCKPIT, 0, 4, true, gpu_idle_on_one, 0),
    CASE("starved_gpus", "GPU utilisation is [34][0-9] .* cores per node were busy", TOOLKIT, 0, 2,
         true, gpus_starved, 0),
    CASE("cockpit_starved_gpus",
         "GPU utilisation is [34][0-9] .* hardware threads per node were busy", COCKPIT, 0, 2, true,
         gpus_starved, 0),
    CASE("gpus_rest_late", "GPUs were idle from .* % of the time", TOOLKIT, 0, 2, true,
         gpus_rest_late, 0),
    CASE("cockpit_gpus_rest_late", "GPUs .*were idle from .* % of the time", COCKPIT, 0, 2, true,
         gpus_rest_late, 0),
    CASE("gpu_stops", "gpu-1.n00 stopped", TOOLKIT, 0, 2, true, gpu_stops, 0),
    CASE("throttled_gpu", "gpu-0.n00 was throttled", TOOLKIT, 0, 2, true, gpu_hot, 0),
    CASE("corrected_errors", "gpu-0.n00 had .*corrected", TOOLKIT, 0, 2, true, gpu_corrected, 0),
    CASE("uncorrected_errors", "gpu-0.n00 had .*uncorrected", TOOLKIT, 0, 2, true, gpu_uncorrected,
         0),

    CASE("benign_toolkit_steady", NULL, TOOLKIT, 0, 0, true, steady, 0),
    CASE("benign_cockpit_steady", NULL, COCKPIT, 0, 0, true, steady, 0),
    CASE("benign_without_facts", NULL, TOOLKIT, 0, 0, false, steady, 0),
    CASE("benign_gpus_set_up", NULL, TOOLKIT, 0, 4, true, gpus_rest_shortly, 0),
    CASE("benign_gpus_steady", NULL, TOOLKIT, 0, 4, true, steady, 0),
    CASE("benign_warm_up", NULL, TOOLKIT, 0, 0, true, warm_up, 0),
    CASE("benign_staggered_start", NULL, TOOLKIT, 0, 0, true, staggered, 0),
    CASE("benign_cpus_rest_beside_gpus", NULL, TOOLKIT, 0, 4, true, gpus_with_cpus_at_rest, 0),
    CASE("benign_cockpit_gpus", NULL, COCKPIT, 0, 4, true, gpus_with_cpus_at_rest, 0),
    CASE("benign_short_job", NULL, TOOLKIT, 0, 2, true, steady, 8),
    CASE("benign_single_sample", NULL, TOOLKIT, 0, 0, true, steady, 2),
    CASE("benign_single_node", NULL, TOOLKIT, -1, 0, true, steady, 0),
    CASE("benign_single_cockpit_node", NULL, COCKPIT, -1, 0, true, steady, 0),
    CASE("benign_writes_at_the_end", NULL, COCKPIT, 0, 0, true, writes_at_the_end, 0),
    CASE("benign_checkpoints", NULL, TOOLKIT, 0, 0, true, checkpoints, 0),
    CASE("benign_waits_at_first", NULL, COCKPIT, 0, 0, true, waits_at_first, 0),
    CASE("benign_waits_at_last", NULL, COCKPIT, 0, 0, true, waits_at_last, 0),
    CASE("benign_waits_for_a_moment", NULL, COCKPIT, 0, 0, true, waits_for_a_moment, 0),
    CASE("benign_checkpoints_in_iowait", NULL, COCKPIT, 0, 0, true, checkpoints_in_iowait, 0),
    CASE("benign_short_serial_end", NULL, TOOLKIT, 0, 0, true, short_serial_end, 0),
    CASE("benign_one_ends_later", NULL, TOOLKIT, 6, 0, true, one_ends_later, 0),
    CASE("benign_rates_fall_at_times", NULL, COCKPIT, 0, 0, true, rates_fall_at_times, 0),
    CASE("benign_rates_fall_late", NULL, COCKPIT, 0, 0, true, rates_fall_late, 0),
    CASE("benign_rates_fall_early", NULL, TOOLKIT, 0, 0, true, rates_fall_early, 0),
    CASE("benign_rates_fall_slowly", NULL, TOOLKIT, 0, 0, true, rates_fall_slowly, 0),
    CASE("benign_rates_fall_with_load", NULL, COCKPIT, 0, 0, true, rates_fall_with_load, 0),
    CASE("benign_load_alone_halves", NULL, COCKPIT, 0, 0, true, load_alone_halves, 0),
    CASE("benign_writes_for_long", NULL, TOOLKIT, 0, 0, true, writes_for_long, 0),
    CASE("benign_gpus_after_cpus", NULL, TOOLKIT, 0, 2, true, gpus_after_cpus, 0),
    CASE("benign_gpus_light_late", NULL, COCKPIT, 0, 4, true, gpus_light_late, 0),
    CASE("benign_clocks_follow_load", NULL, COCKPIT, 0, 0, true, clocks_at_rest, 0),
    CASE("benign_clocks_of_vectors", NULL, COCKPIT, 0, 0, true, clocks_of_vectors, 0),
    CASE("benign_busy_network", NULL, TOOLKIT, 0, 0, true, network_busy, 0),
    CASE("benign_network_full_at_times", NULL, TOOLKIT, 0, 0, true, network_full_at_times, 0),
    CASE("benign_cores_half_used", NULL, COCKPIT_CORES, 0, 0, true, cores_half_used, 0),
    CASE("benign_cores_busy", NULL, COCKPIT_CORES, 0, 0, true, steady, 0),
    CASE("benign_core_that_feeds_gpus", NULL, COCKPIT_CORES, 0, 2, true, one_core_feeds_gpus, 0),
    CASE("benign_memory_plateau", NULL, TOOLKIT, 0, 0, true, plateau, 0),
    CASE("benign_memory_of_a_phase", NULL, COCKPIT, 0, 0, true, memory_of_a_phase, 0),
    CASE("benign_page_cache", NULL, COCKPIT, 0, 0, true, page_cache, 0),
    CASE("benign_memory_sawtooth", NULL, TOOLKIT, 0, 0, true, sawtooth, 0),
    CASE("benign_missing_sample", NULL, TOOLKIT, 0, 0, true, one_sample_missing, 0),
    CASE("benign_ramp_down", NULL, COCKPIT, 6, 0, true, ramp_down, 0),
    CASE("benign_small_spread", NULL, TOOLKIT, 4, 0, true, small_spread, 0),
    CASE("benign_gpu_spread", NULL, TOOLKIT, 0, 4, true, gpus_of_other_loads, 0),
    CASE("benign_toolkit_master", NULL, TOOLKIT, -8, 0, true, one_leads, 0),
    CASE("benign_cockpit_master", NULL, COCKPIT, -8, 0, true, one_leads, 0),
    CASE("benign_master_by_network", NULL, COCKPIT, -8, 0, true, one_leads_by_network, 0),
    CASE("benign_old_swap", NULL, TOOLKIT, 0, 0, true, old_swap, 0),
    CASE("benign_low_for_a_moment", NULL, COCKPIT, 0, 0, true, low_for_a_moment, 0),
    CASE("benign_phases_of_less_load", NULL, TOOLKIT, 0, 0, true, phases_of_less_load, 0),
    CASE("benign_phases_of_work", NULL, COCKPIT, 0, 0, true, phases_of_half_load, 0),
    CASE("benign_description_alone", NULL, COCKPIT, 0, 0, true, steady, -1),
};
const size_t node_case_count = sizeof node_cases / sizeof node_cases[0];
