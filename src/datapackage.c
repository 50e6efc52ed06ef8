#include "datapackage.h"

#include <stdlib.h>
#include <string.h>

#include "facts_json.h"
#include "table/published.h"
#include "util/path.h"

static const char *const type_names[] = {
    [MEANING_TEXT] = "string",  [MEANING_NUMBER] = "number", [MEANING_COUNT] = "number",
    [MEANING_SHARE] = "number", [MEANING_MOMENT] = "number", [MEANING_FLAG] = "integer",
};

static const char *unit_of(const struct column_schema *column)
{
    switch (column->meaning) {
    case MEANING_SHARE:
        return "1";
    case MEANING_MOMENT:
        return "s (Unix time)";
    case MEANING_TEXT:
    case MEANING_NUMBER:
    case MEANING_COUNT:
    case MEANING_FLAG:
        break;
    }
    return column->unit;
}

json_t *datapackage_field(const struct column_schema *column, const char *name)
{
    json_t *field = json_pack("{s:s,s:s,s:s}", "name", name, "type", type_names[column->meaning],
                              "title", *column->title ? column->title : name);
    const char *unit = unit_of(column);
    if (*unit)
        json_object_set_new(field, "unit", json_string(unit));
    json_object_set_new(field, "description", json_string(column->description));
    return field;
}

static json_t *schema_of(const struct table *table)
{
    json_t *fields = json_array();
    for (size_t i = 0; i < table->column_count; i++)
        json_array_append_new(fields,
                              datapackage_field(table->columns[i].schema, table->columns[i].name));
    return json_pack("{s:o,s:[s]}", "fields", fields, "missingValues", "");
}

static json_t *resource_of(const struct table *table, struct arena *arena)
{
    const char *name = table->schema->name;
    return json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:o}", "name", name, "path",
                     arena_format(arena, "%s.csv", name), "profile", "tabular-data-resource",
                     "description", arena_format(arena, "A row is %s.", table->schema->row),
                     "format", "csv", "mediatype", "text/csv", "encoding", "utf-8", "schema",
                     schema_of(table));
}

bool datapackage_write(const struct tables *tables, const char *heading, const char *path,
                       struct error *error)
{
    struct arena arena;
    arena_init(&arena);
    json_t *resources = json_array();
    for (size_t i = 0; i < table_schema_count(); i++) {
        const struct table *table = tables_find(tables, table_schema_at(i)->name);
        if (table)
            json_array_append_new(resources,
                                  resource_of(table_as_published(tables, table, &arena), &arena));
    }
    json_t *package =
        json_pack("{s:s,s:s,s:o*,s:o}", "profile", "tabular-data-package", "name", "jobreport",
                  "title", heading ? json_from_text(&arena, heading) : NULL, "resources",
                  resources);
    char *text = package ? json_dumps(package, JSON_INDENT(1)) : NULL;
    bool good = text ? path_write(path, text, strlen(text), error)
                     : error_set(error, ERROR_OUTPUT, "%s: cannot be written as JSON", path);
    free(text);
    json_decref(package);
    arena_release(&arena);
    return good;
}
