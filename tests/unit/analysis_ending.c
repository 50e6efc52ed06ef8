/* Findings of a job whose own record says how it ended. */
#include "findings_fixture.h"

enum { NODES = 4, SAMPLES = 60 };

static void begin_job(const char *state)
{
    fixture_init(&fixture);
    fixture_metric(&fixture, "cpu_load", "", METRIC_LEVEL)->label = "CPU load";
    static const char *const nodes[NODES] = {"n1", "n2", "n3", "n4"};
    for (int i = 0; i < NODES; i++)
        fixture_flat(&fixture, "cpu_load", nodes[i], SAMPLES, 60, 30);
    fixture.dataset.facts.state = state;
    fixture.dataset.facts.start = 1.6e9;
    fixture.dataset.facts.end = 1.6e9 + 3600;
}

static size_t rows_of_level(const char *level)
{
    size_t count = 0;
    for (size_t row = 0; row < fixture_rows(&fixture, "findings"); row++)
        count += strcmp(cell(row, "level"), level) == 0;
    return count;
}

static void a_job_that_did_not_complete_is_never_good(void)
{
    static const struct {
        const char *state, *level, *finding;
    } cases[] = {
        {"failed", "bad", "The job failed at 13:26, after 1 h."},
        {"out_of_memory", "bad", "The job ran out of memory at "},
        {"OUT_OF_MEMORY", "bad", "The job ran out of memory at "},
        {"NODE_FAIL", "bad", "The job ended because a node failed at "},
        {"boot_fail", "bad", "The job ended because a node failed to boot at "},
        {"timeout", "bad", "The job reached its time limit at "},
        {"deadline", "warn", "The job was ended at its deadline at "},
        {"preempted", "warn", "The job was preempted at "},
        {"stopped", "warn", "The job was stopped at "},
        {"CANCELLED by 1001", "note", "The job was cancelled at "},
        {"canceled", "note", "The job was cancelled at "},
        {"running", "note", "The job was still running when its record was written."},
        {"odd", "note", "The job state \"odd\" is not known to jobreport."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin_job(cases[i].state);
        fixture_run(&fixture);
        CHECK_INT(fixture_rows(&fixture, "findings"), 2);
        CHECK_TEXT(cell(0, "level"), cases[i].level);
        CHECK(strncmp(cell(0, "finding"), cases[i].finding, strlen(cases[i].finding)) == 0);
        CHECK(strncmp(cell(1, "finding"), "No other findings: load is balanced", 35) == 0);
        CHECK_INT(rows_of_level("good"), 0);
        fixture_release(&fixture);
    }
}

static void a_completed_job_is_good(void)
{
    static const char *const states[] = {NULL, "", "completed", "COMPLETED"};
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
        begin_job(states[i]);
        fixture_run(&fixture);
        CHECK_INT(fixture_rows(&fixture, "findings"), 1);
        CHECK_TEXT(cell(0, "level"), "good");
        fixture_release(&fixture);
    }
}

/* The advice refers to what may be why, only where that may be. */
static void advice_refers_to_the_cause(void)
{
    static const struct {
        const char *state, *advice;
    } cases[] = {
        {"out_of_memory", "see the finding about memory of n2"},
        {"failed", "see the finding about memory of n2"},
        {"timeout", "request more time, or continue from a checkpoint in the next job"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        fixture.dataset.facts.state = cases[i].state;
        add("memory_growth", "node,metric,unit,length_s,from,to,slope,late_slope,rising_share\n"
                             "n2,mem_used,B,3600,8e9,30e9,6e6,6e6,1\n");
        run();
        CHECK_INT(fixture_rows(&fixture, "findings"), 2);
        CHECK_TEXT(cell(0, "advice"), cases[i].advice);
        fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(a_job_that_did_not_complete_is_never_good), TEST(a_completed_job_is_good),
           TEST(advice_refers_to_the_cause))
