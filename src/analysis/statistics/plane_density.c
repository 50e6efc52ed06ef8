#include "analysis/statistics/plane_density.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/even_sample.h"
#include "util/memory.h"

enum { MOST_BEYOND = 300 };
static const double LOW = 0.0025, HIGH = 0.9975, SHOWN = 0.995;
static const double MARGIN = 3; /* bandwidths around the quantiles, and half of the kernel */
static const double NORMAL_IQR = 1.349, NORMAL_MOST = 3.290; /* σ of p25 to p75, of p5 to p95 */
/* Cells of that many bandwidths show all that the kernel leaves. */
static const double FINENESS = 0.45;
/* Of a kernel, in cells: a neighbour has less than 0.4 % of the weight. */
static const double NARROW = 0.3;

/* ---- counts --------------------------------------------------------------------------------- */

/* Without a branch: several points at once. */
static inline bool has_place(double x, double y)
{
    bool has_x = log_lattice_has(x), has_y = log_lattice_has(y);
    return has_x & has_y;
}

struct extent {
    double low, high;
};

static inline void widen(struct extent *extent, bool has_place, double value)
{
    double low = has_place ? value : INFINITY, high = has_place ? value : -INFINITY;
    extent->low = low < extent->low ? low : extent->low;
    extent->high = high > extent->high ? high : extent->high;
}

/* Whether any point has a place. */
static bool find_extents(const double *x, const double *y, size_t count, struct extent *of_x,
                         struct extent *of_y)
{
    struct extent along_x = {INFINITY, -INFINITY}, along_y = along_x;
    for (size_t i = 0; i < count; i++) {
        bool is_there = has_place(x[i], y[i]);
        widen(&along_x, is_there, x[i]);
        widen(&along_y, is_there, y[i]);
    }
    *of_x = along_x;
    *of_y = along_y;
    return of_x->low <= of_x->high;
}

void plane_counts_init(struct plane_counts *counts, struct plane_span x, struct plane_span y)
{
    *counts = (struct plane_counts){
        .x_level = plane_level_of(x.low, x.high, x.level),
        .y_level = plane_level_of(y.low, y.high, y.level),
    };
    counts->x0 = (x.low - PLANE_LOWEST_BIN) >> counts->x_level;
    counts->y0 = (y.low - PLANE_LOWEST_BIN) >> counts->y_level;
    counts->columns = (size_t)(((x.high - PLANE_LOWEST_BIN) >> counts->x_level) - counts->x0) + 1;
    counts->rows = (size_t)(((y.high - PLANE_LOWEST_BIN) >> counts->y_level) - counts->y0) + 1;
    counts->counts = memory_alloc_array(counts->columns * counts->rows, sizeof *counts->counts);
}

static struct plane_span span_of(const struct log_lattice *lattice, const struct extent *extent)
{
    return (struct plane_span){plane_bin_of(lattice, extent->low),
                               plane_bin_of(lattice, extent->high), 0};
}

void plane_counts_make(struct plane_counts *counts, const struct log_lattice *lattice,
                       const double *x, const double *y, size_t count)
{
    struct extent of_x, of_y;
    *counts = (struct plane_counts){0};
    if (!find_extents(x, y, count, &of_x, &of_y))
        return;
    plane_counts_init(counts, span_of(lattice, &of_x), span_of(lattice, &of_y));
    const struct plane_counts room = *counts; /* which counting does not change */
    size_t total = 0;
    for (size_t i = 0; i < count; i++) {
        if (!has_place(x[i], y[i]))
            continue;
        room.counts[plane_place_of(&room, plane_bin_of(lattice, x[i]),
                                   plane_bin_of(lattice, y[i]))]++;
        total++;
    }
    counts->total = total;
}

void plane_counts_release(struct plane_counts *counts)
{
    free(counts->counts);
    *counts = (struct plane_counts){0};
}

/* The bins of the lattice from the first of one bin of counts to the last of another. */
static struct plane_span span_along(const struct plane_counts *counts, bool along_x)
{
    int first = along_x ? counts->x0 : counts->y0,
        level = along_x ? counts->x_level : counts->y_level;
    int end = first + (int)(along_x ? counts->columns : counts->rows);
    return (struct plane_span){first * (1 << level) + PLANE_LOWEST_BIN,
                               end * (1 << level) - 1 + PLANE_LOWEST_BIN, level};
}

static struct plane_span span_of_both(struct plane_span a, struct plane_span b)
{
    return (struct plane_span){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high,
                               a.level > b.level ? a.level : b.level};
}

