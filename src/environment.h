/* What the program takes from outside besides its options; nothing below main() looks there. */
#ifndef ENVIRONMENT_H
#define ENVIRONMENT_H

#include <stdbool.h>

#include "page/terminal/overview_text.h"
#include "util/error.h"

struct environment {
    const char *resources;       /* directory that holds plots/, templates/, fonts/ */
    const char *program;         /* path of this program; NULL: not known */
    const char *site_config;     /* config files of the site and of the user, */
    const char *user_config;     /* which need not be there; NULL: not looked for */
    const char *job_id, *user;   /* of the scheduler and the login, or NULL */
    const char *scratch;         /* directory for large files of the moment; NULL: there is none */
    double now;                  /* Unix seconds: written into the report */
    struct terminal_style style; /* of text on standard output */
    /* Makes the zone that of all printed times; false when there is no such zone. */
    bool (*use_time_zone)(const char *zone, struct error *error);
    /* Called when all is written and before the report is swapped in: false stops it. */
    bool (*can_announce)(void *context, struct error *error);
    /* What is done, for those who asked for it (--verbose). */
    void (*say)(void *context, const char *line);
    /* What is worth knowing for everyone but those who asked for silence (--quiet). */
    void (*note)(void *context, const char *line);
    /* What went wrong without stopping the rest: for everyone. */
    void (*complain)(void *context, const char *line);
    void *context;
};

#endif
