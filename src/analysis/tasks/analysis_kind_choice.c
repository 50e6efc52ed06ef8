/* kind_choice: what task kinds are, where they are not the names of tasks. */
#include <stdlib.h>

#include "analysis/analysis.h"
#include "table/rows.h"
#include "util/memory.h"

/* Of a kind. */
struct kind_names_count {
    size_t names;
    uint32_t first; /* the name of its first record that has one */
};

/* A name is counted in the first kind in which it appears: those of stems have it alone. */
static struct kind_names_count *count_names(const struct task_groups *groups)
{
    struct kind_names_count *kinds = memory_alloc_array(groups->kind_count + 1, sizeof *kinds);
    uint8_t *seen = memory_alloc_array(groups->records->texts.count + 1, sizeof *seen);
    for (struct grouped_record at = task_records(groups); task_records_next(&at);) {
        uint32_t name = records_text_at(at.block, RECORD_TASK_COLUMN, at.row);
        if (!name || seen[name])
            continue;
        seen[name] = 1;
        struct kind_names_count *kind = &kinds[at.kind];
        kind->first = kind->names++ ? kind->first : name;
    }
    free(seen);
    return kinds;
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    if (!groups || !groups->kind_count || !task_groups_are_renamed(groups))
        return;
    struct kind_names_count *kinds = count_names(groups);
    struct kind_choice_row row = kind_choice_row_missing();
    size_t most = 0;
    for (size_t i = 1; i < groups->kind_count; i++)
        most = kinds[i].names > kinds[most].names ? i : most;
    row.by = groups->choice->what;
    row.chosen_by = groups->choice->by_rule ? "rule" : "option";
    row.names = (double)groups->choice->names;
    row.kinds = (double)groups->kind_count;
    row.kind = groups->kinds[most].task ? groups->kinds[most].task : RECORD_NO_NAME;
    row.kind_names = (double)kinds[most].names;
    row.example = records_text(groups->records, kinds[most].first);
    kind_choice_row_put(tables_at(tables, TABLE_kind_choice), &row);
    free(kinds);
}

const struct analysis analysis_kind_choice = {"kind_choice", run};
