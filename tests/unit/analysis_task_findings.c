/* Tables by hand, numbers worked out beside them. */
#include "findings_fixture.h"

static void a_calm_campaign_is_said_to_be_one(void)
{
    begin();
    add_calm_campaign();
    run();
    CHECK_INT(fixture_rows(&fixture, "findings"), 1);
    CHECK_TEXT(cell(0, "level"), "good");
    CHECK_TEXT(cell(0, "finding"), "No findings: all 100 tasks succeeded; CPU efficiency 82 %.");
    fixture_release(&fixture);
}

static void time_that_is_not_told_is_not_said_to_be_none(void)
{
    begin();
    add("tasks", "task,tasks,attempts,cancelled\na,501,501,1\n");
    add("campaign", "task_kinds,tasks,succeeded,attempts,failed,cancelled\n1,501,500,501,0,1\n");
    add("attempts", "task,outcome,attempts,ended\na,done,500,succeeded\na,killed,1,cancelled\n");
    run();
    CHECK_INT(fixture_rows(&fixture, "findings"), 1);
    CHECK_TEXT(cell(0, "finding"), "No findings: 500 of 501 tasks succeeded, 1 was cancelled; the "
                                   "time of other attempts is not recorded; CPU time is unknown.");
    CHECK(isnan(number(0, "value")));
    fixture_release(&fixture);
}

/* Inputs a day or more apart, unless they fill a tenth of the time between them. */
static void inputs_of_different_times_are_told(void)
{
    begin();
    add("input_times", "input,first,last\nruns/b/tasks.csv,1772438400,1772442921\n"
                       "runs/a/cpu_metrics.json,1718006400,1718008532\n"
                       "runs/a/perf_metrics.json,1718006460,1718008590\n");
    run();
    CHECK_TEXT(
        cell(0, "finding"),
        "Inputs cover different time ranges: a/cpu_metrics.json and 1 more from 2024-06-10 08:00 "
        "to 08:36 and b/tasks.csv from 2026-03-02 08:00 to 09:15.");
    CHECK_NEAR(number(0, "value"), 2, 0);
    fixture_release(&fixture);
    begin();
    add("input_times", "input,first,last\na,1772438400,1772442000\nb,1772530000,1772532000\n");
    run();
    CHECK(strstr(cell(0, "finding"),
                 "a from 2026-03-02 08:00 to 09:00 and b from 2026-03-03 09:26 to 10:00."));
    fixture_release(&fixture);
    begin();
    add("input_times", "input,first,last\na,1772438400,1772452000\nb,1772540000,1772560000\n");
    add_calm_campaign();
    run();
    CHECK_TEXT(cell(0, "level"), "good");
    fixture_release(&fixture);
}

/* 3 h of 3 + 10 are 23 %; 2 of the 3 in TIMEOUT of b. */
static void what_was_lost_is_told_with_where(void)
{
    begin();
    add("tasks", "task,tasks,attempts,failed,elapsed_share,elapsed_cumulated\n"
                 "a,60,60,0,0.6,0.6\nb,40,45,0,0.4,1\n");
    add("campaign", "tasks,attempts,failed,elapsed_s,lost_elapsed_s,lost_cpu_s\n"
                    "100,105,0,36000,10800,5400\n");
    add("attempts", "task,outcome,attempts,elapsed_s,cpu_s,ended\n"
                    "a,done,60,21600,,succeeded\n"
                    "b,FAILED,1,3600,,failed\n"
                    "b,TIMEOUT,4,7200,,failed\n"
                    "b,done,40,14400,,succeeded\n");
    run();
    CHECK_TEXT(cell(0, "finding"),
               "5 attempts failed. They took 3 h (23 % of the time of all attempts; CPU "
               "time 1.5 h); 67 % of it in 4 attempts of b, TIMEOUT.");
    CHECK_TEXT(cell(0, "level"), "bad");
    CHECK_TEXT(cell(0, "section"), "tasks-attempts");
    CHECK_NEAR(number(0, "value"), 3.0 / 13, 1e-12);
    CHECK_NEAR(number(0, "threshold"), 0.2, 0);
    CHECK_INT(fixture_rows(&fixture, "findings"), 2); /* 5 of 105 are under 5 % of retries */
    CHECK_TEXT(cell(1, "finding"), "5 of 45 attempts of b (11 %) failed, mostly TIMEOUT; in the "
                                   "other task kinds 0 % did.");
    fixture_release(&fixture);
}

