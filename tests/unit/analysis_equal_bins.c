#include "check.h"

#include <math.h>

#include "analysis/statistics/equal_bins.h"

static void values_lie_in_bins(void)
{
    CHECK_INT(equal_bin_of(10, 10, 2, 5), 0);
    CHECK_INT(equal_bin_of(11.9, 10, 2, 5), 0);
    CHECK_INT(equal_bin_of(12, 10, 2, 5), 1);
    CHECK_INT(equal_bin_of(19.9, 10, 2, 5), 4);
}

static void what_is_outside_is_in_the_nearest(void)
{
    CHECK_INT(equal_bin_of(9, 10, 2, 5), 0);
    CHECK_INT(equal_bin_of(20, 10, 2, 5), 4);
    CHECK_INT(equal_bin_of(-INFINITY, 10, 2, 5), 0);
    CHECK_INT(equal_bin_of(INFINITY, 10, 2, 5), 4);
    CHECK_INT(equal_bin_of(1e300, -1e300, 1e-300, 5), 4);
}

static void what_has_no_place_is_in_the_first(void)
{
    CHECK_INT(equal_bin_of(NAN, 10, 2, 5), 0);
    CHECK_INT(equal_bin_of(10, 10, 0, 5), 0);
}

CHECK_MAIN(TEST(values_lie_in_bins), TEST(what_is_outside_is_in_the_nearest),
           TEST(what_has_no_place_is_in_the_first))
