#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure/mark_list.h"
#include "figure/metric_digest.h"
#include "figure/table_rows.h"
#include "util/name_index.h"
#include "util/number.h"

enum { LABEL_LENGTH = 60 };

static const double ROW_PT = 13;
static const double BAR_HALF = 0.36, INNER_HALF = 0.14;

/* On a log scale what is less than this part of the largest lies on the edge. */
static const double DECADES = 4;

struct bar {
    const char *label;    /* as the table has it */
    double value, second; /* NaN: unknown */
    size_t place;         /* in the table */
};
struct bars {
    struct bar *items;
    size_t count;    /* that are shown, a last one for the others included */
    size_t all;      /* of the table with a value */
    size_t others;   /* not shown one by one */
    size_t covering; /* largest ones that make `cover` of the sum; 0: not asked for */
    double sum, second_sum;
    bool has_second;
};

/* ---- which ---------------------------------------------------------------------------------- */

static int by_value(const void *left, const void *right)
{
    const struct bar *l = left, *r = right;
    if (l->value != r->value)
        return l->value > r->value ? -1 : 1;
    return (l->place > r->place) - (l->place < r->place);
}

static double plus(double sum, double value)
{
    if (number_is_missing(value))
        return sum;
    return number_is_missing(sum) ? value : sum + value;
}

/* The bar that amounts of the same name add up in; a new one otherwise. */
static struct bar *bar_of(struct name_index *index, struct bars *bars, const char *label)
{
    uint32_t place = name_index_find(index, label);
    if (place != NAME_INDEX_NONE)
        return &bars->items[place];
    name_index_add(index, label);
    return &bars->items[bars->count++];
}

static void sum_up(struct bars *bars)
{
    struct name_index index;
    size_t count = bars->count;
    name_index_init(&index);
    bars->count = 0;
    for (size_t i = 0; i < count; i++) {
        struct bar bar = bars->items[i];
        size_t before = bars->count;
        struct bar *kept = bar_of(&index, bars, bar.label);
        if (bars->count > before) {
            *kept = bar;
            continue;
        }
        kept->value += bar.value;
        kept->second = plus(kept->second, bar.second);
    }
    name_index_release(&index);
}

static const char *label_of(const struct table_rows *rows, const char *label, const char *note)
{
    label = label && *label ? label : "(no name)";
    if (!note || !*note || strcmp(note, label) == 0)
        return label;
    return arena_format(rows->request->arena, "%s · %s", label, note);
}

static bool read_bars(const struct table_rows *rows, struct bars *bars)
{
    const struct plotspec *spec = rows->request->spec;
    const double *values = table_rows_values(rows, "value");
    const double *seconds = table_rows_values(rows, "second");
    const char *const *labels = table_rows_texts(rows, "label");
    const char *const *notes = table_rows_texts(rows, "note");
    if (!values || !labels)
        return false;
    *bars = (struct bars){
        .items = arena_alloc_array(rows->request->scratch, rows->count, sizeof bars->items[0])};
    for (size_t i = 0; i < rows->count; i++) {
        if (number_is_missing(values[i]))
            continue;
        bars->items[bars->count++] =
            (struct bar){label_of(rows, labels[i], notes ? notes[i] : NULL), values[i],
                         seconds ? seconds[i] : NUMBER_MISSING, i};
        bars->sum += values[i];
        bars->second_sum += seconds ? fmax(seconds[i], 0) : 0;
    }
    if (spec->sums_up)
        sum_up(bars);
    bars->all = bars->count;
    bars->has_second = bars->second_sum > 0;
    if (spec->combine == COMBINE_TOTAL && !(bars->sum > 0))
        return false;
    /* One bar alone says less than its number in a table. */
    return bars->count > 1;
}

static void sort_bars(const struct plotspec *spec, struct bars *bars)
{
    if (!spec->keeps_order)
        qsort(bars->items, bars->count, sizeof bars->items[0], by_value);
}

