#include "analysis/statistics/plane_density.h"

#include <math.h>

#include "check.h"

enum { POINTS = 400, SIDE = 24 };

static double x[POINTS], y[POINTS];
static struct log_lattice lattice;

static double uniform(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return ((*state >> 8) + 0.5) / (double)(1u << 24);
}

/* A cloud that leans, and one point far from it. */
static void make_points(void)
{
    unsigned state = 7;
    for (size_t i = 0; i < POINTS; i++) {
        double a = uniform(&state), b = uniform(&state), c = uniform(&state), d = uniform(&state);
        x[i] = exp(3 + a + b + c);
        y[i] = 1e8 * exp(a + 2 * d * d);
    }
    x[17] = 5e4;
}

static void make(struct plane_density *density, size_t count)
{
    struct plane_counts counts;
    plane_counts_make(&counts, &lattice, x, y, count);
    plane_density_make(density, &lattice, &counts, SIDE);
    plane_counts_release(&counts);
}

static void bins_are_equal_on_a_logarithmic_scale(void)
{
    static const double numbers[] = {1, 1.000677, 1.0006772, 1.999999, 2,
                                     3, 0.5,      0.4999,    1e-9,     1e9};
    static const int bins[] = {0, 0, 1, 1023, 1024, 1623, -1024, -1025, -30615, 30614};
    log_lattice_init(&lattice);
    for (size_t i = 0; i < sizeof bins / sizeof bins[0]; i++)
        CHECK_INT(log_lattice_bin(&lattice, numbers[i]), bins[i]);
    for (int bin = -22400; bin < 22400; bin++) {
        double edge = log_lattice_edge(&lattice, bin);
        CHECK_NEAR(edge / exp2(bin / 1024.0), 1, 1e-15);
        CHECK_INT(log_lattice_bin(&lattice, edge), bin);
        CHECK_INT(log_lattice_bin(&lattice, nextafter(edge, 0)), bin - 1);
    }
    CHECK(!log_lattice_has(0) && !log_lattice_has(-1) && !log_lattice_has(NAN));
    CHECK(!log_lattice_has(INFINITY) && log_lattice_has(1e-300));
}

static size_t count_up_to(const struct plane_density *density, double share, double *held)
{
    size_t count = 0;
    *held = 0;
    for (size_t i = 0; i < density->count; i++)
        if (density->cells[i].share <= share) {
            count++;
            *held += density->cells[i].count;
        }
    return count;
}

static const struct plane_cell *cell_at(const struct plane_density *density, double left,
                                        double below)
{
    for (size_t i = 0; i < density->count; i++)
        if (fabs(density->cells[i].x_low / left - 1) < 1e-9 &&
            fabs(density->cells[i].y_low / below - 1) < 1e-9)
            return &density->cells[i];
    return NULL;
}

/* By the formulas of the header in numpy, with matrices for the kernels. */
static void shares_are_those_of_the_smallest_regions(void)
{
    struct plane_density density;
    double held;
    log_lattice_init(&lattice);
    make_points();
    make(&density, POINTS);
    CHECK_INT(density.count, 388 + 1); /* and the point far away */
    CHECK_INT(count_up_to(&density, 0.5, &held), 81);
    CHECK_INT(count_up_to(&density, 0.9, &held), 240);
    CHECK_NEAR(held, 360, 0);
    CHECK_INT(count_up_to(&density, 0.99, &held), 383);
    const struct plane_cell *mode = cell_at(&density, 86.67235500396113, 257054673.32141763);
    CHECK(mode && mode->count == 6);
    CHECK_NEAR(mode->share, 0.0075, 1e-12);
    CHECK_NEAR(cell_at(&density, 45.254833995939045, 379625062.49700624)->share, 0.77, 1e-12);
    CHECK_NEAR(cell_at(&density, 76.10925536017415, 560640217.9494952)->share, 0.51125, 1e-12);
    plane_density_release(&density);
}

static void a_point_far_away_is_a_cell_of_its_own(void)
{
    struct plane_density density;
    double beyond = 0, widest = 0;
    log_lattice_init(&lattice);
    make_points();
    make(&density, POINTS);
    for (size_t i = 0; i < density.count; i++) {
        const struct plane_cell *cell = &density.cells[i];
        beyond += cell->x_low <= 5e4 && 5e4 < cell->x_high ? cell->count : 0;
        widest = fmax(widest, cell->x_high / cell->x_low);
        CHECK(cell->x_high < 1e4 || cell->share == 1);
    }
    CHECK_NEAR(beyond, 1, 0);
    CHECK(widest < 1.2); /* the cells are as small as without it */
    plane_density_release(&density);
}

