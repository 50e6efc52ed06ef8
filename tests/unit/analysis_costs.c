/* Findings of what a campaign wasted: of all tasks or of one kind, in the order of what it costs.
 */
#include "findings_fixture.h"

/* Of 100 h of core time `idle` were not used, all by a; b hit its time limit for 5 h of 100. */
static void add_campaign(double idle)
{
    char csv[512];
    begin();
    snprintf(csv, sizeof csv,
             "task,tasks,succeeded,attempts,failed,elapsed_hours,cpu_hours,cpu_efficiency,"
             "core_hours,core_cpu_hours\na,30,30,30,0,40,%g,%g,40,%g\nb,70,65,70,5,60,60,1,60,60\n",
             40 - idle, (40 - idle) / 40, 40 - idle);
    add("tasks", csv);
    add("campaign", "task_kinds,tasks,succeeded,attempts,failed,elapsed_s\n"
                    "2,100,95,100,5,342000\n");
    add("attempts", "task,outcome,reason,attempts,elapsed_s,ended\n"
                    "a,done,,30,144000,succeeded\n"
                    "b,done,,65,198000,succeeded\n"
                    "b,TIMEOUT,time limit,5,18000,failed\n");
    add("limits", "task,quantity,attempts,hits\n*,time,100,5\nb,time,70,5\n");
}

static void findings_of_one_level_are_in_the_order_of_their_cost(void)
{
    add_campaign(27);
    run();
    CHECK_TEXT(cell(0, "level"), "warn");
    CHECK_TEXT(cell(0, "section"), "tasks-efficiency");
    CHECK_NEAR(number(0, "value"), 0.27, 1e-9);
    CHECK_TEXT(cell(1, "level"), "warn");
    CHECK(strstr(cell(1, "finding"), "hit its time limit"));
    fixture_release(&fixture);
}

static void a_fifth_of_all_core_time_is_a_warning(void)
{
    for (int idle = 19; idle <= 20; idle++) {
        add_campaign(idle);
        run();
        for (size_t row = 0; row < fixture_rows(&fixture, "findings"); row++)
            if (strcmp(cell(row, "section"), "tasks-efficiency") == 0)
                CHECK_TEXT(cell(row, "level"), idle < 20 ? "note" : "warn");
        fixture_release(&fixture);
    }
}

static const char *memory_finding(const char *rows)
{
    begin();
    add_calm_campaign();
    add_rows("requested", "task,quantity,tasks,time_unit,requested_time,used_time,wasted_time",
             rows);
    run();
    return cell(0, "finding");
}

/* All use more than half. */
static void memory_of_one_kind_is_told_though_all_use_most(void)
{
    CHECK_TEXT(
        memory_finding(
            "*,memory,100,B s,3600e12,2484e12,1116e12\na,memory,60,B s,1152e12,72e12,1080e12\n"
            "b,memory,40,B s,2448e12,2412e12,36e12\n"),
        "a used 6.3 % of the memory it requested; 300 GB·h went unused (30 % of all memory "
        "requested).");
    fixture_release(&fixture);
    CHECK_TEXT(
        memory_finding(
            "*,memory,100,B s,3600e12,2484e12,1116e12\na,memory,60,B s,1152e12,72e12,1080e12\n"
            "b,memory,10,B s,72e12,32.4e12,39.6e12\nc,memory,30,B s,2376e12,2376e12,0\n"),
        "2 of 3 task kinds used less than 50 % of the memory they requested. Most went unused in "
        "a: it used 6.3 %, and 300 GB·h went unused (30 % of all memory requested).");
    fixture_release(&fixture);
}

/* 9.9 % of all memory requested, a kind that used half of its own, less than 1 GB h. */
static void little_unused_memory_of_a_kind_is_not_told(void)
{
    static const char *const rows[] = {
        "*,memory,100,B s,3600e12,3243.6e12,356.4e12\na,memory,60,B "
        "s,360e12,3.6e12,356.4e12\nb,memory,40,B s,3240e12,3240e12,0\n",
        "*,memory,100,B s,3600e12,2520e12,1080e12\na,memory,60,B "
        "s,2160e12,1080e12,1080e12\nb,memory,40,B s,1440e12,1440e12,0\n",
        "*,memory,100,B s,10.8e12,7.56e12,3.24e12\na,memory,60,B "
        "s,3.6e12,0.36e12,3.24e12\nb,memory,40,B s,7.2e12,7.2e12,0\n"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CHECK(!strstr(memory_finding(rows[i]), "memory"));
        fixture_release(&fixture);
    }
}

/* What a job did with its cores is explained where it used them well outside of times of low load,
 * and these are reported; not of several jobs, nor of another time. */
static void low_load_explains_idle_cores(void)
{
    static const struct {
        const char *task, *drop, *level;
    } cases[] = {
        {"a,1,1,1,0,0.5,1,20,10\n", "cpu_load,0,1500,1500,1,25,10,1,,,,,,\n", "note"},
        {"a,1,1,1,0,0.34,1,20,6.8\n", "cpu_load,0,1500,1500,1,25,10,1,,,,,,\n", "warn"},
        {"a,1,1,1,0,0.5,1,20,10\n", "cpu_load,0,1500,1500,4,25,10,1,,,,,,\n", "warn"},
        {"a,2,2,2,0,0.5,1,20,10\n", "cpu_load,0,1500,1500,1,25,10,1,,,,,,\n", "warn"},
        {"a,1,1,1,0,0.5,1.3,20,10\n", "cpu_load,0,1500,1500,1,25,10,1,,,,,,\n", "warn"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        fixture_init(&fixture);
        fixture_flat(&fixture, "cpu_load", "n0", 361, 10, 8);
        fixture_signals(&fixture);
        add_rows("tasks",
                 "task,tasks,succeeded,attempts,failed,cpu_efficiency,elapsed_hours,core_hours,"
                 "core_cpu_hours",
                 cases[i].task);
        add("campaign", "task_kinds,tasks,succeeded,attempts,failed\n1,1,1,1,0\n");
        add_rows("load_drops",
                 "metric,start,end,duration_s,load,samples,load_otherwise,nodes,fell_too,rose,rate,"
                 "rate_samples,rate_otherwise,of_files",
                 cases[i].drop);
        run();
        bool is_note = strcmp(cases[i].level, "note") == 0;
        size_t row = 0;
        while (row + 1 < fixture_rows(&fixture, "findings") &&
               !strstr(cell(row, "finding"), "core-hours"))
            row++;
        CHECK_TEXT(cell(row, "level"), cases[i].level);
        CHECK((strstr(cell(row, "advice"), "fewer cores") != NULL) == !is_note);
        CHECK((strstr(cell(row, "finding"), "mainly while the CPU use of its nodes was low") !=
               NULL) == is_note);
        fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(low_load_explains_idle_cores),
           TEST(findings_of_one_level_are_in_the_order_of_their_cost),
           TEST(a_fifth_of_all_core_time_is_a_warning),
           TEST(memory_of_one_kind_is_told_though_all_use_most),
           TEST(little_unused_memory_of_a_kind_is_not_told))
