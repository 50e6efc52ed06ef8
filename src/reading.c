#include "reading.h"

#include <string.h>

#include "util/arena.h"

static void add_bytes_read(void *context, size_t bytes)
{
    progress_add(context, bytes);
}

/* "memory_MB=peak" → {"peak", "memory_MB"} */
static struct column_mapping *mapping_of(const struct options *options)
{
    const struct text_list *list = &options->mapping;
    struct column_mapping *mapping =
        arena_alloc_array(options->arena, list->count, sizeof *mapping);
    for (size_t i = 0; i < list->count; i++) {
        const char *equals = strchr(list->items[i], '=');
        size_t size = (size_t)(equals - list->items[i]);
        mapping[i] = (struct column_mapping){equals + 1, arena_text_of_size(options->arena,
                                                                            list->items[i], size)};
    }
    return mapping;
}

/* Without the option: no more than 16 GiB, and of compressed inputs no more than 200 times what
 * they have, as text hardly ever does. */
struct mapping_limits reading_limits_of(const struct options *options,
                                        const struct environment *environment)
{
    struct mapping_limits limits = {.size = (size_t)16 << 30,
                                    .ratio = 200,
                                    .scratch = environment->scratch};
    if (options->max_input > 0) {
        limits.size = (size_t)options->max_input; /* less than 8 EiB */
        limits.ratio = 0;
    }
    return limits;
}

static struct reading reading_of(const struct options *options,
                                 const struct environment *environment,
                                 struct diagnostics *diagnostics)
{
    return (struct reading){
        .diagnostics = diagnostics,
        .jobs = options->jobs,
        .limits = reading_limits_of(options, environment),
        .checksum = options->checksum,
        .columns = options->columns,
        .mapping = mapping_of(options),
        .mapping_count = options->mapping.count,
        .zone_is_given = options->sources[OPTION_TIME_ZONE] != SOURCE_DEFAULT,
    };
}

static struct reading reading_into(struct dataset *dataset, const struct options *options,
                                   const struct environment *environment,
                                   struct diagnostics *diagnostics, struct progress *progress)
{
    struct reading reading = reading_of(options, environment, diagnostics);
    reading.dataset = dataset;
    reading.progress = add_bytes_read;
    reading.progress_context = progress;
    return reading;
}

static struct input_request *requests_of(const struct options *options)
{
    struct input_request *requests =
        arena_alloc_array(options->arena, options->input_count, sizeof *requests);
    for (size_t i = 0; i < options->input_count; i++)
        requests[i] = (struct input_request){options->inputs[i].path, options->inputs[i].format};
    return requests;
}

bool reading_run_one(struct inputs *inputs, const struct input_request *request,
                     struct dataset *dataset, const struct options *options,
                     const struct environment *environment, struct diagnostics *diagnostics,
                     struct progress *progress, struct error *error)
{
    struct reading reading = reading_into(dataset, options, environment, diagnostics, progress);
    reading.checks_content = true;
    return inputs_read(inputs, request, 1, &reading, error);
}

bool reading_run(struct inputs *inputs, struct dataset *dataset, const struct options *options,
                 const struct environment *environment, struct diagnostics *diagnostics,
                 struct progress *progress, struct error *error)
{
    struct reading reading = reading_into(dataset, options, environment, diagnostics, progress);
    return inputs_read(inputs, requests_of(options), options->input_count, &reading, error);
}

bool reading_find(struct found_files *files, const struct options *options,
                  const struct environment *environment, struct diagnostics *diagnostics,
                  struct error *error)
{
    struct reading reading = reading_of(options, environment, diagnostics);
    return inputs_find(files, requests_of(options), options->input_count, &reading, error);
}

/* Named first is the one that was set where it counts more: it is to be changed. */
bool reading_check_limits(const struct options *options, struct error *error)
{
    const char *small = options->texts[OPTION_SMALL_MEMORY],
               *medium = options->texts[OPTION_MEDIUM_MEMORY];
    if (options->small_memory < options->medium_memory)
        return true;
    if (options->sources[OPTION_MEDIUM_MEMORY] > options->sources[OPTION_SMALL_MEMORY])
        return error_set(error, ERROR_USAGE,
                         "--medium-memory (%s) must be more than --small-memory (%s)", medium,
                         small);
    return error_set(error, ERROR_USAGE,
                     "--small-memory (%s) must be less than --medium-memory (%s)", small, medium);
}

void reading_count_rejects(struct inputs *inputs, const struct diagnostics *diagnostics)
{
    for (size_t i = 0; i < inputs->count; i++) {
        struct input_record *record = &inputs->records[i];
        unsigned long long rejected = diagnostics_rejected(diagnostics, record->path);
        record->records -= (long long)(rejected - record->rejected);
        record->rejected = rejected;
    }
}
