#include "input/mixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/nodes/perfmon_metrics.h"
#include "input/repeated_series.h"
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
    series_chains_release(&mixture->chains);
    mixture_init(mixture);
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
        struct timeline_span span = timeline_span_of(timeline);
        input->first = fmin(input->first, span.first);
        input->last = fmax(input->last, span.last);
    }
}

void mixture_add_input(struct mixture *mixture, const struct reading *reading, const char *path,
                       size_t first_series)
{
    struct dataset *dataset = reading->dataset;
    struct repeated_series repeated =
        repeated_series_take_out(&mixture->chains, dataset, first_series);
    if (repeated.left_out)
        diagnostics_note(reading->diagnostics, (struct place){path, 0, 0},
                         "%zu series lie within those of inputs before it, and are left out",
                         repeated.left_out);
    if (repeated.continued)
        diagnostics_note(reading->diagnostics, (struct place){path, 0, 0},
                         "%zu series are longer than in inputs before it: what both hold counts "
                         "once",
                         repeated.continued);
    if (repeated.other)
        diagnostics_note(reading->diagnostics, (struct place){path, 0, 0},
                         "%zu series differ from those of inputs before it where both have "
                         "samples: the values of the first input are used",
                         repeated.other);
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
