#include "report.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "analysing.h"
#include "datapackage.h"
#include "drawing.h"
#include "figure/charts/plotspecs_load.h"
#include "input/inputs.h"
#include "publish/tree.h"
#include "reading.h"
#include "report_logo.h"
#include "report_making.h"
#include "run_facts.h"
#include "site_rules.h"
#include "table/model_text.h"
#include "table/prices.h"
#include "table/rows.h"
#include "table/table_csv.h"
#include "util/path.h"
#include "util/text_slice.h"
#include "util/texts.h"
#include "util/utf8.h"

enum { TABLE_SIZE_LIMIT = 1 << 30 };

/* ---- definitions ---------------------------------------------------------------------------- */

/* "clock.core" is called after "clock", where no definition is its own. */
static void name_after_node_metric(struct dataset *dataset, struct metric *metric,
                                   const struct plotspecs *specs)
{
    const struct plotspec *own = plotspecs_find(specs, metric->name);
    if (own && own->metric && own->title && strcmp(own->metric, metric->name) == 0) {
        metric->label = metric->label ? metric->label : own->title;
        return;
    }
    size_t size = strlen(metric->name), ending = strlen(metric->scope);
    if (metric->label || size <= ending + 1 || strcmp(metric->scope, "node") == 0 ||
        strcmp(metric->name + size - ending, metric->scope) != 0)
        return;
    const char *name = arena_text_of_size(&dataset->arena, metric->name, size - ending - 1);
    const struct plotspec *spec = plotspecs_find(specs, name);
    if (spec && spec->title)
        metric->label = arena_format(&dataset->arena, "%s (%s)", spec->title, metric->scope);
}

/* Chart definitions say what people call a metric and how nodes combine. */
static void define_metrics(struct dataset *dataset, const struct plotspecs *specs)
{
    for (size_t i = 0; i < dataset->metric_count; i++) {
        struct metric *metric = &dataset->metrics[i];
        name_after_node_metric(dataset, metric, specs);
        const struct plotspec *spec =
            plotspecs_find(specs, metric->part_of ? metric->part_of : metric->name);
        if (!spec)
            continue;
        if (spec->title && !metric->label)
            metric->label = spec->title;
        if (spec->has_combine)
            metric->combine = spec->combine;
    }
}

/* ---- report --------------------------------------------------------------------------------- */

static void say_what_was_read(const struct inputs *inputs, const struct environment *environment)
{
    for (size_t i = 0; i < inputs->count; i++) {
        const struct input_record *record = &inputs->records[i];
        struct strbuf line;
        strbuf_init(&line);
        utf8_add_visible(&line, record->path);
        strbuf_format(&line, ": %s, %llu bytes, %lld records, %llu rejected", record->format,
                      record->size, record->records, record->rejected);
        environment->say(environment->context, line.text);
        strbuf_release(&line);
    }
}

/* Where inputs were is nobody's business who reads the report. NULL: whole paths. */
static struct short_paths *name_inputs(struct inputs *inputs, const struct options *options)
{
    if (options->full_paths)
        return NULL;
    const char **paths = arena_alloc_array(options->arena, inputs->count, sizeof *paths);
    for (size_t i = 0; i < inputs->count; i++)
        paths[i] = inputs->records[i].path;
    struct short_paths *names = short_paths_new(paths, inputs->count);
    for (size_t i = 0; i < inputs->count; i++)
        inputs->records[i].name = short_paths_get(names, paths[i]);
    return names;
}

/* A report of one job is not called by the id of another one. */
static bool check_job_id(const struct dataset *dataset, const char *job_id, struct error *error)
{
    for (size_t i = 1; job_id && i < dataset->job_count; i++)
        if (texts_equal(dataset->jobs[i].id, job_id) && !texts_equal(dataset->jobs[0].id, job_id))
            return error_set(error, ERROR_INPUT,
                             "--job-id %s: the report would be of another job, since the inputs "
                             "hold several: give only those of job %s (%s)",
                             job_id, job_id, dataset->jobs[i].path);
    return true;
}

static bool report_tables(struct options *options, const struct environment *environment,
                          const struct plotspecs *specs, const struct rules *rules,
                          struct diagnostics *diagnostics, struct progress *progress,
                          struct inputs *inputs, struct kept_inputs *kept, struct tables *tables,
                          struct facts *facts, struct strbuf *dump, struct error *error)
{
    struct dataset *dataset = &kept->dataset;
    progress_begin(progress, "reading", 0);
    bool good = reading_run(inputs, dataset, options, environment, diagnostics, progress, error) &&
                check_job_id(dataset, options->job_id, error);
    if (good && options->dump == DUMP_DATASET) {
        dataset_write_text(dataset, dump);
    } else if (good) {
        progress_begin(progress, "analysing", 0);
        define_metrics(dataset, specs);
        bool has_job = dataset->facts.job_id != NULL;
        run_facts_name(&dataset->facts, options, dataset->records, environment);
        kept->names = name_inputs(inputs, options);
        good =
            analyse(kept, options, specs, rules, environment->scratch, diagnostics, tables, error);
        reading_count_rejects(inputs, diagnostics);
        say_what_was_read(inputs, environment);
        *facts = facts_copy(&dataset->facts, options->arena); /* it outlives the dataset */
        good = good && report_is_usable(tables, has_job, options, error);
    }
    kept_inputs_settle(kept);
    return good && inputs_hash(inputs, error);
}

