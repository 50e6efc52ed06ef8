#include "report_making.h"

#include "all_attempts.h"
#include "figure/charts/plotspecs_load.h"
#include "table/model_text.h"
#include "table/rows.h"
#include "util/path.h"
#include "util/texts.h"

bool report_load_specs(struct plotspecs *specs, const struct options *options,
                       const struct environment *environment, struct arena *arena,
                       struct error *error)
{
    if (!plotspecs_load(specs, arena, path_join(arena, environment->resources, "plots"), error))
        return false;
    for (size_t i = 0; i < options->plots.count; i++)
        if (!plotspecs_load(specs, arena, options->plots.items[i], error))
            return error_add_context(error, "--plots");
    return true;
}

/* Tables that say nothing without others, or only what is missing. */
static bool says_nothing_alone(const char *table)
{
    static const char *const names[] = {"findings",     "rejects",      "not_shown",
                                        "assumptions",  "input_times",  "nodes",
                                        "job_metrics",  "node_metrics", "metric_coverage",
                                        "jobs",         "mismatches",   "elapsed_units",
                                        "manager_runs", "verdict",      "bounds",
                                        "resource_use"};
    return TEXT_IS_AMONG(table, names);
}

static bool has_samples(const struct tables *tables)
{
    const struct job_metrics_rows metrics = job_metrics_rows(tables);
    for (size_t row = 0; metrics.rows && row < metrics.rows; row++)
        if (metrics.samples[row] > 0)
            return true;
    return false;
}

bool report_is_usable(const struct tables *tables, bool has_job, const struct options *options,
                      struct error *error)
{
    if (has_job || has_samples(tables))
        return true;
    for (size_t i = 0; i < table_schema_count(); i++) {
        const char *name = table_schema_at(i)->name;
        if (!says_nothing_alone(name) && tables_find(tables, name))
            return true;
    }
    return error_set(error, ERROR_INPUT,
                     "nothing usable found in %s%s: no samples, tasks, events or hardware",
                     options->inputs[0].path,
                     options->input_count > 1 ? " and the other inputs" : "");
}

static void count_findings(const struct tables *tables, struct report_outcome *outcome)
{
    const struct findings_rows findings = findings_rows(tables);
    for (size_t row = 0; row < findings.rows; row++) {
        outcome->problems += texts_equal(findings.level[row], "bad");
        outcome->warnings += texts_equal(findings.level[row], "warn");
    }
}

static bool make(const struct drawing_request *request, struct report_outcome *outcome,
                 const char *path, struct error *error)
{
    switch (request->options->dump) {
    case DUMP_NOTHING:
        outcome->path = path;
        return drawing_make(request, path, error);
    case DUMP_TABLES:
        tables_write_text(request->tables, &outcome->dump);
        return true;
    case DUMP_FIGURES:
        return drawing_write_figures_text(request, &outcome->dump, error);
    case DUMP_DOCUMENT:
        return drawing_write_document_text(request, &outcome->dump, error);
    case DUMP_OVERVIEW:
        return drawing_write_overview(request, &outcome->dump, error);
    case DUMP_DATASET: /* of which tables know nothing any more */
        return true;
    }
    BUG("no such dump");
}

bool report_check_exports(const struct options *options, struct error *error)
{
    return exports_check(options->exports.items, options->exports.count, error) &&
           all_attempts_check(options->all_attempts, error);
}

bool report_make_of_tables(const struct drawing_request *request,
                           const struct export_inputs *inputs, const char *former,
                           struct report_outcome *outcome, const char *path, struct error *error)
{
    struct report_exports exports = {0};
    struct all_attempts all_attempts;
    struct drawing_request drawn = *request;
    drawn.exports = &exports;
    drawn.all_attempts = &all_attempts;
    count_findings(request->tables, outcome);
    bool good = all_attempts_plan(&all_attempts, request->options, request->environment, inputs,
                                  former, request->manifest, error) &&
                report_exports_plan(&exports, request->options, request->environment,
                                    request->tables, inputs, former, request->manifest, error) &&
                make(&drawn, outcome, path, error);
    report_exports_release(&exports);
    all_attempts_release(&all_attempts);
    return good;
}
