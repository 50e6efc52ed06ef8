/* waiting: why tasks that have not started wait, by the attribute `reason`, whose words are those
 * of Slurm ("Job Reasons" of its documentation). */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "analysis/analysis.h"
#include "analysis/tasks/group_index.h"
#include "table/rows.h"
#include "util/list.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

static bool begins_with(const char *text, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strncasecmp(text, words[i], strlen(words[i])) == 0)
            return true;
    return false;
}

/* never: not as it is requested; limit: while others use up what the account or QOS may have; held:
 * until somebody releases it; queue: for its turn. */
static const char *hold_of(const char *reason)
{
    static const char *const never[] = {"DependencyNeverSatisfied",
                                        "BadConstraints",
                                        "PartitionNodeLimit",
                                        "PartitionTimeLimit",
                                        "PartitionConfig",
                                        "AccountNotAllowed",
                                        "QOSNotAllowed",
                                        "InvalidAccount",
                                        "InvalidQOS",
                                        "ReservationDeleted",
                                        "DeadLine",
                                        "MaxMemPerLimit",
                                        "QOSMin"};
    static const char *const limits[] = {"AssocGrp",         "AssocMax",     "Association",
                                         "QOSGrp",           "QOSMax",       "QOSJobLimit",
                                         "QOSResourceLimit", "QOSTimeLimit", "QOSUsageThreshold",
                                         "AccountingPolicy"};
    static const char *const held[] = {"JobHeld", "JobHoldMaxRequeue", "BurstBufferOperation",
                                       "launch failed requeued held",
                                       "launch_failed_requeued_held"};
    /* MaxCpuPerAccount and the like are of the QOS, too. */
    bool limited =
        begins_with(reason, limits, COUNT_OF(limits)) || strcasestr(reason, "PerAccount");
    bool of_job = strcasestr(reason, "PerJob") || strcasestr(reason, "PerNode");
    if (begins_with(reason, never, COUNT_OF(never)) || (limited && of_job))
        return "never";
    if (limited)
        return "limit";
    return begins_with(reason, held, COUNT_OF(held)) ? "held" : "queue";
}

struct tally {
    struct group_index index; /* of kind × text of the reason */
    LIST_OF(size_t) tasks;
};

static bool waits(const struct records_block *block, size_t row)
{
    return task_outcome_of(block, row) == OUTCOME_UNFINISHED && !task_is_attempt(block, row);
}

static void count_tasks(struct tally *tally, const struct task_groups *groups, int column)
{
    for (struct grouped_record at = task_records(groups); task_records_next(&at);) {
        if (!waits(at.block, at.row))
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
        struct table *table = tables_get(tables, "waiting");
        const char *reason = records_text(groups->records, key.task);
        struct waiting_row row = waiting_row_missing();
        row.task = groups->kinds[key.step].task;
        row.reason = reason;
        row.hold = reason ? hold_of(reason) : "queue";
        row.tasks = (double)tally.tasks.items[i];
        waiting_row_put(table, &row);
    }
    group_index_release(&tally.index);
    free(tally.tasks.items);
}

const struct analysis analysis_waiting = {"waiting", run};