bool report_make(struct options *options, const struct environment *environment,
                 struct diagnostics *diagnostics, struct progress *progress,
                 struct report_outcome *outcome, struct error *error)
{
    struct arena *arena = options->arena;
    struct plotspecs specs = {0};
    struct rules rules;
    struct inputs inputs = {.arena = arena};
    struct tables tables;
    struct manifest manifest = {.created = environment->now};
    struct kept_inputs kept;
    tables_init(&tables, arena);
    if (!reading_check_limits(options, error) || !report_check_exports(options, error) ||
        !environment->use_time_zone(options->time_zone, error) ||
        !report_load_specs(&specs, options, environment, arena, error) ||
        !site_rules_load(&rules, options, environment->resources, error) ||
        (options->command != COMMAND_SHOW && !report_logo_read(&manifest.logo, options, error)))
        return false;
    manifest.finding_settings = site_rules_set(options);
    if (options->command != COMMAND_SHOW)
        manifest.links = options->links;
    kept_inputs_init(&kept, options);
    struct drawing_request request = {
        .options = options,
        .environment = environment,
        .manifest = &manifest,
        .tables = &tables,
        .specs = &specs,
        .rules = &rules,
        .inputs = &inputs,
        .progress = progress,
        .arena = arena,
    };
    bool good = report_tables(options, environment, &specs, &rules, diagnostics, progress, &inputs,
                              &kept, &tables, &manifest.facts, &outcome->dump, error);
    if (good) {
        outcome->rejected = diagnostics_rejected(diagnostics, NULL);
        const struct export_inputs read = kept_inputs_for_export(&kept);
        good = report_make_of_tables(&request, &read, NULL, outcome,
                                     options->output ? options->output
                                                     : report_stem(arena, manifest.facts.job_id),
                                     error);
    }
    kept_inputs_release(&kept);
    inputs_release(&inputs);
    return good;
}

/* ---- replot --------------------------------------------------------------------------------- */

static const struct listed_table *find_listed(const struct manifest *manifest, const char *table)
{
    for (size_t i = 0; i < manifest->table_count; i++)
        if (strcmp(manifest->tables[i].name, table) == 0)
            return &manifest->tables[i];
    return NULL;
}

/* A table of which a part is gone would give other numbers for the same run. */
static bool check_rows(const struct table *table, const struct listed_table *listed,
                       const char *path, struct error *error)
{
    double rows = (double)table->rows;
    if (!listed || isnan(listed->rows) || !(rows < listed->rows || rows > listed->rows))
        return true;
    return error_set(error, ERROR_INPUT, "%s has %.0f rows, data/manifest.json says %.0f", path,
                     rows, listed->rows);
}

static bool advise_restoring(struct error *error)
{
    const struct error fault = *error;
    return error_set(error, fault.kind,
                     "%s: restore the file, or make the report again from its inputs", fault.text);
}

static bool take_table(struct table *table, const struct listed_table *listed,
                       const struct column_names *columns, const char *path,
                       const struct strbuf *content, struct error *error)
{
    return (table_read_listed_csv(table, columns, path, content->text, content->size, error) &&
            check_rows(table, listed, path, error)) ||
           advise_restoring(error);
}

static bool load_table(struct tables *tables, const struct manifest *manifest,
                       const struct datapackage *package, const char *directory, const char *name,
                       struct error *error)
{
    const char *path = arena_format(tables->arena, "%s/data/%s.csv", directory, name);
    const struct listed_table *listed = find_listed(manifest, name);
    struct strbuf content;
    strbuf_init(&content);
    bool good;
    if (path_read(path, TABLE_SIZE_LIMIT, &content, error))
        good = take_table(tables_get(tables, name), listed, datapackage_columns(package, name),
                          path, &content, error);
    else
        good = error->number == ENOENT && !listed;
    strbuf_release(&content);
    return good;
}

static bool load_tables(struct tables *tables, const struct manifest *manifest,
                        const char *directory, struct error *error)
{
    struct datapackage package;
    const char *path = path_join(tables->arena, directory, "data/datapackage.json");
    if (!datapackage_read(&package, path, tables->arena, error))
        return error->number ? false : advise_restoring(error);
    for (size_t i = 0; i < table_schema_count(); i++)
        if (!load_table(tables, manifest, &package, directory, table_schema_at(i)->name, error))
            return false;
    for (size_t i = 0; table_former_name(i); i++)
        if (find_listed(manifest, table_former_name(i)) &&
            !load_table(tables, manifest, &package, directory, table_former_name(i), error))
            return false;
    return true;
}

