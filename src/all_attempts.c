#include "all_attempts.h"

#include <fcntl.h>
#include <math.h>
#include <string.h>

#include "datapackage.h"
#include "page/content/page_parts.h"
#include "publish/tree.h"
#include "util/extension.h"
#include "util/path.h"

static const char folder[] = "data";

static const struct form {
    const char *item; /* of the list of exports */
    const char *name, *format, *media_type, *compression;
} forms[] = {
    [ALL_ATTEMPTS_CSV] = {"attempts.csv.gz", "attempts_all.csv.gz", "csv", "text/csv", "gz"},
    [ALL_ATTEMPTS_PARQUET] = {"attempts.parquet", "attempts_all.parquet", "parquet",
                              "application/vnd.apache.parquet", NULL},
};

bool all_attempts_are_wanted(enum all_attempts_form form, const struct records *records)
{
    return records && records->rows && form != ALL_ATTEMPTS_NONE &&
           (form != ALL_ATTEMPTS_AUTO || (records->rows <= ALL_ATTEMPTS_UNASKED &&
                                          records->column_count <= ALL_ATTEMPTS_COLUMNS_UNASKED));
}

bool all_attempts_check(enum all_attempts_form form, struct error *error)
{
    return form != ALL_ATTEMPTS_PARQUET || extension_open("parquet", error) ||
           error_add_context(error, "--all-attempts parquet");
}

/* Any other name is that of another program, or leads elsewhere. */
static bool is_its_name(const char *name)
{
    return strcmp(name, forms[ALL_ATTEMPTS_CSV].name) == 0 ||
           strcmp(name, forms[ALL_ATTEMPTS_PARQUET].name) == 0;
}

/* ---- of what was read ------------------------------------------------------------------------ */

static json_t *resource_of(const struct form *form, const struct export_table *table,
                           struct arena *arena)
{
    return json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:s*,s:o}", "name", ALL_ATTEMPTS_TABLE, "path",
                     form->name, "profile", "tabular-data-resource", "description",
                     arena_format(arena, "A row is %s.", table->row), "format", form->format,
                     "mediatype", form->media_type, "encoding", "utf-8", "compression",
                     form->compression, "schema",
                     datapackage_schema(table->columns, table->column_count));
}

static void plan_new(struct all_attempts *all, const struct options *options,
                     const struct environment *environment, const struct export_inputs *inputs,
                     struct manifest *manifest)
{
    const struct form *form =
        &forms[options->all_attempts == ALL_ATTEMPTS_PARQUET ? ALL_ATTEMPTS_PARQUET
                                                             : ALL_ATTEMPTS_CSV];
    if (!inputs->dataset ||
        !all_attempts_are_wanted(options->all_attempts, inputs->dataset->records))
        return;
    all->request = (struct export_request){.wanted = &form->item,
                                           .count = 1,
                                           .inputs = inputs,
                                           .created = manifest->created,
                                           .jobs = options->jobs,
                                           .arena = all->arena,
                                           .note = environment->note,
                                           .context = environment->context};
    all->plan = exports_plan(&all->request);
    const struct export_table *table = export_plan_table(all->plan);
    all->name = form->name;
    all->resource = resource_of(form, table, all->arena);
    manifest->all_attempts = (struct listed_attempts_file){form->name, (double)table->rows};
}

/* ---- of the former report -------------------------------------------------------------------- */

static bool is_there(const char *report, const char *name)
{
    struct tree_file_state state;
    int directory = tree_open_directory(AT_FDCWD, report);
    int data = directory >= 0 ? tree_open_folder(directory, folder) : -1;
    bool is = data >= 0 && tree_file_state(data, name, &state);
    path_close(data);
    path_close(directory);
    return is;
}

/* As with exports: one that somebody removed is gone. */
static bool plan_kept(struct all_attempts *all, const char *former, struct manifest *manifest,
                      struct error *error)
{
    const char *name = manifest->all_attempts.name;
    if (!name || !is_its_name(name) || !is_there(former, name)) {
        manifest->all_attempts.name = NULL;
        return true;
    }
    all->name = name;
    all->former = former;
    return datapackage_resource(path_join(all->arena, former, "data/datapackage.json"),
                                ALL_ATTEMPTS_TABLE, &all->resource, error);
}

static bool is_it(void *context, const char *in, const char *name)
{
    const struct all_attempts *all = context;
    return strcmp(in, folder) == 0 && strcmp(name, all->name) == 0;
}

static bool copy_kept(const struct all_attempts *all, const char *directory, struct error *error)
{
    struct tree_copy copy = {.wants = is_it, .context = (void *)(size_t)all};
    int from = tree_open_directory(AT_FDCWD, all->former);
    int to = tree_open_directory(AT_FDCWD, directory);
    bool good = false;
    if (from < 0)
        error_set_errno(error, ERROR_INPUT, "%s", all->former);
    else if (to < 0)
        error_set_errno(error, ERROR_OUTPUT, "%s", directory);
    else
        good = tree_copy_folder(&copy, from, to, folder, error);
    path_close(to);
    path_close(from);
    if (good && !copy.copied)
        return error_set(error, ERROR_INPUT, "%s/%s/%s: gone while the report was drawn again",
                         all->former, folder, all->name);
    return good;
}

/* ---- the whole ------------------------------------------------------------------------------- */

bool all_attempts_plan(struct all_attempts *all, const struct options *options,
                       const struct environment *environment, const struct export_inputs *inputs,
                       const char *former, struct manifest *manifest, struct error *error)
{
    *all = (struct all_attempts){.arena = options->arena};
    if (inputs)
        plan_new(all, options, environment, inputs, manifest);
    return inputs || !former || plan_kept(all, former, manifest, error);
}

struct exported_file all_attempts_file(const struct all_attempts *all,
                                       const struct manifest *manifest)
{
    double rows = manifest->all_attempts.rows;
    return (struct exported_file){
        .name = all->name,
        .contains = isnan(rows) ? NULL : count_text(all->arena, rows, "row", "rows"),
    };
}

void all_attempts_release(struct all_attempts *all)
{
    export_plan_release(all->plan);
    json_decref(all->resource);
}

bool all_attempts_write(const struct all_attempts *all, const char *directory, struct error *error)
{
    if (!all->name)
        return true;
    if (all->former)
        return copy_kept(all, directory, error);
    return exports_write_as(all->plan, path_join(all->arena, directory, folder), all->name, error);
}
