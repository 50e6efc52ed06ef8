#include "analysis/lane_stretches.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/equal_bins.h"
#include "analysis/statistics/number_sort.h"
#include "util/memory.h"

/* ---- lanes ---- */

static void sort_by_start(struct lane_attempt *attempts, size_t count)
{
    struct key {
        double start, index;
    } *keys = memory_resize(NULL, count, sizeof *keys);
    struct lane_attempt *sorted = memory_resize(NULL, count, sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        keys[i] = (struct key){attempts[i].start, (double)i};
    number_sort(&keys->start, count, 2);
    for (size_t i = 0; i < count; i++)
        sorted[i] = attempts[(size_t)keys[i].index];
    memcpy(attempts, sorted, count * sizeof *attempts);
    free(sorted);
    free(keys);
}

/* Within a lane the order stays. */
static void sort_by_lane(struct lane_attempt *attempts, size_t count, size_t lanes)
{
    size_t *places = memory_alloc_array(lanes + 1, sizeof *places);
    struct lane_attempt *sorted = memory_resize(NULL, count, sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        places[attempts[i].lane + 1]++;
    for (size_t i = 0; i < lanes; i++)
        places[i + 1] += places[i];
    for (size_t i = 0; i < count; i++)
        sorted[places[attempts[i].lane]++] = attempts[i];
    memcpy(attempts, sorted, count * sizeof *attempts);
    free(sorted);
    free(places);
}

/* Gives each attempt of one node the first slot that is free when it starts; returns how many slots
 * are needed, or `most` + 1 when that is not enough. */
static size_t assign_slots(struct lane_attempt *attempts, size_t count, size_t most)
{
    double free_from[LANES_MOST];
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        size_t slot = 0;
        while (slot < used && free_from[slot] > attempts[i].start)
            slot++;
        if (slot == most)
            return most + 1;
        used += slot == used;
        free_from[slot] = attempts[i].end;
        attempts[i].slot = (uint32_t)slot + 1;
    }
    return used;
}

static size_t end_of_lane(const struct lane_attempt *attempts, size_t from, size_t count)
{
    size_t to = from;
    while (to < count && attempts[to].lane == attempts[from].lane)
        to++;
    return to;
}

/* Moves the attempts, a lane a node, to lanes of their slots. False, with lanes in disorder, when
 * there are too many. */
static bool split_into_slots(struct lane_attempt *attempts, size_t count, size_t *lanes)
{
    size_t before = 0;
    for (size_t from = 0, to; from < count; from = to) {
        to = end_of_lane(attempts, from, count);
        size_t slots = assign_slots(attempts + from, to - from, LANES_MOST - before);
        if (before + slots > LANES_MOST)
            return false;
        for (size_t i = from; i < to; i++)
            attempts[i].lane = (uint32_t)before + attempts[i].slot - 1;
        before += slots;
    }
    *lanes = before;
    return true;
}

static void share_lanes(struct lane_attempt *attempts, size_t count, size_t lanes,
                        size_t node_count)
{
    for (size_t i = 0; i < count; i++) {
        attempts[i].lane = (uint32_t)((size_t)attempts[i].node * lanes / node_count);
        attempts[i].slot = 0;
    }
}

size_t lanes_assign(struct lane_attempt *attempts, size_t count, size_t node_count)
{
    size_t lanes = node_count < LANES_MOST ? node_count : LANES_MOST;
    if (!count)
        return 0;
    sort_by_start(attempts, count);
    share_lanes(attempts, count, lanes, node_count);
    sort_by_lane(attempts, count, lanes);
    if (node_count <= LANES_MOST && !split_into_slots(attempts, count, &lanes))
        share_lanes(attempts, count, lanes, node_count);
    sort_by_lane(attempts, count, lanes);
    return lanes;
}

/* ---- stretches ---- */

static bool stand_alone(const struct lane_attempt *attempts, size_t count)
{
    if (count > LANE_MOST_STRETCHES)
        return false;
    for (size_t i = 1; i < count; i++)
        if (attempts[i].start < attempts[i - 1].end)
            return false;
    return true;
}

struct cell {
    double kinds[LANE_KINDS + 1]; /* seconds of attempts in it */
    size_t tasks, failed;         /* that ended in it */
    uint8_t kind;                 /* of the last of them */
};

static size_t cell_of(double time, double first, double width)
{
    return equal_bin_of(time, first, width, LANE_CELLS);
}

static void add_attempt(struct cell *cells, const struct lane_attempt *attempt, size_t ends,
                        double first, double width)
{
    size_t to = cell_of(attempt->end, first, width);
    for (size_t i = cell_of(attempt->start, first, width); i <= to; i++) {
        double from = fmax(attempt->start, first + (double)i * width);
        double until = fmin(attempt->end, first + (double)(i + 1) * width);
        cells[i].kinds[attempt->kind] += fmax(until - from, 0);
    }
    cells[to].tasks += ends;
    cells[to].failed += attempt->failed;
    cells[to].kind = attempt->kind;
}

/* All kinds have a part of their own where there is one for each; else those that took longest. */
static bool has_own_part(const struct cell *cell, size_t kind)
{
    size_t present = 0, longer = 0;
    for (size_t i = 0; i <= LANE_KINDS; i++)
        present += cell->kinds[i] > 0;
    if (present <= LANE_MOST_PARTS)
        return true;
    for (size_t i = 0; i < LANE_KINDS; i++)
        longer +=
            cell->kinds[i] > cell->kinds[kind] || (i < kind && cell->kinds[i] == cell->kinds[kind]);
    return longer < LANE_MOST_PARTS - 1;
}

static void add_part(struct lane_stretch *stretch, size_t kind, double seconds)
{
    if (seconds > 0)
        stretch->parts[stretch->part_count++] =
            (struct lane_part){(uint8_t)kind, seconds / (stretch->end - stretch->start)};
}

/* What only ended in a cell is there, but took no time. */
static struct lane_stretch stretch_of(const struct cell *cell, double start, double width)
{
    struct lane_stretch stretch = {.start = start,
                                   .end = start + width,
                                   .tasks = cell->tasks,
                                   .failed = cell->failed};
    double rest = cell->kinds[LANE_KINDS];
    for (size_t kind = 0; kind < LANE_KINDS; kind++)
        if (has_own_part(cell, kind))
            add_part(&stretch, kind, cell->kinds[kind]);
        else
            rest += cell->kinds[kind];
    add_part(&stretch, LANE_KINDS, rest);
    if (!stretch.part_count && cell->tasks)
        stretch.parts[stretch.part_count++] = (struct lane_part){cell->kind, 0};
    return stretch;
}

static double running_of(const struct lane_stretch *stretch)
{
    double sum = 0;
    for (size_t i = 0; i < stretch->part_count; i++)
        sum += stretch->parts[i].running;
    return sum;
}

/* Neighbours merge while the same kinds go on about as busy: in fifths of what runs at a time. */
static bool goes_on(const struct lane_stretch *before, const struct lane_stretch *stretch)
{
    double most = fmax(running_of(before), running_of(stretch)) / 5;
    if (before->part_count != stretch->part_count || before->end != stretch->start ||
        before->failed || stretch->failed)
        return false;
    for (size_t i = 0; i < before->part_count; i++)
        if (before->parts[i].kind != stretch->parts[i].kind ||
            fabs(before->parts[i].running - stretch->parts[i].running) > most)
            return false;
    return true;
}

static void append(struct lane_stretch *before, const struct lane_stretch *stretch)
{
    double first_s = before->end - before->start, second_s = stretch->end - stretch->start;
    for (size_t i = 0; i < before->part_count; i++)
        before->parts[i].running =
            (before->parts[i].running * first_s + stretch->parts[i].running * second_s) /
            (first_s + second_s);
    before->end = stretch->end;
    before->tasks += stretch->tasks;
}

static size_t merge_cells(const struct cell *cells, double first, double width,
                          struct lane_stretch *stretches)
{
    size_t used = 0;
    for (size_t i = 0; i < LANE_CELLS; i++) {
        struct lane_stretch stretch = stretch_of(&cells[i], first + (double)i * width, width);
        if (used)
            stretch.start = fabs(stretches[used - 1].end - stretch.start) < width / 2
                                ? stretches[used - 1].end
                                : stretch.start;
        if (!stretch.part_count)
            continue;
        if (used && goes_on(&stretches[used - 1], &stretch))
            append(&stretches[used - 1], &stretch);
        else
            stretches[used++] = stretch;
    }
    return used;
}

static size_t copy_attempts(const struct lane_attempt *attempts, size_t count,
                            struct lane_stretch *stretches)
{
    for (size_t i = 0; i < count; i++)
        stretches[i] = (struct lane_stretch){.start = attempts[i].start,
                                             .end = attempts[i].end,
                                             .parts = {{attempts[i].kind, 1}},
                                             .part_count = 1,
                                             .tasks = 1,
                                             .failed = attempts[i].failed};
    return count;
}

size_t lane_stretches_make(const struct lane_attempt *attempts, size_t count, double first,
                           double last, struct lane_stretch *stretches)
{
    double width = (last - first) / LANE_CELLS;
    if (stand_alone(attempts, count) || !(width > 0))
        return copy_attempts(attempts, count < LANE_MOST_STRETCHES ? count : LANE_MOST_STRETCHES,
                             stretches);
    struct cell *cells = memory_alloc_array(LANE_CELLS, sizeof *cells);
    for (size_t i = 0; i < count; i++)
        add_attempt(cells, &attempts[i], 1, first, width);
    size_t used = merge_cells(cells, first, width, stretches);
    free(cells);
    return used;
}

/* ---- one by one ---- */

/* What ends where a cell begins is not of that cell: this part of one earlier it is looked up. */
static const double EDGE = 1e-6;

struct lane_cells {
    double first, width;
    struct cell cells[LANE_CELLS];
};

struct lane_cells *lane_cells_new(double first, double last)
{
    struct lane_cells *cells = memory_alloc(sizeof *cells);
    cells->first = first;
    cells->width = (last - first) / LANE_CELLS;
    return cells;
}

void lane_cells_add(struct lane_cells *cells, const struct lane_attempt *piece, size_t ends)
{
    struct lane_attempt inner = *piece;
    inner.end = fmax(cells->first, piece->end - EDGE * cells->width);
    inner.start = fmin(inner.start, inner.end);
    add_attempt(cells->cells, &inner, ends, cells->first, cells->width);
}

size_t lane_cells_finish(struct lane_cells *cells, struct lane_stretch *stretches)
{
    size_t used = merge_cells(cells->cells, cells->first, cells->width, stretches);
    free(cells);
    return used;
}
