#include "node_rows.h"

/* Metrics that are ratios by their names: of Metricbeat, OpenTelemetry, Prometheus. */
static void reads_percentages_of_metricbeat_as_ratios(void)
{
    read_rows("system.cpu.total.norm.pct,system.cpu.total.pct,system.cpu.user.norm.pct,"
              "system.cpu.iowait.norm.pct,system.cpu.cores,system.memory.actual.used.pct,"
              "system.memory.actual.used.bytes,system.memory.total,system.load.1,docker.x.pct",
              "0.75,24,0.5,0.25,32,0.5,60000000000,120000000000,24,0.125");
    CHECK_NEAR(value_of("cpu_percent_sys"), 75, 0);
    CHECK_NEAR(value_of("cpu_percent"), 2400, 0);
    CHECK_NEAR(value_of("cpu_user"), 50, 0);
    CHECK_NEAR(value_of("cpu_iowait"), 25, 0);
    CHECK_NEAR(value_of("memory_percent"), 50, 0);
    CHECK_NEAR(value_of("mem_used"), 60e9, 0);
    CHECK_NEAR(value_of("cpu_load"), 24, 0);
    CHECK_NEAR(value_of("docker.x"), 12.5, 0);
    CHECK_INT(fixture.dataset.metric_count, 8);
    CHECK_SAID(fixture, "read as a ratio, by its name");
    read_rows("system.cpu.total.pct", "0.25"); /* of one core, of however many */
    CHECK_NEAR(value_of("cpu_percent"), 25, 0);
    read_rows("system.cpu.user.pct,system.cpu.iowait.pct,system.cpu.cores", "8,2,16");
    CHECK_NEAR(value_of("system.cpu.user"), 50, 0);
}

/* Idle nodes, and those that wait: whichever modes are there. */
static void knows_modes_of_metricbeat(void)
{
    read_rows("system.cpu.user.norm.pct,system.cpu.system.norm.pct,system.cpu.iowait.norm.pct,"
              "system.cpu.idle.norm.pct",
              "0.005,0.001,0.65,0.344");
    CHECK_NEAR(value_of("cpu_iowait"), 65, 1e-9);
    CHECK_NEAR(value_of("cpu_percent_sys"), 0.6, 1e-9);
    read_rows("system.cpu.user,system.cpu.system,system.cpu.iowait,system.cpu.idle", "60,5,5,30");
    CHECK_NEAR(value_of("cpu_percent_sys"), 65, 1e-9);
}

static void reads_utilization_of_opentelemetry_as_ratio(void)
{
    read_rows("system.cpu.utilization,system.memory.utilization,system.cpu.load_average.1m",
              "0.006,0.3,0.2");
    CHECK_NEAR(value_of("cpu_percent_sys"), 0.6, 1e-9);
    CHECK_NEAR(value_of("memory_percent"), 30, 1e-9);
    CHECK_NEAR(value_of("cpu_load"), 0.2, 0);
    read_rows("system_cpu_utilization_ratio,memory_used_ratio,cache_hit_ratio", "0.5,0.25,0.75");
    CHECK_NEAR(value_of("cpu_percent_sys"), 50, 0);
    CHECK_NEAR(value_of("memory_percent"), 25, 0);
    CHECK_NEAR(value_of("cache_hit_ratio"), 0.75, 0);
}

/* Who exports may have made percent of them, or written the sign. */
static void believes_values_more_than_names(void)
{
    read_rows("system.cpu.total.norm.pct,system.memory.actual.used.pct", "75,0.5");
    CHECK_NEAR(value_of("cpu_percent_sys"), 75, 0);
    CHECK_NEAR(value_of("memory_percent"), 0.5, 0);
    CHECK_SAID(fixture, "read as percent (values above 1");
    read_rows("system.cpu.total.norm.pct,busy", "0.75%,\"12 %\"");
    CHECK_NEAR(value_of("cpu_percent_sys"), 0.75, 0);
    CHECK_TEXT(fixture_metric(&fixture, "busy")->unit, "%");
    read_rows("cpu_usage,memory", "0.5%,30%");
    CHECK_NEAR(value_of("cpu_percent_sys"), 0.5, 0);
    CHECK_NEAR(value_of("memory_percent"), 30, 0);
    read_rows("mem_used,a,b,c", "\"60,000,000,000\",\"1,234\",\"1,23,456\",\"1,234,567.5\"");
    CHECK_NEAR(value_of("mem_used"), 60e9, 0);
    CHECK_NEAR(value_of("c"), 1234567.5, 0);
    CHECK(isnan(value_of("a")) && isnan(value_of("b")));
}

CHECK_MAIN(TEST(reads_percentages_of_metricbeat_as_ratios), TEST(knows_modes_of_metricbeat),
           TEST(reads_utilization_of_opentelemetry_as_ratio), TEST(believes_values_more_than_names))
