#include "check.h"

#include <math.h>
#include <stdlib.h>

#include "golden.h"
#include "page/content/campaign.h"
#include "page/content/pages.h"
#include "rules_fixture.h"
#include "table/table_csv.h"
#include "util/path.h"
#include "util/strbuf.h"

struct sample {
    struct arena arena;
    struct tables tables;
    struct facts facts;
    struct figures figures;
    struct document document;
    struct strbuf text;
};

static void sample_init(struct sample *sample)
{
    *sample = (struct sample){
        .facts = {.start = NAN, .end = NAN, .node_count = NAN, .sampling_interval_s = NAN}};
    arena_init(&sample->arena);
    tables_init(&sample->tables, &sample->arena);
    strbuf_init(&sample->text);
}

static void sample_release(struct sample *sample)
{
    strbuf_release(&sample->text);
    arena_release(&sample->arena);
}

/* Columns that the text does not name are missing. */
static void add_table(struct sample *sample, const char *name, const char *csv)
{
    struct error error;
    if (!table_read_csv(tables_get(&sample->tables, name), name, csv, strlen(csv), &error))
        CHECK_FAIL("%s", error.text);
}

static void write_document(struct sample *sample)
{
    struct page_request request = {.rules = fixture_rules(),
                                   .tables = &sample->tables,
                                   .facts = &sample->facts,
                                   .figures = &sample->figures,
                                   .units = UNITS_SI};
    document_make(&sample->document, &request, &sample->arena);
    document_write_text(&sample->document, &sample->text);
}

static const char kinds[] =
    "task,tasks,succeeded,failed,cancelled,unfinished,unknown,attempts,elapsed_s,elapsed_share,"
    "elapsed_cumulated,cpu_s,cpu_efficiency,memory_p50_B,memory_p95_B,peak_memory_B\n"
    "align,305,300,2,0,3,0,310,288000,0.8,0.8,72000,0.25,1.5e9,3e9,4e9\n"
    "<script>,40,40,0,0,0,0,40,72000,0.2,1,54000,0.75,5e8,8e8,1e9\n";

static void add_campaign(struct sample *sample)
{
    add_table(sample, "tasks", kinds);
    add_table(sample, "steps",
              "step,task_kinds,tasks,succeeded,failed,cancelled,unfinished,unknown,elapsed_s,cpu_s,"
              "cpu_efficiency,peak_memory_B\n"
              "s1,1,305,300,2,0,3,0,288000,72000,0.25,4e9\n"
              "s2,1,40,40,0,0,0,0,72000,54000,0.75,1e9\n");
    add_table(sample, "attempts",
              "task,outcome,reason,attempts,elapsed_s,cpu_s,ended\n"
              "align,done,,300,288000,72000,succeeded\n"
              "align,LOST,lost,10,18000,,failed\n"
              "<script>,done,,40,72000,54000,succeeded\n");
    add_table(sample, "campaign",
              "tasks,attempts,cached,cpu_efficiency,lost_elapsed_s,lost_cpu_s\n"
              "345,350,0,0.35,18000,\n");
    add_table(sample, "outlier_kinds",
              "task,quantity,unit,threshold,iqr,low,high,below,above,listed\n"
              "align,memory,B,5e8,6e8,1e9,3e9,4,5,9\n");
    add_table(sample, "outlier_columns",
              "task,quantity,column,low_median,middle_median,high_median,value,outliers_share,"
              "others_share\nalign,memory,band,,,,y,0.6,0.2\nalign,memory,init_time,1.5,2,4,,,\n");
    add_table(sample, "allocation",
              "task,resource,rule,tasks,allocation_B,retries,retried_share,wasted_share\n"
              "*,memory,p50,300,1e9,150,0.5,0.4\n"
              "*,memory,max,300,4e9,0,0,0.6\n"
              "*,memory,min_waste,300,2e9,30,0.1,0.3\n"
              "align,memory,max,260,4e9,0,0,0.65\n"
              "align,disk,max,260,4e10,0,0,0.65\n");
    add_table(
        sample, "resources",
        "category,resource,unit,count,missing,mean,std,min,p50,p95,max\n"
        "*,memory,B,300,2,1e9,1e8,5e8,1e9,2e9,4e9\n"
        "*,context_switches,switches,300,2,10,2,1,9,20,1234\n*,load,processes,300,2,1,2,1,1,2,3\n");
    add_table(sample, "outliers",
              "step,task,quantity,value,low,high,record,id\ns1,align,memory,4e9,1e9,3e9,7,a7\n"
              "s1,align,elapsed,4,1,3,8,a8\n");
}

