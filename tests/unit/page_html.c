#include <stdlib.h>
#include <time.h>

#include "check.h"
#include "page/html.h"
#include "util/arena.h"
#include "util/number.h"
#include "util/path.h"
#include "util/strbuf.h"

#define HOSTILE "</title><script>alert(1)</script>\"onload=x '../' javascript:alert(1)"

/* A document of one's own, written into a fresh directory. */
struct fixture {
    char scratch[64];
    struct arena arena;
    struct facts facts;
    struct document document;
    struct html_request request;
    struct strbuf text;
    struct error error;
};

static const char *const built_in[] = {"templates"};

static void set_up(struct fixture *fixture)
{
    memset(fixture, 0, sizeof *fixture);
    snprintf(fixture->scratch, sizeof fixture->scratch, "/tmp/page_html-XXXXXX");
    if (!mkdtemp(fixture->scratch))
        abort();
    arena_init(&fixture->arena);
    strbuf_init(&fixture->text);
    facts_init(&fixture->facts);
    fixture->document = (struct document){
        .arena = &fixture->arena,
        .facts = &fixture->facts,
        .title = "Job 7",
        .subtitle = "anna · 2 nodes",
        .period = "2020-12-25 20:24 → 20:26 UTC",
        .pdf_name = "job-report-7.pdf",
        .created = 1600000000,
        .program = "jobreport 0.1",
    };
    fixture->request = (struct html_request){
        .document = &fixture->document,
        .directory = fixture->scratch,
        .template_directories = built_in,
        .template_directory_count = 1,
        .dpi = 150,
        .with_png = true,
        .with_dark_png = true,
    };
}

static void tear_down(struct fixture *fixture)
{
    strbuf_release(&fixture->text);
    path_remove_tree(fixture->scratch, &fixture->error);
    arena_release(&fixture->arena);
}

static const char *written(struct fixture *fixture, const char *name)
{
    const char *path = path_join(&fixture->arena, fixture->scratch, name);
    strbuf_clear(&fixture->text);
    return path_read(path, 1 << 24, &fixture->text, &fixture->error) ? fixture->text.text : "";
}

/* The page after writing all; the error when that failed. */
static const char *page(struct fixture *fixture, const char *name)
{
    if (!html_write(&fixture->request, &fixture->error))
        return fixture->error.text;
    return written(fixture, name);
}

static struct block *add_block(struct fixture *fixture, const char *section_id,
                               enum block_kind kind)
{
    struct document *document = &fixture->document;
    struct section *section = NULL;
    for (size_t i = 0; i < document->section_count; i++)
        if (strcmp(document->sections[i].id, section_id) == 0)
            section = &document->sections[i];
    if (!section)
        section = document_add_section(document, section_id, section_id, "index", false);
    return section_add_block(document, section, kind);
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        count++;
    return count;
}

/* ---- a figure ------------------------------------------------------------------------------- */

static const double times[] = {0, 60, 120, 180}, values[] = {1, 3, NAN, 2}, tops[] = {2, 4, 5, 3};

static const struct figure *make_figure(struct fixture *fixture, const char *id)
{
    struct figure *figure = arena_alloc(&fixture->arena, sizeof *figure);
    struct panel *panel = arena_alloc(&fixture->arena, sizeof *panel);
    struct mark *marks = arena_alloc_array(&fixture->arena, 2, sizeof *marks);
    *figure = (struct figure){.id = id,
                              .section = "Load",
                              .metric = "cpu_load",
                              .title = "CPU load of each node",
                              .label = "CPU load",
                              .brief = "mean 2 · max 3",
                              .caption = "A caption.",
                              .alt = "CPU load: mean 2, max 3.",
                              .height_pt = 150,
                              .panels = panel,
                              .panel_count = 1};
    marks[0] = (struct mark){.kind = MARK_AREA,
                             .colour = COLOUR_BAND_OUTER,
                             .count = 4,
                             .x = times,
                             .y = values,
                             .y2 = tops};
    marks[1] = (struct mark){
        .kind = MARK_LINE, .colour = COLOUR_ACCENT, .count = 4, .x = times, .y = values};
    *panel = (struct panel){.marks = marks, .mark_count = 2, .height_share = 1};
    scale_init_time(&panel->x, 0, 180);
    scale_init_linear(&panel->y, 0, 5, true, display_unit_for("", 5, UNITS_IEC));
    return figure;
}

