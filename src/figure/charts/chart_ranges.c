#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure/charts/alike_rows.h"
#include "figure/charts/row_names.h"
#include "figure/charts/row_picks.h"
#include "figure/charts/row_room.h"
#include "figure/charts/table_rows.h"
#include "figure/model/mark_list.h"
#include "util/number.h"

static const double ROW_PT = 13, DECADES = 5;
static const double BOX_HALF = 0.3, SPAN_HALF = 0.2, CAP_HALF = 0.16;

enum { LABEL_LENGTH = 60 };
enum end { LOW, LOWER, Q1, MIDDLE, MEAN, Q3, UPPER, HIGH, ENDS };
static const char *const end_roles[ENDS] = {"low",  "lower", "q1",    "middle",
                                            "mean", "q3",    "upper", "high"};

struct span {
    const char *label;
    double ends[ENDS]; /* NaN: not known or not asked for */
    double share, count, beyond;
    size_t place;
};
struct spans {
    struct span *items;
    size_t count, all;
    double covered; /* share of those that are drawn */
    bool has_boxes, has_shares, has_counts;
    /* Of all, drawn or not. */
    const struct span *top, *widest;
    size_t candidates;       /* that make `cover` of the share */
    size_t named;            /* drawn because the subtitle names them */
    struct alike_rows alike; /* left out */
};

/* ---- which ---------------------------------------------------------------------------------- */

static double at(const double *numbers, size_t index)
{
    return numbers ? numbers[index] : NUMBER_MISSING;
}

static double sort_key(const struct span *span)
{
    double key = span->ends[MIDDLE];
    return number_is_missing(key) ? span->ends[MEAN] : key;
}

static int by_middle(const void *left, const void *right)
{
    const struct span *l = left, *r = right;
    double a = sort_key(l), b = sort_key(r);
    if (a != b)
        return a > b ? -1 : 1;
    return (l->place > r->place) - (l->place < r->place);
}

/* A row for all kinds together ("*") is none of them, unless the definition has a name for it. */
static const char *label_of(const struct plotspec *spec, const char *text)
{
    if (!text || !*text)
        return "(no name)";
    return strcmp(text, "*") == 0 ? role_name(spec, "all", NULL) : text;
}

static bool read_spans(const struct table_rows *rows, struct spans *spans)
{
    const char *const *labels = table_rows_texts(rows, "label");
    const double *ends[ENDS], *shares = table_rows_numbers(rows, "share");
    const double *counts = table_rows_numbers(rows, "count");
    const double *beyond = table_rows_numbers(rows, "beyond");
    for (int i = 0; i < ENDS; i++)
        ends[i] = table_rows_values(rows, end_roles[i]);
    *spans = (struct spans){.items = arena_alloc_array(rows->request->scratch, rows->count,
                                                       sizeof(struct span)),
                            .has_boxes = ends[Q1] && ends[Q3],
                            .has_shares = shares != NULL,
                            .has_counts = counts != NULL};
    for (size_t i = 0; labels && i < rows->count; i++) {
        struct span *span = &spans->items[spans->count];
        *span = (struct span){.label = label_of(rows->request->spec, labels[i]),
                              .share = at(shares, i),
                              .count = at(counts, i),
                              .beyond = at(beyond, i),
                              .place = i};
        for (int k = 0; k < ENDS; k++)
            span->ends[k] = at(ends[k], i);
        spans->count += span->label && !number_is_missing(sort_key(span));
    }
    spans->all = spans->count;
    return spans->count > 0;
}

/* Only those that together make `cover` of the share, which stand first in the table. */
static void keep_covering(const struct plotspec *spec, struct spans *spans)
{
    size_t kept = 0;
    double covered = 0;
    if (number_is_missing(spec->cover) || !spans->has_shares)
        return;
    while (kept < spans->count && covered < spec->cover)
        covered += fmax(spans->items[kept++].share, 0);
    spans->count = kept;
}

static const struct span *copy_span(struct arena *arena, const struct span *span)
{
    struct span *copy = arena_alloc(arena, sizeof *copy);
    *copy = *span;
    return copy;
}

