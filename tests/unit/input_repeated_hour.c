#include "check.h"

#include <stdlib.h>
#include <time.h>

#include "input/nodes/repeated_hour.h"
#include "util/instant.h"

enum { MOST = 8 };

/* Moments of the night of 25 October 2026, "02:59 02:00", and back as seconds from 00:00 UTC. */
static size_t read_clocks(const char *clocks, double *times)
{
    size_t count = 0;
    for (; *clocks; clocks += 5 + (clocks[5] == ' ')) {
        char stamp[32];
        snprintf(stamp, sizeof stamp, "2026-10-25 %.5s:00", clocks);
        count += instant_parse(stamp, strlen(stamp), &times[count]);
    }
    return count;
}

static const double MIDNIGHT = 1792886400; /* UTC: 02:00 in summer time */

static void check_minutes(const char *clocks, size_t second, const double *minutes)
{
    double times[MOST];
    size_t count = read_clocks(clocks, times);
    CHECK_INT(repeated_hour_settle(times, count, 1), second);
    for (size_t i = 0; i < count && minutes; i++)
        CHECK_NEAR((times[i] - MIDNIGHT) / 60, minutes[i], 0);
}

/* 02:00 to 03:00 of summer time, then the same again. */
static void order_reports_the_two_hours_apart(void)
{
    setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
    tzset();
    check_minutes("01:50 02:10 02:50 02:00 02:40 03:00", 2,
                  (const double[]){-10, 10, 50, 60, 100, 120});
    check_minutes("02:59 02:00", 1, (const double[]){59, 60});
}

/* Rows in another order, a clock that was set, and any other night. */
static void other_falls_stay(void)
{
    setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
    tzset();
    check_minutes("02:50 02:40 02:30 02:20", 0, NULL);
    check_minutes("02:50 02:00 02:40 02:10", 0, NULL);
    check_minutes("02:00 02:10 02:50 03:00", 0, NULL);
    check_minutes("04:50 04:00 04:10", 0, NULL);
    setenv("TZ", "UTC", 1);
    tzset();
    check_minutes("02:50 02:00 02:40 03:00", 0, (const double[]){170, 120, 160, 180});
}

CHECK_MAIN(TEST(order_reports_the_two_hours_apart), TEST(other_falls_stay))