static void add_figure(struct fixture *fixture, const char *section, const struct figure *figure)
{
    add_block(fixture, section, BLOCK_FIGURE)->figure = figure;
}

static void add_small(struct fixture *fixture, const char *section, const struct figure *figure)
{
    const struct figure **list = arena_alloc(&fixture->arena, sizeof *list);
    list[0] = figure;
    struct block *block = add_block(fixture, section, BLOCK_MULTIPLES);
    block->multiples = list;
    block->count = 1;
}

/* ---- a table -------------------------------------------------------------------------------- */

static struct table_view *make_table(struct fixture *fixture, size_t columns, size_t rows,
                                     const char *cell)
{
    struct table_view *view = arena_alloc(&fixture->arena, sizeof *view);
    view->columns = columns;
    view->rows = rows;
    view->heads = arena_alloc_array(&fixture->arena, columns, sizeof *view->heads);
    view->aligns = arena_alloc_array(&fixture->arena, columns, sizeof *view->aligns);
    view->cells = arena_alloc_array(&fixture->arena, columns * rows + 1, sizeof *view->cells);
    for (size_t i = 0; i < columns; i++) {
        view->heads[i] = i ? "mean, W" : "node";
        view->aligns[i] = i ? CELL_RIGHT : CELL_LEFT;
    }
    for (size_t i = 0; i < columns * rows; i++)
        view->cells[i] = cell;
    return view;
}

static void add_table(struct fixture *fixture, const struct table_view *view)
{
    add_block(fixture, "summary", BLOCK_TABLE)->table = view;
}

/* ---- one of each ---------------------------------------------------------------------------- */

static void add_one_of_each(struct fixture *fixture, const char *text)
{
    struct key_figure *key = arena_alloc(&fixture->arena, sizeof *key);
    struct finding *finding = arena_alloc_array(&fixture->arena, 4, sizeof *finding);
    struct fact *fact = arena_alloc(&fixture->arena, sizeof *fact);
    struct figure *figure = (struct figure *)make_figure(fixture, "load");
    struct table_view *view = make_table(fixture, 3, 2, text);
    struct block *block = add_block(fixture, "summary", BLOCK_KEY_FIGURES);
    *key = (struct key_figure){text, text};
    block->key_figures = key;
    block->count = 1;
    block = add_block(fixture, "summary", BLOCK_FINDINGS);
    static const char *const levels[] = {"bad", "warn", "note", "good"};
    for (size_t i = 0; i < 4; i++)
        finding[i] = (struct finding){levels[i], text, i ? NULL : text, i < 2 ? "load" : NULL};
    block->findings = finding;
    block->count = 4;
    figure->title = figure->caption = figure->alt = figure->brief = figure->label = text;
    add_small(fixture, "summary", figure);
    add_block(fixture, "summary", BLOCK_SUBHEADING)->text = text;
    add_block(fixture, "summary", BLOCK_PARAGRAPH)->text = text;
    view->caption = text;
    view->source = "data/job_metrics.csv";
    view->left_out = 1234;
    view->last_row_is_total = true;
    add_table(fixture, view);
    *fact = (struct fact){text, text};
    for (int i = 0; i < 2; i++) {
        block = add_block(fixture, "summary", i ? BLOCK_DEFINITIONS : BLOCK_FACTS);
        block->facts = fact;
        block->count = 1;
    }
    add_figure(fixture, "load", figure);
}

/* ---- well-formedness ------------------------------------------------------------------------ */