/* Sets what the subtitle speaks of, and keeps at most `most`, those among them. */
static void keep_picked(const struct chart_request *request, struct spans *spans, size_t most)
{
    struct arena *scratch = request->scratch;
    double *high = arena_alloc_array(scratch, spans->count, sizeof *high);
    double *low = arena_alloc_array(scratch, spans->count, sizeof *low);
    double *width = arena_alloc_array(scratch, spans->count, sizeof *width);
    bool *drawn = arena_alloc_array(scratch, spans->count, sizeof *drawn);
    for (size_t i = 0; i < spans->count; i++) {
        const double *ends = spans->items[i].ends;
        high[i] = number_is_missing(ends[HIGH]) ? ends[UPPER] : ends[HIGH];
        low[i] = sort_key(&spans->items[i]);
        width[i] = ends[UPPER] - ends[LOWER];
    }
    size_t top = row_picks_largest(high, spans->count);
    size_t widest = row_picks_largest(width, spans->count);
    struct row_picks picks = {spans->count, high, low, {top, widest}, 2};
    spans->named = row_picks_make(&picks, request->spec->pick, most, drawn, scratch);
    spans->top = top < spans->count ? copy_span(scratch, &spans->items[top]) : NULL;
    spans->widest = widest < spans->count ? copy_span(scratch, &spans->items[widest]) : NULL;
    size_t kept = 0;
    for (size_t i = 0; i < spans->count; i++)
        if (drawn[i])
            spans->items[kept++] = spans->items[i];
    spans->count = kept;
}

static bool add_if_alike(struct alike_rows *alike, const struct span *span)
{
    double low = INFINITY, high = -INFINITY;
    for (int k = 0; k < ENDS; k++) {
        low = fmin(low, span->ends[k]); /* skips what is missing */
        high = fmax(high, span->ends[k]);
    }
    return alike_rows_add(alike, low, high);
}

static size_t highest_place(const struct spans *spans, struct arena *arena)
{
    double *high = arena_alloc_array(arena, spans->count, sizeof *high);
    for (size_t i = 0; i < spans->count; i++) {
        const double *ends = spans->items[i].ends;
        high[i] = number_is_missing(ends[HIGH]) ? ends[UPPER] : ends[HIGH];
    }
    return row_picks_largest(high, spans->count);
}

/* A few points beside spans are worth their rows; many would be most of the chart, and alone they
 * show what bars do. The highest of all, which the subtitle names, is drawn where any is. */
static void drop_alike(struct spans *spans, struct arena *scratch)
{
    struct alike_rows alike = {0}, dropped = {0};
    size_t kept = 0, highest = highest_place(spans, scratch);
    for (size_t i = 0; i < spans->count; i++)
        add_if_alike(&alike, &spans->items[i]);
    bool are_few = spans->count <= TABLE_MOST_SMALL || 2 * alike.count <= spans->count;
    if (are_few && alike.count < spans->count)
        return;
    bool keeps_highest = alike.count < spans->count;
    for (size_t i = 0; i < spans->count; i++)
        if ((keeps_highest && i == highest) || !add_if_alike(&dropped, &spans->items[i]))
            spans->items[kept++] = spans->items[i];
    spans->count = kept;
    spans->alike = dropped;
}

static void choose(const struct table_rows *rows, struct spans *spans, size_t most)
{
    const struct chart_request *request = rows->request;
    keep_covering(request->spec, spans);
    spans->candidates = spans->count;
    if (rows_are_of_kinds(rows))
        drop_alike(spans, request->scratch);
    keep_picked(request, spans, row_room(rows, most, spans->count));
    if (!request->spec->keeps_order)
        qsort(spans->items, spans->count, sizeof spans->items[0], by_middle);
    for (size_t i = 0; i < spans->count; i++)
        spans->covered += fmax(spans->items[i].share, 0);
}

/* ---- marks ---------------------------------------------------------------------------------- */

static double row_of(size_t index)
{
    return (double)index + 0.5;
}

static void add_bars(const struct spans *spans, enum end from, enum end to, double half,
                     const char *name, struct mark_list *marks)
{
    struct mark *mark = mark_list_add(marks, MARK_BAR, COLOUR_BAND_INNER, spans->count);
    mark->name = name;
    for (size_t i = 0; i < spans->count; i++) {
        double low = spans->items[i].ends[from], high = spans->items[i].ends[to];
        if (low < high)
            mark_put_to(mark, low, row_of(i) - half, high, row_of(i) + half);
    }
}