static void add_figures(struct sample *sample)
{
    static const struct figure figures[] = {
        {.id = "step_hours", .section = "Steps", .table = "steps", .title = "Time by step"},
        {.id = "mine", .section = "Of my own", .table = "tasks", .title = "My chart"},
        {.id = "load.nodes", .section = "Memory", .metric = "load", .title = "Not of tasks"},
    };
    static const struct left_out_figure left_out[] = {
        {"Running and waiting tasks", "Over time", NULL, NULL, NULL, 1, ""},
        {"Worker timeline", "Over time", NULL, NULL, NULL, 1, ""},
        {"Node-hours lost by node", "Attempts", NULL, NULL, NULL, 1, ""},
        {"Files (total) of tasks", "Resources", NULL, "the same value in all", NULL, 1, ""},
        {"Disk used of tasks", "Resources", NULL, "the same value in all", NULL, 1, ""},
        {"Swap memory of tasks", "Resources", NULL, "fewer than 20 values", NULL, 1, ""},
    };
    size_t count = sizeof figures / sizeof figures[0];
    sample->figures = (struct figures){.count = count, .capacity = count};
    sample->figures.items = arena_alloc(&sample->arena, sizeof figures);
    sample->figures.is_key = arena_alloc_array(&sample->arena, count, sizeof(bool));
    memcpy(sample->figures.items, figures, sizeof figures);
    sample->figures.left_out = arena_alloc(&sample->arena, sizeof left_out);
    memcpy(sample->figures.left_out, left_out, sizeof left_out);
    sample->figures.left_out_count = sizeof left_out / sizeof left_out[0];
}

static void a_campaign_is_told_in_its_order(void)
{
    struct sample sample;
    sample_init(&sample);
    add_campaign(&sample);
    add_figures(&sample);
    write_document(&sample);
    const char *end = strstr(sample.text.text, "  section definitions");
    size_t size = end ? (size_t)(end - sample.text.text) : sample.text.size;
    CHECK(text_matches_golden("page_tasks.txt", sample.text.text, size));
    sample_release(&sample);
}

/* Jobs of `wide` ran on several nodes: they have a request per node, and no rows here. Of
 * `stepped`, steps failed in jobs that succeeded; of `short`, attempts were killed. */
static void requests_are_withheld_as_findings_do(void)
{
    struct sample sample;
    sample_init(&sample);
    add_table(&sample, "tasks",
              "task,tasks,succeeded,failed,cancelled,attempts\n"
              "good,40,40,0,0,40\nshort,40,40,0,0,50\nstepped,40,40,0,0,40\nwide,40,40,0,0,40\n");
    add_table(&sample, "failed_steps", "task\nstepped\n");
    add_table(&sample, "kills", "task,attempts,killed\nshort,50,10\n");
    add_table(&sample, "node_memory", "task,tasks\nwide,40\n");
    add_table(&sample, "requested", "task,quantity,tasks\n*,memory,120\n");
    add_table(&sample, "allocation",
              "task,resource,rule,tasks,allocation_B,retries,retried_share,wasted_share\n"
              "good,memory,max,40,4e9,0,0,0.6\n"
              "short,memory,max,40,4e9,0,0,0.6\n"
              "stepped,memory,max,40,4e9,0,0,0.6\n");
    write_document(&sample);
    CHECK(strstr(sample.text.text,
                 "No least-waste memory request is computed for: short (attempts were "
                 "killed); stepped (some steps failed)."));
    CHECK(strstr(sample.text.text, "Recommended memory request"));
    sample_release(&sample);
}

/* Attempts whose lists of nodes are too long. */
static void attempts_that_are_not_counted_by_node_are_said(void)
{
    struct sample sample;
    sample_init(&sample);
    add_table(&sample, "tasks", kinds);
    add_table(&sample, "task_nodes", "node,tasks,attempts,failed_attempts\nn1,300,300,5\n");
    add_table(&sample, "campaign", "tasks,attempts,not_by_node\n345,350,33\n");
    write_document(&sample);
    CHECK(strstr(sample.text.text, "33 attempts on several nodes are not counted by node"));
    sample_release(&sample);
}

