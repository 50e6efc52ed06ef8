/* Processors of all nodes at a far lower clock than otherwise. */
#include <math.h>

#include "analysis/findings/finding.h"

static const double MUCH = 0.1, SLOW = 0.6; /* of the run; of the usual clock */

void findings_of_throttling(struct findings *findings)
{
    const struct table *clocks = tables_find(findings->tables, "slow_clocks");
    double length_s = findings->time.end - findings->time.start;
    struct phase_sums sums = finding_sum_phases(clocks);
    if (!clocks || !(sums.total_s >= MUCH * length_s))
        return;
    const char *metric = table_texts(clocks, "metric")[0];
    double slow = table_numbers(clocks, "clock_Hz")[sums.longest];
    double usual = table_numbers(clocks, "usual_Hz")[0];
    finding_add(findings, (struct finding){
                              .weight = 89,
                              .level = "warn",
                              .section = metric,
                              .text = arena_format(findings->arena,
                                                   "The CPU clock%s was %s %s, %s below the %s "
                                                   "otherwise, under the same load: throttled.",
                                                   finding_number(findings, metric, "nodes") > 1
                                                       ? " of all nodes"
                                                       : "",
                                                   finding_quantity(findings, slow, "Hz"),
                                                   finding_phases_span(findings, clocks, &sums),
                                                   finding_percent(findings, 1 - slow / usual),
                                                   finding_quantity(findings, usual, "Hz")),
                              .value = slow / usual,
                              .unit = "",
                              .threshold = SLOW,
                              .advice = "ask the administrators about power limits and cooling",
                          });
}
