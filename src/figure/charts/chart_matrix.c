#include <math.h>
#include <string.h>

#include "figure/charts/table_rows.h"
#include "util/number.h"

enum { MOST_SIDE = 24, LEAST_CELLS = 3 };
static const double ROW_PT = 22, AXIS_PT = 14;

/* The names of a side, in the order in which the table has them. */
struct side {
    const char *names[MOST_SIDE];
    size_t count;
};

struct matrix {
    struct side rows, columns;
    double *values;      /* by row */
    const char **labels; /* the same */
    size_t known;
    const char *strongest_row, *strongest_column;
    double strongest;
};

/* MOST_SIDE: there is no room for it. */
static size_t place_of(struct side *side, const char *name)
{
    size_t place = 0;
    while (place < side->count && strcmp(side->names[place], name) != 0)
        place++;
    if (place == side->count && place < MOST_SIDE)
        side->names[side->count++] = name;
    return place;
}

static void find_sides(struct matrix *matrix, const char *const *rows, const char *const *columns,
                       size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!rows[i] || !columns[i])
            continue;
        place_of(&matrix->rows, rows[i]);
        place_of(&matrix->columns, columns[i]);
    }
}

static void fill_cell(struct matrix *matrix, const char *row, const char *column, double value,
                      struct arena *arena)
{
    char text[64];
    size_t line = place_of(&matrix->rows, row), place = place_of(&matrix->columns, column);
    if (line == MOST_SIDE || place == MOST_SIDE || !(value >= -1 && value <= 1))
        return;
    size_t cell = line * matrix->columns.count + place;
    matrix->values[cell] = value;
    matrix->labels[cell] = arena_text(arena, quantity_format_fixed(value, 2, text, sizeof text));
    matrix->known++;
    if (number_is_missing(matrix->strongest) || fabs(value) > fabs(matrix->strongest)) {
        matrix->strongest = value;
        matrix->strongest_row = row;
        matrix->strongest_column = column;
    }
}

static bool read_matrix(const struct table_rows *table, struct matrix *matrix)
{
    struct arena *arena = table->request->arena;
    const char *const *rows = table_rows_texts(table, "row");
    const char *const *columns = table_rows_texts(table, "column");
    const double *values = table_rows_numbers(table, "value");
    *matrix = (struct matrix){.strongest = NUMBER_MISSING};
    if (!rows || !columns || !values)
        return false;
    find_sides(matrix, rows, columns, table->count);
    size_t cells = matrix->rows.count * matrix->columns.count;
    matrix->values = arena_alloc_array(arena, cells + 1, sizeof *matrix->values);
    matrix->labels = arena_alloc_array(arena, cells + 1, sizeof *matrix->labels);
    for (size_t i = 0; i < cells; i++)
        matrix->values[i] = NUMBER_MISSING;
    for (size_t i = 0; i < table->count; i++)
        if (rows[i] && columns[i])
            fill_cell(matrix, rows[i], columns[i], values[i], arena);
    return matrix->known >= LEAST_CELLS;
}

static const char *const *names_of(const struct side *side, struct arena *arena)
{
    const char **names = arena_alloc_array(arena, side->count + 1, sizeof *names);
    memcpy(names, side->names, side->count * sizeof *names);
    return names;
}

static void make_panel(const struct matrix *matrix, struct arena *arena, struct panel *panel)
{
    *panel = (struct panel){.has_colour = true, .height_share = 1, .mark_count = 1};
    scale_init_bands(&panel->x, names_of(&matrix->columns, arena), matrix->columns.count);
    scale_init_bands(&panel->y, names_of(&matrix->rows, arena), matrix->rows.count);
    panel->colour = (struct scale){.kind = SCALE_LINEAR, .low = -1, .high = 1, .unit = {"", 1}};
    panel->marks = arena_alloc(arena, sizeof panel->marks[0]);
    panel->marks[0] = (struct mark){.kind = MARK_CELLS,
                                    .cells = {.rows = matrix->rows.count,
                                              .columns = matrix->columns.count,
                                              .width = 1,
                                              .values = matrix->values,
                                              .labels = matrix->labels}};
}

static bool lower_matrix(const struct chart_request *request, struct figure *figure)
{
    struct table_rows rows;
    struct matrix matrix;
    char text[64];
    if (!table_rows_make(request, &rows) || !read_matrix(&rows, &matrix))
        return false;
    const char *const *notes = table_rows_texts(&rows, "text");
    figure->panels = arena_alloc(request->arena, sizeof figure->panels[0]);
    figure->panel_count = 1;
    make_panel(&matrix, request->arena, figure->panels);
    table_describe(&rows, "",
                   arena_format(request->arena, "strongest: %s with %s, %s", matrix.strongest_row,
                                matrix.strongest_column,
                                quantity_format_fixed(matrix.strongest, 2, text, sizeof text)),
                   notes && notes[0] ? notes[0] : "", figure);
    figure->height_pt = table_height(figure, AXIS_PT + ROW_PT * (double)matrix.rows.count);
    return true;
}

const struct chart chart_matrix = {
    .name = "matrix",
    .description = "values from -1 to 1 of pairs, as coloured cells with their numbers",
    .columns = "row column value# text?",
    .lower = lower_matrix,
};
