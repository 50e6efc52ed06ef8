/* rejects: the records that were set aside, as far as they were kept. not_shown: what was read and
 * has no place in a report. assumptions: what it was taken for. */
#include "analysis/analysis.h"
#include "table/rows.h"
#include "util/number.h"

static void put_reject(struct table *table, const struct diagnostic *reject,
                       const struct short_paths *names)
{
    uint64_t line = reject->place.line, offset = reject->place.offset;
    struct rejects_row row = rejects_row_missing();
    row.input = short_paths_get(names, reject->place.input);
    row.line = line ? (double)line : NUMBER_MISSING;
    row.offset = line == 1 || offset ? (double)offset : NUMBER_MISSING;
    row.reason = reject->reason;
    row.text = reject->text;
    rejects_row_put(table, &row);
}

static void put_omission(struct table *table, const struct diagnostic *omission,
                         const struct short_paths *names)
{
    struct not_shown_row row = not_shown_row_missing();
    row.input = short_paths_get(names, omission->place.input);
    row.count = (double)omission->omitted;
    row.what = omission->reason;
    not_shown_row_put(table, &row);
}

static void put_assumption(struct table *table, const struct diagnostic *assumption,
                           const struct short_paths *names)
{
    struct assumptions_row row = assumptions_row_missing();
    row.input = short_paths_get(names, assumption->place.input);
    row.what = assumption->reason;
    assumptions_row_put(table, &row);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    size_t count = diagnostics_count(request->diagnostics);
    for (size_t i = 0; i < count; i++) {
        const struct diagnostic *diagnostic = diagnostics_at(request->diagnostics, i);
        if (diagnostic->level == DIAGNOSTIC_REJECT)
            put_reject(tables_get(tables, "rejects"), diagnostic, request->input_names);
        else if (diagnostic->level == DIAGNOSTIC_ASSUMPTION)
            put_assumption(tables_get(tables, "assumptions"), diagnostic, request->input_names);
        else
            put_omission(tables_get(tables, "not_shown"), diagnostic, request->input_names);
    }
}

const struct analysis analysis_rejects = {"rejects", run};