/* 36 s, half of all. */
static void less_than_a_minute_lost_is_no_finding(void)
{
    begin();
    add("tasks", "task,tasks,attempts,failed\na,60,61,0\n");
    add("campaign", "tasks,attempts,failed,elapsed_s,lost_elapsed_s\n"
                    "60,61,0,36,36\n");
    add("attempts", "task,outcome,attempts,elapsed_s,ended\n"
                    "a,FAILED,1,36,failed\n"
                    "a,done,60,36,succeeded\n");
    run();
    CHECK_INT(fixture_rows(&fixture, "findings"), 1);
    CHECK_TEXT(cell(0, "level"), "good");
    fixture_release(&fixture);
}

/* What traces alone measured of GPUs stands with the traces, and has a number without °C. */
static void gpus_of_a_trace_are_told_with_it(void)
{
    begin();
    add("trace", "elapsed_s,tasks,workers,functions\n10,4,2,1\n");
    add("device_metrics", "metric,unit,mean_per_device,max\nutilization,%,60.5,94\n");
    run();
    size_t row = table_find_row(tables_find(&fixture.tables, "findings"), 0, "section",
                                "traces-gpu-use", NULL, NULL);
    CHECK(row < (size_t)fixture_rows(&fixture, "findings"));
    CHECK_TEXT(cell(row, "unit"), "%");
    CHECK_NEAR(number(row, "value"), 60.5, 0);
    fixture_release(&fixture);
}

static void open_attempts_are_no_losses(void)
{
    begin();
    add("tasks", "task,tasks,attempts,failed\na,10,10,0\n");
    add("campaign", "tasks,attempts,failed,unfinished,elapsed_s\n"
                    "10,10,0,1,21600\n");
    add("attempts", "task,outcome,attempts,elapsed_s,ended\n"
                    "a,RUNNING,1,18000,unfinished\n"
                    "a,done,9,21600,succeeded\n");
    run();
    CHECK_INT(fixture_rows(&fixture, "findings"), 1);
    CHECK_TEXT(cell(0, "finding"), "1 of 10 tasks (10 %) was unfinished when the records were "
                                   "written. Totals do not include it.");
    fixture_release(&fixture);
}

static void retries_are_counted(void)
{
    begin();
    add("tasks", "task,tasks,attempts,failed\na,90,110,0\nb,10,10,0\n");
    add("campaign", "tasks,attempts,repeated,cached,unfinished,cancelled,failed,elapsed_s\n"
                    "100,120,20,0,0,0,0,21600\n");
    add("attempts", "task,outcome,reason,attempts,elapsed_s,ended\n"
                    "a,done,,90,18000,succeeded\n"
                    "a,lost,lost,20,36,failed\n"
                    "b,done,,10,3600,succeeded\n");
    run();
    CHECK_INT(fixture_rows(&fixture, "findings"), 1);
    CHECK_TEXT(cell(0, "finding"), "20 of 120 attempts (17 %) were followed by a later attempt of "
                                   "the same task, most in a (20).");
    fixture_release(&fixture);
}

/* 64 cores that did nothing count, though no CPU time says how much they were: 190 of 200 idle. */
static void a_kind_without_any_cpu_time_is_idle(void)
{
    begin();
    add("tasks", "task,tasks,attempts,failed,elapsed_s,cpu_s,cpu_efficiency,core_s,core_cpu_s\n"
                 "a,5,5,0,36000,32400,0.9,36000,32400\n"
                 "b,5,5,0,10800,0,0,684000,0\n");
    add("campaign", "tasks,attempts,failed,elapsed_s,cpu_s\n"
                    "10,10,0,46800,32400\n");
    run();
    CHECK_TEXT(cell(0, "finding"),
               "CPU efficiency is below 60 % in 1 of 2 task kinds. Most idle core time: b with a "
               "CPU efficiency of 0 %, 190 core-hours idle.");
    CHECK_NEAR(number(0, "value"), 0.95, 1e-12);
    fixture_release(&fixture);
}

