#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure/charts/alike_rows.h"
#include "figure/charts/row_names.h"
#include "figure/charts/row_picks.h"
#include "figure/charts/row_room.h"
#include "figure/charts/table_rows.h"
#include "figure/charts/task_keys.h"
#include "figure/charts/value_classes.h"
#include "figure/model/mark_list.h"
#include "util/name_index.h"
#include "util/number.h"
#include "util/texts.h"

enum { LABEL_LENGTH = 60 };

static const double ROW_PT = 13;
static const double BAR_HALF = 0.36, INNER_HALF = 0.14, GUIDE_PT = 0.5, DOT_PT = 4.6;

/* On a log scale what is less than this part of the largest lies on the edge. */
static const double DECADES = 4;

struct bar {
    const char *label;    /* as the table has it */
    const char *note;     /* the same; NULL: none */
    double value, second; /* NaN: unknown */
    size_t place;         /* in the table */
};
struct bars {
    struct bar *items;
    size_t count;    /* that are shown, a last one for the others included */
    size_t all;      /* of the table with a value */
    size_t unknown;  /* of the table without one */
    size_t others;   /* not shown one by one */
    size_t named;    /* shown because the subtitle names them */
    size_t covering; /* largest ones that make `cover` of the sum; 0: not asked for */
    size_t top;      /* before any is left out: the one of which the subtitle speaks */
    const char *top_label, *other_label; /* other: at the other end */
    size_t other;
    double top_value, other_value;
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
    if (strcmp(rows->table->schema->name, "task_bottleneck") == 0)
        label = task_key_shown(rows->request->arena, label);
    if (!note || !*note || strcmp(note, label) == 0)
        return label;
    return arena_format(rows->request->arena, "%s (%s)", note, label);
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
        if (number_is_missing(values[i])) {
            bars->unknown++;
            continue;
        }
        bars->items[bars->count++] =
            (struct bar){.label = label_of(rows, labels[i], notes ? notes[i] : NULL),
                         .note = notes ? notes[i] : NULL,
                         .value = values[i],
                         .second = seconds ? seconds[i] : NUMBER_MISSING,
                         .place = i};
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

static int by_lowest(const void *left, const void *right)
{
    const struct bar *l = left, *r = right;
    if (l->value != r->value)
        return l->value < r->value ? -1 : 1;
    return (l->place > r->place) - (l->place < r->place);
}

/* What the chart is about stands first. */
static void sort_bars(const struct plotspec *spec, struct bars *bars, size_t count)
{
    if (!spec->keeps_order)
        qsort(bars->items, count, sizeof bars->items[0],
              spec->pick == PICK_LOWEST ? by_lowest : by_value);
}

/* Among the first `count`, the largest first; 0 when they do not make that much. */
static void find_cover(const struct plotspec *spec, struct bars *bars, size_t count)
{
    double sum = 0;
    if (number_is_missing(spec->cover) || spec->keeps_order || !(bars->sum > 0))
        return;
    while (bars->covering < count && sum < spec->cover * bars->sum)
        sum += bars->items[bars->covering++].value;
    if (sum < spec->cover * bars->sum)
        bars->covering = 0;
}

static void find_ends(const struct plotspec *spec, struct bars *bars)
{
    size_t low = 0, high = 0;
    for (size_t i = 1; i < bars->count; i++) {
        low = bars->items[i].value < bars->items[low].value ? i : low;
        high = bars->items[i].value > bars->items[high].value ? i : high;
    }
    bars->top = spec->pick == PICK_LOWEST ? low : high;
    bars->other = spec->pick == PICK_LOWEST ? high : low;
    bars->top_label = bars->items[bars->top].label;
    bars->top_value = bars->items[bars->top].value;
    bars->other_label = bars->items[bars->other].label;
    bars->other_value = bars->items[bars->other].value;
}

/* The bars that are drawn come first, in their order; returns how many. */
static size_t choose(const struct table_rows *rows, struct bars *bars, size_t most)
{
    const struct plotspec *spec = rows->request->spec;
    struct arena *scratch = rows->request->scratch;
    double *values = arena_alloc_array(scratch, bars->count, sizeof *values);
    bool *drawn = arena_alloc_array(scratch, bars->count, sizeof *drawn);
    struct bar *left_out = arena_alloc_array(scratch, bars->count, sizeof *left_out);
    struct row_picks picks = {
        bars->count, values, values, {bars->top, bars->other}, spec->threshold_count ? 2 : 1};
    size_t kept = 0, others = 0;
    for (size_t i = 0; i < bars->count; i++)
        values[i] = bars->items[i].value;
    bars->named = row_picks_make(&picks, spec->pick, most, drawn, scratch);
    for (size_t i = 0; i < bars->count; i++)
        if (drawn[i])
            bars->items[kept++] = bars->items[i];
        else
            left_out[others++] = bars->items[i];
    for (size_t i = 0; i < others; i++)
        bars->items[kept + i] = left_out[i];
    return kept;
}

/* What does not fit becomes one row: of amounts their sum, of others only a count in words. */
static void join_others(const struct table_rows *rows, struct bars *bars, size_t most)
{
    const struct plotspec *spec = rows->request->spec;
    bool adds_up = spec->combine == COMBINE_TOTAL;
    size_t kept = bars->count;
    most = row_room(rows, most, bars->count);
    if (bars->count > most)
        kept = choose(rows, bars, adds_up ? most - 1 : most);
    sort_bars(spec, bars, kept);
    find_cover(spec, bars, kept);
    bars->others = bars->count - kept;
    bars->count = kept;
    if (!bars->others || !adds_up)
        return;
    struct bar rest = {.second = NUMBER_MISSING, .label = things_text(rows, bars->others, true)};
    for (size_t i = kept; i < kept + bars->others; i++) {
        rest.value += bars->items[i].value;
        rest.second = plus(rest.second, bars->items[i].second);
    }
    bars->items[bars->count++] = rest;
}

/* ---- marks ---------------------------------------------------------------------------------- */

/* Only where a legend explains it. */
static void add_cover(const struct chart_request *request, const struct bars *bars,
                      const struct scale *x, struct mark_list *marks)
{
    if (!bars->covering || bars->covering > bars->count)
        return;
    struct mark *band = mark_list_add(marks, MARK_BAR, COLOUR_GRID, 1);
    mark_put_to(band, x->low, 0, x->high, (double)bars->covering);
    band->name = arena_format(request->arena, "first %zu: %.0f %% of the total", bars->covering,
                              100 * request->spec->cover);
}

/* On a log scale lengths say nothing: a dot on a line for each. */
static void add_guides(const struct bars *bars, const struct scale *x, struct mark_list *marks)
{
    if (x->kind != SCALE_LOG)
        return;
    struct mark *mark = mark_list_add(marks, MARK_RULE, COLOUR_GRID, bars->count);
    mark->width_pt = GUIDE_PT;
    for (size_t i = 0; i < bars->count; i++)
        mark_put_to(mark, x->low, (double)i + 0.5, x->high, (double)i + 0.5);
}

static struct mark *add_shape(const struct scale *x, enum colour colour, enum shape shape,
                              size_t count, struct mark_list *marks)
{
    bool is_dot = x->kind == SCALE_LOG;
    struct mark *mark = mark_list_add(marks, is_dot ? MARK_POINT : MARK_BAR, colour, count);
    if (is_dot) {
        mark->shape = shape;
        mark->width_pt = DOT_PT;
        mark->markers = true;
    }
    return mark;
}

static void put_value(struct mark *mark, double value, size_t row, double half)
{
    double middle = (double)row + 0.5;
    if (mark->kind == MARK_BAR)
        mark_put_to(mark, 0, middle - half, value, middle + half);
    else if (value > 0)
        mark_put(mark, value, middle);
}

static void add_bars(const struct table_rows *rows, const struct bars *bars, const struct scale *x,
                     struct mark_list *marks)
{
    static const enum colour shades[PLOT_MOST_CLASSES] = {COLOUR_ACCENT, COLOUR_BAND_INNER,
                                                          COLOUR_BAND_OUTER, COLOUR_GRID};
    const struct plotspec *spec = rows->request->spec;
    for (size_t class = 0; class < value_class_count(spec); class ++) {
        enum colour colour = spec->threshold_count                      ? shades[class]
                             : bars->has_second && x->kind != SCALE_LOG ? COLOUR_BAND_INNER
                                                                        : COLOUR_ACCENT;
        struct mark *mark = add_shape(x, colour, SHAPE_CIRCLE, bars->count, marks);
        for (size_t i = 0; i < bars->count; i++)
            if (value_class_of(spec, bars->items[i].value) == class)
                put_value(mark, bars->items[i].value, i, BAR_HALF);
        if (spec->threshold_count)
            mark->name = value_class_range(rows, class);
        else if (bars->has_second)
            mark->name = role_title(spec, "value");
    }
}

/* Bars whose notes are outcomes, by outcome. */
static void add_outcomes(const struct bars *bars, const struct scale *x, struct mark_list *marks)
{
    static const struct {
        const char *outcome;
        enum colour colour;
    } outcomes[] = {{"succeeded", COLOUR_ACCENT},
                    {"failed", COLOUR_SERIES + 1},
                    {"cancelled", COLOUR_SERIES + 4},
                    {"unfinished", COLOUR_BAND_INNER},
                    {NULL, COLOUR_SECONDARY}};
    enum { OUTCOMES = sizeof outcomes / sizeof outcomes[0] };
    bool taken[ROW_ROOM_KINDS + 1] = {false};
    for (size_t k = 0; k < OUTCOMES; k++) {
        struct mark *mark = add_shape(x, outcomes[k].colour, SHAPE_CIRCLE, bars->count, marks);
        mark->name = outcomes[k].outcome ? outcomes[k].outcome : "other";
        for (size_t i = 0; i < bars->count && i < ROW_ROOM_KINDS + 1; i++)
            if (!taken[i] &&
                (!outcomes[k].outcome || texts_equal(bars->items[i].note, outcomes[k].outcome))) {
                taken[i] = true;
                put_value(mark, bars->items[i].value, i, BAR_HALF);
            }
    }
}

static bool are_outcomes(const struct bars *bars)
{
    for (size_t i = 0; i < bars->count; i++)
        if (bars->items[i].note)
            return true;
    return false;
}

static void add_second(const struct chart_request *request, const struct bars *bars,
                       const struct scale *x, struct mark_list *marks)
{
    if (!bars->has_second)
        return;
    enum colour colour = x->kind == SCALE_LOG ? COLOUR_SECONDARY : COLOUR_ACCENT;
    struct mark *mark = add_shape(x, colour, SHAPE_DIAMOND, bars->count, marks);
    mark->name = role_title(request->spec, "second");
    for (size_t i = 0; i < bars->count; i++)
        if (!number_is_missing(bars->items[i].second))
            put_value(mark, bars->items[i].second, i, INNER_HALF);
}

static const char *value_text(const struct chart_request *request, const struct bars *bars,
                              const struct bar *bar, const struct display_unit *unit)
{
    struct arena *arena = request->arena;
    const struct plotspec *spec = request->spec;
    const char *text = table_number_text(arena, bar->value, unit);
    if (spec->threshold_count)
        return arena_format(arena, "%s  %s", text,
                            value_class_name(spec, value_class_of(spec, bar->value)));
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
        mark_put_value(mark, end, (double)i + 0.5,
                       value_text(request, bars, &bars->items[i], &x->unit));
    }
}

