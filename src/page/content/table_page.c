#include "page/content/table_page.h"

#include <string.h>

#include "page/content/figure_sections.h"
#include "page/content/page_parts.h"

enum { LONGEST_HEADING = 60 };

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

static void add_tables(const struct table_page *page, const struct page_request *request,
                       struct document *document, struct section *section)
{
    for (size_t i = 0; i < page->table_count; i++) {
        const struct placed_table *table = &page->tables[i];
        if (strcmp(table->section, section->title) != 0)
            continue;
        struct table_view *view =
            row_view_make(&table->view, request, document->arena, table->most);
        if (!view)
            continue;
        section_add_subheading(document, section, table->heading);
        if (table->text)
            section_add_paragraph(document, section, "%s", table->text);
        section_add_table(document, section, view);
    }
}

/* What the reader may look for in vain, where the section has anything else; else `elsewhere`
 * collects it. */
static const char *add_left_out(const struct table_page *page, const struct figures *figures,
                                const char *title, struct document *document,
                                struct section *section, const char *elsewhere)
{
    struct arena *arena = document->arena;
    const char *list = section->block_count ? NULL : elsewhere;
    for (size_t i = 0; figures && i < figures->left_out_count; i++) {
        const struct left_out_figure *figure = &figures->left_out[i];
        if (figure->section && strcmp(figure->section, title) == 0 &&
            strcmp(figure->page ? figure->page : "tasks", page->name) == 0)
            list = list ? arena_format(arena, "%s; %s", list, figure->title) : figure->title;
    }
    if (!section->block_count)
        return list;
    if (list)
        section_add_paragraph(document, section, "%s %s.", page->not_drawn, list);
    return elsewhere;
}

/* Other pages may have the same heading. */
static const char *section_id(const struct table_page *page, struct arena *arena, const char *title)
{
    return arena_format(arena, "%s-%s", page->name, figure_section_id(arena, title));
}

static const char *add_section(const struct table_page *page, const struct page_request *request,
                               const char *title, struct document *document, const char *left_out)
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
    left_out = add_left_out(page, request->figures, title, document, section, left_out);
    if (section->block_count == 0)
        document->section_count--;
    return left_out;
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
                               struct document *document)
{
    const struct figures *figures = request->figures;
    for (size_t i = 0; figures && i < figures->count; i++)
        if (is_on(page, &figures->items[i]) && !is_own(page, section_of(&figures->items[i])) &&
            !came_before(page, figures, i))
            add_section(page, request, section_of(&figures->items[i]), document, NULL);
}

void table_page_add(const struct table_page *page, const struct page_request *request,
                    struct document *document)
{
    const char *left_out = NULL;
    for (size_t i = 0; i < page->section_count; i++)
        left_out = add_section(page, request, page->sections[i], document, left_out);
    add_other_sections(page, request, document);
    if (!left_out)
        return;
    struct section *section =
        document_add_section(document, arena_format(document->arena, "%s-left-out", page->name),
                             "Not drawn", page->name, false);
    section_add_paragraph(document, section, "%s %s.", page->not_drawn, left_out);
}
