#include "figure/charts/kinds.h"

#include <stdlib.h>
#include <string.h>

#include "table/function_names.h"
#include "table/kind_names.h"
#include "util/distinct_names.h"

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

static void set_words(struct kinds *kinds, const struct source *source, const struct table *table)
{
    *kinds = (struct kinds){.one = source->one,
                            .word = source->word,
                            .task_word = source->run,
                            .task_words = source->runs,
                            .time = source->time,
                            .all = table ? table->rows : 0};
    for (size_t row = 0; source->all && row < kinds->all; row++)
        if (table_numbers(table, source->tasks)[row] < table_numbers(table, source->all)[row]) {
            kinds->task_word = "succeeded task";
            kinds->task_words = "succeeded tasks";
        }
}

static void name_kinds(const struct kind_names *kinds, const struct table *table,
                       const char *column, const char **shown, const char **labels)
{
    const char *const *names = table_texts(table, column);
    for (size_t row = 0; row < table->rows; row++) {
        shown[row] = kind_name_shown(kinds, names[row]);
        labels[row] = kind_label(kinds, shown[row]);
        labels[row] = labels[row] ? labels[row] : shown[row];
    }
}

/* Labels stay distinct among all rows, shown or not. */
static void name_others(const struct chart_source *from, const struct table *table,
                        const char *column, const char **shown, const char **labels,
                        struct arena *arena)
{
    const char *const *names = table_texts(table, column);
    struct function_names functions = {0};
    if (column_is_of_functions(column))
        function_names_make(&functions, from->tables, arena);
    for (size_t row = 0; row < table->rows; row++)
        labels[row] = shown[row] = function_name_shown(&functions, names[row]);
    distinct_names(labels, table->rows, KIND_LABEL_LENGTH, arena);
}

void kinds_make(struct kinds *kinds, const struct chart_source *from, const char *name, size_t most,
                struct arena *arena)
{
    const struct source *source = source_of(name);
    const struct table *table = tables_find(from->tables, source->table);
    set_words(kinds, source, table);
    if (!table)
        return;
    const double *tasks = table_numbers(table, source->tasks);
    const double *shares = table_numbers(table, source->share);
    const char **shown = arena_alloc_array(arena, table->rows, sizeof *shown);
    const char **labels = arena_alloc_array(arena, table->rows, sizeof *labels);
    if (column_is_of_kinds(source->name))
        name_kinds(&from->kind_names, table, source->name, shown, labels);
    else
        name_others(from, table, source->name, shown, labels, arena);
    most = most < table->rows ? most : table->rows;
    kinds->items = arena_alloc_array(arena, most, sizeof kinds->items[0]);
    for (size_t row = 0; row < most; row++)
        if (shown[row])
            kinds->items[kinds->count++] =
                (struct kind){shown[row], labels[row], tasks[row], shares[row], row};
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
