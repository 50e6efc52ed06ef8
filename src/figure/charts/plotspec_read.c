#include "figure/charts/plotspec_read.h"

#include <math.h>
#include <string.h>

#include "figure/charts/chart.h"
#include "figure/charts/table_columns.h"
#include "figure/model/json_line.h"
#include "figure/model/json_object.h"
#include "table/table.h"
#include "util/number.h"
#include "util/strbuf.h"

enum { LONGEST_ID = 80, MOST_FIGURES = 32, MOST_PANELS = 8 };

static const double PANEL_PT = 70, LEAST_PANEL_PT = 20, MOST_PANEL_PT = 400;

/* Figures whose definition gives no order stand at the end of the report. */
static const double LAST_ORDER = 1e9;

#define NAME_FIELD "{id}"

/* ---- a figure ------------------------------------------------------------------------------- */

/* `field` stands for a name and must be in the id; NULL: none does. */
static bool check_id(const struct object *object, const char *id, const char *field)
{
    const char *place = field ? strstr(id, field) : NULL;
    if (field && !place)
        return object_fault(object, "id",
                            arena_format(object->file->arena, "must hold %s in a definition %s",
                                         field,
                                         strcmp(field, PLOT_METRIC_FIELD) == 0
                                             ? "for several metrics"
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

/* "{id}_per_node" with the name put in. */
static const char *put_name(struct arena *arena, const char *id, const char *name)
{
    const char *place = name ? strstr(id, NAME_FIELD) : NULL;
    if (!place)
        return id;
    return arena_format(arena, "%.*s%s%s", (int)(place - id), id, name, place + strlen(NAME_FIELD));
}

/* `name` stands for "{id}"; `name_field` must be in the id, unless NULL. */
static bool read_members(const struct object *object, const struct plotspec *spec, const char *name,
                         const char *name_field, struct plot_figure *figure)
{
    if (!object_name(object, "id", &figure->id))
        return false;
    figure->id = put_name(object->file->arena, figure->id, name);
    return check_id(object, figure->id, name_field) && object_name(object, "kind", &figure->kind) &&
           check_kind(object, figure->kind, spec->table != NULL) &&
           object_name(object, "section", &figure->section) &&
           object_number(object, "order", &figure->order) &&
           object_text(object, "caption", &figure->caption) &&
           (!spec->table || object_text(object, "page", &figure->page));
}

/* What a definition says for all its figures. */
struct shared_fields {
    const char *id, *caption;
};

static bool read_figure(const struct object *object, const struct plotspec *spec,
                        const struct shared_fields *shared, struct plot_figure *figure)
{
    static const char *const known[] = {"id", "kind", "section", "order", "caption", NULL};
    bool is_open = plotspec_is_pattern(spec->metric);
    const char *name = is_open ? PLOT_METRIC_FIELD : spec->metric;
    *figure = (struct plot_figure){.order = LAST_ORDER, .caption = shared->caption};
    return object_refuse_unknown(object, known) &&
           read_members(object, spec, shared->id ? shared->id : name,
                        is_open ? PLOT_METRIC_FIELD : NULL, figure);
}

/* Gives the figure what it lacks: the definition's field, or its item for this figure. */
static bool share(const struct object *definition, const char *field, size_t index, size_t count,
                  json_t *figure)
{
    json_t *value = json_object_get(definition->json, field);
    if (json_is_array(value) && json_array_size(value) != count)
        return object_fault(definition, field, "must have one item for each of \"figures\"");
    if (json_is_array(value))
        value = json_array_get(value, index);
    if (value && !json_object_get(figure, field))
        json_object_set(figure, field, value);
    return true;
}

static bool read_figure_at(const struct object *definition, json_t *list, size_t index,
                           const struct shared_fields *shared, struct plotspec *spec)
{
    struct object figure = {.file = definition->file,
                            .json = json_array_get(list, index),
                            .within = definition,
                            .what = "this figure",
                            .chart = definition->chart};
    size_t count = spec->figure_count;
    if (!json_is_object(figure.json))
        return object_wrong_type(definition, "figures", figure.json, "a list of objects");
    figure.json = json_copy(figure.json);
    figure.place = json_item(json_value(object_place(definition, "figures")), index);
    bool good = share(definition, "section", index, count, figure.json) &&
                share(definition, "order", index, count, figure.json) &&
                read_figure(&figure, spec, shared, &spec->figures[index]);
    json_decref(figure.json);
    return good;
}

static bool read_figures(const struct object *object, const struct shared_fields *shared,
                         struct plotspec *spec)
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
    for (size_t i = 0; i < spec->figure_count; i++)
        if (!read_figure_at(object, list, i, shared, spec))
            return false;
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

/* Rates are in bytes inside. */
static bool read_unit(const struct object *object, struct plotspec *spec)
{
    bool good = object_text(object, "unit", &spec->unit);
    if (good && spec->unit && strcmp(spec->unit, "bit/s") == 0)
        spec->unit = QUANTITY_BIT_RATE;
    return good;
}

/* How values are shown and combined. */
static bool read_look(const struct object *object, struct plotspec *spec)
{
    bool is_total = false, given;
    bool good = object_choice(object, "scale", "linear", "log", &spec->log_scale, &given);
    good &= object_flag(object, "from_zero", &spec->from_zero);
    good &= object_choice(object, "combine", "mean", "total", &is_total, &spec->has_combine);
    spec->combine = is_total ? COMBINE_TOTAL : COMBINE_MEAN;
    return good;
}

static bool read_metric_definition(const struct object *object, struct plotspec *spec)
{
    static const char *const known[] = {"metric",    "title",         "unit",    "scale",
                                        "from_zero", "combine",       "key",     "caption",
                                        "spans",     "spans_caption", "figures", "unless",
                                        "id",        "section",       "order",   NULL};
    struct shared_fields shared = {0};
    if (json_object_get(object->json, "kind"))
        return object_fault(object, "kind",
                            "belongs in an item of \"figures\" (see plots/README.md)");
    if (!object_refuse_unknown(object, known))
        return false;
    bool good = object_name(object, "metric", &spec->metric);
    good &= object_text(object, "title", &spec->title);
    good &= read_unit(object, spec);
    good &= read_look(object, spec);
    good &= object_flag(object, "key", &spec->key);
    good &= object_text(object, "caption", &shared.caption);
    good &= object_text(object, "id", &shared.id);
    good &= object_text(object, "unless", &spec->unless);
    good &= object_text(object, "spans", &spec->spans);
    good &= object_text(object, "spans_caption", &spec->spans_caption);
    return good && check_spans(object, spec) && read_figures(object, &shared, spec);
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
    bool given;
    double skip = 0;
    bool good = object_name(object, "table", &spec->table);
    good &= object_name(object, "title", &spec->title);
    good &= read_unit(object, spec);
    good &= object_number(object, "factor", &spec->factor);
    good &= read_look(object, spec);
    good &= object_choice(object, "sort", "value", "table", &spec->keeps_order, &given);
    good &= read_pick(object, spec);
    good &= object_number(object, "plausible", &spec->plausible);
    good &= object_flag(object, "sum", &spec->sums_up);
    good &= object_flag(object, "one_run", &spec->is_of_one_run);
    good &= object_number(object, "skip", &skip);
    good &= object_flag(object, "key", &spec->key);
    good &= object_number(object, "cover", &spec->cover);
    good &= object_pairs(object, "columns", &spec->columns);
    good &= object_pairs(object, "names", &spec->names);
    good &= object_pairs(object, "where", &spec->where);
    good &= object_pairs(object, "beside", &spec->beside);
    good &= object_text(object, "each", &spec->each);
    good &= object_text(object, "unless", &spec->unless);
    good &= object_text(object, "kinds", &spec->kinds);
    good &= object_rising(object, "thresholds", spec->thresholds, PLOT_MOST_CLASSES - 1,
                          &spec->threshold_count);
    spec->skip = skip > 0 && skip < 1e6 ? (size_t)skip : 0;
    return good && check_classes(object, spec);
}

/* ---- panels --------------------------------------------------------------------------------- */

/* A metric, or several of which one is drawn. */
static bool read_metrics(const struct object *object, struct plotspec *panel)
{
    json_t *value = json_object_get(object->json, "metric");
    bool is_list = json_is_array(value);
    size_t count = is_list ? json_array_size(value) : 1;
    panel->metrics = arena_alloc_array(object->file->arena, count, sizeof *panel->metrics);
    for (size_t i = 0; i < count; i++) {
        const json_t *name = is_list ? json_array_get(value, i) : value;
        if (!json_is_string(name))
            return object_wrong_type(object, "metric", name, "a text or a list of texts");
        panel->metrics[panel->metric_count++] =
            arena_text(object->file->arena, json_string_value(name));
    }
    return true;
}

static bool check_panel_kind(const struct object *object, const struct plotspec *panel)
{
    const struct chart *chart = chart_by_name(panel->figures->kind);
    return check_kind(object, panel->figures->kind, panel->table != NULL) &&
           (chart->make_panels ||
            object_fault(object, "kind", "must be one that panels may be of: combined or lines"));
}

static bool read_panel(const struct object *object, struct plotspec *panel)
{
    static const char *const known[] = {"kind",  "metric", "table",    "columns",
                                        "where", "height", "subtitle", NULL};
    *panel = (struct plotspec){.path = object->file->path, .from_zero = true, .factor = 1};
    panel->figures = arena_alloc(object->file->arena, sizeof panel->figures[0]);
    panel->figure_count = 1;
    panel->height_pt = PANEL_PT;
    if (!object_refuse_unknown(object, known) ||
        !object_name(object, "kind", &panel->figures->kind) ||
        !object_text(object, "table", &panel->table) || !check_panel_kind(object, panel) ||
        !object_number(object, "height", &panel->height_pt) ||
        !object_flag(object, "subtitle", &panel->has_subtitle))
        return false;
    if (!(panel->height_pt >= LEAST_PANEL_PT && panel->height_pt <= MOST_PANEL_PT))
        return object_fault(object, "height", "must be 20 to 400");
    if (!panel->table)
        return json_object_get(object->json, "metric") ? read_metrics(object, panel)
                                                       : object_missing_field(object, "metric");
    return object_pairs(object, "columns", &panel->columns) &&
           object_pairs(object, "where", &panel->where) && plot_columns_check(object, panel);
}

static bool read_panel_at(const struct object *object, json_t *list, size_t index,
                          struct plotspec *panel)
{
    struct object own = {.file = object->file,
                         .json = json_array_get(list, index),
                         .place = json_item(json_value(object_place(object, "panels")), index),
                         .what = "this panel",
                         .chart = object->chart};
    if (!json_is_object(own.json))
        return object_wrong_type(object, "panels", own.json, "a list of objects");
    return read_panel(&own, panel);
}

static bool read_panels(const struct object *object, struct plotspec *spec)
{
    json_t *list = json_object_get(object->json, "panels");
    bool given;
    if (!object_choice(object, "time", "chart", "all", &spec->spans_panels, &given))
        return false;
    if (!list)
        return true;
    if (strcmp(spec->figures->kind, "lanes") != 0)
        return object_fault(object, "panels", "may be above a chart of the kind lanes only");
    spec->panel_count = json_array_size(list);
    if (spec->panel_count == 0 || spec->panel_count > MOST_PANELS)
        return object_fault(object, "panels", "must list 1 to 8 panels");
    spec->panels = arena_alloc_array(object->file->arena, spec->panel_count, sizeof *spec->panels);
    for (size_t i = 0; i < spec->panel_count; i++)
        if (!read_panel_at(object, list, i, &spec->panels[i]))
            return false;
    return true;
}

/* ---- bins ----------------------------------------------------------------------------------- */

static bool read_rule(const struct object *object, struct bin_rule *rule)
{
    const json_t *value = json_object_get(object->json, "bins");
    double number = json_is_number(value) ? json_number_value(value) : 0;
    *rule = (struct bin_rule){.kind = BIN_RULE_OF_NUMBER, .number = BIN_RULE_NUMBER};
    if (!value)
        return true;
    if (json_is_string(value) && strcmp(json_string_value(value), "fd") == 0) {
        rule->kind = BIN_RULE_FD;
    } else if (json_is_string(value) && strcmp(json_string_value(value), "scott") == 0) {
        rule->kind = BIN_RULE_SCOTT;
    } else if (number >= 1 && number <= BIN_RULE_MOST && number == floor(number)) {
        rule->number = (size_t)number;
    } else {
        return object_fault(object, "bins", "must be a whole number from 1 to 1000, fd or scott");
    }
    return true;
}

static bool read_range(const struct object *object, struct bin_rule *rule)
{
    double ends[2];
    size_t count = 0;
    if (!json_object_get(object->json, "range"))
        return true;
    if (!object_rising(object, "range", ends, 2, &count))
        return false;
    if (count != 2)
        return object_fault(object, "range", "must be two numbers, the lowest first");
    rule->has_range = true;
    rule->low = ends[0];
    rule->high = ends[1];
    return true;
}

/* Bins of one's own are in a table of their own, which names them by their rule. */
static bool read_bins(const struct object *object, struct plotspec *spec)
{
    const char *field = json_object_get(object->json, "bins") ? "bins" : "range";
    struct arena *arena = object->file->arena;
    if (!json_object_get(object->json, field))
        return true;
    if (strcmp(spec->table, "histograms") != 0 || strcmp(spec->figures->kind, "histogram") != 0)
        return object_fault(object, field, "belongs to histograms of the table histograms");
    if (!read_rule(object, &spec->bins) || !read_range(object, &spec->bins))
        return false;
    struct name_pair *pairs = arena_alloc_array(arena, spec->where.count + 1, sizeof *pairs);
    for (size_t i = 0; i < spec->where.count; i++)
        pairs[i] = spec->where.items[i];
    pairs[spec->where.count] = (struct name_pair){"bins", bin_rule_text(&spec->bins, arena)};
    spec->where = (struct name_pairs){pairs, spec->where.count + 1};
    spec->table = "chosen_bins";
    spec->has_bins = true;
    return true;
}

/* ---- a definition of a table ---------------------------------------------------------------- */

/* Table definitions hold one figure, whose fields stand beside the others. */
static bool read_table_definition(const struct object *object, struct plotspec *spec)
{
    static const char *const known[] = {"table",     "id",        "kind",    "title",  "columns",
                                        "names",     "where",     "each",    "unit",   "factor",
                                        "scale",     "from_zero", "combine", "sort",   "pick",
                                        "sum",       "one_run",   "skip",    "cover",  "thresholds",
                                        "plausible", "key",       "kinds",   "page",   "section",
                                        "order",     "caption",   "unless",  "beside", "panels",
                                        "time",      "bins",      "range",   NULL};
    if (!object_refuse_unknown(object, known) || !read_table_fields(object, spec))
        return false;
    spec->figure_count = 1;
    spec->figures = arena_alloc(object->file->arena, sizeof spec->figures[0]);
    spec->figures[0].order = LAST_ORDER;
    return read_members(object, spec, NULL, spec->each ? PLOT_EACH_FIELD : NULL,
                        &spec->figures[0]) &&
           read_bins(object, spec) && plot_columns_check(object, spec) && read_panels(object, spec);
}

bool plotspec_read(const struct object *object, struct plotspec *spec)
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
