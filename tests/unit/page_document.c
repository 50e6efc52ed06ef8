#include "check.h"

#include <stdlib.h>

#include "golden.h"
#include "page/content/pages.h"
#include "rules_fixture.h"
#include "util/error.h"
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
    memset(sample, 0, sizeof *sample);
    arena_init(&sample->arena);
    tables_init(&sample->tables, &sample->arena);
    strbuf_init(&sample->text);
    sample->facts =
        (struct facts){.start = NAN, .end = NAN, .node_count = NAN, .sampling_interval_s = NAN};
}

static void sample_release(struct sample *sample)
{
    strbuf_release(&sample->text);
    arena_release(&sample->arena);
}

static void sample_write(struct sample *sample, const struct input_row *inputs, size_t count)
{
    struct page_request request = {.rules = fixture_rules(),
                                   .tables = &sample->tables,
                                   .facts = &sample->facts,
                                   .figures = &sample->figures,
                                   .inputs = inputs,
                                   .input_count = count,
                                   .units = UNITS_SI};
    document_make(&sample->document, &request, &sample->arena);
    document_write_text(&sample->document, &sample->text);
}

/* "column=value …"; columns that are not named are missing. "_" in a text stands for a space. */
static void add_row(struct sample *sample, const char *table, const char *cells)
{
    struct table *to = tables_get(&sample->tables, table);
    for (size_t i = 0; i < to->column_count; i++) {
        const char *name = to->columns[i].name, *at = cells;
        size_t size = strlen(name);
        while (at && !(strncmp(at, name, size) == 0 && at[size] == '='))
            at = strchr(at, ' ') ? strchr(at, ' ') + 1 : NULL;
        at = at ? at + size + 1 : NULL;
        if (to->columns[i].type == COLUMN_NUMBER) {
            table_put_number(to, at ? strtod(at, NULL) : NAN);
            continue;
        }
        char *text = at ? arena_text_of_size(&sample->arena, at, strcspn(at, " ")) : NULL;
        for (char *c = text; c && *c; c++)
            *c = *c == '_' ? ' ' : *c;
        table_put_text(to, text);
    }
}

static void add_tables(struct sample *sample)
{
    add_row(sample, "job_metrics",
            "metric=load label=CPU_load combine=mean nodes=2 samples=118 missing=2 mean=7.5 min=0 "
            "p05=1 p25=6 p50=8 p75=9 p95=9.5 max=10 mean_per_node=7.5 max_per_node=10");
    add_row(sample, "job_metrics",
            "metric=membw unit=B/s combine=total nodes=2 samples=120 missing=0 mean=12e10 min=0 "
            "p05=2e9 p25=10e10 p50=12e10 p75=14e10 p95=16e10 max=18e10 mean_per_node=6e10 "
            "max_per_node=9e10 total=4.32e14");
    add_row(sample, "job_metrics",
            "metric=power label=Package_power unit=W combine=total nodes=2 samples=120 missing=0 "
            "mean=500 min=400 p05=420 p25=480 p50=500 p75=520 p95=580 max=600 mean_per_node=250 "
            "max_per_node=300 total=3.6e6");
    add_row(sample, "node_metrics",
            "node=n10 metric=load samples=59 missing=1 mean=7 min=0 p05=1 p25=6 p50=7 p75=8 p95=9 "
            "max=10");
    add_row(sample, "node_metrics",
            "node=n2 metric=load samples=59 missing=1 mean=8 min=0 p05=1 p25=6 p50=8 p75=8 p95=9 "
            "max=10");
    add_row(sample, "node_metrics",
            "node=n2 metric=power unit=W samples=60 missing=0 mean=260 min=200 p05=210 p25=240 "
            "p50=250 p75=260 p95=290 max=300 total=1.9e6");
    add_row(sample, "balance",
            "metric=load nodes=2 mean_of_means=7.5 std=0.7 cv=0.0943 median=7.5 mad=0.7 lowest=n10 "
            "lowest_mean=7 highest=n2 highest_mean=8");
    add_row(sample, "balance",
            "metric=power nodes=2 mean_of_means=250 std=5 cv=0.02 median=250 mad=5 lowest=n10 "
            "lowest_mean=240 highest=n2 highest_mean=260 unused=1");
    add_row(sample, "metric_coverage", "metric=load samples=118 missing=2 due=120 coverage=0.983");
    add_row(sample, "metric_coverage", "metric=membw samples=120 missing=0 due=120 coverage=1");
    add_row(sample, "metric_coverage", "metric=power samples=120 missing=0 due=120 coverage=1");
    add_row(sample, "energy",
            "node=* metric=power domain=package seconds=3600 energy_J=3.6e6 "
            "covered_share=1");
    add_row(sample, "nodes",
            "node=n10 first=1000 last=4600 samples=59 missing=1 repeated=0 reset=0 coverage=0.983");
    add_row(sample, "nodes",
            "node=n2 first=1000 last=4600 samples=60 missing=0 repeated=0 reset=0 coverage=1");
    add_row(
        sample, "findings",
        "level=bad section=load finding=Node_n2_did_more. value=8 threshold=1 advice=Look_at_it.");
    add_row(sample, "findings", "level=warn section=gone finding=It_leads_nowhere.");
    add_row(sample, "findings", "level=warn section=membw finding=It_has_no_chart.");
    add_row(sample, "findings", "level=warn section=data finding=It_is_about_data.");
    add_row(sample, "findings",
            "level=note section=power finding=Power_is_even. value=0.01 threshold=0.05");
    add_row(sample, "hardware", "node=n2 key=CPUs value=40");
    add_row(sample, "hardware", "node=n10 key=CPUs value=40");
    add_row(sample, "hardware", "node=n10 key=Memory value=64_GiB");
    add_row(sample, "published_statistics",
            "metric=load node=n2 statistic=avg basis=samples published=8 computed=8 difference=0 "
            "verdict=agrees");
    add_row(sample, "published_statistics",
            "metric=load node=n2 statistic=max basis=samples published=9 computed=10 difference=1 "
            "verdict=differs");
    add_row(sample, "rejects", "input=a.json line=3 offset=100 reason=not_a_number text=<script>");
}