/* b: 4 CPU hours of 10 allotted, 6 idle; all allotted 6 + 10: 37.5 %. */
static void idle_cores_are_told_with_the_kind(void)
{
    begin();
    add("tasks", "task,tasks,attempts,failed,elapsed_share,elapsed_cumulated,cpu_s,cpu_efficiency\n"
                 "a,60,60,0,0.6,0.6,19440,0.9\n"
                 "b,40,40,0,0.4,1,14400,0.4\n");
    run();
    CHECK_INT(fixture_rows(&fixture, "findings"), 1);
    CHECK_TEXT(cell(0, "finding"),
               "CPU efficiency is below 60 % in 1 of 2 task kinds. Most idle core time: b with a "
               "CPU efficiency of 40 %, 6 core-hours idle.");
    CHECK_NEAR(number(0, "value"), 0.375, 1e-12);
    CHECK_TEXT(cell(0, "section"), "tasks-efficiency");
    fixture_release(&fixture);
}

static void more_cpu_time_than_cores_is_flagged(void)
{
    begin();
    add("tasks", "task,tasks,attempts,failed,elapsed_share,elapsed_cumulated,cpu_s,cpu_efficiency\n"
                 "a,60,60,0,0.6,0.6,19440,0.9\n"
                 "b,40,40,0,0.4,1,108000,3\n");
    run();
    CHECK_TEXT(cell(0, "finding"), "CPU efficiency of b is implausible: 300 %.");
    fixture_release(&fixture);
}

static void wasted_memory_comes_with_an_allocation(void)
{
    begin();
    add_calm_campaign();
    add("requested", "task,quantity,unit,tasks,requested_p50,used_p50,ratio_p95,ratio_max,above,"
                     "time_unit,requested_time,used_time,wasted_time\n"
                     "*,memory,B,100,4e9,4e8,0.3,1.5,2,B s,1.44e14,1.44e13,1.296e14\n"
                     "a,memory,B,60,4e9,4e8,0.3,1.5,2,B s,1.08e14,1.08e13,9.72e13\n"
                     "b,memory,B,40,4e9,4e8,0.3,0.9,0,B s,3.6e13,3.6e12,3.24e13\n"
                     "*,time,s,100,7200,600,0.2,0.4,0,s,720000,72000,648000\n");
    add("allocation", "task,resource,rule,tasks,allocation_B,retries\n"
                      "a,memory,p50,60,1e8,30\n"
                      "a,memory,min_waste,60,1.073741824e9,3\n");
    run();
    CHECK_INT(fixture_rows(&fixture, "findings"), 3);
    CHECK_TEXT(cell(0, "finding"), "2 of 100 tasks (2.0 %) used more memory than they requested, 2 "
                                   "of them in a. The highest peak was 150 % of the request.");
    CHECK_TEXT(cell(1, "finding"), "Tasks used 10 % of the memory they requested; 36 of 40 "
                                   "GB·h went unused, 75 % of it in a.");
    CHECK_TEXT(cell(1, "advice"), "request 3 GiB for a, or 1 GiB first and 3 GiB for those that "
                                  "need more, at most 3 of 60 tasks");
    CHECK_TEXT(
        cell(2, "finding"),
        "100 succeeded tasks used up to 20 % of their time limit (p95; median 10 min of 2 h).");
    CHECK_TEXT(cell(2, "advice"), "request less time, so that jobs start earlier");
    fixture_release(&fixture);
}

/* What some used beyond their requests is no use of what others requested: with it 48 % were used,
 * and 61 % unused. */
static void memory_used_and_unused_add_up(void)
{
    begin();
    add_calm_campaign();
    add("requested", "task,quantity,unit,tasks,ratio_max,above,time_unit,requested_time,used_time,"
                     "wasted_time\n"
                     "*,memory,B,100,1,0,B s,1.883e14,9.04e13,1.152e14\n"
                     "a,memory,B,60,1,0,B s,1.883e14,9.04e13,1.152e14\n");
    run();
    CHECK_TEXT(cell(0, "finding"), "Tasks used 39 % of the memory they requested; 32 of 52.3 GB·h "
                                   "went unused, 100 % of it in a.");
    fixture_release(&fixture);
}

/* One task kind, and no word of how they failed: "all" would be of nothing. */
static void failures_of_one_kind_are_all_of_it(void)
{
    begin();
    add("tasks", "task,tasks,attempts,failed\na,1000,1000,10\n");
    add("campaign", "tasks,attempts,failed\n1000,1000,10\n");
    add("attempts", "task,outcome,attempts,ended\na,failed,10,failed\na,done,990,succeeded\n");
    run();
    CHECK_TEXT(cell(0, "finding"), "10 of 1,000 tasks (1.0 %) failed.");
    fixture_release(&fixture);
}

