#include "page/terminal/overview_json.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "page/facts_json.h"
#include "util/number.h"
#include "util/utf8.h"

enum { SCHEMA = 1, MOST_ITEMS = 100, MOST_COLUMNS = 64 };

/* ---- writing --------------------------------------------------------------------------------- */

static void set_text(json_t *object, const char *name, const char *text, struct arena *arena)
{
    json_object_set_new(object, name, json_from_text(arena, text));
}

/* As a key figure is said: an id, a number in a base unit, and the same in words. */
static json_t *verdict_json(const struct overview_verdict *verdict, struct arena *arena)
{
    json_t *object = json_object();
    set_text(object, "id", "verdict", arena);
    set_text(object, "bound", verdict->bound, arena);
    json_object_set_new(object, "value", json_from_number(verdict->share));
    set_text(object, "unit", "1", arena);
    json_object_set_new(object, "threshold", json_from_number(verdict->needed));
    set_text(object, "text", verdict->sentence, arena);
    return object;
}

static json_t *trend_json(const struct overview_trend *trend, struct arena *arena)
{
    json_t *object = json_object(), *steps = json_array();
    set_text(object, "label", trend->label, arena);
    set_text(object, "brief", trend->brief, arena);
    set_text(object, "line", trend->line, arena);
    json_object_set_new(object, "start", json_from_number(trend->start));
    json_object_set_new(object, "end", json_from_number(trend->end));
    json_object_set_new(object, "low", json_from_number(trend->low));
    json_object_set_new(object, "high", json_from_number(trend->high));
    for (size_t i = 0; i < trend->count; i++)
        json_array_append_new(steps,
                              json_from_number(number_is_missing(trend->steps[i])
                                                   ? NUMBER_MISSING
                                                   : trend->low + trend->steps[i] *
                                                                      (trend->high - trend->low)));
    json_object_set_new(object, "steps", steps);
    return object;
}

static json_t *chart_json(const struct overview_chart *chart, struct arena *arena)
{
    json_t *object = json_object();
    set_text(object, "figure", chart->figure, arena);
    set_text(object, "title", chart->title, arena);
    set_text(object, "brief", chart->brief, arena);
    set_text(object, "alt", chart->alt, arena);
    return object;
}

static json_t *texts_json(const char *const *texts, size_t count, struct arena *arena)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_from_text(arena, texts[i]));
    return list;
}

static json_t *table_json(const struct overview_table *table, struct arena *arena)
{
    const struct table_view *view = table->view;
    json_t *object = json_object(), *aligns = json_array(), *lines = json_array();
    set_text(object, "heading", view->caption ? view->caption : table->heading, arena);
    json_object_set_new(object, "heads", texts_json(view->heads, view->columns, arena));
    for (size_t i = 0; i < view->columns; i++)
        json_array_append_new(aligns,
                              json_string(view->aligns[i] == CELL_RIGHT ? "right" : "left"));
    json_object_set_new(object, "aligns", aligns);
    for (size_t row = 0; row < view->rows; row++)
        json_array_append_new(lines,
                              texts_json(view->cells + row * view->columns, view->columns, arena));
    json_object_set_new(object, "rows", lines);
    json_object_set_new(object, "left_out", json_from_number((double)view->left_out));
    return object;
}

static json_t *overview_json(const struct overview *overview, struct arena *arena)
{
    json_t *root = json_object(), *figures = json_array(), *trends = json_array(),
           *tables = json_array(), *charts = json_array();
    json_object_set_new(root, "schema", json_integer(SCHEMA));
    set_text(root, "program", overview->program, arena);
    set_text(root, "title", overview->title, arena);
    set_text(root, "subtitle", overview->subtitle, arena);
    set_text(root, "period", overview->period, arena);
    set_text(root, "state", overview->state, arena);
    set_text(root, "pdf", overview->pdf_name, arena);
    for (size_t i = 0; i < overview->key_figure_count; i++)
        json_array_append_new(figures, key_figure_to_json(&overview->key_figures[i], arena));
    for (size_t i = 0; i < overview->trend_count; i++)
        json_array_append_new(trends, trend_json(&overview->trends[i], arena));
    for (size_t i = 0; i < overview->table_count; i++)
        json_array_append_new(tables, table_json(&overview->tables[i], arena));
    for (size_t i = 0; i < overview->chart_count; i++)
        json_array_append_new(charts, chart_json(&overview->charts[i], arena));
    if (overview->verdict.sentence)
        json_object_set_new(root, "verdict", verdict_json(&overview->verdict, arena));
    json_object_set_new(root, "key_figures", figures);
    json_object_set_new(root, "findings",
                        listed_findings_to_json(overview->findings, overview->finding_count,
                                                arena));
    json_object_set_new(root, "trends", trends);
    json_object_set_new(root, "tables", tables);
    json_object_set_new(root, "charts", charts);
    return root;
}

