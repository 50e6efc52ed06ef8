#include "analysis/campaign/point_cells.h"

#include <limits.h>
#include <stdlib.h>

#include "util/memory.h"

enum { BINS = PLANE_HIGHEST_BIN - PLANE_LOWEST_BIN + 1 };

static int64_t key_of(const struct point_cell *cell)
{
    int64_t levels = cell->run_time_level * PLANE_LEVELS + cell->memory_level;
    return (levels * BINS + cell->run_time_bin) * BINS + cell->memory_bin;
}

struct point_cell point_cell_at(int64_t key)
{
    int levels = (int)(key / BINS / BINS);
    return (struct point_cell){levels / PLANE_LEVELS, levels % PLANE_LEVELS,
                               (int)(key / BINS % BINS), (int)(key % BINS)};
}

bool point_cell_is_one(int64_t key)
{
    if (key < 0 || key >= (int64_t)PLANE_LEVELS * PLANE_LEVELS * BINS * BINS)
        return false;
    struct point_cell cell = point_cell_at(key);
    return cell.run_time_bin < BINS >> cell.run_time_level &&
           cell.memory_bin < BINS >> cell.memory_level;
}

/* By columns: keys ascend. */
void point_cells_put(struct key_counts *cells, const struct plane_counts *counts)
{
    for (size_t column = 0; column < counts->columns; column++)
        for (size_t row = 0; row < counts->rows; row++) {
            uint32_t count = counts->counts[row * counts->columns + column];
            struct point_cell cell = {counts->x_level, counts->y_level, counts->x0 + (int)column,
                                      counts->y0 + (int)row};
            if (count)
                key_counts_append(cells, key_of(&cell), count);
        }
}

/* ---- one width ---- */

/* The bins of the lattice that all bins together reach over, and the widest level of them. */
static void extend(struct plane_span *span, int bin, int level)
{
    int low = bin * (1 << level) + PLANE_LOWEST_BIN, high = low + (1 << level) - 1;
    span->low = low < span->low ? low : span->low;
    span->high = high > span->high ? high : span->high;
    span->level = level > span->level ? level : span->level;
}

static void find_spans(const struct key_counts *cells, struct plane_span *run_time,
                       struct plane_span *memory)
{
    *run_time = *memory = (struct plane_span){INT_MAX, INT_MIN, 0};
    for (size_t i = 0; i < cells->count; i++) {
        struct point_cell cell = point_cell_at(cells->keys[i]);
        extend(run_time, cell.run_time_bin, cell.run_time_level);
        extend(memory, cell.memory_bin, cell.memory_level);
    }
}

struct counted {
    int64_t key;
    uint64_t count;
};

static int by_key(const void *left, const void *right)
{
    const struct counted *l = left, *r = right;
    return (l->key > r->key) - (l->key < r->key);
}

static int64_t widened(int64_t key, int run_time_level, int memory_level)
{
    struct point_cell cell = point_cell_at(key);
    cell.run_time_bin >>= run_time_level - cell.run_time_level;
    cell.memory_bin >>= memory_level - cell.memory_level;
    cell.run_time_level = run_time_level;
    cell.memory_level = memory_level;
    return key_of(&cell);
}

/* Puts equal keys together. */
static void take_sorted(struct key_counts *cells, const struct counted *counted, size_t count)
{
    cells->count = 0;
    for (size_t i = 0; i < count; i++) {
        if (cells->count && cells->keys[cells->count - 1] == counted[i].key)
            cells->counts[cells->count - 1] += counted[i].count;
        else
            key_counts_append(cells, counted[i].key, counted[i].count);
    }
}

void point_cells_settle(struct key_counts *cells)
{
    struct plane_span run_time, memory;
    if (!cells->count)
        return;
    find_spans(cells, &run_time, &memory);
    int run_time_level = plane_level_of(run_time.low, run_time.high, run_time.level);
    int memory_level = plane_level_of(memory.low, memory.high, memory.level);
    size_t count = cells->count;
    struct counted *counted = memory_alloc_array(count, sizeof *counted);
    for (size_t i = 0; i < count; i++)
        counted[i] = (struct counted){widened(cells->keys[i], run_time_level, memory_level),
                                      cells->counts[i]};
    qsort(counted, count, sizeof *counted, by_key);
    take_sorted(cells, counted, count);
    free(counted);
}

struct plane_counts point_cells_counts(const struct key_counts *cells)
{
    struct plane_counts counts = {0};
    struct plane_span run_time, memory;
    if (!cells->count)
        return counts;
    find_spans(cells, &run_time, &memory);
    plane_counts_init(&counts, run_time, memory);
    for (size_t i = 0; i < cells->count; i++) {
        struct point_cell cell = point_cell_at(cells->keys[i]);
        size_t column = (size_t)(cell.run_time_bin - counts.x0);
        size_t row = (size_t)(cell.memory_bin - counts.y0);
        uint64_t count = cells->counts[i];
        uint32_t kept = count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
        counts.counts[row * counts.columns + column] = kept;
        counts.total += kept;
    }
    return counts;
}
