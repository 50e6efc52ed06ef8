#include "export/event_source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "export/column_names.h"
#include "table/canonical_tables.h"
#include "util/memory.h"
#include "util/number.h"

enum { FIXED = CANONICAL_COLUMNS - CANONICAL_FIRST_events };

struct events {
    const struct event_tasks *events;
    enum device_metric metrics[DEVICE_METRICS]; /* of the columns behind the fixed ones */
    size_t metric_count;
    uint32_t *attributes; /* names of attributes: of the columns behind these */
    size_t attribute_count;
    const struct task_attribute *sorted; /* by name, job, task */
    size_t sorted_count;
};

/* ---- attributes of tasks --------------------------------------------------------------------- */

static int compare_attributes(const void *left, const void *right)
{
    const struct task_attribute *a = left, *b = right;
    if (a->name != b->name)
        return a->name < b->name ? -1 : 1;
    if (a->job != b->job)
        return a->job < b->job ? -1 : 1;
    return (a->task > b->task) - (a->task < b->task);
}

static double find_value(const struct events *events, uint32_t name, uint32_t job, uint32_t task)
{
    const struct task_attribute key = {.job = job, .task = task, .name = name};
    const struct task_attribute *found =
        bsearch(&key, events->sorted, events->sorted_count, sizeof key, compare_attributes);
    return found ? found->value : NUMBER_MISSING;
}

/* Of the task of that job, else of the task of no job. */
static double attribute_of(const struct events *events, uint32_t name,
                           const struct event_task *task)
{
    double value = find_value(events, name, task->job, task->text);
    return number_is_missing(value) && task->job ? find_value(events, name, 0, task->text) : value;
}

static int compare_numbers(const void *left, const void *right)
{
    const uint32_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* In the order in which the sources name them first. */
static void sort_attributes(struct events *events, struct arena *arena)
{
    const struct activity *activity = events->events->aligned->activity;
    size_t count = activity->attribute_count;
    struct task_attribute *sorted = arena_alloc_array(arena, count, sizeof *sorted);
    events->attributes = arena_alloc_array(arena, count, sizeof *events->attributes);
    events->sorted = sorted;
    events->sorted_count = count;
    if (!count)
        return;
    memcpy(sorted, activity->attributes, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_attributes);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || sorted[i].name != sorted[i - 1].name)
            events->attributes[events->attribute_count++] = sorted[i].name;
    qsort(events->attributes, events->attribute_count, sizeof *events->attributes, compare_numbers);
}

/* ---- cells ----------------------------------------------------------------------------------- */

static const struct event_task *task_of(const struct events *events, const struct event_span *span)
{
    return span->task == EVENT_NO_TASK ? NULL : &events->events->tasks[span->task];
}

static const char *device_text(const struct events *events, const struct event_task *task,
                               bool is_uuid)
{
    const struct activity *activity = events->events->aligned->activity;
    if (!task || task->device == EVENT_NO_DEVICE)
        return NULL;
    const struct activity_device *device = &activity->devices[task->device];
    return activity_text(activity, is_uuid          ? device->uuid
                                   : device->serial ? device->serial
                                                    : device->index);
}

static const char *text_of(const struct events *events, const struct event_span *span,
                           enum canonical_column column)
{
    const struct aligned_timeline *aligned = events->events->aligned;
    const struct event_task *task = task_of(events, span);
    switch ((int)column) {
    case CANONICAL_events_host:
        return activity_text(aligned->activity, aligned->hosts[span->host].text);
    case CANONICAL_events_event:
        return events->events->kinds[span->kind].name;
    case CANONICAL_events_job:
        return task ? activity_text(aligned->activity, task->job) : NULL;
    case CANONICAL_events_task:
        return task ? activity_text(aligned->activity, task->text) : NULL;
    case CANONICAL_events_serial:
    case CANONICAL_events_uuid:
        return device_text(events, task, column == CANONICAL_events_uuid);
    default:
        return NULL;
    }
}

/* Percentages are ratios, as in result tables. */
static double metric_scale(enum device_metric metric)
{
    return strcmp(device_metric_rows[metric].unit, "%") == 0 ? 0.01 : 1;
}

static double number_of(const struct events *events, size_t number, size_t column)
{
    const struct event_span *span = &events->events->spans[number];
    const struct aligned_timeline *aligned = events->events->aligned;
    if (column >= FIXED + events->metric_count) {
        uint32_t name = events->attributes[column - FIXED - events->metric_count];
        const struct event_task *task = task_of(events, span);
        return task ? attribute_of(events, name, task) : NUMBER_MISSING;
    }
    if (column >= FIXED) {
        enum device_metric metric = events->metrics[column - FIXED];
        return event_mean(events->events, number, metric) * metric_scale(metric);
    }
    if (column == CANONICAL_events_duration_s - CANONICAL_FIRST_events)
        return span->duration;
    bool is_end = column == CANONICAL_events_end - CANONICAL_FIRST_events;
    return aligned_time(aligned, is_end ? aligned_end(span->start, span->duration) : span->start);
}