static void add_lines(const struct spans *spans, enum end from, enum end to,
                      struct mark_list *marks)
{
    struct mark *mark = mark_list_add(marks, MARK_RULE, COLOUR_SECONDARY, spans->count);
    mark->width_pt = 0.7;
    for (size_t i = 0; i < spans->count; i++) {
        double low = spans->items[i].ends[from], high = spans->items[i].ends[to];
        if (low < high)
            mark_put_to(mark, low, row_of(i), high, row_of(i));
    }
}

static void add_strokes(const struct spans *spans, enum end end, enum colour colour, double half,
                        double width_pt, struct mark_list *marks)
{
    struct mark *mark = mark_list_add(marks, MARK_RULE, colour, spans->count);
    mark->width_pt = width_pt;
    for (size_t i = 0; i < spans->count; i++) {
        double x = spans->items[i].ends[end];
        if (!number_is_missing(x))
            mark_put_to(mark, x, row_of(i) - half, x, row_of(i) + half);
    }
}

static struct mark *add_points(const struct spans *spans, enum end end, enum colour colour,
                               enum shape shape, double size_pt, struct mark_list *marks)
{
    struct mark *mark = mark_list_add(marks, MARK_POINT, colour, 2 * spans->count);
    mark->shape = shape;
    mark->width_pt = size_pt;
    for (size_t i = 0; i < spans->count; i++)
        if (!number_is_missing(spans->items[i].ends[end]))
            mark_put(mark, spans->items[i].ends[end], row_of(i));
    return mark;
}

/* Box, whiskers, and of what lies beyond them only the farthest. */
static void add_boxes(const struct chart_request *request, const struct spans *spans,
                      struct mark_list *marks)
{
    add_lines(spans, LOWER, Q1, marks);
    add_lines(spans, Q3, UPPER, marks);
    add_strokes(spans, LOWER, COLOUR_SECONDARY, CAP_HALF, 0.7, marks);
    add_strokes(spans, UPPER, COLOUR_SECONDARY, CAP_HALF, 0.7, marks);
    add_bars(spans, Q1, Q3, BOX_HALF, "first to third quartile", marks);
    add_strokes(spans, MIDDLE, COLOUR_ACCENT, BOX_HALF, 1.6, marks);
    struct mark *mark = mark_list_add(marks, MARK_POINT, COLOUR_SECONDARY, 2 * spans->count);
    mark->shape = SHAPE_CIRCLE;
    mark->width_pt = 2.4;
    mark->name = role_name(request->spec, "high", "most extreme outlier");
    for (size_t i = 0; i < spans->count; i++) {
        const double *ends = spans->items[i].ends;
        if (ends[LOW] < ends[LOWER])
            mark_put(mark, ends[LOW], row_of(i));
        if (ends[HIGH] > ends[UPPER])
            mark_put(mark, ends[HIGH], row_of(i));
    }
}

/* The whole span thin, its middle part thick, the mean a point. */
static void add_spans(const struct chart_request *request, const struct spans *spans,
                      struct mark_list *marks)
{
    add_lines(spans, LOW, HIGH, marks);
    add_bars(spans, LOWER, UPPER, SPAN_HALF, role_name(request->spec, "lower", "p5 to p95"), marks);
    add_strokes(spans, LOW, COLOUR_SECONDARY, CAP_HALF, 1.1, marks);
    add_strokes(spans, HIGH, COLOUR_SECONDARY, CAP_HALF, 1.1, marks);
    add_strokes(spans, MIDDLE, COLOUR_TEXT, SPAN_HALF, 1.1, marks);
    add_points(spans, MEAN, COLOUR_ACCENT, SHAPE_CIRCLE, 4, marks)->name =
        role_name(request->spec, "mean", "mean");
}

static const char *right_text(const struct chart_request *request, const struct spans *spans,
                              const struct span *span)
{
    struct arena *arena = request->arena;
    char text[64];
    if (spans->has_shares && number_is_missing(span->share))
        return "–";
    if (spans->has_shares)
        return arena_format(arena, "%s %%",
                            quantity_format_fixed(100 * span->share, 1, text, sizeof text));
    quantity_format_fixed(span->count, 0, text, sizeof text);
    if (!(span->beyond > 0))
        return arena_format(arena, "n %s", text);
    char beyond[64];
    return arena_format(arena, "n %s, %s %s", text,
                        quantity_format_fixed(span->beyond, 0, beyond, sizeof beyond),
                        role_name(request->spec, "beyond", "beyond"));
}

