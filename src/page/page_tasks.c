#include <string.h>

#include "page/campaign.h"
#include "page/figure_sections.h"
#include "page/page_parts.h"

enum { LONGEST_HEADING = 60 };

#define NOT_DRAWN "Not drawn, for the records do not tell:"

/* In their order; figures of definitions of a user's own may stand in others, which follow. */
static const char *const own_sections[] = {"Steps",    "Task kinds", "Memory",   "Efficiency",
                                           "Attempts", "Over time",  "Resources"};
enum { OWN_SECTIONS = sizeof own_sections / sizeof own_sections[0] };

static const char *section_of(const struct figure *figure)
{
    return figure->section && *figure->section ? figure->section : "Other charts";
}

static bool is_of_tasks(const struct figure *figure)
{
    return strcmp(figure_page(figure), "tasks") == 0;
}

static bool is_own(const char *title)
{
    for (size_t i = 0; i < OWN_SECTIONS; i++)
        if (strcmp(own_sections[i], title) == 0)
            return true;
    return false;
}

static void add_figures(const struct figures *figures, const char *title, struct document *document,
                        struct section *section)
{
    for (size_t i = 0; figures && i < figures->count; i++)
        if (is_of_tasks(&figures->items[i]) && strcmp(section_of(&figures->items[i]), title) == 0)
            section_add_block(document, section, BLOCK_FIGURE)->figure = &figures->items[i];
}

/* What the reader may look for in vain, where the section has anything else; else `elsewhere`
 * collects it. */
static const char *add_left_out(const struct figures *figures, const char *title,
                                struct document *document, struct section *section,
                                const char *elsewhere)
{
    struct arena *arena = document->arena;
    const char *list = section->block_count ? NULL : elsewhere;
    for (size_t i = 0; figures && i < figures->left_out_count; i++) {
        const struct left_out_figure *figure = &figures->left_out[i];
        if (figure->section && strcmp(figure->section, title) == 0)
            list = list ? arena_format(arena, "%s; %s", list, figure->title) : figure->title;
    }
    if (!section->block_count)
        return list;
    if (list)
        section_add_paragraph(document, section, "%s %s.", NOT_DRAWN, list);
    return elsewhere;
}

/* Figures of nodes may stand under the same heading. */
static const char *section_id(struct arena *arena, const char *title)
{
    return arena_format(arena, "tasks-%s", figure_section_id(arena, title));
}

static const char *add_section(const struct page_request *request, const char *title,
                               struct document *document, const char *left_out)
{
    struct section *section =
        document_add_section(document, section_id(document->arena, title),
                             plain_text(document->arena, title, LONGEST_HEADING), "tasks", false);
    add_figures(request->figures, title, document, section);
    campaign_add_tables(request, document, section);
    left_out = add_left_out(request->figures, title, document, section, left_out);
    if (section->block_count == 0)
        document->section_count--;
    return left_out;
}

static bool came_before(const struct figures *figures, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (is_of_tasks(&figures->items[i]) &&
            strcmp(section_of(&figures->items[i]), section_of(&figures->items[index])) == 0)
            return true;
    return false;
}

static void add_other_sections(const struct page_request *request, struct document *document)
{
    const struct figures *figures = request->figures;
    for (size_t i = 0; figures && i < figures->count; i++)
        if (is_of_tasks(&figures->items[i]) && !is_own(section_of(&figures->items[i])) &&
            !came_before(figures, i))
            add_section(request, section_of(&figures->items[i]), document, NULL);
}

static void add_tasks(const struct page_request *request, struct document *document)
{
    struct campaign campaign;
    if (!campaign_make(&campaign, request->tables))
        return;
    struct section *section = document_add_section(document, "tasks", "All tasks", "tasks", true);
    section_add_paragraph(document, section, "%s", campaign_sentence(document->arena, &campaign));
    const char *left_out = NULL;
    for (size_t i = 0; i < OWN_SECTIONS; i++)
        left_out = add_section(request, own_sections[i], document, left_out);
    add_other_sections(request, document);
    if (!left_out)
        return;
    section = document_add_section(document, "tasks-left-out", "Not told", "tasks", false);
    section_add_paragraph(document, section, "%s %s.", NOT_DRAWN, left_out);
}

const struct page page_tasks = {"tasks", add_tasks};