/* Amounts without a unit: tasks, attempts. */
static bool are_counts(const struct table_rows *rows, const struct bars *bars,
                       const struct scale *x)
{
    bool are = rows->request->spec->combine == COMBINE_TOTAL && !*x->unit.name;
    for (size_t i = 0; are && i < bars->count; i++)
        are = bars->items[i].value == round(bars->items[i].value);
    return are;
}

/* Hours that are added up are shown in the unit of their sum, as tables do. */
static void take_unit_of_sum(const struct table_rows *rows, const struct bars *bars,
                             const struct value_range *range, struct scale *x)
{
    const struct plotspec *spec = rows->request->spec;
    bool are_hours = strcmp(rows->unit, "h") == 0 || strcmp(rows->unit, "core-h") == 0;
    if (are_hours && spec->combine == COMBINE_TOTAL && x->kind == SCALE_LINEAR)
        scale_init_linear(x, range->low, range->high, spec->from_zero, table_unit(rows, bars->sum));
}

static struct panel *make_panel(const struct table_rows *rows, const struct bars *bars,
                                bool is_small)
{
    const struct chart_request *request = rows->request;
    struct arena *arena = request->arena;
    struct panel *panel = arena_alloc(arena, sizeof *panel);
    struct mark_list marks = {.arena = arena};
    struct value_range range = value_range_none();
    const char **names = arena_alloc_array(arena, bars->count, sizeof *names);
    for (size_t i = 0; i < bars->count; i++) {
        names[i] = bars->items[i].label;
        value_range_add(&range, &bars->items[i].value, 1);
        value_range_add(&range, &bars->items[i].second, bars->has_second ? 1 : 0);
    }
    /* On a log scale no dot lies on the edge. */
    range.lowest_positive = fmin(range.lowest_positive / 1.2, range.high / 2);
    table_scale(rows, range, DECADES, &panel->x);
    take_unit_of_sum(rows, bars, &range, &panel->x);
    panel->x.whole = panel->x.unit.factor == 1 && are_counts(rows, bars, &panel->x);
    row_names_set_bands(rows, names, bars->count, LABEL_LENGTH, &panel->y);
    if (!is_small)
        add_cover(request, bars, &panel->x, &marks);
    add_guides(bars, &panel->x, &marks);
    if (are_outcomes(bars) && !bars->has_second)
        add_outcomes(bars, &panel->x, &marks);
    else
        add_bars(rows, bars, &panel->x, &marks);
    add_second(request, bars, &panel->x, &marks);
    add_texts(request, bars, &panel->x, &marks);
    mark_list_finish(&marks, panel);
    panel->height_share = 1;
    return panel;
}