/* Some tasks of a kind need little, others failed for want of memory. */
static void no_less_memory_is_advised_where_it_was_too_little(void)
{
    begin();
    add_calm_campaign();
    add("requested", "task,quantity,unit,tasks,requested_p50,used_p50,ratio_max,above,time_unit,"
                     "requested_time,used_time,wasted_time\n"
                     "*,memory,B,100,4e9,4e8,0.5,0,B s,1.44e14,1.44e13,1.296e14\n"
                     "a,memory,B,100,4e9,4e8,0.5,0,B s,1.44e14,1.44e13,1.296e14\n");
    add("allocation", "task,resource,rule,tasks,allocation_B,retries\n"
                      "a,memory,min_waste,60,1e9,3\n");
    add("limits", "task,quantity,unit,attempts,hits,requested,used,ratio\n"
                  "*,memory,B,110,3,,,\na,memory,B,110,3,,,\n");
    run();
    CHECK_TEXT(cell(0, "finding"), "a hit its memory limit in 3 of 110 attempts.");
    CHECK_TEXT(cell(1, "advice"),
               "do not lower the request of a: 3 of its 110 attempts hit the memory "
               "limit");
    fixture_release(&fixture);
}

/* Attempts that a limit ended are not among those that succeeded far from it. */
static void limits_that_were_hit_are_told(void)
{
    begin();
    add_calm_campaign();
    add("requested", "task,quantity,unit,tasks,requested_p50,used_p50,ratio_p95,ratio_max,above,"
                     "time_unit,requested_time,used_time,wasted_time\n"
                     "*,time,s,100,7200,600,0.2,0.4,0,s,720000,72000,648000\n");
    add("limits", "task,quantity,unit,attempts,hits,requested,used,ratio,requested_min,"
                  "requested_max,used_max\n"
                  "*,memory,B,110,3,1e9,4e9,4,1e9,1e9,4e9\na,memory,B,60,1,,,,,,\n"
                  "b,memory,B,50,2,1e9,4e9,4,1e9,1e9,4e9\n"
                  "*,time,s,110,1,60,63,1.05,60,60,63\nc,time,s,10,1,60,63,1.05,60,60,63\n");
    run();
    CHECK_TEXT(cell(0, "finding"),
               "3 of 110 attempts hit their memory limit, 2 of them in b (limit 0.931 GiB). The "
               "highest peak was 3.73 GiB, 4 times its limit.");
    CHECK_TEXT(cell(0, "advice"), "request more than 4 GiB for b");
    CHECK_TEXT(cell(1, "finding"), "c hit its time limit of 1 min in 1 of 10 attempts.");
    CHECK_TEXT(cell(2, "finding"), "100 succeeded tasks used up to 20 % of their time limit (p95; "
                                   "median 10 min of 2 h). 1 attempt of c hit the limit.");
    fixture_release(&fixture);
}

static void waiting_for_ever_is_told(void)
{
    begin();
    add_calm_campaign();
    add("waiting", "task,reason,hold,tasks\na,DependencyNeverSatisfied,never,2\n"
                   "b,BadConstraints,never,3\nb,Priority,queue,40\n"
                   "a,AssocGrpCpuLimit,limit,1\na,JobHeldUser,held,4\n");
    run();
    CHECK_TEXT(cell(0, "finding"), "2 waiting tasks can never start because the dependency can no "
                                   "longer be satisfied: a (DependencyNeverSatisfied).");
    CHECK_TEXT(cell(0, "advice"), "cancel them (scancel) and submit them again, or change the "
                                  "dependency (scontrol update)");
    CHECK_TEXT(cell(1, "finding"),
               "3 waiting tasks can never start as requested: b (BadConstraints).");
    CHECK_TEXT(cell(2, "finding"), "4 waiting tasks are held until released: a (JobHeldUser).");
    CHECK_TEXT(
        cell(3, "finding"),
        "1 waiting task is held back by a limit of the account or QOS: a (AssocGrpCpuLimit).");
    fixture_release(&fixture);
}