static void totals_are_of_what_is_known(void)
{
    struct sample sample;
    struct campaign campaign;
    sample_init(&sample);
    CHECK(!campaign_make(&campaign, &sample.tables));
    add_campaign(&sample);
    CHECK(campaign_make(&campaign, &sample.tables));
    CHECK_NEAR(campaign.tasks, 345, 0);
    CHECK_NEAR(campaign.succeeded, 340, 0);
    CHECK_NEAR(campaign.elapsed_s, 360000, 0);
    CHECK_NEAR(campaign.lost_s, 18000, 1e-8);
    CHECK(isnan(campaign.lost_cpu_s));
    CHECK_NEAR(campaign.efficiency, 0.35, 1e-12);
    CHECK_TEXT(
        campaign_sentence(&sample.arena, &campaign),
        "345 tasks of 2 task kinds in 2 steps: 340 succeeded, 2 failed, 3 unfinished. Those "
        "that succeeded used 35 h of CPU time (CPU efficiency 35.0 % where the cores are known) in "
        "100 h of elapsed time. 350 attempts were made. 10 attempts were lost and took 5 h.");
    campaign.core_s = 360000;
    campaign.core_cpu_s = campaign.cpu_s;
    CHECK(
        strstr(campaign_sentence(&sample.arena, &campaign),
               "used 35 of 100 allocated core-hours (CPU efficiency 35.0 %) in 100 h of elapsed"));
    CHECK_TEXT(campaign_core_time(&sample.arena, &campaign, false), "35 of 100 core-h");
    campaign.core_s = campaign.cpu_s = campaign.core_cpu_s = 60;
    campaign.efficiency = 1;
    CHECK_TEXT(campaign_core_time(&sample.arena, &campaign, false), "60 of 60 core-s");
    campaign.core_cpu_s = 30; /* of a part of the tasks alone */
    CHECK(!campaign_core_time(&sample.arena, &campaign, false));
    sample_release(&sample);
}

static void what_is_not_measured_is_not_said(void)
{
    struct sample sample;
    struct campaign campaign;
    sample_init(&sample);
    add_table(&sample, "tasks", "task,tasks,succeeded,attempts,failed\na,1,1,1,0\n");
    CHECK(campaign_make(&campaign, &sample.tables));
    CHECK(isnan(campaign.cpu_s) && isnan(campaign.efficiency) && isnan(campaign.lost_s));
    CHECK_TEXT(campaign_sentence(&sample.arena, &campaign), "1 task of 1 task kind: it succeeded.");
    write_document(&sample);
    CHECK(!strstr(sample.text.text, "CPU efficiency"));
    sample_release(&sample);
}