void overview_write_json(const struct overview *overview, struct arena *arena, struct strbuf *out)
{
    json_t *root = overview_json(overview, arena);
    char *text = json_dumps(root, JSON_INDENT(2));
    strbuf_add_text(out, text ? text : "{}");
    strbuf_add_char(out, '\n');
    free(text);
    json_decref(root);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Whoever changed the file: a terminal is shown it. */
static const char *clean_text(const json_t *object, const char *name, struct arena *arena)
{
    const char *text = json_get_text(object, name, arena);
    return text ? utf8_clean(arena, text) : NULL;
}

static size_t items_of(const json_t *object, const char *name, size_t most, const json_t **list)
{
    *list = json_object_get(object, name);
    size_t count = json_array_size(*list);
    return count < most ? count : most;
}

static void read_key_figures(struct overview *overview, const json_t *root, struct arena *arena)
{
    const json_t *list;
    size_t count = items_of(root, "key_figures", MOST_ITEMS, &list);
    struct key_figure *figures = arena_alloc_array(arena, count + 1, sizeof *figures);
    for (size_t i = 0; i < count; i++) {
        struct key_figure figure = key_figure_from_json(json_array_get(list, i), arena);
        if (!figure.value || !figure.label)
            continue;
        figure.value = utf8_clean(arena, figure.value);
        figure.label = utf8_clean(arena, figure.label);
        figures[overview->key_figure_count++] = figure;
    }
    overview->key_figures = figures;
}

/* Summaries of earlier programs have none. */
static void read_verdict(struct overview *overview, const json_t *root, struct arena *arena)
{
    const json_t *object = json_object_get(root, "verdict");
    overview->verdict = (struct overview_verdict){.bound = clean_text(object, "bound", arena),
                                                  .sentence = clean_text(object, "text", arena),
                                                  .share = json_get_number(object, "value"),
                                                  .needed = json_get_number(object, "threshold")};
}

static void read_trends(struct overview *overview, const json_t *root, struct arena *arena)
{
    const json_t *list, *steps;
    size_t count = items_of(root, "trends", OVERVIEW_TRENDS, &list);
    for (size_t i = 0; i < count; i++) {
        const json_t *object = json_array_get(list, i);
        size_t step_count = items_of(object, "steps", OVERVIEW_STEPS, &steps);
        double *places = arena_alloc_array(arena, OVERVIEW_STEPS, sizeof *places);
        struct overview_trend trend = {.label = clean_text(object, "label", arena),
                                       .brief = clean_text(object, "brief", arena),
                                       .line = clean_text(object, "line", arena),
                                       .start = json_get_number(object, "start"),
                                       .end = json_get_number(object, "end"),
                                       .low = json_get_number(object, "low"),
                                       .high = json_get_number(object, "high"),
                                       .count = step_count,
                                       .steps = places};
        for (size_t k = 0; k < step_count; k++) {
            const json_t *step = json_array_get(steps, k);
            places[k] = json_is_number(step)
                            ? (json_number_value(step) - trend.low) / (trend.high - trend.low)
                            : NUMBER_MISSING;
        }
        overview->trends[overview->trend_count++] = trend;
    }
}

static const char *text_in(const json_t *list, size_t index, struct arena *arena)
{
    json_t *holder = json_object();
    json_object_set(holder, "text", json_array_get(list, index));
    const char *text = clean_text(holder, "text", arena);
    json_decref(holder);
    return text ? text : "";
}

static const struct table_view *read_table(const json_t *object, struct arena *arena)
{
    const json_t *heads, *aligns, *rows, *cells;
    struct table_view *view = arena_alloc(arena, sizeof *view);
    *view = (struct table_view){.columns = items_of(object, "heads", MOST_COLUMNS, &heads),
                                .rows = items_of(object, "rows", OVERVIEW_ROWS + 1, &rows)};
    double left_out = json_get_number(object, "left_out");
    view->left_out = left_out > 0 && left_out < 1e15 ? (size_t)left_out : 0;
    view->heads = arena_alloc_array(arena, view->columns + 1, sizeof *view->heads);
    view->aligns = arena_alloc_array(arena, view->columns + 1, sizeof *view->aligns);
    view->cells = arena_alloc_array(arena, view->columns * view->rows + 1, sizeof *view->cells);
    items_of(object, "aligns", MOST_COLUMNS, &aligns);
    for (size_t i = 0; i < view->columns; i++) {
        view->heads[i] = text_in(heads, i, arena);
        view->aligns[i] = strcmp(text_in(aligns, i, arena), "right") == 0 ? CELL_RIGHT : CELL_LEFT;
    }
    for (size_t row = 0; row < view->rows; row++)
        for (size_t i = 0; i < view->columns; i++) {
            cells = json_array_get(rows, row);
            view->cells[row * view->columns + i] = text_in(cells, i, arena);
        }
    return view;
}

static void read_tables(struct overview *overview, const json_t *root, struct arena *arena)
{
    const json_t *list;
    size_t count = items_of(root, "tables", OVERVIEW_TABLES, &list);
    for (size_t i = 0; i < count; i++) {
        const json_t *object = json_array_get(list, i);
        const char *heading = clean_text(object, "heading", arena);
        overview->tables[overview->table_count++] =
            (struct overview_table){heading ? heading : "", read_table(object, arena)};
    }
}

static void read_charts(struct overview *overview, const json_t *root, struct arena *arena)
{
    const json_t *list;
    size_t count = items_of(root, "charts", OVERVIEW_CHARTS, &list);
    for (size_t i = 0; i < count; i++) {
        const json_t *object = json_array_get(list, i);
        struct overview_chart chart = {.figure = clean_text(object, "figure", arena),
                                       .title = clean_text(object, "title", arena),
                                       .brief = clean_text(object, "brief", arena),
                                       .alt = clean_text(object, "alt", arena)};
        if (chart.figure)
            overview->charts[overview->chart_count++] = chart;
    }
}

bool overview_read_json(struct overview *overview, const char *path, const struct strbuf *text,
                        struct arena *arena, struct error *error)
{
    json_error_t fault;
    json_t *root = json_loadb(text->text, text->size, JSON_REJECT_DUPLICATES, &fault);
    *overview = (struct overview){0};
    if (!root)
        return error_set(error, ERROR_INPUT, "%s:%d: %s", path, fault.line, fault.text);
    bool is_ours =
        json_is_object(root) && json_integer_value(json_object_get(root, "schema")) == SCHEMA;
    if (is_ours) {
        overview->program = clean_text(root, "program", arena);
        overview->title = clean_text(root, "title", arena);
        overview->subtitle = clean_text(root, "subtitle", arena);
        overview->period = clean_text(root, "period", arena);
        overview->state = clean_text(root, "state", arena);
        overview->pdf_name = clean_text(root, "pdf", arena);
        read_verdict(overview, root, arena);
        read_key_figures(overview, root, arena);
        overview->findings = listed_findings_from_json(json_object_get(root, "findings"),
                                                       MOST_ITEMS, arena, &overview->finding_count);
        read_trends(overview, root, arena);
        read_tables(overview, root, arena);
        read_charts(overview, root, arena);
    }
    json_decref(root);
    return is_ours || error_set(error, ERROR_INPUT,
                                "%s: not a summary of schema %d (draw the report again with "
                                "'jobreport replot')",
                                path, SCHEMA);
}
