/* Counters of the time that processors spent in each mode, as shares of all of their time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/nodes/mode_values.h"
#include "util/memory.h"
#include "util/number.h"

static const double FALLS_BACK = 0.01; /* of all time: idle and iowait may fall by rounding */

/* All of the time from one row to the next, as the modes count it; NaN: unknown. */
static double time_between(const struct table_walk *walk, const struct modes *modes,
                           const double *from, const double *to)
{
    if (modes->at[CPU_IDLE] && modes->at[CPU_USER] && modes->at[CPU_SYSTEM])
        return modes_total(modes, to) - modes_total(modes, from);
    double unit_s = NUMBER_MISSING;
    for (size_t mode = CPU_USER; mode < CPU_MODES; mode++)
        if (modes->at[mode])
            unit_s = fmax(unit_s, modes->at[mode]->mode.unit_s);
    return modes_cores(walk, to) * (to[0] - from[0]) / unit_s;
}

/* Where they are set back: NaN. */
static void shares_between(const struct table_walk *walk, const struct modes *modes,
                           const double *from, const double *to, double shares[CPU_MODES])
{
    double all = time_between(walk, modes, from, to);
    bool is_set_back = !(all > 0);
    for (size_t mode = CPU_USER; mode < CPU_MODES; mode++) {
        const struct metric_column *column = modes->at[mode];
        shares[mode] = column ? 100 * (to[column->place] - from[column->place]) / all : 0;
        is_set_back |= shares[mode] < -100 * FALLS_BACK;
        if (shares[mode] < 0)
            shares[mode] = 0;
    }
    for (size_t mode = CPU_USER; mode < CPU_MODES && is_set_back; mode++)
        shares[mode] = NUMBER_MISSING;
}

/* Shares of each row: of the time since the one before it, as rates of counters are; the first has
 * none. Rows of one stamp are of one time. */
static double *shares_of_rows(const struct table_walk *walk, const struct modes *modes,
                              double *const *rows, size_t count)
{
    double *shares = memory_alloc_array(count * CPU_MODES + 1, sizeof *shares);
    size_t last = count;
    for (size_t i = 0; i < count; i++) {
        bool is_known = !isnan(modes_total(modes, rows[i]));
        for (size_t mode = 0; mode < CPU_MODES; mode++)
            shares[i * CPU_MODES + mode] = NUMBER_MISSING;
        if (is_known && last < count) {
            if (rows[i][0] > rows[last][0])
                shares_between(walk, modes, rows[last], rows[i], &shares[i * CPU_MODES]);
            else
                memcpy(&shares[i * CPU_MODES], &shares[last * CPU_MODES],
                       CPU_MODES * sizeof *shares);
        }
        last = is_known ? i : last;
    }
    return shares;
}

static double at_most_all(double share)
{
    return share > 100 ? 100 : share;
}

/* A late stamp makes more of an interval than there is: nothing is known of it. */
static void forget_impossible(double *shares, size_t count, size_t *known, size_t *possible)
{
    for (size_t i = 0; i < count; i++) {
        double *its = shares + i * CPU_MODES, most = NUMBER_MISSING;
        for (size_t mode = CPU_USER; mode < CPU_MODES; mode++)
            most = fmax(most, its[mode]);
        *known += isnan(most) ? 0 : 1;
        *possible += most <= CPU_SHARE_MOST;
        for (size_t mode = CPU_USER; mode < CPU_MODES && most > CPU_SHARE_MOST; mode++)
            its[mode] = NUMBER_MISSING;
    }
}

bool modes_count_to_shares(struct table_walk *walk, const struct modes *modes)
{
    double **shares = memory_alloc_array(walk->hosts.count + 1, sizeof *shares);
    size_t known = 0, possible = 0;
    for (size_t host = 0; host < walk->hosts.count; host++) {
        double **rows = modes_ordered_rows(walk, host);
        shares[host] = shares_of_rows(walk, modes, rows, walk->rows[host].count);
        forget_impossible(shares[host], walk->rows[host].count, &known, &possible);
        free(rows);
    }
    bool are_shares = modes_nearly_all(possible, known);
    for (size_t host = 0; host < walk->hosts.count; host++) {
        double **rows = modes_ordered_rows(walk, host);
        for (size_t i = 0; i < walk->rows[host].count && are_shares; i++)
            for (size_t mode = CPU_USER; mode < CPU_MODES; mode++)
                if (modes->at[mode])
                    rows[i][modes->at[mode]->place] =
                        at_most_all(shares[host][i * CPU_MODES + mode]);
        free(rows);
        free(shares[host]);
    }
    free(shares);
    return are_shares;
}
