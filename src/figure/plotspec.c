#include "figure/plotspec.h"

#include <math.h>
#include <string.h>

#include "figure/chart.h"
#include "figure/json_object.h"
#include "figure/table_rows.h"
#include "util/number.h"
#include "util/path.h"
#include "util/strbuf.h"

enum { LARGEST_FILE = 65536, LONGEST_ID = 80, MOST_FIGURES = 32 };

/* Figures whose definition gives no order stand at the end of the report. */
static const double LAST_ORDER = 1e9;

#define METRIC_FIELD "{metric}"
#define EACH_FIELD "{each}"

/* A definition for every metric whose name starts with what stands before the "*". */
static bool is_pattern(const char *metric)
{
    return metric[strlen(metric) - 1] == '*';
}

/* ---- a figure ------------------------------------------------------------------------------- */

/* `field` stands for a name and must be in the id; NULL: none does. */
static bool check_id(const struct object *object, const char *id, const char *field)
{
    const char *place = field ? strstr(id, field) : NULL;
    if (field && !place)
        return object_fault(object, "id",
                            arena_format(object->file->arena, "must hold %s in a definition %s",
                                         field,
                                         strcmp(field, METRIC_FIELD) == 0 ? "for several metrics"
                                                                          : "with \"each\""));
    for (const char *c = id; *c; c++) {
        if (place && c == place) {
            c += strlen(field) - 1;
            continue;
        }
        if (!strchr("abcdefghijklmnopqrstuvwxyz0123456789_.-", *c))
            return object_fault(object, "id", "may hold only a-z, 0-9, '_', '.' and '-'");
    }
    if (id[0] == '.' || id[0] == '-')
        return object_fault(object, "id", "must not start with '.' or '-'");
    return strlen(id) <= LONGEST_ID ? true
                                    : object_fault(object, "id", "is longer than 80 letters");
}

static bool check_kind(const struct object *object, const char *kind, bool of_table)
{
    struct strbuf kinds;
    const struct chart *known = chart_by_name(kind);
    if (known && (known->columns != NULL) == of_table)
        return true;
    strbuf_init(&kinds);
    for (size_t i = 0; i < chart_count(); i++)
        if ((chart_at(i)->columns != NULL) == of_table)
            strbuf_format(&kinds, "%s%s", kinds.size > 0 ? ", " : "", chart_at(i)->name);
    object_fault(object, "kind",
                 arena_format(object->file->arena, "must be one of %s, not \"%s\"", kinds.text,
                              kind));
    strbuf_release(&kinds);
    return false;
}

static bool read_members(const struct object *object, const struct plotspec *spec,
                         const char *name_field, struct plot_figure *figure)
{
    return object_name(object, "id", &figure->id) && check_id(object, figure->id, name_field) &&
           object_name(object, "kind", &figure->kind) &&
           check_kind(object, figure->kind, spec->table != NULL) &&
           object_name(object, "section", &figure->section) &&
           object_number(object, "order", &figure->order) &&
           object_text(object, "caption", &figure->caption) &&
           (!spec->table || object_text(object, "page", &figure->page));
}

static bool read_figure(const struct object *object, const struct plotspec *spec,
                        const char *caption, struct plot_figure *figure)
{
    static const char *const known[] = {"id", "kind", "section", "order", "caption", NULL};
    *figure = (struct plot_figure){.order = LAST_ORDER, .caption = caption};
    return object_refuse_unknown(object, known) &&
           read_members(object, spec, is_pattern(spec->metric) ? METRIC_FIELD : NULL, figure);
}

static bool read_figures(const struct object *object, const char *caption, struct plotspec *spec)
{
    json_t *list = json_object_get(object->json, "figures");
    if (!list)
        return object_missing_field(object, "figures");
    if (!json_is_array(list))
        return object_wrong_type(object, "figures", list, "a list");
    spec->figure_count = json_array_size(list);
    if (spec->figure_count == 0 || spec->figure_count > MOST_FIGURES)
        return object_fault(object, "figures", "must list 1 to 32 figures");
    spec->figures =
        arena_alloc_array(object->file->arena, spec->figure_count, sizeof spec->figures[0]);
    for (size_t i = 0; i < spec->figure_count; i++) {
        struct object figure = {object->file, json_array_get(list, i), (long)i};
        if (!json_is_object(figure.json))
            return object_wrong_type(object, "figures", figure.json, "a list of objects");
        if (!read_figure(&figure, spec, caption, &spec->figures[i]))
            return false;
    }
    return true;
}