static bool is_void(const char *name)
{
    static const char *const names[] = {"meta", "link", "img", "source", "path", "circle"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* Every element that opens closes in its turn; no tag holds a "<". NULL: well. */
static const char *find_fault(const char *text)
{
    static char fault[100];
    char open[64][16], name[16];
    size_t depth = 0;
    for (; (text = strchr(text, '<')); text++) {
        const char *end = strchr(text, '>');
        bool closes = text[1] == '/';
        if (text[1] == '!')
            continue;
        if (!end || memchr(text + 1, '<', (size_t)(end - text) - 1) ||
            sscanf(text + 1 + closes, "%15[a-z0-9]", name) != 1)
            return "a broken tag";
        if (is_void(name))
            continue;
        snprintf(fault, sizeof fault, "<%s%s> in <%s>", closes ? "/" : "", name,
                 depth ? open[depth - 1] : "");
        if (closes && (depth == 0 || strcmp(open[--depth], name) != 0))
            return fault;
        if (!closes)
            strcpy(open[depth++], name);
    }
    return depth ? "something stays open" : NULL;
}

/* ---- tests ---------------------------------------------------------------------------------- */

static void empty_document_is_a_page(void)
{
    struct fixture fixture;
    set_up(&fixture);
    fixture.document = (struct document){.arena = &fixture.arena,
                                         .facts = &fixture.facts,
                                         .created = NUMBER_MISSING};
    const char *text = page(&fixture, "index.html");
    CHECK(strstr(text, "<title>Job report</title>"));
    CHECK(strstr(text, "<h1>Job report</h1>"));
    CHECK(!strstr(text, "null") && !strstr(text, "nan") && !strstr(text, "PDF"));
    CHECK(!strstr(text, "<time") && !strstr(text, "On this page"));
    CHECK(find_fault(text) == NULL);
    tear_down(&fixture);
}

static void frame_of_a_page(void)
{
    struct fixture fixture;
    set_up(&fixture);
    document_add_section(&fixture.document, "summary", "Summary", "index", true);
    document_add_section(&fixture.document, "power", "Power", "nodes", true);
    document_add_section(&fixture.document, "data", "Data and its quality", "data", true);
    document_add_section(&fixture.document, "definitions", "Definitions", "data", false);
    const char *text = page(&fixture, "data.html");
    CHECK(strncmp(text, "<!doctype html>\n<html lang=\"en\" class=\"light-or-dark\">", 52) == 0);
    CHECK(strstr(text, "<title>Data – Job 7</title>"));
    CHECK(strstr(text, "content=\"default-src 'none'; img-src 'self'; style-src 'self'; base-uri "
                       "'none'; form-action 'none'\""));
    CHECK(strstr(text, "<a class=\"skip\" href=\"#page_content\">"));
    CHECK(strstr(text, "<main id=\"page_content\">\n<h1>Data</h1>"));
    CHECK(strstr(text, "<a href=\"nodes.html\">Nodes</a>"));
    CHECK(strstr(text, "<a href=\"data.html\" aria-current=\"page\">Data</a>"));
    CHECK(strstr(text, "<a href=\"job-report-7.pdf\">PDF</a>"));
    CHECK(strstr(text, "<time datetime=\"2020-09-13T12:26:40Z\">2020-09-13 12:26"));
    CHECK(strstr(text, "by jobreport 0.1<"));
    CHECK_INT(count_of(text, "<a href=\"#definitions\">Definitions</a>"), 2);
    CHECK_INT(count_of(text, "<h1"), 1);
    CHECK(!strstr(text, "Power") && !strstr(text, "style=") && !strstr(text, "<script"));
    CHECK(find_fault(text) == NULL);
    text = written(&fixture, "index.html");
    CHECK(strstr(text, "<h1>Job 7</h1>"));
    CHECK(strstr(text, "<h2 id=\"summary_heading\" class=\"unseen\">Summary</h2>"));
    CHECK(strstr(written(&fixture, "nodes.html"), "<h2 id=\"power_heading\">Power</h2>"));
    CHECK(strstr(written(&fixture, "assets/report.css"), ":root"));
    tear_down(&fixture);
}

static void hostile_text_stays_text_everywhere(void)
{
    struct fixture fixture;
    set_up(&fixture);
    fixture.document.title = fixture.document.subtitle = HOSTILE;
    fixture.document.period = fixture.document.program = HOSTILE;
    add_one_of_each(&fixture, HOSTILE);
    fixture.document.sections[1].title = HOSTILE;
    const char *text = page(&fixture, "index.html");
    CHECK(!strstr(text, "<script") && !strstr(text, "\"onload"));
    CHECK(!strstr(text, "=\"javascript:"));
    CHECK_INT(count_of(text, "</title>"), 1);
    CHECK(count_of(text, "&lt;script&gt;") > 25);
    CHECK(find_fault(text) == NULL);
    tear_down(&fixture);
}

static void bytes_that_are_no_text_are_replaced(void)
{
    struct fixture fixture;
    set_up(&fixture);
    add_one_of_each(&fixture, "a\xff\n\x01\xe2\x80\xae"
                              "b");
    fixture.document.title = "a\xff\n\x01\xe2\x80\xae"
                             "b";
    const char *text = page(&fixture, "index.html");
    CHECK(!strchr(text, '\xff') && !strchr(text, '\x01') && !strstr(text, "\xe2\x80\xae"));
    CHECK(strstr(text, "<h1>a\xef\xbf\xbd"));
    tear_down(&fixture);
}

static void long_names_go_through(void)
{
    struct fixture fixture;
    set_up(&fixture);
    char *name = arena_alloc(&fixture.arena, 10001);
    memset(name, 'n', 10000);
    add_one_of_each(&fixture, name);
    CHECK(count_of(page(&fixture, "index.html"), name) > 15);
    tear_down(&fixture);
}

static void hostile_addresses_stay_beside_the_page(void)
{
    struct fixture fixture;
    set_up(&fixture);
    fixture.document.pdf_name = "javascript:alert('1')\"><b>ü";
    struct table_view *view = make_table(&fixture, 2, 1, "1");
    view->source = "data/a b\".csv";
    add_table(&fixture, view);
    const char *text = page(&fixture, "index.html");
    CHECK(strstr(text, "href=\"javascript%3Aalert%28%271%27%29%22%3E%3Cb%3E%C3%BC\""));
    CHECK(strstr(text, "href=\"data/a%20b%22.csv\""));
    tear_down(&fixture);
}

static void figure_has_pictures_for_light_and_dark(void)
{
    struct fixture fixture;
    set_up(&fixture);
    add_figure(&fixture, "load", make_figure(&fixture, "load_all"));
    add_figure(&fixture, "load", make_figure(&fixture, "load_nodes"));
    const char *text = page(&fixture, "index.html");
    CHECK(strstr(text, "<figure id=\"figure_load_all\">"));
    CHECK(strstr(text, "<source srcset=\"plots/load_all-dark.png\" media=\"screen and "
                       "(prefers-color-scheme: dark)\">"));
    CHECK(strstr(text, "<img src=\"plots/load_all.png\" width=\"720\" height=\""));
    CHECK(strstr(text, "alt=\"CPU load: mean 2, max 3.\">"));
    CHECK(strstr(text, "alt=\"CPU load: mean 2, max 3.\" loading=\"lazy\">"));
    CHECK(strstr(text, ">A caption.</p>"));
    CHECK(strstr(text, "<a href=\"plots/load_all.png\">PNG</a>"));
    CHECK(strstr(text, "<a href=\"figures/load_nodes.json\">JSON</a>"));
    CHECK(!strstr(text, ".svg") && !strstr(text, "series.csv"));
    CHECK(find_fault(text) == NULL);
    tear_down(&fixture);
}

static void figure_shows_the_format_there_is(void)
{
    struct fixture fixture;
    set_up(&fixture);
    add_figure(&fixture, "load", make_figure(&fixture, "load"));
    fixture.request.with_png = fixture.request.with_dark_png = false;
    fixture.request.with_svg = true;
    const char *text = page(&fixture, "index.html");
    CHECK(strstr(text, "<img src=\"plots/load.svg\""));
    CHECK(strstr(text, "class=\"light\""));
    CHECK(!strstr(text, ".png"));
    fixture.request.with_svg = false;
    text = page(&fixture, "index.html");
    CHECK(!strstr(text, "<img") && strstr(text, "CPU load: mean 2, max 3."));
    fixture.request.with_png = fixture.request.with_svg = fixture.request.dark = true;
    text = page(&fixture, "index.html");
    CHECK(strstr(text, "class=\"dark\"") && !strstr(text, "<source"));
    CHECK(strstr(text, ">PNG</a>") && strstr(text, ">SVG</a>"));
    tear_down(&fixture);
}

static void figure_that_stands_twice_is_one_target(void)
{
    struct fixture fixture;
    set_up(&fixture);
    const struct figure *figure = make_figure(&fixture, "load");
    add_figure(&fixture, "load", figure);
    add_figure(&fixture, "again", figure);
    CHECK_INT(count_of(page(&fixture, "index.html"), "id=\"figure_load\""), 1);
    tear_down(&fixture);
}

static void files_that_exist_are_named(void)
{
    struct fixture fixture;
    struct tables tables;
    set_up(&fixture);
    tables_init(&tables, &fixture.arena);
    struct table *series = tables_get(&tables, "series");
    table_put_text(series, "cpu_load");
    table_put_text(series, "*");
    table_put_number(series, 0);
    table_put_number(series, 1);
    fixture.request.tables = &tables;
    add_figure(&fixture, "load", make_figure(&fixture, "load"));
    const char *text = page(&fixture, "index.html");
    CHECK_INT(count_of(text, "<a href=\"data/series.csv\">series.csv</a>"), 2);
    CHECK(strstr(text, "<a href=\"data/manifest.json\">manifest.json</a>"));
    CHECK(!strstr(text, "bands.csv"));
    tear_down(&fixture);
}

static void small_figure_is_drawn_in_the_page(void)
{
    struct fixture fixture;
    set_up(&fixture);
    const struct figure *figure = make_figure(&fixture, "load");
    add_small(&fixture, "summary", figure);
    document_add_section(&fixture.document, "load", "Load", "nodes", true);
    add_figure(&fixture, "load", figure);
    const char *text = page(&fixture, "index.html");
    CHECK(strstr(text, "<a href=\"nodes.html#figure_load\">CPU load</a>"));
    CHECK(strstr(text, "mean 2 · max 3"));
    CHECK(strstr(text, "role=\"img\" aria-label=\"CPU load: mean 2, max 3.\""));
    /* 0 … 180 s lie at 126 … 1950, 0 … 5 at 1010 … 70; the missing value interrupts both. */
    CHECK(strstr(text, "<path class=\"area outer\" d=\"M126 634L734 258L734 446L126 822Z"));
    CHECK(strstr(text, "<path class=\"line accent\" d=\"M126 822L734 446M1950 634\"/>"));
    CHECK(strstr(text, "<text class=\"last\" x=\"1990\" y=\"666\">2"));
    CHECK(!strstr(text, "<img"));
    CHECK(find_fault(text) == NULL);
    tear_down(&fixture);
}

static void small_figure_of_cells_is_its_picture(void)
{
    struct fixture fixture;
    set_up(&fixture);
    struct figure *figure = (struct figure *)make_figure(&fixture, "load");
    figure->panels[0].marks[0].kind = MARK_CELLS;
    add_small(&fixture, "summary", figure);
    const char *text = page(&fixture, "index.html");
    CHECK(strstr(text, "<a href=\"plots/load.png\">CPU load</a>"));
    CHECK(strstr(text, "<img src=\"plots/load.png\"") && !strstr(text, "<svg"));
    figure->panels[0].message = "no samples";
    text = page(&fixture, "index.html");
    CHECK(strstr(text, "<p class=\"message\">no samples</p>") && !strstr(text, "<img"));
    figure->panel_count = 0;
    CHECK(strstr(page(&fixture, "index.html"), "<img src=\"plots/load.png\""));
    tear_down(&fixture);
}

static void many_points_cost_no_more_than_their_columns(void)
{
    enum { POINTS = 100000 };
    struct fixture fixture;
    set_up(&fixture);
    struct figure *figure = (struct figure *)make_figure(&fixture, "load");
    double *x = arena_alloc_array(&fixture.arena, POINTS, sizeof *x);
    double *y = arena_alloc_array(&fixture.arena, POINTS, sizeof *y);
    for (size_t i = 0; i < POINTS; i++) {
        x[i] = (double)i * 180 / POINTS;
        y[i] = i == 50000 ? 5 : i % 7 < 3 ? 1 : 2;
    }
    for (int k = 0; k < 2; k++) {
        figure->panels[0].marks[k].count = POINTS;
        figure->panels[0].marks[k].x = figure->panels[0].marks[k].y2 = x;
        figure->panels[0].marks[k].y = y;
    }
    add_small(&fixture, "summary", figure);
    const char *text = page(&fixture, "index.html");
    CHECK(strlen(text) < 20000);
    CHECK(strstr(text, " 70L")); /* the peak is kept */
    tear_down(&fixture);
}

static void findings_have_a_shape_a_word_and_a_link(void)
{
    struct fixture fixture;
    set_up(&fixture);
    add_one_of_each(&fixture, "text");
    const char *text = page(&fixture, "index.html");
    static const char *const words[] = {"Problem", "Warning", "Note", "Good"};
    for (size_t i = 0; i < 4; i++)
        CHECK(count_of(text, words[i]) == 1);
    CHECK_INT(count_of(text, "<circle class=\"ring\""), 1);
    CHECK_INT(count_of(text, "<p class=\"see\"><a href=\"#load\">load</a></p>"), 2);
    CHECK_INT(count_of(text, "<p class=\"advice\">"), 1);
    tear_down(&fixture);
}

static void table_names_its_rows_and_columns(void)
{
    struct fixture fixture;
    set_up(&fixture);
    struct table_view *view = make_table(&fixture, 2, 2, "1.0");
    view->cells[0] = "n1";
    view->cells[2] = "all";
    view->last_row_is_total = true;
    view->left_out = 1234;
    view->source = "data/node_metrics.csv";
    add_table(&fixture, view);
    const char *text = page(&fixture, "index.html");
    CHECK(
        strstr(text, "<th scope=\"col\">node</th><th scope=\"col\" class=\"number\">mean, W</th>"));
    CHECK(strstr(text, "<tr><th scope=\"row\">n1</th><td class=\"number\">1.0</td></tr>"));
    CHECK(strstr(text, "<tr class=\"total\"><th scope=\"row\">all</th>"));
    CHECK(strstr(text, "1,234 more rows not shown · <a href=\"data/node_metrics.csv\">"));
    CHECK(strstr(text, "role=\"group\" aria-label=\"summary\" tabindex=\"0\""));
    CHECK(!strstr(text, "<caption>"));
    tear_down(&fixture);
}

static void table_without_rows_or_with_one(void)
{
    struct fixture fixture;
    set_up(&fixture);
    add_table(&fixture, make_table(&fixture, 2, 0, ""));
    struct table_view *view = make_table(&fixture, 1, 1, "only");
    view->left_out = 1;
    view->caption = "All nodes";
    add_table(&fixture, view);
    const char *text = page(&fixture, "index.html");
    CHECK(strstr(text, "<tbody>\n</tbody>"));
    CHECK(strstr(text, "<caption>All nodes</caption>"));
    CHECK(strstr(text, "1 more row not shown"));
    CHECK(find_fault(text) == NULL);
    tear_down(&fixture);
}

static void pages_are_the_same_each_time(void)
{
    struct fixture fixture;
    set_up(&fixture);
    add_one_of_each(&fixture, "text");
    const char *first = arena_text(&fixture.arena, page(&fixture, "index.html"));
    CHECK_TEXT(page(&fixture, "index.html"), first);
    tear_down(&fixture);
}

static void templates_of_the_user_come_first(void)
{
    struct fixture fixture;
    set_up(&fixture);
    const char *own = path_join(&fixture.arena, fixture.scratch, "own");
    const char *directories[] = {own, "templates"};
    static const char paragraph[] =
        "{{%AUTOESCAPE context=\"HTML\"}}\n<p class=\"own\">{{TEXT}}</p>";
    CHECK(path_make_directory(own, &fixture.error));
    CHECK(path_write(path_join(&fixture.arena, own, "paragraph.tpl"), paragraph,
                     sizeof paragraph - 1, &fixture.error));
    CHECK(path_write(path_join(&fixture.arena, own, "report.css"), "p{}", 3, &fixture.error));
    fixture.request.template_directories = directories;
    fixture.request.template_directory_count = 2;
    add_one_of_each(&fixture, "text");
    CHECK(strstr(page(&fixture, "index.html"), "<p class=\"own\">text</p>"));
    CHECK_TEXT(written(&fixture, "assets/report.css"), "p{}");
    CHECK(path_write(path_join(&fixture.arena, own, "paragraph.tpl"), "<p>", 3, &fixture.error));
    CHECK(strstr(page(&fixture, "index.html"), "/own/paragraph.tpl:1: a template begins with"));
    tear_down(&fixture);
}

static void page_that_cannot_be_written_is_an_error(void)
{
    struct fixture fixture;
    set_up(&fixture);
    const char *blocked = path_join(&fixture.arena, fixture.scratch, "index.html");
    CHECK(path_make_directory(blocked, &fixture.error));
    CHECK(!html_write(&fixture.request, &fixture.error));
    CHECK_INT(fixture.error.kind, ERROR_OUTPUT);
    CHECK(strstr(fixture.error.text, "index.html"));
    tear_down(&fixture);
}

static double now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void large_document_is_quick(void)
{
    struct fixture fixture;
    set_up(&fixture);
    for (int i = 0; i < 60; i++)
        add_figure(&fixture, "load",
                   make_figure(&fixture, arena_format(&fixture.arena, "figure_%d", i)));
    add_table(&fixture, make_table(&fixture, 8, 1000, "123.45"));
    double start = now_ms(), took;
    CHECK(html_write(&fixture.request, &fixture.error));
    took = now_ms() - start;
    printf("  60 figures, 1,000 rows: %.1f ms\n", took);
    CHECK(took < 500); /* room for sanitizers and busy machines; 20 ms are wanted */
    tear_down(&fixture);
}

CHECK_MAIN(TEST(empty_document_is_a_page), TEST(frame_of_a_page),
           TEST(hostile_text_stays_text_everywhere), TEST(bytes_that_are_no_text_are_replaced),
           TEST(long_names_go_through), TEST(hostile_addresses_stay_beside_the_page),
           TEST(figure_has_pictures_for_light_and_dark), TEST(figure_shows_the_format_there_is),
           TEST(figure_that_stands_twice_is_one_target), TEST(files_that_exist_are_named),
           TEST(small_figure_is_drawn_in_the_page), TEST(small_figure_of_cells_is_its_picture),
           TEST(many_points_cost_no_more_than_their_columns),
           TEST(findings_have_a_shape_a_word_and_a_link), TEST(table_names_its_rows_and_columns),
           TEST(table_without_rows_or_with_one), TEST(pages_are_the_same_each_time),
           TEST(templates_of_the_user_come_first), TEST(page_that_cannot_be_written_is_an_error),
           TEST(large_document_is_quick))
