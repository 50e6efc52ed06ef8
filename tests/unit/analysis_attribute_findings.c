/* Findings on attributes, at their thresholds. */
#include "findings_fixture.h"

static const char *const columns =
    "attribute,quantity,contrast,first_group,other_group,first_value,other_value,difference,low,"
    "high,chance,beyond_chance,strongest,first_share,other_share";

static void run_with(const char *rows)
{
    begin();
    add_calm_campaign();
    add_rows("attribute_effects", columns, rows);
    run();
}

static void efficiency_by_attribute_has_thresholds(void)
{
    static const struct {
        const char *numbers, *level;
    } cases[] = {
        /* first and other mean, difference, interval, chance; shares of the run time */
        {"0.6,0.9,-0.3,-0.31,-0.15,0.01,yes,1,0.5,0.5", "warn"},
        {"0.6,0.9,-0.3,-0.31,-0.149,0.01,yes,1,0.5,0.5", "note"},
        {"0.6,0.9,-0.3,-0.31,-0.05,0.01,yes,1,0.5,0.5", "note"},
        {"0.9,0.6,0.3,0.15,0.31,0.01,yes,1,0.5,0.5", "warn"},
        {"0.6,0.9,-0.3,-0.31,-0.049,0.01,yes,1,0.5,0.5", NULL},
        {"0.6,0.9,-0.3,-0.31,-0.29,0.011,yes,1,0.5,0.5", NULL},
        {"0.6,0.9,-0.3,-0.31,-0.29,0.01,yes,0,0.5,0.5", NULL}, /* another contrast is stronger */
        {"0.6,1.2,-0.6,-0.61,-0.59,0.01,yes,1,0.5,0.5", NULL}, /* implausible */
        {"0.6,0.9,-0.3,-0.31,-0.15,0.01,yes,1,0.061,0.9", "warn"}, /* a third of 6.1 % */
        {"0.6,0.9,-0.3,-0.31,-0.15,0.01,yes,1,0.059,0.9", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char rows[256];
        snprintf(rows, sizeof rows, "run,cpu_efficiency,run > 4,> 4,≤ 4,%s\n", cases[i].numbers);
        run_with(rows);
        CHECK(is_reported("Mean CPU efficiency per task is 60 %") == (cases[i].level != NULL));
        if (cases[i].level)
            CHECK_TEXT(cell(row_of("Mean CPU efficiency per task is 60 %"), "level"),
                       cases[i].level);
        fixture_release(&fixture);
    }
}

static void the_worse_group_is_named(void)
{
    run_with(
        "run,cpu_efficiency,run > 4,> 4,≤ 4,0.9,0.6,0.3,0.29,0.31,0,yes,1,0.4,0.6\n"
        "band,cpu_efficiency,band = y,y,other values,0.6,0.9,-0.3,-0.31,-0.29,0,yes,1,0.1,0.9\n");
    CHECK_TEXT(cell(row_of("Mean CPU efficiency per task is"), "finding"),
               "Mean CPU efficiency per task is 60 % with run ≤ 4 and 90 % with run > 4, in the "
               "same task kinds; "
               "run ≤ 4 has 60 % of the run time. 1 more attribute makes a difference.");
    fixture_release(&fixture);
}

static void run_time_by_attribute_has_thresholds(void)
{
    static const struct {
        const char *row;
        bool is_reported;
    } cases[] = {
        {"band,elapsed,band = y,y,other values,20,10,1,0.5,1.1,0.01,yes,1,0.2,0.8", true},
        {"band,elapsed,band = y,y,other values,20,10,1,0.49,1.1,0.01,yes,1,0.2,0.8", false},
        {"band,elapsed,band = y,y,other values,20,10,1,0.5,1.1,0.01,yes,1,0.19,0.8", false},
        {"node,elapsed,node = y,y,other values,20,10,1,0.5,1.1,0.01,yes,1,0.2,0.8", false},
        {"step,elapsed,step = y,y,other values,20,10,1,0.5,1.1,0.01,yes,1,0.2,0.8", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run_with(cases[i].row);
        CHECK(is_reported("Tasks with band = y take 2 times as long as those of the same kinds "
                          "with other values of band, and have 20 % of the run time. "
                          "The geometric means per task are 20 s and 10 s.") ==
              cases[i].is_reported);
        fixture_release(&fixture);
    }
}

/* Of two values the other one is the slower: 1 / 0.5 as long, at least 1 / 0.6. */
static void memory_by_attribute_has_thresholds(void)
{
    run_with("site,memory,site = a,a,b,1e9,2e9,-0.5,-0.6,-0.4,0.01,yes,1,0.5,0.5");
    CHECK(is_reported("Tasks with site = b need 2 times the memory of those of the same kinds "
                      "with site = a"));
    CHECK_NEAR(number(row_of("site = b"), "value"), 1 / 0.6, 1e-9);
    fixture_release(&fixture);
    run_with("site,memory,site = a,a,b,1e9,2e9,-0.5,-0.6,-0.33,0.01,yes,1,0.5,0.5");
    CHECK(!is_reported("site = b"));
    fixture_release(&fixture);
}

static const char *const columns_of_many =
    "attribute,quantity,contrast,first_group,other_group,first_tasks,other_tasks,first_value,"
    "other_value,difference,low,high,chance,beyond_chance,strongest,explained,first_share,"
    "other_share";

static void run_many(const char *rows)
{
    begin();
    add_calm_campaign();
    add_rows("attribute_effects", columns_of_many, rows);
    run();
}

/* Not the one with most run time at stake. */
static void what_explains_most_is_named(void)
{
    run_many("disk,memory,disk = 9,9,other values,60,40,2e9,1e9,1,0.9,1.1,0,yes,1,0.03,0.9,0.1\n"
             "0,memory,0 = 2,2,other values,60,40,2e9,1e9,1,0.9,1.1,0,yes,1,0.15,0.5,0.5\n"
             "a = b,memory,x,2,other values,60,40,2e9,1e9,1,0.9,1.1,0,yes,1,0.14,0.5,0.5\n");
    CHECK(
        is_reported("Tasks with attribute \"0\" = 2 need 2 times the memory of those of the same "
                    "kinds with other values of attribute \"0\", and have 50 % of the run time."));
    CHECK(is_reported("2 more attributes make a difference."));
    fixture_release(&fixture);
    run_many("a = b,memory,x,2,1,60,40,2e9,1e9,1,0.9,1.1,0,yes,1,0.14,0.5,0.5\n");
    CHECK(is_reported("Tasks with attribute \"a = b\" = 2 need"));
    fixture_release(&fixture);
}

/* 1,829 of 1,884 tasks are not to be looked at, but the 55 others. */
static void nearly_all_tasks_are_no_group(void)
{
    run_many("disk,cpu_efficiency,disk > 321,> 321,≤ 321,55,1829,0.99,0.826,0.164,0.143,0.185,0,"
             "yes,1,0.03,0.003,0.997\n");
    size_t row = row_of("Mean CPU efficiency per task is 99 % with disk > 321 (55 of 1,884 tasks) "
                        "and 83 % with disk ≤ 321, in the same task kinds.");
    CHECK(strstr(cell(row, "advice"), "check what else differs with disk > 321:") != NULL);
    fixture_release(&fixture);
    run_many("disk,elapsed,disk > 318,> 318,≤ 318,10,90,3,30,-0.9,-0.91,-0.88,0,yes,1,0.6,0.01,"
             "0.99\n");
    CHECK(is_reported("Tasks with disk > 318 (10 of 100) take 10 % of the time that those of the "
                      "same kinds with disk ≤ 318 take. The geometric means per task are 3 s and "
                      "30 s."));
    fixture_release(&fixture);
    run_many("disk,elapsed,disk > 318,> 318,≤ 318,11,89,3,30,-0.9,-0.91,-0.88,0,yes,1,0.6,0.01,"
             "0.99\n");
    CHECK(is_reported("Tasks with disk ≤ 318 take 10 times as long"));
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(efficiency_by_attribute_has_thresholds), TEST(the_worse_group_is_named),
           TEST(run_time_by_attribute_has_thresholds), TEST(memory_by_attribute_has_thresholds),
           TEST(what_explains_most_is_named), TEST(nearly_all_tasks_are_no_group))