/* ---- a definition --------------------------------------------------------------------------- */

/* A table of spans has the columns that say when. */
static bool check_spans(const struct object *object, const struct plotspec *spec)
{
    if (!spec->spans)
        return true;
    for (size_t i = 0; i < table_schema_count(); i++)
        if (strcmp(table_schema_at(i)->name, spec->spans) == 0 &&
            table_schema_column(table_schema_at(i), "from") &&
            table_schema_column(table_schema_at(i), "until"))
            return true;
    return object_fault(object, "spans", "names no table with the columns from and until");
}

static bool read_metric_definition(const struct object *object, struct plotspec *spec)
{
    static const char *const known[] = {"metric",  "title",  "unit",    "scale", "from_zero",
                                        "combine", "key",    "caption", "spans", "spans_caption",
                                        "figures", "unless", NULL};
    const char *caption = NULL;
    bool is_total, scale_given;
    if (!object_refuse_unknown(object, known) || !object_name(object, "metric", &spec->metric) ||
        !object_text(object, "title", &spec->title) || !object_text(object, "unit", &spec->unit) ||
        !object_choice(object, "scale", "linear", "log", &spec->log_scale, &scale_given) ||
        !object_flag(object, "from_zero", &spec->from_zero) ||
        !object_choice(object, "combine", "mean", "total", &is_total, &spec->has_combine) ||
        !object_flag(object, "key", &spec->key) || !object_text(object, "caption", &caption) ||
        !object_text(object, "unless", &spec->unless) ||
        !object_text(object, "spans", &spec->spans) ||
        !object_text(object, "spans_caption", &spec->spans_caption) || !check_spans(object, spec))
        return false;
    spec->combine = is_total ? COMBINE_TOTAL : COMBINE_MEAN;
    return read_figures(object, caption, spec);
}

static bool read_pick(const struct object *object, struct plotspec *spec)
{
    static const char *const names[PICK_COUNT] = {"value", "lowest", "both", "table"};
    const char *name = names[PICK_HIGHEST];
    if (!object_text(object, "pick", &name))
        return false;
    for (int i = 0; i < PICK_COUNT; i++)
        if (strcmp(name, names[i]) == 0) {
            spec->pick = (enum plot_pick)i;
            return true;
        }
    return object_fault(object, "pick", "must be value, lowest, both or table");
}

/* With thresholds, implausible values are a class too. */
static bool check_classes(const struct object *object, const struct plotspec *spec)
{
    if (number_is_missing(spec->plausible) || spec->threshold_count + 2 <= PLOT_MOST_CLASSES)
        return true;
    return object_fault(object, "thresholds", "may be two beside \"plausible\"");
}

static bool read_table_fields(const struct object *object, struct plotspec *spec)
{
    bool is_total, given;
    double skip = 0;
    if (!object_name(object, "table", &spec->table) ||
        !object_name(object, "title", &spec->title) || !object_text(object, "unit", &spec->unit) ||
        !object_number(object, "factor", &spec->factor) ||
        !object_choice(object, "scale", "linear", "log", &spec->log_scale, &given) ||
        !object_flag(object, "from_zero", &spec->from_zero) ||
        !object_choice(object, "combine", "mean", "total", &is_total, &spec->has_combine) ||
        !object_choice(object, "sort", "value", "table", &spec->keeps_order, &given) ||
        !read_pick(object, spec) || !object_number(object, "plausible", &spec->plausible) ||
        !object_flag(object, "sum", &spec->sums_up) || !object_number(object, "skip", &skip) ||
        !object_flag(object, "key", &spec->key) || !object_number(object, "cover", &spec->cover) ||
        !object_pairs(object, "columns", &spec->columns) ||
        !object_pairs(object, "names", &spec->names) ||
        !object_pairs(object, "where", &spec->where) ||
        !object_pairs(object, "beside", &spec->beside) ||
        !object_text(object, "each", &spec->each) ||
        !object_text(object, "unless", &spec->unless) ||
        !object_text(object, "kinds", &spec->kinds) ||
        !object_rising(object, "thresholds", spec->thresholds, PLOT_MOST_CLASSES - 1,
                       &spec->threshold_count) ||
        !check_classes(object, spec))
        return false;
    spec->combine = is_total ? COMBINE_TOTAL : COMBINE_MEAN;
    spec->skip = skip > 0 && skip < 1e6 ? (size_t)skip : 0;
    return true;
}

