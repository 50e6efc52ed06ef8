#include "input/unnamed_hosts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/known_hosts.h"
#include "input/path_parts.h"
#include "util/memory.h"
#include "util/strbuf.h"

/* A monitor that is started anew may run beside the old one for so many samples, and such a part of
 * the time. */
static const double MOST_MEETING = 2, MOST_MEETING_SHARE = 0.1;
enum { MOST_STRANGE = 64 /* samples that are looked at before inputs are no copies */ };

/* An input of samples that names no host. */
struct unnamed {
    struct activity_source *source;
    double first, last;
    bool is_sorted;
    uint32_t *devices;  /* of its samples, ascending */
    uint32_t *by_index; /* the same by index, then ascending */
    size_t device_count;
    const char *host;  /* NULL: not found */
    size_t begin, end; /* where its name stands in the path, if it is that of a known host */
    bool has_several;  /* the path names several of these */
};

struct search {
    struct activity *activity;
    struct unnamed *items;
    size_t count;
    bool *conflicts; /* of each with each: they are of different hosts */
    struct arena arena;
};

/* ---- inputs ---- */

static const struct device_sample *samples_of(const struct search *search,
                                              const struct unnamed *input)
{
    return search->activity->samples + input->source->samples.first;
}

static bool names_no_host(const struct activity *activity, const struct activity_source *source)
{
    size_t first = source->samples.first, end = first + source->samples.count;
    while (first < end && !activity->samples[first].host)
        first++;
    return source->samples.count && first == end;
}

static struct unnamed study(struct search *search, struct activity_source *source, bool *seen)
{
    struct unnamed input = {.source = source,
                            .first = INFINITY,
                            .last = -INFINITY,
                            .is_sorted = true};
    const struct device_sample *samples = samples_of(search, &input);
    for (size_t i = 0; i < source->samples.count; i++) {
        input.is_sorted = input.is_sorted && (i == 0 || samples[i].time >= samples[i - 1].time);
        input.first = fmin(input.first, samples[i].time);
        input.last = fmax(input.last, samples[i].time);
        input.device_count += !seen[samples[i].device];
        seen[samples[i].device] = true;
    }
    input.devices = arena_alloc_array(&search->arena, input.device_count, sizeof *input.devices);
    input.by_index = arena_alloc_array(&search->arena, input.device_count, sizeof *input.by_index);
    return input;
}

static int compare_indices(const void *left, const void *right, void *context)
{
    const struct activity_device *devices = context;
    uint32_t one = *(const uint32_t *)left, other = *(const uint32_t *)right;
    uint32_t index = devices[one].index, other_index = devices[other].index;
    return index != other_index ? (index > other_index) - (index < other_index)
                                : (one > other) - (one < other);
}

static void find_inputs(struct search *search)
{
    struct activity *activity = search->activity;
    bool *seen = memory_alloc_array(activity->device_count + 1, sizeof *seen);
    search->items = memory_alloc_array(activity->source_count + 1, sizeof *search->items);
    for (size_t i = 0; i < activity->source_count; i++) {
        if (!names_no_host(activity, &activity->sources[i]))
            continue;
        struct unnamed input = study(search, &activity->sources[i], seen);
        size_t count = 0;
        for (uint32_t device = 0; device < activity->device_count; device++) {
            if (seen[device])
                input.devices[count++] = device;
            seen[device] = false;
        }
        memcpy(input.by_index, input.devices, count * sizeof *input.by_index);
        qsort_r(input.by_index, count, sizeof *input.by_index, compare_indices, activity->devices);
        search->items[search->count++] = input;
    }
    free(seen);
}

static struct path_parts *parts_of(const struct search *search)
{
    struct path_parts *parts = memory_alloc_array(search->count + 1, sizeof *parts);
    for (size_t i = 0; i < search->count; i++)
        parts[i].path = search->items[i].source->path;
    path_parts_find(parts, search->count);
    return parts;
}

/* ---- devices of two inputs ---- */

static bool has_own_name(const struct activity_device *device)
{
    return device->serial || device->uuid;
}

/* What devices two inputs share. */
struct shared {
    bool named, index; /* the same serial number or UUID; the same index without one */
    bool other;        /* an index, of different UUIDs */
};

