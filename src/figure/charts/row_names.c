#include "figure/charts/row_names.h"

#include "util/distinct_names.h"
#include "util/utf8.h"

static const struct kind_names *kind_names_of(const struct table_rows *rows)
{
    static const struct kind_names none;
    const char *column = name_pairs_find(&rows->request->spec->columns, "label");
    return column && column_is_of_kinds(column) ? &rows->request->source->kind_names : &none;
}

void row_names_set_bands(const struct table_rows *rows, const char **names, size_t count,
                         size_t most, struct scale *scale)
{
    struct arena *arena = rows->request->arena;
    const struct kind_names *kinds = kind_names_of(rows);
    const char **labels = arena_alloc_array(arena, count + 1, sizeof *labels);
    for (size_t i = 0; i < count; i++) {
        labels[i] = kind_label(kinds, names[i]);
        if (labels[i] && utf8_length(names[i]) > most)
            names[i] = labels[i];
    }
    distinct_names(names, count, most, arena);
    scale_init_bands(scale, names, count);
    scale->short_bands = kinds->label_count ? labels : NULL;
}

const char *row_name_within(const struct table_rows *rows, const char *name, size_t most)
{
    return name ? kind_name_within(kind_names_of(rows), name, most, rows->request->arena) : "";
}
