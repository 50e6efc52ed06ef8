#include "options_parse.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "option_rows.h"
#include "util/memory.h"
#include "util/nearest.h"
#include "util/number.h"
#include "util/parallel.h"
#include "util/strbuf.h"
#include "util/utf8.h"

enum { LONGEST_NAME = 100 }; /* that a sentence shows whole */

/* ---- setting --------------------------------------------------------------------------------- */

/* An option that may repeat adds to a list; a stronger source starts the list anew. */
static struct text_list *list_of(struct options *options, enum option_id id)
{
    switch (id) {
    case OPTION_MAPPING:
        return &options->mapping;
    case OPTION_PLOTS:
        return &options->plots;
    case OPTION_TEMPLATES:
        return &options->templates;
    case OPTION_ONLY:
        return &options->only;
    case OPTION_SKIP:
        return &options->skip;
    case OPTION_EXPORT:
        return &options->exports;
    case OPTION_TO:
        return &options->to;
    case OPTION_LINK:
        return &options->links;
    default:
        return NULL;
    }
}

static bool set_row(struct options *options, enum option_id id, const char *value,
                    enum option_source source, struct error *error)
{
    struct text_list *list = list_of(options, id);
    if (options->sources[id] > source)
        return true;
    if (list && options->sources[id] < source)
        list->count = 0;
    const char *before = list && list->count ? options->texts[id] : NULL;
    value = arena_text(options->arena, value);
    if (source != SOURCE_REMEMBERED && !option_value_check(id, value, error))
        return false;
    if (!option_rows[id].set(options, value, error))
        return false;
    options->sources[id] = source;
    options->texts[id] = before ? arena_format(options->arena, "%s,%s", before, value) : value;
    return true;
}

bool options_set(struct options *options, const char *name, const char *value,
                 enum option_source source, struct error *error)
{
    for (int id = 0; id < OPTION_COUNT; id++)
        if (!strcmp(option_rows[id].name, name))
            return set_row(options, (enum option_id)id, value, source, error);
    struct nearest nearest = nearest_begin(name, strlen(name));
    for (int id = 0; id < OPTION_COUNT; id++)
        nearest_offer(&nearest, option_rows[id].name);
    nearest_offer(&nearest, "findings");
    if (nearest.found)
        return error_set(error, ERROR_USAGE, "unknown key \"%s\" (did you mean \"%s\"?)",
                         utf8_shorten(options->arena, name, LONGEST_NAME), nearest.found);
    return error_set(error, ERROR_USAGE,
                     "unknown key \"%s\" (keys are the options of 'jobreport --help' without "
                     "dashes, and \"findings\")",
                     utf8_shorten(options->arena, name, LONGEST_NAME));
}

