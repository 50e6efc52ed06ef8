#include "page/content/campaign_tables.h"

#include "page/content/page_parts.h"
#include "page/content/row_view.h"

/* Tables of task kinds are whole for campaigns of tens of them. */
enum { MOST_ROWS = 20, MOST_KINDS = 60, MOST_OUTLIERS = 12, MOST_MEASURES = 30 };

/* Tasks and what became of them: they add up. */
#define OUTCOME_COLUMNS(table)                                                                     \
    {SHOWN(table, tasks)}, {SHOWN(table, succeeded)}, {SHOWN(table, failed)},                      \
        {SHOWN(table, cancelled), .kind = VIEW_COUNT_ANY},                                         \
        {SHOWN(table, unfinished), .kind = VIEW_COUNT_ANY},                                        \
    {                                                                                              \
        SHOWN(table, unknown), .kind = VIEW_COUNT_ANY                                              \
    }

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

static const struct row_view_column step_columns[] = {
    {SHOWN(steps, step)},
    {SHOWN(steps, task_kinds)},
    OUTCOME_COLUMNS(steps),
    {SHOWN(steps, elapsed_s), .kind = VIEW_HOURS},
    {SHOWN(steps, core_s), .kind = VIEW_HOURS},
    {SHOWN(steps, cpu_s), .kind = VIEW_HOURS},
    {SHOWN(steps, cpu_efficiency)},
    {SHOWN(steps, peak_memory_B)},
};

/* As many as a page is wide; core time and the deviation of memory are in the file. */
static const struct row_view_column step_task_columns[] = {
    {SHOWN(step_tasks, step)},
    {SHOWN(step_tasks, task)},
    OUTCOME_COLUMNS(step_tasks),
    {SHOWN(step_tasks, elapsed_s), .kind = VIEW_HOURS},
    {SHOWN(step_tasks, cpu_s), .head = "CPU time", .kind = VIEW_HOURS},
    {SHOWN(step_tasks, cpu_efficiency), .head = "CPU eff."},
    {SHOWN(step_tasks, peak_memory_B), .head = "memory"},
    {SHOWN(step_tasks, memory_iqr_B), .head = "IQR"},
};

/* Peak memory of its tasks: p50, p95 and the highest. How the others ended is in the table of the
 * summary, and among the attempts. */
static const struct row_view_column kind_columns[] = {
    {SHOWN(tasks, task)},
    {SHOWN(tasks, tasks)},
    {SHOWN(tasks, succeeded)},
    {SHOWN(tasks, elapsed_s), .kind = VIEW_HOURS},
    {SHOWN(tasks, elapsed_share)},
    {SHOWN(tasks, core_s), .kind = VIEW_HOURS},
    {SHOWN(tasks, cpu_s), .head = "CPU time", .kind = VIEW_HOURS},
    {SHOWN(tasks, cpu_efficiency), .head = "CPU eff."},
    {SHOWN(tasks, memory_p50_B), .head = "p50 memory"},
    {SHOWN(tasks, memory_p95_B), .head = "p95 memory"},
    {SHOWN(tasks, peak_memory_B), .head = "max memory"},
};

static const struct row_view_column short_kind_columns[] = {
    {SHOWN(tasks, task)},
    OUTCOME_COLUMNS(tasks),
    {SHOWN(tasks, elapsed_s), .kind = VIEW_HOURS},
    {SHOWN(tasks, elapsed_share)},
    {SHOWN(tasks, cpu_efficiency), .head = "CPU eff."},
    {SHOWN(tasks, peak_memory_B)},
};

static const struct row_view short_kinds = {VIEW_OF(tasks, short_kind_columns), .with_total = true};

/* As the options give it: "4 GB" is no round number of GiB. */
static const char *limit_text(const struct row_cell *cell)
{
    return quantity_text(cell->arena, table_numbers(cell->table, cell->column)[cell->row], "B",
                         UNITS_SI);
}

