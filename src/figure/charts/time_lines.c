#include "figure/charts/time_lines.h"

#include <math.h>
#include <string.h>

#include "figure/charts/metric_summary.h"
#include "figure/model/mark_list.h"
#include "figure/scales/colour_ramp.h"
#include "util/distinct_names.h"
#include "util/number.h"

/* MOST_LINES: of more similar lines there is a band and, where wanted, a heat map. */
static const double LEAST_SPREAD = 0.01;
enum { COLOURS = 7, LINE_NAME = 26, MOST_LINES = 3 };

static bool same(const char *const *texts, size_t left, size_t right)
{
    const char *l = texts[left] ? texts[left] : "", *r = texts[right] ? texts[right] : "";
    return strcmp(l, r) == 0;
}

bool time_lines_read(const struct table_rows *rows, struct time_lines *lines)
{
    *lines = (struct time_lines){.panels = table_rows_texts(rows, "panel"),
                                 .units = table_rows_texts(rows, "unit"),
                                 .lines = table_rows_texts(rows, "line"),
                                 .times = table_rows_numbers(rows, "time"),
                                 .values = table_rows_numbers(rows, "value"),
                                 .count = rows->count,
                                 .first = INFINITY,
                                 .last = -INFINITY};
    lines->unit = rows->request->spec->unit;
    if (!lines->panels || !(lines->units || lines->unit) || !lines->lines || !lines->times ||
        !lines->values)
        return false;
    for (size_t i = 0; i < lines->count; i++) {
        lines->first = fmin(lines->first, lines->times[i]);
        lines->last = fmax(lines->last, lines->times[i]);
    }
    return lines->first <= lines->last;
}

static size_t end_of(const char *const *texts, size_t from, size_t count)
{
    size_t to = from + 1;
    while (to < count && same(texts, from, to))
        to++;
    return to;
}

static void add_line(const struct time_lines *lines, size_t from, size_t to, size_t number,
                     const char *name, struct mark_list *marks)
{
    struct mark *mark =
        mark_list_add(marks, MARK_LINE, COLOUR_SERIES + (enum colour)(number % COLOURS), to - from);
    mark->dash = (enum dash)(number % DASH_COUNT);
    mark->width_pt = 1.1;
    for (size_t i = from; i < to; i++)
        mark_put(mark, lines->times[i], lines->values[i]);
    mark->name = name;
}

/* Lines of one panel, each with a value at the same moments: rows from `from` on, line by line. */
struct bundle {
    size_t from, lines, moments;
};

/* The lines of very many things are their "lowest", "median" and "highest" at each moment. */
static bool is_of_many(const struct time_lines *lines, size_t from)
{
    return lines->lines[from] && strcmp(lines->lines[from], "lowest") == 0;
}

/* Those three alone; the lines of a map follow them. */
static size_t end_of_lines(const struct time_lines *lines, size_t from, size_t to)
{
    size_t end = from;
    if (!is_of_many(lines, from))
        return to;
    for (int i = 0; i < 3 && end < to; i++)
        end = end_of(lines->lines, end, to);
    return end;
}

/* False where lines are few, or their moments differ. */
static bool is_bundle(const struct time_lines *lines, size_t from, size_t to, struct bundle *bundle)
{
    *bundle = (struct bundle){from, 0, end_of(lines->lines, from, to) - from};
    for (size_t line = from, end; line < to; line = end) {
        end = end_of(lines->lines, line, to);
        if (end - line != bundle->moments)
            return false;
        for (size_t i = 0; i < bundle->moments; i++)
            if (lines->times[line + i] != lines->times[from + i])
                return false;
        bundle->lines++;
    }
    bool is_many = bundle->lines > MOST_LINES || is_of_many(lines, from);
    return is_many && bundle->moments > 1;
}

/* Lowest, median and highest of the lines at a moment; NaN where none has a value. */
static void find_ends(const struct time_lines *lines, const struct bundle *bundle, size_t moment,
                      double *sorted, double ends[3])
{
    size_t count = 0;
    for (size_t line = 0; line < bundle->lines; line++) {
        double value = lines->values[bundle->from + line * bundle->moments + moment];
        size_t place = count;
        if (number_is_missing(value))
            continue;
        for (; place > 0 && sorted[place - 1] > value; place--)
            sorted[place] = sorted[place - 1];
        sorted[place] = value;
        count++;
    }
    ends[0] = count ? sorted[0] : NUMBER_MISSING;
    ends[1] = count ? (sorted[(count - 1) / 2] + sorted[count / 2]) / 2 : NUMBER_MISSING;
    ends[2] = count ? sorted[count - 1] : NUMBER_MISSING;
}

