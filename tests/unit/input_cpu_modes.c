#include "input_fixture.h"

#include "input/nodes/cpu_modes.h"

static struct fixture fixture;

/* Twelve samples of a node, 10 s apart; a row holds what `row` prints of its number. */
static void read_samples(const char *columns, const char *(*row)(int i))
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_format(&text, "timestamp,host,%s\n", columns);
    for (int i = 0; i < 12; i++)
        strbuf_format(&text, "%d,n1,%s\n", 1714557600 + 10 * i, row(i));
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "perfmon-csv", text.text);
    strbuf_release(&text);
}

static char line[256];
#define ROW(name, ...)                                                                             \
    static const char *name(int i)                                                                 \
    {                                                                                              \
        (void)i;                                                                                   \
        snprintf(line, sizeof line, __VA_ARGS__);                                                  \
        return line;                                                                               \
    }

/* The value of sample 5; NaN: there is no such metric. */
static double value_of(const char *metric)
{
    const struct series *series = fixture_series(&fixture, metric, "n1");
    return series ? series->values[5] : (double)NAN;
}

static void knows_names_of_modes(void)
{
    static const struct {
        const char *name;
        enum cpu_mode mode;
        bool is_bare;
        double unit_s;
    } names[] = {
        {"cpu_user", CPU_USER, false, NAN},
        {"cpu_usage_iowait", CPU_IOWAIT, false, NAN},
        {"cpu io wait", CPU_IOWAIT, false, NAN},
        {"node_cpu_seconds_total{mode=\"idle\"}", CPU_IDLE, false, 1},
        {"cpu_times.softirq", CPU_SOFTIRQ, false, NAN},
        {"cpu_guest_nice_jiffies", CPU_GUEST_NICE, false, 0.01},
        {"cpu_guest", CPU_GUEST, false, NAN},
        {"node_cpu_guest_seconds_total{mode=\"user\"}", CPU_GUEST, false, 1},
        {"node_cpu_guest_seconds_total{mode=\"nice\"}", CPU_GUEST_NICE, false, 1},
        {"cpu_guest_idle", CPU_NO_MODE, false, NAN},
        {"%gnice", CPU_GUEST_NICE, true, NAN},
        {"%soft", CPU_SOFTIRQ, true, NAN},
        {"user", CPU_USER, true, NAN},
        {"wait_time", CPU_IOWAIT, true, NAN},
        {"cpu_user_system", CPU_NO_MODE, false, NAN},
        {"cpu0_user", CPU_NO_MODE, false, NAN},
        {"user_name", CPU_NO_MODE, false, NAN},
        {"cpu_percent", CPU_NO_MODE, false, NAN},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct cpu_mode_name found = cpu_mode_of(names[i].name);
        CHECK_INT(found.mode, names[i].mode);
        CHECK_INT(found.is_bare, names[i].is_bare);
        CHECK(isnan(found.unit_s) ? isnan(names[i].unit_s) : found.unit_s == names[i].unit_s);
    }
}

ROW(shares, "%g,0.1,0.05,%g", 0.5 + 0.01 * i, 0.35 - 0.01 * i)
ROW(shares_without_iowait, "%g,0.1,0.05", 0.5 + 0.01 * i)
ROW(shares_of_32, "%g,3.2,1.6,%g", 16 + 0.32 * i, 11.2 - 0.32 * i)
ROW(shares_of_32_cores, "%g,3.2,1.6,%g,32", 16 + 0.32 * i, 11.2 - 0.32 * i)
ROW(shares_of_core, "%g,320,160,%g", 1600 + 32. * i, 1120 - 32. * i)
ROW(percents, "%g,10,5,%g", 50. + i, 35. - i)

/* What all modes add up to is all of the time. */
static void modes_add_up_to_all_of_the_time(void)
{
    static const char columns[] = "cpu_user,cpu_system,cpu_idle,cpu_iowait";
    static const char *(*const rows[])(int) = {shares, shares_of_core, percents};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_samples(columns, rows[i]);
        CHECK_NEAR(value_of("cpu_user"), 55, 1e-9);
        CHECK_NEAR(value_of("cpu_iowait"), 30, 1e-9);
        CHECK_NEAR(value_of("cpu_percent_sys"), 65, 1e-9);
        CHECK_TEXT(fixture_metric(&fixture, "cpu_user")->unit, "%");
    }
    read_samples(columns, shares);
    CHECK_SAID(fixture, "cpu_user and 3 more: read as ratios (the CPU modes add up to about 1)");
    read_samples("user,system,idle,iowait", shares);
    CHECK_NEAR(value_of("cpu_percent_sys"), 65, 1e-9);
    read_samples("cpu_user,cpu_system,cpu_idle", shares_without_iowait);
    CHECK_NEAR(value_of("cpu_percent_sys"), 95, 1e-9);
    read_samples("cpu_user,cpu_system,cpu_idle,cpu_iowait,num_cpus", shares_of_32_cores);
    CHECK_NEAR(value_of("cpu_user"), 55, 1e-9);
    read_samples(columns, shares_of_32);
    CHECK(!fixture_metric(&fixture, "cpu_user"));
    CHECK_NEAR(value_of("cpu_user (as given)"), 17.6, 1e-9);
}

