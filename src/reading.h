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

/* The same of one of them. */
bool reading_run_one(struct inputs *inputs, const struct input_request *request,
                     struct dataset *dataset, const struct options *options,
                     const struct environment *environment, struct diagnostics *diagnostics,
                     struct progress *progress, struct error *error);

/* The most that may come of an input. */
struct mapping_limits reading_limits_of(const struct options *options,
                                        const struct environment *environment);

#endif
