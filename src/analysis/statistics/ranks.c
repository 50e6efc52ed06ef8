#include "analysis/statistics/ranks.h"

#include "analysis/statistics/number_sort.h"

void ranks_of(const double *values, size_t count, double *scratch, double *ranks)
{
    for (size_t i = 0; i < count; i++) {
        scratch[2 * i] = values[i];
        scratch[2 * i + 1] = (double)i;
    }
    number_sort(scratch, count, 2);
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from; to < count && scratch[2 * to] == scratch[2 * from];)
            to++;
        for (size_t i = from; i < to; i++)
            ranks[(size_t)scratch[2 * i + 1]] =
                ((double)from + (double)to - 1) / 2 - ((double)count - 1) / 2;
    }
}