/* Its own, unless --logo names another, or none. */
static bool take_logo(const struct options *options, int report, const char *directory,
                      struct manifest *manifest, struct error *error)
{
    if (options->sources[OPTION_LOGO] > SOURCE_REMEMBERED)
        return report_logo_read(&manifest->logo, options, error);
    return !manifest->names_logo ||
           report_logo_read_kept(&manifest->logo, report, directory, options->arena, error);
}

/* Of one report: tables of two would fit together as little as their files. *source is the state of
 * the manifest. */
static bool load_report(struct options *options, const char *directory, struct manifest *manifest,
                        struct tables *tables, struct tree_file_state *source, struct error *error)
{
    struct arena *arena = options->arena;
    int handle = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    *source = (struct tree_file_state){0};
    if (handle >= 0)
        tree_file_state(handle, "data/manifest.json", source);
    bool good = manifest_read(manifest, options, path_join(arena, directory, "data/manifest.json"),
                              arena, error) &&
                load_tables(tables, manifest, directory, error) &&
                take_logo(options, handle, directory, manifest, error);
    if (handle >= 0 && !tree_is_at(handle, directory))
        good =
            error_set(error, ERROR_INPUT, "%s: replaced while it was read (try again)", directory);
    if (handle >= 0)
        close(handle);
    return good;
}

static bool is_same_directory(const char *left, const char *right)
{
    int handle = open(left, O_PATH | O_DIRECTORY | O_CLOEXEC);
    bool is_same = handle >= 0 && tree_is_at(handle, right);
    path_close(handle);
    return is_same;
}

/* A report may come from a computer that knows more zones. */
static bool use_time_zone(const struct options *options, const struct environment *environment,
                          const char *directory, struct error *error)
{
    if (environment->use_time_zone(options->time_zone, error))
        return true;
    if (options->sources[OPTION_TIME_ZONE] != SOURCE_REMEMBERED)
        return false;
    const size_t most = 100;
    return error_set(error, ERROR_INPUT,
                     "%s/data/manifest.json: unknown time zone '%s' (choose one with --time-zone)",
                     directory, utf8_shorten(options->arena, options->time_zone, most));
}

static bool dumps_what_a_report_has(const struct options *options, struct error *error)
{
    return options->dump != DUMP_DATASET ||
           error_set(error, ERROR_USAGE,
                     "--dump=dataset: 'replot' reads no inputs (use tables, figures or document)");
}

/* A report keeps what attempts held where it was made with prices: others are worked out anew. */
static void apply_prices(struct tables *tables, const struct options *options,
                         const struct environment *environment)
{
    static const enum option_id ids[] = {OPTION_PRICE_CORE_HOUR, OPTION_PRICE_GPU_HOUR,
                                         OPTION_PRICE_KWH, OPTION_CARBON_INTENSITY};
    const struct prices prices = analysing_prices(options);
    if (tables_find(tables, "costs")) {
        prices_apply(tables, &prices);
        return;
    }
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
        if (options->sources[ids[i]] > SOURCE_REMEMBERED) {
            environment->note(environment->context,
                              "prices are not used: the report was made without any, so its data/ "
                              "does not hold what they are of; make it again from its inputs");
            return;
        }
}

bool report_replot(struct options *options, const struct environment *environment,
                   struct progress *progress, struct report_outcome *outcome, struct error *error)
{
    struct arena *arena = options->arena;
    const char *directory = options->inputs[0].path;
    struct plotspecs specs = {0};
    struct rules rules;
    struct tables tables;
    struct manifest manifest;
    struct tree_file_state source;
    tables_init(&tables, arena);
    if (!dumps_what_a_report_has(options, error) || !report_check_exports(options, error) ||
        !load_report(options, directory, &manifest, &tables, &source, error) ||
        !use_time_zone(options, environment, directory, error) ||
        !report_load_specs(&specs, options, environment, arena, error) ||
        !site_rules_load_set(&rules, manifest.finding_settings, options, environment->resources,
                             error))
        return false;
    if (site_rules_are_named(options))
        environment->note(environment->context,
                          "--config: \"findings\" is not used: a report keeps what was set when "
                          "it was made");
    if (!report_is_usable(&tables, manifest.facts.job_id != NULL, options, error))
        return false;
    run_facts_name(&manifest.facts, options, NULL, NULL);
    if (options->sources[OPTION_LINK] > SOURCE_REMEMBERED)
        manifest.links = options->links;
    apply_prices(&tables, options, environment);
    bool in_place = !options->output || is_same_directory(options->output, directory);
    struct drawing_request request = {
        .options = options,
        .environment = environment,
        .manifest = &manifest,
        .tables = &tables,
        .specs = &specs,
        .rules = &rules,
        .source = in_place ? &source : NULL,
        .progress = progress,
        .arena = arena,
    };
    return report_make_of_tables(&request, NULL, directory, outcome,
                                 options->output ? options->output : directory, error);
}
