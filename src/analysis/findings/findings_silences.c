/* Nodes whose samples stop for good while those of others go on. */
#include "analysis/findings/finding.h"
#include "analysis/findings/silences.h"

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
    return arena_format(findings->arena, "%zu %s %s them", count, what,
                        count == 1 ? "has" : "have");
}

static void add_silence(struct findings *findings, const struct silences *silences)
{
    const char *thing = silences->is_gpu ? "GPU" : "node";
    const char *more =
        silences->count == 1
            ? ""
            : arena_format(findings->arena, "; samples of %zu more %s%s stop too",
                           silences->count - 1, thing, silences->count == 2 ? "" : "s");
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
                        others_text(findings, silences), more),
                    .value = (double)silences->count,
                    .unit = arena_format(findings->arena, "%ss", thing),
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
