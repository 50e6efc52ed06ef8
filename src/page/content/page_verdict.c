/* How it was judged what bound the run: what was measured of each resource and wait. */
#include "page/content/page_parts.h"
#include "page/content/row_view.h"
#include "table/rows.h"

enum { MOST_BOUNDS = 30 };

static const struct row_view_column columns[] = {
    {SHOWN(bounds, bound), .head = "bound by"},
    {SHOWN(bounds, share)},
    {SHOWN(bounds, needed)},
    {SHOWN(bounds, use_mean)},
    {SHOWN(bounds, measure)},
    {SHOWN(bounds, counted)},
    {SHOWN(bounds, missing)},
};

/* On the page of what was measured first. */
static const char *page_of(const struct tables *tables)
{
    if (job_metrics_rows(tables).rows)
        return "nodes";
    if (tasks_rows(tables).rows)
        return "tasks";
    return trace_rows(tables).rows ? "traces" : "devices";
}

static void add_verdict(const struct page_request *request, struct document *document)
{
    static const struct row_view bounds = {VIEW_OF(bounds, columns)};
    const struct verdict_rows verdict = verdict_rows(request->tables);
    struct table_view *view = row_view_make(&bounds, request, document->arena, MOST_BOUNDS);
    if (!verdict.rows || !view)
        return;
    struct section *section = document_add_section(document, "verdict", "What bound the run",
                                                   page_of(request->tables), false);
    section_add_paragraph(document, section, "%s", verdict.verdict[0]);
    section_add_table(document, section, view);
}

const struct page page_verdict = {"verdict", add_verdict};
