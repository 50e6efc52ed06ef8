#include "page/campaign.h"
#include "page/page_parts.h"
#include "page/page_summary.h"
#include "page/trace_run.h"

enum { MOST_STEPS = 8, MOST_KINDS = 8, MOST_FUNCTIONS = 8 };

void summary_add_campaign(const struct page_request *request, struct document *document,
                          struct section *section)
{
    struct arena *arena = document->arena;
    struct table_view *steps = campaign_steps(request, arena, MOST_STEPS);
    struct table_view *kinds = campaign_kinds(request, arena, MOST_KINDS);
    struct table_view *functions = trace_run_functions(request, arena, MOST_FUNCTIONS);
    bool has_nodes = tables_find(request->tables, "job_metrics") != NULL;
    if (steps && !has_nodes) {
        section_add_subheading(document, section, "By step");
        section_add_table(document, section, steps);
    }
    if (kinds) {
        section_add_subheading(document, section, "By task kind");
        section_add_table(document, section, kinds);
    }
    if (functions) {
        section_add_subheading(document, section, "By function");
        section_add_table(document, section, functions);
    }
}
