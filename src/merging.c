#include "merging.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/campaign/part_tables.h"
#include "analysis/nodes/signals_make.h"
#include "part_files.h"
#include "path_lines.h"
#include "report_logo.h"
#include "report_making.h"
#include "run_facts.h"
#include "site_rules.h"
#include "util/list.h"
#include "util/number.h"
#include "util/path.h"
#include "util/short_paths.h"
#include "util/utf8.h"

/* ---- which parts there are ---- */

struct candidate {
    const char *path;
    size_t inputs; /* that it covers */
};

struct candidates {
    struct candidate *items;
    size_t count, capacity;
};

static bool add_directory(struct candidates *candidates, const char *directory, struct arena *arena,
                          struct error *error)
{
    const char **names;
    size_t count;
    if (!path_list(arena, directory, &names, &count, error))
        return false;
    for (size_t i = 0; i < count; i++)
        if (part_file_is_named(names[i]))
            *list_add(candidates) = (struct candidate){path_join(arena, directory, names[i]), 0};
    return true;
}

static bool list_candidates(struct candidates *candidates, const struct options *options,
                            struct error *error)
{
    for (size_t i = 0; i < options->input_count; i++) {
        const char *path = options->inputs[i].path;
        if (!path_is_directory(path))
            *list_add(candidates) = (struct candidate){path, 0};
        else if (!add_directory(candidates, path, options->arena, error))
            return false;
    }
    return true;
}

/* What covers most comes first: what it covers is left out of the others. */
static int compare_candidates(const void *left, const void *right)
{
    const struct candidate *l = left, *r = right;
    int order = (l->inputs < r->inputs) - (l->inputs > r->inputs);
    return order ? order : strcmp(l->path, r->path);
}

struct merging {
    struct options *options;
    const struct environment *environment;
    struct part whole;
    const char *first; /* the part whose settings are those of all */
};

static void note(const struct merging *merging, const char *line)
{
    struct strbuf visible;
    strbuf_init(&visible);
    utf8_add_visible(&visible, line);
    merging->environment->note(merging->environment->context, visible.text);
    strbuf_release(&visible);
}

/* Shards may be lost where it is known which inputs there have to be. */
static bool may_be_lost(const struct merging *merging, struct error *error)
{
    if (!merging->options->expect || error->kind != ERROR_INPUT)
        return false;
    note(merging, arena_format(merging->options->arena, "left out: %s", error->text));
    *error = (struct error){0};
    return true;
}

/* Keeps those that can be read. */
static bool count_inputs(struct merging *merging, struct candidates *candidates,
                         struct error *error)
{
    size_t kept = 0;
    for (size_t i = 0; i < candidates->count; i++) {
        struct part part;
        bool good = part_file_read(&part, candidates->items[i].path, error);
        size_t inputs = part.input_count;
        part_release(&part);
        if (good)
            candidates->items[kept++] = (struct candidate){candidates->items[i].path, inputs};
        else if (!may_be_lost(merging, error))
            return false;
    }
    candidates->count = kept;
    if (kept)
        qsort(candidates->items, kept, sizeof *candidates->items, compare_candidates);
    return kept > 0 || error_set(error, ERROR_INPUT, "no part that can be read: nothing to merge");
}

/* ---- putting together ---- */

static bool has_same_settings(struct merging *merging, const struct part *part, const char *path,
                              struct error *error)
{
    const struct part_settings *one = &merging->whole.settings, *other = &part->settings;
    if (!merging->first) {
        merging->first = path;
        merging->whole.settings = *other;
        return true;
    }
    bool is_same = numbers_order(one->small_memory, other->small_memory) == 0 &&
                   numbers_order(one->medium_memory, other->medium_memory) == 0;
    return is_same ||
           error_set(error, ERROR_INPUT,
                     "%s: made with other --small-memory and --medium-memory than %s (summarize "
                     "all inputs with the same)",
                     path, merging->first);
}

/* An input that is the same may be called otherwise. */
static bool refuse_shared(const struct merging *merging, const struct part_input *shared,
                          const char *path, struct error *error)
{
    uint32_t known = part_input_of_hash(&merging->whole, part_input_hash(shared));
    const char *name = known == HASH_INDEX_NONE ? shared->name : merging->whole.inputs[known].name;
    bool is_called_so = strcmp(name, shared->name) == 0;
    return error_set(
        error, ERROR_INPUT,
        "%s: covers %s, %s%s%swhich another part covers, beside inputs that only this "
        "one covers (leave one of these parts out, or summarize the inputs of this one "
        "again without that input)",
        path, shared->name, is_called_so ? "" : "of the same content as ", is_called_so ? "" : name,
        is_called_so ? "" : ", ");
}