/* How many of the devices from `at` on have the index of the one there. */
static size_t of_same_index(const struct search *search, const struct unnamed *input, size_t at)
{
    const struct activity_device *devices = search->activity->devices;
    size_t end = at;
    while (end < input->device_count &&
           devices[input->by_index[end]].index == devices[input->by_index[at]].index)
        end++;
    return end - at;
}

static bool share_index_of_others(const struct search *search, const struct unnamed *left,
                                  const struct unnamed *right)
{
    const struct activity_device *devices = search->activity->devices;
    size_t i = 0, k = 0;
    while (i < left->device_count && k < right->device_count) {
        uint32_t one = left->by_index[i], other = right->by_index[k];
        if (devices[one].index == devices[other].index) {
            size_t ones = of_same_index(search, left, i), others = of_same_index(search, right, k);
            if (devices[one].index && (ones > 1 || others > 1 || one != other))
                return true;
            i += ones;
            k += others;
        } else if (devices[one].index < devices[other].index) {
            i++;
        } else {
            k++;
        }
    }
    return false;
}

static struct shared shared_of(const struct search *search, const struct unnamed *left,
                               const struct unnamed *right)
{
    struct shared shared = {.other = share_index_of_others(search, left, right)};
    size_t i = 0, k = 0;
    while (i < left->device_count && k < right->device_count) {
        uint32_t one = left->devices[i], other = right->devices[k];
        if (one == other && has_own_name(&search->activity->devices[one]))
            shared.named = true;
        else if (one == other)
            shared.index = true;
        i += one <= other;
        k += other <= one;
    }
    return shared;
}

/* ---- hosts that are known ---- */

static void name_by_known(struct search *search, const struct dataset *dataset)
{
    struct known_hosts known;
    known_hosts_make(&known, dataset);
    for (size_t i = 0; i < search->count; i++) {
        struct unnamed *input = &search->items[i];
        struct host_in_path found = known_hosts_in_path(&known, input->source->path);
        input->host = found.host ? arena_text(&search->arena, found.host) : NULL;
        input->begin = found.begin;
        input->end = found.end;
        input->has_several = found.several;
    }
    known_hosts_release(&known);
}

/* At which of their words all paths with the name of a known host have it. */
static bool find_place_of_known(const struct search *search, const struct path_parts *parts,
                                size_t *place)
{
    bool any = false;
    for (size_t i = 0; i < search->count; i++) {
        if (!search->items[i].host)
            continue;
        size_t here = path_parts_place(&parts[i], search->items[i].begin);
        if (here == parts[i].count || (any && here != *place))
            return false;
        *place = here;
        any = true;
    }
    return any;
}

/* The word there that has the form of a known host's name in another path; NULL: there is none, or
 * the other one has a GPU of this. */
static const char *name_like_known(struct search *search, size_t at, const struct path_parts *parts,
                                   size_t place)
{
    const struct unnamed *input = &search->items[at];
    const char *name = NULL;
    for (size_t i = 0; i < search->count; i++) {
        const struct unnamed *known = &search->items[i];
        size_t end;
        if (!known->end)
            continue;
        if (shared_of(search, known, input).named)
            return NULL;
        if (!name && path_parts_like(&parts[at], place, known->source->path + known->begin,
                                     known->end - known->begin, &end)) {
            size_t begin = parts[at].items[place].begin;
            name = arena_text_of_size(&search->arena, parts[at].path + begin, end - begin);
        }
    }
    return name;
}

/* Beside "smi.gpu07.csv" of a known gpu07 "smi.gpu09.csv" is of gpu09, which nothing else names. */
static void name_like_others(struct search *search)
{
    struct path_parts *parts = parts_of(search);
    size_t place = 0;
    bool is_known = find_place_of_known(search, parts, &place);
    for (size_t i = 0; is_known && i < search->count; i++)
        if (!search->items[i].host && !search->items[i].has_several)
            search->items[i].host = name_like_known(search, i, parts, place);
    free(parts);
}

/* ---- which are of different hosts ---- */

static bool meet(const struct unnamed *left, const struct unnamed *right)
{
    double together = fmin(left->last, right->last) - fmax(left->first, right->first);
    const struct unnamed *one =
        left->last - left->first < right->last - right->first ? left : right;
    double moments = (double)one->source->samples.count / (double)one->device_count;
    double took = one->last - one->first;
    if (!(together > 0))
        return false;
    return together > MOST_MEETING_SHARE * took || together * moments > MOST_MEETING * took;
}