static void a_single_kind_is_not_told_as_one_of_several(void)
{
    begin();
    add("tasks", "task,tasks,attempts,failed,elapsed_s,elapsed_share,elapsed_cumulated,cpu_s,cpu_"
                 "efficiency\n"
                 "a,100,100,0,36000,1,1,28800,0.8\n");
    add("campaign", "task_kinds,tasks,attempts,failed,elapsed_s,cpu_s,cpu_efficiency\n"
                    "1,100,100,0,36000,28800,0.8\n");
    add("requested", "task,quantity,unit,tasks,requested_p50,used_p50,ratio_max,above,time_unit,"
                     "requested_time,used_time,wasted_time\n"
                     "*,memory,B,100,4e9,4e8,1.5,2,B s,1.44e14,1.44e13,1.296e14\n"
                     "a,memory,B,100,4e9,4e8,1.5,2,B s,1.44e14,1.44e13,1.296e14\n");
    run();
    CHECK_TEXT(cell(0, "finding"), "2 of 100 tasks (2.0 %) used more memory than they requested. "
                                   "The highest peak was 150 % of the request.");
    CHECK_TEXT(cell(1, "finding"),
               "Tasks used 10 % of the memory they requested; 36 of 40 GB·h went unused.");
    fixture_release(&fixture);
}

static void a_kind_without_a_name_may_have_wasted_most(void)
{
    begin();
    add_calm_campaign();
    add("requested", "task,quantity,unit,tasks,requested_p50,used_p50,time_unit,requested_time,"
                     "used_time,wasted_time\n"
                     "*,memory,B,100,4e9,4e8,B s,1.44e14,1.44e13,1.296e14\n"
                     "a,memory,B,60,4e9,4e8,B s,3.6e13,3.6e12,3.24e13\n"
                     ",memory,B,40,4e9,4e8,B s,1.08e14,1.08e13,9.72e13\n");
    add("allocation", "task,resource,rule,tasks,allocation_B,retries\n"
                      "a,memory,min_waste,60,2.147483648e9,3\n"
                      ",memory,min_waste,40,1.073741824e9,0\n");
    run();
    CHECK_TEXT(cell(0, "finding"), "Tasks used 10 % of the memory they requested; 36 of 40 "
                                   "GB·h went unused, 75 % of it in tasks without a name.");
    CHECK_TEXT(cell(0, "advice"), "request 3 GiB for a, or 2 GiB first and 3 GiB for those that "
                                  "need more, at most 3 of 60 tasks");
    fixture_release(&fixture);
}

/* Quantiles in GB, of which 1.073741824 are 1 GiB. */
static void add_spreading_campaign(void)
{
    add("tasks",
        "task,tasks,succeeded,attempts,failed,memory_p05_B,memory_p50_B,memory_p95_B,memory_iqr_B\n"
        "a,60,60,60,0,1.073741824e9,1.2e9,2.147483648e9,6e8\n"
        "b,40,40,40,0,1.073741824e9,2.147483648e9,4.294967296e9,9e8\n");
    add("campaign", "task_kinds,tasks,succeeded,attempts,failed\n2,100,100,100,0\n");
}

static void kinds_that_spread_are_told_with_what_differs(void)
{
    static const char *const rows[][2] = {{"b,memory,B,5e8,9e8,1073741824,4294967296,5,6,11\n",
                                           "11"},
                                          {"b,memory,B,5e8,9e8,1073741824,4294967296,600,600,100\n",
                                           "100 most extreme of 1,200"}};
    for (size_t i = 0; i < 2; i++) {
        begin();
        add_spreading_campaign();
        add("outlier_kinds",
            arena_format(&fixture.arena,
                         "task,quantity,unit,threshold,iqr,low,high,below,above,listed\n"
                         "a,memory,B,5e8,6e8,1073741824,2147483648,1,2,3\n%s",
                         rows[i][0]));
        add("outlier_columns",
            "task,quantity,column,value,outliers_share,others_share\n"
            "b,memory,elapsed,,,\nb,memory,visit,7,0.5,0.2\nb,memory,band,y,0.6,0.2\n");
        run();
        CHECK_TEXT(
            cell(0, "finding"),
            arena_format(&fixture.arena,
                         "Peak memory varies widely in 2 task kinds, most in b: p5 1 GiB, median 2 "
                         "GiB, p95 4 GiB. The %s outliers (below p5 or above p95): 60 %% have band "
                         "y, of the others 20 %%.",
                         rows[i][1]));
        CHECK_NEAR(number(0, "value"), 4, 1e-12);
        fixture_release(&fixture);
    }
}

/* a: 20 ÷ 10 GB, b: 4 ÷ 1 GB. The one named is that of the larger ratio, not of most bytes; without
 * the table of outliers, which merged reports lack, it is the same. */
