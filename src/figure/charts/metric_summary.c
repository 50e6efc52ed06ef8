#include "figure/charts/metric_summary.h"

#include <math.h>
#include <string.h>

#include "table/metric_unit.h"
#include "table/rows.h"
#include "util/instant.h"
#include "util/natural.h"
#include "util/number.h"
#include "util/utf8.h"

enum { LABEL_LENGTH = 60, NODE_LENGTH = 32, NUMBER_SIZE = 64, BRIEF_NODE = 12 };

static const double MESSAGE_HEIGHT_PT = 64;

const char *short_name(struct arena *arena, const char *name, size_t most)
{
    return name ? utf8_shorten(arena, utf8_clean(arena, name), most) : "";
}

/* ---- numbers -------------------------------------------------------------------------------- */

static size_t as_count(double number)
{
    return number > 0 && number < 1e15 ? (size_t)(number + 0.5) : 0;
}

static void find_nodes(const struct chart_request *request, struct metric_summary *summary)
{
    const struct indexed_table *indexed = &request->source->node_metrics;
    struct row_list rows = indexed_table_rows(indexed, request->metric);
    const char *first = NULL, *max_node = NULL;
    double min = INFINITY, max = -INFINITY;
    for (size_t i = 0; i < rows.count; i++) {
        const char *node = table_texts(indexed->table, "node")[rows.rows[i]];
        double node_max = table_numbers(indexed->table, "max")[rows.rows[i]];
        double node_min = table_numbers(indexed->table, "min")[rows.rows[i]];
        if (!node)
            continue;
        if (!first || natural_compare_nodes(node, first) < 0)
            first = node;
        if (node_min < min)
            min = node_min;
        if (node_max > max) {
            max = node_max;
            max_node = node;
        }
    }
    if (min <= max) {
        summary->min = min;
        summary->max = max;
    }
    summary->first_node = first ? short_name(request->arena, first, NODE_LENGTH) : "";
    summary->max_node = max_node ? short_name(request->arena, max_node, NODE_LENGTH) : "";
}

static enum metric_combine combine_of(const struct plotspec *spec, const char *text)
{
    if (text && *text)
        return strcmp(text, "total") == 0 ? COMBINE_TOTAL : COMBINE_MEAN;
    return spec->has_combine ? spec->combine : COMBINE_MEAN;
}

static const char *label_of(const struct chart_request *request, const char *label)
{
    if (request->spec->title)
        label = request->spec->title;
    if (!label || !*label)
        label = request->metric;
    return short_name(request->arena, label, LABEL_LENGTH);
}

/* Percentages apart, values whose input names no unit are in any: only who adds a definition knows
 * which. */
static bool has_unit_of_spec(const struct plotspec *spec, const char *unit)
{
    return spec->unit && ((unit && *unit) || spec->directory != PLOTSPEC_BUILT_IN ||
                          strcmp(spec->unit, "%") == 0);
}

static const char *unit_of(const struct chart_request *request, const char *unit)
{
    if (has_unit_of_spec(request->spec, unit))
        return metric_unit(request->metric, request->spec->unit);
    unit = metric_unit(request->metric, unit);
    return unit ? short_name(request->arena, unit, 16) : "";
}

const char *metric_thing(const char *metric)
{
    static const struct {
        const char *ending, *thing;
    } parts[] = {{".core", "core"},
                 {".socket", "socket"},
                 {".hwthread", "hardware thread"},
                 {".memoryDomain", "memory domain"},
                 {".accelerator", "GPU"}};
    if (metric && strncmp(metric, "gpu.", 4) == 0)
        return "GPU";
    const char *ending = metric ? strrchr(metric, '.') : NULL;
    for (size_t i = 0; ending && i < sizeof parts / sizeof parts[0]; i++)
        if (strcmp(ending, parts[i].ending) == 0)
            return parts[i].thing;
    return "node";
}

static double samples_due(const struct chart_request *request)
{
    const struct indexed_table *coverage = &request->source->coverage;
    struct row_list rows = indexed_table_rows(coverage, request->metric);
    return rows.count ? table_numbers(coverage->table, "due")[rows.rows[0]] : 0;
}

