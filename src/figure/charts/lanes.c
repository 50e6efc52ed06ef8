#include "figure/charts/lanes.h"

#include <math.h>
#include <string.h>

#include "figure/charts/kinds.h"
#include "figure/model/mark_list.h"
#include "table/rows.h"
#include "util/distinct_names.h"
#include "util/number.h"
#include "util/utf8.h"

enum { MOST_COLOURED = KIND_COLOURS, LEGEND_NAME = 26, LANE_NAME = 60, MOST_LANES = 100000 };
enum { SHORTEST_ID = 24, ID_END = 9, MOST_IDS = 512 };
static const double LANE_HALF = 0.42; /* of a lane's height */
static const double LEAST_PT = 90, MOST_PT = 380;

static bool is_usable(const struct lanes *lanes, size_t interval)
{
    return lanes->end[interval] >= lanes->start[interval] && lanes->lane[interval] >= 0 &&
           lanes->lane[interval] < MOST_LANES;
}

static bool is_moment(const struct lanes *lanes, size_t interval)
{
    return lanes->instants && lanes->instants[interval] > 0;
}

/* One task at a time. */
static bool is_slot(const struct lanes *lanes, size_t interval)
{
    return lanes->slot && !number_is_missing(lanes->slot[interval]);
}

static double row_of(const struct lanes *lanes, size_t interval)
{
    return lanes->lane[interval] - lanes->first_lane;
}

/* How many tasks ran at a time. */
static double number_in(const struct lanes *lanes, size_t interval)
{
    return lanes->running && lanes->running[interval] >= 0 ? lanes->running[interval] : 1;
}

/* Kinds that share an interval have rows that follow each other. */
static bool is_same_interval(const struct lanes *lanes, size_t row, size_t next)
{
    return lanes->running && lanes->lane[row] == lanes->lane[next] &&
           lanes->start[row] == lanes->start[next] && lanes->end[row] == lanes->end[next];
}

static void find_most_running(const struct table_rows *rows, struct lanes *lanes)
{
    lanes->most_running =
        arena_alloc_array(rows->request->arena, lanes->lane_count, sizeof(double));
    lanes->below = arena_alloc_array(rows->request->arena, lanes->count, sizeof(double));
    lanes->has_slots_only = true;
    for (size_t i = 0; i < lanes->lane_count; i++)
        lanes->most_running[i] = 1;
    for (size_t i = 0; i < lanes->count; i++) {
        if (!is_usable(lanes, i) || is_moment(lanes, i))
            continue;
        if (i > 0 && is_same_interval(lanes, i - 1, i))
            lanes->below[i] = lanes->below[i - 1] + number_in(lanes, i - 1);
        double *most = &lanes->most_running[(size_t)row_of(lanes, i)];
        *most = fmax(*most, lanes->below[i] + number_in(lanes, i));
        lanes->has_slots_only = lanes->has_slots_only && is_slot(lanes, i);
    }
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
                            .running = table_rows_numbers(rows, "running"),
                            .instants = table_rows_numbers(rows, "instants"),
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
    if (!(last_lane >= lanes->first_lane))
        return false;
    lanes->lane_count = (size_t)(last_lane - lanes->first_lane) + 1;
    find_most_running(rows, lanes);
    return true;
}

/* A lane of several workers shows their number. */
static const char *lane_name(struct arena *arena, const char *name, double size)
{
    return size > 1 ? arena_format(arena, "%s (%.0f)", name, size) : name;
}

/* One long word of letters and digits, as ids of virtual machines are. */
static bool is_id(const char *name)
{
    size_t size = strlen(name);
    for (const char *at = name; *at; at++)
        if (!((*at >= '0' && *at <= '9') || (*at >= 'a' && *at <= 'z') ||
              (*at >= 'A' && *at <= 'Z')))
            return false;
    return size >= SHORTEST_ID;
}

static const char *end_of(const char *name)
{
    return name + strlen(name) - ID_END;
}

/* "04dc4e9647154250b866b0715000000U" → "…0000000U": where all names are such ids and their ends
 * differ, nobody reads the rest. */
