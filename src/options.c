#include "options.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/devices/activity_columns.h"
#include "input/tasks/table_columns.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/parallel.h"

struct option_row {
    const char *id, *name;
    char letter;
    const char *argument;
    unsigned commands;
    bool remembered;
    const char *standard;
    bool (*set)(struct options *options, const char *value, struct error *error);
};

/* ---- setting ------------------------------------------------------------------------------- */

static bool usage(struct error *error, const char *name, const char *value, const char *right)
{
    return error_set(error, ERROR_USAGE, "--%s: '%s' is not %s", name, value, right);
}

static void list_add(struct text_list *list, const char *text)
{
    memory_reserve(&list->items, &list->capacity, list->count + 1, sizeof *list->items);
    list->items[list->count++] = text;
}

static bool choice(struct error *error, const char *name, const char *value, const char *first,
                   const char *second, bool *is_second)
{
    *is_second = !strcmp(value, second);
    if (*is_second || !strcmp(value, first))
        return true;
    return error_set(error, ERROR_USAGE, "--%s: '%s' is neither %s nor %s", name, value, first,
                     second);
}

static bool set_FORMAT(struct options *options, const char *value, struct error *error)
{
    static const char *const names[] = {"pdf", "html", "png", "svg"};
    unsigned formats = 0;
    for (const char *at = value; *at; at += *at == ',') {
        size_t size = strcspn(at, ",");
        size_t i = 0;
        while (i < 4 && (strlen(names[i]) != size || strncmp(at, names[i], size) != 0))
            i++;
        if (i == 4)
            return usage(error, "format", value, "a list of pdf, html, png, svg");
        formats |= 1U << i;
        at += size;
    }
    if (!formats)
        return usage(error, "format", value, "a list of pdf, html, png, svg");
    options->formats = formats;
    return true;
}

static bool set_DPI(struct options *options, const char *value, struct error *error)
{
    if (!number_parse(value, strlen(value), &options->dpi) || options->dpi < 50 ||
        options->dpi > 600)
        return usage(error, "dpi", value, "a number from 50 to 600");
    return true;
}

static bool set_PEAK_FLOPS(struct options *options, const char *value, struct error *error)
{
    return quantity_parse_rate(value, "F/s", &options->peak_flops) ||
           usage(error, "peak-flops", value, "a rate such as 3.2TF/s");
}

static bool set_PEAK_BANDWIDTH(struct options *options, const char *value, struct error *error)
{
    return quantity_parse_rate(value, "B/s", &options->peak_bandwidth) ||
           usage(error, "peak-bandwidth", value, "a rate such as 320GB/s");
}

static bool set_JOBS(struct options *options, const char *value, struct error *error)
{
    double jobs;
    if (!number_parse(value, strlen(value), &jobs) || jobs != floor(jobs) || jobs < 1 ||
        jobs > 1024)
        return usage(error, "jobs", value, "a whole number from 1 to 1024");
    options->jobs = (int)jobs;
    return true;
}

static bool set_PAPER(struct options *options, const char *value, struct error *error)
{
    return choice(error, "paper", value, "a4", "letter", &options->letter);
}

static bool set_THEME(struct options *options, const char *value, struct error *error)
{
    return choice(error, "theme", value, "light", "dark", &options->dark);
}

static bool set_UNITS(struct options *options, const char *value, struct error *error)
{
    bool si;
    if (!choice(error, "units", value, "iec", "si", &si))
        return false;
    options->units = si ? UNITS_SI : UNITS_IEC;
    return true;
}

static bool set_PROGRESS(struct options *options, const char *value, struct error *error)
{
    static const char *const names[] = {"auto", "always", "never"};
    for (int i = 0; i < 3; i++)
        if (!strcmp(value, names[i])) {
            options->progress = (enum progress_mode)i;
            return true;
        }
    return usage(error, "progress", value, "auto, always or never");
}

static bool set_GENERATE(struct options *options, const char *value, struct error *error)
{
    bool completion;
    if (!choice(error, "generate", value, "manual", "completion", &completion))
        return false;
    options->generate = completion ? "completion" : "manual";
    return true;
}

static bool set_TIME_ZONE(struct options *options, const char *value, struct error *error)
{
    /* A zone goes into TZ, where a slash at the start or ".." would name any file. */
    if (!*value || *value == '/' || *value == ':' || strstr(value, ".."))
        return usage(error, "time-zone", value, "a zone such as UTC or Europe/Berlin");
    options->time_zone = value;
    return true;
}