static bool check_directories(const struct text_list *list, const char *name, struct error *error)
{
    for (size_t i = 0; i < list->count; i++) {
        int handle = open(list->items[i], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (handle < 0)
            return error_set_errno(error, ERROR_USAGE, "--%s: %s", name, list->items[i]);
        close(handle);
    }
    return true;
}

bool options_check_directories(const struct options *options, struct error *error)
{
    return check_directories(&options->plots, option_rows[OPTION_PLOTS].name, error) &&
           check_directories(&options->templates, option_rows[OPTION_TEMPLATES].name, error);
}

void options_init(struct options *options, struct arena *arena)
{
    *options = (struct options){.arena = arena, .command = COMMAND_REPORT};
    options->jobs = parallel_processors();
    options->price_core_hour = options->price_gpu_hour = options->price_kwh =
        options->carbon_intensity = NUMBER_MISSING;
    for (int id = 0; id < OPTION_COUNT; id++) {
        struct error error = {0};
        if (option_rows[id].remembered && option_rows[id].standard &&
            !set_row(options, (enum option_id)id, option_rows[id].standard, SOURCE_DEFAULT, &error))
            BUG("%s", error.text);
    }
}

void options_release(struct options *options)
{
    free(options->inputs);
    for (int id = 0; id < OPTION_COUNT; id++) {
        struct text_list *list = list_of(options, (enum option_id)id);
        if (list)
            free(list->items);
    }
}

/* ---- the command line ------------------------------------------------------------------------ */

static int find_long(const char *name, size_t size)
{
    int found = -1;
    for (int id = 0; id < OPTION_COUNT; id++) {
        if (strncmp(option_rows[id].name, name, size) != 0)
            continue;
        if (option_rows[id].name[size] == '\0')
            return id;
        found = found == -1 ? id : -2; /* a prefix serves when it is the only one */
    }
    return found;
}

static int find_letter(char letter)
{
    for (int id = 0; id < OPTION_COUNT; id++)
        if (option_rows[id].letter && option_rows[id].letter == letter)
            return id;
    return -1;
}

static const char *command_name(enum command command)
{
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (command_rows[i].command == command)
            return command_rows[i].name;
    return "";
}

/* What repeats replaces what was before; of a file, that would be all that it says. */
static bool set_given(struct options *options, int id, const char *value, struct error *error)
{
    if (id == OPTION_CONFIG && value && options->config)
        return error_set(error, ERROR_USAGE,
                         "--config is given twice (%s, %s): put all options into one file",
                         options->config, value);
    return set_row(options, (enum option_id)id, value ? value : "true", SOURCE_COMMAND_LINE, error);
}

/* Options may stand before the command, so this is asked when all are known. */
static bool check_given(const struct options *options, struct error *error)
{
    for (int id = 0; id < OPTION_COUNT; id++)
        if (options->sources[id] == SOURCE_COMMAND_LINE &&
            !(option_rows[id].commands & (unsigned)options->command))
            return error_set(error, ERROR_USAGE,
                             "--%s is not an option of '%s' (see 'jobreport %s --help')",
                             option_rows[id].name, command_name(options->command),
                             command_name(options->command));
    return true;
}

static bool ambiguous(const char *name, size_t size, struct error *error)
{
    struct strbuf names;
    strbuf_init(&names);
    for (int id = 0; id < OPTION_COUNT; id++)
        if (strncmp(option_rows[id].name, name, size) == 0)
            strbuf_format(&names, "%s--%s", names.size ? ", " : "", option_rows[id].name);
    error_set(error, ERROR_USAGE, "ambiguous option '--%.*s' (%s)", (int)size, name, names.text);
    strbuf_release(&names);
    return false;
}

static bool unknown(const char *name, size_t size, struct error *error)
{
    struct nearest nearest = nearest_begin(name, size);
    for (int id = 0; id < OPTION_COUNT; id++)
        nearest_offer(&nearest, option_rows[id].name);
    int shown = (int)utf8_cut(name, size, LONGEST_NAME);
    if (nearest.found)
        return error_set(error, ERROR_USAGE, "unknown option '--%.*s' (did you mean --%s?)", shown,
                         name, nearest.found);
    return error_set(error, ERROR_USAGE, "unknown option '--%.*s' (see 'jobreport --help')", shown,
                     name);
}

static bool parse_long(struct options *options, char **arguments, int *at, struct error *error)
{
    const char *name = arguments[*at] + 2;
    const char *equals = strchr(name, '=');
    size_t size = equals ? (size_t)(equals - name) : strlen(name);
    int id = find_long(name, size);
    if (id < 0)
        return id == -2 ? ambiguous(name, size, error) : unknown(name, size, error);
    if (!option_rows[id].argument && equals)
        return error_set(error, ERROR_USAGE, "--%s takes no value", option_rows[id].name);
    if (!option_rows[id].argument || equals)
        return set_given(options, id, equals ? equals + 1 : NULL, error);
    if (!arguments[*at + 1])
        return error_set(error, ERROR_USAGE, "--%s needs a value (%s)", option_rows[id].name,
                         option_rows[id].argument);
    return set_given(options, id, arguments[++*at], error);
}

static bool parse_letters(struct options *options, char **arguments, int *at, struct error *error)
{
    for (const char *letter = arguments[*at] + 1; *letter; letter++) {
        int id = find_letter(*letter);
        if (id < 0)
            return error_set(error, ERROR_USAGE, "unknown option '-%c' (see 'jobreport --help')",
                             *letter);
        if (!option_rows[id].argument) {
            if (!set_given(options, id, NULL, error))
                return false;
            continue;
        }
        const char *value = letter[1] ? letter + 1 : arguments[++*at];
        if (!value)
            return error_set(error, ERROR_USAGE, "-%c needs a value (%s)", *letter,
                             option_rows[id].argument);
        return set_given(options, id, value, error);
    }
    return true;
}

static void add_input(struct options *options, const char *path)
{
    memory_reserve(&options->inputs, &options->input_capacity, options->input_count + 1,
                   sizeof *options->inputs);
    options->inputs[options->input_count++] = (struct named_input){path, options->input_format};
}

static bool find_command(struct options *options, const char *word)
{
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (!strcmp(command_rows[i].name, word)) {
            options->command = command_rows[i].command;
            options->names_command = true;
            return true;
        }
    return false;
}

/* "'report' or 'replot'", those that are nearest to a mistyped word; NULL: none is near. */
static const char *nearest_commands(const struct options *options, const char *word)
{
    struct nearest best = nearest_begin(word, strlen(word));
    const char *names = NULL;
    for (int i = 0; i < COMMAND_COUNT; i++)
        nearest_offer(&best, command_rows[i].name);
    for (int i = 0; best.found && i < COMMAND_COUNT; i++) {
        struct nearest one = nearest_begin(word, strlen(word));
        nearest_offer(&one, command_rows[i].name);
        if (one.found && one.distance == best.distance)
            names = arena_format(options->arena, "%s%s'%s'", names ? names : "",
                                 names ? " or " : "", command_rows[i].name);
    }
    return names;
}

/* The first operand is taken for a mistyped command where it is near one and names no file. */
static bool add_first(struct options *options, const char *word, struct error *error)
{
    if (find_command(options, word))
        return true;
    const char *names = access(word, F_OK) != 0 ? nearest_commands(options, word) : NULL;
    if (names)
        return error_set(error, ERROR_USAGE, "unknown command '%s' (did you mean %s?)", word,
                         names);
    if (!strcmp(word, "help") && access(word, F_OK) != 0)
        return error_set(error, ERROR_USAGE, "unknown command 'help' (see 'jobreport --help')");
    add_input(options, word);
    return true;
}

static bool wrong_operands(const struct options *options, const char *what, struct error *error)
{
    struct strbuf usage;
    strbuf_init(&usage);
    options_write_usage(options->command, &usage);
    error_set(error, ERROR_USAGE, "%s %s (usage: %s)", command_name(options->command), what,
              usage.text);
    strbuf_release(&usage);
    return false;
}

static bool check_operands(const struct options *options, struct error *error)
{
    if (options->help || options->version || options->generate)
        return true;
    if (options->command == COMMAND_REPORT && !options->input_count)
        return error_set(error, ERROR_USAGE,
                         "no input: name a file or a directory (see 'jobreport --help')");
    if (options->command == COMMAND_REPLOT && options->input_count != 1)
        return wrong_operands(options, "needs one report directory", error);
    if (options->command == COMMAND_SHOW && !options->input_count)
        return wrong_operands(options, "needs a report directory or an input", error);
    if (options->command == COMMAND_MAIL && options->input_count != 1)
        return wrong_operands(options, "needs one report directory", error);
    if (options->command == COMMAND_MAIL && !options->to.count)
        return wrong_operands(options, "needs --to, the address of a recipient", error);
    if (options->command == COMMAND_SHARD && !options->input_count)
        return wrong_operands(options, "needs an input", error);
    if (options->command == COMMAND_SHARD && !options->output)
        return wrong_operands(options, "needs --output, the directory of its scripts", error);
    if (options->command == COMMAND_SHARD &&
        options->make + options->slurm + options->makeflow != 1)
        return wrong_operands(options, "needs one of --make, --slurm and --makeflow", error);
    if (options->command == COMMAND_SUMMARIZE && !options->input_count && !options->files_from)
        return wrong_operands(options, "needs an input", error);
    if (options->command == COMMAND_SUMMARIZE && !options->output)
        return wrong_operands(options, "needs --output, the file of the part", error);
    if (options->command == COMMAND_MERGE && !options->input_count)
        return wrong_operands(options, "needs a part, or a directory of parts", error);
    if (options->command == COMMAND_PUBLISH && options->input_count < 2)
        return wrong_operands(options,
                              "needs at least one report directory and, last, the web directory",
                              error);
    if ((options->command & COMMAND_LISTS) && options->input_count)
        return wrong_operands(options,
                              arena_format(options->arena, "takes no operand such as '%s'",
                                           options->inputs[0].path),
                              error);
    return true;
}

bool options_parse(struct options *options, int count, char **arguments, struct error *error)
{
    bool only_operands = false, may_be_command = true;
    for (int at = 1; at < count; at++) {
        const char *word = arguments[at];
        bool good = true;
        if (only_operands || word[0] != '-' || !word[1]) {
            if (may_be_command)
                good = add_first(options, word, error);
            else
                add_input(options, word);
            may_be_command = false;
        } else if (!strcmp(word, "--")) {
            only_operands = true;
            may_be_command = false;
        } else if (word[1] == '-') {
            good = parse_long(options, arguments, &at, error);
        } else {
            good = parse_letters(options, arguments, &at, error);
        }
        if (!good)
            return false;
    }
    return check_given(options, error) && check_operands(options, error);
}

/* ---- what a report remembers ------------------------------------------------------------------
 */

void options_remembered(const struct options *options,
                        void (*each)(void *context, const char *name, const char *value),
                        void *context)
{
    for (int id = 0; id < OPTION_COUNT; id++)
        if (option_rows[id].remembered && options->texts[id])
            each(context, option_rows[id].name, options->texts[id]);
}

bool options_set_remembered(struct options *options, const char *name, const char *value,
                            struct error *error)
{
    for (int id = 0; id < OPTION_COUNT; id++) {
        if (strcmp(option_rows[id].name, name) != 0)
            continue;
        if (!option_rows[id].remembered)
            return true;
        bool is_list = list_of(options, (enum option_id)id) != NULL;
        for (const char *at = value; *at; at += *at == ',') {
            size_t size = is_list ? strcspn(at, ",") : strlen(at);
            const char *item = arena_text_of_size(options->arena, at, size);
            if (!set_row(options, (enum option_id)id, item, SOURCE_REMEMBERED, error))
                return false;
            at += size;
        }
        return true;
    }
    return true; /* an option that this version no longer has */
}