static void cut_ids(const char **names, size_t count, struct arena *arena)
{
    if (count > MOST_IDS)
        return;
    for (size_t i = 0; i < count; i++) {
        if (names[i] && !is_id(names[i]))
            return;
        for (size_t k = 0; names[i] && k < i; k++)
            if (names[k] && strcmp(names[i], names[k]) != 0 &&
                strcmp(end_of(names[i]), end_of(names[k])) == 0)
                return;
    }
    for (size_t i = 0; i < count; i++)
        if (names[i])
            names[i] = arena_format(arena, "…%s", end_of(names[i]));
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
        names[i] = is_first ? node : NULL;
        lanes->node_count += is_first ? (size_t)sizes[i] : 0;
    }
    cut_ids(names, lanes->lane_count, arena);
    distinct_names(names, lanes->lane_count, LANE_NAME, arena);
    for (size_t i = 0; i < lanes->lane_count; i++)
        names[i] = names[i] ? lane_name(arena, names[i], sizes[i]) : "";
    return names;
}

/* Kinds by their colour; all but the longest share one. */
static size_t colour_of(const struct kinds *kinds, const char *kind)
{
    size_t place = kinds_find(kinds, kind);
    return place < MOST_COLOURED ? place : MOST_COLOURED;
}

/* Above the foot of its lane; tasks at a time, relative to the most in that lane. */
static double height_of(const struct lanes *lanes, size_t interval, double number)
{
    return 2 * LANE_HALF * number / lanes->most_running[(size_t)row_of(lanes, interval)];
}

/* What all the rest is called that has one colour. */
static const char *rest_name(const struct kinds *kinds, struct arena *arena)
{
    if (kinds->all <= MOST_COLOURED)
        return arena_format(arena, "other %s", kinds->word);
    return count_word(arena, (double)(kinds->all - MOST_COLOURED),
                      arena_format(arena, "other %s", kinds->one),
                      arena_format(arena, "other %s", kinds->word));
}

