#include "input/nodes/mode_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"
#include "util/number.h"

/* Of rows and steps; monitors write nonsense now and then, and counters are set back. */
static const double NEARLY_ALL = 0.9;
/* What shares of 1 add up to: where only iowait and the like may lack, and at least. */
static const double LEAST_WHOLE = 0.5, LEAST_PART = 0.9, MOST_ONE = 1.1;
static const double LEAST_PERCENT = 85, FULL_PERCENT = 100.5;
static const double STEADY = 0.03; /* of a total, how much it may differ from row to row */
static const double ROUNDED = 0.5; /* what is further below 0 was not measured */
enum { LEAST_ROWS = 5 };           /* of a host whose total stays */
enum { LEAST_RISES = 20 };         /* without a fall: no share does that */

/* ---- rows ---- */

static int compare_times(const void *left, const void *right)
{
    const double *a = *(double *const *)left, *b = *(double *const *)right;
    if (a[0] != b[0])
        return a[0] < b[0] ? -1 : 1;
    return a < b ? -1 : a > b;
}

double **modes_ordered_rows(const struct table_walk *walk, size_t host)
{
    const struct host_rows *rows = &walk->rows[host];
    double **ordered = memory_alloc_array(rows->count + 1, sizeof *ordered);
    for (size_t i = 0; i < rows->count; i++)
        ordered[i] = rows->cells + i * walk->width;
    qsort(ordered, rows->count, sizeof *ordered, compare_times);
    return ordered;
}

double modes_total(const struct modes *modes, const double *row)
{
    double total = 0;
    for (size_t mode = CPU_USER; mode < CPU_GUEST; mode++)
        if (modes->at[mode]) {
            double value = row[modes->at[mode]->place];
            total += value > -ROUNDED ? value : NUMBER_MISSING;
        }
    return total;
}

const struct metric_column *modes_column_beside(const struct table_walk *walk, const char *path)
{
    for (size_t i = 0; i < walk->columns.count; i++) {
        const struct metric_column *column = &walk->columns.items[i];
        const char *its = column->hardware ? column->hardware : column->site.column.metric.path;
        if (column->place && !column->of.gpu && strcmp(its, path) == 0)
            return column;
    }
    return NULL;
}

double modes_cores(const struct table_walk *walk, const double *row)
{
    const struct metric_column *cores = modes_column_beside(walk, "num_cpus");
    return cores && row[cores->place] >= 1 ? row[cores->place] : NUMBER_MISSING;
}

/* ---- what the values are like ---- */

/* NaN: it does not stay. */
static double steady_total(double *totals, size_t count)
{
    qsort(totals, count, sizeof *totals, number_compare);
    double low = totals[count / 20], high = totals[count - 1 - count / 20];
    return high - low <= STEADY * totals[count / 2] ? totals[count / 2] : NUMBER_MISSING;
}

static void look_at_steps(const struct modes *modes, double *const *rows, size_t count,
                          size_t *falls, struct mode_values *values)
{
    const double *last = NULL;
    for (size_t i = 0; i < count; i++) {
        double total = modes_total(modes, rows[i]);
        if (isnan(total))
            continue;
        bool is_step = last && rows[i][0] > last[0];
        values->steps += is_step;
        values->rises += is_step && total > modes_total(modes, last);
        for (size_t mode = CPU_USER; mode < CPU_MODES; mode++)
            if (is_step && modes->at[mode])
                falls[mode] += rows[i][modes->at[mode]->place] < last[modes->at[mode]->place];
        last = rows[i];
    }
}

static void look_at_host(const struct table_walk *walk, const struct modes *modes,
                         double *const *rows, size_t count, struct mode_values *values)
{
    double *totals = memory_alloc_array(count + 1, sizeof *totals);
    double cores = NUMBER_MISSING;
    size_t known = 0;
    for (size_t i = 0; i < count; i++) {
        double total = modes_total(modes, rows[i]);
        for (size_t mode = CPU_USER; mode < CPU_MODES; mode++) {
            double value = modes->at[mode] ? rows[i][modes->at[mode]->place] : NUMBER_MISSING;
            values->largest = fmax(values->largest, value);
            values->samples += isnan(value) ? 0 : 1;
            values->above += value > CPU_SHARE_MOST;
            values->has_fractions |= value > 0 && value < 1;
        }
        cores = fmax(cores, modes_cores(walk, rows[i]));
        if (!(total > 0))
            continue;
        totals[known++] = total;
        values->whole_ones += total >= LEAST_WHOLE && total <= MOST_ONE;
        values->part_ones += total >= LEAST_PART && total <= MOST_ONE;
        values->hundreds += total >= LEAST_PERCENT && total <= CPU_SHARE_MOST;
    }
    values->rows += known;
    values->hosts += known > 0;
    double steady = known >= LEAST_ROWS ? steady_total(totals, known) : NUMBER_MISSING;
    if (!isnan(steady)) {
        values->steady++;
        values->of_cores += fabs(steady - cores) <= STEADY * cores;
        values->total = fmax(values->total, steady);
    }
    free(totals);
}

struct mode_values mode_values_of(const struct table_walk *walk, const struct modes *modes)
{
    struct mode_values values = {0};
    size_t falls[CPU_MODES] = {0};
    for (size_t host = 0; host < walk->hosts.count; host++) {
        double **rows = modes_ordered_rows(walk, host);
        look_at_host(walk, modes, rows, walk->rows[host].count, &values);
        look_at_steps(modes, rows, walk->rows[host].count, falls, &values);
        free(rows);
    }
    for (size_t mode = CPU_USER; mode < CPU_MODES; mode++)
        values.falls = falls[mode] > values.falls ? falls[mode] : values.falls;
    return values;
}

bool modes_nearly_all(size_t count, size_t of)
{
    return of && (double)count >= NEARLY_ALL * (double)of;
}

bool mode_values_are_counters(const struct modes *modes, const struct mode_values *values)
{
    if (modes->at[CPU_IDLE])
        return values->largest > FULL_PERCENT && modes_nearly_all(values->rises, values->steps) &&
               (double)values->falls <= (1 - NEARLY_ALL) * (double)values->steps;
    return values->falls == 0 && values->rises &&
           (values->largest > FULL_PERCENT || values->rises >= LEAST_RISES);
}
