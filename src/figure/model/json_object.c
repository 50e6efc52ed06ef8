#include "figure/model/json_object.h"

#include <string.h>

#include "figure/model/json_line.h"
#include "util/nearest.h"

/* ---- messages ------------------------------------------------------------------------------- */

/* Where the file is at fault, and in which of its charts. */
static const char *where(const struct object *object, const char *place)
{
    const struct definition_file *file = object->file;
    size_t line = json_line(file->text, place);
    if (!object->chart)
        return arena_format(file->arena, "%s:%zu", file->path, line);
    return arena_format(file->arena, "%s:%zu: chart \"%s\"", file->path, line, object->chart);
}

const char *object_place(const struct object *object, const char *field)
{
    const char *place = NULL;
    for (const struct object *holder = object; holder && !place; holder = holder->within)
        place = json_member(holder->place, field);
    return place;
}

bool object_fault(const struct object *object, const char *field, const char *what)
{
    const char *place = object_place(object, field);
    if (object->file->error->kind)
        return false;
    return error_set(object->file->error, ERROR_USAGE, "%s: \"%s\" %s",
                     where(object, place ? place : object->place), field, what);
}

bool object_wrong_type(const struct object *object, const char *field, const json_t *value,
                       const char *wanted)
{
    static const char *const names[] = {
        [JSON_OBJECT] = "an object", [JSON_ARRAY] = "a list",  [JSON_STRING] = "a text",
        [JSON_INTEGER] = "a number", [JSON_REAL] = "a number", [JSON_TRUE] = "true",
        [JSON_FALSE] = "false",      [JSON_NULL] = "null",
    };
    return object_fault(object, field,
                        arena_format(object->file->arena, "must be %s, not %s", wanted,
                                     names[json_typeof(value)]));
}

bool object_missing_field(const struct object *object, const char *field)
{
    if (object->file->error->kind)
        return false;
    return error_set(object->file->error, ERROR_USAGE, "%s: %s has no \"%s\"",
                     where(object, object->place), object->what, field);
}

/* ---- fields --------------------------------------------------------------------------------- */

bool object_text(const struct object *object, const char *field, const char **text)
{
    json_t *value = json_object_get(object->json, field);
    if (!value)
        return true;
    if (!json_is_string(value))
        return object_wrong_type(object, field, value, "a text");
    *text = arena_text(object->file->arena, json_string_value(value));
    return true;
}

bool object_name(const struct object *object, const char *field, const char **text)
{
    if (!object_text(object, field, text))
        return false;
    if (!*text)
        return object_missing_field(object, field);
    return **text ? true : object_fault(object, field, "must not be empty");
}

bool object_flag(const struct object *object, const char *field, bool *flag)
{
    json_t *value = json_object_get(object->json, field);
    if (!value)
        return true;
    if (!json_is_boolean(value))
        return object_wrong_type(object, field, value, "true or false");
    *flag = json_is_true(value);
    return true;
}

bool object_number(const struct object *object, const char *field, double *number)
{
    json_t *value = json_object_get(object->json, field);
    if (!value)
        return true;
    if (!json_is_number(value))
        return object_wrong_type(object, field, value, "a number");
    *number = json_number_value(value);
    return true;
}

/* One of two words; *second says which. */
bool object_choice(const struct object *object, const char *field, const char *first,
                   const char *second, bool *is_second, bool *given)
{
    const char *text = NULL;
    if (!object_text(object, field, &text))
        return false;
    *given = text != NULL;
    *is_second = text && strcmp(text, second) == 0;
    if (!text || *is_second || strcmp(text, first) == 0)
        return true;
    return object_fault(object, field,
                        arena_format(object->file->arena, "must be \"%s\" or \"%s\", not \"%s\"",
                                     first, second, text));
}

static bool unknown_field(const struct object *object, const char *field, const char *const *known)
{
    struct nearest nearest = nearest_begin(field, strlen(field));
    for (size_t i = 0; known[i]; i++)
        nearest_offer(&nearest, known[i]);
    if (!nearest.found)
        return object_fault(object, field, "is not a known field here (see plots/README.md)");
    return object_fault(object, field,
                        arena_format(object->file->arena,
                                     "is not a known field here (did you mean \"%s\"?)",
                                     nearest.found));
}

bool object_refuse_unknown(const struct object *object, const char *const *known)
{
    const char *field;
    json_t *value;
    json_object_foreach(object->json, field, value)
    {
        size_t i = 0;
        while (known[i] && strcmp(known[i], field) != 0)
            i++;
        if (!known[i])
            return unknown_field(object, field, known);
    }
    return true;
}

bool object_pairs(const struct object *object, const char *field, struct name_pairs *pairs)
{
    struct arena *arena = object->file->arena;
    json_t *value = json_object_get(object->json, field), *text;
    const char *name;
    if (!value)
        return true;
    if (!json_is_object(value))
        return object_wrong_type(object, field, value, "an object");
    pairs->count = 0;
    pairs->items = arena_alloc_array(arena, json_object_size(value), sizeof pairs->items[0]);
    json_object_foreach(value, name, text)
    {
        if (!json_is_string(text))
            return object_wrong_type(object, field, text, "an object of texts");
        pairs->items[pairs->count++] =
            (struct name_pair){arena_text(arena, name), arena_text(arena, json_string_value(text))};
    }
    return true;
}

bool object_rising(const struct object *object, const char *field, double *numbers, size_t most,
                   size_t *count)
{
    json_t *list = json_object_get(object->json, field);
    *count = 0;
    if (!list)
        return true;
    if (!json_is_array(list) || json_array_size(list) > most)
        return object_fault(object, field,
                            arena_format(object->file->arena,
                                         "must be a list of at most %zu numbers", most));
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *number = json_array_get(list, i);
        if (!json_is_number(number) || (i > 0 && json_number_value(number) <= numbers[i - 1]))
            return object_fault(object, field, "must hold numbers in rising order");
        numbers[(*count)++] = json_number_value(number);
    }
    return true;
}
