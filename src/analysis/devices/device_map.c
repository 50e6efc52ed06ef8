/* tile_map: run time and power of tasks by the place that their attributes x and y name. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/devices/device_tables.h"
#include "analysis/devices/map_places.h"
#include "analysis/statistics/equal_bins.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

enum { MOST_TILES = 256 };

/* Along a side, times the square root of the number of tasks: cells of a sparse map can be seen. */
static const double TILES_OF_TASKS = 1.5;

/* Along one direction. */
struct side {
    double low, high, width;
    size_t count;
};

enum { SHOWN_POWER, SHOWN_TEMPERATURE, SHOWN_METRICS };
static const enum device_metric shown[SHOWN_METRICS] = {
    [SHOWN_POWER] = DEVICE_POWER, [SHOWN_TEMPERATURE] = DEVICE_TEMPERATURE};

struct tile {
    size_t tasks;
    double time;
    double sums[SHOWN_METRICS];
    uint32_t counts[SHOWN_METRICS];
};

struct map {
    const struct device_report *report;
    struct map_places places;
    const struct map_place **at; /* of each task, or NULL */
    double level;                /* that most tasks have; NaN: none is said */
    struct side x, y;
    struct tile *tiles;
};

/* ---- which tasks ---- */

static double most_frequent(double *levels, size_t count)
{
    double level = NUMBER_MISSING;
    size_t most = 0;
    qsort(levels, count, sizeof *levels, number_compare);
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from; to < count && levels[to] == levels[from];)
            to++;
        if (to - from > most) {
            most = to - from;
            level = levels[from];
        }
    }
    return level;
}

static void find_places(struct map *map)
{
    const struct event_tasks *events = map->report->events;
    double *levels = memory_alloc_array(events->task_count + 1, sizeof *levels);
    size_t count = 0;
    for (size_t i = 0; i < events->task_count; i++) {
        const struct map_place *place =
            map_places_find(&map->places, events->tasks[i].job, events->tasks[i].text);
        if (!place || !isfinite(place->x) || !isfinite(place->y))
            continue;
        map->at[i] = place;
        if (!number_is_missing(place->level))
            levels[count++] = place->level;
    }
    map->level = most_frequent(levels, count);
    for (size_t i = 0; i < events->task_count; i++)
        if (map->at[i] && !number_is_missing(map->level) && map->at[i]->level != map->level)
            map->at[i] = NULL;
    free(levels);
}

/* ---- tiles ---- */

static void widen(struct side *side, double value)
{
    side->low = fmin(side->low, value);
    side->high = fmax(side->high, value);
    if (value != floor(value))
        side->width = NUMBER_MISSING; /* no whole numbers: no natural width */
}

/* Whole numbers have a tile each, or each so many neighbours. */
static void divide(struct side *side, double most)
{
    double span = side->high - side->low;
    if (number_is_missing(side->width))
        side->width = span > 0 ? span / most : 1;
    else
        side->width = fmax(1, ceil((span + 1) / most));
    side->count = (size_t)fmin(MOST_TILES, floor(span / side->width) + 1);
}

static size_t tile_of(const struct side *side, double value)
{
    return equal_bin_of(value, side->low, side->width, side->count);
}

static bool find_sides(struct map *map)
{
    const struct event_tasks *events = map->report->events;
    size_t count = 0;
    map->x = map->y = (struct side){INFINITY, -INFINITY, 1, 0};
    for (size_t i = 0; i < events->task_count; i++) {
        if (!map->at[i])
            continue;
        widen(&map->x, map->at[i]->x);
        widen(&map->y, map->at[i]->y);
        count++;
    }
    if (count < 2 || !(map->x.high - map->x.low < 1e15) || !(map->y.high - map->y.low < 1e15))
        return false;
    double most = fmin(MOST_TILES, ceil(TILES_OF_TASKS * sqrt((double)count)));
    divide(&map->x, most);
    divide(&map->y, most);
    return true;
}

static void fill_tiles(struct map *map)
{
    const struct event_tasks *events = map->report->events;
    map->tiles = memory_alloc_array(map->x.count * map->y.count, sizeof *map->tiles);
    for (size_t i = 0; i < events->task_count; i++) {
        if (!map->at[i])
            continue;
        struct tile *tile = &map->tiles[tile_of(&map->y, map->at[i]->y) * map->x.count +
                                        tile_of(&map->x, map->at[i]->x)];
        tile->tasks++;
        tile->time += events->tasks[i].time;
        for (int k = 0; k < SHOWN_METRICS; k++) {
            double mean = event_mean(events, events->tasks[i].longest, shown[k]);
            tile->sums[k] += isnan(mean) ? 0 : mean;
            tile->counts[k] += isnan(mean) ? 0 : 1;
        }
    }
}

static double tile_mean(const struct tile *tile, int metric)
{
    return tile->counts[metric] ? tile->sums[metric] / tile->counts[metric] : NUMBER_MISSING;
}

static void put_tiles(const struct map *map)
{
    struct table *table = tables_get(map->report->tables, "tile_map");
    for (size_t i = 0; i < map->x.count * map->y.count; i++) {
        const struct tile *tile = &map->tiles[i];
        if (!tile->tasks)
            continue;
        struct tile_map_row row = tile_map_row_missing();
        row.level = map->level;
        row.x = map->x.low + (double)(i % map->x.count) * map->x.width;
        const size_t line = i / map->x.count;
        row.y = map->y.low + (double)line * map->y.width;
        row.width = map->x.width;
        row.height = map->y.width;
        row.tasks = (double)tile->tasks;
        row.run_time_s = tile->time / (double)tile->tasks;
        row.power_W = tile_mean(tile, SHOWN_POWER);
        row.temperature_C = tile_mean(tile, SHOWN_TEMPERATURE);
        tile_map_row_put(table, &row);
    }
}

void device_tables_put_map(const struct device_report *report)
{
    const struct activity *activity = report->request->activity->activity;
    struct map map = {.report = report};
    if (!activity->attribute_count || !report->events->task_count)
        return;
    map_places_make(&map.places, activity);
    map.at = memory_alloc_array(report->events->task_count + 1, sizeof *map.at);
    find_places(&map);
    if (find_sides(&map)) {
        fill_tiles(&map);
        put_tiles(&map);
    }
    free(map.tiles);
    free(map.at);
    map_places_release(&map.places);
}