/* ---- words ---------------------------------------------------------------------------------- */

/* "below 60 %: 7 of 14 task kinds; above 100 % (implausible): 2" */
static const char *classes_text(const struct table_rows *rows, const struct bars *bars)
{
    const struct plotspec *spec = rows->request->spec;
    struct arena *arena = rows->request->arena;
    size_t low = 0, implausible = 0;
    for (size_t i = 0; i < bars->all; i++) {
        size_t class = value_class_of(spec, bars->items[i].value);
        low += class == 0;
        implausible += class > spec->threshold_count;
    }
    const char *text = arena_format(arena, "below %s: %zu of %s",
                                    table_value_text(rows, spec->thresholds[0], NULL), low,
                                    things_text(rows, table_all_things(rows, bars->all), false));
    if (!implausible)
        return text;
    return arena_format(arena, "%s; above %s (implausible): %zu", text,
                        table_value_text(rows, spec->plausible, NULL), implausible);
}

/* Of all bars, in the unit of the axis. */
static const char *numbers_text(const struct table_rows *rows, const struct bars *bars,
                                const struct display_unit *unit)
{
    const struct plotspec *spec = rows->request->spec;
    struct arena *arena = rows->request->arena;
    const char *things = things_text(rows, table_all_things(rows, bars->all), false);
    const char *top = table_value_text(rows, bars->top_value, unit), *second = "";
    const char *label = row_name_within(rows, bars->top_label, LABEL_LENGTH);
    const char *end = spec->pick == PICK_LOWEST ? "lowest" : "highest";
    if (spec->threshold_count)
        return arena_format(arena, "%s; %s: %s, %s; %s: %s, %s", classes_text(rows, bars), end,
                            label, top, spec->pick == PICK_LOWEST ? "highest" : "lowest",
                            row_name_within(rows, bars->other_label, LABEL_LENGTH),
                            table_value_text(rows, bars->other_value, unit));
    if (spec->combine != COMBINE_TOTAL)
        return arena_format(arena, "%s; %s: %s, %s", things, end, label, top);
    if (bars->has_second)
        second = arena_format(arena, ", %s %s", role_title(spec, "second"),
                              table_value_text(rows, bars->second_sum, unit));
    return arena_format(arena, "total %s%s in %s; largest: %s, %s",
                        table_value_text(rows, bars->sum, unit), second, things, label, top);
}