static const struct row_view_column class_columns[] = {
    {SHOWN(memory_classes, class)},
    {SHOWN(memory_classes, low_B), .head = "over", .cell = limit_text},
    {SHOWN(memory_classes, high_B), .head = "up to", .cell = limit_text},
    {SHOWN(memory_classes, tasks)},
    {SHOWN(memory_classes, elapsed_s), .kind = VIEW_HOURS},
    {SHOWN(memory_classes, elapsed_share), .head = "share"},
    {SHOWN(memory_classes, cpu_s), .kind = VIEW_HOURS},
    {SHOWN(memory_classes, cpu_share), .head = "share"},
};

static const struct row_view_column outlier_kind_columns[] = {
    {SHOWN(outlier_kinds, task)}, {SHOWN(outlier_kinds, iqr)},   {SHOWN(outlier_kinds, low)},
    {SHOWN(outlier_kinds, high)}, {SHOWN(outlier_kinds, below)}, {SHOWN(outlier_kinds, above)},
};

static const struct row_view_column contrast_columns[] = {
    {SHOWN(outlier_columns, task)},
    {SHOWN(outlier_columns, column), .kind = VIEW_WORDS},
    {SHOWN(outlier_columns, low_median)},
    {SHOWN(outlier_columns, middle_median), .head = "of the others"},
    {SHOWN(outlier_columns, high_median), .head = "of those above"},
    {SHOWN(outlier_columns, value), .head = "most frequent"},
    {SHOWN(outlier_columns, outliers_share), .head = "among outliers"},
    {SHOWN(outlier_columns, others_share), .head = "among others"},
};

static const struct row_view_column outlier_columns[] = {
    {SHOWN(outliers, task)},   {SHOWN(outliers, step)},  {SHOWN(outliers, id)},
    {SHOWN(outliers, record)}, {SHOWN(outliers, value)}, {SHOWN(outliers, low)},
    {SHOWN(outliers, high)},
};

static const struct row_view_column attempt_columns[] = {
    {SHOWN(attempts, task)},
    {SHOWN(attempts, outcome)},
    {SHOWN(attempts, reason)},
    {SHOWN(attempts, ended)},
    {SHOWN(attempts, attempts)},
    {SHOWN(attempts, elapsed_s), .kind = VIEW_HOURS},
    {SHOWN(attempts, core_s), .kind = VIEW_HOURS},
    {SHOWN(attempts, cpu_s), .kind = VIEW_HOURS},
};

static const struct row_view_column node_columns[] = {
    {SHOWN(task_nodes, node)},
    OUTCOME_COLUMNS(task_nodes),
    {SHOWN(task_nodes, attempts)},
    {SHOWN(task_nodes, failed_attempts)},
    {SHOWN(task_nodes, shared), .kind = VIEW_COUNT_ANY},
    {SHOWN(task_nodes, elapsed_s), .kind = VIEW_HOURS},
    {SHOWN(task_nodes, cpu_s), .kind = VIEW_HOURS},
    {SHOWN(task_nodes, lost_elapsed_s), .kind = VIEW_HOURS},
    {SHOWN(task_nodes, lost_cpu_s), .kind = VIEW_HOURS},
};

static const struct row_view_column resource_columns[] = {
    {SHOWN(resources, resource), .other = COLUMN_OF(resources, unit), .kind = VIEW_NAME},
    {SHOWN(resources, count)},
    {SHOWN(resources, missing)},
    {SHOWN(resources, mean)},
    {SHOWN(resources, std), .head = "std"},
    {SHOWN(resources, min)},
    {SHOWN(resources, p50)},
    {SHOWN(resources, p95)},
    {SHOWN(resources, p98)},
    {SHOWN(resources, max)},
};

static const struct row_view_column node_memory_columns[] = {
    {SHOWN(node_memory, task)},
    {SHOWN(node_memory, tasks)},
    {SHOWN(node_memory, nodes_max)},
    {SHOWN(node_memory, requested_min_B)},
    {SHOWN(node_memory, requested_max_B), .head = "to"},
    {SHOWN(node_memory, used_least_B)},
    {SHOWN(node_memory, used_most_B), .head = "at most"},
};

