/* Nodes whose samples stop for good while those of others go on. */
#include "analysis/findings/rule_finding.h"
#include "analysis/findings/silences.h"
#include "util/count_text.h"

/* "2 others have them"; "4 GPUs have them" where no other node has. */
static const char *others_text(const struct findings *findings, const struct silences *silences)
{
    size_t count = silences->others;
    const char *what = count == 1 ? "other" : "others";
    if (!count && silences->is_gpu) {
        count = silences->other_nodes;
        what = count == 1 ? "node" : "nodes";
    } else if (!count) {
        count = silences->other_gpus;
        what = count == 1 ? "GPU" : "GPUs";
    }
    return arena_format(findings->arena, "%s %s %s them", COUNT_TEXT(count), what,
                        count == 1 ? "has" : "have");
}

static void add_silence(struct findings *findings, const struct silences *silences)
{
    double interval_s = findings->request->signals->grid.step;
    double share = (silences->end + interval_s - silences->from) /
                   (findings->time.end + interval_s - findings->time.start);
    struct rule_finding made = rule_begin(findings, "nodes.samples-stop");
    rule_text(&made, "node", finding_name(findings, silences->node));
    rule_text(&made, "others", others_text(findings, silences));
    rule_number(&made, "from", silences->from);
    rule_number(&made, "share", share);
    rule_number(&made, "count", (double)silences->count);
    rule_number(&made, "more", (double)silences->count - 1);
    made.variant = silences->is_gpu ? "GPUs" : "nodes";
    made.level = RULE_WARN;
    made.threshold = 0;
    made.finding.unit = made.variant;
    made.finding.clue = FINDING_CLUE_NODE;
    made.finding.clue_about = finding_name(findings, silences->node);
    rule_add(&made);
}

void findings_of_silences(struct findings *findings)
{
    if (findings->silences->count)
        add_silence(findings, findings->silences);
}
