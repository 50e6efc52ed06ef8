#include <math.h>
#include <string.h>

#include "figure/charts/metric_summary.h"
#include "figure/charts/table_rows.h"
#include "figure/model/mark_list.h"
#include "table/rows.h"
#include "util/instant.h"
#include "util/number.h"

enum { MOST_COUNTS = 3 };
static const double HEAD_PT = 40, PANEL_PT = 62;
static const double SHORT_S = 3600; /* of a run: moments of it have seconds */
static const char *const roles[MOST_COUNTS] = {"running", "waiting", "workers"};
static const char *const highest_roles[MOST_COUNTS] = {"running_max", "waiting_max", "workers_max"};

struct course {
    const double *times, *values, *highest; /* highest: where a row is a stretch of time */
    size_t count;
    double most, most_at, mean; /* mean: over time */
    bool is_of_means;           /* values are means, and how high the counts were is not known */
};

/* A count stays until the next: its line has a step there. The area reaches to the highest. */
static void add_steps(const struct course *course, struct mark_list *marks)
{
    struct mark *area = mark_list_add(marks, MARK_AREA, COLOUR_BAND_OUTER, 2 * course->count);
    for (size_t i = 0; i < course->count; i++) {
        if (i > 0)
            mark_put_to(area, course->times[i], course->highest[i - 1], 0, 0);
        mark_put_to(area, course->times[i], course->highest[i], 0, 0);
    }
    struct mark *line = mark_list_add(marks, MARK_LINE, COLOUR_ACCENT, 2 * course->count);
    line->width_pt = 1;
    for (size_t i = 0; i < course->count; i++) {
        if (i > 0)
            mark_put(line, course->times[i], course->values[i - 1]);
        mark_put(line, course->times[i], course->values[i]);
    }
}

static bool measure(struct course *course)
{
    double sum = 0, span = 0;
    course->most = -INFINITY;
    for (size_t i = 0; i < course->count; i++) {
        if (course->highest[i] > course->most) {
            course->most = course->highest[i];
            course->most_at = course->times[i];
        }
        double width = i + 1 < course->count ? course->times[i + 1] - course->times[i] : 0;
        if (!number_is_missing(course->values[i]) && width > 0) {
            sum += course->values[i] * width;
            span += width;
        }
    }
    course->mean = span > 0 ? sum / span : NUMBER_MISSING;
    return course->most > 0;
}

static const char *course_text(struct arena *arena, const struct course *course)
{
    char mean[64], most[64], clock[64];
    double last = course->times[course->count - 1];
    const char *moment = moment_name(arena, course->most_at, last);
    if (instant_is_date(last) && last - course->times[0] < SHORT_S)
        moment = arena_text(arena, instant_format(course->most_at, INSTANT_CLOCK_SECOND, clock,
                                                  sizeof clock));
    return arena_format(arena, "mean %s, %s %s at %s",
                        quantity_format_number(course->mean, 3, mean, sizeof mean),
                        course->is_of_means ? "highest mean of an interval" : "max",
                        quantity_format_fixed(course->most, 0, most, sizeof most), moment);
}

/* For a narrow frame. */
static const char *brief_text(struct arena *arena, const struct course *course)
{
    char mean[64], most[64];
    quantity_format_number(course->mean, 3, mean, sizeof mean);
    if (course->is_of_means)
        return arena_format(arena, "mean %s", mean);
    return arena_format(arena, "mean %s · max %s", mean,
                        quantity_format_fixed(course->most, 0, most, sizeof most));
}

static void make_panel(const struct table_rows *rows, const struct course *course,
                       const struct scale *x, const char *name, struct panel *panel)
{
    struct arena *arena = rows->request->arena;
    struct mark_list marks = {.arena = arena};
    panel->x = *x;
    scale_init_linear(&panel->y, 0, course->most, true,
                      display_unit_for("", course->most, rows->request->units));
    panel->y.whole = true;
    const char *unit = panel->y.unit.name;
    panel->title = arena_format(arena, "%s%s%s", name, *unit ? ", " : "", unit);
    panel->height_share = 1;
    add_steps(course, &marks);
    mark_list_finish(&marks, panel);
}