static void add_band(const struct chart_request *request, const struct time_lines *lines,
                     const struct bundle *bundle, struct mark_list *marks)
{
    struct mark *area = mark_list_add(marks, MARK_AREA, COLOUR_BAND_OUTER, bundle->moments);
    double *sorted = arena_alloc_array(request->scratch, bundle->lines, sizeof *sorted);
    double *medians = arena_alloc_array(request->scratch, bundle->moments, sizeof *medians);
    area->name = "min to max";
    for (size_t i = 0; i < bundle->moments; i++) {
        double ends[3];
        find_ends(lines, bundle, i, sorted, ends);
        mark_put_to(area, lines->times[bundle->from + i], ends[2], 0, ends[0]);
        medians[i] = ends[1];
    }
    struct mark *line = mark_list_add(marks, MARK_LINE, COLOUR_ACCENT, bundle->moments);
    line->name = "median";
    line->width_pt = 1.1;
    for (size_t i = 0; i < bundle->moments; i++)
        mark_put(line, lines->times[bundle->from + i], medians[i]);
}

static const char *row_unit(const struct time_lines *lines, size_t row)
{
    const char *unit = lines->units ? lines->units[row] : lines->unit;
    return unit ? unit : "";
}

static struct display_unit unit_of(const struct chart_request *request,
                                   const struct time_lines *lines, size_t from, size_t to,
                                   struct value_range *range)
{
    *range = value_range_none();
    value_range_add(range, lines->values + from, to - from);
    return display_unit_for(row_unit(lines, from), isfinite(range->high) ? range->high : 0,
                            request->units);
}

/* A panel of all together ("*") is called as the definition says. */
static const char *panel_name(const struct chart_request *request, const struct time_lines *lines,
                              size_t row, size_t longest)
{
    const char *name = lines->panels[row];
    if (name && strcmp(name, "*") == 0)
        name = role_name(request->spec, "all", name);
    return short_name(request->arena, name, longest);
}

static const char *panel_title(const struct chart_request *request, const struct time_lines *lines,
                               size_t from, const struct display_unit *unit)
{
    const char *title = panel_name(request, lines, from, 60);
    return *unit->name && !strstr(title, unit->name)
               ? arena_format(request->arena, "%s, %s", title, unit->name)
               : title;
}

/* Rows from `from` to `to` are of one panel, without those of its map. */
static void make_panel(const struct chart_request *request, const struct time_lines *lines,
                       size_t from, size_t to, struct panel *panel)
{
    struct arena *arena = request->arena;
    struct mark_list marks = {.arena = arena};
    struct value_range range;
    struct bundle bundle;
    struct display_unit unit = unit_of(request, lines, from, to, &range);
    size_t number = 0;
    bool alone = end_of(lines->lines, from, to) == to;
    bool is_bundled = is_bundle(lines, from, to, &bundle);
    scale_init_linear(&panel->y, range.low, range.high, true, unit);
    if (is_bundled)
        add_band(request, lines, &bundle, &marks);
    for (size_t line = from, end; line < to && !is_bundled; line = end) {
        end = end_of(lines->lines, line, to);
        add_line(lines, line, end, number++,
                 alone ? NULL : short_name(arena, lines->lines[line], LINE_NAME), &marks);
    }
    panel->title = panel_title(request, lines, from, &unit);
    mark_list_finish(&marks, panel);
}

/* Each line of a bundle as a row of cells; of many lines those that are for the map. False where
 * lines are few, values all alike, or none has a colour. */
