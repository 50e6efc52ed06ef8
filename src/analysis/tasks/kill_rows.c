#include "analysis/tasks/kill_rows.h"

#include <math.h>

#include "table/rows.h"

void kills_init(struct kills *kills)
{
    *kills = (struct kills){.requested_min = NAN,
                            .requested_max = NAN,
                            .repeated_min = NAN,
                            .repeated_max = NAN,
                            .elapsed_s = NAN,
                            .core_s = NAN,
                            .too_little = NAN};
}

void kill_row_put(struct tables *tables, const char *task, const struct kills *kills)
{
    bool is_numbered = kills->first_attempts > 0;
    struct kills_row row = kills_row_missing();
    if (!kills->killed && !kills->lost)
        return;
    row.task = task;
    row.attempts = (double)kills->attempts;
    row.killed = (double)kills->killed;
    row.first_attempts = is_numbered ? (double)kills->first_attempts : NAN;
    row.first_killed = is_numbered ? (double)kills->first_killed : NAN;
    row.requested_min_B = kills->requested_min;
    row.requested_max_B = kills->requested_max;
    row.repeated_min_B = kills->repeated_min;
    row.repeated_max_B = kills->repeated_max;
    row.repeated = (double)kills->repeated;
    row.repeated_least = (double)kills->repeated_least;
    row.elapsed_s = kills->elapsed_s;
    row.core_s = kills->core_s;
    row.lost = (double)kills->lost;
    row.too_little_B = kills->too_little;
    kills_row_put(tables_get(tables, "kills"), &row);
}