static void find_cover(const struct plotspec *spec, struct bars *bars)
{
    double sum = 0;
    if (number_is_missing(spec->cover) || spec->keeps_order || !(bars->sum > 0))
        return;
    while (bars->covering < bars->count && sum < spec->cover * bars->sum)
        sum += bars->items[bars->covering++].value;
}

/* What does not fit becomes one row: of amounts their sum, of others only a count in words. */
static void join_others(const struct table_rows *rows, struct bars *bars, size_t most)
{
    const struct plotspec *spec = rows->request->spec;
    if (bars->count <= most)
        return;
    bool adds_up = spec->combine == COMBINE_TOTAL;
    size_t kept = adds_up ? most - 1 : most;
    struct bar rest = {.second = NUMBER_MISSING};
    for (size_t i = kept; i < bars->count; i++) {
        rest.value += bars->items[i].value;
        if (!number_is_missing(bars->items[i].second))
            rest.second = fmax(rest.second, 0) + bars->items[i].second;
    }
    bars->others = bars->count - kept;
    bars->count = kept;
    rest.label = things_text(rows, bars->others, true);
    if (adds_up)
        bars->items[bars->count++] = rest;
}

/* ---- marks ---------------------------------------------------------------------------------- */

static size_t class_of(const struct plotspec *spec, double value)
{
    size_t i = 0;
    while (i < spec->threshold_count && value >= spec->thresholds[i])
        i++;
    return i;
}

/* "class 0" … have names in the definition; the lowest class is the darkest. */
static const char *class_name(const struct plotspec *spec, size_t index)
{
    char role[] = "class 0";
    role[6] = (char)('0' + index);
    return role_name(spec, role, "");
}

static const char *class_range(const struct table_rows *rows, size_t index)
{
    struct arena *arena = rows->request->arena;
    const struct plotspec *spec = rows->request->spec;
    const char *name = class_name(spec, index);
    const double *ends = spec->thresholds;
    if (index == 0)
        return arena_format(arena, "%s: under %s", name, table_value_text(rows, ends[0]));
    if (index == spec->threshold_count)
        return arena_format(arena, "%s: %s or more", name, table_value_text(rows, ends[index - 1]));
    return arena_format(arena, "%s: %s to %s", name, table_value_text(rows, ends[index - 1]),
                        table_value_text(rows, ends[index]));
}

static void add_cover(const struct chart_request *request, const struct bars *bars,
                      const struct scale *x, struct mark_list *marks)
{
    if (!bars->covering || bars->covering > bars->count)
        return;
    struct mark *band = mark_list_add(marks, MARK_BAR, COLOUR_GRID, 1);
    mark_put_to(band, x->low, 0, x->high, (double)bars->covering);
    band->name = arena_format(request->arena, "%.0f %% of the sum: the first %zu",
                              100 * request->spec->cover, bars->covering);
}

static void add_bars(const struct table_rows *rows, const struct bars *bars, const struct scale *x,
                     struct mark_list *marks)
{
    static const enum colour shades[PLOT_MOST_CLASSES] = {COLOUR_ACCENT, COLOUR_BAND_INNER,
                                                          COLOUR_BAND_OUTER, COLOUR_GRID};
    const struct plotspec *spec = rows->request->spec;
    double low = x->kind == SCALE_LOG ? x->low : 0;
    for (size_t class = 0; class <= spec->threshold_count; class ++) {
        enum colour colour = spec->threshold_count ? shades[class]
                             : bars->has_second    ? COLOUR_BAND_INNER
                                                   : COLOUR_ACCENT;
        struct mark *mark = mark_list_add(marks, MARK_BAR, colour, bars->count);
        for (size_t i = 0; i < bars->count; i++)
            if (class_of(spec, bars->items[i].value) == class)
                mark_put_to(mark, low, (double)i + 0.5 - BAR_HALF, bars->items[i].value,
                            (double)i + 0.5 + BAR_HALF);
        if (spec->threshold_count)
            mark->name = class_range(rows, class);
        else if (bars->has_second)
            mark->name = role_name(spec, "value", NULL);
    }
}

