/* Findings on critical paths, at their thresholds. */
#include "findings_fixture.h"

static void run_with(const char *of, const char *numbers)
{
    char row[128];
    begin();
    snprintf(row, sizeof row, "%s,%s\n", of, numbers);
    add_rows("critical_path_summary", "of,tasks,dependencies,path_tasks,length_s,makespan_s,share",
             row);
    add_rows("critical_path_kinds", "task,of,tasks,elapsed_s,share,halved_s,shorter_s",
             "merge,tasks,1,2000,0.6,2400,900\nmap,tasks,2,1000,0.4,2900,500\n");
    run();
}

static void a_path_has_thresholds(void)
{
    static const struct {
        const char *numbers, *level;
    } cases[] = {
        {"100,120,8,3300,3600,0.9", "warn"}, {"100,120,8,3300,3600,0.899", "note"},
        {"100,120,8,3300,3600,0.7", "note"}, {"100,120,8,900,3600,0.249", NULL},
        {"100,120,8,54,60,0.9", "warn"},     {"100,120,8,54,59.9,0.9", NULL},
        {"100,120,1,3300,3600,0.9", NULL}, /* no chain */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run_with("tasks", cases[i].numbers);
        CHECK(is_reported("The critical path") == (cases[i].level != NULL));
        if (cases[i].level)
            CHECK_TEXT(cell(row_of("The critical path"), "level"), cases[i].level);
        fixture_release(&fixture);
    }
}

static void a_path_names_what_has_most_of_it(void)
{
    run_with("tasks", "100,120,8,3300,3600,0.917");
    size_t row = row_of("The critical path");
    CHECK_TEXT(cell(row, "finding"),
               "The critical path, 8 tasks that wait for each other, takes 55 min of the 1 h run "
               "(92 %). merge has 60 % of it; at half its run time the path is 15 min shorter.");
    CHECK_TEXT(cell(row, "section"), "tasks-critical-path");
    fixture_release(&fixture);
    run_with("functions", "100,120,8,3300,3600,0.917");
    CHECK(is_reported("8 calls that wait for each other"));
    CHECK_TEXT(cell(row_of("The critical path"), "section"), "traces-critical-path");
    fixture_release(&fixture);
}

static void add_kinds(const char *first, double share)
{
    char rows[128];
    snprintf(rows, sizeof rows, "%s,tasks,1,2000,%g,2400,900\nmap,tasks,2,1000,0.1,2900,500\n",
             first, share);
    add_rows("critical_path_kinds", "task,of,tasks,elapsed_s,share,halved_s,shorter_s", rows);
}

/* Of a run with many tasks beside it. */
static void a_short_path_of_one_kind_is_a_note(void)
{
    static const struct {
        double path, kind;
        bool is_reported;
    } cases[] = {{0.25, 0.5, true}, {0.249, 0.9, false}, {0.6, 0.499, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char row[128];
        snprintf(row, sizeof row, "tasks,100,120,8,2900,9300,%g\n", cases[i].path);
        begin();
        add_rows("critical_path_summary",
                 "of,tasks,dependencies,path_tasks,length_s,makespan_s,share", row);
        add_kinds("merge", cases[i].kind);
        run();
        CHECK(is_reported("The critical path") == cases[i].is_reported);
        if (cases[i].is_reported)
            CHECK_TEXT(cell(row_of("The critical path"), "level"), "note");
        fixture_release(&fixture);
    }
}

/* A kind with most of the time of all tasks, off the path: to speed it up is not advised. */
static void what_is_off_the_path_is_not_to_be_made_faster(void)
{
    static const char *const first[] = {"a", "merge"};
    for (size_t i = 0; i < 2; i++) {
        begin();
        add("tasks", "task,tasks,succeeded,attempts,failed,elapsed_share,elapsed_cumulated\n"
                     "a,10,10,10,0,0.96,0.96\nmerge,10,10,10,0,0.02,0.98\nc,10,10,10,0,0.01,0.99\n"
                     "d,10,10,10,0,0.01,1\n");
        add("campaign", "task_kinds,tasks,succeeded,attempts,failed\n4,40,40,40,0\n");
        add_rows("critical_path_summary",
                 "of,tasks,dependencies,path_tasks,length_s,makespan_s,share",
                 "tasks,100,120,8,290,9300,0.03\n");
        add_kinds(first[i], 0.9);
        run();
        const char *advice = cell(row_of("a accounts for 96 %"), "advice");
        CHECK_TEXT(advice,
                   i ? "" : "optimise a first: halving its time saves 48 % of this summed time");
        fixture_release(&fixture);
    }
}

static void runs_in_which_nothing_ran_have_thresholds(void)
{
    static const struct {
        const char *numbers, *level;
    } cases[] = {
        {"60,0.01,30,0.5,least", "note"},
        {"60,0.01,29,0.499,least", NULL},
        {"60,0.01,45,0.75,least", "warn"},
        {"59,0.01,58,0.98,least", NULL},
        {"60,0.01,,,", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char row[128];
        snprintf(row, sizeof row, "tasks,100,120,8,0.6,%s\n", cases[i].numbers);
        begin();
        add_rows("critical_path_summary",
                 "of,tasks,dependencies,path_tasks,length_s,makespan_s,share,none_ran_s,"
                 "none_ran_share,none_ran_is",
                 row);
        run();
        CHECK(is_reported("No recorded task ran") == (cases[i].level != NULL));
        if (cases[i].level)
            CHECK_TEXT(cell(row_of("No recorded task ran"), "level"), cases[i].level);
        fixture_release(&fixture);
    }
}

static void a_least_is_told_as_such(void)
{
    static const char *const known[] = {"exact", "least"};
    for (size_t i = 0; i < 2; i++) {
        char row[128];
        snprintf(row, sizeof row, "tasks,103,231,8,21.1,1362,0.0155,999.4,0.734,%s\n", known[i]);
        begin();
        add_rows("critical_path_summary",
                 "of,tasks,dependencies,path_tasks,length_s,makespan_s,share,none_ran_s,"
                 "none_ran_share,none_ran_is",
                 row);
        run();
        CHECK_TEXT(
            cell(row_of("No recorded task ran"), "finding"),
            i ? "No recorded task ran for at least 16 min 39 s of the 22 min 42 s run (73 %): "
                "waits bound it, not the run times of tasks. The critical path takes 21.1 s "
                "(1.6 %)."
              : "No recorded task ran for 16 min 39 s of the 22 min 42 s run (73 %): waits "
                "bound it, not the run times of tasks. The critical path takes 21.1 s (1.6 "
                "%).");
        fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(runs_in_which_nothing_ran_have_thresholds), TEST(a_least_is_told_as_such),
           TEST(a_path_has_thresholds), TEST(a_path_names_what_has_most_of_it),
           TEST(a_short_path_of_one_kind_is_a_note),
           TEST(what_is_off_the_path_is_not_to_be_made_faster))
