#include "lists.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "datapackage.h"
#include "input/reader.h"
#include "table/table.h"

static void add_json(json_t *list, struct strbuf *out)
{
    char *text = json_dumps(list, JSON_INDENT(2));
    strbuf_add_text(out, text);
    strbuf_add_char(out, '\n');
    free(text);
    json_decref(list);
}

void lists_write_formats(bool as_json, struct strbuf *out)
{
    json_t *list = json_array();
    for (size_t i = 0; i < reader_count(); i++) {
        const struct reader *reader = reader_at(i);
        if (!as_json)
            strbuf_format(out, "%-22s %s\n", reader->name, reader->description);
        json_array_append_new(list, json_pack("{s:s,s:s}", "name", reader->name, "description",
                                              reader->description));
    }
    if (as_json)
        add_json(list, out);
    else
        json_decref(list);
}

void lists_write_figures(const struct plotspecs *specs, bool as_json, struct strbuf *out)
{
    json_t *list = json_array();
    for (size_t i = 0; i < specs->count; i++)
        for (size_t k = 0; k < specs->items[i].figure_count; k++) {
            const struct plotspec *spec = &specs->items[i];
            const struct plot_figure *figure = &spec->figures[k];
            if (!as_json)
                strbuf_format(out, "%-40s %-10s %s\n", figure->id, figure->kind,
                              spec->title ? spec->title : "any other metric");
            json_array_append_new(list,
                                  json_pack("{s:s,s:s,s:s,s:s,s:s?}", "id", figure->id, "kind",
                                            figure->kind, spec->metric ? "metric" : "table",
                                            spec->metric ? spec->metric : spec->table, "section",
                                            figure->section, "title", spec->title));
        }
    if (as_json)
        add_json(list, out);
    else
        json_decref(list);
}

static json_t *columns_json(const struct table_schema *schema)
{
    json_t *list = json_array();
    for (size_t i = 0; i < schema->column_count; i++)
        json_array_append_new(list,
                              datapackage_field(&schema->columns[i], schema->columns[i].name));
    if (schema->is_open)
        json_array_append_new(list, datapackage_field(&schema->others, schema->others.name));
    return list;
}

static void list_columns(const struct table_schema *schema, struct strbuf *out)
{
    strbuf_format(out, "%s: a row is %s\n   ", schema->name, schema->row);
    for (size_t i = 0; i < schema->column_count; i++)
        strbuf_format(out, " %s", schema->columns[i].name);
    strbuf_add_text(out, schema->is_open ? " *\n" : "\n");
}

void lists_write_tables(bool as_json, struct strbuf *out)
{
    json_t *list = json_array();
    for (size_t i = 0; i < table_schema_count(); i++) {
        const struct table_schema *schema = table_schema_at(i);
        if (!as_json)
            list_columns(schema, out);
        json_array_append_new(list, json_pack("{s:s,s:s,s:o}", "name", schema->name, "row",
                                              schema->row, "columns", columns_json(schema)));
    }
    if (as_json)
        add_json(list, out);
    else
        json_decref(list);
}
