#include "analysis/campaign/point_cells.h"

#include <math.h>

#include "check.h"

enum { POINTS = 300, PART = 60 };

static double run_time_s[POINTS], memory_B[POINTS];
static struct log_lattice lattice;

/* The first 60 tasks in a hundredth of a percent of memory, the next ones wider and wider. */
static void make_points(void)
{
    log_lattice_init(&lattice);
    for (size_t i = 0; i < POINTS; i++) {
        double wide = (double)(i / PART);
        run_time_s[i] = 30 * exp(sin((double)i) * wide);
        memory_B[i] = 2e9 * exp(cos((double)i) * 1e-4 * pow(30, wide));
    }
}

static void put(struct key_counts *cells, size_t first, size_t count)
{
    struct plane_counts counts;
    struct key_counts more = {0};
    plane_counts_make(&counts, &lattice, run_time_s + first, memory_B + first, count);
    point_cells_put(&more, &counts);
    key_counts_merge(cells, &more);
    plane_counts_release(&counts);
    key_counts_release(&more);
}

static void check_same(const struct key_counts *left, const struct key_counts *right)
{
    CHECK_INT(left->count, right->count);
    for (size_t i = 0; i < left->count && i < right->count; i++) {
        CHECK(left->keys[i] == right->keys[i]);
        CHECK(left->counts[i] == right->counts[i]);
    }
}

static void parts_of_several_widths_are_as_all_at_once(void)
{
    struct key_counts whole = {0}, parts = {0}, backward = {0};
    make_points();
    put(&whole, 0, POINTS);
    CHECK(point_cell_at(whole.keys[0]).memory_level > 0);
    for (size_t first = 0; first < POINTS; first += PART) {
        put(&parts, first, PART);
        if (first == PART)
            point_cells_settle(&parts); /* as in a tree of merges */
        put(&backward, POINTS - PART - first, PART);
    }
    CHECK_INT(point_cell_at(parts.keys[0]).memory_level, 0);
    point_cells_settle(&parts);
    point_cells_settle(&backward);
    check_same(&parts, &whole);
    check_same(&backward, &whole);
    key_counts_release(&whole);
    key_counts_release(&parts);
    key_counts_release(&backward);
}

static void counts_are_those_of_the_bins(void)
{
    struct key_counts cells = {0};
    struct plane_counts whole, again;
    make_points();
    plane_counts_make(&whole, &lattice, run_time_s, memory_B, POINTS);
    point_cells_put(&cells, &whole);
    again = point_cells_counts(&cells);
    CHECK_INT(again.total, POINTS);
    CHECK(again.x0 == whole.x0 && again.y0 == whole.y0);
    CHECK(again.x_level == whole.x_level && again.y_level == whole.y_level);
    CHECK_INT(again.columns, whole.columns);
    CHECK_INT(again.rows, whole.rows);
    CHECK(memcmp(again.counts, whole.counts, whole.columns * whole.rows * sizeof *whole.counts) ==
          0);
    plane_counts_release(&whole);
    plane_counts_release(&again);
    key_counts_release(&cells);
}

static void keys_of_no_bin_are_refused(void)
{
    struct key_counts cells = {0};
    make_points();
    put(&cells, 0, POINTS);
    for (size_t i = 0; i < cells.count; i++)
        CHECK(point_cell_is_one(cells.keys[i]));
    CHECK(!point_cell_is_one(-1));
    CHECK(!point_cell_is_one(INT64_MAX));
    key_counts_release(&cells);
}

CHECK_MAIN(TEST(parts_of_several_widths_are_as_all_at_once), TEST(counts_are_those_of_the_bins),
           TEST(keys_of_no_bin_are_refused))
