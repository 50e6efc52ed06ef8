#include "figure/charts/kinds.h"

#include <stdlib.h>
#include <string.h>

#include "table/function_names.h"
#include "table/kind_names.h"

static const struct source {
    const char *table, *one, *word, *name, *tasks, *all, *share, *time, *run, *runs;
} sources[] = {
    {"tasks", "task kind", "task kinds", "task", "succeeded", "tasks", "elapsed_share",
     "the elapsed time", "task", "tasks"},
    {"functions", "function", "functions", "function", "tasks", NULL, "share", "the self time",
     "call", "calls"},
    {"event_time", "event", "events", "event", "count", NULL, "share", "the time of events",
     "event", "events"},
};
enum { SOURCES = sizeof sources / sizeof sources[0] };

static const struct source *source_of(const char *table)
{
    for (size_t i = 0; i < SOURCES; i++)
        if (strcmp(sources[i].table, table) == 0)
            return &sources[i];
    return &sources[0];
}

void kinds_make(struct kinds *kinds, const struct tables *tables, const char *name, size_t most,
                struct arena *arena)
{
    const struct source *source = source_of(name);
    const struct table *table = tables_find(tables, source->table);
    *kinds = (struct kinds){.one = source->one,
                            .word = source->word,
                            .task_word = source->run,
                            .task_words = source->runs,
                            .time = source->time};
    if (!table)
        return;
    const char *const *names = table_texts(table, source->name);
    const double *tasks = table_numbers(table, source->tasks);
    const double *shares = table_numbers(table, source->share);
    struct kind_names shown = {0};
    struct function_names functions = {0};
    if (column_is_of_kinds(source->name))
        kind_names_make(&shown, tables);
    if (column_is_of_functions(source->name))
        function_names_make(&functions, tables, arena);
    kinds->all = table->rows;
    for (size_t row = 0; source->all && row < table->rows; row++)
        if (tasks[row] < table_numbers(table, source->all)[row]) {
            kinds->task_word = "succeeded task";
            kinds->task_words = "succeeded tasks";
        }
    most = most < table->rows ? most : table->rows;
    kinds->items = arena_alloc_array(arena, most, sizeof kinds->items[0]);
    for (size_t row = 0; row < most; row++)
        if (names[row])
            kinds->items[kinds->count++] =
                (struct kind){function_name_shown(&functions, kind_name_shown(&shown, names[row])),
                              tasks[row], shares[row], row};
}

size_t kinds_find(const struct kinds *kinds, const char *name)
{
    size_t i = 0;
    while (name && i < kinds->count && strcmp(kinds->items[i].name, name) != 0)
        i++;
    return name ? i : kinds->count;
}

enum colour kind_colour(size_t place)
{
    return COLOUR_SERIES + (enum colour)(place % KIND_COLOURS);
}
