#include "analysis/zones.h"

#include <math.h>

#define HOURS(hours) ((hours)*3600.0)

const double zones_s[] = {HOURS(-12),  HOURS(-11),   HOURS(-10),  HOURS(-9.5),  HOURS(-9),
                          HOURS(-8),   HOURS(-7),    HOURS(-6),   HOURS(-5),    HOURS(-4),
                          HOURS(-3.5), HOURS(-3),    HOURS(-2.5), HOURS(-2),    HOURS(-1),
                          HOURS(0),    HOURS(1),     HOURS(2),    HOURS(3),     HOURS(3.5),
                          HOURS(4),    HOURS(4.5),   HOURS(5),    HOURS(5.5),   HOURS(5.75),
                          HOURS(6),    HOURS(6.5),   HOURS(7),    HOURS(8),     HOURS(8.75),
                          HOURS(9),    HOURS(9.5),   HOURS(10),   HOURS(10.5),  HOURS(11),
                          HOURS(12),   HOURS(12.75), HOURS(13),   HOURS(13.75), HOURS(14)};
const size_t zones_count = sizeof zones_s / sizeof zones_s[0];

double zones_next_to(double difference_s)
{
    double next_s = zones_s[0];
    for (size_t i = 1; i < zones_count; i++)
        if (fabs(zones_s[i] - difference_s) < fabs(next_s - difference_s))
            next_s = zones_s[i];
    return next_s;
}
