#include "analysis/statistics/hull_candidates.h"
#include "check.h"

#include <stdbool.h>

enum { POINTS = 3000 };

static double x[POINTS], y[POINTS];
static size_t candidates[POINTS];

static double uniform(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return ((*state >> 8) + 0.5) / (double)(1u << 24);
}

/* With `steps`, many points lie on the same lines; every twentieth is not positive. */
static void make_points(unsigned seed, double steps)
{
    for (size_t i = 0; i < POINTS; i++) {
        x[i] = exp(4 * uniform(&seed) * uniform(&seed));
        y[i] = x[i] * uniform(&seed) + uniform(&seed);
        if (steps > 0) {
            x[i] = ceil(x[i] * steps);
            y[i] = ceil(y[i] * steps);
        }
        if (i % 20 == 0)
            y[i] = i % 40 ? NAN : 0;
    }
}

static bool is_surrounded(size_t point)
{
    bool quarters[4] = {false};
    for (size_t i = 0; i < POINTS; i++)
        if (x[i] > 0 && y[i] > 0 && x[i] != x[point] && y[i] != y[point])
            quarters[2 * (x[i] > x[point]) + (y[i] > y[point])] = true;
    return quarters[0] && quarters[1] && quarters[2] && quarters[3];
}

static void check_candidates(size_t most)
{
    size_t positive, next = 0;
    size_t count = hull_candidates(x, y, POINTS, candidates, &positive);
    CHECK_INT(positive, POINTS - POINTS / 20);
    CHECK(count <= most);
    for (size_t i = 0; i < POINTS; i++) {
        bool is_candidate = next < count && candidates[next] == i;
        next += is_candidate;
        CHECK(!is_candidate || y[i] > 0);
        CHECK(is_candidate || !(y[i] > 0) || is_surrounded(i));
    }
    CHECK_INT(next, count);
}

static void what_is_no_candidate_has_points_on_all_sides(void)
{
    for (unsigned seed = 1; seed <= 4 && !check_failed; seed++) {
        make_points(seed, 0);
        check_candidates(POINTS / 4);
        make_points(seed, 3);
        check_candidates(POINTS);
    }
}

static void few_points_are_all_candidates(void)
{
    static const double same[] = {2, 2, 2}, high[] = {1, 2, 3}, negative[] = {-1, 0, NAN};
    size_t positive;
    CHECK_INT(hull_candidates(same, high, 3, candidates, &positive), 3);
    CHECK_INT(hull_candidates(high, same, 3, candidates, &positive), 3);
    CHECK_INT(positive, 3);
    CHECK_INT(hull_candidates(high, negative, 3, candidates, &positive), 0);
    CHECK_INT(positive, 0);
    CHECK_INT(hull_candidates(NULL, NULL, 0, candidates, &positive), 0);
}

CHECK_MAIN(TEST(what_is_no_candidate_has_points_on_all_sides), TEST(few_points_are_all_candidates))
