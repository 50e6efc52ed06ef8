/* steps, step_tasks: what each step of the campaign took, and each kind of task in it. */
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/step_rows.h"
#include "analysis/tasks/task_memory.h"

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    if (!groups || !records_has(groups->records, RECORD_STEP_COLUMN))
        return;
    struct summary *memory = task_memory_of_groups(groups, request->jobs);
    step_rows_put(tables, groups, memory);
    free(memory);
}

const struct analysis analysis_steps = {"steps", run};