ROW(busy, "%g,0.1", 0.6 + 0.01 * (i % 3))
ROW(busy_by_load, "%g,0.1,25,32", 0.6 + 0.01 * (i % 3))
ROW(not_by_load, "%g,0.1,0.2,32", 0.6 + 0.01 * (i % 3))
ROW(waiting, "0.6,0.1,%g,31,32", 0.2 + 0.01 * (i % 3))
ROW(one_column, "%g,30,32", 0.9 + 0.01 * (i % 3))
ROW(beside_modes, "%g,0.6,0.1,0.3", 0.7 + 0.01 * (i % 3))
ROW(beside_gpus, "%g,95", 0.6 + 0.01 * (i % 3))

/* Where idle is not there, the load average decides on a known number of cores, or nothing does. */
static void without_idle_the_load_average_decides(void)
{
    read_samples("cpu_user,cpu_system", busy);
    CHECK(!fixture_metric(&fixture, "cpu_user") && !fixture_metric(&fixture, "cpu_percent_sys"));
    CHECK_NEAR(value_of("cpu_user (as given)"), 0.62, 1e-9);
    CHECK_TEXT(fixture_metric(&fixture, "cpu_user (as given)")->unit, "");
    CHECK_SAID(fixture, "cpu_user and 1 more: no unit, and no value above 1: shown unchanged");
    read_samples("cpu_user,cpu_system,load1,num_cpus", busy_by_load);
    CHECK_NEAR(value_of("cpu_percent_sys"), 72, 1e-9);
    read_samples("cpu_user,cpu_system,load1,num_cpus", not_by_load);
    CHECK(!fixture_metric(&fixture, "cpu_user"));
    read_samples("cpu_user,cpu_system,cpu_iowait,load1,num_cpus", waiting);
    CHECK_NEAR(value_of("cpu_iowait"), 22, 1e-9);
    static const char *const columns[] = {"cpu_util", "cpu_percent", "cpu_usage"};
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        char text[64];
        snprintf(text, sizeof text, "%s,load1,num_cpus", columns[i]);
        read_samples(text, one_column);
        CHECK_NEAR(value_of("cpu_percent_sys"), 92, 1e-9);
    }
    read_samples("cpu_percent,cpu_user,cpu_system,cpu_idle", beside_modes);
    CHECK_NEAR(value_of("cpu_percent_sys"), 72, 1e-9);
    read_samples("cpu_user,DCGM_FI_DEV_GPU_UTIL", beside_gpus);
    CHECK(!fixture_metric(&fixture, "cpu_user"));
    CHECK_NEAR(value_of("gpu.utilization_rates.gpu"), 95, 1e-9);
}

ROW(seconds, "%d,%d,%d,%d", 80000 + 192 * i, 9000 + 32 * i, 3900000 + 16 * i, 2300 + 80 * i)
ROW(seconds_of_guests, "%d,%d,%d,%d,%d", 80000 + 192 * i, 9000 + 32 * i, 3900000 + 16 * i,
    2300 + 80 * i, 70000 + 190 * i)
ROW(seconds_set_back, "%d,%d,%d,%d", 192 * (i < 5 ? i + 400 : i), 32 * (i < 5 ? i + 400 : i),
    16 * (i < 5 ? i + 400 : i), 80 * (i < 5 ? i + 400 : i))
ROW(seconds_backwards, "%d,%d,%d,%d", 80000 - 192 * i, 9000 - 32 * i, 3900000 - 16 * i,
    2300 - 80 * i)

/* Counters of time are shares of all of it from sample to sample; the first sample has none, and
 * one behind a start of the node lacks it. */
