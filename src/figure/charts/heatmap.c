#include "figure/charts/heatmap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure/scales/colour_ramp.h"
#include "util/natural.h"
#include "util/number.h"

enum { MOST_ROWS = 256, MOST_COLUMNS = 2048, NAME_LENGTH = 24 };

/* A few rows are as high as their names, many as low as can be distinguished. */
static const double LEAST_ROW_PT = 5, MOST_ROW_PT = 9.4, ROWS_PT = 150, LEAST_PT = 76,
                    MOST_PT = 180;
static const double ALIKE = 0.025; /* of the middle, to either side */

struct heatmap {
    const struct table *table;
    struct row_list rows;
    const char *names[MOST_ROWS]; /* in order of appearance */
    size_t order[MOST_ROWS];      /* line of the panel on which a name stands */
    size_t name_count;
    bool grouped; /* some rows hold several nodes */
    struct cells cells;
    double *values;
};

/* ---- names ---------------------------------------------------------------------------------- */

/* Neighbouring cells mostly share their row, or are of the row that follows. */
static size_t number_of_name(const struct heatmap *map, const char *name, size_t guess)
{
    for (size_t i = 0; i < map->name_count; i++) {
        size_t number = (guess + i) % map->name_count;
        if (map->names[number] == name || strcmp(map->names[number], name) == 0)
            return number;
    }
    return map->name_count;
}

static void collect_names(struct heatmap *map)
{
    const char *const *names = table_texts(map->table, "row");
    const double *nodes = table_numbers(map->table, "nodes");
    size_t guess = 0;
    for (size_t i = 0; i < map->rows.count; i++) {
        size_t row = map->rows.rows[i];
        map->grouped = map->grouped || nodes[row] > 1;
        if (!names[row])
            continue;
        guess = number_of_name(map, names[row], guess);
        if (guess == map->name_count && guess < MOST_ROWS)
            map->names[map->name_count++] = names[row];
    }
}

struct named {
    const char *name;
    size_t number;
};

static int compare_named(const void *left, const void *right)
{
    const struct named *a = left, *b = right;
    return natural_compare_nodes(a->name, b->name);
}

static const char *const *order_names(struct heatmap *map, struct arena *arena)
{
    const char **sorted = arena_alloc_array(arena, map->name_count, sizeof *sorted);
    struct named named[MOST_ROWS] = {{0}};
    for (size_t i = 0; i < map->name_count; i++)
        named[i] = (struct named){map->names[i], i};
    qsort(named, map->name_count, sizeof named[0], compare_named);
    for (size_t i = 0; i < map->name_count; i++) {
        sorted[i] = short_name(arena, named[i].name, NAME_LENGTH);
        map->order[named[i].number] = i;
    }
    return sorted;
}

/* ---- cells ---------------------------------------------------------------------------------- */

static bool find_grid(struct heatmap *map)
{
    const double *times = table_numbers(map->table, "time");
    const double *widths = table_numbers(map->table, "width_s");
    double low = INFINITY, high = -INFINITY, width = NAN;
    for (size_t i = 0; i < map->rows.count; i++) {
        size_t row = map->rows.rows[i];
        if (!isfinite(times[row]))
            continue;
        low = fmin(low, times[row]);
        high = fmax(high, times[row]);
        width = fmax(width, widths[row]);
    }
    if (!(width > 0) || !(low <= high) || (high - low) / width >= MOST_COLUMNS)
        return false;
    map->cells.rows = map->name_count;
    map->cells.columns = (size_t)llround((high - low) / width) + 1;
    map->cells.x0 = low;
    map->cells.width = width;
    return true;
}

static void fill_cells(struct heatmap *map, struct arena *arena)
{
    const char *const *names = table_texts(map->table, "row");
    const double *times = table_numbers(map->table, "time");
    const double *values = table_numbers(map->table, "value");
    size_t count = map->cells.rows * map->cells.columns, number = 0;
    map->values = arena_alloc_array(arena, count, sizeof *map->values);
    map->cells.values = map->values;
    for (size_t i = 0; i < count; i++)
        map->values[i] = NUMBER_MISSING;
    for (size_t i = 0; i < map->rows.count; i++) {
        size_t row = map->rows.rows[i];
        if (!names[row] || !isfinite(times[row]) || !isfinite(values[row]))
            continue;
        number = number_of_name(map, names[row], number);
        if (number == map->name_count)
            continue;
        size_t column = (size_t)llround((times[row] - map->cells.x0) / map->cells.width);
        map->values[map->order[number] * map->cells.columns + column] = values[row];
    }
}

