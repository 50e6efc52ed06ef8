/* How near nodes came to what they can do: shares worked out by hand. */
#include "check.h"

#include "analysis_fixture.h"

enum { SAMPLES = 10 };
static const double stamps[SAMPLES] = {0, 60, 120, 180, 240, 300, 360, 420, 480, 540};

static void add(struct fixture *f, const char *metric, const char *unit, const char *node,
                const double *values)
{
    fixture_metric(f, metric, unit, METRIC_LEVEL);
    fixture_series(f, metric, node, stamps, SAMPLES, values, SAMPLES);
}

static void add_fact(struct fixture *f, const char *node, const char *key, const char *value)
{
    dataset_add_hardware(&f->dataset, node, key, value);
}

static double use(const struct fixture *f, const char *resource, const char *column)
{
    return fixture_number(f, "resource_use", "resource", resource, NULL, NULL, column);
}

/* Of 8 physical cores with two threads each: 700 % is 0.875 of the cores, 640 % exactly 0.8, 80 %
 * 0.1 (but not less than a busy core), 40 % half a core. */
static void processors_count_physical_cores(void)
{
    static const double values[SAMPLES] = {700, 640, 639, 1600, 80, 40, 0, NAN, 320, 800};
    struct fixture f;
    fixture_init(&f);
    add(&f, "cpu_percent", "%", "n1", values);
    add_fact(&f, "n1", "cpu.sockets", "1");
    add_fact(&f, "n1", "cpu.cores_per_socket", "8");
    add_fact(&f, "n1", "cpu.threads_per_core", "2");
    fixture_run(&f);
    CHECK_NEAR(use(&f, "processors", "samples"), 9, 0);
    CHECK_NEAR(use(&f, "processors", "missing"), 1, 0);
    CHECK_NEAR(use(&f, "processors", "nodes"), 1, 0);
    CHECK_NEAR(use(&f, "processors", "at_limit"), 4.0 / 9, 1e-15);
    CHECK_NEAR(use(&f, "processors", "idle"), 3.0 / 9, 1e-15);
    CHECK_NEAR(use(&f, "processors", "use_mean"),
               (0.875 + 0.8 + 0.79875 + 1 + 0.1 + 0.05 + 0 + 0.4 + 1) / 9, 1e-15);
    fixture_release(&f);
}

/* A load average of unknown cores says nothing; the load of the machine in % needs none. */
static void cores_have_to_be_known(void)
{
    static const double averages[SAMPLES] = {8, 8, 8, 8, 8, 8, 8, 8, 8, 8};
    static const double percents[SAMPLES] = {90, 80, 79, 100, 100, 0, 10, 11, 50, 50};
    struct fixture f;
    fixture_init(&f);
    add(&f, "cpu_load", "", "n1", averages);
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "resource_use"), 0);
    fixture_release(&f);
    fixture_init(&f);
    add(&f, "cpu_percent_sys", "%", "n1", percents);
    fixture_run(&f);
    CHECK_NEAR(use(&f, "processors", "at_limit"), 0.4, 1e-15);
    CHECK_NEAR(use(&f, "processors", "idle"), 0.2, 1e-15);
    fixture_release(&f);
}

static void gpus_are_at_their_limit_from_70_percent_on(void)
{
    static const double values[SAMPLES] = {70, 69.9, 100, 0, 10, 10.1, NAN, NAN, 71, 72};
    struct fixture f;
    fixture_init(&f);
    add(&f, "acc_utilization", "%", "gpu-0.n1", values);
    fixture_run(&f);
    CHECK_NEAR(use(&f, "GPUs", "samples"), 8, 0);
    CHECK_NEAR(use(&f, "GPUs", "missing"), 2, 0);
    CHECK_NEAR(use(&f, "GPUs", "at_limit"), 0.5, 1e-15);
    CHECK_NEAR(use(&f, "GPUs", "idle"), 0.25, 1e-15);
    fixture_release(&f);
}

static void add_bandwidth(struct fixture *f, double highest)
{
    const double flops[SAMPLES] = {1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9};
    const double bytes[SAMPLES] = {60e9, 59e9, 100e9, 70e9, 80e9, 10e9, 10e9, 10e9, NAN, highest};
    add(f, "flops_any", "F/s", "n1", flops);
    add(f, "mem_bw", "B/s", "n1", bytes);
    dataset_add_peaks(&f->dataset, (struct peak_rates){"", "", "n1", 1e12, 1e11, 100e9});
}

/* A peak that is exceeded by more than 5 % in one of nine samples is wrong. */
static void peaks_that_are_exceeded_are_not_judged(void)
{
    struct fixture f;
    fixture_init(&f);
    add_bandwidth(&f, 105e9);
    fixture_run(&f);
    CHECK_NEAR(use(&f, "memory bandwidth", "at_limit"), 5.0 / 9, 1e-15);
    CHECK_NEAR(use(&f, "memory bandwidth", "use_mean"),
               (0.6 + 0.59 + 1 + 0.7 + 0.8 + 0.1 + 0.1 + 0.1 + 1) / 9, 1e-15);
    fixture_release(&f);
    fixture_init(&f);
    add_bandwidth(&f, 106e9);
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "resource_use"), 0);
    fixture_release(&f);
}

/* HDR100 carries 12.5 GB/s: 7.5 GB/s are 60 %. A node of which it is not known counts as missing,
 * and so does one that exceeds it. */
static void links_of_known_rate_are_judged(void)
{
    static const double values[SAMPLES] = {7.5e9, 7.4e9, 12e9, 12e9, 12e9, 0, 0, 0, 0, NAN};
    static const double more[SAMPLES] = {20e9, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    struct fixture f;
    fixture_init(&f);
    add(&f, "ib_recv", "B/s", "n1", values);
    add(&f, "ib_recv", "B/s", "n2", values);
    add(&f, "ib_recv", "B/s", "n3", more);
    add_fact(&f, "n1", "interconnect", "HDR100");
    add_fact(&f, "n3", "interconnect", "HDR100");
    fixture_run(&f);
    CHECK_NEAR(use(&f, "network", "nodes"), 1, 0);
    CHECK_NEAR(use(&f, "network", "samples"), 9, 0);
    CHECK_NEAR(use(&f, "network", "missing"), 21, 0);
    CHECK_NEAR(use(&f, "network", "at_limit"), 4.0 / 9, 1e-15);
    fixture_release(&f);
}

CHECK_MAIN(TEST(processors_count_physical_cores), TEST(cores_have_to_be_known),
           TEST(gpus_are_at_their_limit_from_70_percent_on),
           TEST(peaks_that_are_exceeded_are_not_judged), TEST(links_of_known_rate_are_judged))
