#include "page/content/manager_runs_view.h"

#include "page/content/page_parts.h"
#include "page/content/row_view.h"
#include "table/rows.h"

enum { MOST_RUNS = 20 };

static const char *end_cell(const struct row_cell *cell)
{
    return table_numbers(cell->table, cell->column)[cell->row] > 0 ? "yes" : "no";
}

static const struct row_view_column run_columns[] = {
    {SHOWN(manager_runs, input)},
    {SHOWN(manager_runs, run)},
    {SHOWN(manager_runs, start)},
    {SHOWN(manager_runs, end)},
    {SHOWN(manager_runs, has_ended), .cell = end_cell},
    {SHOWN(manager_runs, tasks)},
    {SHOWN(manager_runs, waiting)},
    {SHOWN(manager_runs, running)},
    {SHOWN(manager_runs, libraries), .kind = VIEW_COUNT_ANY},
    {SHOWN(manager_runs, libraries_started), .kind = VIEW_COUNT_ANY},
    {SHOWN(manager_runs, library_failures), .kind = VIEW_COUNT_ANY},
};

static bool are_told(const struct manager_runs_rows *runs)
{
    bool are_odd = runs->rows > 1;
    for (size_t row = 0; row < runs->rows && !are_odd; row++)
        are_odd = !(runs->has_ended[row] > 0) || runs->library_failures[row] > 0;
    return are_odd;
}

void manager_runs_add(const struct page_request *request, struct document *document,
                      struct section *section)
{
    static const struct row_view view = {VIEW_OF(manager_runs, run_columns)};
    const struct manager_runs_rows runs = manager_runs_rows(request->tables);
    if (!are_told(&runs))
        return;
    section_add_subheading(document, section, "Runs of the manager");
    section_add_paragraph(document, section,
                          "As the logs tell them. Without MANAGER END the end is the last line.");
    section_add_table(document, section, row_view_make(&view, request, document->arena, MOST_RUNS));
}
