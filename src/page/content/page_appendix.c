/* Tables that are too long for their sections, at the end of the report. */
#include "page/content/campaign_tables.h"
#include "page/content/page.h"
#include "table/outcome_words.h"

static void add_appendix(const struct page_request *request, struct document *document)
{
    size_t count;
    const struct placed_table *tables = campaign_tables(true, &count);
    struct section *section = NULL;
    for (size_t i = 0; i < count; i++) {
        const char *heading;
        struct table_view *view =
            table_page_appendix(&tables[i], request, document->arena, &heading);
        if (!view)
            continue;
        if (!section)
            section =
                document_add_section(document, "appendix", "Appendix: task kinds", "tasks", true);
        section_add_subheading(document, section, heading);
        if (tables[i].text)
            section_add_paragraph(document, section, "%s",
                                  outcome_words(request->tables, document->arena, tables[i].text));
        section_add_table(document, section, view);
    }
}

const struct page page_appendix = {"appendix", add_appendix};
