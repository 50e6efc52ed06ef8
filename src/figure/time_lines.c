#include "figure/time_lines.h"

#include <math.h>
#include <string.h>

#include "figure/mark_list.h"
#include "figure/metric_digest.h"
#include "util/number.h"

enum { COLOURS = 7, LINE_NAME = 26 };

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
    if (!lines->panels || !lines->units || !lines->lines || !lines->times || !lines->values)
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

/* Rows from `from` to `to` are of one panel. */
static void make_panel(const struct chart_request *request, const struct time_lines *lines,
                       size_t from, size_t to, struct panel *panel)
{
    struct arena *arena = request->arena;
    struct mark_list marks = {.arena = arena};
    struct value_range range = value_range_none();
    const char *unit = lines->units[from] ? lines->units[from] : "";
    size_t number = 0;
    bool alone = end_of(lines->lines, from, to) == to;
    value_range_add(&range, lines->values + from, to - from);
    scale_init_linear(&panel->y, range.low, range.high, true,
                      display_unit_for(unit, isfinite(range.high) ? range.high : 0,
                                       request->units));
    for (size_t line = from, end; line < to; line = end) {
        end = end_of(lines->lines, line, to);
        add_line(lines, line, end, number++,
                 alone ? NULL : short_name(arena, lines->lines[line], LINE_NAME), &marks);
    }
    const char *title = short_name(arena, lines->panels[from], 60);
    panel->title = *panel->y.unit.name && !strstr(title, panel->y.unit.name)
                       ? arena_format(arena, "%s, %s", title, panel->y.unit.name)
                       : title;
    mark_list_finish(&marks, panel);
}

static bool has_value(const struct time_lines *lines, size_t from, size_t to)
{
    while (from < to && number_is_missing(lines->values[from]))
        from++;
    return from < to;
}

size_t time_lines_make_panels(const struct chart_request *request, const struct time_lines *lines,
                              struct panel *panels)
{
    size_t count = 0;
    for (size_t from = 0, to; from < lines->count && count < TIME_MOST_PANELS; from = to) {
        to = end_of(lines->panels, from, lines->count);
        if (has_value(lines, from, to))
            make_panel(request, lines, from, to, &panels[count++]);
    }
    return count;
}

/* Of the lines of very many things, the mean is of the median: "lowest", "median", "highest". */
static bool is_of_many(const struct time_lines *lines)
{
    return lines->lines[0] && strcmp(lines->lines[0], "lowest") == 0;
}

const char *time_lines_text(const struct chart_request *request, const struct time_lines *lines)
{
    struct arena *arena = request->arena;
    size_t to = end_of(lines->panels, 0, lines->count), most = 0, present = 0;
    double sum = 0;
    char mean[64], highest[64];
    bool of_many = is_of_many(lines);
    for (size_t i = 0; i < to; i++) {
        if (number_is_missing(lines->values[i]))
            continue;
        if (!(lines->values[i] <= lines->values[most]))
            most = i;
        if (of_many && strcmp(lines->lines[i], "median") != 0)
            continue;
        sum += lines->values[i];
        present++;
    }
    struct display_unit unit = display_unit_for(lines->units[0] ? lines->units[0] : "",
                                                lines->values[most], request->units);
    const char *space = *unit.name ? " " : "";
    return arena_format(
        arena, "%s: %s %s%s%s, most %s%s%s (%s, at %s)", short_name(arena, lines->panels[0], 60),
        of_many ? "mean of the median" : "mean",
        quantity_format_number(sum / (double)present / unit.factor, 3, mean, sizeof mean), space,
        unit.name,
        quantity_format_number(lines->values[most] / unit.factor, 3, highest, sizeof highest),
        space, unit.name, short_name(arena, lines->lines[most], LINE_NAME),
        moment_name(arena, lines->times[most], lines->last));
}