static const char *unknown_text(const struct table_rows *rows, const struct bars *bars)
{
    if (!bars->unknown || rows->request->spec->sums_up)
        return "";
    return arena_format(rows->request->arena, "Not shown: %s without a value.",
                        things_text(rows, bars->unknown, false));
}

/* For a narrow frame, in which the names stand beside the bars. */
static const char *brief_text(const struct table_rows *rows, const struct bars *bars,
                              const struct display_unit *unit)
{
    const struct plotspec *spec = rows->request->spec;
    struct arena *arena = rows->request->arena;
    const char *top = table_value_text(rows, bars->top_value, unit);
    if (spec->combine != COMBINE_TOTAL)
        return arena_format(arena, "%s; %s %s",
                            things_text(rows, table_all_things(rows, bars->all), false),
                            spec->pick == PICK_LOWEST ? "lowest" : "highest", top);
    const char *sum = table_value_text(rows, bars->sum, unit);
    if (bars->has_second)
        return arena_format(arena, "total %s, %s %s", sum, role_title(spec, "second"),
                            table_value_text(rows, bars->second_sum, unit));
    return arena_format(arena, "total %s, largest %s", sum, top);
}

/* Of amounts, what is left out is the last bar. */
static const char *left_out_text(const struct table_rows *rows, const struct bars *bars)
{
    struct arena *arena = rows->request->arena;
    if (!bars->others || rows->request->spec->combine != COMBINE_TOTAL)
        return table_left_out_text(rows, bars->all - bars->others, bars->named, bars->all);
    return arena_format(arena, "Shown: %s; last bar: sum of %s.",
                        row_picks_text(rows->request->spec->pick, bars->all - bars->others,
                                       bars->named, arena),
                        things_text(rows, bars->others, true));
}

