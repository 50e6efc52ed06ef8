#include "figure/lanes.h"

#include <math.h>
#include <string.h>

#include "figure/kinds.h"
#include "figure/mark_list.h"
#include "figure/metric_digest.h"
#include "util/number.h"

enum { MOST_COLOURED = 6, LEGEND_NAME = 26, MOST_LANES = 100000 };
static const double LANE_HALF = 0.42, LEAST_PT = 90, MOST_PT = 380;

static bool is_usable(const struct lanes *lanes, size_t stretch)
{
    return lanes->end[stretch] >= lanes->start[stretch] && lanes->lane[stretch] >= 0 &&
           lanes->lane[stretch] < MOST_LANES;
}

bool lanes_read(const struct table_rows *rows, struct lanes *lanes)
{
    *lanes = (struct lanes){.nodes = table_rows_texts(rows, "node"),
                            .kinds = table_rows_texts(rows, "task"),
                            .lane = table_rows_numbers(rows, "lane"),
                            .slot = table_rows_numbers(rows, "slot"),
                            .start = table_rows_numbers(rows, "start"),
                            .end = table_rows_numbers(rows, "end"),
                            .tasks = table_rows_numbers(rows, "tasks"),
                            .failed = table_rows_numbers(rows, "failed"),
                            .nodes_in_lane = table_rows_numbers(rows, "nodes"),
                            .first_lane = INFINITY,
                            .count = rows->count,
                            .first = INFINITY,
                            .last = -INFINITY};
    if (!lanes->lane || !lanes->start || !lanes->end || !lanes->nodes || !lanes->kinds)
        return false;
    double last_lane = -INFINITY;
    for (size_t i = 0; i < lanes->count; i++) {
        if (!is_usable(lanes, i))
            continue;
        lanes->first = fmin(lanes->first, lanes->start[i]);
        lanes->last = fmax(lanes->last, lanes->end[i]);
        lanes->first_lane = fmin(lanes->first_lane, lanes->lane[i]);
        last_lane = fmax(last_lane, lanes->lane[i]);
    }
    if (last_lane >= lanes->first_lane)
        lanes->lane_count = (size_t)(last_lane - lanes->first_lane) + 1;
    return lanes->lane_count > 0;
}

static double row_of(const struct lanes *lanes, size_t stretch)
{
    return lanes->lane[stretch] - lanes->first_lane;
}

/* The first lane of a node bears its name. */
static const char **lane_names(const struct table_rows *rows, struct lanes *lanes)
{
    struct arena *arena = rows->request->arena;
    const char **names = arena_alloc_array(arena, lanes->lane_count, sizeof *names);
    const char **nodes = arena_alloc_array(arena, lanes->lane_count, sizeof *nodes);
    double *sizes = arena_alloc_array(arena, lanes->lane_count, sizeof *sizes);
    for (size_t i = 0; i < lanes->count; i++) {
        if (!is_usable(lanes, i))
            continue;
        size_t row = (size_t)row_of(lanes, i);
        nodes[row] = lanes->nodes[i];
        sizes[row] = lanes->nodes_in_lane ? fmin(fmax(lanes->nodes_in_lane[i], 1), 1e9) : 1;
    }
    lanes->node_count = 0;
    for (size_t i = 0; i < lanes->lane_count; i++) {
        const char *node = nodes[i] ? nodes[i] : "";
        bool is_first = i == 0 || strcmp(nodes[i - 1] ? nodes[i - 1] : "", node) != 0;
        names[i] = is_first ? short_name(arena, node, 40) : "";
        lanes->node_count += is_first ? (size_t)sizes[i] : 0;
    }
    return names;
}

/* Kinds by their colour; all but the longest share one. */
static size_t colour_of(const struct kinds *kinds, const char *kind)
{
    size_t place = kinds_find(kinds, kind);
    return place < MOST_COLOURED ? place : MOST_COLOURED;
}

static void add_stretches(const struct table_rows *rows, const struct lanes *lanes,
                          const struct kinds *kinds, size_t place, struct mark_list *marks)
{
    static const enum colour colours[MOST_COLOURED + 1] = {COLOUR_SERIES,     COLOUR_SERIES + 1,
                                                           COLOUR_SERIES + 2, COLOUR_SERIES + 3,
                                                           COLOUR_SERIES + 4, COLOUR_SERIES + 5,
                                                           COLOUR_SECONDARY};
    struct mark *mark = mark_list_add(marks, MARK_BAR, colours[place], lanes->count);
    mark->name = place < MOST_COLOURED && place < kinds->count
                     ? short_name(rows->request->arena, kinds->items[place].name, LEGEND_NAME)
                     : arena_format(rows->request->arena, "other %s", kinds->word);
    for (size_t i = 0; i < lanes->count; i++)
        if (is_usable(lanes, i) && colour_of(kinds, lanes->kinds[i]) == place)
            mark_put_to(mark, lanes->start[i], row_of(lanes, i) + 0.5 - LANE_HALF, lanes->end[i],
                        row_of(lanes, i) + 0.5 + LANE_HALF);
}

/* At the end of a stretch in which a task failed. */
static void add_failures(const struct lanes *lanes, struct mark_list *marks)
{
    if (!lanes->failed)
        return;
    struct mark *mark = mark_list_add(marks, MARK_POINT, COLOUR_TEXT, lanes->count);
    mark->shape = SHAPE_CROSS;
    mark->width_pt = 3.4;
    mark->name = "a task failed";
    for (size_t i = 0; i < lanes->count; i++)
        if (lanes->failed[i] > 0 && is_usable(lanes, i))
            mark_put(mark, lanes->end[i], row_of(lanes, i) + 0.5);
}

double lanes_make_panel(const struct table_rows *rows, const struct lanes *read,
                        struct panel *panel)
{
    struct mark_list marks = {.arena = rows->request->arena};
    struct lanes lanes = *read;
    struct kinds kinds;
    const char **names = lane_names(rows, &lanes);
    kinds_make(&kinds, rows->request->source->tables, rows->request->spec->kinds, MOST_COLOURED,
               rows->request->arena);
    scale_init_bands(&panel->y, names, lanes.lane_count);
    for (size_t place = 0; place <= MOST_COLOURED; place++)
        add_stretches(rows, &lanes, &kinds, place, &marks);
    add_failures(&lanes, &marks);
    mark_list_finish(&marks, panel);
    double lane_pt = fmax(3, 12 - 0.15 * (double)lanes.lane_count);
    return fmin(MOST_PT, fmax(LEAST_PT, lane_pt * (double)lanes.lane_count));
}

const char *lanes_text(const struct table_rows *rows, const struct lanes *read)
{
    struct arena *arena = rows->request->arena;
    struct lanes lanes = *read;
    double tasks = 0;
    lane_names(rows, &lanes);
    for (size_t i = 0; i < lanes.count; i++)
        tasks += lanes.tasks ? fmax(lanes.tasks[i], 0) : 1;
    const struct plotspec *spec = rows->request->spec;
    return arena_format(arena, "%s in %s on %s",
                        count_word(arena, tasks, role_name(spec, "tasks", "task"),
                                   role_name(spec, "tasks", "tasks")),
                        count_word(arena, (double)lanes.lane_count, "lane", "lanes"),
                        count_word(arena, (double)lanes.node_count,
                                   role_name(spec, "nodes", "node or worker"),
                                   role_name(spec, "nodes", "nodes or workers")));
}