static void add_second(const struct chart_request *request, const struct bars *bars,
                       const struct scale *x, struct mark_list *marks)
{
    if (!bars->has_second)
        return;
    double low = x->kind == SCALE_LOG ? x->low : 0;
    struct mark *mark = mark_list_add(marks, MARK_BAR, COLOUR_ACCENT, bars->count);
    mark->name = role_name(request->spec, "second", NULL);
    for (size_t i = 0; i < bars->count; i++)
        if (!number_is_missing(bars->items[i].second))
            mark_put_to(mark, low, (double)i + 0.5 - INNER_HALF, bars->items[i].second,
                        (double)i + 0.5 + INNER_HALF);
}

/* Of hours what is far below one; else NULL. */
static const char *small_time_text(struct arena *arena, double value,
                                   const struct display_unit *unit)
{
    const double hour_s = 3600, small_h = 0.001;
    char text[64];
    if (strcmp(unit->name, "h") != 0 || !(value > 0) || value / unit->factor >= small_h)
        return NULL;
    return arena_text(arena, quantity_format(value / unit->factor * hour_s, "s", UNITS_SI, text,
                                             sizeof text));
}

static const char *value_text(const struct chart_request *request, const struct bars *bars,
                              const struct bar *bar, const struct display_unit *unit)
{
    struct arena *arena = request->arena;
    const struct plotspec *spec = request->spec;
    const char *text = small_time_text(arena, bar->value, unit);
    if (!text)
        text = table_number_text(arena, bar->value, unit);
    if (spec->threshold_count)
        return arena_format(arena, "%s  %s", text, class_name(spec, class_of(spec, bar->value)));
    if (spec->combine == COMBINE_TOTAL && bars->sum > 0 && bars->all > 1 &&
        bar->value / bars->sum >= 0.005)
        return arena_format(arena, "%s  (%.0f %%)", text, 100 * bar->value / bars->sum);
    return text;
}

static void add_texts(const struct chart_request *request, const struct bars *bars,
                      const struct scale *x, struct mark_list *marks)
{
    struct mark *mark = mark_list_add(marks, MARK_TEXT, COLOUR_TEXT, bars->count);
    for (size_t i = 0; i < bars->count; i++) {
        double end = fmax(bars->items[i].value, fmax(bars->items[i].second, x->low));
        mark_put_text(mark, end, (double)i + 0.5,
                      value_text(request, bars, &bars->items[i], &x->unit));
    }
}

static struct panel *make_panel(const struct table_rows *rows, const struct bars *bars)
{
    const struct chart_request *request = rows->request;
    struct arena *arena = request->arena;
    struct panel *panel = arena_alloc(arena, sizeof *panel);
    struct mark_list marks = {.arena = arena};
    struct value_range range = value_range_none();
    const char **names = arena_alloc_array(arena, bars->count, sizeof *names);
    for (size_t i = 0; i < bars->count; i++) {
        names[i] = short_name(arena, bars->items[i].label, LABEL_LENGTH);
        value_range_add(&range, &bars->items[i].value, 1);
        value_range_add(&range, &bars->items[i].second, bars->has_second ? 1 : 0);
    }
    /* The smallest bar has a length, too, and the largest one company. */
    range.lowest_positive = fmin(range.lowest_positive / 2, range.high / 20);
    table_scale(rows, range, DECADES, &panel->x);
    scale_init_bands(&panel->y, names, bars->count);
    add_cover(request, bars, &panel->x, &marks);
    add_bars(rows, bars, &panel->x, &marks);
    add_second(request, bars, &panel->x, &marks);
    add_texts(request, bars, &panel->x, &marks);
    mark_list_finish(&marks, panel);
    panel->height_share = 1;
    return panel;
}

/* ---- words ---------------------------------------------------------------------------------- */

static const struct bar *largest(const struct bars *bars)
{
    const struct bar *best = &bars->items[0];
    for (size_t i = 1; i < bars->count - (bars->others && bars->count > 1); i++)
        if (bars->items[i].value > best->value)
            best = &bars->items[i];
    return best;
}

