#include "input/nodes/clustercockpit_jobs.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/number.h"
#include "util/path.h"
#include "util/texts.h"

#define NO_JOB ((size_t)-1)

static size_t add(struct dataset *dataset, struct sampled_job job)
{
    dataset_add_job(dataset, job);
    return dataset->job_count - 1;
}

size_t cockpit_job_of_meta(struct dataset *dataset, const struct sampled_job *job)
{
    for (size_t i = 0; i < dataset->job_count; i++)
        if (!job->id || !dataset->jobs[i].id || strcmp(job->id, dataset->jobs[i].id) == 0)
            return i;
    return add(dataset, *job);
}

/* ---- which job has data ---- */

/* "DIR/a..json" for "DIR/a.data.json.gz" and for "DIR/a.meta.json". */
static const char *pair_name(struct arena *arena, const char *path)
{
    static const char packed[] = ".gz";
    char *name = arena_text(arena, path);
    size_t size = strlen(name);
    if (size > strlen(packed) && strcmp(name + size - strlen(packed), packed) == 0)
        name[size - strlen(packed)] = '\0';
    char *base = name + (path_base_name(name) - name);
    for (char *word; (word = strstr(base, "data")) || (word = strstr(base, "meta"));)
        memmove(word, word + 4, strlen(word + 4) + 1);
    return name;
}

static size_t named_alike(const struct dataset *dataset, const char *path)
{
    struct arena arena;
    arena_init(&arena);
    const char *name = pair_name(&arena, path);
    size_t found = NO_JOB;
    for (size_t i = 0; found == NO_JOB && i < dataset->job_count; i++)
        if (strcmp(name, pair_name(&arena, dataset->jobs[i].path)) == 0)
            found = i;
    arena_release(&arena);
    return found;
}

static bool has_some(const struct sampled_job *job, const char *const *hosts, size_t host_count)
{
    for (size_t i = 0; i < job->host_count; i++)
        if (bsearch(&job->hosts[i], hosts, host_count, sizeof *hosts, texts_compare))
            return true;
    return false;
}

static size_t only_one_with_hosts(const struct dataset *dataset, const char *const *hosts,
                                  size_t host_count)
{
    size_t found = NO_JOB;
    for (size_t i = 0; i < dataset->job_count; i++) {
        if (!has_some(&dataset->jobs[i], hosts, host_count))
            continue;
        if (found != NO_JOB)
            return NO_JOB;
        found = i;
    }
    return found;
}

size_t cockpit_job_of_data(struct dataset *dataset, const char *path, const char *const *hosts,
                           size_t host_count)
{
    size_t found = named_alike(dataset, path);
    if (found == NO_JOB && dataset->job_count && !host_count)
        return 0;
    if (found == NO_JOB)
        found = only_one_with_hosts(dataset, hosts, host_count);
    if (found == NO_JOB && dataset->job_count == 1 && !dataset->jobs[0].host_count)
        found = 0;
    if (found != NO_JOB)
        return found;
    return add(dataset, (struct sampled_job){
                            .path = path,
                            .hosts = (const char **)hosts,
                            .host_count = host_count,
                            .first = NUMBER_MISSING,
                            .last = NUMBER_MISSING,
                        });
}

static const char *job_words(struct arena *arena, const struct sampled_job *job)
{
    return job->id ? arena_format(arena, "job %s", job->id) : "a job without id";
}

void cockpit_omit_job(struct deferred_diagnostics *deferred, const struct dataset *dataset,
                      size_t job)
{
    deferred_omit(deferred, NULL, 1, "metrics of %s are left out: the report is of %s",
                  job_words(&deferred->arena, &dataset->jobs[job]),
                  job_words(&deferred->arena, &dataset->jobs[0]));
}