/* Table definitions hold one figure, whose fields stand beside the others. */
static bool read_table_definition(const struct object *object, struct plotspec *spec)
{
    static const char *const known[] = {
        "table", "id",      "kind",       "title",     "columns", "names", "where", "each",
        "unit",  "factor",  "scale",      "from_zero", "combine", "sort",  "pick",  "sum",
        "skip",  "cover",   "thresholds", "plausible", "key",     "kinds", "page",  "section",
        "order", "caption", "unless",     "beside",    NULL};
    if (!object_refuse_unknown(object, known) || !read_table_fields(object, spec))
        return false;
    spec->figure_count = 1;
    spec->figures = arena_alloc(object->file->arena, sizeof spec->figures[0]);
    spec->figures[0].order = LAST_ORDER;
    return read_members(object, spec, spec->each ? EACH_FIELD : NULL, &spec->figures[0]) &&
           plot_columns_check(object, spec);
}

static bool read_definition(const struct object *object, struct plotspec *spec)
{
    *spec = (struct plotspec){.path = object->file->path,
                              .from_zero = true,
                              .factor = 1,
                              .kinds = "tasks",
                              .cover = NUMBER_MISSING,
                              .plausible = NUMBER_MISSING};
    if (json_object_get(object->json, "table"))
        return read_table_definition(object, spec);
    return read_metric_definition(object, spec);
}

static bool parse_definition(const struct definition_file *file, struct plotspec *spec)
{
    json_error_t json_error;
    json_t *json = json_loads(file->text, JSON_REJECT_DUPLICATES, &json_error);
    struct object object = {file, json, -1};
    bool good;
    if (!json) {
        error_set(file->error, ERROR_USAGE, "%s:%d: %s", file->path, json_error.line,
                  json_error.text);
        return false;
    }
    if (json_is_object(json))
        good = read_definition(&object, spec);
    else
        good = error_set(file->error, ERROR_USAGE, "%s:1: a chart definition must be an object",
                         file->path);
    json_decref(json);
    return good;
}

static bool load_definition(const char *path, struct arena *arena, struct plotspec *spec,
                            struct error *error)
{
    struct strbuf content;
    struct definition_file file = {.path = path, .arena = arena, .error = error};
    strbuf_init(&content);
    bool good = path_read(path, LARGEST_FILE, &content, error);
    if (good && strlen(content.text) != content.size)
        good = error_set(error, ERROR_USAGE, "%s: holds a NUL byte", path);
    file.text = content.text;
    good = good && parse_definition(&file, spec);
    strbuf_release(&content);
    return good;
}

/* ---- all definitions ------------------------------------------------------------------------ */

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

/* Among `before` are those of earlier directories, which a later one replaces. */
static bool add_definition(struct plotspecs *specs, size_t before, struct arena *arena,
                           const struct plotspec *spec, struct error *error)
{
    size_t i = find_same(specs, spec);
    if (i == specs->count) {
        append(specs, arena, spec);
        return true;
    }
    const char *old = specs->items[i].path;
    bool from_same_directory =
        i >= before || (strcmp(old, spec->path) != 0 &&
                        strcmp(path_parent(arena, old), path_parent(arena, spec->path)) == 0);
    if (from_same_directory)
        return error_set(error, ERROR_USAGE, "%s: %s \"%s\" is defined in %s too", spec->path,
                         spec->metric ? "metric" : "figure",
                         spec->metric ? spec->metric : spec->figures[0].id, old);
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
    bool is_open = strstr(a->id, METRIC_FIELD) || strstr(a->id, EACH_FIELD);
    return !is_open || strcmp(a->path, b->path) == 0;
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
        if (!spec->metric)
            continue;
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
