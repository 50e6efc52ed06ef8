/* Requests as numbers, of the same conditions as the advice in findings. */
#include "findings_fixture.h"

/* 60 tasks of a: least waste at 2.9 GiB, 3 of them need more, up to 4.05 GiB. */
static void run_with(const char *table, const char *columns, const char *rows)
{
    begin();
    add_calm_campaign();
    add("allocation", "task,resource,rule,tasks,allocation_B,retries,retried_share\n"
                      "*,memory,min_waste,100,3113851290,3,0.03\n"
                      "a,memory,p95,60,3e9,5,0.08\n"
                      "a,memory,min_waste,60,3113851290,3,0.05\n"
                      "a,disk,min_waste,60,5e9,3,0.05\n");
    if (table)
        add_rows(table, columns, rows);
    run();
}

static double request(const char *column)
{
    return table_numbers(tables_find(&fixture.tables, "memory_requests"), column)[0];
}

static size_t requests(void)
{
    return fixture_rows(&fixture, "memory_requests");
}

/* 2.9 GiB are requested as 3 GiB; 3 GiB, the highest peak of a, suffice for all then. */
static void rounded_up_alike_needs_no_repetition(void)
{
    run_with(NULL, NULL, NULL);
    CHECK(requests() == 1);
    CHECK_TEXT(fixture_text(&fixture, "memory_requests", 0, "task"), "a");
    CHECK_NEAR(request("first_B"), 3221225472.0, 0);
    CHECK_NEAR(request("most_B"), 3221225472.0, 0);
    CHECK_NEAR(request("tasks"), 60, 0);
    CHECK_NEAR(request("retries"), 0, 0);
    fixture_release(&fixture);
}

/* Attempts that failed had 4.05 GiB: 4.1 GiB, in whole steps, for what is repeated. */
static void what_failed_needed_counts_for_repetitions(void)
{
    run_with("attempts", "task,outcome,attempts,elapsed_s,ended,peak_memory_B",
             "a,done,60,21600,succeeded,3.2e9\na,ERROR,1,10,failed,4348654387\n");
    CHECK(requests() == 1);
    CHECK_NEAR(request("first_B"), 3221225472.0, 0);
    CHECK(request("most_B") >= 4348654387.0 && request("most_B") <= 1.1 * 4348654387.0);
    CHECK_NEAR(request("retries"), 3, 0);
    CHECK_NEAR(request("retried_share"), 0.05, 1e-12);
    fixture_release(&fixture);
}

static void kinds_without_an_advice_have_no_row(void)
{
    run_with("limits", "task,quantity,unit,attempts,hits", "a,memory,B,61,1\n");
    CHECK(requests() == 0);
    fixture_release(&fixture);
    run_with("kills", "task,attempts,killed,repeated,lost,too_little_B", "a,61,1,1,0,1e9\n");
    CHECK(requests() == 0);
    fixture_release(&fixture);
    run_with("failed_steps", "task,jobs", "a,1\n");
    CHECK(requests() == 0);
    fixture_release(&fixture);
}

/* Tasks of one user run different programs; stems of names are programs. */
static void groups_of_other_than_names_have_no_request(void)
{
    static const char *const ways[] = {"user", "account", "partition", "site"};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        run_with("kind_choice", "by", ways[i]);
        CHECK(requests() == 0);
        fixture_release(&fixture);
    }
    run_with("kind_choice", "by", "stem");
    CHECK(requests() == 1);
    fixture_release(&fixture);
}

/* 3 GiB for all tasks: 1e13 B s × 3221225472 / 3.1e9 = 1.04e13 B s. */
static void hold_with(const char *requested, double above)
{
    char row[128];
    begin();
    add_calm_campaign();
    add("allocation", "task,resource,rule,tasks,allocation_B,retries,retried_share,used_Bs,"
                      "wasted_Bs\n"
                      "a,memory,max,60,3.1e9,0,0,4e12,6e12\n"
                      "a,memory,min_waste,60,3.1e9,0,0,4e12,6e12\n");
    snprintf(row, sizeof row, "a,memory,B,60,3e9,%g,%s", above, requested);
    add_rows("requested", "task,quantity,unit,tasks,requested_p50,above,requested_time", row);
    run();
}

static void no_request_holds_more_than_was_requested(void)
{
    hold_with("1.03e13", 0);
    CHECK(requests() == 0);
    fixture_release(&fixture);
    hold_with("1.05e13", 0);
    CHECK(requests() == 1);
    fixture_release(&fixture);
    hold_with("1.03e13", 2);
    CHECK(requests() == 1);
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(groups_of_other_than_names_have_no_request),
           TEST(no_request_holds_more_than_was_requested),
           TEST(rounded_up_alike_needs_no_repetition),
           TEST(what_failed_needed_counts_for_repetitions),
           TEST(kinds_without_an_advice_have_no_row))
