#include <math.h>
#include <string.h>

#include "figure/charts/row_names.h"
#include "figure/charts/row_room.h"
#include "figure/charts/table_rows.h"
#include "figure/model/mark_list.h"
#include "table/rows.h"
#include "util/texts.h"

static const double ROW_PT = 18, LOW_ROW_PT = 14, TALLEST = 0.92;
static const double TRACE = 0.01, LEAST_WIDTH = 5; /* in percent */
/* MOST_RIDGES: tables have densities of selected kinds only. */
enum { FEWEST = 20, MOST_RIDGES = 160 };

struct ridge {
    const char *label;
    size_t *rows;
    size_t count;
    double highest, peak; /* the density's, and where */
};

/* With room for all rows of the label, of which row `first` is one; NULL: there are too many. */
static struct ridge *ridge_of(const struct table_rows *rows, struct ridge *ridges, size_t *count,
                              const char *const *labels, size_t first)
{
    size_t room = 0;
    for (size_t i = *count; i-- > 0;)
        if (strcmp(ridges[i].label, labels[first]) == 0)
            return &ridges[i];
    if (*count == MOST_RIDGES)
        return NULL;
    for (size_t i = first; i < rows->count; i++)
        room += texts_equal(labels[i], labels[first]);
    ridges[*count] =
        (struct ridge){.label = labels[first],
                       .rows = arena_alloc_array(rows->request->arena, room, sizeof(size_t))};
    return &ridges[(*count)++];
}

static size_t read_ridges(const struct table_rows *rows, const double *x, const double *density,
                          struct ridge *ridges)
{
    const char *const *labels = table_rows_texts(rows, "label");
    size_t count = 0;
    for (size_t i = 0; labels && i < rows->count; i++) {
        if (!labels[i] || strcmp(labels[i], "*") == 0 || !isfinite(x[i]) || !(density[i] >= 0))
            continue;
        struct ridge *ridge = ridge_of(rows, ridges, &count, labels, i);
        if (!ridge)
            continue;
        ridge->rows[ridge->count++] = i;
        if (density[i] > ridge->highest) {
            ridge->highest = density[i];
            ridge->peak = x[i];
        }
    }
    return count;
}

/* Each as tall as its row, for shapes are compared; areas would make narrow ones needles. */
static void add_ridge(const struct ridge *ridge, const double *x, const double *density, size_t row,
                      struct mark_list *marks)
{
    double foot = (double)row + 1;
    struct mark *area = mark_list_add(marks, MARK_AREA, COLOUR_BAND_INNER, ridge->count);
    for (size_t i = 0; i < ridge->count; i++) {
        size_t at = ridge->rows[i];
        mark_put_to(area, x[at], foot - TALLEST * density[at] / ridge->highest, 0, foot);
    }
    struct mark *line = mark_list_add(marks, MARK_LINE, COLOUR_ACCENT, ridge->count);
    line->width_pt = 0.8;
    for (size_t i = 0; i < ridge->count; i++) {
        size_t at = ridge->rows[i];
        mark_put(line, x[at], foot - TALLEST * density[at] / ridge->highest);
    }
}

static void make_panel(const struct table_rows *rows, const struct ridge *ridges, size_t count,
                       const double *x, const double *density, struct panel *panel)
{
    struct arena *arena = rows->request->arena;
    struct mark_list marks = {.arena = arena};
    struct value_range range = value_range_none();
    const char **names = arena_alloc_array(arena, count, sizeof *names);
    value_range_add(&range, x, rows->count);
    table_scale(rows, range, 0, &panel->x);
    for (size_t i = 0; i < count; i++) {
        names[i] = ridges[i].label;
        if (ridges[i].highest > 0)
            add_ridge(&ridges[i], x, density, i, &marks);
    }
    struct mark *texts = mark_list_add(&marks, MARK_TEXT, COLOUR_SECONDARY, count);
    for (size_t i = 0; i < count; i++)
        mark_put_value(texts, panel->x.high, (double)i + 0.5,
                       arena_format(arena, "peak at %s",
                                    table_value_text(rows, ridges[i].peak, &panel->x.unit)));
    row_names_set_bands(rows, names, count, 60, &panel->y);
    panel->height_share = 1;
    mark_list_finish(&marks, panel);
}