static void add_figures(struct sample *sample)
{
    static const struct figure figures[] = {
        {.id = "load.combined", .section = "Load", .metric = "load", .title = "CPU load"},
        {.id = "load.nodes", .section = "Load", .metric = "load", .title = "CPU load of each node"},
        {.id = "power.combined", .section = "Power", .metric = "power", .title = "Power, W"},
        {.id = "x.combined", .section = "Data", .title = "A section called as one of ours"},
    };
    size_t count = sizeof figures / sizeof figures[0];
    sample->figures.items = arena_alloc_array(&sample->arena, count, sizeof figures[0]);
    sample->figures.is_key = arena_alloc_array(&sample->arena, count, sizeof(bool));
    memcpy(sample->figures.items, figures, sizeof figures);
    sample->figures.is_key[0] = sample->figures.is_key[2] = true;
    sample->figures.count = count;
}

static void a_small_job_reads_as_expected(void)
{
    struct sample sample;
    sample_init(&sample);
    sample.facts.job_id = "7";
    sample.facts.user = "anna";
    sample.facts.cluster = "emmy";
    sample.facts.start = 1608923076;
    sample.facts.end = 1608923076 + 3600;
    sample.facts.node_count = 2;
    sample.facts.sampling_interval_s = 60;
    add_tables(&sample);
    add_figures(&sample);
    const struct input_row inputs[] = {{"a.json", "perfmon", "xxh3:0123456789abcdef0123", 1234567,
                                        120, 1, INPUT_END_EARLY},
                                       {"b", NULL, "", NAN, NAN, 0, NULL}};
    sample_write(&sample, inputs, 2);
    CHECK(text_matches_golden("page_document.txt", sample.text.text, sample.text.size));
    sample_release(&sample);
}

static int is_clean(const char *text)
{
    return !strstr(text, "(null)") && !strstr(text, "nan") && !strstr(text, "inf");
}

static void nothing_known_says_nothing_odd(void)
{
    struct sample sample;
    sample_init(&sample);
    sample_write(&sample, NULL, 0);
    CHECK(is_clean(sample.text.text));
    CHECK_TEXT(sample.document.title, "Job report");
    CHECK(!sample.document.period && !sample.document.subtitle);
    CHECK(strstr(sample.text.text, "No measured value exceeds a threshold."));
    sample_release(&sample);
}

static void missing_cells_are_dashes(void)
{
    struct sample sample;
    sample_init(&sample);
    add_row(&sample, "job_metrics", "metric=m samples=0 missing=0");
    add_row(&sample, "job_metrics", "");
    add_row(&sample, "node_metrics", "");
    add_row(&sample, "balance", "");
    add_row(&sample, "balance", "metric=m nodes=2");
    add_row(&sample, "outlier_nodes", "");
    add_row(&sample, "energy", "node=*");
    add_row(&sample, "nodes", "");
    add_row(&sample, "hardware", "");
    add_row(&sample, "published_statistics", "");
    add_row(&sample, "rejects", "");
    add_row(&sample, "findings", "");
    sample_write(&sample, NULL, 0);
    CHECK(is_clean(sample.text.text));
    sample_release(&sample);
}

