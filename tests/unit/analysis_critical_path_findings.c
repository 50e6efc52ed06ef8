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
        {"100,120,8,3300,3600,0.7", "note"}, {"100,120,8,3300,3600,0.699", NULL},
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

CHECK_MAIN(TEST(a_path_has_thresholds), TEST(a_path_names_what_has_most_of_it))
