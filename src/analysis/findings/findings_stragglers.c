/* One core for which the others of its node wait. */
#include "analysis/findings/rule_finding.h"
#include "table/rows.h"

void findings_of_stragglers(struct findings *findings)
{
    const struct straggling_cores_rows cores = straggling_cores_rows(findings->tables);
    if (!cores.rows)
        return;
    const double *busy = cores.busy;
    const double *others = cores.others_busy;
    size_t row = 0;
    for (size_t i = 1; i < cores.rows; i++)
        row = others[i] / busy[i] < others[row] / busy[row] ? i : row;
    struct rule_finding made = rule_begin(findings, "nodes.straggling-core");
    rule_text(&made, "metric", cores.metric[row]);
    rule_text(&made, "node", finding_name(findings, cores.node[row]));
    rule_text(&made, "core", finding_name(findings, cores.core[row]));
    rule_number(&made, "nodes", (double)cores.rows);
    rule_number(&made, "busy", busy[row]);
    rule_number(&made, "others", cores.others[row]);
    rule_number(&made, "others_busy", others[row]);
    rule_number(&made, "ratio", cores.others_highest[row] / busy[row]);
    made.variant = cores.rows > 1 ? "several nodes" : "one node";
    made.level = RULE_WARN;
    made.finding.explains_low_load = true;
    rule_add(&made);
}
