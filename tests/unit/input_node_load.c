#include "node_rows.h"

/* The load of a node and its cores, as monitors call them. */
static void takes_active_processors_for_the_load(void)
{
    static const char *const names[] = {"cpu_usage_active", "usage_active", "cpu_active",
                                        "active_percent", "cpu_active_percent"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        read_rows(names[i], "94");
        CHECK_NEAR(value_of("cpu_percent_sys"), 94, 0);
        CHECK_INT(fixture.dataset.metric_count, 1);
    }
    read_rows("cpu_usage_active,cpu_usage_iowait", "94,30");
    CHECK_NEAR(value_of("cpu_percent_sys"), 64, 0);
    read_rows("cpu_usage_active,cpu_usage_user,cpu_usage_system,cpu_usage_idle", "94,90,4,6");
    CHECK_NEAR(value_of("cpu_percent_sys"), 94, 0);
    CHECK(isnan(value_of("cpu_active")));
    read_rows("cpu_active,cpu_user,cpu_system,cpu_idle", "44,90,4,6");
    CHECK_NEAR(value_of("cpu_percent_sys"), 94, 0);
    CHECK_NEAR(value_of("cpu_active (as given)"), 44, 0);
    CHECK_SAID(fixture, "differs from 100 % minus idle time");
}

static void knows_load_averages_of_monitors(void)
{
    static const char *const names[] = {"load1",
                                        "system_load1",
                                        "node_load1",
                                        "load_one",
                                        "load_shortterm",
                                        "shortterm",
                                        "ldavg-1",
                                        "load_min1",
                                        "load 1",
                                        "system.load.1",
                                        "loadavg_1m",
                                        "load_avg_1",
                                        "system.load.load1",
                                        "load.shortterm",
                                        "system.cpu.load",
                                        "system.cpu.load[all,avg1]",
                                        "Load average (1m avg)"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char columns[64];
        snprintf(columns, sizeof columns, "\"%s\",load5,load15", names[i]);
        read_rows(columns, "12,11,10");
        CHECK_NEAR(value_of("cpu_load"), 12, 0);
        CHECK_NEAR(value_of("cpu_load5"), 11, 0);
    }
    read_rows("system_load5,system_load15", "11,10");
    CHECK_NEAR(value_of("cpu_load"), 11, 0);
    CHECK_SAID(fixture, "read as the load average (5-minute mean");
    read_rows("system.load.norm.1", "0.5");
    CHECK(isnan(value_of("cpu_load")));
}

static void knows_numbers_of_cores_of_monitors(void)
{
    static const char *const names[] = {"system_n_cpus", "n_cpus", "cpu_num",  "system.cpu.num",
                                        "load_cpucore",  "ncpus",  "hinv.ncpu"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char columns[64];
        snprintf(columns, sizeof columns, "load1,%s,system_n_users", names[i]);
        read_rows(columns, "12,64,2");
        CHECK_INT(fixture.dataset.hardware_count, 1);
        CHECK_TEXT(fixture.dataset.hardware[0].key, "num_cpus");
        CHECK_TEXT(fixture.dataset.hardware[0].value, "64");
    }
}

CHECK_MAIN(TEST(takes_active_processors_for_the_load), TEST(knows_load_averages_of_monitors),
           TEST(knows_numbers_of_cores_of_monitors))
