/* How findings write counts and names. */
#include "findings_fixture.h"

/* A mean of 4.01 is 4 tasks, not 4.0. */
static void a_long_tail_is_told(void)
{
    static const char *const means[][2] = {{"1.75", "1.8"}, {"4.01", "4"}};
    for (int i = 0; i < 2; i++) {
        begin();
        add_calm_campaign();
        add("concurrency_summary",
            arena_format(&fixture.arena,
                         "busy_s,running_usual,ran_s,tail_s,tail_running_mean\n200,10,200,80,%s\n",
                         means[i][0]));
        run();
        CHECK_TEXT(cell(0, "finding"),
                   arena_format(&fixture.arena,
                                "Long tail: %s tasks running on average during the last 1 min 20 s "
                                "(40 %% of the run); half of the task time was spent with 10 or "
                                "more.",
                                means[i][1]));
        CHECK_NEAR(number(0, "value"), 0.4, 1e-12);
        fixture_release(&fixture);
    }
}

static void names_of_a_usual_length_are_whole(void)
{
    begin();
    add("tasks", "task,tasks,attempts,failed,elapsed_share,elapsed_cumulated\n"
                 "level2processing:processHigherLevel,6,6,0,0.6,0.6\nb,4,4,0,0.32,0.92\n"
                 "c,4,4,0,0.05,0.97\nd,4,4,0,0.03,1\n");
    run();
    CHECK(strstr(cell(0, "finding"), ": level2processing:processHigherLevel (60 %) and b"));
    fixture_release(&fixture);
}

/* Some tasks have no count of cores: they are in the kind's efficiency, not in its core hours. */
static void shares_and_hours_are_of_the_same_tasks(void)
{
    begin();
    add("tasks", "task,tasks,attempts,failed,elapsed_share,elapsed_cumulated,cpu_hours,"
                 "cpu_efficiency,core_hours,core_cpu_hours\n"
                 "a,60,60,0,0.6,0.6,5.4,0.9,6,5.4\nb,40,40,0,0.4,1,4,0.25,8,4\n");
    run();
    CHECK_TEXT(cell(0, "finding"), "1 of 2 kinds uses less than 60 % of the time of its cores; "
                                   "most is lost in b: 50 % used, 4 h of core time idle.");
    fixture_release(&fixture);
}

static void a_single_attempt_hits_its_limit(void)
{
    begin();
    add("tasks", "task,tasks,attempts,failed,elapsed_share\n,60,60,1,1\n");
    add("limits", "task,quantity,unit,attempts,hits,requested,used,ratio\n"
                  "*,memory,B,60,1,,,\n,memory,B,60,1,,,\n");
    run();
    CHECK_TEXT(cell(0, "finding"), "1 of 60 attempts failed at its memory limit.");
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(shares_and_hours_are_of_the_same_tasks), TEST(a_single_attempt_hits_its_limit),
           TEST(a_long_tail_is_told), TEST(names_of_a_usual_length_are_whole))
