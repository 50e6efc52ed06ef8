/* tasks: what each kind of task took. */
#include "analysis/analysis.h"
#include "analysis/tasks/task_rows.h"

static void run(const struct analysis_request *request, struct tables *tables)
{
    if (request->tasks)
        task_rows_put(tables, request->tasks);
}

const struct analysis analysis_tasks = {"tasks", run};