/* Room for all of them. */
static void make_room(struct plane_counts *sum, const struct plane_counts *parts, size_t count)
{
    struct plane_span x = span_along(parts, true), y = span_along(parts, false);
    for (size_t i = 1; i < count; i++) {
        x = span_of_both(x, span_along(&parts[i], true));
        y = span_of_both(y, span_along(&parts[i], false));
    }
    plane_counts_init(sum, x, y);
}

static void add_within(struct plane_counts *sum, const struct plane_counts *part)
{
    int x_shift = sum->x_level - part->x_level, y_shift = sum->y_level - part->y_level;
    for (size_t row = 0; row < part->rows; row++) {
        size_t to_row = (size_t)(((part->y0 + (int)row) >> y_shift) - sum->y0);
        const uint32_t *from = part->counts + row * part->columns;
        uint32_t *to = sum->counts + to_row * sum->columns;
        for (size_t column = 0; column < part->columns; column++)
            to[((part->x0 + (int)column) >> x_shift) - sum->x0] += from[column];
    }
    sum->total += part->total;
}

void plane_counts_sum(struct plane_counts *sum, const struct plane_counts *parts, size_t count)
{
    *sum = (struct plane_counts){0};
    if (count)
        make_room(sum, parts, count);
    for (size_t i = 0; i < count; i++)
        add_within(sum, &parts[i]);
}

/* ---- the grid of cells ------------------------------------------------------------------------
 */

/* Cells along an axis: cell i covers the bins from first + i·step on. */
struct axis {
    int first, step;
    size_t count;
    double bandwidth; /* in cells */
};

static double *sums_along(const struct plane_counts *counts, bool along_x)
{
    double *sums = memory_alloc_array(along_x ? counts->columns : counts->rows, sizeof *sums);
    for (size_t row = 0; row < counts->rows; row++)
        for (size_t column = 0; column < counts->columns; column++)
            sums[along_x ? column : row] += counts->counts[row * counts->columns + column];
    return sums;
}

/* The place, in bins, below which the share lies, each bin being filled evenly. */
static double quantile_of(const double *sums, size_t count, double total, double share)
{
    double wanted = share * total, below = 0;
    for (size_t i = 0; i < count; i++) {
        if (sums[i] > 0 && below + sums[i] >= wanted)
            return (double)i + (wanted - below) / sums[i];
        below += sums[i];
    }
    return (double)count;
}

static double deviation_of(const double *sums, size_t count, double total)
{
    double mean = 0, square = 0;
    for (size_t i = 0; i < count; i++)
        mean += sums[i] / total * (double)i;
    for (size_t i = 0; i < count; i++)
        square += sums[i] * ((double)i - mean) * ((double)i - mean);
    return total > 1 ? sqrt(square / (total - 1)) : 0;
}

/* In bins; 0 of equal points. */
static double bandwidth_of(const double *sums, size_t count, double total)
{
    double width = deviation_of(sums, count, total);
    double iqr = quantile_of(sums, count, total, 0.75) - quantile_of(sums, count, total, 0.25);
    double most = quantile_of(sums, count, total, 0.95) - quantile_of(sums, count, total, 0.05);
    width = fmin(width, iqr > 1 ? iqr / NORMAL_IQR : most / NORMAL_MOST);
    return width * pow(total, -1.0 / 6);
}

/* From the lowest bin to the highest at most. */
static struct axis axis_of(const struct plane_counts *counts, bool along_x, size_t side)
{
    size_t count = along_x ? counts->columns : counts->rows;
    double *sums = sums_along(counts, along_x), total = (double)counts->total;
    double low = quantile_of(sums, count, total, LOW), high = quantile_of(sums, count, total, HIGH);
    double width = bandwidth_of(sums, count, total);
    struct axis axis = {.step = (int)fmax(1, ceil((high - low) / (double)side))};
    axis.step = (int)fmax(axis.step, floor(width * FINENESS));
    axis.bandwidth = width / axis.step;
    double margin = MARGIN * width;
    int first = (int)fmax(0, floor(low - margin));
    int end = (int)fmin((double)count, ceil(high + margin));
    axis.first = first + (along_x ? counts->x0 : counts->y0);
    axis.count = (size_t)((end - first + axis.step - 1) / axis.step);
    free(sums);
    return axis;
}

/* ---- densities ---- */

struct grid {
    struct axis x, y;
    double *counts, *densities; /* of the cells, by row */
};