static void the_kind_of_the_largest_ratio_is_named(void)
{
    begin();
    add("tasks",
        "task,tasks,succeeded,attempts,failed,memory_p05_B,memory_p50_B,memory_p95_B,memory_iqr_B\n"
        "a,60,60,60,0,10e9,12e9,20e9,4e9\nb,40,40,40,0,1e9,3.5e9,4e9,0.6e9\n"
        "c,40,40,40,0,0.1e9,0.4e9,0.5e9,0.3e9\n");
    add("campaign", "task_kinds,tasks,succeeded,attempts,failed\n3,140,140,140,0\n");
    run();
    CHECK(is_reported("Peak memory varies widely in 2 task kinds, most in b: p5 "));
    CHECK_NEAR(number(row_of("varies widely"), "value"), 4, 1e-12);
    fixture_release(&fixture);
}

/* As in records that were never measured. */
static void kinds_of_unknown_time_make_no_share(void)
{
    begin();
    add("tasks", "task,tasks,succeeded,attempts\na,2,2,2\nb,2,2,2\nc,2,2,2\nd,2,2,2\ne,2,2,2\n"
                 "f,2,2,2\ng,2,2,2\nh,2,2,2\ni,2,2,2\nj,2,2,2\nk,2,2,2\nl,2,2,2\n");
    run();
    for (size_t row = 0; row < fixture_rows(&fixture, "findings"); row++)
        CHECK(!strstr(cell(row, "finding"), "of the elapsed time"));
    fixture_release(&fixture);
}

/* 18 % are no wide spread, though they are 16 GB; a ninth of large tasks is one, though the IQR is
 * small. */
static void a_spread_is_a_ratio(void)
{
    static const struct {
        const char *kind; /* its memory: p5, p50, p95 */
        bool is_wide;
    } cases[] = {{"82,90,98", false}, {"3.6,4,24", true}, {"0.01,0.02,0.03", false}};
    static const char header[] =
        "task,tasks,succeeded,attempts,failed,rss_p05_GB,rss_p50_GB,rss_p95_GB";
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        char csv[200];
        snprintf(csv, sizeof csv, "%s\na,60,60,60,0,%s\n", header, cases[i].kind);
        add("tasks", csv);
        add("campaign", "task_kinds,tasks,succeeded,attempts,failed\n1,60,60,60,0\n");
        if (i == 0)
            add("outlier_kinds", "task,quantity,unit,threshold,iqr,low,high,below,above,listed\n"
                                 "a,memory,B,5e8,8e9,82e9,98e9,1,2,3\n");
        run();
        CHECK((strstr(cell(0, "finding"), "varies widely") != NULL) == cases[i].is_wide);
        fixture_release(&fixture);
    }
}

static void few_kinds_that_make_the_time_are_named(void)
{
    begin();
    add("tasks", "task,tasks,attempts,failed,elapsed_share,elapsed_cumulated\n"
                 "a,6,6,0,0.6,0.6\nb,4,4,0,0.32,0.92\nc,4,4,0,0.05,0.97\nd,4,4,0,0.03,1\n");
    run();
    CHECK_TEXT(cell(0, "finding"),
               "2 of 4 task kinds account for 92 % of the summed task time: a 60 %, b 32 %.");
    fixture_release(&fixture);
}

static void no_tail_is_told_of_times_far_apart(void)
{
    begin();
    add_calm_campaign();
    add("concurrency_summary",
        "busy_s,running_usual,ran_s,tail_s,tail_running_mean\n200,10,200,80,1.75\n");
    add("input_times", "input,first,last\na,1718006400,1718006460\nb,1772438400,1772438460\n");
    run();
    CHECK_INT(fixture_rows(&fixture, "findings"), 1);
    CHECK(strstr(cell(0, "finding"), "different time ranges"));
    fixture_release(&fixture);
}

