/* The config file: long options as a JSON object. */
#include <errno.h>
#include <jansson.h>
#include <string.h>
#include <sys/stat.h>

#include "option_rows.h"
#include "options_parse.h"
#include "util/json_line.h"
#include "util/number.h"
#include "util/path.h"
#include "util/trusted_file.h"
#include "util/utf8.h"

enum { LARGEST_CONFIG = 1 << 20, MOST_REFUSED_SHOWN = 10, LONGEST_NAME = 40 };

/* The file, and the member of it that is set. */
struct config {
    struct options *options;
    const char *path, *text, *name;
    enum option_source source;
    struct error *error;
};

static bool add_place(const struct config *config)
{
    return error_add_context(config->error, "%s:%zu", config->path,
                             json_line_of(config->text, &config->name, 1));
}

static bool wrong_type(const struct config *config, const char *right)
{
    error_set(config->error, ERROR_USAGE, "\"%s\" must be %s", config->name, right);
    return add_place(config);
}

/* A file of the site lies beside its config file, wherever the program is called. */
static const char *from_place(const struct config *config, const char *text)
{
    if (strcmp(config->name, option_rows[OPTION_LOGO].name) != 0 || !*text || *text == '/')
        return text;
    struct arena *arena = config->options->arena;
    return path_join(arena, path_parent(arena, config->path), text);
}

static bool set(const struct config *config, const char *text)
{
    return options_set(config->options, config->name, from_place(config, text), config->source,
                       config->error) ||
           add_place(config);
}

/* A text, or a number as text, in `number`; NULL: it is neither. */
static const char *text_of(const json_t *value, char number[NUMBER_TEXT_SIZE])
{
    if (json_is_string(value))
        return json_string_value(value);
    if (!json_is_number(value))
        return NULL;
    number_format(json_number_value(value), number);
    return number;
}

/* false takes back what a weaker file set. */
static bool set_flag(const struct config *config, const json_t *value)
{
    if (!json_is_boolean(value))
        return wrong_type(config, "true or false");
    return set(config, json_is_true(value) ? "true" : "false");
}

/* {"task": "rule"} is "task=rule" */
static bool set_pairs(const struct config *config, json_t *object)
{
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        char number[NUMBER_TEXT_SIZE];
        const char *text = text_of(value, number);
        if (!text)
            return wrong_type(config, "an object of texts, such as {\"task\": \"rule\"}");
        if (!set(config, arena_format(config->options->arena, "%s=%s", key, text)))
            return false;
    }
    return true;
}

static bool set_list(const struct config *config, json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        char number[NUMBER_TEXT_SIZE];
        const char *text = text_of(json_array_get(list, i), number);
        if (!text)
            return wrong_type(config, "a text, or a list of texts");
        if (!set(config, text))
            return false;
    }
    return true;
}

static bool is_one_of(const struct option_row *row, const enum option_id *ids, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (row == &option_rows[ids[i]])
            return true;
    return false;
}

/* NULL: the file may set it. */
static const char *refusal_of(const struct config *config, const struct option_row *row)
{
    /* What is done instead of a report, or with which file. */
    static const enum option_id of_command_line[] = {OPTION_CONFIG, OPTION_HELP, OPTION_VERSION,
                                                     OPTION_GENERATE};
    /* Where one report goes, of which inputs, and whose job it was. */
    static const enum option_id of_one_run[] = {OPTION_OUTPUT, OPTION_FILES_FROM, OPTION_EXPECT,
                                                OPTION_DUMP,   OPTION_JOB_ID,     OPTION_USER};
    if (is_one_of(row, of_command_line, sizeof of_command_line / sizeof *of_command_line))
        return "is for the command line only";
    if (config->source < SOURCE_CONFIG &&
        is_one_of(row, of_one_run, sizeof of_one_run / sizeof *of_one_run))
        return "is of a single run: give it on the command line, or in a file that --config names";
    return NULL;
}

