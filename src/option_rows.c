/* How the value of each option is set. */
#include "option_rows.h"

#include <math.h>
#include <string.h>

#include "export/export_list.h"
#include "input/devices/activity_columns.h"
#include "input/tasks/table_columns.h"
#include "report_links.h"
#include "util/list.h"
#include "util/mime.h"
#include "util/number.h"
#include "util/utf8.h"

enum { LONGEST_VALUE = 100 /* that a sentence shows whole */, MOST_ADDRESSES = 100 };

static bool usage(struct error *error, const char *name, const char *value, const char *right)
{
    struct arena arena;
    arena_init(&arena);
    error_set(error, ERROR_USAGE, "--%s: '%s' is not %s", name,
              utf8_shorten(&arena, value, LONGEST_VALUE), right);
    arena_release(&arena);
    return false;
}

/* No id has a comma: it parts what else would match nothing. */
static bool add_globs(struct options *options, struct text_list *list, const char *value)
{
    for (const char *at = value;; at++) {
        size_t size = strcspn(at, ",");
        *list_add(list) = arena_text_of_size(options->arena, at, size);
        at += size;
        if (!*at)
            return true;
    }
}

static bool choice(struct error *error, const char *name, const char *value, const char *first,
                   const char *second, bool *is_second)
{
    *is_second = !strcmp(value, second);
    if (*is_second || !strcmp(value, first))
        return true;
    struct arena arena;
    arena_init(&arena);
    error_set(error, ERROR_USAGE, "--%s: '%s' is neither '%s' nor '%s'", name,
              utf8_shorten(&arena, value, LONGEST_VALUE), first, second);
    arena_release(&arena);
    return false;
}

static bool set_FORMAT(struct options *options, const char *value, struct error *error)
{
    static const char *const names[] = {"pdf", "html", "png", "svg", "text"};
    const size_t count = sizeof names / sizeof names[0];
    unsigned formats = 0;
    for (const char *at = value; *at; at += *at == ',') {
        size_t size = strcspn(at, ",");
        size_t i = 0;
        while (i < count && (strlen(names[i]) != size || strncmp(at, names[i], size) != 0))
            i++;
        if (i == count)
            return usage(error, "format", value, "a list of pdf, html, png, svg, text");
        formats |= 1U << i;
        at += size;
    }
    if (!formats)
        return usage(error, "format", value, "a list of pdf, html, png, svg, text");
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
    return quantity_parse_rate(value, "FLOP/s", &options->peak_flops) ||
           quantity_parse_rate(value, "F/s", &options->peak_flops) ||
           usage(error, "peak-flops", value, "a rate such as 3.2TFLOP/s");
}

static bool set_PEAK_BANDWIDTH(struct options *options, const char *value, struct error *error)
{
    return quantity_parse_rate(value, "B/s", &options->peak_bandwidth) ||
           usage(error, "peak-bandwidth", value, "a rate such as 320GB/s");
}

static bool set_price(const char *name, const char *value, double *price, struct error *error)
{
    const double most = 1e9;
    double number;
    if (!number_parse(value, strlen(value), &number) || !(number >= 0 && number <= most))
        return usage(error, name, value, "a number from 0 to 1e9");
    *price = number;
    return true;
}

#define SET_PRICE(ID, name, field)                                                                 \
    static bool set_##ID(struct options *options, const char *value, struct error *error)          \
    {                                                                                              \
        return set_price(name, value, &options->field, error);                                     \
    }

SET_PRICE(PRICE_CORE_HOUR, "price-core-hour", price_core_hour)
SET_PRICE(PRICE_GPU_HOUR, "price-gpu-hour", price_gpu_hour)
SET_PRICE(PRICE_KWH, "price-kwh", price_kwh)
SET_PRICE(CARBON_INTENSITY, "carbon-intensity", carbon_intensity)