static bool make_map(const struct chart_request *request, const struct time_lines *lines,
                     size_t from, size_t to, struct panel *panel)
{
    bool is_many = is_of_many(lines, from);
    from = is_many ? end_of_lines(lines, from, to) : from;
    struct arena *arena = request->arena;
    struct value_range range;
    struct bundle bundle;
    struct colour_ramp ramp;
    if (from == to || !is_bundle(lines, from, to, &bundle) ||
        !colour_ramp_find(lines->values + from, to - from, false, request->scratch, &ramp))
        return false;
    struct display_unit unit = unit_of(request, lines, from, to, &range);
    if (range.high - range.low <= LEAST_SPREAD * fmax(fabs(range.low), fabs(range.high)))
        return false;
    const char **names = arena_alloc_array(arena, bundle.lines, sizeof *names);
    double *values = arena_alloc_array(arena, to - from, sizeof *values);
    double width = lines->times[from + 1] - lines->times[from];
    for (size_t line = 0; line < bundle.lines; line++)
        names[line] = lines->lines[from + line * bundle.moments];
    memcpy(values, lines->values + from, (to - from) * sizeof *values);
    distinct_names(names, bundle.lines, LINE_NAME, arena);
    *panel = (struct panel){.has_colour = true};
    scale_init_bands(&panel->y, names, bundle.lines);
    colour_ramp_scale(&ramp, false, unit, &panel->colour);
    panel->title = arena_format(arena, "%s, %s", panel_title(request, lines, from, &unit),
                                is_many && strstr(names[0], " – ") ? "means of groups" : "each");
    panel->marks = arena_alloc(arena, sizeof panel->marks[0]);
    panel->mark_count = 1;
    panel->marks[0] = (struct mark){.kind = MARK_CELLS,
                                    .cells = {.rows = bundle.lines,
                                              .columns = bundle.moments,
                                              .x0 = lines->times[from] - width / 2,
                                              .width = width,
                                              .values = values}};
    return true;
}

static bool has_value(const struct time_lines *lines, size_t from, size_t to)
{
    while (from < to && number_is_missing(lines->values[from]))
        from++;
    return from < to;
}

size_t time_lines_make_panels(const struct chart_request *request, const struct time_lines *lines,
                              bool with_maps, struct panel *panels)
{
    size_t count = 0, metrics = 0;
    for (size_t from = 0, to; from < lines->count && metrics < TIME_MOST_PANELS; from = to) {
        to = end_of(lines->panels, from, lines->count);
        if (!has_value(lines, from, to))
            continue;
        make_panel(request, lines, from, end_of_lines(lines, from, to), &panels[count++]);
        metrics++;
        if (with_maps && make_map(request, lines, from, to, &panels[count]))
            count++;
    }
    return count;
}

/* Of the first panel. */
struct line_numbers {
    double mean;
    size_t most; /* the row with the highest value */
    bool of_many;
    struct display_unit unit;
};

static struct line_numbers numbers_of(const struct chart_request *request,
                                      const struct time_lines *lines)
{
    struct line_numbers numbers = {.of_many = is_of_many(lines, 0)};
    size_t to = end_of_lines(lines, 0, end_of(lines->panels, 0, lines->count)), present = 0;
    double sum = 0;
    for (size_t i = 0; i < to; i++) {
        if (number_is_missing(lines->values[i]))
            continue;
        if (!(lines->values[i] <= lines->values[numbers.most]))
            numbers.most = i;
        if (numbers.of_many && strcmp(lines->lines[i], "median") != 0)
            continue;
        sum += lines->values[i];
        present++;
    }
    numbers.mean = sum / (double)present;
    numbers.unit =
        display_unit_for(row_unit(lines, 0), lines->values[numbers.most], request->units);
    return numbers;
}

static const char *number_in(struct arena *arena, double value, const struct display_unit *unit)
{
    char text[64];
    return arena_format(arena, "%s%s%s",
                        quantity_format_number(value / unit->factor, 3, text, sizeof text),
                        *unit->name ? " " : "", unit->name);
}

/* Not the mean of all, which the report has elsewhere. */
static const char *mean_words(const struct line_numbers *numbers)
{
    return numbers->of_many ? "mean of the median" : "mean";
}

const char *time_lines_text(const struct chart_request *request, const struct time_lines *lines)
{
    struct arena *arena = request->arena;
    struct line_numbers numbers = numbers_of(request, lines);
    size_t most = numbers.most;
    return arena_format(arena, "%s: %s %s, max %s (%s, at %s)", panel_name(request, lines, 0, 60),
                        mean_words(&numbers), number_in(arena, numbers.mean, &numbers.unit),
                        number_in(arena, lines->values[most], &numbers.unit),
                        short_name(arena, lines->lines[most], LINE_NAME),
                        moment_name(arena, lines->times[most], lines->last));
}

const char *time_lines_brief(const struct chart_request *request, const struct time_lines *lines)
{
    struct arena *arena = request->arena;
    struct line_numbers numbers = numbers_of(request, lines);
    return arena_format(arena, "%s: %s %s, max %s", panel_name(request, lines, 0, 28),
                        mean_words(&numbers), number_in(arena, numbers.mean, &numbers.unit),
                        number_in(arena, lines->values[numbers.most], &numbers.unit));
}
