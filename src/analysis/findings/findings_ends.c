/* Inputs that end before their end: what is shown is of a part. */
#include "analysis/findings/rule_finding.h"
#include "util/count_text.h"

enum { MOST_NAMES = 3 };

static enum diagnostic_end end_of(const struct findings *findings, size_t input)
{
    return diagnostics_end_of(findings->request->diagnostics,
                              findings->request->dataset->read[input].path);
}

static size_t count_of(const struct findings *findings, enum diagnostic_end end)
{
    size_t count = 0;
    for (size_t i = 0; i < findings->request->dataset->read_count; i++)
        count += end_of(findings, i) == end;
    return count;
}

bool finding_input_ends_early(const struct findings *findings)
{
    return count_of(findings, DIAGNOSTIC_ENDS_EARLY) > 0;
}

/* "a.gz and b.gz", or how many. */
static const char *inputs_text(const struct findings *findings, enum diagnostic_end end,
                               size_t count)
{
    const struct dataset *dataset = findings->request->dataset;
    const char *names[MOST_NAMES];
    size_t named = 0;
    if (count > MOST_NAMES)
        return arena_format(findings->arena, "%s of %s inputs", COUNT_TEXT(count),
                            COUNT_TEXT(dataset->read_count));
    for (size_t i = 0; i < dataset->read_count; i++)
        if (end_of(findings, i) == end)
            names[named++] = finding_path(findings, short_paths_get(findings->request->input_names,
                                                                    dataset->read[i].path));
    return finding_list(findings, names, named);
}

static void add_ending(struct findings *findings, enum diagnostic_end end, const char *rule)
{
    size_t count = count_of(findings, end);
    struct rule_finding made = rule_begin(findings, rule);
    rule_number(&made, "count", (double)count);
    rule_text(&made, "inputs", inputs_text(findings, end, count));
    made.finding.unit = "inputs";
    rule_add(&made);
}

/* How much is lost is not known: a log that is still written lacks nothing but its last record. */
void findings_of_ends(struct findings *findings)
{
    add_ending(findings, DIAGNOSTIC_ENDS_EARLY, "data.input-cut");
    add_ending(findings, DIAGNOSTIC_ENDS_IN_RECORD, "data.input-ends-in-record");
    add_ending(findings, DIAGNOSTIC_ENDS_UNFINISHED, "data.input-unfinished");
}