static bool set_CURRENCY(struct options *options, const char *value, struct error *error)
{
    enum { LONGEST = 16 };
    size_t size = utf8_length(value);
    if (!size || size > LONGEST || utf8_clean(options->arena, value) != value)
        return usage(error, "currency", value, "a short text such as EUR");
    options->currency = value;
    return true;
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

static bool set_SHARDS(struct options *options, const char *value, struct error *error)
{
    enum { MOST = 9999 };
    double shards;
    if (!number_parse(value, strlen(value), &shards) || shards != floor(shards) || shards < 1 ||
        shards > MOST)
        return usage(error, "shards", value, "a whole number from 1 to 9999");
    options->shards = (int)shards;
    return true;
}

static bool set_PAPER(struct options *options, const char *value, struct error *error)
{
    return choice(error, "paper", value, "a4", "letter", &options->letter);
}

static bool set_FAIL_ON(struct options *options, const char *value, struct error *error)
{
    options->fails = true;
    return choice(error, "fail-on", value, "warn", "bad", &options->fails_for_problems_only);
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

static bool set_CHECKSUM(struct options *options, const char *value, struct error *error)
{
    bool sha256;
    if (!choice(error, "checksum", value, "xxh3", "sha256", &sha256))
        return false;
    options->checksum = sha256 ? CHECKSUM_SHA256 : CHECKSUM_XXH3;
    return true;
}

static bool set_ALL_ATTEMPTS(struct options *options, const char *value, struct error *error)
{
    static const char *const names[] = {
        [ALL_ATTEMPTS_CSV] = "csv",
        [ALL_ATTEMPTS_PARQUET] = "parquet",
        [ALL_ATTEMPTS_NONE] = "none",
    };
    for (enum all_attempts_form form = ALL_ATTEMPTS_CSV; form <= ALL_ATTEMPTS_NONE; form++)
        if (!strcmp(value, names[form])) {
            options->all_attempts = form;
            return true;
        }
    return usage(error, "all-attempts", value, "csv, parquet or none");
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

static bool set_DUMP(struct options *options, const char *value, struct error *error)
{
    static const char *const names[] = {
        [DUMP_DATASET] = "dataset",
        [DUMP_TABLES] = "tables",
        [DUMP_FIGURES] = "figures",
        [DUMP_DOCUMENT] = "document",
    };
    for (enum dump dump = DUMP_DATASET; dump <= DUMP_DOCUMENT; dump++)
        if (!strcmp(value, names[dump])) {
            options->dump = dump;
            return true;
        }
    return usage(error, "dump", value, "dataset, tables, figures or document");
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
        return usage(error, "time-zone", value,
                     "UTC, a name such as Europe/Berlin, or an offset such as +02:00");
    options->time_zone = value;
    return true;
}

static bool set_size(const char *name, const char *value, double *bytes, struct error *error)
{
    return (quantity_parse_bytes(value, bytes) && *bytes > 0) ||
           usage(error, name, value, "a size such as 5GB or 512MiB");
}

static bool set_MAX_INPUT(struct options *options, const char *value, struct error *error)
{
    return set_size("max-input", value, &options->max_input, error) &&
           (options->max_input < 0x1p63 ||
            usage(error, "max-input", value, "a size below 8EiB, which no file reaches"));
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
    if (!equals || equals == value || !equals[1])
        return usage(error, "mapping", value, "FIELD=COLUMN, such as memory_MB=peak");
    const char *field = arena_text_of_size(options->arena, value, (size_t)(equals - value));
    if (!table_columns_knows(field) && !activity_columns_knows(field))
        return error_set(
            error, ERROR_USAGE,
            "--mapping: unknown field '%s' (known of tasks: task, id, step, node, status, attempt, "
            "exit_code, submit, start, end, run_time, cpu_time, cores, memory, requested_memory, "
            "requested_time, requested_cores, bytes_read, bytes_written, bandwidth; of events and "
            "GPUs: timestamp, hostname, event, event_type, job_id, task_id, serial, uuid, index, "
            "power, temperature, utilization, memory_utilization, memory_used; a unit may follow: "
            "memory_MB, run_time_min)",
            utf8_shorten(options->arena, field, LONGEST_VALUE));
    *list_add(&options->mapping) = value;
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
        *list_add(&options->field) = value;                                                        \
        return true;                                                                               \
    }
#define SET_FLAG(ID, field)                                                                        \
    static bool set_##ID(struct options *options, const char *value, struct error *error)          \
    {                                                                                              \
        (void)error;                                                                               \
        options->field = strcmp(value, "false") != 0;                                              \
        return true;                                                                               \
    }

static const char one_address[] =
    "an address such as anna@example.org, without a name or anything else";

static bool set_TO(struct options *options, const char *value, struct error *error)
{
    for (const char *at = value;; at++) {
        at += strspn(at, " ");
        size_t size = strcspn(at, ","), own = size;
        while (own && at[own - 1] == ' ')
            own--;
        if (!mime_is_address(at, own))
            return usage(error, "to", arena_text_of_size(options->arena, at, own), one_address);
        if (options->to.count == MOST_ADDRESSES)
            return error_set(error, ERROR_USAGE, "--to: more than %d addresses", MOST_ADDRESSES);
        *list_add(&options->to) = arena_text_of_size(options->arena, at, own);
        at += size;
        if (!*at)
            return true;
    }
}

static bool set_FROM(struct options *options, const char *value, struct error *error)
{
    options->from = value;
    return mime_is_address(value, strlen(value)) || usage(error, "from", value, one_address);
}

SET_TEXT(SUBJECT, subject)
SET_TEXT(INPUT_FORMAT, input_format)
SET_TEXT(JOB_ID, job_id)
SET_TEXT(USER, user)
SET_TEXT(TITLE, title)
SET_TEXT(LABEL, label)
SET_TEXT(SYSTEM, system)
SET_TEXT(PARTITION, partition)
SET_TEXT(ENVIRONMENT, software)
SET_TEXT(CONFIG, config)
SET_TEXT(EXPECT, expect)
SET_TEXT(FILES_FROM, files_from)
SET_FLAG(MAKE, make)
SET_FLAG(SLURM, slurm)
SET_FLAG(MAKEFLOW, makeflow)
SET_LIST(PLOTS, plots)
SET_LIST(TEMPLATES, templates)
SET_FLAG(STRICT, strict)
SET_FLAG(FULL_PATHS, full_paths)
SET_FLAG(TRACE_COMPAT, trace_compat)
SET_FLAG(QUIET, quiet)
SET_FLAG(JSON, json)
SET_FLAG(HELP, help)
SET_FLAG(VERSION, version)

static bool set_COLUMNS(struct options *options, const char *value, struct error *error)
{
    if (!value[strspn(value, ", ")])
        return usage(error, "columns", value, "a list of column names, such as task,run_time");
    options->columns = value;
    return true;
}

static bool set_KINDS(struct options *options, const char *value, struct error *error)
{
    if (!*value)
        return usage(error, "kinds", value,
                     "name, stem, user, account, partition or the name of a column");
    options->kinds = value;
    return true;
}

/* Empty, it would be the current directory, swapped for another: a variable that nobody set. */
static bool set_OUTPUT(struct options *options, const char *value, struct error *error)
{
    if (!*value)
        return usage(error, "output", value, "the name of a directory");
    options->output = value;
    return true;
}

static bool set_ONLY(struct options *options, const char *value, struct error *error)
{
    (void)error;
    return add_globs(options, &options->only, value);
}

static bool set_EXPORT(struct options *options, const char *value, struct error *error)
{
    for (const char *at = value;; at++) {
        size_t size = strcspn(at, ",");
        const char *text = arena_text_of_size(options->arena, at, size);
        struct export_item item;
        if (!export_item_parse(text, &item, error))
            return false;
        *list_add(&options->exports) = text;
        at += size;
        if (!*at)
            return true;
    }
}

static bool set_LINK(struct options *options, const char *value, struct error *error)
{
    if (!report_link_check(value, error))
        return false;
    *list_add(&options->links) = value;
    return true;
}

static bool set_LOGO(struct options *options, const char *value, struct error *error)
{
    (void)error;
    options->logo = value;
    return true;
}

static bool set_SKIP(struct options *options, const char *value, struct error *error)
{
    (void)error;
    return add_globs(options, &options->skip, value);
}

static bool set_VERBOSE(struct options *options, const char *value, struct error *error)
{
    (void)error;
    options->verbosity = strcmp(value, "false") ? options->verbosity + 1 : 0;
    return true;
}

/* ---- what older versions took ---------------------------------------------------------------- */

static bool lacks_unit(const struct option_row *row, const char *value)
{
    bool is_amount =
        row->argument && (!strcmp(row->argument, "SIZE") || !strcmp(row->argument, "RATE"));
    return is_amount && *value && !value[strspn(value, "0123456789.eE+- ")];
}

/* What is wrong with patterns separated by commas; NULL: nothing. One in a bracket separates, too.
 */
static const char *pattern_fault(const char *value)
{
    for (const char *at = value;; at++) {
        size_t size = strcspn(at, ",");
        const char *open = memchr(at, '[', size);
        if (!size)
            return "has an empty pattern";
        if (open && !memchr(open, ']', size - (size_t)(open - at)))
            return "has a '[' without its ']' (a comma separates patterns)";
        at += size;
        if (!*at)
            return NULL;
    }
}

const struct option_row *option_row_called(const char *name)
{
    for (int id = 0; id < OPTION_COUNT; id++)
        if (!strcmp(option_rows[id].name, name))
            return &option_rows[id];
    return NULL;
}

bool option_may_repeat(const struct option_row *row)
{
    static const enum option_id ids[] = {OPTION_MAPPING, OPTION_PLOTS, OPTION_TEMPLATES,
                                         OPTION_ONLY,    OPTION_SKIP,  OPTION_EXPORT,
                                         OPTION_TO,      OPTION_LINK};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        if (row == &option_rows[ids[i]])
            return true;
    return false;
}

bool option_value_check(enum option_id id, const char *value, struct error *error)
{
    const struct option_row *row = &option_rows[id];
    bool is_glob = row->argument && !strcmp(row->argument, "GLOB");
    const char *fault = is_glob ? pattern_fault(value) : NULL;
    if (lacks_unit(row, value))
        return error_set(error, ERROR_USAGE, "--%s: %.*s has no unit (give one, such as %s)",
                         row->name, LONGEST_VALUE, value,
                         id == OPTION_PEAK_FLOPS       ? "3.2TFLOP/s"
                         : id == OPTION_PEAK_BANDWIDTH ? "320GB/s"
                                                       : "5GB or 512MiB");
    if (fault)
        return error_set(error, ERROR_USAGE, "--%s: '%.*s' %s", row->name, LONGEST_VALUE, value,
                         fault);
    return true;
}

const struct option_row option_rows[OPTION_COUNT] = {
#define OPTION(id, name, letter, argument, commands, remembered, describes_data, standard, help)   \
    {name, letter, argument, commands, remembered, describes_data, standard, help, set_##id},
#include "options.def"
#undef OPTION
};

const struct command_row command_rows[COMMAND_COUNT] = {
#define COMMAND(id, name, operands, summary) {COMMAND_##id, name, operands, summary},
#include "commands.def"
#undef COMMAND
};
