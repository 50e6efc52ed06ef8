#include "figure/charts/map_cells.h"

#include "util/quantity.h"

enum { NUMBER_SIZE = 64 };

const char *map_cells_text(const struct table_rows *rows, size_t count, double width, double height,
                           double low, double high)
{
    struct arena *arena = rows->request->arena;
    const struct plotspec *spec = rows->request->spec;
    const char *cells = NULL;
    if (name_pairs_find(&spec->names, "cell") && (width > 1 || height > 1)) {
        char x[NUMBER_SIZE], y[NUMBER_SIZE];
        quantity_format(width, "", UNITS_SI, x, sizeof x);
        quantity_format(height, "", UNITS_SI, y, sizeof y);
        cells = arena_format(arena, "%s of %s × %s",
                             count_word(arena, (double)count, "cell", "cells"), x, y);
    } else {
        cells = count_word(arena, (double)count, role_name(spec, "cell", "cell"),
                           role_name(spec, "cells", "cells"));
    }
    return arena_format(arena, "%s, from %s to %s", cells, table_value_text(rows, low, NULL),
                        table_value_text(rows, high, NULL));
}
