#include "page/content/table_page.h"

#include <string.h>

#include "page/content/figure_sections.h"
#include "page/content/page_parts.h"
#include "table/outcome_words.h"
#include "util/texts.h"

enum { LONGEST_HEADING = 60, MOST_REASONS = 8 };

/* Rows in the appendix, which fill some ten sheets of paper, and in the section of such a table. */
enum { MOST_APPENDIX = 500, MOST_BESIDE = 20 };

static const char *section_of(const struct figure *figure)
{
    return figure->section && *figure->section ? figure->section : "Other charts";
}

static bool is_on(const struct table_page *page, const struct figure *figure)
{
    return strcmp(figure_page(figure), page->name) == 0;
}

static bool is_own(const struct table_page *page, const char *title)
{
    for (size_t i = 0; i < page->section_count; i++)
        if (strcmp(page->sections[i], title) == 0)
            return true;
    return false;
}

static void add_figures(const struct table_page *page, const struct figures *figures,
                        const char *title, struct document *document, struct section *section)
{
    for (size_t i = 0; figures && i < figures->count; i++)
        if (is_on(page, &figures->items[i]) && strcmp(section_of(&figures->items[i]), title) == 0)
            section_add_block(document, section, BLOCK_FIGURE)->figure = &figures->items[i];
}

/* The heading in the appendix; NULL: the table is not for it. */
static const char *appendix_heading(const struct placed_table *table)
{
    if (table->view.table == TABLE_tasks)
        return "Task kinds";
    return table->view.table == TABLE_step_tasks ? "Task kinds by step" : NULL;
}

struct table_view *table_page_appendix(const struct placed_table *table,
                                       const struct page_request *request, struct arena *arena,
                                       const char **heading)
{
    const char *name = table_schema_at(table->view.table)->name;
    const struct table *rows = tables_find(request->tables, name);
    *heading = appendix_heading(table);
    if (!*heading || !rows || rows->rows <= table->most)
        return NULL;
    return row_view_make(&table->view, request, arena, MOST_APPENDIX);
}

static void add_tables(const struct table_page *page, const struct page_request *request,
                       struct document *document, struct section *section)
{
    for (size_t i = 0; i < page->table_count; i++) {
        const struct placed_table *table = &page->tables[i];
        if (strcmp(table->section, section->title) != 0)
            continue;
        const char *heading;
        const struct table_view *whole =
            table_page_appendix(table, request, document->arena, &heading);
        struct table_view *view = row_view_make(&table->view, request, document->arena,
                                                whole ? MOST_BESIDE : table->most);
        if (!view)
            continue;
        section_add_subheading(document, section, table->heading);
        if (table->text)
            section_add_paragraph(document, section, "%s",
                                  outcome_words(request->tables, document->arena, table->text));
        section_add_table(document, section, view);
    }
}

/* Titles of figures that are not drawn, by why; NULL: for want of data. */
struct left_out_list {
    const char *why, *titles;
};
struct left_out_lists {
    struct left_out_list items[MOST_REASONS];
    size_t count;
};

static void add_title(struct left_out_lists *lists, const struct left_out_figure *figure,
                      struct arena *arena)
{
    size_t i = 0;
    while (i < lists->count && !texts_equal(lists->items[i].why, figure->why))
        i++;
    if (i == MOST_REASONS)
        return;
    struct left_out_list *list = &lists->items[i];
    if (i == lists->count)
        lists->items[lists->count++] = (struct left_out_list){figure->why, NULL};
    list->titles = arena_format(arena, "%s%s%s%s", list->titles ? list->titles : "",
                                list->titles ? "; " : "", figure->title, figure->more);
}

static void add_lists(const struct table_page *page, const struct left_out_lists *lists,
                      struct document *document, struct section *section)
{
    for (size_t i = 0; i < lists->count; i++) {
        const struct left_out_list *list = &lists->items[i];
        if (list->why)
            section_add_paragraph(document, section, "Not drawn (%s): %s.", list->why,
                                  list->titles);
        else
            section_add_paragraph(document, section, "%s %s.", page->not_drawn, list->titles);
    }
}

/* What the reader may look for in vain, where the section has anything else; else `elsewhere`
 * collects it. */
static void add_left_out(const struct table_page *page, const struct figures *figures,
                         const char *title, struct document *document, struct section *section,
                         struct left_out_lists *elsewhere)
{
    struct left_out_lists own = {.count = 0};
    struct left_out_lists *lists = section->block_count ? &own : elsewhere;
    for (size_t i = 0; figures && i < figures->left_out_count; i++) {
        const struct left_out_figure *figure = &figures->left_out[i];
        if (figure->section && strcmp(figure->section, title) == 0 &&
            strcmp(figure->page ? figure->page : "tasks", page->name) == 0)
            add_title(lists, figure, document->arena);
    }
    if (section->block_count)
        add_lists(page, &own, document, section);
}

/* Other pages may have the same heading. */
static const char *section_id(const struct table_page *page, struct arena *arena, const char *title)
{
    return arena_format(arena, "%s-%s", page->name, figure_section_id(arena, title));
}

static void add_section(const struct table_page *page, const struct page_request *request,
                        const char *title, struct document *document,
                        struct left_out_lists *left_out)
{
    struct section *section =
        document_add_section(document, section_id(page, document->arena, title),
                             plain_text(document->arena, title, LONGEST_HEADING), page->name,
                             false);
    if (page->begin_section)
        page->begin_section(request, document, section);
    add_figures(page, request->figures, title, document, section);
    add_tables(page, request, document, section);
    if (page->end_section)
        page->end_section(request, document, section);
    add_left_out(page, request->figures, title, document, section, left_out);
    if (section->block_count == 0)
        document->section_count--;
}

static bool came_before(const struct table_page *page, const struct figures *figures, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (is_on(page, &figures->items[i]) &&
            strcmp(section_of(&figures->items[i]), section_of(&figures->items[index])) == 0)
            return true;
    return false;
}

static void add_other_sections(const struct table_page *page, const struct page_request *request,
                               struct document *document, struct left_out_lists *left_out)
{
    const struct figures *figures = request->figures;
    for (size_t i = 0; figures && i < figures->count; i++)
        if (is_on(page, &figures->items[i]) && !is_own(page, section_of(&figures->items[i])) &&
            !came_before(page, figures, i))
            add_section(page, request, section_of(&figures->items[i]), document, left_out);
}

void table_page_add(const struct table_page *page, const struct page_request *request,
                    struct document *document)
{
    struct left_out_lists left_out = {.count = 0};
    for (size_t i = 0; i < page->section_count; i++)
        add_section(page, request, page->sections[i], document, &left_out);
    add_other_sections(page, request, document, &left_out);
    if (!left_out.count)
        return;
    struct section *section =
        document_add_section(document, arena_format(document->arena, "%s-left-out", page->name),
                             "Not drawn", page->name, false);
    add_lists(page, &left_out, document, section);
}
