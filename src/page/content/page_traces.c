#include <string.h>

#include "figure/charts/inputs_apart.h"
#include "figure/charts/task_keys.h"
#include "page/content/critical_path_view.h"
#include "page/content/device_view.h"
#include "page/content/page_parts.h"
#include "page/content/page_summary.h"
#include "page/content/table_page.h"
#include "page/content/trace_run.h"
#include "table/function_names.h"
#include "table/rows.h"
#include "util/distinct_names.h"
#include "util/texts.h"

enum { MOST_ROWS = 20, LONGEST_WORKER = 64, LONGEST_TASK = 64 };

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

static const char *const sections[] = {"Functions", "Tasks",    "Critical path",
                                       "Workers",   "Instants", "GPU use"};

/* The name of the worker as the other tables have it: this one has its number on the host. */
static const char *worker_text(const struct row_cell *cell)
{
    const struct trace_workers_rows workers = trace_workers_rows(cell->request->tables);
    const char *host = table_texts(cell->table, "host")[cell->row];
    const char *number = table_texts(cell->table, "gpu")[cell->row];
    size_t size = number ? strlen(number) : 0;
    for (size_t row = 0; number && row < workers.rows; row++) {
        const char *worker = workers.worker[row];
        size_t length = worker ? strlen(worker) : 0;
        bool ends_so = length > size && strcmp(worker + length - size, number) == 0 &&
                       worker[length - size - 1] == '-';
        if (ends_so && texts_equal(workers.host[row], host))
            return plain_text(cell->arena, worker, LONGEST_WORKER);
    }
    return plain_text(cell->arena, number, LONGEST_WORKER);
}

static const struct row_view_column function_columns[] = {
    {SHOWN(function_bottleneck, host)},
    {SHOWN(function_bottleneck, gpu), .cell = worker_text},
    {SHOWN(function_bottleneck, function)},
    {SHOWN(function_bottleneck, duration_s), .kind = VIEW_EACH},
    {SHOWN(function_bottleneck, share)},
    {SHOWN(function_bottleneck, gpu_utilization_mean), .head = "GPU util."},
    {SHOWN(function_bottleneck, gpu_memory_mean_B), .kind = VIEW_EACH},
    {SHOWN(function_bottleneck, data_size_mean_B), .kind = VIEW_EACH},
    {SHOWN(function_bottleneck, throughput_mean_B_s), .kind = VIEW_EACH},
    {SHOWN(function_bottleneck, tasks), .head = "calls"},
    {SHOWN(function_bottleneck, task_time_mean_s), .head = "mean", .kind = VIEW_EACH},
};

static const char *task_text(const struct row_cell *cell)
{
    const char *key = table_texts(cell->table, cell->column)[cell->row];
    struct function_names names;
    function_names_make(&names, cell->request->tables, cell->arena);
    const char *const *all;
    size_t count = function_names_all(&names, &all);
    key = task_key_shown(cell->arena, function_name_shown(&names, key));
    return key ? distinct_name(key, all, count, LONGEST_TASK, cell->arena) : NULL;
}

static const struct row_view_column task_columns[] = {
    {SHOWN(task_bottleneck, host)},
    {SHOWN(task_bottleneck, gpu), .cell = worker_text},
    {SHOWN(task_bottleneck, task), .cell = task_text},
    {SHOWN(task_bottleneck, duration_s), .kind = VIEW_EACH},
    {SHOWN(task_bottleneck, share)},
    {SHOWN(task_bottleneck, memory_B), .kind = VIEW_EACH},
    {SHOWN(task_bottleneck, shape)},
    {SHOWN(task_bottleneck, dtype)},
    {SHOWN(task_bottleneck, type)},
};

static const struct row_view_column worker_columns[] = {
    {SHOWN(trace_workers, worker)},
    {SHOWN(trace_workers, host)},
    {SHOWN(trace_workers, tasks), .head = "calls"},
    {SHOWN(trace_workers, functions)},
    {SHOWN(trace_workers, duration_s), .kind = VIEW_EACH},
    {SHOWN(trace_workers, busy_s), .kind = VIEW_EACH},
    {SHOWN(trace_workers, start_up_s), .kind = VIEW_EACH},
    {SHOWN(trace_workers, idle_s), .kind = VIEW_EACH},
    {SHOWN(trace_workers, idle_share)},
};

static const struct row_view_column instant_columns[] = {
    {SHOWN(instants, instant)},
    {SHOWN(instants, process)},
    {SHOWN(instants, thread)},
    {SHOWN(instants, count)},
    {SHOWN(instants, first_s), .kind = VIEW_EACH},
    {SHOWN(instants, last_s), .kind = VIEW_EACH},
    {SHOWN(instants, rate_per_s), .kind = VIEW_FIXED},
};

