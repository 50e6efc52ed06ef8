#include "check.h"

#include <stdlib.h>

#include "analysis/campaign/change_grid.h"

static void add(struct change_grid *grid, double from, double to)
{
    change_grid_add(grid, &from, 1, 1);
    change_grid_add(grid, &to, 1, -1);
}

/* Two attempts: from 100.5 to 102.25, from 101 to 101.5. Means worked out by hand. */
static void cells_have_the_mean_count(void)
{
    struct change_grid grid = {0};
    double means[8];
    add(&grid, 100.5, 102.25);
    add(&grid, 101, 101.5);
    struct change_span span = change_span_of(&grid, 1, 8);
    CHECK_INT(span.level, 0);
    CHECK_INT(span.first, 100);
    CHECK_INT(span.count, 3);
    change_grid_means(&grid, &span, means);
    CHECK(means[0] == 0.5 && means[1] == 1.5 && means[2] == 0.25);
    span = change_span_of(&grid, 1, 2);
    CHECK_INT(span.level, 1);
    change_grid_means(&grid, &span, means);
    CHECK(means[0] == 1 && means[1] == 0.125);
    change_grid_release(&grid);
}

static void check_same(const struct change_grid *left, const struct change_grid *right)
{
    CHECK_INT(left->level, right->level);
    CHECK_INT(left->count, right->count);
    for (size_t i = 0; i < left->count; i++) {
        CHECK_INT(left->items[i].place, right->items[i].place);
        CHECK_INT(left->items[i].change, right->items[i].change);
        CHECK(left->items[i].area == right->items[i].area);
        CHECK(left->items[i].first == right->items[i].first);
        CHECK(left->items[i].last == right->items[i].last);
    }
}

/* Attempts over two months, put in at once, backwards one by one, and in three grids that are
 * merged: cells become wider on the way, and are the same in the end. */
static void the_order_of_merging_makes_no_difference(void)
{
    enum { COUNT = 300 };
    struct change_grid whole = {0}, single = {0}, merged = {0}, pieces[3] = {0};
    for (int i = 0; i < COUNT; i++) {
        double from = 1.7e9 + i * 17321.123, to = from + 300 + 7.77 * i;
        add(&whole, from, to);
        add(&pieces[i % 3], from, to);
    }
    for (int i = COUNT - 1; i >= 0; i--)
        add(&single, 1.7e9 + i * 17321.123, 1.7e9 + i * 17321.123 + 300 + 7.77 * i);
    for (int i = 2; i >= 0; i--) {
        change_grid_merge(&merged, &pieces[i]);
        change_grid_release(&pieces[i]);
    }
    CHECK_INT(whole.level, 11); /* 5,191,316 s in cells of 2,048 s: 2,535 of them */
    check_same(&whole, &single);
    check_same(&whole, &merged);
    change_grid_release(&whole);
    change_grid_release(&single);
    change_grid_release(&merged);
}

static void moments_that_are_none_are_left_out(void)
{
    struct change_grid grid = {0};
    double moments[] = {NAN, INFINITY, -1e18, 1e18};
    change_grid_add(&grid, moments, 4, 1);
    CHECK_INT(grid.count, 0);
    add(&grid, -10.5, -9.5); /* 1969 */
    struct change_span span = change_span_of(&grid, 1, 10);
    double means[10];
    CHECK_INT(span.first, -11);
    change_grid_means(&grid, &span, means);
    CHECK(means[0] == 0.5 && means[1] == 0.5);
    change_grid_release(&grid);
}

/* Two at a time for 100 s, and one for 50.5 s 47 h later: both in cells of 64 s, by hand. */
static void stretches_begin_and_end_with_a_change(void)
{
    struct change_grid grid = {0};
    struct change_stretches stretches = {0};
    add(&grid, 1000.5, 1100.5);
    add(&grid, 1010, 1090);
    add(&grid, 170300.25, 170350.75);
    CHECK_INT(grid.level, 6);
    change_grid_stretches(&grid, &stretches);
    CHECK_INT(stretches.count, 2);
    CHECK(stretches.items[0].first == 1000.5 && stretches.items[0].last == 1100.5);
    CHECK(stretches.items[0].sum_s == 180);
    CHECK(stretches.items[1].first == 170300.25 && stretches.items[1].last == 170350.75);
    CHECK(stretches.items[1].sum_s == 50.5);
    free(stretches.items);
    change_grid_release(&grid);
}

CHECK_MAIN(TEST(cells_have_the_mean_count), TEST(the_order_of_merging_makes_no_difference),
           TEST(moments_that_are_none_are_left_out), TEST(stretches_begin_and_end_with_a_change))