/* Which cell of the axis a bin is in; negative, or not below its count, beyond it. */
static long cell_of(const struct axis *axis, int bin)
{
    return (long)floor((double)(bin - axis->first) / axis->step);
}

static bool is_in(const struct axis *axis, long cell)
{
    return cell >= 0 && (size_t)cell < axis->count;
}

static void count_cells(const struct plane_counts *counts, struct grid *grid)
{
    for (size_t row = 0; row < counts->rows; row++) {
        long y = cell_of(&grid->y, counts->y0 + (int)row);
        for (size_t column = 0; column < counts->columns && is_in(&grid->y, y); column++) {
            long x = cell_of(&grid->x, counts->x0 + (int)column);
            if (is_in(&grid->x, x))
                grid->counts[(size_t)y * grid->x.count + (size_t)x] +=
                    counts->counts[row * counts->columns + column];
        }
    }
}

/* Smooths `count` numbers that are `stride` apart. A narrow kernel would change nothing. */
static void smooth(const double *from, double *to, size_t count, size_t stride, double bandwidth)
{
    long reach = bandwidth > NARROW ? (long)ceil(MARGIN * bandwidth) : 0;
    double *kernel = memory_alloc_array((size_t)reach + 1, sizeof *kernel);
    kernel[0] = 1;
    for (long k = 1; k <= reach; k++) {
        double place = (double)k / bandwidth;
        kernel[k] = exp(-place * place / 2);
    }
    for (long i = 0; i < (long)count; i++) {
        double mean = 0, sum = 0;
        for (long k = -reach; k <= reach; k++) {
            if (i + k < 0 || i + k >= (long)count)
                continue;
            sum += kernel[labs(k)];
            mean += kernel[labs(k)] * from[(size_t)(i + k) * stride];
        }
        to[(size_t)i * stride] = mean / sum;
    }
    free(kernel);
}

static void smooth_cells(struct grid *grid)
{
    size_t columns = grid->x.count, rows = grid->y.count;
    double *half = memory_alloc_array(columns * rows, sizeof *half);
    for (size_t row = 0; row < rows; row++)
        smooth(grid->counts + row * columns, half + row * columns, columns, 1, grid->x.bandwidth);
    for (size_t column = 0; column < columns; column++)
        smooth(half + column, grid->densities + column, rows, columns, grid->y.bandwidth);
    free(half);
}

/* ---- shares ---- */

struct ranked {
    double density;
    size_t place;
};

static int by_density(const void *left, const void *right)
{
    const struct ranked *a = left, *b = right;
    if (a->density != b->density)
        return a->density > b->density ? -1 : 1;
    return (a->place > b->place) - (a->place < b->place);
}

/* The densest first. */
static struct ranked *rank_cells(const struct grid *grid, size_t count)
{
    struct ranked *ranked = memory_alloc_array(count, sizeof *ranked);
    for (size_t i = 0; i < count; i++)
        ranked[i] = (struct ranked){grid->densities[i], i};
    qsort(ranked, count, sizeof *ranked, by_density);
    return ranked;
}

/* Shares of the cells; of those that the densest 99.5 % do without: 1. */
static void find_shares(const struct grid *grid, double total, double *shares)
{
    size_t count = grid->x.count * grid->y.count, first = 0;
    struct ranked *ranked = rank_cells(grid, count);
    double held = 0;
    while (first < count) {
        bool is_shown = held < SHOWN * total && ranked[first].density > 0;
        size_t end = first;
        double denser = held;
        for (; end < count && ranked[end].density >= ranked[first].density; end++)
            held += grid->counts[ranked[end].place];
        for (; first < end; first++)
            shares[ranked[first].place] = is_shown ? (denser + held) / 2 / total : 1;
    }
    free(ranked);
}

/* The cells of bins of counts. */
struct lattice_grid {
    const struct log_lattice *lattice;
    const struct plane_counts *counts;
    const struct grid *grid;
};

static struct plane_cell cell_at(const struct lattice_grid *of, long x, long y)
{
    const struct grid *grid = of->grid;
    int left = grid->x.first + (int)x * grid->x.step, below = grid->y.first + (int)y * grid->y.step;
    return (struct plane_cell){
        .x_low = plane_bin_edge(of->lattice, left, of->counts->x_level),
        .x_high = plane_bin_edge(of->lattice, left + grid->x.step, of->counts->x_level),
        .y_low = plane_bin_edge(of->lattice, below, of->counts->y_level),
        .y_high = plane_bin_edge(of->lattice, below + grid->y.step, of->counts->y_level),
    };
}

