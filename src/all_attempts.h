/* data/attempts_all.csv.gz or .parquet: the table `attempts` of exports (every attempt that was
 * read, why it failed and what it left behind), where there are not too many of them or the user
 * asks for it. A report that is drawn again has that of the former. */
#ifndef ALL_ATTEMPTS_H
#define ALL_ATTEMPTS_H

#include <jansson.h>

#include "environment.h"
#include "export/exports.h"
#include "manifest.h"
#include "options.h"

/* Name of the resource in data/datapackage.json. */
#define ALL_ATTEMPTS_TABLE "attempts_all"

/* Attempts, and columns of them, up to which nobody needs to ask for them: some megabytes, and less
 * than a tenth of the report's time. */
enum { ALL_ATTEMPTS_UNASKED = 100000, ALL_ATTEMPTS_COLUMNS_UNASKED = 1000 };

struct all_attempts {
    struct export_request request;
    struct export_plan *plan; /* NULL: none, or those of the former report */
    const char *name;         /* of the file in data/; NULL: none */
    const char *former;       /* the report that has it; NULL where it is written anew */
    json_t *resource;         /* of datapackage.json; NULL: none */
    struct arena *arena;
};

/* `records`: NULL where no input has any. */
bool all_attempts_are_wanted(enum all_attempts_form form, const struct records *records);

/* Whether the program has what the form needs: to be asked before anything is read. */
bool all_attempts_check(enum all_attempts_form form, struct error *error);

/* `inputs`, `former`, `manifest` as report_exports_plan has them. The manifest names afterwards
 * what will be there. To be released, also after a failure. */
bool all_attempts_plan(struct all_attempts *all, const struct options *options,
                       const struct environment *environment, const struct export_inputs *inputs,
                       const char *former, struct manifest *manifest, struct error *error);
/* As pages list it, with how many attempts are in it; without a name: there is none. */
struct exported_file all_attempts_file(const struct all_attempts *all,
                                       const struct manifest *manifest);
void all_attempts_release(struct all_attempts *all);

/* Writes it into data/ of the report's directory, which is there. */
bool all_attempts_write(const struct all_attempts *all, const char *directory, struct error *error);

#endif