static const char *classes_text(const struct table_rows *rows, const struct bars *bars)
{
    const struct plotspec *spec = rows->request->spec;
    size_t counts[PLOT_MOST_CLASSES] = {0};
    for (size_t i = 0; i < bars->all; i++)
        counts[class_of(spec, bars->items[i].value)]++;
    const char *text = "";
    for (size_t i = 0; i <= spec->threshold_count; i++)
        text = arena_format(rows->request->arena, "%s%s%s", text, i ? ", " : "",
                            count_word(rows->request->arena, (double)counts[i], class_name(spec, i),
                                       class_name(spec, i)));
    return text;
}

static const char *numbers_text(const struct table_rows *rows, const struct bars *bars)
{
    const struct plotspec *spec = rows->request->spec;
    struct arena *arena = rows->request->arena;
    const struct bar *top = largest(bars);
    const char *things = things_text(rows, bars->all, false);
    const char *most = table_value_text(rows, top->value), *second = "";
    const char *label = short_name(arena, top->label, LABEL_LENGTH);
    if (spec->threshold_count)
        return arena_format(arena, "%s: %s", things, classes_text(rows, bars));
    if (spec->combine != COMBINE_TOTAL)
        return arena_format(arena, "%s, highest %s (%s)", things, most, label);
    if (bars->has_second)
        second = arena_format(arena, ", %s %s", role_name(spec, "second", "of them"),
                              table_value_text(rows, bars->second_sum));
    return arena_format(arena, "total %s%s in %s, most in %s (%s)",
                        table_value_text(rows, bars->sum), second, things, label, most);
}

static const char *note_text(const struct table_rows *rows, const struct bars *bars,
                             const struct scale *x)
{
    struct arena *arena = rows->request->arena;
    const char *rest = "", *edge = "";
    if (bars->others)
        rest = arena_format(arena, "%s %s in the table %s only.",
                            things_text(rows, bars->others, true), bars->others == 1 ? "is" : "are",
                            rows->table->schema->name);
    if (x->kind == SCALE_LOG)
        edge = "On a log scale the lengths of bars do not add up: read their ends.";
    return arena_format(arena, "%s%s%s", rest, *rest && *edge ? " " : "", edge);
}

/* ---- the figure ----------------------------------------------------------------------------- */

/* Parts of a whole of which one is all: nothing to compare. */
static bool is_whole_in_one(const struct table_rows *rows, const struct bars *bars)
{
    if (!rows->request->spec->keeps_order || strcmp(rows->unit, "%") != 0 || bars->count < 2)
        return false;
    size_t used = 0;
    for (size_t i = 0; i < bars->count; i++)
        used += bars->items[i].value > 0;
    return used == 1 && bars->sum > 99.999 && bars->sum < 100.001;
}

static bool fill(const struct chart_request *request, size_t most, struct figure *figure)
{
    struct table_rows rows;
    struct bars bars;
    if (!table_rows_make(request, &rows) || !read_bars(&rows, &bars) ||
        is_whole_in_one(&rows, &bars))
        return false;
    const char *numbers = numbers_text(&rows, &bars);
    if (request->spec->picks_first)
        join_others(&rows, &bars, most);
    sort_bars(request->spec, &bars);
    find_cover(request->spec, &bars);
    if (!request->spec->picks_first)
        join_others(&rows, &bars, most);
    figure->panels = make_panel(&rows, &bars);
    figure->panel_count = 1;
    table_describe(&rows, figure->panels->x.unit.name, numbers,
                   note_text(&rows, &bars, &figure->panels->x), figure);
    figure->height_pt = table_height(figure, ROW_PT * (double)bars.count);
    return true;
}

static bool lower_bars(const struct chart_request *request, struct figure *figure)
{
    return table_lower(request, fill, figure);
}

const struct chart chart_bars = {
    .name = "bars",
    .description = "a lying bar a row of a table, the largest first",
    .columns = "label note? value# second#?",
    .lower = lower_bars,
};
