/* Breaks of a campaign: nothing ran between its periods. */
#include "analysis/findings/finding.h"
#include "util/number.h"

static const double LONG_BREAKS = 0.1; /* of the time from the first period to the last */

/* "from 2026-03-02 04:13 to 2026-03-05 10:10 (3 d 6 h, 45 % of the time)" */
static const char *break_words(const struct findings *findings, const double *first,
                               const double *last, size_t longest, double share)
{
    return arena_format(findings->arena, "%s (%s, %s of the time)",
                        finding_span(findings, last[longest - 1], first[longest]),
                        finding_quantity(findings, first[longest] - last[longest - 1], "s"),
                        finding_percent(findings, share));
}

void findings_of_breaks(struct findings *findings)
{
    const struct table *periods = tables_find(findings->tables, "task_periods");
    const struct table *summary = tables_find(findings->tables, "concurrency_summary");
    if (!periods || !summary || periods->rows < 2 || finding_times_are_apart(findings))
        return;
    const double *first = table_numbers(periods, "first"), *last = table_numbers(periods, "last");
    double idle_s = 0;
    size_t longest = 1;
    for (size_t row = 1; row < periods->rows; row++) {
        idle_s += first[row] - last[row - 1];
        if (first[row] - last[row - 1] > first[longest] - last[longest - 1])
            longest = row;
    }
    double share = idle_s / (last[periods->rows - 1] - first[0]);
    if (!(share >= LONG_BREAKS))
        return;
    bool queue_is_known = !number_is_missing(table_numbers(summary, "waiting_mean")[0]);
    const char *what = queue_is_known ? "No task ran or waited" : "No task ran";
    const char *text =
        periods->rows == 2
            ? arena_format(findings->arena, "%s %s.", what,
                           break_words(findings, first, last, longest, share))
            : arena_format(findings->arena,
                           "%s for %s (%s of the time) in %zu breaks, the longest %s (%s).", what,
                           finding_quantity(findings, idle_s, "s"),
                           finding_percent(findings, share), periods->rows - 1,
                           finding_span(findings, last[longest - 1], first[longest]),
                           finding_quantity(findings, first[longest] - last[longest - 1], "s"));
    finding_add(findings, (struct finding){
                              .id = "tasks.campaign-breaks",
                              .weight = 19,
                              .level = "note",
                              .section = "tasks-over-time",
                              .text = text,
                              .value = share,
                              .unit = "",
                              .threshold = LONG_BREAKS,
                              .advice = "",
                          });
}
