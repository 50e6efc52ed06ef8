#include "figure/charts/plotspecs_load.h"

#include <stdlib.h>
#include <string.h>

#include "figure/charts/plotspec_read.h"
#include "figure/model/json_line.h"
#include "figure/model/json_object.h"
#include "util/path.h"
#include "util/strbuf.h"

enum { LARGEST_FILE = 65536 };

/* ---- one more definition -------------------------------------------------------------------- */

/* Of the same metric, or the same chart of a table. */
static bool defines_same(const struct plotspec *one, const struct plotspec *other)
{
    if (!one->metric || !other->metric)
        return !one->metric && !other->metric &&
               strcmp(one->figures[0].id, other->figures[0].id) == 0;
    return strcmp(one->metric, other->metric) == 0;
}

static size_t find_same(const struct plotspecs *specs, const struct plotspec *spec)
{
    size_t i = 0;
    while (i < specs->count && !defines_same(&specs->items[i], spec))
        i++;
    return i;
}

static void append(struct plotspecs *specs, struct arena *arena, const struct plotspec *spec)
{
    if (specs->count == specs->capacity) {
        struct plotspec *old = specs->items;
        specs->capacity = specs->capacity ? 2 * specs->capacity : 128;
        specs->items = arena_alloc_array(arena, specs->capacity, sizeof specs->items[0]);
        if (specs->count)
            memcpy(specs->items, old, specs->count * sizeof specs->items[0]);
    }
    specs->items[specs->count++] = *spec;
}

/* A later directory replaces what earlier ones define. */
static bool add_definition(struct plotspecs *specs, struct arena *arena,
                           const struct plotspec *spec, struct error *error)
{
    size_t i = find_same(specs, spec);
    if (i == specs->count) {
        append(specs, arena, spec);
        return true;
    }
    if (specs->items[i].directory == spec->directory)
        return error_set(error, ERROR_USAGE, "%s: %s \"%s\" is defined in %s too", spec->path,
                         spec->metric ? "metric" : "figure",
                         spec->metric ? spec->metric : spec->figures[0].id, specs->items[i].path);
    specs->items[i] = *spec;
    return true;
}

static bool read_definition(const struct object *object, struct plotspecs *specs)
{
    struct plotspec spec;
    if (!plotspec_read(object, &spec))
        return false;
    spec.directory = specs->directories;
    return add_definition(specs, object->file->arena, &spec, object->file->error);
}

/* ---- a file --------------------------------------------------------------------------------- */

/* What a chart of a family is called in messages: by its metric or id, as far as it has one. */
static const char *chart_name(const json_t *chart, struct arena *arena)
{
    const json_t *name = json_object_get(chart, "metric");
    if (!json_is_string(name))
        name = json_object_get(chart, "id");
    return json_is_string(name) ? arena_text(arena, json_string_value(name)) : NULL;
}

static bool read_chart(const struct object *family, const struct object *defaults, size_t index,
                       struct plotspecs *specs)
{
    json_t *charts = json_object_get(family->json, "charts");
    json_t *own = json_array_get(charts, index);
    struct object chart = {.file = family->file,
                           .place = json_item(json_value(object_place(family, "charts")), index),
                           .within = defaults,
                           .what = "the definition",
                           .chart = chart_name(own, family->file->arena)};
    if (!json_is_object(own))
        return object_wrong_type(family, "charts", own, "a list of objects");
    if (!chart.chart)
        chart.what = "this chart";
    chart.json = json_copy(defaults->json);
    json_object_update(chart.json, own);
    bool good = read_definition(&chart, specs);
    json_decref(chart.json);
    return good;
}

/* Several definitions: each has the members of `defaults` that it does not give itself. */
static bool read_family(const struct object *family, struct plotspecs *specs)
{
    static const char *const known[] = {"defaults", "charts", NULL};
    json_t *charts = json_object_get(family->json, "charts");
    json_t *shared = json_object_get(family->json, "defaults"), *none = json_object();
    struct object defaults = {.file = family->file, .json = none, .place = "{}"};
    bool good = object_refuse_unknown(family, known);
    if (good && (!json_is_array(charts) || json_array_size(charts) == 0))
        good = object_fault(family, "charts", "must be a list of definitions");
    if (good && shared && !json_is_object(shared))
        good = object_wrong_type(family, "defaults", shared, "an object");
    if (good && shared) {
        defaults.json = shared;
        defaults.place = json_value(object_place(family, "defaults"));
    }
    for (size_t i = 0; good && i < json_array_size(charts); i++)
        good = read_chart(family, &defaults, i, specs);
    json_decref(none);
    return good;
}

