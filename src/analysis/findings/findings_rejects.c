/* Records that were rejected: how many of an input, and why. */
#include <math.h>

#include "analysis/findings/rule_finding.h"
#include "table/rows.h"
#include "util/utf8.h"

enum { LONGEST_REASON = 80 };

static const char rule[] = "data.records-rejected";

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
    if (rejected > 1 && loss.share >= finding_limit(findings, rule, "warn"))
        loss.threshold =
            finding_limit(findings, rule,
                          loss.share >= finding_limit(findings, rule, "bad") ? "bad" : "warn");
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

/* Parts keep how many there are, not which. */
static bool is_merged(const struct findings *findings)
{
    return merged_rows(findings->tables).rows > 0;
}

static void add_loss(struct findings *findings, const struct loss *loss)
{
    struct rule_finding made = rule_begin(findings, rule);
    const char *name = short_paths_get(findings->request->input_names, loss->path);
    uint64_t count = 0;
    const char *reason =
        diagnostics_main_reason(findings->request->diagnostics, loss->path, &count);
    rule_number(&made, "rejected", loss->rejected);
    rule_number(&made, "records", loss->records);
    rule_number(&made, "share", loss->share);
    rule_text(&made, "input", finding_path(findings, name));
    if (reason) {
        rule_text(&made, "reason", utf8_shorten(findings->arena, reason, LONGEST_REASON));
        rule_number(&made, "count", (double)count);
        rule_number(&made, "others", loss->rejected - (double)count);
    }
    if (!(loss->threshold > 0))
        made.level = RULE_NOTE;
    made.advice_variant = loss->threshold > 0   ? "many"
                          : is_merged(findings) ? "few, merged"
                                                : "few";
    made.threshold = loss->threshold;
    rule_add(&made);
}

static void add_all_rejects(struct findings *findings, double rejected, bool is_beside_one)
{
    struct rule_finding made = rule_begin(findings, "data.few-records-rejected");
    rule_number(&made, "rejected", rejected);
    rule_number(&made, "in_all", is_beside_one);
    made.advice_variant = is_merged(findings) ? "merged" : "plain";
    made.finding.unit = "records";
    rule_add(&made);
}

void findings_of_rejects(struct findings *findings)
{
    double rejected = (double)diagnostics_rejected(findings->request->diagnostics, NULL);
    struct loss worst = worst_loss(findings);
    if (worst.path)
        add_loss(findings, &worst);
    if (rejected > worst.rejected)
        add_all_rejects(findings, rejected, worst.path);
}