/* Of equal intervals; NaN: rows are moments. */
static double interval_s(const struct table_rows *rows)
{
    const double *widths = table_rows_numbers(rows, "width");
    return widths ? widths[0] : NUMBER_MISSING;
}

/* "Tasks completed per 10 s" */
static const char *count_name(const struct table_rows *rows, const char *role)
{
    static const char field[] = "{width}";
    const char *name = role_title(rows->request->spec, role), *place = strstr(name, field);
    char width[64];
    if (!place)
        return name;
    return arena_format(rows->request->arena, "%.*s%s%s", (int)(place - name), name,
                        quantity_format(interval_s(rows), "s", UNITS_SI, width, sizeof width),
                        place + sizeof field - 1);
}

/* A rate becomes the number in an interval: no more tasks are shown than there were. */
static const double *count_values(const struct table_rows *rows, const char *role)
{
    bool is_first = strcmp(role, "running") == 0;
    const double *values =
        is_first ? table_rows_values(rows, role) : table_rows_numbers(rows, role);
    double width = interval_s(rows);
    if (!values || !is_first || number_is_missing(width))
        return values;
    double *counts = arena_alloc_array(rows->request->scratch, rows->count, sizeof *counts);
    for (size_t i = 0; i < rows->count; i++)
        counts[i] = values[i] * width;
    return counts;
}

/* Of merged reports means over intervals are known, and no more. */
static bool are_means(const struct table_rows *rows)
{
    return rows->request->spec->table && strcmp(rows->request->spec->table, "concurrency") == 0 &&
           merged_rows(rows->request->source->tables).rows;
}

/* Of the role of that number; false: nothing is to be seen. */
static bool course_make(struct course *course, const struct table_rows *rows, size_t role)
{
    const double *values = count_values(rows, roles[role]);
    const double *highest = table_rows_numbers(rows, highest_roles[role]);
    *course = (struct course){.times = table_rows_numbers(rows, "time"),
                              .values = values,
                              .highest = highest ? highest : values,
                              .count = rows->count,
                              .is_of_means = are_means(rows)};
    return values && measure(course);
}

static bool lower_counts(const struct chart_request *request, struct figure *figure)
{
    struct table_rows rows;
    struct arena *arena = request->arena;
    if (!table_rows_make(request, &rows))
        return false;
    const double *times = table_rows_numbers(&rows, "time");
    if (!times)
        return false;
    struct value_range range = value_range_none();
    struct scale x;
    const char *numbers = "", *brief = "";
    double most = 0;
    value_range_add(&range, times, rows.count);
    scale_init_moments(&x, range.low, range.high);
    figure->panels = arena_alloc_array(arena, MOST_COUNTS, sizeof figure->panels[0]);
    for (size_t i = 0; i < MOST_COUNTS; i++) {
        const char *name = count_name(&rows, roles[i]);
        struct course course;
        if (!course_make(&course, &rows, i))
            continue;
        most = fmax(most, course.most);
        make_panel(&rows, &course, &x, name, &figure->panels[figure->panel_count]);
        if (figure->panel_count++ > 0)
            continue;
        numbers = arena_format(arena, "%s: %s", name, course_text(arena, &course));
        brief = brief_text(arena, &course);
    }
    figure->height_pt = HEAD_PT + PANEL_PT * (double)figure->panel_count;
    table_describe(&rows, "", numbers, scale_moments_note(&x, arena), figure);
    figure->brief = brief;
    if (are_means(&rows)) /* the definition's caption speaks of each start and end */
        figure->caption = arena_format(arena,
                                       "Merged report: each step is the mean over an "
                                       "interval. How many ran at most is not known. %s",
                                       scale_moments_note(&x, arena));
    if (figure->panel_count == 0 || !(most > 1)) /* one at a time: a flat line says no more */
        return false;
    figure->label = figure->panels[0].title; /* the only one in a narrow frame */
    return true;
}

const struct chart chart_counts = {
    .name = "counts",
    .description = "counts over time, one panel each",
    .columns =
        "time# running# waiting#? workers#? running_max#? waiting_max#? workers_max#? width#?",
    .lower = lower_counts,
};
