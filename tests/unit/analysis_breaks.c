/* Findings of breaks between periods of a campaign. */
#include "findings_fixture.h"

static void add_summary(const char *waiting)
{
    char csv[256];
    snprintf(csv, sizeof csv,
             "busy_s,waiting_mean,running_usual,ran_from,ran_s,tail_s,tail_running_mean\n"
             "7200,%s,10,1772586000,3600,1800,1.75\n",
             waiting);
    add("concurrency_summary", csv);
}

static const char *over_time(const char *word)
{
    for (size_t row = 0; row < fixture_rows(&fixture, "findings"); row++)
        if (strstr(cell(row, "finding"), word))
            return cell(row, "finding");
    return "";
}

static void a_break_is_told_apart_from_a_tail(void)
{
    begin();
    add_calm_campaign();
    add_summary("");
    add("task_periods", "first,last,elapsed_s\n"
                        "1772413200,1772416800,36000\n"
                        "1772586000,1772589600,36000\n");
    run();
    CHECK_TEXT(over_time("No task ran"), "No task ran from 2026-03-02 02:00 to 2026-03-04 01:00 "
                                         "(47 h, 96 % of the 2 d 1 h elapsed).");
    CHECK_TEXT(over_time("Long tail"),
               "Long tail: 1.8 tasks ran on average during the last 30 min (50 % of the period "
               "from 2026-03-04 01:00 to 02:00); usually 10 or more ran.");
    fixture_release(&fixture);
}

static void the_longest_of_several_breaks_is_named(void)
{
    begin();
    add_calm_campaign();
    add_summary("0.5");
    add("task_periods", "first,last,elapsed_s\n"
                        "1772413200,1772416800,36000\n"
                        "1772420400,1772424000,36000\n"
                        "1772586000,1772589600,36000\n");
    run();
    CHECK_TEXT(
        over_time("No task ran"),
        "No task ran or waited for 46 h (94 % of the 2 d 1 h elapsed) in 2 breaks. The longest was "
        "from 2026-03-02 04:00 to 2026-03-04 01:00 (45 h).");
    fixture_release(&fixture);
}

/* 9.9 % of the time, and 10 %. */
static void short_breaks_are_not_told(void)
{
    for (int tenths = 99; tenths <= 100; tenths++) {
        char csv[128];
        begin();
        add_calm_campaign();
        add_summary("");
        snprintf(csv, sizeof csv, "first,last,elapsed_hours\n0,500,1\n%d,1000,1\n", 500 + tenths);
        add("task_periods", csv);
        run();
        CHECK_INT(*over_time("No task ran") != 0, tenths == 100);
        fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(a_break_is_told_apart_from_a_tail), TEST(the_longest_of_several_breaks_is_named),
           TEST(short_breaks_are_not_told))