/* The page counts as the finding does: what rounding changes is not listed. */
static void published_values_within_the_tolerance_agree(void)
{
    struct sample sample;
    sample_init(&sample);
    add_row(&sample, "published_statistics",
            "metric=load node=n1 statistic=max published=10.0001 computed=10 verdict=differs");
    add_row(&sample, "published_statistics",
            "metric=load node=n2 statistic=max published=10.4 computed=10 verdict=differs");
    add_row(&sample, "published_statistics",
            "metric=load node=n3 statistic=max published=12 computed=10 verdict=differs");
    add_row(&sample, "published_statistics",
            "metric=load node=n4 statistic=max published=10 verdict=no_samples");
    sample_write(&sample, NULL, 0);
    CHECK(strstr(sample.text.text, "2 of 4 published values agree within 5 % with the values "
                                   "computed here; 2 do not."));
    CHECK(!strstr(sample.text.text, "load | n1") && !strstr(sample.text.text, "load | n2"));
    CHECK(strstr(sample.text.text, "load | n3") && strstr(sample.text.text, "load | n4"));
    sample_release(&sample);
}

static void nodes_that_lack_samples_are_counted(void)
{
    static const struct {
        const char *rows[2], *text;
    } cases[] = {
        {{"node=a coverage=1", "node=b coverage=1"}, "Both nodes have every sample."},
        {{"node=a coverage=0.5", "node=b coverage=0.9"}, "Both nodes lack samples."},
        {{"node=a coverage=1 reset=2", "node=b coverage=0.9"},
         "1 of 2 nodes lacks samples. Duplicate samples or counter resets were corrected on 1 of 2 "
         "nodes."},
        {{"node=a coverage=1", NULL}, "1 node has every sample."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sample sample;
        sample_init(&sample);
        for (size_t k = 0; k < 2; k++)
            if (cases[i].rows[k])
                add_row(&sample, "nodes", cases[i].rows[k]);
        sample_write(&sample, NULL, 0);
        if (!strstr(sample.text.text, cases[i].text))
            CHECK_FAIL("no \"%s\"", cases[i].text);
        sample_release(&sample);
    }
}

/* The samples of a GPU have a row of their own beside those of its node. */
static void gpus_are_no_nodes(void)
{
    struct sample sample;
    sample_init(&sample);
    add_row(&sample, "nodes", "node=n1 samples=60 missing=0 coverage=1 scope=node");
    add_row(&sample, "nodes", "node=n2 samples=50 missing=10 coverage=0.833 scope=node");
    add_row(&sample, "nodes", "node=gpu-0.n2 samples=50 missing=10 coverage=0.833 scope=gpu");
    sample_write(&sample, NULL, 0);
    CHECK(strstr(sample.text.text, "1 of 2 nodes and 1 GPU lack samples."));
    sample_release(&sample);
}

static void hostile_names_stay_text(void)
{
    struct sample sample;
    sample_init(&sample);
    char *letters = arena_alloc(&sample.arena, 10001);
    memset(letters, 'y', 10000);
    sample.facts.job_id = letters;
    sample.facts.user = "line\nfeed \xff <script>";
    struct table *nodes = tables_get(&sample.tables, "nodes");
    table_put_text(nodes, letters);
    for (size_t i = 1; i < nodes->column_count; i++)
        if (nodes->columns[i].type == COLUMN_NUMBER)
            table_put_number(nodes, 0);
        else
            table_put_text(nodes, letters);
    sample_write(&sample, NULL, 0);
    CHECK(strlen(sample.document.title) < 200);
    CHECK(!strchr(sample.document.subtitle, '\n'));
    CHECK(strstr(sample.document.subtitle, "<script>"));
    CHECK(sample.text.size < 20000);
    sample_release(&sample);
}

static void the_users_title_keeps_the_id(void)
{
    struct sample sample;
    sample_init(&sample);
    sample.facts.title = "My run";
    sample.facts.label = "baseline";
    sample.facts.job_id = "7";
    sample.facts.node_count = 1;
    sample_write(&sample, NULL, 0);
    CHECK_TEXT(sample.document.title, "My run · baseline");
    CHECK_TEXT(sample.document.subtitle, "Job 7 · 1 node");
    sample_release(&sample);
}

static void the_first_nodes_are_shown_and_the_rest_said(void)
{
    struct sample sample;
    sample_init(&sample);
    for (int i = 0; i < 1203; i++)
        add_row(&sample, "nodes",
                arena_format(
                    &sample.arena,
                    "node=n%d first=0 last=1 samples=10 missing=0 repeated=0 reset=0 coverage=1",
                    i));
    sample_write(&sample, NULL, 0);
    const struct section *section = document_find_section(&sample.document, "nodes");
    CHECK(section != NULL);
    const struct table_view *view = section->blocks[section->block_count - 1].table;
    CHECK_INT(view->rows, 128);
    CHECK_INT(view->left_out, 1203 - 128);
    CHECK_TEXT(view->cells[127 * view->columns], "n127");
    sample_release(&sample);
}

CHECK_MAIN(TEST(a_small_job_reads_as_expected), TEST(nothing_known_says_nothing_odd),
           TEST(missing_cells_are_dashes), TEST(gpus_are_no_nodes),
           TEST(published_values_within_the_tolerance_agree),
           TEST(nodes_that_lack_samples_are_counted), TEST(hostile_names_stay_text),
           TEST(the_users_title_keeps_the_id), TEST(the_first_nodes_are_shown_and_the_rest_said))