/* null is an option that is not given. */
static bool set_member(const struct config *config, json_t *value)
{
    char number[NUMBER_TEXT_SIZE];
    const struct option_row *row = option_row_called(config->name);
    bool is_list = row && option_may_repeat(row);
    bool is_mapping = row == &option_rows[OPTION_MAPPING];
    const char *text = text_of(value, number);
    if (json_is_null(value))
        return true;
    if (!row)
        return set(config, "");
    const char *refusal = refusal_of(config, row);
    if (refusal) {
        error_set(config->error, ERROR_USAGE, "\"%s\" %s", config->name, refusal);
        return add_place(config);
    }
    if (!row->argument)
        return set_flag(config, value);
    if (is_mapping && json_is_object(value))
        return set_pairs(config, value);
    if (is_list && json_is_array(value))
        return set_list(config, value);
    if (text)
        return set(config, text);
    return wrong_type(config, is_mapping ? "an object of texts, such as {\"task\": \"rule\"}"
                              : is_list  ? "a text, or a list of texts"
                                         : "a text or a number");
}

/* ---- the file -------------------------------------------------------------------------------- */

static size_t line_of(const char *text, const char *at)
{
    size_t line = 1;
    for (; text < at; text++)
        line += *text == '\n';
    return line;
}

static json_t *parse(const struct strbuf *content, const char *path, struct error *error)
{
    json_error_t fault;
    json_t *root = NULL;
    const char *nul = memchr(content->text, '\0', content->size);
    if (!nul)
        root = json_loadb(content->text, content->size, JSON_REJECT_DUPLICATES, &fault);
    if (nul)
        error_set(error, ERROR_USAGE, "%s:%zu: a NUL byte: this is not JSON text", path,
                  line_of(content->text, nul));
    else if (!root)
        error_set(error, ERROR_USAGE, "%s:%d: %s", path, fault.line, fault.text);
    else if (!json_is_object(root))
        error_set(error, ERROR_USAGE,
                  "%s:1: must be a JSON object, such as {\"title\": \"Test run\"}", path);
    if (json_is_object(root))
        return root;
    json_decref(root);
    return NULL;
}

/* Some editors mark a text as UTF-8. */
static void skip_mark(struct strbuf *content)
{
    static const char mark[] = "\xEF\xBB\xBF";
    size_t size = sizeof mark - 1;
    if (content->size < size || memcmp(content->text, mark, size) != 0)
        return;
    memmove(content->text, content->text + size, content->size - size + 1);
    content->size -= size;
}

/* A file that nobody named is read where only root and the user can have written it. */
typedef bool read_file(const char *path, size_t limit, struct strbuf *content, struct error *error);

/* *text: what is in it. Where it cannot be read, that is ERROR_INPUT. */
static json_t *load(const char *path, read_file *read, struct arena *arena, const char **text,
                    struct error *error)
{
    struct strbuf content;
    json_t *root = NULL;
    strbuf_init(&content);
    if (read(path, LARGEST_CONFIG, &content, error)) {
        skip_mark(&content);
        root = parse(&content, path, error);
    }
    if (root)
        *text = arena_text(arena, content.text);
    strbuf_release(&content);
    return root;
}

/* On the command line a format is of the inputs that follow; here, of those without one. */
static void set_input_formats(struct options *options)
{
    for (size_t i = 0; i < options->input_count; i++)
        if (!options->inputs[i].format)
            options->inputs[i].format = options->input_format;
}

static bool set_all(struct options *options, const struct config_file *file, json_t *root,
                    struct error *error)
{
    const char *name;
    json_t *value;
    json_object_foreach(root, name, value)
    {
        const struct config config = {options, file->path, file->text, name, file->source, error};
        if (strcmp(name, "findings") != 0 && !set_member(&config, value))
            return false;
    }
    if (options->sources[OPTION_INPUT_FORMAT] == file->source)
        set_input_formats(options);
    return true;
}

bool options_read_config(struct options *options, const char *path, enum option_source source,
                         struct error *error)
{
    struct config_file *file = &options->configs[options->config_count];
    read_file *read = source < SOURCE_CONFIG ? trusted_file_read : path_read;
    if (options->config_count == MOST_CONFIG_FILES)
        BUG("more than %d config files", MOST_CONFIG_FILES);
    *file = (struct config_file){.source = source, .path = path};
    json_t *root = load(path, read, options->arena, &file->text, error);
    if (!root && error->kind != ERROR_USAGE && source != SOURCE_USER)
        error->kind = ERROR_USAGE;
    options->config_count += root != NULL;
    bool good = root && set_all(options, file, root, error);
    json_decref(root);
    return good;
}

