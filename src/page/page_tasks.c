#include "page/campaign.h"
#include "page/table_page.h"

static const char *const sections[] = {"Steps",    "Task kinds", "Memory",   "Efficiency",
                                       "Attempts", "Over time",  "Resources"};

static void add_tasks(const struct page_request *request, struct document *document)
{
    struct campaign campaign;
    struct table_page page = {
        .name = "tasks",
        .sections = sections,
        .section_count = sizeof sections / sizeof sections[0],
        .not_drawn = "Not drawn, for the records do not tell:",
    };
    if (!campaign_make(&campaign, request->tables))
        return;
    struct section *section = document_add_section(document, "tasks", "All tasks", "tasks", true);
    section_add_paragraph(document, section, "%s", campaign_sentence(document->arena, &campaign));
    page.tables = campaign_tables(&page.table_count);
    table_page_add(&page, request, document);
}

const struct page page_tasks = {"tasks", add_tasks};
