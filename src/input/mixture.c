#include "input/mixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/nodes/perfmon_metrics.h"
#include "util/memory.h"
#include "util/texts.h"

static const double GAP_S = 600; /* inputs of one job may be apart by some samples */

void mixture_init(struct mixture *mixture)
{
    *mixture = (struct mixture){0};
}

void mixture_release(struct mixture *mixture)
{
    for (size_t i = 0; i < mixture->count; i++)
        free(mixture->inputs[i].hosts);
    free(mixture->inputs);
    free(mixture->chains.heads);
    free(mixture->chains.next);
    mixture_init(mixture);
}

/* ---- series that are there twice ---- */

struct span {
    double first, last;
};

static struct span span_of(const struct timeline *timeline)
{
    struct span span = {INFINITY, -INFINITY};
    for (size_t i = 0; i < timeline->count; i++) {
        span.first = fmin(span.first, timeline->times[i]);
        span.last = fmax(span.last, timeline->times[i]);
    }
    return span;
}

static bool overlap(const struct timeline *left, const struct timeline *right)
{
    struct span a = span_of(left), b = span_of(right);
    return a.first <= b.last && b.first <= a.last;
}

/* Many metrics of one node are spread as well as one metric of many nodes. */
static size_t chain_of(const struct series_chains *chains, const struct series *series)
{
    uint64_t key = (series->metric * 11400714819323198485u ^ series->node) * 13787848793156543929u;
    return (size_t)(key >> 32) & (chains->head_count - 1);
}

static bool repeats(const struct dataset *dataset, const struct series_chains *chains,
                    const struct series *series)
{
    for (size_t at = chains->heads[chain_of(chains, series)]; at; at = chains->next[at - 1]) {
        const struct series *earlier = &dataset->series[at - 1];
        if (earlier->metric == series->metric && earlier->node == series->node &&
            overlap(earlier->timeline, series->timeline))
            return true;
    }
    return false;
}

static void chain(struct series_chains *chains, const struct series *series)
{
    size_t *head = &chains->heads[chain_of(chains, series)];
    chains->next[chains->count] = *head;
    *head = ++chains->count;
}

/* Makes room for `count` series, with at least as many heads. */
static void reserve(struct series_chains *chains, const struct dataset *dataset, size_t count)
{
    memory_reserve(&chains->next, &chains->next_capacity, count, sizeof *chains->next);
    if (chains->head_count >= count)
        return;
    free(chains->heads);
    chains->head_count = chains->head_count ? chains->head_count : 1024;
    while (chains->head_count < count)
        chains->head_count *= 2;
    chains->heads = memory_alloc_array(chains->head_count, sizeof *chains->heads);
    size_t kept = chains->count;
    for (chains->count = 0; chains->count < kept;)
        chain(chains, &dataset->series[chains->count]);
}

/* Takes out what repeats from `first` on; returns how many series that were. */
static size_t take_out_repeated(struct series_chains *chains, struct dataset *dataset, size_t first)
{
    size_t count = dataset->series_count, kept = first;
    reserve(chains, dataset, count);
    for (size_t i = first; i < count; i++) {
        struct series series = dataset->series[i];
        if (repeats(dataset, chains, &series))
            continue;
        dataset->series[kept++] = series;
        chain(chains, &series);
    }
    dataset->series_count = kept;
    return count - kept;
}

/* ---- two jobs ---- */

/* "node-1" for "gpu-0.node-1" and for "node-1 socket 0". */
static const char *host_of(struct arena *arena, const char *node)
{
    const char *name = perfmon_is_gpu_name(node) ? strchr(node, '.') + 1 : node;
    const char *space = strchr(name, ' ');
    return space ? arena_text_of_size(arena, name, (size_t)(space - name)) : name;
}

static void collect_hosts(struct mixture_input *input, struct dataset *dataset, size_t first)
{
    bool *seen = memory_alloc_array(dataset->node_count + 1, sizeof *seen);
    input->hosts = memory_alloc_array(dataset->node_count + 1, sizeof *input->hosts);
    for (size_t i = first; i < dataset->series_count; i++) {
        uint32_t node = dataset->series[i].node;
        if (!seen[node])
            input->hosts[input->host_count++] = host_of(&dataset->arena, dataset->nodes[node].name);
        seen[node] = true;
    }
    qsort(input->hosts, input->host_count, sizeof *input->hosts, texts_compare);
    free(seen);
}

static void collect_span(struct mixture_input *input, const struct dataset *dataset, size_t first)
{
    input->first = INFINITY;
    input->last = -INFINITY;
    for (size_t i = first; i < dataset->series_count; i++) {
        const struct timeline *timeline = dataset->series[i].timeline;
        if (i > first && timeline == dataset->series[i - 1].timeline)
            continue;
        struct span span = span_of(timeline);
        input->first = fmin(input->first, span.first);
        input->last = fmax(input->last, span.last);
    }
}

void mixture_add_input(struct mixture *mixture, const struct reading *reading, const char *path,
                       size_t first_series)
{
    struct dataset *dataset = reading->dataset;
    size_t repeated = take_out_repeated(&mixture->chains, dataset, first_series);
    if (repeated)
        diagnostics_note(reading->diagnostics, (struct place){path, 0, 0},
                         "%zu series are known from inputs before it, and left out", repeated);
    if (dataset->series_count == first_series)
        return;
    struct mixture_input input = {.path = arena_text(&dataset->arena, path)};
    collect_hosts(&input, dataset, first_series);
    collect_span(&input, dataset, first_series);
    memory_reserve(&mixture->inputs, &mixture->capacity, mixture->count + 1,
                   sizeof *mixture->inputs);
    mixture->inputs[mixture->count++] = input;
    dataset_add_sampled(dataset, (struct sampled_input){path, input.first, input.last});
}

static bool share_hosts(const struct mixture_input *left, const struct mixture_input *right)
{
    for (size_t i = 0; i < left->host_count; i++)
        if (bsearch(&left->hosts[i], right->hosts, right->host_count, sizeof *right->hosts,
                    texts_compare))
            return true;
    return false;
}

static bool share_time(const struct mixture_input *left, const struct mixture_input *right)
{
    return left->first - GAP_S <= right->last && right->first - GAP_S <= left->last;
}

void mixture_tell(const struct mixture *mixture, const struct reading *reading)
{
    const struct mixture_input *first = mixture->inputs;
    for (size_t i = 1; i < mixture->count; i++) {
        const struct mixture_input *input = &mixture->inputs[i];
        if (share_time(first, input) || share_hosts(first, input))
            continue;
        diagnostics_note(reading->diagnostics, (struct place){input->path, 0, 0},
                         "the inputs look like two jobs: it shares neither hosts nor time with %s",
                         first->path);
        return;
    }
}