static bool set_size(const char *name, const char *value, double *bytes, struct error *error)
{
    return (quantity_parse_bytes(value, bytes) && *bytes > 0) ||
           usage(error, name, value, "a size such as 5GB or 512MiB");
}

static bool set_SMALL_MEMORY(struct options *options, const char *value, struct error *error)
{
    return set_size("small-memory", value, &options->small_memory, error);
}

static bool set_MEDIUM_MEMORY(struct options *options, const char *value, struct error *error)
{
    return set_size("medium-memory", value, &options->medium_memory, error);
}

static bool set_OUTLIER_IQR(struct options *options, const char *value, struct error *error)
{
    return set_size("outlier-iqr", value, &options->outlier_iqr, error);
}

static bool set_MAPPING(struct options *options, const char *value, struct error *error)
{
    const char *equals = strchr(value, '=');
    if (!equals || !equals[1])
        return usage(error, "mapping", value, "MEANING=COLUMN, such as memory_MB=peak");
    const char *meaning = arena_text_of_size(options->arena, value, (size_t)(equals - value));
    if (!table_columns_knows(meaning) && !activity_columns_knows(meaning))
        return usage(
            error, "mapping", value,
            "of a known meaning: task, id, step, node, status, attempt, exit_code, "
            "submit, start, end, run_time, cpu_time, cores, memory, requested_memory, "
            "requested_time, requested_cores, bytes_read, bytes_written, bandwidth; of events "
            "and devices: timestamp, hostname, event, event_type, job_id, task_id, "
            "serial, uuid, index, power, temperature, utilization, "
            "memory_utilization, memory_used");
    list_add(&options->mapping, value);
    return true;
}

#define SET_TEXT(ID, field)                                                                        \
    static bool set_##ID(struct options *options, const char *value, struct error *error)          \
    {                                                                                              \
        (void)error;                                                                               \
        options->field = value;                                                                    \
        return true;                                                                               \
    }
#define SET_LIST(ID, field)                                                                        \
    static bool set_##ID(struct options *options, const char *value, struct error *error)          \
    {                                                                                              \
        (void)error;                                                                               \
        list_add(&options->field, value);                                                          \
        return true;                                                                               \
    }
#define SET_FLAG(ID, field)                                                                        \
    static bool set_##ID(struct options *options, const char *value, struct error *error)          \
    {                                                                                              \
        (void)value, (void)error;                                                                  \
        options->field = true;                                                                     \
        return true;                                                                               \
    }

SET_TEXT(OUTPUT, output)
SET_TEXT(INPUT_FORMAT, input_format)
SET_TEXT(COLUMNS, columns)
SET_TEXT(JOB_ID, job_id)
SET_TEXT(USER, user)
SET_TEXT(TITLE, title)
SET_TEXT(LABEL, label)
SET_TEXT(CONFIG, config)
SET_LIST(PLOTS, plots)
SET_LIST(TEMPLATES, templates)
SET_LIST(ONLY, only)
SET_LIST(SKIP, skip)
SET_FLAG(STRICT, strict)
SET_FLAG(TRACE_COMPAT, trace_compat)
SET_FLAG(QUIET, quiet)
SET_FLAG(JSON, json)
SET_FLAG(HELP, help)
SET_FLAG(VERSION, version)

static bool set_VERBOSE(struct options *options, const char *value, struct error *error)
{
    (void)value, (void)error;
    options->verbosity++;
    return true;
}

