/* Inputs that end before their end: what is shown is of a part. */
#include "analysis/findings/finding.h"

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
        return arena_format(findings->arena, "%zu of %zu inputs", count, dataset->read_count);
    for (size_t i = 0; i < dataset->read_count; i++)
        if (end_of(findings, i) == end)
            names[named++] = finding_path(findings, short_paths_get(findings->request->input_names,
                                                                    dataset->read[i].path));
    return finding_list(findings, names, named);
}

/* How much is lost is not known: a log that is still written lacks nothing but its last record. */
static const struct ending {
    enum diagnostic_end end;
    const char *id;
    double weight;
    const char *level, *of_one, *of_several, *advice;
} endings[] = {
    {DIAGNOSTIC_ENDS_EARLY, "data.input-cut", 130, "bad",
     "ends early: its rest is lost, and totals are those of a part",
     "end early: their rest is lost, and totals are those of a part",
     "copy or export what was cut again, and make the report of the whole"},
    {DIAGNOSTIC_ENDS_IN_RECORD, "data.input-ends-in-record", 95, "warn",
     "ends in the middle of its last record, which is left out: more may be missing behind it",
     "end in the middle of their last records, which are left out: more may be missing behind them",
     "check whether the file was copied or exported whole"},
    {DIAGNOSTIC_ENDS_UNFINISHED, "data.input-unfinished", 15, "note",
     "ends in the middle of its last record, which is left out",
     "end in the middle of their last records, which are left out",
     "normal while it is being written; else check whether it was copied whole"},
};

static void add_ending(struct findings *findings, const struct ending *ending)
{
    size_t count = count_of(findings, ending->end);
    if (!count)
        return;
    finding_add(findings,
                (struct finding){
                    .id = ending->id,
                    .weight = ending->weight,
                    .level = ending->level,
                    .section = "data",
                    .text = arena_format(findings->arena, "%s %s.",
                                         inputs_text(findings, ending->end, count),
                                         count == 1 ? ending->of_one : ending->of_several),
                    .value = (double)count,
                    .unit = "inputs",
                    .threshold = 0,
                    .advice = ending->advice,
                });
}

void findings_of_ends(struct findings *findings)
{
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        add_ending(findings, &endings[i]);
}
