/* Intervals amid the run in which processors did little: when they are found, and what is said. */
#include "findings_fixture.h"

/* Of 200 samples, one each minute, on nodes of 64 busy cores. From sample `from` to before `end`:
 */
struct pause {
    size_t nodes, from, end;
    double load, rate /* GB/s */, network /* MB/s */, iowait;
    size_t waiting; /* nodes with that iowait */
};

/* `user`: % of the core time meanwhile, and the load is in % too; NaN: it is not measured. */
static void run_pause_of_user(const struct pause *pause, double user)
{
    fixture_init(&fixture);
    for (size_t node = 0; node < pause->nodes; node++) {
        const char name[] = {'n', (char)('a' + node), '\0'};
        double times[200], loads[200], rates[200], traffic[200], waits[200], users[200];
        for (size_t i = 0; i < 200; i++) {
            bool pauses = i >= pause->from && i < pause->end;
            times[i] = 60 * (double)i;
            loads[i] = pauses ? pause->load : 64;
            rates[i] = pauses ? pause->rate * 1e9 : 100e9;
            traffic[i] = pauses ? pause->network * 1e6 : 900e6;
            users[i] = pauses ? user : 80;
            waits[i] = pauses && node < pause->waiting ? pause->iowait : 0.3;
        }
        SERIES(&fixture, isnan(user) ? "cpu_load" : "cpu_active", name, times, loads);
        SERIES(&fixture, "mem_bw", name, times, rates);
        SERIES(&fixture, "ib_recv", name, times, traffic);
        SERIES(&fixture, "cpu_iowait", name, times, waits);
        if (!isnan(user))
            SERIES(&fixture, "cpu_user", name, times, users);
    }
    fixture_run(&fixture);
}

static void run_pause(const struct pause *pause)
{
    run_pause_of_user(pause, NAN);
}

static void pauses_have_thresholds(void)
{
    static const struct {
        struct pause pause;
        size_t rows;
    } cases[] = {
        {{4, 90, 110, 64, 1, 1, 60, 4}, 1},    {{4, 90, 110, 64, 1, 900, 60, 4}, 1},
        {{4, 90, 110, 1.2, 2, 1, 45, 4}, 1},   {{4, 90, 110, 2.6, 9, 1, 45, 4}, 1},
        {{4, 90, 110, 64, 24, 1, 10, 4}, 1},   {{4, 90, 110, 64, 26, 1, 10, 4}, 0},
        {{4, 90, 110, 64, 24, 900, 9, 4}, 0},  {{4, 90, 110, 64, 24, 1, 60, 2}, 1},
        {{4, 90, 110, 64, 24, 900, 60, 1}, 0}, {{4, 90, 110, 64, 1, 1, 0, 4}, 1},
        {{4, 90, 110, 64, 4.9, 1, 0, 4}, 1},   {{4, 90, 110, 64, 5.1, 1, 0, 4}, 0},
        {{4, 90, 110, 64, 1, 900, 0, 4}, 0},   {{4, 90, 110, 6, 10, 1, 0, 4}, 0},
        {{4, 10, 30, 64, 1, 1, 60, 4}, 0},     {{4, 20, 40, 64, 1, 1, 60, 4}, 1},
        {{4, 90, 94, 64, 1, 1, 60, 4}, 0},     {{4, 90, 95, 64, 1, 1, 60, 4}, 1},
        {{4, 179, 200, 64, 1, 1, 60, 4}, 1},   {{4, 182, 200, 64, 1, 1, 60, 4}, 0},
        {{4, 160, 200, 6, 1, 1, 0, 4}, 0},     {{4, 50, 151, 64, 1, 1, 60, 4}, 0},
        {{1, 90, 110, 64, 1, 1, 60, 1}, 1},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        run_pause(&cases[i].pause);
        CHECK_INT(fixture_rows(&fixture, "pauses"), cases[i].rows);
        CHECK_INT(fixture_rows(&fixture, "serial_phases"), 0);
        if (cases[i].rows) {
            const struct table *table = tables_find(&fixture.tables, "pauses");
            CHECK_NEAR(table_numbers(table, "start")[0], 60 * (double)cases[i].pause.from, 61);
            CHECK_NEAR(table_numbers(table, "load_otherwise")[0], 64, 1e-6);
        }
        fixture_release(&fixture);
    }
}

