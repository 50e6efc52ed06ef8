#include "page/content/figure_sections.h"

#include <string.h>

#include "page/content/page_parts.h"
#include "page/content/table_view.h"
#include "util/quantity.h"
#include "util/texts.h"

enum { LONGEST_HEADING = 60 };

static const struct {
    const char *section, *page;
} pages_of_sections[] = {
    {"GPU", "gpu"},
    {"Compute rates", "counters"},
    {"Counters", "counters"},
    {"Roofline", "counters"},
};

const char *figure_page(const struct figure *figure)
{
    if (figure->page)
        return figure->page;
    for (size_t i = 0; i < sizeof pages_of_sections / sizeof pages_of_sections[0]; i++)
        if (figure->section && strcmp(figure->section, pages_of_sections[i].section) == 0)
            return pages_of_sections[i].page;
    return figure->table ? "tasks" : "nodes";
}

static bool is_on(const struct figure *figure, const char *page)
{
    return strcmp(figure_page(figure), page) == 0;
}

static bool same_section(const struct figure *left, const struct figure *right)
{
    return strcmp(left->section ? left->section : "", right->section ? right->section : "") == 0;
}

static bool is_first(const struct figures *figures, const char *page, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (is_on(&figures->items[i], page) &&
            same_section(&figures->items[i], &figures->items[index]))
            return false;
    return true;
}

static void add_undrawn(const struct figures *figures, const struct figure *first,
                        struct document *document, struct section *section)
{
    const char *name = first->section ? first->section : "";
    for (size_t i = 0; i < figures->undrawn_count; i++) {
        const struct undrawn_metrics *undrawn = &figures->undrawn[i];
        char count[32];
        if (!undrawn->count || strcmp(undrawn->section, name) != 0)
            continue;
        quantity_format_fixed((double)undrawn->count, 0, count, sizeof count);
        section_add_paragraph(document, section,
                              "%s more %s not drawn: a section has at most %d figures of metrics "
                              "without a chart definition. data/job_metrics.csv has their means "
                              "and quantiles.",
                              count, undrawn->count == 1 ? "metric is" : "metrics are",
                              FIGURES_OPEN_MOST);
    }
}

/* Whether a figure of the page before that one says the same. */
static bool is_said(const struct figures *figures, const char *page, const struct figure *figure)
{
    for (const struct figure *other = figures->items; other < figure; other++)
        if (is_on(other, page) && texts_equal(other->numbers_at, figure->numbers_at))
            return true;
    return false;
}

/* Once on the page; the section holds figures only. */
static void add_where_numbers_are(const struct figures *figures, const char *page,
                                  struct document *document, struct section *section)
{
    const char *text = NULL;
    for (size_t i = 0; i < section->block_count; i++) {
        const struct figure *figure = section->blocks[i].figure;
        if (figure->numbers_at && !is_said(figures, page, figure))
            text = text ? arena_format(document->arena, "%s %s", text, figure->numbers_at)
                        : figure->numbers_at;
    }
    if (text)
        section_add_paragraph(document, section, "%s", text);
}

static void add_section(const struct figures *figures, const char *page, size_t first,
                        bool starts_page, struct document *document)
{
    const char *title = figures->items[first].section;
    if (!title || !*title)
        title = "Other charts";
    struct section *section =
        document_add_section(document, figure_section_id(document->arena, title),
                             plain_text(document->arena, title, LONGEST_HEADING), page,
                             starts_page);
    for (size_t i = first; i < figures->count; i++)
        if (is_on(&figures->items[i], page) &&
            same_section(&figures->items[i], &figures->items[first]))
            section_add_block(document, section, BLOCK_FIGURE)->figure = &figures->items[i];
    add_where_numbers_are(figures, page, document, section);
    add_undrawn(figures, &figures->items[first], document, section);
}

/* Metrics on which nothing happened: a row each, in the order in which their figures would stand.
 */
static void add_still(const struct figures *figures, const char *page, bool starts_page,
                      struct document *document)
{
    struct arena *arena = document->arena;
    size_t count = 0, row = 0;
    for (size_t i = 0; figures && i < figures->still_count; i++)
        count += is_on(figures->still[i].figure, page);
    if (!count)
        return;
    size_t shown = count < FIGURES_OPEN_MOST ? count : FIGURES_OPEN_MOST;
    struct table_view *view = table_view_new(arena, 3, shown);
    static const char *const heads[] = {"metric", "value", "section"};
    for (size_t i = 0; i < 3; i++)
        table_view_head(view, i, heads[i], CELL_LEFT);
    for (size_t i = 0; row < shown; i++) {
        const struct still_metric *still = &figures->still[i];
        if (!is_on(still->figure, page))
            continue;
        table_view_text(arena, view, row, 0, still->label);
        table_view_text(arena, view, row, 1, still->value);
        table_view_text(arena, view, row++, 2, still->section);
    }
    view->left_out = count - shown;
    view->source = "data/job_metrics.csv";
    struct section *section =
        document_add_section(document, arena_format(arena, "%s-unchanged", page),
                             "Constant metrics", page, starts_page);
    section_add_paragraph(document, section,
                          "Metrics with one value in all samples, or without samples.");
    section_add_table(document, section, view);
}

size_t figure_sections_add(const struct figures *figures, const char *page, bool starts_page,
                           struct document *document)
{
    size_t count = 0;
    for (size_t i = 0; figures && i < figures->count; i++) {
        if (!is_on(&figures->items[i], page) || !is_first(figures, page, i))
            continue;
        add_section(figures, page, i, starts_page && count == 0, document);
        count++;
    }
    add_still(figures, page, starts_page && count == 0, document);
    return count;
}