enum likeness { NOT_THERE, OTHERWISE, THE_SAME };

/* What the samples of `whole` from `at` on say at the moment of that sample of another input. */
static enum likeness likeness_of(const struct search *search, const struct unnamed *whole,
                                 size_t at, size_t sample)
{
    const struct device_sample *all = samples_of(search, whole);
    const struct device_sample *one = &search->activity->samples[sample];
    enum likeness likeness = NOT_THERE;
    for (; at < whole->source->samples.count && all[at].time == one->time; at++) {
        if (all[at].device != one->device)
            continue;
        if (activity_values_are_equal(search->activity, whole->source->samples.first + at, sample))
            return THE_SAME;
        likeness = OTHERWISE;
    }
    return likeness;
}

/* Of the samples of the shorter input at the time of the other one most are there as well, and none
 * says anything else at its moment. */
static bool are_copies(const struct search *search, const struct unnamed *left,
                       const struct unnamed *right)
{
    bool is_left = left->source->samples.count < right->source->samples.count;
    const struct unnamed *part = is_left ? left : right, *whole = is_left ? right : left;
    const struct device_sample *some = samples_of(search, part), *all = samples_of(search, whole);
    size_t same = 0, strange = 0, at = 0, count = whole->source->samples.count;
    if (!left->is_sorted || !right->is_sorted)
        return false;
    for (size_t i = 0; i < part->source->samples.count; i++) {
        if (some[i].time < whole->first || some[i].time > whole->last)
            continue;
        while (at < count && all[at].time < some[i].time)
            at++;
        enum likeness likeness = likeness_of(search, whole, at, part->source->samples.first + i);
        same += likeness == THE_SAME;
        strange += likeness == NOT_THERE;
        if (likeness == OTHERWISE || strange > same + MOST_STRANGE)
            return false;
    }
    return same > strange;
}

static bool are_of_different_hosts(const struct search *search, const struct unnamed *left,
                                   const struct unnamed *right)
{
    if (!meet(left, right))
        return false;
    struct shared shared = shared_of(search, left, right);
    if (shared.named)
        return false;
    return shared.other || (shared.index && !are_copies(search, left, right));
}

/* Of those whose host is not found. */
static bool find_conflicts(struct search *search)
{
    bool any = false;
    search->conflicts = memory_alloc_array(search->count * search->count + 1, 1);
    for (size_t i = 0; i < search->count; i++)
        for (size_t k = i + 1; !search->items[i].host && k < search->count; k++) {
            if (search->items[k].host ||
                !are_of_different_hosts(search, &search->items[i], &search->items[k]))
                continue;
            search->conflicts[i * search->count + k] = any = true;
        }
    return any;
}

/* ---- what they are called ---- */

static bool reports_apart(const struct search *search, const struct path_parts *parts, size_t place)
{
    for (size_t i = 0; i < search->count; i++)
        for (size_t k = i + 1; k < search->count; k++)
            if (search->conflicts[i * search->count + k] &&
                path_parts_same(&parts[i], &parts[k], place))
                return false;
    return true;
}

static size_t count_words(struct search *search, const struct path_parts *parts, size_t place)
{
    struct name_index words;
    name_index_init(&words);
    for (size_t i = 0; i < search->count; i++) {
        const struct path_part *part = &parts[i].items[place];
        const char *word = place < parts[i].count
                               ? arena_text_of_size(&search->arena, parts[i].path + part->begin,
                                                    part->end - part->begin)
                               : "";
        if (!search->items[i].host && name_index_find(&words, word) == NAME_INDEX_NONE)
            name_index_add(&words, word);
    }
    size_t count = words.count;
    name_index_release(&words);
    return count;
}

/* Behind all words where none tells all apart. */
static void name_by_paths(struct search *search)
{
    struct path_parts *parts = parts_of(search);
    size_t best = PATH_PARTS_MOST, fewest = search->count + 1;
    for (size_t place = 0; place < PATH_PARTS_MOST; place++) {
        size_t words = reports_apart(search, parts, place) ? count_words(search, parts, place) : 0;
        if (words && words < fewest) {
            best = place;
            fewest = words;
        }
    }
    for (size_t i = 0; i < search->count; i++)
        if (!search->items[i].host)
            search->items[i].host = path_parts_name(&parts[i], best, &search->arena);
    free(parts);
}

