/* What the user asked for: the command line, over the config file that it names, over what a report
 * remembers, over the config files of the user and of the site.
 *
 * A row of options.def an option gives the parser, --help, the manual page and the completion;
 * options_parse.h has what sets them. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"
#include "util/file_checksum.h"
#include "util/quantity.h"

enum command {
    COMMAND_REPORT = 1 << 0,
    COMMAND_REPLOT = 1 << 1,
    COMMAND_FORMATS = 1 << 2,
    COMMAND_FIGURES = 1 << 3,
    COMMAND_TABLES = 1 << 4,
    COMMAND_PUBLISH = 1 << 5,
    COMMAND_FINDINGS = 1 << 6,
    COMMAND_SUMMARIZE = 1 << 7,
    COMMAND_MERGE = 1 << 8,
    COMMAND_SHARD = 1 << 9,
    COMMAND_SHOW = 1 << 10,
    COMMAND_MAIL = 1 << 11,
    COMMAND_LISTS = COMMAND_FORMATS | COMMAND_FIGURES | COMMAND_TABLES | COMMAND_FINDINGS,
    COMMAND_DRAWS = COMMAND_REPORT | COMMAND_REPLOT | COMMAND_MERGE,
    COMMAND_PRICES = COMMAND_REPORT | COMMAND_REPLOT | COMMAND_SHOW,
    COMMAND_TELLS = COMMAND_DRAWS | COMMAND_SHOW,
    COMMAND_READS = COMMAND_REPORT | COMMAND_SHOW | COMMAND_SUMMARIZE | COMMAND_SHARD,
    COMMAND_ANY = COMMAND_DRAWS | COMMAND_READS | COMMAND_PUBLISH | COMMAND_LISTS | COMMAND_MAIL,
};

enum output_format {
    OUTPUT_PDF = 1,
    OUTPUT_HTML = 2,
    OUTPUT_PNG = 4,
    OUTPUT_SVG = 8,
    OUTPUT_TEXT = 16
};
/* What is written of all attempts; AUTO: CSV, where there are not too many. */
enum all_attempts_form {
    ALL_ATTEMPTS_AUTO,
    ALL_ATTEMPTS_CSV,
    ALL_ATTEMPTS_PARQUET,
    ALL_ATTEMPTS_NONE
};
enum progress_mode { PROGRESS_AUTO, PROGRESS_ALWAYS, PROGRESS_NEVER };

/* The model that is printed in place of a report; DUMP_OVERVIEW: what `show` prints. */
enum dump { DUMP_NOTHING, DUMP_DATASET, DUMP_TABLES, DUMP_FIGURES, DUMP_DOCUMENT, DUMP_OVERVIEW };

/* Options whose value was set, by its row; where it came from decides who wins. */
enum option_source {
    SOURCE_DEFAULT,
    SOURCE_SITE, /* the config file of the site, */
    SOURCE_USER, /* of the user */
    SOURCE_REMEMBERED,
    SOURCE_CONFIG, /* named by --config, or found beside the inputs */
    SOURCE_COMMAND_LINE
};

/* One that was read; its findings are read with the rules. */
struct config_file {
    enum option_source source;
    const char *path, *text;
};
enum { MOST_CONFIG_FILES = 3 };

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
    bool names_command;         /* the first operand did; else it is COMMAND_REPORT */
    struct named_input *inputs; /* operands */
    size_t input_count, input_capacity;
    const char *input_format; /* for the inputs that follow */

    double max_input; /* bytes; 0: not given */
    const char *columns;
    struct text_list mapping; /* "FIELD=COLUMN" */
    const char *kinds;        /* what task kinds are; NULL: by the rule of kind_choice.h */

    const char *output;
    const char *files_from; /* file with the paths of more inputs; NULL: none */
    bool make, slurm, makeflow;
    int shards;         /* 0: by the size of the inputs */
    const char *expect; /* file with the paths of all inputs; NULL: not known */
    unsigned formats;   /* of enum output_format */
    const char *job_id, *user, *title, *label, *system, *partition, *software;
    struct text_list plots, templates, only, skip, exports, links; /* links: "LABEL=URL" */
    const char *logo;                    /* file with a PNG; NULL or empty: none */
    struct text_list to;                 /* addresses of mime_is_address */
    const char *from;                    /* one address; NULL: login and host of the process */
    const char *subject;                 /* NULL: made of the report */
    bool fails, fails_for_problems_only; /* where there are findings: warnings or problems */
    bool letter, dark, strict, full_paths, trace_compat, quiet, json, help, version;
    int verbosity;
    double dpi;
    double peak_flops, peak_bandwidth; /* of a node, FLOP/s and B/s; 0: not given */
    double price_core_hour, price_gpu_hour, price_kwh, carbon_intensity; /* NaN: not given */
    const char *currency;
    enum unit_system units;
    enum checksum_kind checksum;
    const char *time_zone;
    double small_memory, medium_memory, outlier_iqr; /* bytes */
    int jobs;
    enum progress_mode progress;
    enum all_attempts_form all_attempts;
    enum dump dump;
    const char *config;
    struct config_file configs[MOST_CONFIG_FILES]; /* the weakest first */
    size_t config_count;
    const char *generate;

    const char *texts[OPTION_COUNT]; /* as given, for the manifest; lists joined by commas */
    enum option_source sources[OPTION_COUNT];
};

#endif
