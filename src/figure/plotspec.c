#include "figure/plotspec.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "figure/chart.h"
#include "figure/json_line.h"
#include "util/path.h"
#include "util/strbuf.h"

enum { LARGEST_FILE = 65536, LONGEST_ID = 80, MOST_FIGURES = 32 };

/* Figures whose definition gives no order stand at the end of the report. */
static const double LAST_ORDER = 1e9;

#define METRIC_FIELD "{metric}"

/* An object of the file that is being read, for messages. */
struct reading {
    const char *path, *text;
    struct arena *arena;
    struct error *error;
};
struct object {
    const struct reading *reading;
    json_t *json;
    long index; /* among the figures; -1: the whole definition */
};

/* ---- messages ------------------------------------------------------------------------------- */

static bool fault(const struct object *object, const char *field, const char *what)
{
    const struct reading *reading = object->reading;
    return error_set(reading->error, ERROR_USAGE, "%s:%zu: \"%s\" %s", reading->path,
                     json_line_of_key(reading->text, object->index, field), field, what);
}

static bool wrong_type(const struct object *object, const char *field, const json_t *value,
                       const char *wanted)
{
    static const char *const names[] = {
        [JSON_OBJECT] = "an object", [JSON_ARRAY] = "a list",  [JSON_STRING] = "a text",
        [JSON_INTEGER] = "a number", [JSON_REAL] = "a number", [JSON_TRUE] = "true",
        [JSON_FALSE] = "false",      [JSON_NULL] = "null",
    };
    return fault(object, field,
                 arena_format(object->reading->arena, "must be %s, not %s", wanted,
                              names[json_typeof(value)]));
}

static bool missing_field(const struct object *object, const char *field)
{
    const struct reading *reading = object->reading;
    return error_set(reading->error, ERROR_USAGE, "%s:%zu: %s has no \"%s\"", reading->path,
                     json_line_of_key(reading->text, object->index, NULL),
                     object->index < 0 ? "the definition" : "this figure", field);
}

/* ---- fields --------------------------------------------------------------------------------- */

static bool read_text(const struct object *object, const char *field, const char **text)
{
    json_t *value = json_object_get(object->json, field);
    if (!value)
        return true;
    if (!json_is_string(value))
        return wrong_type(object, field, value, "a text");
    *text = arena_text(object->reading->arena, json_string_value(value));
    return true;
}

static bool read_name(const struct object *object, const char *field, const char **text)
{
    if (!read_text(object, field, text))
        return false;
    if (!*text)
        return missing_field(object, field);
    return **text ? true : fault(object, field, "must not be empty");
}

static bool read_flag(const struct object *object, const char *field, bool *flag)
{
    json_t *value = json_object_get(object->json, field);
    if (!value)
        return true;
    if (!json_is_boolean(value))
        return wrong_type(object, field, value, "true or false");
    *flag = json_is_true(value);
    return true;
}

static bool read_number(const struct object *object, const char *field, double *number)
{
    json_t *value = json_object_get(object->json, field);
    if (!value)
        return true;
    if (!json_is_number(value))
        return wrong_type(object, field, value, "a number");
    *number = json_number_value(value);
    return true;
}

/* One of two words; *second says which. */
static bool read_choice(const struct object *object, const char *field, const char *first,
                        const char *second, bool *is_second, bool *given)
{
    const char *text = NULL;
    if (!read_text(object, field, &text))
        return false;
    *given = text != NULL;
    *is_second = text && strcmp(text, second) == 0;
    if (!text || *is_second || strcmp(text, first) == 0)
        return true;
    return fault(object, field,
                 arena_format(object->reading->arena, "must be \"%s\" or \"%s\", not \"%s\"", first,
                              second, text));
}

static bool refuse_unknown(const struct object *object, const char *const *known)
{
    const char *field;
    json_t *value;
    json_object_foreach(object->json, field, value)
    {
        size_t i = 0;
        while (known[i] && strcmp(known[i], field) != 0)
            i++;
        if (!known[i])
            return fault(object, field, "is not a known field");
    }
    return true;
}

/* A definition for every metric whose name starts with what stands before the "*". */
static bool is_pattern(const char *metric)
{
    return metric[strlen(metric) - 1] == '*';
}

/* ---- a figure ------------------------------------------------------------------------------- */

