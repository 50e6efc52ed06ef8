#include "check.h"

#include <math.h>

#include "analysis/nodes/capacity.h"
#include "analysis_fixture.h"

enum { SAMPLES = 10 };

/* CPU use of the job (100 % a core) and of the machine (100 % all cores), of which the last sample
 * is apart. */
struct use {
    double job, machine, last_job, last_machine;
};

static struct capacity capacity_of(struct use use, const char *cpus)
{
    struct fixture f;
    double times[SAMPLES], job[SAMPLES], machine[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
        times[i] = 60 * i;
        job[i] = i + 1 < SAMPLES ? use.job : use.last_job;
        machine[i] = i + 1 < SAMPLES ? use.machine : use.last_machine;
    }
    fixture_init(&f);
    SERIES(&f, "cpu_percent", "n1", times, job);
    SERIES(&f, "cpu_percent_sys", "n1", times, machine);
    if (cpus)
        dataset_add_hardware(&f.dataset, "n1", "cpus", cpus);
    fixture_signals(&f);
    struct analysis_request request = {.rules = fixture_rules(),
                                       .dataset = &f.dataset,
                                       .signals = &f.signals};
    struct capacity capacity = capacities_of(&request)[0];
    fixture_release(&f);
    return capacity;
}

static void cores_are_estimated_from_both_uses(void)
{
    /* 9 × 800 + 400 % and 9 × 25 + 10 %: 7,600 ÷ 235 = 32.3; the mean of ratios is 32.8 */
    CHECK_NEAR(capacity_of((struct use){800, 25, 400, 10}, NULL).cores, 32, 0);
    /* 7,600 ÷ 240 = 31.7 */
    CHECK_NEAR(capacity_of((struct use){800, 25, 400, 15}, NULL).cores, 32, 0);
    CHECK(capacity_of((struct use){800, 25, 400, 10}, NULL).cores_are_estimated);
}

/* Where one of both is missing, or the machine is at rest, neither counts. */
static void samples_count_that_have_both(void)
{
    CHECK_NEAR(capacity_of((struct use){800, 25, NAN, 25}, NULL).cores, 32, 0);
    CHECK_NEAR(capacity_of((struct use){800, 25, 800, NAN}, NULL).cores, 32, 0);
    CHECK_NEAR(capacity_of((struct use){800, 25, 8000, 0.049}, NULL).cores, 32, 0);
    /* 15,200 ÷ 225.05 */
    CHECK_NEAR(capacity_of((struct use){800, 25, 8000, 0.05}, NULL).cores, 68, 0);
}

/* Rates have no first sample: those of one moment belong together, whatever their numbers. */
static void samples_of_one_moment_are_compared(void)
{
    struct fixture f;
    double times[SAMPLES], job[SAMPLES], machine[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
        times[i] = 60 * i;
        machine[i] = i % 2 ? 50 : 2;
        job[i] = 32 * machine[i];
    }
    fixture_init(&f);
    SERIES(&f, "cpu_percent", "n1", times, job);
    fixture_series(&f, "cpu_percent_sys", "n1", times + 1, SAMPLES - 1, machine + 1, SAMPLES - 1);
    fixture_signals(&f);
    struct analysis_request request = {.rules = fixture_rules(),
                                       .dataset = &f.dataset,
                                       .signals = &f.signals};
    CHECK_NEAR(capacities_of(&request)[0].cores, 32, 0);
    fixture_release(&f);
}

/* Half a core is the least from which anything follows. */
static void little_use_gives_no_estimate(void)
{
    CHECK_NEAR(capacity_of((struct use){50, 2.5, 50, 2.5}, NULL).cores, 20, 0);
    CHECK(isnan(capacity_of((struct use){49.9, 2.5, 49.9, 2.5}, NULL).cores));
    CHECK(isnan(capacity_of((struct use){60, 70, 60, 70}, NULL).cores)); /* 0.86 cores */
    CHECK(isnan(capacity_of((struct use){NAN, NAN, NAN, NAN}, NULL).cores));
}

static void facts_come_before_estimates(void)
{
    struct capacity capacity = capacity_of((struct use){800, 25, 800, 25}, "64");
    CHECK_NEAR(capacity.cores, 64, 0);
    CHECK_NEAR(capacity.rough_cores, 64, 0);
    CHECK(!capacity.cores_are_estimated);
    capacity = capacity_of((struct use){800, 25, 800, 25}, "0");
    CHECK_NEAR(capacity.cores, 32, 0);
    CHECK(capacity.cores_are_estimated);
}

/* Of 10 samples: by those in which half of the processors are busy, and were before, but not all,
 * and none waits for I/O; a low one of them. It is no number of cores, and none where the load
 * counts cores. */
