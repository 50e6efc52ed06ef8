#include "page/content/trace_run.h"

#include <string.h>

#include "figure/charts/inputs_apart.h"
#include "page/content/page_parts.h"
#include "page/content/row_view.h"
#include "table/function_names.h"
#include "table/rows.h"
#include "util/number.h"

enum { LONGEST_NAME = 40, SELF_COLUMN = 4 };

static const struct row_view_column columns[] = {
    {SHOWN(functions, function)},
    {SHOWN(functions, tasks), .head = "calls"},
    {SHOWN(functions, workers)},
    {SHOWN(functions, duration_s), .head = "time", .kind = VIEW_EACH},
    [SELF_COLUMN] = {SHOWN(functions, self_s), .head = "self time", .kind = VIEW_EACH},
    {SHOWN(functions, share)},
    {SHOWN(functions, task_time_mean_s), .head = "mean", .kind = VIEW_EACH},
    {SHOWN(functions, q2), .head = "median", .kind = VIEW_EACH},
    {SHOWN(functions, q4), .head = "max", .kind = VIEW_EACH},
    {SHOWN(functions, gpu_utilization_mean), .head = "GPU util."},
    {SHOWN(functions, data_size_mean_B), .head = "data", .kind = VIEW_EACH},
};

enum { COLUMNS = sizeof columns / sizeof columns[0] };

/* Whether anything ran inside of something else: by more than times rounded when written. */
static bool runs_nest(const struct tables *tables)
{
    const struct functions_rows functions = functions_rows(tables);
    const double *self_s = functions.rows ? functions.self_s : NULL;
    for (size_t row = 0; self_s && row < functions.rows; row++)
        if (self_s[row] < (1 - 1e-4) * functions.duration_s[row])
            return true;
    return false;
}

/* Of very many functions the table has the longest: their sum is no total. */
static bool all_are_listed(const struct tables *tables)
{
    const struct functions_rows functions = functions_rows(tables);
    const struct trace_rows trace = trace_rows(tables);
    return !functions.rows || !trace.rows || !((double)functions.rows < trace.functions[0]);
}

struct table_view *trace_run_functions(const struct page_request *request, struct arena *arena,
                                       size_t most)
{
    struct row_view_column shown[COLUMNS];
    struct row_view view = {.table = TABLE_functions,
                            .columns = shown,
                            .with_total = all_are_listed(request->tables)};
    bool nest = runs_nest(request->tables);
    for (size_t i = 0; i < COLUMNS; i++)
        if (i != SELF_COLUMN || nest)
            shown[view.column_count++] = columns[i];
    return row_view_make(&view, request, arena, most);
}

bool trace_run_make(struct trace_run *run, const struct tables *tables, struct arena *arena)
{
    const struct trace_rows trace = trace_rows(tables);
    const struct functions_rows table = functions_rows(tables);
    if (!trace.rows)
        return false;
    *run = (struct trace_run){
        .elapsed_s = trace.elapsed_s[0],
        .hosts = trace.hosts[0],
        .workers = trace.workers[0],
        .functions = trace.functions[0],
        .tasks = trace.tasks[0],
        .duration_s = trace.duration_s[0],
        .idle_share = trace.idle_share[0],
        .compared_workers = trace.compared_workers[0],
        .compared_s = trace.compared_s[0],
        .start_up_s = trace.start_up_s[0],
        .open_starts = trace.open_starts[0],
        .orphan_stops = trace.orphan_stops[0],
        .clock = trace.clock[0],
        .rules = trace.rules[0],
        .is_of_periods = inputs_are_apart(tables),
        .busiest_share = NUMBER_MISSING,
    };
    if (table.rows) {
        struct function_names names;
        function_names_make(&names, tables, arena);
        run->busiest =
            plain_text(arena, function_name_shown(&names, table.function[0]), LONGEST_NAME);
        run->busiest_share = table.share[0];
    }
    return true;
}

static bool is(const char *text, const char *word)
{
    return text && strcmp(text, word) == 0;
}

static const char *clock_sentence(const struct trace_run *run)
{
    if (is(run->clock, "begin"))
        return " The traces have no time of day: times count from the start.";
    if (is(run->clock, "hosts"))
        return " Clocks of hosts differ by an unknown offset: times count from the start of each "
               "host, and hosts cannot be compared moment by moment.";
    return "";
}

const char *trace_run_idle_workers(struct arena *arena, const struct trace_run *run)
{
    char text[64];
    const char *all = count_text(arena, run->workers, "worker", "workers");
    if (run->compared_workers == 1 && run->workers > 1)
        return arena_format(arena, "the busiest of %s", all);
    if (run->compared_workers < run->workers)
        return arena_format(arena, "mean of %s of %s",
                            quantity_format_fixed(run->compared_workers, 0, text, sizeof text),
                            all);
    return arena_format(arena, "mean of %s", all);
}

static const char *idle_sentence(struct arena *arena, const struct trace_run *run)
{
    const char *counted = run->compared_s < run->elapsed_s
                              ? arena_format(arena, "of %s (without the longest pause)",
                                             quantity_text(arena, run->compared_s, "s", UNITS_SI))
                              : "of the run";
    const char *text =
        arena_format(arena, "Idle: %s %s, %s%s.", share_text(arena, run->idle_share), counted,
                     trace_run_idle_workers(arena, run),
                     run->compared_workers > 1 && run->compared_workers < run->workers
                         ? " (the busiest that run the same functions)"
                         : "");
    if (!(run->start_up_s > 0))
        return text;
    return arena_format(arena, "%s Start-up, not counted as idle: %s%s.", text,
                        quantity_text(arena, run->start_up_s, "s", UNITS_SI),
                        run->compared_workers > 1 ? " on average" : "");
}

/* Of the Chrome trace format threads belong to processes. */
static const char *hosts_text(struct arena *arena, const struct trace_run *run)
{
    return run->of_processes ? count_text(arena, run->hosts, "process", "processes")
                             : count_text(arena, run->hosts, "host", "hosts");
}

const char *trace_run_sentence(struct arena *arena, const struct trace_run *run)
{
    const char *elapsed = quantity_text(arena, run->elapsed_s, "s", UNITS_SI);
    const char *text =
        arena_format(arena, "%s of %s on %s of %s%s. Total duration: %s.",
                     count_text(arena, run->tasks, "call", "calls"),
                     count_text(arena, run->functions, "function", "functions"),
                     count_text(arena, run->workers, "worker", "workers"), hosts_text(arena, run),
                     run->is_of_periods ? ", in periods far apart"
                                        : arena_format(arena, " in %s", elapsed),
                     quantity_text(arena, run->duration_s, "s", UNITS_SI));
    if (!number_is_missing(run->idle_share))
        text = arena_format(arena, "%s %s", text, idle_sentence(arena, run));
    double unpaired = run->open_starts + run->orphan_stops;
    if (unpaired > 0)
        text = arena_format(arena, "%s Not counted: %s.", text,
                            count_text(arena, unpaired, "start or stop without its partner",
                                       "starts or stops without their partner"));
    if (is(run->rules, "compat"))
        text = arena_format(arena,
                            "%s Counted as DASF's analyser does, including its known errors "
                            "(--trace-compat).",
                            text);
    return arena_format(arena, "%s%s", text, clock_sentence(run));
}
