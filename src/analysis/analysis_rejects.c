/* rejects: the records that were set aside, as far as they were kept. not_shown: what was read and
 * has no place in a report. assumptions: what it was taken for. */
#include "analysis/analysis.h"
#include "util/number.h"

static void put_reject(struct table *table, const struct diagnostic *reject,
                       const struct short_paths *names)
{
    uint64_t line = reject->place.line, offset = reject->place.offset;
    table_put_text(table, short_paths_get(names, reject->place.input));
    table_put_number(table, line ? (double)line : NUMBER_MISSING);
    table_put_number(table, line == 1 || offset ? (double)offset : NUMBER_MISSING);
    table_put_text(table, reject->reason);
    table_put_text(table, reject->text);
}

static void put_omission(struct table *table, const struct diagnostic *omission,
                         const struct short_paths *names)
{
    table_put_text(table, short_paths_get(names, omission->place.input));
    table_put_number(table, (double)omission->omitted);
    table_put_text(table, omission->reason);
}

static void put_assumption(struct table *table, const struct diagnostic *assumption,
                           const struct short_paths *names)
{
    table_put_text(table, short_paths_get(names, assumption->place.input));
    table_put_text(table, assumption->reason);
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