static void add_texts(const struct chart_request *request, const struct spans *spans,
                      const struct scale *x, struct mark_list *marks)
{
    if (!spans->has_shares && !spans->has_counts)
        return;
    struct mark *mark = mark_list_add(marks, MARK_TEXT, COLOUR_SECONDARY, spans->count);
    for (size_t i = 0; i < spans->count; i++)
        mark_put_value(mark, x->high, row_of(i), right_text(request, spans, &spans->items[i]));
}

static struct panel *make_panel(const struct table_rows *rows, const struct spans *spans)
{
    struct arena *arena = rows->request->arena;
    struct panel *panel = arena_alloc(arena, sizeof *panel);
    struct mark_list marks = {.arena = arena};
    struct value_range range = value_range_none();
    const char **names = arena_alloc_array(arena, spans->count, sizeof *names);
    for (size_t i = 0; i < spans->count; i++) {
        names[i] = spans->items[i].label;
        value_range_add(&range, spans->items[i].ends, ENDS);
    }
    range.lowest_positive *= 0.9; /* a stroke on the edge is not seen */
    table_scale(rows, range, DECADES, &panel->x);
    row_names_set_bands(rows, names, spans->count, LABEL_LENGTH, &panel->y);
    if (spans->has_boxes)
        add_boxes(rows->request, spans, &marks);
    else
        add_spans(rows->request, spans, &marks);
    add_texts(rows->request, spans, &panel->x, &marks);
    mark_list_finish(&marks, panel);
    panel->height_share = 1;
    return panel;
}

/* ---- words ---------------------------------------------------------------------------------- */

/* Halves of a metric are no things to count. */
static bool are_things(const struct table_rows *rows)
{
    return strcmp(rows->table->schema->name, "interplay") != 0;
}

/* Of all rows, in the unit of the axis. */
static const char *numbers_text(const struct table_rows *rows, const struct spans *spans,
                                const struct display_unit *unit)
{
    struct arena *arena = rows->request->arena;
    size_t all = number_is_missing(rows->request->spec->cover) ? spans->all : spans->candidates;
    const char *text =
        are_things(rows) ? things_text(rows, table_all_things(rows, all), false) : "";
    if (spans->has_shares && !number_is_missing(rows->request->spec->cover))
        text = arena_format(arena, "%s with %.1f %% of %s", things_text(rows, spans->count, false),
                            100 * spans->covered, role_name(rows->request->spec, "cover", "all"));
    if (spans->top && !number_is_missing(spans->top->ends[HIGH]))
        text = arena_format(arena, "%s%shighest: %s, %s", text, *text ? "; " : "",
                            row_name_within(rows, spans->top->label, LABEL_LENGTH),
                            table_value_text(rows, spans->top->ends[HIGH], unit));
    return text;
}

/* For a narrow frame, in which the names stand beside the boxes. */
static const char *brief_text(const struct table_rows *rows, const struct spans *spans,
                              const struct display_unit *unit)
{
    size_t all = number_is_missing(rows->request->spec->cover) ? spans->all : spans->candidates;
    const char *things = things_text(rows, table_all_things(rows, all), false);
    if (!spans->top || number_is_missing(spans->top->ends[HIGH]))
        return things;
    return arena_format(rows->request->arena, "%s%shighest %s", are_things(rows) ? things : "",
                        are_things(rows) ? "; " : "",
                        table_value_text(rows, spans->top->ends[HIGH], unit));
}

/* Only the two farthest of a row are drawn. */
static const char *beyond_text(const struct table_rows *rows, const struct spans *spans)
{
    struct arena *arena = rows->request->arena;
    double beyond = 0;
    for (size_t i = 0; i < spans->count; i++)
        beyond += fmax(spans->items[i].beyond, 0);
    if (!(beyond > 0) || role_name(rows->request->spec, "beyond", NULL))
        return "";
    return arena_format(arena, "%s beyond the whiskers%s.",
                        count_word(arena, beyond, "value lies", "values lie"),
                        beyond == 1 ? ""
                                    : "; only the most extreme on each side of a row is drawn");
}

static const char *left_out_text(const struct table_rows *rows, const struct spans *spans)
{
    size_t others = spans->all - spans->alike.count - spans->count;
    if (!spans->alike.count)
        return table_left_out_text(rows, spans->count, spans->named, spans->all);
    if (!others)
        return table_left_out_text(rows, spans->all, 0, spans->all);
    return arena_format(rows->request->arena, "%s: see data/%s.csv.",
                        things_text(rows, others, true), rows->table->schema->name);
}