/* Where inputs are far apart, nothing is known of the time between them. */
static const struct row_view_column instant_counts[] = {
    {SHOWN(instants, instant)},
    {SHOWN(instants, process)},
    {SHOWN(instants, thread)},
    {SHOWN(instants, count)},
};

enum { WORKERS_TABLE = 2, INSTANTS_TABLE = 3, IDLE_COLUMNS = 3 };

static const struct placed_table tables[] = {
    {"Functions",
     "Functions on each worker",
     "The rows with most time. Share: of the total duration of the worker's calls. Data: mean "
     "size of a call's inputs.",
     {VIEW_OF(function_bottleneck, function_columns)},
     MOST_ROWS},
    {"Tasks", "Slowest tasks", NULL, {VIEW_OF(task_bottleneck, task_columns)}, MOST_ROWS},
    {"Workers",
     "All workers",
     NULL,
     {VIEW_OF(trace_workers, worker_columns), .with_total = true},
     MOST_ROWS},
    {"Instants",
     "Instants by thread",
     "Moments that the program marked. Times count from the first call of "
     "any worker.",
     {VIEW_OF(instants, instant_columns), .with_total = true},
     MOST_ROWS},
    /* The last one: with events of tasks it stands among those. */
    {"GPU use",
     DEVICE_METRICS_HEADING,
     DEVICE_METRICS_TEXT,
     {VIEW_OF(device_metrics, device_metric_columns)},
     MOST_ROWS},
};

/* The Chrome trace format knows processes, whichever hosts they are on. */
static bool are_of_processes(const struct page_request *request)
{
    bool chrome = false;
    for (size_t i = 0; i < request->input_count; i++) {
        if (texts_equal(request->inputs[i].format, "dasf"))
            return false;
        chrome |= texts_equal(request->inputs[i].format, "chrome-trace");
    }
    return chrome;
}

static void add_run(const struct trace_run *run, const struct page_request *request,
                    struct document *document, struct section *section)
{
    section_add_paragraph(document, section, "%s", trace_run_sentence(document->arena, run));
    if (summary_shows_all_functions(request->tables))
        return;
    struct table_view *functions = trace_run_functions(request, document->arena, MOST_ROWS);
    if (functions)
        section_add_table(document, section, functions);
}

/* The tables, without times between inputs that are far apart. */
static const struct placed_table *tables_of(const struct tables *of, struct arena *arena)
{
    static const struct row_view counts = {VIEW_OF(instants, instant_counts), .with_total = true};
    if (!inputs_are_apart(of))
        return tables;
    struct placed_table *copy = arena_alloc_array(arena, COUNT_OF(tables), sizeof *copy);
    memcpy(copy, tables, sizeof tables);
    copy[WORKERS_TABLE].view.column_count -= IDLE_COLUMNS;
    copy[INSTANTS_TABLE].view = counts;
    copy[INSTANTS_TABLE].text = "Moments that the program marked.";
    return copy;
}

static void begin_section(const struct page_request *request, struct document *document,
                          struct section *section)
{
    if (strcmp(section->title, "Critical path") == 0)
        critical_path_begin(request, "functions", document, section);
}

static void end_section(const struct page_request *request, struct document *document,
                        struct section *section)
{
    if (strcmp(section->title, "Critical path") == 0)
        critical_path_end(request, "functions", document, section);
}

static void add_traces(const struct page_request *request, struct document *document)
{
    struct trace_run run;
    bool has_events = tables_find(request->tables, "event_time");
    bool has_run = trace_run_make(&run, request->tables, document->arena);
    run.of_processes = has_run && are_of_processes(request);
    const struct table_page page = {
        .name = "traces",
        .sections = sections,
        .section_count = COUNT_OF(sections),
        .tables = tables_of(request->tables, document->arena),
        .table_count = COUNT_OF(tables) - (has_events || !has_run),
        .not_drawn = "Not in the traces, so not drawn:",
        .begin_section = begin_section,
        .end_section = end_section,
    };
    if (!has_run && !tables_find(request->tables, "instants"))
        return;
    struct section *section = document_add_section(document, "traces", "Timeline", "traces", true);
    if (has_run)
        add_run(&run, request, document, section);
    else
        section_add_paragraph(document, section, "The traces hold instants only, no spans.");
    table_page_add(&page, request, document);
}

const struct page page_traces = {"traces", add_traces};
