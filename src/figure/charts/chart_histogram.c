#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure/charts/row_names.h"
#include "figure/charts/row_picks.h"
#include "figure/charts/table_rows.h"
#include "figure/model/mark_list.h"
#include "table/rows.h"
#include "util/number.h"

enum { MOST_PANELS = 4, MOST_LABELS = 256, FEWEST = 20 };
static const double HEIGHT_PT = 132, PANEL_PT = 80, MESSAGE_PANEL_PT = 40;
static const double MESSAGE_PT = 64, HEAD_PT = 44;
static const double MESSAGE_SHARE = 0.3; /* of a panel's height */

static const double HALF_BAR = 0.42; /* about a whole number */
static const double SAME = 1e-9;     /* relative difference of numbers that are the same, */
static const double ALIKE = 1e-4;    /* and of those that no axis tells apart */

/* So many times the median: its unit suits no other value. */
static const double LONG_TAIL = 100;

/* Of a unit: what is shown as 0.05 or more of it can be read. */
static const double SMALL = 0.05;

/* Below a count of one, so that its bar has a height on a log scale. */
static const double LEAST_COUNT = 0.7;

struct histogram {
    const char *label, *quantity;
    size_t *bins; /* among the rows */
    size_t bin_count;
    bool is_whole; /* of few whole numbers in the unit of the axis: a bar for each */
    double total, low, high, most;
    size_t place; /* in the table */
};

struct histograms {
    struct histogram items[MOST_LABELS];
    size_t all, count; /* of the table; drawn */
    size_t last;
};

/* From the table of resources: what the bins do not hold. NaN: unknown. */
struct moments {
    double count, mean, std, min, p05, p50, p95, max;
};

struct columns {
    const char *const *labels, *const *quantities;
    const double *low, *high, *count;
};

/* ---- which ---------------------------------------------------------------------------------- */

static bool read_columns(const struct table_rows *rows, struct columns *columns)
{
    *columns = (struct columns){
        table_rows_cells(rows, "label"),   table_rows_texts(rows, "quantity"),
        table_rows_values(rows, "low"),    table_rows_values(rows, "high"),
        table_rows_numbers(rows, "count"),
    };
    return columns->labels && columns->quantities && columns->low && columns->high &&
           columns->count;
}

static bool is_bin(const struct columns *columns, size_t row)
{
    return columns->labels[row] && columns->quantities[row] && columns->count[row] >= 0 &&
           columns->low[row] < columns->high[row];
}

/* Bins of one label follow each other. */
static struct histogram *histogram_of(struct histograms *histograms, const struct columns *columns,
                                      size_t row)
{
    const char *label = columns->labels[row];
    size_t i = histograms->last;
    if (i == histograms->all || strcmp(histograms->items[i].label, label) != 0)
        for (i = 0; i < histograms->all; i++)
            if (strcmp(histograms->items[i].label, label) == 0)
                break;
    if (i == MOST_LABELS)
        return NULL;
    if (i == histograms->all)
        histograms->items[histograms->all++] =
            (struct histogram){.label = label,
                               .quantity = columns->quantities[row],
                               .low = INFINITY,
                               .high = -INFINITY,
                               .place = i};
    histograms->last = i;
    return &histograms->items[i];
}

static void read_histograms(const struct table_rows *rows, const struct columns *columns,
                            struct histograms *histograms)
{
    histograms->all = histograms->last = 0;
    for (size_t i = 0; i < rows->count; i++) {
        struct histogram *histogram =
            is_bin(columns, i) ? histogram_of(histograms, columns, i) : NULL;
        if (!histogram)
            continue;
        histogram->bin_count++;
        histogram->total += columns->count[i];
        histogram->low = fmin(histogram->low, columns->low[i]);
        histogram->high = fmax(histogram->high, columns->high[i]);
        histogram->most = fmax(histogram->most, columns->count[i]);
    }
}

