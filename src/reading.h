/* Reads inputs as the options say: limits, columns, zones. */
#ifndef READING_H
#define READING_H

#include "environment.h"
#include "input/inputs.h"
#include "options.h"
#include "progress.h"

/* As inputs_read does, of the inputs of the options. */
bool reading_run(struct inputs *inputs, struct dataset *dataset, const struct options *options,
                 const struct environment *environment, struct diagnostics *diagnostics,
                 struct progress *progress, struct error *error);

/* The same of one of them, with the checksum of its content. */
bool reading_run_one(struct inputs *inputs, const struct input_request *request,
                     struct dataset *dataset, const struct options *options,
                     const struct environment *environment, struct diagnostics *diagnostics,
                     struct progress *progress, struct error *error);

/* Which files those are: as inputs_find. */
bool reading_find(struct found_files *files, const struct options *options,
                  const struct environment *environment, struct diagnostics *diagnostics,
                  struct error *error);

/* Counts records that were rejected after they were read, such as a start without its stop. */
void reading_count_rejects(struct inputs *inputs, const struct diagnostics *diagnostics);

/* Whether what is small is less than what is medium. */
bool reading_check_limits(const struct options *options, struct error *error);

/* The most that may come of an input. */
struct mapping_limits reading_limits_of(const struct options *options,
                                        const struct environment *environment);

#endif
