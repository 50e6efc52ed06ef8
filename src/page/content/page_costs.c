/* What it cost, where prices were given. */
#include "page/content/costs_view.h"
#include "table/rows.h"

static void add_costs(const struct page_request *request, struct document *document)
{
    if (!prices_rows(request->tables).rows || !costs_rows(request->tables).rows)
        return;
    struct section *section =
        document_add_section(document, "costs", "What it cost", "costs", true);
    costs_add(request, document, section);
}

const struct page page_costs = {"costs", add_costs};