static bool heatmap_read(struct heatmap *map, const struct chart_request *request)
{
    memset(map, 0, sizeof *map);
    map->table = request->source->heatmap.table;
    map->rows = indexed_table_rows(&request->source->heatmap, request->metric);
    if (map->rows.count == 0)
        return false;
    collect_names(map);
    return map->name_count > 0 && find_grid(map);
}

/* ---- the panel ------------------------------------------------------------------------------ */

static const char *title_text(struct arena *arena, const struct metric_summary *summary,
                              const struct heatmap *map, const struct scale *colour)
{
    const char *unit = colour->unit.name;
    return arena_format(arena, "%s %s%s over time%s%s", map->grouped ? "Groups of" : "Each",
                        summary->thing, map->grouped ? "s" : "", *unit ? ", " : "", unit);
}

static const char *note_text(struct arena *arena, const struct metric_summary *summary,
                             const struct heatmap *map, const char *ends)
{
    const char *group =
        map->grouped ? arena_format(arena, " of neighbouring %ss", summary->thing) : "";
    return arena_format(arena, "Each cell is a mean%s; blank: no samples.%s%s", group,
                        *ends ? " " : "", ends);
}

/* Where all are alike a map is of one colour: said in words. */
static bool are_alike(const struct chart_request *request, const struct metric_summary *summary,
                      const struct heatmap *map, const char **note)
{
    double low = INFINITY, high = -INFINITY;
    char text[64];
    for (size_t i = 0; i < map->cells.rows * map->cells.columns; i++)
        if (isfinite(map->values[i])) {
            low = fmin(low, map->values[i]);
            high = fmax(high, map->values[i]);
        }
    double middle = (low + high) / 2;
    if (!(low <= high) || middle == 0 || high - low > 2 * ALIKE * fabs(middle))
        return false;
    *note = arena_format(request->arena, "No heat map: all %ss stay within %.2g %% of %s.",
                         summary->thing, 50 * (high - low) / fabs(middle),
                         quantity_format(middle, summary->unit, request->units, text, sizeof text));
    return true;
}

static void add_cells(struct panel *panel, const struct heatmap *map, struct arena *arena)
{
    panel->marks = arena_alloc(arena, sizeof panel->marks[0]);
    panel->mark_count = 1;
    panel->marks[0] = (struct mark){.kind = MARK_CELLS, .cells = map->cells};
}

bool heatmap_panel_make(const struct chart_request *request, const struct metric_summary *summary,
                        struct panel *panel, double *height_pt, const char **note)
{
    struct heatmap *map = arena_alloc(request->arena, sizeof *map);
    if (!heatmap_read(map, request))
        return false;
    const char *const *names = order_names(map, request->arena);
    fill_cells(map, request->arena);
    if (are_alike(request, summary, map, note))
        return false;
    bool is_log = request->spec->log_scale;
    struct colour_ramp ramp;
    if (!colour_ramp_find(map->values, map->cells.rows * map->cells.columns, is_log,
                          request->scratch, &ramp))
        return false;
    *panel = (struct panel){.has_colour = true};
    scale_init_moments(&panel->x, request->source->time_low, request->source->time_high);
    scale_init_bands(&panel->y, names, map->name_count);
    double magnitude = fmax(fabs(ramp.low), fabs(ramp.high));
    colour_ramp_scale(&ramp, is_log, display_unit_for(summary->unit, magnitude, request->units),
                      &panel->colour);
    add_cells(panel, map, request->arena);
    panel->title = title_text(request->arena, summary, map, &panel->colour);
    *note = note_text(request->arena, summary, map, colour_ramp_note(&ramp, is_log));
    double rows = (double)map->name_count;
    double row_pt = fmin(MOST_ROW_PT, fmax(LEAST_ROW_PT, ROWS_PT / rows));
    *height_pt = fmin(MOST_PT, fmax(LEAST_PT, 25 + row_pt * rows));
    return true;
}