static const char *note_text(const struct table_rows *rows, const struct bars *bars)
{
    const char *left_out = left_out_text(rows, bars), *unknown = unknown_text(rows, bars);
    return arena_format(rows->request->arena, "%s%s%s", left_out, *left_out && *unknown ? " " : "",
                        unknown);
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

/* Of equal bars there is nothing to compare. */
static const char *alike_text(const struct table_rows *rows, const struct bars *bars)
{
    enum { FEWEST = 3 };
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < bars->count; i++) {
        low = fmin(low, bars->items[i].value);
        high = fmax(high, bars->items[i].value);
    }
    if (!rows_are_of_kinds(rows) || rows->request->spec->combine == COMBINE_TOTAL ||
        bars->has_second || bars->unknown || bars->count < FEWEST || !values_are_alike(low, high))
        return NULL;
    return arena_format(rows->request->arena, "all %s: %s", things_text(rows, bars->all, false),
                        table_value_text(rows, high, NULL));
}

static bool fill(const struct chart_request *request, size_t most, struct figure *figure)
{
    struct table_rows rows;
    struct bars bars;
    if (!table_rows_make(request, &rows) || !read_bars(&rows, &bars) ||
        is_whole_in_one(&rows, &bars))
        return false;
    figure->undrawn = alike_text(&rows, &bars);
    if (figure->undrawn)
        return false;
    find_ends(request->spec, &bars);
    join_others(&rows, &bars, most);
    figure->panels = make_panel(&rows, &bars, most == TABLE_MOST_SMALL);
    figure->panel_count = 1;
    const struct display_unit *unit = &figure->panels->x.unit;
    table_describe(&rows, unit->name, numbers_text(&rows, &bars, unit), note_text(&rows, &bars),
                   figure);
    figure->brief = brief_text(&rows, &bars, unit);
    row_room_set(&rows, ROW_PT, bars.count, figure);
    return true;
}

static bool lower_bars(const struct chart_request *request, struct figure *figure)
{
    return table_lower(request, fill, figure);
}

const struct chart chart_bars = {
    .name = "bars",
    .description = "one horizontal bar per row of a table, the largest first",
    .columns = "label note? value# second#?",
    .lower = lower_bars,
};