bool metric_summary_make(const struct chart_request *request, struct metric_summary *summary)
{
    const struct table *table = request->source->job_metrics.table;
    struct row_list rows = indexed_table_rows(&request->source->job_metrics, request->metric);
    if (rows.count == 0)
        return false;
    size_t row = rows.rows[0];
    const char *combine = table_texts(table, "combine")[row];
    *summary = (struct metric_summary){
        .label = label_of(request, table_texts(table, "label")[row]),
        .unit = unit_of(request, table_texts(table, "unit")[row]),
        .thing = metric_thing(request->metric),
        .combine = combine_of(request->spec, combine),
        .is_ratio = combine && strcmp(combine, "ratio") == 0,
        .nodes = as_count(table_numbers(table, "nodes")[row]),
        .samples = as_count(table_numbers(table, "samples")[row]),
        .missing = as_count(table_numbers(table, "missing")[row]),
        .due = samples_due(request),
        .mean_per_node = table_numbers(table, "mean_per_node")[row],
        /* Of the whole job, in case the table of the nodes is missing. */
        .min = table_numbers(table, "min")[row],
        .max = table_numbers(table, "max_per_node")[row],
        .combined_mean = table_numbers(table, "mean")[row],
        .combined_max = table_numbers(table, "max")[row],
        .total = table_numbers(table, "total")[row],
    };
    find_nodes(request, summary);
    return true;
}

/* ---- sentences ------------------------------------------------------------------------------ */

static const char *quantity(const struct chart_request *request, double value, const char *unit)
{
    char text[NUMBER_SIZE];
    return arena_text(request->arena,
                      quantity_format(value, unit, request->units, text, sizeof text));
}

static const char *count_text(struct arena *arena, size_t count)
{
    char text[NUMBER_SIZE];
    return arena_text(arena, quantity_format_fixed((double)count, 0, text, sizeof text));
}

static const char *total_text(const struct chart_request *request,
                              const struct metric_summary *summary)
{
    if (summary->combine != COMBINE_TOTAL || !isfinite(summary->total) || summary->total == 0)
        return "";
    if (strcmp(summary->unit, "W") == 0)
        return arena_format(request->arena, "%s in total, ",
                            quantity(request, summary->total / 3600, "Wh"));
    if (strcmp(summary->unit, "B/s") == 0)
        return arena_format(request->arena, "%s in total, ",
                            quantity(request, summary->total, "B"));
    return "";
}

/* In the unit of the axis. */
static const char *displayed(struct arena *arena, double value, const struct display_unit *unit)
{
    char text[NUMBER_SIZE];
    return arena_text(arena, quantity_format_number(value / unit->factor, 3, text, sizeof text));
}

static const char *with_axis_unit(struct arena *arena, double value,
                                  const struct display_unit *unit)
{
    const char *number = displayed(arena, value, unit);
    bool is_bare = !*unit->name || !isfinite(value);
    return is_bare ? number : arena_format(arena, "%s %s", number, unit->name);
}

/* "21.5 of 32 cores" where the cores of nodes are known. */
static const char *mean_text(const struct chart_request *request,
                             const struct metric_summary *summary, const struct display_unit *unit)
{
    struct arena *arena = request->arena;
    const char *mean = with_axis_unit(arena, summary->mean_per_node, unit);
    struct node_cores cores = node_cores_make(tables_find(request->source->tables, "nodes"),
                                              summary->mean_per_node / unit->factor);
    char text[NUMBER_SIZE];
    if (strcmp(summary->unit, QUANTITY_CORE_PERCENT) != 0 || number_is_missing(cores.each) ||
        !isfinite(summary->mean_per_node))
        return mean;
    return arena_format(arena, "%s of %s%s %s", displayed(arena, summary->mean_per_node, unit),
                        cores.are_estimated ? "about " : "",
                        quantity_format_number(cores.each, 3, text, sizeof text),
                        cores.are_threads ? "hardware threads" : unit->name);
}

/* Memory errors are counted over the life of a GPU: a mean of such counts says nothing. "" of any
 * other metric. */