static const char *note_text(const struct table_rows *rows, const struct spans *spans)
{
    struct arena *arena = rows->request->arena;
    const char *beyond = beyond_text(rows, spans);
    const char *alike = alike_rows_note(rows, &spans->alike);
    const char *left_out = left_out_text(rows, spans);
    const char *text = arena_format(arena, "%s%s%s", alike, *alike && *beyond ? " " : "", beyond);
    return arena_format(arena, "%s%s%s", text, *text && *left_out ? " " : "", left_out);
}

/* Of one task kind tables and histograms show as much. */
static bool is_one_kind(const struct table_rows *rows, const struct spans *spans)
{
    const char *table = rows->table->schema->name;
    return spans->all == 1 && (strcmp(table, "tasks") == 0 || strcmp(table, "boxplots") == 0);
}

/* Of one difference tables show as much. */
static bool is_one_difference(const struct table_rows *rows, const struct spans *spans)
{
    return spans->all == 1 && strcmp(rows->table->schema->name, "attribute_effects") == 0;
}

/* No kind has a span. */
static const char *alike_text(const struct table_rows *rows, const struct spans *spans)
{
    struct alike_rows alike = {0};
    for (size_t i = 0; i < spans->all; i++)
        add_if_alike(&alike, &spans->items[i]);
    bool are_all = rows_are_of_kinds(rows) && spans->all > 1 && alike.count == spans->all;
    return are_all ? alike_rows_reason(rows, &alike) : NULL;
}

/* The same in all tasks of all kinds. */
static bool are_constant(const struct spans *spans)
{
    const double *first = spans->items[0].ends;
    for (size_t i = 0; i < spans->count; i++)
        for (int k = 0; k < ENDS; k++)
            if (!number_is_missing(spans->items[i].ends[k]) &&
                spans->items[i].ends[k] != first[LOWER])
                return false;
    return true;
}

/* A choice of the kinds that take the time says nothing new where all have a place anyway, be it on
 * several sheets. */
static bool repeats_all(const struct table_rows *rows, const struct spans *spans)
{
    bool have_sheets =
        spans->all > ROW_ROOM_SHEET && row_room(rows, TABLE_MOST_NAMES, spans->all) >= spans->all;
    return spans->has_shares && !number_is_missing(rows->request->spec->cover) &&
           (spans->all <= TABLE_MOST_NAMES || have_sheets);
}

/* Where a long title has no room, as in the contents: the rows show that they are task kinds. */
static const char *label_text(const char *title, struct arena *arena)
{
    static const char rows[] = " by task kind: ";
    const char *at = strstr(title, rows);
    return at ? arena_format(arena, "%.*s: %s", (int)(at - title), title, at + sizeof rows - 1)
              : title;
}

static bool fill(const struct chart_request *request, size_t most, struct figure *figure)
{
    struct table_rows rows;
    struct spans spans;
    if (!table_rows_make(request, &rows) || !read_spans(&rows, &spans) ||
        repeats_all(&rows, &spans) || is_one_difference(&rows, &spans))
        return false;
    figure->undrawn = is_one_kind(&rows, &spans) ? "one task kind" : alike_text(&rows, &spans);
    if (figure->undrawn || are_constant(&spans))
        return false;
    choose(&rows, &spans, most);
    if (!spans.count)
        return false;
    figure->panels = make_panel(&rows, &spans);
    figure->panel_count = 1;
    table_describe(&rows, figure->panels->x.unit.name,
                   numbers_text(&rows, &spans, &figure->panels->x.unit), note_text(&rows, &spans),
                   figure);
    figure->label = label_text(figure->title, request->arena);
    figure->brief = brief_text(&rows, &spans, &figure->panels->x.unit);
    row_room_set(&rows, ROW_PT, spans.count, figure);
    return true;
}

static bool lower_ranges(const struct chart_request *request, struct figure *figure)
{
    return table_lower(request, fill, figure);
}

const struct chart chart_ranges = {
    .name = "ranges",
    .description = "horizontal box plots, or spans with their mean, one per row of a table",
    .columns = "label unit? low#? lower# q1#? middle#? mean#? q3#? upper# high#? share#? count#? "
               "beyond#?",
    .lower = lower_ranges,
};
