/* The config file: long options as a JSON object. */
#include <jansson.h>
#include <stdlib.h>

#include "options.h"
#include "util/number.h"

/* The option's value as text, in `number` where it is one; NULL when it can be none. */
static const char *text_of(const json_t *value, char number[NUMBER_TEXT_SIZE])
{
    if (json_is_string(value))
        return json_string_value(value);
    if (json_is_true(value))
        return "true";
    if (!json_is_number(value))
        return NULL;
    number_format(json_number_value(value), number);
    return number;
}

static bool set(struct options *options, const char *path, const char *name, const char *text,
                struct error *error)
{
    if (text)
        return options_set(options, name, text, SOURCE_CONFIG, error) ||
               error_add_context(error, "%s", path);
    return error_set(error, ERROR_USAGE,
                     "%s: \"%s\" must be a text, a number, true, or a list or an object of these",
                     path, name);
}

static bool set_pairs(struct options *options, const char *path, const char *name, json_t *object,
                      struct error *error)
{
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        char number[NUMBER_TEXT_SIZE];
        const char *text = text_of(value, number);
        if (text)
            text = arena_format(options->arena, "%s=%s", key, text);
        if (!set(options, path, name, text, error))
            return false;
    }
    return true;
}

static bool set_from_json(struct options *options, const char *path, const char *name,
                          json_t *value, struct error *error)
{
    char number[NUMBER_TEXT_SIZE];
    if (json_is_object(value))
        return set_pairs(options, path, name, value, error);
    if (json_is_false(value) || json_is_null(value))
        return true;
    return set(options, path, name, text_of(value, number), error);
}

bool options_read_config(struct options *options, const char *path, struct error *error)
{
    json_error_t fault;
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &fault);
    if (!root && json_error_code(&fault) == json_error_cannot_open_file)
        return error_set_errno(error, ERROR_USAGE, "cannot read %s", path);
    if (!root)
        return error_set(error, ERROR_USAGE, "%s:%d: %s", path, fault.line, fault.text);
    bool good = json_is_object(root) ||
                error_set(error, ERROR_USAGE, "%s: not a JSON object of long options", path);
    const char *name;
    json_t *value;
    if (good)
        json_object_foreach(root, name, value)
        {
            size_t count = json_is_array(value) ? json_array_size(value) : 1;
            for (size_t i = 0; i < count && good; i++)
                good =
                    set_from_json(options, path, name,
                                  json_is_array(value) ? json_array_get(value, i) : value, error);
            if (!good)
                break;
        }
    json_decref(root);
    return good;
}
