#include "analysis/findings/failing_kind.h"

#include <stdlib.h>

#include "analysis/findings/attempt_rows.h"
#include "analysis/findings/findings_kills.h"
#include "analysis/findings/kind_rows.h"
#include "analysis/findings/rule_finding.h"
#include "analysis/statistics/wilson_interval.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/text_slice.h"

const char failing_kind_rule[] = "attempts.kind-fails";

struct kind_attempts {
    double failed, taken_away, all;
};

/* By the batch system or a node: not the fault of the task. */
static bool were_taken_away(const char *reason)
{
    static const char *const reasons[] = {"requeued", "lost", "node failure"};
    return reason && TEXT_IS_AMONG(reason, reasons);
}

static void add_row(struct kind_attempts *sum, const struct attempts_rows *attempts, size_t row)
{
    double count = attempts->attempts[row];
    sum->all += count;
    if (were_taken_away(attempts->reason[row]))
        sum->taken_away += count;
    else if (attempts_ended(attempts, row, "failed"))
        sum->failed += count;
}

/* By the numbers of findings->kinds; to be freed. */
static struct kind_attempts *sums_of(const struct findings *findings)
{
    const struct attempts_rows attempts = attempts_rows(findings->tables);
    struct kind_attempts *sums = memory_alloc_array(findings->kinds.count + 1, sizeof *sums);
    for (size_t row = 0; row < attempts.rows; row++) {
        const char *kind = attempts.task[row];
        uint32_t number = name_index_find(&findings->kinds, kind ? kind : "");
        if (number != NAME_INDEX_NONE && !attempts_ended(&attempts, row, "unfinished"))
            add_row(&sums[number], &attempts, row);
    }
    return sums;
}

/* Which of their tasks have no result other findings report. */
static bool were_repeated(const struct findings *findings, const char *kind,
                          const struct kind_attempts *sum)
{
    double lost = attempts_or_zero(finding_failed(findings, kind));
    return 2 * lost <= sum->failed + sum->taken_away;
}

/* What of a kind would be said; no attempts where nothing would. */
static struct failing_kind weigh(const struct findings *findings, const char *kind,
                                 const struct kind_attempts *sum)
{
    if (sum->failed < finding_limit(findings, failing_kind_rule, "failures"))
        return (struct failing_kind){0}; /* before anything is looked up: kinds may be many */
    double at_limits = attempts_or_zero(attempts_at_limits(findings, kind));
    double failed = sum->failed - at_limits;
    if (failed < finding_limit(findings, failing_kind_rule, "failures") ||
        wilson_lower(failed, sum->all) < finding_limit(findings, failing_kind_rule, "note") ||
        !were_repeated(findings, kind, sum) || finding_reports_kills(findings, kind))
        return (struct failing_kind){0};
    return (struct failing_kind){.kind = kind,
                                 .failed = failed,
                                 .attempts = sum->all,
                                 .at_limits = at_limits,
                                 .lower = wilson_lower(failed, sum->all)};
}

static void add_others(struct failing_kind *worst, const struct findings *findings,
                       const struct kind_attempts *sums)
{
    for (size_t i = 0; i < findings->kinds.count; i++) {
        worst->others += sums[i].failed;
        worst->of_others += sums[i].all;
    }
    worst->others -= worst->failed + worst->at_limits;
    worst->of_others -= worst->attempts;
}

struct failing_kind finding_failing_kind(const struct findings *findings)
{
    const struct tasks_rows kinds = tasks_rows(findings->tables);
    struct failing_kind worst = {0};
    struct kind_attempts *sums = sums_of(findings);
    double found = 0;
    for (size_t i = 0; i < findings->kinds.count; i++) {
        struct failing_kind weighed = weigh(findings, kinds.task[findings->kind_rows[i]], &sums[i]);
        found += weighed.attempts > 0;
        if (weighed.lower > worst.lower)
            worst = weighed;
    }
    if (found > 0) {
        worst.more = found - 1;
        add_others(&worst, findings, sums);
    }
    free(sums);
    return worst;
}
