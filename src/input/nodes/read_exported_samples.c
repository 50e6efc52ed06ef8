/* All samples of a report, as its `--export samples.csv` has them: a row a sample, series by
 * series, in base units (table/canonical_tables.def). What it says of a metric is taken as it is.
 */
#include <stdlib.h>
#include <string.h>

#include "input/reader.h"
#include "input/text/csv_scan.h"
#include "input/text/exported_csv.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"

enum { COLUMNS = CANONICAL_FIRST_attempts - CANONICAL_FIRST_samples };

struct plan {
    struct csv_header header;
    size_t *wanted; /* columns of the file that are ours, ascending */
    int *ours;      /* which of ours each is */
    size_t count;
    struct dataset *dataset;
    struct arena *arena;
    struct text_slice latest[COLUMNS]; /* texts of the series that is being read */
    LIST_OF(double) times;
    LIST_OF(double) values;
    struct timeline *timeline; /* added last: series of a node often share one */
    uint32_t timeline_node;
};

/* Consecutive rows of one series. */
struct stretch {
    struct text_slice texts[COLUMNS]; /* only those of text columns, and wraps_at */
    size_t first;                     /* among the samples of the part */
};

struct part {
    const struct plan *plan;
    struct arena arena;
    LIST_OF(struct stretch) stretches;
    LIST_OF(double) times;
    LIST_OF(double) values;
};

static int column_number(enum canonical_column column)
{
    return (int)column - (int)CANONICAL_FIRST_samples;
}

static bool is_of_series(int ours)
{
    return ours != column_number(CANONICAL_samples_time) &&
           ours != column_number(CANONICAL_samples_value);
}

/* ---- series ---------------------------------------------------------------------------------- */

static const char *text_of(struct plan *plan, enum canonical_column column)
{
    struct text_slice text = plan->latest[column_number(column)];
    return text.size ? arena_text_of_size(&plan->dataset->arena, text.text, text.size) : NULL;
}

static enum metric_kind kind_of(const char *text)
{
    if (!text || strcmp(text, CANONICAL_LEVEL) == 0)
        return METRIC_LEVEL;
    if (strcmp(text, CANONICAL_RATE) == 0)
        return METRIC_RATE;
    if (strcmp(text, CANONICAL_COUNTER) == 0)
        return METRIC_COUNTER;
    return strcmp(text, CANONICAL_ENERGY) == 0 ? METRIC_ENERGY : METRIC_LEVEL;
}

/* Says of a new metric what the table says; of one that is known already it is known. */
static uint32_t metric_of(struct plan *plan)
{
    struct dataset *dataset = plan->dataset;
    const char *name = text_of(plan, CANONICAL_samples_metric);
    uint32_t number = dataset_find_metric(dataset, name);
    if (number != NAME_INDEX_NONE)
        return number;
    number = dataset_metric(dataset, name);
    struct metric *metric = &dataset->metrics[number];
    struct text_slice wraps_at = plan->latest[column_number(CANONICAL_samples_wraps_at)];
    const char *unit = text_of(plan, CANONICAL_samples_unit);
    const char *combine = text_of(plan, CANONICAL_samples_combine);
    const char *scope = text_of(plan, CANONICAL_samples_scope);
    metric->label = text_of(plan, CANONICAL_samples_label);
    metric->unit = unit ? unit : "";
    metric->kind = kind_of(text_of(plan, CANONICAL_samples_kind));
    metric->combine =
        combine && strcmp(combine, CANONICAL_TOTAL) == 0 ? COMBINE_TOTAL : COMBINE_MEAN;
    metric->scope = scope ? scope : metric->scope;
    metric->part_of = text_of(plan, CANONICAL_samples_part_of);
    if (!number_parse(wraps_at.text, wraps_at.size, &metric->counter_range))
        metric->counter_range = NUMBER_MISSING;
    return number;
}

static struct timeline *timeline_of(struct plan *plan, uint32_t node)
{
    const struct timeline *latest = plan->timeline;
    if (!latest || plan->timeline_node != node || latest->count != plan->times.count ||
        memcmp(latest->times, plan->times.items, latest->count * sizeof *latest->times) != 0)
        plan->timeline =
            dataset_add_timeline(plan->dataset, node, plan->times.items, plan->times.count);
    plan->timeline_node = node;
    return plan->timeline;
}

static void end_series(struct plan *plan)
{
    const char *name = text_of(plan, CANONICAL_samples_node);
    if (plan->times.count && name && text_of(plan, CANONICAL_samples_metric)) {
        uint32_t metric = metric_of(plan), node = dataset_node(plan->dataset, name);
        dataset_add_series(plan->dataset, metric, timeline_of(plan, node), plan->values.items,
                           plan->values.count);
    }
    plan->times.count = plan->values.count = 0;
}

/* ---- parts ----------------------------------------------------------------------------------- */

static void *begin_part(void *context)
{
    struct part *part = memory_alloc(sizeof *part);
    part->plan = context;
    arena_init(&part->arena);
    return part;
}

static void discard_part(void *argument)
{
    struct part *part = argument;
    free(part->stretches.items);
    free(part->times.items);
    free(part->values.items);
    arena_release(&part->arena);
    free(part);
}