/* Of the kinds with a colour of their own. */
static const char **legend_names(const struct kinds *kinds, struct arena *arena)
{
    size_t count = kinds->count < MOST_COLOURED ? kinds->count : MOST_COLOURED;
    const char **names = arena_alloc_array(arena, count + 1, sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = utf8_length(kinds->items[i].name) > LEGEND_NAME
                       ? kinds->items[i].label
                       : utf8_clean(arena, kinds->items[i].name);
    return names;
}

static void add_intervals(const struct table_rows *rows, const struct lanes *lanes,
                          const struct kinds *kinds, const char *const *names, size_t place,
                          struct mark_list *marks)
{
    enum colour colour = place < MOST_COLOURED ? kind_colour(place) : COLOUR_SECONDARY;
    struct mark *mark = mark_list_add(marks, MARK_BAR, colour, lanes->count);
    mark->shares_pixels = true;
    mark->name = place < MOST_COLOURED && place < kinds->count
                     ? names[place]
                     : rest_name(kinds, rows->request->arena);
    for (size_t i = 0; i < lanes->count; i++)
        if (is_usable(lanes, i) && !is_moment(lanes, i) &&
            colour_of(kinds, lanes->kinds[i]) == place) {
            double foot = row_of(lanes, i) + 0.5 + LANE_HALF;
            double low = lanes->below[i], high = low + number_in(lanes, i);
            mark_put_to(mark, lanes->start[i], foot - height_of(lanes, i, high), lanes->end[i],
                        foot - height_of(lanes, i, low));
        }
}

/* At the end of an interval in which a task failed. */
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

static void add_moments(const struct lanes *lanes, struct mark_list *marks)
{
    if (!lanes->instants)
        return;
    struct mark *mark = mark_list_add(marks, MARK_POINT, COLOUR_TEXT, lanes->count);
    mark->shape = SHAPE_DIAMOND;
    mark->width_pt = 3.4;
    mark->markers = true;
    mark->name = "one or more instants";
    for (size_t i = 0; i < lanes->count; i++)
        if (is_moment(lanes, i) && is_usable(lanes, i))
            mark_put(mark, lanes->start[i], row_of(lanes, i) + 0.5);
}

/* Lanes of workers that each have a name are as high as it, while they are few. */
static double lanes_height(const char *const *names, size_t count)
{
    const double named_pt = 13, slot_pt = fmax(3, 12 - 0.15 * (double)count);
    const size_t few = 24;
    size_t named = 0;
    for (size_t i = 0; i < count; i++)
        named += names[i][0] != '\0';
    double height = slot_pt * (double)count;
    if (named <= few)
        height = fmax(height, named_pt * (double)named);
    return fmin(MOST_PT, fmax(LEAST_PT, height));
}

double lanes_make_panel(const struct table_rows *rows, const struct lanes *read,
                        struct panel *panel)
{
    struct mark_list marks = {.arena = rows->request->arena};
    struct lanes lanes = *read;
    struct kinds kinds;
    const char **names = lane_names(rows, &lanes);
    kinds_make(&kinds, rows->request->source, rows->request->spec->kinds, MOST_COLOURED,
               rows->request->arena);
    const char **legend = legend_names(&kinds, rows->request->arena);
    scale_init_bands(&panel->y, names, lanes.lane_count);
    for (size_t place = 0; place <= MOST_COLOURED; place++)
        add_intervals(rows, &lanes, &kinds, legend, place, &marks);
    add_failures(&lanes, &marks);
    add_moments(&lanes, &marks);
    mark_list_finish(&marks, panel);
    return lanes_height(names, lanes.lane_count);
}

/* "worker" where a manager's workers ran the tasks, as far as the source says; else "node". */
static const char *node_word(const struct table_rows *rows, bool many)
{
    const struct concurrency_rows table = concurrency_rows(rows->request->source->tables);
    bool are_workers = false;
    for (size_t row = 0; row < table.rows && !are_workers; row++)
        are_workers = table.workers[row] > 0;
    if (many)
        return role_name(rows->request->spec, "nodes", are_workers ? "workers" : "nodes");
    return role_name(rows->request->spec, "node", are_workers ? "worker" : "node");
}

/* "1,237 attempts on 101 workers (60 rows)" */
const char *lanes_text(const struct table_rows *rows, const struct lanes *read)
{
    struct arena *arena = rows->request->arena;
    struct lanes lanes = *read;
    double tasks = 0;
    lane_names(rows, &lanes);
    for (size_t i = 0; i < lanes.count; i++)
        tasks += lanes.tasks ? fmax(lanes.tasks[i], 0) : 1;
    const struct plotspec *spec = rows->request->spec;
    const char *text = arena_format(arena, "%s on %s",
                                    count_word(arena, tasks, role_name(spec, "task", "attempt"),
                                               role_name(spec, "tasks", "attempts")),
                                    count_word(arena, (double)lanes.node_count,
                                               node_word(rows, false), node_word(rows, true)));
    if (lanes.lane_count == lanes.node_count)
        return text;
    return arena_format(arena, "%s (%s)", text,
                        count_word(arena, (double)lanes.lane_count, "row", "rows"));
}

const char *lanes_note(const struct table_rows *rows, const struct lanes *read)
{
    struct arena *arena = rows->request->arena;
    const struct plotspec *spec = rows->request->spec;
    const char *task = role_name(spec, "task", "task"), *tasks = role_name(spec, "tasks", "tasks");
    const char *node = node_word(rows, false);
    struct lanes lanes = *read;
    lane_names(rows, &lanes);
    if (!lanes.slot && !lanes.running)
        return "";
    const char *parts = arena_format(
        arena, "Where %s are too short to be drawn one by one: colours stacked by share of time.",
        tasks);
    if (lanes.has_slots_only)
        return arena_format(arena, "Row: a slot of a %s, in which one %s runs at a time. %s", node,
                            task, parts);
    double most = 0;
    for (size_t i = 0; i < lanes.lane_count; i++)
        most = fmax(most, lanes.most_running[i]);
    char text[64];
    bool is_merged = lanes.node_count > lanes.lane_count;
    const char *lane = is_merged ? arena_format(arena, "neighbouring %s (their number in brackets)",
                                                node_word(rows, true))
                                 : arena_format(arena, "a %s", node);
    if (!(most > 1))
        return arena_format(arena, "Row: %s. %s", lane, parts);
    return arena_format(
        arena,
        "Row: %s. Bar height: number of running %s (mean of a short interval), relative to the "
        "row's maximum (at most %s). Colours: stacked.",
        lane, tasks, quantity_format_number(most, 2, text, sizeof text));
}
