#include "table/accounting.h"

#include "util/texts.h"

static const double MOSTLY = 0.5; /* of the jobs of a kind */

/* Whether `misses` holds for the kind, or of all for some. */
static bool is_so(const struct tables *tables, const char *kind,
                  bool (*misses)(const struct table *accounting, size_t row))
{
    const struct table *accounting = tables_find(tables, "accounting");
    for (size_t row = 0; accounting && row < accounting->rows; row++)
        if ((texts_equal(kind, "*") || texts_equal(kind, table_texts(accounting, "task")[row])) &&
            misses(accounting, row))
            return true;
    return false;
}

static bool misses_cpu(const struct table *accounting, size_t row)
{
    double misses = table_numbers(accounting, "misses_cpu")[row];
    return misses > 0 && misses >= MOSTLY * table_numbers(accounting, "compared")[row];
}

static bool misses_memory(const struct table *accounting, size_t row)
{
    return table_numbers(accounting, "misses_cpu")[row] > 0 ||
           table_numbers(accounting, "misses_memory")[row] > 0;
}

bool accounting_misses_cpu(const struct tables *tables, const char *kind)
{
    return is_so(tables, kind, misses_cpu);
}

bool accounting_misses_memory(const struct tables *tables, const char *kind)
{
    return is_so(tables, kind, misses_memory);
}
