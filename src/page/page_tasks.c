#include <string.h>

#include "page/allocation_view.h"
#include "page/campaign.h"
#include "page/page_parts.h"
#include "page/table_page.h"
#include "util/number.h"

/* What people ask first comes first: what failed, what was requested and not used, what took time.
 */
static const char *const sections[] = {"Attempts",   "Requested and used", "Steps",
                                       "Task kinds", "Over time",          "Memory",
                                       "Efficiency", "Resources"};

/* Where all succeeded there is nothing to draw or list. */
static void add_ends(const struct page_request *request, struct document *document,
                     struct section *section)
{
    struct campaign campaign;
    if (!campaign_make(&campaign, request->tables) || campaign.lost > 0 ||
        campaign.succeeded != campaign.tasks || !(campaign.tasks > 0))
        return;
    bool once = campaign.attempts == campaign.tasks;
    section_add_paragraph(document, section, "%s succeeded%s: no time was lost.",
                          count_text(document->arena, campaign.tasks, "task", "tasks"),
                          once ? " at the first attempt" : "");
}

static void begin_section(const struct page_request *request, struct document *document,
                          struct section *section)
{
    if (strcmp(section->title, "Attempts") == 0)
        add_ends(request, document, section);
}

static void end_section(const struct page_request *request, struct document *document,
                        struct section *section)
{
    if (strcmp(section->title, "Requested and used") == 0)
        allocation_add(request, document, section);
}

static void add_tasks(const struct page_request *request, struct document *document)
{
    struct campaign campaign;
    struct table_page page = {
        .name = "tasks",
        .sections = sections,
        .section_count = sizeof sections / sizeof sections[0],
        .not_drawn = "Not drawn (the records tell nothing of it, or leave nothing to compare):",
        .begin_section = begin_section,
        .end_section = end_section,
    };
    if (!campaign_make(&campaign, request->tables))
        return;
    struct section *section = document_add_section(document, "tasks", "All tasks", "tasks", true);
    section_add_paragraph(document, section, "%s", campaign_sentence(document->arena, &campaign));
    if (number_is_missing(campaign.cpu_h) && campaign.tasks > 0)
        section_add_paragraph(document, section,
                              "The records tell no CPU time: figures of CPU time and efficiency "
                              "are left out.");
    page.tables = campaign_tables(&page.table_count);
    table_page_add(&page, request, document);
}

const struct page page_tasks = {"tasks", add_tasks};