static const struct config_file *file_that_set(const struct options *options,
                                               const struct option_row *row)
{
    for (size_t i = 0; row && i < options->config_count; i++)
        if (options->configs[i].source == options->sources[row - option_rows])
            return &options->configs[i];
    return NULL;
}

void options_add_place(const struct options *options, struct error *error)
{
    size_t size = strspn(error->text, "-abcdefghijklmnopqrstuvwxyz");
    const char *name = arena_text_of_size(options->arena, error->text, size);
    const struct option_row *row = strncmp(name, "--", 2) == 0 ? option_row_called(name + 2) : NULL;
    const struct config_file *file = file_that_set(options, row);
    if (file)
        error_add_context(error, "%s:%zu", file->path, json_line_of(file->text, &row->name, 1));
}

/* ---- a file that nobody named ---------------------------------------------------------------- */

static bool describes_data(const char *name)
{
    const struct option_row *row = option_row_called(name);
    return row && row->describes_data;
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
        "%s: ignored %s%s: a config file found beside inputs may only set %s (give others on the "
        "command line, or name the file with --config)",
        path, refused->text, more, allowed.text);
    strbuf_release(&allowed);
    return sentence;
}

/* Each of the two may be right, and both together not: what the file says of them is left out. */
static void restore_classes(struct options *options, const struct options *before,
                            const struct config *config,
                            void (*note)(void *context, const char *line), void *context)
{
    static const enum option_id ids[] = {OPTION_SMALL_MEMORY, OPTION_MEDIUM_MEMORY};
    const char *small = options->texts[OPTION_SMALL_MEMORY],
               *medium = options->texts[OPTION_MEDIUM_MEMORY], *place = NULL;
    size_t count = 0;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        if (options->sources[ids[i]] == SOURCE_CONFIG) {
            place = place ? place : option_rows[ids[i]].name;
            count++;
        }
        options->texts[ids[i]] = before->texts[ids[i]];
        options->sources[ids[i]] = before->sources[ids[i]];
    }
    options->small_memory = before->small_memory;
    options->medium_memory = before->medium_memory;
    note(context,
         arena_format(options->arena,
                      "%s:%zu: --small-memory (%s) must be less than --medium-memory (%s); %s",
                      config->path, json_line_of(config->text, &place, 1), small, medium,
                      count > 1 ? "both ignored" : "ignored"));
}

/* What it says in a wrong way is left out, and said: who asked for the report did not write it. */
static void set_described(struct options *options, const char *path, const char *text,
                          const json_t *root, void (*note)(void *context, const char *line),
                          void *context)
{
    const struct options before = *options;
    const struct config file = {.path = path, .text = text};
    struct strbuf refused;
    size_t refused_count = 0;
    const char *name;
    json_t *value;
    strbuf_init(&refused);
    json_object_foreach((json_t *)(size_t)root, name, value)
    {
        struct error fault;
        const struct config config = {options, path, text, name, SOURCE_CONFIG, &fault};
        if (!describes_data(name))
            add_refused(&refused, name, ++refused_count, options->arena);
        else if (!set_member(&config, value))
            note(context, arena_format(options->arena, "%s; ignored", fault.text));
    }
    if (options->small_memory >= options->medium_memory &&
        before.small_memory < before.medium_memory)
        restore_classes(options, &before, &file, note, context);
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
                          "%s: ignored, since it is a symbolic link (name the file with --config)",
                          path));
        return true;
    }
    const char *text;
    json_t *root = load(path, path_read, options->arena, &text, error);
    int reason = root ? 0 : error->number;
    *in_directory = reason != ENOTDIR;
    if (root)
        set_described(options, path, text, root, note, context);
    else if (may_be_passed_over(reason))
        note(context, arena_format(options->arena, "%s; ignored", error->text));
    else
        error->kind = ERROR_INPUT;
    json_decref(root);
    if (!says_absent(reason) && !may_be_passed_over(reason))
        return false;
    *error = (struct error){0};
    return true;
}