/* An input of a part whose inputs are all in others counts once; it may be a copy of one of them.
 */
static void note_copies(const struct merging *merging, const struct part *part, const char *path)
{
    for (size_t i = 0; i < part->input_count; i++) {
        const struct part_input *input = &part->inputs[i];
        uint32_t known = part_input_of_hash(&merging->whole, part_input_hash(input));
        const char *name =
            known == HASH_INDEX_NONE ? input->name : merging->whole.inputs[known].name;
        if (strcmp(name, input->name) != 0)
            note(merging, arena_format(merging->options->arena,
                                       "%s: %s has the same content as %s, counted once", path,
                                       input->name, name));
    }
}

static bool add_part(struct merging *merging, struct part *part, const char *path,
                     struct error *error)
{
    const struct part_input *shared;
    switch (part_relation_of(&merging->whole, part, &shared)) {
    case PART_IS_NEW:
        part_add(&merging->whole, part);
        return true;
    case PART_IS_KNOWN:
        note_copies(merging, part, path);
        part_add_names(&merging->whole, part);
        return true;
    case PART_OVERLAPS:
        return refuse_shared(merging, shared, path, error);
    }
    BUG("no such relation");
}

static bool merge_all(struct merging *merging, struct error *error)
{
    struct candidates candidates = {0};
    bool good = list_candidates(&candidates, merging->options, error) &&
                count_inputs(merging, &candidates, error);
    for (size_t i = 0; good && i < candidates.count; i++) {
        struct part part;
        const char *path = candidates.items[i].path;
        good = part_file_read(&part, path, error) &&
               has_same_settings(merging, &part, path, error) &&
               add_part(merging, &part, path, error);
        part_release(&part);
    }
    free(candidates.items);
    part_settle(&merging->whole);
    return good;
}

/* ---- expected inputs ---- */

