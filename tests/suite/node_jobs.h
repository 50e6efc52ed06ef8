/* Jobs on nodes as the monitoring toolkit or ClusterCockpit writes them, from a state of each node
 * at each moment. */
#ifndef TESTS_SUITE_NODE_JOBS_H
#define TESTS_SUITE_NODE_JOBS_H

#include <stdbool.h>

enum { MOST_GPUS = 4 };
enum source { TOOLKIT, COCKPIT, COCKPIT_CORES /* with the load of each core */ };

struct job {
    enum source source;
    int nodes, samples, interval_s;
    int cores; /* of a node */
    double memory_B;
    int gpus;       /* of a node */
    bool has_facts; /* the source says how many cores and how much memory there are */
};

/* What a node does at a moment, before noise. */
struct node_state {
    double busy_cores, busiest_core /* %; 0: like the others */, memory_B, swap_B, cached_B,
        threads, iowait;
    double network_B_s, files_B_s, memory_B_s, clock_Hz;
    struct gpu_state {
        double utilization, clock_Hz, memory_B, temperature, corrected, uncorrected;
        double power_W; /* 0: as much as the utilization needs */
    } gpus[MOST_GPUS];
    bool is_missing; /* no sample at all */
};

/* `share`: of the time of the job that is over, 0 to 1. */
typedef void bend_function(const struct job *job, int node, double share, struct node_state *state);

void node_job_write(const struct job *job, bend_function *bend, const char *directory);

#endif