static void the_load_average_gives_a_rough_number_alone(void)
{
    static const struct {
        double shares[SAMPLES], averages[SAMPLES], iowait; /* %; of each %; % */
        double cores;
        const char *load;
    } cases[] = {
#define SIX_BUSY {96, 96, 96, 96, 96, 96, 1, 1, 1, 1}
#define EACH(a)                                                                                    \
    {                                                                                              \
        a, a, a, a, a, a, a, a, a, a                                                               \
    }
        {SIX_BUSY, EACH(1.28), 0, 128, "cpu_percent_sys"},
        {SIX_BUSY, EACH(1.28), 2, 128, "cpu_percent_sys"},
        {SIX_BUSY, EACH(1.28), 3, NAN, "cpu_percent_sys"},
        {SIX_BUSY, EACH(1.28), NAN, NAN, "cpu_percent_sys"}, /* not known then */
        {SIX_BUSY, EACH(1.28), 0, NAN, "cpu_percent"},
        {{96, 96, 96, 96, 96, 1, 1, 1, 1, 1}, EACH(1.28), 0, NAN, "cpu_percent_sys"},
        {{99, 96, 96, 96, 96, 96, 1, 1, 1, 1}, EACH(1.28), 0, 128, "cpu_percent_sys"},
        {{96, 96, 96, 96, 96, 99, 1, 1, 1, 1}, EACH(1.28), 0, NAN, "cpu_percent_sys"},
        {SIX_BUSY, {1, 0.64, 0.64, 2, 2, 2, 1, 1, 1, 1}, 0, 64, "cpu_percent_sys"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fixture f;
        double times[SAMPLES], averages[SAMPLES], iowaits[SAMPLES];
        fixture_init(&f);
        for (int k = 0; k < SAMPLES; k++) {
            times[k] = 60 * k;
            averages[k] = cases[i].averages[k] * cases[i].shares[k];
            iowaits[k] = k ? cases[i].iowait : 0;
        }
        SERIES(&f, cases[i].load, "n1", times, cases[i].shares);
        SERIES(&f, "cpu_load", "n1", times, averages);
        SERIES(&f, "cpu_iowait", "n1", times, iowaits);
        fixture_signals(&f);
        struct analysis_request request = {.rules = fixture_rules(),
                                           .dataset = &f.dataset,
                                           .signals = &f.signals};
        struct capacity capacity = capacities_of(&request)[0];
        CHECK(isnan(capacity.cores) && isnan(capacity_cores(&capacity)));
        CHECK(isnan(capacity.rough_cores) == isnan(cases[i].cores));
        if (!isnan(cases[i].cores))
            CHECK_NEAR(capacity.rough_cores, cases[i].cores, 1e-9);
        fixture_release(&f);
    }
}

/* 2 sockets of 12 cores with 2 threads each are 48 logical processors. */
static void cores_are_counted_by_sockets(void)
{
    struct fixture f;
    fixture_init(&f);
    fixture_flat(&f, "cpu_load", "n1", SAMPLES, 60, 8);
    dataset_add_hardware(&f.dataset, "n1", "cpu.sockets", "2");
    dataset_add_hardware(&f.dataset, "n1", "cpu.cores_per_socket", "12");
    dataset_add_hardware(&f.dataset, "n1", "cpu.threads_per_core", "2");
    fixture_signals(&f);
    struct analysis_request request = {.rules = fixture_rules(),
                                       .dataset = &f.dataset,
                                       .signals = &f.signals};
    CHECK_NEAR(capacities_of(&request)[0].cores, 48, 0);
    CHECK_NEAR(capacities_of(&request)[0].physical_cores, 24, 0);
    fixture_release(&f);
}

/* Cores behind processors: by the threads of a core, or by sockets; of hardware threads alone
 * nobody knows how many share one. */
static void physical_cores_are_known_by_threads(void)
{
    static const struct {
        const char *facts[4][2];
        double cores, physical;
    } nodes[] = {{{{"CPU(s)", "128"}, {"Thread(s) per core", "2"}}, 128, 64},
                 {{{"CPU(s)", "128"}, {"Socket(s)", "2"}, {"Core(s) per socket", "32"}}, 128, 64},
                 {{{"CPU(s)", "16"}, {"Socket(s)", "2"}, {"Core(s) per socket", "32"}}, 16, 16},
                 {{{"CPU(s)", "64"}, {"Thread(s) per core", "1"}}, 64, 64},
                 {{{"num_cpus", "64"}}, 64, 64},
                 {{{"hwthreads", "144"}}, 144, NAN},
                 {{{"hwthreads", "144"}, {"threads_per_core", "2"}}, 144, 72}};
    for (size_t i = 0; i < sizeof nodes / sizeof nodes[0]; i++) {
        struct fixture f;
        fixture_init(&f);
        fixture_flat(&f, "cpu_load", "n1", SAMPLES, 60, 8);
        for (size_t k = 0; k < 4 && nodes[i].facts[k][0]; k++)
            dataset_add_hardware(&f.dataset, "n1", nodes[i].facts[k][0], nodes[i].facts[k][1]);
        fixture_signals(&f);
        struct analysis_request request = {.rules = fixture_rules(),
                                           .dataset = &f.dataset,
                                           .signals = &f.signals};
        struct capacity capacity = capacities_of(&request)[0];
        CHECK_NEAR(capacity.cores, nodes[i].cores, 0);
        CHECK(isnan(capacity.physical_cores) == isnan(nodes[i].physical));
        if (!isnan(nodes[i].physical))
            CHECK_NEAR(capacity.physical_cores, nodes[i].physical, 0);
        fixture_release(&f);
    }
}

CHECK_MAIN(TEST(cores_are_estimated_from_both_uses), TEST(samples_count_that_have_both),
           TEST(samples_of_one_moment_are_compared), TEST(little_use_gives_no_estimate),
           TEST(facts_come_before_estimates), TEST(the_load_average_gives_a_rough_number_alone),
           TEST(cores_are_counted_by_sockets), TEST(physical_cores_are_known_by_threads))
