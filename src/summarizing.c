#include "summarizing.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/campaign/part_bytes.h"
#include "analysis/campaign/part_reduce.h"
#include "analysis/tasks/task_groups_make.h"
#include "input/found_files.h"
#include "part_files.h"
#include "path_lines.h"
#include "reading.h"
#include "util/hash.h"

struct summarizing {
    struct options *options;
    const struct environment *environment;
    struct diagnostics *diagnostics;
    struct progress *progress;
    struct part part;
};

/* What an input comes to, as a part of its own. */
static bool reduce_dataset(const struct summarizing *summarizing, const struct dataset *dataset,
                           struct part *part, struct error *error)
{
    const char *by_name = "name", *kinds = summarizing->options->kinds;
    struct kind_choice choice;
    struct task_groups groups;
    part->settings = summarizing->part.settings;
    if (!dataset->records || !dataset->records->rows)
        return true;
    /* The rule looks at all inputs, which no part does. */
    if (!kind_choice_make(&choice, dataset->records, kinds ? kinds : by_name, error))
        return false;
    task_groups_make_by(&groups, dataset->records, &choice, summarizing->options->jobs);
    part_reduce(part, dataset, &groups, summarizing->options->jobs);
    task_groups_release(&groups);
    kind_choice_release(&choice);
    return true;
}

/* A file has one or several inputs, by their number. */
static uint64_t place_of(const struct found_file *file, size_t number)
{
    char *path = file->is_regular ? realpath(file->location, NULL) : NULL;
    if (!path)
        return 0;
    uint64_t hash = hash_bytes(HASH_START, path, strlen(path));
    free(path);
    return hash_bytes(hash, &number, sizeof number);
}

static void describe(struct part *part, const struct inputs *inputs, const struct found_file *file)
{
    uint64_t reduced = part_hash(part);
    for (size_t i = 0; i < inputs->count; i++) {
        const struct input_record *record = &inputs->records[i];
        const struct part_input input = {.name = file->path,
                                         .format = record->format,
                                         .checksum = record->checksum,
                                         .content =
                                             *record->content ? record->content : record->checksum,
                                         .size = record->size,
                                         .records =
                                             record->records > 0 ? (uint64_t)record->records : 0,
                                         .rejected = record->rejected,
                                         .end = record->end,
                                         .reduced = reduced,
                                         .place = place_of(file, i)};
        task_sample_name(&part->sample, part_input_hash(&input));
        part_add_input(part, &input);
    }
}

static void note_copy(const struct summarizing *summarizing, const char *path)
{
    diagnostics_note(summarizing->diagnostics, (struct place){path, 0, 0},
                     "the same content as another input, counted once");
}

/* It counts as covered all the same: it has nothing to add. */
static void note_lack_of_tasks(const struct summarizing *summarizing, const struct part *reduced,
                               const char *path)
{
    if (!reduced->entry_count)
        diagnostics_note(summarizing->diagnostics, (struct place){path, 0, 0},
                         "holds no records of tasks: nothing of it is in the part");
}

/* An input that was counted stays out. */
static void add_reduced(struct summarizing *summarizing, struct part *reduced, const char *path)
{
    const struct part_input *shared;
    switch (part_relation_of(&summarizing->part, reduced, &shared)) {
    case PART_IS_NEW:
        part_add(&summarizing->part, reduced);
        return;
    case PART_IS_KNOWN:
    case PART_OVERLAPS: /* it is one input */
        part_add_names(&summarizing->part, reduced);
        note_copy(summarizing, path);
    }
}

