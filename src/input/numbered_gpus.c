#include "input/numbered_gpus.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "input/devices/lone_gpu.h"
#include "input/known_hosts.h"
#include "input/path_parts.h"
#include "util/memory.h"

/* An input of the one GPU that its rows are of. */
struct lone {
    struct activity_source *source;
    const char *number; /* in its path; NULL: there is none */
    size_t size;
};

struct search {
    struct activity *activity;
    struct lone *items;
    size_t count;
};

static bool is_lone(const struct activity *activity, const struct device_sample *sample)
{
    const struct activity_device *device = &activity->devices[sample->device];
    const char *index = activity_text(activity, device->index);
    return !sample->host && !device->serial && !device->uuid && index &&
           strcmp(index, LONE_GPU_NAME) == 0;
}

static void find_inputs(struct search *search)
{
    const struct activity *activity = search->activity;
    search->items = memory_alloc_array(activity->source_count + 1, sizeof *search->items);
    for (size_t i = 0; i < activity->source_count; i++) {
        struct activity_rows rows = activity->sources[i].samples;
        size_t at = rows.first, end = rows.first + rows.count;
        while (at < end && is_lone(activity, &activity->samples[at]))
            at++;
        if (rows.count && at == end)
            search->items[search->count++] = (struct lone){.source = &activity->sources[i]};
    }
}

/* ---- numbers in paths ---- */

static size_t count_digits(const char *text, size_t size)
{
    size_t digits = 0;
    while (digits < size && isdigit((unsigned char)text[digits]))
        digits++;
    return digits;
}

/* A number without zeros before it, of the few that a host's GPUs have. */
static bool is_number(const char *text, size_t size)
{
    const size_t most = 2;
    return size && size <= most && count_digits(text, size) == size && (size == 1 || *text != '0');
}

/* The number of "gpu0", or of "gpu_0", whose number is a word of its own. */
static bool take_number(struct lone *lone, const struct path_parts *parts, size_t place)
{
    static const char gpu[] = "gpu";
    const size_t size = sizeof gpu - 1;
    struct path_part word = parts->items[place];
    if (word.end - word.begin < size || strncasecmp(parts->path + word.begin, gpu, size) != 0)
        return false;
    word.begin += size;
    if (word.begin == word.end && place + 1 < parts->count &&
        parts->items[place + 1].begin == word.end + 1)
        word = parts->items[place + 1];
    lone->number = parts->path + word.begin;
    lone->size = word.end - word.begin;
    return is_number(lone->number, lone->size);
}

static bool find_number(struct lone *lone, const struct path_parts *parts)
{
    for (size_t place = parts->count; place-- > 0;)
        if (take_number(lone, parts, place))
            return true;
    lone->number = NULL;
    return false;
}

/* Whether a host that another input names is called as the path calls the GPU. */
static bool is_of_host(const struct lone *lone, struct known_hosts *known)
{
    struct host_in_path found = known_hosts_in_path(known, lone->source->path);
    size_t at = (size_t)(lone->number - lone->source->path);
    return found.several || (found.host && at >= found.begin && at < found.end);
}

static bool have_same_number(const struct lone *left, const struct lone *right)
{
    return left->size == right->size && memcmp(left->number, right->number, left->size) == 0;
}

/* Whether all of them have a number, no host has one of their names, and numbers differ. */
static bool find_numbers(struct search *search, const struct dataset *dataset)
{
    struct known_hosts known;
    struct path_parts *parts = memory_alloc_array(search->count + 1, sizeof *parts);
    bool all = true, differ = false;
    for (size_t i = 0; i < search->count; i++)
        parts[i].path = search->items[i].source->path;
    path_parts_find(parts, search->count);
    known_hosts_make(&known, dataset);
    for (size_t i = 0; i < search->count && all; i++) {
        all = find_number(&search->items[i], &parts[i]) && !is_of_host(&search->items[i], &known);
        differ = differ || (all && !have_same_number(&search->items[0], &search->items[i]));
    }
    known_hosts_release(&known);
    free(parts);
    return all && differ;
}

/* ---- taking them for it ---- */

static void take(struct activity *activity, const struct lone *lone)
{
    uint32_t device =
        activity_device(activity,
                        (struct activity_device){.index = activity_number(activity, lone->number,
                                                                          lone->size),
                                                 .memory_B = lone->source->memory_B});
    struct activity_rows samples = lone->source->samples, faults = lone->source->faults;
    for (size_t i = samples.first; i < samples.first + samples.count; i++)
        activity->samples[i].device = device;
    for (size_t i = faults.first; i < faults.first + faults.count; i++)
        activity->faults[i].device = device;
}

void numbered_gpus_settle(struct dataset *dataset, struct diagnostics *diagnostics)
{
    struct search search = {.activity = dataset->activity};
    find_inputs(&search);
    bool numbered = search.count > 1 && find_numbers(&search, dataset);
    for (size_t i = 0; i < search.count && numbered; i++) {
        const struct lone *lone = &search.items[i];
        take(search.activity, lone);
        diagnostics_assume(diagnostics, (struct place){.input = lone->source->path},
                           "no column identifies the GPU: read as GPU %.*s, by the path",
                           (int)lone->size, lone->number);
    }
    free(search.items);
}
