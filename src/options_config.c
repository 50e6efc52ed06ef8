/* The config file: long options as a JSON object. */
#include <errno.h>
#include <jansson.h>
#include <string.h>
#include <sys/stat.h>

#include "option_rows.h"
#include "options_parse.h"
#include "util/number.h"
#include "util/path.h"
#include "util/utf8.h"

enum { LARGEST_CONFIG = 1 << 20, MOST_REFUSED_SHOWN = 10, LONGEST_NAME = 40 };

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

static bool set_from_list(struct options *options, const char *path, const char *name,
                          json_t *value, struct error *error)
{
    if (!json_is_array(value))
        return set_from_json(options, path, name, value, error);
    for (size_t i = 0; i < json_array_size(value); i++)
        if (!set_from_json(options, path, name, json_array_get(value, i), error))
            return false;
    return true;
}

/* ---- the file -------------------------------------------------------------------------------- */

static json_t *parse(const struct strbuf *content, const char *path, struct error *error)
{
    json_error_t fault;
    json_t *root = json_loadb(content->text, content->size, JSON_REJECT_DUPLICATES, &fault);
    if (!root)
        error_set(error, ERROR_USAGE, "%s:%d: %s", path, fault.line, fault.text);
    else if (!json_is_object(root))
        error_set(error, ERROR_USAGE, "%s: not a JSON object of long options", path);
    if (json_is_object(root))
        return root;
    json_decref(root);
    return NULL;
}

/* *text: what is in it; `text` may be NULL. */
static json_t *load(const char *path, struct arena *arena, const char **text, struct error *error)
{
    struct strbuf content;
    json_t *root = NULL;
    strbuf_init(&content);
    if (path_read(path, LARGEST_CONFIG, &content, error))
        root = parse(&content, path, error);
    else
        error->kind = ERROR_USAGE;
    if (root && text)
        *text = arena_text(arena, content.text);
    strbuf_release(&content);
    return root;
}

bool options_read_config(struct options *options, const char *path, struct error *error)
{
    json_t *root = load(path, options->arena, &options->config_text, error);
    bool good = root != NULL;
    const char *name;
    json_t *value;
    json_object_foreach(root, name, value)
    {
        good = strcmp(name, "findings") == 0 || set_from_list(options, path, name, value, error);
        if (!good)
            break;
    }
    json_decref(root);
    return good;
}

/* ---- a file that nobody named ---------------------------------------------------------------- */

static bool describes_data(const char *name)
{
    for (int id = 0; id < OPTION_COUNT; id++)
        if (!strcmp(option_rows[id].name, name))
            return option_rows[id].describes_data;
    return false;
}

static void add_separated(struct strbuf *list, const char *name)
{
    if (list->size)
        strbuf_add_text(list, ", ");
    strbuf_add_text(list, name);
}

/* Names are of strangers: shortened, and few. */
static void add_refused(struct strbuf *list, const char *name, size_t count, struct arena *arena)
{
    if (count <= MOST_REFUSED_SHOWN)
        add_separated(list, arena_format(arena, "\"%s\"", utf8_shorten(arena, name, LONGEST_NAME)));
}

static const char *refusal(struct options *options, const char *path, const struct strbuf *refused,
                           size_t count)
{
    struct strbuf allowed;
    strbuf_init(&allowed);
    for (int id = 0; id < OPTION_COUNT; id++)
        if (option_rows[id].describes_data)
            add_separated(&allowed, option_rows[id].name);
    const char *more = count > MOST_REFUSED_SHOWN ? arena_format(options->arena, " and %zu more",
                                                                 count - MOST_REFUSED_SHOWN)
                                                  : "";
    const char *sentence = arena_format(
        options->arena,
        "%s: refused %s%s: a config file found beside inputs may only describe the data (%s); "
        "give others on the command line, or name the file with --config",
        path, refused->text, more, allowed.text);
    strbuf_release(&allowed);
    return sentence;
}

/* Each of the two may be right, and both together not. */
static void restore_classes(struct options *options, const struct options *before, const char *path,
                            void (*note)(void *context, const char *line), void *context)
{
    static const enum option_id ids[] = {OPTION_SMALL_MEMORY, OPTION_MEDIUM_MEMORY};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        options->texts[ids[i]] = before->texts[ids[i]];
        options->sources[ids[i]] = before->sources[ids[i]];
    }
    options->small_memory = before->small_memory;
    options->medium_memory = before->medium_memory;
    note(context,
         arena_format(options->arena,
                      "%s: small-memory is not below medium-memory; neither is used", path));
}

/* What it says in a wrong way is left out, and said: who asked for the report did not write it. */
static void set_described(struct options *options, const char *path, const json_t *root,
                          void (*note)(void *context, const char *line), void *context)
{
    const struct options before = *options;
    struct strbuf refused;
    size_t refused_count = 0;
    const char *name;
    json_t *value;
    strbuf_init(&refused);
    json_object_foreach((json_t *)(size_t)root, name, value)
    {
        struct error fault;
        if (!describes_data(name))
            add_refused(&refused, name, ++refused_count, options->arena);
        else if (!set_from_list(options, path, name, value, &fault))
            note(context, arena_format(options->arena, "%s; not used", fault.text));
    }
    if (options->small_memory >= options->medium_memory &&
        before.small_memory < before.medium_memory)
        restore_classes(options, &before, path, note, context);
    if (refused_count)
        note(context, refusal(options, path, &refused, refused_count));
    strbuf_release(&refused);
}

static bool is_link(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

/* By errno of reading it: none is there. */
static bool says_absent(int reason)
{
    return reason == ENOENT || reason == ENOTDIR;
}

/* The same: whether another try would say the same. */
static bool may_be_passed_over(int reason)
{
    return reason == 0 || reason == EACCES || reason == EPERM || reason == ENXIO;
}

bool options_read_found_config(struct options *options, const char *path, bool *in_directory,
                               void (*note)(void *context, const char *line), void *context,
                               struct error *error)
{
    *in_directory = true;
    if (is_link(path)) {
        note(context,
             arena_format(options->arena,
                          "%s: a symbolic link, not used (name the file with --config)", path));
        return true;
    }
    json_t *root = load(path, options->arena, NULL, error);
    int reason = root ? 0 : error->number;
    *in_directory = reason != ENOTDIR;
    if (root)
        set_described(options, path, root, note, context);
    else if (may_be_passed_over(reason))
        note(context, arena_format(options->arena, "%s; not used", error->text));
    else
        error->kind = ERROR_INPUT;
    json_decref(root);
    return says_absent(reason) || may_be_passed_over(reason);
}