static const char *error_numbers(const struct chart_request *request,
                                 const struct metric_summary *summary)
{
    static const char corrected[] = "gpu.ecc_errors.sp", uncorrected[] = "gpu.ecc_errors.dp";
    const struct gpus_rows gpus = gpus_rows(request->source->tables);
    bool are_corrected = strcmp(request->metric, corrected) == 0;
    char errors[NUMBER_SIZE], max[NUMBER_SIZE];
    double sum = 0;
    if (!are_corrected && strcmp(request->metric, uncorrected) != 0)
        return "";
    const double *counts = are_corrected ? gpus.corrected_errors : gpus.uncorrected_errors;
    for (size_t row = 0; row < gpus.rows; row++)
        sum += fmax(counts[row], 0);
    return arena_format(request->arena, "%s during the run; lifetime count up to %s per GPU",
                        quantity_format_fixed(sum, 0, errors, sizeof errors),
                        quantity_format_fixed(summary->max, 0, max, sizeof max));
}

const char *summary_node_numbers(const struct chart_request *request,
                                 const struct metric_summary *summary,
                                 const struct display_unit *unit)
{
    struct arena *arena = request->arena;
    const char *total = total_text(request, summary), *errors = error_numbers(request, summary);
    if (*errors)
        return errors;
    const char *mean = mean_text(request, summary, unit);
    const char *max = with_axis_unit(arena, summary->max, unit);
    if (summary->nodes <= 1)
        return arena_format(arena, "%smean %s, max %s", total, mean, max);
    return arena_format(arena, "%smean %s per %s, max %s%s%s", total, mean, summary->thing, max,
                        *summary->max_node ? " on " : "", summary->max_node);
}

const char *summary_combined_numbers(const struct chart_request *request,
                                     const struct metric_summary *summary,
                                     const struct display_unit *unit)
{
    struct arena *arena = request->arena;
    if (summary->nodes <= 1)
        return summary_node_numbers(request, summary, unit);
    bool adds_up = summary->combine == COMBINE_TOTAL;
    const char *errors = error_numbers(request, summary);
    if (*errors)
        return errors;
    const char *mean = with_axis_unit(arena, summary->combined_mean, unit);
    const char *max = with_axis_unit(arena, summary->combined_max, unit);
    const char *per_node = with_axis_unit(arena, summary->mean_per_node, unit);
    return arena_format(arena, "%smean %s, max %s%s%s%s%s", total_text(request, summary), mean, max,
                        adds_up ? "; mean " : "", adds_up ? per_node : "", adds_up ? " per " : "",
                        adds_up ? summary->thing : "");
}

static const char *brief_text(struct arena *arena, const struct metric_summary *summary,
                              const struct display_unit *unit)
{
    const char *mean = displayed(arena, summary->mean_per_node, unit);
    const char *max = displayed(arena, summary->max, unit);
    if (summary->nodes <= 1 || strlen(summary->max_node) > BRIEF_NODE)
        return arena_format(arena, "mean %s · max %s", mean, max);
    return arena_format(arena, "mean %s per %s · max %s (%s)", mean, summary->thing, max,
                        summary->max_node);
}

/* Missing are those that a source marks so, and those that were due and never came: as the finding
 * on coverage counts them. */
static const char *samples_text(struct arena *arena, const struct metric_summary *summary)
{
    const char *samples = count_text(arena, summary->samples);
    const char *plural = summary->samples == 1 ? "" : "s";
    size_t marked = summary->missing, absent = as_count(summary->due - (double)summary->samples);
    size_t missing = marked > absent ? marked : absent;
    if (missing == 0)
        return arena_format(arena, "%s sample%s, none missing.", samples, plural);
    double due = (double)summary->samples + (double)missing;
    return arena_format(arena, "%s sample%s, %s missing (%.2g %%).", samples, plural,
                        count_text(arena, missing), 100 * (double)missing / due);
}

const char *moment_name(struct arena *arena, double instant, double last)
{
    char text[NUMBER_SIZE];
    if (!instant_is_date(last))
        return arena_text(arena, quantity_format(instant, "s", UNITS_SI, text, sizeof text));
    return arena_text(arena, instant_format(instant, INSTANT_MINUTE, text, sizeof text));
}

static const char *period_text(const struct chart_request *request)
{
    char from[NUMBER_SIZE], to[NUMBER_SIZE], zone[NUMBER_SIZE];
    double low = request->source->time_low, high = request->source->time_high;
    if (!isfinite(low) || !isfinite(high) || !instant_is_date(high))
        return "";
    return arena_format(request->arena, ", %s to %s %s",
                        instant_format(low, INSTANT_MINUTE, from, sizeof from),
                        instant_format(high, INSTANT_MINUTE, to, sizeof to),
                        instant_zone_name(high, zone, sizeof zone));
}