/* Bins of counts are finer than cells where these lie close together. */
static void points_far_away_share_cells(void)
{
    struct plane_density density;
    double all = 0;
    log_lattice_init(&lattice);
    make_points();
    for (size_t i = 0; i < 5; i++)
        x[i * 80] = 5e6 * pow(1.02, (double)i);
    make(&density, POINTS);
    for (size_t i = 0; i < density.count; i++) {
        all += density.cells[i].count;
        for (size_t k = 0; k < i; k++)
            CHECK(density.cells[i].x_low != density.cells[k].x_low ||
                  density.cells[i].y_low != density.cells[k].y_low);
    }
    CHECK_NEAR(all, POINTS, 0);
    plane_density_release(&density);
}

/* Memory of 0.4 % at most between all tasks, as many kinds have: regions as narrow as that. */
static void regions_are_as_narrow_as_the_points(void)
{
    struct plane_density density;
    double held, low = INFINITY, high = -INFINITY;
    log_lattice_init(&lattice);
    make_points();
    for (size_t i = 0; i < POINTS; i++) {
        y[i] = 2e9 * pow(y[i] / 1e8, 0.004);
        low = fmin(low, y[i]);
        high = fmax(high, y[i]);
    }
    make(&density, POINTS);
    CHECK_INT(density.count, 297 + 1);
    CHECK_INT(count_up_to(&density, 0.5, &held), 59);
    CHECK_INT(count_up_to(&density, 0.9, &held), 187);
    CHECK_NEAR(held, 361, 0);
    const struct plane_cell *mode = cell_at(&density, 86.67235500396113, 2008289786.903392);
    CHECK(mode && mode->count == 4);
    CHECK_NEAR(mode->share, 0.005, 1e-12);
    for (size_t i = 0; i < density.count; i++)
        CHECK(density.cells[i].y_high > low && density.cells[i].y_low <= high);
    plane_density_release(&density);
}

static void counts_of_parts_add_up(void)
{
    struct plane_counts whole, sum, parts[(POINTS + 79) / 80];
    size_t count = 0;
    log_lattice_init(&lattice);
    make_points();
    y[3] = 0; /* has no place */
    x[4] = NAN;
    plane_counts_make(&whole, &lattice, x, y, POINTS);
    CHECK_INT(whole.total, POINTS - 2);
    for (size_t first = 0; first < POINTS; first += 80)
        plane_counts_make(&parts[count++], &lattice, x + first, y + first, 80);
    plane_counts_sum(&sum, parts, count);
    while (count)
        plane_counts_release(&parts[--count]);
    CHECK_INT(sum.total, whole.total);
    CHECK_INT(sum.columns, whole.columns);
    CHECK_INT(sum.rows, whole.rows);
    CHECK(sum.x0 == whole.x0 && sum.y0 == whole.y0);
    CHECK(sum.x_level == whole.x_level && sum.y_level == whole.y_level);
    CHECK(memcmp(sum.counts, whole.counts, sum.columns * sum.rows * sizeof *sum.counts) == 0);
    plane_counts_release(&whole);
    plane_counts_release(&sum);
}

static void equal_points_are_a_small_region(void)
{
    struct plane_density density;
    double held;
    log_lattice_init(&lattice);
    for (size_t i = 0; i < 50; i++)
        x[i] = y[i] = 3;
    make(&density, 50);
    CHECK_INT(density.count, 1);
    CHECK_INT(count_up_to(&density, 0.5, &held), 1);
    CHECK_NEAR(held, 50, 0);
    for (size_t i = 0; i < density.count; i++)
        CHECK(density.cells[i].x_low > 2.5 && density.cells[i].x_high < 3.5);
    plane_density_release(&density);
    make(&density, 0);
    CHECK_INT(density.count, 0);
    plane_density_release(&density);
}

CHECK_MAIN(TEST(bins_are_equal_on_a_logarithmic_scale),
           TEST(shares_are_those_of_the_smallest_regions),
           TEST(a_point_far_away_is_a_cell_of_its_own), TEST(points_far_away_share_cells),
           TEST(regions_are_as_narrow_as_the_points), TEST(counts_of_parts_add_up),
           TEST(equal_points_are_a_small_region))
