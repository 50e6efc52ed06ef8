#include "check.h"

#include <stdlib.h>

#include "page/pages.h"
#include "util/error.h"
#include "util/path.h"
#include "util/strbuf.h"

static const char golden_path[] = "tests/golden/page_document.txt";

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
    struct page_request request = {.tables = &sample->tables,
                                   .facts = &sample->facts,
                                   .figures = &sample->figures,
                                   .inputs = inputs,
                                   .input_count = count,
                                   .units = UNITS_SI};
    document_make(&sample->document, &request, &sample->arena);
    document_write_text(&sample->document, &sample->text);
}

/* Cells by space; "-" is a missing text, "nan" a missing number, "_" in a text a space. */
static void add_row(struct sample *sample, const char *table, const char *cells)
{
    struct table *to = tables_get(&sample->tables, table);
    char *text = arena_text(&sample->arena, cells), *next = NULL;
    for (size_t column = 0; column < to->column_count; column++) {
        char *cell = strtok_r(column ? NULL : text, " ", &next);
        if (!cell)
            BUG("%s: too few cells: %s", table, cells);
        if (to->columns[column].type == COLUMN_NUMBER) {
            table_put_number(to, strtod(cell, NULL));
            continue;
        }
        for (char *c = cell; *c; c++)
            *c = *c == '_' ? ' ' : *c;
        table_put_text(to, strcmp(cell, "-") == 0 ? NULL : cell);
    }
}

static void add_tables(struct sample *sample)
{
    add_row(sample, "job_metrics", "load CPU_load - mean 2 118 2 7.5 0 1 6 8 9 9.5 10 7.5 10 nan");
    add_row(sample, "job_metrics",
            "membw - B/s total 2 120 0 12e10 0 2e9 10e10 12e10 14e10 16e10 18e10 6e10 9e10 4.32e14");
    add_row(sample, "job_metrics",
            "power Package_power W total 2 120 0 500 400 420 480 500 520 580 600 250 300 3.6e6");
    add_row(sample, "node_metrics", "n10 load - 59 1 7 0 1 6 7 8 9 10 nan");
    add_row(sample, "node_metrics", "n2 load - 59 1 8 0 1 6 8 8 9 10 nan");
    add_row(sample, "node_metrics", "n2 power W 60 0 260 200 210 240 250 260 290 300 1.9e6");
    add_row(sample, "balance", "load 2 7.5 0.7 0.0943 7.5 0.7 n10 7 n2 8");
    add_row(sample, "energy", "* power package 3600 3.6e6 1 1");
    add_row(sample, "nodes", "n10 1000 4600 59 1 0 0 0.983");
    add_row(sample, "nodes", "n2 1000 4600 60 0 0 0 1");
    add_row(sample, "findings", "note Power Power_is_even. 0.01 - 0.05 -");
    add_row(sample, "findings", "bad Load Node_n2_did_more. 8 - 1 Look_at_it.");
    add_row(sample, "findings", "warn gone It_leads_nowhere. nan - nan -");
    add_row(sample, "hardware", "n2 CPUs 40");
    add_row(sample, "hardware", "n10 CPUs 40");
    add_row(sample, "hardware", "n10 Memory 64_GiB");
    add_row(sample, "published_statistics", "load n2 avg samples 8 8 0 agrees");
    add_row(sample, "published_statistics", "load n2 max samples 9 10 1 differs");
    add_row(sample, "rejects", "a.json 3 100 not_a_number <script>");
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
    const struct input_row inputs[] = {{"a.json", "perfmon", "0123456789abcdef0123", 1234567, 120,
                                        1},
                                       {"b", NULL, "", NAN, NAN, 0}};
    sample_write(&sample, inputs, 2);
    struct strbuf expected;
    struct error error;
    strbuf_init(&expected);
    bool is_read = path_read(golden_path, 1 << 20, &expected, &error);
    bool is_same = is_read && strcmp(expected.text, sample.text.text) == 0;
    strbuf_release(&expected);
    if (!is_same && getenv("GOLDEN_WRITE"))
        path_write(golden_path, sample.text.text, sample.text.size, &error);
    sample_release(&sample);
    CHECK(is_read);
    CHECK(is_same);
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
    CHECK(strstr(sample.text.text, "Nothing passes the thresholds"));
    sample_release(&sample);
}

static void missing_cells_are_dashes(void)
{
    struct sample sample;
    sample_init(&sample);
    add_row(&sample, "job_metrics", "m - - - nan 0 0 nan nan nan nan nan nan nan nan nan nan nan");
    add_row(&sample, "balance", "m 2 nan nan nan nan nan - nan - nan");
    add_row(&sample, "outstanding_nodes", "- - - nan nan nan nan nan nan");
    add_row(&sample, "energy", "* - - nan nan nan nan");
    add_row(&sample, "nodes", "- nan nan nan nan nan nan nan");
    add_row(&sample, "hardware", "- - -");
    add_row(&sample, "published_statistics", "- - - - nan nan nan -");
    add_row(&sample, "rejects", "- nan nan - -");
    add_row(&sample, "findings", "- - - nan - nan -");
    sample_write(&sample, NULL, 0);
    CHECK(is_clean(sample.text.text));
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
    for (int i = 0; i < 7; i++)
        table_put_number(nodes, 0);
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

static void a_thousand_nodes_are_shown_and_the_rest_said(void)
{
    struct sample sample;
    sample_init(&sample);
    for (int i = 0; i < 1203; i++)
        add_row(&sample, "nodes", arena_format(&sample.arena, "n%d 0 1 10 0 0 0 1", i));
    sample_write(&sample, NULL, 0);
    const struct section *section = document_find_section(&sample.document, "nodes");
    CHECK(section != NULL);
    const struct table_view *view = section->blocks[section->block_count - 1].table;
    CHECK_INT(view->rows, 1000);
    CHECK_INT(view->left_out, 203);
    CHECK_TEXT(view->cells[999 * view->columns], "n999");
    sample_release(&sample);
}

CHECK_MAIN(TEST(a_small_job_reads_as_expected), TEST(nothing_known_says_nothing_odd),
           TEST(missing_cells_are_dashes), TEST(hostile_names_stay_text),
           TEST(the_users_title_keeps_the_id), TEST(a_thousand_nodes_are_shown_and_the_rest_said))