static bool check_id(const struct object *object, const char *id, bool for_all)
{
    const char *field = strstr(id, METRIC_FIELD);
    if (for_all && !field)
        return fault(object, "id", "must hold {metric} in a definition for several metrics");
    for (const char *c = id; *c; c++) {
        if (for_all && c == field) {
            c += strlen(METRIC_FIELD) - 1;
            continue;
        }
        if (!strchr("abcdefghijklmnopqrstuvwxyz0123456789_.-", *c))
            return fault(object, "id", "may hold only a-z, 0-9, '_', '.' and '-'");
    }
    if (id[0] == '.')
        return fault(object, "id", "must not start with '.'");
    return strlen(id) <= LONGEST_ID ? true : fault(object, "id", "is longer than 80 letters");
}

static bool check_kind(const struct object *object, const char *kind)
{
    struct strbuf kinds;
    if (chart_by_name(kind))
        return true;
    strbuf_init(&kinds);
    for (size_t i = 0; i < chart_count(); i++)
        strbuf_format(&kinds, "%s%s", i > 0 ? ", " : "", chart_at(i)->name);
    fault(object, "kind",
          arena_format(object->reading->arena, "must be one of %s, not \"%s\"", kinds.text, kind));
    strbuf_release(&kinds);
    return false;
}

static bool read_figure(const struct object *object, const struct plotspec *spec,
                        const char *caption, struct plot_figure *figure)
{
    static const char *const known[] = {"id", "kind", "section", "order", "caption", NULL};
    *figure = (struct plot_figure){.order = LAST_ORDER, .caption = caption};
    return refuse_unknown(object, known) && read_name(object, "id", &figure->id) &&
           check_id(object, figure->id, is_pattern(spec->metric)) &&
           read_name(object, "kind", &figure->kind) && check_kind(object, figure->kind) &&
           read_name(object, "section", &figure->section) &&
           read_number(object, "order", &figure->order) &&
           read_text(object, "caption", &figure->caption);
}

static bool read_figures(const struct object *object, const char *caption, struct plotspec *spec)
{
    json_t *list = json_object_get(object->json, "figures");
    if (!list)
        return missing_field(object, "figures");
    if (!json_is_array(list))
        return wrong_type(object, "figures", list, "a list");
    spec->figure_count = json_array_size(list);
    if (spec->figure_count == 0 || spec->figure_count > MOST_FIGURES)
        return fault(object, "figures", "must list 1 to 32 figures");
    spec->figures =
        arena_alloc_array(object->reading->arena, spec->figure_count, sizeof spec->figures[0]);
    for (size_t i = 0; i < spec->figure_count; i++) {
        struct object figure = {object->reading, json_array_get(list, i), (long)i};
        if (!json_is_object(figure.json))
            return wrong_type(object, "figures", figure.json, "a list of objects");
        if (!read_figure(&figure, spec, caption, &spec->figures[i]))
            return false;
    }
    return true;
}

/* ---- a definition --------------------------------------------------------------------------- */

static bool read_definition(const struct object *object, struct plotspec *spec)
{
    static const char *const known[] = {"metric",  "title", "unit",    "scale",   "from_zero",
                                        "combine", "key",   "caption", "figures", NULL};
    const char *caption = NULL;
    bool is_total, scale_given;
    *spec = (struct plotspec){.path = object->reading->path, .from_zero = true};
    if (!refuse_unknown(object, known) || !read_name(object, "metric", &spec->metric) ||
        !read_text(object, "title", &spec->title) || !read_text(object, "unit", &spec->unit) ||
        !read_choice(object, "scale", "linear", "log", &spec->log_scale, &scale_given) ||
        !read_flag(object, "from_zero", &spec->from_zero) ||
        !read_choice(object, "combine", "mean", "total", &is_total, &spec->has_combine) ||
        !read_flag(object, "key", &spec->key) || !read_text(object, "caption", &caption))
        return false;
    spec->combine = is_total ? COMBINE_TOTAL : COMBINE_MEAN;
    return read_figures(object, caption, spec);
}

static bool parse_definition(const struct reading *reading, struct plotspec *spec)
{
    json_error_t json_error;
    json_t *json = json_loads(reading->text, JSON_REJECT_DUPLICATES, &json_error);
    struct object object = {reading, json, -1};
    bool good;
    if (!json) {
        error_set(reading->error, ERROR_USAGE, "%s:%d: %s", reading->path, json_error.line,
                  json_error.text);
        return false;
    }
    if (json_is_object(json))
        good = read_definition(&object, spec);
    else
        good = error_set(reading->error, ERROR_USAGE, "%s:1: a chart definition must be an object",
                         reading->path);
    json_decref(json);
    return good;
}