/* From the first to the last point where the density is more than a trace of its highest. */
static double width_of(const struct ridge *ridge, const double *x, const double *density)
{
    double first = INFINITY, last = -INFINITY;
    double step = ridge->count > 1 ? x[ridge->rows[1]] - x[ridge->rows[0]] : 0;
    for (size_t i = 0; i < ridge->count; i++) {
        size_t at = ridge->rows[i];
        if (density[at] < TRACE * ridge->highest)
            continue;
        first = fmin(first, x[at]);
        last = fmax(last, x[at]);
    }
    return last - first + step;
}

/* Succeeded tasks of the kind; unknown ones are taken as enough. */
static double tasks_of(const struct table_rows *rows, const char *label)
{
    const struct tasks_rows tasks = tasks_rows(rows->request->source->tables);
    for (size_t row = 0; row < tasks.rows; row++)
        if (tasks.task[row] && strcmp(table_shown_text(rows, "label", tasks.task[row]), label) == 0)
            return tasks.succeeded[row];
    return FEWEST;
}

/* A few tasks, or tasks that are all alike, are no distribution; returns how many are left. */
static size_t keep_wide(const struct table_rows *rows, const double *x, const double *density,
                        struct ridge *ridges, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (tasks_of(rows, ridges[i].label) >= FEWEST &&
            width_of(&ridges[i], x, density) >= LEAST_WIDTH)
            ridges[kept++] = ridges[i];
    return kept;
}

/* Of `all` with a density `wide` may be drawn, of which `count` are. */
static const char *note_text(const struct table_rows *rows, size_t all, size_t wide, size_t count)
{
    struct arena *arena = rows->request->arena;
    const struct tasks_rows tasks = tasks_rows(rows->request->source->tables);
    size_t things = tasks.rows > all ? tasks.rows : all;
    if (wide > count)
        return arena_format(arena,
                            "Shown: the %zu longest of %s, of those with %d tasks or more that are "
                            "not all alike.",
                            count, things_text(rows, things, false), FEWEST);
    if (things == count)
        return "";
    return arena_format(arena,
                        "Not shown: %zu of %s, which have fewer than %d tasks, or are all alike.",
                        things - count, things_text(rows, things, false), FEWEST);
}

static bool lower_ridges(const struct chart_request *request, struct figure *figure)
{
    struct table_rows rows;
    struct ridge ridges[MOST_RIDGES];
    if (!table_rows_make(request, &rows))
        return false;
    const double *x = table_rows_values(&rows, "x"),
                 *density = table_rows_numbers(&rows, "density");
    size_t count = x && density ? read_ridges(&rows, x, density, ridges) : 0;
    size_t all = count;
    size_t wide = keep_wide(&rows, x, density, ridges, count);
    size_t most = row_room(&rows, TABLE_MOST_NAMES, wide);
    count = wide < most ? wide : most;
    if (count == 0) {
        figure->undrawn = all ? "fewer than 20 tasks per task kind, or all alike" : NULL;
        return false;
    }
    figure->panels = arena_alloc(request->arena, sizeof figure->panels[0]);
    figure->panel_count = 1;
    make_panel(&rows, ridges, count, x, density, figure->panels);
    size_t low = 0, high = 0;
    for (size_t i = 1; i < count; i++) {
        low = ridges[i].peak < ridges[low].peak ? i : low;
        high = ridges[i].peak > ridges[high].peak ? i : high;
    }
    const struct display_unit *unit = &figure->panels->x.unit;
    const char *numbers = arena_format(request->arena, "Peak of the distribution: %s %s",
                                       row_name_within(&rows, ridges[low].label, 40),
                                       table_value_text(&rows, ridges[low].peak, unit));
    if (high != low)
        numbers = arena_format(request->arena, "%s, %s %s", numbers,
                               row_name_within(&rows, ridges[high].label, 40),
                               table_value_text(&rows, ridges[high].peak, unit));
    table_describe(&rows, unit->name, numbers, note_text(&rows, all, wide, count), figure);
    row_room_set(&rows, count > TABLE_MOST_NAMES ? LOW_ROW_PT : ROW_PT, count, figure);
    return true;
}

const struct chart chart_ridges = {
    .name = "ridges",
    .description = "the density of a quantity, one ridge per task kind",
    .columns = "label unit? x# density#",
    .lower = lower_ridges,
};
