/* What the user asked for: the command line, over the config file, over what a report remembers.
 *
 * A row of options.def an option gives the parser, --help, the manual page and the completion. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"
#include "util/error.h"
#include "util/quantity.h"
#include "util/strbuf.h"

enum command {
    COMMAND_REPORT = 1 << 0,
    COMMAND_REPLOT = 1 << 1,
    COMMAND_FORMATS = 1 << 2,
    COMMAND_FIGURES = 1 << 3,
    COMMAND_TABLES = 1 << 4,
    COMMAND_PUBLISH = 1 << 5,
    COMMAND_FINDINGS = 1 << 6,
    COMMAND_LISTS = COMMAND_FORMATS | COMMAND_FIGURES | COMMAND_TABLES | COMMAND_FINDINGS,
    COMMAND_DRAWS = COMMAND_REPORT | COMMAND_REPLOT,
    COMMAND_ANY = COMMAND_DRAWS | COMMAND_PUBLISH | COMMAND_LISTS,
};

enum output_format { OUTPUT_PDF = 1, OUTPUT_HTML = 2, OUTPUT_PNG = 4, OUTPUT_SVG = 8 };
enum progress_mode { PROGRESS_AUTO, PROGRESS_ALWAYS, PROGRESS_NEVER };

/* The model that is printed in place of a report. */
enum dump { DUMP_NOTHING, DUMP_DATASET, DUMP_TABLES, DUMP_FIGURES, DUMP_DOCUMENT };

/* Options whose value was set, by its row; where it came from decides who wins. */
enum option_source { SOURCE_DEFAULT, SOURCE_REMEMBERED, SOURCE_CONFIG, SOURCE_COMMAND_LINE };

enum option_id {
#define OPTION(id, ...) OPTION_##id,
#include "options.def"
#undef OPTION
    OPTION_COUNT
};

struct text_list {
    const char **items;
    size_t count, capacity;
};

struct named_input {
    const char *path, *format; /* format NULL: detect */
};

struct options {
    struct arena *arena;
    enum command command;
    struct named_input *inputs; /* operands */
    size_t input_count, input_capacity;
    const char *input_format; /* for the inputs that follow */

    double max_input; /* bytes; 0: not given */
    const char *columns;
    struct text_list mapping; /* "MEANING=COLUMN" */

    const char *output;
    unsigned formats; /* of enum output_format */
    const char *job_id, *user, *title, *label;
    struct text_list plots, templates, only, skip;
    bool letter, dark, strict, full_paths, trace_compat, quiet, json, help, version;
    int verbosity;
    double dpi;
    double peak_flops, peak_bandwidth; /* of a node, F/s and B/s; 0: not given */
    enum unit_system units;
    const char *time_zone;
    double small_memory, medium_memory, outlier_iqr; /* bytes */
    int jobs;
    enum progress_mode progress;
    enum dump dump;
    const char *config;
    const char
        *config_text; /* of the file given by --config: its findings are read with the rules */
    const char *generate;

    const char *texts[OPTION_COUNT]; /* as given, for the manifest; lists joined by commas */
    enum option_source sources[OPTION_COUNT];
};

/* Sets every option to its default. */
void options_init(struct options *options, struct arena *arena);

void options_release(struct options *options);

/* The first operand is the command where it is called like one; after "--" it is an input. */
bool options_parse(struct options *options, int count, char **arguments, struct error *error);

/* A JSON object whose keys are long options; what the command line says is kept. An object as a
 * value is a list of "KEY=VALUE" (options_config.c). */
bool options_read_config(struct options *options, const char *path, struct error *error);
/* The same of a file that nobody named, if it is there: it sets what describes the data and nothing
 * else. What is refused or faulty in it gets a note; false when it cannot be read now.
 * *in_directory: its place is one, whether or not the file is there. */
bool options_read_found_config(struct options *options, const char *path, bool *in_directory,
                               void (*note)(void *context, const char *line), void *context,
                               struct error *error);

/* Whether each directory of definitions and templates that was given is there. */
bool options_check_directories(const struct options *options, struct error *error);

/* Sets one option by its long name, unless a stronger source has set it. */
bool options_set(struct options *options, const char *name, const char *value,
                 enum option_source source, struct error *error);

/* What a report remembers for replot: calls back with each long name and its text. */
void options_remembered(const struct options *options,
                        void (*each)(void *context, const char *name, const char *value),
                        void *context);

/* Takes back what options_remembered gave: lists come joined by commas. */
bool options_set_remembered(struct options *options, const char *name, const char *value,
                            struct error *error);

void options_write_help(enum command command, struct strbuf *out);
void options_write_manual(struct strbuf *out); /* groff, man macros */
void options_write_bash_completion(struct strbuf *out);

#endif