static void counters_become_shares_of_all_of_the_time(void)
{
    static const char columns[] = "cpu_user,cpu_system,cpu_idle,cpu_iowait";
    read_samples(columns, seconds);
    CHECK_SAID(
        fixture,
        "cpu_user and 3 more: cumulative CPU time: shown as share of the time between samples");
    CHECK_TEXT(fixture_values(&fixture, "cpu_user", "n1"), "60 60 60 60 60 60 60 60 60 60 60");
    CHECK_INT(fixture_series(&fixture, "cpu_percent_sys", "n1")->timeline->count, 11);
    CHECK_NEAR(fixture_series(&fixture, "cpu_user", "n1")->timeline->times[0], 1714557610, 0);
    CHECK_NEAR(value_of("cpu_iowait"), 25, 1e-9);
    CHECK_NEAR(value_of("cpu_percent_sys"), 70, 1e-9);
    read_samples("user,system,idle,iowait", seconds);
    CHECK_NEAR(value_of("cpu_percent_sys"), 70, 1e-9);
    read_samples("user,system,idle,iowait,guest", seconds_of_guests);
    CHECK_NEAR(value_of("cpu_user"), 60, 1e-9);
    CHECK_NEAR(value_of("cpu_guest"), 59.375, 1e-9);
    read_samples(columns, seconds_set_back);
    CHECK_TEXT(fixture_values(&fixture, "cpu_user", "n1"), "60 60 60 60 - 60 60 60 60 60 60");
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "perfmon-csv",
                      "timestamp,host,user,system,idle,iowait\n1714557620,n1,1200,,1040,0\n"
                      "1714557610,n1,1080,110,1010,0\n1714557600,n1,1000,100,1000,0\n"
                      "1714557630,n1,1230,160,1060,0\n");
    CHECK_TEXT(fixture_values(&fixture, "cpu_user", "n1"), "- 80 60");
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "perfmon-csv",
                      "timestamp,host,user,system,idle,iowait\n1714557600,n1,1000,100,1000,0\n"
                      "1714557600,n1,1000,100,1000,0\n1714557610,n1,1080,110,1010,0\n"
                      "1714557610,n1,1080,110,1010,0\n1714557620,n1,1200,120,1040,0\n");
    CHECK_TEXT(fixture_values(&fixture, "cpu_user", "n1"), "80 80 75");
    read_samples(columns, seconds_backwards);
    CHECK(!fixture_metric(&fixture, "cpu_user"));
}

ROW(all_modes, "%d,%d,%d,%d,0,0", 80000 + 192 * i, 9000, 3900000 + 48 * i, 2300 + 80 * i)
ROW(waits_too, "%d,%d,%d,%d,%d", 80000 + 192 * i, 9000 + 32 * i, 3900000 + 16 * i, 2300 + 80 * i,
    2300 + 80 * i)
ROW(both_sets, "60,10,30,%d,%d,%d", 80000 + 192 * i, 9000 + 32 * i, 3900000 + 96 * i)

/* Two columns of guests are two modes; of two columns of one mode, one counts. */
static void a_mode_that_is_there_twice_voids_no_other(void)
{
    read_samples("cpu_user,cpu_system,cpu_idle,cpu_iowait,cpu_guest,cpu_guest_nice", all_modes);
    CHECK_NEAR(value_of("cpu_user"), 60, 1e-9);
    CHECK_NEAR(value_of("cpu_guest_nice"), 0, 0);
    CHECK_NEAR(value_of("cpu_percent_sys"), 60, 1e-9);
    read_samples("user,system,idle,wait,wio", waits_too);
    CHECK_NEAR(value_of("cpu_user"), 60, 1e-9);
    CHECK_NEAR(value_of("cpu_iowait"), 25, 1e-9);
    CHECK_NEAR(value_of("cpu_percent_sys"), 70, 1e-9);
    CHECK_NEAR(value_of("wio (as given)"), 2700, 1e-9);
    CHECK_SAID(fixture, "wio: another column holds the same CPU mode: shown unchanged");
    read_samples("cpu_user,cpu_system,cpu_idle,cpu_user_seconds_total,cpu_system_seconds_total,"
                 "cpu_idle_seconds_total",
                 both_sets);
    CHECK_NEAR(value_of("cpu_user"), 60, 1e-9);
    CHECK_NEAR(value_of("cpu_percent_sys"), 70, 1e-9);
    CHECK_NEAR(value_of("cpu_idle_seconds_total (as given)"), 30, 1e-9);
}

ROW(bare_percents, "%g,10,0.5,%g,0", 50. + i, 39.5 - i)