static bool load_definition(const char *path, struct arena *arena, struct plotspec *spec,
                            struct error *error)
{
    struct strbuf content;
    struct reading reading = {.path = path, .arena = arena, .error = error};
    strbuf_init(&content);
    bool good = path_read(path, LARGEST_FILE, &content, error);
    if (good && strlen(content.text) != content.size)
        good = error_set(error, ERROR_USAGE, "%s: holds a NUL byte", path);
    reading.text = content.text;
    good = good && parse_definition(&reading, spec);
    strbuf_release(&content);
    return good;
}

/* ---- all definitions ------------------------------------------------------------------------ */

static size_t find_metric(const struct plotspecs *specs, const char *metric)
{
    size_t i = 0;
    while (i < specs->count && strcmp(specs->items[i].metric, metric) != 0)
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

/* Among `before` are those of earlier directories, which a later one replaces. */
static bool add_definition(struct plotspecs *specs, size_t before, struct arena *arena,
                           const struct plotspec *spec, struct error *error)
{
    size_t i = find_metric(specs, spec->metric);
    if (i == specs->count) {
        append(specs, arena, spec);
        return true;
    }
    const char *old = specs->items[i].path;
    bool from_same_directory =
        i >= before || (strcmp(old, spec->path) != 0 &&
                        strcmp(path_parent(arena, old), path_parent(arena, spec->path)) == 0);
    if (from_same_directory)
        return error_set(error, ERROR_USAGE, "%s: metric \"%s\" is defined in %s too", spec->path,
                         spec->metric, old);
    specs->items[i] = *spec;
    return true;
}

static bool is_definition(const char *name)
{
    size_t size = strlen(name);
    return size > 5 && strcmp(name + size - 5, ".json") == 0;
}

struct used_id {
    const char *id, *path;
};

static int compare_ids(const void *left, const void *right)
{
    const struct used_id *a = left, *b = right;
    int order = strcmp(a->id, b->id);
    return order ? order : strcmp(a->path, b->path);
}

/* Ids with {metric} become different ones where they come from different definitions. */
static bool is_same_id(const struct used_id *a, const struct used_id *b)
{
    if (strcmp(a->id, b->id) != 0)
        return false;
    return !strstr(a->id, METRIC_FIELD) || strcmp(a->path, b->path) == 0;
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
            ids[count++] = (struct used_id){specs->items[i].figures[f].id, specs->items[i].path};
    qsort(ids, count, sizeof *ids, compare_ids);
    for (size_t i = 1; i < count; i++)
        if (is_same_id(&ids[i - 1], &ids[i]))
            return error_set(error, ERROR_USAGE, "%s: figure id \"%s\" is used in %s too",
                             ids[i].path, ids[i].id, ids[i - 1].path);
    return true;
}

bool plotspecs_load(struct plotspecs *specs, struct arena *arena, const char *directory,
                    struct error *error)
{
    const char **names;
    size_t count, before = specs->count;
    if (!path_list(arena, directory, &names, &count, error))
        return error_add_context(error, "chart definitions");
    for (size_t i = 0; i < count; i++) {
        struct plotspec spec;
        if (!is_definition(names[i]))
            continue;
        if (!load_definition(path_join(arena, directory, names[i]), arena, &spec, error) ||
            !add_definition(specs, before, arena, &spec, error))
            return false;
    }
    return check_ids_differ(specs, arena, error);
}

static bool starts_with(const char *text, const char *start, size_t size)
{
    return strncmp(text, start, size) == 0;
}

const struct plotspec *plotspecs_find(const struct plotspecs *specs, const char *metric)
{
    const struct plotspec *longest = NULL;
    size_t longest_size = 0;
    for (size_t i = 0; i < specs->count; i++) {
        const struct plotspec *spec = &specs->items[i];
        size_t size = strlen(spec->metric);
        if (strcmp(spec->metric, metric) == 0)
            return spec;
        if (is_pattern(spec->metric) && size > longest_size &&
            starts_with(metric, spec->metric, size - 1)) {
            longest = spec;
            longest_size = size;
        }
    }
    return longest;
}
