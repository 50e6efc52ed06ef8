#include "input/nodes/host_rows.h"

#include <math.h>

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

/* Only of two rows that follow each other in time the later one is later. */
void host_rows_count_steps(const struct host_rows *rows, size_t width, size_t place,
                           struct site_values *values)
{
    const double *last = NULL;
    for (size_t i = 0; i < rows->count; i++) {
        const double *row = rows->cells + i * width;
        if (isnan(row[place]))
            continue;
        values->steps += last && row[0] > last[0];
        values->rises += last && row[0] > last[0] && row[place] > last[place];
        values->falls += last && row[0] > last[0] && row[place] < last[place];
        last = row;
    }
}