/* Names that may be of anything are of the processors where all add up to 100; values that stay
 * below 1 are then no shares of 1. */
static void bare_names_of_percents_add_up_to_100(void)
{
    static const char note[] = "read as percent (the CPU modes add up to about 100)";
    read_samples("user,system,iowait,idle,nice", bare_percents);
    CHECK_NEAR(value_of("cpu_user"), 55, 1e-9);
    CHECK_NEAR(value_of("cpu_iowait"), 0.5, 1e-9);
    CHECK_NEAR(value_of("cpu_percent_sys"), 65, 1e-9);
    CHECK_SAID(fixture, note);
    CHECK_TEXT(fixture_metric(&fixture, "cpu_nice")->unit, "%");
    read_samples("cpu_user,cpu_system,cpu_iowait,cpu_idle,cpu_nice", bare_percents);
    CHECK_NEAR(value_of("cpu_iowait"), 0.5, 1e-9);
    CHECK_TEXT(fixture.said.text, "");
}

ROW(iowait, "%d,30,32", 2300 + 80 * i)
ROW(iowait_of_more, "%d,30,2", 2300 + 80 * i)
ROW(iowait_taken_late, "%d,30,32", 2300 + 80 * i + (i >= 9 ? 400 : 0))

/* Of counters without idle the number of cores says how much all of the time is. */
static void without_idle_cores_and_seconds_make_all_of_the_time(void)
{
    read_samples("cpu_iowait_seconds_total,load1,num_cpus", iowait);
    CHECK_NEAR(value_of("cpu_iowait"), 25, 1e-9);
    read_samples("cpu_iowait_jiffies,load1,num_cpus", iowait);
    CHECK_NEAR(value_of("cpu_iowait"), 0.25, 1e-9);
    read_samples("cpu_iowait_seconds_total,load1,num_cpus", iowait_taken_late);
    CHECK_TEXT(fixture_values(&fixture, "cpu_iowait", "n1"), "25 25 25 25 25 25 25 25 - 25 25");
    read_samples("cpu_iowait_seconds_total,load1,num_cpus", iowait_of_more);
    CHECK(!fixture_metric(&fixture, "cpu_iowait"));
    CHECK_INT(fixture_metric(&fixture, "cpu_iowait_seconds_total")->kind, METRIC_COUNTER);
    CHECK_TEXT(fixture_metric(&fixture, "cpu_iowait_seconds_total")->unit, "s");
    read_samples("iowait,load1,num_cpus", iowait);
    CHECK(!fixture_metric(&fixture, "cpu_iowait") && !fixture_metric(&fixture, "iowait"));
    CHECK_INT(fixture_metric(&fixture, "iowait (as given)")->kind, METRIC_COUNTER);
    CHECK_SAID(fixture, "iowait: cumulative CPU time of an unknown total: shown unchanged");
    read_samples("iowait [s],load1,num_cpus", waiting);
    CHECK(!fixture_metric(&fixture, "cpu_iowait") && !fixture_metric(&fixture, "iowait"));
}

ROW(above, "%d,%d", i == 3 ? 26500 : 20, i == 5 ? 104 : 70)
ROW(far_above, "%d,70", 900 + 50 * (i % 3))

/* No share of all of the time is above it. */
static void no_share_is_above_all_of_the_time(void)
{
    read_samples("cpu_iowait_percent,cpu_user_percent", above);
    CHECK_TEXT(fixture_values(&fixture, "cpu_iowait", "n1"), "20 20 20 - 20 20 20 20 20 20 20 20");
    CHECK_NEAR(value_of("cpu_user"), 100, 1e-9);
    read_samples("cpu_iowait_percent,load1", far_above);
    CHECK(!fixture_metric(&fixture, "cpu_iowait"));
    CHECK_NEAR(value_of("cpu_iowait_percent (as given)"), 1000, 1e-9);
    CHECK_SAID(fixture,
               "cpu_iowait_percent: not a share of the time of all cores: shown unchanged");
}

CHECK_MAIN(TEST(knows_names_of_modes), TEST(modes_add_up_to_all_of_the_time),
           TEST(without_idle_the_load_average_decides),
           TEST(counters_become_shares_of_all_of_the_time),
           TEST(a_mode_that_is_there_twice_voids_no_other),
           TEST(bare_names_of_percents_add_up_to_100),
           TEST(without_idle_cores_and_seconds_make_all_of_the_time),
           TEST(no_share_is_above_all_of_the_time))
