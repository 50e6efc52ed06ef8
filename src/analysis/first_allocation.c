#include "analysis/first_allocation.h"

#include <math.h>

#include "analysis/number_sort.h"

const char *const first_allocation_names[FIRST_ALLOCATION_RULES] = {"p50", "p95", "max",
                                                                    "min_waste", "max_throughput"};

/* What the model needs of all tasks; sums follow the order of peaks. */
struct sums {
    size_t count;
    double largest, time_s, used;
};

static struct sums sum_up(const struct need *needs, size_t count)
{
    struct sums sums = {.count = count, .largest = needs[count - 1].peak};
    for (size_t i = 0; i < count; i++) {
        sums.time_s += needs[i].time_s;
        sums.used += needs[i].peak * needs[i].time_s;
    }
    return sums;
}

/* Σ_i a t_i − Σ_i r_i t_i + Σ_{r > a} a_m t_i: the formula of the header in other order. */
static double waste_of(const struct sums *sums, double allocation, double retried_s)
{
    return fmax(allocation * sums->time_s - sums->used + sums->largest * retried_s, 0);
}

static double throughput_of(const struct sums *sums, double allocation, double retried_s)
{
    double held = allocation * sums->time_s + sums->largest * retried_s;
    return held > 0 ? sums->largest * sums->time_s / held : 1;
}

/* The header's estimate × t̄. */
static double estimate_of(const struct sums *sums, double allocation, size_t retries,
                          double retried_s)
{
    double at_once = sums->largest > 0 ? sums->largest / allocation : 1;
    double well = (double)(sums->count - retries) / (double)sums->count;
    double took = sums->time_s > 0 ? 1 + retried_s / sums->time_s : 1;
    return allocation > 0 || sums->largest == 0 ? (at_once * well + 1 - well) / took : 0;
}

static double retried_time(const struct sums *sums, size_t fitting, double fitting_s)
{
    return fitting < sums->count ? fmax(sums->time_s - fitting_s, 0) : 0;
}

static struct first_allocation allocate(const struct sums *sums, double allocation, size_t fitting,
                                        double fitting_s)
{
    double retried_s = retried_time(sums, fitting, fitting_s);
    return (struct first_allocation){allocation, sums->count - fitting,
                                     waste_of(sums, allocation, retried_s),
                                     throughput_of(sums, allocation, retried_s)};
}

/* h = (n − 1) p between order statistics, as all quantiles here. */
static double quantile_of(const struct need *needs, size_t count, double p)
{
    double h = (double)(count - 1) * p;
    size_t low = (size_t)h, high = low + 1 < count ? low + 1 : low;
    return needs[low].peak + (needs[high].peak - needs[low].peak) * (h - (double)low);
}

static struct first_allocation allocate_by_search(const struct need *needs, const struct sums *sums,
                                                  double allocation)
{
    size_t fitting = 0;
    double fitting_s = 0;
    for (; fitting < sums->count && needs[fitting].peak <= allocation; fitting++)
        fitting_s += needs[fitting].time_s;
    return allocate(sums, allocation, fitting, fitting_s);
}

/* Tries each measured peak; of equal peaks the last, when all that fit are counted. */
static void find_best(const struct need *needs, const struct sums *sums,
                      struct first_allocation *min_waste, struct first_allocation *max_throughput)
{
    double fitting_s = 0, best = -INFINITY;
    *min_waste = *max_throughput = allocate_by_search(needs, sums, sums->largest);
    min_waste->waste = INFINITY;
    for (size_t i = 0; i < sums->count; i++) {
        fitting_s += needs[i].time_s;
        if (i + 1 < sums->count && needs[i + 1].peak == needs[i].peak)
            continue;
        struct first_allocation tried = allocate(sums, needs[i].peak, i + 1, fitting_s);
        if (tried.waste < min_waste->waste)
            *min_waste = tried;
        double estimate = estimate_of(sums, tried.allocation, tried.retries,
                                      retried_time(sums, i + 1, fitting_s));
        if (estimate > best) {
            best = estimate;
            *max_throughput = tried;
        }
    }
}

double first_allocation_make(struct need *needs, size_t count,
                             struct first_allocation allocations[FIRST_ALLOCATION_RULES])
{
    number_sort(&needs->peak, count, sizeof *needs / sizeof(double));
    struct sums sums = sum_up(needs, count);
    allocations[FIRST_ALLOCATION_P50] =
        allocate_by_search(needs, &sums, quantile_of(needs, count, 0.5));
    allocations[FIRST_ALLOCATION_P95] =
        allocate_by_search(needs, &sums, quantile_of(needs, count, 0.95));
    allocations[FIRST_ALLOCATION_MAX] = allocate_by_search(needs, &sums, sums.largest);
    find_best(needs, &sums, &allocations[FIRST_ALLOCATION_MIN_WASTE],
              &allocations[FIRST_ALLOCATION_MAX_THROUGHPUT]);
    return sums.used;
}
