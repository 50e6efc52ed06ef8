#include "figure/charts/table_columns.h"

#include <string.h>

#include "figure/charts/table_rows.h"
#include "figure/model/json_object.h"
#include "util/number.h"

/* A name of the list and what is behind it: "value#?". */
struct word {
    size_t size;
    bool is_number, is_optional;
};

static const char *next_word(const char *list, struct word *word)
{
    list += strspn(list, " ");
    word->size = strcspn(list, " #?");
    size_t marks = strcspn(list + word->size, " ");
    word->is_number = memchr(list + word->size, '#', marks) != NULL;
    word->is_optional = memchr(list + word->size, '?', marks) != NULL;
    return list;
}

static bool find_word(const char *list, const char *name, struct word *word)
{
    for (const char *at = next_word(list, word); word->size > 0;
         at = next_word(at + word->size + strcspn(at + word->size, " "), word))
        if (strlen(name) == word->size && strncmp(at, name, word->size) == 0)
            return true;
    return false;
}

static bool check_column(const struct object *object, const struct table_schema *schema,
                         const char *field, const char *column, bool is_number)
{
    struct arena *arena = object->file->arena;
    const struct column_schema *found = table_schema_column(schema, column);
    if (!found)
        return object_fault(object, field,
                            arena_format(arena,
                                         "names \"%s\", which is not a column of the table %s",
                                         column, schema->name));
    if ((found->type == COLUMN_NUMBER) != is_number)
        return object_fault(object, field,
                            arena_format(arena, "names \"%s\", which holds %s", column,
                                         found->type == COLUMN_NUMBER ? "numbers" : "texts"));
    return true;
}

static bool check_roles(const struct object *object, const struct table_schema *schema,
                        const struct plotspec *spec, const char *roles)
{
    struct word role;
    for (size_t i = 0; i < spec->columns.count; i++) {
        const struct name_pair *pair = &spec->columns.items[i];
        if (!find_word(roles, pair->name, &role))
            return object_fault(
                object, "columns",
                arena_format(object->file->arena,
                             "gives a role \"%s\" that this kind of chart does not have",
                             pair->name));
        if (!check_column(object, schema, "columns", pair->value, role.is_number))
            return false;
    }
    return true;
}

static bool check_needed(const struct object *object, const struct plotspec *spec,
                         const char *roles)
{
    struct arena *arena = object->file->arena;
    struct word role;
    for (const char *at = next_word(roles, &role); role.size > 0;
         at = next_word(at + role.size + strcspn(at + role.size, " "), &role)) {
        const char *name = arena_text_of_size(arena, at, role.size);
        if (!role.is_optional && !name_pairs_find(&spec->columns, name))
            return object_fault(object, "columns",
                                arena_format(arena, "must give the role \"%s\"", name));
    }
    return true;
}

bool plot_columns_check(const struct object *object, const struct plotspec *spec)
{
    const struct table_schema *schema = table_schema_find(spec->table);
    const char *roles = chart_by_name(spec->figures[0].kind)->columns;
    if (!schema)
        return object_fault(object, "table",
                            arena_format(object->file->arena,
                                         "must be a result table, which \"%s\" is not",
                                         spec->table));
    for (size_t i = 0; i < spec->where.count; i++)
        if (!check_column(object, schema, "where", spec->where.items[i].name, false))
            return false;
    if (spec->each && !check_column(object, schema, "each", spec->each, false))
        return false;
    if (spec->unless && !check_column(object, schema, "unless", spec->unless, true))
        return false;
    return check_roles(object, schema, spec, roles) && check_needed(object, spec, roles);
}

bool table_is_superseded(const struct chart_request *request)
{
    const char *value = name_pairs_find(&request->spec->columns, "value");
    struct table_rows rows;
    if (!request->spec->unless || !value || !table_rows_make(request, &rows))
        return false;
    const double *values = table_numbers(rows.table, value),
                 *others = table_numbers(rows.table, request->spec->unless);
    size_t known = 0;
    for (size_t i = 0; i < rows.count; i++) {
        if (number_is_missing(values[rows.rows[i]]))
            continue;
        if (number_is_missing(others[rows.rows[i]]))
            return false;
        known++;
    }
    return known > 0;
}

bool table_has_values(const struct chart_request *request)
{
    struct table_rows rows;
    struct word role;
    const char *roles = chart_by_name(request->figure->kind)->columns;
    if (!table_rows_make(request, &rows))
        return false;
    for (const char *at = next_word(roles, &role); role.size > 0;
         at = next_word(at + role.size + strcspn(at + role.size, " "), &role))
        if (role.is_number && !role.is_optional &&
            !table_rows_numbers(&rows, arena_text_of_size(request->scratch, at, role.size)))
            return false;
    return true;
}