/* The table of steps is the first. */
static const struct placed_table placed[] = {
    {"Steps",
     "All steps",
     "Times, efficiency and memory are of succeeded tasks.",
     {VIEW_OF(steps, step_columns), .with_total = true},
     MOST_ROWS},
    {"Steps",
     "Task kinds by step",
     "Times, efficiency and peak memory are of succeeded tasks.",
     {VIEW_OF(step_tasks, step_task_columns), .with_total = true},
     MOST_KINDS},
    {"Task kinds",
     "Task kinds with most time",
     "The longest first. Times, efficiency and peak memory (p50, p95, max) are of succeeded tasks.",
     {VIEW_OF(tasks, kind_columns), .with_total = true},
     MOST_KINDS},
    {"Memory",
     "Memory classes",
     "Succeeded tasks by peak memory.",
     {VIEW_OF(memory_classes, class_columns), .with_total = true},
     MOST_ROWS},
    {"Memory",
     "Task kinds whose memory varies widely",
     "Task kinds whose interquartile range (IQR) of peak memory is above the threshold. Outliers: "
     "tasks below p5 or above p95 of their task kind.",
     {VIEW_OF(outlier_kinds, outlier_kind_columns), .with_total = true,
      .order = COLUMN_OF(outlier_kinds, iqr)},
     MOST_OUTLIERS},
    {"Memory",
     "How outliers differ",
     "Columns of the records in which the outliers of a task kind differ from its other tasks: by "
     "the median, or by a value that is frequent among outliers and rare among the others.",
     {VIEW_OF(outlier_columns, contrast_columns)},
     MOST_ROWS},
    {"Memory",
     "Largest outliers",
     NULL,
     {VIEW_OF(outliers, outlier_columns), .where = COLUMN_OF(outliers, quantity), .is = "memory",
      .order = COLUMN_OF(outliers, value)},
     MOST_OUTLIERS},
    {"Requested and used",
     "Memory per node",
     "Task kinds that ran on several nodes, for which memory is requested per node. Bounds of what "
     "a node used. Lower: its part of the job's total, or the peak of one process. Upper: the "
     "job's total, or the peak of one process × the processes per node. Highest of all succeeded "
     "tasks.",
     {VIEW_OF(node_memory, node_memory_columns), .order = COLUMN_OF(node_memory, used_most_B)},
     MOST_ROWS},
    {"Attempts",
     "Attempts that did not succeed",
     "The longest first.",
     {VIEW_OF(attempts, attempt_columns), .where = COLUMN_OF(attempts, ended), .is = "!succeeded",
      .with_total = true, .order = COLUMN_OF(attempts, elapsed_s)},
     MOST_ROWS},
    {"Attempts",
     "By node",
     "Elapsed and CPU time are of succeeded tasks. An attempt on several nodes counts on each of "
     "them.",
     {VIEW_OF(task_nodes, node_columns), .with_total = true,
      .order = COLUMN_OF(task_nodes, failed_attempts)},
     MOST_ROWS},
    {"Resources",
     "Measured resources",
     "Succeeded tasks of all task kinds.",
     {VIEW_OF(resources, resource_columns), .where = COLUMN_OF(resources, category), .is = "*"},
     MOST_MEASURES},
};

struct table_view *campaign_steps(const struct page_request *request, struct arena *arena,
                                  size_t most)
{
    return row_view_make(&placed[0].view, request, arena, most);
}

struct table_view *campaign_kinds(const struct page_request *request, struct arena *arena,
                                  size_t most)
{
    return row_view_make(&short_kinds, request, arena, most);
}

const struct placed_table *campaign_tables(bool with_steps, size_t *count)
{
    *count = COUNT_OF(placed) - !with_steps;
    return placed + !with_steps;
}
