#include "datapackage.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "page/facts_json.h"
#include "table/published.h"
#include "util/path.h"

enum { LARGEST_PACKAGE = 1 << 28 };

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

json_t *datapackage_schema(const struct column_schema *columns, size_t count)
{
    json_t *fields = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(fields, datapackage_field(&columns[i], columns[i].name));
    return json_pack("{s:o,s:[s]}", "fields", fields, "missingValues", "");
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

bool datapackage_write(const struct tables *tables, json_t *attempts, const char *heading,
                       const char *path, struct error *error)
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
    if (attempts)
        json_array_append(resources, attempts);
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

/* ---- reading -----------------------------------------------------------------------------------
 */

static struct column_names names_of(const json_t *fields, struct arena *arena)
{
    struct column_names names = {0};
    names.items = arena_alloc_array(arena, json_array_size(fields), sizeof *names.items);
    for (size_t i = 0; i < json_array_size(fields); i++) {
        const char *name = json_get_text(json_array_get(fields, i), "name", arena);
        if (name)
            names.items[names.count++] = name;
    }
    return names;
}

static void read_resources(struct datapackage *package, const json_t *resources,
                           struct arena *arena)
{
    package->tables = arena_alloc_array(arena, json_array_size(resources), sizeof *package->tables);
    for (size_t i = 0; i < json_array_size(resources); i++) {
        const json_t *resource = json_array_get(resources, i);
        const char *name = json_get_text(resource, "name", arena);
        const json_t *fields = json_object_get(json_object_get(resource, "schema"), "fields");
        if (name)
            package->tables[package->table_count++] =
                (struct described_table){name, names_of(fields, arena)};
    }
}

/* True with no *root where there is no such file. */
static bool load(const char *path, json_t **root, struct error *error)
{
    struct strbuf content;
    json_error_t fault;
    strbuf_init(&content);
    bool good = path_read(path, LARGEST_PACKAGE, &content, error);
    bool is_absent = !good && error->number == ENOENT;
    *root = good ? json_loadb(content.text, content.size, 0, &fault) : NULL;
    strbuf_release(&content);
    if (good && !*root)
        good = error_set(error, ERROR_INPUT, "%s:%d: %s", path, fault.line, fault.text);
    return good || is_absent;
}

bool datapackage_read(struct datapackage *package, const char *path, struct arena *arena,
                      struct error *error)
{
    json_t *root;
    *package = (struct datapackage){0};
    bool good = load(path, &root, error);
    if (root)
        read_resources(package, json_object_get(root, "resources"), arena);
    json_decref(root);
    return good;
}

bool datapackage_resource(const char *path, const char *name, json_t **resource,
                          struct error *error)
{
    json_t *root, *item;
    size_t i;
    *resource = NULL;
    bool good = load(path, &root, error);
    json_array_foreach(json_object_get(root, "resources"), i, item)
    {
        const char *own = json_string_value(json_object_get(item, "name"));
        if (own && strcmp(own, name) == 0 && !*resource)
            *resource = json_incref(item);
    }
    json_decref(root);
    return good;
}

const struct column_names *datapackage_columns(const struct datapackage *package, const char *table)
{
    for (size_t i = 0; i < package->table_count; i++)
        if (strcmp(package->tables[i].name, table) == 0)
            return &package->tables[i].columns;
    return NULL;
}
