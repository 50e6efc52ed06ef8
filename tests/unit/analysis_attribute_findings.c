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
        CHECK(is_reported("CPU efficiency is 60 %") == (cases[i].level != NULL));
        if (cases[i].level)
            CHECK_TEXT(cell(row_of("CPU efficiency is 60 %"), "level"), cases[i].level);
        fixture_release(&fixture);
    }
}

static void the_worse_group_is_named(void)
{
    run_with(
        "run,cpu_efficiency,run > 4,> 4,≤ 4,0.9,0.6,0.3,0.29,0.31,0,yes,1,0.4,0.6\n"
        "band,cpu_efficiency,band = y,y,other values,0.6,0.9,-0.3,-0.31,-0.29,0,yes,1,0.1,0.9\n");
    CHECK_TEXT(cell(row_of("CPU efficiency is"), "finding"),
               "CPU efficiency is 60 % with run ≤ 4 and 90 % with run > 4, in the same task kinds; "
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
                          "The geometric means are 20 s and 10 s.") == cases[i].is_reported);
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

CHECK_MAIN(TEST(efficiency_by_attribute_has_thresholds), TEST(the_worse_group_is_named),
           TEST(run_time_by_attribute_has_thresholds), TEST(memory_by_attribute_has_thresholds))