static const char *with_unit(struct arena *arena, const char *what, const char *unit)
{
    return *unit ? arena_format(arena, "%s, %s", what, unit) : what;
}

static const char *sentences(struct arena *arena, const char *first, const char *second,
                             const char *third)
{
    const char *gap = *first && (*second || *third) ? " " : "";
    const char *second_gap = *second && *third ? " " : "";
    return arena_format(arena, "%s%s%s%s%s", first, gap, second, second_gap, third);
}

static const char *time_note(const struct chart_request *request)
{
    struct scale time;
    scale_init_moments(&time, request->source->time_low, request->source->time_high);
    return scale_moments_note(&time, request->arena);
}

static void describe_origin(const struct chart_request *request, struct figure *figure)
{
    figure->section = request->figure->section;
    figure->metric = request->metric;
}

static const char *definition_caption(const struct chart_request *request)
{
    return request->figure->caption ? request->figure->caption : "";
}

void summary_describe(const struct chart_request *request, const struct metric_summary *summary,
                      const char *what, const char *numbers, const char *note,
                      const struct scale *y, struct figure *figure)
{
    struct arena *arena = request->arena;
    describe_origin(request, figure);
    figure->title = with_unit(arena, what, y->unit.name);
    figure->label = with_unit(arena, summary->label, y->unit.name);
    figure->subtitle = numbers;
    figure->brief = brief_text(arena, summary, &y->unit);
    figure->caption =
        sentences(arena, definition_caption(request), note,
                  sentences(arena, samples_text(arena, summary), time_note(request), ""));
    figure->alt = arena_format(arena, "%s%s: %s.", what, period_text(request), figure->subtitle);
}

/* ---- nothing to draw ------------------------------------------------------------------------ */

const char *summary_message(const struct chart_request *request,
                            const struct metric_summary *summary)
{
    struct arena *arena = request->arena;
    if (summary->samples == 0 || !isfinite(summary->max) || !isfinite(summary->min))
        return request->source->time_low < request->source->time_high
                   ? "No sample of this metric was recorded."
                   : "No value: it takes two samples of a node, and there is one.";
    if (summary->min != summary->max)
        return NULL;
    const char *value = summary->max == 0 ? "0" : quantity(request, summary->max, summary->unit);
    if (summary->samples == 1)
        return arena_format(arena, "%s (one sample)", value);
    if (summary->nodes <= 1)
        return value;
    return arena_format(arena, "%s on all %ss", value, summary->thing);
}

void summary_describe_message(const struct chart_request *request,
                              const struct metric_summary *summary, const char *what,
                              const char *message, struct figure *figure)
{
    struct arena *arena = request->arena;
    struct panel *panel = arena_alloc(arena, sizeof *panel);
    struct display_unit unit = {.factor = 1};
    scale_init_moments(&panel->x, request->source->time_low, request->source->time_high);
    scale_init_linear(&panel->y, 0, 1, true, unit);
    panel->height_share = 1;
    panel->message = message;
    describe_origin(request, figure);
    figure->title = what;
    figure->label = summary->label;
    figure->subtitle = samples_text(arena, summary);
    figure->brief = "";
    figure->caption = definition_caption(request);
    figure->alt = arena_format(arena, "%s%s: %s", what, period_text(request), message);
    figure->height_pt = MESSAGE_HEIGHT_PT;
    figure->panels = panel;
    figure->panel_count = 1;
}

/* ---- scale ---------------------------------------------------------------------------------- */

void summary_scale(const struct chart_request *request, const struct metric_summary *summary,
                   struct value_range range, struct scale *scale, const char **note)
{
    const struct plotspec *spec = request->spec;
    bool is_log = spec->log_scale && range.high > 0;
    *note = "";
    double largest = fmax(fabs(range.low), fabs(range.high));
    struct display_unit unit =
        display_unit_for(summary->unit, isfinite(largest) ? largest : 0, request->units);
    if (is_log) {
        scale_init_log(scale, range.lowest_positive, range.high, unit);
        if (range.low <= 0)
            *note = "Values of 0 lie on the lower edge.";
        return;
    }
    scale_init_linear(scale, range.low, range.high, spec->from_zero, unit);
    if (spec->log_scale)
        *note = "No value is above 0, so the scale is linear instead of logarithmic.";
}