/* Figures are of tasks that succeeded; what is known of others is not said to be missing. */
static void cpu_time_of_failed_attempts_is_not_denied(void)
{
    static const struct {
        const char *attempts, *said;
    } cases[] = {
        {"task,outcome,attempts,cpu_s,ended\n"
         "a,TIMEOUT,1,2160,failed\n",
         "CPU time is recorded for failed, cancelled or unfinished attempts only"},
        {"task,outcome,attempts,cpu_s,ended\n"
         "a,TIMEOUT,1,,failed\n",
         "The records have no CPU time"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sample sample;
        sample_init(&sample);
        add_table(&sample, "tasks", "task,tasks,succeeded,attempts,failed\na,1,0,1,1\n");
        add_table(&sample, "attempts", cases[i].attempts);
        add_figures(&sample);
        write_document(&sample);
        for (size_t other = 0; other < sizeof cases / sizeof cases[0]; other++)
            CHECK(!strstr(sample.text.text, cases[other].said) == (other != i));
        CHECK(strstr(sample.text.text, "No task succeeded, so not drawn: "));
        sample_release(&sample);
    }
}

/* What users cancelled is lost as well, but did not fail. */
/* None of them is said to have succeeded. */
static void unrecorded_outcomes_are_said(void)
{
    struct sample sample;
    sample_init(&sample);
    add_table(&sample, "tasks", "task,tasks,succeeded,failed,attempts\na,40,40,0,40\n");
    add_table(&sample, "campaign", "tasks,succeeded,unrecorded\n40,40,40\n");
    write_document(&sample);
    CHECK(strstr(sample.text.text, "40 tasks of 1 task kind: outcomes are not recorded."));
    CHECK(strstr(sample.text.text, "– | failed tasks (outcomes not recorded)"));
    CHECK(!strstr(sample.text.text, "all succeeded"));
    sample_release(&sample);
}

static void one_task_is_one(void)
{
    struct sample sample;
    sample_init(&sample);
    add_table(&sample, "tasks",
              "task,tasks,succeeded,failed,attempts,elapsed_s\n"
              "a,1,1,0,1,25200\n");
    add_table(&sample, "campaign", "tasks,succeeded\n1,1\n");
    write_document(&sample);
    CHECK(strstr(sample.text.text, "task of 1 task kind"));
    CHECK(!strstr(sample.text.text, "tasks of"));
    CHECK(strstr(sample.text.text, "It took 7 h of elapsed time."));
    sample_release(&sample);
}

static void tasks_that_are_in_no_total_are_said(void)
{
    struct sample sample;
    sample_init(&sample);
    add_table(&sample, "tasks",
              "task,tasks,succeeded,failed,attempts,elapsed_s\n"
              "a,40,40,0,40,25200\n");
    add_table(&sample, "campaign", "tasks,succeeded,untimed\n40,40,3\n");
    write_document(&sample);
    CHECK(strstr(sample.text.text, "They took 7 h of elapsed time (not known of 3 tasks)."));
    sample_release(&sample);
}

static void cancelled_attempts_are_not_called_failed(void)
{
    struct sample sample;
    sample_init(&sample);
    add_table(&sample, "tasks", "task,tasks,succeeded,cancelled,attempts,failed\na,9,6,2,9,1\n");
    add_table(&sample, "campaign",
              "tasks,attempts,lost_elapsed_s\n"
              "9,9,10800\n");
    add_table(&sample, "attempts",
              "task,outcome,attempts,elapsed_s,ended\n"
              "a,done,6,32400,succeeded\n"
              "a,CANCELLED,2,9000,cancelled\n"
              "a,FAILED,1,1800,failed\n");
    write_document(&sample);
    CHECK(strstr(sample.text.text, "in failed or cancelled attempts"));
    sample_release(&sample);
}

/* A worker that goes away takes attempts with it: these did not fail. */
static void lost_attempts_are_not_called_failed(void)
{
    static const struct {
        const char *attempts, *expected, *sentence;
    } cases[] = {
        {"a,lost,lost,2,3,failed\n", "in lost attempts", "2 attempts were lost and took 3 h."},
        {"a,REQUEUED,requeued,2,3,failed\n", "in requeued attempts",
         "2 attempts were requeued and took 3 h."},
        {"a,lost,lost,1,2,failed\na,REQUEUED,requeued,1,1,failed\n", "in lost or requeued attempts",
         "2 attempts were lost or were requeued and took 3 h."},
        {"a,lost,lost,1,2,failed\na,FAILED,,1,1,failed\n", "in failed or lost attempts",
         "2 attempts failed or were lost and took 3 h."},
        {"a,lost,lost,1,2,failed\na,FAILED,,1,1,failed\na,CANCELLED,,1,1,cancelled\n",
         "in failed, lost or cancelled attempts",
         "3 attempts failed, were lost or were cancelled and took 3 h."},
        {"a,CANCELLED,,1,1,cancelled\n", "in cancelled attempts",
         "1 attempt was cancelled and took 3 h."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char csv[300];
        struct sample sample;
        sample_init(&sample);
        add_table(&sample, "tasks",
                  "task,tasks,succeeded,cancelled,attempts,failed\na,9,9,0,11,0\n");
        add_table(&sample, "campaign",
                  "tasks,attempts,lost_elapsed_s\n"
                  "9,11,10800\n");
        snprintf(csv, sizeof csv, "task,outcome,reason,attempts,elapsed_hours,ended\n%s",
                 cases[i].attempts);
        add_table(&sample, "attempts", csv);
        write_document(&sample);
        if (!strstr(sample.text.text, cases[i].expected))
            CHECK_FAIL("no \"%s\"", cases[i].expected);
        if (!strstr(sample.text.text, cases[i].sentence))
            CHECK_FAIL("no \"%s\"", cases[i].sentence);
        sample_release(&sample);
    }
}

static void tasks_that_never_overlap_are_said_to(void)
{
    static const char *const most[] = {"1", "2"};
    for (size_t i = 0; i < 2; i++) {
        char csv[64];
        struct sample sample;
        struct campaign campaign;
        sample_init(&sample);
        add_table(&sample, "tasks", "task,tasks,succeeded,attempts,failed\na,9,9,9,0\n");
        snprintf(csv, sizeof csv, "start,end,running_max\n0,90,%s\n", most[i]);
        add_table(&sample, "concurrency_summary", csv);
        CHECK(campaign_make(&campaign, &sample.tables));
        CHECK_TEXT(campaign_sentence(&sample.arena, &campaign),
                   i == 0 ? "9 tasks of 1 task kind: all succeeded. They ran one at a time."
                          : "9 tasks of 1 task kind: all succeeded.");
        sample_release(&sample);
    }
}

static void efficiencies_over_1_are_marked(void)
{
    struct sample sample;
    sample_init(&sample);
    add_table(&sample, "tasks",
              "task,tasks,succeeded,attempts,failed,cpu_s,cpu_efficiency\n"
              "a,1,1,1,0,7200,1.25\n"
              "b,1,1,1,0,3600,1.0004\n"
              "c,1,1,1,0,3600,0.5\n");
    write_document(&sample);
    CHECK(strstr(sample.text.text, "a | 1 | 1 | 0 | ▲ 125.0 %"));
    CHECK(strstr(sample.text.text, "b | 1 | 1 | 0 | 100.0 %"));
    CHECK(strstr(sample.text.text, "c | 1 | 1 | 0 | 50.0 %"));
    sample_release(&sample);
}

/* A million kinds fill no more of a page than twenty. */
static void tables_are_cut(void)
{
    struct sample sample;
    struct strbuf csv;
    sample_init(&sample);
    strbuf_init(&csv);
    strbuf_add_text(&csv, "task,tasks,attempts,failed,elapsed_hours\n");
    for (int i = 0; i < 5000; i++)
        strbuf_format(&csv, "kind%d,1,1,0,1\n", i);
    add_table(&sample, "tasks", csv.text);
    strbuf_release(&csv);
    write_document(&sample);
    const char *appendix = strstr(sample.text.text, "Appendix: task kinds");
    const char *first = strstr(sample.text.text, "kind19 ");
    CHECK(strstr(sample.text.text, "(4980 rows more, see rows-of-tasks)")); /* of 20 */
    CHECK(strstr(appendix, "(rows-of-tasks)"));
    CHECK(first && appendix && first < appendix); /* of its section */
    CHECK(strstr(sample.text.text, "kind20 ") > appendix);
    CHECK(strstr(appendix, "kind499") && !strstr(sample.text.text, "kind500"));
    CHECK(strstr(appendix, "(4500 rows more)"));
    CHECK(sample.text.size < 50000);
    sample_release(&sample);
}

static void reports_of_nodes_have_no_tasks(void)
{
    struct sample sample;
    sample_init(&sample);
    add_figures(&sample);
    sample.figures.items += 2;
    sample.figures.count = 1;
    write_document(&sample);
    CHECK(!strstr(sample.text.text, "Running and waiting"));
    CHECK(!document_find_section(&sample.document, "tasks"));
    sample_release(&sample);
}

int main(void)
{
    static const struct check_test tests[] = {
        TEST(a_campaign_is_told_in_its_order),
        TEST(requests_are_withheld_as_findings_do),
        TEST(attempts_that_are_not_counted_by_node_are_said),
        TEST(totals_are_of_what_is_known),
        TEST(what_is_not_measured_is_not_said),
        TEST(cpu_time_of_failed_attempts_is_not_denied),
        TEST(cancelled_attempts_are_not_called_failed),
        TEST(lost_attempts_are_not_called_failed),
        TEST(efficiencies_over_1_are_marked),
        TEST(tasks_that_never_overlap_are_said_to),
        TEST(tables_are_cut),
        TEST(reports_of_nodes_have_no_tasks),
        TEST(unrecorded_outcomes_are_said),
        TEST(one_task_is_one),
        TEST(tasks_that_are_in_no_total_are_said),
    };
    setenv("TZ", "UTC", 1);
    return check_run(tests, sizeof tests / sizeof tests[0]);
}
