/* Nodes whose samples stop for good while those of others go on. */
#include "analysis/findings/finding.h"
#include "analysis/findings/silences.h"

static void add_silence(struct findings *findings, const struct silences *silences)
{
    const char *more = silences->count == 1
                           ? ""
                           : arena_format(findings->arena, "; samples of %zu more node%s stop too",
                                          silences->count - 1, silences->count == 2 ? "" : "s");
    const char *others =
        silences->others == 1
            ? "1 other has them"
            : arena_format(findings->arena, "%zu others have them", silences->others);
    double interval_s = findings->request->signals->grid.step;
    double share = (silences->end + interval_s - silences->from) /
                   (findings->time.end + interval_s - findings->time.start);
    finding_add(findings,
                (struct finding){
                    .weight = 66,
                    .level = "warn",
                    .section = "data",
                    .text = arena_format(
                        findings->arena,
                        "%s has no samples from %s to the end (%s of the run), while %s%s.",
                        finding_name(findings, silences->node),
                        finding_moment(findings, silences->from), finding_percent(findings, share),
                        others, more),
                    .value = (double)silences->count,
                    .unit = "nodes",
                    .threshold = 0,
                    .advice = "check the node and its collector; totals and energy leave this "
                              "time out",
                    .clue = FINDING_CLUE_NODE,
                    .clue_about = finding_name(findings, silences->node),
                });
}

void findings_of_silences(struct findings *findings)
{
    if (findings->silences->count)
        add_silence(findings, findings->silences);
}
