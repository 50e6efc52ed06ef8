#include "analysis/tasks/task_tuples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

/* The columns of a block; NULL where it has none. */
struct tuple_source {
    const double *numbers[TASK_TUPLE_WIDTH], *otherwise[TASK_TUPLE_WIDTH];
};

static struct tuple_source source_of(const struct records_block *block,
                                     const struct task_tuple_columns *columns)
{
    struct tuple_source source = {{NULL}, {NULL}};
    for (size_t i = 0; i < columns->width; i++) {
        source.numbers[i] = records_numbers(block, columns->columns[i]);
        if (columns->otherwise[i] != RECORDS_NO_COLUMN)
            source.otherwise[i] = records_numbers(block, columns->otherwise[i]);
    }
    return source;
}

static double number_at(const struct tuple_source *source, size_t i, size_t row)
{
    double number = task_number(source->numbers[i], row);
    return isnan(number) ? task_number(source->otherwise[i], row) : number;
}

static bool is_usable(const struct task_groups *groups, const struct task_tuple_columns *columns,
                      const struct tuple_source *source, size_t row, size_t record)
{
    double second = number_at(source, 1, row);
    return number_at(source, 0, row) > 0 && (second > 0 || (columns->with_0 && second == 0)) &&
           task_succeeded(groups, record);
}

struct walk {
    const struct task_groups *groups;
    const struct task_selection *selection;
    const struct task_tuple_columns *columns;
    size_t *places;
    double *items; /* NULL: only counted */
};

static void walk_block(const struct walk *walk, const struct records_block *block, size_t first)
{
    struct tuple_source source = source_of(block, walk->columns);
    size_t width = walk->columns->width;
    for (size_t row = 0; row < block->rows; row++) {
        if (!is_usable(walk->groups, walk->columns, &source, row, first + row))
            continue;
        size_t *place =
            &walk->places[walk->selection->place_of[walk->groups->group_of[first + row]]];
        for (size_t i = 0; walk->items && i < width; i++)
            walk->items[*place * width + i] = number_at(&source, i, row);
        ++*place;
    }
}

static void walk_all(const struct walk *walk)
{
    size_t first = 0;
    for (size_t i = 0; i < walk->groups->records->block_count; i++) {
        walk_block(walk, &walk->groups->records->blocks[i], first);
        first += walk->groups->records->blocks[i].rows;
    }
}

void task_tuples_make(struct task_tuples *tuples, const struct task_groups *groups,
                      const struct task_selection *selection,
                      const struct task_tuple_columns *columns)
{
    size_t places[TASK_SELECTED_KINDS + 1] = {0}, sum = 0;
    struct walk walk = {groups, selection, columns, places, NULL};
    *tuples = (struct task_tuples){.width = columns->width};
    walk_all(&walk);
    for (size_t i = 0; i <= TASK_SELECTED_KINDS; i++) {
        tuples->first[i] = sum;
        sum += places[i];
    }
    tuples->first[TASK_SELECTED_KINDS + 1] = sum;
    tuples->items = memory_resize(NULL, sum * columns->width + 1, sizeof *tuples->items);
    memcpy(places, tuples->first, sizeof places);
    walk.items = tuples->items;
    walk_all(&walk);
}

void task_tuples_visit(const struct task_groups *groups, const struct task_tuple_columns *columns,
                       void (*take)(void *context, size_t kind, const double *tuple), void *context)
{
    size_t first = 0;
    for (size_t b = 0; b < groups->records->block_count; b++) {
        const struct records_block *block = &groups->records->blocks[b];
        struct tuple_source source = source_of(block, columns);
        double tuple[TASK_TUPLE_WIDTH];
        for (size_t row = 0; row < block->rows; row++) {
            if (!is_usable(groups, columns, &source, row, first + row))
                continue;
            for (size_t i = 0; i < columns->width; i++)
                tuple[i] = number_at(&source, i, row);
            take(context, groups->groups[groups->group_of[first + row]].kind, tuple);
        }
        first += block->rows;
    }
}

void task_tuples_release(struct task_tuples *tuples)
{
    free(tuples->items);
    *tuples = (struct task_tuples){0};
}

struct task_tuple_span task_tuples_at(const struct task_tuples *tuples, size_t place)
{
    return (struct task_tuple_span){tuples->items + tuples->first[place] * tuples->width,
                                    tuples->first[place + 1] - tuples->first[place]};
}

struct task_tuple_span task_tuples_all(const struct task_tuples *tuples)
{
    return (struct task_tuple_span){tuples->items, tuples->first[TASK_SELECTED_KINDS + 1]};
}
