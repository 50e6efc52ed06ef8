/* The overview of a report: as lines of 80 columns, as JSON, and back. */
#include <math.h>
#include <string.h>

#include "check.h"
#include "page/terminal/overview_json.h"
#include "page/terminal/overview_text.h"
#include "util/number.h"

static struct arena arena;
static struct strbuf out;

static void begin(void)
{
    arena_init(&arena);
    strbuf_init(&out);
}

static void end(void)
{
    arena_release(&arena);
    strbuf_release(&out);
}

static const struct terminal_style ascii = {.ascii = true};

static void levels_values_and_paragraphs_are_aligned(void)
{
    static const struct key_figure figures[] = {{"3", "tasks", "tasks", 3, ""},
                                                {"84.4 %", "CPU efficiency", "eff", 0.844, "1"}};
    static const struct listed_finding findings[] = {
        {.level = "bad",
         .sentence = "One two three four five six seven eight nine ten eleven twelve thirteen "
                     "fourteen fifteen",
         .advice = "do 2 × 3 GB·h"}};
    const struct overview overview = {.title = "Job 7 · λ",
                                      .key_figures = figures,
                                      .key_figure_count = 2,
                                      .findings = findings,
                                      .finding_count = 1};
    begin();
    overview_write_text(&overview, "/r", ascii, &out);
    CHECK_TEXT(out.text,
               "Job 7 | ?\n"
               "\n"
               "     3  tasks\n"
               "84.4 %  CPU efficiency\n"
               "\n"
               "Findings\n"
               "problem   One two three four five six seven eight nine ten eleven twelve\n"
               "          thirteen fourteen fifteen\n"
               "          -> do 2 x 3 GB*h\n"
               "\n"
               "Report\n"
               "/r\n");
    end();
}

static void a_terminal_gets_colours_and_signs(void)
{
    static const double steps[] = {0, 0.5, 1, NAN};
    struct overview overview = {.title = "T", .trend_count = 1};
    overview.trends[0] = (struct overview_trend){.label = "Load, %",
                                                 .brief = "mean 5 · max 9",
                                                 .count = 4,
                                                 .steps = steps};
    begin();
    overview_write_text(&overview, NULL, (struct terminal_style){.colour = true}, &out);
    CHECK_TEXT(out.text,
               "\x1b[1mT\x1b[0m\n"
               "\n"
               "\x1b[1mFindings\x1b[0m\n"
               "No measured value exceeds a threshold.\n"
               "\n"
               "\x1b[1mOver time\x1b[0m\n"
               "Load, %                           ▁▅█                       mean 5 · max 9\n");
    end();
}

/* Five columns of 21 are wider than 80: the last ones are left out; long names lose their middle.
 */
static void tables_show_what_fits(void)
{
    const char *heads[] = {"name", "b", "c", "d"};
    enum cell_align aligns[] = {CELL_LEFT, CELL_RIGHT, CELL_RIGHT, CELL_RIGHT};
    const char *cells[] = {"a_very_long_name_of_a_task_kind_that_has_a_unit, GiB",
                           "123456789012345678901", "22", "123456789012345678901234567"};
    const struct table_view view = {
        .columns = 4, .rows = 1, .heads = heads, .aligns = aligns, .cells = cells, .left_out = 3};
    struct overview overview = {.title = "T", .table_count = 1, .tables = {{"By kind", &view}}};
    begin();
    overview_write_text(&overview, NULL, ascii, &out);
    CHECK_TEXT(strstr(out.text, "By kind"),
               "By kind\n"
               "name                                                                b   c\n"
               "a_very_long_name_of_a_..._that_has_a_unit, GiB  123456789012345678901  22\n"
               "3 more\n");
    end();
}

static void what_is_written_is_read(void)
{
    static const struct key_figure figures[] = {{"–", "failed tasks", "failed", NAN, ""}};
    static const struct listed_finding findings[] = {{.id = "a.b",
                                                      .level = "warn",
                                                      .sentence = "S",
                                                      .value = 0.5,
                                                      .threshold = NAN,
                                                      .unit = ""}};
    static const double steps[] = {0, 0.5, NAN};
    struct overview overview = {.title = "T",
                                .state = "FAILED",
                                .charts = {{"cpu", "CPU", NULL, "A line"}},
                                .chart_count = 1,
                                .key_figures = figures,
                                .key_figure_count = 1,
                                .findings = findings,
                                .finding_count = 1,
                                .trend_count = 1};
    struct overview read;
    struct error error = {0};
    overview.trends[0] = (struct overview_trend){
        .label = "L", .low = 10, .high = 20, .start = 0, .end = 3, .count = 3, .steps = steps};
    begin();
    overview_write_json(&overview, &arena, &out);
    CHECK(strstr(out.text, "\"value\": null"));
    CHECK(overview_read_json(&read, "p", &out, &arena, &error));
    CHECK_TEXT(read.title, "T");
    CHECK_TEXT(read.state, "FAILED");
    CHECK_INT(read.chart_count, 1);
    CHECK_TEXT(read.charts[0].figure, "cpu");
    CHECK_TEXT(read.charts[0].title, "CPU");
    CHECK_TEXT(read.charts[0].alt, "A line");
    CHECK(!read.charts[0].brief);
    CHECK(read.key_figure_count == 1 && number_is_missing(read.key_figures[0].number));
    CHECK_TEXT(read.findings[0].id, "a.b");
    CHECK(read.findings[0].value > 0.49 && number_is_missing(read.findings[0].threshold));
    CHECK(read.trend_count == 1 && read.trends[0].count == 3);
    CHECK(fabs(read.trends[0].steps[1] - 0.5) < 1e-12 && isnan(read.trends[0].steps[2]));
    end();
}

/* What is shown of it; NULL: it is refused. */
static const char *shown(const char *text)
{
    struct overview overview;
    struct error error = {0};
    strbuf_clear(&out);
    strbuf_add_text(&out, text);
    if (!overview_read_json(&overview, "p", &out, &arena, &error))
        return NULL;
    strbuf_clear(&out);
    overview_write_text(&overview, NULL, ascii, &out);
    return out.text;
}

static bool is_plain(const char *text)
{
    for (; text && *text; text++)
        if (*text != '\n' && (*text < ' ' || *text >= 0x7f))
            return false;
    return text != NULL;
}

static void files_that_others_changed_do_no_harm(void)
{
    begin();
    CHECK(!shown(""));
    CHECK(!shown("[]"));
    CHECK(!shown("{\"schema\": 2}"));
    CHECK(is_plain(shown("{\"schema\": 1}")));
    CHECK(is_plain(
        shown("{\"schema\": 1, \"title\": 5, \"findings\": {\"a\": 1}, \"trends\": [1, {}], "
              "\"tables\": [{}, {\"heads\": [1, \"a\"], \"rows\": [[], 3]}], "
              "\"key_figures\": [{\"text\": \"\\u001b[31m\\u202e\", \"label\": \"\\n\"}]}")));
    CHECK(is_plain(shown("{\"schema\": 1, \"trends\": [{\"low\": 1, \"high\": 1, "
                         "\"steps\": [1e308, -1, 1, \"a\", null]}]}")));
    end();
}

CHECK_MAIN(TEST(levels_values_and_paragraphs_are_aligned), TEST(a_terminal_gets_colours_and_signs),
           TEST(tables_show_what_fits), TEST(what_is_written_is_read),
           TEST(files_that_others_changed_do_no_harm))
