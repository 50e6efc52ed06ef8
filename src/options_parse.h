/* Sets the options, and says which there are. */
#ifndef OPTIONS_PARSE_H
#define OPTIONS_PARSE_H

#include <stdbool.h>

#include "options.h"
#include "util/error.h"
#include "util/strbuf.h"

/* Sets every option to its default. */
void options_init(struct options *options, struct arena *arena);

void options_release(struct options *options);

/* The first operand is the command where it is called like one; after "--" it is an input. */
bool options_parse(struct options *options, int count, char **arguments, struct error *error);

/* A JSON object whose keys are long options; what the command line says is kept. An object as a
 * value is a list of "KEY=VALUE" (options_config.c). A file that --config does not name must be
 * one that only root and the user can change. What is wrong in it is ERROR_USAGE; where the user's
 * cannot be read, or others could change it, that is ERROR_INPUT. */
bool options_read_config(struct options *options, const char *path, enum option_source source,
                         struct error *error);
/* Puts the place in such a file before an error that begins with the name of an option ("--plots:
 * …"), if the file set it: not all is checked when it is read. */
void options_add_place(const struct options *options, struct error *error);
/* As options_read_config of a file that nobody named, if it is there: it sets what describes the
 * data and nothing else. What is refused or faulty in it gets a note; false when it cannot be read
 * now. *in_directory: its place is one, whether or not the file is there. */
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

/* Takes back what options_remembered gave: lists come joined by commas. Other options are ignored:
 * a foreign report must not say where files go, or which templates are used. */
bool options_set_remembered(struct options *options, const char *name, const char *value,
                            struct error *error);

/* "jobreport replot [options] REPORT_DIR" */
void options_write_usage(enum command command, struct strbuf *out);
/* is_overview: with the forms of all commands. */
void options_write_help(enum command command, bool is_overview, struct strbuf *out);
void options_write_manual(struct strbuf *out); /* groff, man macros */
void options_write_bash_completion(struct strbuf *out);

#endif