static void put_cells(struct plane_density *density, const struct lattice_grid *of,
                      const double *shares)
{
    const struct grid *grid = of->grid;
    for (size_t i = 0; i < grid->x.count * grid->y.count; i++) {
        if (!(shares[i] < 1) && !(grid->counts[i] > 0))
            continue;
        struct plane_cell cell = cell_at(of, (long)(i % grid->x.count), (long)(i / grid->x.count));
        cell.count = grid->counts[i];
        cell.share = shares[i];
        density->cells[density->count++] = cell;
    }
}

/* A cell beyond the grid, in which points lie. */
struct beyond {
    long x, y;
    double count;
};

static int by_place(const void *left, const void *right)
{
    const struct beyond *a = left, *b = right;
    if (a->y != b->y)
        return a->y < b->y ? -1 : 1;
    return (a->x > b->x) - (a->x < b->x);
}

/* One for each bin of counts with points there: several may be of the same cell. */
static struct beyond *find_beyond(const struct plane_counts *counts, const struct grid *grid,
                                  size_t *found)
{
    struct beyond *items = memory_alloc_array(counts->columns * counts->rows + 1, sizeof *items);
    *found = 0;
    for (size_t place = 0; place < counts->columns * counts->rows; place++) {
        if (!counts->counts[place])
            continue;
        long x = cell_of(&grid->x, counts->x0 + (int)(place % counts->columns));
        long y = cell_of(&grid->y, counts->y0 + (int)(place / counts->columns));
        if (!(is_in(&grid->x, x) && is_in(&grid->y, y)))
            items[(*found)++] = (struct beyond){x, y, counts->counts[place]};
    }
    return items;
}

/* Those of one cell together; how many cells that makes. */
static size_t merge_beyond(struct beyond *items, size_t count)
{
    size_t cells = 0;
    if (count)
        qsort(items, count, sizeof *items, by_place);
    for (size_t i = 0; i < count; i++) {
        if (cells && by_place(&items[cells - 1], &items[i]) == 0)
            items[cells - 1].count += items[i].count;
        else
            items[cells++] = items[i];
    }
    return cells;
}

static void put_beyond(struct plane_density *density, const struct lattice_grid *of)
{
    size_t found;
    struct beyond *items = find_beyond(of->counts, of->grid, &found);
    size_t all = merge_beyond(items, found), wanted = all < MOST_BEYOND ? all : MOST_BEYOND;
    for (size_t i = 0; i < wanted; i++) {
        const struct beyond *item = &items[even_sample(i, wanted, all)];
        struct plane_cell cell = cell_at(of, item->x, item->y);
        cell.count = item->count;
        cell.share = 1;
        density->cells[density->count++] = cell;
    }
    free(items);
}

void plane_density_make(struct plane_density *density, const struct log_lattice *lattice,
                        const struct plane_counts *counts, size_t side)
{
    *density = (struct plane_density){0};
    if (!counts->total)
        return;
    struct grid grid = {axis_of(counts, true, side), axis_of(counts, false, side), NULL, NULL};
    size_t count = grid.x.count * grid.y.count;
    double *shares = memory_alloc_array(count, sizeof *shares);
    grid.counts = memory_alloc_array(count, sizeof *grid.counts);
    grid.densities = memory_alloc_array(count, sizeof *grid.densities);
    density->cells = memory_alloc_array(count + MOST_BEYOND, sizeof *density->cells);
    count_cells(counts, &grid);
    smooth_cells(&grid);
    find_shares(&grid, (double)counts->total, shares);
    const struct lattice_grid of = {lattice, counts, &grid};
    put_cells(density, &of, shares);
    put_beyond(density, &of);
    free(shares);
    free(grid.counts);
    free(grid.densities);
}

void plane_shares(const struct plane_grid *of, double *shares)
{
    size_t count = of->columns * of->rows;
    struct grid grid = {.x = {.count = of->columns, .step = 1, .bandwidth = of->x_bandwidth},
                        .y = {.count = of->rows, .step = 1, .bandwidth = of->y_bandwidth},
                        .counts = memory_alloc_array(count, sizeof *grid.counts),
                        .densities = memory_alloc_array(count, sizeof *grid.densities)};
    memcpy(grid.counts, of->counts, count * sizeof *grid.counts);
    smooth_cells(&grid);
    find_shares(&grid, of->total, shares);
    free(grid.counts);
    free(grid.densities);
}

void plane_density_release(struct plane_density *density)
{
    free(density->cells);
    *density = (struct plane_density){0};
}
