/* How much to allot to tasks whose need is not known beforehand: the two-try model of Tovar, da
 * Silva, Juve, Deelman, Allcock, Thain & Livny, "A Job Sizing Strategy for High-Throughput
 * Scientific Workflows", IEEE Transactions on Parallel and Distributed Systems 29(2), 2018.
 *
 * Every task i, with peak r_i and run time t_i, is first tried with the allocation a. When
 * r_i > a it is lost at its end and tried again with a_m, the largest peak of all (which stands for
 * the whole worker, so that the second try succeeds). Then
 *
 *   waste(a)      = Σ_{r_i ≤ a} (a − r_i) t_i  +  Σ_{r_i > a} (a + a_m − r_i) t_i
 *   retries(a)    = the number of tasks with r_i > a
 *   throughput(a) = a_m Σ t_i / [ a Σ t_i + a_m Σ_{r_i > a} t_i ]
 *
 * what a worker of size a_m that is kept full gets done, as a ratio to giving each task the
 * maximum. The rules take the best a among the measured peaks, the smaller one of equals; p50 and
 * p95 are quantiles of the peaks. min_waste has the least waste, and with it the most throughput as
 * defined here. max_throughput is what the paper and Work Queue's allocation mode of that name
 * take, the highest
 *
 *   estimate(a) = [ (a_m / a) P(r ≤ a) + P(r > a) ] / [ t̄ + Σ_{r_i > a} t_i / n ]
 *
 * which adds up rates of first and second tries: where needs differ by orders of magnitude it
 * favours allocations that hardly any task fits into, and is no throughput that could be had. */
#ifndef ANALYSIS_TASKS_FIRST_ALLOCATION_H
#define ANALYSIS_TASKS_FIRST_ALLOCATION_H

#include <stddef.h>

enum first_allocation_rule {
    FIRST_ALLOCATION_P50,
    FIRST_ALLOCATION_P95,
    FIRST_ALLOCATION_MAX,
    FIRST_ALLOCATION_MIN_WASTE,
    FIRST_ALLOCATION_MAX_THROUGHPUT,
    FIRST_ALLOCATION_RULES,
};

extern const char *const first_allocation_names[FIRST_ALLOCATION_RULES]; /* "p50", … */

/* Tasks, each with a peak and a run time. Those where one of both is missing, or the peak is 0, do
 * not count, nor do any when all took 0 s. */
struct task_needs {
    const double *peaks, *times_s;
    size_t count;
};

struct first_allocation {
    double allocation;
    size_t retries;
    double waste;      /* peak's unit × s */
    double throughput; /* relative to that of the maximum */
};

/* Returns how many tasks count; of none nothing is set. `used` is Σ r_i t_i over them. */
size_t first_allocation_make(const struct task_needs *tasks, double *used,
                             struct first_allocation allocations[FIRST_ALLOCATION_RULES]);

#endif