static void pauses_are_told(void)
{
    static const struct {
        struct pause pause;
        const char *level, *text;
    } cases[] = {
        {{4, 90, 110, 1.2, 2, 1, 45, 4},
         "warn",
         "All 4 nodes waited for I/O from 1 h 30 min to 1 h 50 min after the start (20 min, 10 % "
         "of the run). Iowait rose from 0.3 % to 45 %. cpu_load fell from 64 to 1.2 and mem_bw "
         "from 100 G to 2 G per node."},
        {{4, 90, 98, 64, 1, 1, 60, 3}, "note", "3 of 4 nodes waited for I/O"},
        {{4, 90, 98, 64, 1, 1, 60, 3},
         "note",
         "3 of 4 nodes waited for I/O from 1 h 30 min to 1 h 38 min after the start (8 min, 4.0 % "
         "of the run). Iowait of all nodes rose from 0.3 % to 45 %. mem_bw fell from 100 G to 1 G "
         "per node, while cpu_load stayed at 64 (it counts processes that wait)."},
        {{2, 90, 110, 1.2, 2, 1, 80, 1},
         "warn",
         "na alone of 2 nodes waited for I/O from 1 h 30 min to 1 h 50 min after the start (20 "
         "min, 10 % of the run). Its iowait rose from 0.3 % to 80 %. cpu_load fell from 64 to 1.2 "
         "and mem_bw from 100 G to 2 G per node."},
        {{1, 90, 110, 1.2, 2, 1, 80, 1}, "warn", "The node waited for I/O"},
        {{1, 90, 110, 1.2, 2, 1, 80, 1},
         "warn",
         "The node waited for I/O from 1 h 30 min to 1 h 50 min after the start (20 min, 10 % of "
         "the run). Iowait rose from 0.3 % to 80 %. cpu_load fell from 64 to 1.2 and mem_bw from "
         "100 G to 2 G."},
        {{4, 90, 112, 64, 1, 1, 0, 4}, "warn", "All 4 nodes did little work"},
        {{4, 90, 100, 64, 1, 1, 0, 4}, "note", "All 4 nodes did little work"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        run_pause(&cases[i].pause);
        CHECK_TEXT(cell(0, "level"), cases[i].level);
        if (!strstr(cell(0, "finding"), cases[i].text))
            CHECK_TEXT(cell(0, "finding"), cases[i].text);
        fixture_release(&fixture);
    }
}

/* A ratio in the table, as all shares are; % in the finding. */
static void user_time_is_a_share_of_all_cores(void)
{
    const struct pause pause = {4, 90, 110, 64, 1, 1, 60, 4};
    run_pause_of_user(&pause, 8);
    const struct table *table = tables_find(&fixture.tables, "pauses");
    CHECK(table);
    CHECK_NEAR(table_numbers(table, "user_share")[0], 0.08, 1e-9);
    CHECK_NEAR(table_numbers(table, "user_share_otherwise")[0], 0.8, 1e-9);
    if (!strstr(cell(0, "finding"), "user time from 80 % to 8.0 % of all cores"))
        CHECK_TEXT(cell(0, "finding"), "user time from 80 % to 8.0 % of all cores");
    fixture_release(&fixture);
}

/* Of a run of which all GPUs were idle for a third: what that says of a pause in it says nothing of
 * one at another time. */
static void pauses_are_told_beside_idle_gpus_of_another_time(void)
{
    static const struct {
        const char *pause;
        bool is_reported;
    } cases[] = {
        {"cpu_load,100,700,600,1,0,64,1,,,,,\n", true},
        {"cpu_load,6900,7850,950,1,0,64,1,,,,,\n", true},
        {"cpu_load,8000,8600,600,1,0,64,1,,,,,\n", false},
        {"cpu_load,6900,8000,1100,1,0,64,1,,,,,\n", false},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        begin();
        add_rows("pauses",
                 "metric,start,end,duration_s,nodes,waiting_nodes,load_otherwise,load,"
                 "user_share,user_share_otherwise,rate,rate_during,rate_otherwise",
                 cases[i].pause);
        add("gpu_rests", "metric,start,end,duration_s,gpus,of,from_first,until_last\n"
                         "gpu.utilization,7400,10000,2600,4,4,2000,10000\n");
        run();
        const struct table *findings = tables_find(&fixture.tables, "findings");
        bool is_reported = false;
        for (size_t row = 0; row < findings->rows; row++)
            is_reported = is_reported || strstr(cell(row, "finding"), "The node did little work");
        CHECK_INT(is_reported, cases[i].is_reported);
        CHECK_INT(findings->rows, cases[i].is_reported ? 2 : 1);
        fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(pauses_have_thresholds), TEST(pauses_are_told),
           TEST(user_time_is_a_share_of_all_cores),
           TEST(pauses_are_told_beside_idle_gpus_of_another_time))
