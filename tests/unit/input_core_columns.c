#include "input_fixture.h"

#include "input/nodes/core_columns.h"

static struct fixture fixture;

static void read_text(const char *text)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "perfmon-csv", text);
}

/* Columns of both cores, named as of the first one, and what they measure. */
static void reads_cores_in_any_spelling(void)
{
    static const struct {
        const char *first, *second, *metric;
    } columns[] = {
        {"cpu0_util_percent", "cpu1_util_percent", "cpu_percent_sys"},
        {"cpu_0", "cpu_1", "cpu_percent_sys"},
        {"cpu1 %", "cpu2 %", "cpu_percent_sys"},
        {"core3_usage", "core2_usage", NULL},
        {"core0_usage", "core1_usage", "cpu_percent_sys"},
        {"core_0_load", "core_1_load", "cpu_percent_sys"},
        {"cpu_percent.0", "cpu_percent.1", "cpu_percent_sys"},
        {"cpu_core_0_util", "cpu_core_1_util", "cpu_percent_sys"},
        {"CPU 0 [%]", "CPU 1 [%]", "cpu_percent_sys"},
        {"CPU001 User%", "CPU002 User%", "cpu_user"},
        {"usage_user_cpu0", "usage_user_cpu1", "cpu_user"},
        {"percpu_0_idle", "percpu_1_idle", "cpu_idle"},
        {"cpu_iowait_0", "cpu_iowait_1", "cpu_iowait"},
        {"core0_temp", "core1_temp", "core_temp"},
        {"cpu0_temp", "cpu1_temp", NULL}, /* of sockets? */
        {"cpu_load_1", "cpu_load_5", NULL},
        {"gpu0_core_util", "gpu1_core_util", NULL},
        {"nvidia_core0_util", "nvidia_core1_util", NULL},
        {"core_0_usage", "core_2_usage", NULL},
    };
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        struct strbuf text;
        strbuf_init(&text);
        strbuf_format(&text, "timestamp,host,%s,%s\n", columns[i].first, columns[i].second);
        strbuf_add_text(&text, "1714557600,n1,40,20\n1714557660,n1,42,21\n");
        read_text(text.text);
        strbuf_release(&text);
        const char *metric = columns[i].metric;
        bool is_read = dataset_find_node(&fixture.dataset, "n1 core 1") != NAME_INDEX_NONE;
        CHECK(is_read == (metric != NULL));
        if (!metric || !is_read)
            continue;
        char of_core[64];
        snprintf(of_core, sizeof of_core, "%s.core", metric);
        CHECK_TEXT(fixture_metric(&fixture, of_core)->scope, "core");
        CHECK_TEXT(fixture_metric(&fixture, metric)->scope, "node");
        CHECK_TEXT(fixture_values(&fixture, metric, "n1"), "30 31.5");
    }
}

/* Where other columns are of the node itself, these hold. */
static void means_are_of_what_no_other_column_says(void)
{
    read_text("timestamp,host,cpu0_user,cpu1_user,cpu0_freq,cpu1_freq,cpu_user,mem_used_bytes\n"
              "1714557600,n1,90,10,2000,1000,70,5e9\n"
              "1714557660,n1,80,,2000,1000,71,5e9\n");
    CHECK_TEXT(fixture_values(&fixture, "cpu_user.core", "n1 core 0"), "90 80");
    CHECK_TEXT(fixture_values(&fixture, "cpu_user.core", "n1 core 1"), "10 -");
    CHECK_TEXT(fixture_values(&fixture, "cpu_user", "n1"), "70 71");
    CHECK_TEXT(fixture_values(&fixture, "cpu_freq.core", "n1 core 1"), "1000 1000");
    CHECK_INT(fixture.dataset.hardware_count, 1);
    CHECK_TEXT(fixture.dataset.hardware[0].key, "num_cpus");
    CHECK_TEXT(fixture.dataset.hardware[0].value, "2");
}

/* The load of the node is worked out of the time at rest of its cores. */
static void time_at_rest_of_cores_is_of_the_node(void)
{
    read_text("timestamp,host,cpu0_idle,cpu1_idle\n"
              "1714557600,n1,90,10\n1714557660,n1,80,\n");
    CHECK_TEXT(fixture_values(&fixture, "cpu_idle", "n1"), "50 80");
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent_sys", "n1"), "50 20");
}

/* Hosts differ in their cores, and of some of a host's the load of all is not known. */
static void counts_cores_of_each_host(void)
{
    read_text("timestamp,host,cpu0_util,cpu1_util,cpu2_util\n"
              "1714557600,n1,90,10,50\n1714557600,n2,90,10,\n");
    CHECK_INT(fixture.dataset.hardware_count, 2);
    CHECK_TEXT(fixture.dataset.hardware[0].value, "3");
    CHECK_TEXT(fixture.dataset.hardware[1].value, "2");
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent_sys", "n2"), "50");
    CHECK_INT(dataset_find_node(&fixture.dataset, "n2 core 2") == NAME_INDEX_NONE, 1);
    read_text("timestamp,host,cpu0_util,cpu1_util,num_cpus\n"
              "1714557600,n1,90,10,2\n1714557600,n2,90,10,64\n");
    CHECK_INT(fixture.dataset.hardware_count, 2);
    CHECK_TEXT(fixture.dataset.hardware[1].value, "64");
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent_sys", "n1"), "50");
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent_sys", "n2"), "-");
}

/* What may be shares of 1 is no percentage, of no core. */
static void cores_without_unit_are_shown_as_they_are(void)
{
    read_text("timestamp,host,cpu0_util,cpu1_util\n"
              "1714557600,n1,0.9,0.1\n1714557660,n1,0.8,0.1\n");
    CHECK_TEXT(fixture_metric(&fixture, "cpu_util.core")->unit, "");
    CHECK_TEXT(fixture_values(&fixture, "cpu_util.core", "n1 core 0"), "0.9 0.8");
    read_text("timestamp,host,cpu0_user,cpu1_user\n"
              "1714557600,n1,0.9,0.1\n1714557660,n1,0.8,0.1\n");
    CHECK_TEXT(fixture_values(&fixture, "cpu_user (as given).core", "n1 core 0"), "0.9 0.8");
    CHECK(dataset_find_metric(&fixture.dataset, "cpu_user") == NAME_INDEX_NONE);
}

/* Of the whole node the values of the modes beside it tell the unit, of its cores they do not. */
static void cores_keep_their_unit_beside_modes_of_the_node(void)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_add_text(&text,
                    "timestamp,host,cpu0_percent,cpu1_percent,cpu_user,cpu_system,cpu_idle\n");
    for (int i = 0; i < 12; i++)
        strbuf_format(&text, "%d,n1,%g,%g,%d,5,%d\n", 1714557600 + 10 * i, 0.45 + 0.02 * i,
                      0.45 + 0.02 * i, 40 + 2 * i, 55 - 2 * i);
    read_text(text.text);
    strbuf_release(&text);
    const struct series *series = fixture_series(&fixture, "cpu_percent_sys.core", "n1 core 0");
    CHECK(series && series->values[0] < 1);
}

CHECK_MAIN(TEST(reads_cores_in_any_spelling), TEST(means_are_of_what_no_other_column_says),
           TEST(time_at_rest_of_cores_is_of_the_node), TEST(counts_cores_of_each_host),
           TEST(cores_without_unit_are_shown_as_they_are),
           TEST(cores_keep_their_unit_beside_modes_of_the_node))
