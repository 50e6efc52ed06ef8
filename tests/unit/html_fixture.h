/* A document made by hand and the pages written from it. */
#ifndef TESTS_UNIT_HTML_FIXTURE_H
#define TESTS_UNIT_HTML_FIXTURE_H

#include <stdlib.h>

#include "check.h"
#include "page/web/html_write.h"
#include "util/arena.h"
#include "util/path.h"
#include "util/strbuf.h"

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

static inline void set_up(struct fixture *fixture)
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

static inline void tear_down(struct fixture *fixture)
{
    strbuf_release(&fixture->text);
    path_remove_tree(fixture->scratch, &fixture->error);
    arena_release(&fixture->arena);
}

static inline const char *written(struct fixture *fixture, const char *name)
{
    const char *path = path_join(&fixture->arena, fixture->scratch, name);
    strbuf_clear(&fixture->text);
    return path_read(path, 1 << 24, &fixture->text, &fixture->error) ? fixture->text.text : "";
}

/* The page after writing all; the error when that failed. */
static inline const char *page(struct fixture *fixture, const char *name)
{
    if (!html_write(&fixture->request, &fixture->error))
        return fixture->error.text;
    return written(fixture, name);
}

static inline struct block *add_block(struct fixture *fixture, const char *section_id,
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

static inline size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        count++;
    return count;
}

/* ---- a figure ------------------------------------------------------------------------------- */

static const double times[] = {0, 60, 120, 180}, values[] = {1, 3, NAN, 2}, tops[] = {2, 4, 5, 3};

static inline const struct figure *make_figure(struct fixture *fixture, const char *id)
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

static inline void add_figure(struct fixture *fixture, const char *section,
                              const struct figure *figure)
{
    add_block(fixture, section, BLOCK_FIGURE)->figure = figure;
}

static inline void add_small(struct fixture *fixture, const char *section,
                             const struct figure *figure)
{
    const struct figure **list = arena_alloc(&fixture->arena, sizeof *list);
    list[0] = figure;
    struct block *block = add_block(fixture, section, BLOCK_MULTIPLES);
    block->multiples = list;
    block->count = 1;
}

/* ---- a table -------------------------------------------------------------------------------- */

static inline struct table_view *make_table(struct fixture *fixture, size_t columns, size_t rows,
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

static inline void add_table(struct fixture *fixture, const struct table_view *view)
{
    add_block(fixture, "summary", BLOCK_TABLE)->table = view;
}

/* ---- one of each ---------------------------------------------------------------------------- */

static inline void add_one_of_each(struct fixture *fixture, const char *text)
{
    struct key_figure *key = arena_alloc(&fixture->arena, sizeof *key);
    struct finding *finding = arena_alloc_array(&fixture->arena, 4, sizeof *finding);
    struct fact *fact = arena_alloc(&fixture->arena, sizeof *fact);
    struct figure *figure = (struct figure *)make_figure(fixture, "load_nodes");
    struct table_view *view = make_table(fixture, 3, 2, text);
    struct block *block = add_block(fixture, "summary", BLOCK_KEY_FIGURES);
    *key = (struct key_figure){text, text, "elapsed", 3600, "s"};
    block->key_figures = key;
    block->count = 1;
    block = add_block(fixture, "summary", BLOCK_FINDINGS);
    static const char *const levels[] = {"bad", "warn", "note", "good"};
    for (size_t i = 0; i < 4; i++)
        finding[i] = (struct finding){.level = levels[i],
                                      .sentence = text,
                                      .advice = i ? NULL : text,
                                      .section = i < 2 ? "load" : NULL,
                                      .figure = i == 1 ? "load_nodes" : NULL};
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

static inline bool is_void(const char *name)
{
    static const char *const names[] = {"meta", "link", "img", "source", "path", "circle"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* Every element that opens closes in its turn; no tag holds a "<". NULL: well. */
static inline const char *find_fault(const char *text)
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

#endif
