/* waiting: why tasks that have not started wait, by the attribute `reason`. */
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/group_index.h"
#include "analysis/tasks/waiting_rows.h"
#include "util/list.h"

struct tally {
    struct group_index index; /* of kind × text of the reason */
    LIST_OF(size_t) tasks;
};

static void count_tasks(struct tally *tally, const struct task_groups *groups, int column)
{
    for (struct grouped_record at = task_records(groups); task_records_next(&at);) {
        if (!task_is_waiting(at.block, at.row))
            continue;
        struct group_key key = {at.kind, records_text_at(at.block, column, at.row)};
        uint32_t number = group_index_add(&tally->index, key);
        list_reach(&tally->tasks, tally->index.count, 0);
        tally->tasks.items[number]++;
    }
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    struct tally tally = {0};
    int column =
        groups ? records_find_attribute(groups->records, "reason", RECORD_TEXT) : RECORDS_NO_COLUMN;
    if (column == RECORDS_NO_COLUMN)
        return;
    count_tasks(&tally, groups, column);
    for (size_t i = 0; i < tally.index.count; i++) {
        struct group_key key = tally.index.keys[i];
        waiting_row_put_counted(tables, groups->kinds[key.step].task,
                                records_text(groups->records, key.task), tally.tasks.items[i]);
    }
    group_index_release(&tally.index);
    free(tally.tasks.items);
}

const struct analysis analysis_waiting = {"waiting", run};