static bool is_all(const struct histogram *histogram)
{
    return strcmp(histogram->label, "*") == 0;
}

/* Values so near to each other that ticks between them would be long numbers. */
static bool are_alike(const struct histogram *histogram)
{
    return histogram->bin_count > 1 &&
           histogram->high - histogram->low <=
               ALIKE * fmax(fabs(histogram->low), fabs(histogram->high));
}

/* Too few, or all alike: what has its numbers in tables. */
static bool has_bins(const struct histogram *histogram)
{
    return histogram->total >= FEWEST && histogram->bin_count > 1 && !are_alike(histogram);
}

/* All kinds together, then those that have bins, the highest value first. */
static int by_highest(const void *left, const void *right)
{
    const struct histogram *l = left, *r = right;
    if (is_all(l) != is_all(r))
        return is_all(l) ? -1 : 1;
    if (has_bins(l) != has_bins(r))
        return has_bins(l) ? -1 : 1;
    if (l->high != r->high)
        return l->high > r->high ? -1 : 1;
    return (l->place > r->place) - (l->place < r->place);
}

static void fill_bins(const struct table_rows *rows, const struct columns *columns,
                      struct histogram *histogram)
{
    size_t count = 0;
    histogram->bins =
        arena_alloc_array(rows->request->scratch, histogram->bin_count, sizeof(size_t));
    for (size_t i = 0; i < rows->count; i++)
        if (is_bin(columns, i) && strcmp(columns->labels[i], histogram->label) == 0)
            histogram->bins[count++] = i;
}

/* Those that are drawn come first; one kind beside all of them would be the same picture twice. */
static void choose(const struct table_rows *rows, const struct columns *columns,
                   struct histograms *histograms)
{
    if (rows->request->spec->pick != PICK_FIRST)
        qsort(histograms->items, histograms->all, sizeof histograms->items[0], by_highest);
    histograms->count = histograms->all < MOST_PANELS ? histograms->all : MOST_PANELS;
    if (histograms->all == 2 && is_all(&histograms->items[0]))
        histograms->count = histograms->all = 1;
    while (histograms->count > 1 && !has_bins(&histograms->items[histograms->count - 1]))
        histograms->count--;
    for (size_t i = 0; i < histograms->count; i++)
        fill_bins(rows, columns, &histograms->items[i]);
}

static double cell(const struct resources_rows *table, const char *column, size_t row,
                   double factor)
{
    return table_numbers(table->table, column)[row] * factor;
}

