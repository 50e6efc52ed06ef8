/* The table of the runs of managers. */
#include "task_fixture.h"

/* A longer copy of the same log tells of the same runs. */
static void copies_of_a_log_count_once(void)
{
    struct task_fixture made;
    const struct manager_run runs[] = {
        {.path = "z.log", .pid = 8, .start = 100, .end = 200, .has_ended = true, .tasks = 4},
        {.path = "copy", .pid = 7, .start = 10, .end = 20, .tasks = 1, .waiting = 1},
        {.path = "z.log", .pid = 7, .start = 10, .end = 50, .has_ended = true, .tasks = 3}};
    TASK_FIXTURE_BEGIN(&made, {.task = "a"});
    for (size_t i = 0; i < 3; i++)
        dataset_add_manager_run(&made.dataset, runs[i]);
    task_fixture_run(&made, (const char *const[]){"manager_runs", NULL});
    CHECK_TEXT(task_fixture_csv(&made, "manager_runs"),
               "input,run,start,end,has_ended,tasks,waiting,running,libraries,libraries_started,"
               "library_failures,first_failure,first_node,most_node,most_failures\n"
               "z.log,1,10,50,1,3,0,0,0,0,0,0,,,\n"
               "z.log,2,100,200,1,4,0,0,0,0,0,0,,,\n");
    task_fixture_release(&made);
}

static const char *named_with(size_t most, size_t next)
{
    static char text[32];
    struct task_fixture made;
    TASK_FIXTURE_BEGIN(&made, {.task = "a"});
    dataset_add_manager_run(&made.dataset, (struct manager_run){.path = "log",
                                                                .pid = 7,
                                                                .most_exits_host = "n1",
                                                                .most_exits = most,
                                                                .next_exits = next});
    task_fixture_run(&made, (const char *const[]){"manager_runs", NULL});
    const char *csv = task_fixture_csv(&made, "manager_runs");
    snprintf(text, sizeof text, "%s", strrchr(csv, ',') - (strstr(csv, ",n1,") ? 3 : 1));
    task_fixture_release(&made);
    return text;
}

/* 24 failures on each of three hosts, or 24 beside 23, say nothing of one of them. */
static void only_a_host_that_fails_clearly_most_is_named(void)
{
    CHECK_TEXT(named_with(24, 24), ",,\n");
    CHECK_TEXT(named_with(24, 13), ",,\n");
    CHECK_TEXT(named_with(24, 12), ",n1,24\n");
    CHECK_TEXT(named_with(0, 0), ",,\n");
}

CHECK_MAIN(TEST(copies_of_a_log_count_once), TEST(only_a_host_that_fails_clearly_most_is_named))
