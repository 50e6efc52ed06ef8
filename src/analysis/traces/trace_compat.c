#include "analysis/traces/trace_compat.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/number_sort.h"
#include "util/memory.h"

const char *trace_compat_name(const char *key, struct arena *arena)
{
    size_t size = strcspn(key, ",");
    if (size <= 3)
        return "";
    const char *name = arena_text_of_size(arena, key + 2, size - 3);
    const char *dash = strrchr(name, '-');
    return dash ? arena_text_of_size(arena, name, (size_t)(dash - name)) : "";
}

/* ---- windows that are open at a moment, the first in the sources on top ---- */

struct window {
    double start, span; /* number of the span */
};

struct heap {
    const struct aligned_timeline *aligned;
    uint32_t *spans;
    size_t count;
};

static uint32_t order_of(const struct heap *heap, size_t place)
{
    return heap->aligned->span_order[heap->spans[place]];
}

static void swap(struct heap *heap, size_t left, size_t right)
{
    uint32_t kept = heap->spans[left];
    heap->spans[left] = heap->spans[right];
    heap->spans[right] = kept;
}

static void push(struct heap *heap, uint32_t span)
{
    size_t place = heap->count++;
    heap->spans[place] = span;
    while (place && order_of(heap, place) < order_of(heap, (place - 1) / 2)) {
        swap(heap, place, (place - 1) / 2);
        place = (place - 1) / 2;
    }
}

static void pop(struct heap *heap)
{
    size_t place = 0;
    heap->spans[0] = heap->spans[--heap->count];
    for (size_t child; (child = 2 * place + 1) < heap->count; place = child) {
        if (child + 1 < heap->count && order_of(heap, child + 1) < order_of(heap, child))
            child++;
        if (order_of(heap, place) <= order_of(heap, child))
            return;
        swap(heap, place, child);
    }
}

static double end_of(const struct activity_span *span)
{
    return span->start + span->duration;
}

/* The span that a sample of that moment belongs to; span_count: none. */
static size_t owner_at(struct heap *heap, double moment)
{
    const struct activity_span *spans = heap->aligned->spans;
    while (heap->count) {
        const struct activity_span *top = &spans[heap->spans[0]];
        if (end_of(top) + top->duration >= moment)
            return heap->spans[0];
        pop(heap);
    }
    return heap->aligned->span_count;
}

/* ---- samples ---- */

static void add_sample(struct trace_sums *sums, const struct sample_sums *samples, size_t sample)
{
    double utilization = sample_sums_number(samples, DEVICE_UTILIZATION, sample);
    double memory = sample_sums_number(samples, DEVICE_MEMORY_USED, sample);
    if (utilization == utilization) {
        sums->utilization += utilization;
        sums->utilization_samples++;
    }
    if (memory == memory) {
        sums->memory += memory;
        sums->memory_samples++;
    }
}

static void share_out(struct trace_totals *totals, const struct window *windows,
                      const struct window *samples, struct trace_sums *of_name)
{
    const struct aligned_timeline *aligned = totals->aligned;
    struct heap heap = {aligned, memory_alloc_array(aligned->span_count, sizeof(uint32_t)), 0};
    size_t next = 0;
    for (size_t i = 0; i < aligned->samples.count; i++) {
        while (next < aligned->span_count && windows[next].start <= samples[i].start)
            push(&heap, (uint32_t)windows[next++].span);
        size_t owner = owner_at(&heap, samples[i].start);
        if (owner < aligned->span_count)
            add_sample(&of_name[totals->function_of[owner]], &aligned->samples,
                       (size_t)samples[i].span);
    }
    free(heap.spans);
}

static void set_samples(struct trace_sums *sums, const struct trace_sums *of_name)
{
    sums->utilization = of_name->utilization;
    sums->utilization_samples = of_name->utilization_samples;
    sums->memory = of_name->memory;
    sums->memory_samples = of_name->memory_samples;
}

void trace_compat_samples(struct trace_totals *totals)
{
    const struct aligned_timeline *aligned = totals->aligned;
    struct window *windows = memory_alloc_array(aligned->span_count, sizeof *windows);
    struct window *samples = memory_alloc_array(aligned->samples.count, sizeof *samples);
    struct trace_sums *of_name = memory_alloc_array(totals->function_count, sizeof *of_name);
    for (size_t i = 0; i < aligned->span_count; i++)
        windows[i] = (struct window){end_of(&aligned->spans[i]), (double)i};
    for (size_t i = 0; i < aligned->samples.count; i++)
        samples[i] = (struct window){aligned->samples.times[i], (double)i};
    number_sort(&windows->start, aligned->span_count, 2);
    number_sort(&samples->start, aligned->samples.count, 2);
    share_out(totals, windows, samples, of_name);
    for (size_t i = 0; i < totals->function_count; i++)
        set_samples(&totals->functions[i], &of_name[i]);
    for (size_t w = 0; w < aligned->lane_count; w++)
        for (size_t i = 0; i < totals->workers[w].function_count; i++)
            set_samples(&totals->workers[w].functions[i].sums,
                        &of_name[totals->workers[w].functions[i].function]);
    free(of_name);
    free(samples);
    free(windows);
}
