#include "input/nodes/clustercockpit_series.h"

#include <stdlib.h>
#include <string.h>

#include "input/json/json_stream.h"
#include "input/nodes/clustercockpit.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"

const char *const cockpit_statistics[COCKPIT_STATISTICS] = {"min", "avg", "max"};

void cockpit_data_init(struct cockpit_data *data)
{
    *data = (struct cockpit_data){0};
    arena_init(&data->arena);
}

void cockpit_data_release(struct cockpit_data *data)
{
    for (size_t i = 0; i < data->scopes.count; i++)
        free(data->scopes.items[i].series.items);
    free(data->scopes.items);
    free(data->values);
    arena_release(&data->arena);
    cockpit_data_init(data);
}

/* Where the walk is: a metric holds scopes, a scope a unit and a list of series, a series its
 * statistics. Everything else is passed over. */
enum level { OUTSIDE, IN_METRIC, IN_SCOPE, IN_UNIT, IN_LIST, IN_SERIES, IN_STATISTICS };

struct data_walk {
    struct cockpit_data *data;
    enum level level;
};

static struct cockpit_scope *last_scope(const struct data_walk *walk)
{
    return list_last(&walk->data->scopes);
}

static struct cockpit_series *last_series(const struct data_walk *walk)
{
    struct cockpit_scope *scope = last_scope(walk);
    return list_last(&scope->series);
}

static void add_scope(struct cockpit_data *data, struct text_slice name)
{
    *list_add(&data->scopes) = (struct cockpit_scope){
        .name = arena_text_of_size(&data->arena, name.text, name.size),
        .base = "",
        .prefix = "",
        .timestep_s = NUMBER_MISSING,
    };
}

static void add_series(struct cockpit_scope *scope)
{
    struct cockpit_series *series = list_add(&scope->series);
    *series = (struct cockpit_series){0};
    for (size_t i = 0; i < COCKPIT_STATISTICS; i++)
        series->statistics[i] = NUMBER_MISSING;
}

/* What is entered from which level. */
static const struct {
    enum level from, to;
    bool is_array;
    const char *key; /* NULL: any */
} steps[] = {
    {OUTSIDE, IN_METRIC, false, NULL},  {IN_METRIC, IN_SCOPE, false, NULL},
    {IN_SCOPE, IN_UNIT, false, "unit"}, {IN_SCOPE, IN_LIST, true, "series"},
    {IN_LIST, IN_SERIES, false, NULL},  {IN_SERIES, IN_STATISTICS, false, "statistics"},
};
enum { STEPS = sizeof steps / sizeof steps[0] };

static bool on_enter(void *context, struct text_slice key, bool is_array)
{
    struct data_walk *walk = context;
    size_t i = 0;
    while (i < STEPS && (steps[i].from != walk->level || steps[i].is_array != is_array ||
                         (steps[i].key && !text_slice_is(key, steps[i].key))))
        i++;
    if (i == STEPS)
        return false;
    walk->level = steps[i].to;
    if (walk->level == IN_SCOPE)
        add_scope(walk->data, key);
    else if (walk->level == IN_SERIES)
        add_series(last_scope(walk));
    return true;
}

static void on_leave(void *context)
{
    struct data_walk *walk = context;
    size_t i = 0;
    while (i < STEPS && steps[i].to != walk->level)
        i++;
    walk->level = i < STEPS ? steps[i].from : OUTSIDE;
}

static void on_numbers(void *context, struct text_slice key, const double *values, size_t count,
                       size_t odd)
{
    struct data_walk *walk = context;
    struct cockpit_data *data = walk->data;
    if (walk->level != IN_SERIES || !text_slice_is(key, "data"))
        return;
    struct cockpit_series *series = last_series(walk);
    series->from = data->value_count;
    series->count = count;
    series->odd = odd;
    memory_reserve(&data->values, &data->value_capacity, data->value_count + count,
                   sizeof *data->values);
    if (count)
        memcpy(data->values + data->value_count, values, count * sizeof *values);
    data->value_count += count;
}

static void take_statistic(const struct data_walk *walk, struct text_slice key, double value,
                           struct text_slice raw)
{
    struct cockpit_scope *scope = last_scope(walk);
    int decimals = cockpit_decimals(raw.text, raw.size);
    for (size_t i = 0; i < COCKPIT_STATISTICS; i++)
        if (text_slice_is(key, cockpit_statistics[i])) {
            last_series(walk)->statistics[i] = value;
            if (decimals > scope->decimals)
                scope->decimals = decimals;
        }
}

static void on_number(void *context, struct text_slice key, double value, struct text_slice raw)
{
    struct data_walk *walk = context;
    if (walk->level == IN_STATISTICS)
        take_statistic(walk, key, value, raw);
    else if (walk->level == IN_SCOPE && text_slice_is(key, "timestep"))
        last_scope(walk)->timestep_s = value;
    else if (walk->level == IN_SERIES && text_slice_is(key, "id"))
        last_series(walk)->id = arena_text_of_size(&walk->data->arena, raw.text, raw.size);
}

static void on_text(void *context, struct text_slice key, const char *text, size_t size,
                    bool is_string)
{
    struct data_walk *walk = context;
    const char **place = NULL;
    if (walk->level == IN_UNIT)
        place = text_slice_is(key, "base")     ? &last_scope(walk)->base
                : text_slice_is(key, "prefix") ? &last_scope(walk)->prefix
                                               : NULL;
    else if (walk->level == IN_SCOPE && text_slice_is(key, "unit"))
        place = &last_scope(walk)->base;
    else if (walk->level == IN_SERIES)
        place = text_slice_is(key, "hostname") ? &last_series(walk)->host
                : text_slice_is(key, "id")     ? &last_series(walk)->id
                                               : NULL;
    if (place && is_string)
        *place = arena_text_of_size(&walk->data->arena, text, size);
}

bool cockpit_data_walk(struct cockpit_data *data, const char *text, size_t size, size_t *offset,
                       struct error *error)
{
    static const struct json_handler handler = {
        .enter = on_enter,
        .leave = on_leave,
        .numbers = on_numbers,
        .number = on_number,
        .text = on_text,
    };
    struct data_walk walk = {data, OUTSIDE};
    return json_walk(text, size, &handler, &walk, offset, error);
}
