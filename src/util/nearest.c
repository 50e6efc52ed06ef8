#include "util/nearest.h"

#include <string.h>

enum { LONGEST = 64 }; /* names that are longer resemble none */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Letters to change: the optimal string alignment distance, row by row. */
static size_t letters_apart(const char *a, size_t a_size, const char *b, size_t b_size)
{
    size_t rows[3][LONGEST + 1];
    size_t *two_before = rows[0], *before = rows[1], *row = rows[2];
    for (size_t k = 0; k <= b_size; k++)
        before[k] = two_before[k] = k;
    for (size_t i = 1; i <= a_size; i++) {
        row[0] = i;
        for (size_t k = 1; k <= b_size; k++) {
            row[k] =
                least(before[k - 1] + (a[i - 1] != b[k - 1]), 1 + least(before[k], row[k - 1]));
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
                row[k] = least(row[k], two_before[k - 2] + 1);
        }
        size_t *free_row = two_before;
        two_before = before;
        before = row;
        row = free_row;
    }
    return before[b_size];
}

struct nearest nearest_begin(const char *name, size_t size)
{
    return (struct nearest){.name = name, .size = size, .distance = size / 3 + 1};
}

void nearest_offer(struct nearest *nearest, const char *known)
{
    size_t size = strlen(known);
    if (nearest->size > LONGEST || size > LONGEST)
        return;
    size_t apart = letters_apart(nearest->name, nearest->size, known, size);
    if (apart >= nearest->distance)
        return;
    nearest->distance = apart;
    nearest->found = known;
}