static struct moments moments_of(const struct table_rows *rows, const struct histogram *histogram)
{
    struct moments moments = {histogram->total, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    const struct resources_rows table = resources_rows(rows->request->source->tables);
    if (!table.rows)
        return moments;
    size_t row = rows_find(table.rows, 0, table.category, histogram->label, table.resource,
                           histogram->quantity);
    if (row == table.rows)
        return moments;
    return (struct moments){
        .count = cell(&table, "count", row, 1),
        .mean = cell(&table, "mean", row, rows->factor),
        .std = cell(&table, "std", row, rows->factor),
        .min = cell(&table, "min", row, rows->factor),
        .p05 = cell(&table, "p05", row, rows->factor),
        .p50 = cell(&table, "p50", row, rows->factor),
        .p95 = cell(&table, "p95", row, rows->factor),
        .max = cell(&table, "max", row, rows->factor),
    };
}

/* ---- marks ---------------------------------------------------------------------------------- */

static void add_stroke(struct mark_list *marks, double x, const char *name, double width_pt)
{
    if (number_is_missing(x))
        return;
    struct mark *mark = mark_list_add(marks, MARK_RULE, COLOUR_TEXT, 1);
    mark->name = name;
    mark->width_pt = width_pt;
    mark->dash = width_pt > 1 ? DASH_SOLID : DASH_SHORT;
    mark_put_to(mark, x, NAN, x, NAN);
}

static void count_scale(const struct plotspec *spec, double most, struct scale *scale)
{
    struct display_unit unit = {.factor = 1};
    if (!spec->log_scale) {
        scale_init_linear(scale, 0, most, true, unit);
        scale->whole = true;
        return;
    }
    scale_init_log(scale, 1, fmax(most, 10), unit);
    scale->low = LEAST_COUNT;
}

static const char *count_text(const struct table_rows *rows, const struct moments *moments)
{
    const struct plotspec *spec = rows->request->spec;
    return count_word(rows->request->arena, moments->count, role_name(spec, "one", "task"),
                      role_name(spec, "many", "tasks"));
}

/* The whole number, in the unit of the axis, that the bin holds; NaN when there is none. */
static double whole_number_in(const struct columns *columns, const struct histogram *histogram,
                              size_t i, double factor)
{
    double low = columns->low[histogram->bins[i]] / factor;
    double high = columns->high[histogram->bins[i]] / factor;
    bool is_last = i + 1 == histogram->bin_count;
    double number = is_last ? floor(high) : ceil(low);
    return number >= low && (number < high || is_last) ? number : NAN;
}

/* Whether the values have the mean and the deviation that they would have if each were the whole
 * number in its bin: fractions in every bin may do without, but change one of the two. */
static bool are_whole(const struct columns *columns, const struct histogram *histogram,
                      const struct moments *moments, double factor)
{
    double sum = 0, squares = 0, mean = moments->mean / factor, std = moments->std / factor;
    for (size_t i = 0; i < histogram->bin_count; i++)
        if (columns->count[histogram->bins[i]] > 0)
            sum +=
                columns->count[histogram->bins[i]] * whole_number_in(columns, histogram, i, factor);
    double whole_mean = sum / histogram->total;
    for (size_t i = 0; i < histogram->bin_count; i++)
        if (columns->count[histogram->bins[i]] > 0)
            squares += columns->count[histogram->bins[i]] *
                       pow(whole_number_in(columns, histogram, i, factor) - whole_mean, 2);
    double whole_std = sqrt(squares / (histogram->total - 1));
    return fabs(whole_mean - mean) <= SAME * fabs(mean) && fabs(whole_std - std) <= SAME * std;
}

/* Equal bins narrower than 1 cut whole numbers at odd places: where every value is one, each has a
 * bar of its own about it. */
static bool is_of_few_whole_numbers(const struct columns *columns,
                                    const struct histogram *histogram,
                                    const struct moments *moments, double factor)
{
    double low = histogram->low / factor, high = histogram->high / factor;
    bool is_narrow = high - low < (double)histogram->bin_count;
    return histogram->bin_count >= 2 && is_narrow && low == floor(low) && high == floor(high) &&
           are_whole(columns, histogram, moments, factor);
}

static void add_bars(const struct columns *columns, const struct histogram *histogram,
                     const struct panel *panel, struct mark_list *marks)
{
    struct mark *bars = mark_list_add(marks, MARK_BAR, COLOUR_BAND_INNER, histogram->bin_count);
    double factor = panel->x.unit.factor, from = panel->y.kind == SCALE_LOG ? LEAST_COUNT : 0;
    for (size_t i = 0; i < histogram->bin_count; i++) {
        size_t bin = histogram->bins[i];
        double low = columns->low[bin], high = columns->high[bin];
        if (histogram->is_whole) {
            double number = whole_number_in(columns, histogram, i, factor);
            low = (number - HALF_BAR) * factor;
            high = (number + HALF_BAR) * factor;
        }
        if (columns->count[bin] > 0)
            mark_put_to(bars, low, from, high, columns->count[bin]);
    }
}

static void make_panel(const struct table_rows *rows, const struct columns *columns,
                       const struct histogram *histogram, struct panel *panel)
{
    struct mark_list marks = {.arena = rows->request->arena};
    struct moments moments = moments_of(rows, histogram);
    panel->height_share = 1;
    if (histogram->bin_count == 1) {
        panel->message =
            arena_format(rows->request->arena, histogram->total > 1 ? "%s in all of them." : "%s",
                         table_value_text(rows, moments.p50, &panel->x.unit));
        panel->height_share = MESSAGE_SHARE;
        return;
    }
    if (are_alike(histogram)) {
        panel->message = arena_format(rows->request->arena, "%s in all of them, within 0.01 %%.",
                                      table_value_text(rows, moments.p50, &panel->x.unit));
        panel->height_share = MESSAGE_SHARE;
        return;
    }
    if (histogram->total < FEWEST) {
        panel->message = arena_format(rows->request->arena, "%s, too few for bins: from %s to %s.",
                                      count_text(rows, &moments),
                                      table_value_text(rows, moments.min, &panel->x.unit),
                                      table_value_text(rows, moments.max, &panel->x.unit));
        panel->height_share = MESSAGE_SHARE;
        return;
    }
    count_scale(rows->request->spec, histogram->most, &panel->y);
    add_bars(columns, histogram, panel, &marks);
    add_stroke(&marks, moments.p05, "p5", 0.9);
    add_stroke(&marks, moments.p50, "median", 1.3);
    add_stroke(&marks, moments.p95, "p95", 0.9);
    mark_list_finish(&marks, panel);
}

/* ---- words ---------------------------------------------------------------------------------- */

static const char *moments_text(const struct table_rows *rows, const struct moments *moments,
                                const struct display_unit *unit)
{
    const struct {
        const char *name;
        double value;
    } items[] = {{"min", moments->min}, {"median", moments->p50}, {"mean", moments->mean},
                 {"std", moments->std}, {"p95", moments->p95},    {"max", moments->max}};
    struct arena *arena = rows->request->arena;
    const char *text = count_text(rows, moments);
    if (number_is_missing(moments->mean))
        return text;
    for (size_t i = 0; i < sizeof items / sizeof items[0]; i++)
        text = arena_format(arena, "%s, %s %s", text, items[i].name,
                            table_number_text(arena, items[i].value, unit));
    return *unit->name ? arena_format(arena, "%s %s", text, unit->name) : text;
}

static const char *panel_title(const struct table_rows *rows, const struct histogram *histogram,
                               const struct display_unit *unit)
{
    struct moments moments = moments_of(rows, histogram);
    const char *name = table_shown_text(rows, "label", histogram->label);
    const char *label = is_all(histogram) ? "All task kinds" : row_name_within(rows, name, 28);
    return arena_format(rows->request->arena, "%s: %s", label, moments_text(rows, &moments, unit));
}

/* Bins about whole numbers, each from half below to half above. */
static bool is_of_whole_numbers(const struct histogram *histogram, double factor)
{
    if (histogram->is_whole || factor != 1)
        return histogram->is_whole;
    double low = histogram->low + 0.5;
    double width = (histogram->high - histogram->low) / (double)histogram->bin_count;
    return low == floor(low) && width == floor(width) && width >= 1;
}

/* Every panel has bins of its own, and so an axis of its own, but all one unit. */
static void make_panels(const struct table_rows *rows, const struct columns *columns,
                        struct histogram *histograms, size_t count, const struct display_unit *unit,
                        struct figure *figure)
{
    bool from_zero = rows->request->spec->from_zero;
    figure->panels = arena_alloc_array(rows->request->arena, count, sizeof figure->panels[0]);
    figure->panel_count = count;
    for (size_t i = 0; i < count; i++) {
        struct histogram *histogram = &histograms[i];
        struct moments moments = moments_of(rows, histogram);
        histogram->is_whole = is_of_few_whole_numbers(columns, histogram, &moments, unit->factor);
        scale_init_linear(&figure->panels[i].x, histogram->low, histogram->high, from_zero, *unit);
        if (histogram->is_whole) { /* the outer bars end half beyond */
            figure->panels[i].x.low = histogram->low - unit->factor / 2;
            figure->panels[i].x.high = histogram->high + unit->factor / 2;
        }
        figure->panels[i].x.whole = is_of_whole_numbers(histogram, unit->factor);
        figure->panels[i].each = is_all(histogram) ? NULL : histogram->label;
        make_panel(rows, columns, &histograms[i], &figure->panels[i]);
        if (count > 1)
            figure->panels[i].title = panel_title(rows, &histograms[i], unit);
    }
    figure->height_pt = figure->panels[0].message ? MESSAGE_PT : HEIGHT_PT;
    if (count > 1)
        figure->height_pt = HEAD_PT;
    for (size_t i = 0; count > 1 && i < count; i++)
        figure->height_pt += figure->panels[i].message ? MESSAGE_PANEL_PT : PANEL_PT;
}

/* Why there is nothing to see: what was set rather than measured needs no picture, and a few tasks
 * have their numbers in tables. NULL: there is. */
static const char *undrawn_text(const struct histogram *first)
{
    if (first->total < FEWEST)
        return "fewer than 20 values";
    return first->bin_count == 1 || are_alike(first) ? "the same value in all" : NULL;
}

/* Not every kind has a figure of its own. */
static const char *kinds_note(const struct table_rows *rows)
{
    const struct chart_request *request = rows->request;
    const struct tasks_rows kinds = tasks_rows(request->source->tables);
    size_t figures;
    if (!request->each || !kinds.rows || strcmp(request->spec->each, "task") != 0)
        return "";
    table_each(request->source->tables, request->spec, request->scratch, &figures);
    if (figures >= kinds.rows)
        return "";
    return arena_format(request->arena, "Shown for the %zu longest of %s.", figures,
                        count_word(request->arena, (double)kinds.rows, "task kind", "task kinds"));
}

/* Which kinds have panels, and how many have none. */
static const char *panels_note(const struct table_rows *rows, const struct histograms *histograms)
{
    struct arena *arena = rows->request->arena;
    size_t all = is_all(&histograms->items[0]) ? 1 : 0;
    size_t others = histograms->all - histograms->count, drawn = histograms->count - all;
    if (!others)
        return kinds_note(rows);
    size_t things = table_all_things(rows, histograms->all - all);
    const char *which = row_picks_text(rows->request->spec->pick, drawn, 0, arena);
    if (!drawn)
        return arena_format(arena,
                            "Task kinds with fewer than %d tasks, or all alike, "
                            "have no panel (%zu).",
                            FEWEST, things);
    return arena_format(arena,
                        "Panels: %s%s of %s (with %d tasks or more, not all alike); "
                        "others: see data/%s.csv.",
                        all ? "all task kinds, and " : "", which, things_text(rows, things, false),
                        FEWEST, rows->table->schema->name);
}

/* Into which bins the panels that are drawn divide their values. */
static const char *bins_text(const struct histograms *histograms, struct arena *arena)
{
    const struct histogram *equal = NULL;
    size_t whole = 0, drawn = 0;
    for (size_t i = 0; i < histograms->count; i++) {
        const struct histogram *histogram = &histograms->items[i];
        if (histogram->total < FEWEST || !(histogram->low < histogram->high))
            continue;
        drawn++;
        whole += histogram->is_whole;
        equal = histogram->is_whole ? equal : histogram;
    }
    if (!equal)
        return whole ? "One bin per whole number." : NULL;
    return arena_format(arena, "%zu equal bins%s%s.", equal->bin_count,
                        drawn > 1 ? " per panel" : "", whole ? ", or one per whole number" : "");
}

/* How many of all are beyond the range that the definition gives. */
static const char *beyond_text(const struct table_rows *rows, const struct histograms *histograms)
{
    const struct histogram *first = &histograms->items[0];
    struct moments moments = moments_of(rows, first);
    double beyond = moments.count - first->total;
    if (!rows->request->spec->bins.has_range || !(beyond > 0))
        return "";
    moments.count = beyond;
    return arena_format(rows->request->arena, "Beyond the range: %s. ", count_text(rows, &moments));
}

/* Merged reports know values by their buckets. */
static const char *merged_text(const struct table_rows *rows)
{
    return merged_rows(rows->request->source->tables).rows
               ? "Merged report: counts per bin are approximate. "
               : "";
}

static const char *note_text(const struct table_rows *rows, const struct histograms *histograms)
{
    const char *note = arena_format(rows->request->arena, "%s%s%s", merged_text(rows),
                                    beyond_text(rows, histograms), panels_note(rows, histograms));
    const char *bins = bins_text(histograms, rows->request->arena);
    return bins ? arena_format(rows->request->arena, "%s%s%s", bins, *note ? " " : "", note) : note;
}

/* Of a long tail the unit is one between those of the median and of the highest: no 0.002 h. */
static double magnitude_of(const struct table_rows *rows, const struct histogram *first)
{
    double median = moments_of(rows, first).p50;
    bool has_tail = median > 0 && first->high > LONG_TAIL * median;
    return has_tail ? sqrt(median * first->high) : first->high;
}

/* Figures of several kinds share a unit, unless values of this one are small in it. */
static struct display_unit unit_of(const struct table_rows *rows, const struct histogram *first)
{
    const struct chart_request *request = rows->request;
    double highest = first->high, own = magnitude_of(rows, first);
    struct chart_request all = *request;
    struct table_rows of_all;
    bool is_of_kinds = request->each && strcmp(request->spec->each, "task") == 0;
    all.each = NULL;
    if (!is_of_kinds || own < first->high || !table_rows_make(&all, &of_all))
        return table_unit(rows, own);
    const double *highs = table_rows_values(&of_all, "high");
    for (size_t i = 0; highs && i < of_all.count; i++)
        highest = fmax(highest, highs[i]);
    struct display_unit shared = table_unit(rows, highest);
    return own >= SMALL * shared.factor ? shared : table_unit(rows, own);
}

/* The histogram of all tasks is that of their only kind. */
static bool is_of_only_kind(const struct table_rows *rows)
{
    const struct chart_request *request = rows->request;
    const struct tasks_rows kinds = tasks_rows(request->source->tables);
    return request->each && strcmp(request->spec->each, "task") == 0 && kinds.rows &&
           kinds.rows == 1;
}

static bool lower_histogram(const struct chart_request *request, struct figure *figure)
{
    struct table_rows rows;
    struct columns columns;
    struct histograms *histograms = arena_alloc(request->scratch, sizeof *histograms);
    if (!table_rows_make(request, &rows) || !read_columns(&rows, &columns))
        return false;
    read_histograms(&rows, &columns, histograms);
    choose(&rows, &columns, histograms);
    struct histogram *first = &histograms->items[0];
    if (histograms->count == 0 || is_of_only_kind(&rows))
        return false;
    figure->undrawn = undrawn_text(first);
    if (figure->undrawn)
        return false;
    struct display_unit unit = unit_of(&rows, first);
    make_panels(&rows, &columns, first, histograms->count, &unit, figure);
    struct moments moments = moments_of(&rows, first);
    const char *all = moments_text(&rows, &moments, &unit);
    const char *numbers = histograms->count > 1 ? count_text(&rows, &moments) : all;
    table_describe(&rows, unit.name, numbers, note_text(&rows, histograms), figure);
    figure->alt = arena_format(request->arena, "%s: %s.", figure->title, all);
    /* The definition's caption speaks of bins, which one value in all does not have. */
    if (histograms->count == 1 && figure->panels[0].message)
        figure->caption = note_text(&rows, histograms);
    return true;
}

const struct chart chart_histogram = {
    .name = "histogram",
    .description = "histogram of tasks by a quantity; one panel per task kind below that of all",
    .columns = "label quantity unit? low# high# count#",
    .lower = lower_histogram,
};