static bool is_same(const struct text_slice *left, const struct text_slice *right)
{
    for (int i = 0; i < COLUMNS; i++)
        if (is_of_series(i) && !text_slices_equal(left[i], right[i]))
            return false;
    return true;
}

static void finish_part(void *context, void *argument, size_t line)
{
    (void)line;
    struct plan *plan = context;
    struct part *part = argument;
    for (size_t i = 0; i < part->stretches.count; i++) {
        const struct stretch *stretch = &part->stretches.items[i];
        size_t end =
            i + 1 < part->stretches.count ? part->stretches.items[i + 1].first : part->times.count;
        if (plan->times.count && !is_same(plan->latest, stretch->texts))
            end_series(plan);
        for (int k = 0; k < COLUMNS && !plan->times.count; k++)
            plan->latest[k] =
                (struct text_slice){arena_text_of_size(plan->arena, stretch->texts[k].text,
                                                       stretch->texts[k].size),
                                    stretch->texts[k].size};
        for (size_t k = stretch->first; k < end; k++) {
            *list_add(&plan->times) = part->times.items[k];
            *list_add(&plan->values) = part->values.items[k];
        }
    }
    discard_part(part);
}

/* ---- a row ----------------------------------------------------------------------------------- */

static void begin_stretch(struct part *part, const struct text_slice *texts)
{
    struct stretch *stretch = list_add(&part->stretches);
    stretch->first = part->times.count;
    for (int i = 0; i < COLUMNS; i++)
        stretch->texts[i] =
            (struct text_slice){arena_text_of_size(&part->arena, texts[i].text, texts[i].size),
                                texts[i].size};
}

static bool add_sample(void *argument, const struct text_slice *fields, size_t line,
                       struct csv_fault *fault)
{
    (void)line;
    struct part *part = argument;
    const struct plan *plan = part->plan;
    struct text_slice cells[COLUMNS], texts[COLUMNS];
    double time, value = NUMBER_MISSING;
    for (int i = 0; i < COLUMNS; i++)
        cells[i] = texts[i] = (struct text_slice){"", 0};
    for (size_t i = 0; i < plan->count; i++) {
        cells[plan->ours[i]] = fields[i];
        if (is_of_series(plan->ours[i]))
            texts[plan->ours[i]] = exported_csv_text(fields[i], &part->arena);
    }
    struct text_slice time_cell = cells[column_number(CANONICAL_samples_time)],
                      value_cell = cells[column_number(CANONICAL_samples_value)];
    bool good = number_parse(time_cell.text, time_cell.size, &time);
    *fault = (struct csv_fault){"not a time and a value", good ? value_cell : time_cell};
    if (!good || (value_cell.size && !number_parse(value_cell.text, value_cell.size, &value)))
        return false;
    if (!part->stretches.count || !is_same(list_last(&part->stretches)->texts, texts))
        begin_stretch(part, texts);
    *list_add(&part->times) = time;
    *list_add(&part->values) = value;
    return true;
}

/* ---- the reader ------------------------------------------------------------------------------ */

static int recognise(const char *text, size_t size)
{
    return exported_csv_is(text, size, CANONICAL_samples) ? 100 : 0;
}

static void make_plan(struct plan *plan, const struct input *input)
{
    const struct exported_column *columns =
        exported_csv_columns(input, &plan->header, CANONICAL_samples, plan->arena);
    plan->wanted = arena_alloc_array(plan->arena, plan->header.count, sizeof *plan->wanted);
    plan->ours = arena_alloc_array(plan->arena, plan->header.count, sizeof *plan->ours);
    for (size_t i = 0; i < plan->header.count; i++)
        if (columns[i].column != CANONICAL_COLUMNS) {
            plan->wanted[plan->count] = i;
            plan->ours[plan->count++] = column_number(columns[i].column);
        }
}

static long long read(const struct input *input, const struct reading *reading, struct error *error)
{
    struct arena arena;
    struct plan plan = {.arena = &arena, .dataset = reading->dataset};
    arena_init(&arena);
    long long samples = -1;
    if (csv_read_header(&plan.header, input->content.bytes, input->content.size, true, &arena) &&
        exported_csv_is(input->content.bytes, input->content.size, CANONICAL_samples)) {
        make_plan(&plan, input);
        samples = csv_scan(&(struct csv_scan){
            .input = input,
            .reading = reading,
            .header = &plan.header,
            .columns = plan.wanted,
            .column_count = plan.count,
            .consumer = {.context = &plan,
                         .begin = begin_part,
                         .record = add_sample,
                         .finish = finish_part,
                         .discard = discard_part},
            .error = error,
        });
        end_series(&plan);
    } else {
        error_set(error, ERROR_INPUT, "%s: no header line of exported samples", input->path);
    }
    free(plan.times.items);
    free(plan.values.items);
    arena_release(&arena);
    return samples;
}

const struct reader reader_exported_samples = {
    .name = "exported-samples",
    .description = "samples of nodes as jobreport exports them: samples.csv",
    .turn = READ_SECOND,
    .recognise = recognise,
    .read = read,
};