/* ---- taking them for it ---- */

static uint32_t index_on(struct activity *activity, const char *host, uint32_t index)
{
    struct strbuf name;
    strbuf_init(&name);
    strbuf_format(&name, "%s %s", host, activity_text(activity, index));
    uint32_t number = activity_number(activity, name.text, name.size);
    strbuf_release(&name);
    return number;
}

/* The device of the input on its host; one with a name of its own may be in several inputs. */
static uint32_t device_on(struct activity *activity, const struct unnamed *input, uint32_t number,
                          bool *renamed)
{
    const struct activity_device *device = &activity->devices[number];
    if (!device->index || renamed[number])
        return number;
    uint32_t index = index_on(activity, input->host, device->index);
    if (!has_own_name(device))
        return activity_device(activity,
                               (struct activity_device){.index = index,
                                                        .memory_B = input->source->memory_B});
    activity->devices[number].index = index;
    renamed[number] = true;
    return number;
}

static void take(struct activity *activity, const struct unnamed *input, uint32_t *numbers,
                 bool *renamed)
{
    uint32_t host = activity_number(activity, input->host, strlen(input->host));
    for (size_t i = 0; i < input->device_count; i++)
        numbers[input->devices[i]] = device_on(activity, input, input->devices[i], renamed);
    struct activity_rows samples = input->source->samples, faults = input->source->faults;
    for (size_t i = samples.first; i < samples.first + samples.count; i++) {
        activity->samples[i].host = host;
        activity->samples[i].device = numbers[activity->samples[i].device];
    }
    for (size_t i = faults.first; i < faults.first + faults.count; i++) {
        activity->faults[i].host = host;
        activity->faults[i].device = numbers[activity->faults[i].device];
    }
}

static void take_all(const struct search *search, struct diagnostics *diagnostics)
{
    size_t devices = search->activity->device_count;
    uint32_t *numbers = memory_alloc_array(devices + 1, sizeof *numbers);
    bool *renamed = memory_alloc_array(devices + 1, sizeof *renamed);
    for (size_t i = 0; i < search->count; i++) {
        const struct unnamed *input = &search->items[i];
        if (!input->host)
            continue;
        take(search->activity, input, numbers, renamed);
        diagnostics_assume(
            diagnostics, (struct place){.input = input->source->path},
            "no column names the host: GPUs are assigned to host \"%s\", by the path", input->host);
    }
    free(renamed);
    free(numbers);
}

/* Devices without a name of their own; true if one was sampled by an input before. */
static bool follows_another(const struct search *search, const struct unnamed *input, bool *sampled)
{
    bool follows = false;
    for (size_t i = 0; i < input->device_count; i++) {
        uint32_t device = input->devices[i];
        if (has_own_name(&search->activity->devices[device]))
            continue;
        follows = follows || sampled[device];
        sampled[device] = true;
    }
    return follows;
}

/* Inputs without a host, of one time each, that have the same indices. */
static void say_what_follows(const struct search *search, struct diagnostics *diagnostics)
{
    bool *sampled = memory_alloc_array(search->activity->device_count + 1, sizeof *sampled);
    for (size_t i = 0; i < search->count; i++) {
        const struct unnamed *input = &search->items[i];
        if (!input->host && follows_another(search, input, sampled))
            diagnostics_assume(diagnostics, (struct place){.input = input->source->path},
                               "no column names the host: GPUs are assumed to be those of another "
                               "input with the same indices at another time");
    }
    free(sampled);
}

void unnamed_hosts_settle(struct dataset *dataset, struct diagnostics *diagnostics)
{
    struct search search = {.activity = dataset->activity};
    arena_init(&search.arena);
    find_inputs(&search);
    if (search.count) {
        name_by_known(&search, dataset);
        name_like_others(&search);
        if (find_conflicts(&search))
            name_by_paths(&search);
        say_what_follows(&search, diagnostics);
        take_all(&search, diagnostics);
    }
    free(search.conflicts);
    free(search.items);
    arena_release(&search.arena);
}
