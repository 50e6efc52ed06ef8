#include "analysis/tasks/waiting_rows.h"

#include <string.h>
#include <strings.h>

#include "analysis/tasks/task_outcomes.h"
#include "table/rows.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

static bool begins_with(const char *text, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strncasecmp(text, words[i], strlen(words[i])) == 0)
            return true;
    return false;
}

/* Of words of Slurm ("Job Reasons" of its documentation). never: not as it is requested; limit:
 * while others use up what the account or QOS may have; held: until somebody releases it; nodes:
 * for certain ones that are in use, reserved, drained or down; queue: for its turn. */
const char *task_hold_of(const char *reason)
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
    static const char *const nodes[] = {"ReqNodeNotAvail", "NodeDown", "Nodes required for job are",
                                        "Nodes_required_for_job_are"};
    /* MaxCpuPerAccount and the like are of the QOS, too. */
    bool limited =
        begins_with(reason, limits, COUNT_OF(limits)) || strcasestr(reason, "PerAccount");
    bool of_job = strcasestr(reason, "PerJob") || strcasestr(reason, "PerNode");
    if (begins_with(reason, never, COUNT_OF(never)) || (limited && of_job))
        return "never";
    if (limited)
        return "limit";
    if (begins_with(reason, nodes, COUNT_OF(nodes)))
        return "nodes";
    return begins_with(reason, held, COUNT_OF(held)) ? "held" : "queue";
}

bool task_is_waiting(const struct records_block *block, size_t row)
{
    return task_outcome_of(block, row) == OUTCOME_UNFINISHED && !task_is_attempt(block, row);
}

void waiting_row_put_counted(struct tables *tables, const char *task, const char *reason,
                             size_t tasks)
{
    struct waiting_row row = waiting_row_missing();
    row.task = task;
    row.reason = reason;
    row.hold = reason ? task_hold_of(reason) : "queue";
    row.tasks = (double)tasks;
    waiting_row_put(tables_get(tables, "waiting"), &row);
}
