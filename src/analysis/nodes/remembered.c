#include "analysis/nodes/remembered.h"

#include <stdlib.h>

#include "util/memory.h"

struct remembered *remembered_new(size_t metric_count)
{
    struct remembered *remembered = memory_alloc(sizeof *remembered);
    pthread_mutex_init(&remembered->lock, NULL);
    arena_init(&remembered->arena);
    remembered->metrics = memory_alloc_array(metric_count, sizeof *remembered->metrics);
    remembered->metric_count = metric_count;
    for (size_t i = 0; i < metric_count; i++) {
        pthread_mutex_init(&remembered->metrics[i].lock, NULL);
        arena_init(&remembered->metrics[i].arena);
    }
    return remembered;
}

void remembered_free(struct remembered *remembered)
{
    if (!remembered)
        return;
    for (size_t i = 0; i < remembered->metric_count; i++) {
        arena_release(&remembered->metrics[i].arena);
        pthread_mutex_destroy(&remembered->metrics[i].lock);
    }
    free(remembered->metrics);
    arena_release(&remembered->arena);
    pthread_mutex_destroy(&remembered->lock);
    free(remembered);
}
