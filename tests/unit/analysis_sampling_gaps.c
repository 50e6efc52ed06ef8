/* Which gaps between samples lost any. */
#include "check.h"

#include "analysis/nodes/sampling_gaps.h"

static double ascend(double *times, const double *gaps, size_t count)
{
    times[0] = 1000;
    for (size_t i = 0; i + 1 < count; i++)
        times[i + 1] = times[i] + gaps[i];
    return 10; /* the interval */
}

enum { SLOWS = 1, QUICKENS = 2 };

static int changes(const double *times, size_t count, double interval_s)
{
    bool slows, quickens;
    sampling_changes(times, count, interval_s, &slows, &quickens);
    return (slows ? SLOWS : 0) + (quickens ? QUICKENS : 0);
}

static void lost_samples_make_gaps_that_are_not_whole(void)
{
    static const double gaps[] = {10, 10, 20, 10, 14, 20, 20, 20, 20, 10, 50, 10};
    double times[13], interval_s = ascend(times, gaps, 13);
    for (size_t i = 0; i < 12; i++)
        CHECK_INT(sampling_gap_is_whole(times, 13, interval_s, i), gaps[i] < 15);
    CHECK_INT(changes(times, 13, interval_s), 0);
}

static void steady_longer_intervals_are_whole(void)
{
    static const double gaps[] = {10, 10, 30, 33, 28, 30, 31, 10, 90, 10};
    double times[11], interval_s = ascend(times, gaps, 11);
    for (size_t i = 0; i < 10; i++)
        CHECK_INT(sampling_gap_is_whole(times, 11, interval_s, i), gaps[i] < 40);
    CHECK_INT(changes(times, 11, interval_s), SLOWS);
    CHECK_INT(changes(times, 6, interval_s), 0); /* of three alone */
    CHECK_INT(changes(times + 2, 6, interval_s), SLOWS);
    CHECK_INT(changes(times + 2, 6, 50), QUICKENS);
    CHECK_INT(changes(times, 1, interval_s), 0);
}

CHECK_MAIN(TEST(lost_samples_make_gaps_that_are_not_whole), TEST(steady_longer_intervals_are_whole))
