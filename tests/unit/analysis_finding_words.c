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
                                "Long tail: %s tasks ran on average during the last 1 min 20 s (40 "
                                "%% of the run); usually 10 or more ran.",
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
    CHECK(strstr(cell(0, "finding"), ": level2processing:processHigherLevel 60 %, b"));
    fixture_release(&fixture);
}

/* The end of a name tells kinds of a workflow apart, not the start that all have in common. */
static void kinds_are_named_by_what_reports_them_apart(void)
{
    begin();
    add("tasks", "task,tasks,attempts,failed,elapsed_share,elapsed_cumulated\n"
                 "NFCORE_SAREK:SAREK:HAPLOTYPECALLER,6,6,0,0.6,0.6\n"
                 "NFCORE_SAREK:SAREK:FASTQC,4,4,0,0.32,0.92\n"
                 "NFCORE_SAREK:SAREK:MULTIQC,4,4,0,0.05,0.97\n"
                 "NFCORE_SAREK:SAREK:TRIMGALORE,4,4,0,0.03,1\n");
    run();
    CHECK(strstr(cell(0, "finding"), ": HAPLOTYPECALLER 60 %, FASTQC"));
    fixture_release(&fixture);
}

/* What makes a tail that no order of tasks shortens. */
static void reasons_of_a_tail_are_told(void)
{
    static const char columns[] =
        "saved_s,stages_s,started,started_elapsed_s,longest_s,median_s,longest_task\n";
#define USUAL "; usually 10 or more ran."
    static const struct {
        const char *tail, *stages, *finding; /* behind the counts, which are the same in all */
    } cases[] = {
        {"0,0,0,0,12,10,fit\n", "",
         USUAL " The longest, of fit, took 1.2 times the median of its task kind."},
        {"0,0,0,0,11,10,fit\n", "", USUAL},
        {"0,0,3,80,12,10,fit\n", "", USUAL " 3 attempts started only then."},
        {"0,39,3,80,11,10,fit\n", "merge,3,0,80\n", USUAL " 3 attempts started only then."},
        {"0,40,1,80,12,10,fit\n", "merge,1,0,80\n", ", stage merge" USUAL},
        {"0,40,3,80,12,10,fit\n", "merge,2,0,60\nplot,1,0,20\n", ", stages merge and plot" USUAL},
        {"0,40,4,80,12,10,fit\n", "merge,2,0,60\nplot,1,0,20\nsend,1,0,1\n",
         ", the last 3 stages" USUAL},
        {"60,40,1,80,12,10,fit\n", "merge,1,0,80\n", USUAL},
    };
#undef USUAL
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        add_calm_campaign();
        add("concurrency_summary",
            "busy_s,running_usual,ran_s,tail_s,tail_running_mean\n200,10,200,80,2\n");
        add("tail", arena_format(&fixture.arena, "%s%s", columns, cases[i].tail));
        if (*cases[i].stages)
            add("tail_stages",
                arena_format(&fixture.arena, "task,attempts,start,elapsed_s\n%s", cases[i].stages));
        run();
        CHECK_TEXT(cell(0, "finding"),
                   arena_format(&fixture.arena,
                                "Long tail: 2 tasks ran on average during the last 1 min 20 s (40 "
                                "%% of the run)%s",
                                cases[i].finding));
        CHECK_TEXT(cell(0, "advice"),
                   i + 1 < sizeof cases / sizeof cases[0]
                       ? ""
                       : "start the longest tasks first, to end up to 1 min earlier");
        fixture_release(&fixture);
    }
}

/* Some tasks have no count of cores: they are in the kind's efficiency, not in its core hours. */
static void shares_and_hours_are_of_the_same_tasks(void)
{
    begin();
    add("tasks", "task,tasks,attempts,failed,elapsed_share,elapsed_cumulated,cpu_s,cpu_efficiency,"
                 "core_s,core_cpu_s\n"
                 "a,60,60,0,0.6,0.6,19440,0.9,21600,19440\n"
                 "b,40,40,0,0.4,1,14400,0.25,28800,14400\n");
    run();
    CHECK_TEXT(cell(0, "finding"),
               "CPU efficiency is below 60 % in 1 of 2 task kinds. Most idle core time: b with a "
               "CPU efficiency of 50 %, 4 core-hours idle.");
    fixture_release(&fixture);
}

static void a_single_attempt_hits_its_limit(void)
{
    begin();
    add("tasks", "task,tasks,attempts,failed,elapsed_share\n,60,60,1,1\n");
    add("limits", "task,quantity,unit,attempts,hits,requested,used,ratio\n"
                  "*,memory,B,60,1,,,\n,memory,B,60,1,,,\n");
    run();
    CHECK_TEXT(cell(0, "finding"), "1 of 60 attempts hit its memory limit.");
    fixture_release(&fixture);
}

/* From three times on: one that lasts is worth a look. */
static void a_much_longer_task_is_a_warning(void)
{
    static const char *const times[] = {"29,10", "30,10"};
    for (size_t i = 0; i < 2; i++) {
        begin();
        add_calm_campaign();
        add("concurrency_summary",
            "busy_s,running_usual,ran_s,tail_s,tail_running_mean\n200,10,200,80,2\n");
        add("tail", arena_format(&fixture.arena,
                                 "saved_s,stages_s,started,started_elapsed_s,longest_s,median_s,"
                                 "longest_task\n0,0,0,0,%s,fit\n",
                                 times[i]));
        run();
        CHECK_TEXT(cell(0, "level"), i ? "warn" : "note");
        CHECK_TEXT(cell(0, "advice"), i ? "compare the longest fit with the others: its node, the "
                                          "cores it used, its input"
                                        : "");
        fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(a_much_longer_task_is_a_warning), TEST(shares_and_hours_are_of_the_same_tasks),
           TEST(a_single_attempt_hits_its_limit), TEST(a_long_tail_is_told),
           TEST(reasons_of_a_tail_are_told), TEST(names_of_a_usual_length_are_whole),
           TEST(kinds_are_named_by_what_reports_them_apart))
