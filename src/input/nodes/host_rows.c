#include "input/nodes/host_rows.h"

#include <math.h>
#include <stdlib.h>

#include "util/memory.h"

double host_rows_largest(const struct host_rows *rows, size_t hosts, size_t width, size_t place)
{
    double most = 0;
    for (size_t host = 0; host < hosts; host++)
        for (size_t i = 0; i < rows[host].count; i++)
            most = fmax(most, rows[host].cells[i * width + place]);
    return most;
}

void host_rows_add_shares(const struct host_rows *rows, size_t hosts, size_t width, size_t place,
                          struct unit_shares *shares)
{
    for (size_t host = 0; host < hosts; host++)
        for (size_t i = 0; i < rows[host].count; i++)
            unit_shares_add(shares, rows[host].cells[i * width + place]);
}

/* What a counter that is set back has counted again by the next sample, of what it had before. */
static const double MOST_SET_BACK = 0.5;

static int compare_times(const void *left, const void *right)
{
    const double *a = *(const double *const *)left, *b = *(const double *const *)right;
    if (a[0] != b[0])
        return a[0] < b[0] ? -1 : 1;
    return a < b ? -1 : a > b;
}

void host_rows_order(struct host_rows *rows, size_t width)
{
    size_t i = 1;
    while (i < rows->count && rows->cells[i * width] >= rows->cells[(i - 1) * width])
        i++;
    if (i >= rows->count)
        return;
    rows->in_time = memory_alloc_array(rows->count, sizeof *rows->in_time);
    for (i = 0; i < rows->count; i++)
        rows->in_time[i] = rows->cells + i * width;
    qsort(rows->in_time, rows->count, sizeof *rows->in_time, compare_times);
}

void host_rows_release(struct host_rows *rows)
{
    free(rows->cells);
    free(rows->in_time);
}

/* Rows of one moment are no step. A value that is 0 but once may be one that could not be read. */
void host_rows_count_steps(const struct host_rows *rows, size_t width, size_t place,
                           struct site_values *values)
{
    const double *last = NULL;
    bool was_emptied = false;
    size_t drops = 0;
    for (size_t i = 0; i < rows->count; i++) {
        const double *row = rows->in_time ? rows->in_time[i] : rows->cells + i * width;
        if (isnan(row[place]))
            continue;
        values->has_fractions |= row[place] != floor(row[place]);
        if (last && row[0] > last[0]) {
            bool falls = row[place] < last[place];
            bool slips = falls && row[place] > MOST_SET_BACK * last[place];
            values->steps++;
            values->rises += row[place] > last[place];
            values->falls += falls;
            values->slips += slips;
            drops += slips || (was_emptied && row[place] == 0);
            was_emptied = falls && row[place] == 0;
        }
        last = row;
    }
    values->drops = drops > values->drops ? drops : values->drops;
}
