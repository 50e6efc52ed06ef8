/* Records that were rejected: how many of an input, and why. */
#include <math.h>

#include "analysis/findings/finding.h"
#include "util/utf8.h"

enum { LONGEST_REASON = 80 };

static const double SOME_REJECTED = 0.05, MANY_REJECTED = 0.25; /* of the records of an input */

/* An input, and how much of it was rejected. */
struct loss {
    const char *path; /* NULL: none */
    double rejected, records, share;
    double threshold; /* that the share passed, of more than a single record; else 0 */
};

static struct loss loss_of(const struct findings *findings, const struct read_input *input)
{
    double rejected = (double)diagnostics_rejected(findings->request->diagnostics, input->path);
    double records = input->records + input->rejected;
    struct loss loss = {input->path, rejected, records, rejected / fmax(records, 1), 0};
    if (rejected > 1 && loss.share >= SOME_REJECTED)
        loss.threshold = loss.share >= MANY_REJECTED ? MANY_REJECTED : SOME_REJECTED;
    return loss;
}

static bool is_worse(const struct loss *one, const struct loss *other)
{
    return one->threshold > other->threshold ||
           (one->threshold >= other->threshold && one->rejected > other->rejected);
}

/* A file that could not be read at all is a reject alone, and has no share. */
static struct loss worst_loss(const struct findings *findings)
{
    const struct dataset *dataset = findings->request->dataset;
    struct loss worst = {0};
    for (size_t i = 0; i < dataset->read_count; i++) {
        struct loss loss = loss_of(findings, &dataset->read[i]);
        if (loss.records > 1 && is_worse(&loss, &worst))
            worst = loss;
    }
    return worst;
}

/* "; most frequent reason: not a length of time (815 records)" */
static const char *reason_words(const struct findings *findings, const struct loss *loss)
{
    uint64_t count;
    const char *reason =
        diagnostics_main_reason(findings->request->diagnostics, loss->path, &count);
    if (!reason)
        return "";
    return arena_format(findings->arena, "; %s: %s (%s)",
                        (double)count < loss->rejected ? "most frequent reason" : "reason",
                        utf8_shorten(findings->arena, reason, LONGEST_REASON),
                        finding_quantity(findings, (double)count, ""));
}

static void add_loss(struct findings *findings, const struct loss *loss)
{
    bool is_much = loss->threshold >= MANY_REJECTED, is_notable = loss->threshold > 0;
    const char *name = short_paths_get(findings->request->input_names, loss->path);
    finding_add(
        findings,
        (struct finding){
            .id = "data.records-rejected",
            .weight = is_much      ? 120
                      : is_notable ? 75
                                   : 55,
            .level = is_much      ? "bad"
                     : is_notable ? "warn"
                                  : "note",
            .section = "data",
            .text =
                arena_format(findings->arena, "%s of %s records of %s %s rejected (%s)%s.",
                             finding_quantity(findings, loss->rejected, ""),
                             finding_quantity(findings, loss->records, ""),
                             finding_path(findings, name), loss->rejected > 1 ? "were" : "was",
                             finding_percent(findings, loss->share), reason_words(findings, loss)),
            .value = loss->share,
            .unit = "",
            .threshold = loss->threshold,
            .advice = is_notable ? "correct the file or name its columns with --mapping: the "
                                   "report is of the other records alone"
                                 : "see them on the data page",
        });
}

static void add_all_rejects(struct findings *findings, double rejected, const char *where)
{
    finding_add(findings, (struct finding){
                              .id = "data.few-records-rejected",
                              .weight = 54,
                              .level = "note",
                              .section = "data",
                              .text = arena_format(findings->arena, "%s record%s rejected%s.",
                                                   finding_quantity(findings, rejected, ""),
                                                   rejected == 1 ? " was" : "s were", where),
                              .value = rejected,
                              .unit = "records",
                              .threshold = 0,
                              .advice = "see them on the data page",
                          });
}

void findings_of_rejects(struct findings *findings)
{
    double rejected = (double)diagnostics_rejected(findings->request->diagnostics, NULL);
    struct loss worst = worst_loss(findings);
    if (worst.path)
        add_loss(findings, &worst);
    if (rejected > worst.rejected)
        add_all_rejects(findings, rejected, worst.path ? " in all inputs together" : "");
}
