/* What `--export` asks for, of the tables that are there: which files, and writing them. */
#ifndef EXPORT_EXPORTS_H
#define EXPORT_EXPORTS_H

#include "analysis/devices/event_tasks.h"
#include "export/export_list.h"
#include "export/sample_copy.h"
#include "table/dataset.h"
#include "table/table.h"
#include "util/short_paths.h"

/* The folder of a report in which exports are. */
#define EXPORT_FOLDER "export"

/* What the canonical tables are made from; NULL: it was not read, or not kept. */
struct export_inputs {
    const struct dataset *dataset; /* with the records */
    const struct sample_copy *samples;
    const struct event_tasks *events;
    const struct short_paths *names; /* of inputs; NULL: whole paths */
};

struct export_request {
    const char *const *wanted; /* items of the list, each of which export_item_parse knows */
    size_t count;
    const struct tables *tables;        /* result tables; NULL: none */
    const struct export_inputs *inputs; /* NULL: nothing was read */
    double created;                     /* Unix seconds */
    int jobs;
    struct arena *arena; /* of the plan */
    void (*note)(void *context, const char *line);
    void *context;
};

struct export_plan; /* opaque */

/* Whether the list names that canonical table, or all tables. */
bool export_wants(const char *const *wanted, size_t count, const char *table);

/* False, with the reason, when the program lacks an extension that one of the formats needs: to be
 * asked before anything is read. */
bool exports_check(const char *const *wanted, size_t count, struct error *error);

/* Which files are to be written. Notes which of the tables that were named have no rows. */
struct export_plan *exports_plan(const struct export_request *request);

void export_plan_release(struct export_plan *plan); /* may be NULL */

struct export_plan_file {
    const char *name;
    size_t tables;
    size_t rows; /* of all of them */
};

/* The files, sorted by the bytes of their names. */
const struct export_plan_file *export_plan_files(const struct export_plan *plan, size_t *count);

/* Writes them into a directory, which is there. False with ERROR_OUTPUT. */
bool exports_write(const struct export_plan *plan, const char *directory, struct error *error);

/* The table of a plan of one file with one table, NULL of any other plan. Lives as long as the
 * plan. */
const struct export_table *export_plan_table(const struct export_plan *plan);
/* Writes that file under another name. */
bool exports_write_as(const struct export_plan *plan, const char *directory, const char *name,
                      struct error *error);

#endif