static struct export_batch batch(const struct export_source *source, size_t number,
                                 struct arena *arena)
{
    const struct events *events = source->context;
    size_t rows = export_batch_rows(source->table.rows, number);
    size_t first = number * EXPORT_BATCH_ROWS, count = source->table.column_count;
    union export_cells *cells = arena_alloc_array(arena, count, sizeof *cells);
    for (size_t i = 0; i < count; i++)
        if (source->table.columns[i].type == COLUMN_NUMBER) {
            double *numbers = arena_alloc_array(arena, rows, sizeof *numbers);
            for (size_t row = 0; row < rows; row++)
                numbers[row] = number_of(events, first + row, i);
            cells[i].numbers = numbers;
        } else {
            const char **texts = arena_alloc_array(arena, rows, sizeof *texts);
            for (size_t row = 0; row < rows; row++)
                texts[row] = text_of(events, &events->events->spans[first + row],
                                     (enum canonical_column)(CANONICAL_FIRST_events + (int)i));
            cells[i].texts = texts;
        }
    return (struct export_batch){rows, cells};
}

/* ---- columns --------------------------------------------------------------------------------- */

/* "power_W", "temperature_C", "pcie_sent_B_s", "utilization" */
static const char *metric_name(const struct device_metric_row *metric, struct arena *arena)
{
    static const char *const endings[][2] = {
        {"W", "_W"}, {"°C", "_C"}, {"B", "_B"}, {"Hz", "_Hz"}, {"B/s", "_B_s"}};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (strcmp(metric->unit, endings[i][0]) == 0)
            return arena_format(arena, "%s%s", metric->name, endings[i][1]);
    return metric->name;
}

static struct column_schema metric_column(enum device_metric metric, struct arena *arena)
{
    const struct device_metric_row *row = &device_metric_rows[metric];
    bool is_share = strcmp(row->unit, "%") == 0;
    return (struct column_schema){
        .name = metric_name(row, arena),
        .type = COLUMN_NUMBER,
        .meaning = is_share ? MEANING_SHARE : MEANING_NUMBER,
        .unit = is_share ? "" : row->unit,
        .title = row->label,
        .description =
            arena_format(arena,
                         "Mean %s of the GPU during the event; empty when it was not measured then",
                         row->label),
    };
}

static struct column_schema attribute_column(const struct events *events, size_t number)
{
    const char *name = activity_text(events->events->aligned->activity, events->attributes[number]);
    return (struct column_schema){.name = name ? name : "",
                                  .type = COLUMN_NUMBER,
                                  .meaning = MEANING_NUMBER,
                                  .unit = "",
                                  .title = name ? name : "",
                                  .description = "Attribute of the task, as its source calls it"};
}

static void find_metrics(struct events *events)
{
    for (int i = 0; i < DEVICE_METRICS; i++) {
        const double *means = events->events->means[i];
        size_t row = 0;
        while (means && row < events->events->span_count && isnan(means[row]))
            row++;
        if (means && row < events->events->span_count)
            events->metrics[events->metric_count++] = (enum device_metric)i;
    }
}

struct export_source event_source(const struct event_tasks *made, struct arena *arena)
{
    struct events *events = arena_alloc(arena, sizeof *events);
    const struct table_schema *schema = canonical_table_at(CANONICAL_events);
    events->events = made;
    find_metrics(events);
    sort_attributes(events, arena);
    size_t count = FIXED + events->metric_count + events->attribute_count;
    struct column_schema *columns = arena_alloc_array(arena, count, sizeof *columns);
    struct column_names_made names = {.arena = arena};
    for (size_t i = 0; i < count; i++) {
        size_t beyond = i - FIXED;
        columns[i] = i < FIXED ? schema->columns[i]
                     : beyond < events->metric_count
                         ? metric_column(events->metrics[beyond], arena)
                         : attribute_column(events, beyond - events->metric_count);
        columns[i].name = column_names_add(&names, columns[i].name);
    }
    column_names_release(&names);
    return (struct export_source){
        .table = {.name = schema->name,
                  .row = schema->row,
                  .columns = columns,
                  .column_count = count,
                  .rows = made->span_count},
        .batches = export_batch_count(made->span_count),
        .context = events,
        .batch = batch,
    };
}