static bool reduce_file(struct summarizing *summarizing, const struct found_file *file,
                        struct error *error)
{
    struct options *options = summarizing->options;
    struct arena arena;
    struct dataset dataset;
    struct part reduced;
    arena_init(&arena);
    dataset_init(&dataset);
    part_init(&reduced);
    struct inputs inputs = {.arena = &arena};
    const struct input_request request = {file->location, file->format};
    bool good = reading_run_one(&inputs, &request, &dataset, options, summarizing->environment,
                                summarizing->diagnostics, summarizing->progress, error);
    good = good && reduce_dataset(summarizing, &dataset, &reduced, error);
    dataset_release(&dataset);
    good = good && inputs_hash(&inputs, error);
    if (good) {
        reading_count_rejects(&inputs, summarizing->diagnostics);
        note_lack_of_tasks(summarizing, &reduced, file->path);
        describe(&reduced, &inputs, file);
        add_reduced(summarizing, &reduced, file->path);
    }
    inputs_release(&inputs);
    part_release(&reduced);
    arena_release(&arena);
    return good;
}

/* What was found in a directory may be anything. */
static bool reduce_found(struct summarizing *summarizing, const struct found_file *file,
                         struct error *error)
{
    if (reduce_file(summarizing, file, error))
        return true;
    if (file->named || error->kind != ERROR_INPUT)
        return false;
    diagnostics_note(summarizing->diagnostics, (struct place){file->path, 0, 0}, "skipped: %s",
                     error->text);
    *error = (struct error){0};
    return true;
}

/* The operands, then those of --files-from. */
static bool find_files(struct summarizing *summarizing, struct found_files *files,
                       struct error *error)
{
    const struct options *options = summarizing->options;
    struct path_lines lines = {0};
    bool good = !options->files_from ||
                path_lines_read(&lines, options->files_from, options->arena, error) ||
                error_add_context(error, "--files-from");
    for (size_t i = 0; good && i < options->input_count; i++)
        good = found_files_add(files, options->inputs[i].path, options->inputs[i].format,
                               summarizing->diagnostics, error);
    for (size_t i = 0; good && i < lines.count; i++)
        good = found_files_add(files, lines.items[i], options->input_format,
                               summarizing->diagnostics, error);
    free(lines.items);
    return good;
}

static bool reduce_all(struct summarizing *summarizing, struct error *error)
{
    struct found_files files;
    found_files_init(&files, reading_limits_of(summarizing->options, summarizing->environment));
    bool good = find_files(summarizing, &files, error);
    progress_begin(summarizing->progress, "reading", 0);
    for (size_t i = 0; good && i < files.count; i++)
        good = reduce_found(summarizing, &files.items[i], error);
    found_files_release(&files);
    return good;
}

/* A list of files is one shard of many, which may have those without tasks. */
static bool has_inputs(const struct part *part, const struct options *options, struct error *error)
{
    if (part->input_count && !part->entry_count && !options->files_from)
        return error_set(
            error, ERROR_INPUT,
            "no records of tasks in %s%s: a part is of tasks; 'jobreport report' makes "
            "reports of samples and events",
            options->inputs[0].path, options->input_count > 1 ? " and the other inputs" : "");
    return part->input_count ||
           error_set(error, ERROR_INPUT, "nothing usable found in %s%s",
                     options->input_count ? options->inputs[0].path : options->files_from,
                     options->input_count > 1 ? " and the other inputs" : "");
}

bool summarizing_run(struct options *options, const struct environment *environment,
                     struct diagnostics *diagnostics, struct progress *progress,
                     struct report_outcome *outcome, struct error *error)
{
    struct summarizing summarizing = {.options = options,
                                      .environment = environment,
                                      .diagnostics = diagnostics,
                                      .progress = progress};
    if (!part_file_may_be_written(options->output, error) ||
        !reading_check_limits(options, error) ||
        !environment->use_time_zone(options->time_zone, error))
        return false;
    part_init(&summarizing.part);
    summarizing.part.settings =
        (struct part_settings){options->small_memory, options->medium_memory};
    bool good = reduce_all(&summarizing, error) && has_inputs(&summarizing.part, options, error) &&
                environment->can_announce(environment->context, error) &&
                part_file_write(&summarizing.part, options->output, options->arena, error);
    part_release(&summarizing.part);
    outcome->path = options->output;
    outcome->rejected = diagnostics_rejected(diagnostics, NULL);
    return good;
}