static bool read_file(const struct definition_file *file, struct plotspecs *specs)
{
    json_error_t json_error;
    json_t *json = json_loads(file->text, JSON_REJECT_DUPLICATES, &json_error);
    struct object object = {.file = file,
                            .json = json,
                            .place = file->text,
                            .what = "the definition"};
    bool good;
    if (!json) {
        error_set(file->error, ERROR_USAGE, "%s:%d: %s", file->path, json_error.line,
                  json_error.text);
        return false;
    }
    if (!json_is_object(json))
        good = error_set(file->error, ERROR_USAGE, "%s:1: a chart definition must be an object",
                         file->path);
    else if (json_object_get(json, "charts"))
        good = read_family(&object, specs);
    else
        good = read_definition(&object, specs);
    json_decref(json);
    return good;
}

static bool load_file(struct plotspecs *specs, const char *path, struct arena *arena,
                      struct error *error)
{
    struct strbuf content;
    struct definition_file file = {.path = path, .arena = arena, .error = error};
    strbuf_init(&content);
    bool good = path_read(path, LARGEST_FILE, &content, error);
    if (good && strlen(content.text) != content.size)
        good = error_set(error, ERROR_USAGE, "%s: NUL byte", path);
    file.text = content.text;
    good = good && read_file(&file, specs);
    strbuf_release(&content);
    return good;
}

/* ---- a directory ---------------------------------------------------------------------------- */

static bool is_definition(const char *name)
{
    size_t size = strlen(name);
    return size > 5 && strcmp(name + size - 5, ".json") == 0;
}

struct used_id {
    const char *id;
    const struct plotspec *spec;
};

static int compare_ids(const void *left, const void *right)
{
    const struct used_id *a = left, *b = right;
    int order = strcmp(a->id, b->id);
    if (order == 0)
        order = strcmp(a->spec->path, b->spec->path);
    return order ? order : (a->spec > b->spec) - (a->spec < b->spec);
}

/* Ids with {metric} become different ones where they come from different definitions. */
static bool is_same_id(const struct used_id *a, const struct used_id *b)
{
    if (strcmp(a->id, b->id) != 0)
        return false;
    bool is_open = strstr(a->id, PLOT_METRIC_FIELD) || strstr(a->id, PLOT_EACH_FIELD);
    return !is_open || a->spec == b->spec;
}

static bool check_ids_differ(const struct plotspecs *specs, struct arena *arena,
                             struct error *error)
{
    size_t count = 0;
    for (size_t i = 0; i < specs->count; i++)
        count += specs->items[i].figure_count;
    struct used_id *ids = arena_alloc_array(arena, count, sizeof *ids);
    count = 0;
    for (size_t i = 0; i < specs->count; i++)
        for (size_t f = 0; f < specs->items[i].figure_count; f++)
            ids[count++] = (struct used_id){specs->items[i].figures[f].id, &specs->items[i]};
    qsort(ids, count, sizeof *ids, compare_ids);
    for (size_t i = 1; i < count; i++)
        if (is_same_id(&ids[i - 1], &ids[i]))
            return error_set(error, ERROR_USAGE, "%s: figure id \"%s\" is used in %s too",
                             ids[i].spec->path, ids[i].id, ids[i - 1].spec->path);
    return true;
}

bool plotspecs_load(struct plotspecs *specs, struct arena *arena, const char *directory,
                    struct error *error)
{
    const char **names;
    size_t count;
    if (!path_list(arena, directory, &names, &count, error))
        return error_add_context(error, "chart definitions");
    specs->directories++;
    for (size_t i = 0; i < count; i++)
        if (is_definition(names[i]) &&
            !load_file(specs, path_join(arena, directory, names[i]), arena, error))
            return false;
    return check_ids_differ(specs, arena, error);
}
