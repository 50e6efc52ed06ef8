#include "figure/charts/spans.h"

#include <string.h>

#include "figure/charts/chart_source.h"
#include "util/number.h"

enum { POINTS_A_SPAN = 3 };

static void put_point(struct mark *mark, double *x, double *high, double *low, double time,
                      const struct scale *y)
{
    x[mark->count] = time;
    high[mark->count] = number_is_missing(time) ? NUMBER_MISSING : y->high;
    low[mark->count++] = number_is_missing(time) ? NUMBER_MISSING : y->low;
}

const char *spans_add(const struct chart_request *request, struct panel *panel)
{
    const char *name = request->spec->spans;
    const struct table *table = name ? tables_find(request->source->tables, name) : NULL;
    if (!table)
        return "";
    size_t most = table->rows * POINTS_A_SPAN;
    double *x = arena_alloc_array(request->arena, most, sizeof *x);
    double *high = arena_alloc_array(request->arena, most, sizeof *high);
    double *low = arena_alloc_array(request->arena, most, sizeof *low);
    struct mark mark = {.kind = MARK_AREA, .colour = COLOUR_GRID, .x = x, .y = high, .y2 = low};
    for (size_t row = 0; row < table->rows; row++) {
        put_point(&mark, x, high, low, table_numbers(table, "from")[row], &panel->y);
        put_point(&mark, x, high, low, table_numbers(table, "until")[row], &panel->y);
        put_point(&mark, x, high, low, NUMBER_MISSING, &panel->y);
    }
    memmove(panel->marks + 1, panel->marks, panel->mark_count * sizeof panel->marks[0]);
    panel->marks[0] = mark;
    panel->mark_count++;
    return request->spec->spans_caption ? request->spec->spans_caption : "";
}