static const struct option_row rows[] = {
#define OPTION(id, name, letter, argument, commands, remembered, standard, help)                   \
    {#id, name, letter, argument, commands, remembered, standard, set_##id},
#include "options.def"
#undef OPTION
};

static const struct {
    enum command command;
    const char *name;
} commands[] = {
#define COMMAND(id, name, operands, summary) {COMMAND_##id, name},
#include "commands.def"
#undef COMMAND
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

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
    options->sources[id] = source;
    options->texts[id] = before ? arena_format(options->arena, "%s,%s", before, value) : value;
    return rows[id].set(options, value, error);
}

bool options_set(struct options *options, const char *name, const char *value,
                 enum option_source source, struct error *error)
{
    for (int id = 0; id < OPTION_COUNT; id++)
        if (!strcmp(rows[id].name, name))
            return set_row(options, (enum option_id)id, value, source, error);
    return error_set(error, ERROR_USAGE, "there is no option '%s'", name);
}

void options_init(struct options *options, struct arena *arena)
{
    *options = (struct options){.arena = arena, .command = COMMAND_REPORT};
    options->jobs = parallel_processors();
    for (int id = 0; id < OPTION_COUNT; id++) {
        struct error error = {0};
        if (rows[id].remembered && rows[id].standard &&
            !set_row(options, (enum option_id)id, rows[id].standard, SOURCE_DEFAULT, &error))
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
        if (strncmp(rows[id].name, name, size) != 0)
            continue;
        if (rows[id].name[size] == '\0')
            return id;
        found = found == -1 ? id : -2; /* a prefix serves when it is the only one */
    }
    return found;
}

static int find_letter(char letter)
{
    for (int id = 0; id < OPTION_COUNT; id++)
        if (rows[id].letter && rows[id].letter == letter)
            return id;
    return -1;
}

static const char *command_name(enum command command)
{
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (commands[i].command == command)
            return commands[i].name;
    return "";
}

static bool set_given(struct options *options, int id, const char *value, struct error *error)
{
    return set_row(options, (enum option_id)id, value ? value : "true", SOURCE_COMMAND_LINE, error);
}

/* Options may stand before the command, so this is asked when all are known. */
static bool check_given(const struct options *options, struct error *error)
{
    for (int id = 0; id < OPTION_COUNT; id++)
        if (options->sources[id] == SOURCE_COMMAND_LINE &&
            !(rows[id].commands & (unsigned)options->command))
            return error_set(error, ERROR_USAGE, "--%s is not an option of '%s'", rows[id].name,
                             command_name(options->command));
    return true;
}

static bool parse_long(struct options *options, char **arguments, int *at, struct error *error)
{
    const char *name = arguments[*at] + 2;
    const char *equals = strchr(name, '=');
    size_t size = equals ? (size_t)(equals - name) : strlen(name);
    int id = find_long(name, size);
    if (id < 0)
        return error_set(error, ERROR_USAGE, "%s option '--%.*s' (try 'jobreport --help')",
                         id == -2 ? "ambiguous" : "unknown", (int)size, name);
    if (!rows[id].argument && equals)
        return error_set(error, ERROR_USAGE, "--%s takes no value", rows[id].name);
    if (!rows[id].argument || equals)
        return set_given(options, id, equals ? equals + 1 : NULL, error);
    if (!arguments[*at + 1])
        return error_set(error, ERROR_USAGE, "--%s needs %s", rows[id].name, rows[id].argument);
    return set_given(options, id, arguments[++*at], error);
}

static bool parse_letters(struct options *options, char **arguments, int *at, struct error *error)
{
    for (const char *letter = arguments[*at] + 1; *letter; letter++) {
        int id = find_letter(*letter);
        if (id < 0)
            return error_set(error, ERROR_USAGE, "unknown option '-%c' (try 'jobreport --help')",
                             *letter);
        if (!rows[id].argument) {
            if (!set_given(options, id, NULL, error))
                return false;
            continue;
        }
        const char *value = letter[1] ? letter + 1 : arguments[++*at];
        if (!value)
            return error_set(error, ERROR_USAGE, "-%c needs %s", *letter, rows[id].argument);
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
        if (!strcmp(commands[i].name, word)) {
            options->command = commands[i].command;
            return true;
        }
    return false;
}

static bool check_operands(const struct options *options, struct error *error)
{
    if (options->help || options->version || options->generate)
        return true;
    if (options->command == COMMAND_REPORT && !options->input_count)
        return error_set(error, ERROR_USAGE,
                         "no input: name a file or a directory (try 'jobreport --help')");
    if (options->command == COMMAND_REPLOT && options->input_count != 1)
        return error_set(error, ERROR_USAGE, "replot takes one report directory");
    if (options->command == COMMAND_PUBLISH && options->input_count < 2)
        return error_set(error, ERROR_USAGE,
                         "publish takes report directories and, last, the web directory");
    if ((options->command & COMMAND_LISTS) && options->input_count)
        return error_set(error, ERROR_USAGE, "%s takes no operand, not '%s'",
                         command_name(options->command), options->inputs[0].path);
    return true;
}

bool options_parse(struct options *options, int count, char **arguments, struct error *error)
{
    bool only_operands = false, may_be_command = true;
    for (int at = 1; at < count; at++) {
        const char *word = arguments[at];
        bool good = true;
        if (only_operands || word[0] != '-' || !word[1]) {
            if (!may_be_command || !find_command(options, word))
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
        if (rows[id].remembered && options->texts[id])
            each(context, rows[id].name, options->texts[id]);
}

bool options_set_remembered(struct options *options, const char *name, const char *value,
                            struct error *error)
{
    for (int id = 0; id < OPTION_COUNT; id++) {
        if (strcmp(rows[id].name, name) != 0)
            continue;
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