/* 59 s of 100, and a minute and more of tasks that all failed. */
static void no_short_tail_and_none_of_failures_is_told(void)
{
    begin();
    add_calm_campaign();
    add("concurrency_summary",
        "busy_s,running_usual,ran_s,tail_s,tail_running_mean\n100,10,100,59,1.75\n");
    run();
    CHECK_TEXT(cell(0, "level"), "good");
    fixture_release(&fixture);
    begin();
    add("tasks", "task,tasks,succeeded,attempts,failed\na,100,0,100,100\n");
    add("campaign", "task_kinds,tasks,succeeded,attempts,failed\n1,100,0,100,100\n");
    add("concurrency_summary",
        "busy_s,running_usual,ran_s,tail_s,tail_running_mean\n200,10,200,80,1.75\n");
    run();
    for (size_t row = 0; row < fixture_rows(&fixture, "findings"); row++)
        CHECK(!strstr(cell(row, "finding"), "tail"));
    fixture_release(&fixture);
}

/* Tasks waited for 59 or 60 s of 100 before the first worker came. */
static void a_minute_without_workers_is_told(void)
{
    for (int seconds = 59; seconds <= 60; seconds++) {
        char text[128];
        begin();
        add_calm_campaign();
        add("concurrency_summary", "busy_s,workers_max\n100,4\n");
        snprintf(text, sizeof text,
                 "time,waiting,workers,workers_max\n0,8,0,0\n%d,8,4,4\n100,0,4,4\n", seconds);
        add("concurrency", text);
        run();
        if (seconds < 60)
            CHECK_TEXT(cell(0, "level"), "good");
        else
            CHECK_TEXT(cell(0, "finding"), "No worker was connected for 1 min (60 % of the 1 min "
                                           "40 s with tasks), first at 0 s after "
                                           "the start. Meanwhile 8 tasks waited on average.");
        fixture_release(&fixture);
    }
}

static void waiting_beside_idle_workers_is_told(void)
{
    begin();
    add_calm_campaign();
    add("concurrency_summary", "busy_s,workers_max,waiting_beside_idle_s,idle_workers_meanwhile,"
                               "waiting_meanwhile\n100,4,30,2,4\n");
    run();
    CHECK_TEXT(cell(0, "finding"), "Tasks waited beside idle workers for 30 s (30 % of the 1 min "
                                   "40 s with tasks). On average 4 tasks "
                                   "waited and 2 of at most 4 workers were idle.");
    fixture_release(&fixture);
}

/* 9 s of 100, or 3 of 40 workers. */
static void a_little_waiting_is_no_finding(void)
{
    begin();
    add_calm_campaign();
    add("concurrency_summary", "busy_s,workers_max,waiting_beside_idle_s,idle_workers_meanwhile,"
                               "waiting_meanwhile\n100,4,9,2,4\n");
    run();
    CHECK_TEXT(cell(0, "level"), "good");
    fixture_release(&fixture);
    begin();
    add_calm_campaign();
    add("concurrency_summary", "busy_s,workers_max,waiting_beside_idle_s,idle_workers_meanwhile,"
                               "waiting_meanwhile\n100,40,30,3,4\n");
    run();
    CHECK_TEXT(cell(0, "level"), "good");
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(memory_used_and_unused_add_up), TEST(failures_of_one_kind_are_all_of_it),
           TEST(inputs_of_different_times_are_told), TEST(a_calm_campaign_is_said_to_be_one),
           TEST(time_that_is_not_told_is_not_said_to_be_none),
           TEST(what_was_lost_is_told_with_where), TEST(less_than_a_minute_lost_is_no_finding),
           TEST(gpus_of_a_trace_are_told_with_it), TEST(open_attempts_are_no_losses),
           TEST(retries_are_counted), TEST(idle_cores_are_told_with_the_kind),
           TEST(a_kind_without_any_cpu_time_is_idle), TEST(more_cpu_time_than_cores_is_flagged),
           TEST(wasted_memory_comes_with_an_allocation),
           TEST(a_kind_without_a_name_may_have_wasted_most),
           TEST(a_single_kind_is_not_told_as_one_of_several),
           TEST(kinds_that_spread_are_told_with_what_differs),
           TEST(the_kind_of_the_largest_ratio_is_named), TEST(a_spread_is_a_ratio),
           TEST(kinds_of_unknown_time_make_no_share), TEST(few_kinds_that_make_the_time_are_named),
           TEST(no_tail_is_told_of_times_far_apart),
           TEST(no_short_tail_and_none_of_failures_is_told), TEST(a_minute_without_workers_is_told),
           TEST(no_less_memory_is_advised_where_it_was_too_little),
           TEST(limits_that_were_hit_are_told), TEST(waiting_for_ever_is_told),
           TEST(waiting_beside_idle_workers_is_told), TEST(a_little_waiting_is_no_finding))