static int compare_names(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* Ascending, each once, as inputs are called. */
static bool read_expected(struct path_lines *names, const struct options *options,
                          struct error *error)
{
    size_t kept = 0;
    if (!options->expect)
        return true;
    if (!path_lines_read(names, options->expect, options->arena, error))
        return error_add_context(error, "--expect");
    for (size_t i = 0; i < names->count; i++)
        names->items[i] = utf8_escape_invalid(options->arena, names->items[i]);
    if (names->count)
        qsort(names->items, names->count, sizeof *names->items, compare_names);
    for (size_t i = 0; i < names->count; i++)
        if (!kept || strcmp(names->items[kept - 1], names->items[i]) != 0)
            names->items[kept++] = names->items[i];
    names->count = kept;
    return true;
}

/* ---- a report ---- */

/* What the inputs were when they were read; several of the same name are as one. */
static void recall_inputs(const struct part *whole, struct dataset *dataset,
                          struct diagnostics *diagnostics)
{
    for (size_t i = 0; i < whole->input_count; i++) {
        const struct part_input *input = &whole->inputs[i];
        struct read_input *known =
            dataset->read_count ? &dataset->read[dataset->read_count - 1] : NULL;
        diagnostics_recall(diagnostics, input->name, input->rejected, input->end);
        if (!known || strcmp(known->path, input->name) != 0) {
            known = list_add_to(dataset, read, read);
            *known = (struct read_input){.path = input->name};
        }
        known->records += (double)input->records;
        known->rejected += (double)input->rejected;
    }
}

/* Of tasks there are tables alone, of inputs what parts keep of them. */
static void run_findings(const struct merging *merging, const struct rules *rules,
                         const struct task_groups *tasks, const struct short_paths *names,
                         struct diagnostics *diagnostics, struct tables *tables)
{
    struct dataset inputs;
    struct signals signals;
    dataset_init(&inputs);
    recall_inputs(&merging->whole, &inputs, diagnostics);
    signals_make(&signals, &inputs, diagnostics, 1);
    const struct analysis_request request = {.dataset = &inputs,
                                             .signals = &signals,
                                             .tasks = tasks,
                                             .rules = rules,
                                             .input_names = names,
                                             .diagnostics = diagnostics,
                                             .units = merging->options->units,
                                             .jobs = merging->options->jobs};
    for (size_t i = 0; i < analysis_count(); i++)
        if (strcmp(analysis_at(i)->name, "findings") == 0)
            analysis_at(i)->run(&request, tables);
    signals_release(&signals);
    dataset_release(&inputs);
}

/* Where inputs were is nobody's business who reads the report. NULL: whole paths. */
static struct short_paths *name_inputs(const struct merging *merging)
{
    const struct part *whole = &merging->whole;
    const char **paths =
        arena_alloc_array(merging->options->arena, whole->input_count, sizeof *paths);
    for (size_t i = 0; i < whole->input_count; i++)
        paths[i] = whole->inputs[i].name;
    return merging->options->full_paths ? NULL : short_paths_new(paths, whole->input_count);
}

static void list_inputs(const struct merging *merging, const struct short_paths *names,
                        struct manifest *manifest)
{
    const struct part *whole = &merging->whole;
    struct arena *arena = merging->options->arena;
    manifest->input_count = whole->input_count;
    manifest->inputs = arena_alloc_array(arena, whole->input_count, sizeof *manifest->inputs);
    for (size_t i = 0; i < whole->input_count; i++) {
        const struct part_input *input = &whole->inputs[i];
        manifest->inputs[i] = (struct input_row){
            .path = arena_text(arena, short_paths_get(names, input->name)),
            .format = input->format,
            .checksum = input->checksum,
            .size = (double)input->size,
            .records = (double)input->records,
            .rejected = (double)input->rejected,
            .end = manifest_end_word(input->end),
        };
    }
}

static bool make_report(struct merging *merging, const struct path_lines *expected,
                        struct diagnostics *diagnostics, struct progress *progress,
                        struct report_outcome *outcome, struct error *error)
{
    struct options *options = merging->options;
    const struct environment *environment = merging->environment;
    struct arena *arena = options->arena;
    struct plotspecs specs = {0};
    struct rules rules;
    struct tables tables;
    struct manifest manifest = {.created = environment->now};
    tables_init(&tables, arena);
    if (!environment->use_time_zone(options->time_zone, error) ||
        !report_load_specs(&specs, options, environment, arena, error) ||
        !site_rules_load(&rules, options, environment->resources, error) ||
        !report_logo_read(&manifest.logo, options, error))
        return false;
    manifest.finding_settings = site_rules_set(options);
    manifest.links = options->links;
    const struct part_expected wanted = {expected->items, expected->count};
    struct short_paths *names = name_inputs(merging);
    struct part_groups groups;
    part_groups_make(&groups, &merging->whole);
    part_tables_put(&tables, &groups, &wanted, names);
    run_findings(merging, &rules, &groups.groups, names, diagnostics, &tables);
    part_groups_release(&groups);
    facts_init(&manifest.facts);
    run_facts_name(&manifest.facts, options, NULL,
                   NULL); /* the environment is of the job that merges */
    list_inputs(merging, names, &manifest);
    short_paths_free(names);
    struct drawing_request request = {
        .options = options,
        .environment = environment,
        .manifest = &manifest,
        .tables = &tables,
        .specs = &specs,
        .rules = &rules,
        .progress = progress,
        .arena = arena,
    };
    const char *path =
        options->output ? options->output : report_stem(arena, manifest.facts.job_id);
    return report_is_usable(&tables, false, options, error) &&
           report_make_of_tables(&request, NULL, NULL, outcome, path, error);
}

static bool write_part(struct merging *merging, struct report_outcome *outcome, struct error *error)
{
    const struct options *options = merging->options;
    if (options->expect)
        return error_set(error, ERROR_USAGE,
                         "--expect is for a report: a part says which inputs it covers");
    outcome->path = options->output;
    return merging->environment->can_announce(merging->environment->context, error) &&
           part_file_write(&merging->whole, options->output, options->arena, error);
}

bool merging_run(struct options *options, const struct environment *environment,
                 struct diagnostics *diagnostics, struct progress *progress,
                 struct report_outcome *outcome, struct error *error)
{
    struct merging merging = {.options = options, .environment = environment};
    struct path_lines expected = {0};
    part_init(&merging.whole);
    progress_begin(progress, "merging", 0);
    bool is_part = options->output && part_file_is_named(options->output);
    bool good = (!is_part || part_file_may_be_written(options->output, error)) &&
                report_check_exports(options, error) && read_expected(&expected, options, error) &&
                merge_all(&merging, error);
    if (good && is_part)
        good = write_part(&merging, outcome, error);
    else if (good && !merging.whole.entry_count)
        good = error_set(error, ERROR_INPUT, "the parts hold no tasks: there is nothing to report");
    else if (good)
        good = make_report(&merging, &expected, diagnostics, progress, outcome, error);
    for (size_t i = 0; i < merging.whole.input_count; i++)
        outcome->rejected += merging.whole.inputs[i].rejected;
    free(expected.items);
    part_release(&merging.whole);
    return good;
}
